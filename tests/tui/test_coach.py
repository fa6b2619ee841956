"""The coach speaks in practice, one line that is true, until he is switched off."""

import random

import pytest
from rich.cells import cell_len

from engine.actions import Action, Verb
from engine.bots import LEVELS
from engine.cards import SEATS
from engine.events import is_told
from engine.match import Match
from engine.rules import make_rules
from engine.shuffle import seeded_key
from engine.view import View
from gouji_tui.app import GoujiApp
from gouji_tui.coach import coach_line
from gouji_tui.settings import Preferences, Settings
from gouji_tui.strings import LANGUAGES, TEXTS
from tests.playing import act
from tests.tui.test_table_screen import until


def said(view):
    """The keys of what the coach says of a view, in English."""
    line = coach_line(view, "en")
    starts = {id: both.split("{")[0] for id, both in TEXTS["en"].items() if id.startswith("coach.")}
    return {id for id, start in starts.items() if line and line.startswith(start)}, line


@pytest.mark.parametrize("preset", ["classic", "biesan"])
def test_what_he_says_is_so(preset):
    match = Match(make_rules(preset, {}), lambda deal, attempt: seeded_key(11, deal, attempt), deals=1)
    views = {seat: View(match.rules, seat) for seat in SEATS}
    rng, heard = random.Random(11), set()
    while not match.over:
        deal = match.deal
        if deal is not None and not deal.to_answer and deal.turn:
            view = views[deal.turn]
            ids, _line = said(view)
            heard |= ids
            play = view.play
            assert all(cell_len(coach_line(view, language)) <= 78 for language in LANGUAGES)
            if "coach.nothing" in ids:
                assert not view.legal_sets()
            if "coach.yield" in ids:
                assert view.why_not(Action(Verb.YIELD)) is None
            if "coach.gouji" in ids:
                assert play.top_gouji and play.pending == [view.seat]
            if "coach.lead" in ids:
                assert play.top is None and not play.brawl
            if "coach.back" in ids:
                assert (play.top_seat - view.seat) % 6 == 3
        for event in act(match, views, rng, LEVELS["greedy"]):
            for seat, view in views.items():
                if is_told(event, seat):
                    view.apply(event)
    assert {"coach.lead", "coach.answer", "coach.nothing"} <= heard and len(heard) > 5


@pytest.mark.parametrize("on", [True, False])
async def test_he_speaks_until_he_is_switched_off(on):
    match = Match(make_rules("classic", {}), lambda deal, attempt: seeded_key(7, deal, attempt), deals=1)
    bots = dict.fromkeys(range(2, 7), LEVELS["greedy"])
    app = GoujiApp(
        match, bots, random.Random(7), None, "en", pace=0, guard=0.0,
        preferences=Preferences(Settings(coach=on)), coach=True,
    )  # fmt: skip
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        assert app.table.notice.startswith("Coach") is on
