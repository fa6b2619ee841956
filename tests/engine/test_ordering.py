"""Ordering 挑牌, advice 留牌 and seats by lot (RULES.md 7, 11)."""

import random
from collections import Counter

import pytest

from engine.actions import Action, ActionError, Verb, parse_action
from engine.bots import LEVELS
from engine.cards import SEATS, parse_cards, partners
from engine.deal import Deal
from engine.draw import seats_drawn
from engine.events import HandShown, Suggested, audience, is_told
from engine.match import Match
from engine.ordering import as_laid
from engine.phase import Phase
from engine.reasons import Code, IllegalAction
from engine.rules import make_rules
from engine.shuffle import Stream, seeded_key
from engine.view import View
from tests.playing import act

ORDER = make_rules("classic", {"ordering": "order"})
ADVICE = make_rules("classic", {"ordering": "advice"})
MANY = "333444555666777888999TTJQKA"


def deal_of(first, rules=ORDER, others=MANY, leader=1, **hands):
    seats = {1: first, **{int(name[1:]): cards for name, cards in hands.items()}}
    return Deal(rules, [parse_cards(seats.get(seat, others)) for seat in SEATS], leader)


def do(deal, *steps):
    events = []
    for seat, text in steps:
        events += deal.apply(seat, parse_action(text))
    return events


def why(deal, seat, text):
    reason = deal.why_not(seat, parse_action(text))
    return reason and reason.code


def test_a_partner_fixes_the_order_and_the_sets_are_led_one_after_another():
    deal = deal_of("446699")
    do(deal, (1, "order by 3 66 44 99"))
    assert (deal.phase, deal.turn) == (Phase.ORDER, 3)
    assert why(deal, 1, "play 66") is Code.NOT_YOUR_TURN
    do(deal, (3, "order 99 66 44"))
    assert (deal.phase, deal.turn) == (Phase.PLAY, 1)
    assert why(deal, 1, "play 66") is Code.ORDER_FIXED
    assert [each.text() for each in deal.legal_sets(1)] == ["99"]
    do(deal, (1, "play 99"), *((seat, "pass") for seat in (2, 3, 4, 5, 6)))
    assert why(deal, 1, "play 44") is Code.ORDER_FIXED and why(deal, 1, "play 66") is None


def test_as_soon_as_one_is_beaten_the_unplayed_sets_go_back():
    deal = deal_of("4466AA")
    do(deal, (1, "order by 5 44 66 AA"), (5, "order 44 66 AA"), (1, "play 44"), (2, "play 55"))
    assert deal.play.plan == ()
    do(deal, *((seat, "pass") for seat in (3, 4, 5, 6)), (1, "play AA"))
    assert deal.play.top.text() == "AA"


@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [
        (2, "order by 4 33", Code.NOT_YOUR_TURN),
        (1, "order by 2 44 66 AA", Code.ORDER_PARTNER),
        (1, "order by 1 44 66 AA", Code.ORDER_PARTNER),
        (1, "order by 3 44 66", Code.ORDER_WHOLE_HAND),
        (1, "order by 3 44 66 AA K", Code.ORDER_WHOLE_HAND),
        (1, "order 44 66 AA", Code.ORDER_PARTNER),
    ],
)
def test_what_may_not_be_laid_open(seat, text, code):
    assert why(deal_of("4466AA"), seat, text) is code


def test_only_the_partner_named_orders_and_only_what_lies_open():
    deal = deal_of("4466AA")
    do(deal, (1, "order by 3 44 66 AA"))
    assert why(deal, 5, "order 44 66 AA") is Code.NOT_YOUR_TURN
    assert why(deal, 3, "order 44 66") is Code.ORDER_SAME_SETS
    assert why(deal, 3, "order by 1 44 66 AA") is Code.ORDER_SAME_SETS
    assert why(deal, 3, "pass") is Code.WRONG_PHASE
    assert deal.why_not(3, as_laid(deal.play, first_deal=False)) is None
    with pytest.raises(IllegalAction):
        deal.apply(1, parse_action("order by 3 44 66 AA"))


def test_an_answer_or_a_table_without_ordering_lays_nothing_open():
    deal = deal_of("4466AA")
    do(deal, (1, "play 44"))
    assert why(deal, 2, "order by 4 333") is Code.ORDER_NOT_ALLOWED
    plain = deal_of("4466AA", make_rules("classic"))
    assert why(plain, 1, "order by 3 44 66 AA") is Code.NOT_ALLOWED


def test_the_first_set_of_a_first_deal_stays_fours_where_fours_lead():
    rules = make_rules("classic", {"ordering": "order", "first_lead": "fours"})
    hands = [parse_cards("4466AA"), *[parse_cards(MANY)] * 5]
    deal = Deal(rules, hands, 1, first_deal=True)
    do(deal, (1, "order by 3 66 44 AA"))
    assert why(deal, 3, "order 66 44 AA") is Code.FIRST_LEAD_FOURS
    assert [each.text() for each in as_laid(deal.play, first_deal=True).sets] == ["44", "66", "AA"]


def test_partners_alone_see_a_hand_of_ten_and_suggest_to_it_alone():
    deal = deal_of("44556677889", ADVICE)
    events = do(deal, (1, "play 9"))
    shown = [each for each in events if isinstance(each, HandShown)]
    assert [(each.seat, audience(each)) for each in shown] == [(1, (3, 5))]
    do(deal, *((seat, "pass") for seat in (2, 3, 4, 5, 6)))
    assert why(deal, 2, "order 44 55") is Code.NOT_ALLOWED
    (said,) = do(deal, (5, "order 88 44"))
    assert isinstance(said, Suggested) and set(audience(said)) == {1, 5}
    assert deal.turn == 1 and deal.why_not(1, parse_action("play 44")) is None


def test_the_text_form_reads_back():
    for text in ("order by 3 44 777+2x X", "order 3", "order 3 3 3"):
        assert parse_action(text).text() == text
    for wrong in ("order", "order by", "order by 7 33", "order by 3", "order 34", "order " + "3 " * 37):
        with pytest.raises(ActionError):
            parse_action(wrong)


def test_three_red_and_three_black_each_way_as_often():
    teams = Counter()
    for seed in range(2000):
        seats = seats_drawn(Stream(seeded_key(seed, 1, 1), "seats"))
        assert sorted(seats.values()) == list(SEATS)
        teams[tuple(seats[chair] % 2 for chair in SEATS)] += 1
    assert len(teams) == 20
    assert all(60 <= number <= 145 for number in teams.values())  # 100 each, within 4.6 standard deviations


def test_seats_are_drawn_only_where_the_rules_say_so():
    for option, drawn in (("free", 0), ("draw", 6)):
        match = Match(make_rules("classic", {"seating": option}), lambda deal, attempt: seeded_key(1, deal, attempt))
        assert len(match.seats_drawn()) == drawn


def test_partners_are_the_two_of_ones_team():
    assert [partners(seat) for seat in SEATS] == [(3, 5), (4, 6), (5, 1), (6, 2), (1, 3), (2, 4)]


def test_random_players_order_now_and_then():
    match = Match(ORDER, lambda deal, attempt: seeded_key(5, deal, attempt), deals=3)
    views = {seat: View(ORDER, seat) for seat in (None, *SEATS)}
    rng, done = random.Random(1), Counter()
    def bot(view, rng):
        action = LEVELS["random"](view, rng)
        done[action and action.verb] += 1
        return action

    while not match.over:
        for event in act(match, views, rng, bot):
            for seat, view in views.items():
                if is_told(event, seat):
                    view.apply(event)
    assert done[Verb.ORDER] > 2


def test_an_action_is_the_same_however_it_was_made():
    assert parse_action("order by 3 44") == Action(Verb.ORDER, number=3, sets=parse_action("order 44").sets)
