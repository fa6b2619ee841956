"""What happened: one named tuple an event. Steps change a round; consequences follow from them (DESIGN: events)."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Counts
from engine.sets import CardSet


class Played(NamedTuple):
    """A seat put down a set; ``burn``: out of turn, as a burn 烧牌 (RULES.md 4)."""

    seat: int
    card_set: CardSet
    burn: bool


class Passed(NamedTuple):
    """A seat passed 过牌, or as the set's opposite closed 扣牌; ``wrong``: a wrong answer that counts as a pass."""

    seat: int
    wrong: Counts | None = None


class Yielded(NamedTuple):
    """A seat yielded 让牌 (RULES.md 3)."""

    seat: int


class WindAsked(NamedTuple):
    """A seat asked for the wind 接风 (RULES.md 5)."""

    seat: int


class WindAnswered(NamedTuple):
    """A seat agreed to the wind or refused it."""

    seat: int
    agreed: bool


class Renounced(NamedTuple):
    """The revolutionary's opposite gave up what was left of his dead gouji sets (RULES.md 8)."""

    seat: int


class Closed(NamedTuple):
    """The table closed a round that only burners could still have changed."""


class Fell(NamedTuple):
    """A penalty put a seat at the foot of the table (RULES.md 12)."""

    seat: int


Step = Played | Passed | Yielded | WindAsked | WindAnswered | Renounced | Closed | Fell
"""What changes a round; a round applies steps, and nothing else."""


class RoundWon(NamedTuple):
    """A round is over: ``winner`` played its last set, ``leader`` leads the next (the wind, where they differ)."""

    winner: int
    leader: int


class WentOut(NamedTuple):
    """A seat put down its last card; ``place`` 1-6, 头科 first, as far as exits tell."""

    seat: int
    place: int


class Opened(NamedTuple):
    """A seat opened 开点 (RULES.md 9)."""

    seat: int


class BrawlBegan(NamedTuple):
    """The brawl 四户乱缠 begins with the next round (RULES.md 6)."""


class DealEnded(NamedTuple):
    """Five seats, or three of one team, are out."""


Consequence = RoundWon | WentOut | Opened | BrawlBegan | DealEnded
