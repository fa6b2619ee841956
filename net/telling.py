"""Events and views as plain data for the wire, and back. Whoever reads trusts nothing: see ``TellingError``."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Final, cast

from engine import events as ev
from engine.cards import FULL_COUNTS
from engine.round import Round
from engine.rules import Rules, RulesError, make_rules
from engine.sets import CardSet, unpack_set
from engine.view import View
from net.fields import Plain


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
    ev.RevolutionAnswered,
    ev.DealScored,
    ev.MatchEnded,
)
"""The events that travel; an event's number is its place here. Consequences follow from them and are not sent."""

_NUMBERS: Final = {kind: number for number, kind in enumerate(_KINDS)}
_HIDDEN_ROUND: Final = {"rules", "top"}


def travels(event: ev.Event) -> bool:
    """Tell whether an event is sent: consequences are worked out by the reader."""
    return type(event) in _NUMBERS


def event_to_plain(event: ev.Event) -> tuple[Plain, ...]:
    """Return ``(number, field, ...)`` of an event that travels."""
    fields: list[Plain] = []
    for name, value in zip(event._fields, event, strict=True):
        if isinstance(value, CardSet):
            fields.append(value.packed())
        elif name in ("cards", "wrong") and value is not None:
            fields.append(bytes(cast("Sequence[int]", value)))
        else:
            fields.append(cast("Plain", value))
    return (_NUMBERS[type(event)], *fields)


def event_from_plain(plain: Sequence[Plain]) -> ev.Event:
    """Return the event; raises :class:`TellingError` where it is none."""
    if not plain or not isinstance(plain[0], int) or not 0 <= plain[0] < len(_KINDS):
        raise TellingError("no event")
    kind, values = _KINDS[plain[0]], list(plain[1:])
    names = kind._fields  # type: ignore[attr-defined]
    if len(values) != len(names):
        raise TellingError(f"{kind.__name__}: {len(values)} fields")
    for index, name in enumerate(names):
        value = values[index]
        if name == "card_set":
            values[index] = _card_set(value)
        elif name in ("cards", "wrong") and value is not None:
            values[index] = _counts(value)
        elif name in ("seat", "number", "attempt", "leader", "first_drawer", "deals") and not _is_number(value):
            raise TellingError(f"{kind.__name__}.{name}")
    return cast("ev.Event", kind(*values))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _card_set(value: object) -> CardSet:
    if not _is_number(value):
        raise TellingError("card_set")
    try:
        return unpack_set(cast("int", value))
    except ValueError as wrong:
        raise TellingError("card_set") from wrong


def _counts(value: object) -> tuple[int, ...]:
    if not isinstance(value, bytes) or len(value) != len(FULL_COUNTS):
        raise TellingError("cards")
    if any(have > most for have, most in zip(value, FULL_COUNTS, strict=True)):
        raise TellingError("cards")
    return tuple(value)


def view_hash(view: View) -> bytes:
    """Return the four bytes by which host and peer tell that their views agree."""
    return hashlib.sha256(repr(view.known()).encode()).digest()[:4]


_VIEW: Final = (
    "seat",
    "number",
    "first_deal",
    "first_drawer",
    "asked",
    "answered",
    "void",
    "over",
    "places",
    "score",
    "total",
)


def view_to_plain(view: View) -> dict[str, Plain]:
    """Return a view as a snapshot holds it."""
    plain: dict[str, Plain] = {name: getattr(view, name) for name in _VIEW}
    plain["preset"] = view.rules.preset
    plain["options"] = cast("Plain", view.rules.options())
    plain["hand"] = bytes(view.hand)
    play = view.play
    plain["play"] = None
    if play is not None:
        state: dict[str, Plain] = {
            name: tuple(value) if isinstance(value := getattr(play, name), list) else value
            for name in Round.__slots__
            if name not in _HIDDEN_ROUND
        }
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
    for name in _VIEW:
        value, example = plain.get(name), getattr(view, name)
        optional = name in ("seat", "score") and value is None
        if not optional and type(value) is not (tuple if name == "score" else int if name == "seat" else type(example)):
            raise TellingError(name)
        setattr(view, name, value)
    view.hand = list(_counts(hand))
    view.play = None if plain.get("play") is None else _round_from_plain(rules, plain["play"])
    return view


def _round_from_plain(rules: Rules, plain: Plain) -> Round:
    if not isinstance(plain, dict):
        raise TellingError("play")
    play = Round(rules, [0] * 6, 1)
    for name in Round.__slots__:
        if name in _HIDDEN_ROUND:
            continue
        example, value = getattr(play, name), plain.get(name)
        if isinstance(example, list):
            if not isinstance(value, tuple) or len(value) > 7 or (len(example) == 7 and len(value) != 7):
                raise TellingError(name)
            if not all(isinstance(each, int) for each in value):
                raise TellingError(name)
            setattr(play, name, list(value))
        elif type(value) is not type(example):
            raise TellingError(name)
        else:
            setattr(play, name, value)
    play.top = None if plain.get("top") is None else _card_set(plain["top"])
    return play
