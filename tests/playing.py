"""Matches played by bots over views, checked after every event: nobody stuck, no card lost, views true."""

import random

from engine.actions import CLOSE
from engine.bots import LEVELS
from engine.cards import FULL_COUNTS, SEATS
from engine.deal import Phase
from engine.events import Discarded, Drawn, Played, is_told
from engine.match import Match
from engine.rules import make_rules
from engine.shuffle import seeded_key
from engine.view import View, project

UNDRAWN = (Phase.FALLS, Phase.ADVANCE_CALLS, Phase.CUT)


def rules_of(options):
    """Return rules from options, of which ``preset`` may be one."""
    chosen = dict(options)
    return make_rules(chosen.pop("preset", "classic"), chosen)


def act(match, views, rng, bot):
    """Let bots over views decide once; returns the events."""
    deal = match.deal
    if match.between:
        return match.begin()
    if deal.to_answer:
        seat = deal.to_answer[0]
        return match.apply(seat, bot(views[seat], rng))
    for seat in deal.burn_window:
        assert deal.offered(seat) == bool(views[seat].legal_burns())
        if deal.offered(seat):
            action = bot(views[seat], rng)
            if action is not None:
                return match.apply(seat, action)
    if deal.phase is Phase.CLOSING:
        return match.apply(0, CLOSE)
    return match.apply(deal.turn, bot(views[deal.turn], rng))


def check_deals(options, level, seed, deals):
    """Play deals under options; raises ``AssertionError`` where an invariant is broken."""
    rules = rules_of(options)
    rng = random.Random(str((options, level)))
    match = Match(rules, lambda deal, attempt: seeded_key(seed, deal, attempt), deals=deals)
    views = {seat: View(rules, seat) for seat in (None, *SEATS)}
    played, thrown = [0] * 15, []
    decisions = 0
    while not match.over:
        events = act(match, views, rng, LEVELS[level])
        for event in events:
            for seat, view in views.items():
                if is_told(event, seat):
                    view.apply(event)
            if isinstance(event, Drawn):
                played, thrown = [0] * 15, []
            elif isinstance(event, Discarded):
                thrown = [rank for rank in (0, 1) if str(rank + 3) in event.what]
            elif isinstance(event, Played):
                played = [a + b for a, b in zip(played, event.card_set.counts(), strict=True)]
        for seat, view in views.items():
            assert view.known() == project(match, seat).known()
        _check_cards(match.deal, played, thrown)
        decisions += 1
        assert decisions < 2000 * deals, "nobody may be stuck"
        if match.deal.phase is Phase.OVER:
            assert sorted(match.places) == list(SEATS)
    return match


def _check_cards(deal, played, thrown):
    if deal.phase in UNDRAWN or deal.play.revolted or deal.void:
        return
    full = [0 if rank in thrown else number for rank, number in enumerate(FULL_COUNTS)]
    thrown_out = [16 if rank in thrown else 0 for rank in range(15)]
    assert [a + b for a, b in zip(played, thrown_out, strict=True)] == deal.play.played
    held = [sum(hand[rank] for hand in deal.hands) for rank in range(15)]
    assert [a + b for a, b in zip(held, played, strict=True)] == full
    assert [sum(hand) for hand in deal.hands[1:]] == deal.play.sizes[1:]
