"""The last events, a line each."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from rich.cells import chop_cells

from engine.events import Dealt, Event
from engine.rules import Rules
from gouji_tui.plain import event_line
from gouji_tui.said import Said
from gouji_tui.strings import text
from gouji_tui.widgets.drawn import Drawn
from gouji_tui.widgets.lines import block, fit, rule

KEPT = 200
"""Events that the log remembers."""


class Log(Drawn):
    """Shows as many of the last events as there is room for, under a title."""

    DEFAULT_CSS = "Log { height: 1fr; min-height: 0; }"

    def __init__(self, rules: Rules, names: Mapping[int, str]) -> None:
        super().__init__()
        self._rules = rules
        self._names = names
        self._events: deque[tuple[Event | Said, bool]] = deque(maxlen=KEPT)

    def add(self, event: Event | Said, closed: bool = False) -> None:
        """Remember an event, or what somebody said; drawn by the next :meth:`show`. One's hand stands below already."""
        if not isinstance(event, Dealt):
            self._events.append((event, closed))

    def lines(self, language: str) -> list[str]:
        """Return everything remembered, oldest first."""
        lines = (
            event.line(language)
            if isinstance(event, Said)
            else event_line(event, language, self._rules, closed=closed, names=self._names)
            for event, closed in self._events
        )
        return [line for line in lines if line is not None]

    def show(self, language: str) -> None:
        """Draw the last lines."""
        width, height = self.size
        if not height or not width:
            return
        room = height - 1
        # A line of an event fits; what people say may take several.
        lines = self.lines(language)[-room:] if room else []
        wrapped = [part for line in lines for part in chop_cells(line, max(2, width - 1))]
        shown = [(fit(" " + line, width), "") for line in (wrapped[-room:] if room else [])]
        self.draw(block([(rule(text(language, "screen.log"), width), "dim"), *shown]))
