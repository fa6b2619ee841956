"""Hints: what the expert would do and why, in one line, in both languages, wherever a person is asked."""

from random import Random

import pytest

from engine.arena import Game
from engine.bots import DEFAULT_LEVEL, LEVELS, SEARCHING, Why, hint
from engine.rules import PRESETS
from gouji_tui.command_line import LEVEL_NAMES
from gouji_tui.hinting import hint_line
from gouji_tui.strings import LANGUAGES, TEXTS


def still():
    return 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_reason_and_every_reason_its_rule(language):
    reasons = {id for id in TEXTS[language] if id.startswith("why.")}
    assert reasons == {f"why.{why.value}" for why in Why}


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_is_one_short_line_at_every_decision_and_its_action_is_lawful(preset, language):
    seen = set()

    def hinted(view, rng):
        action, line = hint_line(view, language)
        assert "\n" not in line and len(line) <= 100
        assert action == hint(view, Random(5))[0]
        assert action is None or view.why_not(action) is None
        seen.add(hint(view, Random(5))[1])
        return LEVELS["random"](view, rng)

    for number in range(6):
        Game(PRESETS[preset], 31, number, {"A": hinted, "B": hinted}, still).play()
    assert len(seen) > 8


def test_the_command_line_knows_the_levels_there_are():
    assert (*LEVELS, SEARCHING) == LEVEL_NAMES and DEFAULT_LEVEL in LEVELS
