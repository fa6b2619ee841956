"""What comes before the first set, step by step (RULES.md 5, 7, 8)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.actions import parse_action
from engine.cards import BIG, FULL_COUNTS, RANKS, SEATS, SMALL, TWO, parse_cards
from engine.deal import Deal
from engine.events import (
    Asked,
    Bought,
    Called,
    Cut,
    Dealt,
    Discarded,
    Drawn,
    FallsSettled,
    Kept,
    Paid,
    PlayBegan,
    Prepared,
    Rejected,
    Returned,
    RevolutionAnswered,
    ThreesShown,
)
from engine.phase import Phase
from engine.preparing import LastDeal, Setup
from engine.reasons import IllegalAction
from engine.rules import make_rules
from engine.tribute import Debt, payments

PLAIN = [(rank, "s") for rank in range(12) for _ in range(16)]
TOP = [(TWO, "s")] * 16 + [(SMALL, "")] * 4 + [(BIG, "")] * 4


def deck_of(drawer=1, **wanted):
    """A pack in drawing order, in which seats hold certain cards; all other 2s and jokers are seat 6's."""
    pool = [*PLAIN, *TOP]
    hands = {seat: [] for seat in SEATS}
    for name, text in wanted.items():
        for rank, number in enumerate(parse_cards(text)):
            for _ in range(number):
                card = next(each for each in pool if each[0] == rank)
                pool.remove(card)
                hands[int(name[1:])].append(card)
    hands[6] += [pool.pop() for _ in range(min(36 - len(hands[6]), sum(card[0] >= TWO for card in pool)))]
    for seat in SEATS:
        hands[seat] += [pool.pop() for _ in range(36 - len(hands[seat]))]
    return [hands[seat][turn] for turn in range(36) for seat in (*SEATS[drawer - 1 :], *SEATS[: drawer - 1])]


def begun(options, preset="classic", last=None, deck=None, first_deal=None, **more):
    rules = make_rules(preset, options)
    first = last is None if first_deal is None else first_deal
    setup = Setup(first, 1 if first else 0, (), 1 if first else 0, last, deck or deck_of(), **more)
    deal = Deal.prepared(rules, setup)
    return deal, deal.begin()


def do(deal, *texts):
    """Do actions, ``"SEAT VERB ..."`` each; returns all events."""
    found = []
    for text in texts:
        seat, _, rest = text.partition(" ")
        found += deal.apply(int(seat), parse_action(rest))
    return found


def of(events, kind):
    return [event for event in events if isinstance(event, kind)]


def everybody(verb="none", but=()):
    return [f"{seat} {verb}" for seat in SEATS if seat not in but]


def last(places, **more):
    return LastDeal(tuple(places), **more)


def test_a_plain_deal_asks_only_for_revolution_and_begins():
    deal, events = begun({})
    assert deal.phase is Phase.REVOLUTION and deal.turn is None and deal.to_answer == SEATS
    events += do(deal, *everybody())
    assert of(events, PlayBegan) == [PlayBegan(of(events, Drawn)[0].leader)]
    assert deal.phase is Phase.PLAY and deal.turn == of(events, PlayBegan)[0].leader


def test_answers_are_told_to_their_seat_alone_until_all_are_in():
    deal, _ = begun({})
    assert [type(event).__name__ for event in do(deal, "3 none")] == ["Answered"]
    with pytest.raises(IllegalAction):
        do(deal, "3 none")


def test_two_revolutions_make_the_deal_void():
    rich = {"c5": "2*16 xxxx XXXX"}
    deal, _ = begun({}, deck=deck_of(**rich))
    events = do(deal, "1 revolt", "2 revolt", "3 none", "4 none", "5 none", "6 none")
    assert of(events, RevolutionAnswered) == [RevolutionAnswered((1, 2), ())]
    assert deal.phase is Phase.VOID and deal.turn is None


def test_a_two_forbids_a_revolution():
    deal, _ = begun({}, deck=deck_of(c1="2"))
    with pytest.raises(IllegalAction) as refused:
        do(deal, "1 revolt")
    assert refused.value.reason.code.value == "not_allowed"


def test_a_revolutionary_is_out_and_the_next_seat_leads_for_him():
    deal, events = begun({}, deck=deck_of(c6="2*16 xxxx XXXX", c2="3*8"))
    leader = of(events, Drawn)[0].leader
    assert leader != 6
    events = do(deal, *everybody("none", but=(leader,)), f"{leader} revolt")
    assert deal.play.revolted == (leader,)
    assert of(events, PlayBegan)[0].leader == leader % 6 + 1
    assert sum(deal.hands[leader]) == 0


def test_a_redraw_is_for_first_deals_where_the_table_has_it():
    options = {"first_deal_redraw": True}
    deal, _ = begun(options, deck=deck_of(c6="2*16 xxxx XXXX"))
    events = do(deal, "1 redraw", *everybody(but=(1,)))
    assert of(events, RevolutionAnswered) == [RevolutionAnswered((), (1,))] and deal.phase is Phase.VOID
    for other in ({}, options):
        later, _ = begun(other, deck=deck_of(c6="2*16 xxxx XXXX"), last=last((1, 2, 3, 4, 5, 6)), first_deal=not other)
        with pytest.raises(IllegalAction):
            do(later, "1 redraw")


def test_a_revolution_lets_his_debts_lapse_and_no_others():
    seen = last((1, 2, 3, 4, 5, 6), opened=SEATS)
    deal, events = begun({}, preset="qingdao", last=seen, deck=deck_of(6, c1="2*16 xxxx XXXX"))
    events += do(deal, *everybody())
    assert of(events, Prepared)[0].debts == (("fall", 6, 1, 2), ("fall", 5, 2, 1))
    events = do(deal, "6 revolt", *everybody(but=(6,)))
    assert deal.preparing.public.debts == (("fall", 5, 2, 1),)


def test_advance_calls_are_asked_before_the_draw_and_stand_after_a_void_deal():
    deal, events = begun({}, preset="qingdao", deck=deck_of(c6="2*16 xxxx XXXX"))
    assert deal.phase is Phase.ADVANCE_CALLS and not of(events, Drawn)
    with pytest.raises(IllegalAction):
        do(deal, "1 call shown")
    events = do(deal, "2 call advance", *everybody(but=(2,)))
    assert of(events, Called) == [Called("advance", (2,))] and of(events, Drawn)
    assert deal.preparing.public.call_of(2) == "advance"
    again, events = begun({}, preset="qingdao", calls=((2, "advance"),), again=True)
    assert again.phase is Phase.REVOLUTION and of(events, Called) == [Called("advance", (2,))]


def test_the_greater_call_counts_and_nobody_calls_a_revolutionary():
    deal, _ = begun({}, preset="qingdao", deck=deck_of(c6="2*16 xxxx XXXX"))
    events = do(deal, "2 call advance", *everybody(but=(2,)), "1 revolt", *everybody(but=(1,)))
    (asked,) = [each for each in of(events, Asked) if each.phase == "shown_calls"]
    assert asked.seats == (2, 3, 5, 6)
    do(deal, "2 call shown", "3 call shown", "5 none", "6 none")
    assert [deal.preparing.public.call_of(seat) for seat in (2, 3, 5)] == ["advance", "shown", ""]


def test_the_first_drawers_opposite_cuts_and_the_draw_begins_below():
    deck = deck_of()
    deal, _ = begun({"cut": "ask"}, deck=deck)
    assert (deal.phase, deal.turn) == (Phase.CUT, 4)
    events = do(deal, "4 cut 6")
    hand = [0] * 15
    for rank, _suit in [*deck[6:], *deck[:6]][::6]:
        hand[rank] += 1
    assert of(events, Cut) == [Cut(4, 6)] and of(events, Dealt)[0].cards == tuple(hand)


def test_who_keeps_his_threes_back_does_not_lead_by_them():
    deck = deck_of(c2="33", c3="333")
    deal, events = begun({"show_threes": "ask"}, deck=deck)
    assert deal.phase is Phase.SHOW and of(events, Drawn)[0].leader == 0
    with pytest.raises(IllegalAction):
        do(deal, "3 show 3*16")
    events = do(deal, "2 show 33", *everybody(but=(2,)))
    assert of(events, ThreesShown) == [ThreesShown(((2, 2),), 2)] and deal.play.leader == 2


def test_the_last_two_of_a_team_say_who_is_last():
    seen = last((1, 2, 3, 5, 4, 6), opened=SEATS)
    deal, _ = begun({}, preset="qingdao", last=seen)
    assert (deal.phase, deal.to_answer) == (Phase.FALLS, (4, 6))
    events = do(deal, "4 fall 4", "6 fall 4")
    assert of(events, FallsSettled)[0].places == (1, 2, 3, 5, 6, 4)
    assert of(events, Prepared)[0].first_drawer == 4
    assert of(events, Prepared)[0].debts[0] == ("fall", 4, 1, 2)


def test_where_they_differ_the_order_of_play_stands():
    seen = last((1, 2, 3, 5, 4, 6), opened=SEATS)
    deal, _ = begun({}, preset="qingdao", last=seen)
    events = do(deal, "4 fall 4", "6 fall 6")
    assert of(events, FallsSettled)[0].places[-1] == 6


TRIBUTE = {"calls": [], "revolution": "off", "first_deal_redraw": False, "opening": "off"}


def at_tribute(places, deck, **options):
    seen = last(places, opened=SEATS)
    return begun({**TRIBUTE, "team_falls": "order", **options}, preset="qingdao", last=seen, deck=deck)


def test_tribute_is_paid_shown_returned_rejected_and_replaced():
    deck = deck_of(6, c1="5*12 7777", c6="X x 7*12 8*16", c2="2*16 xxx XXX")
    deal, events = at_tribute((1, 2, 3, 4, 5, 6), deck)
    assert [(each.seat, each.to) for each in of(events, Paid)] == [(6, 1)]
    assert (deal.phase, deal.turn) == (Phase.RETURN, 1)
    with pytest.raises(IllegalAction) as refused:
        do(deal, "1 return 5")
    assert refused.value.reason.code.value == "count"
    events = do(deal, "1 return 55")
    assert of(events, Returned) and deal.phase is Phase.REJECT and deal.to_answer == (6,)
    events = do(deal, "6 reject 55")
    (rejected,) = of(events, Rejected)
    must_take = [rank for rank in range(15) if rank != 2 and deal.hands[1][rank] and deal.hands[6][rank]]
    assert must_take and not rejected.lapsed
    assert (deal.phase, deal.turn) == (Phase.RETURN, 1)
    with pytest.raises(IllegalAction):
        do(deal, "1 return 55")


def test_what_came_back_is_kept_by_saying_no():
    deck = deck_of(6, c1="5*16", c6="X x 7*16 8*16", c2="2*16 xxx XXX")
    deal, _ = at_tribute((1, 2, 3, 4, 5, 6), deck)
    events = do(deal, "1 return 55", "6 none")
    assert of(events, Kept) and of(events, PlayBegan) and deal.hands[6][RANKS.index("5")] >= 2


@pytest.mark.parametrize(
    ("answers", "paid"),
    [
        (("5 agree", "1 agree"), [(5, 1)]),
        (("5 agree", "1 refuse"), []),
        (("5 refuse",), []),
        (("5 counter", "1 counter"), [(1, 5)]),
        (("5 counter", "1 agree"), [(1, 5)]),
        (("5 agree", "1 counter"), []),
    ],
)
def test_between_team_mates_both_must_agree(answers, paid):
    deck = deck_of(5, c5="2222", c1="XX", c6="2*12 xxxx XX")
    deal, _ = at_tribute((1, 2, 4, 6, 3, 5), deck, team_tribute="counter")
    events = do(deal, *answers)
    assert [(each.seat, each.to) for each in of(events, Paid) if each.seat % 2] == paid
    assert all(each.returned for each in of(events, Paid) if each.seat == 5)
    assert not any(each.returned for each in of(events, Paid) if each.seat == 1)


def test_counter_tribute_is_only_where_the_table_has_it():
    deal, _ = at_tribute((1, 2, 4, 6, 3, 5), deck_of(5, c5="2222"), team_tribute="agree")
    with pytest.raises(IllegalAction):
        do(deal, "5 counter")


def test_the_first_leader_has_cards_thrown_out_of_all_hands():
    deal, events = begun({"discard": ["both"], "revolution": "off"})
    leader = of(events, Drawn)[0].leader
    assert (deal.phase, deal.turn) == (Phase.DISCARD, leader)
    with pytest.raises(IllegalAction):
        do(deal, f"{leader} discard 3")
    events = do(deal, f"{leader} discard 34")
    (gone,) = of(events, Discarded)
    assert sum(gone.numbers) == 32 and not any(hand[0] or hand[1] for hand in deal.hands)
    assert deal.play.sizes[1:] == [36 - number for number in gone.numbers]


def test_only_who_needs_a_three_may_buy_one_and_only_the_deed_is_told():
    deck = deck_of(c4="3*8", c2="3*8 2222", c1="2")
    options = {"buy_threes": "player", "revolution": "off", "calls": [], "team_falls": "order"}
    deal, _ = begun(options, preset="biesan", deck=deck)
    assert deal.phase is Phase.BUYING and deal.to_answer == SEATS
    with pytest.raises(IllegalAction):
        do(deal, "4 buy")
    events = do(deal, "1 buy", *everybody(but=(1,)))
    (bought,) = of(events, Bought)
    assert (bought.seat, bought.to) == (1, 4) and sum(bought.cards) == 1
    assert [hand[0] for hand in deal.hands[1:]] == [1, 8, 0, 7, 0, 0]


HANDS = st.lists(st.tuples(*[st.integers(0, 2) for _ in FULL_COUNTS]), min_size=6, max_size=6)
DEBTS = st.lists(
    st.builds(
        Debt,
        st.sampled_from(["point", "burn", "fall", "stuck"]),
        st.sampled_from(SEATS),
        st.sampled_from(SEATS),
        st.integers(1, 4),
    ).filter(lambda debt: debt.payer != debt.to),
    max_size=6,
)


@given(HANDS, DEBTS)
@settings(max_examples=150, deadline=None)
def test_nothing_received_is_paid_on_and_who_pays_less_has_no_lawful_card_left(hands, debts):
    rules = make_rules("biesan")
    dealt = [(0,) * 15, *hands]
    paid = payments(rules, dealt, debts)
    left = [list(hand) for hand in dealt]
    for payment in paid:
        left[payment.payer] = [a - b for a, b in zip(left[payment.payer], payment.cards, strict=True)]
        assert not any(payment.cards[:TWO])
    assert all(number >= 0 for hand in left for number in hand)
    owed = {seat: sum(debt.cards for debt in debts if debt.payer == seat and debt.kind != "stuck") for seat in SEATS}
    for seat in SEATS:
        gave = sum(sum(payment.cards) for payment in paid if payment.payer == seat and payment.kind != "stuck")
        if gave < owed[seat]:
            assert not any(left[seat][TWO:]) or any(debt.kind == "stuck" for debt in debts)
