"""Joining a table: connect, stay true, act, come back. The public client API (``from net import connect``)."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Final

from engine.view import View
from net.certificates import client_context, peer_fingerprint
from net.following import Follower, Refused
from net.identity import Identity, IdentityError, Keys
from net.limits import ARGUMENT_BYTES, CONNECT_SECONDS, MAX_ID, RECONNECT_DELAYS, RECONNECT_SECONDS, TICK
from net.posix import steady_time
from net.reaching import OtherCertificate, explain
from net.session import Challenged, ClientSession, Closed, Received, TurnedSlow
from net.session import Event as SessionEvent
from net.tableview import TableView, Update
from net.wire import (
    AddBot,
    Arguments,
    Here,
    Message,
    Ready,
    Rejected,
    RemoveBot,
    Role,
    Say,
    Sit,
    Snapshot,
    Start,
    Welcome,
    Wish,
)  # fmt: skip

ENDINGS: Final = frozenset({"closed", "replaced", "left", "protocol"})
"""Words at a connection's end after which it is not tried again."""


class Lost(Exception):
    """The table cannot be reached, or is gone; ``code`` says why, as far as this side can know."""

    def __init__(self, code: str = "lost", args: Arguments = ()) -> None:
        super().__init__(code)
        self.code = code
        self.arguments = dict(args)


class Line:
    """One connection of a client: its session and its socket."""

    def __init__(self, session: ClientSession, writer: asyncio.StreamWriter) -> None:
        self.session = session
        self.writer = writer
        self.beside: asyncio.Task[bool] | None = None
        """The second connection, dialled because this one is slow."""

    def flush(self) -> None:
        """Write what the session has."""
        data = self.session.data_to_send()
        if data and not self.writer.transport.is_closing():
            self.writer.write(data)


Seek = Callable[[str], Awaitable[tuple[str, int]]]
"""Waits until a table of an id is heard announced; returns where it answers."""


class RemoteTable:
    """A table joined over the network; made by :func:`connect`."""

    def __init__(
        self,
        host: str,
        port: int,
        identity: Identity | Keys,
        name: str,
        role: Role,
        seat: int | None,
        code: str | None,
        seek: Seek | None = None,
        fingerprint: bytes = b"",
    ) -> None:
        self.fingerprint = fingerprint
        """The certificate's, 32 bytes: as announced, else as first seen; whoever shows another is not this table."""
        self._announced = bool(fingerprint)
        self.table_id = ""
        """The table's id, known from the first challenge on."""
        self._address = (host, port)
        self._identity = identity
        self._name, self._role, self._code = name, role, code
        self._seek = seek
        self._seeking: asyncio.Future[tuple[str, int]] | None = None
        self._updates: asyncio.Queue[Update | None] = asyncio.Queue()
        self._answers: dict[int, asyncio.Future[None]] = {}
        # Ids begin anywhere: the host still knows those of the program that held this chair before.
        number = secrets.randbelow(MAX_ID // 2)
        self._follower = Follower(number, self._send, self._updates.put_nowait, self._answered)
        self._follower.seat = seat
        self._line: Line | None = None
        self._joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.fault: Exception | None = None
        """What broke a connection in this program itself, for whoever tells of it."""
        self._task = asyncio.create_task(self._run(), name="table connection")
        self._ended = ""
        self._ended_args: Arguments = ()

    @property
    def view(self) -> TableView:
        """What is known of the table now."""
        return self._follower.view

    @property
    def ended(self) -> str:
        """The code of the connection's end for good; ``gone`` where the table was looked for in vain."""
        return self._ended or "gone"

    async def joined(self) -> None:
        """Wait until the table has let us in; raises :class:`Refused` or :class:`Lost`."""
        await asyncio.shield(self._joined)

    async def updates(self) -> AsyncIterator[Update]:
        """Yield updates until the table is gone or left."""
        while (update := await self._updates.get()) is not None:
            yield update

    async def act(self, text: str) -> None:
        """Do an action given in its text form; returns when done or held, raises :class:`Refused` or :class:`Lost`."""
        number = self._follower.act(text)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        try:
            await answer
        finally:
            self._answers.pop(number, None)
            self._follower.waiting.pop(number, None)

    def _answered(self, number: int, refused: Refused | None) -> None:
        answer = self._answers.get(number)
        if answer is None or answer.done():
            return
        if refused is None:
            answer.set_result(None)
        else:
            answer.set_exception(refused)

    def ready(self, on: bool = True) -> None:
        """Say that one is ready for the next deal."""
        self._send(Ready(on))

    def say(self, text: str) -> None:
        """Chat."""
        self._send(Say(text))

    def say_phrase(self, number: int) -> None:
        """Chat by a ready phrase, 1-9: everybody reads it in his own language."""
        self._send(Say("", number))

    def sit(self, seat: int | None) -> None:
        """Ask for a chair; a notice says why not, or whom it takes.

        A player changes to a free one between deals, and between matches with whoever sits there, when both ask. Who
        watches sits down where a chair (None: any) is free, or waits until one is.
        """
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

    def here(self) -> None:
        """Say that somebody is at the keys."""
        self._send(Here())

    def wish(self, what: str, on: bool = True) -> None:
        """Say what one wants of the table (:meth:`net.wishing.Wishing.wish`); ``on`` False: no longer, or a no."""
        self._send(Wish(what, on))

    def ask_watching(self) -> None:
        """Ask who watches; an update brings the names."""
        self._follower.ask_watching()

    async def leave(self) -> None:
        """Give the chair up for good, and end the connection."""
        if self._line is not None:
            self._line.session.leave(steady_time())
            self._line.flush()
        await self.close()

    async def close(self) -> None:
        """Leave the connection; the chair stays one's own."""
        self._ended = self._ended or "left"
        line = self._line
        if line is not None:
            line.session.close("left", steady_time())
            line.flush()
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        if line is not None:
            line.writer.close()

    def _send(self, message: Message) -> None:
        line = self._line
        if line is not None and not line.session.closed:
            line.session.send(message, steady_time())
            line.flush()

    async def _run(self) -> None:
        """Connect, and after a loss again, until refused, left or tried in vain."""
        failures, lost_at = 0, steady_time()
        try:
            while not self._ended:
                try:
                    if await self._connection():
                        failures, lost_at = 0, steady_time()
                        self._stop_seeking()
                except (OSError, TimeoutError) as error:
                    if not self._joined.done():
                        host, port = self._address
                        code = await explain(error, host, port, heard=self._announced)
                        self._joined.set_exception(Lost(code, (("address", host), ("port", port))))
                        return
                except Exception as error:
                    # A fault in taking what the host has said; a connection made anew brings a whole snapshot.
                    if not self._joined.done():
                        raise
                    self.fault = error
                if not self._joined.done():
                    self._ended = self._ended or "lost"  # cut before a word: not a table, or one that is too busy
                if self._ended:
                    return
                if self.view.connected:
                    self._follower.changed(replace(self.view, connected=False))
                if steady_time() - lost_at >= RECONNECT_SECONDS:
                    return
                await self._pause(RECONNECT_DELAYS[min(failures, len(RECONNECT_DELAYS) - 1)])
                failures += 1
        finally:
            self._end()

    async def _pause(self, seconds: float) -> None:
        """Wait before the next attempt, no longer than until the table is heard announced."""
        if self._seek is None or not seconds or not self.table_id:
            await asyncio.sleep(seconds)
            return
        if self._seeking is None:
            self._seeking = asyncio.ensure_future(self._seek(self.table_id))
        found, _ = await asyncio.wait({self._seeking}, timeout=seconds)
        if not found:
            return
        if self._seeking.cancelled() or self._seeking.exception() is not None:
            # Nothing can be heard here; the address that was good before still counts.
            await asyncio.sleep(seconds)
            return
        self._address = self._seeking.result()
        self._stop_seeking()

    def _stop_seeking(self) -> None:
        if self._seeking is not None:
            self._seeking.cancel()
            self._seeking = None

    def _end(self) -> None:
        self._stop_seeking()
        gone = self.ended
        if not self._joined.done():
            self._joined.set_exception(Lost(gone, self._ended_args))
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(Lost(gone))
        self._updates.put_nowait(None)

    async def _connection(self) -> bool:
        """One connection from greeting to end, or to its handing over to one beside it; returns whether it got in."""
        opening = asyncio.open_connection(*self._address, ssl=client_context())
        reader, writer = await asyncio.wait_for(opening, CONNECT_SECONDS)
        fingerprint = peer_fingerprint(writer.get_extra_info("ssl_object"))
        if self.fingerprint and fingerprint != self.fingerprint:
            writer.transport.abort()
            raise OtherCertificate("another certificate than before")
        self.fingerprint = fingerprint
        line = Line(ClientSession(steady_time(), fingerprint=fingerprint), writer)
        got_in = False
        try:
            line.flush()
            while not line.session.closed:
                try:
                    data = await asyncio.wait_for(reader.read(65536), TICK)
                except TimeoutError:
                    events = line.session.tick(steady_time())
                else:
                    now = steady_time()
                    events = line.session.receive(data, now) if data else line.session.connection_lost()
                    events += line.session.tick(now)
                got_in = self._take(line, events) or got_in
                line.flush()
                if got_in and self._line is not line:
                    break  # a connection beside this one has answered first
        finally:
            beside = line.beside
            if beside is not None and self._line is line:
                beside.cancel()
            writer.transport.abort() if line.session.slow else writer.close()
        if beside is not None and self._line is not line:
            return await beside
        return got_in

    def _take(self, line: Line, events: list[SessionEvent]) -> bool:
        """Do what the session of a connection says; returns whether it got in."""
        got_in = False
        for event in events:
            if isinstance(event, Challenged):
                self._introduce(line)
            elif isinstance(event, TurnedSlow):
                if self._line is line and line.beside is None:
                    line.beside = asyncio.create_task(self._beside(), name="second connection")
            elif isinstance(event, Received):
                if isinstance(event.message, Welcome):
                    got_in, self._line = True, line
                    self._role = event.message.role
                    if event.message.seat is not None and isinstance(self._identity, Keys):
                        self._identity.has_sat(self.table_id)
                if isinstance(event.message, Rejected):
                    self._rejected(event.message)
                elif self._line in (None, line):
                    self._follower.received(event.message, steady_time())
                    if isinstance(event.message, Snapshot) and not self._joined.done():
                        self._joined.set_result(None)
            elif isinstance(event, Closed) and self._line in (None, line) and self._ends(event.code):
                self._ended, self._ended_args = self._ended or event.code, event.args
        return got_in

    def _rejected(self, message: Rejected) -> None:
        self._ended = message.code
        if not self._joined.done():
            self._joined.set_exception(Refused(message.code, message.args))

    def _ends(self, code: str) -> bool:
        """Tell whether an end is for good: who was never let in would only be sent away the same way again."""
        return code in ENDINGS or (code != "lost" and not self._joined.done())

    async def _beside(self) -> bool:
        """Dial a second time while the first connection is silent; one that cannot is no loss."""
        try:
            return await self._connection()
        except (OSError, TimeoutError):
            return False

    def _introduce(self, line: Line) -> None:
        challenge = line.session.challenge
        assert challenge is not None
        if self.table_id and challenge.table != self.table_id:
            line.session.close("other_table", steady_time())
            return
        self.table_id = challenge.table
        try:
            identity = self._identity.at(challenge.table) if isinstance(self._identity, Keys) else self._identity
        except IdentityError as error:
            self._ended = f"key_{error.code}"
            self._ended_args = (("detail", error.detail[:ARGUMENT_BYTES // 4]),)
            line.session.close("left", steady_time())
            return
        # Whoever holds a chair returns by his key: the code may be another by now.
        code = None if self.view.seat is not None else self._code
        line.session.introduce(
            identity, steady_time(), name=self._name, role=self._role, seat=self._follower.seat,
            have=self._follower.have, code=code,
        )  # fmt: skip


@asynccontextmanager
async def connect(
    host: str,
    port: int,
    *,
    name: str,
    role: Role = "player",
    seat: int | None = None,
    code: str | None = None,
    identity: Identity | Keys | None = None,
    seek: Seek | None = None,
    fingerprint: bytes = b"",
) -> AsyncIterator[RemoteTable]:
    """Join the table at an address.

    Args:
        host: name or address.
        port: TCP port.
        name: one's name at the table.
        role: ``player``, ``bot`` or ``observer``.
        seat: the chair wanted, 1-6; None: the first free.
        code: the table's code, where it is private.
        identity: the key to sit with, or the keys from which one is chosen; None: a new one, kept nowhere.
        seek: hears a table announced again that was lost, such as :func:`net.finding.seek`.
        fingerprint: the announced one of the table's certificate, 32 bytes; empty where only an address is known.

    Raises:
        Refused: the table does not let us in.
        Lost: nobody answers there, or not this table.
    """
    table = RemoteTable(host, port, identity or Identity.temporary(), name, role, seat, code, seek, fingerprint)
    try:
        await table.joined()
        yield table
    finally:
        await table.close()


Decide = Callable[[View], str | None]
"""From one's view to an action's text form, or None for nothing."""


__all__ = ["Decide", "Lost", "Refused", "RemoteTable", "Seek", "connect"]
