"""Events as JSON objects, one a line; never translated (CLI.md of the command: ``--json``)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final, cast

from engine import events as ev
from engine.cards import Counts, format_cards

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
    ev.Asked: "asked",
    ev.FallsSettled: "falls",
    ev.Prepared: "prepared",
    ev.Called: "called",
    ev.Cut: "cut",
    ev.Drawn: "drawn",
    ev.ThreesShown: "threes_shown",
    ev.RevolutionAnswered: "revolution",
    ev.TributeAnswered: "tribute_answered",
    ev.Paid: "paid",
    ev.Returned: "returned",
    ev.Rejected: "rejected",
    ev.Kept: "kept",
    ev.Bought: "bought",
    ev.Discarded: "discarded",
    ev.PlayBegan: "play_began",
    ev.DealScored: "deal_over",
    ev.GameEnded: "game_over",
    ev.MatchEnded: "match_over",
    ev.Voided: "voided",
    ev.MatchAbandoned: "match_abandoned",
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
        return {"event": "match_over", "deals": event.deals, "games": event.games, "total": teams(event.total)}
    if isinstance(event, ev.MatchAbandoned):
        return {"event": "match_abandoned", "deals": event.deals, "total": teams(event.total)}
    fields: dict[str, object] = {"event": _NAMES[type(event)]}
    for name, value in zip(event._fields, event, strict=True):
        cards = name in ("cards", "wrong") and isinstance(value, tuple)
        fields[name] = format_cards(cast("Counts", value)) if cards else value
    return fields


def line(fields: Mapping[str, object]) -> str:
    """Return one line of JSON, without the newline."""
    return json.dumps(fields, ensure_ascii=False)
