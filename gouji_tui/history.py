"""What has happened in public, deal by deal: look-back and score sheet read it. Knows no screen."""

from __future__ import annotations

from collections import deque
from typing import Final

from engine.cards import SEATS
from engine.events import DealBegan, DealScored, Event, GameEnded, Played, RoundWon, audience
from engine.tribute import Debt, debts_of_deal
from engine.view import View

KEPT_DEALS: Final = 4
"""Deals whose every event is kept; of earlier ones the result alone, so that a long evening takes no memory."""


class DealHistory:
    """One deal: its number, attempt, and the public events in order."""

    def __init__(self, number: int, attempt: int) -> None:
        self.number = number
        self.attempt = attempt
        self.events: list[Event] = []

    def rounds(self) -> list[list[Event]]:
        """Return the events by round: first what came before the first set, last what came after the last round."""
        found: list[list[Event]] = [[]]
        begun = False
        for event in self.events:
            if isinstance(event, Played) and not begun:
                begun = True
                found.append([])
            found[-1].append(event)
            if isinstance(event, RoundWon):
                found.append([])
        return [each for each in found if each]


class History:
    """Hears events.

    Attributes:
        deals: the last deals, the running one at the end.
        results: of every deal that ended.
    """

    def __init__(self) -> None:
        self.deals: deque[DealHistory] = deque(maxlen=KEPT_DEALS)
        self.results: list[DealScored] = []
        self._game_ended = False

    def told(self, event: Event) -> None:
        """Hear an event; what is told to one seat alone is not kept."""
        if audience(event) is not None:
            return
        if isinstance(event, DealBegan):
            self.deals.append(DealHistory(event.number, event.attempt))
            self._game_ended = False
        elif isinstance(event, DealScored):
            self.results.append(event)
        elif isinstance(event, GameEnded):
            self._game_ended = True
        if self.deals:
            self.deals[-1].events.append(event)

    def next_debts(self, view: View) -> list[Debt]:
        """Return what the deal that has just ended leaves to be paid in the next; empty while one runs."""
        play = view.play
        if play is None or not play.over or not self.results or not view.places or self._game_ended:
            return []
        calls = {seat: call for seat in SEATS if (call := view.before.call_of(seat))}
        due = [Debt(*row) for row in self.results[-1].due]
        return debts_of_deal(view.rules, view.places, play.opened, calls, due)


__all__ = ["DealHistory", "History"]
