"""Ordering 挑牌 on the screen and in lines: a hand is laid open, a partner fixes the order (RULES.md 11)."""

import pytest

from engine.actions import Action, Verb, parse_action
from engine.cards import parse_cards
from engine.events import HandLaid, OrderFixed, Played
from engine.round import Round
from engine.rules import make_rules
from engine.sets import set_of
from engine.view import View
from gouji_tui.plain import PlainTable
from tests.tui.test_table_screen import Alone, screen_lines, until

RULES = make_rules("classic", {"ordering": "order"})
SETS = tuple(set_of(parse_cards(cards)) for cards in ("44", "99", "66"))


def view_at(leader, *steps):
    view = View(RULES, 1)
    view.hand = list(parse_cards("44 66 99"))
    view.play = Round(RULES, [6, 20, 20, 20, 20, 20], leader)
    for step in steps:
        view.play.apply(step)
    return view


async def test_e_lays_the_hand_open_for_the_partner_chosen():
    app = Alone(view_at(1))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("e", "2")
        await until(pilot, lambda: app.answers)
        assert app.answers == [parse_action("order by 5 44 66 99")]


async def test_who_does_not_lay_open_after_all_leads_as_before():
    app = Alone(view_at(1))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("e", "5")
        await until(pilot, lambda: not app.table.question.is_open)
        await pilot.press("4", "enter")
        await until(pilot, lambda: app.answers)
        assert app.answers == [parse_action("play 4")]


async def test_more_than_one_set_of_a_rank_is_laid_open_by_typing_them():
    app = Alone(view_at(1))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.pause()
        assert "E lay" in "\n".join(screen_lines(app)), "the action bar leads there"
        await pilot.press("e", "3")
        await until(pilot, lambda: app.table.sets.is_open)
        assert app.table.sets.value == "44 66 99"
        await pilot.press(*["backspace"] * 5, "7", "enter")
        await until(pilot, lambda: "whole hand" in app.table.notice)
        assert app.table.sets.is_open and not app.answers
        await pilot.press(*["backspace"] * 6, *"9 66 4 4 9", "enter")
        await until(pilot, lambda: app.answers)
        assert app.answers == [parse_action("order by 3 9 66 4 4 9")] and not app.table.sets.is_open


async def test_any_order_is_typed_and_who_leaves_the_line_is_asked_again():
    app = Alone(view_at(3, HandLaid(3, 1, SETS)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked and app.table.question.is_open)
        answers = len(app.table.question.question.answers)
        await pilot.press(str(answers))
        await until(pilot, lambda: app.table.sets.is_open)
        await pilot.press("escape")
        await until(pilot, lambda: app.table.question.is_open)
        await pilot.press("up", "enter")
        await until(pilot, lambda: app.table.sets.is_open)
        await pilot.press(*["backspace"] * 8, *"99 66 x", "enter")
        await until(pilot, lambda: app.table.notice)
        await pilot.press("backspace", *"44", "enter")
        await until(pilot, lambda: app.answers)
        assert app.answers == [parse_action("order 99 66 44")]


@pytest.mark.parametrize(("key", "order"), [("1", "44 99 66"), ("2", "44 66 99"), ("3", "99 66 44")])
async def test_the_partner_chooses_an_order_from_the_list(key, order):
    app = Alone(view_at(3, HandLaid(3, 1, SETS)))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked and app.table.question.is_open)
        await pilot.pause()
        assert "lies open" in "\n".join(screen_lines(app))
        await pilot.press(key)
        await until(pilot, lambda: app.answers)
        assert app.answers == [parse_action(f"order {order}")]


async def test_the_next_set_of_the_order_is_picked_and_enter_plays_it():
    app = Alone(view_at(1, HandLaid(1, 3, SETS), OrderFixed(3, SETS), Played(1, SETS[0], False)))
    view = app.table.view
    view.hand = list(parse_cards("66 99"))
    view.play.top, view.play.pending = None, []
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("enter")
        await until(pilot, lambda: app.answers)
        assert app.answers == [Action(Verb.PLAY, parse_cards("99"))]


def test_in_lines_any_order_is_typed():
    said = []
    view = view_at(3, HandLaid(3, 1, SETS))
    table = PlainTable("en", lambda: "order 99 44 66", said.append)
    assert table.ask(view, None) == parse_action("order 99 44 66")
    assert any("lies open" in line for line in said)
