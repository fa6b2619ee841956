"""The settings, changed in place; and the questions of a first start, which set the first of them."""

from __future__ import annotations

from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from gouji_tui.screens.closing import close
from gouji_tui.settings import CHOICES, Preferences
from gouji_tui.strings import text
from net.cleaning import EmptyText, clean_name
from net.limits import NAME_BYTES

_NAMES = ("language", "name", "theme", "ascii_lines", "bell", "autopass", "coach")
_DONE = "done"


class SettingsScreen(ModalScreen[None]):
    """Lists the settings: Enter goes to the next value, the name is typed.

    Args:
        preferences: the settings.
        language: what to speak where the settings leave it to the locale.
        first: whether this is a first start: three settings, and a sample of the lines.
    """

    DEFAULT_CSS = """
    SettingsScreen { align: center middle; }
    SettingsScreen OptionList, SettingsScreen Static {
        width: 100%; max-width: 66; height: auto; max-height: 100%; border: none; padding: 0 1;
    }
    SettingsScreen OptionList:focus { border: none; }
    SettingsScreen Input { display: none; width: 66; max-width: 100%; height: 3; border: solid $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "")]

    def __init__(self, preferences: Preferences, language: str, first: bool = False) -> None:
        super().__init__()
        self._preferences = preferences
        self._default = language
        self._first = first
        self._list = OptionList(markup=False)
        self._typed = Input(max_length=NAME_BYTES, compact=True)
        self._head = Static()

    @property
    def language(self) -> str:
        """What is spoken now."""
        return self._preferences.value.language or self._default

    def compose(self) -> ComposeResult:
        """Title, the settings, the line to type a name."""
        yield from (self._head, self._list, self._typed)

    def on_mount(self) -> None:
        """Draw, and take the keys."""
        self._draw()
        self._list.highlighted = 0
        self._list.focus()

    def _draw(self) -> None:
        language, at = self.language, self._list.highlighted
        head = Text(text(language, "settings.first" if self._first else "settings.title") + "\n", "bold")
        head.append("\n╭──────┬──────╮\n│ 够级 │ " + "10 J │\n╰──────┴──────╯\n")
        head.append(text(language, "settings.lines_sample"), "dim")
        self._head.update(head)
        self._list.clear_options()
        for name in _NAMES[: 4 if self._first else None]:
            label = text(language, f"settings.{name}")
            line = Text(f"{label}{' ' * max(1, 30 - cell_len(label))}")
            line.append(self._shown(name), "bold")
            self._list.add_option(Option(line, name))
        self._list.add_option(Option(Text(text(language, "settings.done")), _DONE))
        self._list.highlighted = at

    def _shown(self, name: str) -> str:
        value = getattr(self._preferences.value, name)
        if name == "name":
            return value or text(self.language, "settings.login_name")
        if isinstance(value, bool):
            return text(self.language, "settings.on" if value else "settings.off")
        return text(self.language, f"settings.{name}.{value or 'locale'}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change what was chosen."""
        event.stop()
        name = event.option.id or _DONE
        if name == _DONE:
            self.action_leave()
        elif name == "name":
            self._typed.display = True
            self._typed.value = self._preferences.value.name
            self._typed.focus()
        elif name in CHOICES:
            self._preferences.next_of(name)
            self._draw()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the name; one that is empty is the login name again."""
        event.stop()
        try:
            self._preferences.change(name=clean_name(event.value) if event.value.strip() else "")
        except EmptyText:
            self._preferences.change(name="")
        self._close_name()

    def _close_name(self) -> None:
        self._typed.display = False
        self._list.focus()
        self._draw()

    def action_leave(self) -> None:
        """Close the line, else the settings, which are then there."""
        if self._typed.display:
            self._close_name()
            return
        self._preferences.change()
        close(self)
