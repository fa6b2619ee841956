"""Joining a table: connect, stay true, act, come back. The public client API (``from net import connect``)."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Final

from engine.events import Event
from engine.view import View
from net.certificates import client_context, peer_fingerprint
from net.fields import Plain
from net.identity import Identity
from net.limits import CONNECT_SECONDS, MAX_ID, RECONNECT_DELAYS, TICK
from net.posix import steady_time
from net.session import Challenged, ClientSession, Closed, Received
from net.telling import TellingError, event_from_plain, view_from_plain, view_hash
from net.wire import (
    Act,
    AddBot,
    Arguments,
    Card,
    Chat,
    Delta,
    Done,
    Message,
    Notice,
    Ready,
    Rejected,
    RemoveBot,
    Resync,
    Role,
    Roster,
    Say,
    Sit,
    Snapshot,
    Start,
    TableCard,
    Welcome,
    Window,
)  # fmt: skip
from net.wire import (
    Refused as RefusedMessage,
)

ANSWER_SECONDS: Final = 60.0
"""How long an action may wait for its answer: longer than any burn window and a lost connection together."""


class Refused(Exception):
    """An action or a join was refused; ``code`` and ``args`` say why."""

    def __init__(self, code: str, args: Arguments = ()) -> None:
        super().__init__(code)
        self.code = code
        self.arguments = dict(args)


class Lost(Exception):
    """The table cannot be reached, or is gone."""


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
    """

    seat: int | None = None
    seq: int = 0
    roster: dict[str, Plain] = field(default_factory=dict)
    match: View | None = None
    window: int = 0
    offer: bool = False
    window_until: float = 0.0
    connected: bool = True


@dataclass(frozen=True, slots=True)
class Update:
    """Something new: the events of a step (own and public), or none where only the rest of the view changed."""

    seq: int
    view: TableView
    events: tuple[Event, ...] = ()
    chat: Chat | None = None
    notice: str = ""


class RemoteTable:
    """A table joined over the network; made by :func:`connect`."""

    def __init__(
        self, host: str, port: int, identity: Identity, name: str, role: Role, seat: int | None, code: str | None
    ) -> None:
        self.view = TableView()
        self._address = (host, port)
        self._identity = identity
        self._name, self._role, self._seat, self._code = name, role, seat, code
        self._updates: asyncio.Queue[Update | None] = asyncio.Queue()
        self._answers: dict[int, asyncio.Future[None]] = {}
        self._waiting: dict[int, Act] = {}
        # Ids begin anywhere: the host still knows those of the program that held this chair before.
        self._number = secrets.randbelow(MAX_ID // 2)
        self._session: ClientSession | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._task = asyncio.create_task(self._run(), name="table connection")
        self._ended = ""

    async def joined(self) -> None:
        """Wait until the table has let us in; raises :class:`Refused` or :class:`Lost`."""
        await asyncio.shield(self._joined)

    async def updates(self) -> AsyncIterator[Update]:
        """Yield updates until the table is gone or left."""
        while (update := await self._updates.get()) is not None:
            yield update

    async def act(self, text: str) -> None:
        """Do an action given in its text form; returns when done or held, raises :class:`Refused` or :class:`Lost`."""
        self._number += 1
        message = Act(self._number, self.view.seq, text)
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._answers[message.id] = answer
        self._waiting[message.id] = message
        self._send(message)
        try:
            await asyncio.wait_for(answer, ANSWER_SECONDS)
        except TimeoutError:
            raise Lost("no answer") from None
        finally:
            self._answers.pop(message.id, None)
            self._waiting.pop(message.id, None)

    def ready(self, on: bool = True) -> None:
        """Say that one is ready for the next deal."""
        self._send(Ready(on))

    def say(self, text: str) -> None:
        """Chat."""
        self._send(Say(text))

    def sit(self, seat: int) -> None:
        """Ask for another chair, between deals; a notice says why not."""
        self._send(Sit(seat))

    def add_bot(self, seat: int, level: str) -> None:
        """Ask for a bot on a free chair: with the host's key only."""
        self._send(AddBot(seat, level))

    def remove_bot(self, seat: int) -> None:
        """Ask for a bot to be taken off its chair: with the host's key only."""
        self._send(RemoveBot(seat))

    def start(self) -> None:
        """Ask for the next deal although not everybody is ready: with the host's key only."""
        self._send(Start())

    async def leave(self) -> None:
        """Give the chair up for good, and end the connection."""
        if self._session is not None:
            self._session.leave(steady_time())
            self._flush()
        await self.close()

    async def close(self) -> None:
        """Leave the connection; the chair stays one's own."""
        self._ended = "left"
        if self._session is not None:
            self._session.close("left", steady_time())
            self._flush()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        if self._writer is not None:
            self._writer.close()

    def _send(self, message: Message) -> None:
        if self._session is not None and not self._session.closed:
            self._session.send(message, steady_time())
            self._flush()

    def _flush(self) -> None:
        if self._session is not None and self._writer is not None and not self._writer.transport.is_closing():
            data = self._session.data_to_send()
            if data:
                self._writer.write(data)

    async def _run(self) -> None:
        """Connect, and after a loss again, until refused, left or tried in vain."""
        failures = 0
        try:
            while not self._ended:
                try:
                    if await self._connection():
                        failures = 0
                except (OSError, TimeoutError) as error:
                    if not self._joined.done():
                        self._joined.set_exception(Lost(str(error) or "no answer"))
                        return
                if self._ended:
                    return
                self._changed(replace(self.view, connected=False))
                if failures >= 2 * len(RECONNECT_DELAYS):
                    return
                await asyncio.sleep(RECONNECT_DELAYS[min(failures, len(RECONNECT_DELAYS) - 1)])
                failures += 1
        finally:
            if not self._joined.done():
                self._joined.set_exception(Lost(self._ended or "the table is gone"))
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_exception(Lost(self._ended or "the table is gone"))
            self._updates.put_nowait(None)

    async def _connection(self) -> bool:
        """One connection from greeting to end; returns whether it got in."""
        opening = asyncio.open_connection(*self._address, ssl=client_context())
        reader, writer = await asyncio.wait_for(opening, CONNECT_SECONDS)
        self._writer = writer
        fingerprint = peer_fingerprint(writer.get_extra_info("ssl_object"))
        session = self._session = ClientSession(steady_time(), fingerprint=fingerprint)
        got_in = False
        try:
            self._flush()
            while not session.closed:
                try:
                    data = await asyncio.wait_for(reader.read(65536), TICK)
                except TimeoutError:
                    events = session.tick(steady_time())
                else:
                    events = session.receive(data, steady_time()) if data else session.connection_lost()
                for event in events:
                    if isinstance(event, Challenged):
                        session.introduce(
                            self._identity, steady_time(), name=self._name, role=self._role, seat=self._seat,
                            code=self._code,
                        )  # fmt: skip
                    elif isinstance(event, Received):
                        got_in = self._received(event.message) or got_in
                    elif isinstance(event, Closed) and event.code in ("closed", "replaced", "left", "protocol"):
                        self._ended = event.code
                self._flush()
        finally:
            writer.close()
        return got_in

    def _changed(self, view: TableView, events: tuple[Event, ...] = (), chat: Chat | None = None) -> None:
        self.view = view
        self._updates.put_nowait(Update(view.seq, view, events, chat))

    def _received(self, message: Message) -> bool:
        view = self.view
        if isinstance(message, Welcome):
            self.view = replace(view, seat=message.seat, connected=True)
            self._seat = message.seat
            return True
        if isinstance(message, Rejected):
            self._ended = message.code
            if not self._joined.done():
                self._joined.set_exception(Refused(message.code, message.args))
        elif isinstance(message, Snapshot):
            self._snapshot(message)
        elif isinstance(message, Delta):
            self._delta(message)
        elif isinstance(message, Roster) and isinstance(message.payload, dict):
            self._changed(replace(view, roster=message.payload))
        elif isinstance(message, Window):
            until = steady_time() + message.seconds
            self._changed(replace(view, window=message.window_id, offer=message.offer, window_until=until))
        elif isinstance(message, Done | RefusedMessage):
            answer = self._answers.get(message.id)
            if answer is not None and not answer.done():
                if isinstance(message, Done):
                    answer.set_result(None)
                else:
                    answer.set_exception(Refused(message.code, message.args))
        elif isinstance(message, Chat):
            self._changed(view, chat=message)
        elif isinstance(message, Notice):
            self._updates.put_nowait(Update(view.seq, view, notice=message.code))
        return False

    def _snapshot(self, message: Snapshot) -> None:
        match = view_from_plain(message.view)
        if view_hash(match) != message.hash:
            raise OSError("the table's snapshot contradicts itself")
        roster = message.table if isinstance(message.table, dict) else {}
        self._changed(replace(self.view, seq=message.seq, match=match, roster=roster, connected=True))
        if not self._joined.done():
            self._joined.set_result(None)
        for waiting in self._waiting.values():
            self._send(waiting)

    def _delta(self, message: Delta) -> None:
        match = self.view.match
        if match is None or message.seq != self.view.seq + 1:
            self._send(Resync(self.view.seq))
            return
        events: list[Event] = []
        try:
            for row in message.event:
                event = event_from_plain(row if isinstance(row, tuple) else ())
                events += [event, *match.apply(event)]
        except (TellingError, AssertionError, IndexError):
            self._send(Resync(None))
            return
        if view_hash(match) != message.hash:
            self._send(Resync(None))
            return
        self._changed(replace(self.view, seq=message.seq, match=match), tuple(events))


@asynccontextmanager
async def connect(
    host: str,
    port: int,
    *,
    name: str,
    role: Role = "player",
    seat: int | None = None,
    code: str | None = None,
    identity: Identity | None = None,
) -> AsyncIterator[RemoteTable]:
    """Join the table at an address.

    Args:
        host: name or address.
        port: TCP port.
        name: one's name at the table.
        role: ``player``, ``bot`` or ``observer``.
        seat: the chair wanted, 1-6; None: the first free.
        code: the table's code, where it is private.
        identity: the key to sit with; None: a new one, kept nowhere.

    Raises:
        Refused: the table does not let us in.
        Lost: nobody answers there.
    """
    table = RemoteTable(host, port, identity or Identity.temporary(), name, role, seat, code)
    try:
        await table.joined()
        yield table
    finally:
        await table.close()


async def probe(host: str, port: int) -> TableCard:
    """Return the card of the table at an address; raises ``OSError`` or ``TimeoutError`` where none answers."""
    reader, writer = await asyncio.wait_for(asyncio.open_connection(host, port, ssl=client_context()), CONNECT_SECONDS)
    try:
        session = ClientSession(steady_time(), fingerprint=peer_fingerprint(writer.get_extra_info("ssl_object")))
        writer.write(session.data_to_send())
        while data := await asyncio.wait_for(reader.read(65536), CONNECT_SECONDS):
            for event in session.receive(data, steady_time()):
                if isinstance(event, Challenged):
                    session.ask(steady_time())
                elif isinstance(event, Received) and isinstance(event.message, Card):
                    return event.message.info
            writer.write(session.data_to_send())
    finally:
        writer.close()
    raise OSError("no table answers there")


Decide = Callable[[View], str | None]
"""From one's view to an action's text form, or None for nothing."""
