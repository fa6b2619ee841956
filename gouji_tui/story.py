"""What each seat did in the running round, from the events alone: a pass and a closing refusal told apart."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.cards import Counts, opposite
from engine.events import BrawlBegan, DealBegan, Event, Passed, Played, RoundWon, Yielded
from engine.rules import Rules
from engine.sets import is_gouji


class Did(str, Enum):
    """What a seat did last in this round; the values stand in string ids."""

    LAID = "laid"
    PASSED = "passed"
    CLOSED = "closed"
    YIELDED = "yielded"


class Deed(NamedTuple):
    """What a seat did, with the cards where it laid some."""

    seat: int
    did: Did
    cards: Counts | None = None


class Story:
    """Follows a round.

    Attributes:
        deeds: of this round, oldest first.
        closed: whether the event heard last was a refusal that leaves only burners (RULES.md 3).
        brawl: whether the brawl is on, in which there is no gouji set.
    """

    def __init__(self) -> None:
        self.deeds: list[Deed] = []
        self.closed = False
        self.brawl = False
        self._gouji_of = 0
        self._over = False

    def told(self, event: Event, rules: Rules, brawl: bool = False) -> None:
        """Hear an event; ``brawl`` where the brawl is known to be on, which who came later has not heard begin."""
        self.closed = False
        self.brawl = self.brawl or brawl or isinstance(event, BrawlBegan)
        if isinstance(event, Played | Passed | Yielded) and self._over:
            self._begin()
        if isinstance(event, Played):
            self._gouji_of = event.seat if not self.brawl and is_gouji(event.card_set, rules) else 0
            self.deeds.append(Deed(event.seat, Did.LAID, event.card_set.counts()))
        elif isinstance(event, Passed):
            self.closed = bool(self._gouji_of) and event.seat == opposite(self._gouji_of)
            self.deeds.append(Deed(event.seat, Did.CLOSED if self.closed else Did.PASSED))
        elif isinstance(event, Yielded):
            self.deeds.append(Deed(event.seat, Did.YIELDED))
        elif isinstance(event, RoundWon):
            # What was done stays in sight until the next lead.
            self._over = True
        elif isinstance(event, DealBegan):
            self._begin()
            self.brawl = False

    def _begin(self) -> None:
        self.deeds.clear()
        self._gouji_of, self._over = 0, False

    def last_of(self, seat: int) -> Deed | None:
        """Return what a seat did last in this round."""
        return next((deed for deed in reversed(self.deeds) if deed.seat == seat), None)


__all__ = ["Deed", "Did", "Story"]
