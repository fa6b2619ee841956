"""Cards drawn as boxes beside each other, three lines high, where there is room for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from engine.cards import RANKS, SMALL
from gouji_tui.strings import rank_word, text
from gouji_tui.widgets.lines import fit

ROWS: Final = 3
"""Lines of a box."""


def face(rank: int, language: str) -> str:
    """Return a rank as short as a card asks for."""
    return text(language, f"screen.rank.{rank}") if rank >= SMALL else rank_word(language, rank)


def boxes(cards: Sequence[int], language: str, width: int) -> tuple[str, str, str]:
    """Return cards as a row of boxes; where they are too many, one box a rank with the number on its edge.

    Args:
        cards: fifteen counts; the lowest rank, which is the base of a set, comes first.
        language: ``"zh"`` or ``"en"``.
        width: cells at most.
    """
    faces = [face(rank, language) for rank in range(len(RANKS)) for _ in range(cards[rank])]
    if not faces:
        return "", "", ""
    inner = max(2, *map(cell_len, faces))
    edges = [""] * len(faces)
    if len(faces) * (inner + 1) + 1 > width:
        ranks = [rank for rank in range(len(RANKS)) if cards[rank]]
        faces = [face(rank, language) for rank in ranks]
        edges = [f"*{cards[rank]}" if cards[rank] > 1 else "" for rank in ranks]
        inner = max(inner, *map(len, edges))
    middle = "│".join(" " * (inner - cell_len(each)) + each for each in faces)
    top, bottom = "┬".join(["─" * inner] * len(faces)), "┴".join("─" * (inner - len(each)) + each for each in edges)
    return fit(f"┌{top}┐", width), fit(f"│{middle}│", width), fit(f"└{bottom}┘", width)


__all__ = ["ROWS", "boxes", "face"]
