"""What each seat did in the running round, from the events alone: a pass and a closing refusal told apart."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from engine.cards import Counts, opposite
from engine.events import DealBegan, Event, Passed, Played, RoundWon, Yielded
from engine.sets import is_gouji
from engine.view import View


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
    """

    def __init__(self) -> None:
        self.deeds: list[Deed] = []
        self.closed = False
        self._gouji_of = 0
        self._over = False

    def told(self, event: Event, view: View) -> None:
        """Hear an event that the view has taken in."""
        self.closed = False
        if isinstance(event, Played | Passed | Yielded) and self._over:
            self._begin()
        if isinstance(event, Played):
            brawl = view.play is not None and view.play.brawl
            self._gouji_of = 0 if brawl or not is_gouji(event.card_set, view.rules) else event.seat
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

    def _begin(self) -> None:
        self.deeds.clear()
        self._gouji_of, self._over = 0, False

    def last_of(self, seat: int) -> Deed | None:
        """Return what a seat did last in this round."""
        return next((deed for deed in reversed(self.deeds) if deed.seat == seat), None)


__all__ = ["Deed", "Did", "Story"]
