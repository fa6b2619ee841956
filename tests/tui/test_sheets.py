"""Card counter, look-back and score sheet tell what everybody saw, and nothing else."""

import random

import pytest
from textual import events

from engine.bots import LEVELS
from engine.cards import SEATS
from engine.events import DealScored, is_told
from engine.match import Match
from engine.rules import make_rules
from engine.shuffle import seeded_key
from engine.view import View
from gouji_tui.history import KEPT_DEALS, History
from gouji_tui.plain import PlainTable
from gouji_tui.screens.notice import result
from gouji_tui.screens.sheet import Sheet
from gouji_tui.sheets import back_lines, next_debt_lines, score_lines, unseen
from gouji_tui.strings import LANGUAGES
from tests.playing import act
from tests.tui.test_table_screen import screen_lines, table_app, until


def played(preset, deals, options=None, seed=4):
    """Yield a match, its views and histories, by seat (None: an observer), after every step."""
    match = Match(
        make_rules(preset, options or {}), lambda deal, attempt: seeded_key(seed, deal, attempt), deals=deals
    )
    views = {seat: View(match.rules, seat) for seat in (None, *SEATS)}
    histories = {seat: History() for seat in views}
    rng = random.Random(seed)
    while not match.over:
        for event in act(match, views, rng, LEVELS["random"]):
            for seat, view in views.items():
                if is_told(event, seat):
                    view.apply(event)
                    histories[seat].told(event)
        yield match, views, histories


@pytest.mark.parametrize(
    ("preset", "options"),
    [("classic", {}), ("qingdao", {}), ("biesan", {}), ("classic", {"discard": ("threes", "fours", "both")})],
)
def test_the_counter_shows_what_the_others_hold(preset, options):
    counted = 0
    for match, views, _histories in played(preset, 1, options):
        deal = match.deal
        hidden = [0] * 15
        for seat in SEATS:
            hidden = [a + b for a, b in zip(hidden, deal.hands[seat], strict=True)]
        for seat, view in views.items():
            counter = unseen(view)
            if counter is None or deal.play.revolted:
                continue
            counted += 1
            own = [0] * 15 if seat is None else deal.hands[seat]
            assert counter == tuple(a - b for a, b in zip(hidden, own, strict=True))
    assert counted > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_look_back_and_score_sheet_of_a_match_of_each_preset(language):
    for preset in ("classic", "qingdao", "biesan"):
        owed = []
        for match, views, histories in played(preset, KEPT_DEALS + 2, seed=6):
            view, history = views[3], histories[3]
            if history.results and view.play.over and not match.over and not owed:
                owed, told = history.next_debts(view), next_debt_lines(history, view, language)
                assert len(told) == len(owed) + bool(owed)
                assert all(each in result(history.results[-1], language, False, 0, 3, {}, told).shown for each in told)
            elif owed and view.before.debts:
                # What was foretold is what is asked for, the lapsed ones of a revolution apart.
                foretold = {tuple(debt) for debt in owed}
                assert {*view.before.debts} <= foretold
                owed = []
        assert len(history.deals) == KEPT_DEALS and len(history.results) == KEPT_DEALS + 2
        lines = back_lines(history, view, language)
        assert len(lines) > 300 and not any("None" in line for line in lines)
        scores = score_lines(history, view, language)
        assert len(scores) >= KEPT_DEALS + 3 and str(view.total[0]) in scores[KEPT_DEALS + 2]


def test_nothing_told_to_one_seat_alone_stands_in_any_history():
    for _match, views, histories in played("qingdao", 1):
        texts = {tuple(back_lines(histories[seat], views[None], "en")) for seat in (None, 1, 4)}
        if isinstance(histories[1].deals[-1].events[-1], DealScored):
            assert len(texts) == 1


async def test_the_pages_open_and_close_by_keys():
    app = table_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        await until(pilot, lambda: table.asked)
        for key, words in (("c", "The others hold"), ("v", "round 1"), ("i", "total")):
            await pilot.press(key)
            assert isinstance(app.screen, Sheet)
            await pilot.pause()
            shown = "\n".join(screen_lines(app))
            assert words in shown and "any other key closes" in shown
            await pilot.press("up", "pageup", "home", "end", "q")
            assert app.screen is table and not table.pick.size
        table.counter = False
        await pilot.press("c")
        assert app.screen is table and "without the card counter" in table.notice


async def test_two_keys_at_once_put_one_page_away_and_not_the_table():
    app = table_app()
    async with app.run_test(size=(80, 24)) as pilot:
        table = app.table
        await until(pilot, lambda: table.asked)
        for key in ("c", "question_mark"):
            await pilot.press(key)
            page = app.screen
            for typed in ("q", "v", "x"):
                page.post_message(events.Key(typed, typed))
            await pilot.pause()
            assert app.screen is table and app.is_running


def test_plain_mode_has_them_by_word_in_both_languages():
    for _match, views, histories in played("qingdao", 1):
        view = views[2]
        if view.turn == 2 and view.before.phase is None and len(histories[2].deals[-1].rounds()) > 3:
            break
    for words, counter, expected in (
        (("counter", "last", "score"), True, ("The others hold", "round 3", "total")),
        (("记牌", "回看", "计分"), True, ("The others hold", "round 3", "total")),
        (("counter",), False, ("without the card counter",)),
    ):
        lines, typed = [], iter([*words, "p"])
        table = PlainTable("en", lambda typed=typed: next(typed), lines.append, counter=counter)
        for event in histories[2].deals[-1].events:
            table.told(event, view.rules)
        told = len(lines)
        assert table.ask(view, None) is not None
        shown = "\n".join(lines[told:])
        assert all(word in shown for word in expected)
