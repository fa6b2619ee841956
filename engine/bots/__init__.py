"""Computer players: they see a View, never a state."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from engine.actions import Action
from engine.bots import greedy, uniform
from engine.view import View

Bot = Callable[[View, Random], Action | None]
"""Given the view of a seat that is asked or may burn: an action, or None to decline a burn."""

LEVELS: Final[Mapping[str, Bot]] = {"random": uniform.choose, "greedy": greedy.choose}
"""The levels there are, weakest first."""


def bot_of(name: str) -> Bot:
    """Return the bot of a level's name.

    Raises:
        KeyError: for a name that is none.
    """
    return LEVELS[name]


__all__ = ["LEVELS", "Bot", "bot_of"]
