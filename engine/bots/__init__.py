"""Computer players: they see a View, never a state."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from random import Random
from typing import Final

from engine.actions import Action
from engine.bots import expert, greedy, hard, uniform
from engine.bots.hard import WORLDS, Budget
from engine.bots.weights import Why
from engine.view import View

Bot = Callable[[View, Random], Action | None]
"""Given the view of a seat that is asked or may burn: an action, or None to decline a burn."""

LEVELS: Final[Mapping[str, Bot]] = {"random": uniform.choose, "greedy": greedy.choose, "expert": expert.choose}
"""The levels that answer at once, weakest first."""

SEARCHING: Final = "hard"
"""The level that searches: strongest, and slow; it thinks beside the table, never in it."""

DEFAULT_LEVEL: Final = "expert"
"""The best that answers within 50 ms: of bots where none is named, of absent seats, of hints."""


def hint(view: View, rng: Random) -> tuple[Action | None, Why]:
    """Return what the expert would do on this view (None: no burn) and the rule that says so."""
    return expert.expert_choice(view, rng)


def bot_of(name: str, budget: Budget | None = None) -> Bot:
    """Return the bot of a name: a level, or one with changes, ``expert:lead=1.2,burn=9``, ``hard:worlds=64``.

    Args:
        name: the level, and after a colon what is changed: weights of the expert; worlds or seconds of the search.
        budget: what a decision of the level that searches may cost, where the name does not say.

    Raises:
        KeyError: for a level, weight or budget that there is not.
        ValueError: for one that is no number.
    """
    level, _, changes = name.partition(":")
    found: dict[str, float] = {}
    for pair in changes.split(",") if changes else ():
        key, _, text = pair.partition("=")
        if key not in _CHANGES.get(level, ()):
            raise KeyError(key)
        found[key] = float(text)
    if level == SEARCHING:
        budget = budget or Budget(worlds=WORLDS)
        if "seconds" in found:
            budget = replace(budget, worlds=0, seconds=found["seconds"])
        if "worlds" in found:
            budget = replace(budget, worlds=int(found["worlds"]))
        return partial(hard.choose, budget=budget)
    if found:
        return lambda view, rng: expert.expert_choice(view, rng, expert.weights_of(view.rules, found))[0]
    return LEVELS[level]


_CHANGES: Final = {"expert": {each.name for each in fields(expert.Weights)}, SEARCHING: {"worlds", "seconds"}}

__all__ = ["DEFAULT_LEVEL", "LEVELS", "SEARCHING", "Bot", "Budget", "Why", "bot_of", "hint"]
