"""Whose multicast DNS reaches this machine, whatever it is about: the one sign that multicast gets through at all."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Sequence
from typing import Final

import ifaddr

MDNS_PORT: Final = 5353
_GROUP: Final = "224.0.0.251"
_GROUP6: Final = "ff02::fb"
_LABELS: Final = (b"_services", b"_dns-sd", b"_udp", b"local")
_QUESTION: Final = (
    struct.pack(">6H", 0, 0, 1, 0, 0, 0)
    + b"".join(bytes([len(label)]) + label for label in _LABELS)
    + struct.pack(">BHH", 0, 12, 1)
)
"""Asks everybody which kinds of services there are: whatever does multicast DNS answers that."""


class _Ear(asyncio.DatagramProtocol):
    def __init__(self, own: frozenset[str]) -> None:
        self._own = own
        self.heard: set[str] = set()

    def datagram_received(self, data: bytes, address: tuple[str | int, ...]) -> None:
        source = str(address[0]).partition("%")[0]
        if source not in self._own:
            self.heard.add(source)


async def overhear(seconds: float, addresses: Sequence[str]) -> tuple[str, ...]:
    """Ask all machines on the links with these addresses, and return the addresses of others that were heard.

    IPv4 addresses name their links; IPv6 is asked on every link. A link that cannot be asked is passed over.

    Raises:
        OSError: the port cannot be shared.
    """
    own = frozenset(
        (ip.ip if isinstance(ip.ip, str) else ip.ip[0]).partition("%")[0]
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    )
    ear, loop = _Ear(own), asyncio.get_running_loop()
    opened = []
    try:
        for made in (_ear4(addresses), _ear6()):
            if made is not None:
                transport, _ = await loop.create_datagram_endpoint(lambda: ear, sock=made)
                opened.append(transport)
        for address in addresses:
            _ask(address)
        await asyncio.sleep(seconds)
    finally:
        for transport in opened:
            transport.close()
    return tuple(sorted(ear.heard))


def share_port(sock: socket.socket) -> None:
    """Let others listen on the same port, as every program that does multicast DNS does."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


def _ear4(addresses: Sequence[str]) -> socket.socket:
    sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        share_port(sock)
        sock.bind(("", MDNS_PORT))
        for address in addresses:
            if ":" not in address:
                _try(sock, socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, _packed(_GROUP) + _packed(address))
        sock.setblocking(False)
    except OSError:
        sock.close()
        raise
    return sock


def _ear6() -> socket.socket | None:
    try:
        sock = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
    except OSError:
        return None  # no IPv6 here
    try:
        share_port(sock)
        sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind(("", MDNS_PORT))
        group = socket.inet_pton(socket.AF_INET6, _GROUP6)
        for index, _name in socket.if_nameindex():
            if _try(sock, socket.IPPROTO_IPV6, socket.IPV6_JOIN_GROUP, group + struct.pack("@I", index)):
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
                _send(sock, (_GROUP6, MDNS_PORT, 0, index))
        sock.setblocking(False)
    except OSError:
        sock.close()
        return None
    return sock


def _ask(address: str) -> None:
    """Send the question from the link with an IPv4 address."""
    if ":" in address:
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        share_port(sock)
        if _try(sock, socket.IPPROTO_IP, socket.IP_MULTICAST_IF, _packed(address)):
            sock.bind(("", MDNS_PORT))  # who asks from another port is answered by unicast
            _send(sock, (_GROUP, MDNS_PORT))


def _packed(address: str) -> bytes:
    return socket.inet_aton(address)


def _try(sock: socket.socket, level: int, option: int, value: bytes) -> bool:
    try:
        sock.setsockopt(level, option, value)
    except OSError:
        return False  # a link without multicast
    return True


def _send(sock: socket.socket, address: tuple[str, int] | tuple[str, int, int, int]) -> None:
    try:
        sock.sendto(_QUESTION, address)
    except OSError:
        return  # a link that is down, or a firewall: nothing will be heard


__all__ = ["MDNS_PORT", "overhear", "share_port"]
