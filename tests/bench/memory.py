"""Memory of a real ``gouji host --headless`` over many deals with peers coming and going: its slope, with interval.

    python -m tests.bench.memory --deals 2000

One seat is a person's who joins, plays some seconds, breaks off and comes back; observers come, read and go all the
time; matches of eight deals follow each other. After each deal the host's resident memory is read. The first tenth is
left out: caches fill there. The slope is that of a straight line through the means of twenty blocks, since neighbouring
readings are alike, with its interval at 95 %.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from engine.bots import LEVELS
from net import Lost, Refused, connect
from net.identity import Identity
from tests.bench.network import memory

HOST = (
    "host", "--headless", "--json", "--no-announce", "--bind", "127.0.0.1", "--port", "0", "--bots", "5",
    "--level", "greedy", "--pace", "0", "--burn-window", "0", "--grace", "0", "--clock", "1", "--deals", "8",
)  # fmt: skip
BLOCKS = 20
STUDENT = 2.101
"""Student's t for 18 degrees of freedom, at 95 % two-sided."""


async def play(port: int, identity: Identity, seconds: float) -> None:
    """Sit down, play as the greedy bot for some seconds, break off without a word."""
    rng = random.Random(1)
    with suppress(Lost, Refused, TimeoutError):
        async with connect("127.0.0.1", port, name="ann", role="bot", identity=identity) as table:
            table.ready()
            async with asyncio.timeout(seconds):
                async for update in table.updates():
                    view = table.view.match
                    if view is None or view.play is None or update.seq != table.view.seq:
                        continue
                    if view.over or any(type(event).__name__ == "DealScored" for event in update.events):
                        table.ready()
                    elif view.must_answer or view.turn == view.seat or view.legal_burns():
                        action = LEVELS["greedy"](view, rng)
                        if action is not None:
                            with suppress(Refused):
                                await table.act(action.text())


async def come_and_go(port: int, rng: random.Random) -> None:
    """Players and observers, one after the other for ever."""
    identity = Identity.temporary()

    async def player() -> None:
        while True:
            await play(port, identity, rng.uniform(2.0, 6.0))
            await asyncio.sleep(rng.uniform(0.0, 1.0))

    async def observer() -> None:
        while True:
            with suppress(Lost, Refused):
                async with connect("127.0.0.1", port, name="eve", role="observer"):
                    await asyncio.sleep(rng.uniform(0.1, 2.0))

    await asyncio.gather(player(), observer(), observer(), observer())


def slope(readings: list[float]) -> tuple[float, float]:
    """Return the slope in MiB a deal, and the half-width of its interval at 95 %."""
    length = len(readings) // BLOCKS
    blocks = [statistics.fmean(readings[at * length : (at + 1) * length]) for at in range(BLOCKS)]
    places = [(at + 0.5) * length for at in range(BLOCKS)]
    line = statistics.linear_regression(places, blocks)
    left = sum((y - line.intercept - line.slope * x) ** 2 for x, y in zip(places, blocks, strict=True))
    spread = sum((x - statistics.fmean(places)) ** 2 for x in places)
    return line.slope, STUDENT * (left / (BLOCKS - 2) / spread) ** 0.5


async def run(deals: int, seed: int) -> list[float]:
    """Return the host's resident memory after each deal, in MiB."""
    with tempfile.TemporaryDirectory() as home:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "gouji_tui", *HOST,
            stdout=asyncio.subprocess.PIPE, env={**os.environ, "GOUJI_HOME": home},
        )  # fmt: skip
        assert process.stdout is not None
        visits: asyncio.Task[None] | None = None
        readings: list[float] = []
        try:
            async for line in process.stdout:
                told = json.loads(line)
                if told["event"] == "listening":
                    visits = asyncio.create_task(come_and_go(told["port"], random.Random(seed)))
                elif told["event"] == "deal_over":
                    readings.append(memory(process.pid))
                elif told["event"] == "match_over":
                    await asyncio.to_thread(Path(told["record"]).unlink, missing_ok=True)
                if visits is not None and visits.done():
                    visits.result()
                if len(readings) >= deals:
                    break
        finally:
            if visits is not None:
                visits.cancel()
            process.terminate()
            await process.wait()
    return readings


def main() -> None:
    """Print one line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    readings = asyncio.run(run(options.deals, options.seed))
    later = readings[len(readings) // 10 :]
    found, half = slope(later)
    print(
        f"memory over {len(readings)} deals: {later[0]:.1f} MiB after {len(readings) - len(later)}, "
        f"{later[-1]:.1f} at the end, most {max(later):.1f}; "
        f"slope {1000 * found:.3f} +- {1000 * half:.3f} MiB per 1,000 deals (95 %)"
    )


if __name__ == "__main__":
    main()
