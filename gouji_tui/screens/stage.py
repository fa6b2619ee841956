"""The table for a projector: no keys, the standing set large, one language or both beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from textual.app import ComposeResult
from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

from engine.cards import NO_CARDS
from engine.events import Event
from engine.rules import MOST_TOLD
from engine.view import View
from gouji_tui.happened import event_line
from gouji_tui.scene import PAINTS, Scene
from gouji_tui.story import Story
from gouji_tui.strings import cards_text, text
from gouji_tui.widgets.big_cards import ROWS, big_cards
from gouji_tui.widgets.lines import block, fit, rule
from gouji_tui.widgets.seats import Seats

KEPT = MOST_TOLD * 5
"""Lines of what happened that are kept: more than a screen shows."""


class StageScreen(Screen[None]):
    """A table that is watched from afar.

    Args:
        languages: one or two of ``"zh"`` and ``"en"``; the first names what cannot stand twice.
        paint: of :data:`gouji_tui.scene.PAINTS`.
    """

    DEFAULT_CSS = f"""
    StageScreen {{ layout: vertical; overflow: hidden; }}
    StageScreen #head {{ height: 2; }}
    StageScreen #set {{ height: {ROWS + 3}; }}
    StageScreen #lines {{ height: 1fr; }}
    """

    def __init__(self, languages: Sequence[str], paint: str = "dark") -> None:
        super().__init__()
        self._languages = tuple(languages)
        self._paint = paint
        self._view: View | None = None
        self._names: Mapping[int, str] = {}
        self._story = Story()
        self._happened: list[tuple[str, ...]] = []
        self._status = self.say("stage.looking")
        self._head = Static(id="head")
        self._seats = Seats()
        self._set = Static(id="set")
        self._lines = Static(id="lines")

    def compose(self) -> ComposeResult:
        """Hold the parts, top to bottom."""
        yield from (self._head, self._seats, self._set, self._lines)

    def on_mount(self) -> None:
        """Draw the first time."""
        self.redraw()

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size."""
        self.redraw()

    def say(self, id: str, **values: object) -> str:
        """Return a text in all languages, beside each other."""
        return "   ".join(text(language, id, **values) for language in self._languages)

    def show(self, view: View, names: Mapping[int, str], events: Sequence[Event]) -> None:
        """Show the table after what has happened."""
        self._view, self._names, self._status = view, names, ""
        for event in events:
            story = self._story
            story.told(event, view.rules, view.play is not None and view.play.brawl)
            lines = tuple(
                event_line(event, language, view.rules, closed=story.closed, brawl=story.brawl, names=names) or ""
                for language in self._languages
            )
            if any(lines):
                self._happened = [*self._happened[1 - KEPT :], lines]
        self.redraw()

    def tell(self, sentence: str) -> None:
        """Say why nothing new is shown."""
        self._status = sentence
        self.redraw()

    def redraw(self) -> None:
        """Draw all of it, soon."""
        if self.is_mounted:
            self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        view, width = self._view, self.size.width
        title = (
            self.say("stage.title")
            if view is None
            else self.say("screen.title_watch", number=view.number, a=view.total[0], b=view.total[1])
        )
        self._head.update(block([(fit(f" {title}", width), "bold"), (rule(self._status, width), "bold")]))
        self._seats.display = view is not None
        if view is None:
            return
        scene = Scene(view, self._languages[0], self._story, names=self._names, paint=PAINTS[self._paint])
        self._seats.show(scene)
        play = view.play
        standing = NO_CARDS if play is None or play.top is None else play.top.counts()
        caption = self.say("screen.no_top")
        if play is not None and play.top is not None:
            who = scene.short(play.top_seat)
            told = dict.fromkeys(cards_text(language, standing) for language in self._languages)
            caption = f"{who}: " + "   ".join(told)
            if play.top_gouji:
                caption += "   " + self.say("screen.gouji")
        picture = block([(rule("", width), "dim"), (fit(f" {caption}", width), "bold")])
        picture.append("\n")
        picture.append_text(big_cards(standing, width))
        self._set.update(picture)
        self._draw_lines(width)

    def _draw_lines(self, width: int) -> None:
        room, column = max(1, self._lines.size.height - 1), width // len(self._languages)
        rows = ["".join(fit(f" {line}", column) for line in lines) for lines in self._happened[-room:]]
        self._lines.update(block([(rule("", width), "dim"), *((row, "") for row in rows)]))
