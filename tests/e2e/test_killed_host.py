"""A host killed at random moments and resumed: its peers come back by themselves, nothing acknowledged is lost."""

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from engine.bots import LEVELS
from engine.record import verify
from net import Lost, Refused, connect
from net.identity import Identity

ROOT = Path(__file__).parents[2]
GOUJI = [sys.executable, "-m", "gouji_tui"]
PEOPLE = (1, 2, 3)


def text(record):
    return record.read_text("utf-8")


def cut_within_line(record, whole):
    """Leave so many lines of a record, and the beginning of one."""
    lines = text(record).splitlines(True)
    record.write_text("".join(lines[:whole]) + lines[whole][:17], "utf-8")


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class HostProcess:
    """``gouji host --headless --json`` as a process that is killed and started again."""

    def __init__(self, home, *arguments):
        self.home, self.arguments = home, arguments
        self.process = self.listening = None
        self.lines = []

    async def start(self, *arguments):
        self.process = await asyncio.create_subprocess_exec(
            *GOUJI, "host", "--headless", "--json", "--no-announce", "--bind", "127.0.0.1", *arguments,
            cwd=ROOT, env={**os.environ, "GOUJI_HOME": str(self.home)},
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        line = await self.process.stdout.readline()
        assert line, (await self.process.stderr.read()).decode()
        self.listening = json.loads(line)
        return asyncio.create_task(self._read(self.process.stdout))

    async def _read(self, stream):
        while line := await stream.readline():
            self.lines.append(json.loads(line))

    async def kill(self):
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()


class Player:
    """A client in this process that plays as the greedy bot does and notes what was acknowledged."""

    def __init__(self, port, seat, rng):
        self.port, self.seat, self.rng = port, seat, rng
        self.acknowledged, self.refused, self.over = [], [], asyncio.Event()

    async def run(self):
        async with connect("127.0.0.1", self.port, name=f"p{self.seat}", seat=self.seat, identity=Identity.temporary(),
                           role="bot") as table:  # fmt: skip
            self.table = table
            table.ready()
            acted = None
            async for update in table.updates():
                view = table.view.match
                if view is None or not table.view.connected:
                    continue
                if view.over:
                    self.over.set()
                    return
                if view.play is None or (view.score is not None and view.play.over):
                    table.ready()
                    continue
                asked = view.must_answer or view.turn == view.seat or bool(view.legal_burns())
                if not asked or acted == table.view.seq or update.seq != table.view.seq:
                    continue
                acted = table.view.seq
                action = LEVELS["greedy"](view, self.rng)
                if action is None:
                    continue
                try:
                    await table.act(action.text())
                except Refused as refused:
                    self.refused.append(refused.code)
                    acted = acted if refused.code != "too_late" else None
                else:
                    self.acknowledged.append((self.seat, table._follower._number))
        raise Lost("the match did not end")


async def killed(home, kills, seed, deals):
    rng, port = random.Random(seed), free_port()
    host = HostProcess(home)
    reading = await host.start(
        "--bots", "3", "--deals", str(deals), "--port", str(port), "--pace", "0.03", "--burn-window", "0.1",
        "--clock", "off", "--grace", "60", "--until-over", "--level", "greedy",
    )  # fmt: skip
    record = Path(host.listening["record"])
    table = host.listening["table"], host.listening["fingerprint"]
    players = [Player(port, seat, random.Random(seat)) for seat in PEOPLE]
    tasks = [asyncio.create_task(player.run()) for player in players]
    while not any(line["event"] == "joined" and line["seat"] == PEOPLE[-1] for line in host.lines):  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    done = 0
    while done < kills and not any(player.over.is_set() for player in players):
        await asyncio.sleep(rng.uniform(0.05, 1.0))
        if not text(record):
            continue
        await host.kill()
        await reading
        if '"match_over"' in text(record):
            break
        done += 1
        reading = await host.start("--resume", str(record), "--until-over")
        assert (host.listening["table"], host.listening["fingerprint"], host.listening["port"]) == (*table, port)
    await asyncio.wait_for(asyncio.gather(*tasks), 120)
    assert await asyncio.wait_for(host.process.wait(), 30) == 0
    await reading
    lines = text(record).splitlines(True)
    verdict = verify(lines)
    assert verdict.complete
    written = [(body["seat"], body["id"]) for body in map(json.loads, lines) if "id" in body]
    assert len(set(written)) == len(written), "an action was done twice"
    acknowledged = {each for player in players for each in player.acknowledged}
    assert acknowledged <= set(written)
    assert not [json.loads(line) for line in lines if json.loads(line)["kind"] == "lost"]
    return done, len(acknowledged)


async def test_a_host_killed_thrice_ends_its_match_with_every_acknowledged_action(tmp_path):
    done, acknowledged = await killed(tmp_path, 3, 1, 1)
    assert done == 3 and acknowledged


class Told(Player):
    """A player who notes what the table tells him beside the game."""

    async def run(self):
        self.notices = []
        async with connect("127.0.0.1", self.port, name="ann", identity=Identity.temporary()) as table:
            table.ready()
            async for update in table.updates():
                if update.notice:
                    self.notices.append((update.notice, update.arguments, update.view.connected, update.seq))
                    self.over.set()


async def test_a_peer_that_knows_later_steps_than_the_record_is_told_how_many_are_lost(tmp_path):
    """The tail of the record is gone, within a line: the table goes on there, says so to all, and writes it down."""
    port = free_port()
    host = HostProcess(tmp_path)
    reading = await host.start(
        "--bots", "5", "--deals", "1", "--port", str(port), "--pace", "0.01", "--burn-window", "0", "--clock", "1",
        "--level", "greedy",
    )  # fmt: skip
    record = Path(host.listening["record"])
    player = Told(port, 1, random.Random(1))
    task = asyncio.create_task(player.run())
    async with asyncio.timeout(60):
        while len(text(record).splitlines()) < 40:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await host.kill()
    await reading
    cut_within_line(record, 30)
    reading = await host.start("--resume", str(record))
    await asyncio.wait_for(player.over.wait(), 30)
    ((code, arguments, connected, seq),) = player.notices
    assert code == "moves_lost" and connected
    assert seq <= arguments["moves"] + 30, "he has taken the table's own state"
    async with asyncio.timeout(30):
        while '"kind":"lost"' not in text(record):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    (lost,) = [json.loads(line) for line in text(record).splitlines() if '"kind":"lost"' in line]
    assert lost["steps"] == arguments["moves"]
    task.cancel()
    await host.kill()
    await reading
    assert not verify(text(record).splitlines(True)).complete


@pytest.mark.soak
@pytest.mark.timeout(1800)
async def test_sixty_kills(tmp_path):
    done = acknowledged = 0
    for number in range(100):
        if done >= 60:
            break
        (tmp_path / str(number)).mkdir()
        found = await killed(tmp_path / str(number), min(15, 60 - done), number, 3)
        done, acknowledged = done + found[0], acknowledged + found[1]
    print(f"kills {done}, acknowledged actions {acknowledged}")
    assert done >= 60
