"""A part of the table that is drawn again only where it has changed."""

from __future__ import annotations

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
