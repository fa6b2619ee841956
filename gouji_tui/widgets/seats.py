"""The six seats round the standing set."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static

from engine.cards import opposite
from engine.round import Round
from engine.view import View
from gouji_tui.plain import MOST_TOLD
from gouji_tui.widgets.texts import block, cards_text, fit, place_name, rule, tell


def seat_head(view: View, seat: int, language: str) -> str:
    """Return a seat's first line: turn, side, number, count or place."""
    play, me = view.play, view.seat or 1
    side = "me" if seat == me else "foe" if (seat - me) % 2 else "ally"
    words = [">>" if view.turn == seat else "  ", tell(language, side), str(seat)]
    if seat == opposite(me):
        words.append(tell(language, "opp"))
    if play is not None:
        words.append(_count(play, view, seat, language))
    return " ".join(words)


def _count(play: Round, view: View, seat: int, language: str) -> str:
    if seat in play.exits:
        return place_name(language, play.exits.index(seat) + 1)
    if not play.alive[seat]:
        return tell(language, "revolted" if seat in play.revolted else "out")
    size = play.sizes[seat]
    if size <= MOST_TOLD or seat == view.seat or view.rules.report == "always":
        return tell(language, "cards", count=size) + (" !" if size <= MOST_TOLD else "")
    return f">{MOST_TOLD}"


def seat_state(view: View, seat: int, language: str) -> str:
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
    words = [tell(language, key) for key, holds in marks if holds]
    if play.top is not None and play.top_seat == seat:
        words.insert(0, "> " + cards_text(play.top.counts(), language))
    return " ".join(words)


def pile(view: View, language: str) -> tuple[str, str]:
    """Return the standing set in two lines."""
    play = view.play
    if play is None or play.top is None:
        return tell(language, "no_top"), ""
    words = [tell(language, "top"), tell(language, "by", seat=play.top_seat)]
    if play.top_gouji:
        words.append(tell(language, "gouji"))
    return " ".join(words), cards_text(play.top.counts(), language)


def seats_text(view: View, language: str, width: int) -> Text:
    """Return the whole table: 5 4 3 above, 6, the pile and 2 below, one's own seat last."""
    cell = (width - 4) // 3
    me = view.seat or 1
    five, four, three, six, two = ((me + step - 1) % 6 + 1 for step in (4, 3, 2, 5, 1))

    def across(*cells: str) -> str:
        return "│".join(fit(" " + text, cell) for text in cells)

    def bold(*seats: int) -> str:
        return "bold" if view.turn in seats else ""

    def heads(*seats: int) -> list[str]:
        return [seat_head(view, seat, language) for seat in seats]

    def states(*seats: int) -> list[str]:
        return ["   " + seat_state(view, seat, language) for seat in seats]

    top, cards = pile(view, language)
    left, right = heads(six, two)
    below, beside = states(six, two)
    own = f"{seat_head(view, me, language)}  {seat_state(view, me, language)}"
    return block([
        (across(*heads(five, four, three)), bold(five, four, three)),
        (across(*states(five, four, three)), ""),
        (rule("", width), "dim"),
        (across(left, top, right), bold(six, two)),
        (across(below, cards, beside), ""),
        (rule("", width), "dim"),
        (" " + own, "bold reverse" if view.turn == me else ""),
    ])  # fmt: skip


class Seats(Static):
    """Shows :func:`seats_text`."""

    DEFAULT_CSS = "Seats { height: 7; }"

    def show(self, view: View, language: str) -> None:
        """Draw the table as the view knows it."""
        self.update(seats_text(view, language, self.size.width))
