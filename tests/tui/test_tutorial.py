"""The tutorial on the screen, each lesson played through by keys."""

import pytest
from rich.cells import cell_len

from engine.actions import Verb, parse_action
from engine.cards import RANKS, parse_cards
from engine.rules import PRESETS
from engine.sets import is_gouji, set_of
from gouji_tui.command_line import command_parser
from gouji_tui.instructing import wanted
from gouji_tui.lessons import LESSONS
from gouji_tui.lobby import LobbyApp
from gouji_tui.plain_tutorial import PlainTutorial
from gouji_tui.strings import LANGUAGES, cards_text, text
from gouji_tui.tutorial_app import TutorialApp
from tests.tui.test_table_screen import KEYS, screen_lines

LETTERS = {Verb.PASS: "p", Verb.YIELD: "y", Verb.WIND: "w", Verb.NONE: "n"}


def keys_of(step):
    if not step.answer:
        return ["enter"]
    action = parse_action(step.answer)
    if action.verb is Verb.CALL:
        return ["1"]
    if action.verb in LETTERS:
        return [LETTERS[action.verb]]
    picked = [KEYS[rank] for rank in range(len(RANKS)) for _ in range(action.cards[rank])]
    return ["z", *picked, "u" if action.verb is Verb.BURN else "enter"]


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_lesson_is_played_by_keys_and_fits_on_the_screen(language, size):
    app = TutorialApp(language)
    async with app.run_test(size=size) as pilot:
        screen = app.tutorial
        for number, lesson in enumerate(LESSONS):
            for at, step in enumerate(lesson.steps):
                assert (screen.tutor.number, screen.tutor.at) == (number, at)
                await pilot.pause()
                lines = screen_lines(app)
                assert len(lines) == size[1] and all(cell_len(line) == size[0] for line in lines)
                words = "".join("\n".join(lines).split())
                for told in (text(language, screen.tutor.text_id), screen.wanted(), screen.notice):
                    assert "".join(told.split()) in words, (lesson.id, at)
                await pilot.press(*keys_of(step))
                if step.refused:
                    assert screen.notice, (lesson.id, at)
        assert screen.tutor.last
        await pilot.press("escape")
        await pilot.pause()
    assert app.return_code == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_is_done_in_lines_by_what_is_printed(language):
    """Enter where there is something to read, else the cards or the word that the lesson names."""
    said, typed = [], []

    def read():
        tutor = tutorial._tutor
        step = tutor.step
        assert said[-1] == wanted(tutor, language)
        if not step.answer:
            typed.append("")
        else:
            action = parse_action(step.answer)
            verb = action.verb
            cards = cards_text(language, action.cards)
            typed.append(
                "1" if verb is Verb.CALL else f"u {cards}" if verb is Verb.BURN else cards or LETTERS[verb]
            )  # fmt: skip
        return typed[-1]

    tutorial = PlainTutorial(language, read, said.append)
    tutorial.run()
    assert said[-1] == text(language, "tutor.end_lines")
    for lesson in LESSONS:
        assert any(text(language, f"lesson.{lesson.id}.title") in line for line in said)
    assert len(typed) == sum(len(lesson.steps) for lesson in LESSONS) - 1


def test_lessons_in_lines_can_be_chosen_and_left_and_say_why():
    answers, said = iter(["next", "上一课", "", "44777", "?", "hand", "table", "nonsense", "p", "quit"]), []
    PlainTutorial("en", lambda: next(answers), said.append).run()
    assert any("section 2" in line for line in said) and any("seat 2" in line for line in said)


async def test_what_is_not_asked_for_is_told_and_a_lesson_can_be_chosen():
    app = TutorialApp("en")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.tutorial
        await pilot.press("enter", "4", "enter")
        assert "lawful too" in screen.notice and screen.tutor.at == 1
        await pilot.press("4", "7", "7", "7", "4", "enter")
        assert "section 2" in screen.notice and screen.tutor.at == 2
        await pilot.press("pagedown", "f8", "pagedown")
        assert screen.tutor.number == 2 and screen.language == "zh"
        await pilot.press("pageup", "pageup", "pageup")
        assert screen.tutor.number == 0


def test_the_gouji_sets_that_the_lesson_lists_are_the_least_there_are():
    rules = PRESETS["classic"]
    for least in ("TTTTT", "JJJJ", "QQQ", "KK", "AA", "2", "33x", "X"):
        assert is_gouji(set_of(parse_cards(least)), rules)
    for less in ("TTTT", "JJJ", "QQ", "K", "A", "3*16", "99+2"):
        assert not is_gouji(set_of(parse_cards(less)), rules)


async def test_the_lobby_offers_it():
    app = LobbyApp("en", tables=())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await pilot.pause()
    assert app.return_value == ("play", "--tutorial")
    assert command_parser("0").parse_args(app.return_value).tutorial
