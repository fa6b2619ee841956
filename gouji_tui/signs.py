"""Signs in what others write whose width terminals do not agree on: each in a form of one known width."""

from __future__ import annotations

import unicodedata
from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

LINES: Final = "─│╭╮╰╯┌┬┐├┼┤└┴┘"
"""The signs beside ASCII that this program draws itself; a setting turns them into ASCII."""

_KNOWN: Final = {
    **dict.fromkeys("“”„«»″", '"'), **dict.fromkeys("‘’‚′", "'"), **dict.fromkeys("–—―−", "-"),
    "…": ".", "·": ".", "•": "*", "→": ">", "←": "<", "×": "x", "÷": "/",
}  # fmt: skip
_TONES: Final = range(0x1F3FB, 0x1F400)
"""Skin tones: some terminals give them cells of their own."""
_FLAGS: Final = range(0x1F1E6, 0x1F200)
"""Letters that become a flag in pairs, in some terminals."""
_KEYCAP: Final = 0x20E3


class _Signs(dict[int, str]):
    """What stands for a character; found out once for each."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if code in _TONES or code == _KEYCAP:
            found = ""
        elif code in _FLAGS:
            found = chr(ord("A") + code - _FLAGS.start)
        elif character.isascii() or character in LINES or unicodedata.east_asian_width(character) in ("W", "F"):
            found = character
        else:
            doubtful = unicodedata.category(character)[0] in "SP"
            found = _KNOWN.get(character, "*") if doubtful else character
        self[code] = found
        return found


_SIGNS: Final = _Signs()


def known_signs(text: str) -> str:
    """Return a text in which every sign has one width in all terminals, as many cells as before."""
    return text if text.isascii() else text.translate(_SIGNS)


class KnownSigns(LineFilter):
    """Draws no sign of doubtful width, whoever wrote it."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Replace the signs; the cells stay."""
        return [
            segment if segment.text.isascii() else Segment(known_signs(segment.text), segment.style, segment.control)
            for segment in segments
        ]


__all__ = ["LINES", "KnownSigns", "known_signs"]
