"""A pause: asked for by a player, granted by the host, and the clocks stand still meanwhile. The time is injected."""

from engine.cards import SEATS
from engine.phase import Phase
from engine.reasons import Code
from net.table import Timing
from net.wire import Notice, Roster, encode
from net.wishing import PAUSE_SECONDS
from tests.net.test_table import Peers


def begun(people=(1, 2, 3), clock=30.0, **options):
    """A deal with a person on turn at 0.0 s, and what all streams are told from now on."""
    peers = Peers(people=people, deals=1, timing=Timing(pace=0.5, clock=clock, **options))
    table = peers.table
    table.begin(0.0)
    now = 0.0
    while table.match.deal.turn not in people:
        now = max(now, table.deadline)
        table.tick(now)
    told = []
    table._tell = lambda stream, frame: told.append((stream, frame))
    return table, now, told


def tells(told, message):
    return {stream for stream, frame in told if frame == encode(message)}


def test_a_player_asks_the_host_grants_and_all_see_who_asked():
    table, now, told = begun()
    assert table.wish(3, "pause", True, now) == ""
    assert tells(told, Notice("wish_pause", (("seat", 3),))) == {0, *SEATS} and table.paused is None
    assert table.wish(1, "pause", True, now, owner=True) == ""
    assert table.paused == now
    assert table.roster(now)["paused"] is True and table.roster(now)["paused_by"] == 3
    assert tells(told, Roster(table.roster(now))) == {0, *SEATS}
    assert table.wish(2, "go_on", True, now) == "" and table.paused == now
    assert table.wish(None, "go_on", True, now, owner=True) == "" and table.paused is None
    assert "paused_by" not in table.roster(now)


def test_the_host_from_no_chair_is_nobodys_seat():
    table, now, _ = begun()
    table.wish(None, "pause", True, now, owner=True)
    assert table.roster(now)["paused_by"] == 0


def test_more_than_half_of_those_who_are_there_need_no_host():
    table, now, _ = begun()
    table.gone(3, now)
    table.wish(1, "pause", True, now)
    assert table.paused is None, "one of two is half"
    table.wish(1, "pause", False, now)
    table.wish(2, "pause", True, now)
    assert table.paused is None, "who has withdrawn counts no more"
    table.wish(1, "pause", True, now)
    assert table.paused is not None and table.paused_by == 2


def test_a_wish_for_what_is_so_already_is_not_kept():
    table, now, told = begun()
    for seat in (1, 2, 3):
        assert table.wish(seat, "go_on", True, now) == ""
    assert not told
    table.wish(None, "pause", True, now, owner=True)
    assert table.paused is not None, "the wishes to go on from before the pause do not end it"
    assert table.wish(2, "dance", True, now) == "no_such_wish"


def test_in_a_pause_no_clock_runs_out_nobody_acts_and_what_was_left_is_left():
    table, now, _ = begun(clock=30.0)
    seat, seq = table.match.deal.turn, table.seq
    table.pause(now + 20, seat)
    for later in (now + 31, now + 100, now + 1000):
        assert not table.tick(later)
    assert table.act(seat, 1, "pass", now + 1000).code is Code.HALTED
    assert table.seq == seq and table.chairs[seat].missed == 0
    table.go_on(now + 1000)
    assert not table.tick(now + 1009.9) and table.seq == seq
    assert table.roster(now + 1000)["left"] == 10_000
    assert table.tick(now + 1010) and table.seq > seq and table.chairs[seat].missed == 1


def test_the_grace_of_the_absent_stands_still_too():
    table, now, _ = begun(clock=30.0, grace=20.0)
    seat, seq = table.match.deal.turn, table.seq
    table.gone(seat, now)
    table.pause(now + 5)
    table.go_on(now + 500)
    table.tick(now + 514.9)
    assert table.seq == seq
    assert table.tick(now + 515) and table.seq > seq


def test_a_window_goes_on_with_what_was_left_and_all_seats_are_told_so_alike():
    table, now, told = begun(people=(1, 2, 3, 4, 5, 6), clock=30.0, burn_window=4.0)
    while not table._window_open:
        now = max(now, table.deadline)
        table.tick(now)
        assert table.match.deal.phase is not Phase.OVER
    table.pause(now + 1)
    assert not table.tick(now + 60)
    told.clear()
    table.go_on(now + 60)
    assert table.deadline == now + 63
    windows = [(stream, frame) for stream, frame in told if frame != encode(Roster(table.roster(now + 60)))]
    assert [stream for stream, _ in windows] == list(SEATS)
    assert len({len(frame) for _, frame in windows}) == 1, "one length, whatever it says"


def test_no_pause_is_for_ever():
    table, now, _ = begun()
    table.pause(now)
    table.tick(now + PAUSE_SECONDS - 1)
    assert table.paused is not None
    table.tick(now + PAUSE_SECONDS)
    assert table.paused is None
