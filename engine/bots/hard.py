"""The hard player: flat Monte Carlo over sampled worlds, behind a gate (docs/bots.md).

The expert's choice stands unless a rival from its own short list does better in the same worlds by more than chance.
Before the first set, and while a hand lies open in its order (RULES.md 11), it decides as the expert does.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from random import Random
from typing import Final

from engine.actions import PASS, Action, Verb
from engine.bots.expert import Mind, expert_choice
from engine.bots.light import play_out
from engine.bots.planning import answers
from engine.bots.weights import Why, weights_of
from engine.bots.worlds import world
from engine.cards import SEATS, team_of
from engine.deal import Deal, step_of
from engine.score import PLACE_POINTS, places
from engine.sets import CardSet
from engine.view import View

RIVALS: Final = 5
"""Other actions tried beside the expert's: more of them find noise sooner than a better set."""

FIRST_BATCH: Final = 16
"""Worlds before the first look; each further batch doubles the number, and whoever lies behind is dropped."""

GATE: Final = 3.0
"""Standard errors by which a rival's paired gain must exceed 0 before the expert's choice is left: the best of five
rivals passes 2 by luck several times a deal."""

DROP: Final = 1.0
"""Standard errors by which a rival must lie behind the expert's choice to be tried no more."""

WORLDS: Final = 64
"""Worlds a decision where neither worlds nor seconds are said: about 0.1 s."""

MOST_WORLDS: Final = 4000
"""A decision that so many worlds do not settle is a toss: time goes on no further."""


_SETTLED: Final = frozenset({Why.LAST_HAND, Why.RUN_OUT})
"""Rules of the expert that leave nothing to search."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a decision may cost: ``worlds`` of them where it is above 0, else ``seconds`` by ``clock`` (seconds)."""

    worlds: int = 0
    seconds: float = 0.3
    clock: Callable[[], float] | None = None


class _Rival:
    """One action beside the expert's: its paired gains so far."""

    __slots__ = ("action", "squares", "total")

    def __init__(self, action: Action | None) -> None:
        self.action = action
        self.total = self.squares = 0.0

    def bounds(self, worlds: int) -> tuple[float, float]:
        """Return the mean gain over so many worlds and its standard error."""
        mean = self.total / worlds
        variance = max(0.0, self.squares - worlds * mean * mean) / max(1, worlds - 1)
        return mean, sqrt(variance / worlds)


def choose(view: View, rng: Random, budget: Budget) -> Action | None:
    """Return the action of the seat whose view it is, or None for no burn."""
    base, why = expert_choice(view, rng)
    if view.must_answer or why in _SETTLED:
        return base
    play, seat = view.play, view.seat
    assert play is not None and seat is not None
    if play.plan or play.orderer:
        return base
    rivals = [_Rival(action) for action in islice(_rivals(view, base), RIVALS)]
    if not rivals:
        return base
    clock = budget.clock
    end = clock() + budget.seconds if clock is not None and not budget.worlds else 0.0
    most = budget.worlds or MOST_WORLDS
    worlds, look = 0, FIRST_BATCH
    while worlds < most and rivals and not (end and clock is not None and clock() >= end):
        here = world(view, play, seat, rng)
        stands = _value(here.copy(), seat, base)
        for rival in rivals:
            gain = _value(here.copy(), seat, rival.action) - stands
            rival.total += gain
            rival.squares += gain * gain
        worlds += 1
        if worlds == look:
            look *= 2
            rivals = [rival for rival in rivals if not _behind(*rival.bounds(worlds))]
    best, chosen = 0.0, base
    for rival in rivals:
        mean, error = rival.bounds(worlds) if worlds else (0.0, 0.0)
        if worlds >= FIRST_BATCH and mean > best and mean > GATE * error:
            best, chosen = mean, rival.action
    return chosen


def _behind(mean: float, error: float) -> bool:
    return mean + DROP * error < 0 or (mean == 0 and error == 0)


def _value(deal: Deal, seat: int, action: Action | None) -> int:
    """Return the points of the seat's team after an action and a play-out (RULES.md 10, never doubled)."""
    if action is not None:
        deal.step(step_of(seat, action))
    play_out(deal)
    play = deal.play
    left = {each: play.sizes[each] for each in SEATS}
    order = places(deal.rules, play.exits, left, revolted=play.revolted, fallen=play.fallen)
    team = team_of(seat)
    return sum(points for each, points in zip(order, PLACE_POINTS, strict=True) if team_of(each) == team)


def _rivals(view: View, base: Action | None) -> list[Action | None]:
    """Return what else is worth a thought, best first as the expert weighs it."""
    play, seat = view.play, view.seat
    assert play is not None and seat is not None
    if play.wind_seat and play.turn == seat:
        return [Action(verb) for verb in (Verb.AGREE, Verb.REFUSE) if verb is not (base and base.verb)]
    mind, found = Mind(view, play, seat, weights_of(view.rules)), list[Action | None]()
    top, hand = play.top, view.hand
    if play.turn != seat:
        legal, verb = view.legal_burns(), Verb.BURN
        found.append(None)
        sets = answers(hand, top, play.rules) if top is not None else iter(())
    else:
        legal, verb = view.legal_sets(), Verb.PLAY
        if top is None:
            sets = iter(mind.leads())
        else:
            found.append(PASS)
            sets = answers(hand, top, play.rules) if not top.dead else iter(legal)
            if sum(hand) < top.size:
                sets = iter(())
    worth: Callable[[CardSet], float] = mind.lead_worth if top is None else mind.worth
    found += [Action(verb, each.counts()) for each in sorted(sets, key=worth, reverse=True) if each in legal]
    if base is not None and base.verb in (Verb.WIND, Verb.YIELD):
        found.remove(PASS)
    return [action for action in found if action != base]


__all__ = ["WORLDS", "Budget", "choose"]
