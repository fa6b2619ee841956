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


class DealBegan(NamedTuple):
    """A deal was drawn; ``asked``: whether the question of revolution comes first (RULES.md 8)."""

    number: int
    attempt: int
    first_deal: bool
    first_drawer: int
    leader: int
    asked: bool


class Dealt(NamedTuple):
    """A seat's own hand; told to that seat alone."""

    seat: int
    cards: Counts


class Answered(NamedTuple):
    """A seat's own answer to the question of revolution, ``"revolt"`` or ``"none"``; told to that seat alone."""

    seat: int
    answer: str


class RevolutionAnswered(NamedTuple):
    """All have answered: the seats in revolt; two or more make the deal void (RULES.md 8)."""

    rebels: tuple[int, ...]


class DealScored(NamedTuple):
    """The deal's six places from 头科 to 大落, and both teams' points and totals (None where none are kept)."""

    number: int
    places: tuple[int, ...]
    score: tuple[int, int] | None
    total: tuple[int, int]


class MatchEnded(NamedTuple):
    """The match is over."""

    deals: int
    total: tuple[int, int]


Event = Step | Consequence | DealBegan | Dealt | Answered | RevolutionAnswered | DealScored | MatchEnded


def audience(event: Event) -> int | None:
    """Return the only seat (1-6) that is told of an event, or None where everybody is."""
    return event.seat if isinstance(event, Dealt | Answered) else None
