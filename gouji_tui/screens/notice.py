"""A text over the table that goes with any key: help, results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from time import monotonic

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.events import Click, Key
from textual.screen import ModalScreen
from textual.widgets import Static

from engine.cards import team_of
from engine.events import DealScored
from gouji_tui.screens.closing import close
from gouji_tui.strings import place_name, text

GUARD_SECONDS = 0.5
"""No key acts within this time of the turn's coming, or of a notice's: one meant for something else is under way."""


class Notice(ModalScreen[str]):
    """Shows lines until a key is pressed; returns what it typed.

    Args:
        title: the first line.
        body: the rest.
        foot: says how it goes away.
        deaf: seconds after it has opened in which keys are dropped.
    """

    DEFAULT_CSS = """
    Notice { align: center middle; }
    Notice VerticalScroll {
        width: auto; max-width: 100%; height: auto; max-height: 100%; border: solid $primary; padding: 0 2;
    }
    Notice Static { width: auto; max-width: 100%; height: auto; }
    """

    def __init__(self, title: str, body: str, foot: str, deaf: float = GUARD_SECONDS) -> None:
        super().__init__()
        self._deaf = deaf
        self._opened = inf
        self._text = Text(f"{title}\n\n{body}\n\n{foot}")
        self._text.stylize("bold", 0, len(title))
        self._scroll = VerticalScroll(Static(self._text), can_focus=False)

    @property
    def shown(self) -> str:
        """The text shown."""
        return self._text.plain

    def compose(self) -> ComposeResult:
        """Hold the text."""
        yield self._scroll

    def on_mount(self) -> None:
        """Be deaf from here, where it is about to be seen."""
        self._opened = monotonic()
        self.call_after_refresh(self._tell_of_more)

    def _tell_of_more(self) -> None:
        """Name the keys that show the rest, where it is longer than the screen."""
        self._scroll.border_subtitle = "PgUp PgDn" if self._scroll.max_scroll_y else None

    def on_click(self, event: Click) -> None:
        """Go away."""
        event.stop()
        if monotonic() - self._opened >= self._deaf:
            close(self, "")

    def on_key(self, event: Key) -> None:
        """Scroll where there is more than the screen shows, else go away."""
        if event.key == "ctrl+q":
            return
        event.stop()
        scroll = self._scroll
        moves = {
            "up": scroll.scroll_up, "down": scroll.scroll_down, "pageup": scroll.scroll_page_up,
            "pagedown": scroll.scroll_page_down,
        }  # fmt: skip
        if scroll.max_scroll_y and event.key in moves:
            moves[event.key](animate=False)
        elif monotonic() - self._opened >= self._deaf:
            close(self, event.character or "")


def sides(own: int | None, pair: tuple[int, int]) -> dict[str, int]:
    """Return both teams' points as ``a``, one's own side's, and ``b``; those of A and B for an observer."""
    a, b = pair if own is None or not own or team_of(own) == "A" else pair[::-1]
    return {"a": a, "b": b}


def result(
    scored: DealScored,
    language: str,
    over: bool,
    deaf: float = GUARD_SECONDS,
    own: int = 1,
    names: Mapping[int, str] | None = None,
    more: Sequence[str] = (),
) -> Notice:
    """Return the result of a deal, or with ``over`` of the match.

    Args:
        scored: the places and points.
        language: ``"zh"`` or ``"en"``.
        over: whether the match is over.
        deaf: seconds in which keys are dropped.
        own: the seat as which it is seen; 0 for none.
        names: of the seats, cleaned.
        more: lines below: what is owed in the next deal.
    """
    watch = "" if own else "_watch"
    lines = []
    for place, seat in enumerate(scored.places, 1):
        side = "me" if seat == own else "ally" if (seat - own) % 2 == 0 else "foe"
        words = {"place": place_name(language, place), "seat": f"{seat} {(names or {}).get(seat, '')}".rstrip()}
        words["side"] = text(language, f"screen.{side if own else team_of(seat)}")
        lines.append(text(language, "screen.place", **words))
    lines.append("")
    if scored.score is not None:
        lines.append(text(language, f"screen.points{watch}", **sides(own, scored.score)))
    lines.append(text(language, f"screen.totals{watch}", **sides(own, scored.total)))
    lines += ["", *more] if more else []
    title = (
        text(language, "screen.match_result") if over else text(language, "screen.deal_result", number=scored.number)
    )
    return Notice(title, "\n".join(lines), text(language, "screen.any_key"), deaf)
