"""The last events, a line each."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from engine.events import Dealt, Event
from engine.rules import Rules
from gouji_tui.happened import event_line
from gouji_tui.said import Said
from gouji_tui.strings import text
from gouji_tui.widgets.drawn import Drawn
from gouji_tui.widgets.lines import fit, line, rule, wrapped

KEPT = 200
"""Events that the log remembers."""


class Log(Drawn):
    """Shows as many of the last events as there is room for, under a title."""

    DEFAULT_CSS = "Log { height: 1fr; min-height: 0; }"

    def __init__(self, rules: Rules, names: Mapping[int, str]) -> None:
        super().__init__()
        self._rules = rules
        self._names = names
        self._events: deque[tuple[Event | Said, bool, bool]] = deque(maxlen=KEPT)

    def add(self, event: Event | Said, closed: bool = False, brawl: bool = False) -> None:
        """Remember an event, or what somebody said; drawn by the next :meth:`show`. One's hand stands below already."""
        if not isinstance(event, Dealt):
            self._events.append((event, closed, brawl))

    def lines(self, language: str) -> list[str]:
        """Return everything remembered, oldest first."""
        return [each for entry in self._events if (each := self._line(entry, language)) is not None]

    def _line(self, entry: tuple[Event | Said, bool, bool], language: str) -> str | None:
        event, closed, brawl = entry
        if isinstance(event, Said):
            return event.line(language)
        return event_line(event, language, self._rules, closed=closed, brawl=brawl, names=self._names)

    def show(self, language: str) -> None:
        """Draw the last lines, as many as there is room for; a long one takes several."""
        width, height = self.size
        if not height or not width:
            return
        room, shown = height - 1, list[str]()
        for entry in reversed(self._events):
            if len(shown) >= room:
                break
            words = self._line(entry, language)
            if words is not None:
                shown[:0] = wrapped(words, width - 1)
        shown = shown[-room:] if room else []
        head = line(rule(text(language, "screen.log"), width), "dim")
        self.draw([head, *(line(fit(" " + each, width)) for each in shown)])
