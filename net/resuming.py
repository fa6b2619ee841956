"""Going on with a match that broke off: the record is played again, the chairs are their owners', nobody is told."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import cast

from engine.actions import parse_action
from engine.bots import DEFAULT_LEVEL, LEVELS, SEARCHING
from engine.cards import SEATS
from engine.match import Match
from engine.record import Header, Recorder, read
from engine.shuffle import commitment
from net.chairs import Chair
from net.journal import Journal, JournalError
from net.steps import Seated
from net.table import Table

Body = Mapping[str, object]


def resume(journal: Journal, make: Callable[[Match], Table], now: float) -> Table:
    """Return a table that stands where the record of a journal ends.

    Where the key of the deal that was running is not there (the record was carried to another machine alone), that
    deal is taken out of the record and dealt anew.

    Args:
        journal: reopened.
        make: makes the table of a match that has not begun.
        now: the time, in the table's seconds.

    Raises:
        JournalError: ``broken`` where the record does not hold.
    """
    if not journal.lines:
        raise JournalError("broken", f"{journal.path}: no line is whole")
    header = next(read(journal.lines))
    assert isinstance(header, Header)
    wanted = header.match
    lost = _drop_keyless(journal)
    table = make(Match(wanted.rules, journal.key, deals=wanted.deals, target=wanted.target))
    seated: Seated = ({}, {})
    ended, recorder = True, Recorder()
    for number, line in enumerate(journal.lines, 1):
        body: Body = json.loads(line)
        recorder = Recorder(str(body["hash"]))
        kind = body["kind"]
        try:
            if kind in ("header", "seats"):
                seated = _seated(body)
            elif kind == "deal":
                table.relive(0, None, cast("int", body.get("replaced", 0)))
                ended = False
            elif kind == "action":
                number_of = body.get("id")
                action = parse_action(str(body["action"]))
                table.relive(cast("int", body["seat"]), action, number_of if isinstance(number_of, int) else None)
            elif kind == "deal_over":
                ended, table.deal_lines = True, ""
                continue
            table.deal_lines += line
        except (ValueError, LookupError, AssertionError) as wrong:
            raise JournalError("broken", f"{journal.path}: line {number}: {wrong}") from None
    _take_chairs(table, seated, journal.state)
    matches = journal.state.get("matches")
    table.matches = matches if isinstance(matches, int) else 0
    table.resume(recorder, seated, ended, now)
    if lost:
        table.moves_lost(lost)
    return table


def _drop_keyless(journal: Journal) -> int:
    """Take a running deal without its key out of the record; returns how many of its lines that were."""
    begun, number, attempt = -1, 0, 0
    stated = ""
    for place, line in enumerate(journal.lines):
        body = json.loads(line)
        if body["kind"] == "deal":
            begun, number, attempt, stated = place, body["number"], body["attempt"], body["commitment"]
        elif body["kind"] == "deal_over":
            begun = -1
    if begun < 0:
        return 0
    key = journal.known(number, attempt)
    if key is not None and commitment(key) == stated:
        return 0
    lines = len(journal.lines) - begun
    journal.forget(number, attempt)
    journal.cut_deal(begun)
    return lines


def _seated(body: Body) -> Seated:
    names = cast("Mapping[str, str]", body["names"])
    keys = cast("Mapping[str, str]", body.get("keys", {}))
    return (
        {int(seat): name for seat, name in names.items()},
        {int(seat): bytes.fromhex(key) for seat, key in keys.items()},
    )


def _take_chairs(table: Table, seated: Seated, state: Mapping[str, object]) -> None:
    """Give the chairs to whom they belong: by the state file, else by the record."""
    names, keys = seated
    saved = state.get("chairs")
    for seat in SEATS:
        chair, done = Chair(), table.chairs[seat].done
        row = saved.get(str(seat)) if isinstance(saved, dict) else None
        if isinstance(row, dict):
            name, key, level = str(row.get("name", "")), str(row.get("key", "")), str(row.get("level", ""))
            known = level if level in (*LEVELS, SEARCHING) else ""
            points = row.get("points")
            chair = Chair(name=name, key=bytes.fromhex(key) or None, level=known)
            chair.points = points if isinstance(points, int) else 0
        elif isinstance(saved, dict):
            # Given up in the deal that was running: a bot's until it is over. Between deals: free.
            if not table.match.between and seat in names:
                chair = Chair(name=names[seat], level=DEFAULT_LEVEL, left=True)
        elif seat in names:
            chair = Chair(name=names[seat], key=keys.get(seat), level="" if seat in keys else DEFAULT_LEVEL)
        chair.present = chair.ready = bool(chair.level)
        chair.done = done
        table.chairs[seat] = chair


def chairs_of(table: Table) -> dict[str, object]:
    """Return the chairs as :func:`resume` finds them in the state file."""
    return {
        str(seat): {
            "name": chair.name, "key": "" if chair.key is None else chair.key.hex(), "level": chair.level,
            "points": chair.points,
        }
        for seat, chair in table.chairs.items()
        if not chair.free and not chair.left
    }


__all__ = ["chairs_of", "resume"]
