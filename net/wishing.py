"""What the persons at a table want together: a pause, a deal again, the end of the match. Time is passed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.actions import VOID
from engine.cards import SEATS
from engine.events import Event
from engine.match import Match
from net.chairs import Timing
from net.fields import Plain
from net.steps import Step, Stepping
from net.wire import Notice, Roster, Window, encode

PAUSES: Final = ("pause", "go_on")
"""Wishes that the host's word grants, or more than half of the persons who are there."""

VOTES: Final = ("redeal", "abandon")
"""Wishes that are voted on: the host has one voice as everybody has."""

PAUSE_SECONDS: Final = 1800.0
"""The longest pause: nothing that a table can be set to makes it wait for ever."""

VOTE_SECONDS: Final = 60.0
"""How long a vote runs at most: who says nothing by then is against it. As long until the same seat may ask again."""


@dataclass(slots=True)
class Vote:
    """A vote that runs: on what, asked for by which seat, in which deal, until when, and who has said what."""

    what: str
    by: int
    deal: tuple[int, int]
    until: float
    said: dict[int, bool] = field(default_factory=dict)


class Wishing(Stepping):
    """Pauses and votes of a table.

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
        super().__init__(match, timing, write, tell, heard)
        self.vote: Vote | None = None
        """The vote that runs."""
        self._since = 0.0
        self._unpublished: list[Event] = []
        self._batch: list[int] = []
        self._wishes: dict[str, list[int]] = {}
        self._asked_at: dict[int, float] = {}

    def wish(self, seat: int | None, what: str, on: bool, now: float, *, owner: bool = False) -> str:
        """Take what a person wants of the table; returns the code of a refusal, or empty.

        Args:
            seat: whose wish it is; None for a host from no chair, who may pause and does not vote.
            what: ``pause``, ``go_on``, ``redeal``, ``abandon`` or ``draw`` (seats by lot before the next match).
            on: whether he wants it; in a vote False is a voice against it.
            now: the time.
            owner: whether his is the host's word, by which a pause is granted.
        """
        if what in VOTES:
            return self._voice(seat, what, on, now)
        if what == "draw":
            return self._wish_lots(seat, on, now, owner)
        if what not in PAUSES:
            return "no_such_wish"
        if (what == "pause") == (self.paused is not None):
            return ""
        wishes = self._wishes.setdefault(what, [])
        if self._granted(seat, what, on, owner):
            self.pause(now, next(iter(wishes), 0)) if what == "pause" else self.go_on(now)
            self._wishes.clear()
        elif seat is not None:
            self._tell_all(Notice(f"wish_{what}" if on else "wish_withdrawn", (("seat", seat),)))
        return ""

    def _granted(self, seat: int | None, what: str, on: bool, owner: bool) -> bool:
        """Note a wish; returns whether the host's word, or more than half of those who are there, grants it."""
        wishes = self._wishes.setdefault(what, [])
        if seat is not None:
            wishes[:] = [each for each in wishes if each != seat] + [seat] * on
        here = self._here()
        return on and (owner or 2 * len(here.intersection(wishes)) > len(here))

    def _wish_lots(self, seat: int | None, on: bool, now: float, owner: bool) -> str:
        """Note who wants the seats drawn by lot before the next match, or by the host's word no longer."""
        if not self.between_matches:
            return "match_running"
        if self._granted(seat, "draw", on, owner) or (owner and not on):
            self.draw = on
            self._tell_all(Roster(self.roster(now)))
        elif seat is not None:
            self._tell_all(Notice("wish_draw" if on else "wish_withdrawn", (("seat", seat),)))
        return ""

    def _here(self) -> set[int]:
        return {seat for seat, chair in self.chairs.items() if chair.person and chair.present and not chair.asleep}

    # Pauses

    def pause(self, now: float, seat: int = 0) -> None:
        """Stop the clocks because a seat asked for it, 0 for the host from no chair."""
        if self.paused is None:
            self.paused, self.paused_by = now, seat
            self._tell_all(Roster(self.roster(now)))

    def go_on(self, now: float) -> None:
        """Let the clocks run on: what was left is left."""
        if self.paused is None:
            return
        stood, self.paused = now - self.paused, None
        self._since += stood
        if self.deadline is not None:
            self.deadline += stood
        for chair in self.chairs.values():
            chair.absent_since += stood
            chair.returned += stood
        self._tell_all(Roster(self.roster(now)))
        for seat in SEATS:
            if (window := self.window(seat, now)) is not None:
                self._tell(seat, encode(window))

    def window(self, seat: int, now: float) -> Window | None:
        """Return the message of the window that is open, for a seat that has just come (back)."""
        raise NotImplementedError

    # Votes

    def _voice(self, seat: int | None, what: str, on: bool, now: float) -> str:
        """Count a voice, and begin the vote where none runs."""
        if seat is None:
            return "only_seated_vote"
        if self.vote is None and on:
            if self.match.deal is None or self.match.over or (what == "redeal" and self.match.between):
                return f"no_{what}_now"
            if now < self._asked_at.get(seat, float("-inf")) + VOTE_SECONDS:
                return "vote_too_soon"
            self.vote = Vote(what, seat, self._deal_now, now + VOTE_SECONDS)
        if self.vote is None:
            return "no_vote"
        if self.vote.what != what:
            return "other_vote"
        if self.vote.said.get(seat) is not on:
            self.vote.said[seat] = on
            self._tell_all(Notice(f"wish_{what}" if on else f"against_{what}", (("seat", seat),)))
            self._tell_all(Roster(self.roster(now)))
        self.count_voices(now)
        return ""

    @property
    def _deal_now(self) -> tuple[int, int]:
        return self.match.number, self.match.attempt

    def count_voices(self, now: float) -> None:
        """End the vote that runs where it is decided, or its time is up.

        More than half of the persons who hold chairs and are there must want it; bots, and persons who are away or
        asleep, have no voice. What it was about may be gone, by the deal's or the match's end: then it ends unsaid.
        """
        vote = self.vote
        if vote is None or self._unwritten is not None:
            return
        here = self._here()
        wanted = 2 * sum(vote.said.get(seat) is True for seat in here) > len(here)
        against = 2 * sum(vote.said.get(seat) is False for seat in here) >= len(here)
        gone = self.match.over or (vote.what == "redeal" and (self.match.between or vote.deal != self._deal_now))
        if not (gone or wanted or against or now >= vote.until):
            return
        self.vote = None
        self._asked_at[vote.by] = now
        if wanted and not gone:
            self._asked_at.clear()
            self._end_deal(now, abandon=vote.what == "abandon")
        elif not gone:
            self._tell_all(Notice(f"failed_{vote.what}"))
        self._tell_all(Roster(self.roster(now)))

    def _end_deal(self, now: float, *, abandon: bool) -> None:
        """Make the running deal void; with ``abandon`` end the match, too."""
        match, step = self.match, Step("", self._unpublished)
        self._unpublished, self._batch = [], []
        if not match.between:
            step.events += match.apply(0, VOID)
            step.lines += self.recorder.action(0, VOID.text()) + self.recorder.deal_over(match, self._key())
        if abandon:
            step.events += match.abandon()
            step.lines += self.recorder.match_over(match)
            self.go_on(now)
        self._commit(step, now)

    def _key(self) -> bytes:
        """Return the key of the running deal's deck."""
        return self.match.keys(self.match.number, self.match.attempt)

    def roster(self, now: float | None = None) -> dict[str, Plain]:
        """Return chairs, names, observers, clocks and the vote that runs as plain data."""
        plain = super().roster(now)
        if (vote := self.vote) is not None:
            plain["vote"], plain["vote_by"] = vote.what, vote.by
            plain["voices"] = tuple(sorted(seat for seat, on in vote.said.items() if on))
        return plain


__all__ = ["PAUSE_SECONDS", "VOTE_SECONDS", "Vote", "Wishing"]
