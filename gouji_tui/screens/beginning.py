"""What a newcomer is offered behind the first settings: to learn, to practise, to join."""

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


class Beginning(Enum):
    """How somebody begins."""

    TUTORIAL = "tutorial"
    PRACTICE = "practice"
    JOIN = "join"


class BeginningScreen(ModalScreen[Beginning]):
    """Asks once how to begin; Escape goes to the tables found.

    Args:
        language: ``"zh"`` or ``"en"``.
    """

    DEFAULT_CSS = """
    BeginningScreen { align: center middle; }
    BeginningScreen OptionList { width: auto; max-width: 100%; height: auto; border: solid $primary; }
    BeginningScreen OptionList:focus { border: solid $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "join", "")]

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def compose(self) -> ComposeResult:
        """Hold the list, what suits one who knows nothing first."""
        yield OptionList(
            *(Option(text(self._language, f"beginning.{each.value}"), each.value) for each in Beginning), markup=False
        )

    def on_mount(self) -> None:
        """Take the keys."""
        listed = self.query_one(OptionList)
        listed.border_title = text(self._language, "beginning.title")
        listed.focus()

    def action_join(self) -> None:
        """Go to the tables."""
        close(self, Beginning.JOIN)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return what was chosen."""
        event.stop()
        close(self, Beginning(event.option.id))


__all__ = ["Beginning", "BeginningScreen"]
