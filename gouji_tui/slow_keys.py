"""Arrow keys that a slow line has split: what follows an Escape within a second is the rest of one key, not a card."""

from __future__ import annotations

from typing import Final

SLOW_SECONDS: Final = 1.0
"""How long after an Escape its rest may come, and each character of it after the last."""

_INTRODUCERS: Final = "[O"


class SlowEscape:
    """Finds the rest of split sequences (``ESC``, ``[``, ``A``); times are seconds of one steady clock."""

    def __init__(self) -> None:
        self._until = 0.0
        self._inside = False

    def swallows(self, key: str, character: str | None, now: float) -> bool:
        """Tell whether a key is the rest of a split sequence and must do nothing.

        Args:
            key: its name.
            character: what it types, or None.
            now: the time it came.
        """
        if key == "escape":
            self._until, self._inside = now + SLOW_SECONDS, False
            return False
        if now > self._until or not character:
            self._until, self._inside = 0.0, False
            return False
        if not self._inside:
            self._inside = character in _INTRODUCERS
            self._until = now + SLOW_SECONDS if self._inside else 0.0
            return self._inside
        # A final byte ends the sequence; parameters (digits, semicolons) go on.
        self._inside = not "@" <= character <= "~"
        self._until = now + SLOW_SECONDS if self._inside else 0.0
        return True


__all__ = ["SLOW_SECONDS", "SlowEscape"]
