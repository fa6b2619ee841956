"""Public steps of a table: on the disk first, then told to every stream. No I/O of its own; time is passed in."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.actions import Action
from engine.events import Event, audience
from engine.match import Match
from engine.reasons import Reason
from engine.record import Recorder
from net.chairs import Seating, Timing
from net.fields import Plain
from net.streams import STREAMS, Streams
from net.wire import Done, Message, Notice, Page, Refused, Roster, Snapshot, encode

DEAL_RECORDS_KEPT: Final = 16
"""Records of deals kept for those who ask later, some 15 kB each: more than the usual match has."""

RETRY_SECONDS: Final = 1.0
"""How often a table that cannot write tries again."""


Seated = tuple[dict[int, str], dict[int, bytes]]
"""Names by seat, and public keys of the seats that persons hold."""


@dataclass(frozen=True, slots=True)
class Held:
    """An answer that waits for the end of its window: its id, and the action."""

    number: int
    action: Action


@dataclass(slots=True)
class Step:
    """One public step between the engine and the disk: nobody hears of it before its lines are written."""

    lines: str
    events: list[Event]
    answers: list[tuple[int, int]] = field(default_factory=list)
    """Seat and id of each action that it answers."""


class Stepping(Seating):
    """Chairs, streams and the record of a table; what is decided when is :class:`net.table.Table`'s affair.

    Args: as of the table.
    """

    def __init__(
        self,
        match: Match,
        timing: Timing,
        write: Callable[[str], None],
        tell: Callable[[int, bytes], None],
        heard: Callable[[Event], None],
    ) -> None:
        super().__init__(match)
        self.timing = timing
        self.streams = Streams(match.rules, tell)
        self.counter = True
        """Whether this table plays with the card counter."""
        self.phrases_only = False
        """Whether ready phrases are all that is said at this table."""
        self.observers = 0
        """How many watch, as its host says."""
        self.deadline: float | None = None
        self.paused: float | None = None
        """Since when the clocks stand still, or None."""
        self.paused_by = 0
        """The seat that asked for the pause, 0 for the host from no chair."""
        self.recorder = Recorder()
        self._write = write
        self._tell = tell
        self._heard = heard
        self._window_open = False
        self._seated: Seated | None = None
        self._unwritten: Step | None = None
        self._notes = ""
        self.deal_lines = ""
        """The record's lines since the last deal was over."""
        self.deal_records: dict[int, bytes] = {}
        """The last deals' lines, compressed, by their number among the table's deals (from 0)."""
        self._stuck = False
        self._lost = 0
        self._went_on_at = 0
        """The step from which the table went on after a break."""
        self._asked_what_is_lost: set[bytes] = set()
        self._deals = 0

    @property
    def seq(self) -> int:
        """The number of the last public step."""
        return self.streams.seq

    def next_match(self, match: Match) -> None:
        """Put another match on the table once the last is over; the sequence of public steps goes on."""
        self.free_the_left()
        self.put(match)

    def put(self, match: Match) -> None:
        """Put a match that has not begun on the table, and tell everybody."""
        self.match, self.recorder, self._seated = match, Recorder(), None
        self.streams.restart(match.rules)
        for stream in STREAMS:
            self._tell(stream, encode(self.snapshot(stream)))

    def snapshot(self, stream: int, now: float | None = None) -> Snapshot:
        """Return everything that a stream may know now; with the time, what is left of the running decision too."""
        return self.streams.snapshot(stream, self.roster(now))

    def roster(self, now: float | None = None) -> dict[str, Plain]:
        """Return chairs, names, observers and clocks as plain data; ``clock`` in seconds, ``left`` in ms."""
        plain = super().roster()
        plain["observers"], plain["clock"] = self.observers, round(self.timing.clock)
        plain["paused"], plain["counter"] = self.paused is not None, self.counter
        if self.phrases_only:
            plain["phrases"] = True
        if self.paused is not None:
            plain["paused_by"] = self.paused_by
        deal = self.match.deal
        timed = self.timing.clock and deal is not None and not self.match.between and deal.turn is not None
        if timed and now is not None and self.deadline is not None and not self._window_open:
            plain["left"] = max(0, round(1000 * (self.deadline - now)))
        return plain

    def _commit(self, step: Step, now: float) -> None:
        self._unwritten = step
        self._write_out(now)

    def _write_out(self, now: float) -> None:
        """Have the step on the disk, then tell it; where that fails try again later, and make no move meanwhile."""
        step = self._unwritten
        assert step is not None
        try:
            self._write(self._notes + step.lines)
        except OSError:
            self.deadline = now + RETRY_SECONDS
            if not self._stuck:
                self._stuck = True
                self._tell_all(Notice("cannot_write"))
            return
        self.deal_lines += self._notes + step.lines
        self._unwritten, self._notes = None, ""
        if self._stuck:
            self._stuck = False
            self._tell_all(Notice("can_write"))
        self.streams.publish(step.events)
        for seat, number in step.answers:
            self._answer(seat, number, None)
        for event in step.events:
            if audience(event) is None:
                self._heard(event)
        if self.match.over and not self.match.abandoned:
            self.count_evening()
            self._tell_all(Roster(self.roster(now)))
        if self.match.between or self.match.over:
            self._hand_out()
        self._next(now)

    def _hand_out(self) -> None:
        """Give everybody the record of the deal that is over: its hands are open now."""
        number = self._deals
        self._deals += 1
        self.deal_records[number] = zlib.compress(self.deal_lines.encode())
        self.deal_records.pop(number - DEAL_RECORDS_KEPT, None)
        self.deal_lines = ""
        self._tell_all(self.page(0, number))

    def page(self, request: int, number: int) -> Page:
        """Return the record of a deal as a page; empty where it is no longer kept here."""
        data = self.deal_records.get(number)
        return Page(request, "record", number, self._deals, () if data is None else (data,))

    def _tell_all(self, message: Message) -> None:
        frame = encode(message)
        for stream in STREAMS:
            self._tell(stream, frame)

    def _answer(self, seat: int, number: int, reason: Reason | None) -> None:
        self.chairs[seat].answered(number, reason)
        self._send_answer(seat, number, reason)

    def _send_answer(self, seat: int, number: int, reason: Reason | None) -> None:
        if reason is None:
            self._tell(seat, encode(Done(number)))
            return
        # A case of a reason is an enumeration of numbers; on the wire it is its number.
        args = tuple((name, int(value)) for name, value in reason.args.items())
        self._tell(seat, encode(Refused(number, reason.code.value, args)))

    def owner_knows(self, key: bytes, have: int | None) -> Notice | None:
        """Note the last step that a returning owner has seen: where it is a later one than that from which the table
        went on, moves are lost. Returns what he is to be told of it, where not everybody has just been told.

        Only at a table that went on from a record, of those who sat at it then, and each once: nobody else can know.
        """
        if key not in self._asked_what_is_lost:
            return None
        self._asked_what_is_lost.discard(key)
        if have is None or have <= self._went_on_at or self.moves_lost(have - self._went_on_at):
            return None
        return Notice("moves_lost", (("moves", self._lost),))

    def moves_lost(self, steps: int) -> bool:
        """Say that so many steps are lost, and note it in the record, unless as many were said to be: then False."""
        if steps <= self._lost:
            return False
        self._lost = steps
        line = self.recorder.line("lost", {"steps": self._lost})
        if self._unwritten is None:
            self._notes += line
        else:
            self._unwritten.lines += line
        self._tell_all(Notice("moves_lost", (("moves", self._lost),)))
        return True

    def _next(self, now: float) -> None:
        """After a step: set about the next decision."""
        raise NotImplementedError
