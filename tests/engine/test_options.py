"""Every preset, and every pair of options' values, played to the end with all invariants (RULES.md 13)."""

import itertools
import random

import pytest

from engine.rules import RulesError
from tests.playing import check_deals, rules_of

VALUES = {
    "joker_cut": ("next", "self"),
    "cut": ("auto", "ask"),
    "first_lead": ("threes", "fours"),
    "show_threes": ("auto", "ask"),
    "no_pair_of_threes": ("most", "fours"),
    "reopen": ("never", "without_points", "always"),
    "first_deal_redraw": (False, True),
    "two_gouji_count": (1, 2),
    "two_for_one": (False, True),
    "wrong_follow": ("reject", "pass"),
    "burn_check": ("enforce", "penalise"),
    "burn_requires_opened": (False, True),
    "dead_gouji": (False, True),
    "last_hand_locks_passers": (False, True),
    "team_falls": ("order", "agree"),
    "brawl_close": ("all", "team"),
    "revolution": ("off", "fourth", "third"),
    "opening": ("off", "any", "no_big_joker", "natural"),
    "calls": ((), ("advance",), ("shown",), ("advance", "shown")),
    "overturn_double": (False, True),
    "tribute_order": ((), ("point", "fall"), ("point", "burn", "fall", "stuck"), ("stuck", "fall", "burn", "point")),
    "point_returned": (False, True),
    "point_without_lawful": ("none", "highest"),
    "others_returned": (False, True),
    "fall_without_lawful": ("none", "highest"),
    "team_tribute": ("none", "agree", "counter"),
    "sweep_tribute": (False, True),
    "discard": ((), ("threes",), ("fours", "both")),
    "last_threes": (False, True),
    "buy_threes": ("off", "auto", "player"),
    "scoring": ("positive", "signed", "none"),
    "sweep_ends_game": (False, True),
    "point_limit": (0, 1, 6),
    "seating": ("free", "draw"),
    "ordering": ("off", "order", "advice"),
    "report": ("none", "asked", "shown", "always"),
}
NAMES = tuple(VALUES)
TRIES = 12
"""Random completions of a row among which the one that covers most is taken."""


def lawful(row):
    """Whether a table may have these options together."""
    try:
        rules_of(row)
    except RulesError:
        return False
    return True


def pairs_of(row):
    """All pairs of (option, value) in a row."""
    return set(itertools.combinations(tuple((name, row[name]) for name in NAMES), 2))


def completed(fixed, rng):
    """A lawful row with the fixed values and random others, or None."""
    for _ in range(200):
        row = {name: fixed.get(name, rng.choice(VALUES[name])) for name in NAMES}
        if row["opening"] == "off" and "opening" not in fixed and rng.random() < 0.8:
            row["opening"] = "any"
        if row["buy_threes"] != "off" and "last_threes" not in fixed:
            row["last_threes"] = True
        if row["last_threes"] and "discard" not in fixed:
            row["discard"] = ()
        if lawful(row):
            return row
    return None


def covering_rows():
    """Rows in which every lawful pair of values occurs; and the pairs that no table may have."""
    rng = random.Random(1)
    wanted = {
        ((one, a), (two, b))
        for one, two in itertools.combinations(NAMES, 2)
        for a in VALUES[one]
        for b in VALUES[two]
    }
    rows, unlawful = [], set()
    while wanted:
        pair = min(wanted, key=repr)
        found = [row for _ in range(TRIES) if (row := completed(dict(pair), rng)) is not None]
        if not found:
            wanted.discard(pair)
            unlawful.add(pair)
            continue
        best = max(found, key=lambda row: len(pairs_of(row) & wanted))
        rows.append(best)
        wanted -= pairs_of(best)
    return rows, unlawful


ROWS, UNLAWFUL = covering_rows()


def test_no_pair_is_left_out_but_those_that_the_table_of_options_forbids():
    assert {(one[0], two[0]) for one, two in UNLAWFUL} <= {
        ("burn_requires_opened", "opening"),
        ("opening", "calls"),
        ("discard", "last_threes"),
        ("last_threes", "ordering"),
        ("buy_threes", "ordering"),
        ("discard", "buy_threes"),
        ("last_threes", "buy_threes"),
        ("tribute_order", "point_limit"),
    }


@pytest.mark.parametrize("number", range(len(ROWS)))
@pytest.mark.parametrize(("level", "deals"), [("random", 8), ("greedy", 2)])
def test_deals_of_any_lawful_mixture_end_with_views_true(number, level, deals):
    check_deals(ROWS[number], level, seed=number, deals=deals)


@pytest.mark.parametrize("preset", ["classic", "qingdao", "biesan"])
@pytest.mark.parametrize(("level", "part"), [("random", 1), ("random", 2), ("greedy", 3), ("greedy", 4)])
def test_a_hundred_deals_of_each_preset(preset, level, part):
    check_deals({"preset": preset}, level, seed=part, deals=25)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("preset", ["classic", "qingdao", "biesan"])
@pytest.mark.parametrize("level", ["random", "greedy", "expert"])
def test_deals_of_each_preset_by_the_thousand(preset, level):
    check_deals({"preset": preset}, level, seed=99, deals=1000)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("number", range(len(ROWS)))
def test_deals_of_any_lawful_mixture_by_the_hundred(number):
    check_deals(ROWS[number], "random", seed=1000 + number, deals=100)
