"""Finding a table by name on the LAN: browse for a while, ask each over TCP, choose."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from net.discovery import Browser, FoundTable, ProbeAnswer
from net.limits import CONNECT_STAGGER
from net.reaching import OtherProtocol, explain, probe


class NotFound(Exception):
    """No table, or more than one, fits.

    ``code``: ``none`` (then ``why`` is the code of :class:`net.multicast.DiscoveryProblem`, empty where multicast
    works as far as this machine can tell), ``no_such``, ``several``, or ``silent``: the one that fits is heard but
    cannot be reached, ``why`` (see :func:`net.reaching.explain`). ``tables`` are those meant, or all found.
    """

    def __init__(self, code: str, tables: tuple[FoundTable, ...] = (), why: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.tables = tables
        self.why = why


class Place(NamedTuple):
    """Where a table answers, and the fingerprint it was announced with; empty where only an address is known."""

    host: str
    port: int
    fingerprint: bytes = b""


async def ask(table: FoundTable) -> ProbeAnswer:
    """Ask a table for its card at all of its addresses, one a quarter of a second after the other.

    A dead address, or one at which another table answers, costs the others nothing.

    Raises:
        OtherProtocol: it speaks another protocol.
        OSError: it answers at none.
    """
    failures: list[BaseException] = []
    running: set[asyncio.Task[ProbeAnswer]] = set()
    waiting = list(table.addresses)
    try:
        while waiting or running:
            if waiting:
                running.add(asyncio.create_task(_ask_at(table, waiting.pop(0)), name="ask a table"))
            limit = CONNECT_STAGGER if waiting else None
            done, running = await asyncio.wait(running, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
            for each in done:
                failure = each.exception()
                if failure is None:
                    return each.result()
                failures.append(failure)
    finally:
        for each in running:
            each.cancel()
    others = [failure for failure in failures if isinstance(failure, OtherProtocol)]
    raise others[0] if others else failures[0] if failures else OSError("no address")


async def _ask_at(table: FoundTable, address: str) -> ProbeAnswer:
    card = await probe(address, table.port, bytes.fromhex(table.fingerprint))
    if card.id != table.table_id:
        raise OSError("another table answers there")
    return ProbeAnswer(card, address)


def matching(tables: Sequence[FoundTable], name: str, *, silent: bool = False) -> list[FoundTable]:
    """Return the tables whose title, or id, is ``name`` or begins with it: those that can be joined, or the others."""
    fit = [table for table in tables if bool(table.answers and not table.why) is not silent]
    exact = [table for table in fit if name and name in (table.title, table.table_id)]
    return exact or [table for table in fit if table.title.startswith(name)]


async def look(
    seconds: float, interfaces: Sequence[str] | None = None, patience: float = 0.0
) -> AsyncIterator[FoundTable]:
    """Yield the tables found on the LAN within so many seconds, each once: when it answers, the silent ones last.

    Where none has answered by then it goes on for ``patience`` seconds more, until one does.
    """
    async with Browser(ask, interfaces=interfaces) as browser:
        shown: set[str] = set()
        updates, end = browser.updates(), asyncio.get_running_loop().time() + seconds
        while True:
            try:
                async with asyncio.timeout_at(end if shown else end + patience):
                    tables = await anext(updates)
            except TimeoutError:
                break
            for table in tables:
                if table.answers and table.table_id not in shown:
                    shown.add(table.table_id)
                    yield table
        for table in browser.heard:
            if table.table_id not in shown:
                yield replace(table, why=await why_silent(table))


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
            async with asyncio.timeout(ASKING_SECONDS):
                async for _ in browser.updates():
                    if not browser.asking:
                        break
        except TimeoutError:
            pass
        found = matching(browser.tables, name)
        if len(found) == 1:
            # The address that answered stands first.
            return Place(found[0].addresses[0], found[0].port, bytes.fromhex(found[0].fingerprint))
        if found:
            raise NotFound("several", tuple(found))
        silent = matching(browser.heard, name, silent=True)
        if silent:
            raise NotFound("silent", tuple(silent[:1]), await why_silent(silent[0]))
        if browser.tables:
            raise NotFound("no_such", browser.tables)
        raise NotFound("none", (), "" if browser.problem is None else browser.problem.code)


async def why_silent(table: FoundTable) -> str:
    """Return why a table that was heard cannot be joined, by its first address."""
    if table.why not in ("", "no_answer", "no_way"):
        return table.why
    seen = OSError(errno.EHOSTUNREACH, "no way") if table.why == "no_way" else TimeoutError()
    return await explain(seen, table.addresses[0], table.port, heard=True)


SETTLE_SECONDS = 1.2
"""How long a second table may take to be heard: who has just answered another may wait a second (RFC 6762, 6)."""

ASKING_SECONDS = 2.0
"""How long one that was heard may then take to answer before the other is taken for the only one."""


async def seek(table_id: str, interfaces: Sequence[str] | None = None) -> tuple[str, int]:
    """Wait until the table of an id is announced and answers; returns address and port."""
    async with Browser(ask, interfaces=interfaces) as browser:
        while True:
            async for tables in browser.updates():
                for table in tables:
                    if table.table_id == table_id and table.answers:
                        return table.addresses[0], table.port
