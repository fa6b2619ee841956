"""What a fuzzer guided by coverage does to host and client: nobody crashes, nothing grows, the honest play on."""

import functools
import gc
import random

import pytest

from net import limits, wire
from net.codes import CodeGuard
from net.following import Follower
from net.peers import Peer
from net.session import Challenged, ClientSession, HostSession, Received, State
from net.wire import Direction, encode
from tests.net.guided import Guided
from tests.net.liars import FINGERPRINT, IDENTITIES, TABLE, Frames, Room, Sink
from tests.net.test_fuzz import resident, true_messages

NONCE = bytes(32)
"""The same for all, so that a hello which was good once is good again."""


def knock(rng):
    """The frames of somebody who comes in, his signature good for the one number of these hosts."""

    class Known:
        _nonce = NONCE

    return Frames(rng).handshake(Known(), rng.choice(("player", "observer", "bot")))


class AtHost:
    """Feeds entries to a table with two honest players; a new one every so often."""

    FRESH = 400

    def __init__(self, seed):
        self.rng, self.seed, self.times = random.Random(seed), seed, 0
        self.room = None

    def __call__(self, entry, edges):
        if self.times % self.FRESH == 0:
            self.room = Room(self.seed + self.times, liars=2)
        self.times += 1
        room = self.room
        guard = CodeGuard("tea" if self.times % 5 == 0 else None, room.now)
        session = HostSession(room.now, table_id=TABLE, fingerprint=FINGERPRINT, guard=guard, nonce=NONCE)
        peer = Peer(session, Sink())
        room.peers.add(peer)
        peer.writer.frozen = self.times % 11 == 0
        used = 0
        for used, step in enumerate(entry, 1):  # noqa: B007 - told at the end
            if isinstance(step, bytes):
                with edges:
                    room.feed(peer, step)
            else:
                room.advance(step)
            if peer.session.closed:
                break
        alive = not peer.session.closed
        assert peer.session._decoder.buffered <= peer.session._decoder.limit + limits.FRAME_PREFIX
        room.drop(peer)
        room.fill()
        room.advance(0.1 if self.times % 7 == 0 else 0.0)
        room.settle()
        room.check()
        assert len(room.peers) <= 3 and len(room.record) < 5_000
        return used, alive


class AtClient:
    """Feeds entries to a client that has joined, or is about to."""

    def __init__(self):
        self.times = 0

    def __call__(self, entry, edges):
        self.times += 1
        now = 0.0
        session = ClientSession(now, fingerprint=FINGERPRINT)
        follower = Follower(0, functools.partial(session.send, now=now), lambda update: None, lambda *_: None)
        used = 0
        with edges:
            for used, step in enumerate(entry, 1):  # noqa: B007 - told at the end
                now += 0.1 if isinstance(step, bytes) else step
                events = session.receive(step, now) if isinstance(step, bytes) else session.tick(now)
                for event in events:
                    if isinstance(event, Challenged):
                        code = "tea" if self.times % 5 == 0 else None
                        session.introduce(IDENTITIES[1], now, name="a", role="player", code=code)
                    elif isinstance(event, Received) and session.state is State.JOINED:
                        try:
                            follower.received(event.message, now)
                        except OSError:
                            session.close("contradiction", now)
                session.data_to_send()
                if session.closed:
                    break
        return used, not session.closed


def made(direction):
    return lambda rng: Frames(rng).frame(direction, 1.0)


def at_host(seed, guided=True):
    rng = random.Random(seed)
    seeds = [[], [encode(wire.Greeting())], *[knock(rng) for _ in range(4)]]
    return Guided(AtHost(seed), made(Direction.TO_HOST), seeds, seed, guided)


def at_client(seed, guided=True):
    snapshots, deltas = true_messages()
    welcome = [encode(wire.Greeting()), encode(wire.Challenge(TABLE, NONCE, False))]
    welcome.append(encode(wire.Welcome("player", 1, 0, "a")))
    told = [encode(message) for message in (snapshots[5], *deltas[5:9])]
    seeds = [[], welcome[:2], [*welcome, *told], [*welcome, encode(snapshots[20])]]
    return Guided(AtClient(), made(Direction.TO_CLIENT), seeds, seed, guided)


@pytest.mark.parametrize("begin", [at_host, at_client])
def test_a_short_guided_run_keeps_what_reaches_new_code_and_crashes_nobody(begin):
    fuzzer = begin(7)
    seeds, at_first = len(fuzzer.corpus), len(fuzzer.edges.seen)
    fuzzer.run(200)
    assert len(fuzzer.corpus) >= seeds + 10 and len(fuzzer.edges.seen) > 1.2 * at_first


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("begin", "runs"), [(at_host, 40_000), (at_client, 40_000)])
def test_a_long_guided_run_crashes_nobody_and_nothing_grows(begin, runs):
    begin(1).run(200)
    gc.collect()
    objects, memory = len(gc.get_objects()), resident()
    fuzzer = begin(2)
    fuzzer.run(runs)
    edges, kept, frames = len(fuzzer.edges.seen), len(fuzzer.corpus), fuzzer.frames
    del fuzzer
    gc.collect()
    grown, after = len(gc.get_objects()) - objects, resident()
    print(f"{runs} runs, {frames} frames, {edges} edges, {kept} kept, {grown:+} objects, {memory >> 20} MiB before, "
          f"{after >> 20} MiB after")  # fmt: skip
    assert grown < 5_000 and after - memory < 32 << 20
