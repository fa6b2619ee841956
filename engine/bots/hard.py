"""The hard player: flat Monte Carlo over sampled worlds, behind a gate (docs/bots.md).

The expert's choice stands unless a rival from its own short list does better in the same worlds by more than chance:
each is played, experts play on for a round, and what has come of it is looked at.
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
from engine.bots.planning import answers
from engine.bots.playout import value
from engine.bots.weights import Why, weights_of
from engine.bots.worlds import world
from engine.sets import CardSet
from engine.view import View

LEADS: Final = 7
"""Other leads tried beside the expert's: what its sums rank fifth is still the best every tenth time."""

ANSWERS: Final = 3
"""Other answers tried beside the expert's."""

ROUNDS: Final = 1
"""Rounds played out besides the running one, before the position is looked at. With the true hands shown, none gains
+1.1 points a deal over the expert, one +2.2; two +3.0, but with twice the spread and the cost."""

FIRST_BATCH: Final = 8
"""Worlds before the first look; each further batch doubles the number, and whoever lies behind is dropped."""

MARGIN: Final = 0.1
"""Points that a rival must gain: about how far the look at a position can be wrong between two sets."""

GATE: Final = 1.0
"""Standard errors by which a rival's paired gain must exceed the margin before the expert's choice is left."""

DROP: Final = 1.0
"""Standard errors by which a rival must lie behind the margin to be tried no more."""

SURE: Final = 2.5
"""Standard errors by which the last rival must lie before the margin for the search to end."""

WORLDS: Final = 64
"""Worlds a decision where neither worlds nor seconds are said."""

MOST_WORLDS: Final = 128
"""A decision that so many worlds do not settle is a toss: time goes on no further."""

USED: Final = 0.95
"""The share of the seconds after which no further world is begun: the last one takes its time too."""

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
    number = LEADS if play.top is None else ANSWERS
    rivals = [_Rival(action) for action in islice(rivals_of(view, base), number)]
    if not rivals:
        return base
    clock = budget.clock
    end = clock() + USED * budget.seconds if clock is not None and not budget.worlds else 0.0
    most = budget.worlds or MOST_WORLDS
    worlds, look = 0, FIRST_BATCH
    while worlds < most and rivals and not (end and clock is not None and clock() >= end):
        here = world(view, play, seat, rng)
        stands = value(here.copy(), seat, base, ROUNDS)
        for rival in rivals:
            gain = value(here.copy(), seat, rival.action, ROUNDS) - stands
            rival.total += gain
            rival.squares += gain * gain
        worlds += 1
        if worlds == look:
            look *= 2
            rivals = [rival for rival in rivals if not _behind(*rival.bounds(worlds))]
            if len(rivals) == 1 and _ahead(*rivals[0].bounds(worlds)):
                break
    best, chosen = 0.0, base
    for rival in rivals:
        mean, error = rival.bounds(worlds) if worlds else (0.0, 0.0)
        if worlds >= FIRST_BATCH and mean > best and mean > GATE * error + MARGIN:
            best, chosen = mean, rival.action
    return chosen


def _behind(mean: float, error: float) -> bool:
    return mean + DROP * error <= MARGIN


def _ahead(mean: float, error: float) -> bool:
    return mean - SURE * error > MARGIN


def rivals_of(view: View, base: Action | None) -> list[Action | None]:
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


__all__ = ["WORLDS", "Budget", "choose", "rivals_of"]
