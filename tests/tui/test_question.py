"""A question in the foot of the table: numbered answers, arrows and Enter, deaf at first, the hand in sight."""

import pytest
from rich.cells import cell_len
from textual.app import App

from engine.actions import Action, Verb
from engine.cards import parse_cards
from engine.events import Played
from engine.sets import set_of
from gouji_tui.actions import find_key
from gouji_tui.screens.table import TableScreen
from gouji_tui.widgets.question import Question, QuestionView
from tests.tui.test_table_screen import screen_lines, until, view_of

YES, NO = Action(Verb.AGREE), Action(Verb.REFUSE)
REVOLUTION = "3*8 4*8 5*8 6*8 7777"


class Table(App):
    """A table that asks once."""

    def __init__(self, view, guard=0.0, language="en"):
        super().__init__()
        self.table = TableScreen(view, language, guard)
        self.answers = []

    async def on_mount(self):
        await self.push_screen(self.table)
        self.run_worker(self.ask())

    async def ask(self):
        self.answers.append(await self.table.decide(None))


def wind_view():
    """Seat 6 has put down its last card; seat 3 asks for the wind."""
    view = view_of("444 66 K 2 x", leader=6)
    view.play.sizes[6] = 1
    view.play.apply(Played(6, set_of(parse_cards("9")), False))
    view.play.wind_seat, view.play.wind_pending = 3, [1, 2]
    return view


@pytest.mark.parametrize(
    ("keys", "answer"),
    [
        (["1"], YES), (["2"], NO), (["down", "enter"], YES), (["right", "right", "enter"], NO), (["up", "enter"], NO),
        (["y"], YES), (["n"], NO), (["9", "0", "enter", "p", "k", "z", "2"], NO),
    ],
)  # fmt: skip
async def test_the_wind_is_answered_by_number_letter_or_arrows(keys, answer):
    app = Table(wind_view())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        assert app.table.question.is_open
        await pilot.press(*keys)
        await until(pilot, lambda: app.answers)
        assert not app.table.question.is_open
    assert app.answers == [answer]


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_the_hand_stays_in_sight_and_the_clocks_answer_has_a_star(language):
    app = Table(view_of(REVOLUTION, asked=True), language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("down")
        await pilot.pause()
        await pilot.pause()
        lines = screen_lines(app)
        assert len(lines) == 24 and all(cell_len(line) == 80 for line in lines)
        shown = "\n".join(lines)
        assert ("手牌 36" if language == "zh" else "hand 36") in shown
        assert any(line.startswith(" >> ") for line in lines)
        assert "[1 " in shown and " 2 " in shown and "* " in shown
        await pilot.press("f8")
        await pilot.pause()
        await pilot.pause()
        assert ("革命吗" in "\n".join(screen_lines(app))) == (language == "en")
        await pilot.press("question_mark")
        assert app.screen is not app.table


async def test_keys_pressed_as_a_question_opens_are_dropped():
    app = Table(view_of(REVOLUTION, asked=True), guard=3600)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("1", "2", "r", "n", "down", "enter", "p")
        assert app.table.asked and app.table.question.is_open and app.table.question.chosen is None
        assert not app.table.pick.size


async def test_one_answer_and_no_more():
    app = Table(view_of(REVOLUTION, asked=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("1", "2", "n")
        await until(pilot, lambda: app.answers)
    assert app.answers == [Action(Verb.REVOLT)]


async def test_h_marks_what_a_bot_would_answer():
    app = Table(view_of(REVOLUTION, asked=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("h")
        assert app.table.question.chosen in (0, 1) and app.table.asked


async def test_many_answers_take_as_many_lines_as_they_need():
    question = Question("Which?", tuple((f"an answer of number {n}", YES) for n in range(7)), 6)
    app = App()
    async with app.run_test(size=(80, 24)):
        view = QuestionView()
        await app.mount(view)
        assert not view.display and not view.take(find_key("1", "1"), "1")
        view.open(question, 0)
        lines = view.lines("en", 80)
        assert lines[0] == " >> Which?" and len(lines) == 5
        assert all(cell_len(line) <= 80 for line in lines)
        assert "7 an answer of number 6*" in lines[3]
