"""The report of a match 战报: ten lines to paste where the players talk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from engine.cards import SEATS, team_of
from engine.events import DealScored, Event, Opened, Played, RoundWon
from engine.replay import Replay
from engine.score import sweep
from gouji_tui.strings import cards_text, seat_name, text
from net.cleaning import EmptyText, clean_name, told_apart

MOST_LINES: Final = 10

_NO_NAMES: Final = frozenset({"bot", "person"})
"""What a record of practice has in place of names."""


def summary_lines(replay: Replay, language: str) -> list[str]:
    """Return the report of what a record holds: score, places, burns, openings, greatest set, turning point."""
    names = _names(replay.names)

    def say(key: str, **values: object) -> str:
        return text(language, f"summary.{key}", **values)

    def who(seat: int) -> str:
        return seat_name(language, seat, names)

    def counted(numbers: Mapping[int, int]) -> str:
        most = sorted(numbers.items(), key=lambda each: (-each[1], each[0]))
        return text(language, "list.separator").join(f"{who(seat)} *{number}" for seat, number in most)

    events = [event for deal in replay.deals for frame in deal.frames for event in frame.events]
    scored = [event for event in events if isinstance(event, DealScored)]
    if not scored:
        return [say("nothing")]
    a, b = scored[-1].total
    sides = {team: " ".join(who(seat) for seat in SEATS if team_of(seat) == team) for team in "AB"}
    lines = [
        say("title", preset=replay.rules.preset, deals=len(scored)),
        say("score", a=a, b=b, team_a=sides["A"], team_b=sides["B"]),
        say("first", counted=counted(Counter(each.places[0] for each in scored))),
        say("last", counted=counted(Counter(each.places[-1] for each in scored))),
    ]
    if burns := _burns(events):
        won = sum(held for _seat, held in burns)
        lines.append(say("burns", burns=len(burns), won=won, counted=counted(Counter(seat for seat, _held in burns))))
    if opened := Counter(event.seat for event in events if isinstance(event, Opened)):
        lines.append(say("opened", counted=counted(opened)))
    if sweeps := [each.number for each in scored if sweep(each.places)]:
        lines.append(say("sweeps", deals=" ".join(map(str, sweeps))))
    played = [event for event in events if isinstance(event, Played)]
    greatest = max(played, key=lambda event: (event.card_set.size, event.card_set.jokers, event.card_set.rank))
    lines.append(say("greatest", name=who(greatest.seat), cards=cards_text(language, greatest.card_set.counts())))
    if turned := _turning_point(scored):
        before, after = turned
        first = who(after.places[0])
        lines.append(say("turn", deal=after.number, before=_pair(before), after=_pair(after), name=first))
    lines.append(say("check", verify="gouji verify") if replay.complete else say("unfinished"))
    return lines[:MOST_LINES]


def _names(names: Mapping[int, str]) -> dict[int, str]:
    found = {}
    for seat, name in names.items():
        try:
            if name not in _NO_NAMES:
                found[seat] = clean_name(name)
        except EmptyText:
            continue
    return told_apart(found)


def _burns(events: list[Event]) -> list[tuple[int, bool]]:
    """Return every burn: who burned, and whether that set won its round."""
    found: list[tuple[int, bool]] = []
    standing = False
    for event in events:
        if isinstance(event, Played):
            standing = event.burn
            if event.burn:
                found.append((event.seat, False))
        elif isinstance(event, RoundWon):
            if standing:
                found[-1] = (found[-1][0], True)
            standing = False
    return found


def _turning_point(scored: list[DealScored]) -> tuple[DealScored | None, DealScored] | None:
    """Return the deal with which the side that won at the end took the lead for good, and the one before it."""
    final = scored[-1].total[0] - scored[-1].total[1]
    if not final:
        return None
    at = len(scored) - 1
    while at and (scored[at - 1].total[0] - scored[at - 1].total[1]) * final > 0:
        at -= 1
    return (scored[at - 1] if at else None), scored[at]


def _pair(scored: DealScored | None) -> str:
    return "0:0" if scored is None else ":".join(map(str, scored.total))


__all__ = ["MOST_LINES", "summary_lines"]
