"""``?``: what I may do now, why not more and by which rule, and the words on the table."""

import pytest
from rich.cells import cell_len

from engine.cards import parse_cards
from engine.events import Passed, Played
from engine.reasons import Code
from engine.rules import CLASSIC
from engine.sets import set_of
from engine.view import View
from gouji_tui.actions import TABLE_ACTIONS
from gouji_tui.explain import MOST_WORDS, SECTIONS, may_lines, word_lines
from gouji_tui.questions import choice
from gouji_tui.screens.notice import Notice
from gouji_tui.strings import TEXTS, text
from tests.tui.moments import MOMENTS
from tests.tui.states import STATES
from tests.tui.test_table_screen import Alone, burn_view, screen_lines, until, view_of

NOTHING = parse_cards("")


def played(seat, cards, burn=False):
    return Played(seat, set_of(parse_cards(cards)), burn)


def line(lines, word):
    (found,) = [each for each in lines if each[2:].split(":")[0].endswith(word)]
    return found


def test_every_refusal_that_a_rule_gives_has_its_section():
    of_the_table = {Code.HALTED, Code.SUPERSEDED}  # Said by the host alone, of its own doing and not by a rule.
    assert set(SECTIONS) == set(Code) - of_the_table


def test_a_leader_must_play():
    lines = may_lines(view_of("444 66 K 2 x"), NOTHING, "en")
    assert line(lines, "play").startswith("+ Enter play")
    assert "you must play" in line(lines, "pass") and "(rules 3)" in line(lines, "pass")
    assert line(lines, "yield")[0] == line(lines, "wind")[0] == line(lines, "burn")[0] == "-"


def test_who_is_not_the_opposite_is_told_who_is():
    view = view_of("66 77 9999", leader=2, steps=[played(2, "AA")])
    lines = may_lines(view, NOTHING, "en")
    assert "Only seat 5 may answer a gouji set of seat 2" in line(lines, "play")
    assert any("in this order: seats 5 " in each for each in lines)
    assert any("May burn it" in each and "seats 4 6 3 1" in each for each in lines)


def test_a_burn_is_offered_and_shown():
    lines = may_lines(burn_view(), NOTHING, "en")
    assert line(lines, "burn") == "+ U burn" and line(lines, "play")[0] == "-"
    lines = may_lines(burn_view(), parse_cards("66"), "zh")
    assert any(each.startswith("- U 烧: 张数要相同") and "(规则 2)" in each for each in lines)


def test_nothing_beats_it():
    view = view_of("33 55", leader=6, steps=[played(6, "9")])
    lines = may_lines(view, NOTHING, "en")
    assert "nothing that beats" in line(lines, "play") and line(lines, "pass").startswith("+ P")


def test_passed_is_told():
    steps = [played(6, "9"), Passed(1)]
    lines = may_lines(view_of("33 KK", leader=6, steps=steps), NOTHING, "en")
    assert "You have passed" in line(lines, "play")


def test_before_play_only_what_may_be_answered():
    view = view_of("3*8 4*8 5*8 6*8 7777", asked=True)
    lines = may_lines(view, NOTHING, "en")
    assert lines == ["No 2 and no joker: a revolution? (rules 8)", "+ 1 Revolution", "+ 2 No"]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("name", [*MOMENTS, *STATES])
def test_help_answers_at_every_moment_by_a_rule(name, language):
    view, _steps = (MOMENTS[name][0] if name in MOMENTS else STATES[name])()
    lines = may_lines(view, NOTHING, language)
    assert lines and any("(规则 " in each or "(rules " in each for each in lines)
    if view.must_answer:
        asked = choice(view, language)
        assert sum(each.startswith("+ ") for each in lines) == (len(asked.answers) if asked else 0)


def test_an_observer_may_nothing_and_learns_the_rest():
    view = View(CLASSIC, None)
    view.play = view_of("66", leader=2, steps=[played(2, "AA")]).play
    lines = may_lines(view, NOTHING, "en")
    assert lines and all("rules" in each and each[0] not in "+-" for each in lines)


def test_words_are_those_that_are_shown():
    assert [each.split(":")[0] for each in word_lines(view_of("33"), "en")] == ["opp"]
    words = [each.split(":")[0] for each in word_lines(burn_view(), "en")]
    assert words == ["gouji", "burn", "opp"]
    view = burn_view()
    view.play.apply(played(1, "AAAA", True))
    assert "burning" in [each.split(":")[0] for each in word_lines(view, "en")]
    view.play.brawl = True
    assert any(each.startswith("四户乱缠") for each in word_lines(view, "zh"))


@pytest.mark.parametrize("language", ["en", "zh"])
async def test_help_fits_into_80_by_24_and_leads_to_the_keys(language):
    for id, words in TEXTS[language].items():
        assert not id.startswith("word.") or cell_len(words) <= 74, words
    view = burn_view()
    view.play.burning, view.play.passed[2] = 1, True
    app = Alone(view)
    app.table.language = language
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("question_mark")
        assert isinstance(app.screen, Notice)
        await pilot.pause()
        shown = "\n".join(screen_lines(app))
        assert TEXTS[language]["help.foot"] in shown and TEXTS[language]["help.title"] in shown
        assert len(word_lines(view, language)) <= MOST_WORDS
        await pilot.press("question_mark")
        assert isinstance(app.screen, Notice) and "F8" in app.screen.shown
        await pilot.pause()
        shown = "\n".join(screen_lines(app))
        assert all(text(language, action.label) in shown for action in TABLE_ACTIONS if action.keys or action.names)
        await pilot.press("z")
        assert app.screen is app.table
