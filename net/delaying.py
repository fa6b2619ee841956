"""The observers' stream, so many seconds late: frames with their time, and the snapshot that fits what was sent."""

from __future__ import annotations

from collections import deque


class Delayed:
    """Holds the observers' frames back.

    Args:
        seconds: how late they see the table; 0: at once.
        first: sequence number and encoded snapshot of the table as it is at first.
    """

    def __init__(self, seconds: float, first: tuple[int, bytes]) -> None:
        self.seconds = seconds
        self.snapshot = first
        """Sequence number and encoded snapshot that fit the frames given out so far."""
        self._held: deque[tuple[float, bytes, tuple[int, bytes] | None]] = deque()

    def put(self, frame: bytes, now: float, snapshot: tuple[int, bytes] | None = None) -> None:
        """Hold a frame; ``snapshot`` is the table after it, where it changes the view."""
        self._held.append((now + self.seconds, frame, snapshot))

    def due(self, now: float) -> list[bytes]:
        """Give out the frames whose time has come, in order."""
        found: list[bytes] = []
        while self._held and self._held[0][0] <= now:
            _, frame, snapshot = self._held.popleft()
            found.append(frame)
            self.snapshot = snapshot or self.snapshot
        return found

    @property
    def wake(self) -> float | None:
        """When the next frame is due, or None."""
        return self._held[0][0] if self._held else None
