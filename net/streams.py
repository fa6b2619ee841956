"""The seven streams of a table: one view each, its deltas, the last of them kept for bridging. No I/O."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Final

from engine.cards import SEATS
from engine.events import Event, is_told
from engine.rules import Rules
from engine.view import View
from net.fields import Plain
from net.limits import RECENT_DELTAS
from net.telling import event_to_plain, travels, view_hash, view_to_plain
from net.wire import Delta, Snapshot, encode

OBSERVERS: Final = 0
"""The stream of those who only watch; streams 1-6 are the seats'."""

STREAMS: Final = (OBSERVERS, *SEATS)


class Streams:
    """What each seat and the observers have been told.

    Args:
        rules: the table's rules.
        tell: sends one encoded frame to a stream.
    """

    def __init__(self, rules: Rules, tell: Callable[[int, bytes], None]) -> None:
        self.views = {stream: View(rules, stream or None) for stream in STREAMS}
        self.seq = 0
        self._tell = tell
        self._recent: dict[int, deque[bytes]] = {stream: deque(maxlen=RECENT_DELTAS) for stream in STREAMS}

    def restart(self, rules: Rules) -> None:
        """Begin anew with another match; the sequence goes on."""
        self.views = {stream: View(rules, stream or None) for stream in STREAMS}
        for recent in self._recent.values():
            recent.clear()

    def publish(self, events: list[Event]) -> None:
        """Tell one public step: every stream gets its delta, encoded once."""
        self.take(events)
        for stream, view in self.views.items():
            told = [event for event in events if is_told(event, stream or None)]
            rows = tuple(event_to_plain(event) for event in told if travels(event))
            frame = encode(Delta(self.seq, view_hash(view), rows))
            self._recent[stream].append(frame)
            self._tell(stream, frame)

    def take(self, events: list[Event]) -> None:
        """Count one public step and let the views know it, telling nobody (what a record says was told before)."""
        self.seq += 1
        for stream, view in self.views.items():
            for event in events:
                if is_told(event, stream or None):
                    view.apply(event)

    def snapshot(self, stream: int, roster: Mapping[str, Plain]) -> Snapshot:
        """Return everything that a stream may know now."""
        view = self.views[stream]
        return Snapshot(self.seq, view_hash(view), dict(roster), view_to_plain(view))

    def bridge(self, stream: int, have: int | None) -> list[bytes] | None:
        """Return the deltas after step ``have``, or None where they are not kept: then a snapshot is due."""
        recent = self._recent[stream]
        if have is None or not self.seq - len(recent) <= have <= self.seq:
            return None
        missed = self.seq - have
        return list(recent)[len(recent) - missed :] if missed else []
