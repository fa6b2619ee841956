"""Where tables are: addresses that are typed, names on the LAN, the list of all; and why one cannot be reached."""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import asdict
from functools import partial

import ifaddr

from gouji_tui.failing import Failure
from gouji_tui.strings import network_text, text
from gouji_tui.telling import line
from net.addresses import local_addresses
from net.cleaning import clean
from net.client import Seek
from net.discovery import FoundTable
from net.finding import NotFound, Place, find, look, seek
from net.limits import DEFAULT_PORT, PROTOCOL

FIND_SECONDS = 2.5
"""How long a table is looked for before the person is told how to join by address: with the program's start and the
end of looking that is within 4 seconds.
"""


def parse_address(text: str) -> tuple[str, int]:
    """Read ``HOST[:PORT]`` or ``[v6]:PORT``; raises :class:`Failure`."""
    host, port = text, ""
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        port = rest.removeprefix(":")
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    if not host or (port and not (port.isascii() and port.isdigit() and 0 < int(port) < 65536)):
        raise Failure("address", wrong_use=True, typed=text)
    return host, int(port) if port else DEFAULT_PORT


def addresses() -> list[str]:
    """Return the addresses at which others reach this machine, the likeliest first."""
    found = [each for each in local_addresses() if not each.startswith("fe80:")]
    return found or [*local_addresses()] or ["127.0.0.1"]


def reached_at(bind: str | None) -> list[str]:
    """Return the addresses at which others reach a table that listens on ``bind``, or with None everywhere."""
    return addresses() if bind is None or bind in ("", "0.0.0.0", "::") else [bind]


def with_port(address: str, port: int) -> str:
    """Return an address with a port, as links and ``gouji join`` take it."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


LOOK_SECONDS = 3.0
"""How long ``gouji tables`` looks; the first answers take half a second."""

LOOK_PATIENCE = 3.0
"""How much longer where nothing answers: with a fifth of all packets lost nearly every table is heard in 4 s."""


class SilentTable(Failure):
    """A table was heard, but cannot be joined: the sentence says what was in the way, as far as can be known."""

    def __init__(self, table: FoundTable, why: str) -> None:
        super().__init__("silent_table")
        self._table = table
        self._why = why

    def sentence(self, language: str) -> str:
        """Return it in words."""
        reason = why_text(self._table, language, self._why)
        return text(language, "failure.silent_table", title=clean(self._table.title), why=reason)


async def reach(text: str | None, interface: str | None, fingerprint: bytes = b"") -> Place:
    """Return the place of a table: typed, by its name on the LAN, or with None the only one there is."""
    if text and is_address(text):
        return Place(*parse_address(text), fingerprint)
    check_interface(interface)
    try:
        return await find(text or "", FIND_SECONDS, [interface] if interface else None)
    except NotFound as missing:
        if missing.code == "none":
            known = missing.why in ("port_in_use", "not_permitted", "no_network")
            raise Failure(f"no_table_{missing.why}" if known else "no_table") from None
        if missing.code == "silent":
            raise SilentTable(missing.tables[0], missing.why) from None
        titles = ", ".join(
            f"{clean(table.title)} ({place_text(clean(table.addresses[0]), table.port)})" for table in missing.tables
        )
        if missing.code == "several":
            raise Failure("several", titles=titles) from None
        raise Failure("no_such_table", typed=text, titles=titles) from None


def seeker(interface: str | None) -> Seek:
    """Return what hears a table announced again that was lost."""
    return partial(seek, interfaces=[interface] if interface else None)


def is_address(text: str) -> bool:
    """Tell whether what was typed is an address, and not a table's name."""
    return ":" in text or "." in text or text == "localhost"


def check_interface(interface: str | None) -> None:
    """Raise :class:`Failure` where an address is none of this machine's; None is no wish."""
    if interface is not None and interface not in {str(ip.ip) for a in ifaddr.get_adapters() for ip in a.ips}:
        raise Failure("interface", wrong_use=True, address=interface)


def tables(options: argparse.Namespace, language: str) -> int:
    """Run ``gouji tables``."""
    check_interface(options.interface)
    found = asyncio.run(_list_tables(options, language))
    if not found and not options.json:
        print(f"gouji: {Failure('no_table').sentence(language)}", file=sys.stderr)
    return 0


async def _list_tables(options: argparse.Namespace, language: str) -> int:
    """Print every table as soon as it answers, those that do not at the end; returns how many there were."""
    found = 0
    seconds, patience = (LOOK_SECONDS, LOOK_PATIENCE) if options.seconds is None else (options.seconds, 0.0)
    async for table in look(seconds, [options.interface] if options.interface else None, patience):
        found += 1
        print(table_fields(table) if options.json else _table_line(table, language), flush=True)
    return found


def table_fields(table: FoundTable) -> str:
    """Return a table that was found as one line of JSON."""
    fields: dict[str, object] = {
        "id": table.table_id, "title": table.title, "addresses": list(table.addresses), "port": table.port,
        "seats_free": table.seats_free, "answers": bool(table.answers), "protocol": table.protocol,
        "version": table.version, "fingerprint": table.fingerprint,
    }  # fmt: skip
    return line({**asdict(table.card), **fields} if table.card is not None else fields)


def _table_line(table: FoundTable, language: str) -> str:
    where = place_text(clean(table.addresses[0]), table.port)
    words = [clean(table.title), where, text(language, "lobby.free", n=table.seats_free)]
    if table.why or not table.answers:
        words.append(f"({why_text(table, language)})")
    return "  ".join(words)


def place_text(address: str, port: int) -> str:
    """Return an address and port as they are typed."""
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def why_text(table: FoundTable, language: str, why: str = "") -> str:
    """Return why a table that was heard cannot be joined."""
    place = {"address": table.addresses[0], "port": table.port, "host": table.protocol, "client": PROTOCOL}
    return network_text(language, why or table.why or "no_answer", place)
