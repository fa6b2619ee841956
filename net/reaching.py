"""Why a table cannot be reached, as far as this side can know."""

from __future__ import annotations

import errno
import socket
import ssl
from typing import Final

_UNREACHABLE: Final = frozenset(
    {errno.EHOSTUNREACH, errno.ENETUNREACH, errno.EHOSTDOWN, errno.ENETDOWN, errno.EADDRNOTAVAIL}
)


def why_unreachable(error: BaseException) -> str:
    """Return the code of what went wrong in reaching a table.

    `no_such_name` (the name has no address), `nobody_listens` (the machine answers, no program does at that port),
    `no_answer` (nothing came back: a firewall, guests kept apart, or no machine at that address), `no_way` (no
    network leads there), `not_permitted` (this machine forbids it), `not_gouji` (another program answers),
    `other_certificate` (see `OtherCertificate`), `lost` (cut in the middle).
    """
    if isinstance(error, OtherCertificate):
        return "other_certificate"
    if isinstance(error, socket.gaierror):
        return "no_such_name"
    if isinstance(error, ssl.SSLError):
        return "not_gouji"
    if isinstance(error, ConnectionRefusedError):
        return "nobody_listens"
    if isinstance(error, TimeoutError):
        return "no_answer"
    number = error.errno if isinstance(error, OSError) else None
    if number in _UNREACHABLE:
        return "no_way"
    if number in (errno.EACCES, errno.EPERM):
        return "not_permitted"
    return "lost"


class OtherCertificate(OSError):
    """Who answers shows another certificate than the table that was announced: not that table, or somebody between."""
