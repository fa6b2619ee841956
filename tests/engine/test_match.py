"""Random matches to their end: nobody stuck, no card lost, views true, nothing hidden told (RULES.md 1-10)."""

import random

import pytest

from engine.actions import CLOSE, Verb
from engine.bots import LEVELS
from engine.cards import FULL_COUNTS, SEATS
from engine.deal import Phase
from engine.events import Discarded, Drawn, Played, audience
from engine.match import Match, NotPlayable
from engine.rules import make_rules
from engine.shuffle import Stream, seeded_key, shuffled_deck
from engine.view import View, project

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


def act(match, views, rng, bot):
    """Let bots over views decide once; returns the events."""
    deal = match.deal
    if match.between:
        return match.begin()
    if deal.to_answer:
        seat = deal.to_answer[0]
        return match.apply(seat, bot(views[seat], rng))
    for seat in deal.burn_window:
        assert deal.offered(seat) == bool(views[seat].legal_burns())
        if deal.offered(seat):
            action = bot(views[seat], rng)
            if action is not None:
                return match.apply(seat, action)
    if deal.phase is Phase.CLOSING:
        return match.apply(0, CLOSE)
    return match.apply(deal.turn, bot(views[deal.turn], rng))


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


def check_deals(options, level, seed, deals):
    chosen = dict(options)
    rules = make_rules(chosen.pop("preset", "classic"), chosen)
    rng = random.Random(str((options, level)))
    match = Match(rules, lambda deal, attempt: seeded_key(seed, deal, attempt), deals=deals)
    views = {seat: View(rules, seat) for seat in (None, *SEATS)}
    played, thrown = [0] * 15, []
    decisions = 0
    while not match.over:
        events = act(match, views, rng, LEVELS[level])
        for event in events:
            for seat, view in views.items():
                if audience(event) in (None, seat):
                    view.apply(event)
            if isinstance(event, Played):
                played = [a + b for a, b in zip(played, event.card_set.counts(), strict=True)]
        for seat, view in views.items():
            assert view.known() == project(match, seat).known()
        deal = match.deal
        if any(isinstance(event, Drawn) for event in events):
            played, thrown = [0] * 15, []
        for event in events:
            if isinstance(event, Discarded):
                thrown = [rank for rank in (0, 1) if str(rank + 3) in event.what]
        drawn = deal.phase not in (Phase.FALLS, Phase.ADVANCE_CALLS, Phase.CUT)
        if drawn and not deal.play.revolted and not deal.void:
            held = [sum(hand[rank] for hand in deal.hands) for rank in range(15)]
            full = [0 if rank in thrown else number for rank, number in enumerate(FULL_COUNTS)]
            assert [a + b for a, b in zip(held, played, strict=True)] == full
            assert [sum(hand) for hand in deal.hands[1:]] == deal.play.sizes[1:]
        decisions += 1
        assert decisions < 2000 * deals, "nobody may be stuck"
        if deal.phase is Phase.OVER:
            assert sorted(match.places) == list(SEATS)


def test_hidden_cards_of_others_change_nothing_that_a_seat_is_told():
    """The first hand alone decides what seat 1 is told: others' hands exchanged, the events stay the same."""
    told = []
    for swap in (False, True):
        match = Match(make_rules("classic"), lambda deal, attempt: seeded_key(3, deal, attempt), deals=1)
        began = match.begin()
        if swap:
            hands = match.deal.hands
            hands[3], hands[5] = hands[5], hands[3]
        events = [each for each in began if audience(each) in (None, 1)]
        for seat in (6, 5, 4, 3, 2):
            events += [
                e for e in match.apply(seat, LEVELS["greedy"](project(match, seat), None)) if audience(e) is None
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


def test_what_a_table_does_not_play_yet_is_refused_by_name():
    with pytest.raises(NotPlayable) as refused:
        Match(make_rules("classic", {"ordering": "advice"}), lambda deal, attempt: bytes(32))
    assert refused.value.option == "ordering"


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
                if audience(event) in (None, seat):
                    view.apply(event)
    assert {Verb.PLAY, Verb.PASS, Verb.YIELD, Verb.BURN, Verb.WIND, Verb.AGREE, Verb.REFUSE} <= seen
