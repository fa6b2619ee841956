"""Which programs of this machine hold a UDP port, where the system lets one look: Linux, by ``/proc``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")


def holders(port: int) -> tuple[str, ...]:
    """Return the programs that hold a UDP port, as ``name (pid)``, this one left out.

    ``?`` stands for those of other users, of which only root learns the names. Empty where nobody does, or where the
    system has no ``/proc``.
    """
    sockets = _sockets(port)
    if not sockets:
        return ()
    found: set[str] = set()
    seen: set[str] = set()
    for process in _PROC.iterdir():
        if not process.name.isdecimal():
            continue
        mine = _open_sockets(process) & sockets
        seen |= mine
        if mine and int(process.name) != os.getpid():
            found.add(f"{_name(process)} ({process.name})")
    return (*sorted(found), *(("?",) if sockets - seen else ()))


def _sockets(port: int) -> set[str]:
    """Return the numbers of the sockets bound to a UDP port."""
    found: set[str] = set()
    for table in ("net/udp", "net/udp6"):
        try:
            rows = (_PROC / table).read_text("ascii", "replace").splitlines()[1:]
        except OSError:
            continue
        for row in map(str.split, rows):
            if len(row) > 9 and int(row[1].rpartition(":")[2], 16) == port:
                found.add(row[9])
    return found


def _open_sockets(process: Path) -> set[str]:
    found: set[str] = set()
    try:
        for descriptor in (process / "fd").iterdir():
            target = os.readlink(descriptor)
            if target.startswith("socket:["):
                found.add(target[8:-1])
    except OSError:
        return found  # another user's, or gone meanwhile
    return found


def _name(process: Path) -> str:
    try:
        return (process / "comm").read_text("utf-8", "replace").strip() or "?"
    except OSError:
        return "?"


__all__ = ["holders"]
