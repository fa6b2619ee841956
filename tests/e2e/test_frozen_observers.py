"""Half of two hundred observers frozen: the players do not notice (DESIGN: players never wait for an observer)."""

import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import time

import pytest

from tests.bench.network import Client, Run, quantile

MOVES = 150
"""Moves of a block: a second or two, so that nobody is cut for being silent."""

BLOCKS = 5
"""Blocks with all awake, and as many with half of them frozen, in turn."""

pytestmark = [pytest.mark.soak, pytest.mark.skipif(sys.platform == "win32", reason="stops processes by a signal")]


async def started(*command, **options):
    return await asyncio.create_subprocess_exec(sys.executable, "-m", *command, stdout=subprocess.PIPE, **options)


async def block(run, rng):
    """Return how long so many moves took until all six players had them, in ms."""
    found = []
    while len(found) < MOVES:
        seconds, _, over = await run.move(rng)
        if not over:
            found.append(1000 * seconds)
    return found


@pytest.mark.timeout(600)
async def test_players_do_not_notice_that_half_of_the_observers_are_frozen(tmp_path):
    host = await started(
        "gouji_tui", "host", "--headless", "--json", "--no-announce", "--bind", "127.0.0.1", "--port", "0",
        "--burn-window", "0", "--pace", "0", "--clock", "off", "--deals", "0", "--seed", "7",
        env={**os.environ, "GOUJI_HOME": str(tmp_path)},
    )  # fmt: skip
    port = json.loads(await host.stdout.readline())["port"]
    drained = asyncio.create_task(host.stdout.read())
    crowds = []
    try:
        run, rng = Run(0), random.Random(7)
        for seat in range(1, 7):
            client = Client(seat)
            await client.join(port, run)
            run.clients.append(client)
        beats = [asyncio.create_task(client.keep_alive()) for client in run.clients]
        for _ in range(2):
            crowd = await started("tests.bench.observers", str(port), "100", stdin=subprocess.PIPE)
            crowds.append(crowd)
            assert await crowd.stdout.readline() == b"ready\n"
        await block(run, rng)
        awake, frozen = [], []
        for _ in range(BLOCKS):
            awake.append(await block(run, rng))
            crowds[0].send_signal(signal.SIGSTOP)
            began = time.monotonic()
            frozen.append(await block(run, rng))
            assert time.monotonic() - began < 10, "they would be cut"
            crowds[0].send_signal(signal.SIGCONT)
        with_all, with_half = ([quantile(each, 0.99) for each in blocks] for blocks in (awake, frozen))
        print(
            f"players' p99, ms: all awake {[round(each, 1) for each in with_all]}, "
            f"100 of 200 frozen {[round(each, 1) for each in with_half]}"
        )
        assert statistics.median(with_half) <= max(with_all), "within the noise of the run"
        await asyncio.sleep(1)
        last = (await run.settled()).follower.view.seq
        for crowd in crowds:
            crowd.stdin.write(b"?\n")
            assert int(await crowd.stdout.readline()) == last, "nobody was left behind"
        for task in beats:
            task.cancel()
        for client in run.clients:
            client.task.cancel()
            client.writer.transport.abort()
    finally:
        for process in (*crowds, host):
            process.kill()
            await process.wait()
        drained.cancel()
