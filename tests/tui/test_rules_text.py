"""``gouji rules``: every option in words, and as a file that reads back to the same rules."""

import argparse
import tomllib
from dataclasses import fields

import pytest
from rich.cells import cell_len

from engine.rules import CLASSIC, PRESETS, Rules, make_rules
from gouji_tui.cli import _make_rules, main
from gouji_tui.rules_text import SECTIONS, reading_lines, toml_lines, value_words
from gouji_tui.strings import LANGUAGES, TEXTS
from tests.engine.test_options import VALUES
from tests.engine.test_rules import CELLS

both = pytest.mark.parametrize("language", LANGUAGES)


def test_every_option_stands_in_the_section_of_the_table():
    assert {cells[0].strip("`"): int(cells[-1]) for cells in CELLS} == dict(SECTIONS)


@both
@pytest.mark.parametrize("preset", PRESETS)
def test_a_file_of_options_reads_back_to_the_same_rules(preset, language, tmp_path):
    path = tmp_path / "table.toml"
    path.write_text("\n".join(toml_lines(PRESETS[preset], language)), encoding="utf-8")
    chosen = argparse.Namespace(preset="classic", rules=str(path), option=[])
    assert _make_rules(chosen) == PRESETS[preset]


@both
def test_changed_rules_read_back_too(language):
    changed = make_rules("qingdao", {"calls": ["shown"], "two_gouji_count": 2, "discard": ["fours"], "point_limit": 4})
    data = tomllib.loads("\n".join(toml_lines(changed, language)))
    assert make_rules(data.pop("preset"), data) == changed


@both
def test_every_value_has_words_of_its_own(language):
    for option in fields(Rules)[1:]:
        values = VALUES.get(option.name) or option.metadata["values"]
        words = [value_words(language, option.name, value) for value in values]
        assert len(set(words)) == len(words), option.name
        assert f"option.{option.name}" in TEXTS[language]


@both
@pytest.mark.parametrize("preset", PRESETS)
def test_what_differs_from_classic_is_marked(preset, language):
    lines = reading_lines(PRESETS[preset], language)
    plain = CLASSIC.options()
    differs = sum(value != plain[name] for name, value in PRESETS[preset].options().items())
    assert sum(line.startswith("*") for line in lines) == differs + (preset != "classic")
    assert all(name in "\n".join(lines) for name in SECTIONS)
    assert max(cell_len(line) for line in lines) <= 80


def test_the_command_prints_both_forms(capsys):
    assert main(["rules", "biesan", "--lang", "zh"]) == 0
    assert "憋三" in capsys.readouterr().out
    assert main(["rules", "qingdao", "--toml"]) == 0
    assert tomllib.loads(capsys.readouterr().out)["preset"] == "qingdao"
    assert main(["rules", "bridge"]) == 2
    assert "bridge" in capsys.readouterr().err
