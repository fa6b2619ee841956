"""What all screens of the program share: colours, lines in ASCII, the title of the terminal, ending on a signal."""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from time import monotonic
from typing import ClassVar, Final, TypeVar

# Textual reads them when it is imported. Sequences reach it whole, so that it need not wait for what follows an Escape.
os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"
os.environ["ESCDELAY"] = "1"

from rich.segment import Segment
from textual import on
from textual.app import App
from textual.color import Color
from textual.driver import Driver
from textual.events import Mount
from textual.filter import LineFilter
from textual.scrollbar import ScrollBar, ScrollBarRender

from gouji_tui.settings import Preferences
from gouji_tui.signals import stop_on_signals
from gouji_tui.signs import KnownSigns
from gouji_tui.strings import language_from_environment, text
from gouji_tui.terminal import LOOK_SECONDS, patient_driver
from net.folders import data_folder
from net.posix import terminal_is_lost

Result = TypeVar("Result")

TEXTUAL_THEMES: Final = {"dark": "textual-dark", "light": "textual-light", "ansi": "ansi-dark"}
"""The themes of Textual by our names of the colours."""

AGAIN_SECONDS: Final = 3.0
"""How long a second Ctrl+C may take: as long as what is said about it is to be read."""

FAULT_FILE: Final = "fault.txt"
"""Where the data folder keeps what the last fault of this program was."""

_ASCII: Final = str.maketrans("─│╭╮╰╯┌┐└┘┬┴├┤┼━┃", "-|++++++++++++" + "+-|")


class AsciiLines(LineFilter):
    """Draws every line and corner in ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Replace the signs; their widths stay."""
        return [Segment(text.translate(_ASCII), style, control) for text, style, control in segments]


class PlainBar(ScrollBarRender):
    """A scroll bar of coloured blanks: eighths of a block are two cells wide in some fonts."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


ScrollBar.renderer = PlainBar


class BaseApp(App[Result]):
    """An app that follows the settings and ends, with the status 128 + number, on a signal or without its terminal.

    Args:
        preferences: the settings; none: the defaults, kept for this run only.
    """

    TITLE = "gouji"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, preferences: Preferences | None = None) -> None:
        super().__init__()
        self.preferences = preferences or Preferences()
        self.preferences.changed = self.follow_settings
        self._ascii, self._known = AsciiLines(), KnownSigns()
        self._titled = False
        self._fault = ""
        self._interrupted = -AGAIN_SECONDS
        self.follow_settings()

    def follow_settings(self) -> None:
        """Show what is set now."""
        settings = self.preferences.value
        self._ascii.enabled = settings.ascii_lines
        self.theme = TEXTUAL_THEMES[settings.theme]
        if self.is_running:
            for screen in self.screen_stack:
                screen.refresh(layout=True)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Return the filters of every line drawn."""
        found = [*super().get_line_filters(), self._known]
        return [*found, self._ascii] if self._ascii.enabled else found

    def get_driver_class(self) -> type[Driver]:
        """Return what draws on the terminal."""
        return patient_driver(super().get_driver_class())

    @on(Mount)
    def _settle(self) -> None:
        """Take what was made for good out of the collector's rounds: a full one would keep keys waiting for 0.1 s."""
        self.call_after_refresh(gc.freeze)

    @on(Mount)
    def _watch_for_the_end(self) -> None:
        """Catch the signals, and look for the terminal."""
        if self.is_headless or self.is_web:
            return
        stop_on_signals(self._stop)
        if sys.platform != "win32":
            self.set_interval(LOOK_SECONDS, self._look_for_terminal, name="terminal")

    def action_help_quit(self) -> None:
        """Leave at the second Ctrl+C: some terminals keep Ctrl+Q for themselves."""
        now = monotonic()
        if now - self._interrupted < AGAIN_SECONDS:
            self.call_later(self.action_quit)
            return
        self._interrupted = now
        language = self.preferences.value.language or language_from_environment(os.environ)
        self.notify(text(language, "screen.interrupt_again"), timeout=AGAIN_SECONDS)

    def _fatal_error(self) -> None:
        """End on a fault of this program: one sentence, and what it was in a file, without what anybody holds."""
        error, path = self._exception, data_folder() / FAULT_FILE
        error = getattr(error, "error", error)
        told = "".join(traceback.format_exception(error)) if error is not None else ""
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(told, encoding="utf-8")
        language = self.preferences.value.language or language_from_environment(os.environ)
        self._fault = text(language, "screen.fault", error=type(error).__name__, path=path)
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """Say why it ended, once the terminal is given back."""
        if self._fault:
            print(self._fault, file=sys.stderr)
        super()._print_error_renderables()

    def _stop(self, number: int) -> None:
        self.exit(return_code=128 + number)

    def _look_for_terminal(self) -> None:
        """End as on a hangup if the terminal is gone: not every one says so by the signal."""
        if sys.__stdin__ is not None and terminal_is_lost(sys.__stdin__.fileno()):
            self._stop(signal.SIGHUP)

    def tell_terminal(self, title: str) -> None:
        """Put a title on the terminal; the one before comes back at the end."""
        driver = self._driver
        if driver is None or self.is_headless or self.is_web:
            return
        driver.write(("" if self._titled else "\x1b[22;0t") + f"\x1b]2;{title}\x07")
        self._titled = True

    def on_unmount(self) -> None:
        """Give the title back."""
        if self._titled and self._driver is not None:
            self._driver.write("\x1b]2;\x07\x1b[23;0t")


__all__ = ["TEXTUAL_THEMES", "AsciiLines", "BaseApp"]
