"""Bots against each other on duplicate deals: deals, games, statistics; no process, no clock, no file.

A deal is fixed by (seed, number). It is played twice, with the teams swapped and the same random stream for each seat;
the two games depend on each other, so the pair is the observation.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Final, NamedTuple

from engine.actions import CLOSE, NONE, PASS, Action
from engine.bots import Bot
from engine.cards import SEATS, team_of
from engine.deal import Deal, Phase
from engine.preparing import Setup
from engine.rules import Rules
from engine.score import PLACE_POINTS, places
from engine.shuffle import Stream, seeded_key, shuffled_deck
from engine.view import View

Clock = Callable[[], int]
"""Nanoseconds from any beginning."""

CONFIDENCE: Final = 1.96
"""Standard errors either side of a 95 % interval."""

MOST_STEPS: Final = 5000
"""A deal of 216 cards that is not over after so many actions is stuck; random ones take 350."""

_STEPS_AN_OCTAVE: Final = 16
"""Decision times are kept in buckets 4 % wide: two figures of a median need no more."""


class Stuck(Exception):
    """A deal that does not end."""


class Pair(NamedTuple):
    """A duplicate deal: A's mean score and share of wins over both games, and both bots' decision times in buckets."""

    deal: int
    score: float
    wins: float
    times_a: Mapping[int, int]
    times_b: Mapping[int, int]


class Summary(NamedTuple):
    """What many pairs say; half-widths at 95 %, None where one pair cannot tell."""

    deals: int
    score: float
    score_ci: float | None
    wins: float
    wins_ci: float | None
    times_a: tuple[float, float]
    times_b: tuple[float, float]


def bucket(nanoseconds: int) -> int:
    """Return the bucket of a decision time."""
    return int(math.log2(max(nanoseconds, 1)) * _STEPS_AN_OCTAVE)


def milliseconds(number: int) -> float:
    """Return the middle of a bucket in milliseconds, to three figures."""
    return float(f"{2.0 ** ((number + 0.5) / _STEPS_AN_OCTAVE) / 1e6:.3g}")


def quantile(times: Mapping[int, int], share: float) -> float:
    """Return the time in milliseconds that ``share`` of the decisions do not exceed; 0 where there is none."""
    need, seen = share * sum(times.values()), 0
    for number in sorted(times):
        seen += times[number]
        if seen >= need:
            return milliseconds(number)
    return 0.0


def mean_and_half_width(values: Iterable[float]) -> tuple[float, float | None]:
    """Return the mean and the half-width of its 95 % interval (None for fewer than two values)."""
    listed = list(values)
    if not listed:
        return 0.0, None
    mean = math.fsum(listed) / len(listed)
    if len(listed) < 2:
        return mean, None
    variance = math.fsum((value - mean) ** 2 for value in listed) / (len(listed) - 1)
    return mean, CONFIDENCE * math.sqrt(variance / len(listed))


def summarise(pairs: Iterable[Pair]) -> Summary:
    """Return means, intervals and decision times (median, 99th percentile) of all pairs."""
    listed = list(pairs)
    times: tuple[Counter[int], Counter[int]] = (Counter(), Counter())
    for pair in listed:
        times[0].update(pair.times_a)
        times[1].update(pair.times_b)
    score, score_ci = mean_and_half_width(pair.score for pair in listed)
    wins, wins_ci = mean_and_half_width(pair.wins for pair in listed)
    both = [(quantile(each, 0.5), quantile(each, 0.99)) for each in times]
    return Summary(len(listed), score, score_ci, wins, wins_ci, both[0], both[1])


def first_deal(rules: Rules, seed: int, number: int, attempt: int = 1) -> Deal:
    """Return one attempt at a first deal, fixed by the seed and its number; the first drawer is drawn by lot."""
    key = seeded_key(seed, number, attempt)
    drawer = Stream(key, "cut").below(6) + 1
    deal = Deal.prepared(rules, Setup(True, 0, (), drawer, None, shuffled_deck(key), again=attempt > 1))
    deal.begin()
    return deal


class Game:
    """One deal between two bots, each with its own team's seats.

    Args:
        rules: the table's rules.
        seed: with ``number``, the deal and every seat's random stream.
        number: of the deal.
        bots: those of team ``"A"`` and of team ``"B"``.
        clock: measures their decisions; ``times`` holds them, in buckets by team.

    Attributes:
        deal: the deal in play, all hands open.
    """

    def __init__(self, rules: Rules, seed: int, number: int, bots: Mapping[str, Bot], clock: Clock) -> None:
        self._rules, self._seed, self._number = rules, seed, number
        self._bots = bots
        self._clock = clock
        self._rngs = {seat: Random(f"{seed}/{number}/{seat}") for seat in SEATS}
        self._views = {seat: View(rules, seat) for seat in SEATS}
        self.times: dict[str, Counter[int]] = {"A": Counter(), "B": Counter()}
        self.deal = self._begin(1)

    def play(self) -> int:
        """Play to the end and return the points of team A.

        Raises:
            Stuck: for a deal that does not end.
            IllegalAction: for a bot that does what it may not.
        """
        attempt, deal = 1, self.deal
        for _ in range(MOST_STEPS):
            if deal.phase is Phase.OVER:
                return _points(deal)
            if deal.phase is Phase.VOID:
                attempt += 1
                self.deal = deal = self._begin(attempt)
            else:
                self._step(deal)
        raise Stuck(f"deal {self._number} of seed {self._seed} does not end")

    def _begin(self, attempt: int) -> Deal:
        deal = first_deal(self._rules, self._seed, self._number, attempt)
        for view in self._views.values():
            assert deal.preparing is not None
            view.number, view.attempt, view.answered = 1, attempt, ""
            view.play, view.before = deal.play, deal.preparing.public
        return deal

    def _step(self, deal: Deal) -> None:
        if deal.to_answer:
            seat = deal.to_answer[0]
            action = self._ask(deal, seat)
            self._views[seat].answered = (action or NONE).text()
            deal.apply(seat, action or NONE)
            if not deal.preparing or seat not in deal.preparing.answers:
                for view in self._views.values():
                    view.answered = ""
            return
        for seat in deal.may_burn:
            action = self._ask(deal, seat)
            if action is not None:
                deal.apply(seat, action)
                return
        if deal.phase is Phase.CLOSING:
            deal.apply(0, CLOSE)
            return
        turn = deal.turn
        assert turn is not None
        deal.apply(turn, self._ask(deal, turn) or PASS)

    def _ask(self, deal: Deal, seat: int) -> Action | None:
        """Ask a seat's bot over its view, which shares the public play with the deal and holds that one hand."""
        view, team = self._views[seat], team_of(seat)
        view.hand = deal.hands[seat]
        begun = self._clock()
        action = self._bots[team](view, self._rngs[seat])
        self.times[team][bucket(self._clock() - begun)] += 1
        return action


def _points(deal: Deal) -> int:
    """Return the points of team A: 4 2 0 0 -2 -4 summed by team, never doubled."""
    play = deal.play
    left = {seat: sum(deal.hands[seat]) for seat in SEATS}
    order = places(deal.rules, play.exits, left, revolted=play.revolted, fallen=play.fallen)
    return sum(points for seat, points in zip(order, PLACE_POINTS, strict=True) if team_of(seat) == "A")


def play_pair(rules: Rules, seed: int, number: int, a: Bot, b: Bot, clock: Clock) -> Pair:
    """Play a duplicate deal: bot A has team A's seats, then team B's."""
    first = Game(rules, seed, number, {"A": a, "B": b}, clock)
    second = Game(rules, seed, number, {"A": b, "B": a}, clock)
    points = (first.play(), -second.play())
    wins = [1.0 if each > 0 else 0.5 if each == 0 else 0.0 for each in points]
    return Pair(
        number,
        sum(points) / 2,
        sum(wins) / 2,
        first.times["A"] + second.times["B"],
        first.times["B"] + second.times["A"],
    )


__all__ = [
    "Game",
    "Pair",
    "Stuck",
    "Summary",
    "bucket",
    "first_deal",
    "mean_and_half_width",
    "milliseconds",
    "play_pair",
    "quantile",
    "summarise",
]
