"""Whether a machine is there on one's own network, although nothing came back from it."""

from __future__ import annotations

import ipaddress
from enum import Enum
from pathlib import Path
from typing import Final

from net.addresses import local_networks

_TABLE: Final = Path("/proc/net/arp")
_COMPLETE: Final = 0x2
"""The flag of an entry whose hardware address is known."""


class Neighbour(Enum):
    """What is known of a machine by its address."""

    THERE = "there"
    """On a network of ours, and it has answered there by its hardware address just now."""
    SILENT = "silent"
    """On a network of ours, and it does not even answer by its hardware address."""
    ELSEWHERE = "elsewhere"
    """On no network of ours: routers are between."""
    UNKNOWN = "unknown"
    """This system does not say (only Linux does, and for IPv4), or the address is a name."""


def neighbour(text: str) -> Neighbour:
    """Return what is known of the machine at an address that was dialled a moment ago."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return Neighbour.UNKNOWN
    if address.is_loopback or address.is_link_local:
        return Neighbour.UNKNOWN
    if not any(address in network for network in local_networks()):
        return Neighbour.ELSEWHERE
    if address.version == 6:
        return Neighbour.UNKNOWN
    try:
        rows = [line.split() for line in _TABLE.read_text("ascii", "replace").splitlines()[1:]]
    except OSError:
        return Neighbour.UNKNOWN
    for row in rows:
        if len(row) >= 3 and row[0] == str(address):
            return Neighbour.THERE if int(row[2], 16) & _COMPLETE else Neighbour.SILENT
    return Neighbour.SILENT


__all__ = ["Neighbour", "neighbour"]
