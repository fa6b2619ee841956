"""Filling a pick up to what the play needs, and stepping through whole plays; pure, shared by all ways of playing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.bots.planning import leads
from engine.cards import BIG, SMALL, TWO, Counts
from engine.sets import CardSet, LegalSets
from engine.view import View

MOST_HINTS: Final = 8
"""Plays that hints step through on a lead: as many as one looks at."""


def lawful(view: View) -> LegalSets:
    """Return the sets that the view's seat may put down, or burn with where it is not its turn."""
    return view.legal_sets() if view.turn == view.seat else view.legal_burns()


def fill_ways(view: View, picked: Counts) -> list[Counts]:
    """Return the lawful sets that hold the pick, the one to offer first in front.

    Naturals fill before 2s and each further way has one natural fewer; ways with jokers that were not picked by hand
    come last. A lead asks for no number: there a way has all of its rank, and 2s and jokers one by one more.

    Args:
        view: of a seat that is asked for a set.
        picked: fifteen counts; none: any lawful set.
    """
    top = None if view.play is None else view.play.top
    ways = {each for each in lawful(view) if all(map(int.__le__, picked, each.counts()))}
    if top is None:
        most = sum(view.hand) if any(picked) else 1
        ways = {each for each in ways if each.naturals == view.hand[each.rank] and each.size - each.naturals <= most}
    ordered = sorted(ways, key=lambda each: _order(picked, each))
    return [each.counts() for each in ordered]


def _order(picked: Counts, each: CardSet) -> tuple[int, int, int, int, int]:
    return jokers_added(picked, each.counts()), each.rank, -each.naturals, each.size, each.big


def jokers_added(picked: Counts, filled: Counts) -> int:
    """Return how many jokers a way adds to what was picked by hand."""
    return sum(filled[SMALL : BIG + 1]) - sum(picked[SMALL : BIG + 1])


def cost(each: CardSet, hand: Sequence[int]) -> tuple[int, int, int, int]:
    """Return what a set costs, the cheaper the smaller: jokers, 2s, a group broken up, its rank."""
    twos = each.twos + (each.naturals if each.rank == TWO else 0)
    return each.jokers, twos, int(each.rank < TWO and each.naturals < hand[each.rank]), each.rank


def hint_sets(view: View) -> list[CardSet]:
    """Return at most eight whole plays that differ in shape, the cheapest first; burns where one is offered.

    Of the answers of one rank and as many jokers only the cheapest is kept.
    """
    play, hand = view.play, view.hand
    if play is None:
        return []
    allowed = lawful(view)
    if play.top is None and view.turn == view.seat:
        found = [each for each in leads(hand, view.rules) if each in allowed]
        found.sort(key=lambda each: (each.jokers, each.twos + (each.rank == TWO), each.rank, -each.size))
        return found[:MOST_HINTS]
    cheapest: dict[tuple[int, int], CardSet] = {}
    for each in allowed:
        best = cheapest.get((each.rank, each.jokers))
        if best is None or cost(each, hand) < cost(best, hand):
            cheapest[each.rank, each.jokers] = each
    return sorted(cheapest.values(), key=lambda each: cost(each, hand))[:MOST_HINTS]


__all__ = ["MOST_HINTS", "cost", "fill_ways", "hint_sets", "jokers_added", "lawful"]
