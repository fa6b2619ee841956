"""Computer players: they see a View, never a state."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from random import Random
from typing import Final

from engine.actions import Action
from engine.bots import expert, greedy, uniform
from engine.bots.weights import Why
from engine.view import View

Bot = Callable[[View, Random], Action | None]
"""Given the view of a seat that is asked or may burn: an action, or None to decline a burn."""

LEVELS: Final[Mapping[str, Bot]] = {"random": uniform.choose, "greedy": greedy.choose, "expert": expert.choose}
"""The levels there are, weakest first."""


DEFAULT_LEVEL: Final = "expert"
"""The best that answers within 50 ms: of bots where none is named, of absent seats, of hints."""


def hint(view: View, rng: Random) -> tuple[Action | None, Why]:
    """Return what the expert would do on this view (None: no burn) and the rule that says so."""
    return expert.expert_choice(view, rng)


def bot_of(name: str) -> Bot:
    """Return the bot of a name: a level, or the expert with other weights, ``expert:lead=1.2,burn=9``.

    Raises:
        KeyError: for a level or weight that there is not.
        ValueError: for a weight that is no number.
    """
    level, colon, changes = name.partition(":")
    if not colon:
        return LEVELS[level]
    if level != "expert":
        raise KeyError(level)
    known = {each.name for each in fields(expert.Weights)}
    found: dict[str, float] = {}
    for pair in changes.split(","):
        key, _, text = pair.partition("=")
        if key not in known:
            raise KeyError(key)
        found[key] = float(text)
    return lambda view, rng: expert.expert_choice(view, rng, expert.weights_of(view.rules, found))[0]


__all__ = ["DEFAULT_LEVEL", "LEVELS", "Bot", "Why", "bot_of", "hint"]
