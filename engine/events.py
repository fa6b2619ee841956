"""What happened: one named tuple an event. Steps change a round; consequences follow from them (DESIGN: events)."""

from __future__ import annotations

from typing import NamedTuple

from engine.cards import Counts, partners
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


class HandLaid(NamedTuple):
    """A seat that is to lead lays its hand open as the sets it means to play; ``partner`` fixes the order
    (RULES.md 11).
    """

    seat: int
    partner: int
    sets: tuple[CardSet, ...]


class OrderFixed(NamedTuple):
    """A partner has fixed the order in which the sets laid open are played (RULES.md 11)."""

    seat: int
    sets: tuple[CardSet, ...]


Step = Played | Passed | Yielded | WindAsked | WindAnswered | Renounced | Closed | Fell | HandLaid | OrderFixed
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
    """A deal begins: its number, and which attempt at it this is, both from 1."""

    number: int
    attempt: int


class Asked(NamedTuple):
    """Something is to be decided before the first set (RULES.md 8).

    Attributes:
        phase: what, a value of :class:`engine.phase.Phase`.
        seats: who is asked; ``together``: all at once and independently, else one.
        other: the other seat that it concerns (tribute), or 0.
        cards: how many cards it is about (a return, a tribute, the pack to cut), or 0.
    """

    phase: str
    seats: tuple[int, ...]
    together: bool
    other: int
    cards: int


class Answered(NamedTuple):
    """A seat's own answer to a question that is asked of several together; told to that seat alone."""

    seat: int
    answer: str


class FallsSettled(NamedTuple):
    """The last two of one team have said who is 大落: the six places of the deal before (RULES.md 5)."""

    places: tuple[int, ...]


class Prepared(NamedTuple):
    """Who draws first (RULES.md 7), and what is to be paid in this deal.

    Attributes:
        first_deal: whether this is a first deal.
        opener: who turned a card for it, or 0.
        turned: the ranks turned.
        first_drawer: who draws first.
        debts: kind, payer, receiver, cards; in order of payment.
    """

    first_deal: bool
    opener: int
    turned: tuple[int, ...]
    first_drawer: int
    debts: tuple[tuple[str, int, int, int], ...]


class Called(NamedTuple):
    """All have said whether they call: the seats that called, and how, ``advance`` 预点 or ``shown`` 明点."""

    call: str
    seats: tuple[int, ...]


class Cut(NamedTuple):
    """A seat has cut: ``number`` cards lifted, the drawing begins below them (RULES.md 7)."""

    seat: int
    number: int


class Drawn(NamedTuple):
    """The cards are drawn; ``leader`` leads by them, 0 while threes may still be shown (RULES.md 7)."""

    leader: int


class Dealt(NamedTuple):
    """A seat's own hand, and the most threes of one suit in it; told to that seat alone."""

    seat: int
    cards: Counts
    threes: int


class ThreesShown(NamedTuple):
    """All have said whether they show threes 上班: pairs of seat and how many of one suit; and who leads by it."""

    shown: tuple[tuple[int, int], ...]
    leader: int


class RevolutionAnswered(NamedTuple):
    """All have answered: the seats in revolt, and those that ask for a new draw; two rebels, or one of these, make
    the deal void (RULES.md 8).
    """

    rebels: tuple[int, ...]
    redraws: tuple[int, ...]


class TributeAnswered(NamedTuple):
    """A team-mate has said ``agree``, ``refuse`` or ``counter`` to a tribute between them (RULES.md 8)."""

    seat: int
    answer: str


class Paid(NamedTuple):
    """Tribute of a kind paid by ``seat`` to another; ``returned``: as many cards will come back."""

    kind: str
    seat: int
    to: int
    cards: Counts
    returned: bool


class Returned(NamedTuple):
    """A receiver of tribute gave cards back."""

    seat: int
    to: int
    cards: Counts


class Rejected(NamedTuple):
    """A payer did not take cards that came back; ``lapsed``: he must, since the receiver has no rank that he would
    have to take (RULES.md 8).
    """

    seat: int
    to: int
    cards: Counts
    lapsed: bool


class Kept(NamedTuple):
    """A payer has taken what came back."""

    seat: int


class Bought(NamedTuple):
    """A seat got a three from another for ``cards``, which may be none (买三, RULES.md 8)."""

    seat: int
    to: int
    cards: Counts


class Discarded(NamedTuple):
    """The first leader had cards thrown out 烩牌: which, ``3``, ``4``, ``34`` or ``none``; and each seat's number."""

    seat: int
    what: str
    numbers: tuple[int, ...]


class PlayBegan(NamedTuple):
    """Nothing is left to decide before the first set, which ``leader`` plays."""

    leader: int


class Voided(NamedTuple):
    """The table has made the deal void, at whatever point, because its players voted so."""


Preliminary = (
    Asked | FallsSettled | Prepared | Called | Cut | Drawn | ThreesShown | RevolutionAnswered | TributeAnswered | Paid
    | Returned | Rejected | Kept | Bought | Discarded | PlayBegan | Voided
)
"""What happens before the first set, in public; and that there will be no more of the deal."""


class DealScored(NamedTuple):
    """The deal's six places from 头科 to 大落, both teams' points (None where none are kept) and totals, and the
    tributes that fell due in play, as kind, payer, receiver, cards.
    """

    number: int
    places: tuple[int, ...]
    score: tuple[int, int] | None
    total: tuple[int, int]
    due: tuple[tuple[str, int, int, int], ...]


class GameEnded(NamedTuple):
    """A game within the match is over: ``winner`` ``A`` or ``B``, or ``drawn`` (RULES.md 10)."""

    games: int
    winner: str


class MatchEnded(NamedTuple):
    """The match is over, after so many deals and games."""

    deals: int
    total: tuple[int, int]
    games: int


class MatchAbandoned(NamedTuple):
    """The players have voted to end the match without a result, after so many whole deals."""

    deals: int
    total: tuple[int, int]


class HandShown(NamedTuple):
    """A hand of ten or fewer that its player's partners may see from now on, and only they (RULES.md 11)."""

    seat: int
    cards: Counts


class Suggested(NamedTuple):
    """A partner suggests sets to the seat on turn, ``to``; told to these two alone (RULES.md 11)."""

    seat: int
    to: int
    sets: tuple[CardSet, ...]


Event = (
    Step | Consequence | DealBegan | Preliminary | Dealt | Answered | HandShown | Suggested | DealScored | GameEnded
    | MatchEnded | MatchAbandoned
)  # fmt: skip


def audience(event: Event) -> tuple[int, ...] | None:
    """Return the only seats (1-6) that are told of an event, or None where everybody is."""
    if isinstance(event, Dealt | Answered):
        return (event.seat,)
    if isinstance(event, HandShown):
        return partners(event.seat)
    return (event.seat, event.to) if isinstance(event, Suggested) else None


def is_told(event: Event, seat: int | None) -> bool:
    """Tell whether a seat, or an observer (None), is told of an event."""
    told = audience(event)
    return told is None or seat in told
