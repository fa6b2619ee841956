"""Where one stands in a record that is played again: steps, rounds, deals, what was known there. Knows no screen."""

from __future__ import annotations

from engine.events import Event, Played, RoundWon
from engine.replay import Frame, Replay, ReplayedDeal, show
from engine.view import View
from gouji_tui.replaying import told
from gouji_tui.story import Story


class Player:
    """A place in a record that holds at least one deal.

    Args:
        replay: the record.

    Attributes:
        deal, step: which deal of the record, and which of its frames was the last to happen, from 0.
        views: what observers (None) and each seat knew then.
    """

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.deal = self.step = 0
        self.views: dict[int | None, View] = replay.views(0, 0)

    @property
    def played(self) -> ReplayedDeal:
        """The deal one stands in."""
        return self.replay.deals[self.deal]

    @property
    def frame(self) -> Frame:
        """The last thing that happened."""
        return self.played.frames[self.step]

    @property
    def at_end(self) -> bool:
        """Whether nothing comes after."""
        return self.deal == len(self.replay.deals) - 1 and self.step == len(self.played.frames) - 1

    @property
    def round(self) -> int:
        """The number of the round in its deal, from 1; 0 before the first set."""
        frames = self.played.frames[: self.step + 1]
        if not any(isinstance(event, Played) for frame in frames for event in frame.events):
            return 0
        return 1 + sum(isinstance(event, RoundWon) for frame in frames[:-1] for event in frame.events)

    def go(self, deal: int, step: int) -> bool:
        """Go to a place, or the nearest there is; returns whether that is another one."""
        deal = min(max(deal, 0), len(self.replay.deals) - 1)
        step = min(max(step, 0), len(self.replay.deals[deal].frames) - 1)
        before = (self.deal, self.step)
        if (deal, step) == before:
            return False
        if deal == self.deal and step > self.step:
            if self.played.followed:
                for frame in self.played.frames[self.step + 1 : step + 1]:
                    show(self.views, frame.events)
        else:
            self.views = self.replay.views(deal, step)
        self.deal, self.step = deal, step
        return True

    def forward(self) -> bool:
        """One step on, into the next deal after the last."""
        if self.step + 1 < len(self.played.frames):
            return self.go(self.deal, self.step + 1)
        return self.deal + 1 < len(self.replay.deals) and self.go(self.deal + 1, 0)

    def back(self) -> bool:
        """One step back, into the deal before from the first."""
        if self.step:
            return self.go(self.deal, self.step - 1)
        return self.deal > 0 and self.go(self.deal - 1, len(self.replay.deals[self.deal - 1].frames) - 1)

    def next_round(self) -> bool:
        """On to where the round is won, or the deal ends; from there into the next."""
        if self.step + 1 == len(self.played.frames):
            return self.forward()
        return self.go(self.deal, next(iter(s for s in self._ends() if s > self.step)))

    def last_round(self) -> bool:
        """Back to where the round before was won."""
        if not self.step:
            return self.back()
        return self.go(self.deal, max((s for s in self._ends() if s < self.step), default=0))

    def jump(self, typed: str) -> bool:
        """Go where one typed: ``3`` the third deal, ``3.40`` its fortieth step; False where that is nowhere."""
        deal, _, step = typed.strip().partition(".")
        if not (deal.isascii() and deal.isdigit() and (not step or (step.isascii() and step.isdigit()))):
            return False
        places = [at for at, each in enumerate(self.replay.deals) if each.number == int(deal)]
        if not places:
            return False
        self.go(places[-1], int(step or 1) - 1)
        return True

    def _ends(self) -> list[int]:
        frames = self.played.frames
        won = [step for step, frame in enumerate(frames) if any(isinstance(event, RoundWon) for event in frame.events)]
        return [*won, len(frames) - 1]

    def story(self, seat: int | None) -> Story:
        """Return what each seat has done in the round, as the view of ``seat`` goes."""
        found = Story()
        for frame in self.played.frames[: self.step + 1]:
            for event in frame.events:
                found.told(event, self.replay.rules)
        return found

    def events(self, seat: int | None) -> list[Event]:
        """Return what has happened in the deal up to here, as a seat could know it, or with None all of it."""
        return [event for frame in self.played.frames[: self.step + 1] for event in told(frame, seat)]


__all__ = ["Player"]
