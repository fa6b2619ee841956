"""What a peer knows of its table, and what is new in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.events import Event
from engine.view import View
from net.fields import Plain
from net.wire import Chat


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything a peer knows of its table.

    Attributes:
        seat: one's own seat, None for an observer.
        seq: the number of the last public step.
        roster: chairs and names as the host told them.
        match: the view of the match, None before the first snapshot.
        window: number of the last window, ``offer`` whether it asked this seat, ``window_until`` its end (steady time).
        connected: whether the table answers.
        deadline: until when the seat on turn may take (steady time), None where no clock runs.
        observers: how many watch; ``paused`` whether the clocks stand still.
        paused_by: who asked for that, a seat, or 0 for the host from no chair.
        delay: seconds that an observer sees the table late.
    """

    seat: int | None = None
    seq: int = 0
    roster: dict[str, Plain] = field(default_factory=dict)
    match: View | None = None
    window: int = 0
    offer: bool = False
    window_until: float = 0.0
    connected: bool = True
    deadline: float | None = None
    observers: int = 0
    paused: bool = False
    paused_by: int = 0
    delay: int = 0


@dataclass(frozen=True, slots=True)
class Update:
    """Something new: the events of a step (own and public), or none where only the rest of the view changed.

    ``notice`` is a code with its ``arguments``; ``record`` the record's lines of a deal that is over, ``deal`` its
    number among the table's deals, from 0; ``watching`` the names of all who watch, where they were asked for.
    """

    seq: int
    view: TableView
    events: tuple[Event, ...] = ()
    chat: Chat | None = None
    notice: str = ""
    arguments: Mapping[str, int | str] = field(default_factory=dict)
    record: str = ""
    deal: int = 0
    watching: tuple[str, ...] | None = None
