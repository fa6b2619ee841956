"""The host's table without sockets: chairs, windows, pace, clocks, streams. Time is passed in (seconds, monotonic)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, Protocol

from engine.actions import CLOSE, NONE, Action, ActionError, Verb, parse_action
from engine.bots import DEFAULT_LEVEL, LEVELS, SEARCHING
from engine.cards import SEATS
from engine.deal import Phase
from engine.events import Event, audience
from engine.match import Match
from engine.phase import HIDDEN_PHASES
from engine.reasons import Code, Reason
from engine.record import Recorder
from engine.view import View
from net.chairs import Chair, TableError, Timing
from net.fields import Plain
from net.telling import event_to_plain, travels, view_hash, view_to_plain
from net.wire import Delta, Roster, Snapshot, Window, encode

OBSERVERS: Final = 0
"""The stream of those who only watch; streams 1-6 are the seats'."""

STREAMS: Final = (OBSERVERS, *SEATS)


DONE_KEPT: Final = 32
"""Answers kept a chair: more than a client has under way at once."""

LEAVER_LEVEL: Final = DEFAULT_LEVEL
"""Who plays a chair that was given up in mid-deal."""

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


IDLE_SECONDS: Final = 600.0
"""With no clock a present person who decides nothing for so long is played for once (CLI.md, ``--clock off``)."""


class Table:
    """A match and the people around it.

    Args:
        match: the match, not begun.
        timing: the table's times.
        rng: randomness of the bots.
        write: has one record line on the disk when it returns; called before anybody is told.
        tell: sends one encoded frame to a stream (0 observers, 1-6 the seats).
        heard: is told every public event, for the log of a headless host.
        thinker: thinks for the level that searches; without it the expert decides there.
    """

    def __init__(
        self,
        match: Match,
        timing: Timing,
        rng: Random,
        write: Callable[[str], None],
        tell: Callable[[int, bytes], None],
        heard: Callable[[Event], None] = lambda event: None,
        thinker: Thinking | None = None,
    ) -> None:
        self.match = match
        self.timing = timing
        self.chairs = {seat: Chair() for seat in SEATS}
        self.views = {stream: View(match.rules, stream or None) for stream in STREAMS}
        self.seq = 0
        self.deadline: float | None = None
        self._rng = rng
        self._write = write
        self._tell = tell
        self._heard = heard
        self._thinker = thinker
        self._thoughts: dict[int, int] = {}
        self._patience = 0.0
        self._recorder = Recorder()
        self._held: dict[int, Action] = {}
        self._window = 0
        self._window_open = False
        self._began = False

    # Chairs

    def sit(self, key: bytes, name: str, seat: int | None, now: float) -> int:
        """Give a chair to a key, or the one it holds already; returns the seat.

        Raises:
            TableError: ``seat_taken``, ``no_free_seat``.
        """
        for held, chair in self.chairs.items():
            if chair.key == key:
                chair.present, chair.name = True, name
                return held
        wanted = [seat] if seat is not None else list(SEATS)
        for each in wanted:
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

    def move(self, seat: int, wanted: int) -> None:
        """Change to a free chair; raises :class:`TableError` ``deal_running``, ``seat_taken``."""
        self._between_deals()
        if wanted == seat:
            return
        if not self.chairs[wanted].free:
            raise TableError("seat_taken")
        self.chairs[wanted], self.chairs[seat] = self.chairs[seat], Chair()
        self.chairs[wanted].ready = False

    def leave(self, seat: int, now: float) -> None:
        """Give a person's chair up: free at once between deals, else played by a bot until the deal is over."""
        chair = self.chairs[seat]
        if self.match.between or self.match.over:
            self.chairs[seat] = Chair()
            return
        chair.key, chair.level, chair.left, chair.ready, chair.present = None, LEAVER_LEVEL, True, True, True
        if self._window_open:
            self._hasten(now)
        elif self.match.deal is not None and self.match.deal.turn == seat:
            self._set_turn(now)

    def _between_deals(self) -> None:
        if not self.match.between:
            raise TableError("deal_running")

    def _free_the_left(self) -> None:
        """Free the chairs that were given up in the deal that is over, and say so."""
        left = [seat for seat, chair in self.chairs.items() if chair.left]
        for seat in left:
            self.chairs[seat] = Chair()
        if left:
            frame = encode(Roster(self.roster()))
            for stream in STREAMS:
                self._tell(stream, frame)

    def gone(self, seat: int, now: float) -> None:
        """Note that a person's connection is gone: his chair stays his."""
        self.chairs[seat].present, self.chairs[seat].absent_since = False, now

    def set_ready(self, seat: int, on: bool) -> None:
        """Note that a person is ready for the next deal."""
        self.chairs[seat].ready = on

    @property
    def full(self) -> bool:
        """Whether all six chairs are taken."""
        return not any(chair.free for chair in self.chairs.values())

    @property
    def may_deal(self) -> bool:
        """Whether the next deal may begin: six chairs, everybody ready."""
        return self.match.between and self.full and all(c.ready for c in self.chairs.values())

    # Deals

    def begin(self, now: float) -> None:
        """Begin the next deal (the table's action ``deal``); raises :class:`TableError` ``not_ready``."""
        if not self.match.between or not self.full:
            raise TableError("not_ready")
        if not self._began:
            self._began = True
            names = {seat: chair.name for seat, chair in self.chairs.items()}
            self._write(self._recorder.header(self.match, names))
        events = self.match.begin()
        key = self.match.keys(self.match.number, self.match.attempt)
        self._write(self._recorder.deal(self.match, key))
        for chair in self.chairs.values():
            chair.ready = not chair.person
        self._publish(events)
        self._next(now)

    def _publish(self, events: list[Event]) -> None:
        """One public step: every stream gets its delta, encoded once."""
        self.seq += 1
        for stream, view in self.views.items():
            told = [event for event in events if audience(event) in (None, stream or None)]
            for event in told:
                view.apply(event)
            rows = tuple(event_to_plain(event) for event in told if travels(event))
            self._tell(stream, encode(Delta(self.seq, view_hash(view), rows)))
        for event in events:
            if audience(event) is None:
                self._heard(event)

    def snapshot(self, stream: int) -> Snapshot:
        """Return everything that a stream may know now."""
        view = self.views[stream]
        return Snapshot(self.seq, view_hash(view), self.roster(), view_to_plain(view))

    def roster(self) -> dict[str, Plain]:
        """Return chairs, names and the clock (seconds; 0: off) as plain data: flat, a key a chair."""
        plain: dict[str, Plain] = {"clock": round(self.timing.clock or 0)}
        for seat, chair in self.chairs.items():
            kind = "bot" if chair.level else "person" if chair.person else "free"
            plain |= {f"{seat}": chair.name, f"{seat}k": kind, f"{seat}p": chair.present, f"{seat}r": chair.ready}
        return plain

    # Decisions

    def _next(self, now: float) -> None:
        """After a step: open a window, or set the time of the next decision."""
        deal = self.match.deal
        self._held.clear()
        self._thoughts.clear()
        self._window_open = False
        self.deadline = None
        if deal is None or self.match.between or self.match.over:
            self._free_the_left()
            return
        asked = deal.to_answer or deal.burn_window
        if asked:
            people = any(self.chairs[seat].person for seat in asked)
            seconds = self.timing.burn_window if people else 0.0
            if self._open_question:
                seconds = max(self._seconds_for(seat, now) for seat in asked)
            self._window += 1
            self._window_open = True
            self.deadline = now + seconds
            for seat in deal.may_burn:
                self._think(seat, now)
            if people:
                for seat in SEATS:
                    offer = bool(deal.to_answer) or deal.offered(seat)
                    self._tell(seat, encode(Window(self._window, float(seconds), offer)))
            return
        self._set_turn(now)

    @property
    def _open_question(self) -> bool:
        """Whether several are asked what each of them has to decide by public knowledge: calls, who is 大落."""
        deal = self.match.deal
        return deal is not None and bool(deal.to_answer) and deal.phase not in HIDDEN_PHASES

    def _seconds_for(self, seat: int, now: float) -> float:
        """Return how long a seat may take from now for a decision of its own."""
        chair = self.chairs[seat]
        if not chair.person:
            return self.timing.pace
        if not chair.present:
            return max(self.timing.pace, chair.absent_since + self.timing.grace - now)
        return self.timing.clock or IDLE_SECONDS

    def _set_turn(self, now: float) -> None:
        deal = self.match.deal
        assert deal is not None
        seat = deal.turn
        self.deadline = now if seat is None else now + self._seconds_for(seat, now)
        if seat is not None:
            self._think(seat, now)

    def act(self, seat: int, number: int, text: str, now: float) -> Reason | None:
        """Take a person's action; None where it is done or held, else why it is refused.

        Args:
            seat: who acts.
            number: his id of the action; the same id is answered the same, and done once.
            text: the action's text form.
            now: the time.
        """
        chair = self.chairs[seat]
        if number in chair.done:
            known = chair.done[number]
            return Reason(Code(known)) if known else None
        reason = self._act(seat, text, now)
        chair.done[number] = "" if reason is None else reason.code.value
        while len(chair.done) > DONE_KEPT:
            del chair.done[next(iter(chair.done))]
        return reason

    def _act(self, seat: int, text: str, now: float) -> Reason | None:
        deal = self.match.deal
        try:
            action = parse_action(text)
        except ActionError:
            return Reason(Code.NOT_ALLOWED)
        if action.verb in (Verb.CLOSE, Verb.DEAL):
            return Reason(Code.NOT_ALLOWED)
        if deal is None or self.match.between:
            return Reason(Code.WRONG_PHASE)
        reason = deal.why_not(seat, action)
        if reason is not None and not reason.counts_as_pass:
            return reason
        if self._window_open and now < (self.deadline or now):
            self._held[seat] = action
            self._hasten(now)
            return None
        self._do(seat, action, now)
        return None

    def _hasten(self, now: float) -> None:
        """End a question that is open to all as soon as everybody has answered it."""
        deal = self.match.deal
        if deal is None or not self._open_question:
            return
        if all(each in self._held or self._played_for(each, now) for each in deal.to_answer):
            self.deadline = now

    def decline(self, seat: int, window: int) -> None:
        """Withdraw what a seat has held in the window of that number, if it is still open."""
        if window == self._window and self._window_open:
            self._held.pop(seat, None)

    def _do(self, seat: int, action: Action, now: float) -> None:
        events = self.match.apply(seat, action)
        self._record(seat, action)
        self._publish(events)
        self._next(now)

    def _record(self, seat: int, action: Action) -> None:
        self._write(self._recorder.action(seat, action.text()))
        deal = self.match.deal
        if deal is not None and deal.phase in (Phase.OVER, Phase.VOID):
            key = self.match.keys(self.match.number, self.match.attempt)
            self._write(self._recorder.deal_over(self.match, key))
            if self.match.over:
                self._write(self._recorder.match_over(self.match))

    def tick(self, now: float) -> bool:
        """Do what is due; returns whether anything was done."""
        if self.deadline is None or now < self.deadline or self.match.between:
            return False
        if self._window_open:
            self._end_window(now)
            return True
        deal = self.match.deal
        assert deal is not None
        if deal.phase is Phase.CLOSING:
            self._do(0, CLOSE, now)
        elif deal.turn is not None:
            if self._still_thinking(deal.turn, now):
                self.deadline = now + THINKING_TICK
                return False
            self._play_for(deal.turn, now)
        return True

    def _choice(self, seat: int) -> Action | None:
        chair = self.chairs[seat]
        thought = self._thoughts.pop(seat, None)
        if thought is not None and self._thinker is not None and self._thinker.ready(thought):
            return self._thinker.take(thought)
        level = chair.level if chair.level in LEVELS else DEFAULT_LEVEL
        return LEVELS[level](self.views[seat], self._rng)

    def _think(self, seat: int, now: float) -> None:
        """Begin to think where the level of the chair searches; what the seat decides is known by its view."""
        if self._thinker is not None and self.chairs[seat].level == SEARCHING and seat not in self._thoughts:
            self._thoughts[seat] = self._thinker.ask(self.views[seat], self._rng.getrandbits(32))
            self._patience = now + PATIENCE

    def _still_thinking(self, seat: int, now: float) -> bool:
        thought = self._thoughts.get(seat)
        return (
            thought is not None and self._thinker is not None and now < self._patience
            and not self._thinker.ready(thought)
        )  # fmt: skip

    def _played_for(self, seat: int, now: float) -> bool:
        """Whether a bot decides for the seat: a bot's chair, or an owner away longer than the grace."""
        chair = self.chairs[seat]
        return not chair.person or (not chair.present and now >= chair.absent_since + self.timing.grace)

    def _play_for(self, seat: int, now: float) -> None:
        action = self._choice(seat)
        if action is None:
            raise AssertionError("a bot on turn always acts")
        self._do(seat, action, now)

    def _end_window(self, now: float) -> None:
        deal = self.match.deal
        assert deal is not None
        self._window_open = False
        if deal.to_answer:
            self._answer_all(now)
            return
        for seat in deal.may_burn:
            held = self._held.get(seat)
            action = self._choice(seat) if held is None and self._played_for(seat, now) else held
            if action is not None and action.verb is Verb.BURN:
                self._do(seat, action, now)
                return
        if deal.phase is Phase.CLOSING:
            self._do(0, CLOSE, now)
            return
        seat = deal.turn or 0
        if seat in self._held:
            self._do(seat, self._held[seat], now)
            return
        self._thoughts.clear()
        self._set_turn(now)

    def _answer_all(self, now: float) -> None:
        """Take all answers to an independent question at once, in seat order; who said nothing said no."""
        deal = self.match.deal
        assert deal is not None
        events: list[Event] = []
        for seat in deal.to_answer:
            held = self._held.get(seat)
            choice = self._choice(seat) if held is None and self._played_for(seat, now) else held
            action = choice or NONE
            events.extend(self.match.apply(seat, action))
            self._record(seat, action)
        self._publish(events)
        self._next(now)


__all__ = ["OBSERVERS", "STREAMS", "Chair", "Table", "TableError", "Timing"]
