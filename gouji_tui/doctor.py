"""``gouji doctor``: why nobody sees my table, by interfaces, multicast, ports and firewalls, and what to do."""

from __future__ import annotations

import asyncio
import shutil
import socket
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from gouji_tui.strings import text
from gouji_tui.telling import line
from net.addresses import LOOPBACK, local_addresses, local_links
from net.announcing import Advertiser, Announcement
from net.certificates import make_certificate, server_context
from net.cleaning import clean
from net.discovery import Browser, FoundTable, ProbeAnswer
from net.holders import holders
from net.identity import new_table_id
from net.limits import DEFAULT_PORT
from net.listening import listen
from net.overhearing import MDNS_PORT, overhear, share_port
from net.posix import steady_time
from net.reaching import probe

HEARD_SECONDS: Final = 4.0
"""How long one's own announcement may take: it is heard within 1 s where multicast works."""

DIAL_SECONDS: Final = 2.0
"""Limit of one attempt to reach one's own port at one of one's own addresses."""


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

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, taken: float) -> None:
        writer.close()

    server = await listen(answer, None, 0, server_context(certificate))
    async with server:
        port = server.port
        found.append(await _dialled("dialled", addresses, port))
        found += await _multicast(port, certificate.fingerprint.hex(), addresses)
    found += await _table_port(addresses)
    found += _firewalls()
    found.append(Finding("by_address", State.GOOD if addresses else State.UNKNOWN, _to_type(addresses)))
    return found


def _to_type(addresses: Sequence[str]) -> str:
    """Return the address that others type, with a scope of theirs where it needs one."""
    first = next(iter(addresses), "-")
    return f"[{first}%LINK]" if first.startswith("fe80") else first


def _interfaces() -> Finding:
    links = local_links()
    said = [f"{link.name} {' '.join(link.addresses)}{'' if link.announced else ' (-)'}" for link in links]
    return Finding("interfaces", State.GOOD if links else State.BAD, ", ".join(said))


def _mdns_port() -> Finding:
    held = ", ".join(holders(MDNS_PORT))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            share_port(probe)
            probe.bind(("", MDNS_PORT))
        except OSError as error:
            return Finding("mdns_port", State.BAD, held or error.strerror or str(error))
    return Finding("mdns_port", State.GOOD, held or "-")


async def _table_port(addresses: Iterable[str]) -> list[Finding]:
    """Look at the port where a table listens if nobody says otherwise: free, or whose it is."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as trial:
        try:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(("", DEFAULT_PORT))
        except OSError:
            pass
        else:
            return [Finding("table_port", State.GOOD, str(DEFAULT_PORT))]
    try:
        card = await probe(LOOPBACK, DEFAULT_PORT)
    except (OSError, TimeoutError):
        return [Finding("table_port", State.UNKNOWN, str(DEFAULT_PORT))]
    return [Finding("own_table", State.GOOD, clean(card.title)), await _dialled("own_dialled", addresses, DEFAULT_PORT)]


async def _dialled(check: str, addresses: Iterable[str], port: int) -> Finding:
    silent = []
    for address in addresses:
        if address.startswith("fe80"):
            continue  # needs the link it is on, which others write behind it
        try:
            async with asyncio.timeout(DIAL_SECONDS):
                _, writer = await asyncio.open_connection(address, port)
            writer.close()
        except (OSError, TimeoutError):
            silent.append(address)
    return Finding(check, State.BAD if silent else State.GOOD, ", ".join(silent))


async def _multicast(port: int, fingerprint: str, addresses: Sequence[str]) -> list[Finding]:
    """Announce a table of our own and listen: for it, for others', and for whatever else is said by multicast."""
    own = new_table_id()

    async def unasked(table: FoundTable) -> ProbeAnswer:
        raise OSError("not asked")

    advertiser = Advertiser(Announcement(own, "doctor", port, fingerprint, 0, "doctor"))
    begun = steady_time()
    others: set[str] = set()
    heard: float | None = None
    overhearing = asyncio.create_task(_overhear(addresses))
    async with Browser(unasked) as browser:
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
    machines = ", ".join(await overhearing)
    if problem is not None:
        known = problem.code in ("port_in_use", "not_permitted", "no_network")
        return [Finding(f"multicast_{problem.code}" if known else "own_heard", State.BAD, problem.detail)]
    return [
        Finding("own_heard", State.BAD if heard is None else State.GOOD, "" if heard is None else f"{heard:.1f}"),
        Finding("machines_heard", State.GOOD if machines else State.UNKNOWN, machines),
        Finding("others_heard", State.GOOD if others else State.UNKNOWN, ", ".join(sorted(others))),
    ]


async def _overhear(addresses: Sequence[str]) -> tuple[str, ...]:
    try:
        return await overhear(HEARD_SECONDS, addresses)
    except OSError:
        return ()


def _firewalls() -> list[Finding]:
    """Name what may stand in the way on this platform; whether it does only the others can tell."""
    if sys.platform == "darwin":
        return [Finding("consent_macos", State.UNKNOWN), Finding("firewall_macos", State.UNKNOWN)]
    if sys.platform == "win32":
        return [Finding("firewall_windows", State.UNKNOWN, str(DEFAULT_PORT))]
    found = []
    if _says(UFW, "ENABLED=yes"):
        found.append(Finding("firewall_ufw", State.UNKNOWN, str(DEFAULT_PORT)))
    if any(path.exists() for path in FIREWALLD):
        found.append(Finding("firewall_firewalld", State.UNKNOWN, str(DEFAULT_PORT)))
    if not found:
        tools = [tool for tool in ("nft", "iptables") if shutil.which(tool)]
        found.append(Finding("firewall_linux", State.UNKNOWN, ", ".join(tools) or "-"))
    return found


UFW: Final = Path("/etc/ufw/ufw.conf")
FIREWALLD: Final = (Path("/run/firewalld.pid"), Path("/var/run/firewalld.pid"))
"""By which one sees without being root that a firewall is on."""


def _says(path: Path, words: str) -> bool:
    try:
        return words in path.read_text("utf-8", "replace")
    except OSError:
        return False
