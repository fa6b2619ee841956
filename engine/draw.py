"""Who draws first and who leads first (RULES.md 7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import FOUR, SEATS, SMALL, THREE, next_seat, opposite, seats_after
from engine.rules import Rules
from engine.score import sweep
from engine.shuffle import Stream

Drawn = Sequence[tuple[int, str]]
"""A seat's cards in drawing order: rank 0-14 and suit letter (``""`` where it does not matter)."""

_VALUES = (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1, 2)
"""What a turned card counts, by rank: A 1, J 11, Q 12, K 13 (RULES.md 7)."""


def first_drawer(rules: Rules, turner: int, turned: Sequence[int]) -> int | None:
    """Return the first drawer, or None where another card must be turned.

    Args:
        rules: the table's rules (``joker_cut``).
        turner: the seat that turns first.
        turned: ranks in the order of turning.
    """
    seat = turner
    for rank in turned:
        if rank < SMALL:
            return (seat - 1 + _VALUES[rank] - 1) % 6 + 1
        if rules.joker_cut == "self":
            return seat
        seat = next_seat(seat)
    return None


def seats_drawn(stream: Stream) -> dict[int, int]:
    """Draw the seats by lot (抽签, RULES.md 7): chairs 1-6 draw from three red and three black cards.

    Red sits at 1, 3, 5 and black at 2, 4, 6, in the order of their chairs; returns the seat of each chair.
    """
    cards = [True] * 3 + [False] * 3
    free = {True: [1, 3, 5], False: [2, 4, 6]}
    return {chair: free[cards.pop(stream.below(len(cards)))].pop(0) for chair in SEATS}


def _order(drawer: int) -> tuple[int, ...]:
    return (drawer, *seats_after(drawer))


def first_leader(
    rules: Rules, drawer: int, drawn: Mapping[int, Drawn], shown: Mapping[int, int] | None = None
) -> int:
    """Return who leads a first deal: 上班 with 顶班, or 亮4 (RULES.md 7).

    Args:
        rules: the table's rules (``first_lead``, ``no_pair_of_threes``).
        drawer: the first drawer.
        drawn: each seat's cards in drawing order.
        shown: how many threes of one suit each seat shows, where it is asked (``show_threes``); None: all it has.
    """
    if rules.first_lead == "fours":
        return _most(FOUR, drawer, drawn)
    leader = _first_pair(THREE, drawer, drawn, take_over=True, shown=shown)
    if not leader and rules.no_pair_of_threes == "fours":
        leader = _first_pair(FOUR, drawer, drawn, take_over=False)
    return leader or _most(THREE, drawer, drawn)


def _circuits(drawer: int, drawn: Mapping[int, Drawn]) -> list[tuple[int, int, str]]:
    longest = max((len(cards) for cards in drawn.values()), default=0)
    return [
        (seat, *drawn[seat][turn])
        for turn in range(longest)
        for seat in _order(drawer)
        if turn < len(drawn.get(seat, ()))
    ]


def _first_pair(
    wanted: int,
    drawer: int,
    drawn: Mapping[int, Drawn],
    *,
    take_over: bool,
    shown: Mapping[int, int] | None = None,
) -> int:
    leader, best = 0, 1
    held: dict[tuple[int, str], int] = {}
    for seat, rank, suit in _circuits(drawer, drawn):
        if rank != wanted:
            continue
        held[seat, suit] = held.get((seat, suit), 0) + 1
        if shown is not None and held[seat, suit] > shown.get(seat, 0):
            continue
        if held[seat, suit] > best and (take_over or not leader):
            leader, best = seat, held[seat, suit]
    return leader


def _most(wanted: int, drawer: int, drawn: Mapping[int, Drawn]) -> int:
    leader, best = drawer, 0
    held = dict.fromkeys(SEATS, 0)
    for seat, rank, _suit in _circuits(drawer, drawn):
        if rank == wanted:
            held[seat] += 1
            if held[seat] > best:
                leader, best = seat, held[seat]
    return leader


def reopened(rules: Rules, order: Sequence[int], replaced: int) -> bool:
    """Tell whether the next deal is a first deal again (``reopen``, RULES.md 7).

    Args:
        rules: the table's rules.
        order: the six places of the last deal.
        replaced: players replaced since.
    """
    if rules.reopen == "never" or (rules.reopen == "without_points" and rules.scoring != "none"):
        return False
    return bool(sweep(order)) or replaced >= 2


def next_opener(rules: Rules, order: Sequence[int], opener: int, replaced: int) -> int:
    """Return who turns the card of a reopened deal, otherwise who cuts (RULES.md 7)."""
    return next_seat(opener) if reopened(rules, order, replaced) else opposite(order[-1])
