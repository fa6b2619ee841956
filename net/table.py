"""The host's table without sockets: windows, pace, clocks, answers. Time is passed in (seconds, monotonic)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Final

from engine.actions import CLOSE, NONE, OF_THE_TABLE, Action, ActionError, Verb, parse_action
from engine.bots import DEFAULT_LEVEL
from engine.bots.answers import plain
from engine.cards import SEATS
from engine.deal import Phase
from engine.events import Event
from engine.match import Match
from engine.phase import HIDDEN_PHASES
from engine.reasons import Code, Reason
from engine.record import Recorder
from net.chairs import Chair, TableError, Timing, replaced_since
from net.steps import Held, Seated, Step
from net.streams import OBSERVERS, STREAMS
from net.thoughts import THINKING_TICK, Thinking, Thoughts
from net.wire import Roster, Window, encode
from net.wishing import PAUSE_SECONDS, Wishing

LEAVER_LEVEL: Final = DEFAULT_LEVEL
"""Who plays a chair that was given up in mid-deal."""

IDLE_SECONDS: Final = 600.0
"""With no clock a present person who decides nothing for so long is played for once (CLI.md, ``--clock off``)."""

RETURN_SECONDS: Final = 10.0
"""What an owner who comes back in the middle of his own decision has at least: time to see where the game stands."""


class Table(Wishing):
    """A match and the people around it.

    Args:
        match: the match, not begun.
        timing: the table's times.
        rng: randomness of the bots.
        write: has record lines (one or more, of one step) on the disk when it returns; raises ``OSError`` where it
            cannot, and then none of them is there.
        tell: sends one encoded frame to a stream (0 observers, 1-6 the seats).
        heard: is told every public event, for the log of a headless host.
        thinker: thinks for the level that searches; without it the expert decides there.

    Attributes:
        reseated: told when the chairs have been drawn by lot, with the new seat of each old one.
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
        super().__init__(match, timing, write, tell, heard)
        self._thoughts = Thoughts(rng, thinker)
        self._held: dict[int, Held] = {}
        self._window = 0
        self.reseated: Callable[[Mapping[int, int], float], None] = lambda seats, now: None
        self._stirred: set[int] = set()

    # Chairs

    def sit(self, key: bytes, name: str, seat: int | None, now: float) -> int:
        """Give a chair to a key, or the one it holds already; returns the seat.

        Raises:
            TableError: ``seat_taken``, ``no_free_seat``.
        """
        held = self.seat_of(key)
        if held is None:
            return self.take(key, name, seat, now)
        chair = self.chairs[held]
        if not chair.present or chair.asleep:
            chair.returned = now
        chair.present, chair.name, chair.missed = True, name, 0
        self._reckon(now)
        return held

    def gone(self, seat: int, now: float) -> None:
        """Note that a person's connection is gone: his chair stays his."""
        self.chairs[seat].present, self.chairs[seat].absent_since = False, now
        self._reckon(now)

    def here(self, seat: int, now: float) -> None:
        """Note that the person of a seat has done something: he is not asleep.

        While hidden cards decide who has something to do, others hear of it at the end of the window only: whoever
        wakes within it could burn.
        """
        chair = self.chairs[seat]
        if chair.asleep and self._window_open and not self._open_question:
            self._stirred.add(seat)
            return
        if chair.asleep:
            self._wake(seat, now)
        chair.missed = 0

    def _wake(self, seat: int, now: float) -> None:
        chair = self.chairs[seat]
        chair.missed, chair.returned = 0, now
        self._reckon(now)
        self._tell_all(Roster(self.roster(now)))

    def leave(self, seat: int, now: float) -> None:
        """Give a person's chair up: free at once between deals, else played by a bot until the deal is over."""
        chair = self.chairs[seat]
        if self.match.between or self.match.over:
            self.chairs[seat] = Chair()
            return
        chair.key, chair.level, chair.left, chair.ready, chair.present = None, LEAVER_LEVEL, True, True, True
        chair.missed = 0
        self._reckon(now)

    # Deals

    def begin(self, now: float) -> None:
        """Begin the next deal (the table's action ``deal``); raises :class:`TableError` ``not_ready``."""
        if not self.match.between or not self.full or self._unwritten is not None:
            raise TableError("not_ready")
        if self._seated is None:
            self._draw_seats(now)
        seated = (self.names(), self.keys())
        lines, replaced = "", 0
        if self._seated is None:
            lines = self.recorder.header(self.match, *seated)
        elif self._seated != seated:
            lines = self.recorder.seats(*seated)
            replaced = replaced_since(self._seated[1], seated[1])
        self._seated = seated
        events = self.match.begin(replaced)
        lines += self.recorder.deal(self.match, self._key(), replaced)
        for chair in self.chairs.values():
            chair.ready = not chair.person
        self._commit(Step(lines, events), now)

    def _draw_seats(self, now: float) -> None:
        """Draw the chairs by lot where the rules say so (抽签, RULES.md 7)."""
        if self.draw:
            self.draw = False
            self._wishes.pop("draw", None)
            self._by_lot()
        seats = self.match.seats_drawn()
        if seats:
            taken = dict(self.chairs)
            self.chairs = {seat: taken[chair] for chair, seat in sorted(seats.items(), key=lambda pair: pair[1])}
            self.reseated(seats, now)

    def _by_lot(self) -> None:
        """Put the same match on the table with seats by lot: the record holds them, as any rule."""
        old = self.match
        rules = replace(old.rules, seating="draw")
        self.put(Match(rules, old.keys, deals=old.deals, target=old.target))

    def window(self, seat: int, now: float) -> Window | None:
        """Return the message of the window that is open, for a seat that has just come (back)."""
        deal = self.match.deal
        if not self._window_open or deal is None or self.deadline is None:
            return None
        offer = bool(deal.to_answer) or deal.offered(seat)
        return Window(self._window, min(3600.0, max(0.0, self.deadline - now)), offer)

    # Decisions

    def _next(self, now: float) -> None:
        """After a step: open a window, or set the time of the next decision."""
        deal = self.match.deal
        for seat, held in list(self._held.items()):
            self._answer(seat, held.number, Reason(Code.SUPERSEDED))
        self._held.clear()
        self._thoughts.clear()
        self._window_open, self._since = False, now
        if deal is None or self.match.between or self.match.over:
            self.deadline = None
            if self.free_the_left():
                self._tell_all(Roster(self.roster(now)))
            return
        asked = deal.to_answer or deal.burn_window
        if not asked:
            self._reckon(now)
            return
        people = any(self.chairs[seat].person for seat in asked)
        self._window += 1
        self._window_open = True
        for seat in deal.may_burn:
            self._think(seat, now)
        self.deadline = now + (self.timing.burn_window if people else 0.0)
        self._reckon(now)
        if people and self.deadline > now:
            for seat in SEATS:
                offer = bool(deal.to_answer) or deal.offered(seat)
                self._tell(seat, encode(Window(self._window, float(self.deadline - now), offer)))

    @property
    def _open_question(self) -> bool:
        """Whether several are asked what each of them has to decide by public knowledge: calls, who is 大落."""
        deal = self.match.deal
        return deal is not None and bool(deal.to_answer) and deal.phase not in HIDDEN_PHASES

    def _due(self, seat: int) -> float:
        """Return until when a seat may take for the decision of its own that began at ``_since``."""
        chair, since, timing = self.chairs[seat], self._since, self.timing
        if not chair.person or chair.asleep:
            return since + timing.pace
        if not chair.present:
            return max(since + timing.pace, chair.absent_since + timing.grace)
        return max(since + (timing.clock or IDLE_SECONDS), chair.returned + RETURN_SECONDS)

    def _reckon(self, now: float) -> None:
        """Set the time of the running decision anew: it began, somebody came, left or answered."""
        deal = self.match.deal
        if deal is None or self.match.between or self.match.over or self._unwritten or self.paused is not None:
            return
        if self._open_question and self._window_open:
            waiting = [seat for seat in deal.to_answer if seat not in self._held]
            self.deadline = max([now, *(self._due(seat) for seat in waiting)])
        elif not self._window_open:
            self.deadline = now if deal.turn is None else max(now, self._due(deal.turn))
            if deal.turn is not None:
                self._think(deal.turn, now)

    def act(self, seat: int, number: int, text: str, now: float, seq: int | None = None) -> Reason | None:
        """Take a person's action; None where it is done or held, else why it is refused. The seat's stream is told.

        Args:
            seat: who acts.
            number: his id of the action; the same id is answered the same, and done once.
            text: the action's text form.
            now: the time.
            seq: the step that he had seen when he decided; on another one than the last it comes too late.
        """
        self.here(seat, now)
        done = self.chairs[seat].done
        if number in done:
            self._send_answer(seat, number, done[number])
            return done[number]
        held, unwritten = self._held.get(seat), self._unwritten
        if (held and held.number == number) or (unwritten and (seat, number) in unwritten.answers):
            return None
        reason = self._act(seat, number, text, now, seq)
        if reason is not None:
            self._answer(seat, number, reason)
        return reason

    def _act(self, seat: int, number: int, text: str, now: float, seq: int | None) -> Reason | None:
        deal = self.match.deal
        try:
            action = parse_action(text)
        except ActionError:
            return Reason(Code.NOT_ALLOWED)
        if action.verb in OF_THE_TABLE:
            return Reason(Code.NOT_ALLOWED)
        if self.paused is not None or self._unwritten is not None:
            return Reason(Code.HALTED)
        if deal is None or self.match.between:
            return Reason(Code.WRONG_PHASE)
        if seq is not None and seq != self.seq:
            return Reason(Code.TOO_LATE)
        reason = deal.why_not(seat, action)
        if reason is not None and not reason.counts_as_pass:
            return reason
        if self._window_open and now < (self.deadline or now):
            self._withdraw(seat)
            self._held[seat] = Held(number, action)
            self._reckon(now)
            return None
        self._do(seat, action, now, number)
        return None

    def _withdraw(self, seat: int) -> None:
        held = self._held.pop(seat, None)
        if held is not None:
            self._answer(seat, held.number, Reason(Code.SUPERSEDED))

    def decline(self, seat: int, window: int) -> None:
        """Withdraw what a seat has held in the window of that number, if it is still open."""
        if window == self._window and self._window_open:
            self._withdraw(seat)

    def _do(self, seat: int, action: Action, now: float, number: int | None = None) -> None:
        self._held.pop(seat, None)
        events = self.match.apply(seat, action)
        lines = self.recorder.action(seat, action.text(), number) + self._ends()
        self._commit(Step(lines, events, [] if number is None else [(seat, number)]), now)

    def _ends(self) -> str:
        """Return the lines that end a deal, and the match, where they have ended."""
        deal, lines = self.match.deal, ""
        if deal is not None and deal.phase in (Phase.OVER, Phase.VOID):
            lines = self.recorder.deal_over(self.match, self._key())
            if self.match.over:
                lines += self.recorder.match_over(self.match)
        return lines

    def tick(self, now: float) -> bool:
        """Do what is due; returns whether anything was done."""
        if self.paused is not None and now - self.paused >= PAUSE_SECONDS:
            self.go_on(now)
        self.count_voices(now)
        if self.deadline is None or now < self.deadline or self.paused is not None:
            return False
        if self._unwritten is not None:
            self._write_out(now)
            return not self._stuck
        if self.match.between:
            return False
        deal = self.match.deal
        assert deal is not None
        if self._window_open:
            self._end_window(now)
        elif deal.phase is Phase.CLOSING:
            self._do(0, CLOSE, now)
        elif deal.turn is not None:
            if self._thoughts.pending(deal.turn, now):
                self.deadline = now + THINKING_TICK
                return False
            self._missed(deal.turn)
            self._play_for(deal.turn, now)
        return True

    def _choice(self, seat: int) -> Action | None:
        return self._thoughts.choose(seat, self.chairs[seat].level or DEFAULT_LEVEL, self.streams.views[seat])

    def _think(self, seat: int, now: float) -> None:
        self._thoughts.begin(seat, self.chairs[seat].level, self.streams.views[seat], now)

    def _played_for(self, seat: int, now: float) -> bool:
        """Whether a bot decides for the seat: a bot's chair, or an owner asleep or away longer than the grace."""
        chair = self.chairs[seat]
        return not chair.person or chair.asleep or (not chair.present and now >= chair.absent_since + self.timing.grace)

    def _missed(self, seat: int) -> None:
        """Count a clock that ran out for a person who is connected."""
        chair = self.chairs[seat]
        if chair.person and chair.present and not chair.asleep:
            chair.missed += 1
            if chair.asleep:
                self._tell_all(Roster(self.roster()))

    def _play_for(self, seat: int, now: float) -> None:
        action = self._choice(seat)
        if action is None:
            raise AssertionError("a bot on turn always acts")
        self._do(seat, action, now)

    def _end_window(self, now: float) -> None:
        deal = self.match.deal
        assert deal is not None
        stirred, self._stirred = self._stirred, set()
        asked = bool(deal.to_answer)
        if not asked:
            self._window_open = False
        for seat in sorted(seat for seat in stirred if self.chairs[seat].asleep):
            self._wake(seat, now)
        if asked:
            self._answer_all(now)
            return
        for seat in deal.may_burn:
            held = self._held.get(seat)
            if held is not None:
                action: Action | None = held.action
            else:
                action = self._choice(seat) if self._played_for(seat, now) else None
            if action is not None and action.verb is Verb.BURN:
                self._do(seat, action, now, None if held is None else held.number)
                return
        if deal.phase is Phase.CLOSING:
            self._do(0, CLOSE, now)
            return
        seat = deal.turn or 0
        if seat in self._held:
            held = self._held[seat]
            self._do(seat, held.action, now, held.number)
            return
        for each in list(self._held):
            self._withdraw(each)
        self._thoughts.clear()
        self._since = now
        self._reckon(now)

    def _answer_all(self, now: float) -> None:
        """Take all answers to an independent question at once, in seat order; who said nothing is answered
        for cautiously: no, but for a three that he lacks and threes that he may show.
        """
        deal = self.match.deal
        assert deal is not None
        asked_openly = self._open_question
        step = Step("", self._unpublished)
        self._unpublished, self._batch, self._window_open = [], [], False
        for seat in deal.to_answer:
            held = self._held.pop(seat, None)
            action = plain(self.streams.views[seat]) if held is None else held.action
            if held is not None:
                step.answers.append((seat, held.number))
            elif self._played_for(seat, now):
                action = self._choice(seat) or NONE
            elif asked_openly:
                self._missed(seat)
            step.events.extend(self.match.apply(seat, action))
            step.lines += self.recorder.action(seat, action.text(), None if held is None else held.number)
        step.lines += self._ends()
        self._commit(step, now)

    # Going on from a record

    def relive(self, seat: int, action: Action | None, number: int | None = None) -> None:
        """Take in what a record says was done: a deal begun (``action`` None, ``number`` players replaced) or an
        action; nobody is told.
        """
        if action is None:
            self.streams.take(self.match.begin(number or 0))
            return
        deal = self.match.deal
        assert deal is not None
        if not self._batch:
            self._batch = list(deal.to_answer)
        if action.verb is Verb.VOID:
            self._batch = []
        self._unpublished += self.match.apply(seat, action)
        if number is not None:
            self.chairs[seat].answered(number, None)
        if seat in self._batch:
            self._batch.remove(seat)
        if not self._batch:
            self.streams.take(self._unpublished)
            self._unpublished = []

    def resume(self, recorder: Recorder, seated: Seated | None, ended: bool, now: float) -> None:
        """Go on after the last line of a record that was relived: the same decision, its time anew.

        Args:
            recorder: goes on behind the last line.
            seated: names and keys as the record told them last, None where it has no header yet.
            ended: whether the last deal's end is in the record; else it is written now where the deal is over.
            now: the time.
        """
        self.recorder, self._seated = recorder, seated
        self._asked_what_is_lost = set(self.keys().values())
        self._went_on_at = self.seq
        for chair in self.chairs.values():
            chair.absent_since = now
        lines = "" if ended else self._ends()
        if lines:
            self._write(lines)
        self._next(now)


__all__ = ["OBSERVERS", "STREAMS", "Chair", "Table", "TableError", "Timing"]
