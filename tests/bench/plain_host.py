"""The command ``gouji host`` without TLS, in a process of its own: for comparing with others, and never an option.

    python -m tests.bench.plain_host host --headless ...
"""

import asyncio
import sys

import gouji_tui.hosting
from gouji_tui.cli import main
from net.host import Host
from net.posix import steady_time


class PlainHost(Host):
    """Serves over bare TCP; everything else is the host's."""

    async def start(self, table, bind, port):
        self.attend(table)
        server = await asyncio.start_server(lambda r, w: self._serve(r, w, steady_time()), bind, port)
        self.port = server.sockets[0].getsockname()[1]
        self._clock = asyncio.create_task(self._run(), name="table clock")


if __name__ == "__main__":
    gouji_tui.hosting.Host = PlainHost
    sys.exit(main(sys.argv[1:]))
