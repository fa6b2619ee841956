"""Every text of the interface, by id, in Chinese and English; and the sentences made of the engine's codes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from engine.cards import CardsError
from engine.reasons import Case, Code, Reason
from engine.rules import RulesError
from gouji_tui.strings.coach import BOTH as COACH
from gouji_tui.strings.doctor import BOTH as DOCTOR
from gouji_tui.strings.en import TEXTS as ENGLISH
from gouji_tui.strings.failing import BOTH as FAILING
from gouji_tui.strings.hints import BOTH as HINTS
from gouji_tui.strings.lessons import BOTH as LESSONS
from gouji_tui.strings.lobby import BOTH as LOBBY
from gouji_tui.strings.options import BOTH as OPTIONS
from gouji_tui.strings.preparing import BOTH
from gouji_tui.strings.refusing import BOTH as REFUSING
from gouji_tui.strings.replaying import BOTH as REPLAYING
from gouji_tui.strings.ruling import BOTH as RULING
from gouji_tui.strings.screen import BOTH as SCREEN
from gouji_tui.strings.sheets import BOTH as SHEETS
from gouji_tui.strings.stage import BOTH as STAGE
from gouji_tui.strings.summary import BOTH as SUMMARY
from gouji_tui.strings.talking import BOTH as TALKING
from gouji_tui.strings.together import BOTH as TOGETHER
from gouji_tui.strings.web import BOTH as WEB
from gouji_tui.strings.zh import TEXTS as CHINESE

Language = Literal["zh", "en"]

LANGUAGES: Final[tuple[Language, ...]] = ("zh", "en")

_PAIRS: Final = (
    BOTH
    | SCREEN
    | HINTS
    | LESSONS
    | LOBBY
    | REPLAYING
    | SHEETS
    | COACH
    | STAGE
    | SUMMARY
    | TOGETHER
    | RULING
    | OPTIONS
    | REFUSING
    | FAILING
    | TALKING
    | DOCTOR
    | WEB
)  # fmt: skip

TEXTS: Final[Mapping[str, Mapping[str, str]]] = {
    "zh": CHINESE | {id: both[0] for id, both in _PAIRS.items()},
    "en": ENGLISH | {id: both[1] for id, both in _PAIRS.items()},
}

_RANK_NUMBERS: Final = frozenset({"rank"})
_SEAT_NUMBERS: Final = frozenset({"turn", "player", "opposite", "seat"})
_CASES: Final = {case.value: case.name.lower() for case in Case}
_WRITTEN_OUT: Final = 6
_WORD: Final = re.compile(r"[a-z0-9_]{1,64}")


def text(language: str, id: str, /, **values: object) -> str:
    """Return a text with its ``{named}`` values put in; values are never read as templates.

    Raises:
        KeyError: for an id that is none, and for a value that is missing.
    """
    return TEXTS[language][id].format_map(values)


def language_from_environment(environ: Mapping[str, str], setting: str = "") -> Language:
    """Return the language to speak: the setting, else the first of LC_ALL, LC_MESSAGES, LANG that is set.

    Args:
        environ: the environment.
        setting: what was asked for on the command line or saved; anything but ``zh`` and ``en`` is no setting.
    """
    for language in LANGUAGES:
        if setting == language:
            return language
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    return "zh" if locale.lower().startswith("zh") else "en"


def rank_word(language: str, rank: int) -> str:
    """Return a rank's short word: ``10``, ``小``, ``small``."""
    return text(language, f"rank.{rank}")


def cards_text(language: str, cards: Sequence[int]) -> str:
    """Return fifteen counts as people read and type them: ``10 10 10 2 小``, more than six of a rank as ``9*12``.

    They go upwards, which puts the base of a set first.
    """
    words = ((rank_word(language, rank), number) for rank, number in enumerate(cards) if number)
    return " ".join(
        f"{word}*{number}" if number > _WRITTEN_OUT else " ".join([word] * number) for word, number in words
    )


def place_name(language: str, place: int) -> str:
    """Return the name of a place 1-6: 头科 二科 三科 四科 二落 大落."""
    return text(language, f"place.{place}")


def seat_name(language: str, seat: int, names: Mapping[int, str] | None = None) -> str:
    """Return the player's name of a seat, or ``seat 3`` where none is known."""
    return (names or {}).get(seat) or text(language, "seat", seat=seat)


def refusal(language: str, code: str, args: Mapping[str, object], names: Mapping[int, str] | None = None) -> str:
    """Return the sentence of a refusal.

    Args:
        language: the language to speak.
        code: the code of a reason, also as the wire brings it: one that is unknown, or whose numbers do not fit its
            sentence, is told as a code.
        args: its numbers by name.
        names: the players' names by seat, already cleaned.
    """
    values: dict[str, object] = {}
    for name, value in args.items():
        if isinstance(value, int) and name in _RANK_NUMBERS and 0 <= value <= 14:
            value = rank_word(language, value)
        elif isinstance(value, int) and name in _SEAT_NUMBERS and 1 <= value <= 6:
            value = seat_name(language, value, names)
        values[name] = value
    if code == Code.NOT_YOUR_TURN.value and not args.get("turn"):
        code = "not_your_turn_now"
    if code == Code.NEEDS_BIG_JOKER.value and args.get("need") != args.get("small"):
        code = "needs_big_joker_exactly"
    case = args.get("case")
    if isinstance(case, int) and case in _CASES:
        code = f"case.{_CASES[case]}"
    return _coded(language, "refusal", code, values)


def network_text(language: str, code: str, args: Mapping[str, object]) -> str:
    """Return the sentence of a code of the network: why a table refuses, why a connection ended, what it notes."""
    return _coded(language, "net", code, args)


def _coded(language: str, kind: str, code: str, values: Mapping[str, object]) -> str:
    try:
        return text(language, f"{kind}.{code}", **values)
    except KeyError:
        return text(language, f"{kind}.unknown", code=code if _WORD.fullmatch(code) else "?")


def reason_text(language: str, reason: Reason, names: Mapping[int, str] | None = None) -> str:
    """Return the sentence of an engine's reason, and that it counts as a pass where it does."""
    sentence = refusal(language, reason.code.value, reason.args, names)
    return text(language, "refusal.counts_as_pass", reason=sentence) if reason.counts_as_pass else sentence


def rules_error_text(language: str, error: RulesError) -> str:
    """Return the sentence of options that no table can have."""
    allowed = text(language, "list.separator").join(_allowed(language, each) for each in error.allowed)
    return text(language, f"rules_error.{error.code}", option=error.option, allowed=allowed)


def _allowed(language: str, value: str) -> str:
    """Return an allowed value in words where the engine names a kind of value or a range of numbers."""
    low, to, high = value.partition(" to ")
    if to:
        return text(language, "value.range", low=low, high=high)
    return TEXTS[language].get(f"value.{value.replace(' ', '_')}", value)


def cards_error_text(language: str, error: CardsError) -> str:
    """Return the sentence of a text that names no cards; the text itself is left to the caller to clean and show."""
    return text(language, f"cards_error.{error.code}")


__all__ = [
    "LANGUAGES",
    "TEXTS",
    "Language",
    "cards_error_text",
    "cards_text",
    "language_from_environment",
    "network_text",
    "place_name",
    "rank_word",
    "reason_text",
    "refusal",
    "rules_error_text",
    "seat_name",
    "text",
]
