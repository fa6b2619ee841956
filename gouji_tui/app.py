"""The program on the screen: a table of one's own (``gouji play``)."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from time import monotonic

from engine.actions import Action
from engine.bots import DEFAULT_LEVEL, LEVELS, Bot
from engine.bots.answers import plain
from engine.cards import SEATS
from engine.events import DealScored, Event
from engine.match import Match
from gouji_tui.base_app import BaseApp
from gouji_tui.practice import Practice, Question
from gouji_tui.screens.beside import result_of
from gouji_tui.screens.notice import GUARD_SECONDS
from gouji_tui.screens.table import TableScreen
from gouji_tui.settings import Preferences
from gouji_tui.strings import text
from net.thinking import Thinker


class GoujiApp(BaseApp[bool]):
    """A match of one person with bots; returns True where it was played to its end.

    Args:
        match: the match, not begun, or with a deal that is running.
        bots: the players of all seats but the person's.
        rng: randomness of the bots.
        record: the file the record goes to, or None.
        language: ``"zh"`` or ``"en"``.
        pace: seconds that a bot takes.
        clock: seconds in which the person decides, or a bot makes that one decision; 0: as long as he likes.
        window: the same for a burn that the person is offered.
        guard: seconds for which keys do nothing when the turn or a notice has come.
        preferences: the settings.
        name: the person's, for the record.
        counter: whether the person has the card counter.
        coach: whether the coach may speak, if the settings let him.
    """

    def __init__(
        self,
        match: Match,
        bots: Mapping[int, Bot],
        rng: Random,
        record: Path | None = None,
        language: str = "en",
        pace: float = 0.3,
        guard: float = GUARD_SECONDS,
        preferences: Preferences | None = None,
        counter: bool = True,
        coach: bool = False,
        clock: float = 0.0,
        window: float = 0.0,
        name: str = "person",
    ) -> None:
        super().__init__(preferences)
        self._bots = bots
        self._pace, self._clock, self._window, self._rng = pace, clock, window, rng
        self.failed = ""
        """Why the match could not go on: one sentence."""
        self._scored: DealScored | None = None
        (person,) = {*SEATS} - {*bots}
        self.practice = Practice(match, bots, person, lambda view, refused: None, self._told, rng, record, name)
        self.table = TableScreen(
            self.practice.views[person], language, guard, preferences=self.preferences, counter=counter, coach=coach
        )
        self.table.auto_seconds = pace
        self.table.names.update({seat: text(language, "screen.bot") for seat in bots})

    async def on_mount(self) -> None:
        """Show the table and begin."""
        await self.push_screen(self.table)
        self.run_worker(self._play(), name="match")

    def _told(self, event: Event) -> None:
        if isinstance(event, DealScored):
            self._scored = event
        self.table.told(event)

    async def _play(self) -> None:
        """Play the match: bots at their pace, the person when he has decided; then show the result."""
        try:
            with closing(self.practice.steps()) as steps:
                question = next(steps, None)
                while question is not None:
                    await self._show_result(over=False)
                    answer = await self._answer(question)
                    try:
                        question = steps.send(answer)
                    except StopIteration:
                        break
        except OSError as error:
            self.failed = f"the record cannot be written: {error.strerror or error}"
            self.exit(False)
            return
        await self._show_result(over=True)
        self.exit(True)

    async def _answer(self, question: Question) -> Action | None:
        if question.seat not in self._bots:
            return await self._decided(question)
        if isinstance(self._bots[question.seat], Thinker):
            answer = await asyncio.to_thread(self.practice.bot_answer, question)
        else:
            answer = self.practice.bot_answer(question)
        if answer is not None and not question.view.must_answer:
            await asyncio.sleep(self._pace)
        return answer

    async def _decided(self, question: Question) -> Action | None:
        """Return what the person decides, or a bot when his time is up; the screen shows the seconds left."""
        table, view = self.table, question.view
        seconds = self._clock if view.must_answer or view.turn == view.seat else self._window
        if not seconds:
            return await table.decide(question.refused)
        table.deadline = monotonic() + seconds
        try:
            return await asyncio.wait_for(table.decide(question.refused), seconds)
        except TimeoutError:
            return plain(view) if view.must_answer else LEVELS[DEFAULT_LEVEL](view, self._rng)
        finally:
            table.deadline = None

    async def _show_result(self, over: bool) -> None:
        scored, self._scored = self._scored, None
        if scored is not None:
            await self.push_screen_wait(result_of(self.table, scored, over))
