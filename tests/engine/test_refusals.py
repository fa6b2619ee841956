"""A refusal with several grounds names the one that holds (RULES.md 3-6)."""

import pytest

from engine.actions import parse_action
from engine.cards import parse_cards
from engine.phase import Phase
from engine.position import Reader
from engine.preparation import Preparation
from engine.reasons import Case, Code
from engine.referee import set_up
from engine.rules import make_rules

GOUJI = {"hands": {"1": "QQQ 44 5", "2": "KKK 7", "4": "AAA 6"}, "actions": ["1 play QQQ"]}
ORDINARY = {"hands": {"1": "99 44"}, "actions": ["1 play 99"]}
BOTH_PASSED = {"hands": {"1": "99 44"}, "actions": ["1 play 99", "2 pass", "3 pass"]}
BRAWL = {"hands": {"1": "QQQ 44", "3": "KKK 5"}, "out": [2, 5], "actions": ["1 play QQQ"]}
HEADLESS = {"hands": {"1": "QQQ 44", "4": "", "2": "KKK 7"}, "out": [4], "actions": ["1 play QQQ"]}
LAST = {"hands": {"1": "9"}, "actions": ["1 play 9"]}


@pytest.mark.parametrize(
    ("position", "act", "case"),
    [
        ({}, "2 burn 33", Case.BURN_LEAD),
        (ORDINARY, "3 burn 99", Case.BURN_ORDINARY),
        (BRAWL, "3 burn KKK", Case.BURN_BRAWL),
        ({**GOUJI, "hands": {"1": "QQ X 4"}, "actions": ["1 play QQ+X"], "options": {"two_for_one": True}},
         "2 burn 33", Case.BURN_DEAD),
        ({**HEADLESS, "out": [4, 3], "hands": {"1": "4", "2": "KKK 7", "6": "QQQ 5"}, "lead": 6, "actions": []},
         "2 burn KKK", Case.BURN_LEAD),
        (HEADLESS, "2 burn KKK", Case.BURN_OF_HEADLESS),
        (GOUJI, "1 burn 44", Case.BURN_OWN),
        (GOUJI, "4 burn AAA", Case.BURN_OPPOSITES),
        ({**GOUJI, "out": [5]}, "2 burn KKK", Case.BURN_HEADLESS),
        ({**GOUJI, "out": [5]}, "5 burn KKK", Case.BURN_OUT),
        ({**GOUJI, "preset": "qingdao", "options": {"burn_requires_opened": True}}, "2 burn KKK", Case.BURN_SHUT),
        (GOUJI, "4 yield", Case.YIELD_GOUJI),
        (BRAWL, "3 yield", Case.YIELD_BRAWL),
        (ORDINARY, "2 yield", Case.YIELD_NOT_OPPOSITE),
        ({**BOTH_PASSED, "actions": [*BOTH_PASSED["actions"], "4 yield", "5 pass", "6 pass"]}, "4 yield",
         Case.YIELD_TWICE),
        ({**ORDINARY, "hands": {"1": "33 44", "6": "44 55", "2": "7", "3": "7", "4": "7"}, "lead": 5,
          "actions": ["5 play 33", "6 pass", "1 pass"]}, "2 yield", None),
        ({}, "1 wind", Case.WIND_LEAD),
        (ORDINARY, "2 wind", Case.WIND_NO_LAST_HAND),
        ({**LAST, "actions": ["1 play 9", "2 pass"]}, "3 wind", Case.WIND_ACTED),
        (LAST, "2 wind", None),
        ({"lead": 4, "hands": {"4": "44 5"}}, "4 renounce", Case.NO_DEAD_GOUJI),
    ],
)
def test_the_ground_that_holds_is_named(position, act, case):
    deal = set_up(Reader({"id": "E1", **position}))
    seat, _, action = act.partition(" ")
    reason = deal.why_not(int(seat), parse_action(action))
    assert (None if reason is None else reason.args.get("case")) == case


def test_big_jokers_wanted_are_told_with_the_small_ones_they_stand_over():
    position = {"hands": {"1": "77 xx 4", "4": "99 2 X 5"}, "actions": ["1 play 77+xx"]}
    reason = set_up(Reader({"id": "E1", **position})).why_not(4, parse_action("play 99+2X"))
    assert reason is not None and reason.code is Code.NEEDS_BIG_JOKER
    assert reason.args == {"need": 2, "have": 1, "small": 2}


@pytest.mark.parametrize(
    ("phase", "options", "hand", "act", "case"),
    [
        (Phase.ADVANCE_CALLS, {}, "3 4 2", "call shown", Case.OTHER_CALL),
        (Phase.SHOWN_CALLS, {}, "3 4 2", "call advance", Case.OTHER_CALL),
        (Phase.SHOW, {}, "333 4", "show 3", Case.SHOW_THREES),
        (Phase.SHOW, {}, "333 4", "show 44", Case.SHOW_THREES),
        (Phase.AGREEMENT, {"team_tribute": "agree"}, "3 4", "counter", Case.NO_COUNTER),
        (Phase.FALLS, {}, "", "fall 4", Case.FALL_OF_ANOTHER),
        (Phase.DISCARD, {}, "3 4", "discard 3", Case.NO_SUCH_DISCARD),
        (Phase.REVOLUTION, {"revolution": "off"}, "3 4", "revolt", Case.REVOLT_OFF),
        (Phase.REVOLUTION, {}, "3 4 2", "revolt", Case.NO_REVOLT),
        (Phase.REVOLUTION, {"first_deal_redraw": True}, "3 4 x", "redraw", Case.NO_REDRAW),
        (Phase.BUYING, {}, "3 4", "buy", Case.BUY_HELD),
    ],
)
def test_before_the_first_set_the_ground_is_named_too(phase, options, hand, act, case):
    before = Preparation()
    before.phase, before.seats, before.first_deal = phase, (1, 2, 3), True
    rules = make_rules("qingdao", options)
    cards = parse_cards(hand) if hand else (0,) * 15
    reason = before.why_not(rules, cards, cards[0], 1, False, parse_action(act))
    assert reason is not None and reason.args.get("case") == case
    other = before.why_not(rules, cards, cards[0], 5, False, parse_action(act))
    assert other is not None and other.args.get("case") == Case.NOT_ASKED
