"""Card counter, look-back and score sheet as lines of text, for screens and for plain mode alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len

from engine.cards import FULL_COUNTS, RANKS, Counts, subtract
from engine.events import Played
from engine.view import View
from gouji_tui.happened import event_line
from gouji_tui.history import History
from gouji_tui.story import Story
from gouji_tui.strings import place_name, rank_word, text
from gouji_tui.widgets.lines import fit

_COLUMN = 8
"""Cells of a rank and its number in the counter: the widest, ``small*4``, and a blank before it."""


def unseen(view: View) -> Counts | None:
    """Return the cards that lie neither on the table nor in the view's own hand; None before the draw."""
    play = view.play
    if play is None or not play.drawn:
        return None
    return subtract(subtract(FULL_COUNTS, play.played), view.hand)


def counter_lines(view: View, language: str, width: int) -> list[str]:
    """Return how many of each rank the others still hold, as what lies on the table tells."""
    hidden = unseen(view)
    if hidden is None:
        return [text(language, "counter.unknown")]
    each = max(1, min(8, width // _COLUMN))
    cells = [_right(f"{rank_word(language, rank)}*{hidden[rank]}") for rank in range(len(RANKS))]
    rows = ["".join(cells[start : start + each]) for start in range(0, len(cells), each)]
    return [text(language, "counter.unseen", count=sum(hidden)), *rows]


def _right(word: str) -> str:
    return fit(" " * (_COLUMN - cell_len(word)) + word, max(_COLUMN, cell_len(word) + 1))


def back_lines(history: History, view: View, language: str, names: Mapping[int, str] | None = None) -> list[str]:
    """Return what happened in this deal and the last ones, round by round."""
    lines: list[str] = []
    for deal in history.deals:
        number, story = 0, Story()
        for events in deal.rounds():
            told = []
            for event in events:
                story.told(event, view.rules)
                line = event_line(event, language, view.rules, closed=story.closed, brawl=story.brawl, names=names)
                told += [] if line is None else [line]
            played = any(isinstance(event, Played) for event in events)
            number += played
            key = "back.round" if played else "back.after" if number else "back.before"
            if told:
                lines += [text(language, key, deal=deal.number, round=number), *(f"  {line}" for line in told)]
    return lines or [text(language, "back.nothing")]


def score_lines(history: History, view: View, language: str) -> list[str]:
    """Return every deal's points and places, the totals, what is owed in this deal and what will be in the next."""
    lines = []
    for result in history.results:
        a, b = result.score or ("-", "-")
        places = "  ".join(f"{place_name(language, place)} {seat}" for place, seat in enumerate(result.places, 1))
        lines.append(text(language, "sheet.deal", number=result.number, a=a, b=b, places=places))
    a, b = view.total
    lines.append(text(language, "sheet.total", a=a, b=b))
    for found in (_debts("sheet.debts", view.before.debts, language), next_debt_lines(history, view, language)):
        if found:
            lines += ["", *found]
    return lines


def next_debt_lines(history: History, view: View, language: str) -> list[str]:
    """Return what the deal that has just ended leaves to be paid in the next; none where nothing is owed."""
    return _debts("sheet.next", history.next_debts(view), language)


def _debts(title: str, debts: Sequence[tuple[str, int, int, int]], language: str) -> list[str]:
    lines = [text(language, title)] if debts else []
    for kind, payer, to, cards in debts:
        name = text(language, f"kind.{kind}")
        lines.append(text(language, "sheet.debt", kind=name, payer=payer, to=to, cards=cards))
    return lines


__all__ = ["back_lines", "counter_lines", "next_debt_lines", "score_lines", "unseen"]
