"""Tables on the LAN: announcing one's own, finding the others'.

An announcement is a hint and TCP is the truth: what zeroconf knows may be an hour old, so every table on the list is
asked over TCP every few seconds, and what does not answer goes, whatever zeroconf says. Where zeroconf does not start
both classes say so in `problem`, go on trying, and never raise.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Final, Self

from zeroconf import Error, ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from net.addresses import order_addresses
from net.announcing import Advertiser, Announcement
from net.cleaning import clean
from net.limits import (
    BROWSE_SECONDS,
    PROBE_AGAIN_SECONDS,
    PROBE_FAILURES,
    PROBE_SECONDS,
    PROBE_TIMEOUT,
    RESOLVE_MILLISECONDS,
    TABLES_MOST,
    TITLE_BYTES,
    TITLE_CELLS,
    VERSION_BYTES,
)
from net.multicast import (
    SERVICE_TYPE,
    DiscoveryFailed,
    DiscoveryProblem,
    close_zeroconf,
    describe,
    end_task,
    log,
    open_zeroconf,
)
from net.reaching import OtherProtocol, why_unreachable
from net.wire import TableCard

__all__ = [
    "Advertiser",
    "Announcement",
    "Browser",
    "DiscoveryProblem",
    "FoundTable",
    "OtherProtocol",
    "Probe",
    "ProbeAnswer",
]

_ADDRESSES_MOST: Final = 16
_PROBES_AT_ONCE: Final = 16


@dataclass(frozen=True, slots=True)
class ProbeAnswer:
    """What a probe brought home: the table's card, and which of the addresses it answered at."""

    card: TableCard
    address: str


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table on the list.

    `addresses` are in the order to try them. `answers` is None before the first probe has ended, and where it is
    False `why` is the code of what was in the way (`net.reaching.explain`). `card` is the last one got, None before.
    The other fields are the announcement's, replaced by the card's once there is one.
    """

    table_id: str
    title: str
    addresses: tuple[str, ...]
    port: int
    fingerprint: str
    protocol: int
    version: str
    seats_free: int
    answers: bool | None = None
    card: TableCard | None = None
    why: str = ""


Probe = Callable[[FoundTable], Awaitable[ProbeAnswer]]
"""Asks a table for its card over TCP; an exception means that it did not answer, but for `OtherProtocol`: it stays
listed as what cannot be joined.

It has `PROBE_TIMEOUT` seconds and checks the certificate's fingerprint itself.
"""


@dataclass(slots=True)
class _Entry:
    table: FoundTable
    due: float
    failures: int = 0
    listed: bool = True
    leaving: bool = False
    probing: asyncio.Task[None] | None = None


class Browser:
    """Keeps the list of tables on the LAN until `stop`.

    `probe` asks one table; `interfaces` limits the search to links with these addresses; `own_tables` are ids never
    to be listed, as this process's own.
    """

    def __init__(
        self,
        probe: Probe,
        *,
        interfaces: Sequence[str] | None = None,
        own_tables: Sequence[str] = (),
        browse_seconds: float = BROWSE_SECONDS,
        probe_seconds: float = PROBE_SECONDS,
    ) -> None:
        self.problem: DiscoveryProblem | None = None
        """Why the LAN cannot be asked, or None."""
        self._probe = probe
        self._interfaces = interfaces
        self._own_tables = frozenset(own_tables)
        self._browse_seconds = browse_seconds
        self._probe_seconds = probe_seconds
        self._again_seconds = min(PROBE_AGAIN_SECONDS, probe_seconds)
        self._entries: dict[str, _Entry] = {}
        self._names: dict[str, str] = {}
        self._resolving: dict[str, asyncio.Task[None]] = {}
        self._zeroconf: AsyncZeroconf | None = None
        self._browser: AsyncServiceBrowser | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._probe_slots = asyncio.Semaphore(_PROBES_AT_ONCE)
        self._wake = asyncio.Event()
        self._version = 0
        self._news = asyncio.Condition()
        self._notifying: set[asyncio.Task[None]] = set()

    @property
    def tables(self) -> tuple[FoundTable, ...]:
        """The list as it stands, in the order in which the tables were first seen."""
        return tuple(entry.table for entry in self._entries.values() if entry.listed)

    @property
    def heard(self) -> tuple[FoundTable, ...]:
        """Every table that was heard announced, those that do not answer included."""
        return tuple(entry.table for entry in self._entries.values())

    @property
    def asking(self) -> bool:
        """Whether a table that was heard has not been asked yet."""
        return bool(self._resolving) or any(entry.table.answers is None for entry in self._entries.values())

    async def updates(self) -> AsyncIterator[tuple[FoundTable, ...]]:
        """Yield the list now and then whenever it, or `problem`, has changed; a slow reader sees only the newest."""
        seen = -1
        while True:
            async with self._news:
                await self._news.wait_for(lambda: self._version != seen)  # noqa: B023
                seen = self._version
            yield self.tables

    async def start(self) -> None:
        """Begin. Returns within moments; `problem` says whether it worked, and it is tried on and on."""
        await self._browse_anew()
        self._tasks = [
            asyncio.create_task(self._run_browsers(), name="browse for tables"),
            asyncio.create_task(self._run_probes(), name="probe tables"),
        ]

    async def stop(self) -> None:
        """End everything that `start` began. A second call does nothing."""
        tasks = self._tasks + list(self._resolving.values()) + list(self._notifying)
        tasks += [entry.probing for entry in self._entries.values() if entry.probing is not None]
        self._tasks = []
        for task in tasks:
            await end_task(task)
        await self._close()

    async def probe_now(self) -> None:
        """Ask all tables at once, as when somebody presses refresh."""
        for entry in self._entries.values():
            entry.due = 0.0
        self._wake.set()

    async def __aenter__(self) -> Self:
        """Start."""
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop."""
        await self.stop()

    # Browsing

    async def _run_browsers(self) -> None:
        while True:
            await asyncio.sleep(self._browse_seconds)
            await self._browse_anew()

    async def _browse_anew(self) -> None:
        # A browser asks four times and falls silent; one that was cut off then stays blind. A new one asks again.
        problem = None
        try:
            if self._zeroconf is None:
                self._zeroconf = await open_zeroconf(self._interfaces)
            elif self._interfaces is None:
                await self._zeroconf.async_update_interfaces()
            if self._browser is not None:
                await self._browser.async_cancel()
            self._browser = AsyncServiceBrowser(self._zeroconf.zeroconf, SERVICE_TYPE, handlers=[self._on_change])
        except DiscoveryFailed as failure:
            problem = failure.problem
        except (OSError, Error, RuntimeError) as error:
            problem = describe(error)
            await self._close()
        if problem != self.problem:
            self.problem = problem
            self._tell()

    async def _close(self) -> None:
        opened, self._zeroconf, self._browser = self._zeroconf, None, None
        if opened is not None:
            await close_zeroconf(opened)

    def _on_change(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is ServiceStateChange.Removed:
            # Perhaps only a namesake's goodbye, so ask; but then one failure is enough.
            entry = self._entries.get(self._names.get(name, ""))
            if entry is not None:
                entry.leaving, entry.due = True, 0.0
                self._wake.set()
        elif name not in self._resolving and len(self._resolving) < TABLES_MOST:
            task = asyncio.create_task(self._resolve(zeroconf, name), name="resolve a table")
            self._resolving[name] = task
            task.add_done_callback(lambda _: self._resolving.pop(name, None))

    async def _resolve(self, zeroconf: Zeroconf, name: str) -> None:
        info = AsyncServiceInfo(SERVICE_TYPE, name)
        try:
            known = await info.async_request(zeroconf, RESOLVE_MILLISECONDS)
        except (OSError, Error) as error:
            log.info("resolving %r: %r", name, error)
            return
        table = read_announcement(info) if known else None
        if table is not None and table.table_id not in self._own_tables:
            self._found(name, table)

    def _found(self, name: str, table: FoundTable) -> None:
        entry = self._entries.get(table.table_id)
        if entry is None:
            if len(self._entries) >= TABLES_MOST:
                return
            self._entries[table.table_id] = _Entry(table, due=0.0)
            self._names[name] = table.table_id
            self._tell()
        else:
            self._names[name] = table.table_id
            reached = (entry.table.port, entry.table.fingerprint, frozenset(entry.table.addresses))
            if reached == (table.port, table.fingerprint, frozenset(table.addresses)):
                return
            # Begun again elsewhere, perhaps; whether that is so the probe will say.
            old = entry.table
            entry.table = replace(table, answers=old.answers, card=old.card)
            entry.due = 0.0
            if entry.listed:
                self._tell()
        self._wake.set()

    # Probing

    async def _run_probes(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            now = loop.time()
            for entry in self._entries.values():
                if entry.probing is None and entry.due <= now:
                    entry.due = now + self._probe_seconds
                    entry.probing = asyncio.create_task(self._ask(entry), name="probe a table")
            waits = [entry.due - now for entry in self._entries.values() if entry.probing is None]
            try:
                async with asyncio.timeout(min(waits, default=None)):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()

    async def _ask(self, entry: _Entry) -> None:
        asked = entry.table
        answer: ProbeAnswer | OtherProtocol | None
        why = "other_table"
        try:
            async with self._probe_slots, asyncio.timeout(PROBE_TIMEOUT):
                answer = await self._probe(asked)
        except OtherProtocol as other:
            answer = other
        except Exception as error:
            # The probe is the caller's; whatever goes wrong in it, the table did not answer.
            log.debug("probing %s: %r", asked.table_id, error)
            answer, why = None, why_unreachable(error)
        finally:
            entry.probing = None
            self._wake.set()
        before = (entry.listed, entry.table)
        if answer is None or (isinstance(answer, ProbeAnswer) and answer.card.id != asked.table_id):
            self._failed(entry, why)
        else:
            entry.failures, entry.listed, entry.leaving = 0, True, False
            if isinstance(answer, ProbeAnswer):
                entry.table = _with_card(entry.table, answer)
            else:
                entry.table = replace(entry.table, answers=True, protocol=answer.number, card=None, why="protocol")
        if (entry.listed, entry.table) != before:
            self._tell()

    def _failed(self, entry: _Entry, why: str) -> None:
        # A dropped table is still asked: zeroconf's cache would put it forward for an hour, and it may come back.
        entry.failures += 1
        entry.table = replace(entry.table, answers=False, why=why)
        if entry.table.card is None:
            entry.due = min(entry.due, asyncio.get_running_loop().time() + self._again_seconds)
        if entry.leaving or entry.failures >= PROBE_FAILURES:
            entry.listed, entry.leaving = False, False

    def _tell(self) -> None:
        self._version += 1
        task = asyncio.create_task(self._notify())
        self._notifying.add(task)
        task.add_done_callback(self._notifying.discard)

    async def _notify(self) -> None:
        async with self._news:
            self._news.notify_all()


def read_announcement(info: ServiceInfo) -> FoundTable | None:
    """Return the table that `info` announces, None where it is none of ours or makes no sense."""
    said = {key: value or "" for key, value in info.decoded_properties.items()}
    table_id, fingerprint = said.get("id", ""), said.get("fp", "").lower()
    addresses = order_addresses(info.parsed_scoped_addresses())[:_ADDRESSES_MOST]
    sensible = re.fullmatch("[0-9a-f]{6,32}", table_id) and re.fullmatch("[0-9a-f]{64}", fingerprint)
    if not sensible or not addresses or not info.port:
        return None
    title = clean(said.get("title", ""), most_bytes=TITLE_BYTES, most_cells=TITLE_CELLS)
    return FoundTable(
        table_id=table_id,
        title=title or table_id,
        addresses=addresses,
        port=info.port,
        fingerprint=fingerprint,
        protocol=_number(said.get("v", "")),
        version=clean(said.get("ver", ""), most_bytes=VERSION_BYTES),
        seats_free=_number(said.get("seats", "")),
    )


def _with_card(table: FoundTable, answer: ProbeAnswer) -> FoundTable:
    card = answer.card
    others = tuple(address for address in table.addresses if address != answer.address)
    return replace(
        table,
        title=clean(card.title, most_bytes=TITLE_BYTES, most_cells=TITLE_CELLS) or table.title,
        addresses=(answer.address, *others),
        protocol=card.protocol,
        version=card.version,
        seats_free=card.seats_free,
        answers=True,
        card=card,
        why="",
    )


def _number(text: str) -> int:
    return int(text) if re.fullmatch("[0-9]{1,5}", text) else 0
