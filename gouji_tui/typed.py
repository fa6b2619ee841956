"""What a terminal sends, made whole: a slow line splits keys, foreign encodings break them, answers come unasked."""

from __future__ import annotations

from codecs import getincrementaldecoder
from typing import Final

ESCAPE_SECONDS: Final = 0.1
"""How long an Escape waits for the rest of a sequence: as long as programs at a terminal usually wait."""
SLOW_SECONDS: Final = 1.0
"""How long after an Escape a slow line may bring its rest, and each part of it after the last."""

FOREIGN: Final = "\ufffd"
"""What stands for bytes that are no UTF-8."""

_STRINGS: Final = "]P_^X"
"""What follows an Escape to begin a text from the terminal: answers to questions of other programs, never keys."""
_MOUSE: Final = "\x1b[M"
"""What begins a press of the mouse of old; three characters of any kind follow."""


class TypedText:
    """Makes text of bytes, in which no sequence is split and no answer of the terminal is left.

    A sequence stays back until it is whole. What comes too late after an Escape that was given out by itself is
    dropped: it was the rest of one key, and would pick cards. Bytes that are no UTF-8 become :data:`FOREIGN`. Times are
    seconds of one steady clock.
    """

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._kept = ""
        """What has begun and is not whole."""
        self._late = False
        """Whether it is the rest of an Escape given out already, so that it is dropped."""
        self._since = 0.0
        self._escaped = -SLOW_SECONDS
        """When an Escape was last given out by itself."""

    def feed(self, data: bytes, now: float) -> str:
        """Return what is whole.

        Args:
            data: what has come; none to let time pass.
            now: the time.
        """
        given = self._waited(now)
        for character in self._decode(data):
            given += self._take(character, now)
        return given

    def _waited(self, now: float) -> str:
        """Give up what has waited for too long: a lone Escape is a key, the beginning of a sequence is nothing."""
        if self._kept == "\x1b" and not self._late and now - self._since >= ESCAPE_SECONDS:
            self._kept, self._escaped = "", now
            return "\x1b"
        if self._kept and now - self._since >= SLOW_SECONDS:
            self._kept = ""
        return ""

    def _take(self, character: str, now: float) -> str:
        if not self._kept:
            if character == "\x1b":
                self._begin(character, late=False, now=now)
                return ""
            if now - self._escaped < SLOW_SECONDS and character in "[O" + _STRINGS:
                self._begin("\x1b" + character, late=True, now=now)
                return ""
            self._escaped = -SLOW_SECONDS
            return character
        if character == "\x1b" and self._kept[1:2] not in (*_STRINGS,):
            # A sequence never holds another; the first is given up, or was the key.
            given = "\x1b" if self._kept == "\x1b" else ""
            self._begin(character, late=False, now=now)
            return given
        self._kept, self._since = self._kept + character, now
        return self._whole()

    def _begin(self, kept: str, late: bool, now: float) -> None:
        self._kept, self._late, self._since = kept, late, now
        self._escaped = -SLOW_SECONDS

    def _whole(self) -> str:
        """Return the sequence if its last character ends it."""
        kept = self._kept
        kind, last = kept[1], kept[-1]
        if kind in _STRINGS:
            if last == "\x07" or kept.endswith("\x1b\\"):
                self._kept = ""
            return ""
        if kind == "[":
            if kept.startswith(_MOUSE):
                if len(kept) == len(_MOUSE) + 3:
                    self._kept = ""  # Nobody reads this form: the terminal is asked for another.
                return ""
            whole = len(kept) > 2 and "@" <= last <= "~"
        else:
            whole = kind != "O" or len(kept) > 2
        if not whole:
            return ""
        self._kept = ""
        return "" if self._late else kept


__all__ = ["ESCAPE_SECONDS", "FOREIGN", "SLOW_SECONDS", "TypedText"]
