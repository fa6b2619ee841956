"""What a peer can cost is bounded, and one that does not read costs nobody else anything (DESIGN: Net)."""

import zlib

import pytest

from net import limits, wire
from net.certificates import make_certificate
from net.following import RECORD_BYTES, Follower
from net.host import Description, Host
from net.peers import SOCKET_BYTES, Fate, Peer
from net.wire import encode
from tests.net.liars import Frames, Room

CHAT = encode(wire.Chat("host", None, "h", "x" * 200))
PAGE = encode(wire.Page(1, "record", 0, 1, (b"r" * 5_000,)))


class Some:
    """Stands for the randomness of frames: the same of everything."""

    def __init__(self, which):
        self.which = which

    def choice(self, values):
        return values[self.which]


def knocked(room, role, which=0):
    peer = room.open()
    room.feed(peer, b"".join(Frames(Some(which)).handshake(peer.session, role, name="l3")))
    return peer


def came_in(room, role, which=0):
    peer = knocked(room, role, which)
    assert peer.stream is not None
    return peer


def sent(room, peer, frame=CHAT, count=1):
    """Tell the peer's stream so many frames; returns the greatest queue there was, in bytes and pieces."""
    most = [0, 0]
    for _ in range(count):
        room.tell_stream(peer.stream, frame, room.now)
        most = [max(most[0], peer._queued), max(most[1], len(peer._queue))]
    return most


@pytest.mark.parametrize("frame", [PAGE, CHAT], ids=["bytes", "frames"])
def test_a_player_that_does_not_read_is_cut_at_the_bound_of_its_queue(frame):
    room = Room(liars=1)
    peer = came_in(room, "player")
    peer.writer.frozen, peer.writer.waiting = True, SOCKET_BYTES
    few = min(limits.QUEUE_FRAMES, limits.QUEUE_BYTES // len(frame))
    sent(room, peer, frame, few)
    assert not peer.writer.closed
    room.tell_stream(peer.stream, frame, room.now)
    assert peer.writer.closed and not peer._queue


def test_an_observer_that_does_not_read_has_frames_dropped_and_is_brought_back_by_one_snapshot():
    room = Room()
    peer = came_in(room, "observer")
    peer.writer.take()
    peer.writer.frozen, peer.writer.waiting = True, SOCKET_BYTES
    most = sent(room, peer, count=5_000)
    assert most[0] <= limits.QUEUE_BYTES and most[1] <= limits.QUEUE_FRAMES
    assert peer.behind and not peer.writer.closed and not peer._queue
    peer.writer.frozen, peer.writer.waiting = False, 0
    room.flush(peer, room.now)
    assert peer.writer.take() == encode(room.table.snapshot(0, room.now)) and not peer.behind


def test_an_observer_that_reads_nothing_for_twelve_seconds_is_cut_though_it_goes_on_talking():
    room = Room()
    peer = came_in(room, "observer")
    peer.writer.frozen, peer.writer.waiting = True, SOCKET_BYTES
    sent(room, peer, count=5_000)
    for _ in range(round(limits.QUEUE_STUCK_SECONDS / limits.TICK)):
        assert not peer.writer.closed
        room.advance(limits.TICK)
        if not peer.writer.closed:
            room.feed(peer, encode(wire.Ping(1)))
    assert peer.writer.closed and peer not in room.peers


@pytest.mark.parametrize("role", ["player", "observer"])
def test_the_others_play_on_as_fast_beside_one_that_does_not_read(role):
    room, alone = Room(liars=1), Room(liars=1)
    for each, frozen in ((room, True), (alone, False)):
        came_in(each, role).writer.frozen = frozen
        each.advance(limits.SLOW)
    assert [honest.log for honest in room.honest] == [honest.log for honest in alone.honest]
    assert any(isinstance(message, wire.Delta) for _, message in room.honest[0].log)
    room.check()


def test_a_peer_that_reads_slowly_gets_everything_in_order():
    room = Room()
    peer = came_in(room, "observer")
    peer.writer.take()
    peer.writer.frozen, peer.writer.waiting = True, SOCKET_BYTES
    said = [encode(wire.Done(number)) for number in range(100)]
    for frame in said:
        room.tell_stream(0, frame, room.now)
    peer.writer.frozen, peer.writer.waiting = False, 0
    assert peer.drain(room.now) is Fate.FINE
    assert peer.writer.take() == b"".join(said)


def test_strangers_are_sixty_four_from_all_addresses_together_and_who_is_in_does_not_count():
    host = Host(make_certificate(), Description("t", "h", "0"))
    strangers = [Peer(None, None, f"10.0.0.{number % 5}") for number in range(limits.UNAUTHENTICATED_TOTAL)]
    host.peers.update(strangers[1:])
    assert host._has_room("10.0.0.9")
    host.peers.add(strangers[0])
    assert not host._has_room("10.0.0.9")
    strangers[0].stream = 3
    assert host._has_room("10.0.0.9")


def test_observers_are_as_many_as_the_table_takes_and_one_who_returns_is_none_more():
    room = Room()
    inside = [came_in(room, "observer", which) for which in range(8)]
    refused = knocked(room, "observer", 8)
    assert refused.stream is None and encode(wire.Rejected("too_many_observers")) in refused.writer.take()
    again = came_in(room, "observer", 3)
    assert inside[3].session.closed and room.table.observers == 8 and not again.session.closed


def test_a_record_that_unpacks_without_end_is_cut():
    told = []
    follower = Follower(0, lambda message: None, told.append, lambda *_: None)
    follower.received(wire.Page(1, "record", 0, 1, (zlib.compress(b"a" * (8 * RECORD_BYTES)),)), 0.0)
    assert [len(update.record) for update in told] == [RECORD_BYTES]
