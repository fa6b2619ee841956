"""Ranks, cards, hands and their text forms (RULES.md 1).

A hand is fifteen small counts, one a rank, low to high: ``3 4 5 6 7 8 9 T J Q K A 2 x X``.
Suits matter only in drawing for the first lead (RULES.md 7), so only the draw knows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import ge
from typing import Final

RANKS: Final = "3456789TJQKA2xX"
"""The rank characters, low to high; a rank is an index into this string."""

THREE: Final = 0
FOUR: Final = 1
TEN: Final = 7
JACK: Final = 8
QUEEN: Final = 9
KING: Final = 10
ACE: Final = 11
TWO: Final = 12
SMALL: Final = 13
BIG: Final = 14

PACKS: Final = 4
"""Packs of 54 cards each: 216 cards together."""

SUITS: Final = "shdc"
"""Spades, hearts, diamonds, clubs."""

FULL_COUNTS: Final[tuple[int, ...]] = (16,) * 13 + (4, 4)
"""How many cards of each rank the four packs hold."""

DECK_SIZE: Final = sum(FULL_COUNTS)
HAND_SIZE: Final = DECK_SIZE // 6

SEATS: Final = (1, 2, 3, 4, 5, 6)

Counts = tuple[int, ...]
"""Fifteen counts, one a rank."""

NO_CARDS: Final[Counts] = (0,) * 15


class CardsError(ValueError):
    """A text that names no cards; ``code`` says why: ``bad_card``, ``too_many``."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text!r}")
        self.code = code
        self.text = text


def opposite(seat: int) -> int:
    """Return the seat across the table of ``seat`` (1-6): 1-4, 2-5, 3-6 (RULES.md 1)."""
    return seat + 3 if seat <= 3 else seat - 3


def next_seat(seat: int) -> int:
    """Return the next seat counter-clockwise of ``seat`` (1-6)."""
    return seat % 6 + 1


def team_of(seat: int) -> str:
    """Return ``"A"`` for seats 1 3 5 and ``"B"`` for seats 2 4 6 (RULES.md 1)."""
    return "A" if seat % 2 else "B"


def same_team(seat: int, other: int) -> bool:
    """Tell whether two seats are of one team 联邦."""
    return (seat - other) % 2 == 0


def partners(seat: int) -> tuple[int, int]:
    """Return the two team-mates of a seat, in playing order from it."""
    after = _AFTER[seat]
    return after[1], after[3]


def seats_after(seat: int) -> tuple[int, ...]:
    """Return the five other seats in playing order, from the next seat of ``seat`` on."""
    return _AFTER[seat]


_AFTER: Final[tuple[tuple[int, ...], ...]] = ((), *(tuple((s + k - 1) % 6 + 1 for k in range(1, 6)) for s in SEATS))


def parse_cards(text: str) -> Counts:
    """Read cards such as ``"777+2x"``, ``"3*8 4*8"`` or ``"10 10 J"``.

    Args:
        text: rank characters; spaces and ``+`` mean nothing, ``7*5`` is five sevens (the number
            ends at the next space, ``+`` or end), ``10`` is read as ten, lower case letters are
            read as ranks but ``x`` stays the small joker.

    Returns:
        The fifteen counts.

    Raises:
        CardsError: ``bad_card`` for a character that is no card, ``too_many`` where the four packs
            do not hold so many.
    """
    counts = [0] * 15
    for rank, number in _tokens(text):
        counts[rank] += number
        if counts[rank] > FULL_COUNTS[rank]:
            raise CardsError("too_many", text)
    return tuple(counts)


def parse_sequence(text: str) -> list[int]:
    """Read cards as :func:`parse_cards` does, keeping their order; returns ranks."""
    return [rank for rank, number in _tokens(text) for _ in range(number)]


def _tokens(text: str) -> Iterable[tuple[int, int]]:
    position, length = 0, len(text)
    while position < length:
        character = text[position]
        if character in " +\t\n":
            position += 1
            continue
        if text.startswith("10", position):
            rank, position = TEN, position + 2
        else:
            rank = RANKS.find(character)
            if rank < 0:
                rank = RANKS.find(character.upper()) if character in "tjqka" else -1
            if rank < 0:
                raise CardsError("bad_card", text)
            position += 1
        number = 1
        if position < length and text[position] == "*":
            end = position + 1
            while end < length and text[end] not in " +\t\n":
                end += 1
            digits = text[position + 1 : end]
            if not digits.isascii() or not digits.isdigit() or len(digits) > 3:
                raise CardsError("bad_card", text)
            number, position = int(digits), end
        yield rank, number


def format_cards(counts: Sequence[int]) -> str:
    """Return a hand's text low to high, a space between ranks: ``"33 444 2 xX"`` without it for jokers."""
    return " ".join(RANKS[rank] * number for rank, number in enumerate(counts) if number)


def total(counts: Sequence[int]) -> int:
    """Return how many cards there are."""
    return sum(counts)


def add(first: Sequence[int], second: Sequence[int]) -> Counts:
    """Return both together."""
    return tuple(a + b for a, b in zip(first, second, strict=True))


def subtract(first: Sequence[int], second: Sequence[int]) -> Counts:
    """Return ``first`` less ``second``.

    Raises:
        CardsError: ``not_held`` where ``first`` does not hold them.
    """
    rest = tuple(a - b for a, b in zip(first, second, strict=True))
    if min(rest) < 0:
        raise CardsError("not_held", format_cards(second))
    return rest


def contains(hand: Sequence[int], cards: Sequence[int]) -> bool:
    """Tell whether ``hand`` holds all of ``cards``."""
    return all(map(ge, hand, cards))
