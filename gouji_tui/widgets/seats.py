"""The six seats round the standing set."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rich.text import Text
from textual.widgets import Static

from engine.cards import Counts, opposite, team_of
from engine.round import Round
from engine.view import View
from gouji_tui.plain import MOST_TOLD
from gouji_tui.strings import cards_text, place_name
from gouji_tui.strings import text as string
from gouji_tui.widgets.lines import fit, rule

ALLY: Final = "#56b4e9"
FOE: Final = "#e69f00"
"""Colours that repeat what ``+`` and ``-`` say."""


def seat_head(view: View, seat: int, language: str) -> str:
    """Return a seat's first line: turn, side, number, count or place."""
    play, me = view.play, view.seat or 1
    side = "me" if seat == me else "foe" if (seat - me) % 2 else "ally"
    if view.seat is None:
        side = team_of(seat)
    words = [">>" if view.turn == seat else "  ", string(language, f"screen.{side}"), str(seat)]
    if seat == opposite(me) and view.seat is not None:
        words.append(string(language, "screen.opp"))
    if play is not None:
        words.append(_count(play, view, seat, language))
    return " ".join(words)


def _count(play: Round, view: View, seat: int, language: str) -> str:
    if seat in play.exits:
        return place_name(language, play.exits.index(seat) + 1)
    if play.drawn and not play.alive[seat]:
        return string(language, "screen.revolted" if seat in play.revolted else "screen.out")
    size = play.sizes[seat]
    if size <= MOST_TOLD or seat == view.seat or view.rules.report == "always":
        return string(language, "screen.cards", count=size) + (" !" if size <= MOST_TOLD else "")
    return f">{MOST_TOLD}"


def seat_state(view: View, seat: int, laid: Mapping[int, Counts], language: str) -> str:
    """Return a seat's second line: what it has done and what binds it."""
    play = view.play
    if play is None:
        return ""
    marks = [
        ("passed", play.passed[seat]),
        ("yielded", play.yielder == seat),
        ("headless", play.alive[seat] and play.headless(seat)),
        ("burning", play.burning == seat),
        ("opened", seat in play.opened),
    ]
    words = [string(language, f"screen.{key}") for key, holds in marks if holds]
    if play.top is not None and play.top_seat == seat:
        words.insert(0, "> " + cards_text(language, play.top.counts()))
    elif seat in laid:
        words.append(string(language, "screen.laid", cards=cards_text(language, laid[seat])))
    return " ".join(words)


def pile(view: View, language: str) -> tuple[str, str]:
    """Return the standing set in two lines."""
    play = view.play
    if play is None or play.top is None:
        return string(language, "screen.no_top"), ""
    words = [string(language, "screen.top"), string(language, "screen.by", seat=play.top_seat)]
    if play.top_gouji:
        words.append(string(language, "screen.gouji"))
    return " ".join(words), cards_text(language, play.top.counts())


def seats_text(view: View, laid: Mapping[int, Counts], language: str, width: int) -> Text:
    """Return the whole table: 5 4 3 above, 6, the pile and 2 below, one's own seat last.

    Args:
        view: what the seat at the bottom knows.
        laid: what each seat has put down in this round.
        language: ``"zh"`` or ``"en"``.
        width: cells.
    """
    cell = (width - 4) // 3
    me = view.seat or 1
    five, four, three, six, two = ((me + step - 1) % 6 + 1 for step in (4, 3, 2, 5, 1))
    top, cards = pile(view, language)

    def head(seat: int) -> tuple[str, str]:
        colour = FOE if (seat - me) % 2 else ALLY
        return seat_head(view, seat, language), f"bold reverse {colour}" if view.turn == seat else colour

    def state(seat: int) -> tuple[str, str]:
        return "   " + seat_state(view, seat, laid, language), ""

    own, style = head(me)
    rows = [
        [head(five), head(four), head(three)],
        [state(five), state(four), state(three)],
        [],
        [head(six), (top, "bold"), head(two)],
        [state(six), (cards, "bold"), state(two)],
        [],
    ]
    text = Text(no_wrap=True, overflow="crop", end="")
    for row in rows:
        if not row:
            text.append(rule("", width), "dim")
        for number, (words, look) in enumerate(row):
            text.append("│ " if number else " ", "dim")
            text.append(fit(words, cell - 1), look)
        text.append("\n")
    text.append(fit(f" {own}  {seat_state(view, me, laid, language)}", width), style)
    return text


class Seats(Static):
    """Shows :func:`seats_text`."""

    DEFAULT_CSS = "Seats { height: 7; }"

    def show(self, view: View, laid: Mapping[int, Counts], language: str) -> None:
        """Draw the table as the view knows it."""
        self.update(seats_text(view, laid, language, self.size.width))
