"""Cards large enough for the back of a room: each rank in pixels of two cells, drawn by reversed blanks alone."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from engine.cards import RANKS, Counts

ROWS: Final = 5
"""Rows of a large rank."""

_PIXELS: Final = {
    "3": "### ..# ### ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# ..# ..#",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    "T": "#.### #.#.# #.#.# #.#.# #.###",
    "J": "..# ..# ..# #.# ###",
    "Q": "####. #..#. #..#. #.##. #####",
    "K": "#..# #.#. ##.. #.#. #..#",
    "A": ".##. #..# #### #..# #..#",
    "2": "### ..# ### #.. ###",
    "x": "..#.. #.#.# #.#.# ..#.. .##..",
    "X": "..#.. ##### ..#.. .#.#. #...#",
}
"""Rows of each rank, ``#`` a pixel; the jokers are the characters for small and big."""

_GAP: Final = 3
"""Cells between ranks."""


def big_cards(cards: Counts, width: int) -> Text:
    """Return cards in five rows, each rank with its number beside it, as many ranks as there is room for."""
    rows = [Text() for _ in range(ROWS)]
    used = 0
    for rank, number in enumerate(cards):
        if not number:
            continue
        pixels = _PIXELS[RANKS[rank]].split()
        label = f" *{number}" if number > 1 else ""
        need = 2 * len(pixels[0]) + len(label) + _GAP
        if used + need > width:
            break
        used += need
        for row, line in enumerate(pixels):
            for pixel in line:
                rows[row].append("  ", "reverse bold" if pixel == "#" else "")
            rows[row].append((label if row == ROWS - 1 else " " * len(label)) + " " * _GAP, "bold")
    return Text("\n").join(rows)


__all__ = ["ROWS", "big_cards"]
