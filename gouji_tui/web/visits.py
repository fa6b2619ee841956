"""Who is at the table by a browser: one key a browser, one process a visit, and the bounds of both."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shutil
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final, Literal

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

import gouji_tui
from net.posix import make_private_folder

VISITS_MOST: Final = 24
"""Browsers at the table at once: six chairs and a room that looks on, some 60 MiB each."""

ADMITTED_MOST: Final = 500
"""Browsers that are remembered as let in; beyond it the one let in first is asked again."""

HOMES_MOST: Final = 200
"""Folders of browsers that are kept, newest first: a key and settings, some KiB each."""

IDLE_SECONDS: Final = 1800.0
"""Without a key, a touch or a move of the mouse so long, a visit ends; one touch brings it back."""

STOP_SECONDS: Final = 3.0
"""How long a visitor's program may take to say goodbye before it is killed."""

SIZES: Final = range(10, 501)
"""Columns and rows that a browser may have."""

PASSED_ON: Final = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
"""What of the host's environment a visitor's process may know: what Python itself needs to start."""


class Ended(str, Enum):
    """Why a visit ended."""

    LEFT = "left"
    ELSEWHERE = "elsewhere"
    IDLE = "idle"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Guest:
    """Who was let in: the name and role chosen on the first page."""

    name: str
    role: Literal["player", "observer"]
    language: str


@dataclass(frozen=True, slots=True)
class Door:
    """Where visitors' programs find the table; ``code`` is the one it has now."""

    host: str
    port: int
    fingerprint: str
    code: Callable[[], str | None]


class Visit(AppService):
    """One visitor's process, and the browser that it draws in.

    Args:
        arguments: of the process, after the interpreter.
        environment: all that it knows of ours.
        folder: where it runs.
        write_bytes: sends the browser what is drawn.
        write_text: sends it a message.
    """

    def __init__(
        self,
        arguments: list[str],
        environment: Mapping[str, str],
        folder: Path,
        write_bytes: Callable[[bytes], Awaitable[None]],
        write_text: Callable[[str], Awaitable[None]],
    ) -> None:
        super().__init__(
            " ".join(arguments), write_bytes=write_bytes, write_str=write_text, close=_nothing,
            download_manager=DownloadManager(),
        )  # fmt: skip
        self._arguments = arguments
        self._variables = environment
        self._folder = folder
        self._tell = write_text
        self.over = asyncio.Event()
        """Set when the process has ended."""
        self.why = Ended.LEFT
        self.sentence = ""
        """What the program said at its end."""
        self.last_touch = asyncio.get_running_loop().time()
        """When the person did something last, on the loop's clock."""

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        return {
            **self._variables,
            "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver", "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "TEXTUAL_FPS": "30", "COLUMNS": str(width), "ROWS": str(height),
        }  # fmt: skip

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        # Not through a shell, which would stand between us and the process that is to be ended.
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable, *self._arguments,
            stdin=PIPE, stdout=PIPE, stderr=PIPE, cwd=self._folder, env=self._build_environment(width, height),
        )  # fmt: skip
        self._stdin = process.stdin
        return process

    async def run(self) -> None:
        """Pass on what the process draws, until it ends."""
        try:
            await super().run()
        finally:
            self.over.set()

    async def on_meta(self, data: bytes) -> None:
        """Take what the process says beside drawing, a title or its last sentence. It hands out and opens nothing."""
        said = json.loads(data)
        if said.get("type") == "title":
            await self._tell(json.dumps(["title", said["title"]]))
        elif said.get("type") == "sentence":
            self.sentence = said["sentence"]

    @property
    def gone(self) -> bool:
        """Whether the process is no more."""
        return self._process is None or self._process.returncode is not None

    async def end(self, why: Ended) -> None:
        """Ask the process to leave, and kill it if it does not; returns when it is gone."""
        self.why = why
        process = self._process
        if process is None:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self.stop(), STOP_SECONDS)
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
        await process.wait()
        self.over.set()


async def _nothing() -> None:
    """Close nothing: the page is told first why."""


class Visits:
    """The browsers that were let in, and those that are there.

    Args:
        door: where the table is.
        homes: the folder of their folders.
    """

    def __init__(self, door: Door, homes: Path) -> None:
        self._door = door
        self._homes = homes
        self._guests: dict[str, Guest] = {}
        self._running: dict[str, Visit] = {}
        self._doors: dict[str, asyncio.Lock] = {}

    def admit(self, key: str, guest: Guest) -> None:
        """Let the browser of this key in."""
        self._guests.pop(key, None)
        self._guests[key] = guest
        away = [each for each in self._guests if each not in self._running]
        for each in away[: max(0, len(self._guests) - ADMITTED_MOST)]:
            del self._guests[each]
            self._doors.pop(each, None)

    def guest(self, key: str) -> Guest | None:
        """Return who was let in with this key."""
        return self._guests.get(key)

    def has_room(self, key: str) -> bool:
        """Tell whether another browser may come; one that is there comes in its own place."""
        return len({*self._running, key}) <= VISITS_MOST

    async def begin(
        self,
        key: str,
        size: tuple[int, int],
        write_bytes: Callable[[bytes], Awaitable[None]],
        write_text: Callable[[str], Awaitable[None]],
    ) -> Visit:
        """Start a visitor's process; the same browser's earlier one is ended first, so that its key is free."""
        async with self._doors.setdefault(key, asyncio.Lock()):
            if key in self._running:
                await self._running.pop(key).end(Ended.ELSEWHERE)
            home = self._home(key)
            visit = Visit(self._arguments(self._guests[key]), self._environment(home), home, write_bytes, write_text)
            self._running[key] = visit
            await visit.start(*size)
            return visit

    async def end(self, key: str, visit: Visit, why: Ended) -> None:
        """End a visit whose browser has gone; its next one begins when its key is free."""
        async with self._doors.setdefault(key, asyncio.Lock()):
            if self._running.get(key) is visit:
                del self._running[key]
            if not visit.gone:
                await visit.end(why)

    async def close(self) -> None:
        """End all visits."""
        running, self._running = self._running, {}
        await asyncio.gather(*(visit.end(Ended.CLOSED) for visit in running.values()))

    def _arguments(self, guest: Guest) -> list[str]:
        door = self._door
        return [
            "-m", "gouji_tui.web.visitor", door.host, str(door.port), door.fingerprint, guest.role, guest.language,
            guest.name,
        ]  # fmt: skip

    def _environment(self, home: Path) -> dict[str, str]:
        kept = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        rooms = str(Path(gouji_tui.__file__).parents[1])
        found = {**kept, "GOUJI_HOME": str(home), "HOME": str(home), "LC_ALL": "C.UTF-8", "PYTHONPATH": rooms}
        code = self._door.code()
        return found if code is None else {**found, "GOUJI_CODE": code}

    def _home(self, key: str) -> Path:
        """Return the folder of a browser, made if need be; the oldest go where there are too many."""
        make_private_folder(self._homes)
        home = self._homes / hashlib.sha256(key.encode()).hexdigest()[:32]
        make_private_folder(home)
        os.utime(home)
        others = sorted((each for each in self._homes.iterdir() if each != home), key=_age, reverse=True)
        for old in others[HOMES_MOST - 1 :]:
            shutil.rmtree(old, ignore_errors=True)
        return home


def _age(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0


__all__ = ["IDLE_SECONDS", "SIZES", "VISITS_MOST", "Door", "Ended", "Guest", "Visit", "Visits"]
