"""A part of the table that is drawn line by line, again only where a line has changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.events import Resize
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from gouji_tui.widgets.lines import Line


@cache
def _style(words: str) -> Style:
    """Return a style by its words, of which the table has a few dozen."""
    return Style.parse(words)


class Drawn(Widget):
    """A part of fixed size that holds lines; each is painted when it is new, and then only when it changes."""

    ALLOW_SELECT: ClassVar[bool] = False

    class Resized(Message):
        """The part has another size, so that its lines are to be made anew; one is as good as many."""

        def can_replace(self, message: Message) -> bool:
            """Stand for another."""
            return isinstance(message, Drawn.Resized)

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: tuple[Line, ...] = ()

    def draw(self, lines: Sequence[Line]) -> None:
        """Show lines, from the top; only those that are others than before are painted again."""
        before, now = self._lines, tuple(lines)
        if before == now:
            return
        self._lines = now
        width = max(1, self.size.width)
        changed = [
            row
            for row in range(max(len(before), len(now)))
            if (before[row] if row < len(before) else None) != (now[row] if row < len(now) else None)
        ]
        self.refresh(*(Region(0, row, width, 1) for row in changed))

    def render_line(self, y: int) -> Strip:
        """Return one line, its style laid over that of the part."""
        pieces = self._lines[y] if y < len(self._lines) else ()
        base, width = self.rich_style, self.size.width
        segments = [Segment(text, base + _style(style)) for text, style in pieces]
        return Strip(segments).adjust_cell_length(width, base)

    def on_resize(self, event: Resize) -> None:
        """Ask for lines of the new size."""
        self.post_message(self.Resized())


__all__ = ["Drawn"]
