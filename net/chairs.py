"""The chairs of a table, who holds them, and its times. No I/O; time is passed in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.bots import LEVELS, SEARCHING
from engine.cards import SEATS, team_of
from engine.match import Match
from engine.reasons import Reason
from net.cleaning import told_apart
from net.fields import Plain

MISSED_CLOCKS: Final = 2
"""Clocks of one person that run out in a row before he counts as absent: once may be a call of nature."""

DONE_KEPT: Final = 32
"""Answers kept a chair: more than a client has under way at once."""


@dataclass(slots=True)
class Chair:
    """One chair: who holds it (a key, or a bot), whether he is here, whether he is ready."""

    name: str = ""
    key: bytes | None = None
    level: str = ""
    present: bool = False
    ready: bool = False
    absent_since: float = 0.0
    returned: float = float("-inf")
    """When its owner was last back from an absence."""

    missed: int = 0
    """Clocks that ran out in a row while he was connected."""

    left: bool = False
    """Given up in mid-deal: a bot plays it to the end of the deal, and then it is free."""

    points: int = 0
    """What its team has won over the matches of the evening while whoever holds it was there."""

    done: dict[int, Reason | None] = field(default_factory=dict)
    """Answers to the last actions by their id: None for done, else why not."""

    @property
    def free(self) -> bool:
        """Whether nobody holds it."""
        return self.key is None and not self.level

    @property
    def person(self) -> bool:
        """Whether a key holds it."""
        return self.key is not None

    @property
    def asleep(self) -> bool:
        """Whether its person is connected but has let his clock run out too often."""
        return self.missed >= MISSED_CLOCKS

    def answered(self, number: int, reason: Reason | None) -> None:
        """Keep the answer to the action of an id; None for done."""
        self.done[number] = reason
        while len(self.done) > DONE_KEPT:
            del self.done[next(iter(self.done))]


@dataclass(frozen=True, slots=True)
class Timing:
    """The table's times in seconds: burn window and questions, pace of bots, grace of the absent, clock (0: off)."""

    burn_window: float = 4.0
    pace: float = 0.7
    grace: float = 20.0
    clock: float = 30.0


class TableError(ValueError):
    """What the table does not do; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Seating:
    """Who sits where at a match. :class:`net.table.Table` plays on it.

    Args:
        match: whose state says what may change now.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.chairs = {seat: Chair() for seat in SEATS}
        self.matches = 0
        """How many matches of the evening are over."""
        self.draw = False
        """Whether seats are drawn by lot before the next match, because its players wish so."""
        self._swaps: dict[int, int] = {}

    def seat_of(self, key: bytes) -> int | None:
        """Return the seat that a key holds."""
        return next((seat for seat, chair in self.chairs.items() if chair.key == key), None)

    def take(self, key: bytes, name: str, seat: int | None, now: float) -> int:
        """Give a free chair to a key; returns the seat.

        Raises:
            TableError: ``seat_taken``, ``no_free_seat``.
        """
        for each in [seat] if seat is not None else SEATS:
            if self.chairs[each].free:
                self.chairs[each] = Chair(name=name, key=key, present=True, absent_since=now)
                return each
        raise TableError("no_free_seat" if seat is None else "seat_taken")

    def add_bot(self, seat: int, level: str) -> None:
        """Put a bot on a free chair; raises :class:`TableError` where it is not free or there is no such level."""
        if level not in LEVELS and level != SEARCHING:
            raise TableError("no_such_level")
        if not self.chairs[seat].free:
            raise TableError("seat_taken")
        self.chairs[seat] = Chair(name=f"bot {seat}", level=level, present=True, ready=True)

    def remove_bot(self, seat: int) -> None:
        """Take a bot off its chair; raises :class:`TableError` ``deal_running``, ``no_bot``."""
        self._between_deals()
        if not self.chairs[seat].level:
            raise TableError("no_bot")
        self.chairs[seat] = Chair()

    def move(self, seat: int, wanted: int) -> bool:
        """Change to another chair; returns whether that is done.

        To a free one between deals. Between matches also with whoever sits there: with a bot at once, with a person
        when he has asked for this chair, too.

        Raises:
            TableError: ``deal_running``, ``match_running``.
        """
        self._between_deals()
        if wanted == seat:
            return False
        other = self.chairs[wanted]
        if not other.free and not self.between_matches:
            raise TableError("match_running")
        if other.person and self._swaps.get(wanted) != seat:
            self._swaps[seat] = wanted
            return False
        for each in (seat, wanted):
            self._swaps.pop(each, None)
        self.chairs[wanted], self.chairs[seat] = self.chairs[seat], other
        for each in (seat, wanted):
            self.chairs[each].ready = not self.chairs[each].person
        return True

    @property
    def between_matches(self) -> bool:
        """Whether no match is running: before the first deal, or once the match is over."""
        return self.match.deal is None or self.match.over

    def stand_in(self, level: str) -> None:
        """Let bots take the free chairs until the next deal is over."""
        for seat, chair in self.chairs.items():
            if chair.free:
                self.chairs[seat] = Chair(name=f"bot {seat}", level=level, present=True, ready=True, left=True)

    def waits_for(self, now: float, grace: float) -> set[int]:
        """Return the seats that are not ready; who is away for longer than the grace (seconds) is not waited for."""
        return {
            seat
            for seat, chair in self.chairs.items()
            if not chair.ready and (chair.present or now < chair.absent_since + grace)
        }

    def count_evening(self) -> None:
        """Add the points of the match that is over to those of who played it."""
        self.matches += 1
        for seat, chair in self.chairs.items():
            chair.points += self.match.total[team_of(seat) == "B"]

    def set_ready(self, seat: int, on: bool) -> None:
        """Note that a person is ready for the next deal."""
        self.chairs[seat].ready = on

    def free_the_left(self) -> bool:
        """Free the chairs that were given up in the deal that is over; returns whether there were any."""
        left = [seat for seat, chair in self.chairs.items() if chair.left]
        for seat in left:
            self.chairs[seat] = Chair()
        return bool(left)

    @property
    def full(self) -> bool:
        """Whether all six chairs are taken."""
        return not any(chair.free for chair in self.chairs.values())

    @property
    def may_deal(self) -> bool:
        """Whether the next deal may begin: six chairs, everybody ready."""
        return self.match.between and self.full and all(c.ready for c in self.chairs.values())

    def names(self) -> dict[int, str]:
        """Return the names by seat."""
        return {seat: chair.name for seat, chair in self.chairs.items()}

    def shown_names(self) -> dict[int, str]:
        """Return the names as everybody is shown them: look-alikes with their seats."""
        return told_apart(self.names())

    def keys(self) -> dict[int, bytes]:
        """Return the public keys of the seats that persons hold."""
        return {seat: chair.key for seat, chair in self.chairs.items() if chair.key is not None}

    def roster(self) -> dict[str, Plain]:
        """Return chairs and names as plain data: flat, a key a chair."""
        plain: dict[str, Plain] = {}
        names = self.shown_names()
        for seat, chair in self.chairs.items():
            kind = "bot" if chair.level else "person" if chair.person else "free"
            here = chair.present and not chair.asleep
            plain |= {f"{seat}": names[seat], f"{seat}k": kind, f"{seat}p": here, f"{seat}r": chair.ready}
            if self.matches:
                plain[f"{seat}e"] = chair.points
        if self.matches:
            plain["matches"] = self.matches
        if self.draw:
            plain["draw"] = True
        return plain

    def _between_deals(self) -> None:
        if not self.match.between and not self.match.over:
            raise TableError("deal_running")


def replaced_since(before: Mapping[int, bytes], now: Mapping[int, bytes]) -> int:
    """Return how many players are others than before (RULES.md 7), from the keys of persons' seats.

    Bots are alike, and whoever has changed chairs is still there.
    """
    stayed = len(set(before.values()) & set(now.values()))
    return len(SEATS) - stayed - min(len(SEATS) - len(before), len(SEATS) - len(now))
