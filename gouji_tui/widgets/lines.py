"""Lines of so many cells, as the parts of the table are drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from rich.cells import cell_len, set_cell_size
from rich.text import Text

Line: TypeAlias = tuple[tuple[str, str], ...]
"""A line as pieces of text, each with a style; never read as markup."""


CLOSING: Final = "，。；：、！？）」"
"""What never begins a line of Chinese."""


def fit(text: str, width: int) -> str:
    """Return a text cut or filled to a number of cells."""
    return set_cell_size(text, width)


def rule(title: str, width: int) -> str:
    """Return a line across with a title in it."""
    head = f"── {title} " if title else ""
    return fit(head + "─" * width, width)


def wrapped(words: str, width: int) -> list[str]:
    """Return a text in lines of so many cells, broken at spaces, or anywhere where Chinese stands or a word is long."""
    lines, now, piece = [], "", ""
    for character, following in zip(words + " ", words[1:] + "  ", strict=False):
        piece += character
        if following in CLOSING and cell_len(piece + following) <= width:
            continue
        if character != " " and cell_len(character) < 2 and cell_len(piece) < width:
            continue
        if now and cell_len((now + piece).rstrip()) > width:
            lines.append(now.rstrip())
            now = ""
        now, piece = now + piece, ""
    return [*lines, now.rstrip()]


def joined(parts: Sequence[str], width: int) -> list[str]:
    """Return parts beside each other in lines of so many cells; none is broken."""
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]}    {part}" if lines[-1] else part
        if cell_len(longer) > width and lines[-1]:
            lines.append(part)
        else:
            lines[-1] = longer
    return lines


def line(text: str, style: str = "") -> Line:
    """Return a line of one style."""
    return ((text, style),)


def block(lines: Sequence[tuple[str, str]]) -> Text:
    """Return lines, each with a style, as text that is never wrapped and never read as markup."""
    text = Text(no_wrap=True, overflow="crop", end="")
    for number, (words, style) in enumerate(lines):
        text.append(("\n" if number else "") + words, style)
    return text
