"""A line to talk to the table."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.events import Key
from textual.message import Message
from textual.widgets import Input

from gouji_tui.picking import key_to_rank
from gouji_tui.said import phrases_line
from gouji_tui.strings import text
from net.cleaning import EmptyText, clean_chat
from net.limits import CHAT_CHARS


def _are_cards(words: str) -> bool:
    """Tell whether every letter is a rank's."""
    return bool(words) and all(key_to_rank(each) is not None for each in words if not each.isspace())


class ChatLine(Input):
    """Types what is said. Closed it takes no room; open, it takes every key."""

    DEFAULT_CSS = """
    ChatLine { display: none; height: 1; border: none; padding: 0 1; }
    ChatLine:focus { border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = []

    class Closed(Message):
        """The line is closed."""

    class Sent(Message):
        """The person sends something."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    class Doubted(Message):
        """What was typed may have been meant for the hand: a second Enter sends it."""

    def __init__(self) -> None:
        self.careful = False
        """Whether cards typed here want a second Enter: on one's own turn."""
        self.phrases_only = False
        """Whether the table takes ready phrases only, by their digits."""
        self._doubted = ""
        super().__init__(id="chat", max_length=CHAT_CHARS, select_on_focus=False, compact=True)
        self.cursor_blink = False  # Each blink would be bytes over the network.
        self.can_focus = False  # While closed, also before its style is applied.

    @property
    def is_open(self) -> bool:
        """Whether keys are typed into it."""
        return bool(self.display)

    def open(self, language: str) -> None:
        """Take the keys."""
        self.placeholder = phrases_line(language) if self.phrases_only else text(language, "chat.keys")
        self.display = self.can_focus = True
        self.screen.set_focus(self)

    def close(self) -> None:
        """Give the keys back; what was typed is gone."""
        self.value = self._doubted = ""
        self.display = self.can_focus = False
        self.post_message(self.Closed())
        self.screen.set_focus(None)

    def take(self, event: Key) -> None:
        """Take a key that reached the screen while the line is open: one typed faster than the line got the focus."""
        if event.key == "escape":
            self.close()
        elif event.key == "enter":
            self.send()
        elif event.is_printable and event.character:
            self.insert_text_at_cursor(event.character)
        else:
            return
        event.stop()

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

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send by Enter."""
        event.stop()
        self.send()
