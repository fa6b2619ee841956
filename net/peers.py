"""One peer of a host: its session, and a bounded queue between it and its socket. Nobody is ever waited for."""

from __future__ import annotations

import asyncio
import enum
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from net.limits import QUEUE_BYTES, QUEUE_FRAMES, QUEUE_STUCK_SECONDS
from net.session import HostSession

SOCKET_BYTES: Final = 32 * 1024
"""Unsent bytes left to the socket's own buffer before frames wait in our queue, where they can still be dropped."""


class Fate(enum.Enum):
    """What becomes of a peer after a look at its queue."""

    FINE = "fine"
    CAUGHT_UP = "caught_up"
    """Frames were dropped and the queue has run empty: a snapshot is due."""
    CUT = "cut"


@dataclass(slots=True, eq=False)
class Peer:
    """One connection: its session, and once it has joined its stream, name and role.

    Attributes:
        address: where it comes from.
        droppable: whether frames may be dropped and made good by a snapshot (observers).
        behind: whether frames were dropped since the last snapshot.
    """

    session: HostSession
    writer: asyncio.StreamWriter
    address: str = ""
    stream: int | None = None
    name: str = ""
    role: str = ""
    key: bytes = b""
    droppable: bool = False
    behind: bool = False
    _queue: deque[bytes] = field(default_factory=deque)
    _queued: int = 0
    _stuck_since: float | None = None

    def flush(self, now: float) -> Fate:
        """Write what the session has and the socket takes, queue the rest."""
        transport = self.writer.transport
        if data := self.session.data_to_send():
            if not self._queue and transport.get_write_buffer_size() < SOCKET_BYTES:
                if not transport.is_closing():
                    transport.write(data)
                return Fate.FINE
            self._queue.append(data)
            self._queued += len(data)
        return self.drain(now) if self._queue or self.behind else Fate.FINE

    def drain(self, now: float) -> Fate:
        """Give the socket what it takes of the queue; past its bound drop it, or say that the peer is to be cut."""
        transport = self.writer.transport
        while self._queue and transport.get_write_buffer_size() < SOCKET_BYTES:
            data = self._queue.popleft()
            self._queued -= len(data)
            if not transport.is_closing():
                transport.write(data)
        if transport.get_write_buffer_size() < SOCKET_BYTES:
            self._stuck_since = None
            return Fate.CAUGHT_UP if self.behind else Fate.FINE
        if self._stuck_since is None:
            self._stuck_since = now
        if len(self._queue) > QUEUE_FRAMES or self._queued > QUEUE_BYTES or self.behind:
            if not self.droppable or now - self._stuck_since >= QUEUE_STUCK_SECONDS:
                return Fate.CUT
            self._queue.clear()
            self._queued = 0
            self.behind = True
        return Fate.FINE

    def cut(self) -> None:
        """End the connection at once: what was not sent is not worth waiting for."""
        self._queue.clear()
        self.writer.transport.abort()
