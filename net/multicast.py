"""What announcing and browsing have in common: opening zeroconf, and saying why it does not open."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from zeroconf import Error, InterfaceChoice, IPVersion
from zeroconf.asyncio import AsyncZeroconf

from net.addresses import local_addresses

SERVICE_TYPE: Final = "_gouji._tcp.local."
"""The service that tables announce and lobbies look for."""

CLOSE_SECONDS: Final = 1.0
"""Limit for saying goodbye; it takes a quarter of that where the network works."""

log = logging.getLogger("gouji.discovery")


@dataclass(frozen=True, slots=True)
class DiscoveryProblem:
    """Why the LAN cannot be asked; everything works by typed addresses all the same.

    `code`: `port_in_use` (another program holds UDP 5353 for itself), `not_permitted` (a firewall, or macOS' local
    network consent), `no_network`, `failed`. `detail` is the system's own words, for a log or `gouji doctor`.
    """

    code: str
    detail: str


class DiscoveryFailed(Exception):
    """Zeroconf could not be opened."""

    def __init__(self, problem: DiscoveryProblem) -> None:
        super().__init__(f"{problem.code}: {problem.detail}")
        self.problem = problem


def describe(error: BaseException) -> DiscoveryProblem:
    """Return what `error`, raised by zeroconf or the system, means for a person."""
    number = error.errno if isinstance(error, OSError) else None
    if number == errno.EADDRINUSE:
        code = "port_in_use"
    elif number in (errno.EACCES, errno.EPERM, errno.EHOSTUNREACH):
        code = "not_permitted"
    elif number in (errno.ENODEV, errno.ENETUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL):
        code = "no_network"
    else:
        code = "failed"
    return DiscoveryProblem(code, str(error) or type(error).__name__)


async def open_zeroconf(interfaces: Sequence[str] | None) -> AsyncZeroconf:
    """Return zeroconf, running, on `interfaces` (their addresses), by default all. Raises `DiscoveryFailed`."""
    if interfaces is not None:
        return await _open(list(interfaces), None)
    try:
        return await _open(InterfaceChoice.All, _versions())
    except DiscoveryFailed as failure:
        if failure.problem.code == "port_in_use":
            raise
        # IPv6 switched off half-way is common; IPv4 alone is what nearly every LAN needs.
        return await _open(InterfaceChoice.All, IPVersion.V4Only)


async def _open(interfaces: InterfaceChoice | list[str], version: IPVersion | None) -> AsyncZeroconf:
    try:
        opened = AsyncZeroconf(interfaces=interfaces, ip_version=version)
    except (OSError, Error, RuntimeError, ValueError) as error:
        raise DiscoveryFailed(describe(error)) from error
    try:
        await opened.zeroconf.async_wait_for_start()
    except (OSError, Error, TimeoutError) as error:
        await close_zeroconf(opened)
        raise DiscoveryFailed(describe(error)) from error
    return opened


async def close_zeroconf(opened: AsyncZeroconf) -> None:
    """Say goodbye and close, within `CLOSE_SECONDS`; whatever goes wrong is only logged."""
    try:
        async with asyncio.timeout(CLOSE_SECONDS):
            await opened.async_close()
    except (OSError, Error, TimeoutError) as error:
        log.info("closing zeroconf: %r", error)


async def end_task(task: asyncio.Task[None] | None) -> None:
    """Cancel `task`, if there is one, and wait until it has ended."""
    if task is not None:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


def _versions() -> IPVersion:
    has = {":" in address for address in local_addresses()}
    if has == {True, False}:
        return IPVersion.All
    return IPVersion.V6Only if has == {True} else IPVersion.V4Only
