"""The words in the middle of the table: the standing set, and who leads where none stands."""

import pytest
from rich.cells import cell_len

from gouji_tui.scene import Scene
from gouji_tui.widgets.seats import pile
from tests.tui.states import after, lay, revolt, view_of

CELL = 24
"""Cells of the middle at 80 columns."""


@pytest.mark.parametrize(
    ("cards", "line"),
    [
        ("6", "1 card seat 4"),
        ("QQQQ22", "6 cards [GOUJI] seat 4"),
        ("TTTTTTTT22", "10 cards [GOUJI] seat 4"),
    ],
)
def test_the_middle_says_how_many_cards_of_whom_within_its_width(cards, line):
    view, _ = after(view_of(leader=4), lay(4, cards))
    assert pile(Scene(view, "en"), CELL)[0] == line and cell_len(line) <= CELL


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_dead_gouji_too_says_whose_it_is(language):
    view, _ = revolt()
    line = pile(Scene(view, language), CELL)[0]
    assert cell_len(line) <= CELL and line.endswith("1")


@pytest.mark.parametrize(
    ("leader", "language", "words"),
    [(1, "en", "You lead"), (1, "zh", "你 发牌"), (3, "en", "seat 3 leads"), (3, "zh", "座 3 发牌")],
)
def test_who_leads(leader, language, words):
    assert pile(Scene(view_of(leader=leader), language), CELL)[2] == words
