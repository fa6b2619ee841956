"""Order: who missed something gets it back, who came late sees the same, who acts twice or too late changes nothing."""

import random
from types import SimpleNamespace

import pytest

from engine.bots import LEVELS
from engine.cards import SEATS
from engine.match import Match
from engine.reasons import Code
from engine.rules import make_rules
from engine.shuffle import seeded_key
from net import Refused, connect
from net.following import Follower
from net.frames import FrameDecoder
from net.identity import Identity
from net.limits import MAX_FRAME_TO_CLIENT
from net.peers import Peer
from net.table import OBSERVERS, STREAMS, Table, Timing
from net.wire import Delta, Direction, Notice, Resync, decode, encode
from tests.net.test_changing import Evening
from tests.net.test_host import OWNER, hosting, joined, until


class Watched:
    """A table of bots, or of persons who play as bots do, and every message it told, by stream."""

    def __init__(self, people=(), seed=7, deals=1, **timing):
        self.told, self.order = {stream: [] for stream in STREAMS}, []
        match = Match(make_rules("classic"), lambda deal, attempt: seeded_key(seed, deal, attempt), deals=deals)
        timing = Timing(**{"pace": 0, "burn_window": 0, "clock": 0, **timing})
        self.table = Table(match, timing, random.Random(1), self.write, self.take)
        for seat in SEATS:
            if seat in people:
                self.table.sit(bytes([seat]) * 32, f"p{seat}", seat, 0.0)
            else:
                self.table.add_bot(seat, "greedy")
        self.now = 0.0

    def write(self, text):
        self.order.append("write")

    def take(self, stream, frame):
        (payload,) = FrameDecoder(MAX_FRAME_TO_CLIENT).feed(frame)
        message = decode(payload, Direction.TO_CLIENT)
        self.told[stream].append(message)
        if isinstance(message, Delta):
            self.order.append((stream, message.seq))

    def step(self):
        table = self.table
        seat = table.match.deal.turn
        if seat and table.chairs[seat].person and not table.match.deal.burn_window:
            text = LEVELS["greedy"](table.streams.views[seat], random.Random(table.seq)).text()
            assert table.act(seat, 5000 + table.seq, text, self.now, table.seq) is None
        else:
            self.now = max(self.now, table.deadline)
            table.tick(self.now)


def follower(sent):
    return Follower(1, sent.append, lambda update: None, lambda number, refused: None)


def test_who_joins_at_any_step_ends_with_the_view_of_who_was_there_from_the_start():
    watched, late = Watched(), []
    watched.table.begin(0.0)
    while not watched.table.match.over:
        if watched.table.seq % 5 == 1:
            late += [(stream, watched.table.seq, watched.table.snapshot(stream)) for stream in STREAMS]
        watched.step()
    assert len(late) > 100
    for stream, seq, snapshot in late:
        follows = follower([])
        follows.received(snapshot, 0.0)
        for message in watched.told[stream]:
            if isinstance(message, Delta) and message.seq > seq:
                follows.received(message, 0.0)
        assert follows.view.match.known() == watched.table.streams.views[stream].known()


@pytest.mark.parametrize("stream", [OBSERVERS, 3])
def test_a_delta_that_is_missing_is_asked_for_once_and_a_snapshot_heals(stream):
    watched, sent = Watched(), []
    follows = follower(sent)
    watched.table.begin(0.0)
    follows.received(watched.table.snapshot(stream), 0.0)
    del watched.told[stream][:]
    for _ in range(4):
        watched.step()
    deltas = [message for message in watched.told[stream] if isinstance(message, Delta)]
    for message in deltas[1:]:
        follows.received(message, 0.0)
    assert sent and all(message == Resync(follows.view.seq) for message in sent)
    follows.received(watched.table.snapshot(stream), 0.0)
    assert follows.view.seq == watched.table.seq
    assert follows.view.match.known() == watched.table.streams.views[stream].known()


@pytest.mark.parametrize("field", ["number", "total", "games", "places", "hand"])
def test_a_view_that_went_wrong_is_noticed_with_the_next_message_and_asked_for_whole(field):
    watched, sent = Watched(), []
    follows = follower(sent)
    watched.table.begin(0.0)
    for _ in range(10):
        watched.step()
    follows.received(watched.table.snapshot(2), 0.0)
    spoilt = {"number": 9, "total": (7, 0), "games": 3, "places": (1, 2, 3, 4, 5, 6), "hand": [1] * 15}[field]
    setattr(follows.view.match, field, spoilt)
    del watched.told[2][:]
    watched.step()
    follows.received(next(each for each in watched.told[2] if isinstance(each, Delta)), 0.0)
    assert sent == [Resync(None)]


def test_what_was_decided_on_an_earlier_step_is_refused_and_changes_nothing():
    watched = Watched(people=SEATS)
    table = watched.table
    table.begin(0.0)
    while table.match.deal.turn is None or table.match.deal.burn_window:
        watched.step()
    seat, seq = table.match.deal.turn, table.seq
    text = LEVELS["greedy"](table.streams.views[seat], random.Random(0)).text()
    assert table.act(seat, 1, text, watched.now, seq - 1).code is Code.TOO_LATE
    assert table.seq == seq
    assert table.act(seat, 1, text, watched.now, seq).code is Code.TOO_LATE, "an id is answered the same for ever"
    assert table.act(seat, 2, text, watched.now, seq) is None


@pytest.mark.parametrize("seed", range(60))
def test_of_all_who_act_in_one_moment_one_is_done_and_the_others_are_told_why(seed):
    rng = random.Random(seed)
    watched = Watched(people=SEATS, seed=seed)
    table = watched.table
    table.begin(0.0)
    for _ in range(rng.randrange(3, 40)):
        watched.step()
    while table.match.deal.turn is None or table.match.deal.burn_window:
        watched.step()
    seat, seq = table.match.deal.turn, table.seq
    text = LEVELS["greedy"](table.streams.views[seat], random.Random(seed)).text()
    acts = [(each, 1, text if each == seat else rng.choice(["pass", text, "yield"])) for each in SEATS]
    acts += rng.sample(acts, 3)  # resent
    rng.shuffle(acts)
    answers = {}
    for each, number, wanted in acts:
        reason = table.act(each, number, wanted, watched.now, seq)
        assert answers.setdefault(each, reason) == reason, "the same id, the same answer"
    assert answers[seat] is None and table.seq == seq + 1
    assert all(isinstance(answers[each].code, Code) for each in SEATS if each != seat)


def test_every_step_is_written_before_anybody_is_told():
    watched = Watched()
    watched.table.begin(0.0)
    while not watched.table.match.over:
        watched.step()
    steps = written = 0
    for each in watched.order:
        if each == "write":
            written += 1
        elif each[1] > steps:
            steps = each[1]
        assert written >= steps
    assert steps == watched.table.seq


@pytest.mark.parametrize("moment", ["before", "ready", "begun", "first step"])
def test_who_leaves_while_the_match_begins_leaves_a_table_that_goes_on(moment):
    evening = Evening(people=(1, 2), deals=1)
    table = evening.table
    if moment == "before":
        table.leave(2, 0.0)
        evening.ready(1)
        for _ in range(50):
            evening.now += evening.beat(evening.now)
        assert table.match.deal is None, "nobody begins with a free chair"
        assert table.sit(bytes([9]) * 32, "new", None, evening.now) == 2
        evening.ready(2)
        evening.play()
        return
    evening.ready(1, 2)
    if moment == "ready":
        table.leave(2, 0.0)
        assert table.chairs[2].free and table.match.deal is None
        table.add_bot(2, "greedy")
    elif moment == "begun":
        table.begin(0.0)
        table.leave(2, 0.0)
    else:
        table.begin(0.0)
        evening.now += evening.beat(evening.now)
        table.leave(2, evening.now)
    evening.play()
    assert table.match.over


async def test_an_owner_returns_to_a_full_table_that_lets_in_nobody_else_and_has_another_code():
    own = Identity.temporary()
    async with hosting(bots=4, code="tea", observers=0) as server, joined(server, "ann", code="tea") as (ann,):
        async with connect("127.0.0.1", server.port, name="bob", code="tea", identity=own) as bob:
            assert (ann.view.seat, bob.view.seat) == (1, 2)
        server._guard.code = "other"
        with pytest.raises(Refused):
            async with connect("127.0.0.1", server.port, name="eve", role="observer", code="other"):
                pass
        async with connect("127.0.0.1", server.port, name="bob", identity=own) as bob:
            assert bob.view.seat == 2


async def test_who_is_refused_costs_those_who_play_nothing():
    async with hosting(bots=5, observers=0) as server, joined(server, "own", identity=OWNER) as (own,):
        before = server.table.streams.views[1].known(), server.table.roster()
        for options in ({}, {"seat": 3}, {"role": "observer"}):
            with pytest.raises(Refused):
                async with connect("127.0.0.1", server.port, name="eve", **options):
                    pass
        assert (server.table.streams.views[1].known(), server.table.roster()) == before
        own.start()
        await until(own, lambda u: u.view.match is not None and u.view.match.play is not None)


def test_peers_that_leave_while_a_frame_is_sent_keep_nobody_from_it():
    evening = Evening(people=())
    got, peers = [], []

    def peer(name):
        def send_frame(frame, now):
            got.append(name)
            if name in ("a", "c"):  # The next one is gone while this one is written to.
                evening.gone(peers[peers.index(made) + 1], now)

        transport = SimpleNamespace(get_write_buffer_size=lambda: 0, is_closing=lambda: False)
        session = SimpleNamespace(send_frame=send_frame, data_to_send=lambda: b"")
        made = Peer(session, SimpleNamespace(transport=transport), stream=None, name=name, role="observer")
        evening.peers.add(made)
        evening._join(made, OBSERVERS)
        return made

    peers += [peer(name) for name in "abcdef"]
    evening._streams[OBSERVERS] = dict.fromkeys(peers).keys() | set()
    evening.tell_stream(OBSERVERS, encode(Notice("can_write")), 0.0)
    stayed = {made.name for made in evening.peers}
    assert stayed == {"a", "c", "e", "f"} and stayed <= set(got)
