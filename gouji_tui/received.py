"""The records that a table hands out, deal by deal, put into one file a match, as its host has it."""

from __future__ import annotations

import time
from pathlib import Path

from net import Update
from net.posix import open_private

_HEADER = '{"kind":"header"'


class ReceivedRecords:
    """Keeps what is received of one table.

    Args:
        folder: where records go; made if need be.
        table_id: names the files.
    """

    def __init__(self, folder: Path, table_id: str) -> None:
        self._folder = folder
        self._table_id = table_id
        self._file: Path | None = None
        self._next = 0

    def take(self, update: Update) -> None:
        """Add a deal's lines, if all before them are there: who came in later than the first deal keeps none.

        Failing to write is no error: the host has the record.
        """
        if not update.record:
            return
        if update.record.startswith(_HEADER):
            self._file = self._folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{self._table_id}-{update.deal}.jsonl"
        elif self._file is None or update.deal != self._next:
            self._file = None
            return
        self._next = update.deal + 1
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with open_private(self._file) as file:
                file.write(update.record.encode())
        except OSError:
            self._file = None
