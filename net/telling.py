"""Events and views as plain data for the wire, and back. Whoever reads trusts nothing: see ``TellingError``."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, Final, cast

from engine import events as ev
from engine.actions import MOST_SETS
from engine.cards import FULL_COUNTS
from engine.phase import Phase
from engine.preparation import Due, Preparation
from engine.round import Round
from engine.rules import Rules, RulesError, make_rules
from engine.sets import CardSet, unpack_set
from engine.view import View
from net.fields import Plain
from net.frames import pack


class TellingError(ValueError):
    """Plain data that is no event or view."""


_KINDS: Final[tuple[type, ...]] = (
    ev.Played,
    ev.Passed,
    ev.Yielded,
    ev.WindAsked,
    ev.WindAnswered,
    ev.Renounced,
    ev.Closed,
    ev.Fell,
    ev.DealBegan,
    ev.Dealt,
    ev.Answered,
    ev.Asked,
    ev.FallsSettled,
    ev.Prepared,
    ev.Called,
    ev.Cut,
    ev.Drawn,
    ev.ThreesShown,
    ev.RevolutionAnswered,
    ev.TributeAnswered,
    ev.Paid,
    ev.Returned,
    ev.Rejected,
    ev.Kept,
    ev.Bought,
    ev.Discarded,
    ev.PlayBegan,
    ev.DealScored,
    ev.GameEnded,
    ev.MatchEnded,
    ev.HandLaid,
    ev.OrderFixed,
    ev.HandShown,
    ev.Suggested,
    ev.Voided,
    ev.MatchAbandoned,
)
"""The events that travel; an event's number is its place here. Consequences follow from them and are not sent."""

_NUMBERS: Final = {kind: number for number, kind in enumerate(_KINDS)}
_HIDDEN_ROUND: Final = {"plan", "rules", "top"}


def travels(event: ev.Event) -> bool:
    """Tell whether an event is sent: consequences are worked out by the reader."""
    return type(event) in _NUMBERS


def event_to_plain(event: ev.Event) -> tuple[Plain, ...]:
    """Return ``(number, field, ...)`` of an event that travels."""
    fields: list[Plain] = []
    for annotation, value in zip(type(event).__annotations__.values(), event, strict=True):
        if isinstance(value, CardSet):
            fields.append(value.packed())
        elif _annotation(annotation) == _SETS:
            fields.append(tuple(each.packed() for each in cast("tuple[CardSet, ...]", value)))
        elif _annotation(annotation).startswith("Counts") and value is not None:
            fields.append(bytes(cast("Sequence[int]", value)))
        else:
            fields.append(cast("Plain", value))
    return (_NUMBERS[type(event)], *fields)


def event_from_plain(plain: Sequence[Plain]) -> ev.Event:
    """Return the event; raises :class:`TellingError` where it is none."""
    if not plain or not _is_number(plain[0]) or cast("int", plain[0]) >= len(_KINDS):
        raise TellingError("no event")
    kind, values = _KINDS[cast("int", plain[0])], list(plain[1:])
    wanted = kind.__annotations__
    if len(values) != len(wanted):
        raise TellingError(f"{kind.__name__}: {len(values)} fields")
    for index, (name, annotation) in enumerate(wanted.items()):
        values[index] = _read(f"{kind.__name__}.{name}", _annotation(annotation), values[index])
    return cast("ev.Event", kind(*values))


def _annotation(annotation: object) -> str:
    """Return an annotation as it is written: it stands as a text that is read later."""
    return getattr(annotation, "__forward_arg__", str(annotation))


def _read(where: str, annotation: str, value: Plain) -> Any:
    """Return a value of the type that an event's field has, checked."""
    if annotation.endswith(" | None"):
        if value is None:
            return None
        annotation = annotation.removesuffix(" | None")
    if annotation == "CardSet":
        return _card_set(value)
    if annotation == _SETS:
        return _card_sets(value)
    if annotation == "Counts":
        return _counts(value)
    if not _FITS[annotation](value):
        raise TellingError(where)
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _is_total(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -(2**31) <= value < 2**31


def _row(*kinds: type) -> Callable[[object], bool]:
    """A check of a tuple of exactly these types."""
    return lambda value: (
        isinstance(value, tuple) and len(value) == len(kinds) and all(map(lambda v, k: type(v) is k, value, kinds))
    )


MOST_ROWS: Final = 64
"""More than any event has: six seats, and no more debts than kinds times pairs of seats."""


def _rows(check: Callable[[object], bool]) -> Callable[[object], bool]:
    """A check of a tuple of any number of such values."""
    return lambda value: isinstance(value, tuple) and len(value) <= MOST_ROWS and all(map(check, value))


_DEBT_ROWS: Final = _rows(_row(str, int, int, int))
_SETS: Final = "tuple[CardSet, ...]"
_FITS: Final[Mapping[str, Callable[[object], bool]]] = {
    "int": _is_number,
    "str": lambda value: isinstance(value, str),
    "bool": lambda value: isinstance(value, bool),
    "tuple[int, int]": lambda value: _row(int, int)(value) and all(map(_is_total, cast("tuple[int, int]", value))),
    "tuple[int, ...]": _rows(_is_number),
    "tuple[tuple[int, int], ...]": _rows(_row(int, int)),
    "tuple[tuple[str, int, int, int], ...]": _DEBT_ROWS,
}


def _card_set(value: object) -> CardSet:
    if not _is_number(value):
        raise TellingError("card_set")
    try:
        return unpack_set(cast("int", value))
    except ValueError as wrong:
        raise TellingError("card_set") from wrong


def _card_sets(value: object) -> tuple[CardSet, ...]:
    if not isinstance(value, tuple) or len(value) > MOST_SETS:
        raise TellingError("card_sets")
    return tuple(map(_card_set, value))


def _counts(value: object) -> tuple[int, ...]:
    if not isinstance(value, bytes) or len(value) != len(FULL_COUNTS):
        raise TellingError("cards")
    if any(have > most for have, most in zip(value, FULL_COUNTS, strict=True)):
        raise TellingError("cards")
    return tuple(value)


def view_hash(view: View) -> bytes:
    """Return the four bytes by which host and peer tell that their views agree: of everything in them.

    Taken straight from the attributes, since it is made for every delta by the host and by each of hundreds of peers.
    """
    play = view.play
    state = (_OF_VIEW(view), _OF_BEFORE(view.before), None if play is None else _OF_ROUND(play))
    return hashlib.sha256(pack(state)).digest()[:4]


_OF_VIEW: Final = attrgetter(*(name for name in View.__slots__ if name not in ("before", "play", "rules")))
_OF_BEFORE: Final = attrgetter(*Preparation.__slots__)
_OF_ROUND: Final = attrgetter(*(name for name in Round.__slots__ if name != "rules"))


_VIEW: Final[Mapping[str, str]] = {
    "seat": "int | None",
    "number": "int",
    "attempt": "int",
    "answered": "str",
    "threes": "int",
    "over": "bool",
    "places": "tuple[int, ...]",
    "score": "tuple[int, int] | None",
    "total": "tuple[int, int]",
    "games": "int",
}
"""The plain attributes of a view, and their types."""

_BEFORE: Final[Mapping[str, str]] = {
    "seats": "tuple[int, ...]",
    "together": "bool",
    "other": "int",
    "cards": "int",
    "first_deal": "bool",
    "opener": "int",
    "first_drawer": "int",
    "debts": "tuple[tuple[str, int, int, int], ...]",
    "given": "Counts",
    "last": "Counts",
    "rejected": "tuple[int, ...]",
    "done": "bool",
    "void": "bool",
}
"""The plain attributes of what is public before the first set, and their types."""


def view_to_plain(view: View) -> dict[str, Plain]:
    """Return a view as a snapshot holds it."""
    plain: dict[str, Plain] = {name: getattr(view, name) for name in _VIEW}
    plain["preset"] = view.rules.preset
    plain["options"] = cast("Plain", view.rules.options())
    plain["hand"] = bytes(view.hand)
    plain["partners"] = tuple((seat, bytes(hand)) for seat, hand in view.partners.items())
    plain["before"] = _before_to_plain(view.before)
    play = view.play
    plain["play"] = None
    if play is not None:
        state: dict[str, Plain] = {
            name: tuple(value) if isinstance(value := getattr(play, name), list) else value
            for name in Round.__slots__
            if name not in _HIDDEN_ROUND
        }
        state["plan"] = tuple(each.packed() for each in play.plan)
        state["top"] = None if play.top is None else play.top.packed()
        plain["play"] = state
    return plain


def view_from_plain(plain: Plain) -> View:
    """Return the view of a snapshot; raises :class:`TellingError` where it is none."""
    if not isinstance(plain, dict):
        raise TellingError("no view")
    options, preset, hand = plain.get("options"), plain.get("preset"), plain.get("hand")
    if not isinstance(options, dict) or not isinstance(preset, str):
        raise TellingError("options")
    try:
        rules = make_rules(preset, options)
    except RulesError as wrong:
        raise TellingError("options") from wrong
    seat = plain.get("seat")
    if seat is not None and seat not in (1, 2, 3, 4, 5, 6):
        raise TellingError("seat")
    view = View(rules, seat)
    for name, annotation in _VIEW.items():
        setattr(view, name, _read(name, annotation, plain.get(name)))
    view.before = _before_from_plain(plain.get("before"))
    view.hand = list(_counts(hand))
    shown = plain.get("partners")
    if not _rows(_row(int, bytes))(shown):
        raise TellingError("partners")
    for mate, cards in cast("tuple[tuple[int, bytes], ...]", shown):
        view.partners[mate] = list(_counts(cards))
    view.play = None if plain.get("play") is None else _round_from_plain(rules, plain["play"])
    return view


def _before_to_plain(before: Preparation) -> dict[str, Plain]:
    plain: dict[str, Plain] = {
        name: bytes(cast("Sequence[int]", value)) if _BEFORE[name] == "Counts" else cast("Plain", value)
        for name in _BEFORE
        if (value := getattr(before, name)) is not None
    }
    plain["phase"] = None if before.phase is None else before.phase.value
    plain["calls"] = tuple(before.calls)
    plain["dues"] = tuple(tuple(due) for due in before.dues)
    return plain


def _before_from_plain(plain: Plain) -> Preparation:
    if not isinstance(plain, dict):
        raise TellingError("before")
    before = Preparation()
    for name, annotation in _BEFORE.items():
        setattr(before, name, _read(name, annotation, plain.get(name)))
    calls, dues, phase = plain.get("calls"), plain.get("dues"), plain.get("phase")
    if not _rows(_row(int, str))(calls) or not _rows(_row(int, int, int))(dues):
        raise TellingError("calls or dues")
    before.calls = cast("tuple[tuple[int, str], ...]", calls)
    before.dues = tuple(Due(*due) for due in cast("tuple[tuple[int, int, int], ...]", dues))
    if phase is not None:
        if not isinstance(phase, str) or phase not in {each.value for each in Phase}:
            raise TellingError("phase")
        before.phase = Phase(phase)
    return before


def _round_from_plain(rules: Rules, plain: Plain) -> Round:
    if not isinstance(plain, dict):
        raise TellingError("play")
    play = Round(rules, [0] * 6, 1)
    for name in Round.__slots__:
        if name in _HIDDEN_ROUND:
            continue
        example, value = getattr(play, name), plain.get(name)
        if isinstance(example, list):
            if not isinstance(value, tuple) or (len(example) != len(value) if len(example) >= 7 else len(value) > 7):
                raise TellingError(name)
            if not all(isinstance(each, int) for each in value):
                raise TellingError(name)
            setattr(play, name, list(value))
        elif type(value) is not type(example):
            raise TellingError(name)
        else:
            setattr(play, name, value)
    play.plan = _card_sets(plain.get("plan"))
    play.top = None if plain.get("top") is None else _card_set(plain["top"])
    return play
