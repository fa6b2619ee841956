"""The one check of actions of play: public state and the acting hand in, a reason out (RULES.md 2-6, 8).

A host's deal and a client's view ask the same functions, so their answers are the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action, Verb
from engine.cards import BIG, FOUR, SMALL, contains, opposite, seats_after
from engine.ordering import why_not_order
from engine.reasons import Case, Code, Reason
from engine.round import Round
from engine.sets import NO_SETS, CardSet, LegalSets, can_sustain, set_of, why_not_beats, why_not_threes

_WRONG_ANSWERS = frozenset(
    {
        Code.MIXED_RANKS,
        Code.COUNT,
        Code.RANK,
        Code.NEEDS_BIG_JOKER,
        Code.DEAD,
        Code.BURN_NEEDS_JOKER,
        Code.BURN_UNSUSTAINABLE,
        Code.THREES_BARE,
        Code.THREES_LAST,
        Code.THREES_WHOLE,
    }
)
"""What ``wrong_follow = "pass"`` turns into a pass (RULES.md 3)."""


def why_not(play: Round, hand: Sequence[int], seat: int, action: Action, *, first_deal: bool = False) -> Reason | None:
    """Return why ``seat`` (1-6), holding ``hand``, may not do ``action`` now; None where it may.

    Args:
        play: the public state.
        hand: the fifteen counts of that seat.
        seat: who acts.
        action: an action of play.
        first_deal: whether the first set must be of fours where ``first_lead`` is ``"fours"`` (RULES.md 7).
    """
    verb = action.verb
    if play.over:
        return Reason(Code.OVER)
    if verb is Verb.RENOUNCE:
        return _why_not_renounce(play, seat)
    if verb is Verb.BURN:
        return _why_not_burn(play, hand, seat, action)
    if verb is Verb.ORDER:
        return why_not_order(play, hand, seat, action, first_deal=first_deal)
    if play.closing:
        return Reason(Code.CLOSING)
    if play.orderer:
        if seat != play.orderer:
            return Reason(Code.NOT_YOUR_TURN, turn=play.orderer)
        return Reason(Code.WRONG_PHASE)
    if play.wind_seat:
        if seat != play.wind_pending[0]:
            return Reason(Code.NOT_YOUR_TURN, turn=play.wind_pending[0])
        return None if verb in (Verb.AGREE, Verb.REFUSE) else Reason(Code.WRONG_PHASE)
    if verb is Verb.PLAY:
        return _why_not_play(play, hand, seat, action, first_deal)
    turn = play.turn
    if verb is Verb.WIND and (play.top is None or (seat == turn and not play.may_wind)):
        return Reason(Code.WIND_NOT_ALLOWED, case=_no_wind(play))
    if seat != turn:
        return Reason(Code.NOT_YOUR_TURN, turn=turn or 0)
    if verb in (Verb.PASS, Verb.YIELD) and play.top is None:
        return Reason(Code.MUST_LEAD)
    if verb is Verb.YIELD and not play.may_yield:
        return Reason(Code.YIELD_NOT_ALLOWED, case=_no_yield(play, seat))
    return None if verb in (Verb.PASS, Verb.YIELD, Verb.WIND) else Reason(Code.WRONG_PHASE)


def _why_not_renounce(play: Round, seat: int) -> Reason | None:
    if (
        opposite(seat) not in play.revolted
        or not play.alive[seat]
        or play.rules.revolution != "fourth"
        or play.renounced
        or play.headless(seat)
        or play.brawl
    ):
        return Reason(Code.NOT_ALLOWED, case=Case.NO_DEAD_GOUJI)
    if play.closing:
        return Reason(Code.CLOSING)
    if play.top is not None and play.turn != seat:
        return Reason(Code.NOT_YOUR_TURN, turn=play.turn or 0)
    return None


def _why_not_play(play: Round, hand: Sequence[int], seat: int, action: Action, first_deal: bool) -> Reason | None:
    right = why_not_act(play, seat)
    if right is not None:
        return right
    cards = action.cards
    if not contains(hand, cards):
        return Reason(Code.NOT_HELD)
    reason = _why_not_cards(play, hand, seat, set_of(cards), first_deal)
    if (
        reason is not None
        and play.top is not None
        and play.rules.wrong_follow == "pass"
        and reason.code in _WRONG_ANSWERS
    ):
        return Reason(reason.code, counts_as_pass=True, **reason.args)
    return reason


def why_not_act(play: Round, seat: int) -> Reason | None:
    """Return why a seat may not put down any set in turn now, or None (RULES.md 3)."""
    turn = play.turn
    if seat == turn and not play.wind_seat:
        return None
    if play.top is not None and play.alive[seat] and seat not in play.pending and seat != play.top_seat:
        if play.passed[seat] or play.declined[seat]:
            return Reason(Code.PASSED)
        if play.top_gouji:
            return Reason(Code.NOT_OPPOSITE, player=play.top_seat, opposite=opposite(play.top_seat))
    return Reason(Code.NOT_YOUR_TURN, turn=turn or 0)


def _why_not_cards(
    play: Round, hand: Sequence[int], seat: int, card_set: CardSet | None, first_deal: bool
) -> Reason | None:
    if card_set is None:
        return Reason(Code.MIXED_RANKS)
    if play.plan and play.top is None and card_set != play.plan[0]:
        return Reason(Code.ORDER_FIXED)
    if play.top is not None:
        reason = why_not_beats(card_set, play.top, play.rules)
        if reason is not None:
            return reason
    if play.burning == seat:
        reason = _why_not_bound(play, hand, card_set)
        if reason is not None:
            return reason
    if must_lead_fours(play, hand, first_deal) and card_set.rank != FOUR:
        return Reason(Code.FIRST_LEAD_FOURS)
    return why_not_threes(card_set, hand, play.rules)


def must_lead_fours(play: Round, hand: Sequence[int], first_deal: bool) -> bool:
    """Tell whether the first set must have base rank 4 (亮4, RULES.md 7)."""
    return first_deal and play.first_set and play.rules.first_lead == "fours" and hand[FOUR] > 0


def _left(hand: Sequence[int], card_set: CardSet) -> list[int]:
    return [have - gone for have, gone in zip(hand, card_set.counts(), strict=True)]


def _why_not_bound(play: Round, hand: Sequence[int], card_set: CardSet) -> Reason | None:
    """Return why a bound burner may not play the set (RULES.md 4)."""
    if card_set.size == sum(hand):
        return None
    if not card_set.jokers:
        return Reason(Code.BURN_NEEDS_JOKER)
    if play.rules.burn_check == "enforce" and not can_sustain(_left(hand, card_set), play.rules):
        return Reason(Code.BURN_UNSUSTAINABLE)
    return None


def _no_wind(play: Round) -> Case:
    """Return why the seat on turn may not ask for the wind (RULES.md 5)."""
    if play.top is None:
        return Case.WIND_LEAD
    if not play.last_hand:
        return Case.WIND_NO_LAST_HAND
    return Case.WIND_ACTED if play.touched else Case.WIND_NOT_NEAREST


def _no_yield(play: Round, seat: int) -> Case:
    """Return why the seat on turn may not yield (RULES.md 3)."""
    if play.brawl:
        return Case.YIELD_BRAWL
    if play.top_gouji:
        return Case.YIELD_GOUJI
    if seat != opposite(play.top_seat):
        return Case.YIELD_NOT_OPPOSITE
    if play.yielder:
        return Case.YIELD_TWICE
    if play.wind_refused and seat == play.nearest(play.top_seat):
        return Case.YIELD_AFTER_WIND
    between = seats_after(play.top_seat)[:2]
    still_to_act = any(play.alive[each] and not play.passed[each] for each in between)
    return Case.YIELD_BETWEEN if still_to_act else Case.YIELD_NOBODY


def _no_burn(play: Round, seat: int) -> Case | None:
    """Return why a seat has no right to burn what stands, its passes and its opening apart (RULES.md 4)."""
    top, player = play.top, play.top_seat
    if top is None:
        return Case.BURN_LEAD
    if not play.top_gouji:
        return Case.BURN_BRAWL if play.brawl else Case.BURN_ORDINARY
    if top.dead:
        return Case.BURN_DEAD
    if len(play.exits) >= 2:
        return Case.BURN_TWO_OUT
    if play.wind_seat:
        return Case.BURN_WIND
    if not play.protected and play.headless(player):
        return Case.BURN_OF_HEADLESS
    if seat == player:
        return Case.BURN_OWN
    if not play.alive[seat]:
        return Case.BURN_OUT
    if seat == opposite(player):
        return Case.BURN_OPPOSITES
    return Case.BURN_HEADLESS if play.headless(seat) else None


def _why_not_burn(play: Round, hand: Sequence[int], seat: int, action: Action) -> Reason | None:
    top = play.top
    case = _no_burn(play, seat)
    if top is None or case is not None:
        return Reason(Code.BURN_NOT_ALLOWED, case=case or Case.BURN_LEAD)
    if play.passed[seat]:
        return Reason(Code.PASSED)
    if play.rules.burn_requires_opened and seat not in play.opened:
        return Reason(Code.BURN_NOT_ALLOWED, case=Case.BURN_SHUT)
    if play.touched:
        return Reason(Code.TOO_LATE)
    if not contains(hand, action.cards):
        return Reason(Code.NOT_HELD)
    card_set = set_of(action.cards)
    if card_set is None:
        return Reason(Code.MIXED_RANKS)
    reason = why_not_beats(card_set, top, play.rules)
    if reason is None and play.rules.burn_check == "enforce" and not can_sustain(_left(hand, card_set), play.rules):
        reason = Reason(Code.BURN_UNSUSTAINABLE)
    return reason or why_not_threes(card_set, hand, play.rules)


def legal_sets(play: Round, hand: Sequence[int], seat: int, *, first_deal: bool = False) -> LegalSets:
    """Return the sets that ``seat`` may put down in turn now; empty where it is not its turn."""
    if play.turn != seat or play.wind_seat or play.orderer:
        return NO_SETS
    if play.plan and play.top is None:
        following = play.plan[0]
        return LegalSets(hand, None, play.rules, lambda each: each == following, rank=following.rank)
    if play.burning == seat:
        return LegalSets(hand, play.top, play.rules, lambda each: _why_not_bound(play, hand, each) is None)
    if must_lead_fours(play, hand, first_deal):
        return LegalSets(hand, play.top, play.rules, rank=FOUR)
    return LegalSets(hand, play.top, play.rules)


def legal_burns(play: Round, hand: Sequence[int], seat: int) -> LegalSets:
    """Return the sets with which ``seat`` may burn now; empty outside ``play.burn_window``."""
    if seat not in play.burn_window:
        return NO_SETS
    if play.rules.burn_check == "penalise":
        return LegalSets(hand, play.top, play.rules)
    return LegalSets(hand, play.top, play.rules, lambda each: can_sustain(_left(hand, each), play.rules))


def offered(play: Round, hand: Sequence[int], seat: int) -> bool:
    """Tell whether ``seat`` can burn with its own hand: private (RULES.md 4)."""
    top = play.top
    if top is None or seat not in play.burn_window or sum(hand) < top.size:
        return False
    return bool(legal_burns(play, hand, seat))


def burn_failed(play: Round, hand: Sequence[int]) -> bool:
    """Tell whether the bound seat that is to lead can go on no more: a false burn (RULES.md 4)."""
    if play.rules.burn_check != "penalise" or play.top is not None or play.burning != play.leader or play.over:
        return False
    if hand[SMALL] or hand[BIG]:
        return False
    last = set_of(hand)
    return last is None or why_not_threes(last, hand, play.rules) is not None


__all__ = [
    "burn_failed",
    "legal_burns",
    "legal_sets",
    "offered",
    "why_not",
    "why_not_act",
]
