"""The program of one visitor, started by the host: the table in a browser, and nothing beside it."""

from __future__ import annotations

import os

if __name__ == "__main__":
    # First of all: what goes wrong is for the visitor's own folder, not for the screen of the host.
    _errors = os.open("errors.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(_errors, 2)
    os.close(_errors)

import sys
from collections.abc import Sequence
from typing import Final, cast

from rich.console import RenderableType
from textual.drivers.web_driver import WebDriver

from gouji_tui.remote_app import RemoteApp, Seat
from net.identity import Keys
from net.posix import bound_process
from net.wire import Role

MEMORY_MOST: Final = 1 << 30
"""Bytes of address space: fifteen times what a visit takes, threads' stacks counted whole."""

FILE_MOST: Final = 1 << 20
"""Bytes of a file: keys and settings are a few hundred."""

HANDLES_MOST: Final = 64
"""Open files and connections: a visit has some fifteen."""

LOOK_SECONDS: Final = 1.0
"""Between two looks whether the host is there."""


class VisitorApp(RemoteApp):
    """A table in a browser; it ends with the host's program, however that ends."""

    async def on_mount(self) -> None:
        """Watch for the host."""
        self._host = os.getppid()
        self.set_interval(LOOK_SECONDS, self._look_for_host, name="host")

    def tell_terminal(self, title: str) -> None:
        """Put a title on the page."""
        self._tell({"type": "title", "title": title})

    def exit(self, result: str | None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Tell the page what ended it, and end."""
        if result:
            self._tell({"type": "sentence", "sentence": result})
        super().exit(result, return_code, message)

    def _tell(self, what: dict[str, object]) -> None:
        if isinstance(self._driver, WebDriver):
            self._driver.write_meta(what)

    def _look_for_host(self) -> None:
        if os.getppid() != self._host:
            self.exit("")


def main(arguments: Sequence[str]) -> int:
    """Sit down or watch, as ``HOST PORT FINGERPRINT ROLE LANGUAGE NAME`` say, and tell at the end what ended it."""
    host, port, fingerprint, role, language, name = arguments
    bound_process(MEMORY_MOST, FILE_MOST, HANDLES_MOST)
    seat = Seat(
        host, int(port), name, cast(Role, role), Keys(), code=os.environ.pop("GOUJI_CODE", None),
        fingerprint=bytes.fromhex(fingerprint),
    )  # fmt: skip
    VisitorApp(seat, language, keep_records=False).run()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
