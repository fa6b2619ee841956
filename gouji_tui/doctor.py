"""``gouji doctor``: why nobody sees my table, by interfaces, multicast, ports and firewalls, and what to do."""

from __future__ import annotations

import asyncio
import shutil
import socket
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Final

from gouji_tui.strings import text
from gouji_tui.telling import line
from net.addresses import local_addresses
from net.announcing import Advertiser, Announcement
from net.certificates import make_certificate, server_context
from net.discovery import Browser, FoundTable, ProbeAnswer
from net.identity import new_table_id
from net.limits import DEFAULT_PORT
from net.listening import listen
from net.posix import steady_time

HEARD_SECONDS: Final = 4.0
"""How long one's own announcement may take: it is heard within 1 s where multicast works."""

DIAL_SECONDS: Final = 2.0
"""Limit of one attempt to reach one's own port at one of one's own addresses."""

MDNS_PORT: Final = 5353


class State(Enum):
    """How one check ended."""

    GOOD = "good"
    BAD = "bad"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found: its name, its state, and what it looked at."""

    check: str
    state: State
    detail: str = ""


def run(language: str, as_json: bool) -> int:
    """Run all checks and print them; returns 1 where one of them found something bad."""
    findings = asyncio.run(examine())
    for each in findings:
        if as_json:
            print(line({"check": each.check, "state": each.state.value, "detail": each.detail}), flush=True)
        else:
            print(sentence(language, each), flush=True)
    return int(any(each.state is State.BAD for each in findings))


def sentence(language: str, finding: Finding) -> str:
    """Return a finding as a line for a person, with what to do where it is bad."""
    mark = {State.GOOD: "+", State.BAD: "!", State.UNKNOWN: "?"}[finding.state]
    said = text(language, f"doctor.{finding.check}.{finding.state.value}", detail=finding.detail)
    return f"{mark} {said}"


async def examine() -> list[Finding]:
    """Return what all checks found."""
    found = [_interfaces(), _mdns_port()]
    addresses = local_addresses()
    certificate = make_certificate()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await listen(answer, None, 0, server_context(certificate))
    async with server:
        port = server.sockets[0].getsockname()[1]
        found.append(await _dialled(addresses, port))
        found += await _multicast(port, certificate.fingerprint.hex())
    found.append(_table_port())
    found.append(_firewall())
    return found


def _interfaces() -> Finding:
    addresses = local_addresses()
    return Finding("interfaces", State.GOOD if addresses else State.BAD, ", ".join(addresses))


def _mdns_port() -> Finding:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            _share(probe)
            probe.bind(("", MDNS_PORT))
        except OSError as error:
            return Finding("mdns_port", State.BAD, error.strerror or str(error))
    return Finding("mdns_port", State.GOOD)


def _share(probe: socket.socket) -> None:
    probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "SO_REUSEPORT"):
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


def _table_port() -> Finding:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        try:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(("", DEFAULT_PORT))
        except OSError:
            return Finding("table_port", State.UNKNOWN, str(DEFAULT_PORT))
    return Finding("table_port", State.GOOD, str(DEFAULT_PORT))


async def _dialled(addresses: Iterable[str], port: int) -> Finding:
    silent = []
    for address in addresses:
        if ":" in address and address.startswith("fe80"):
            continue  # needs the link it is on, which others write behind it
        try:
            async with asyncio.timeout(DIAL_SECONDS):
                _, writer = await asyncio.open_connection(address, port)
            writer.close()
        except (OSError, TimeoutError):
            silent.append(address)
    return Finding("dialled", State.BAD if silent else State.GOOD, ", ".join(silent))


async def _multicast(port: int, fingerprint: str) -> list[Finding]:
    """Announce a table of our own and listen: for it, and for others'."""
    own = new_table_id()

    async def ask(table: FoundTable) -> ProbeAnswer:
        raise OSError("not asked")

    advertiser = Advertiser(Announcement(own, "doctor", port, fingerprint, 0, "doctor"))
    begun = steady_time()
    others: set[str] = set()
    heard: float | None = None
    async with Browser(ask) as browser:
        await advertiser.start()
        try:
            async with asyncio.timeout(HEARD_SECONDS):
                async for tables in browser.updates():
                    for table in tables:
                        if table.table_id == own:
                            heard = heard or steady_time() - begun
                        else:
                            others.add(table.title)
        except TimeoutError:
            pass
        problem = browser.problem
    await advertiser.stop()
    if problem is not None:
        return [Finding("own_heard", State.BAD, problem.detail)]
    return [
        Finding("own_heard", State.BAD if heard is None else State.GOOD, "" if heard is None else f"{heard:.1f}"),
        Finding("others_heard", State.GOOD if others else State.UNKNOWN, ", ".join(sorted(others))),
    ]


def _firewall() -> Finding:
    """Name what may stand in the way on this platform; whether it does only the others can tell."""
    if sys.platform == "darwin":
        return Finding("firewall_macos", State.UNKNOWN)
    if sys.platform == "win32":
        return Finding("firewall_windows", State.UNKNOWN)
    tools = [tool for tool in ("firewall-cmd", "ufw", "nft", "iptables") if shutil.which(tool)]
    return Finding("firewall_linux", State.UNKNOWN, ", ".join(tools) or "-")
