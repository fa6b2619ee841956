"""``gouji replay`` in lines and in JSON, on the screen."""

import json
from random import Random

import pytest
from rich.cells import cell_len

from engine.bots import LEVELS
from engine.record import Recorder
from engine.replay import Replay
from engine.view import project
from gouji_tui.app import GoujiApp
from gouji_tui.cli import main
from gouji_tui.lobby import LobbyApp
from gouji_tui.player import Player
from gouji_tui.practice import Practice
from gouji_tui.replay_app import ReplayApp
from tests.engine.test_golden import lines_of
from tests.golden import FOLDER
from tests.tui.test_table_screen import screen_lines


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text("".join(lines_of(FOLDER / "classic.jsonl.xz")), encoding="utf-8")
    return path


def replayed(capsys, *arguments):
    assert main(["replay", *map(str, arguments)]) == 0
    return capsys.readouterr().out.splitlines()


def test_json_tells_every_event_and_a_seats_own_hand_alone(record, capsys):
    told = [json.loads(line) for line in replayed(capsys, record, "--json")]
    names = {each["event"] for each in told}
    assert {"played", "passed", "round_won", "went_out", "deal_over", "match_over", "dealt"} <= names
    assert all(each["seq"] for each in told)
    assert {each["seat"] for each in told if each["event"] == "dealt"} == {*range(1, 7)}
    own = [json.loads(line) for line in replayed(capsys, record, "--json", "--seat", "3")]
    assert {each["seat"] for each in own if each["event"] == "dealt"} == {3}
    assert own == [each for each in told if each["event"] not in ("dealt", "answered") or each["seat"] == 3]


def test_plain_tells_a_line_an_event_in_both_languages(record, capsys):
    english = replayed(capsys, record, "--plain", "--lang", "en")
    assert any(line.startswith("Seat 4 has 36 cards") for line in english)
    chinese = replayed(capsys, record, "--plain", "--lang", "zh", "--seat", "2")
    assert len(english) - len(chinese) == 5 * 3 and any("座 4" in line for line in chinese)


def test_a_cut_record_ends_with_a_sentence(record, capsys):
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:200]) + lines[200][:9] + b"\xe5")
    assert "not finished" in replayed(capsys, record, "--plain", "--lang", "en")[-1]
    assert replayed(capsys, record, "--json")


def test_what_is_no_record_is_said_in_one_sentence(tmp_path, capsys):
    for name, data in (("a.txt", b"hello\n"), ("b.bin", bytes(range(256)) * 9), ("empty", b"")):
        (tmp_path / name).write_bytes(data)
        for command in ("replay", "verify"):
            assert main([command, str(tmp_path / name), "--json"]) == 1
            out, err = capsys.readouterr()
            assert not out and err.count("\n") == 1 and name in err, command
    assert main(["replay", str(tmp_path / "none"), "--json"]) == 1
    assert "No such file" in capsys.readouterr().err
    assert main(["replay", str(tmp_path), "--json"]) == 1


def test_a_changed_line_is_named_after_what_came_before(record, capsys):
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if '"kind":"deal_over"' in line)
    lines[at + 5] = lines[at + 5].replace('"seat":', '"seat": ').replace("action", "acton", 1)
    record.write_text("".join(lines), encoding="utf-8")
    assert main(["replay", str(record), "--json"]) == 1
    out, err = capsys.readouterr()
    assert "deal_over" in out and f"line {at + 6}" in err


@pytest.mark.parametrize(
    ("kind", "change", "said"),
    [
        ("header", {"rulings": 0}, "another version of the rulings"),
        ("header", {"format": "gouji-record/9"}, "not gouji-record/1"),
        ("header", {"options": {"reserve_threes": "yes"}}, "options of its rules"),
        ("deal_over", {"places": [1, 2, 3, 4, 5, 6]}, "result is not what was played"),
        ("match_over", {"total": [99, 0]}, "result is not what was played"),
    ],
)
def test_verify_says_in_words_which_line_does_not_hold_and_why(record, capsys, kind, change, said):
    """The chain is made anew over the change, so that the lie itself is found."""
    recorder, at = Recorder(), 0
    told = []
    for number, line in enumerate(record.read_text(encoding="utf-8").splitlines(), 1):
        fields = json.loads(line)
        fields.pop("hash")
        if not at and fields["kind"] == kind:
            at, fields = number, fields | change
        told.append(recorder.line(fields.pop("kind"), fields))
    record.write_text("".join(told), encoding="utf-8")
    for language in ("en", "zh"):
        assert main(["verify", str(record), "--lang", language]) == 1
        err = capsys.readouterr().err
        assert err.count("\n") == 1 and str(at) in err and (said in err or language == "zh"), err


def test_verify_tells_a_changed_line_and_speaks_both_languages(record, capsys):
    assert main(["verify", str(record), "--lang", "zh"]) == 0
    assert "全场打完" in capsys.readouterr().out
    record.write_bytes(record.read_bytes().replace(b'"kind":"deal_over"', b'"kind":"deal_ovar"', 1))
    assert main(["verify", str(record), "--lang", "en"]) == 1
    assert "was changed, taken out or put in" in capsys.readouterr().err


def test_a_player_goes_everywhere_and_knows_there_what_was_known_there():
    replay = Replay(lines_of(FOLDER / "qingdao.jsonl.xz"))
    player = Player(replay)
    places = [(0, 0)]
    while player.forward():
        places.append((player.deal, player.step))
    assert len(places) == sum(len(deal.frames) for deal in replay.deals) and player.at_end
    for place in reversed(places[-400:-1]):
        assert player.back() and (player.deal, player.step) == place
    rounds = [player.round]
    while player.next_round():
        rounds.append(player.round)
    assert player.at_end and max(rounds) > 5
    assert player.jump("2.40") and (player.played.number, player.step) == (2, 39)
    assert not player.jump("99") and not player.jump("x") and not player.jump("2.x")
    known = {seat: view.known() for seat, view in player.views.items()}
    assert known == {seat: view.known() for seat, view in replay.views(player.deal, player.step).items()}


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_a_record_is_played_by_keys(language):
    app = ReplayApp(Replay(lines_of(FOLDER / "classic.jsonl.xz")), language)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.replay_screen
        await pilot.press("right", "right", "down", "down")
        await pilot.pause()
        lines = screen_lines(app)
        assert len(lines) == 24 and all(cell_len(line) == 80 for line in lines)
        shown = "\n".join(lines)
        assert shown.count("│") == 12 and all(f" {seat} " in shown for seat in range(1, 7))
        before = (screen.player.deal, screen.player.step)
        await pilot.press("3")
        assert screen.seat == 3
        await pilot.press("tab", "left", "right", "up", "down")
        assert screen.seat == 4 and (screen.player.deal, screen.player.step) == before
        await pilot.press("j", "2", ".", "5", "enter")
        assert (screen.player.deal, screen.player.step) == (1, 4)
        await pilot.press("j", "9", "enter")
        await pilot.pause()
        assert ("nowhere" in screen.notice or "no such place" in screen.notice) or "没有这个位置" in screen.notice
        await pilot.press("pagedown", "pageup", "pageup", "end")
        assert screen.player.at_end
        await pilot.press("home", "+", "+", "+", "space")
        assert screen.playing
        for _ in range(200):
            if screen.player.step > 1:
                break
            await pilot.pause(0.02)
        await pilot.press("space", "question_mark", "x", "f8")
        assert not screen.playing and screen.player.step > 1 and screen.language != language
        await pilot.press("q")
        await pilot.pause()
    assert app.return_code == 0


async def test_a_lobby_lists_the_records_and_replays_one(record):
    app = LobbyApp("en", tables=(), records=record.parent)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert "classic" in "\n".join(screen_lines(app))
        await pilot.press("escape", "r", "enter")
        await pilot.pause()
    assert app.return_value == ("replay", str(record))


async def test_a_position_is_saved_that_the_referee_rules_on(tmp_path, capsys):
    app = ReplayApp(Replay(lines_of(FOLDER / "classic.jsonl.xz")), "en", folder=tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.replay_screen
        await pilot.press("e")
        assert "Saved" in screen.notice
        await pilot.press("j", "1", ".", "6", "0", "enter", "e")
        assert "Saved" in screen.notice
        await pilot.press("end", "b")
        assert "play on" in screen.notice
    saved = sorted(tmp_path.glob("*.toml"))
    assert len(saved) == 2 and main(["referee", *map(str, saved)]) == 0
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize("name", ["classic", "qingdao", "biesan"])
async def test_one_plays_on_from_a_moment_against_bots(name):
    shown = ReplayApp(Replay(lines_of(FOLDER / f"{name}.jsonl.xz")), "en")
    async with shown.run_test(size=(80, 24)) as pilot:
        await pilot.press("j", "2", ".", "9", "0", "enter", "3", "b")
        await pilot.pause()
    going_on = shown.return_value
    assert going_on.seat == 3 and going_on.match.number == 2
    known = shown.replay_screen.player.views[3].known()
    bots = dict.fromkeys((1, 2, 4, 5, 6), LEVELS["greedy"])
    app = GoujiApp(going_on.match, bots, Random(1), None, "en", pace=0, guard=0.0)
    assert app.practice.views[3].known() == known and app.table.view.seat == 3
    hand = project(going_on.match, 3).hand
    practice = Practice(going_on.match, {**bots, 3: LEVELS["greedy"]}, 0, None, lambda event: None, Random(1), None)
    assert practice.views[3].hand == hand
    practice.run()
    assert going_on.match.over and going_on.match.number == 2
