"""The rules of a table for reading in the program: how it is played, section by section, with this table's options."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from rich.cells import cell_len

from engine.rules import CLASSIC, Rules
from gouji_tui.rules_text import SECTIONS, value_words
from gouji_tui.strings import text
from gouji_tui.widgets.lines import wrapped

_FILES: Final = {"zh": "rules.zh-CN.md", "en": "rules.md"}
_EXAMPLES: Final = re.compile(r"```.*?```\n*", re.DOTALL)
_LINK: Final = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_HEADING: Final = re.compile(r"## (.*?) \(([0-9, ]+)\)(.*)")
_CHANGING: Final = "13"
"""The section on changing rules, which one does not do while playing."""


def _page(language: str) -> str:
    """Return the page on how gouji is played: beside this module where it is installed, else from the checkout."""
    here = Path(__file__)
    for folder in (here.with_name("pages"), here.parents[1] / "docs"):
        if (path := folder / _FILES[language]).is_file():
            return path.read_text(encoding="utf-8")
    return ""


def _paragraphs(words: str) -> list[str]:
    """Return paragraphs without marks; lines of Chinese join without a blank."""
    plain = _LINK.sub(r"\1", words).replace("**", "").replace("`", "")
    found = []
    for part in re.split(r"\n\s*\n", plain.strip()):
        whole = ""
        for each in part.split("\n"):
            close = not whole or cell_len(whole[-1]) > 1
            whole += ("" if close else " ") + each.strip()
        found.append(whole)
    return [each for each in found if each]


def rules_page(rules: Rules, language: str, width: int) -> tuple[list[str], dict[int, int]]:
    """Return the rules as lines, and for each section the line on which it begins.

    Args:
        rules: the table's; they stand in their sections, those marked that differ from ``classic``.
        language: ``"zh"`` or ``"en"``.
        width: cells of a line.
    """
    title = text(language, "rules.title", name=text(language, f"rules.{rules.preset}"), code=rules.preset)
    lines = wrapped(title, width)
    begins: dict[int, int] = {}
    parts = re.split(r"^(?=## )", _EXAMPLES.sub("", _page(language)), flags=re.MULTILINE)[1:]
    told: set[int] = set()
    for part in parts:
        head, _, body = part.partition("\n")
        match = _HEADING.match(head)
        if match is None or match[2] == _CHANGING:
            continue
        sections = [int(each) for each in match[2].split(",")]
        for section in sections:
            begins.setdefault(section, len(lines) + 1)
        lines += ["", "== " + head.removeprefix("## ").replace("`", "")]
        for paragraph in _paragraphs(body):
            lines += wrapped(paragraph, width)
        for section in sections:
            if section not in told:
                told.add(section)
                lines += _options(rules, language, section, width)
    return lines, begins


def _options(rules: Rules, language: str, section: int, width: int) -> list[str]:
    lines = []
    for name, value in rules.options().items():
        if SECTIONS[name] == section:
            mark = " " if value == CLASSIC.options()[name] else "*"
            meaning, words = text(language, f"option.{name}"), value_words(language, name, value)
            said = wrapped(text(language, "rules.line", mark=mark, meaning=meaning, value=words), width - 4)
            lines += [said[0], *(f"    {each}" for each in said[1:])]
    return [text(language, "rules.here"), *lines] if lines else []


__all__ = ["rules_page"]
