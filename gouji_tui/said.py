"""What others say at the table, as a line: cleaned once more before it is shown, never read as markup."""

from __future__ import annotations

from typing import NamedTuple

from gouji_tui.strings import text
from net.cleaning import EmptyText, clean_chat, clean_name


class Said(NamedTuple):
    """Somebody said something; ``seat`` is None for an observer. Foreign text: made by :func:`said` alone."""

    seat: int | None
    name: str
    text: str

    def line(self, language: str) -> str:
        """Return it as a line, who first."""
        who = text(language, "name.observer") if self.seat is None else text(language, "seat", seat=self.seat)
        return text(language, "event.said", name=f"{who} {self.name}".rstrip(), text=self.text)


def said(seat: int | None, name: str, words: str) -> Said | None:
    """Return foreign text cleaned once more before it is shown; None where nothing is left."""
    try:
        name = clean_name(name)
    except EmptyText:
        name = ""
    try:
        return Said(seat, name, clean_chat(words))
    except EmptyText:
        return None


def pause_line(paused: bool, seat: int, language: str) -> str:
    """Return what is said of a pause: that one is, asked for by a seat (0: the host), or that it is over."""
    if not paused:
        return text(language, "screen.goes_on")
    return text(language, "screen.paused" if seat else "screen.paused_host", seat=seat)


__all__ = ["Said", "pause_line", "said"]
