"""A line to type on at the foot of a screen: closed it takes no room; open, it takes every key."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import BindingType
from textual.events import Key
from textual.message import Message
from textual.widgets import Input


class TypedLine(Input):
    """Types something until Enter or Escape; what Enter does is each line's own."""

    DEFAULT_CSS = """
    TypedLine { display: none; height: 1; border: none; padding: 0 1; }
    TypedLine:focus { border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = []

    class Closed(Message):
        """The line is closed."""

        def __init__(self, line: TypedLine) -> None:
            super().__init__()
            self.line = line

    class Sent(Message):
        """The person sends something."""

        def __init__(self, words: str) -> None:
            super().__init__()
            self.words = words

    def __init__(self, id: str, most: int) -> None:
        super().__init__(id=id, max_length=most, select_on_focus=False, compact=True)
        self.cursor_blink = False  # Each blink would be bytes over the network.
        self.can_focus = False  # While closed, also before its style is applied.

    @property
    def is_open(self) -> bool:
        """Whether keys are typed into it."""
        return bool(self.display)

    def begin(self, hint: str, words: str = "") -> None:
        """Take the keys; ``hint`` stands there while nothing is typed, ``words`` as if they had been."""
        self.placeholder, self.value = hint, words
        self.cursor_position = len(words)
        self.display = self.can_focus = True
        self.screen.set_focus(self)

    def close(self) -> None:
        """Give the keys back; what was typed is gone."""
        self.value = ""
        self.display = self.can_focus = False
        self.post_message(self.Closed(self))
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
        """Send what was typed."""
        self.post_message(self.Sent(self.value))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Send by Enter."""
        event.stop()
        self.send()


class SetsLine(TypedLine):
    """Types sets in an order, ``44 999+2 KK``; stays open until they are taken or it is left."""

    MOST: ClassVar[int] = 200
    """Characters: a hand of 36 cards, each with a sign or two beside it."""

    class Sent(TypedLine.Sent):
        """Sets are typed."""

    def __init__(self) -> None:
        super().__init__("sets", self.MOST)


__all__ = ["SetsLine", "TypedLine"]
