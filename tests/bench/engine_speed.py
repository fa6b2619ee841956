"""Random deals through the engine's public interface: decisions a second, and the cost of a copy.

Measured in processor time, best of four (CPython 3.11, one core): 99,000 to 107,000 decisions a second in each preset,
2.4 us a copy; before legal sets were listed without a layer for each set it was 85,000 (66,000 with last threes) and
2.9 us. What it costs: one shortcut for hands without 2s and jokers, and the rule of last threes stated in the listing
of leads beside the check of one set. By the profile two fifths of the time go into applying an action (its check an
eighth, its step and events a fifth), a quarter into offers to burn and their window, the rest into the listing.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from engine.actions import PASS, Action, Verb
from engine.deal import Deal, random_hands
from engine.permits import legal_burns
from engine.rules import CLASSIC, Rules

BURNS = 0.5
"""Share of offered burns that are taken."""


def play_deal(rng: Random, rules: Rules = CLASSIC) -> int:
    """Play one random deal to its end, events on; return the decisions made, passes that are forced included."""
    deal = Deal(rules, random_hands(rng), rng.randint(1, 6))
    decisions = 0
    while not deal.play.over:
        for seat in deal.burn_window:
            if deal.offered(seat) and rng.random() < BURNS:
                burns = legal_burns(deal.play, deal.hands[seat], seat)
                deal.apply(seat, Action(Verb.BURN, burns.sample(rng).counts()))
                decisions += 1
                break
        else:
            decisions += _turn(deal, rng)
    return decisions


def _turn(deal: Deal, rng: Random) -> int:
    seat = deal.turn
    if seat is None:
        deal.close()
        return 0
    if deal.play.wind_seat:
        action = Action(Verb.AGREE if rng.random() < BURNS else Verb.REFUSE)
    elif deal.play.top is None:
        action = Action(Verb.PLAY, deal.legal_sets(seat).sample(rng).counts())
    else:
        sets = list(deal.legal_sets(seat))
        pick = int(rng.random() * (len(sets) + 1))
        action = PASS if pick == len(sets) else Action(Verb.PLAY, sets[pick].counts())
    deal.apply(seat, action)
    return 1


def factory() -> Callable[[Random], int]:
    """Return ``play(rng)``, whose ``clone`` copies one deal in play."""
    middle = Deal(CLASSIC, random_hands(Random(1)), 1)
    for _ in range(20):
        _turn(middle, Random(2))
    play_deal.clone = middle.copy  # type: ignore[attr-defined]
    return play_deal
