"""A table of one's own: a match with bots, in one process, no network (``gouji play``)."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from typing import NamedTuple

from engine.actions import CLOSE, Action
from engine.bots import Bot
from engine.cards import SEATS
from engine.deal import Phase
from engine.events import Event, is_told
from engine.match import Match
from engine.reasons import IllegalAction, Reason
from engine.record import Recorder
from engine.view import View, project

Told = Callable[[Event], None]
Asked = Callable[[View, Reason | None], Action | None]
"""Asked for a decision, with the reason why the last one was refused; None declines a burn."""


class Question(NamedTuple):
    """A seat is asked for a decision on its view; ``refused``: why its last one was not lawful."""

    seat: int
    view: View
    refused: Reason | None


Steps = Generator[Question, Action | None, None]
"""A match as questions: each is sent its answer, None where a burn is declined."""


class Practice:
    """Runs a match to its end: each seat has a bot or a person, who see views.

    Args:
        match: the match, not begun, or with a deal that is running: that goes unrecorded.
        bots: the players of the seats that bots hold.
        person: the seat of the person, or 0.
        ask: asks the person.
        told: hears every event that the person's seat (or an observer, for 0) may be told.
        rng: randomness of the bots.
        record: the file the record goes to, or None.
        name: the person's, for the record.
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Bot],
        person: int,
        ask: Asked,
        told: Told,
        rng: Random,
        record: Path | None,
        name: str = "person",
    ) -> None:
        self.match = match
        self.views = {seat: project(match, seat) for seat in SEATS}
        self.watch = project(match, None)
        self._bots = bots
        self._person = person
        self._ask = ask
        self._told = told
        self._rng = rng
        self._recorder = Recorder()
        self._file = None if record is None else record.open("x", encoding="utf-8")
        names = {seat: "bot" if seat in bots else name for seat in SEATS}
        self._write(self._recorder.header(match, names))

    def _write(self, line: str) -> None:
        """Write a line and have it on the disk before anybody is told."""
        if self._file is not None:
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())

    def run(self) -> None:
        """Play deals until the match is over, asking the person and waiting for the answer."""
        with closing(self.steps()) as steps:
            question = next(steps, None)
            while question is not None:
                bot = question.seat in self._bots
                answer = self.bot_answer(question) if bot else self._ask(question.view, question.refused)
                try:
                    question = steps.send(answer)
                except StopIteration:
                    return

    def bot_answer(self, question: Question) -> Action | None:
        """Return what the bot of the seat asked decides."""
        return self._bots[question.seat](question.view, self._rng)

    def steps(self) -> Steps:
        """Play deals until the match is over, one question at a time; closing it closes the record."""
        try:
            while not self.match.over:
                yield from self._deal()
            self._write(self._recorder.match_over(self.match))
        finally:
            if self._file is not None:
                self._file.close()

    def _deal(self) -> Steps:
        match = self.match
        if match.between:
            began = match.begin()
            self._write(self._recorder.deal(match, match.keys(match.number, match.attempt)))
            self._tell(began)
        deal = match.deal
        assert deal is not None
        while not match.between and deal.phase is not Phase.OVER:
            if deal.to_answer:
                for seat in deal.to_answer:
                    yield from self._decide(seat)
            elif not (yield from self._burned()):
                if deal.phase is Phase.CLOSING:
                    self._apply(0, CLOSE)
                elif deal.turn is not None:
                    yield from self._decide(deal.turn)
        self._write(self._recorder.deal_over(match, match.keys(match.number, match.attempt)))

    def _burned(self) -> Generator[Question, Action | None, bool]:
        deal = self.match.deal
        assert deal is not None
        for seat in deal.may_burn:
            if (yield from self._decide(seat)):
                return True
        return False

    def _decide(self, seat: int) -> Generator[Question, Action | None, bool]:
        """Ask a seat until it has acted lawfully; False where it declines a burn."""
        refused: Reason | None = None
        while True:
            action = yield Question(seat, self.views[seat], refused)
            if action is None:
                return False
            try:
                self._apply(seat, action)
            except IllegalAction as illegal:
                if seat in self._bots:
                    raise
                refused = illegal.reason
            else:
                return True

    def _apply(self, seat: int, action: Action) -> None:
        events = self.match.apply(seat, action)
        self._write(self._recorder.action(seat, action.text()))
        self._tell(events)

    def _tell(self, events: list[Event]) -> None:
        for event in events:
            for seat, view in (*self.views.items(), (None, self.watch)):
                if is_told(event, seat):
                    view.apply(event)
            if is_told(event, self._person or None):
                self._told(event)
