"""A table on the network: sockets around :class:`net.table.Table`. One process, one table."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.reasons import Reason
from net.certificates import HostCertificate, server_context
from net.cleaning import EmptyText, clean_chat, clean_name
from net.identity import new_table_id
from net.limits import OBSERVERS_MOST, PROTOCOL, QUEUE_BYTES, TICK
from net.posix import steady_time
from net.session import Asked, Closed, CodeGuard, HostSession, Introduced, Received
from net.table import OBSERVERS, Table, TableError
from net.wire import (
    Act,
    AddBot,
    Arguments,
    Card,
    Chat,
    Decline,
    Done,
    Hello,
    Leave,
    Message,
    Notice,
    Ready,
    Refused,
    RemoveBot,
    Resync,
    Roster,
    Say,
    Sit,
    Start,
    TableCard,
    Welcome,
    encode,
)

BETWEEN_DEALS: Final = 20.0
"""Seconds after which the next deal begins although somebody is not ready (CLI.md)."""

GOODBYE_SECONDS: Final = 1.0
"""How long closing may take in all."""

Happened = Callable[[str, dict[str, object]], None]
"""Told of ``joined`` and ``left`` with their fields."""


@dataclass(slots=True, eq=False)
class Peer:
    """One connection: its session, and once it has joined its stream, name and role."""

    session: HostSession
    writer: asyncio.StreamWriter
    stream: int | None = None
    name: str = ""
    role: str = ""
    key: bytes = b""


@dataclass(frozen=True, slots=True)
class Description:
    """What a lobby is told of a table beside its state."""

    title: str
    host: str
    version: str
    predictable: bool = False


class Host:
    """Serves one table until it is closed.

    Args:
        certificate: the TLS certificate.
        description: title and names.
        happened: told when somebody comes or goes.
        observers: most observers.
        owner: the public key that may add and remove bots and start deals over the wire; None: nobody's.
    """

    def __init__(
        self,
        certificate: HostCertificate,
        description: Description,
        happened: Happened = lambda what, fields: None,
        *,
        observers: int = OBSERVERS_MOST,
        owner: bytes | None = None,
    ) -> None:
        self.id = new_table_id()
        self.port = 0
        self.over = asyncio.Event()
        self._certificate = certificate
        self._description = description
        self._happened = happened
        self._most_observers = observers
        self._owner = owner
        self._guard = CodeGuard(None)
        self._peers: set[Peer] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._server: asyncio.Server | None = None
        self._clock: asyncio.Task[None] | None = None
        self._between_since: float | None = None
        self._table: Table | None = None

    @property
    def table(self) -> Table:
        """The table served."""
        assert self._table is not None
        return self._table

    @property
    def fingerprint(self) -> str:
        """The certificate's fingerprint, hexadecimal."""
        return self._certificate.fingerprint.hex()

    async def start(self, table: Table, bind: str | None, port: int) -> None:
        """Listen on ``bind`` (None: all interfaces) and ``port`` (0: any free one); raises ``OSError``."""
        self._table = table
        context: ssl.SSLContext = server_context(self._certificate)
        self._server = await asyncio.start_server(self._serve, bind, port, ssl=context)
        self.port = self._server.sockets[0].getsockname()[1]
        self._clock = asyncio.create_task(self._run(), name="table clock")

    async def failed(self) -> None:
        """Wait until the match is over; raises what the table's own task died of."""
        assert self._clock is not None
        over = asyncio.create_task(self.over.wait())
        await asyncio.wait({over, self._clock}, return_when=asyncio.FIRST_COMPLETED)
        if self._clock.done():
            over.cancel()
            self._clock.result()

    async def close(self, code: str = "closed") -> None:
        """Say goodbye to everybody and stop listening."""
        if self._server is not None:
            self._server.close()
        if self._clock is not None:
            self._clock.cancel()
        for peer in list(self._peers):
            peer.session.close(code, steady_time())
            self._flush(peer)
            peer.writer.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=GOODBYE_SECONDS)

    def tell(self, stream: int, frame: bytes) -> None:
        """Send one encoded frame to all peers of a stream; nobody is waited for."""
        now = steady_time()
        for peer in list(self._peers):
            if peer.stream != stream:
                continue
            peer.session.send_frame(frame, now)
            self._flush(peer)
            if peer.writer.transport.get_write_buffer_size() > QUEUE_BYTES:
                peer.writer.transport.abort()

    def card(self) -> TableCard:
        """Return the table's card for lobbies."""
        chairs = self.table.chairs.values()
        return TableCard(
            id=self.id,
            title=self._description.title,
            host=self._description.host,
            port=self.port,
            preset=self.table.match.rules.preset,
            seats_free=sum(chair.free for chair in chairs),
            bots=sum(bool(chair.level) for chair in chairs),
            observers=self._observers(),
            code=self._guard.needed,
            delay=0,
            predictable=self._description.predictable,
            state="waiting" if self.table.match.deal is None else "playing",
            protocol=PROTOCOL,
            version=self._description.version,
            fingerprint=self.fingerprint,
        )

    def _observers(self) -> int:
        return sum(peer.stream == OBSERVERS for peer in self._peers)

    # The table's clock

    async def _run(self) -> None:
        table = self.table
        while True:
            now = steady_time()
            for peer in list(self._peers):
                self._events(peer, peer.session.tick(now))
            self._maybe_deal(now)
            if table.tick(now):
                await asyncio.sleep(0)
                continue
            if table.match.over and not self.over.is_set():
                self.over.set()
            wait = TICK if table.deadline is None else min(TICK, max(0.0, table.deadline - now))
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), wait)

    def _maybe_deal(self, now: float) -> None:
        table = self.table
        if not table.match.between or not table.full:
            self._between_since = None
            return
        if self._between_since is None:
            self._between_since = now
        late = table.match.deal is not None and now - self._between_since >= BETWEEN_DEALS
        if table.may_deal or late:
            table.begin(now)
            self._roster()

    def changed(self) -> None:
        """Tell everybody of chairs that the host's own program has changed."""
        self._roster()
        self._wake.set()

    def _roster(self) -> None:
        frame = encode(Roster(self.table.roster()))
        now = steady_time()
        for peer in list(self._peers):
            if peer.stream is not None:
                peer.session.send_frame(frame, now)
                self._flush(peer)

    # Peers

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        session = HostSession(
            steady_time(),
            table_id=self.id,
            fingerprint=self._certificate.fingerprint,
            guard=self._guard,
            version=self._description.version,
        )
        peer = Peer(session, writer)
        self._peers.add(peer)
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            self._flush(peer)
            while not session.closed and (data := await reader.read(65536)):
                self._events(peer, session.receive(data, steady_time()))
        except (OSError, ssl.SSLError):
            pass  # the connection is lost, which is what comes next
        finally:
            self._events(peer, session.connection_lost())
            self._gone(peer)
            writer.close()
            self._tasks.discard(task)

    def _flush(self, peer: Peer) -> None:
        data = peer.session.data_to_send()
        if data and not peer.writer.transport.is_closing():
            peer.writer.write(data)

    def _events(self, peer: Peer, events: list[object] | object) -> None:
        for event in events if isinstance(events, list) else []:
            if isinstance(event, Asked):
                peer.session.send(Card(self.card()), steady_time())
            elif isinstance(event, Introduced):
                self._introduced(peer, event.hello)
            elif isinstance(event, Received):
                self._received(peer, event.message)
            elif isinstance(event, Closed):
                self._flush(peer)
                peer.writer.close()
        self._flush(peer)

    def _gone(self, peer: Peer) -> None:
        if peer not in self._peers:
            return
        self._peers.discard(peer)
        if peer.stream is None:
            return  # never came in, or left
        seat = peer.stream or None
        if seat and not any(other.stream == seat for other in self._peers):
            self.table.gone(seat, steady_time())
        self._happened("left", {"role": peer.role, "seat": seat, "name": peer.name})
        self._roster()

    def _introduced(self, peer: Peer, hello: Hello) -> None:
        now, table = steady_time(), self.table
        try:
            peer.name = clean_name(hello.name)
        except EmptyText:
            peer.session.reject("bad_name", now)
            return
        peer.role, peer.key = hello.role, hello.key
        if hello.role == "observer":
            if self._observers() >= self._most_observers:
                peer.session.reject("too_many_observers", now)
                return
            peer.stream = OBSERVERS
        else:
            try:
                peer.stream = table.sit(hello.key, peer.name, hello.seat, now)
            except TableError as refused:
                peer.session.reject(refused.code, now)
                return
            for other in list(self._peers):
                if other is not peer and other.stream == peer.stream:
                    other.session.close("replaced", now)
                    self._flush(other)
                    other.writer.close()
        peer.session.accept(Welcome(hello.role, peer.stream or None, table.seq, peer.name), now)
        peer.session.send(table.snapshot(peer.stream), now)
        self._happened("joined", {"role": peer.role, "seat": peer.stream or None, "name": peer.name})
        self._roster()
        self._wake.set()

    def _received(self, peer: Peer, message: Message) -> None:
        now, table = steady_time(), self.table
        seat = peer.stream
        if seat is None:
            return  # what came behind its leaving
        if isinstance(message, Resync):
            peer.session.send(table.snapshot(seat), now)
        elif isinstance(message, Say):
            self._say(peer, message.text)
        elif isinstance(message, Leave):
            self._leave(peer, now)
        elif isinstance(message, AddBot | RemoveBot | Start):
            self._manage(peer, message, now)
        elif seat == OBSERVERS:
            peer.session.send(Notice("observers_only_watch"), now)
        elif isinstance(message, Act):
            reason = table.act(seat, message.id, message.action, now)
            peer.session.send(Done(message.id) if reason is None else _refused(message.id, reason), now)
        elif isinstance(message, Decline):
            table.decline(seat, message.window_id)
        elif isinstance(message, Ready):
            table.set_ready(seat, message.on)
            self._roster()
        elif isinstance(message, Sit):
            self._move(peer, message.seat, now)
        self._wake.set()

    def _leave(self, peer: Peer, now: float) -> None:
        seat, peer.stream = peer.stream or None, None
        if seat:
            self.table.leave(seat, now)
        self._happened("left", {"role": peer.role, "seat": seat, "name": peer.name})
        peer.session.close("left", now)
        self._roster()

    def _manage(self, peer: Peer, message: AddBot | RemoveBot | Start, now: float) -> None:
        """Do what only the host's own key may; everybody else is told so."""
        if self._owner is None or peer.key != self._owner:
            peer.session.send(Notice("host_only"), now)
            return
        table = self.table
        try:
            if isinstance(message, AddBot):
                table.add_bot(message.seat, message.level)
            elif isinstance(message, RemoveBot):
                table.remove_bot(message.seat)
            else:
                table.begin(now)
        except TableError as refused:
            peer.session.send(Notice(refused.code), now)
            return
        self._roster()

    def _move(self, peer: Peer, wanted: int | None, now: float) -> None:
        """Change a player's chair; the new chair's stream begins with a welcome and a snapshot."""
        table = self.table
        if wanted is None:
            peer.session.send(Notice("leave_to_watch"), now)
            return
        try:
            table.move(peer.stream or 0, wanted)
        except TableError as refused:
            peer.session.send(Notice(refused.code), now)
            return
        peer.stream = wanted
        peer.session.send(Welcome("bot" if peer.role == "bot" else "player", wanted, table.seq, peer.name), now)
        peer.session.send(table.snapshot(wanted), now)
        self._roster()

    def _say(self, peer: Peer, text: str) -> None:
        try:
            cleaned = clean_chat(text)
        except EmptyText:
            return
        seat = peer.stream or None
        frame = encode(Chat("player" if seat else "observer", seat, peer.name, cleaned))
        now = steady_time()
        for other in list(self._peers):
            if other.stream is not None and (seat or other.stream == OBSERVERS):
                other.session.send_frame(frame, now)
                self._flush(other)


def _refused(number: int, reason: Reason) -> Refused:
    arguments: Arguments = tuple(reason.args.items())
    return Refused(number, reason.code.value, arguments)
