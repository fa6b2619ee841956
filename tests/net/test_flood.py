"""Strangers in crowds disturb nobody: those who play are told at the same pace, and others get in at once."""

import asyncio
import contextlib
import time

from net import connect, limits
from net.certificates import client_context, make_certificate, server_context
from net.listening import listen
from net.posix import steady_time
from tests.net.test_fuzz import resident
from tests.net.test_host import hosting, until

ELSEWHERE = ("127.0.0.2", 0)
"""The address that the flood comes from; honest people come from 127.0.0.1."""


async def stranger(port, drip):
    """Connect without TLS, say nothing or a byte a second, until cut off."""
    with contextlib.suppress(OSError):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=ELSEWHERE)
        try:
            while not reader.at_eof():
                if drip:
                    writer.write(b"\x16")
                    await writer.drain()
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1.0):
                        if not await reader.read(100):
                            break
        finally:
            writer.close()


def strangers(server):
    """How many connections the host holds of people it does not know."""
    return len(server._server.handshaking) + sum(peer.stream is None for peer in server.peers)


async def test_four_hundred_connections_from_one_address_keep_nobody_out_and_cost_nothing():
    async with hosting(bots=4) as server, connect("127.0.0.1", server.port, name="ann") as ann:
        await asyncio.sleep(0)
        before = resident()
        crowd = [asyncio.create_task(stranger(server.port, drip)) for drip in (False, True) for _ in range(200)]
        try:
            async with asyncio.timeout(5):
                while sum(each.done() for each in crowd) < 300:  # noqa: ASYNC110  # the host tells nobody of strangers
                    await asyncio.sleep(0.01)
            most = 0
            for name in ("bob", "cid"):
                began = time.monotonic()
                async with connect("127.0.0.1", server.port, name=name, role="observer") as guest:
                    assert guest.view.match is not None
                assert time.monotonic() - began < 2.0
                assert len(server._server._connections) <= limits.UNAUTHENTICATED_PER_ADDRESS + 3
                most = max(most, strangers(server))
            assert most <= limits.UNAUTHENTICATED_PER_ADDRESS
            ann.say("still here")
            began = time.monotonic()
            assert (await until(ann, lambda u: u.chat)).chat.text == "still here"
            assert time.monotonic() - began < 1.0
            assert resident() - before < 10 * 1024 * 1024
        finally:
            for each in crowd:
                each.cancel()
            await asyncio.gather(*crowd, return_exceptions=True)


async def test_who_never_speaks_tls_is_closed_after_the_time_of_a_handshake(monkeypatch):
    monkeypatch.setattr("net.listening.HANDSHAKE_SECONDS", 0.3)
    async with hosting(bots=4) as server:
        crowd = [asyncio.create_task(stranger(server.port, drip)) for drip in (False, True) for _ in range(8)]
        async with asyncio.timeout(5):
            await asyncio.gather(*crowd)
        assert not server.peers and not server._server.handshaking


async def test_the_time_of_a_handshake_counts_from_the_first_moment():
    taken = []

    async def serve(reader, writer, began):
        taken.append(began)
        writer.close()

    listener = await listen(serve, "127.0.0.1", 0, server_context(make_certificate()))
    async with listener:
        before = steady_time()
        _, writer = await asyncio.open_connection("127.0.0.1", listener.port, ssl=client_context())
        between = steady_time()
        writer.close()
    assert before <= taken[0] < between
