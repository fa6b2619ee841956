"""A table in virtual time with honest peers, and the frames of liars: random, bent, cut and out of order."""

import dataclasses
import random
import struct
import types
from typing import Annotated, Literal, Union, get_args, get_origin

from engine.bots import LEVELS
from engine.cards import SEATS
from engine.match import Match
from engine.rules import make_rules
from engine.shuffle import seeded_key
from net import fields, wire
from net.attending import Attending
from net.following import Follower
from net.identity import Identity
from net.peers import Peer
from net.session import Challenged, ClientSession, Closed, HostSession, Received
from net.table import Table, Timing
from net.wire import Direction, encode

TABLE, FINGERPRINT = "cd" * 6, bytes(32)
IDENTITIES = [Identity.temporary() for _ in range(12)]
RULES = make_rules("classic")
DIRECTIONS = (Direction.TO_HOST, Direction.TO_CLIENT)
MESSAGES = {
    direction: [cls for way, kinds in wire._KINDS.items() if way in (direction, Direction.BOTH)
                for cls in kinds.values()]
    for direction in DIRECTIONS
}  # fmt: skip
ENDINGS = (
    wire.Greeting, wire.Bye, wire.Hello, wire.Leave, wire.Challenge, wire.Rejected, wire.Proposed, wire.Confirmed,
)  # fmt: skip
"""What ends a connection at once or nearly: seldom, or nothing else would be tried."""

ACTIONS = ("pass", "play 3", "play 7777", "play 2+xX", "burn KK", "revolt", "none", "close", "deal", "yield", "打")
TEXTS = ("", "a", "record", "pause", "greedy", "classic", "\u202e\x1b[2J", "名" * 20, "e\u0301" * 9, "\u200b")


class Sink:
    """What a host writes to: a socket that takes everything, or with `frozen` one that is not read."""

    def __init__(self):
        self.inbox, self.waiting, self.frozen, self.closed = bytearray(), 0, False, False

    @property
    def transport(self):
        return self

    def get_write_buffer_size(self):
        return self.waiting

    def is_closing(self):
        return self.closed

    def write(self, data):
        if self.frozen:
            self.waiting += len(data)
        else:
            self.inbox += data

    def close(self):
        self.closed = True

    abort = close

    def take(self):
        data = bytes(self.inbox)
        self.inbox.clear()
        return data


class Room(Attending):
    """A table with two honest players on its first chairs, `liars` who lie on the next ones, and bots."""

    def __init__(self, seed=1, liars=0):
        super().__init__(lambda what, fields: None, 8, None, 0.0, lambda: None, self.another)
        self.now, self.seed, self.matches, self.record = 1000.0, seed, 0, []
        timing = Timing(burn_window=1.0, pace=0.2, grace=10.0, clock=15.0)
        tell = lambda stream, frame: self.tell_stream(stream, frame, self.now)  # noqa: E731
        self.attend(Table(self.match(), timing, random.Random(seed), self.record.append, tell))
        for seat in SEATS[2 + liars :]:
            self.table.add_bot(seat, "greedy")
        self.fill()
        self.honest = [Honest(self, seat) for seat in (1, 2)]
        self.settle()

    def match(self):
        self.matches += 1
        return Match(RULES, lambda deal, attempt: seeded_key(self.seed + self.matches, deal, attempt), deals=2)

    def another(self):
        self.record.clear()
        self.table.next_match(self.match())

    def fill(self):
        """Give free chairs (but the honest ones') to keys of liars, so that deals begin."""
        for seat in SEATS[2:]:
            if self.table.chairs[seat].free:
                key = next(one.public_key for one in IDENTITIES[3:] if self.table.seat_of(one.public_key) is None)
                self.table.take(key, f"l{seat}", seat, self.now)
                self.table.gone(seat, self.now)
                self.table.set_ready(seat, True)

    def card(self):
        return wire.TableCard(TABLE, "t", "h", 1, "classic", 1, 3, 0, False, 0, False, "playing", 1, "", "")

    def open(self):
        """A new connection; returns its peer."""
        session = HostSession(self.now, table_id=TABLE, fingerprint=FINGERPRINT)
        peer = Peer(session, Sink())
        self.peers.add(peer)
        self.flush(peer, self.now)
        return peer

    def feed(self, peer, data):
        self.happen(peer, peer.session.receive(data, self.now), self.now)
        self.swept(peer)

    def swept(self, peer):
        """Let go of a peer whose session or socket has ended, as the owner of its socket does."""
        if peer.session.closed or peer.writer.closed:
            peer.session.connection_lost()
            self.gone(peer, self.now)

    def drop(self, peer):
        self.happen(peer, peer.session.connection_lost(), self.now)
        self.gone(peer, self.now)

    def advance(self, seconds):
        until = self.now + seconds
        while True:
            wait = self.beat(self.now)
            self.settle()
            if self.now >= until and wait:
                break
            self.now = min(until, self.now + wait)
        for peer in list(self.peers):
            self.swept(peer)

    def settle(self):
        """Let the honest read and answer until they have nothing more to say."""
        while sum(honest.turn() for honest in self.honest):
            pass

    def check(self):
        """The honest are in, and what they know is what the host knows that they may know."""
        for honest in self.honest:
            assert not honest.session.closed and honest.peer in self.peers
            assert honest.follower.view.match.known() == self.table.streams.views[honest.seat].known()
            assert not honest.follower.waiting or self.table._held
            assert not honest.refused, honest.refused


class Honest:
    """A client that plays as a bot does, at once, and notes what it is told and when."""

    def __init__(self, room, seat):
        self.room, self.seat, self.log, self.refused, self.acted = room, seat, [], [], -1
        self.rng = random.Random(seat)
        self.follower = Follower(0, self.send, lambda update: None, self.answered)
        self.session = ClientSession(room.now, fingerprint=FINGERPRINT)
        self.peer = room.open()
        self.heard = room.now

    def send(self, message):
        self.session.send(message, self.room.now)

    def answered(self, number, refused):
        if refused is not None and refused.code not in ("superseded", "too_late", "halted"):
            self.refused.append(refused)

    def turn(self):
        """Read, decide and send; returns whether there was anything."""
        data = self.peer.writer.take()
        events = self.session.receive(data, self.room.now) if data else []
        for event in [*events, *self.session.tick(self.room.now)]:
            if isinstance(event, Challenged):
                identity = IDENTITIES[self.seat]
                self.session.introduce(identity, self.room.now, name=f"h{self.seat}", role="player", seat=self.seat)
            elif isinstance(event, Received):
                self.follower.received(event.message, self.room.now)
                if not isinstance(event.message, wire.Roster):
                    self.log.append((self.room.now, event.message))
            assert not isinstance(event, Closed), event
        if events:
            self.decide()
        said = self.session.data_to_send()
        if said:
            self.room.feed(self.peer, said)
        return bool(data or said)

    def decide(self):
        view = self.follower.view.match
        if view is None:
            return
        if view.play is None or view.phase.value in ("over", "void"):
            if self.follower.view.roster.get(f"{self.seat}r") is False:
                self.send(wire.Ready(True))
            return
        seq = self.follower.view.seq
        if self.acted != seq and (view.must_answer or view.turn == view.seat or view.legal_burns()):
            self.acted = seq
            action = LEVELS["greedy"](view, self.rng)
            if action is not None:
                self.follower.act(action.text())


class Frames:
    """Frames of somebody who lies, by a seed."""

    def __init__(self, rng):
        self.rng = rng

    def value(self, annotation):
        """A value that a field's annotation allows, often one at its edge."""
        rng, origin, arguments = self.rng, get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            return self._marked(arguments)
        if origin is Literal:
            return rng.choice(arguments)
        if origin in (Union, types.UnionType):
            return self.value(rng.choice(arguments))
        if origin is tuple:
            return tuple(map(self.value, arguments))
        if annotation is type(None):
            return None
        if annotation is bool:
            return rng.random() < 0.5
        return annotation(*[self.value(field.type) for field in dataclasses.fields(annotation)])

    def _marked(self, arguments):
        rng, mark = self.rng, arguments[-1]
        for mark in arguments[1:]:
            if isinstance(mark, fields.PlainMark):
                return self.plain(3)
            if isinstance(mark, fields.Range):
                made = rng.choice((mark.least, mark.most, rng.randint(mark.least, mark.most), mark.least + 1))
                return float(made) if arguments[0] is float else made
            if isinstance(mark, fields.TextLimit):
                return rng.choice(TEXTS)[: mark.most // 4] or ("x" if mark.least else "")
            if isinstance(mark, fields.ByteCount):
                return rng.randbytes(mark.count)
        return tuple(self.value(get_args(arguments[0])[0]) for _ in range(rng.randrange(4)))

    def plain(self, depth):
        rng = self.rng
        kind = rng.randrange(7 if depth else 5)
        if kind == 5:
            return tuple(self.plain(depth - 1) for _ in range(rng.randrange(5)))
        if kind == 6:
            return {rng.choice(TEXTS): self.plain(depth - 1) for _ in range(rng.randrange(4))}
        return (None, True, rng.randint(-9, 300), rng.choice(TEXTS), rng.randbytes(rng.randrange(20)))[kind]

    def message(self, direction):
        """A message that keeps every rule of its fields."""
        cls = self.rng.choice(MESSAGES[direction])
        if cls in ENDINGS and self.rng.random() < 0.9:
            return self.message(direction)
        if cls is wire.Act:
            return cls(self.rng.randrange(60), self.rng.randrange(400), self.rng.choice(ACTIONS))
        return cls(*[self.value(field.type) for field in dataclasses.fields(cls)])

    def frame(self, direction, honest=0.6):
        """One frame: with the chance `honest` a good one, else a bent one, one of the other side, or mere bytes."""
        rng = self.rng
        chance = rng.random()
        if chance < honest:
            return encode(self.message(direction))
        if chance > 0.95:
            return rng.randbytes(rng.randrange(1, 80))
        if chance > 0.92:
            body = rng.randbytes(rng.randrange(80))
            return struct.pack(">I", len(body)) + body
        if chance > 0.90:
            return encode(self.message(rng.choice(DIRECTIONS)))
        return self.bent(encode(self.message(direction)))

    def bent(self, frame):
        rng, frame = self.rng, bytearray(frame)
        for _ in range(rng.choice((1, 1, 1, 2, 5))):
            at = rng.randrange(len(frame)) if frame else 0
            match rng.randrange(5):
                case 0 if frame:
                    frame[at] ^= 1 << rng.randrange(8)
                case 1:
                    del frame[at:]
                case 2:
                    frame[at:at] = rng.randbytes(rng.randrange(4))
                case 3 if len(frame) > 4:
                    frame[4 + rng.randrange(len(frame) - 4)] = rng.choice((0xC1, 0xDD, 0xDF, 0xC7, 0x9F, 0x8F, 0xFF, 0))
                case 4:
                    # The length says what it is, so that the value within is looked at.
                    frame[:4] = struct.pack(">I", max(0, len(frame) - 4))
        return bytes(frame)

    def handshake(self, session, role, have=None, name=None):
        """The frames with which somebody gets in, given the host's session; his keys are few and come back."""
        identity = self.rng.choice(IDENTITIES[3:] if role == "observer" else IDENTITIES[3:6])
        signature = identity.sign_chair(TABLE, FINGERPRINT, session._nonce)
        seat = self.rng.choice((None, None, *SEATS)) if role == "player" else None
        name = name or self.rng.choice((*TEXTS, "l3", "l4", "h1", "李"))
        return [encode(wire.Greeting()), encode(wire.Hello(name, role, seat, identity.public_key, signature, have))]
