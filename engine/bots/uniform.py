"""The random player: every legal action with some chance."""

from __future__ import annotations

from random import Random

from engine.actions import PASS, Action, Verb
from engine.bots.answers import adventurous, order
from engine.cards import partners
from engine.sets import CardSet
from engine.view import View

_TRY_WIND = 0.2
_TRY_YIELD = 0.3
_TRY_BURN = 0.5
_TRY_ORDER = 0.1
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
    if play.orderer:
        return order(view)
    if play.wind_seat:
        return Action(Verb.AGREE if rng.random() < _TRY_BURN else Verb.REFUSE)
    if play.top is None:
        if view.rules.ordering == "order" and rng.random() < _TRY_ORDER:
            laid = _lay_open(view, rng)
            if view.why_not(laid) is None:
                return laid
        return Action(Verb.PLAY, view.legal_sets().sample(rng).counts())
    if play.may_wind and rng.random() < _TRY_WIND:
        return Action(Verb.WIND)
    if play.may_yield and rng.random() < _TRY_YIELD:
        return Action(Verb.YIELD)
    answers = list(view.legal_sets())
    pick = int(rng.random() * (len(answers) + 1))
    return PASS if pick == len(answers) else Action(Verb.PLAY, answers[pick].counts())


def _lay_open(view: View, rng: Random) -> Action:
    """Return an ordering of the whole hand, one set a rank in any order, by any partner (RULES.md 11)."""
    sets = [CardSet(rank, number) for rank, number in enumerate(view.hand) if number]
    rng.shuffle(sets)
    return Action(Verb.ORDER, number=rng.choice(partners(view.seat or 1)), sets=tuple(sets))
