"""A line to talk to the table."""

from __future__ import annotations

from textual.message import Message

from gouji_tui.picking import key_to_rank
from gouji_tui.said import phrases_line
from gouji_tui.strings import text
from gouji_tui.widgets.typing import TypedLine
from net.cleaning import EmptyText, clean_chat
from net.limits import CHAT_CHARS


def _are_cards(words: str) -> bool:
    """Tell whether every letter is a rank's."""
    return bool(words) and all(key_to_rank(each) is not None for each in words if not each.isspace())


class ChatLine(TypedLine):
    """Types what is said."""

    class Sent(TypedLine.Sent):
        """The person says something."""

    class Doubted(Message):
        """What was typed may have been meant for the hand: a second Enter sends it."""

    def __init__(self) -> None:
        self.careful = False
        """Whether cards typed here want a second Enter: on one's own turn."""
        self.phrases_only = False
        """Whether the table takes ready phrases only, by their digits."""
        self._doubted = ""
        super().__init__("chat", CHAT_CHARS)

    def open(self, language: str) -> None:
        """Take the keys."""
        self._doubted = ""
        self.begin(phrases_line(language) if self.phrases_only else text(language, "chat.keys"))

    def send(self) -> None:
        """Send what was typed, if anything is left of it, and close."""
        try:
            words = clean_chat(self.value)
        except EmptyText:
            words = ""
        if self.careful and words != self._doubted and _are_cards(words):
            self._doubted = words
            self.post_message(self.Doubted())
            return
        self.close()
        if words:
            self.post_message(self.Sent(words))


__all__ = ["ChatLine"]
