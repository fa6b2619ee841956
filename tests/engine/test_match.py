"""Random matches to their end: nobody stuck, no card lost, views true, nothing hidden told (RULES.md 1-10)."""

import random

import pytest

from engine.actions import Verb
from engine.bots import LEVELS
from engine.cards import SEATS
from engine.events import is_told
from engine.match import Match
from engine.round import Round
from engine.rules import make_rules
from engine.shuffle import Stream, seeded_key, shuffled_deck
from engine.tribute import debts_of_deal, points_due
from engine.view import View, project
from tests.playing import act, check_deals

RULES = [
    {},
    {"burn_check": "penalise"},
    {"wrong_follow": "pass"},
    {"two_for_one": True},
    {"brawl_close": "team"},
    {"two_gouji_count": 2, "scoring": "signed"},
    {"revolution": "third", "first_lead": "fours"},
    {"revolution": "off", "dead_gouji": False, "last_hand_locks_passers": False, "no_pair_of_threes": "fours"},
    {"preset": "qingdao"},
    {"preset": "biesan"},
    {"preset": "qingdao", "cut": "ask", "show_threes": "ask", "discard": ("threes", "both"), "team_tribute": "counter",
     "fall_without_lawful": "highest", "overturn_double": True, "point_returned": True, "sweep_tribute": True},
    {"preset": "biesan", "buy_threes": "player", "burn_check": "penalise", "burn_requires_opened": True,
     "reopen": "always", "calls": ("advance", "shown"), "scoring": "signed", "point_limit": 9},
]


@pytest.mark.soak
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("options", RULES, ids=str)
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_deals_by_the_thousand_end_with_views_true(options, level):
    check_deals(options, level, seed=11, deals=125)


@pytest.mark.parametrize("options", RULES, ids=str)
@pytest.mark.parametrize("level", ["random", "greedy"])
def test_deals_end_with_views_true_at_every_event(options, level):
    check_deals(options, level, seed=7, deals=4)


def test_hidden_cards_of_others_change_nothing_that_a_seat_is_told():
    """The first hand alone decides what seat 1 is told: others' hands exchanged, the events stay the same."""
    told = []
    for swap in (False, True):
        match = Match(make_rules("classic"), lambda deal, attempt: seeded_key(3, deal, attempt), deals=1)
        began = match.begin()
        if swap:
            hands = match.deal.hands
            hands[3], hands[5] = hands[5], hands[3]
        events = [each for each in began if is_told(each, 1)]
        for seat in (6, 5, 4, 3, 2):
            events += [
                e for e in match.apply(seat, LEVELS["greedy"](project(match, seat), None)) if is_told(e, None)
            ]
        told.append((events, project(match, 1).known()))
    assert told[0] == told[1]


def test_the_deck_of_a_key_is_the_same_for_ever():
    deck = shuffled_deck(bytes(range(32)))
    text = "".join("3456789TJQKA2xX"[rank] + suit for rank, suit in deck[:12])
    assert text == "9hJc8s6dx8dKsJh7h5hAcTs"
    assert len(deck) == 216


def test_a_stream_is_uniform_enough_and_keeps_its_bound():
    stream = Stream(bytes(32), "test")
    numbers = [stream.below(6) for _ in range(6000)]
    assert set(numbers) == set(range(6))
    assert all(850 < numbers.count(each) < 1150 for each in range(6))


def test_a_random_player_reaches_every_verb_of_play():
    rules = make_rules("classic", {"burn_check": "penalise"})
    match = Match(rules, lambda deal, attempt: seeded_key(1, deal, attempt), deals=30)
    rng, seen = random.Random(5), set()
    views = {seat: View(match.rules, seat) for seat in SEATS}

    def noting(view, rng):
        action = LEVELS["random"](view, rng)
        if action is not None:
            seen.add(action.verb)
        return action

    while not match.over:
        for event in act(match, views, rng, noting):
            for seat, view in views.items():
                if is_told(event, seat):
                    view.apply(event)
    assert {Verb.PLAY, Verb.PASS, Verb.YIELD, Verb.BURN, Verb.WIND, Verb.AGREE, Verb.REFUSE} <= seen


def test_a_reopened_deal_is_opened_by_the_next_of_who_last_turned_a_card_jokers_passed_on():
    """RULES.md 7: the right of a turned joker passes on, so who turned last may be another than the opener."""
    rules = make_rules("classic", {"reopen": "always"})
    seen = set()
    for seed in range(400):
        match = Match(rules, lambda deal, attempt, seed=seed: seeded_key(seed, deal, attempt), deals=2)
        match._first_drawer(0)
        jokers = len(match._turned) - 1
        last_turned = (match.opener + jokers - 1) % 6 + 1
        match.places = (1, 3, 5, 2, 4, 6)
        match._first_drawer(0)
        assert match.opener == last_turned % 6 + 1
        seen.add(jokers)
    assert {0, 1} <= seen


def test_point_tributes_of_a_sweep_count_for_the_game_and_are_not_paid():
    """RULES.md 8, 10: after a sweep nothing is owed, but six tributes against a sweep make the game drawn."""
    rules = make_rules("biesan")
    assert sum(debt.cards for debt in points_due(rules, (1, 2, 3), {}, ())) == 3
    assert debts_of_deal(rules, (1, 3, 5, 2, 4, 6), (1, 2, 3), {}, ()) == []


def test_a_copy_of_a_round_shares_no_list_with_it():
    play = Round(make_rules("biesan"), [36] * 6, 1)
    twin = play.copy()
    assert twin.public() == play.public()
    for name in Round.__slots__:
        value = getattr(play, name)
        assert not isinstance(value, list) or getattr(twin, name) is not value, name
