"""Listening on one port for all address families; strangers are counted from the moment their connection is taken."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import ssl
from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Final, Self, cast

from net.limits import HANDSHAKE_SECONDS
from net.posix import steady_time

TRIES: Final = 8
"""Attempts to find a port that is free for IPv4 and IPv6 alike: two are nearly always enough."""

BACKLOG: Final = 128
"""Connections that the system holds until they are taken, which is at once."""

FULL_SECONDS: Final = 0.5
"""Pause where the system gives no more sockets."""

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter, float], Awaitable[None] | None]
"""Serves a connection once it speaks TLS; the time is that of its being taken, on the steady clock."""

Admit = Callable[[str], bool]
"""Tells whether a connection from an address may be taken."""


class Listener:
    """Takes connections on its sockets until it is closed.

    The TLS handshake is ours to bound: a connection that only stands there is as much a stranger as one that speaks.

    Args:
        sockets: bound and listening.
        serve: gets every connection whose handshake is done.
        context: of TLS.
        admit: asked before anything is done for a connection; refused ones are closed without a word.
    """

    def __init__(self, sockets: list[socket.socket], serve: Serve, context: ssl.SSLContext, admit: Admit) -> None:
        self.sockets = sockets
        self.handshaking: list[str] = []
        """The addresses of those whose handshake is under way."""
        self._serve = serve
        self._context = context
        self._admit = admit
        self._connections: set[asyncio.Task[None]] = set()
        self._taking = [asyncio.create_task(self._take(each), name="take connections") for each in sockets]

    @property
    def port(self) -> int:
        """The port, the same for all families."""
        return int(self.sockets[0].getsockname()[1])

    def close(self) -> None:
        """Take no more connections; those that are served go on."""
        for task in self._taking:
            task.cancel()
        for each in self.sockets:
            each.close()

    async def _take(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                taken, address = await loop.sock_accept(listening)
            except OSError:
                await asyncio.sleep(FULL_SECONDS)  # too many open files, or the other side is gone already
                continue
            task = asyncio.create_task(self._connection(taken, str(address[0])), name="connection")
            self._connections.add(task)
            task.add_done_callback(self._connections.discard)

    async def _connection(self, taken: socket.socket, address: str) -> None:
        if not self._admit(address):
            taken.close()
            return
        began, loop = steady_time(), asyncio.get_running_loop()
        reader = asyncio.StreamReader(loop=loop)
        protocol = asyncio.StreamReaderProtocol(reader, loop=loop)
        self.handshaking.append(address)
        try:
            transport, _ = await loop.connect_accepted_socket(
                lambda: protocol, taken, ssl=self._context, ssl_handshake_timeout=HANDSHAKE_SECONDS
            )
        except (OSError, TimeoutError):  # no TLS, not in time, or gone
            taken.close()
            return
        finally:
            self.handshaking.remove(address)
        served = self._serve(reader, asyncio.StreamWriter(transport, protocol, reader, loop), began)
        if served is not None:
            await served

    async def __aenter__(self) -> Self:
        """Return itself."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close."""
        self.close()
        for task in self._taking:
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def listen(
    serve: Serve, bind: str | None, port: int, context: ssl.SSLContext, admit: Admit = lambda address: True
) -> Listener:
    """Listen on ``bind`` (None: all interfaces) and ``port`` (0: any that is free everywhere).

    Raises:
        OSError: the port is taken.
    """
    return Listener(await listening_sockets(bind, port), serve, context, admit)


async def listening_sockets(bind: str | None, port: int) -> list[socket.socket]:
    """Return sockets that listen, one a family, all on one port; raises ``OSError`` where it is taken.

    The system gives each family a port of its own where any will do; others are told one.
    """
    for _ in range(TRIES - 1):
        sockets = await _bound(bind, port)
        ports = {each.getsockname()[1] for each in sockets}
        if len(ports) == 1:
            return sockets
        for each in sockets:
            each.close()
        with contextlib.suppress(OSError):
            return await _bound(bind, ports.pop())
    return await _bound(bind, port)


async def _bound(bind: str | None, port: int) -> list[socket.socket]:
    """Return sockets that listen, one a family; raises ``OSError`` and leaves none open."""
    wanted: list[tuple[socket.AddressFamily, tuple[object, ...]]]
    if bind in (None, ""):
        wanted = [(socket.AF_INET, ("", port)), (socket.AF_INET6, ("::", port))]
    else:
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(bind, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        wanted = [(family, address) for family, _, _, _, address in found]
    opened: list[socket.socket] = []
    try:
        for family, address in wanted:
            try:
                made = socket.create_server(cast("tuple[str, int]", address), family=family, backlog=BACKLOG)
            except OSError as error:
                if bind in (None, "") and family == socket.AF_INET6 and not _has_ipv6(error):
                    continue
                raise
            made.setblocking(False)
            opened.append(made)
    except BaseException:
        for each in opened:
            each.close()
        raise
    return opened


def _has_ipv6(error: OSError) -> bool:
    """Tell whether IPv6 is there, and something else was wrong."""
    return error.errno not in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL, errno.EPROTONOSUPPORT)
