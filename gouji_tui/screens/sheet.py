"""Pages over the table that are looked at and put away: card counter, look-back, score sheet, rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.screen import ModalScreen
from textual.widgets import Static

from engine.rules import Rules
from engine.view import View
from gouji_tui.actions import ActionId
from gouji_tui.history import History
from gouji_tui.rule_pages import rules_page
from gouji_tui.screens.closing import close
from gouji_tui.sheets import back_lines, counter_lines, score_lines
from gouji_tui.strings import text

MARGIN: Final = 6
"""Columns of a page that hold its edge."""
EDGES: Final = 4
"""Rows of a page that hold its edge, the title and the foot."""
MOST_COLUMNS: Final = 100
"""Columns of a page of prose: longer lines are hard to read."""


class Sheet(ModalScreen[None]):
    """Lines to scroll through, until a key that does not scroll.

    Args:
        title: the first line.
        lines: the others.
        foot: says how it goes away.
        at_end: whether the last lines are shown first.
        first: the line that is shown first.
    """

    DEFAULT_CSS = """
    Sheet { align: center middle; }
    Sheet #page {
        width: auto; max-width: 100%; height: auto; max-height: 100%; border: solid $primary; overflow: hidden;
    }
    Sheet VerticalScroll { width: auto; max-width: 100%; height: auto; padding: 0 1; }
    Sheet Static { width: auto; max-width: 100%; }
    Sheet .edge { height: 1; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, title: str, lines: Sequence[str], foot: str, at_end: bool = False, first: int = 0) -> None:
        super().__init__()
        self._title, self._foot = title, foot
        self.lines = tuple(lines)
        self._at_end, self._first = at_end, first
        self._scroll = VerticalScroll(Static(Text("\n".join(self.lines))))

    def compose(self) -> ComposeResult:
        """Hold title, lines, foot."""
        with Vertical(id="page"):
            yield Static(Text(self._title, style="bold"), classes="edge")
            yield self._scroll
            yield Static(Text(self._foot, style="dim"), classes="edge")

    def on_resize(self, event: Resize) -> None:
        """Leave room for the edges, the title and the foot."""
        self._scroll.styles.max_height = max(1, event.size.height - EDGES)

    def on_mount(self) -> None:
        """Show what is to be shown first."""
        if self._at_end:
            self._scroll.scroll_end(animate=False)
        elif self._first:
            self.call_after_refresh(self._scroll.scroll_to, y=self._first, animate=False)

    def on_key(self, event: Key) -> None:
        """Scroll, or go away."""
        if event.key == "ctrl+q":
            return
        event.stop()
        scroll = self._scroll
        moves = {
            "up": scroll.scroll_up, "down": scroll.scroll_down, "pageup": scroll.scroll_page_up,
            "pagedown": scroll.scroll_page_down, "home": scroll.scroll_home, "end": scroll.scroll_end,
        }  # fmt: skip
        move = moves.get(event.key)
        if move is None:
            close(self)
        else:
            move(animate=False)


def open_sheet(
    app: App[object], id: ActionId, history: History, view: View, language: str, names: Mapping[int, str]
) -> None:
    """Show the page of an action: card counter, look-back or score sheet."""
    width = app.size.width - MARGIN
    if id is ActionId.COUNTER:
        lines = counter_lines(view, language, width)
    elif id is ActionId.BACK:
        lines = back_lines(history, view, language, names)
    else:
        lines = score_lines(history, view, language)
    foot = text(language, "sheet.foot")
    app.push_screen(Sheet(text(language, f"sheet.title_{id.value}"), lines, foot, id is ActionId.BACK))


def open_rules(app: App[object], rules: Rules, language: str, section: int = 0) -> None:
    """Show the rules of the table, from a section on."""
    lines, begins = rules_page(rules, language, min(app.size.width - MARGIN, MOST_COLUMNS))
    title, foot = text(language, "sheet.title_rules"), text(language, "sheet.foot")
    app.push_screen(Sheet(title, lines, foot, first=begins.get(section, 0)))


__all__ = ["Sheet", "open_rules", "open_sheet"]
