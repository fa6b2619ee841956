"""Options, values and presets are those of the table in RULES.md 13; impossible tables are refused."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from engine.rules import PRESETS, Rules, RulesError, make_rules

TABLE = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8").split("## 13.")[1]
CELLS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in TABLE.splitlines() if line.startswith("| `")]
ROWS = [(cells[0].strip("`"), *cells[1:5]) for cells in CELLS]


def value_of(text):
    if text == "both":
        return ("advance", "shown")
    if text.startswith("["):
        return tuple(re.findall(r'"(\w+)"', text))
    return {"true": True, "false": False}.get(text, int(text) if text.isdigit() else text)


def test_every_option_of_the_table_is_a_field():
    assert [row[0] for row in ROWS] == [each.name for each in fields(Rules)][1:]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_presets_have_the_values_of_the_table(row):
    name, _, classic, qingdao, biesan = row
    for preset, text in (("classic", classic), ("qingdao", qingdao or classic), ("biesan", biesan or classic)):
        assert getattr(PRESETS[preset], name) == value_of(text), preset


@pytest.mark.parametrize(
    ("preset", "options", "code"),
    [
        ("bridge", {}, "unknown_preset"),
        ("classic", {"eagles": True}, "unknown_option"),
        ("classic", {"two_gouji_count": 3}, "bad_value"),
        ("classic", {"two_gouji_count": True}, "bad_type"),
        ("classic", {"two_for_one": 1}, "bad_type"),
        ("classic", {"calls": ["shown"]}, "conflict"),
        ("biesan", {"discard": ["threes"]}, "conflict"),
        ("classic", {"buy_threes": "auto"}, "conflict"),
        ("classic", {"point_limit": 6}, "conflict"),
        ("classic", {"tribute_order": ["fall", "fall"]}, "bad_value"),
    ],
)
def test_impossible_options_are_refused_by_name(preset, options, code):
    with pytest.raises(RulesError) as refused:
        make_rules(preset, options)
    assert refused.value.code == code
