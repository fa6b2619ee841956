"""A moment before a deal's first set, or after its end, as positions (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from engine.cards import SEATS, format_cards
from engine.events import Asked, DealScored, Dealt, Event, Paid, RevolutionAnswered, is_told
from engine.phase import Phase
from engine.position import PositionError, Reader
from engine.replay import Frame
from engine.rules import Rules
from engine.score import places
from engine.tribute_positions import rule_tribute
from engine.view import View

Position = dict[str, object]

_TRIBUTE = (Phase.AGREEMENT, Phase.RETURN, Phase.REJECT)
"""Where what is answered belongs to the tribute."""


def score_position(views: Mapping[int, View], scored: DealScored, rules: Rules) -> Position | None:
    """Return the end of a deal: who went out in which order, what the others held; None where that tells not all."""
    play = views[1].play
    assert play is not None
    left = {seat: sum(views[seat].hand) for seat in SEATS if play.alive[seat] and any(views[seat].hand)}
    exits, revolted, fallen = list(play.exits), list(play.revolted), list(play.fallen)
    if places(rules, exits, left, revolted=revolted, fallen=fallen) != scored.places:
        return None
    found: Position = {"kind": "score", "exits": exits}
    if left:
        found["cards_left"] = {str(seat): number for seat, number in left.items()}
    if revolted:
        found["revolted"] = revolted
    if fallen:
        found["fallen"] = fallen
    return found


def revolution_positions(views: Mapping[int, View]) -> list[Position]:
    """Return for each seat whether it may declare a revolution with the hand that it was dealt."""
    return [{"kind": "revolution", "hand": format_cards(views[seat].hand)} for seat in SEATS]


class Tribute:
    """Follows the tribute of a deal."""

    def __init__(self) -> None:
        self._start: Position | None = None
        self._actions: list[str] = []
        self._paid: list[dict[str, object]] = []
        self._ours = False

    def before(self, event: Event, views: Mapping[int, View]) -> None:
        """Hear an event that the views have not taken in yet."""
        public = views[1].before
        begins = isinstance(event, Paid) or (isinstance(event, Asked) and event.phase in _TRIBUTE)
        if self._start is None and begins:
            debts = [{"kind": kind, "from": payer, "to": to, "cards": cards} for kind, payer, to, cards in public.debts]
            hands = {str(seat): format_cards(views[seat].hand) for seat in SEATS}
            self._start = {"kind": "tribute", "hands": hands, "debts": debts}
            play = views[1].play
            if play is not None and play.revolted:
                self._start["revolted"] = list(play.revolted)
        if isinstance(event, Paid):
            paid = {"kind": event.kind, "from": event.seat, "to": event.to, "paid": format_cards(event.cards)}
            self._paid.append(paid)

    def answered(self, frame: Frame, views: Mapping[int, View]) -> None:
        """Hear an action before what follows from it."""
        if self._start is not None and frame.seat and views[1].before.phase in _TRIBUTE:
            self._actions.append(f"{frame.seat} {frame.action}")

    def position(self, rules: Rules, common: Position) -> Position | None:
        """Return the tribute as it stands; None where there is none, or where the referee would pay otherwise."""
        if self._start is None:
            return None
        position = {**common, **self._start, "actions": self._actions}
        with suppress(PositionError):
            payments = rule_tribute(Reader(position))[0]["payments"]
            if not self._paid or payments == self._paid:
                return position
        return None


def positions_around(rules: Rules, frames: Sequence[Frame], common: Position) -> list[Position]:
    """Return positions of the moment after the last of these frames, in which nobody plays; none where nothing is so.

    Args:
        rules: the table's.
        frames: of one deal, the dealing first.
        common: what every position of this file says.
    """
    views = {seat: View(rules, seat) for seat in SEATS}
    tribute, dealt, revolted = Tribute(), False, False
    for frame in frames:
        tribute.answered(frame, views)
        for event in frame.events:
            if isinstance(event, DealScored):
                found = score_position(views, event, rules)
                return [] if found is None else [{**common, **found}]
            tribute.before(event, views)
            dealt = dealt or isinstance(event, Dealt)
            revolted = revolted or (isinstance(event, RevolutionAnswered) and bool(event.rebels))
            for seat, view in views.items():
                if is_told(event, seat):
                    view.apply(event)
    if not dealt or views[1].before.done:
        return []
    if (position := tribute.position(rules, common)) is not None:
        return [position]
    if revolted:
        return []  # Who declared has laid the hand down that the question was about.
    return [
        {**common, "id": f"seat-{seat}", **found}
        for seat, found in zip(SEATS, revolution_positions(views), strict=True)
    ]


__all__ = ["positions_around"]
