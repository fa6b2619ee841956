"""The menu of everything that is no place of the action bar, from the one table of actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from gouji_tui.actions import ACTIONS, MENU, ActionId
from gouji_tui.keys import key_of
from gouji_tui.screens.closing import close
from gouji_tui.strings import text

EXPLAINED: Final = 60
"""Columns from which there is room for explanations."""


class Menu(ModalScreen[ActionId | None]):
    """Lists actions with their keys; returns the one chosen by arrows and Enter, by the mouse, or None.

    Args:
        language: ``"zh"`` or ``"en"``.
        listed: the actions.
    """

    DEFAULT_CSS = """
    Menu { align: center middle; }
    Menu OptionList {
        width: auto; min-width: 30; max-width: 100%; height: auto; max-height: 100%; border: solid $primary;
        text-wrap: nowrap; text-overflow: clip;
    }
    Menu OptionList:focus { border: solid $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "dismiss", ""), ("m", "dismiss", "")]

    def __init__(self, language: str, listed: Sequence[ActionId] = MENU) -> None:
        super().__init__()
        self._language = language
        self._listed = listed

    def compose(self) -> ComposeResult:
        """Hold the list."""
        language = self._language
        options = []
        for id in self._listed:
            action = ACTIONS[id]
            key = key_of(action, language) or (action.names[0].upper() if action.names else "")
            name = text(language, action.label)
            line = Text(no_wrap=True)
            line.append(f"{key}{' ' * (4 - cell_len(key))}", "bold")
            line.append(f"{name}{' ' * max(1, 16 - cell_len(name))}")
            if self.app.size.width >= EXPLAINED:
                line.append(text(language, action.help), "dim")
            options.append(Option(line, id.value))
        yield OptionList(*options, markup=False)

    def on_mount(self) -> None:
        """Take the keys."""
        listed = self.query_one(OptionList)
        listed.border_title = text(self._language, "screen.menu_title")
        listed.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return what was chosen."""
        event.stop()
        close(self, ActionId(event.option.id))
