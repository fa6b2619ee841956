"""``gouji rules``: the options of a preset in words, for reading or as a file to change."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from dataclasses import fields
from typing import Final

from rich.cells import cell_len

from engine.rules import CLASSIC, OptionValue, Rules
from gouji_tui.strings import TEXTS, text

SECTIONS: Final[Mapping[str, int]] = {
    "seating": 7, "joker_cut": 7, "cut": 7, "first_lead": 7, "show_threes": 7, "no_pair_of_threes": 7, "reopen": 7,
    "first_deal_redraw": 8, "two_gouji_count": 2, "two_for_one": 2, "wrong_follow": 3, "burn_check": 4,
    "burn_requires_opened": 4, "dead_gouji": 5, "last_hand_locks_passers": 5, "team_falls": 5, "brawl_close": 6,
    "revolution": 8, "opening": 9, "calls": 8, "overturn_double": 8, "tribute_order": 8, "point_returned": 8,
    "point_without_lawful": 8, "others_returned": 8, "fall_without_lawful": 8, "team_tribute": 8, "sweep_tribute": 8,
    "discard": 8, "last_threes": 2, "buy_threes": 8, "scoring": 10, "sweep_ends_game": 10, "point_limit": 10,
    "report": 11, "ordering": 11,
}  # fmt: skip
"""The section of docs/rulings.md that each option belongs to."""

COLUMNS: Final = 80
"""Columns of the text for reading: those of the narrowest terminal."""

WIDTH: Final = 110
"""Columns of a comment in a file of options: it fits an editor beside the value."""


def value_words(language: str, name: str, value: OptionValue) -> str:
    """Return a value of an option in words."""
    if isinstance(value, bool):
        return text(language, "rules.yes" if value else "rules.no")
    if isinstance(value, int):
        return text(language, f"option.{name}.n", n=value) if value else text(language, "rules.nothing")
    if isinstance(value, tuple):
        words = text(language, "list.separator").join(text(language, f"option.{name}.{each}") for each in value)
        return words or text(language, "rules.nothing")
    return text(language, f"option.{name}.{value}")


def reading_lines(rules: Rules, language: str) -> list[str]:
    """Return a table's options by section, those marked that differ from ``classic``."""
    plain, options = CLASSIC.options(), rules.options()
    title = text(language, f"rules.{rules.preset}")
    lines = [text(language, "rules.title", name=title, code=rules.preset)]
    if rules.preset != "classic":
        lines.append(text(language, "rules.mark"))
    for section in sorted(set(SECTIONS.values())):
        lines += ["", f"{section}. " + text(language, f"rules.section.{section}")]
        for name, value in options.items():
            if SECTIONS[name] == section:
                meaning, words = text(language, f"option.{name}"), value_words(language, name, value)
                mark = " " if value == plain[name] else "*"
                said = text(language, "rules.line", mark=mark, meaning=meaning, value=words)
                code = text(language, "rules.code", name=name, value=json.dumps(value))
                fits = cell_len(said) + cell_len(code) <= COLUMNS
                wrapped = textwrap.wrap(said, COLUMNS, subsequent_indent="    ")
                lines += [said + " " * (COLUMNS - cell_len(said) - cell_len(code)) + code] if fits else [*wrapped, code]
    return [*lines, "", *(text(language, f"rules.more.{line}", code=rules.preset) for line in (1, 2, 3))]


def toml_lines(rules: Rules, language: str) -> list[str]:
    """Return a table's options as a TOML file for ``--rules``, each with what its values mean."""
    lines = [*_comment(text(language, "rules.toml_head", code=rules.preset)), f"preset = {json.dumps(rules.preset)}"]
    kinds = {option.name: dict(option.metadata) for option in fields(Rules)}
    for name, value in rules.options().items():
        meaning = text(language, f"option.{name}")
        lines += ["", *_comment(text(language, "rules.toml_section", meaning=meaning, section=SECTIONS[name]))]
        for each in (*kinds[name].get("values", ()), *kinds[name].get("items", ())):
            words = TEXTS[language][f"option.{name}.{each}"]
            lines += _comment(" " + text(language, "rules.toml_value", value=json.dumps(each), meaning=words))
        lines.append(f"{name} = {json.dumps(value)}")
    return lines


def _comment(words: str) -> list[str]:
    return textwrap.wrap(words, WIDTH, initial_indent="# ", subsequent_indent="#     ")


__all__ = ["SECTIONS", "reading_lines", "toml_lines", "value_words"]
