"""What is asked before the first set, answered by keys on the screen; matches of each preset through all of it."""

from random import Random

import pytest
from textual.app import App

from engine.actions import NONE, Action, Verb
from engine.bots import LEVELS
from engine.cards import NO_CARDS, SEATS, parse_cards
from engine.events import Asked, DealBegan, Dealt, Drawn, Prepared, Returned
from engine.match import Match
from engine.phase import Phase
from engine.record import verify
from engine.rules import make_rules
from engine.shuffle import seeded_key
from engine.view import View, project
from gouji_tui.app import GoujiApp
from gouji_tui.happened import event_line
from gouji_tui.questions import asks_for_cards, choice
from gouji_tui.screens.notice import Notice
from gouji_tui.screens.table import TableScreen
from tests.playing import act

KEYS = "34567890jqka2sb"
EVERYTHING = {"cut": "ask", "show_threes": "ask", "discard": ["threes", "both"], "team_tribute": "counter"}


async def until(pilot, holds):
    for _ in range(2000):
        if holds():
            return
        await pilot.pause()
    raise AssertionError("never came")


def keys_of(table, action):
    """The keys of an action, what is picked cleared first."""
    listed = choice(table.view, "en")
    if listed is not None:
        answers = [each for _words, each in listed.answers]
        return [str(answers.index(action) + 1 if action in answers else 1)]
    if action is None:
        return ["n"]
    if action.verb in (Verb.PLAY, Verb.BURN, Verb.RETURN):
        return ["z", *(KEYS[rank] for rank, number in enumerate(action.cards) for _ in range(number)), "enter"]
    simple = {Verb.PASS: "p", Verb.AGREE: "y", Verb.REFUSE: "n", Verb.NONE: "n", Verb.WIND: "w", Verb.YIELD: "y"}
    return [simple[action.verb]]


@pytest.mark.parametrize(
    ("preset", "options", "deals", "wanted"),
    [
        ("classic", {}, 1, set()),
        ("qingdao", EVERYTHING, 3, {Phase.ADVANCE_CALLS, Phase.SHOW, Phase.SHOWN_CALLS}),
        ("biesan", {}, 2, {Phase.SHOWN_CALLS}),
    ],
)
async def test_a_match_of_each_preset_through_its_questions_by_keys(preset, options, deals, wanted, tmp_path):
    record, rng, seen = tmp_path / "match.jsonl", Random(4), set()
    match = Match(make_rules(preset, options), lambda deal, attempt: seeded_key(9, deal, attempt), deals=deals)
    bots = dict.fromkeys(range(2, 7), LEVELS["random"])
    app = GoujiApp(match, bots, Random(1), record, "en", pace=0, guard=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        while app.is_running and not match.over:
            await until(pilot, lambda: table.asked or isinstance(app.screen, Notice) or match.over)
            if isinstance(app.screen, Notice):
                await pilot.press("x")
            elif table.asked:
                if table.view.must_answer:
                    seen.add(table.view.phase)
                await pilot.press(*keys_of(table, LEVELS["random"](table.view, rng)))
                assert not table.notice, table.notice
        await until(pilot, lambda: isinstance(app.screen, Notice))
        await pilot.press("x")
        await until(pilot, lambda: not app.is_running)
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    verdict = verify(lines)
    assert (verdict.deals, verdict.complete) == (deals, True)
    assert wanted <= seen


class Alone(App[None]):
    """A table without a match: a view that is asked once."""

    def __init__(self, view):
        super().__init__()
        self.table, self.answers = TableScreen(view, "en", 0), []

    async def on_mount(self):
        await self.push_screen(self.table)
        self.run_worker(self._ask())

    async def _ask(self):
        self.answers.append(await self.table.decide(None))


def view_asked(phase, *, hand="3*9 4*9 5*9 6*9", preset="qingdao", other=0, cards=0, before=(), together=True):
    view = View(make_rules(preset, {"team_tribute": "counter"}), 1)
    for event in (DealBegan(1, 1), Prepared(True, 1, (), 2, ()), Drawn(2), Dealt(1, parse_cards(hand), 2), *before):
        view.apply(event)
    view.apply(Asked(phase, (1,) if not together else SEATS, together, other, cards))
    return view


async def answered(view, *keys):
    app = Alone(view)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press(*keys)
        await until(pilot, lambda: app.answers)
    return app.answers[0]


@pytest.mark.parametrize(
    ("phase", "keys", "action"),
    [
        ("advance_calls", ["1"], Action(Verb.CALL, word="advance")),
        ("shown_calls", ["2"], NONE),
        ("shown_calls", ["left", "left", "enter"], Action(Verb.CALL, word="shown")),
        ("show", ["1"], Action(Verb.SHOW, (2, *NO_CARDS[1:]))),
        ("revolution", ["1"], Action(Verb.REVOLT)),
        ("revolution", ["2"], Action(Verb.REDRAW)),
        ("revolution", ["9", "p", "u", "3"], NONE),
    ],
)
async def test_a_list_is_answered_by_a_digit_or_by_arrows_and_enter(phase, keys, action):
    assert await answered(view_asked(phase), *keys) == action


async def test_team_mates_are_asked_with_the_seat_it_concerns():
    view = view_asked("agreement", other=3, cards=2, together=False)
    assert "seat 3" in choice(view, "en").title and "座 3" in choice(view, "zh").title
    assert await answered(view, "2") == Action(Verb.COUNTER)


async def test_what_is_given_back_is_picked_by_the_rank_keys():
    view = view_asked("return", other=4, cards=2, together=False)
    assert asks_for_cards(view)
    assert await answered(view, "3", "4", "enter") == Action(Verb.RETURN, parse_cards("34"))


async def test_what_came_back_is_refused_by_rank():
    back = [Returned(4, 1, parse_cards("78"))]
    view = view_asked("reject", other=4, cards=2, before=back, together=False)
    view.before.together = True
    assert [each.cards for _words, each in choice(view, "en").answers[:-1]] == [
        parse_cards("7"), parse_cards("8"), parse_cards("78"),
    ]  # fmt: skip
    assert await answered(view, "3") == Action(Verb.REJECT, parse_cards("78"))


def test_every_event_before_the_first_set_has_its_line_in_both_languages():
    match = Match(make_rules("biesan", EVERYTHING | {"discard": [], "buy_threes": "player"}),
                  lambda deal, attempt: seeded_key(5, deal, attempt), deals=6)  # fmt: skip
    rng, kinds = Random(2), set()
    while not match.over:
        views = {seat: project(match, seat) for seat in SEATS}
        for event in act(match, views, rng, LEVELS["random"]):
            for language in ("zh", "en"):
                line = event_line(event, language, match.rules)
                if line is not None:
                    kinds.add(type(event).__name__)
                    assert "{" not in line
    assert {"Paid", "Called", "Prepared", "Cut", "PlayBegan", "Returned", "GameEnded"} <= kinds
