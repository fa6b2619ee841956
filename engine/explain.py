"""Why a position of play is as the referee rules: who is entitled, barred, a burner; what is legal (docs/positions.md).

It says what holds, with the section of docs/rulings.md; the sentences are made where they are shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from engine.actions import Action, Verb
from engine.cards import SEATS, opposite
from engine.deal import Deal
from engine.phase import Phase
from engine.round import Round
from engine.sets import CardSet, LegalSets


class Right(str, Enum):
    """Why a seat may answer the standing set."""

    UNPASSED = "unpassed"
    """An ordinary set, and it has not passed in this round."""
    OPPOSITE = "opposite"
    """It is the opposite of the set's player."""
    OPPOSITE_AGAIN = "opposite_again"
    """It has passed, but the set is its own opposite's."""
    OF_HEADLESS = "of_headless"
    """The set is a headless seat's: every unpassed seat may answer."""
    HEADLESS = "headless"
    """It is headless itself and may beat any set."""
    BRAWL = "brawl"
    """In the brawl all act."""
    YIELDED = "yielded"
    """It has yielded and is asked again after the next two."""


class Bar(str, Enum):
    """Why a seat still in may not answer the standing set in turn."""

    DECLINED = "declined"
    """It has declined this very set."""
    PASSED = "passed"
    """It has passed in this round."""
    LOCKED = "locked"
    """It has passed in this round, and after such a last hand not even its opposite's sets are open to it."""
    NOT_OPPOSITE = "not_opposite"
    """The set is a gouji set of a seat that is not its opposite."""
    PROTECTED = "protected"
    """The set is a dead gouji set: only burners may answer it."""
    DECLINED_TEAM = "declined_team"
    """A partner has declined for the team in the brawl."""


class Mark(str, Enum):
    """What the standing set is."""

    GOUJI = "gouji"
    ORDINARY = "ordinary"
    DEAD = "dead"
    PROTECTED = "protected"
    LAST_HAND = "last_hand"
    HEADLESS = "headless"
    BURNED = "burned"
    BRAWL = "brawl"


SECTIONS: Final[Mapping[Right | Bar | Mark, int]] = {
    Right.UNPASSED: 3,
    Right.OPPOSITE: 3,
    Right.OPPOSITE_AGAIN: 3,
    Right.OF_HEADLESS: 6,
    Right.HEADLESS: 6,
    Right.BRAWL: 6,
    Right.YIELDED: 3,
    Bar.DECLINED: 3,
    Bar.PASSED: 3,
    Bar.LOCKED: 5,
    Bar.NOT_OPPOSITE: 3,
    Bar.PROTECTED: 5,
    Bar.DECLINED_TEAM: 6,
    Mark.GOUJI: 2,
    Mark.ORDINARY: 2,
    Mark.DEAD: 2,
    Mark.PROTECTED: 5,
    Mark.LAST_HAND: 5,
    Mark.HEADLESS: 6,
    Mark.BURNED: 4,
    Mark.BRAWL: 6,
}
"""The section of docs/rulings.md in which each stands."""

_ALONE: Final = (Verb.PASS, Verb.YIELD, Verb.WIND, Verb.RENOUNCE, Verb.AGREE, Verb.REFUSE)
"""Actions that take no cards, in the order in which they are told."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What holds in a position of play.

    Attributes:
        phase, turn: see :class:`engine.deal.Deal`.
        leader: the seat that leads, or would if nobody answers any more; 0 when the deal is over.
        top, player: the standing set and whose it is; None and 0 before a lead.
        marks: what that set is.
        entitled: the seats still to be asked, in order, and why each may answer.
        barred: the other seats still in, and why not.
        burners: the seats that are offered a burn, in order of asking.
        unable: the seats that may burn by public state but hold no set for it.
        sets: the turn seat's legal sets as (base rank 0-14, sizes in cards); ``ways``: their number in all.
        alone: the actions without cards that the turn seat may do.
    """

    phase: Phase
    turn: int | None
    leader: int
    top: CardSet | None
    player: int
    marks: tuple[Mark, ...]
    entitled: tuple[tuple[int, Right], ...]
    barred: tuple[tuple[int, Bar], ...]
    burners: tuple[int, ...]
    unable: tuple[int, ...]
    sets: tuple[tuple[int, tuple[int, ...]], ...]
    ways: int
    alone: tuple[Verb, ...]


def explain(deal: Deal) -> Explanation:
    """Return what holds at a table in play."""
    play, turn = deal.play, deal.turn
    burners = deal.may_burn
    others = [seat for seat in SEATS if play.alive[seat] and seat != play.top_seat]
    standing = play.top is not None and not play.over
    legal = deal.legal_sets(turn) if turn else None
    leader = play.leader if play.top is None else _next_leader(play)
    return Explanation(
        deal.phase,
        turn,
        0 if play.over else leader,
        play.top if standing else None,
        play.top_seat if standing else 0,
        tuple(_marks(play)) if standing else (),
        tuple((seat, _right(play, seat)) for seat in play.pending) if standing else (),
        tuple((seat, _bar(play, seat)) for seat in others if seat not in play.pending) if standing else (),
        burners,
        tuple(seat for seat in deal.burn_window if seat not in burners),
        by_rank(legal) if legal is not None else (),
        len(legal) if legal is not None else 0,
        tuple(verb for verb in _ALONE if turn and deal.why_not(turn, Action(verb)) is None),
    )


def by_rank(legal: LegalSets) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Return legal sets as (base rank 0-14, sizes in cards), low to high."""
    found: dict[int, set[int]] = {}
    for card_set in legal:
        found.setdefault(card_set.rank, set()).add(card_set.size)
    return tuple((rank, tuple(sorted(sizes))) for rank, sizes in sorted(found.items()))


def _next_leader(play: Round) -> int:
    return play.top_seat if play.alive[play.top_seat] else play.nearest(play.top_seat)


def _marks(play: Round) -> list[Mark]:
    assert play.top is not None
    held = {
        Mark.BRAWL: play.brawl,
        Mark.GOUJI: play.top_gouji,
        Mark.ORDINARY: not play.top_gouji and not play.brawl,
        Mark.DEAD: play.top.dead,
        Mark.PROTECTED: play.protected,
        Mark.BURNED: play.burning == play.top_seat,
        Mark.LAST_HAND: play.last_hand,
        Mark.HEADLESS: play.alive[play.top_seat] and play.headless(play.top_seat) and not play.brawl,
    }
    return [mark for mark, holds in held.items() if holds]


def _right(play: Round, seat: int) -> Right:
    if play.brawl:
        return Right.BRAWL
    if seat == play.yielder:
        return Right.YIELDED
    if seat == opposite(play.top_seat):
        return Right.OPPOSITE_AGAIN if play.passed[seat] else Right.OPPOSITE
    if not play.top_gouji:
        return Right.UNPASSED
    return Right.OF_HEADLESS if play.headless(play.top_seat) else Right.HEADLESS


def _bar(play: Round, seat: int) -> Bar:
    if play.declined[seat]:
        return Bar.DECLINED
    if play.brawl:
        return Bar.DECLINED_TEAM
    if play.protected:
        return Bar.PROTECTED
    if play.passed[seat]:
        return Bar.LOCKED if seat == opposite(play.top_seat) else Bar.PASSED
    return Bar.NOT_OPPOSITE


__all__ = ["SECTIONS", "Bar", "Explanation", "Mark", "Right", "by_rank", "explain"]
