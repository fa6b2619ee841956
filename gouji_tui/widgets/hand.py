"""One's own hand: ranks, counts and what is picked; stacks above where there is room, two rows where there is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.cells import cell_len
from textual.events import Click, MouseScrollDown, MouseScrollUp
from textual.message import Message

from engine.cards import RANKS
from gouji_tui.picking import Pick
from gouji_tui.strings import cards_text
from gouji_tui.strings import text as string
from gouji_tui.widgets.boxes import face
from gouji_tui.widgets.drawn import Drawn
from gouji_tui.widgets.lines import Line, fit, line, rule

COLUMN: Final = 5
"""Cells a rank takes."""
HALF: Final = 8
"""Ranks in the first of two rows: 3 to 10, as many as 40 cells hold."""
ROWS: Final = 4
"""Lines of a hand without stacks: title, ranks, counts, picked."""
MARGIN: Final = 4
"""Cells of a title's line that are no title."""
MOST_STACKED: Final = 8
"""Cards drawn over each other in a column: more of one rank are rare, and the count says them."""


def title(pick: Pick, verdict: str, language: str, width: int, covered: bool = False) -> str:
    """Return the line over the hand: the verdict on the pick, then the cards picked; how many cards are held."""
    words = [string(language, "screen.held", count=sum(pick.held))]
    if covered:
        words.append(string(language, "screen.covered"))
    elif pick.size:
        cards = cards_text(language, pick.picked)
        words += filter(None, (verdict, string(language, "screen.picked", count=pick.size, cards=cards)))
        if cell_len("  ".join(words)) > width - MARGIN:
            words = [*filter(None, (verdict,)), cards]
    return rule("  ".join(words), width)


def hand_lines(
    pick: Pick, verdict: str, language: str, width: int, *, stack: int = 0, covered: bool = False, current: bool = True
) -> list[Line]:
    """Return the hand in columns.

    Args:
        pick: hand and pick.
        verdict: whether the pick may be played, or why not; stands before the cards.
        language: ``"zh"`` or ``"en"``.
        width: cells.
        stack: lines of stacked cards over the ranks; 0 for none.
        covered: whether to keep the cards from being seen.
        current: whether the current rank is marked (not while the marker is at the actions).
    """
    lines = [line(title(pick, verdict, language, width, covered), "bold" if pick.size else "dim")]
    if covered:
        return lines
    ranks = range(len(RANKS))
    for height in range(stack, 0, -1):
        row = []
        for rank in ranks:
            held, picked = min(pick.held[rank], stack), pick.picked[rank]
            card = "" if height > held else face(rank, language)
            chosen = bool(card) and height > held - picked
            row.append((f"<{card}>" if chosen else card, "reverse" if chosen else ""))
        lines.append(_columns(row))
    picked_row = _columns((f"[{pick.picked[rank]}]" if pick.picked[rank] else "", "bold") for rank in ranks)
    return [*lines, _names(pick, ranks, language, current), _counts(pick, ranks), picked_row]


def small_hand_lines(
    pick: Pick, verdict: str, language: str, width: int, *, covered: bool, current: bool = True
) -> list[Line]:
    """Return the hand in two rows of ranks, each over its counts, those picked behind them: ``4[2]``."""
    lines = [line(title(pick, verdict, language, width, covered), "bold" if pick.size else "dim")]
    for ranks in (range(HALF), range(HALF, len(RANKS))) if not covered else ():
        counts = []
        for rank in ranks:
            held, picked = pick.held[rank] or ".", pick.picked[rank]
            counts.append((f"{held}[{picked}]" if picked else f"{held}", _style(pick, rank)))
        lines += [_names(pick, ranks, language, current), _columns(counts)]
    return lines


def _names(pick: Pick, ranks: range, language: str, current: bool) -> Line:
    marks = {pick.rank: ">"} if current else {}
    return _columns((marks.get(rank, "") + face(rank, language), f"bold {_style(pick, rank)}") for rank in ranks)


def _counts(pick: Pick, ranks: range) -> Line:
    return _columns((str(pick.held[rank] or "."), _style(pick, rank)) for rank in ranks)


def _style(pick: Pick, rank: int) -> str:
    return "reverse" if pick.picked[rank] else "" if pick.held[rank] else "dim"


def _columns(cells: Iterable[tuple[str, str]]) -> Line:
    """Return texts, each at the right of its column; a blank before it is not of its style, so that it stands apart."""
    pieces = []
    for text, style in cells:
        padded = fit(" " * (COLUMN - cell_len(text)) + text, COLUMN)
        free = int(padded.startswith(" "))
        pieces += [(padded[:free], ""), (padded[free:], style)]
    return tuple(pieces)


class Hand(Drawn):
    """Shows the hand, and tells what the mouse does on it: a click one more, on the rank or by the right button all."""

    DEFAULT_CSS = f"Hand {{ height: {ROWS}; }}"

    class Touched(Message):
        """The mouse has picked on a rank: ``step`` 1 or -1 card, or with ``whole`` all or none of it."""

        def __init__(self, rank: int, step: int, whole: bool) -> None:
            super().__init__()
            self.rank, self.step, self.whole = rank, step, whole

    small = False
    stack = 0

    def show(
        self, pick: Pick, verdict: str, language: str, *, small: bool, stack: int, covered: bool, current: bool
    ) -> None:
        """Draw the hand and the pick."""
        self.small, self.stack = small, 0 if small else stack
        width = self.size.width
        self.styles.height = ROWS + 1 if small else ROWS + stack
        if small:
            self.draw(small_hand_lines(pick, verdict, language, width, covered=covered, current=current))
        else:
            self.draw(hand_lines(pick, verdict, language, width, stack=stack, covered=covered, current=current))

    def rank_at(self, x: int, y: int) -> tuple[int, bool] | None:
        """Return the rank under a cell, and whether the cell is on its label; None outside the hand."""
        column = x // COLUMN
        if y < 1 or column < 0:
            return None
        if self.small:
            rank = column if y < 3 else column + HALF
            if column >= HALF or rank >= len(RANKS):
                return None
            return rank, y in (1, 3)
        return (column, y == 1 + self.stack) if column < len(RANKS) else None

    def on_click(self, event: Click) -> None:
        """Pick one more, or all."""
        found = self.rank_at(event.x, event.y)
        if found is not None:
            event.stop()
            self.post_message(self.Touched(found[0], 1, found[1] or event.button == 3 or event.shift))

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Pick one more."""
        self._wheel(event, 1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Pick one less."""
        self._wheel(event, -1)

    def _wheel(self, event: MouseScrollUp | MouseScrollDown, step: int) -> None:
        found = self.rank_at(event.x, event.y)
        if found is not None:
            event.stop()
            self.post_message(self.Touched(found[0], step, False))


__all__ = ["Hand", "hand_lines", "small_hand_lines"]
