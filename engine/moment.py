"""A moment of a deal as a position file (docs/positions.md): what ``gouji referee`` can rule on."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress

from engine.around import positions_around
from engine.cards import SEATS, format_cards
from engine.events import Dealt, PlayBegan, RoundWon, is_told
from engine.position import FORMAT, PositionError, Reader
from engine.referee import set_up
from engine.replay import Frame
from engine.rules import PRESETS, Rules
from engine.view import View

Position = dict[str, object]

_KEPT = (
    "alive", "brawl", "burned_seat", "burning", "dead_played", "dead_won", "declined", "exits", "fallen", "last_hand",
    "leader", "locked", "opened", "passed", "pending", "protected", "renounced", "revolted", "sizes", "top",
    "top_dead_gouji", "top_gouji", "top_seat", "touched", "wind_pending", "wind_refused", "wind_seat", "yielder",
)  # fmt: skip
"""What two rounds must share for every ruling on them to be the same; who led first matters to no later ruling."""


class NoPosition(ValueError):
    """A moment that no position file describes: before the cards are dealt, or without open hands."""


def positions_of(rules: Rules, frames: Sequence[Frame], title: str) -> list[Position]:
    """Return positions of the moment after the last of these frames, which begin with the dealing.

    In play it is one of kind ``play``; before, one of the tribute, or of each seat's right to a revolution; after, the
    places and points.

    Raises:
        NoPosition: there is none of this moment.
    """
    dealt = {event.seat for frame in frames for event in frame.events if isinstance(event, Dealt)}
    if dealt != {*SEATS}:
        raise NoPosition
    with suppress(NoPosition):
        return [position_of(rules, frames, title)]
    common: Position = {"id": "moment", "title": title, "preset": rules.preset, **_options(rules)}
    if not (found := positions_around(rules, frames, common)):
        raise NoPosition
    return found


def position_of(rules: Rules, frames: Sequence[Frame], title: str) -> Position:
    """Return a position of a moment in play, after the last of these frames, which begin with the dealing.

    It begins with the running round; where earlier rounds still matter to it (dead gouji sets, a burner's debt), with
    the first set of the deal.

    Raises:
        NoPosition: there is none of this moment.
    """
    dealt = {event.seat for frame in frames for event in frame.events if isinstance(event, Dealt)}
    views = {seat: View(rules, seat) for seat in SEATS}
    starts: list[tuple[int, Position]] = []
    for number, frame in enumerate(frames, 1):
        for event in frame.events:
            for seat, view in views.items():
                if is_told(event, seat):
                    view.apply(event)
        if any(isinstance(event, PlayBegan | RoundWon) for event in frame.events):
            starts.append((number, _start(views, first=not starts)))
    play = views[1].play
    if not starts or dealt != {*SEATS} or play is None or play.over or views[1].void:
        raise NoPosition
    for first, start in (starts[-1], starts[0]):
        actions = [f"{frame.seat} {frame.action}" for frame in frames[first:] if frame.seat]
        position: Position = {"id": "moment", "title": title, "preset": rules.preset, **_options(rules), **start}
        position["actions"] = actions
        with suppress(PositionError):
            deal = set_up(Reader(position))
            closed = play.closing and not deal.play.closing  # The referee closes where nobody could burn.
            if closed or all(_of(deal.play, name) == _of(play, name) for name in _KEPT):
                return position
    raise NoPosition


def _of(play: object, name: str) -> object:
    value = getattr(play, name)
    return list(value) if isinstance(value, tuple) else value


def _start(views: Mapping[int, View], *, first: bool) -> Position:
    play = views[1].play
    assert play is not None
    found: Position = {
        "hands": {str(seat): format_cards(views[seat].hand) for seat in SEATS},
        "lead": play.leader, "first_close_done": not first,
    }  # fmt: skip
    if first:
        found["first_deal"] = views[1].first_deal
    for name in ("opened", "revolted"):
        if seats := getattr(play, name):
            found[name] = list(seats)
    if out := [*play.exits]:
        found["out"] = out
    if play.burning:
        found["burning"] = play.burning
    return found


def _options(rules: Rules) -> Position:
    plain = PRESETS[rules.preset].options()
    changed = {name: list(v) if isinstance(v, tuple) else v for name, v in rules.options().items() if v != plain[name]}
    return {"options": changed} if changed else {}


def position_text(*positions: Position) -> str:
    """Return positions as the text of a file."""
    lines = [f'format = "{FORMAT}"']
    for position in positions:
        lines += ["", "[[position]]", *(f"{key} = {_toml(value)}" for key, value in position.items())]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


__all__ = ["NoPosition", "position_of", "position_text", "positions_of"]
