"""The table without sockets: matches end, streams are true, windows tell nothing (DESIGN: Net)."""

import random

from engine.bots import LEVELS
from engine.cards import SEATS
from engine.match import Match
from engine.record import verify
from engine.rules import make_rules
from engine.shuffle import seeded_key
from engine.view import View, project
from net.frames import FrameDecoder
from net.limits import MAX_FRAME_TO_CLIENT
from net.table import OBSERVERS, STREAMS, Table, Timing
from net.telling import event_from_plain, view_from_plain, view_hash
from net.wire import Delta, Direction, Window, decode, encode


class Peers:
    """Seven readers of streams that believe nothing but what they are sent."""

    def __init__(self, people=(), deals=2, seed=7, timing=None):
        rules = make_rules("classic")
        self.lines, self.windows, self.sizes = [], {seat: [] for seat in SEATS}, []
        self.views = {stream: View(rules, stream or None) for stream in STREAMS}
        match = Match(rules, lambda deal, attempt: seeded_key(seed, deal, attempt), deals=deals)
        self.table = Table(match, timing or Timing(pace=0.5), random.Random(1), self.lines.append, self.take)
        for seat in SEATS:
            if seat in people:
                self.table.sit(bytes([seat]) * 32, f"p{seat}", seat, 0.0)
            else:
                self.table.add_bot(seat, "greedy")

    def take(self, stream, frame):
        (payload,) = FrameDecoder(MAX_FRAME_TO_CLIENT).feed(frame)
        message = decode(payload, Direction.TO_CLIENT)
        if isinstance(message, Window):
            self.windows[stream].append((message.window_id, message.seconds, len(frame)))
        assert isinstance(message, Delta | Window)
        if isinstance(message, Delta):
            for row in message.event:
                self.views[stream].apply(event_from_plain(row))
            assert view_hash(self.views[stream]) == message.hash
            self.sizes.append((len(message.event), len(frame)))

    def run(self, decide=lambda seat, now: None):
        now, table = 0.0, self.table
        for _ in range(20_000):
            if table.match.over:
                return now
            if table.match.between:
                for seat in SEATS:
                    table.set_ready(seat, True)
                table.begin(now)
            decide(table.match.deal.turn, now)
            if table.deadline is not None:
                now = max(now, table.deadline)
                table.tick(now)
        raise AssertionError("the table hangs")


def test_bots_play_a_match_to_its_end_and_every_stream_is_true():
    peers = Peers()
    peers.run()
    for stream in STREAMS:
        assert peers.views[stream].known() == project(peers.table.match, stream or None).known()
    assert peers.table.deadline is None
    assert not peers.table.tick(1e9), "a table whose match is over has nothing to do"
    verdict = verify(peers.lines)
    assert (verdict.deals, verdict.complete) == (2, True)


def test_people_who_say_nothing_do_not_hang_the_table():
    peers = Peers(people=(1, 3, 4), deals=1)
    assert peers.run() > 0


def test_a_person_absent_for_longer_than_the_grace_is_played_for():
    peers = Peers(people=(2,), deals=1, timing=Timing(pace=0, clock=0, grace=20))
    peers.table.gone(2, 0.0)
    assert peers.run() < 2000


def test_an_action_of_one_id_is_done_once():
    peers = Peers(people=SEATS, deals=1)
    table = peers.table
    table.begin(0.0)
    table.tick(table.deadline)
    seat = table.match.deal.turn
    text = LEVELS["greedy"](peers.views[seat], random.Random(0)).text()
    before = table.seq
    assert table.act(seat, 1, text, 10.0) is None
    assert table.act(seat, 1, text, 10.0) is None
    assert table.seq == before + 1


def test_a_refused_action_changes_nothing_and_tells_nobody():
    peers = Peers(people=SEATS, deals=1)
    table = peers.table
    table.begin(0.0)
    table.tick(table.deadline)
    other = table.match.deal.turn % 6 + 1
    before, sent = table.seq, len(peers.sizes)
    for number, text in enumerate(("play 3", "pass", "close", "deal", "nonsense", "play 7*99")):
        assert table.act(other, number, text, 10.0) is not None
    assert (table.seq, len(peers.sizes)) == (before, sent)


def test_every_window_sends_every_seat_the_same_at_the_same_time():
    peers = Peers(people=SEATS, deals=1)
    peers.run()
    assert peers.windows[1]
    assert all(peers.windows[seat] == peers.windows[1] for seat in SEATS)


def test_a_snapshot_is_small_and_gives_the_same_view():
    peers = Peers()
    peers.table.begin(0.0)
    for _ in range(40):
        peers.table.tick(peers.table.deadline)
    for stream in STREAMS:
        message = peers.table.snapshot(stream)
        frame = encode(message)
        (payload,) = FrameDecoder(MAX_FRAME_TO_CLIENT).feed(frame)
        read = decode(payload, Direction.TO_CLIENT)
        assert view_from_plain(read.view).known() == peers.views[stream].known()
        assert view_hash(view_from_plain(read.view)) == read.hash
        assert len(frame) <= 2048


def test_a_step_of_play_is_a_small_frame():
    peers = Peers(deals=1)
    peers.run()
    steps = sorted(size for events, size in peers.sizes if events == 1)
    assert steps[len(steps) // 2] <= 40


def test_an_observer_is_sent_no_hand():
    peers = Peers(deals=1)
    peers.table.begin(0.0)
    assert not any(peers.views[OBSERVERS].hand)
