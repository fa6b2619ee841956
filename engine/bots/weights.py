"""The table of the expert's weights, and the names of its rules (docs/bots.md has what each is worth)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Final

from engine.cards import ACE, TEN, TWO
from engine.rules import Rules

GOUJI_HELD: Final = (99,) * TEN + (5, 4, 3, 2, 2)
"""Naturals of a rank that make a gouji group (RULES.md 2)."""


class Why(str, Enum):
    """The rule that decided, for hints; the values are stable names."""

    LAST_HAND = "last_hand"
    RUN_OUT = "run_out"
    LEAD_LOW = "lead_low"
    LEAD_STRONG = "lead_strong"
    SHED = "shed"
    PAD = "pad"
    TAKE_LEAD = "take_lead"
    HOLD_ENEMY = "hold_enemy"
    ONLY_LEGAL = "only_legal"
    CANNOT = "cannot"
    SPARE_PARTNER = "spare_partner"
    FEED_PARTNER = "feed_partner"
    KEEP_STRONG = "keep_strong"
    KEEP_GROUP = "keep_group"
    YIELD = "yield"
    WIND = "wind"
    WIND_PARTNER = "wind_partner"
    WIND_ENEMY = "wind_enemy"
    BURN = "burn"
    SAVE_PARTNER = "save_partner"
    NO_BURN = "no_burn"
    REVOLT = "revolt"
    RETURN_LOW = "return_low"
    BUY_THREE = "buy_three"
    SHOW_THREES = "show_threes"
    NO_ANSWER = "no_answer"


@dataclass(frozen=True)
class Weights:
    """What the rules weigh, in turns; tuned on duplicate deals (docs/bots.md)."""

    low: float = 0.6
    """A group of threes that must still be led away."""
    high: float = 0.25
    """A group of aces too few for gouji."""
    gouji: float = -0.32
    """A natural gouji group: it takes the lead as it goes."""
    bulk: float = -0.12
    """What each card of a group beyond the first adds: it is harder to follow with, and stronger led."""
    two: float = 0.56
    """Keeping a 2."""
    small: float = 1.06
    """Keeping a small joker."""
    big: float = 1.12
    """Keeping a big joker."""
    lead: float = 0.24
    """Having the lead."""
    finish: float = 1.0
    """How much more the lead is worth with few groups left: divided by their number."""
    partner: float = 0.98
    """A partner's having it."""
    enemy: float = 0.42
    """An enemy's having it."""
    near_partner: float = 2.8
    """How much more with hardly a card left: who is nearly out is let go or fed 送科."""
    near_enemy: float = 2.0
    """The same for an enemy, who is held 墙."""
    near_from: float = 17.0
    """Fewer cards than these are few: more than the ten that are told, for hand sizes are arithmetic (RULES.md 11)."""
    shy: float = 0.06
    """How likely a partner that could beat a set of mine does so."""
    bold: float = 0.6
    """How likely an enemy that could beat a set does so."""
    stay: float = 0.1
    """Not having passed yet."""
    wall: float = 0.3
    """Not leading a set of as many cards as an enemy has left."""
    feed: float = 4.0
    """Leading low what a partner can go out on 送科."""
    run: float = 1.0
    """The chance of going out in one run from this set on, each set but the last winning its round."""
    run_from: float = 6.0
    """Groups left from which the run is reckoned."""
    sure: float = 0.9
    """From which chance on such a run is simply played."""
    burn: float = 0.5
    """What a burn must be worth; the bound hand is the risk."""
    burn_partner: float = 2.0
    """What it must be worth besides where it burns a partner."""
    revolt: float = 1.0
    """Above 0: a hand without 2s and jokers revolts."""
    yields: float = 1.0
    """Above 0: yields where it would close."""
    winds: float = 1.0
    """Above 0: asks for the wind before it passes."""

    @cached_property
    def dear(self) -> float:
        """What a 2 or joker costs at least."""
        return min(self.two, self.small, self.big)

    @cached_property
    def costs(self) -> tuple[tuple[float, ...], ...]:
        """The turns that a group of naturals costs the hand, by rank and number held."""
        return tuple(tuple(self._cost(rank, held) for held in range(17)) for rank in range(TWO))

    def _cost(self, rank: int, held: int) -> float:
        if not held:
            return 0.0
        if held >= GOUJI_HELD[rank]:
            return self.gouji
        return self.low + (self.high - self.low) * rank / ACE + self.bulk * (held - 1)


DEFAULT = Weights()
"""The weights that play where threes are cards like any others."""

LAST_THREES = Weights(
    high=0.18, bulk=0.0, lead=0.3, finish=0.84, small=0.85, near_partner=1.7,
    near_from=13.0, shy=0.13, stay=-0.02, wall=0.0, run=0.12, feed=0.0,
)  # fmt: skip
"""The weights that play with last threes 憋三."""


def weights_of(rules: Rules, changes: Mapping[str, float] | None = None) -> Weights:
    """Return the weights that play under ``rules``, some of them changed."""
    weights = LAST_THREES if rules.last_threes else DEFAULT
    return replace(weights, **changes) if changes else weights


__all__ = ["DEFAULT", "LAST_THREES", "Weights", "Why", "weights_of"]
