"""A terminal as the screen meets it: slow, frozen, in another encoding, or gone for good; nothing waits for it."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from queue import Full
from select import select
from time import monotonic
from typing import TYPE_CHECKING, Final, cast

from textual.driver import Driver
from textual.message import Message

from gouji_tui.typed import FOREIGN, TypedText
from net.posix import leave_lost_terminal

if TYPE_CHECKING:
    from textual.app import App

LOOK_SECONDS: Final = 1.0
"""Between two looks whether the terminal is there: the program is gone within a few seconds, at no cost."""
TICK_SECONDS: Final = 0.05
"""Between two looks at what waits to become whole: half the time that an Escape waits."""
PATIENCE_SECONDS: Final = 2.0
"""How long the end waits for a terminal that takes nothing."""


class ForeignBytes(Message):
    """What the terminal has sent is no UTF-8; it typed nothing."""


class _Output:
    """The file of Textual's writing thread: UTF-8 whatever the locale says; an error would end the thread.

    Args:
        number: the descriptor of the terminal.
        caught_up: called by the thread when all is written after something was dropped.
    """

    def __init__(self, number: int, caught_up: Callable[[], None]) -> None:
        self._number = number
        self._caught_up = caught_up
        self._lost = False
        self.dropped = False
        """Whether something did not get through to the thread."""

    def write(self, text: str) -> None:
        """Write to the terminal if it is there. No lock is held meanwhile: the program can end without this thread."""
        data = text.encode("utf-8", "replace")
        while data and not self._lost:
            try:
                data = data[os.write(self._number, data) :]
            except BlockingIOError:
                select([], [self._number], [])
            except OSError:
                self._lost = True

    def flush(self) -> None:
        """Hear that nothing waits to be written."""
        if self.dropped:
            self.dropped = False
            self._caught_up()

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        return os.isatty(self._number)

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._number


def patient_driver(driver: type[Driver]) -> type[Driver]:
    """Return the driver for a screen that outlives its terminal; any but that of POSIX terminals stays as it is."""
    if sys.platform == "win32":
        return driver
    from textual._xterm_parser import XTermParser
    from textual.drivers.linux_driver import LinuxDriver

    if driver is not LinuxDriver:
        return driver

    class PatientDriver(LinuxDriver):
        """Neither its writing nor its reading thread ends by an error of the terminal, and nobody waits for it."""

        def __init__(
            self,
            app: App[object],
            *,
            debug: bool = False,
            mouse: bool = True,
            size: tuple[int, int] | None = None,
        ) -> None:
            super().__init__(app, debug=debug, mouse=mouse, size=size)
            self._output = _Output(2 if sys.__stderr__ is None else sys.__stderr__.fileno(), self._caught_up)
            self._file = cast(TextIOWrapper, self._output)
            self._patience = 0.0

        def write(self, data: str) -> None:
            """Write soon. A frame that finds no room is dropped: the screen is drawn anew when there is some."""
            if self._writer_thread is None:
                return
            try:
                self._writer_thread._queue.put(data, self._patience > 0, self._patience)
            except Full:
                self._output.dropped, self._patience = True, 0.0

        def _caught_up(self) -> None:
            self._loop.call_soon_threadsafe(lambda: self._app.screen.refresh(layout=True))

        def stop_application_mode(self) -> None:
            """Give the terminal back; what this needs is not dropped lightly."""
            self._patience = PATIENCE_SECONDS
            super().stop_application_mode()

        def start_application_mode(self) -> None:
            """Take the terminal."""
            super().start_application_mode()  # type: ignore[no-untyped-call]
            self._patience = 0.0

        def _enable_mouse_support(self) -> None:
            """Ask for presses and the wheel alone: moves would be sent over the network for nothing."""
            if self._mouse:
                self.write("\x1b[?1000h\x1b[?1006h")

        def run_input_thread(self) -> None:
            """Read keys until the terminal is gone: the app looks for it itself."""
            parser, typed = XTermParser(self._debug), TypedText()
            while not self.exit_event.is_set():
                data = b""
                if select([self.fileno], [], [], TICK_SECONDS)[0]:
                    try:
                        data = os.read(self.fileno, 4096)
                    except OSError:
                        return
                    if not data:
                        return
                whole = typed.feed(data, monotonic())
                if FOREIGN in whole:
                    whole = whole.replace(FOREIGN, "")
                    self._app.screen.post_message(ForeignBytes())
                for message in (*(parser.feed(whole) if whole else ()), *parser.tick()):
                    self.process_message(message)

        def close(self) -> None:
            """Stop writing, at once if nothing is taken; a terminal that is gone is left."""
            thread, stuck = self._writer_thread, False
            if thread is not None:
                try:
                    thread._queue.put(None, self._patience > 0, self._patience)
                except Full:
                    stuck = True
                else:
                    thread.join(PATIENCE_SECONDS)
                    stuck = thread.is_alive()
            leave_lost_terminal(stuck)

    return PatientDriver


__all__ = ["LOOK_SECONDS", "ForeignBytes", "patient_driver"]
