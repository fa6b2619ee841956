"""Finding a table by name on the LAN: browse for a while, ask each over TCP, choose."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import NamedTuple

from net.discovery import Browser, FoundTable, ProbeAnswer
from net.reaching import probe


class NotFound(Exception):
    """No table, or more than one, fits; ``code``: ``none``, ``no_such``, ``several``; ``tables`` are those found."""

    def __init__(self, code: str, tables: tuple[FoundTable, ...] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.tables = tables


class Place(NamedTuple):
    """Where a table answers, and the fingerprint it was announced with; empty where only an address is known."""

    host: str
    port: int
    fingerprint: bytes = b""


async def ask(table: FoundTable) -> ProbeAnswer:
    """Ask a table for its card at each of its addresses; raises ``OSError`` where it answers at none."""
    failure: Exception = OSError("no address")
    for address in table.addresses:
        try:
            card = await probe(address, table.port, bytes.fromhex(table.fingerprint))
        except (OSError, TimeoutError) as error:
            failure = error
            continue
        if card.id == table.table_id:
            return ProbeAnswer(card, address)
        failure = OSError("another table answers there")
    raise failure


def matching(tables: Sequence[FoundTable], name: str) -> list[FoundTable]:
    """Return the tables that answer and whose title, or id, is ``name`` or begins with it."""
    answering = [table for table in tables if table.answers]
    exact = [table for table in answering if name and name in (table.title, table.table_id)]
    return exact or [table for table in answering if table.title.startswith(name)]


async def look(seconds: float, interfaces: Sequence[str] | None = None) -> tuple[FoundTable, ...]:
    """Return the tables found on the LAN within so many seconds."""
    async with Browser(ask, interfaces=interfaces) as browser:
        await asyncio.sleep(seconds)
        return browser.tables


async def find(name: str, seconds: float, interfaces: Sequence[str] | None = None) -> Place:
    """Return the place of the one table of that name, ``""`` for the only one there is.

    Waits up to ``seconds`` for a first one, and then a moment longer for a second.

    Raises:
        NotFound: there is none, none of that name, or more than one.
    """
    async with Browser(ask, interfaces=interfaces) as browser:
        found: list[FoundTable] = []
        try:
            async with asyncio.timeout(seconds):
                async for tables in browser.updates():
                    found = matching(tables, name)
                    if found:
                        break
            await asyncio.sleep(SETTLE_SECONDS)
        except TimeoutError:
            pass
        found = matching(browser.tables, name)
        if len(found) == 1:
            answer = await ask(found[0])
            return Place(answer.address, found[0].port, bytes.fromhex(found[0].fingerprint))
        code = "several" if found else "no_such" if browser.tables else "none"
        raise NotFound(code, tuple(found) or browser.tables)


SETTLE_SECONDS = 0.3
"""How long a second table may take to show after the first: several times a first answer's median of 0.1 s."""


async def seek(table_id: str, interfaces: Sequence[str] | None = None) -> tuple[str, int]:
    """Wait until the table of an id is announced and answers; returns address and port."""
    async with Browser(ask, interfaces=interfaces) as browser:
        while True:
            async for tables in browser.updates():
                for table in tables:
                    if table.table_id == table_id and table.answers:
                        answer = await ask(table)
                        return answer.address, table.port
