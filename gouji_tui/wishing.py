"""What a person at a table of others wants of it, from a menu or a word. Knows no screen."""

from __future__ import annotations

from collections.abc import Mapping

from engine.cards import SEATS
from gouji_tui.actions import ActionId
from gouji_tui.strings import text
from net import RemoteTable
from net.fields import Plain


def wish(table: RemoteTable, id: ActionId) -> None:
    """Say to a table what its person has chosen among :data:`gouji_tui.actions.WISHES`."""
    if id is ActionId.PAUSE:
        table.wish("go_on" if table.view.paused else "pause")
    elif id is ActionId.WATCHING:
        table.ask_watching()
    elif id is ActionId.SIT:
        table.sit(None)
    elif id is ActionId.AGAINST:
        running = table.view.roster.get("vote")
        table.wish(running if isinstance(running, str) else ActionId.REDEAL.value, on=False)
    else:
        table.wish(id.value)


def evening_line(roster: Mapping[str, Plain], language: str) -> str | None:
    """Return the totals of the evening as a line, the best first; None before a match is over."""
    matches = roster.get("matches")
    if not isinstance(matches, int):
        return None
    rows = [(roster.get(f"{seat}e"), seat) for seat in SEATS if roster.get(f"{seat}k") != "free"]
    ranked = sorted(((points, seat) for points, seat in rows if isinstance(points, int)), key=lambda row: -row[0])
    listed = (f"{seat} {roster.get(str(seat), '')!s} {points}" for points, seat in ranked)
    return text(language, "evening.line", matches=matches, listed=text(language, "list.separator").join(listed))


__all__ = ["evening_line", "wish"]
