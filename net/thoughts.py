"""What the bots of a table decide: at once, or, for the level that searches, thought about beside the table."""

from __future__ import annotations

from random import Random
from typing import Final, Protocol

from engine.actions import Action
from engine.bots import DEFAULT_LEVEL, LEVELS, SEARCHING
from engine.view import View

PATIENCE: Final = 5.0
"""Seconds after which a searching bot's decision is the expert's instead: the table never hangs."""

THINKING_TICK: Final = 0.02
"""Seconds after which a thought that was not there in time is looked for again."""


class Thinking(Protocol):
    """What thinks beside the table (``net.thinking.Thinker``): no call here waits."""

    def ask(self, view: View, seed: int) -> int:
        """Begin to think about a view as it stands now; returns the number of the question."""

    def ready(self, question: int) -> bool:
        """Tell whether the answer is there."""

    def take(self, question: int) -> Action | None:
        """Return the answer that is there."""


class Thoughts:
    """The bots' decisions of one table.

    Args:
        rng: their randomness.
        thinker: thinks for the level that searches; without it the expert decides there.
    """

    def __init__(self, rng: Random, thinker: Thinking | None) -> None:
        self._rng = rng
        self._thinker = thinker
        self._asked: dict[int, int] = {}
        self._patience = 0.0

    def clear(self) -> None:
        """Forget what was asked: the decision is another one."""
        self._asked.clear()

    def begin(self, seat: int, level: str, view: View, now: float) -> None:
        """Begin to think where the level searches; what the seat decides is known by its view."""
        if self._thinker is not None and level == SEARCHING and seat not in self._asked:
            self._asked[seat] = self._thinker.ask(view, self._rng.getrandbits(32))
            self._patience = now + PATIENCE

    def pending(self, seat: int, now: float) -> bool:
        """Tell whether a seat's thought is worth waiting for."""
        asked = self._asked.get(seat)
        if asked is None or self._thinker is None or now >= self._patience:
            return False
        return not self._thinker.ready(asked)

    def choose(self, seat: int, level: str, view: View) -> Action | None:
        """Return what a bot of that level does on a view; None declines a burn."""
        asked = self._asked.pop(seat, None)
        if asked is not None and self._thinker is not None and self._thinker.ready(asked):
            return self._thinker.take(asked)
        return LEVELS[level if level in LEVELS else DEFAULT_LEVEL](view, self._rng)
