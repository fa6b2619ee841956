"""``gouji referee``: position files ruled on, compared where they expect something, explained where they do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.cards import BIG, SMALL
from engine.explain import SECTIONS, Explanation, Mark
from engine.phase import Phase
from engine.referee import PositionError, Ruling, rule_file
from engine.rules import Rules, make_rules
from engine.sets import CardSet
from gouji_tui.explain import SECTIONS as REFUSAL_SECTIONS
from gouji_tui.failing import Failure
from gouji_tui.strings import cards_text, rank_word, reason_text, text

_SECTIONS: Final[Mapping[str, int]] = {
    "beats": 2, "gouji": 2, "legal_set": 2, "places": 5, "score": 10, "sweep": 10, "game": 10, "leader": 7,
    "first_drawer": 7, "reopened": 7, "opener": 7, "debts": 8, "payments": 8, "returns_due": 8, "purchases": 8,
    "may_declare": 8, "redrawn": 8,
}  # fmt: skip
"""The section of docs/rulings.md in which each key of a ruling stands."""


def run(files: Sequence[str], preset: str, language: str, read: Callable[[str], Mapping[str, object]]) -> int:
    """Rule on files and print it; returns how many positions are not ruled as they expect.

    Args:
        files: their names.
        preset: the preset of positions that name none.
        language: ``"zh"`` or ``"en"``.
        read: reads one file of TOML.

    Raises:
        Failure: for a file that is not of the format.
    """
    passed = failed = 0
    for name in files:
        data = read(name)
        try:
            rulings = rule_file(data, preset)
        except PositionError as wrong:
            raise Failure("position", file=name, why=wrong) from None
        positions = data["position"]
        assert isinstance(positions, list)
        for ruling, position in zip(rulings, positions, strict=True):
            passed += ruling.expects and not ruling.wrong
            failed += bool(ruling.wrong)
            if ruling.expects and not ruling.wrong:
                continue
            named = {"id": ruling.position, "title": ruling.title or ruling.kind, "preset": ruling.preset}
            print(text(language, "ruling.name", file=name, **named))
            for line in ruling.wrong if ruling.expects else told(ruling, position, language):
                print(f"  {line}")
    if passed or failed:
        print(text(language, "ruling.score_line", passed=passed, failed=failed))
    return failed


def told(ruling: Ruling, position: Mapping[str, object], language: str) -> list[str]:
    """Return a ruling in words, a line each.

    Args:
        ruling: of a position without ``expect``.
        position: as its file holds it.
        language: ``"zh"`` or ``"en"``.
    """
    if ruling.explained is not None:
        options = position.get("options")
        rules = make_rules(ruling.preset, options if isinstance(options, dict) else {})
        return explanation_lines(ruling.explained, rules, language)
    if ruling.kind in ("beats", "gouji", "legal_set"):
        return [_comparison(ruling, position, language)]
    return [
        _by(language, text(language, f"ruling.{key}", value=_value(language, key, value)), _SECTIONS[key])
        for key, value in ruling.ruled.items()
        if key in _SECTIONS and value is not None
    ]


def _by(language: str, sentence: str, section: int) -> str:
    return text(language, "ruling.by", sentence=sentence, section=section)


def _comparison(ruling: Ruling, position: Mapping[str, object], language: str) -> str:
    holds = "true" if ruling.ruled[ruling.kind] else "false"
    reason = "" if ruling.reason is None else reason_text(language, ruling.reason)
    section = 2 if ruling.reason is None else REFUSAL_SECTIONS[ruling.reason.code]
    words = {"play": position.get("play", ""), "top": position.get("top", ""), "reason": reason}
    return _by(language, text(language, f"ruling.{ruling.kind}.{holds}", **words), section)


def _value(language: str, key: str, value: object) -> str:
    if isinstance(value, bool):
        return text(language, "ruling.yes" if value else "ruling.no")
    if key in ("debts", "payments", "returns_due", "purchases") and isinstance(value, list):
        return "; ".join(_row(language, key, row) for row in value) or text(language, "ruling.none")
    if isinstance(value, list):
        return " ".join(map(str, value)) or text(language, "ruling.none")
    if isinstance(value, dict):
        return ", ".join(f"{team} {points}" for team, points in value.items())
    if value == "":
        return text(language, "ruling.goes_on" if key == "game" else "ruling.none")
    if value == "drawn":
        return text(language, "ruling.drawn")
    return text(language, f"team.{value}") if isinstance(value, str) else str(value)


def _row(language: str, key: str, row: Mapping[str, object]) -> str:
    words = {"giver" if name == "from" else name: value for name, value in row.items()}
    if "kind" in words:
        words["kind"] = text(language, f"kind.{words['kind']}")
    id = {"debts": "debt", "payments": "payment", "returns_due": "return", "purchases": "purchase"}[key]
    if id == "purchase" and not words["paid"]:
        id = "gift"
    return text(language, f"ruling.{id}", **words)


def explanation_lines(found: Explanation, rules: Rules, language: str) -> list[str]:
    """Return an explanation in words: what stands, what beats it, who may answer or burn and why, what is legal."""
    if found.phase is Phase.OVER:
        return [_by(language, text(language, "ruling.over"), 5)]
    lines = [] if found.top is None else _standing_lines(found, found.top, rules, language)
    if found.phase is Phase.CLOSING:
        return [*lines, _by(language, text(language, "ruling.closing", seat=found.leader), 4)]
    if found.phase is Phase.WIND:
        lines.append(_by(language, text(language, "ruling.wind", seat=found.turn), 5))
    elif found.top is None:
        lines.append(_by(language, text(language, "ruling.leads", seat=found.leader), 3))
    else:
        lines.append(_by(language, text(language, "ruling.next", seat=found.leader), 3))
    verbs = [text(language, f"action.{verb.value}") for verb in found.alone]
    if found.sets:
        verbs.insert(0, text(language, "action.play"))
    words = text(language, "list.separator").join(verbs)
    lines.append(text(language, "ruling.turn", seat=found.turn, verbs=words))
    if found.phase is Phase.PLAY:
        lines.append(_sets_line(found, language))
    return lines


def _standing_lines(found: Explanation, top: CardSet, rules: Rules, language: str) -> list[str]:
    separator = text(language, "list.separator")
    marks = separator.join(
        _by(language, text(language, f"ruling.mark.{mark.value}"), SECTIONS[mark]) for mark in found.marks
    )
    cards = cards_text(language, top.counts())
    lines = [text(language, "ruling.top", seat=found.player, cards=cards, marks=marks)]
    if Mark.PROTECTED not in found.marks or found.burners or found.unable:
        lines.append(_by(language, beaten_by(top, rules, language), 2))
    if found.burners:
        lines.append(_by(language, text(language, "ruling.burners", seats=" ".join(map(str, found.burners))), 4))
    elif Mark.GOUJI in found.marks:
        lines.append(_by(language, text(language, "ruling.no_burn"), 4))
    if found.unable:
        lines.append(_by(language, text(language, "ruling.unable", seats=" ".join(map(str, found.unable))), 4))
    lines.append(text(language, "ruling.entitled" if found.entitled else "ruling.nobody"))
    for seat, right in found.entitled:
        lines.append("  " + _by(language, text(language, f"ruling.right.{right.value}", seat=seat), SECTIONS[right]))
    if found.barred:
        lines.append(text(language, "ruling.barred"))
    for bar in dict.fromkeys(bar for _, bar in found.barred):
        seats = " ".join(str(seat) for seat, why in found.barred if why is bar)
        lines.append("  " + _by(language, text(language, f"ruling.bar.{bar.value}", seat=seats), SECTIONS[bar]))
    return lines


def beaten_by(top: CardSet, rules: Rules, language: str) -> str:
    """Return what beats a set, in a sentence."""
    size, big, id = top.size, top.small, "beaten" if top.small else "beaten_plain"
    if top.dead:
        if not rules.two_for_one or top.rank == SMALL:
            return text(language, "ruling.beaten_never")
        size, big, id = top.size + top.big_jokers, 2 * top.big_jokers + top.small, "beaten_two_for_one"
    if top.rank == BIG:
        return text(language, "ruling.beaten_pure", size=size)
    return text(language, f"ruling.{id}", size=size, rank=rank_word(language, top.rank), big=big)


def _sets_line(found: Explanation, language: str) -> str:
    if not found.sets:
        return text(language, "ruling.no_sets", seat=found.turn)
    listed = "; ".join(f"{rank_word(language, rank)}: {spans(sizes)}" for rank, sizes in found.sets)
    return text(language, "ruling.sets", seat=found.turn, ways=found.ways, sets=listed)


def spans(numbers: Sequence[int]) -> str:
    """Return rising numbers with runs drawn together: ``1-4 6``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return " ".join("-".join(map(str, run)) for run in runs)


__all__ = ["beaten_by", "explanation_lines", "run", "spans", "told"]
