"""Lines of so many cells, as the parts of the table are drawn from."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import set_cell_size
from rich.text import Text


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
