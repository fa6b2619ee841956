"""Everything that the parts of the table draw from, in one value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from engine.view import View
from gouji_tui.story import Story
from gouji_tui.strings import text


class Paint(NamedTuple):
    """The styles that repeat what signs say: of one's own side, and of the other."""

    ally: str
    foe: str


PAINTS: Final[Mapping[str, Paint]] = {
    # Blue and orange are told apart by all kinds of colour blindness; the dark pair stands on a light ground.
    "dark": Paint("#56b4e9", "#e69f00"),
    "light": Paint("#005a8c", "#8f4700"),
    # With sixteen colours that a user may have changed, signs say it alone.
    "ansi": Paint("", ""),
}
"""By the name of the theme in the settings."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a seat sees.

    Attributes:
        view: what it knows.
        language: ``"zh"`` or ``"en"``.
        story: what was done in this round.
        names: of seats, cleaned; none for a seat without one.
        away: what to say of seats that are not there, ready to show.
        asked: whether this seat's decision is waited for.
        seconds: left for the decision or the window that runs; None where no clock runs.
        held: whether this seat has answered and the table still waits for burners.
        paint: styles of the two sides.
        bottom: the seat that an observer sees at the bottom.
        standing: what is told in place of whose turn it is: a pause, one's own absence.
    """

    view: View
    language: str
    story: Story = field(default_factory=Story)
    names: Mapping[int, str] = field(default_factory=dict)
    away: Mapping[int, str] = field(default_factory=dict)
    asked: bool = False
    seconds: int | None = None
    held: bool = False
    paint: Paint = PAINTS["dark"]
    bottom: int = 1
    standing: str = ""

    @property
    def me(self) -> int:
        """The seat at the bottom: one's own, or the one to which an observer has turned the table."""
        return self.view.seat or self.bottom

    def say(self, key: str, **values: object) -> str:
        """Return a text of the screen in the scene's language."""
        return text(self.language, f"screen.{key}", **values)

    def name(self, seat: int) -> str:
        """Return who sits there, his seat where he has no name."""
        if seat == self.view.seat:
            return text(self.language, "name.you")
        return self.names.get(seat) or text(self.language, "seat", seat=seat)

    def short(self, seat: int) -> str:
        """Return who sits there with his seat, as sentences name him: ``4 Anna``."""
        if seat == self.view.seat:
            return text(self.language, "name.you")
        name = self.names.get(seat, "")
        return f"{seat} {name}" if name else text(self.language, "seat", seat=seat)


__all__ = ["PAINTS", "Paint", "Scene"]
