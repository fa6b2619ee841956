"""The list of those who can be muted."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from engine.cards import SEATS
from gouji_tui.muting import Muted
from gouji_tui.strings import text


class MutingScreen(ModalScreen[None]):
    """Lists seats and observers; Enter mutes one or hears him again, Escape goes back.

    Args:
        language: ``"zh"`` or ``"en"``.
        muted: who is muted; changed in place.
        own: one's own seat, None for an observer.
        told: is told what was changed, a sentence.
    """

    DEFAULT_CSS = """
    MutingScreen { align: center middle; }
    MutingScreen OptionList { width: 60; max-width: 100%; height: auto; max-height: 100%; border: solid $primary; }
    MutingScreen OptionList:focus { border: solid $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", "")]

    def __init__(self, language: str, muted: Muted, own: int | None, told: Callable[[str], None]) -> None:
        super().__init__()
        self._language = language
        self._muted = muted
        self._seats = [seat for seat in SEATS if seat != own]
        self._told = told
        self._list = OptionList(markup=False)

    def compose(self) -> ComposeResult:
        """Hold the list."""
        yield self._list

    def on_mount(self) -> None:
        """Take the keys."""
        self._list.border_title = text(self._language, "mute.title")
        self._fill()
        self._list.highlighted = 0
        self._list.focus()

    def _fill(self) -> None:
        self._list.clear_options()
        self._list.add_options(
            [Option(words, str(seat)) for seat, words in self._muted.rows(self._seats, self._language)]
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Switch the one marked."""
        event.stop()
        place = event.option_index
        self._told(self._muted.switch(int(event.option.id or 0), self._language))
        self._fill()
        self._list.highlighted = place
