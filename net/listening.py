"""Listening on one port for all address families."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from typing import Final

TRIES: Final = 8
"""Attempts to find a port that is free for IPv4 and IPv6 alike: two are nearly always enough."""

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None] | None]


async def listen(serve: Serve, bind: str | None, port: int, context: ssl.SSLContext) -> asyncio.Server:
    """Listen on ``bind`` (None: all interfaces) and ``port`` (0: any that is free everywhere).

    The system gives each family a port of its own where any will do; a table is announced with one.

    Raises:
        OSError: the port is taken.
    """
    server = await asyncio.start_server(serve, bind, port, ssl=context)
    for _ in range(TRIES):
        ports = [each.getsockname()[1] for each in server.sockets]
        if len(set(ports)) == 1:
            return server
        server.close()
        try:
            return await asyncio.start_server(serve, bind, ports[0], ssl=context)
        except OSError:
            server = await asyncio.start_server(serve, bind, port, ssl=context)
    return server
