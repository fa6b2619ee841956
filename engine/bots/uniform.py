"""The random player: every legal action with some chance."""

from __future__ import annotations

from random import Random

from engine.actions import PASS, Action, Verb
from engine.bots.answers import adventurous
from engine.view import View

_TRY_WIND = 0.2
_TRY_YIELD = 0.3
_TRY_BURN = 0.5
"""Chances of the rarer actions; any value above 0 reaches them all."""


def choose(view: View, rng: Random) -> Action | None:
    """Return a random legal action, or None for no burn."""
    play = view.play
    if view.must_answer:
        return adventurous(view, rng)
    assert play is not None
    if play.turn != view.seat:
        if rng.random() >= _TRY_BURN:
            return None
        burns = view.legal_burns()
        return Action(Verb.BURN, burns.sample(rng).counts()) if burns else None
    if play.wind_seat:
        return Action(Verb.AGREE if rng.random() < _TRY_BURN else Verb.REFUSE)
    if play.top is None:
        return Action(Verb.PLAY, view.legal_sets().sample(rng).counts())
    if play.may_wind and rng.random() < _TRY_WIND:
        return Action(Verb.WIND)
    if play.may_yield and rng.random() < _TRY_YIELD:
        return Action(Verb.YIELD)
    answers = list(view.legal_sets())
    pick = int(rng.random() * (len(answers) + 1))
    return PASS if pick == len(answers) else Action(Verb.PLAY, answers[pick].counts())
