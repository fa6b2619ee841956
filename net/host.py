"""A table on the network: sockets around :class:`net.table.Table`. One process, one table."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from net.attending import Attending, Happened
from net.certificates import HostCertificate, server_context
from net.identity import new_table_id
from net.limits import OBSERVERS_MOST, PROTOCOL, UNAUTHENTICATED_PER_ADDRESS, UNAUTHENTICATED_TOTAL
from net.listening import Listener, listen
from net.peers import Peer
from net.posix import steady_time
from net.session import CodeGuard, HostSession
from net.table import Table
from net.wire import TableCard

GOODBYE_SECONDS: Final = 1.0
"""How long closing may take in all."""


@dataclass(frozen=True, slots=True)
class Description:
    """What a lobby is told of a table beside its state."""

    title: str
    host: str
    version: str
    predictable: bool = False


class Host(Attending):
    """Serves one table until it is closed.

    Args:
        certificate: the TLS certificate.
        description: title and names.
        happened: told when somebody comes or goes.
        observers: most observers.
        owner: the public key that may add and remove bots and start deals over the wire; None: nobody's.
        delay: seconds that observers see the table late.
        table_id: the table's id where it goes on after a break; else a new one.
        keep: called when chairs may have changed, to keep them on the disk.
        code: the code of a private table; None: an open one. Where it was guessed at too often, ``happened`` is told
            ``code`` with the new one.
        renew: called when a match is over and six are ready for another one; puts it on the table.
    """

    def __init__(
        self,
        certificate: HostCertificate,
        description: Description,
        happened: Happened = lambda what, fields: None,
        *,
        observers: int = OBSERVERS_MOST,
        owner: bytes | None = None,
        delay: float = 0.0,
        table_id: str | None = None,
        keep: Callable[[], None] = lambda: None,
        renew: Callable[[], None] | None = None,
        code: str | None = None,
    ) -> None:
        super().__init__(happened, observers, owner, delay, keep, renew)
        self.id = table_id or new_table_id()
        self.port = 0
        self.over = asyncio.Event()
        self._certificate = certificate
        self._description = description
        self._guard = CodeGuard(code, steady_time())
        self._guard.renewed = self._code_renewed
        self._tasks: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._server: Listener | None = None
        self._clock: asyncio.Task[None] | None = None

    @property
    def fingerprint(self) -> str:
        """The certificate's fingerprint, hexadecimal."""
        return self._certificate.fingerprint.hex()

    async def start(self, table: Table, bind: str | None, port: int) -> None:
        """Listen on ``bind`` (None: all interfaces) and ``port`` (0: any free one); raises ``OSError``."""
        self.attend(table)
        context: ssl.SSLContext = server_context(self._certificate)
        self._server = await listen(self._serve, bind, port, context, self._has_room)
        self.port = self._server.port
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
        now = steady_time()
        for peer in list(self.peers):
            peer.session.close(code, now)
            self.flush(peer, now)
            peer.writer.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=GOODBYE_SECONDS)

    def tell(self, stream: int, frame: bytes) -> None:
        """Send one encoded frame to all peers of a stream; nobody is waited for."""
        self.tell_stream(stream, frame, steady_time())

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
            observers=self.table.observers,
            code=self._guard.needed,
            delay=round(self.delay),
            predictable=self._description.predictable,
            state="waiting" if self.table.match.deal is None else "playing",
            protocol=PROTOCOL,
            version=self._description.version,
            fingerprint=self.fingerprint,
        )

    # The table's clock

    async def _run(self) -> None:
        while True:
            now = steady_time()
            wait = self.beat(now)
            if self.table.match.over:
                self.over.set()
            else:
                self.over.clear()
            if not wait:
                await asyncio.sleep(0)
                continue
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), wait)

    def changed(self) -> None:
        """Tell everybody of chairs that the host's own program has changed."""
        self.tell_roster(steady_time())
        self._wake.set()

    # Peers

    @property
    def code(self) -> str | None:
        """The table's code as it is now, None for an open table: for the host's eyes alone."""
        return self._guard.code

    def judge_code(self, code: str) -> str | None:
        """Return None where a code typed in a browser is the table's, else ``code_wait`` or ``code_wrong``; counted
        with all other guesses.
        """
        return self._guard.judge_typed(code, steady_time()) if self._guard.needed else None

    def _code_renewed(self, code: str) -> None:
        self._happened("code", {"code": code})
        self.keep()

    def _has_room(self, address: str) -> bool:
        """Tell whether another stranger from that address may come in: they hold no chair and cost next to nothing."""
        strangers = [peer.address for peer in self.peers if peer.stream is None]
        if self._server is not None:
            strangers += self._server.handshaking
        return len(strangers) < UNAUTHENTICATED_TOTAL and strangers.count(address) < UNAUTHENTICATED_PER_ADDRESS

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, taken: float) -> None:
        address = str((writer.get_extra_info("peername") or ("",))[0])
        session = HostSession(
            taken,
            table_id=self.id,
            fingerprint=self._certificate.fingerprint,
            guard=self._guard,
            knows_key=lambda key: self.table.seat_of(key) is not None,
            version=self._description.version,
        )
        peer = Peer(session, writer, address)
        self.peers.add(peer)
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            self.flush(peer, steady_time())
            while not session.closed and (data := await reader.read(65536)):
                self.happen(peer, session.receive(data, steady_time()), steady_time())
                self._wake.set()
        except (OSError, ssl.SSLError):
            pass  # the connection is lost, which is what comes next
        finally:
            self.happen(peer, session.connection_lost(), steady_time())
            self.gone(peer, steady_time())
            writer.close()
            self._tasks.discard(task)
            self._wake.set()
