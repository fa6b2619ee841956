"""Both languages say everything, about every refusal that the engine can give, in signs that every terminal shows."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine.reasons
import gouji_tui.strings
from engine.cards import FULL_COUNTS, CardsError, Counts, parse_cards
from engine.reasons import Case, Code, Reason
from engine.rules import RulesError, make_rules
from gouji_tui.picking import parse_typed
from gouji_tui.strings import (
    LANGUAGES,
    TEXTS,
    Language,
    cards_error_text,
    cards_text,
    language_from_environment,
    network_text,
    place_name,
    reason_text,
    refusal,
    rules_error_text,
    text,
)

hands = st.tuples(*(st.integers(0, most) for most in FULL_COUNTS))
both = pytest.mark.parametrize("language", LANGUAGES)


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def engine_reasons() -> Iterator[tuple[Code, set[str]]]:
    """Every ``Reason(Code.X, name=...)`` in the engine's source."""
    for path in Path(engine.reasons.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
                code = node.args[0]
                if isinstance(code, ast.Attribute) and isinstance(code.value, ast.Name) and code.value.id == "Code":
                    names = {each.arg for each in node.keywords if each.arg}
                    yield Code[code.attr], names - {"counts_as_pass", "case"}


def test_both_languages_have_the_same_ids_and_placeholders() -> None:
    assert set(TEXTS["zh"]) == set(TEXTS["en"])
    for id, chinese in TEXTS["zh"].items():
        english = TEXTS["en"][id]
        assert placeholders(chinese) == placeholders(english), id
        assert all(name.isidentifier() for name in placeholders(english)), id
        assert chinese and english, id


def test_no_text_is_unused() -> None:
    """An id stands in the code outside the tables, or is put together from words that stand there."""
    words, patterns = {"refusal", "net"}, {r"refusal\.(.+)", r"net\.(.+)", r"value\.(.+)"}
    root = Path(gouji_tui.strings.__file__).parents[2]
    files = [path for room in ("engine", "net", "gouji_tui") for path in (root / room).rglob("*.py")]
    for path in files:
        if path.parent.name == "strings" and path.name != "__init__.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.JoinedStr):
                fixed = [each.value if isinstance(each, ast.Constant) else None for each in node.values]
                parts = ["(.+)" if each is None else re.escape(str(each)) for each in fixed]
                patterns |= {"".join(parts)} if re.match("[a-z]{2}", parts[0]) else set()
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                words |= {node.value, node.value.replace(" ", "_")}
            elif isinstance(node, ast.Attribute):
                words.add(node.attr.lower())

    def stands(id: str) -> bool:
        if id in words or id.isdecimal():
            return True
        found = (re.fullmatch(pattern, id) for pattern in patterns)
        return any(all(stands(group) for group in match.groups()) for match in found if match)

    assert [id for id in TEXTS["en"] if not stands(id)] == []


def test_every_text_that_is_named_is_there() -> None:
    kinds = {id.split(".")[0] for id in TEXTS["en"] if "." in id}
    root = Path(gouji_tui.strings.__file__).parents[1]
    named = set()
    for path in root.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("text", "string"):
                consts = [each for each in ast.walk(node) if isinstance(each, ast.Constant)]
                named |= {each.value for each in consts if isinstance(each.value, str) and "." in each.value}
                if isinstance(node.args[1], ast.IfExp):
                    branches = (node.args[1].body, node.args[1].orelse)
                    assert all("." in each.value for each in branches if isinstance(each, ast.Constant))
    named = {id for id in named if id.split(".")[0] in kinds and id[-1] not in "._"}
    assert len(named) > 50
    assert named <= set(TEXTS["en"])


@both
@pytest.mark.parametrize("code", Code)
def test_every_refusal_has_a_sentence(language: Language, code: Code) -> None:
    assert TEXTS[language][f"refusal.{code.value}"][-1] in ".。"


@both
def test_the_engines_numbers_fit_the_sentences(language: Language) -> None:
    found = list(engine_reasons())
    assert {Code.COUNT, Code.NOT_OPPOSITE, Code.THREES_WHOLE} <= {code for code, _ in found}
    for code, names in found:
        template = TEXTS[language][f"refusal.{code.value}"]
        if names or code is not Code.NOT_YOUR_TURN:  # Before the first set it names nobody.
            assert placeholders(template) == names, code
        reason = Reason(code, counts_as_pass=False, **dict.fromkeys(names, 3))
        assert reason_text(language, reason) != text(language, "refusal.unknown", code=code.value)


@both
@pytest.mark.parametrize("case", Case)
def test_every_ground_of_a_refusal_has_a_sentence(language: Language, case: Case) -> None:
    sentence = reason_text(language, Reason(Code.BURN_NOT_ALLOWED, case=case))
    assert sentence == TEXTS[language][f"refusal.case.{case.name.lower()}"] and sentence[-1] in ".。"
    assert reason_text(language, Reason(Code.BURN_NOT_ALLOWED, case=99)) == TEXTS[language]["refusal.burn_not_allowed"]


def test_refusals_say_their_numbers() -> None:
    assert reason_text("en", Reason(Code.NEEDS_BIG_JOKER, need=2, have=1, small=2)).startswith(
        "Needs 2 big jokers over 2 attached small ones"
    )
    assert "exactly 4" in reason_text("en", Reason(Code.NEEDS_BIG_JOKER, need=4, have=1, small=0))
    assert "5" in reason_text("en", Reason(Code.COUNT, need=5, have=3))
    reason = Reason(Code.NOT_OPPOSITE, player=1, opposite=4)
    assert reason_text("en", reason) == "Only seat 4 may answer a gouji set of seat 1."
    assert reason_text("zh", reason, {1: "张三", 4: "Bob"}) == "张三 的够级牌只有 Bob 能应。"
    assert "10" in reason_text("en", Reason(Code.RANK, rank=7))
    assert reason_text("zh", Reason(Code.DEAD, counts_as_pass=True)).endswith("算作过牌。")
    assert "seat 2" in reason_text("en", Reason(Code.NOT_YOUR_TURN, turn=2))
    for nobody in (Reason(Code.NOT_YOUR_TURN, turn=0), Reason(Code.NOT_YOUR_TURN)):
        assert reason_text("en", nobody) == "It is not your turn now."


@both
def test_what_the_wire_brings_never_breaks_a_sentence(language: Language) -> None:
    for code, args in (
        ("count", {}),
        ("no_such_code", {"language": 1, "id": 2}),
        ("\x1b[2J", {}),
        ("rank", {"rank": 99}),
        ("not_opposite", {"player": 0, "opposite": "x"}),
    ):
        assert refusal(language, code, args).isprintable()
        assert network_text(language, code, args).isprintable()
    assert "7" in network_text(language, "protocol", {"host": 7, "client": 1})
    assert "(" in network_text(language, "protocol", {"host": 7})


@both
def test_values_are_no_templates(language: Language) -> None:
    assert "{turn} {0}" in text(language, "event.passed", name="{turn} {0}")
    with pytest.raises(KeyError):
        text(language, "event.passed")


@both
@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("nowhere", {}),
        ("classic", {"nothing": 1}),
        ("classic", {"scoring": 1}),
        ("classic", {"scoring": "much"}),
        ("classic", {"calls": [1]}),
        ("classic", {"two_gouji_count": "2"}),
        ("classic", {"two_gouji_count": 3}),
        ("classic", {"dead_gouji": 1}),
        ("classic", {"point_limit": 6}),
    ],
)
def test_errors_in_options_are_told(language: Language, preset: str, options: dict[str, object]) -> None:
    with pytest.raises(RulesError) as caught:
        make_rules(preset, options)
    sentence = rules_error_text(language, caught.value)
    assert caught.value.option in sentence
    if caught.value.code == "bad_type" and language == "zh":
        assert not any(word in sentence for word in ("string", "integer"))


def test_ranges_are_told_in_words() -> None:
    with pytest.raises(RulesError) as caught:
        make_rules("classic", {"two_gouji_count": 3})
    assert "1 到 2" in rules_error_text("zh", caught.value)


@both
@pytest.mark.parametrize("code", ["bad_card", "too_many", "not_held"])
def test_errors_in_cards_are_told(language: Language, code: str) -> None:
    assert cards_error_text(language, CardsError(code, "7z"))


@given(hands.filter(any), st.sampled_from(LANGUAGES))
def test_what_is_shown_can_be_typed(hand: Counts, language: Language) -> None:
    assert parse_typed(cards_text(language, hand)) == hand


def test_cards_are_shown_base_first() -> None:
    assert cards_text("zh", parse_cards("TTT+2x")) == "10 10 10 2 小"
    assert cards_text("en", parse_cards("7*9 X")) == "7*9 big"


def test_places_have_their_names() -> None:
    assert [place_name("zh", place) for place in range(1, 7)] == "头科 二科 三科 四科 二落 大落".split()


@pytest.mark.parametrize(
    ("environ", "setting", "language"),
    [
        ({}, "", "en"),
        ({"LANG": "zh_CN.UTF-8"}, "", "zh"),
        ({"LANG": "zh_TW"}, "en", "en"),
        ({"LANG": "de_DE.UTF-8"}, "zh", "zh"),
        ({"LANG": "zh_CN.UTF-8"}, "fr", "zh"),
        ({"LC_ALL": "C.UTF-8", "LANG": "zh_CN.UTF-8"}, "", "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "zh_CN.UTF-8", "LANG": "en_GB.UTF-8"}, "", "zh"),
        ({"LC_MESSAGES": "en_US.UTF-8", "LANG": "zh_CN.UTF-8"}, "", "en"),
    ],
)
def test_the_language_is_found(environ: dict[str, str], setting: str, language: Language) -> None:
    assert language_from_environment(environ, setting) == language


@both
def test_only_signs_of_one_known_width(language: Language) -> None:
    for id, template in TEXTS[language].items():
        for character in template.replace("\n", "") if id in ("keys.ranks", "replay.help") else template:
            width = unicodedata.east_asian_width(character)
            assert width in ("Na", "W", "F"), (id, character, width)
            assert unicodedata.category(character) not in ("So", "Cc", "Cf"), (id, character)


@pytest.mark.parametrize("module", ["picking", "actions", "strings"])
def test_no_screen_is_imported(module: str) -> None:
    code = f"import sys, gouji_tui.{module}; print(sorted({{'textual', 'rich', 'asyncio'}} & set(sys.modules)))"
    root = Path(engine.reasons.__file__).parent.parent
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout.strip() == "[]"
