"""The records that a table hands out, deal by deal, put together as its host has them, and the report made of them."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from engine.record import RecordError
from engine.replay import Replay
from gouji_tui.summary import summary_lines
from net import RemoteTable, Update
from net.posix import open_private

_HEADER = '{"kind":"header"'

LAST_SECONDS: Final = 3.0
"""How long the last deal's record is waited for when the match is over: it comes right behind its end."""


class ReceivedRecords:
    """Keeps what is received of one table.

    Args:
        folder: where records go; made if need be; None: nowhere, they are only reported on.
        table_id: names the files.
    """

    def __init__(self, folder: Path | None, table_id: str) -> None:
        self._folder = folder
        self._table_id = table_id
        self._file: Path | None = None
        self._next: int | None = None
        self._lines: list[str] = []

    def take(self, update: Update) -> None:
        """Add a deal's lines, if all before them are there: who came in later than the first deal keeps none.

        Failing to write is no error: the host has the record.
        """
        if not update.record:
            return
        if update.record.startswith(_HEADER):
            name = f"{time.strftime('%Y%m%d-%H%M%S')}-{self._table_id}-{update.deal}.jsonl"
            self._file = None if self._folder is None else self._folder / name
            self._lines.clear()
        elif update.deal != self._next:
            self._file = self._next = None
            self._lines.clear()
            return
        self._next = update.deal + 1
        self._lines += update.record.splitlines(keepends=True)
        if self._folder is None or self._file is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with open_private(self._file) as file:
                file.write(update.record.encode())
        except OSError:
            self._file = None

    async def last(self, table: RemoteTable) -> None:
        """Take the last deal's record, after the match's end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_SECONDS):
                async for update in table.updates():
                    self.take(update)
                    if update.record:
                        return

    def report(self, language: str) -> list[str]:
        """Return the report of the match; nothing for who came in later than its first deal."""
        if not self._lines:
            return []
        with suppress(RecordError):
            return summary_lines(Replay(self._lines), language)
        return []


__all__ = ["ReceivedRecords"]
