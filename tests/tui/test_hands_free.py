"""A deal by arrows and Enter alone, and one by the mouse alone; what must never act."""

import pytest
from textual.app import App
from textual.events import Paste

from engine.actions import Action, Verb
from engine.cards import NO_CARDS
from gouji_tui.actions import ActionId
from gouji_tui.screens.menu import Menu
from gouji_tui.screens.notice import Notice
from gouji_tui.screens.settings import SettingsScreen
from gouji_tui.screens.table import TableScreen
from gouji_tui.settings import Preferences, Settings
from gouji_tui.widgets.hand import COLUMN, Hand
from tests.tui.states import STATES, view_of
from tests.tui.test_table_screen import hint, screen_lines, table_app, until


def wanted(table):
    """What the action bar's place does that a bot would take, and its cards."""
    action = hint(table)
    if action is None:
        return ActionId.KEEP, NO_CARDS
    if action.verb in (Verb.PLAY, Verb.BURN):
        return ActionId.PLAY, action.cards
    return ActionId(action.verb.value), NO_CARDS


async def by_arrows(pilot, table):
    if table.question.is_open:
        table_answers = [action for _words, action in table.question.question.answers]
        for _ in range(table_answers.index(hint(table)) + 1):
            await pilot.press("right")
        await pilot.press("enter")
        return
    place, cards = wanted(table)
    while table.chosen.place is not None or table.pick.move(-1) is not table.pick:
        await pilot.press("left")
    for rank, number in enumerate(cards):
        if number:
            while table.pick.rank != rank:
                await pilot.press("right")
            await pilot.press(*["up"] * number)
    while table.chosen.place is not place:
        await pilot.press("right")
    await pilot.press("enter")


async def by_mouse(pilot, table):
    if table.question.is_open:
        answers = [action for _words, action in table.question.question.answers]
        row, first, _ = table.question._spans[answers.index(hint(table))]
        await pilot.click(table.question, offset=(first + 1, row))
        return
    place, cards = wanted(table)
    for rank, number in enumerate(cards):
        at = rank * COLUMN + 2
        if number and number == table.view.hand[rank]:
            await pilot.click(table.hand, offset=(at, 1 + table.hand.stack))
        else:
            for _ in range(number):
                await pilot.click(table.hand, offset=(at, 2 + table.hand.stack))
    await pilot.pause()
    found = next(each for each in table.bar.places if each.id is place)
    await pilot.click(table.bar, offset=(found.column + 1, found.row))


@pytest.mark.parametrize(
    ("way", "size", "decisions"),
    [
        pytest.param(by_arrows, (80, 24), 4),
        pytest.param(by_arrows, (80, 24), 1000, marks=pytest.mark.soak),
        pytest.param(by_mouse, (100, 30), 1000),
    ],
)
async def test_a_deal_is_played(way, size, decisions):
    """To its end, or so many decisions of it."""
    app = table_app(seed=3, language="zh")
    async with app.run_test(size=size) as pilot:
        table = app.table
        while True:
            await until(pilot, lambda: table.asked or isinstance(app.screen, Notice))
            if isinstance(app.screen, Notice):
                break
            if not decisions:
                return
            decisions -= 1
            await pilot.pause()
            await way(pilot, table)
            assert not table.notice
        await (pilot.press("enter") if way is by_arrows else pilot.click(offset=(50, 15)))
        await until(pilot, lambda: not app.is_running)
    assert app.return_value is True


class Asked(App):
    def __init__(self, name, preferences=None, say=None):
        super().__init__()
        view, steps = STATES[name]()
        self.table = TableScreen(view, "en", 0.0, say, preferences)
        for step in steps:
            self.table.told(step)
        self.answers = []

    async def on_mount(self):
        await self.push_screen(self.table)
        self.run_worker(self.ask())

    async def ask(self):
        self.answers.append(await self.table.decide(None))


@pytest.mark.parametrize("name", ["lead", "follow", "gouji-mine", "burn-offered", "question"])
async def test_pasted_text_and_keys_with_modifiers_never_act(name):
    app = Asked(name)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        for pasted in ("p", "3\n", "444\r\np\r\n", "1", "n"):
            app.post_message(Paste(pasted))
            app.table.post_message(Paste(pasted))
        await pilot.press("alt+p", "ctrl+p", "alt+n", "alt+3", "alt+enter", "alt+1")
        assert app.table.asked and not app.answers and not app.table.pick.size


async def test_an_input_method_is_told_of_and_its_letters_do_nothing():
    app = Asked("follow")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("你", "好")
        assert "input method" in app.table.notice.lower() and not app.table.pick.size
        await pilot.press("Ｋ", "０")
        assert app.table.pick.size == 2


async def test_cards_typed_into_the_chat_on_ones_turn_want_a_second_enter():
    spoken = []
    app = Asked("follow", say=spoken.append)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("slash", *"kk2", "enter")
        assert not spoken and app.table.chat.is_open and "Enter again" in app.table.notice
        await pilot.press("enter")
        assert spoken == ["kk2"] and not app.table.chat.is_open
        await pilot.press("slash", *"ok go", "enter")
        assert spoken == ["kk2", "ok go"]


async def test_what_nothing_beats_is_passed_where_it_is_set():
    app = Asked("follow", Preferences(Settings(autopass=True)))
    view = view_of("3 4", leader=6)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        assert not app.answers
    app = Asked("follow", Preferences(Settings(autopass=True)))
    app.table.view.hand = list(view.hand)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.answers)
    assert app.answers == [Action(Verb.PASS)]


async def test_the_hand_is_covered_and_shown_again():
    app = Asked("follow")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("k", "o")
        await pilot.pause()
        shown = "\n".join(screen_lines(app))
        assert "covered" in shown and "[1]" not in shown and "picked" not in shown
        await pilot.press("o")
        await pilot.pause()
        assert "[1]" in "\n".join(screen_lines(app))


async def test_the_menu_reaches_what_has_no_place():
    preferences = Preferences()
    app = Asked("follow", preferences)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("k", "m")
        assert isinstance(app.screen, Menu)
        await pilot.press("p", "escape")
        assert app.screen is app.table and app.table.asked and app.table.pick.size == 1
        while app.table.chosen.place is not ActionId.MENU:
            await pilot.press("right")
        await pilot.press("enter")
        listed = app.screen.query_one("OptionList")
        while listed.highlighted is None or listed.get_option_at_index(listed.highlighted).id != "settings":
            await pilot.press("down")
        await pilot.press("enter")
        assert isinstance(app.screen, SettingsScreen)
        await pilot.press("escape")
        await pilot.press("m", "up", "enter")
        assert "leave" in app.table.notice.lower() or "again" in app.table.notice.lower() or app.table.notice


async def test_the_wheel_and_the_right_button_pick():
    app = Asked("lead")
    async with app.run_test(size=(40, 20)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.pause()
        hand = app.table.hand
        assert hand.rank_at(2, 0) is None and hand.rank_at(2, 1) == (0, True) and hand.rank_at(7, 4) == (9, False)
        await pilot.click(hand, offset=(7, 2))
        await pilot.click(hand, offset=(7, 2), button=3)
        assert app.table.pick.picked[1] == app.table.view.hand[1] == 3
        hand.post_message(Hand.Touched(1, -1, False))
        await pilot.pause()
        assert app.table.pick.picked[1] == 2
