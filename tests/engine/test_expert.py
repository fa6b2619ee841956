"""The expert: legal in every preset, over a View alone, stronger than greedy (docs/bots.md)."""

from random import Random

import pytest

from engine.arena import Game, play_pair, summarise
from engine.bots import LEVELS, bot_of
from engine.bots.expert import Why, expert_choice
from engine.rules import PRESETS, make_rules


def still():
    return 0


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("other", LEVELS)
def test_fifty_deals_end_with_nothing_illegal(preset, other):
    bots = {"A": bot_of("expert"), "B": bot_of(other)}
    for number in range(50):
        assert -6 <= Game(PRESETS[preset], 21, number, bots, still).play() <= 6


@pytest.mark.parametrize(
    "options",
    [
        {"burn_check": "penalise"},
        {"two_for_one": True},
        {"brawl_close": "team", "two_gouji_count": 2},
        {"revolution": "third", "first_lead": "fours"},
        {"dead_gouji": False, "last_hand_locks_passers": False},
    ],
    ids=str,
)
def test_deals_under_single_options_end(options):
    rules = make_rules("classic", options)
    for number in range(15):
        Game(rules, 22, number, {"A": bot_of("expert"), "B": bot_of("random")}, still).play()


@pytest.mark.parametrize("preset", PRESETS)
def test_it_beats_greedy(preset):
    pairs = [play_pair(PRESETS[preset], 23, n, bot_of("expert"), bot_of("greedy"), still) for n in range(60)]
    assert summarise(pairs).wins > 0.6


def test_it_draws_nothing_from_chance_and_changes_no_view():
    def watching(view, rng):
        before, state = view.known(), rng.getstate()
        action, why = expert_choice(view, rng)
        assert (view.known(), rng.getstate()) == (before, state) and isinstance(why, Why)
        assert expert_choice(view, Random(1)) == (action, why)
        return action

    for number in range(5):
        Game(PRESETS["classic"], 24, number, {"A": watching, "B": watching}, still).play()
