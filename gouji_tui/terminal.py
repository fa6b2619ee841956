"""A terminal that may go away for good under the screen: what is then written is lost, and nothing waits for it."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final, TextIO, cast

from textual.driver import Driver

from net.posix import leave_lost_terminal

if TYPE_CHECKING:
    from textual.app import App

LOOK_SECONDS: Final = 1.0
"""Between two looks whether the terminal is there: the program is gone within a few seconds, at no cost."""


class _Output:
    """The file of Textual's writing thread: an error would end the thread, and all who write would wait for it."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._lost = False

    def write(self, text: str) -> None:
        """Write to the terminal if it is there."""
        if not self._lost:
            try:
                self._file.write(text)
            except OSError:
                self._lost = True

    def flush(self) -> None:
        """Flush if the terminal is there."""
        if not self._lost:
            try:
                self._file.flush()
            except OSError:
                self._lost = True

    def isatty(self) -> bool:
        """Return whether it is a terminal."""
        return self._file.isatty()

    def fileno(self) -> int:
        """Return the descriptor."""
        return self._file.fileno()


def patient_driver(driver: type[Driver]) -> type[Driver]:
    """Return the driver for a screen that outlives its terminal; any but that of POSIX terminals stays as it is."""
    if sys.platform == "win32":
        return driver
    from textual.drivers.linux_driver import LinuxDriver

    if driver is not LinuxDriver:
        return driver

    class PatientDriver(LinuxDriver):
        """Neither its writing nor its reading thread ends by an error of the terminal."""

        def __init__(
            self,
            app: App[object],
            *,
            debug: bool = False,
            mouse: bool = True,
            size: tuple[int, int] | None = None,
        ) -> None:
            super().__init__(app, debug=debug, mouse=mouse, size=size)
            self._file = cast(TextIOWrapper, _Output(cast(TextIO, self._file)))

        def run_input_thread(self) -> None:
            """Read keys until the terminal is gone."""
            try:
                super().run_input_thread()
            except OSError:
                return  # The app looks for its terminal itself.

        def close(self) -> None:
            """Stop writing; a terminal that is gone is left, so that what is said at the end is no error."""
            super().close()
            leave_lost_terminal()

    return PatientDriver


__all__ = ["LOOK_SECONDS", "patient_driver"]
