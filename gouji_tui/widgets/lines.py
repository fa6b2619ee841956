"""Lines of so many cells, as the parts of the table are drawn from."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import set_cell_size
from rich.text import Text
from textual.widgets import Static


class Drawn(Static):
    """A part of fixed size, drawn again only where what it shows has changed."""

    _shown: tuple[Text, int] | None = None

    def draw(self, text: Text) -> None:
        """Show a text; the same one at the same width costs nothing."""
        now = (text, self.size.width)
        if now != self._shown:
            self._shown = now
            self.update(text, layout=False)


def fit(text: str, width: int) -> str:
    """Return a text cut or filled to a number of cells."""
    return set_cell_size(text, width)


def rule(title: str, width: int) -> str:
    """Return a line across with a title in it."""
    head = f"── {title} " if title else ""
    return fit(head + "─" * width, width)


def block(lines: Sequence[tuple[str, str]]) -> Text:
    """Return lines, each with a style, as text that is never wrapped and never read as markup."""
    text = Text(no_wrap=True, overflow="crop", end="")
    for number, (line, style) in enumerate(lines):
        text.append(("\n" if number else "") + line, style)
    return text
