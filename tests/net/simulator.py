"""A table and its peers in virtual time, with faults at random by a seed: nothing here waits or has a socket."""

import heapq
import itertools
import json
import random
from collections import Counter

from engine.bots import LEVELS
from engine.cards import SEATS
from engine.match import Match
from engine.record import verify
from engine.rules import make_rules
from engine.shuffle import seeded_key
from engine.view import project
from net.attending import Attending
from net.following import Follower
from net.identity import Identity
from net.limits import MAX_ID, RECONNECT_DELAYS
from net.peers import Peer
from net.resuming import chairs_of, resume
from net.session import Challenged, ClientSession, Closed, HostSession, Received, TurnedSlow
from net.table import STREAMS, Table, Timing
from net.wire import Ready, Rejected, Welcome, Wish

TABLE = "ab" * 6
FINGERPRINT = bytes(32)
IDENTITIES = [Identity.temporary() for _ in range(12)]
END = 20_000.0
"""Virtual seconds after which a match counts as stuck."""


class Disk:
    """A journal in memory: what is written outlives a killed host."""

    def __init__(self, seed):
        self.seed, self.text, self.state, self.full = seed, "", {}, False
        self.path = "memory"

    @property
    def lines(self):
        return tuple(self.text.splitlines(True))

    def append(self, text):
        if self.full:
            raise OSError(28, "no space left")
        self.text += text

    def key(self, deal, attempt):
        return seeded_key(self.seed, deal, attempt)

    known = key


class Socket:
    """One direction of a connection: bytes arrive in order, late, or not at all."""

    def __init__(self, world, arrive, lost):
        self.world, self.arrive, self.lost = world, arrive, lost
        self.free_at, self.silent, self.closed, self.frozen, self.waiting = 0.0, False, False, False, 0

    # What net.peers asks of a transport, and of a writer

    @property
    def transport(self):
        return self

    def get_write_buffer_size(self):
        return self.waiting

    def is_closing(self):
        return self.closed

    def write(self, data):
        if self.closed or self.silent:
            return
        if self.frozen:
            self.waiting += len(data)
        self.free_at = max(self.free_at, self.world.now + self.world.delay())
        self.world.at(self.free_at, lambda: None if self.silent else self.arrive(data))

    def close(self):
        if not self.closed:
            self.closed = True
            if not self.silent:
                self.world.at(max(self.free_at, self.world.now) + 0.001, self.lost)

    abort = close


class SimHost(Attending):
    """The host's half of a connection and its clock, on the simulated network."""

    def __init__(self, world, disk, resumed):
        super().__init__(lambda what, fields: None, 200, None, world.observer_delay, self.save, None)
        self.world, self.disk, self.alive = world, disk, True

        def make(match):
            timing = Timing(burn_window=1.0, pace=0.2, grace=10.0, clock=world.clock)
            tell = lambda stream, frame: self.tell_stream(stream, frame, world.now)  # noqa: E731
            return Table(match, timing, random.Random(world.seed), disk.append, tell)

        if resumed:
            table = resume(disk, make, world.now)
        else:
            table = make(Match(world.rules, disk.key, deals=1))
            for seat in SEATS[world.people :]:
                table.add_bot(seat, "greedy")
        self.attend(table)
        world.at(world.now, self.run)

    def save(self):
        self.disk.state = {"chairs": chairs_of(self.table)}

    def run(self):
        if self.alive and self.world.host is self:
            wait = self.beat(self.world.now)
            self.world.at(max(self.world.now + max(wait, 0.001), self.world.host_asleep_until), self.run)

    def connected(self, outgoing):
        session = HostSession(self.world.now, table_id=TABLE, fingerprint=FINGERPRINT)
        peer = Peer(session, outgoing)
        self.peers.add(peer)
        self.flush(peer, self.world.now)
        return peer

    def arrived(self, peer, data):
        if self.alive:
            self.happen(peer, peer.session.receive(data, self.world.now), self.world.now)
            if peer.session.closed:
                peer.writer.close()
                self.gone(peer, self.world.now)

    def lost(self, peer):
        if self.alive:
            self.happen(peer, peer.session.connection_lost(), self.world.now)
            peer.writer.close()
            self.gone(peer, self.world.now)


class SimLine:
    """One connection of a simulated client."""

    def __init__(self, client, world):
        self.client, self.world, self.over = client, world, False
        self.session = ClientSession(world.now, fingerprint=FINGERPRINT)
        host = world.host
        self.down = Socket(world, self.arrived, self.lost)
        self.peer = host.connected(self.down)
        self.up = Socket(world, lambda data: host.arrived(self.peer, data), lambda: host.lost(self.peer))
        self.flush()

    def flush(self):
        if data := self.session.data_to_send():
            self.up.write(data)

    def arrived(self, data):
        self.client.deliver(self, lambda: self.client.take(self, self.session.receive(data, self.world.now)))

    def lost(self):
        self.client.deliver(self, lambda: self.client.ended(self))


class SimClient:
    """A peer as :class:`net.client.RemoteTable` is one, in virtual time: dials, follows, acts as a bot does."""

    def __init__(self, world, number, role, seat):
        self.world, self.role, self.wanted = world, role, seat
        self.identity, self.name = IDENTITIES[number], f"p{number}"
        self.rng = random.Random(world.seed * 100 + number)
        self.line, self.dialled, self.failures, self.asleep_until, self.acted = None, [], 0, 0.0, -1
        self.inbox, self.acknowledged, self.done_ids = [], [], Counter()
        self.restart()
        world.at(world.now + self.rng.random(), self.dial)
        world.at(world.now, self.tick)

    def restart(self):
        """A new program of the same person: the key is the same, nothing else is known."""
        self.follower = Follower(self.rng.randrange(MAX_ID // 2), self.send, self.news, self.answered)
        self.follower.seat = self.wanted
        self.line, self.acted = None, -1

    def deliver(self, line, what):
        if self.world.now < self.asleep_until:
            self.inbox.append((line, what))
        elif not line.over:
            what()

    def wake(self):
        waiting, self.inbox = self.inbox, []
        for line, what in waiting:
            if not line.over:
                what()

    def dial(self):
        if self.line is not None or self.world.over:
            return
        if self.world.host is None or self.world.unreachable:
            self.again()
            return
        self.dialled.append(SimLine(self, self.world))

    def again(self):
        delay = RECONNECT_DELAYS[min(self.failures, len(RECONNECT_DELAYS) - 1)]
        self.failures += 1
        self.world.at(self.world.now + max(delay, 0.01), self.dial)

    def ended(self, line):
        if line.over:
            return
        line.over = True
        line.up.close()
        if self.line is line or (self.line is None and not any(not each.over for each in self.dialled)):
            self.line = None
            self.again()
        self.dialled = [each for each in self.dialled if not each.over]

    def take(self, line, events):
        for event in events:
            if isinstance(event, Challenged):
                line.session.introduce(self.identity, self.world.now, name=self.name, role=self.role,
                                       seat=self.follower.seat, have=self.follower.have)  # fmt: skip
            elif isinstance(event, TurnedSlow) and self.line is line:
                if self.world.host is not None and not self.world.unreachable:
                    self.dialled.append(SimLine(self, self.world))
            elif isinstance(event, Received):
                self.received(line, event.message)
            elif isinstance(event, Closed):
                line.flush()
                self.ended(line)
                return
        line.flush()
        self.decide()

    def received(self, line, message):
        assert not isinstance(message, Rejected), message
        if isinstance(message, Welcome):
            old, self.line, self.failures = self.line, line, 0
            if old is not None and old is not line:
                old.over = True
                old.up.close()
        if self.line is line:
            self.follower.received(message, self.world.now)

    def tick(self):
        if self.world.over:
            return
        if self.world.now >= self.asleep_until:
            self.wake()
            for line in list(self.dialled):
                if not line.over:
                    self.take(line, line.session.tick(self.world.now))
        self.world.at(self.world.now + 0.5, self.tick)

    def send(self, message):
        if self.line is not None and not self.line.session.closed:
            self.line.session.send(message, self.world.now)
            self.line.flush()

    def news(self, update):
        pass

    def answered(self, number, refused):
        self.done_ids[number] += 1
        assert self.done_ids[number] == 1
        if refused is None:
            self.acknowledged.append(number)
        elif refused.code in ("too_late", "halted"):
            self.acted = -1

    def decide(self):
        view = self.follower.view.match
        if view is None or self.role == "observer" or self.line is None:
            return
        if view.play is None:
            self.ready()
            return
        seq = self.follower.view.seq
        asked = view.must_answer or view.turn == view.seat or (not view.over and bool(view.legal_burns()))
        if view.over or self.follower.waiting or self.acted == seq or not asked:
            return
        self.acted = seq
        self.world.at(self.world.now + self.rng.uniform(0.05, 0.9), lambda: self.act(seq))

    def act(self, seq):
        """Do what was thought about, if the table stands where it stood; also while there is no connection."""
        view = self.follower.view.match
        if self.follower.view.seq != seq or self.follower.waiting or self.world.now < self.asleep_until:
            self.acted = -1 if self.acted == seq else self.acted
            return
        action = LEVELS["greedy"](view, self.rng)
        if action is not None:
            self.follower.act(action.text())

    def ready(self):
        row = self.follower.view.roster
        if self.follower.seat and not row.get(f"{self.follower.seat}r"):
            self.send(Ready(True))


class World:
    """One match under faults.

    Args:
        seed: of the deal, the delays and the faults.
        faults: how many happen, spread over the first virtual minutes.
    """

    def __init__(self, seed, faults=12):
        self.seed, self.rng, self.now, self.over = seed, random.Random(seed), 0.0, False
        self.rules = make_rules(self.rng.choice(["classic", "classic", "qingdao", "biesan"]))
        self.people = self.rng.randrange(2, 7)
        self.clock = self.rng.choice([0.0, 15.0, 30.0])
        self.observer_delay = self.rng.choice([0.0, 0.0, 5.0])
        self.heap, self.count = [], itertools.count()
        self.slow, self.unreachable, self.host_asleep_until = 1.0, False, 0.0
        self.happened, self.disk = Counter(), Disk(seed)
        self.host = SimHost(self, self.disk, False)
        self.clients = [SimClient(self, n, "player", n + 1) for n in range(self.people)]
        self.clients += [SimClient(self, n, "observer", None) for n in range(self.people, self.people + 3)]
        for _ in range(faults):
            self.at(self.rng.uniform(2.0, 90.0), self.fault)

    def at(self, when, what):
        heapq.heappush(self.heap, (when, next(self.count), what))

    def delay(self):
        return self.slow * self.rng.uniform(0.0005, 0.03)

    def run(self):
        while self.heap:
            self.now, _, what = heapq.heappop(self.heap)
            assert self.now < END, f"seed {self.seed}: the match is stuck"
            what()
            host = self.host
            if host is not None and host.table.match.over and not host.table._unwritten and not self.over:
                self.settle()
        self.check()

    def settle(self):
        """The match is over: give every peer time to hear of it."""
        if all(client.follower.view.match is not None and client.follower.view.match.over for client in self.clients):
            self.over = True
            self.heap.clear()

    def check(self):
        table = self.host.table
        assert self.over, f"seed {self.seed}"
        for stream in STREAMS:
            assert table.streams.views[stream].known() == project(table.match, stream or None).known()
        for client in self.clients:
            true = table.streams.views[client.follower.seat or 0]
            assert client.follower.view.match.known() == true.known(), f"seed {self.seed}: {client.name}"
        lines = self.disk.text.splitlines(True)
        assert verify(lines).complete
        written = Counter((seat, number) for seat, number in ids(lines))
        assert not written or max(written.values()) == 1, f"seed {self.seed}: done twice"
        for client in self.clients:
            for number in client.acknowledged:
                assert (client.follower.seat, number) in written, f"seed {self.seed}: an acknowledged action is lost"

    # Faults

    def fault(self):
        kinds = ("reset", "silent", "half_open", "late", "peer_killed", "peer_sleeps", "host_killed", "host_sleeps",
                 "slow_reader", "disk_full", "cut_off", "vote", "pause")  # fmt: skip
        kind = self.rng.choice(kinds)
        self.happened[kind] += 1
        getattr(self, kind)()

    def some_client(self):
        return self.rng.choice(self.clients)

    def reset(self):
        if (line := self.some_client().line) is not None:
            self.at(self.now, line.lost)
            line.down.close()
            line.up.close()

    def silent(self):
        if (line := self.some_client().line) is not None:
            line.up.silent = line.down.silent = True

    def half_open(self):
        if (line := self.some_client().line) is not None:
            self.rng.choice([line.up, line.down]).silent = True

    def late(self):
        self.slow = self.rng.choice([10.0, 100.0])
        self.at(self.now + self.rng.uniform(1.0, 20.0), lambda: setattr(self, "slow", 1.0))

    def peer_killed(self):
        client = self.some_client()
        for line in client.dialled:
            line.over = True
            line.up.close()
        client.dialled, client.inbox = [], []
        client.restart()
        self.at(self.now + self.rng.uniform(0.5, 20.0), client.dial)

    def peer_sleeps(self):
        client = self.some_client()
        client.asleep_until = self.now + self.rng.choice([2.0, 8.0, 30.0])

    def host_killed(self):
        host = self.host
        if host is None or not self.disk.text:
            return
        if '"match_over"' in self.disk.text:
            return
        host.alive = False
        self.host = None
        for client in self.clients:
            for line in client.dialled:
                if not line.down.silent:
                    self.at(self.now + self.delay(), line.lost)
        self.at(self.now + self.rng.uniform(0.2, 15.0), self.host_resumed)

    def host_resumed(self):
        if self.disk.full:
            self.at(self.now + 1.0, self.host_resumed)
        else:
            self.host = SimHost(self, self.disk, True)

    def host_sleeps(self):
        self.host_asleep_until = self.now + self.rng.choice([3.0, 14.0])

    def slow_reader(self):
        if (line := self.some_client().line) is not None:
            line.down.frozen = True
            self.at(self.now + self.rng.uniform(1.0, 30.0), lambda: self.thaw(line.down))

    def thaw(self, socket):
        socket.frozen, socket.waiting = False, 0

    def disk_full(self):
        self.disk.full = True
        self.at(self.now + self.rng.uniform(0.5, 10.0), lambda: setattr(self.disk, "full", False))

    def vote(self):
        """Most of the players want the deal dealt again, or more rarely the match's end; some say no, some nothing."""
        what = self.rng.choice(["redeal", "redeal", "redeal", "abandon"])
        for client in self.clients[: self.people]:
            if (voice := self.rng.choice([True, True, True, False, None])) is not None:
                client.send(Wish(what, voice))

    def pause(self):
        for client in self.clients[: self.people]:
            client.send(Wish("pause", True))
        self.at(self.now + self.rng.uniform(1.0, 40.0), self.go_on)

    def go_on(self):
        for client in self.clients[: self.people]:
            client.send(Wish("go_on", True))

    def cut_off(self):
        self.unreachable = True
        self.at(self.now + self.rng.uniform(1.0, 20.0), lambda: setattr(self, "unreachable", False))


def ids(lines):
    for body in map(json.loads, lines):
        if "id" in body:
            yield body["seat"], body["id"]
