"""Places and score of a deal (RULES.md 5, 8, 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.cards import SEATS, seats_after, team_of
from engine.rules import Rules

PLACE_POINTS: Final = (4, 2, 0, 0, -2, -4)
"""Points of the six places, 头科 first (RULES.md 10)."""

SWEEP_POINTS: Final = 12
"""A sweep 串三户 is doubled (RULES.md 10)."""


def places(
    rules: Rules,
    exits: Sequence[int],
    cards_left: Mapping[int, int],
    *,
    revolted: Sequence[int] = (),
    fallen: Sequence[int] = (),
) -> tuple[int, ...]:
    """Return the six seats from 头科 to 大落 (RULES.md 5, 8, 12).

    Args:
        rules: the table's rules.
        exits: seats gone out, in order.
        cards_left: cards still held, by seat.
        revolted: the seat in revolt, if any.
        fallen: seats put down by a penalty, 大落 first.
    """
    table = [0] * 6
    free = [5, 4, 3, 2]
    for seat in fallen:
        table[free.pop(0)] = seat
    for seat in revolted:
        partners = {each for each in SEATS if team_of(each) == team_of(seat)} - {seat}
        third = rules.revolution == "third" or partners == set(exits[:2])
        wished = 2 if third else 3
        slots = [each for each in (wished, wished - 1, wished + 1, 5, 4, 1, 0) if not table[each]]
        table[slots[0]] = seat
    order = [*exits]
    last = exits[-1] if exits else 6
    rest = [seat for seat in seats_after(last) if seat not in exits and seat not in revolted and seat not in fallen]
    order += sorted(rest, key=lambda seat: cards_left.get(seat, 0))
    for seat in order:
        table[table.index(0)] = seat
    return tuple(table)


def sweep(order: Sequence[int]) -> str:
    """Return the team that has the first three places, or ``""`` (RULES.md 10)."""
    teams = {team_of(seat) for seat in order[:3]}
    return teams.pop() if len(teams) == 1 else ""


def score(rules: Rules, order: Sequence[int]) -> dict[str, int] | None:
    """Return the points of both teams, or None where the table keeps no score (RULES.md 10)."""
    if rules.scoring == "none":
        return None
    swept = sweep(order)
    sums = {"A": 0, "B": 0}
    for seat, points in zip(order, PLACE_POINTS, strict=True):
        sums[team_of(seat)] += points
    if swept:
        sums = {team: SWEEP_POINTS if team == swept else -SWEEP_POINTS for team in sums}
    if rules.scoring == "positive":
        sums = {team: max(0, points) for team, points in sums.items()}
    return sums
