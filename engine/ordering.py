"""Ordering 挑牌 and advice 留牌: a hand laid open and played in a partner's order (RULES.md 11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.actions import Action, Verb
from engine.cards import FOUR, NO_CARDS, Counts, add, same_team
from engine.events import Suggested
from engine.reasons import Case, Code, Reason
from engine.round import Round
from engine.sets import CardSet

MOST_SEEN: Final = 10
"""Cards of a hand that partners may see where they advise (RULES.md 11)."""


def sets_text(sets: Iterable[CardSet]) -> str:
    """Return sets as an ``order`` names them, ``"44 777+2x"``."""
    return " ".join(each.text() for each in sets)


def shown_to_partners(play: Round) -> tuple[int, ...]:
    """Return the seats whose hands their partners may see by now (``ordering = "advice"``, RULES.md 11)."""
    if play.rules.ordering != "advice":
        return ()
    return tuple(seat for seat, held in enumerate(play.sizes) if 0 < held <= MOST_SEEN and play.alive[seat])


def why_not_order(play: Round, hand: Sequence[int], seat: int, action: Action, *, first_deal: bool) -> Reason | None:
    """Return why a seat may not order, or None: lay its hand open, fix a partner's order, or suggest sets.

    Args:
        play: the public state.
        hand: the fifteen counts of that seat.
        seat: who acts (1-6).
        action: of the verb ``order``; its ``number`` is the partner named by who lays his hand open, else 0.
        first_deal: whether the first set must be of fours where ``first_lead`` is ``"fours"`` (RULES.md 7).
    """
    ordering = play.rules.ordering
    if ordering == "advice" and not action.number:
        return _why_not_suggest(play, seat)
    if ordering != "order":
        return Reason(Code.NOT_ALLOWED, case=Case.ORDER_OFF)
    if play.orderer:
        return _why_not_fix(play, seat, action, first_deal)
    if seat != play.turn or play.wind_seat:
        return Reason(Code.NOT_YOUR_TURN, turn=play.turn or 0)
    if play.top is not None or play.plan or play.burning == seat:
        return Reason(Code.ORDER_NOT_ALLOWED)
    if action.number == seat or not same_team(seat, action.number):
        return Reason(Code.ORDER_PARTNER)
    return None if cards_of(action.sets) == tuple(hand) else Reason(Code.ORDER_WHOLE_HAND)


def _why_not_fix(play: Round, seat: int, action: Action, first_deal: bool) -> Reason | None:
    if seat != play.orderer:
        return Reason(Code.NOT_YOUR_TURN, turn=play.orderer)
    if action.number or sorted(action.sets) != sorted(play.plan):
        return Reason(Code.ORDER_SAME_SETS)
    fours = first_deal and play.first_set and play.rules.first_lead == "fours"
    if fours and action.sets[0].rank != FOUR and any(each.rank == FOUR for each in play.plan):
        return Reason(Code.FIRST_LEAD_FOURS)
    return None


def _why_not_suggest(play: Round, seat: int) -> Reason | None:
    turn = play.turn
    if turn not in shown_to_partners(play) or turn == seat or not same_team(seat, turn or 0) or play.wind_seat:
        return Reason(Code.NOT_ALLOWED, case=Case.SUGGEST_UNSEEN)
    return None


def suggested(play: Round, seat: int, action: Action) -> Suggested:
    """Return the event of a suggestion to the seat on turn; it changes nothing."""
    return Suggested(seat, play.turn or 0, action.sets)


def as_laid(play: Round, *, first_deal: bool) -> Action:
    """Return the plain answer of a partner: the order in which the sets were laid, fours first where they must be."""
    fours = first_deal and play.first_set and play.rules.first_lead == "fours"
    sets = sorted(play.plan, key=lambda each: each.rank != FOUR) if fours else play.plan
    return Action(Verb.ORDER, sets=tuple(sets))


def cards_of(sets: Iterable[CardSet]) -> Counts:
    """Return the fifteen counts of all cards in the sets."""
    cards = NO_CARDS
    for each in sets:
        cards = add(cards, each.counts())
    return cards


__all__ = ["MOST_SEEN", "as_laid", "cards_of", "sets_text", "shown_to_partners", "suggested", "why_not_order"]
