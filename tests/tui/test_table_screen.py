"""The table on the screen, played by keys."""

import subprocess
import sys
from random import Random

import pytest
from rich.cells import cell_len
from textual.app import App

from engine.actions import Action, Verb
from engine.bots import LEVELS
from engine.cards import RANKS, TWO, format_cards, parse_cards
from engine.events import Asked, DealScored, Played
from engine.match import Match
from engine.round import Round
from engine.rules import CLASSIC
from engine.sets import set_of
from engine.shuffle import seeded_key
from engine.view import View
from gouji_tui.app import GoujiApp
from gouji_tui.screens.notice import Notice, result
from gouji_tui.screens.table import TableScreen

KEYS = "34567890jqka2sb"


def table_app(seed=7, language="en", record=None, deals=1, level="greedy", guard=0.0):
    match = Match(CLASSIC, lambda deal, attempt: seeded_key(seed, deal, attempt), deals=deals, target=0)
    bots = dict.fromkeys(range(2, 7), LEVELS[level])
    return GoujiApp(match, bots, Random(seed), record, language, pace=0, guard=guard)


async def until(pilot, holds):
    for _ in range(5000):
        if holds():
            return
        await pilot.pause()
    raise AssertionError("never came")


def keys_of(action, table):
    """The keys of an action, the present pick cleared first."""
    if action is None:
        return ["n"]
    if action.verb in (Verb.PLAY, Verb.BURN):
        picked = [KEYS[rank] for rank, number in enumerate(action.cards) for _ in range(number)]
        return ["z", *picked, "enter"]
    return {Verb.PASS: ["p"], Verb.AGREE: ["y"], Verb.REFUSE: ["n"], Verb.NONE: ["n"]}[action.verb]


def hint(table):
    return LEVELS["greedy"](table.view, Random(0))


def screen_lines(app):
    return ["".join(segment.text for segment in strip) for strip in app.screen._compositor.render_strips()]


async def test_cards_are_picked_by_keys_and_played():
    app = table_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        await until(pilot, lambda: table.asked and hint(table).verb is Verb.PLAY)
        action, before = hint(table), sum(table.view.hand)
        await pilot.press(*keys_of(action, table)[:-1])
        assert table.pick.picked == action.cards
        await pilot.pause()
        shown = "\n".join(screen_lines(app))
        assert "can be played" in shown and ">> Your turn" in shown and ">> +you1 " in shown
        lines = len(table.log_lines.lines("en"))
        await pilot.press("enter")
        await until(pilot, lambda: table.asked)
        assert sum(table.view.hand) == before - sum(action.cards)
        assert any("Seat 1 played" in line for line in table.log_lines.lines("en")[lines:])
        assert not table.pick.size


async def test_a_refusal_is_told_in_words_and_the_pick_stays():
    app = table_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        await until(pilot, lambda: table.asked)
        ranks = [rank for rank in range(1, TWO) if table.view.hand[rank]][:2]
        await pilot.press("z", *(KEYS[rank] for rank in ranks), "enter")
        assert "This is no set" in table.notice
        assert table.pick.size == 2 and table.asked
        await pilot.press("escape", "enter")
        assert "No cards" in table.notice


def passed(line):
    return line in ("Seat 1 passed", "Seat 1 declined and closed the round")


async def test_a_pass_with_cards_picked_wants_a_second_press():
    app = table_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        await until(pilot, lambda: table.asked)
        while table.view.play.top is None or table.burn_offered:
            await pilot.press(*keys_of(hint(table), table))
            await until(pilot, lambda: table.asked)
        rank = next(rank for rank in range(len(RANKS)) if table.view.hand[rank])
        await pilot.press("z", KEYS[rank], "p")
        assert table.asked and "again" in table.notice
        await pilot.press("y", "p")
        assert table.asked
        lines = len(table.log_lines.lines("en"))
        await pilot.press("p")
        await until(pilot, lambda: any(map(passed, table.log_lines.lines("en")[lines:])))


async def test_q_is_the_queen_and_help_comes_and_goes():
    app = table_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        await until(pilot, lambda: table.asked)
        await pilot.press("question_mark")
        assert isinstance(app.screen, Notice) and "burn" in app.screen.shown
        await pilot.press("q")
        assert app.screen is table and not table.pick.size
        await pilot.press("q")
        assert app.is_running and table.pick.size == min(1, table.view.hand[RANKS.index("Q")])


async def test_keys_pressed_as_a_notice_opens_are_dropped():
    app = App()
    async with app.run_test(size=(80, 24)) as pilot:
        scored = DealScored(3, (1, 4, 3, 6, 5, 2), (5, 2), (12, 7), ())
        deaf, hearing = result(scored, "en", True, 3600), result(scored, "en", True, 0)
        await app.push_screen(deaf)
        await pilot.press("h", "enter", "p", "n", "escape")
        assert app.screen is deaf
        await app.push_screen(hearing)
        await pilot.press("n")
        assert app.screen is deaf


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_everything_fits_into_80_by_24(language):
    app = table_app(language=language)
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        for _ in range(5):
            await until(pilot, lambda: table.asked)
            await pilot.pause()
            lines = screen_lines(app)
            assert len(lines) == 24 and all(cell_len(line) == 80 for line in lines)
            shown = "\n".join(lines)
            names = ("场上", "桌上无牌") if language == "zh" else (" card", "nothing on the table")
            assert any(name in shown for name in names)
            assert shown.count("│") == 12 and ("退格" if language == "zh" else "arrows move, more, less") in shown
            await pilot.press(*keys_of(hint(table), table))
        await pilot.press("f8")
        assert table.language != language


@pytest.mark.parametrize(("seed", "level", "language"), [(7, "greedy", "en"), (3, "random", "zh")])
async def test_a_deal_is_played_to_its_result_by_keys(seed, level, language, tmp_path):
    record = tmp_path / "deal.jsonl"
    app = table_app(seed, language, record, level=level)
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        while True:
            await until(pilot, lambda: table.asked or isinstance(app.screen, Notice))
            if isinstance(app.screen, Notice):
                break
            await pilot.press(*keys_of(hint(table), table))
            assert not table.notice
        words = ("头科", "总分") if language == "zh" else ("first", "total")
        assert all(word in app.screen.shown for word in words)
        await pilot.press("x")
        await until(pilot, lambda: not app.is_running)
    assert app.return_value is True
    assert "match_over" in record.read_text().splitlines()[-1]


async def test_leaving_closes_the_record(tmp_path):
    record = tmp_path / "left.jsonl"
    app = table_app(record=record)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("ctrl+q")
    assert not app.return_value
    assert app.practice._file.closed


def test_the_version_needs_no_screen():
    code = "import sys\nfrom gouji_tui.cli import main\ntry:\n main(['--version'])\nexcept SystemExit: pass\n"
    code += "assert 'textual' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


class Alone(App):
    """The table without a match: a view, asked once."""

    def __init__(self, view):
        super().__init__()
        self.table = TableScreen(view, "en", guard=0.0)
        self.answers = []

    async def on_mount(self):
        await self.push_screen(self.table)
        self.run_worker(self.ask())

    async def ask(self):
        self.answers.append(await self.table.decide(None))


def view_of(hand, *, sizes=(20,) * 6, leader=1, steps=(), asked=False):
    view = View(CLASSIC, 1)
    view.hand = list(parse_cards(hand))
    view.play = Round(CLASSIC, [sum(view.hand), *sizes[1:]], leader)
    if asked:
        view.before.apply(Asked("revolution", (1, 2, 3, 4, 5, 6), True, 0, 0))
    for step in steps:
        view.play.apply(step)
    return view


def burn_view():
    top = set_of(parse_cards("KKKK"))
    return view_of("66 77 AAAA 222 xX", leader=2, steps=[Played(2, top, False)])


async def test_u_picks_the_cheapest_burn_and_enter_burns():
    view = burn_view()
    assert view.legal_burns() and view.turn != 1
    app = Alone(view)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        assert app.table.burn_offered
        await pilot.press("u")
        assert set_of(app.table.pick.picked) in view.legal_burns()
        await pilot.pause()
        assert "can burn" in "\n".join(screen_lines(app))
        picked = app.table.pick.picked
        await pilot.press("enter")
        await until(pilot, lambda: app.answers)
    assert app.answers == [Action(Verb.BURN, picked)]


@pytest.mark.parametrize("key", ["n", "p"])
async def test_a_burn_is_declined(key):
    app = Alone(burn_view())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("w", "r", "y", "u", "z", "enter")
        assert app.table.asked and app.table.notice
        await pilot.press(key)
        await until(pilot, lambda: app.answers)
    assert app.answers == [None]


@pytest.mark.parametrize(("key", "verb"), [("r", Verb.REVOLT), ("n", Verb.NONE)])
async def test_the_question_of_revolution(key, verb):
    app = Alone(view_of("3*8 4*8 5*8 6*8 7777", asked=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("enter", "p", "u", "w")
        assert app.table.asked
        await pilot.press(key)
        await until(pilot, lambda: app.answers)
    assert app.answers == [Action(verb)]


async def test_nobody_is_asked_to_revolt_with_a_two():
    app = Alone(view_of("3*8 4*8 5*8 6*8 2222", asked=True))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.answers)
    assert app.answers == [Action(Verb.NONE)]


async def test_arrows_alone_pick_and_full_width_keys_are_read():
    app = Alone(view_of("444 66 K 2 x"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("up", "up", "right", "up", "down", "left", "up")
        assert format_cards(app.table.pick.picked) == "444"
        await pilot.press("Ｋ", "Z", "Ｓ")
        assert format_cards(app.table.pick.picked) == "x"
        await pilot.press("escape", "4", "space", "backspace", "minus")
        assert not app.table.pick.size


async def test_markup_and_small_terminals_do_no_harm():
    app = Alone(view_of("444 66 K 2 x"))
    async with app.run_test(size=(50, 12)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.resize_terminal(80, 24)
        await pilot.press("4")
        await pilot.pause()
        assert "[1]" in "\n".join(screen_lines(app))


@pytest.mark.parametrize(("language", "words"), [("en", "A 0 : 0 B"), ("zh", "甲 0 : 0 乙")])
async def test_an_observer_sees_teams_and_no_hand(language, words):
    view = View(CLASSIC, None)
    view.play = burn_view().play
    app = App()
    async with app.run_test(size=(80, 24)) as pilot:
        table = TableScreen(view, language, 0.0)
        await app.push_screen(table)
        await pilot.press("4", "p", "enter")
        await pilot.pause()
        await pilot.pause()
        shown = "\n".join(screen_lines(app))
        assert words in shown and not table.pick.size
        assert not any(word in shown for word in ("you", "ally", "hand", "rank key", "友", "手牌", "对头"))
        before = screen_lines(app)[10]
        await pilot.press("tab", "tab")
        await pilot.pause()
        turned = screen_lines(app)[10]
        side = {"en": "A", "zh": "甲"}[language]
        assert f"{side}1" in before and f"{side}3" in turned and f"{side}1" not in turned


def test_points_are_told_from_ones_own_side():
    scored = DealScored(3, (1, 4, 3, 6, 5, 2), (5, 2), (12, 7), ())
    assert "us+ 12 : 7 -them" in result(scored, "en", True, 0, 1).shown
    assert "us+ 7 : 12 -them" in result(scored, "en", True, 0, 2).shown
    assert "A 12 : 7 B" in result(scored, "en", True, 0, 0).shown
