"""One's own hand: ranks over counts over what is picked."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from engine.cards import RANKS, SMALL
from gouji_tui.picking import Pick
from gouji_tui.strings import cards_text, rank_word
from gouji_tui.strings import text as string
from gouji_tui.widgets.lines import fit, rule

COLUMN = 5
"""Cells a rank takes."""


def hand_text(pick: Pick, verdict: str, language: str, width: int) -> Text:
    """Return the hand under a title with the pick and what may be done with it."""
    title = [string(language, "screen.held", count=sum(pick.held))]
    if pick.size:
        title += [string(language, "screen.picked", count=pick.size, cards=cards_text(language, pick.picked)), verdict]
    text = Text(no_wrap=True, overflow="crop", end="")
    text.append(rule("  ".join(title), width) + "\n", "dim" if not pick.size else "")
    names, counts, chosen = Text(), Text(), Text()
    for rank in range(len(RANKS)):
        held, picked, current = pick.held[rank], pick.picked[rank], rank == pick.rank
        style = "reverse" if picked else "" if held else "dim"
        names.append(_right((">" if current else "") + _name(rank, language)), "bold " + style)
        counts.append(_right(str(held) if held else "."), style)
        chosen.append(_right(f"[{picked}]" if picked else ""), "bold")
    for row in (names, counts, chosen):
        text.append_text(row)
        text.append("\n" if row is not chosen else "")
    return text


def _name(rank: int, language: str) -> str:
    """Return a rank as short as a column asks for."""
    return string(language, f"screen.rank.{rank}") if rank >= SMALL else rank_word(language, rank)


def _right(text: str) -> str:
    """Return a text at the right of a column."""
    width = Text(text).cell_len
    return fit(" " * (COLUMN - width) + text, COLUMN)


class Hand(Static):
    """Shows :func:`hand_text`."""

    DEFAULT_CSS = "Hand { height: 4; }"

    def show(self, pick: Pick, verdict: str, language: str) -> None:
        """Draw the hand and the pick."""
        self.update(hand_text(pick, verdict, language, self.size.width))
