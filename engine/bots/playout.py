"""Play-outs: a sampled world played on by experts for a round or two, then looked at (engine/bots/value.py)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from engine.actions import Action, Verb
from engine.bots.expert import Mind
from engine.bots.value import net
from engine.bots.weights import weights_of
from engine.cards import SEATS, team_of
from engine.deal import Deal, step_of
from engine.events import Closed, Passed, Played, Step, WindAnswered, WindAsked, Yielded
from engine.score import PLACE_POINTS, places
from engine.sets import CardSet
from engine.view import View


def play_on(deal: Deal, rounds: int, declined: int = 0) -> None:
    """Let six experts play a deal on, changing it.

    Args:
        deal: in play; no hand lies open in its order.
        rounds: how many are played besides the running one.
        declined: a seat that does not burn the set that stands now, or 0.
    """
    play, hands, step = deal.play, deal.hands, deal.step
    weights = weights_of(play.rules)
    view = View(play.rules, None)
    view.play, view.before.first_deal = play, deal.first_deal
    first = play.top
    while not play.over:
        if play.burnable and _burned(deal, view, declined if play.top is first else 0):
            continue
        seat = play.turn
        if seat is None:
            step(Closed())
            continue
        if play.top is None:
            if not rounds:
                return
            rounds -= 1
        view.seat, view.hand = seat, hands[seat]
        chosen, _why = Mind(view, play, seat, weights).decide()
        step(Played(seat, chosen, False) if isinstance(chosen, CardSet) else _STEPS[chosen](seat))


def _burned(deal: Deal, view: View, declined: int) -> bool:
    """Ask whoever may burn, and let the first who will do so."""
    play, hands = deal.play, deal.hands
    weights = weights_of(play.rules)
    assert play.top is not None
    for seat in play.burn_window:
        if seat != declined and play.sizes[seat] >= play.top.size:
            view.seat, view.hand = seat, hands[seat]
            chosen, _why = Mind(view, play, seat, weights).burn()
            if isinstance(chosen, CardSet):
                deal.step(Played(seat, chosen, True))
                return True
    return False


def value(deal: Deal, seat: int, action: Action | None, rounds: int) -> float:
    """Return the points that the seat's team may expect after an action of it, doubling apart (RULES.md 10).

    Args:
        deal: a world; it is changed.
        seat: who acts.
        action: what it does; None is no burn.
        rounds: how many are played out besides the running one.
    """
    if action is not None:
        deal.step(step_of(seat, action))
    play_on(deal, rounds, 0 if action is not None else seat)
    play = deal.play
    if not play.over:
        worth = net(play.rules.last_threes).look(play, deal.hands)
        return worth if (play.leader - seat) % 2 == 0 else -worth
    left = {each: play.sizes[each] for each in SEATS}
    order = places(deal.rules, play.exits, left, revolted=play.revolted, fallen=play.fallen)
    team = team_of(seat)
    return float(sum(points for each, points in zip(order, PLACE_POINTS, strict=True) if team_of(each) == team))


_STEPS: Final[Mapping[Verb | None, Callable[[int], Step]]] = {
    Verb.PASS: Passed,
    Verb.YIELD: Yielded,
    Verb.WIND: WindAsked,
    Verb.AGREE: lambda seat: WindAnswered(seat, True),
    Verb.REFUSE: lambda seat: WindAnswered(seat, False),
}
"""The steps that an expert's words are."""


__all__ = ["play_on", "value"]
