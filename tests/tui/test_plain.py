"""Plain mode: who closes a round is not told as one who passes, words for jokers, and lines heard at any time."""

from __future__ import annotations

import asyncio

import pytest

from engine.actions import Action, Verb
from engine.cards import parse_cards
from engine.events import BrawlBegan, Paid, Passed, Played
from engine.record import verify
from engine.rules import CLASSIC
from engine.sets import set_of
from gouji_tui.actions import ActionId
from gouji_tui.happened import event_line
from gouji_tui.joining import Joined
from gouji_tui.plain import PlainTable
from gouji_tui.questions import Choice, typed_answer
from gouji_tui.strings import LANGUAGES, TEXTS
from net import connect
from net.identity import Identity
from tests.tui.test_remote import hosting


def played(seat, cards):
    return Played(seat, set_of(parse_cards(cards)), burn=False)


def told(*events, names=None):
    lines = []
    table = PlainTable("en", str, lines.append, names=names)
    for event in events:
        table.told(event, CLASSIC)
    return lines


def test_the_opposites_refusal_of_a_gouji_set_is_told_as_closing_and_others_as_passes():
    assert told(played(1, "22"), Passed(3, None), Passed(4, None)) == [
        "Seat 1 played 2 2 [GOUJI]", "Seat 3 passed", "Seat 4 declined and closed the round",
    ]  # fmt: skip
    assert told(played(1, "33"), Passed(4, None))[-1] == "Seat 4 passed"


def test_in_the_brawl_nothing_is_gouji_and_nobody_closes():
    lines = told(BrawlBegan(), played(1, "22"), Passed(4, None))
    assert lines[1:] == ["Seat 1 played 2 2", "Seat 4 passed"]


def test_seats_are_told_by_number_and_name():
    assert told(played(2, "77"), names={2: "ann"}) == ["2 ann played 7 7"]


@pytest.mark.parametrize(("language", "word"), [("zh", "大"), ("en", "big")])
def test_jokers_are_words_before_the_first_set_too(language, word):
    line = event_line(Paid("point", 1, 4, parse_cards("X"), returned=True), language, CLASSIC)
    assert line is not None and word in line and "X" not in line


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_leaves_the_sign_for_typing_to_whoever_reads(language):
    assert not [id for id, words in TEXTS[language].items() if id.startswith("plain.") and words.endswith(">")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", [each for each in ActionId if each not in (ActionId.LEFT, ActionId.RIGHT)])
def test_everything_has_a_word_in_both_languages(language, id):
    assert f"action.{id.value}.words" in TEXTS[language]


async def shows(lines, words):
    for _ in range(1000):
        if any(words in line for line in lines):
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{words!r} is not said: {lines}")


async def test_at_a_table_of_the_network_lines_are_heard_at_any_time():
    """Talk and questions before the deal and out of turn; a decision at one's turn; leaving by a word."""
    async with hosting(bots=4) as server:
        async def at(name):
            return connect("127.0.0.1", server.port, name=name, role="player", identity=Identity.temporary())

        said, other, typed = [], [], asyncio.Queue()
        async with await at("ann") as ann, await at("bob") as bob:
            first = asyncio.create_task(Joined(ann, "en", said.append).run(typed))
            quiet = asyncio.Queue()
            second = asyncio.create_task(Joined(bob, "zh", other.append).run(quiet))
            await shows(said, "You sit at seat 1.")
            typed.put_nowait("/hello")
            await shows(other, "hello")
            await shows(said + other, "36")
            for line, words in (
                ("hand", "Hand, 36"), ("table", "seat 2"), ("789", ""), ("score", "total"),
                ("who-watches", "Nobody watches."),
            ):  # fmt: skip
                typed.put_nowait(line)
                await shows(said, words)
            quiet.put_nowait("退出")
            await second
            typed.put_nowait(None)
            await first


async def test_what_is_no_longer_asked_is_no_longer_answered():
    """A clock that ran out closes the question; the line that comes after it plays nothing."""
    async with hosting(bots=5, clock=0.3) as server:
        said, typed = [], asyncio.Queue()
        async with connect("127.0.0.1", server.port, name="ann", role="player", identity=Identity.temporary()) as ann:
            task = asyncio.create_task(Joined(ann, "en", said.append).run(typed))
            await shows(said, "Your turn")
            await shows(said, "1 ann passed")
            at = next(number for number, line in enumerate(said) if "Your turn" in line)
            order = [line.split()[0] for line in said[at:] if line.endswith("passed")]
            assert order[0] == "1", "nothing else is told between a question and its answer"
            typed.put_nowait("quit")
            await task


async def test_after_a_match_its_report_is_printed_and_its_record_is_whole(gouji_home):
    async with hosting(bots=5, clock=0.01, deals=1) as server:
        said = []
        async with connect("127.0.0.1", server.port, name="ann", role="player", identity=Identity.temporary()) as ann:
            await Joined(ann, "en", said.append).run(asyncio.Queue())
    assert "Gouji (classic, deals: 1)" in said and said[-1] == "The record can be checked: gouji verify"
    (record,) = (gouji_home / "records").glob("*.jsonl")
    assert verify(record.read_text().splitlines(keepends=True)).complete


def test_an_answer_is_typed_by_its_digit_its_words_or_their_beginning_in_either_language():
    agree, counter, refuse = Action(Verb.AGREE), Action(Verb.COUNTER), Action(Verb.REFUSE)
    english = Choice("?", (("Agreed", agree), ("Pay the other way", counter), ("No", refuse)), 2)
    chinese = Choice("?", (("同意", agree), ("反贡", counter), ("不同意", refuse)), 2)
    for typed, answer in (
        ("1", agree), ("Agreed", agree), ("agr", agree), ("pay the", counter), ("NO", refuse), ("同意", agree),
        ("反", counter), ("不", refuse), ("3", refuse), ("4", None), ("p", None), ("a", None), ("", None), ("x", None),
    ):  # fmt: skip
        assert typed_answer(typed, english, chinese) == answer, typed
    twice = Choice("?", (("Refuse 3", agree), ("Refuse 4", counter)), 0)
    assert typed_answer("refuse", twice) is None and typed_answer("refuse 4", twice) == counter
