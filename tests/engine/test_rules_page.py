"""The rules told to a newcomer are true: every example of docs/rules.md and its translation is ruled by the engine."""

import re
import tomllib
from pathlib import Path

import pytest

from engine.referee import rule_position
from engine.rules import PRESETS

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {name: (DOCS / name).read_text(encoding="utf-8") for name in ("rules.md", "rules.zh-CN.md")}


def examples(page):
    found = re.findall(r"^```toml\n# (.+)\n((?:.+\n)+?)```$", PAGES[page], re.MULTILINE)
    assert len(found) == PAGES[page].count("```") // 2
    return [(title, tomllib.loads(body)) for title, body in found]


@pytest.mark.parametrize("page", PAGES)
def test_every_example_is_ruled_as_told(page):
    for title, position in examples(page):
        assert position["expect"], title
        assert rule_position({"id": title, **position}).wrong == (), title


def test_both_languages_have_the_same_examples_and_sections():
    english, chinese = (examples(page) for page in PAGES)
    assert [position for _, position in english] == [position for _, position in chinese]
    sections = [re.findall(r"^## .*?(\([\d, ]+\))", PAGES[page], re.MULTILINE) for page in PAGES]
    assert sections[0] == sections[1]


@pytest.mark.parametrize("page", PAGES)
def test_every_section_of_the_rulings_and_every_preset_is_told(page):
    heads = re.findall(r"^## .*\(([\d, ]+)\)", PAGES[page], re.MULTILINE)
    told = {int(number) for head in heads for number in head.split(",")}
    assert told == set(range(1, 14))
    assert all(f"`{preset}`" in PAGES[page] for preset in PRESETS)
    assert {position.get("preset", "classic") for _, position in examples(page)} == set(PRESETS)
