"""A link as a QR code, as rows of a terminal."""

from __future__ import annotations

from typing import Final

import segno

QUIET: Final = 2
"""Light modules around the code: the norm asks for four, phones read it with two, and rows are dear."""

_HALVES: Final = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""Two modules above each other, 1 dark, drawn in light on dark."""


def modules(link: str) -> list[list[int]]:
    """Return the code's modules with its quiet zone, row by row, 1 for dark.

    The scheme and the address are written large, which makes the smallest code; in links of ours no case counts.
    """
    code = segno.make(link.upper(), error="l", micro=False, boost_error=False)
    return [[int(module) for module in row] for row in code.matrix_iter(border=QUIET)]


def half_rows(link: str) -> list[str]:
    """Return rows of half blocks, to be drawn white on black: a cell is one module wide and two high."""
    rows = modules(link)
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return [
        "".join(_HALVES[pair] for pair in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]


def runs(link: str) -> list[list[tuple[bool, int]]]:
    """Return rows of blanks for a terminal without half blocks: (whether dark, cells), two cells a module."""
    found: list[list[tuple[bool, int]]] = []
    for row in modules(link):
        line: list[tuple[bool, int]] = []
        for module in row:
            dark = bool(module)
            if line and line[-1][0] is dark:
                line[-1] = (dark, line[-1][1] + 2)
            else:
                line.append((dark, 2))
        found.append(line)
    return found


__all__ = ["half_rows", "modules", "runs"]
