"""Choosing cards by rank: one state machine for keys, arrows, mouse and typed lines. Knows no screen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final
from unicodedata import normalize

from engine.cards import BIG, NO_CARDS, RANKS, SMALL, TEN, CardsError, Counts, parse_cards

UNDO_STEPS: Final = 64
"""Steps that can be taken back: more than a hand has cards, so that a whole pick can be undone one by one."""

_KEYS: Final = {
    **{character.lower(): rank for rank, character in enumerate(RANKS[:SMALL])},
    "0": TEN,
    "s": SMALL,
    "b": BIG,
}

_TYPED: Final = re.compile(
    r"(?P<number>\*[0-9]+)|(?P<ten>10|0)|(?P<small>small(?: *joker)?|s|小[花王]?)"
    r"|(?P<big>big(?: *joker)?|b|大[花王]?)|(?P<between>[,、])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Pick:
    """The cards picked out of a hand. Each step returns a new pick, or the same object where nothing changes.

    Attributes:
        held: the hand's fifteen counts.
        picked: the fifteen counts picked, each from 0 to what is held.
        rank: the current rank (0-14), one that is held; None for an empty hand.
        history: what was picked, and the current rank, before each step that can be undone, oldest first.
    """

    held: Counts
    picked: Counts = NO_CARDS
    rank: int | None = None
    history: tuple[tuple[Counts, int | None], ...] = ()

    @classmethod
    def of(cls, hand: Sequence[int]) -> Pick:
        """Return a pick of nothing, at the lowest rank of the hand."""
        return cls(tuple(hand), rank=_nearest(hand, 0))

    @property
    def size(self) -> int:
        """How many cards are picked."""
        return sum(self.picked)

    def at(self, rank: int) -> Pick:
        """Make a rank the current one; nothing where it is not held."""
        return replace(self, rank=rank) if self.held[rank] and rank != self.rank else self

    def press_rank(self, rank: int) -> Pick:
        """Pick one more of a rank and make it the current one; stops at the number held."""
        return self.at(rank)._set(rank, self.picked[rank] + 1) if self.held[rank] else self

    def all_of_current(self) -> Pick:
        """Pick all of the current rank, or none where all are picked."""
        if self.rank is None:
            return self
        held = self.held[self.rank]
        return self._set(self.rank, 0 if self.picked[self.rank] == held else held)

    def one_more(self) -> Pick:
        """Pick one more of the current rank."""
        return self if self.rank is None else self._set(self.rank, self.picked[self.rank] + 1)

    def one_less(self) -> Pick:
        """Pick one less of the current rank."""
        return self if self.rank is None else self._set(self.rank, self.picked[self.rank] - 1)

    def to(self, cards: Sequence[int]) -> Pick:
        """Pick other cards in one step, as many of them as are held."""
        return self._step(tuple(map(min, cards, self.held)))

    def clear(self) -> Pick:
        """Pick nothing; the current rank stays."""
        return self._step(NO_CARDS)

    def undo(self) -> Pick:
        """Take the last step back."""
        if not self.history:
            return self
        picked, rank = self.history[-1]
        return Pick(self.held, picked, rank, self.history[:-1])

    def move(self, step: int) -> Pick:
        """Go to the next rank held to the right (``step`` 1) or left (-1); stops at the ends."""
        if self.rank is None:
            return self
        ranks = range(self.rank + 1, len(RANKS)) if step > 0 else range(self.rank - 1, -1, -1)
        return next((self.at(rank) for rank in ranks if self.held[rank]), self)

    def hand_changed(self, hand: Sequence[int]) -> tuple[Pick, bool]:
        """Return the pick of what can be kept out of another hand, and whether anything picked was lost."""
        held = tuple(hand)
        if held == self.held:
            return self, False
        picked = _kept(self.picked, held)
        history: list[tuple[Counts, int | None]] = []
        following = picked
        for earlier, rank in reversed(self.history):
            kept = _kept(earlier, held)
            if kept != following:
                history.append((kept, _nearest(held, rank)))
                following = kept
        return Pick(held, picked, _nearest(held, self.rank), tuple(reversed(history))), picked != self.picked

    def _set(self, rank: int, number: int) -> Pick:
        number = min(max(number, 0), self.held[rank])
        return self._step((*self.picked[:rank], number, *self.picked[rank + 1 :]))

    def _step(self, picked: Counts) -> Pick:
        if picked == self.picked:
            return self
        history = (*self.history, (self.picked, self.rank))[-UNDO_STEPS:]
        return Pick(self.held, picked, self.rank, history)


def _kept(picked: Counts, held: Counts) -> Counts:
    return tuple(map(min, picked, held))


def _nearest(hand: Sequence[int], rank: int | None) -> int | None:
    """Return the rank held that is nearest to ``rank``, the lower of two; None for an empty hand."""
    wished = rank or 0
    return min((each for each, number in enumerate(hand) if number), key=lambda each: abs(each - wished), default=None)


def key_to_rank(character: str) -> int | None:
    """Return the rank that a key stands for, or None.

    Args:
        character: what the key typed; full-width forms and capitals are read too. ``3``-``9``, ``0`` or ``t`` (ten),
            ``j q k a 2``, ``s`` (small joker), ``b`` (big joker).
    """
    return _KEYS.get(normalize("NFKC", character).lower())


def parse_typed(text: str) -> Counts:
    """Read cards as people type them: ``777+2x``, ``0002s``, ``10 10 10 2 小``, ``大``, ``3*8``.

    Besides the engine's own forms, in which ``x`` is the small joker and ``X`` the big one, ``0`` is a ten, ``s``,
    ``小``, ``小花``, ``small joker`` the small joker, ``b``, ``大``, ``大花``, ``big joker`` the big one; full-width
    forms are read as ordinary ones.

    Raises:
        CardsError: ``bad_card`` for what is no card, or for no card at all, ``too_many`` where the four packs do not
            hold so many.
    """
    try:
        counts = parse_cards(_TYPED.sub(_engine_form, normalize("NFKC", text)))
    except CardsError as error:
        raise CardsError(error.code, text) from None
    if not any(counts):
        raise CardsError("bad_card", text)
    return counts


def _engine_form(found: re.Match[str]) -> str:
    kind = found.lastgroup or ""
    return found[0] if kind == "number" else {"ten": "T", "small": "x", "big": "X"}.get(kind, " ")


__all__ = ["UNDO_STEPS", "Pick", "key_to_rank", "parse_typed"]
