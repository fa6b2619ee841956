"""The rules of a table as data: every option of RULES.md 13, its values, and the presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final

MOST_TOLD: Final = 10
"""Hands of more cards are not told unless the table shows every count (RULES.md 11)."""

OptionValue = bool | int | str | tuple[str, ...]


class RulesError(ValueError):
    """Options that no table can have.

    Attributes:
        code: ``unknown_preset``, ``unknown_option``, ``bad_type``, ``bad_value`` or ``conflict``.
        option: the option concerned.
        allowed: the values it may have, or what it conflicts with.
    """

    def __init__(self, code: str, option: str, allowed: tuple[str, ...] = ()) -> None:
        super().__init__(f"{code}: {option}" + (f" ({', '.join(allowed)})" if allowed else ""))
        self.code = code
        self.option = option
        self.allowed = allowed


def _choice(default: str, *others: str) -> Any:
    """A field of one of several words; typed as dataclasses' own ``field`` is."""
    return field(default=default, metadata={"values": (default, *others)})


def _several(*values: str) -> Any:
    """A field of any of several words, each at most once."""
    return field(default=(), metadata={"items": values})


@dataclass(frozen=True, slots=True)
class Rules:
    """All options of a table; the defaults are the preset ``classic`` (够级大纲). Sections are of RULES.md."""

    preset: str = _choice("classic", "qingdao", "biesan")
    """The preset the options started from."""
    seating: str = _choice("free", "draw")
    """How seats and teams are found (7)."""
    joker_cut: str = _choice("next", "self")
    """Who turns after a joker was turned (7)."""
    cut: str = _choice("auto", "ask")
    """Whether the cutter is asked where to cut (7)."""
    first_lead: str = _choice("threes", "fours")
    """What decides the first lead of a first deal: 上班 or 亮4 (7)."""
    show_threes: str = _choice("auto", "ask")
    """Whether showing threes is automatic (7)."""
    no_pair_of_threes: str = _choice("most", "fours")
    """Who leads where nobody shows two threes of a suit (7)."""
    reopen: str = _choice("without_points", "never", "always")
    """When a sweep or new players bring a first deal again (7)."""
    first_deal_redraw: bool = False
    """A hand without 2 and joker may ask for a new draw on a first deal (8)."""
    two_gouji_count: int = field(default=1, metadata={"range": (1, 2)})
    """How many 2s are a gouji set (2)."""
    two_for_one: bool = False
    """大花二打一: a dead set may be beaten by twice its big jokers (2)."""
    wrong_follow: str = _choice("reject", "pass")
    """What a wrong answer is: refused, or a pass (3)."""
    burn_check: str = _choice("enforce", "penalise")
    """Whether a burn that cannot be sustained is refused or penalised (4)."""
    burn_requires_opened: bool = False
    """Only a seat that has opened may burn (4)."""
    dead_gouji: bool = True
    """够死级: the opposite's gouji answer to a last hand is protected (5)."""
    last_hand_locks_passers: bool = True
    """After the first two last hands passed seats may no longer act in the round (5)."""
    team_falls: str = _choice("order", "agree")
    """Whether two last seats of one team choose who is 大落 (5)."""
    brawl_close: str = _choice("all", "team")
    """Who closes in the brawl (6)."""
    revolution: str = _choice("fourth", "off", "third")
    """革命 and the place it takes (8)."""
    opening: str = _choice("off", "any", "no_big_joker", "natural")
    """Which gouji sets open 开点 (9)."""
    calls: tuple[str, ...] = _several("advance", "shown")
    """Calls that may be made on one's opposite (8)."""
    overturn_double: bool = False
    """An overturned caller pays double (8)."""
    tribute_order: tuple[str, ...] = _several("point", "burn", "fall", "stuck")
    """The kinds of tribute, in order of payment; empty: none (8)."""
    point_returned: bool = False
    """Point tributes are returned (8)."""
    point_without_lawful: str = _choice("highest", "none")
    """What a point tribute is without X, x, 2 (8)."""
    others_returned: bool = True
    """All other tributes are returned (8)."""
    fall_without_lawful: str = _choice("none", "highest")
    """What a fall tribute is without X, x, 2 (8)."""
    team_tribute: str = _choice("none", "agree", "counter")
    """Tribute between team-mates (8)."""
    sweep_tribute: bool = False
    """After a sweep each loser pays his opposite one (8)."""
    discard: tuple[str, ...] = _several("threes", "fours", "both")
    """What the first leader may have thrown out (8)."""
    last_threes: bool = False
    """憋三: the threes go last, whole and bare (2)."""
    buy_threes: str = _choice("off", "auto", "player")
    """买三: buying a three (8)."""
    scoring: str = _choice("positive", "signed", "none")
    """How places are scored (10)."""
    sweep_ends_game: bool = False
    """A sweep ends the game (10)."""
    point_limit: int = field(default=0, metadata={"range": (0, 99)})
    """Point tributes that end a game; 0: none (10)."""
    report: str = _choice("shown", "none", "asked", "always")
    """How hands of ten and fewer are told (11)."""
    ordering: str = _choice("off", "order", "advice")
    """挑牌/留牌 (11)."""

    def __post_init__(self) -> None:
        """Check types, values and combinations; raises :class:`RulesError`."""
        for option in fields(self):
            _check_value(option.name, getattr(self, option.name), dict(option.metadata))
        for broken, name, other in (
            (self.opening == "off" and self.burn_requires_opened, "burn_requires_opened", "opening"),
            (self.opening == "off" and bool(self.calls), "calls", "opening"),
            (self.last_threes and bool(self.discard), "discard", "last_threes"),
            (self.last_threes and self.ordering != "off", "ordering", "last_threes"),
            (not self.last_threes and self.buy_threes != "off", "buy_threes", "last_threes"),
            (self.point_limit > 0 and "point" not in self.tribute_order, "point_limit", "tribute_order"),
        ):
            if broken:
                raise RulesError("conflict", name, (other,))

    def options(self) -> dict[str, OptionValue]:
        """Return every option but the preset's name, in the order of RULES.md 13."""
        return {option.name: getattr(self, option.name) for option in fields(self)[1:]}


def _check_value(name: str, value: object, metadata: Mapping[str, tuple[object, ...]]) -> None:
    if "values" in metadata:
        allowed = tuple(str(each) for each in metadata["values"])
        if not isinstance(value, str):
            raise RulesError("bad_type", name, ("string",))
        if value not in allowed:
            raise RulesError("bad_value", name, allowed)
    elif "items" in metadata:
        allowed = tuple(str(each) for each in metadata["items"])
        if not isinstance(value, tuple) or not all(isinstance(each, str) for each in value):
            raise RulesError("bad_type", name, ("array of strings",))
        if any(each not in allowed for each in value) or len(set(value)) != len(value):
            raise RulesError("bad_value", name, allowed)
    elif "range" in metadata:
        low, high = metadata["range"]
        if not isinstance(value, int) or isinstance(value, bool):
            raise RulesError("bad_type", name, ("integer",))
        if not int(str(low)) <= value <= int(str(high)):
            raise RulesError("bad_value", name, (f"{low} to {high}",))
    elif not isinstance(value, bool):
        raise RulesError("bad_type", name, ("true or false",))


CLASSIC: Final = Rules()
QINGDAO: Final = Rules(
    preset="qingdao", first_deal_redraw=True, team_falls="agree", opening="no_big_joker", calls=("advance", "shown"),
    tribute_order=("point", "fall"), team_tribute="agree", scoring="none",
)  # fmt: skip
BIESAN: Final = Rules(
    preset="biesan", joker_cut="self", first_lead="fours", two_gouji_count=2, dead_gouji=False,
    last_hand_locks_passers=False, team_falls="agree", revolution="third", opening="natural", calls=("shown",),
    tribute_order=("point", "burn", "fall", "stuck"), point_returned=True, point_without_lawful="none",
    team_tribute="counter", last_threes=True, buy_threes="auto", scoring="none", sweep_ends_game=True, point_limit=6,
)  # fmt: skip
PRESETS: Final[Mapping[str, Rules]] = {"classic": CLASSIC, "qingdao": QINGDAO, "biesan": BIESAN}


def make_rules(preset: str, options: Mapping[str, object] | None = None) -> Rules:
    """Return a preset with options changed.

    Args:
        preset: ``classic``, ``qingdao`` or ``biesan``.
        options: option names and values; TOML arrays may be lists.

    Raises:
        RulesError: unknown names, wrong types or values, and combinations that RULES.md 13 forbids.
    """
    if preset not in PRESETS:
        raise RulesError("unknown_preset", preset, tuple(PRESETS))
    known = {option.name for option in fields(Rules)} - {"preset"}
    changes: dict[str, object] = {}
    for name, value in (options or {}).items():
        if name not in known:
            raise RulesError("unknown_option", name)
        changes[name] = tuple(value) if isinstance(value, list) else value
    return replace(PRESETS[preset], **changes)  # type: ignore[arg-type]


__all__ = ["BIESAN", "CLASSIC", "PRESETS", "QINGDAO", "OptionValue", "Rules", "RulesError", "make_rules"]
