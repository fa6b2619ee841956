"""Announcing a table on the LAN. See `net.discovery` for the other half."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Final, Self

from zeroconf import Error, ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from net.addresses import local_addresses
from net.cleaning import clean, cut_bytes
from net.limits import ANNOUNCE_SECONDS, PROTOCOL, TITLE_BYTES, TITLE_CELLS, VERSION_BYTES
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

_LABEL_BYTES: Final = 63
_SETTLE_SECONDS: Final = 1.0
_RESCAN_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a table tells the LAN unasked: no more than is needed to reach it and to grey it out.

    `fingerprint` is the certificate's, hexadecimal.
    """

    table_id: str
    title: str
    port: int
    fingerprint: str
    seats_free: int
    version: str
    protocol: int = PROTOCOL


class Advertiser:
    """Announces one table until `stop`.

    `interfaces` limits it to links with these addresses, `bind` to the one address the table listens on.
    """

    def __init__(
        self,
        announcement: Announcement,
        *,
        interfaces: Sequence[str] | None = None,
        bind: str | None = None,
        announce_seconds: float = ANNOUNCE_SECONDS,
    ) -> None:
        self.problem: DiscoveryProblem | None = None
        """Why nothing is announced, or None."""
        self._announcement = announcement
        self._interfaces = interfaces
        self._bind = bind
        self._announce_seconds = announce_seconds
        self._name = instance_name(announcement.title, announcement.table_id)
        self._zeroconf: AsyncZeroconf | None = None
        self._task: asyncio.Task[None] | None = None
        self._announced: tuple[Announcement, tuple[str, ...]] | None = None
        self._announced_at = 0.0
        self._changed = asyncio.Event()

    @property
    def running(self) -> bool:
        """Whether the table is announced just now."""
        return self._announced is not None

    async def start(self) -> None:
        """Begin. Returns within moments; afterwards `problem` says whether it worked, and it is tried on and on."""
        await self._step()
        self._task = asyncio.create_task(self._run(), name="announce the table")

    async def stop(self) -> None:
        """Say goodbye and end. A second call does nothing."""
        await end_task(self._task)
        self._task = None
        await self._close()

    def update(self, announcement: Announcement) -> None:
        """Announce this from now on; changes within a second go out as one. The instance keeps its first name."""
        self._announcement = announcement
        self._changed.set()

    def addresses(self) -> tuple[str, ...]:
        """Return the addresses that are announced, read anew."""
        if self._bind is not None and self._bind not in ("", "0.0.0.0", "::"):
            return (self._bind,)
        return tuple(self._interfaces) if self._interfaces is not None else local_addresses()

    async def __aenter__(self) -> Self:
        """Start."""
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop."""
        await self.stop()

    async def _run(self) -> None:
        while True:
            try:
                async with asyncio.timeout(min(_RESCAN_SECONDS, self._announce_seconds)):
                    await self._changed.wait()
                await asyncio.sleep(_SETTLE_SECONDS)
            except TimeoutError:
                pass
            self._changed.clear()
            await self._step()

    async def _step(self) -> None:
        try:
            await self._announce()
        except DiscoveryFailed as failure:
            self.problem = failure.problem
        except (OSError, Error, RuntimeError, ValueError) as error:
            # A link that went away half-way leaves zeroconf in no known state: begin again at the next step.
            self.problem = describe(error)
            await self._close()
        else:
            self.problem = None

    async def _announce(self) -> None:
        addresses, now = self.addresses(), asyncio.get_running_loop().time()
        news = (self._announcement, addresses)
        if self._zeroconf is None:
            self._zeroconf = await open_zeroconf(self._interfaces)
        if self._announced is None:
            # The name holds a random id, so there is nothing to probe for, which would take more than a second.
            sent = await self._zeroconf.async_register_service(self._info(addresses), cooperating_responders=True)
        else:
            due = now - self._announced_at >= self._announce_seconds and self._announcement.seats_free > 0
            if news == self._announced and not due:
                return
            if addresses != self._announced[1]:
                await self._zeroconf.async_update_interfaces()
            sent = await self._zeroconf.async_update_service(self._info(addresses))
        self._announced, self._announced_at = news, now
        asyncio.ensure_future(sent).add_done_callback(_forget)

    async def _close(self) -> None:
        opened, self._zeroconf, self._announced = self._zeroconf, None, None
        if opened is not None:
            await close_zeroconf(opened)

    def _info(self, addresses: tuple[str, ...]) -> ServiceInfo:
        said = self._announcement
        return ServiceInfo(
            SERVICE_TYPE,
            f"{self._name}.{SERVICE_TYPE}",
            port=said.port,
            parsed_addresses=list(addresses),
            server=f"gouji-{said.table_id}.local.",
            properties={
                "v": str(said.protocol),
                "id": said.table_id,
                "title": clean(said.title, most_bytes=TITLE_BYTES, most_cells=TITLE_CELLS),
                "fp": said.fingerprint,
                "seats": str(said.seats_free),
                "ver": cut_bytes(said.version, VERSION_BYTES),
            },
        )


def instance_name(title: str, table_id: str) -> str:
    """Return the name a table is announced by: the title as far as 63 bytes hold it, and six digits of its id."""
    ending = f"-{table_id[:6]}"
    return (clean(title, most_bytes=_LABEL_BYTES - len(ending)) or "gouji") + ending


def _forget(task: asyncio.Future[object]) -> None:
    # The announcements that follow the first; that one of them failed shows at the next step.
    if not task.cancelled() and task.exception() is not None:
        log.info("announcing: %r", task.exception())
