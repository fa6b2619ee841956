"""Whom a person does not want to hear: seats by number, all observers as 0. Known to this program alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.cards import SEATS
from gouji_tui.strings import seat_name, text

OBSERVERS: Final = 0
"""Stands for all who only watch: nobody vouches for their names, so they are muted together."""


class Muted:
    """Who is muted, at one table."""

    def __init__(self) -> None:
        self._seats: set[int] = set()

    def __contains__(self, seat: int | None) -> bool:
        """Tell whether a seat's talk is hidden; None: an observer's."""
        return (seat or OBSERVERS) in self._seats

    def switch(self, seat: int, language: str) -> str:
        """Mute a seat or all observers, or hear them again; returns the sentence that says so."""
        self._seats ^= {seat}
        id = "now" if seat in self._seats else "again"
        return text(language, f"mute.{id}", who=_who(seat, language))

    def rows(self, seats: Iterable[int], language: str) -> list[tuple[int, str]]:
        """Return whom one may mute, observers last, each with a line that says how it stands."""
        found = []
        for seat in (*seats, OBSERVERS):
            state = text(language, "mute.on" if seat in self._seats else "mute.off")
            found.append((seat, f"{_who(seat, language)}: {state}"))
        return found

    def typed(self, argument: str, language: str) -> str:
        """Do what was typed behind the word for muting, a seat or 0; returns what is to be said about it."""
        if argument in map(str, (*SEATS, OBSERVERS)):
            return self.switch(int(argument), language)
        return text(language, "mute.how")


def _who(seat: int, language: str) -> str:
    return seat_name(language, seat) if seat else text(language, "mute.observers")


__all__ = ["OBSERVERS", "Muted"]
