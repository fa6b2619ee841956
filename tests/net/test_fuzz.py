"""Whatever bytes a peer sends: nobody crashes, nothing grows, and the others play as if it were not there."""

import dataclasses
import functools
import gc
import random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from net import limits, wire
from net.attending import KNOWN_MOST
from net.chairs import DONE_KEPT
from net.following import Follower
from net.session import Challenged, ClientSession, Received, State
from net.telling import TellingError, view_from_plain, view_hash
from net.wire import Direction, encode
from tests.net.liars import FINGERPRINT, IDENTITIES, MESSAGES, TABLE, Frames, Room
from tests.net.test_wire import values_for

ROOM_FRAMES = 2_500
"""Frames after which a table is taken anew: matches enough, and a failure is found again soon."""


def resident():
    """Return the bytes of memory this process holds, 0 where the system does not say."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096
    except OSError:
        return 0


def lie_to_host(seed, frames):
    """Feed a table `frames` frames of liars who come and go; what it holds afterwards is what it held before."""
    rng = random.Random(seed)
    room, made, fed = Room(seed, liars=rng.randrange(4)), Frames(rng), 0
    while fed < frames:
        peer = room.open()
        role = rng.choice(("player", "player", "observer", "bot", None))
        pending = made.handshake(peer.session, role, rng.choice((None, 0, 9, 2**31 - 1))) if role else []
        pending += [made.frame(Direction.TO_HOST, 0.93) for _ in range(rng.randrange(1, 25))]
        if rng.random() < 0.1:
            rng.shuffle(pending)
        peer.writer.frozen = rng.random() < 0.1
        together, sliced = rng.random() < 0.2, rng.random() < 0.2
        if together:
            pending = [b"".join(pending)]
        for data in pending:
            fed += 1
            for piece in ([data[:3], data[3:9], data[9:]] if sliced else [data]):
                room.feed(peer, piece)
            if peer.session.closed:
                break
            assert peer.session._decoder.buffered <= peer.session._decoder.limit + limits.FRAME_PREFIX
            if rng.random() < 0.3:
                room.advance(rng.choice((0.0, 0.02, 0.3)))
        if rng.random() < 0.7:
            room.drop(peer)
        room.fill()
        room.settle()
        room.check()
        assert len(room.peers) <= 40 and len(room._known) <= KNOWN_MOST
        if len(room.peers) > 30:
            room.advance(limits.DEAD + 1)
    for peer in room.peers - {honest.peer for honest in room.honest}:
        room.drop(peer)
    room.settle()
    room.check()
    assert room.table.observers == 0 and not room._streams[0]
    assert all(len(chair.done) <= DONE_KEPT for chair in room.table.chairs.values())
    return fed


def lie_to_client(seed, frames):
    """Feed clients `frames` frames of a host that lies: each goes on or ends, and says so by an `OSError` at most."""
    rng = random.Random(seed)
    made, fed = Frames(rng), 0
    now = 0.0
    while fed < frames:
        session = ClientSession(now, fingerprint=FINGERPRINT)
        follower = Follower(0, functools.partial(session.send, now=now), lambda update: None, lambda *_: None)
        stage = rng.choice(("new", "challenged", "joined", "joined", "joined"))
        pending = []
        if stage != "new":
            pending = [encode(wire.Greeting()), encode(wire.Challenge(TABLE, bytes(32), rng.random() < 0.2))]
        if stage == "joined":
            snapshot = rng.choice(true_messages()[0])
            pending += [encode(wire.Welcome("player", 1, 0, "a")), encode(snapshot)]
        pending += [None] * rng.randrange(1, 25)
        for data in pending:
            fed, now = fed + 1, now + 0.1
            if data is None:
                data = made.frame(Direction.TO_CLIENT, 0.93) if rng.random() < 0.5 else plausible(made, follower)
            for event in session.receive(data, now):
                if isinstance(event, Challenged):
                    session.introduce(IDENTITIES[1], now, name="a", role="player", code=rng.choice((None, "tea")))
                elif isinstance(event, Received) and session.state is State.JOINED:
                    try:
                        follower.received(event.message, now)
                    except OSError:
                        session.close("contradiction", now)
            session.tick(now)
            session.data_to_send()
            if session.closed:
                break
    return fed


@functools.cache
def true_messages():
    """Snapshots for seat 1 and deltas of a real table, of which lies are made that are taken for what follows."""
    room, snapshots, deltas = Room(), [], []
    while len(snapshots) < 40:
        room.advance(1.0)
        snapshots.append(room.table.snapshot(1))
    for _, message in room.honest[0].log:
        if isinstance(message, wire.Delta):
            deltas.append(message)
    return snapshots, deltas


def plausible(made, follower):
    """A snapshot or the next delta in which something is otherwise than it was, with the hash that this has."""
    rng, (snapshots, deltas) = made.rng, true_messages()
    if rng.random() < 0.5:
        rows = tuple(bent(made, row) for row in rng.choice(deltas).event)
        return encode(wire.Delta(min(follower.view.seq + 1, limits.MAX_SEQUENCE), rng.randbytes(4), rows))
    told = rng.choice(snapshots)
    view = dict(told.view)
    name = rng.choice(list(view))
    view[name] = bent(made, view[name])
    try:
        hashed = view_hash(view_from_plain(view))
    except TellingError:
        hashed = told.hash
    return encode(wire.Snapshot(told.seq, hashed, told.table, view))


def bent(made, plain):
    """Plain data with one value of it another one."""
    rng = made.rng
    if isinstance(plain, tuple) and plain and rng.random() < 0.9:
        at = rng.randrange(len(plain))
        return (*plain[:at], bent(made, plain[at]), *plain[at + 1 :])
    if isinstance(plain, dict) and plain and rng.random() < 0.9:
        name = rng.choice(list(plain))
        return {**plain, name: bent(made, plain[name])}
    if isinstance(plain, bytes) and plain and rng.random() < 0.7:
        return bytes([*plain[:-1], rng.randrange(256)])
    return rng.choice((0, 1, 2, 3, 6, 7, 15, -1, 2**31 - 1, 2**40, made.plain(2)))


def fuzz(seed, frames):
    """Lie to hosts (four frames in five) and clients; returns how many frames and the growth in objects and bytes."""
    lie_to_host(seed, 200)
    lie_to_client(seed, 200)
    gc.collect()
    objects, memory, fed, round_ = len(gc.get_objects()), resident(), 0, 0
    while fed < frames:
        round_ += 1
        fed += lie_to_host(seed + round_, ROOM_FRAMES * 4 // 5)
        fed += lie_to_client(seed + round_, ROOM_FRAMES // 5)
    gc.collect()
    return fed, len(gc.get_objects()) - objects, memory, resident()


def test_fifty_thousand_frames_of_liars_crash_nobody_and_nothing_grows():
    fed, objects, before, after = fuzz(1, 50_000)
    print(f"{fed} frames, {objects:+} objects, {before >> 20} MiB before, {after >> 20} MiB after")
    assert fed >= 50_000
    assert objects < 5_000, "caches fill; no table, session or view stays"


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_million_frames_of_liars_crash_nobody_and_nothing_grows():
    fed, objects, before, after = fuzz(1_000_000, 1_000_000)
    print(f"{fed} frames, {objects:+} objects, {before >> 20} MiB before, {after >> 20} MiB after")
    assert fed >= 1_000_000
    assert objects < 5_000
    assert after - before < 32 << 20


def frames_to_host(*classes):
    """A strategy of frames, every field of which keeps its rule."""
    made = [st.builds(cls, *[values_for(field.type) for field in dataclasses.fields(cls)]) for cls in classes]
    return st.one_of(made).map(encode)


HOSTWARD = [cls for cls in MESSAGES[Direction.TO_HOST] if cls is not wire.Greeting]


class TwoHonestAndALiar(RuleBasedStateMachine):
    """A table with a liar beside the same table without: the honest two are told the same at the same times.

    The liar has no chair, for what a player does in turn the others must see; he knocks and watches.
    """

    def __init__(self):
        super().__init__()
        self.room, self.alone, self.liars = Room(), Room(), []

    @property
    def liar(self):
        return self.liars[-1]

    @rule(seconds=st.sampled_from([0.0, 0.05, 0.5, 3.0, 7.0]))
    def time_passes(self, seconds):
        for room in (self.room, self.alone):
            room.advance(seconds)

    @rule(who=st.sampled_from([0, 1]), text=st.text("ab你 ", min_size=1, max_size=9))
    def honest_talk(self, who, text):
        for room in (self.room, self.alone):
            room.honest[who].send(wire.Say(text))
            room.settle()

    @rule(who=st.sampled_from([0, 1]), what=st.sampled_from(["pause", "go_on"]), on=st.booleans())
    def honest_wish(self, who, what, on):
        for room in (self.room, self.alone):
            room.honest[who].send(wire.Wish(what, on))
            room.settle()

    @precondition(lambda self: len(self.liars) < 16)
    @rule()
    def liar_knocks(self):
        self.liars.append(self.room.open())

    @precondition(lambda self: len(self.liars) < 16)
    @rule(
        role=st.sampled_from(["player", "observer", "bot"]),
        have=st.none() | st.integers(0, limits.MAX_SEQUENCE),
        seed=st.integers(0, 9),
        behind=frames_to_host(*HOSTWARD) | st.just(b"") | st.binary(max_size=9),
    )
    def liar_comes_in(self, role, have, seed, behind):
        self.liars.append(self.room.open())
        frames = Frames(random.Random(seed)).handshake(self.liar.session, role, have)
        self.room.feed(self.liar, b"".join(frames) + behind)

    @precondition(lambda self: self.liars)
    @rule(frames=st.lists(frames_to_host(*HOSTWARD), min_size=1, max_size=8))
    def liar_sends(self, frames):
        self.room.feed(self.liar, b"".join(frames))

    @precondition(lambda self: self.liars)
    @rule(data=st.binary(max_size=60))
    def liar_sends_bytes(self, data):
        self.room.feed(self.liar, data)

    @precondition(lambda self: self.liars)
    @rule(seed=st.integers(0, 2**32))
    def liar_sends_bent(self, seed):
        made = Frames(random.Random(seed))
        self.room.feed(self.liar, made.frame(Direction.TO_HOST, 0.0))

    @precondition(lambda self: self.liars)
    @rule(frame=frames_to_host(wire.Say, wire.Fetch, wire.Resync), count=st.sampled_from([20, 150, 400]))
    def liar_floods(self, frame, count):
        self.room.feed(self.liar, frame * count)

    @precondition(lambda self: self.liars)
    @rule()
    def liar_does_not_read(self):
        self.liar.writer.frozen = True

    @precondition(lambda self: self.liars)
    @rule()
    def liar_is_lost(self):
        self.room.drop(self.liars.pop())

    @invariant()
    def the_honest_are_told_the_same(self):
        self.room.settle()
        for with_liar, without in zip(self.room.honest, self.alone.honest, strict=True):
            assert with_liar.log == without.log
        self.room.check()
        assert self.room.record == self.alone.record

    @invariant()
    def nothing_grows(self):
        assert len(self.room.peers) <= 2 + len(self.liars)
        for peer in self.liars:
            assert peer._queued <= limits.QUEUE_BYTES and len(peer._queue) <= limits.QUEUE_FRAMES
            assert peer.session._decoder.buffered <= peer.session._decoder.limit + limits.FRAME_PREFIX
            assert not peer.session._outgoing or peer.session.closed


TestTwoHonestAndALiar = TwoHonestAndALiar.TestCase
TestTwoHonestAndALiar.settings = settings(max_examples=60, stateful_step_count=30)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_two_honest_and_a_liar_for_long():
    run_state_machine_as_test(TwoHonestAndALiar, settings=settings(max_examples=1000, stateful_step_count=50))
