"""What the expert reckons with: how likely a set stands, what a hand still costs, which sets are worth a thought.

Counting only: a table of chances is filled as it is asked, and a hand gives some twenty sets out of its hundreds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, factorial

from engine.cards import BIG, FOUR, SMALL, THREE, TWO, opposite, seats_after
from engine.round import Round
from engine.rules import Rules
from engine.sets import CardSet

_OF_A_RANK = 16 / 216
"""The share of one rank in the cards."""

_OF_BIG = 4 / 216
"""The share of big jokers in the cards."""

_PADDED = 0.5
"""How often a seat that lacks one card for an answer puts in a 2 or joker: fitted by eye to greedy and expert deals."""


_MOST_HELD = 65
"""More cards than a hand ever has: 36, and what tribute and threes bring."""


_MORE_JOKERS = ((0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2))
"""Small and big jokers that an answer may hold besides what it must, fewest first."""


@cache
def _at_least(number: int, held: int) -> float:
    """Return the chance that a hand of ``held`` cards has ``number`` of one rank (Poisson)."""
    if number <= 0:
        return 1.0
    mean = held * _OF_A_RANK
    return float(1 - sum(exp(-mean) * mean**k / factorial(k) for k in range(number)))


@cache
def chance_beaten(rank: int, size: int, small: int, held: int) -> float:
    """Return the chance that a seat of ``held`` cards can beat a set that holds no big joker.

    Args:
        rank: the set's base rank.
        size: its cards.
        small: its attached small jokers.
        held: the seat's cards.
    """
    if held < size:
        return 0.0
    higher = TWO - rank
    if rank >= SMALL:
        return 1 - exp(-held * _OF_BIG) if size == 1 else 0.1
    bare = _at_least(size, held)
    one = (1 - _PADDED) * bare + _PADDED * _at_least(size - 1, held)
    chance = 1 - (1 - one) ** higher if higher else 0.0
    chance = max(chance, 1 - exp(-held * 2 * _OF_BIG)) if size == 1 else chance
    if small:
        pads = 1 - exp(-held * _OF_BIG)
        padded = 1 - (1 - _at_least(size - small, held)) ** max(higher, 1)
        return float(pads**small * padded)
    return chance


@cache
def _beaten(rank: int, size: int, small: int) -> list[float]:
    """Return the chance that a seat can beat a set that holds no big joker, by the cards that it holds."""
    return [0.0] * size + [chance_beaten(rank, size, small, held) for held in range(size, _MOST_HELD)]


@cache
def passed_by(rank: int, size: int, small: int, share: float) -> tuple[float, ...]:
    """Return the chance that a seat lets a set stand, by the cards that it holds; ``share``: how often it beats it."""
    return tuple([1 - share * beaten for beaten in _beaten(rank, size, small)])


def entitled_after(play: Round, seat: int, gouji: bool) -> Iterator[int]:
    """Yield the seats that could answer a set that ``seat`` put down now, burners apart (RULES.md 3, 6)."""
    alive, passed = play.alive, play.passed
    across = opposite(seat)
    narrow = gouji and not play.brawl and not play.headless(seat)
    for other in seats_after(seat):
        if not alive[other]:
            continue
        if play.brawl:
            yield other
        elif narrow:
            if other == across or (not passed[other] and play.headless(other)):
                yield other
        elif not passed[other] or (other == across and not play.locked):
            yield other


def groups(hand: Sequence[int]) -> int:
    """Return how many sets the hand takes at least: its ordinary ranks, or one for 2s and jokers alone."""
    found = 0
    for rank in range(TWO):
        if hand[rank]:
            found += 1
    return found or (1 if hand[TWO] or hand[SMALL] or hand[BIG] else 0)


def leads(hand: Sequence[int], rules: Rules, *, bare: bool = False) -> Iterator[CardSet]:
    """Yield the leads worth a thought: whole groups, bare or with one joker; 2s and jokers alone.

    Args:
        hand: fifteen counts.
        rules: the table's rules.
        bare: leave 2s and jokers out where the hand has anything else.
    """
    small, big, twos = hand[SMALL], hand[BIG], hand[TWO]
    if bare and any(hand[FOUR:TWO]):
        small = big = twos = 0
    others = sum(hand) - hand[THREE]
    for rank in range(TWO):
        held = hand[rank]
        if not held:
            continue
        if rank == THREE and rules.last_threes:
            if not others:
                yield CardSet(THREE, held)
            continue
        yield CardSet(rank, held)
        if small:
            yield CardSet(rank, held + 1, 0, 1, 0)
        if big:
            yield CardSet(rank, held + 1, 0, 0, 1)
        if twos:
            yield CardSet(rank, held + 1, 1, 0, 0)
    for number in range(1, twos + 1):
        yield CardSet(TWO, number)
    for number in range(1, small + 1):
        yield CardSet(SMALL, number)
    for number in range(1, big + 1):
        yield CardSet(BIG, number)


def answers(hand: Sequence[int], top: CardSet, rules: Rules, *, bare: bool = False) -> Iterator[CardSet]:
    """Yield the answers worth a thought: of each rank with fewest 2s, bare or with one joker, or two where needed.

    Args:
        hand: fifteen counts.
        top: the set to beat.
        rules: the table's rules.
        bare: no more jokers of a rank than it takes.
    """
    size = top.size
    twos, small, big = hand[TWO], hand[SMALL], hand[BIG]
    least_big = top.small
    if big < least_big:
        return
    for rank in range(top.rank + 1, TWO + 1):
        held = hand[rank]
        if not held or (rank == THREE and rules.last_threes):
            continue
        pads = twos if rank < TWO else 0
        if bare and held + pads >= size - least_big:
            body = size - least_big
            if body > 0:
                naturals = held if held < body else body
                yield CardSet(rank, size, body - naturals, 0, least_big)
            continue
        fewest = 2
        for more_small, more_big in _MORE_JOKERS:
            b = least_big + more_big
            body = size - b - more_small
            if b > big or more_small > small or body < 1:
                continue
            if more_small + more_big == 2 > fewest:
                break
            naturals = held if held < body else body
            w = body - naturals
            if w <= pads:
                fewest = more_small + more_big
                yield CardSet(rank, size, w, more_small, b)
    if top.rank < SMALL and small and size <= small + big and size - least_big >= 1:
        b = max(least_big, size - small)
        if b < size and b <= big:
            yield CardSet(SMALL, size, 0, 0, b)
    if size <= big and top.rank < BIG and size >= least_big:
        yield CardSet(BIG, size)


__all__ = ["answers", "chance_beaten", "entitled_after", "groups", "leads", "passed_by"]
