"""Chairs: given up, changed, filled and emptied by bots; who may do which when."""

import random

import pytest

from engine.cards import SEATS
from engine.match import Match
from engine.record import verify
from engine.rules import make_rules
from engine.shuffle import seeded_key
from net.frames import FrameDecoder
from net.limits import MAX_FRAME_TO_CLIENT
from net.table import Table, TableError, Timing
from net.wire import Direction, Roster, decode


def key(seat):
    return bytes([seat]) * 32


def make(people=(1,), **timing):
    """A table with people on some chairs and bots on all others; returns it and the messages it told."""
    told = []

    def tell(stream, frame):
        (payload,) = FrameDecoder(MAX_FRAME_TO_CLIENT).feed(frame)
        told.append((stream, decode(payload, Direction.TO_CLIENT)))

    match = Match(make_rules("classic"), lambda deal, attempt: seeded_key(3, deal, attempt), deals=3)
    table = Table(match, Timing(**timing), random.Random(1), lambda line: None, tell)
    for seat in SEATS:
        if seat in people:
            table.sit(key(seat), f"p{seat}", seat, 0.0)
        else:
            table.add_bot(seat, "greedy")
    return table, told


def play_out(table, now=0.0):
    """Tick from deadline to deadline until the deal is over."""
    for _ in range(5000):
        if table.match.between or table.match.over:
            return now
        now = max(now, table.deadline)
        table.tick(now)
    raise AssertionError("the table hangs")


def until_turn(table, seat, now=0.0):
    for _ in range(5000):
        if table.match.deal.turn == seat and not table.match.deal.burn_window:
            return now
        now = max(now, table.deadline)
        table.tick(now)
    raise AssertionError("never on turn")


def test_leaving_before_the_first_deal_frees_the_chair_at_once():
    table, _ = make()
    table.leave(1, 0.0)
    assert table.chairs[1].free
    assert table.sit(key(9), "new", None, 1.0) == 1


def test_leaving_in_a_deal_lets_a_bot_play_at_once_and_frees_the_chair_when_the_deal_is_over():
    table, told = make(pace=0.5, clock=30, grace=20)
    table.begin(0.0)
    now = until_turn(table, 1)
    assert table.deadline - now > 20, "a person has his clock"
    table.leave(1, now)
    assert table.deadline == now + 0.5, "no grace for who has left"
    with pytest.raises(TableError, match="no_free_seat"):
        table.sit(key(9), "new", None, now)
    del told[:]
    play_out(table, now)
    assert table.chairs[1].free
    rosters = [(stream, m.payload["1k"]) for stream, m in told if isinstance(m, Roster)]
    assert rosters == [(stream, "free") for stream in range(7)], "every stream hears of the free chair"
    assert not table.may_deal
    assert table.sit(key(9), "new", None, now) == 1


def test_a_lost_connection_keeps_the_chair():
    table, _ = make(pace=0.5, grace=5)
    table.begin(0.0)
    table.gone(1, 0.0)
    play_out(table)
    assert table.chairs[1].key == key(1)
    assert table.sit(key(1), "p1", None, 1e6) == 1


def test_who_left_in_mid_deal_does_not_get_the_chair_back_by_his_key():
    table, _ = make()
    table.begin(0.0)
    table.leave(1, 0.0)
    with pytest.raises(TableError, match="no_free_seat"):
        table.sit(key(1), "p1", None, 1.0)


def test_bots_are_taken_off_between_deals_only():
    table, _ = make()
    with pytest.raises(TableError, match="no_bot"):
        table.remove_bot(1)
    table.remove_bot(2)
    assert table.chairs[2].free
    table.add_bot(2, "random")
    table.begin(0.0)
    with pytest.raises(TableError, match="deal_running"):
        table.remove_bot(2)


def test_a_player_changes_to_a_free_chair_between_deals_only():
    table, _ = make(people=(1, 2))
    table.remove_bot(4)
    table.set_ready(1, True)
    assert table.move(1, 4)
    assert table.chairs[1].free
    assert table.chairs[4].key == key(1)
    assert not table.chairs[4].ready, "on another chair one is ready anew"
    table.add_bot(1, "greedy")
    table.begin(0.0)
    with pytest.raises(TableError, match="deal_running"):
        table.move(4, 1)


@pytest.mark.parametrize(("newcomers", "first_deal"), [(1, False), (2, True)])
def test_where_two_or_more_players_are_replaced_the_next_deal_is_a_first_deal_again(newcomers, first_deal):
    """RULES.md 7, ``reopen``; the record tells it, and a replay comes out the same."""
    lines = []
    rules = make_rules("classic", {"reopen": "always"})
    match = Match(rules, lambda deal, attempt: seeded_key(4, deal, attempt), deals=2)
    timing = Timing(pace=0, burn_window=0, clock=1, grace=0)
    table = Table(match, timing, random.Random(1), lines.append, lambda *_: None)
    for seat in SEATS:
        table.sit(key(seat), f"p{seat}", seat, 0.0)
    table.begin(0.0)
    now = play_out(table)
    assert len({place % 2 for place in match.places[:3]}) == 2, "no sweep, which would open again by itself"
    for seat in range(1, newcomers + 1):
        table.leave(seat, now)
        table.sit(key(10 + seat), "new", seat, now)
    table.begin(now)
    assert match.first_deal is first_deal
    play_out(table, now)
    assert verify("".join(lines).splitlines(keepends=True)).complete
