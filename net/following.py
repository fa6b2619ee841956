"""What a client makes of what its table says: a true view, answers to actions, both over any number of reconnects.

No I/O; time is passed in. The sockets around it are :class:`net.client.RemoteTable`.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from engine.events import Event
from net.cleaning import clean
from net.fields import Plain
from net.limits import MAX_ID, NAME_CELLS
from net.tableview import TableView, Update
from net.telling import event_from_plain, view_from_plain, view_hash
from net.wire import (
    Act,
    Arguments,
    Chat,
    Delta,
    Done,
    Fetch,
    Message,
    Notice,
    Page,
    Resync,
    Roster,
    Snapshot,
    Welcome,
    Window,
)
from net.wire import (
    Refused as RefusedMessage,
)

RECORD_BYTES: Final = 1024 * 1024
"""The longest record of one deal that is unpacked: ten times what a deal takes."""

PAGES_MOST: Final = 20
"""Pages of names that are asked for at most: 2,000 watch, ten times what a table takes."""

_LIES: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What a view may raise where it is told what cannot be: its own table says only what follows from what was."""


class Refused(Exception):
    """An action or a join was refused; ``code`` and ``args`` say why."""

    def __init__(self, code: str, args: Arguments = ()) -> None:
        super().__init__(code)
        self.code = code
        self.arguments = dict(args)


class Follower:
    """One peer's knowledge of its table.

    Args:
        number: the id before that of the first action.
        send: sends a message where there is a connection.
        notify: is told what is new.
        answered: is told the answer to the action of an id, once: None for done (or held and done later).
    """

    def __init__(
        self,
        number: int,
        send: Callable[[Message], None],
        notify: Callable[[Update], None],
        answered: Callable[[int, Refused | None], None],
    ) -> None:
        self.view = TableView()
        self.seat: int | None = None
        self.waiting: dict[int, Act] = {}
        """Actions not yet answered, by id; sent again on every new connection."""
        self._number = number
        self._send = send
        self._notify = notify
        self._answered = answered
        self._asked_anew = False
        self._watching: list[str] = []

    @property
    def have(self) -> int | None:
        """The last public step known, for a returning client's hello."""
        return None if self.view.match is None else self.view.seq

    def act(self, text: str) -> int:
        """Send an action in its text form; returns its id."""
        self._number = self._number % MAX_ID + 1
        self.waiting[self._number] = message = Act(self._number, self.view.seq, text)
        self._send(message)
        return message.id

    def changed(self, view: TableView, events: tuple[Event, ...] = (), chat: Chat | None = None) -> None:
        """Hold another view and say so."""
        self.view = view
        self._notify(Update(view.seq, view, events, chat))

    def received(self, message: Message, now: float) -> None:
        """Take a message of the table in; raises ``OSError`` where the table contradicts itself."""
        view = self.view
        if isinstance(message, Welcome):
            self.seat = message.seat
            self._asked_anew = False
            if message.bridged:
                self.changed(replace(view, seat=message.seat, connected=True, delay=message.delay))
                self._send_again()
            else:
                self.view = replace(view, seat=message.seat, delay=message.delay)
        elif isinstance(message, Snapshot):
            self._snapshot(message, now)
        elif isinstance(message, Delta):
            self._delta(message, now)
        elif isinstance(message, Roster) and isinstance(message.payload, dict):
            self.changed(replace(self._with_clock(message.payload, now), roster=message.payload))
        elif isinstance(message, Window):
            until = now + message.seconds
            self.changed(replace(view, window=message.window_id, offer=message.offer, window_until=until))
        elif isinstance(message, Done | RefusedMessage):
            if self.waiting.pop(message.id, None) is not None:
                refused = None if isinstance(message, Done) else Refused(message.code, message.args)
                self._answered(message.id, refused)
        elif isinstance(message, Chat):
            self.changed(view, chat=message)
        elif isinstance(message, Notice):
            self._notify(Update(view.seq, view, notice=message.code, arguments=dict(message.args)))
        elif isinstance(message, Page) and message.what == "record":
            self._record(message)
        elif isinstance(message, Page) and message.what == "observers":
            self._names(message)

    def ask_watching(self, page: int = 0) -> None:
        """Ask for the names of those who watch: they come with an update of their own."""
        self._watching = self._watching if page else []
        self._number = self._number % MAX_ID + 1
        self._send(Fetch(self._number, "observers", page))

    def _names(self, message: Page) -> None:
        """Take in a page of names, and ask for the next or tell all of them."""
        self._watching += [clean(name, most_cells=NAME_CELLS) for name in message.rows if isinstance(name, str)]
        if message.page + 1 < min(message.pages, PAGES_MOST):
            self.ask_watching(message.page + 1)
        else:
            self._notify(Update(self.view.seq, self.view, watching=tuple(self._watching)))

    def _record(self, message: Page) -> None:
        """Take in the record of a deal that is over."""
        try:
            (data,) = message.rows
            assert isinstance(data, bytes)
            unpacked = zlib.decompressobj()
            text = unpacked.decompress(data, RECORD_BYTES).decode()
        except (ValueError, AssertionError, zlib.error):
            return
        self._notify(Update(self.view.seq, self.view, record=text, deal=message.page))

    def _send_again(self) -> None:
        for waiting in self.waiting.values():
            self._send(waiting)

    def _snapshot(self, message: Snapshot, now: float) -> None:
        try:
            match = view_from_plain(message.view)
            true = view_hash(match) == message.hash
        except _LIES as error:
            raise OSError("the table's snapshot is none") from error
        if not true:
            raise OSError("the table's snapshot contradicts itself")
        roster = message.table if isinstance(message.table, dict) else {}
        view = replace(self._with_clock(roster, now), seq=message.seq, match=match, roster=roster, connected=True)
        self._asked_anew = False
        self.changed(view)
        self._send_again()

    def _delta(self, message: Delta, now: float) -> None:
        match = self.view.match
        if match is not None and message.seq <= self.view.seq:
            return
        if match is None or message.seq != self.view.seq + 1:
            self._ask_anew(self.view.seq)
            return
        events: list[Event] = []
        try:
            for row in message.event:
                event = event_from_plain(row if isinstance(row, tuple) else ())
                events += [event, *match.apply(event)]
            true = view_hash(match) == message.hash
        except _LIES:
            true = False
        if not true:
            self._ask_anew(None)
            return
        clock = self.view.roster.get("clock")
        deadline = now + clock if isinstance(clock, int) and clock and match.turn else None
        self._asked_anew = False
        self.changed(replace(self.view, seq=message.seq, match=match, deadline=deadline), tuple(events))

    def _ask_anew(self, have: int | None) -> None:
        if not self._asked_anew or have is None:
            self._asked_anew = True
            self._send(Resync(have))

    def _with_clock(self, roster: dict[str, Plain], now: float) -> TableView:
        """Return the view with the clock and the number of observers that a roster tells."""
        left, observers, by = roster.get("left"), roster.get("observers"), roster.get("paused_by")
        return replace(
            self.view,
            deadline=now + left / 1000 if isinstance(left, int) else self.view.deadline,
            observers=observers if isinstance(observers, int) else 0,
            paused=roster.get("paused") is True,
            paused_by=by if isinstance(by, int) else 0,
        )
