"""What becomes of one's own table when its host leaves while others sit at it."""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from gouji_tui.screens.closing import close
from gouji_tui.strings import text


class Leaving(Enum):
    """What a host who leaves wants of his table."""

    STAY = "stay"
    HOST_ON = "host_on"
    CLOSE = "close"


class LeavingScreen(ModalScreen[Leaving]):
    """Asks a host who leaves; Escape stays.

    Args:
        language: ``"zh"`` or ``"en"``.
    """

    DEFAULT_CSS = """
    LeavingScreen { align: center middle; }
    LeavingScreen OptionList { width: auto; max-width: 100%; height: auto; border: solid $primary; }
    LeavingScreen OptionList:focus { border: solid $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "stay", "")]

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def compose(self) -> ComposeResult:
        """Hold the list: staying first, so that a key too many ends nothing."""
        yield OptionList(
            *(Option(text(self._language, f"leaving.{each.value}"), each.value) for each in Leaving), markup=False
        )

    def on_mount(self) -> None:
        """Take the keys."""
        listed = self.query_one(OptionList)
        listed.border_title = text(self._language, "leaving.title")
        listed.focus()

    def action_stay(self) -> None:
        """Go back to the table."""
        close(self, Leaving.STAY)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return what was chosen."""
        event.stop()
        close(self, Leaving(event.option.id))


__all__ = ["Leaving", "LeavingScreen"]
