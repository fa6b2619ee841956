"""Asking a table for its card, and why one cannot be reached, as far as this side can know."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from typing import Final

from net.certificates import client_context, peer_fingerprint
from net.limits import CONNECT_SECONDS
from net.neighbours import Neighbour, neighbour
from net.posix import steady_time
from net.session import Challenged, ClientSession, Closed, Received
from net.wire import Card, TableCard

_UNREACHABLE: Final = frozenset(
    {errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN, errno.EADDRNOTAVAIL}
)


def why_unreachable(error: BaseException) -> str:
    """Return the code of what went wrong in reaching a table.

    `no_such_name` (the name has no address), `nobody_listens` (the machine answers, no program does at that port),
    `no_answer` (nothing came back: :func:`explain` may know more), `no_way` (no network leads there),
    `not_permitted` (this machine forbids it), `not_gouji` (another program answers), `protocol` (a table of another
    version), `other_certificate` (see `OtherCertificate`), `lost` (cut in the middle).
    """
    if isinstance(error, OtherProtocol):
        return "protocol"
    if isinstance(error, OtherCertificate):
        return "other_certificate"
    if isinstance(error, socket.gaierror):
        return "no_such_name"
    if isinstance(error, ssl.SSLError | NotGouji):
        return "not_gouji"
    if isinstance(error, ConnectionRefusedError) or f"[Errno {errno.ECONNREFUSED}]" in str(error):
        return "nobody_listens"
    if isinstance(error, TimeoutError):
        return "no_answer"
    number = error.errno if isinstance(error, OSError) else None
    if number in _UNREACHABLE:
        return "no_way"
    if number in (errno.EACCES, errno.EPERM):
        return "not_permitted"
    return "lost"


async def explain(error: BaseException, host: str, port: int, *, heard: bool = False) -> str:
    """Return the code of what went wrong, like :func:`why_unreachable`, looking closer where nothing came back.

    `firewall` (the machine is there and lets nothing in at that port), `not_there` (no machine at that address of
    our own network, or guests are kept apart), `apart` (the same where the table was heard announced: so it is
    there), `other_network` (the address is on none of our networks).
    """
    code = why_unreachable(error)
    if code == "no_way" and neighbour(host) is Neighbour.THERE:
        return "firewall"  # which says so by a packet that looks like a router's
    if code not in ("no_answer", "no_way") or (code == "no_way" and neighbour(host) is not Neighbour.SILENT):
        return code
    if await _accepts(host, port):
        return "not_gouji"  # It takes the connection and then keeps silent.
    known = neighbour(host)
    if known is Neighbour.THERE:
        return "firewall"
    if heard:
        return "apart"
    return {Neighbour.SILENT: "not_there", Neighbour.ELSEWHERE: "other_network"}.get(known, code)


async def _accepts(host: str, port: int) -> bool:
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), ACCEPT_SECONDS)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


ACCEPT_SECONDS: Final = 0.5
"""Limit of a second look at a port; on a LAN a connection is taken in a few ms."""


class OtherProtocol(OSError):
    """A table answers, but speaks the protocol of this `number`."""

    def __init__(self, number: int) -> None:
        super().__init__(f"protocol {number}")
        self.number = number


class NotGouji(OSError):
    """A program answers that is no table."""


class OtherCertificate(OSError):
    """Who answers shows another certificate than the table that was announced: not that table, or somebody between."""


async def probe(host: str, port: int, fingerprint: bytes = b"") -> TableCard:
    """Return the card of the table at an address; raises ``OSError`` or ``TimeoutError`` where none answers.

    ``fingerprint`` is the announced one, empty where none is known: who shows another certificate is not asked.
    """
    reader, writer = await asyncio.wait_for(asyncio.open_connection(host, port, ssl=client_context()), CONNECT_SECONDS)
    try:
        shown = peer_fingerprint(writer.get_extra_info("ssl_object"))
        if fingerprint and shown != fingerprint:
            raise OtherCertificate("another certificate than announced")
        session = ClientSession(steady_time(), fingerprint=shown)
        writer.write(session.data_to_send())
        while data := await asyncio.wait_for(reader.read(65536), CONNECT_SECONDS):
            for event in session.receive(data, steady_time()):
                if isinstance(event, Challenged):
                    session.ask(steady_time())
                elif isinstance(event, Received) and isinstance(event.message, Card):
                    return event.message.info
                elif isinstance(event, Closed) and event.code == "protocol":
                    raise OtherProtocol(int(dict(event.args).get("host", 0)))
                elif isinstance(event, Closed) and event.code == "not_gouji":
                    raise NotGouji("another program answers there")
            writer.write(session.data_to_send())
    finally:
        writer.close()
    raise OSError("no table answers there")
