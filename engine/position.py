"""Reading one position of a position file (docs/positions.md): typed access to its keys."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.actions import Action, ActionError, parse_action
from engine.cards import SEATS, CardsError, Counts, parse_cards
from engine.reasons import Code
from engine.rules import Rules, RulesError, make_rules
from engine.sets import CardSet, set_of

FORMAT: Final = "gouji-position/1"
DEFAULT_HAND: Final = "33 44 55 66 77 88 99"
"""What a seat holds that a position does not name."""


class PositionError(ValueError):
    """A position file that cannot be read: which position and key, and why."""

    def __init__(self, position: str, key: str, why: str) -> None:
        super().__init__(f"{position}: {key}: {why}")
        self.position = position
        self.key = key


_COMMON: Final = {"id", "kind", "title", "preset", "options", "source", "expect"}
_KEYS: Final[Mapping[str, set[str]]] = {
    "play": {
        "hands", "lead", "out", "opened", "headless", "revolted", "burning", "first_deal", "first_close_done", "actions"
    },
    "beats": {"play", "top"},
    "gouji": {"play"},
    "legal_set": {"play", "hand"},
    "score": {"exits", "cards_left", "revolted", "fallen", "collected"},
    "first_lead": {"draws", "first_drawer", "turned", "after"},
    "revolution": {"hand", "declared"},
    "tribute": {"hands", "debts", "points", "exits", "cards_left", "revolted", "calls", "actions"},
    "buy_threes": {"hands", "lead"},
}  # fmt: skip


class Reader:
    """Typed access to one position's keys."""

    def __init__(self, position: Mapping[str, object]) -> None:
        self._position = position
        self.id = str(position.get("id", "?"))
        self.title = str(position.get("title", ""))
        self.kind = str(position.get("kind", "play"))
        if self.kind not in _KEYS:
            raise PositionError(self.id, "kind", f"unknown kind {self.kind!r}")
        for key in position:
            if key not in _COMMON | _KEYS[self.kind]:
                raise PositionError(self.id, key, "unknown key")
        self.preset = str(position.get("preset", "classic"))
        self.expect = self.table("expect")
        try:
            self.rules: Rules = make_rules(self.preset, self.table("options"))
        except RulesError as refused:
            key = "preset" if refused.code == "unknown_preset" else "options"
            raise PositionError(self.id, key, str(refused)) from None

    def has(self, key: str) -> bool:
        """Tell whether the position has a key."""
        return key in self._position

    def value(self, key: str, default: object) -> object:
        """Return a key's value as it stands."""
        return self._position.get(key, default)

    def table(self, key: str) -> Mapping[str, object]:
        """Return a table, empty where it is missing."""
        value = self._position.get(key, {})
        if not isinstance(value, dict):
            raise PositionError(self.id, key, "must be a table")
        return value

    def needs(self, *keys: str) -> None:
        """Raise :class:`PositionError` for the first of ``keys`` that the position lacks."""
        for key in keys:
            if key not in self._position:
                raise PositionError(self.id, key, f"missing: a position of kind {self.kind!r} needs it")

    def count(self, key: str, name: str) -> int:
        """Return a number of a table, 0 where it is missing: cards, players."""
        value = self.table(key).get(name, 0)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise PositionError(self.id, f"{key}.{name}", "must be a number, 0 or more")
        return value

    def listed(self, key: str, value: object) -> list[object]:
        """Return a value as a list; raises :class:`PositionError`."""
        if not isinstance(value, list):
            raise PositionError(self.id, key, "must be a list")
        return value

    def mapped(self, key: str, value: object) -> Mapping[str, object]:
        """Return a value as a table; raises :class:`PositionError`."""
        if not isinstance(value, dict):
            raise PositionError(self.id, key, "must be a table")
        return value

    def refusals(self, value: object) -> list[tuple[str, str]]:
        """Return ``expect.refusal`` as actions and codes; raises :class:`PositionError` for a code that is none."""
        found = []
        for text, code in self.mapped("expect.refusal", value).items():
            if code not in {each.value for each in Code}:
                raise PositionError(self.id, "expect.refusal", f"{code!r} is no code of a refusal")
            found.append((text, str(code)))
        return found

    def seats(self, key: str) -> list[int]:
        """Return a list of seats."""
        value = self._position.get(key, [])
        if not isinstance(value, list):
            raise PositionError(self.id, key, "must be a list of seats")
        found = [self.as_seat(key, each) for each in value]
        if len(set(found)) != len(found):
            raise PositionError(self.id, key, "names a seat twice")
        return found

    def seat(self, key: str, default: int) -> int:
        """Return a seat."""
        return self.as_seat(key, self._position.get(key, default), zero=default == 0)

    def as_seat(self, key: str, value: object, *, zero: bool = False) -> int:
        """Return a value as a seat; raises :class:`PositionError`."""
        if isinstance(value, str) and value.isascii() and value.isdigit():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or value not in ((0, *SEATS) if zero else SEATS):
            raise PositionError(self.id, key, f"{value!r} is no seat 1-6")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """Return a yes or no."""
        value = self._position.get(key, default)
        if not isinstance(value, bool):
            raise PositionError(self.id, key, "must be true or false")
        return value

    def cards(self, key: str, text: object) -> Counts:
        """Return a text of cards as fifteen counts."""
        if not isinstance(text, str):
            raise PositionError(self.id, key, "must be a text of cards")
        try:
            return parse_cards(text)
        except CardsError as wrong:
            raise PositionError(self.id, key, str(wrong)) from None

    def card_set(self, key: str) -> CardSet | None:
        """Return a text of cards as a set, None where it is none."""
        return set_of(self.cards(key, self._position.get(key, "")))

    def text(self, key: str) -> str:
        """Return a text."""
        return str(self._position.get(key, ""))

    def action(self, key: str, text: object) -> tuple[int, Action]:
        """Return ``"SEAT VERB ..."`` as seat and action."""
        seat, _, rest = str(text).partition(" ")
        try:
            return self.as_seat(key, seat), parse_action(rest)
        except ActionError as wrong:
            raise PositionError(self.id, key, f"{text!r}: {wrong.code}") from None

    def actions(self) -> list[object]:
        """Return the list of actions."""
        value = self._position.get("actions", [])
        if not isinstance(value, list):
            raise PositionError(self.id, "actions", "must be a list")
        return value


