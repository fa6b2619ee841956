"""The table without sockets: matches end, streams are true, windows tell nothing (DESIGN: Net)."""

import random

import pytest

from engine.bots import LEVELS
from engine.cards import SEATS
from engine.events import Bought, Fell
from engine.match import Match
from engine.phase import Phase
from engine.record import verify
from engine.rules import make_rules
from engine.shuffle import seeded_key
from engine.view import View, project
from net.frames import FrameDecoder
from net.limits import MAX_FRAME_TO_CLIENT
from net.table import OBSERVERS, STREAMS, Table, Timing
from net.telling import event_from_plain, view_from_plain, view_hash
from net.wire import Delta, Direction, Done, Page, Refused, Roster, Window, decode, encode


class Peers:
    """Seven readers of streams that believe nothing but what they are sent."""

    def __init__(self, people=(), deals=2, seed=7, timing=None, rules=None, level="greedy"):
        rules = rules or make_rules("classic")
        self.lines, self.windows, self.sizes = [], {seat: [] for seat in SEATS}, []
        self.views = {stream: View(rules, stream or None) for stream in STREAMS}
        match = Match(rules, lambda deal, attempt: seeded_key(seed, deal, attempt), deals=deals)
        self.table = Table(match, timing or Timing(pace=0.5), random.Random(1), self.write, self.take)
        for seat in SEATS:
            if seat in people:
                self.table.sit(bytes([seat]) * 32, f"p{seat}", seat, 0.0)
            else:
                self.table.add_bot(seat, level)

    def write(self, text):
        self.lines.extend(text.splitlines(True))

    def take(self, stream, frame):
        (payload,) = FrameDecoder(MAX_FRAME_TO_CLIENT).feed(frame)
        message = decode(payload, Direction.TO_CLIENT)
        if isinstance(message, Window):
            self.windows[stream].append((message.window_id, message.seconds, len(frame)))
        assert isinstance(message, Delta | Roster | Window | Done | Refused | Page)
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


EVERYTHING_ASKED = make_rules(
    "qingdao",
    {
        "cut": "ask", "show_threes": "ask", "discard": ["both"], "team_tribute": "counter", "point_returned": True,
        "fall_without_lawful": "highest", "last_hand_locks_passers": False,
    },
)  # fmt: skip


@pytest.mark.parametrize("rules", [make_rules("qingdao"), make_rules("biesan"), EVERYTHING_ASKED], ids=range(3))
@pytest.mark.parametrize("people", [(), (1, 2, 3, 4, 5, 6), (2, 5)], ids=str)
def test_what_comes_before_the_first_set_goes_over_the_wire_with_people_silent(rules, people):
    peers = Peers(people=people, deals=5, rules=rules, level="random", timing=Timing(pace=0.5, clock=10))

    def snapshots_are_true(turn, now):
        if peers.table.match.deal.before is None:
            return
        for stream in STREAMS:
            sent = peers.table.snapshot(stream)
            (payload,) = FrameDecoder(MAX_FRAME_TO_CLIENT).feed(encode(sent))
            assert view_hash(view_from_plain(decode(payload, Direction.TO_CLIENT).view)) == sent.hash

    peers.run(snapshots_are_true)
    assert verify(peers.lines).complete


def test_a_call_is_waited_for_by_the_clock_and_no_longer_than_all_have_said():
    peers = Peers(people=(1, 2), deals=1, rules=make_rules("qingdao"), timing=Timing(pace=0.5, clock=30))
    table = peers.table
    table.begin(0.0)
    assert table.match.deal.phase is Phase.ADVANCE_CALLS and table.deadline == 30.0
    assert table.act(1, 1, "call advance", 1.0) is None and table.deadline == 30.0
    assert table.act(2, 1, "none", 2.0) is None and table.deadline == 2.0
    table.tick(2.0)
    assert table.match.deal.preparing.public.calls == ((1, "advance"),)
    assert table.match.deal.phase is Phase.REVOLUTION and table.deadline == 2.0 + table.timing.burn_window


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


def test_who_says_nothing_and_lacks_a_three_has_one_bought_and_never_revolts():
    rules = make_rules("biesan", {"buy_threes": "player"})
    heard = []
    peers = Peers(people=SEATS, deals=12, seed=9, rules=rules, timing=Timing(pace=0, clock=5))
    peers.table._heard = heard.append
    peers.run()
    assert any(isinstance(event, Bought) for event in heard)
    assert not any(isinstance(event, Fell) for event in heard), "nobody is left without a three"
    assert not any('"action":"revolt"' in line or '"action":"redraw"' in line for line in peers.lines)
