"""Talking at the table: the line takes every key, what others say is shown as it stands."""

import re
import unicodedata
from types import SimpleNamespace

import pytest
from rich.cells import cell_len
from textual.app import App
from textual.events import Key

from engine.rules import CLASSIC
from engine.view import View
from gouji_tui.actions import ActionId
from gouji_tui.plain import PlainTable
from gouji_tui.said import phrases_line, said, say
from gouji_tui.screens.table import TableScreen
from gouji_tui.screens.waiting import WaitingScreen
from gouji_tui.strings import LANGUAGES
from net.limits import PHRASES
from net.wire import Chat
from tests.tui.test_table_screen import screen_lines, until, view_of

HAND = "444 66 K QQ 2 x"
NASTY = "[red]hi[/] \x1b[2J\u202e\u200babc\n"


async def typed(app, pilot, character):
    """A character as the terminal brings it; the pilot knows no wide ones."""
    app.post_message(Key(unicodedata.name(character).lower().replace(" ", "_"), character))
    await pilot.pause()


class Table(App):
    """A table screen over one view, with or without somebody to talk to."""

    def __init__(self, view, say=None, language="en"):
        super().__init__()
        self.table = TableScreen(view, language, 0.0, say)

    async def on_mount(self):
        await self.push_screen(self.table)
        self.run_worker(self.table.decide(None))


@pytest.mark.parametrize("opening", ["/", "、", "／"])
async def test_enter_sends_and_no_key_is_a_card(opening):
    spoken = []
    app = Table(view_of(HAND), spoken.append)
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        await until(pilot, lambda: table.asked)
        await pilot.press("4")
        await typed(app, pilot, opening)
        await pilot.press(*"q4 pzh2")
        await typed(app, pilot, "？")
        await pilot.press("up", "f8")
        await pilot.pause()
        assert table.chat.is_open and sum(table.pick.picked) == 1 and table.asked and table.language == "en"
        shown = screen_lines(app)
        assert "q4 pzh2？" in shown[-1] and ">> Your turn" in "\n".join(shown)
        await pilot.press("enter")
        assert spoken == ["q4 pzh2？"] and not table.chat.is_open
        await pilot.press("4")
        assert table.pick.size == 2


async def test_escape_leaves_and_keeps_the_pick():
    spoken = []
    app = Table(view_of(HAND), spoken.append)
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        await until(pilot, lambda: table.asked)
        await pilot.press("4", "slash", "a", "escape")
        assert not table.chat.is_open and table.pick.size == 1 and not spoken
        await pilot.press("slash", "space", "enter")
        assert not table.chat.is_open and not spoken
        await pilot.pause()
        assert "rank key" in screen_lines(app)[-1]


async def test_a_turn_that_comes_while_talking_is_shown():
    view = view_of(HAND)
    app = App()
    async with app.run_test(size=(80, 24)) as pilot:
        table = TableScreen(view, "en", 0.0, [].append)
        await app.push_screen(table)
        await pilot.press("slash", "4")
        deciding = app.run_worker(table.decide(None))
        await until(pilot, lambda: table.asked)
        await pilot.pause()
        assert any(line.startswith(" >> Your turn") for line in screen_lines(app))
        await pilot.press("4", "p")
        assert table.chat.value == "44p" and table.asked and not table.pick.size
        deciding.cancel()


async def test_alone_there_is_nobody_to_talk_to():
    app = Table(view_of(HAND))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("slash")
        assert not app.table.chat.is_open and "Nobody is here" in app.table.notice


async def test_what_others_say_is_text_and_nothing_else():
    app = Table(view_of(HAND), [].append)
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        await until(pilot, lambda: table.asked)
        table.heard(Chat("player", 3, "Anna[b]\x07", NASTY))
        table.heard(Chat("observer", None, "Bob", "long " * 30))
        table.heard(Chat("observer", None, "Bob", "\u200b"))
        await pilot.pause()
        first, second = table.log_lines.lines("en")
        assert first == "<seat 3 Anna[b]> [red]hi[/] [2Jabc" and second.startswith("<observer Bob> long")
        shown = "\n".join(screen_lines(app))
        assert first in shown and shown.count("long") in (29, 30)
        assert not re.search("[\x00-\x09\x0b-\x1f\u202e\u200b]", shown)


async def test_an_observer_talks_too():
    spoken = []
    view = View(CLASSIC, None)
    view.play = view_of(HAND).play
    app = App()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(TableScreen(view, "zh", 0.0, spoken.append))
        await pilot.press("slash", *"hi", "enter")
    assert spoken == ["hi"]


async def test_the_waiting_room_talks():
    spoken, bots = [], []
    app = App()
    async with app.run_test(size=(80, 24)) as pilot:
        room = WaitingScreen("en", ["10.0.0.1"], 21654, lambda: bots.append(1))
        room.table = SimpleNamespace(view=SimpleNamespace(connected=True), say=spoken.append)
        await app.push_screen(room)
        await pilot.press("slash", "b", "enter", "b")
        assert spoken == ["b"] and bots == [1]
        room.heard(Chat("player", 2, "Anna", NASTY))
        await pilot.pause()
        assert "<seat 2 Anna> [red]hi[/] [2Jabc" in "\n".join(screen_lines(app))


@pytest.mark.parametrize("line", ["/q4 there", "、q4 there", "／q4 there"])
def test_plain_mode_talks(line):
    spoken, lines, answers = [], [], iter([line, "/ \u200b", "p"])
    table = PlainTable("en", lambda: next(answers), lines.append, spoken.append)
    assert table.ask(view_of(HAND), None) is not None
    assert spoken == ["q4 there"]
    table.heard(Chat("player", 2, "Anna", NASTY))
    assert lines[-1] == "<seat 2 Anna> [red]hi[/] [2Jabc"


def test_plain_mode_alone_says_that_there_is_nobody():
    lines, answers = [], iter(["/hello", "p"])
    PlainTable("zh", lambda: next(answers), lines.append).ask(view_of(HAND), None)
    assert "这里没有别人：其余都是电脑。" in lines


class Listening:
    """Stands for a table of the network; notes what is said to it."""

    def __init__(self):
        self.said = []

    def say(self, words):
        self.said.append(words)

    def say_phrase(self, number):
        self.said.append(number)


def test_a_digit_alone_is_a_ready_phrase():
    table = Listening()
    for words in ("3", "33", "0", "3 x", "9"):
        say(table, words)
    assert table.said == [3, "33", "0", "3 x", 9]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phrase_is_read_in_the_readers_language(language):
    lines = [said(Chat("player", 2, "Anna", "", number)).line(language) for number in range(1, PHRASES + 1)]
    assert len(set(lines)) == PHRASES
    listed = phrases_line(language)
    assert cell_len(listed) <= 78 and all(f"{number} " in listed for number in range(1, PHRASES + 1))


async def test_where_only_phrases_are_said_the_line_shows_them():
    app = Table(view_of(HAND), [].append)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        app.table.chat.phrases_only = True
        await pilot.press("slash")
        await pilot.pause()
        assert "4 hurry" in screen_lines(app)[-1]


async def test_the_menu_mutes_a_seat_and_lets_it_be_heard_again():
    app = Table(view_of(HAND), [].append)
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        await until(pilot, lambda: table.asked)
        table._command(ActionId.MUTE, None)
        await pilot.pause()
        await pilot.press("down", "enter", "escape")  # one's own seat, 1, is not listed
        for seat in (2, 3, None):
            table.heard(Chat("player", seat, f"p{seat}", "hello"))
        assert [line[:8] for line in table.log_lines.lines("en")] == ["<seat 2 ", "<observe"]
        assert table.notice == "seat 3: muted"
        table._command(ActionId.MUTE, None)
        await pilot.pause()
        await pilot.press("down", "enter", "escape")
        table.heard(Chat("player", 3, "p3", "hello"))
        assert "<seat 3 p3> hello" in table.log_lines.lines("en") and table.notice == "seat 3: heard again"


def test_plain_mode_mutes_by_a_word():
    lines, answers = [], iter(["mute 2", "静音 0", "mute", "mute 9", "/", "p"])
    table = PlainTable("en", lambda: next(answers), lines.append, [].append)
    table.ask(view_of(HAND), None)
    told = len(lines)
    assert (
        "seat 2: muted" in lines
        and "observers: muted" in lines
        and lines.count("mute SEAT, as in mute 3; observers: mute 0") == 2
    )
    assert any(line.startswith("1 nice") for line in lines)
    for seat in (2, None, 3):
        table.heard(Chat("player", seat, "p", "hello"))
    assert lines[told:] == ["<seat 3 p> hello"]
