"""What others say at the table, as a line: cleaned once more before it is shown, never read as markup."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from gouji_tui.strings import text
from net.cleaning import EmptyText, clean_chat, clean_name
from net.limits import PHRASES

if TYPE_CHECKING:
    from net import RemoteTable
    from net.wire import Chat

PHRASES_TYPED: Final = tuple(str(number) for number in range(1, PHRASES + 1))
"""What is typed for a ready phrase."""


class Said(NamedTuple):
    """Somebody said something; ``seat`` is None for an observer. Foreign text: made by :func:`said` alone.

    ``phrase`` is the number of a ready phrase in place of the text, else 0.
    """

    seat: int | None
    name: str
    text: str
    phrase: int = 0

    def line(self, language: str) -> str:
        """Return it as a line, who first."""
        who = text(language, "name.observer") if self.seat is None else text(language, "seat", seat=self.seat)
        words = text(language, f"phrase.{self.phrase}") if self.phrase else self.text
        return text(language, "event.said", name=f"{who} {self.name}".rstrip(), text=words)


def said(chat: Chat) -> Said | None:
    """Return foreign text cleaned once more before it is shown; None where nothing is left."""
    try:
        name = clean_name(chat.name)
    except EmptyText:
        name = ""
    if chat.phrase:
        return Said(chat.seat, name, "", chat.phrase)
    try:
        return Said(chat.seat, name, clean_chat(chat.text))
    except EmptyText:
        return None


def say(table: RemoteTable, words: str) -> None:
    """Say something to a table: a digit alone is the ready phrase of that number."""
    if words in PHRASES_TYPED:
        table.say_phrase(int(words))
    else:
        table.say(words)


def phrases_line(language: str) -> str:
    """Return all ready phrases with their numbers, on one line."""
    return "  ".join(f"{number} {text(language, f'phrase.{number}')}" for number in PHRASES_TYPED)


def pause_line(paused: bool, seat: int, language: str) -> str:
    """Return what is said of a pause: that one is, asked for by a seat (0: the host), or that it is over."""
    if not paused:
        return text(language, "screen.goes_on")
    return text(language, "screen.paused" if seat else "screen.paused_host", seat=seat)


__all__ = ["Said", "pause_line", "phrases_line", "said", "say"]
