"""A real headless host, six players and observers on loopback, in a closed loop.

``python -m tests.bench.network --observers 0,50,200 [--moves 300] [--warmup 20] [--out FILE]``

The next move is sent when every client has the last one. One JSON line for each number of observers; the fields are
those of the Colyseus and boardgame.io benches. A move is one public step of play: dealing, ``deal_over`` and the
records between deals are not counted. Bytes are TCP payload as the kernel counts it, TLS included.

``--plain`` measures a host without TLS, which is a process of this bench's own (`tests.bench.plain_host`).
"""

import argparse
import asyncio
import json
import os
import random
import socket
import struct
import subprocess
import sys
import tempfile
import time

from engine.bots import LEVELS
from net.certificates import client_context, peer_fingerprint
from net.following import Follower
from net.identity import Identity
from net.posix import steady_time
from net.session import Challenged, ClientSession, Closed, Received
from net.wire import Ready, Snapshot, encode

RECEIVED_AT = 128
"""Offset of tcpi_bytes_received in Linux' struct tcp_info."""


class Client:
    """One peer: everything is decoded, applied and checked as in the program."""

    def __init__(self, seat):
        self.seat, self.seen, self.follower = seat, asyncio.Event(), None
        self.snapshot_bytes = self.handshake_bytes = 0

    async def join(self, port, run):
        self.run = run
        context = None if run.plain else client_context()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port, ssl=context)
        self.socket = self.writer.get_extra_info("socket")
        fingerprint = run.plain or peer_fingerprint(self.writer.get_extra_info("ssl_object"))
        self.session = ClientSession(steady_time(), fingerprint=fingerprint)
        self.follower = Follower(1, self.send, lambda update: None, lambda number, refused: None)
        self.follower.seat = self.seat
        self.task = asyncio.create_task(self.read())
        await asyncio.wait_for(self.seen.wait(), 30)

    def send(self, message):
        self.session.send(message, steady_time())
        self.flush()

    def flush(self):
        if data := self.session.data_to_send():
            self.writer.write(data)

    async def read(self):
        self.flush()
        while data := await self.reader.read(65536):
            for event in self.session.receive(data, steady_time()):
                if isinstance(event, Challenged):
                    role = "observer" if self.seat is None else "player"
                    self.session.introduce(Identity.temporary(), steady_time(), name="b", role=role, seat=self.seat)
                elif isinstance(event, Received):
                    self.take(event.message)
                elif isinstance(event, Closed):
                    return
            self.flush()

    def take(self, message):
        before = self.follower.view.seq
        self.follower.received(message, steady_time())
        if isinstance(message, Snapshot) and not self.seen.is_set():
            self.snapshot_bytes = len(encode(message))
            self.handshake_bytes = self.received() - self.snapshot_bytes
            self.seen.set()
        if self.follower.view.seq != before:
            self.run.has(self)

    def received(self):
        info = self.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
        return struct.unpack_from("=Q", info, RECEIVED_AT)[0]

    async def keep_alive(self):
        while True:
            await asyncio.sleep(0.5)
            self.session.tick(steady_time())
            self.flush()


class Run:
    """One host, six players, so many observers; ``plain``: the fingerprint to sign for where there is no TLS."""

    def __init__(self, observers, plain=None):
        self.observers, self.clients, self.plain = observers, [], plain
        self.target, self.left, self.begun, self.done = 0, set(), 0.0, None
        self.per_client = []

    def has(self, client):
        if client in self.left and client.follower.view.seq >= self.target:
            self.left.discard(client)
            self.per_client.append(time.perf_counter() - self.begun)
            if not self.left:
                self.done.set_result(time.perf_counter() - self.begun)

    async def settled(self):
        """Wait until everybody stands at the same step and somebody is on turn; returns who."""
        while True:
            seqs = {client.follower.view.seq for client in self.clients}
            view = self.clients[0].follower.view.match
            if view.play is None or view.play.over:
                for client in self.clients[:6]:
                    row = client.follower.view.roster
                    if not row.get(f"{client.seat}r"):
                        client.send(Ready(True))
                await asyncio.sleep(0.02)
            elif len(seqs) == 1 and view.turn and view.before.phase is None:
                return self.clients[view.turn - 1]
            else:
                await asyncio.sleep(0.001)

    async def move(self, rng):
        """Make one move; returns seconds until all have it, bytes each client got, and whether the deal is over."""
        mover = await self.settled()
        view = mover.follower.view.match
        text = LEVELS["greedy"](view, rng).text()
        before = [client.received() for client in self.clients]
        self.target, self.left = mover.follower.view.seq + 1, set(self.clients)
        self.done, self.begun = asyncio.get_running_loop().create_future(), time.perf_counter()
        mover.follower.act(text)
        seconds = await asyncio.wait_for(self.done, 60)
        got = [client.received() - had for client, had in zip(self.clients, before, strict=True)]
        return seconds, got, view.play is None or mover.follower.view.match.play.over


def memory(pid):
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))


def cpu(pid):
    with open(f"/proc/{pid}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def quantile(values, q):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))]


async def one(observers, moves, warmup, plain=False):
    home = tempfile.mkdtemp(prefix="gouji-bench-")
    host = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench.plain_host" if plain else "gouji_tui", "host", "--headless", "--json",
        "--no-announce", "--bind", "127.0.0.1", "--port", "0",
        "--burn-window", "0", "--pace", "0", "--clock", "off", "--deals", "0", "--seed", "7",
        "--observers", str(observers + 1),
        stdout=subprocess.PIPE, env={**os.environ, "GOUJI_HOME": home},
    )  # fmt: skip
    try:
        listening = json.loads(await host.stdout.readline())
        drain = asyncio.create_task(host.stdout.read())
        empty = memory(host.pid)
        run = Run(observers, bytes.fromhex(listening["fingerprint"]) if plain else None)
        for seat in [1, 2, 3, 4, 5, 6] + [None] * observers:
            client = Client(seat)
            await client.join(listening["port"], run)
            run.clients.append(client)
        beats = [asyncio.create_task(client.keep_alive()) for client in run.clients]
        return await measure(run, host.pid, listening["port"], empty, moves, warmup, beats, drain)
    finally:
        host.terminate()
        await host.wait()


async def measure(run, pid, port, empty, moves, warmup, beats, drain):
    rng, to_all, sums, counted = random.Random(7), [], [0] * len(run.clients), 0
    busy = began = 0.0
    number = -warmup
    while number < moves:
        if number == 0:
            run.per_client, busy, began = [], cpu(pid), time.perf_counter()
        marks = len(run.per_client)
        seconds, got, over = await run.move(rng)
        if over:
            del run.per_client[marks:]
            continue  # what ends a deal brings the record with it
        if number >= 0:
            to_all.append(1000 * seconds)
            sums = [total + each for total, each in zip(sums, got, strict=True)]
            counted += 1
        number += 1
    wall, used = time.perf_counter() - began, cpu(pid) - busy
    live = memory(pid)
    late = Client(None)
    await run.settled()
    await late.join(port, run)
    per_client = [1000 * each for each in run.per_client]
    for task in beats:
        task.cancel()
    bytes_each = [total / counted for total in sums]
    result = {
        "lib": "gouji", "version": "0.1.0", "mode": "plain" if run.plain else "tls",
        "players": 6, "spectators": run.observers, "cards": 216,
        "stalled": 0, "moves": counted,
        "toAll_ms": {"median": round(quantile(to_all, 0.5), 2), "p99": round(quantile(to_all, 0.99), 2),
                     "max": round(max(to_all), 2)},
        "perClient_ms": {"median": round(quantile(per_client, 0.5), 2), "p99": round(quantile(per_client, 0.99), 2)},
        "bytesPerMove": {"player": round(sum(bytes_each[:6]) / 6),
                         "spectator": round(sum(bytes_each[6:]) / run.observers) if run.observers else None},
        "lateJoinBytes": late.snapshot_bytes, "handshakeBytes": late.handshake_bytes,
        "movesPerSecond": round(counted / wall, 2), "serverCpuMsPerMove": round(1000 * used / counted, 2),
        "serverRSS_MiB": {"empty": round(empty, 2), "afterMoves": round(live, 2)},
    }  # fmt: skip
    for client in [*run.clients, late]:
        client.task.cancel()
        client.writer.transport.abort()
    drain.cancel()
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--observers", default="0,50,200")
    parser.add_argument("--moves", type=int, default=300)
    parser.add_argument("--warmup", type=int, default=20)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--out")
    options = parser.parse_args()
    results = []
    for observers in map(int, options.observers.split(",")):
        results.append(asyncio.run(one(observers, options.moves, options.warmup, options.plain)))
        print(json.dumps(results[-1]), flush=True)
    if options.out:
        with open(options.out, "w") as file:
            python = ".".join(map(str, sys.version_info[:3]))
            json.dump({"python": python, "cpus": os.cpu_count(), "results": results}, file, indent=1)


if __name__ == "__main__":
    main()
