"""Where a learner stands in the tutorial: reads, tries, does; the engine rules on every step. Knows no screen."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from engine.actions import CLOSE, Action, parse_action
from engine.deal import Deal
from engine.reasons import Reason
from engine.view import View
from gouji_tui.lessons import LESSONS, Lesson, Step
from gouji_tui.story import Story

LEARNER = 1
"""The seat of the learner."""


class Came(Enum):
    """What came of an action of the learner."""

    DONE = "done"
    """It was what the lesson asked for."""
    TRIED = "tried"
    """It was refused, as the lesson wanted to show."""
    REFUSED = "refused"
    """It is not lawful."""
    OTHER = "other"
    """It would be lawful, but the lesson asks for another."""


class Outcome(NamedTuple):
    """What came of an action, with the table's reason where it is refused."""

    came: Came
    reason: Reason | None = None


class Tutor:
    """Leads through the lessons.

    Attributes:
        number: of the lesson, from 0; ``at`` its step, from 0.
        deal: the position as it stands.
        story: what was done in the round.
    """

    def __init__(self, number: int = 0, lessons: Sequence[Lesson] = LESSONS) -> None:
        self.lessons = lessons
        self.number = self.at = 0
        self.deal: Deal = lessons[0].deal()
        self.story = Story()
        self.take(number)

    @property
    def lesson(self) -> Lesson:
        """The lesson."""
        return self.lessons[self.number]

    @property
    def step(self) -> Step:
        """The step."""
        return self.lesson.steps[self.at]

    @property
    def last(self) -> bool:
        """Whether this is the last step of all."""
        return self.number == len(self.lessons) - 1 and self.at == len(self.lesson.steps) - 1

    @property
    def text_id(self) -> str:
        """The id of the step's text."""
        return f"lesson.{self.lesson.id}.{self.at + 1}"

    def take(self, number: int) -> None:
        """Begin a lesson, by its number from 0, or the nearest there is."""
        self.number = min(max(number, 0), len(self.lessons) - 1)
        self.at = 0
        self.deal = self.lesson.deal()
        self.story = Story()

    def view(self) -> View:
        """Return what the learner knows."""
        deal = self.deal
        view = View(deal.rules, LEARNER)
        view.play, view.hand = deal.play.copy(), deal.hands[LEARNER][:]
        if deal.preparing is not None:
            view.before, view.threes = deal.preparing.public.copy(), deal.preparing.threes[LEARNER]
        else:
            view.before.done = True
        return view

    def go_on(self) -> bool:
        """Turn the page where there is only something to read; False where something is to be done, or at the end."""
        if self.step.answer or self.last:
            return False
        self._next()
        return True

    def act(self, action: Action) -> Outcome:
        """Take an action of the learner."""
        step = self.step
        reason = self.deal.why_not(LEARNER, action)
        wanted = bool(step.answer) and action == parse_action(step.answer)
        if wanted and step.refused:
            self._next()
            return Outcome(Came.TRIED, reason)
        if reason is not None:
            return Outcome(Came.REFUSED, reason)
        if not wanted:
            return Outcome(Came.OTHER)
        self._apply(LEARNER, action)
        self._next()
        return Outcome(Came.DONE)

    def _next(self) -> None:
        for text in self.step.then:
            seat, _, rest = text.partition(" ")
            self._apply(int(seat), parse_action(rest))
        if self.at + 1 < len(self.lesson.steps):
            self.at += 1
        elif not self.last:
            self.take(self.number + 1)

    def _apply(self, seat: int, action: Action) -> None:
        deal = self.deal
        events = deal.apply(seat, action)
        if deal.play.closing and not deal.may_burn:
            events += deal.apply(0, CLOSE)
        view = self.view()
        for event in events:
            self.story.told(event, view.rules)


__all__ = ["LEARNER", "Came", "Outcome", "Tutor"]
