"""Events as JSON objects, one a line; never translated (CLI.md of the command: ``--json``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from engine import events as ev
from engine.cards import format_cards

_NAMES: Final[Mapping[type, str]] = {
    ev.Played: "played",
    ev.Passed: "passed",
    ev.Yielded: "yielded",
    ev.WindAsked: "wind_asked",
    ev.WindAnswered: "wind_answered",
    ev.Renounced: "renounced",
    ev.Closed: "closed",
    ev.Fell: "fell",
    ev.RoundWon: "round_won",
    ev.WentOut: "went_out",
    ev.Opened: "opened",
    ev.BrawlBegan: "brawl",
    ev.DealEnded: "deal_ended",
    ev.DealBegan: "deal_began",
    ev.Dealt: "dealt",
    ev.Answered: "answered",
    ev.RevolutionAnswered: "revolution",
    ev.DealScored: "deal_over",
    ev.MatchEnded: "match_over",
}


def teams(pair: tuple[int, int] | None) -> dict[str, int] | None:
    """Return both teams' points by name."""
    return None if pair is None else {"A": pair[0], "B": pair[1]}


def event_fields(event: ev.Event) -> dict[str, object]:
    """Return an event's name and fields."""
    if isinstance(event, ev.Played):
        return {"event": "burned" if event.burn else "played", "seat": event.seat, "set": event.card_set.text()}
    if isinstance(event, ev.DealScored):
        return {
            "event": "deal_over", "deal": event.number, "places": list(event.places), "score": teams(event.score),
            "total": teams(event.total),
        }  # fmt: skip
    if isinstance(event, ev.MatchEnded):
        return {"event": "match_over", "deals": event.deals, "total": teams(event.total)}
    fields: dict[str, object] = {"event": _NAMES[type(event)]}
    for name, value in zip(event._fields, event, strict=True):
        fields[name] = format_cards(value) if name in ("cards", "wrong") and isinstance(value, tuple) else value
    return fields


def line(fields: Mapping[str, object]) -> str:
    """Return one line of JSON, without the newline."""
    return json.dumps(fields, ensure_ascii=False)
