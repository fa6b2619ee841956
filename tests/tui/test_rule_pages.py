"""The rules of the table in the program: every section with its options, no marks, within the width."""

import re

import pytest
from rich.cells import cell_len

from engine.rules import PRESETS, make_rules
from gouji_tui.actions import MENU, ActionId
from gouji_tui.rule_pages import rules_page
from gouji_tui.rules_text import SECTIONS
from gouji_tui.screens.notice import Notice
from gouji_tui.screens.sheet import Sheet
from gouji_tui.strings import LANGUAGES, text
from tests.tui.test_table_screen import screen_lines, table_app, until


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_section_and_every_option_stand_there_within_the_width(language, preset):
    lines, begins = rules_page(PRESETS[preset], language, 60)
    assert set(SECTIONS.values()) <= set(begins) and sorted(begins.values()) == list(begins.values())
    whole = "".join(lines).replace(" ", "")
    for name in SECTIONS:
        assert text(language, f"option.{name}").replace(" ", "") in whole
    assert max(map(cell_len, lines)) <= 60
    assert not re.search(r"```|\*\*|\]\(|expect\.", whole)
    for section, row in begins.items():
        assert lines[row].startswith("== ") and str(section) in lines[row]


def test_what_differs_is_marked():
    changed = make_rules("classic", {"ordering": "order"})
    marked = [line for line in rules_page(changed, "en", 200)[0] if line.startswith("* ")]
    assert len(marked) == 1 and text("en", "option.ordering") in marked[0]


async def test_a_digit_on_the_help_leads_to_the_section():
    app = table_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, Notice))
        await pilot.press("4")
        await until(pilot, lambda: isinstance(app.screen, Sheet))
        await until(pilot, lambda: any("== Burning (4)" in each for each in screen_lines(app)))
        assert not re.search("[\u2580-\u259f]", "".join(screen_lines(app))), "no half blocks in the scroll bar"
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is app.table)
    assert ActionId.RULES in MENU
