"""The arena: duplicate deals, what a pair is, intervals, the file of results (CLI.md arena)."""

import json
import math

import pytest

from engine.arena import Pair, bucket, first_deal, mean_and_half_width, milliseconds, play_pair, quantile, summarise
from engine.bots import LEVELS, bot_of
from engine.cards import FULL_COUNTS
from engine.rules import PRESETS
from gouji_tui.cli import main


def ticking():
    """A clock that a microsecond passes on at each look."""
    now = iter(range(0, 10**12, 1000))
    return lambda: next(now)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_against_itself_gets_exactly_nothing_and_half(preset, level):
    bot = bot_of(level)
    pairs = [play_pair(PRESETS[preset], 5, number, bot, bot, ticking()) for number in range(1, 7)]
    assert {(pair.score, pair.wins) for pair in pairs} == {(0.0, 0.5)}
    found = summarise(pairs)
    assert (found.score, found.score_ci, found.wins, found.wins_ci) == (0.0, 0.0, 0.5, 0.0)
    assert found.times_a == found.times_b


def test_a_pair_is_the_same_seen_from_the_other_bot():
    rules = PRESETS["classic"]
    for number in range(1, 7):
        one = play_pair(rules, 1, number, bot_of("greedy"), bot_of("random"), ticking())
        other = play_pair(rules, 1, number, bot_of("random"), bot_of("greedy"), ticking())
        assert (one.score, one.wins) == (-other.score, 1 - other.wins)
        assert one.times_a == other.times_b


def test_deals_are_fixed_by_seed_and_number_and_hold_every_card():
    rules = PRESETS["biesan"]
    deal = first_deal(rules, 3, 9)
    assert [sum(hand[rank] for hand in deal.hands) for rank in range(15)] == list(FULL_COUNTS)
    assert first_deal(rules, 3, 9).hands == deal.hands
    assert all(first_deal(rules, *other).hands != deal.hands for other in ((4, 9), (3, 10), (3, 9, 2)))


@pytest.mark.parametrize("preset", PRESETS)
def test_greedy_beats_random(preset):
    pairs = [play_pair(PRESETS[preset], 2, n, bot_of("greedy"), bot_of("random"), ticking()) for n in range(1, 31)]
    assert summarise(pairs).wins >= 0.95


def test_intervals_come_from_pairs():
    assert mean_and_half_width([]) == (0.0, None)
    assert mean_and_half_width([3.0]) == (3.0, None)
    mean, half = mean_and_half_width([1.0, 3.0])
    assert mean == 2.0 and half == pytest.approx(1.96 * math.sqrt(2) / math.sqrt(2))
    pairs = [Pair(1, 6.0, 1.0, {}, {}), Pair(2, -2.0, 0.5, {}, {})]
    assert summarise(pairs).score == 2.0 and summarise(pairs).wins == 0.75


def test_buckets_of_time_hold_what_was_measured():
    for nanoseconds in (1, 900, 50_000, 3_000_000):
        assert milliseconds(bucket(nanoseconds)) == pytest.approx(nanoseconds / 1e6, rel=0.05)
    times = {bucket(1000): 98, bucket(1_000_000): 2}
    assert quantile(times, 0.5) == pytest.approx(0.001, rel=0.05)
    assert quantile(times, 0.99) == pytest.approx(1, rel=0.05)
    assert quantile({}, 0.5) == 0


@pytest.fixture
def command(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("GOUJI_HOME", str(tmp_path))

    def run(*words):
        status = main(["arena", *words])
        said = capsys.readouterr()
        return status, said.out, said.err

    run.file = tmp_path / "arena.tsv"
    return run


def test_the_json_line_and_the_file(command):
    status, out, _err = command("greedy", "random", "--deals", "6", "--seed", "4", "--jobs", "2", "--json")
    assert status == 0 and out.count("\n") == 1
    answer = json.loads(out)
    assert list(answer) == ["a", "b", "preset", "deals", "score", "score_ci", "wins", "wins_ci", "decision_ms"]
    assert (answer["a"], answer["b"], answer["preset"], answer["deals"]) == ("greedy", "random", "classic", 6)
    assert {len(answer["decision_ms"][side]) for side in "ab"} == {2}
    lines = command.file.read_text().splitlines()
    assert len(lines) == 7 and len({len(line.split("\t")) for line in lines}) == 1


def test_a_run_that_broke_off_goes_on_where_it_was(command):
    words = ("greedy", "random", "--seed", "4", "--jobs", "1", "--json", "--deals")
    whole = command(*words, "6")[1]
    rows = command.file.read_text().splitlines(keepends=True)
    command.file.write_text("".join(rows[:4]) + rows[4][:20])
    again = command(*words, "6")[1]
    assert {key: value for key, value in json.loads(again).items() if key != "decision_ms"} == {
        key: value for key, value in json.loads(whole).items() if key != "decision_ms"
    }
    assert command.file.read_text().splitlines(keepends=True)[:4] == rows[:4]
    before = command.file.read_text()
    assert command(*words, "6")[1] == again and command.file.read_text() == before
    command("greedy", "random", "--seed", "5", "--jobs", "1", "--deals", "2")
    assert len(command.file.read_text().splitlines()) == len(before.splitlines()) + 2


def test_processes_do_not_change_the_result(command):
    one = json.loads(command("random", "greedy", "--seed", "8", "--deals", "5", "--jobs", "1", "--json")[1])
    command.file.unlink()
    two = json.loads(command("random", "greedy", "--seed", "8", "--deals", "5", "--jobs", "3", "--json")[1])
    assert (one["score"], one["score_ci"], one["wins"]) == (two["score"], two["score_ci"], two["wins"])


def test_wrong_use_is_one_line(command):
    status, out, err = command("greedy", "nobody")
    assert (status, out) == (2, "") and err.count("\n") == 1 and "nobody" in err
