"""The journal of a table: its record on the disk line by line, and what lies beside it until the match is over.

``NAME.jsonl`` is the record. Beside it, readable by their owner alone: ``NAME.key``, the key of the deal that is
running (on the disk before its ``deal`` line, gone after its ``deal_over``), ``NAME.state``, what a table needs to go
on, ``NAME.pem``, its certificate, and ``NAME.lock``, held while it lives.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from engine.record import Ending, RecordError, read
from engine.shuffle import KEY_BYTES
from net.posix import PRIVATE_FILE, FileLock, lock_file, sync_folder, write_private

_OVER: Final = '{"kind":"deal_over"'
_FLAGS: Final = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


class JournalError(Exception):
    """A journal cannot be gone on with; ``code``: ``no_record``, ``held``, ``over``, ``broken``."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(detail or code)
        self.code = code
        self.detail = detail


def _packed(state: Mapping[str, object]) -> bytes:
    return json.dumps(state, ensure_ascii=False).encode()


class Journal:
    """A record that is being written; made by :meth:`create` or :meth:`reopen`.

    Args:
        path: the record.
        fresh: makes the key of a deal (number, attempt; both from 1) that has none yet.
        lock: held until :meth:`close`.
    """

    def __init__(self, path: Path, fresh: Callable[[int, int], bytes], lock: FileLock) -> None:
        self.path = path
        self.lines: tuple[str, ...] = ()
        """What was in the record when it was reopened."""
        self.state: dict[str, object] = {}
        """What was last saved beside it."""
        self._fresh = fresh
        self._lock = lock
        self._keys: dict[tuple[int, int], bytes] = {}
        self._unsaved: tuple[int, int] | None = None
        self._running = b""
        """What the file with the running deal's key holds; empty where there is none."""
        self.pem = b""
        """The table's certificate, to be put back where the folder was lost."""
        self._file = os.open(path, _FLAGS | os.O_CREAT, PRIVATE_FILE)
        self._length = os.fstat(self._file).st_size
        sync_folder(path.parent)

    @classmethod
    def create(cls, path: Path, fresh: Callable[[int, int], bytes]) -> Journal:
        """Begin a record where there is none; raises ``OSError``, ``FileExistsError`` among them."""
        if path.exists():
            raise FileExistsError(path)
        lock = lock_file(path.with_suffix(".lock"))
        if lock is None:
            raise FileExistsError(path)
        return cls(path, fresh, lock)

    @classmethod
    def reopen(cls, path: Path, fresh: Callable[[int, int], bytes]) -> Journal:
        """Open a record to go on with it, cut to its last whole line.

        Raises:
            JournalError: there is none, another program writes it, its match is over, or a line is wrong.
            OSError: it cannot be read or written.
        """
        if not path.is_file():
            raise JournalError("no_record", str(path))
        lock = lock_file(path.with_suffix(".lock"))
        if lock is None:
            raise JournalError("held", str(path))
        try:
            journal = cls(path, fresh, lock)
            journal._load()
        except BaseException:
            lock.release()
            raise
        return journal

    def _load(self) -> None:
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            self._cut(whole)
        try:
            self.lines = tuple(data[:whole].decode().splitlines(True))
            over = self.lines and any(isinstance(part, Ending) for part in read(self.lines))
        except (RecordError, UnicodeDecodeError) as wrong:
            raise JournalError("broken", f"{self.path}: {wrong}") from None
        if over:
            raise JournalError("over", str(self.path))
        for line in self.lines:
            if line.startswith(_OVER):
                body = json.loads(line)
                deal = max((key for key in self._keys if key[0] == body["number"]), default=(body["number"], 0))
                self._keys[deal[0], deal[1] + 1] = bytes.fromhex(body["key"])
        self._load_key()
        try:
            state = json.loads(self.path.with_suffix(".state").read_bytes())
        except (OSError, ValueError):
            state = {}
        self.state = state if isinstance(state, dict) else {}

    def _load_key(self) -> None:
        try:
            self._running = self.path.with_suffix(".key").read_bytes()
            number, attempt, key = self._running.decode("ascii").split()
            found = bytes.fromhex(key)
            if len(found) == KEY_BYTES:
                self._keys.setdefault((int(number), int(attempt)), found)
        except (OSError, ValueError):
            return

    def known(self, number: int, attempt: int) -> bytes | None:
        """Return the key of a deal that has one already."""
        return self._keys.get((number, attempt))

    def forget(self, number: int, attempt: int) -> None:
        """Let a deal have another key: none fits what the record committed to."""
        self._keys.pop((number, attempt), None)

    def key(self, number: int, attempt: int) -> bytes:
        """Return the key of a deal, made if need be; on the disk before the next line is."""
        deal = (number, attempt)
        if deal not in self._keys:
            self._keys[deal] = self._fresh(number, attempt)
            self._unsaved = deal
        return self._keys[deal]

    def append(self, text: str) -> None:
        """Have lines on the disk; raises ``OSError``, and then none of them is there."""
        self._find_again()
        if self._unsaved is not None:
            key = self._keys[self._unsaved]
            self._running = "{} {} {}\n".format(*self._unsaved, key.hex()).encode()
            write_private(self.path.with_suffix(".key"), self._running)
            self._unsaved = None
        data = text.encode()
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(self._file, left) :]
            os.fsync(self._file)
        except OSError:
            os.ftruncate(self._file, self._length)
            raise
        self._length += len(data)
        if text.startswith(_OVER) or f"\n{_OVER}" in text:
            self._running = b""
            self.path.with_suffix(".key").unlink(missing_ok=True)

    def _find_again(self) -> None:
        """Where somebody has taken the record away, put it back with what belongs beside it; raises ``OSError`` while
        its folder is gone.
        """
        ours = os.fstat(self._file)
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            content = os.pread(self._file, self._length, 0) if hasattr(os, "pread") else b""
            write_private(self.path, content)
            beside = {".key": self._running, ".state": _packed(self.state) if self.state else b"", ".pem": self.pem}
            for suffix, data in beside.items():
                if data and not self.path.with_suffix(suffix).exists():
                    write_private(self.path.with_suffix(suffix), data)
            os.close(self._file)
            self._file = os.open(self.path, _FLAGS, PRIVATE_FILE)
            return
        if (there.st_dev, there.st_ino) != (ours.st_dev, ours.st_ino):
            raise FileExistsError(self.path)

    def cut_deal(self, line: int) -> None:
        """Take the lines from ``line`` (from 0) on out of the record, into a file beside it: their key is lost."""
        kept = "".join(self.lines[:line]).encode()
        aside = self.path.with_suffix(".cut")
        private = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE_FILE)
        with os.fdopen(private, "a", encoding="utf-8") as file:
            file.writelines(self.lines[line:])
        self._cut(len(kept))
        self.lines = self.lines[:line]

    def _cut(self, length: int) -> None:
        os.ftruncate(self._file, length)
        os.fsync(self._file)
        self._length = length

    def save(self, state: Mapping[str, object]) -> None:
        """Keep what a table needs to go on; raises ``OSError``."""
        if state != self.state:
            write_private(self.path.with_suffix(".state"), _packed(state))
            self.state = dict(state)

    @property
    def certificate(self) -> Path:
        """Where the table's certificate lies."""
        return self.path.with_suffix(".pem")

    def text(self) -> str:
        """Return all that the record holds."""
        return self.path.read_text("utf-8")[: self._length]

    def close(self) -> None:
        """Close the record; the side files go where its match is over."""
        if self._file < 0:
            return
        os.close(self._file)
        self._file = -1
        if self._finished():
            for suffix in (".state", ".pem", ".key", ".lock"):
                self.path.with_suffix(suffix).unlink(missing_ok=True)
        self._lock.release()

    def _finished(self) -> bool:
        try:
            with self.path.open("rb") as file:
                file.seek(max(0, self._length - 4096))
                return b'{"kind":"match_over"' in file.read()
        except OSError:
            return False
