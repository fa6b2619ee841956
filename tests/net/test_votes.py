"""A deal again or the match's end by vote: who has a voice, that nobody's silence blocks, and what is written."""

import json

import pytest

from engine.cards import SEATS
from engine.events import MatchAbandoned, Voided
from engine.phase import Phase
from engine.record import verify
from net.table import Timing
from net.wire import Notice, encode
from net.wishing import VOTE_SECONDS
from tests.net.test_table import Peers


def begun(people=(1, 2, 3, 4), deals=2, **options):
    """A deal that is being played, and its time."""
    peers = Peers(people=people, deals=deals, timing=Timing(pace=0.5, clock=30.0, **options))
    table, now = peers.table, 0.0
    take, peers.notices = table._tell, []

    def tell(stream, frame):
        try:
            take(stream, frame)
        except AssertionError:
            peers.notices.append((stream, frame))

    table._tell = table.streams._tell = tell
    table.begin(now)
    while table.match.deal.phase is not Phase.PLAY:
        now = max(now, table.deadline)
        table.tick(now)
    for seat in people:
        table.here(seat, now)
    return peers, now


def told(peers, code, **arguments):
    return {stream for stream, frame in peers.notices if frame == encode(Notice(code, tuple(arguments.items())))}


def test_more_than_half_of_the_persons_have_the_deal_dealt_again_and_the_record_holds():
    peers, now = begun()
    table = peers.table
    assert table.wish(2, "redeal", True, now) == ""
    assert told(peers, "wish_redeal", seat=2) == {0, *SEATS}, "everybody sees who asks"
    assert table.roster(now)["vote"] == "redeal" and table.roster(now)["vote_by"] == 2
    assert table.wish(1, "redeal", True, now) == "" and not table.match.between, "two of four are half"
    assert table.roster(now)["voices"] == (1, 2)
    assert table.wish(4, "redeal", True, now) == ""
    assert table.match.deal.phase is Phase.VOID and table.match.between and "vote" not in table.roster(now)
    table.begin(now)
    assert (table.match.number, table.match.attempt) == (1, 2)
    peers.run()
    verdict = verify(peers.lines)
    assert (verdict.deals, verdict.complete, verdict.abandoned) == (2, True, False)
    for stream in (0, *SEATS):
        assert peers.views[stream].known() == table.streams.views[stream].known()


def test_an_abandoned_match_ends_without_result_and_waits_for_nothing():
    peers, now = begun(people=(1, 2, 3))
    table = peers.table
    table.wish(3, "abandon", True, now)
    table.wish(1, "abandon", True, now)
    assert table.match.over and table.match.abandoned and table.deadline is None
    assert table.matches == 0, "it counts for nobody's evening"
    verdict = verify(peers.lines)
    assert (verdict.deals, verdict.complete, verdict.abandoned) == (0, True, True)
    assert [json.loads(line)["kind"] for line in peers.lines[-3:]] == ["action", "deal_over", "match_over"]
    assert all(view.over for view in peers.views.values())


def test_a_match_is_abandoned_between_deals_too():
    peers, now = begun(people=(1,))
    table = peers.table
    while not table.match.between:
        now = max(now, table.deadline)
        table.tick(now)
    total = table.match.total
    table.here(1, now)
    assert table.wish(1, "redeal", True, now) == "no_redeal_now", "what is over is not dealt again"
    assert table.wish(1, "abandon", True, now) == ""
    verdict = verify(peers.lines)
    assert (verdict.deals, verdict.total, verdict.abandoned) == (1, total, True)


def test_bots_and_who_is_away_or_asleep_have_no_voice():
    peers, now = begun(people=(1, 2, 3, 4))
    table = peers.table
    table.gone(3, now)
    table.chairs[4].missed = 2
    table.wish(1, "redeal", True, now)
    assert not table.match.between, "one of two is half"
    table.wish(2, "redeal", True, now)
    assert table.match.between


def test_one_person_among_bots_decides_alone():
    peers, now = begun(people=(5,))
    peers.table.wish(5, "redeal", True, now)
    assert peers.table.match.between


def test_half_against_it_ends_it_and_its_asker_waits_before_he_asks_again():
    peers, now = begun()
    table = peers.table
    table.wish(1, "abandon", True, now)
    assert table.wish(2, "redeal", True, now) == "other_vote"
    table.wish(2, "abandon", False, now)
    assert table.vote is not None
    assert told(peers, "against_abandon", seat=2)
    table.wish(3, "abandon", False, now)
    assert table.vote is None and not table.match.over and told(peers, "failed_abandon") == {0, *SEATS}
    assert table.wish(1, "abandon", True, now + VOTE_SECONDS - 1) == "vote_too_soon"
    assert table.wish(4, "redeal", True, now + 1) == "", "another may ask"
    assert table.wish(1, "redeal", False, now + 1) == ""
    assert table.wish(2, "redeal", False, now + 1) == "" and table.vote is None
    assert table.wish(1, "abandon", True, now + VOTE_SECONDS) == ""


def test_silence_blocks_nothing_a_vote_ends_and_the_game_goes_on_meanwhile():
    peers, now = begun(deals=8)
    table, seq = peers.table, peers.table.seq
    table.wish(1, "abandon", True, now)
    until = now + VOTE_SECONDS
    while now < until:
        now = min(until, max(now + 0.5, table.deadline))
        table.tick(now)
        for seat in (1, 2, 3, 4):
            table.here(seat, now)
    assert table.vote is None and told(peers, "failed_abandon") and not table.match.over
    assert table.seq > seq, "the clocks of the game ran on"


def test_a_vote_on_a_deal_that_is_over_meanwhile_is_over_too():
    peers, now = begun(people=(1, 2))
    table = peers.table
    while table.match.deal.play.over is False and sum(map(sum, table.match.deal.hands)) > 30:
        now = max(now, table.deadline)
        table.tick(now)
    for seat in (1, 2):
        table.here(seat, now)
    table.wish(1, "redeal", True, now)
    while not table.match.between and not table.match.over:
        now = max(now, table.deadline)
        table.tick(now)
    table.tick(now)
    assert table.vote is None
    assert table.match.deal.phase in (Phase.OVER, Phase.VOID)


def test_the_host_has_one_voice_and_none_from_no_chair():
    peers, now = begun(people=(1, 2, 3))
    table = peers.table
    assert table.wish(None, "abandon", True, now, owner=True) == "only_seated_vote"
    table.wish(1, "abandon", True, now, owner=True)
    assert not table.match.over
    assert table.wish(2, "redeal", False, now) == "other_vote"
    assert table.wish(2, "abandon", True, now) == "" and table.match.over


def test_a_full_disk_puts_off_what_is_voted_and_nothing_is_told_before_it_is_written():
    peers, now = begun(people=(1,))
    table, lines = peers.table, list(peers.lines)

    def full(text):
        raise OSError(28, "no space left")

    write, table._write = table._write, full
    table.wish(1, "redeal", True, now)
    assert peers.lines == lines and told(peers, "cannot_write")
    assert all(view.void is False for view in peers.views.values())
    table._write = write
    table.tick(table.deadline)
    assert all(view.void for view in peers.views.values()) and verify(peers.lines).deals == 0


def test_a_pause_does_not_stop_a_vote_and_an_abandoned_match_ends_the_pause():
    peers, now = begun(people=(1, 2))
    table = peers.table
    table.pause(now, 1)
    table.wish(1, "abandon", True, now + 5)
    table.wish(2, "abandon", True, now + 6)
    assert table.match.over and table.paused is None


@pytest.mark.parametrize("open_for", [0.0, 1.0])
def test_what_is_held_in_a_window_is_answered_when_the_deal_is_void(open_for):
    peers, now = begun(people=(1, 2, 3, 4, 5, 6), burn_window=4.0)
    table = peers.table
    while not table._window_open:
        now = max(now, table.deadline)
        table.tick(now)
        for seat in SEATS:
            table.here(seat, now)
    now += open_for
    seat = table.match.deal.turn or 1
    table.act(seat, 9, "pass", now)
    for each in (1, 2, 3, 4):
        table.wish(each, "redeal", True, now)
    assert table.match.between and table.chairs[seat].done[9] is not None
    assert table.window(seat, now) is None


def test_both_events_travel():
    peers, now = begun(people=(1,))
    heard = []
    peers.table._heard = heard.append
    peers.table.wish(1, "abandon", True, now)
    assert [type(event) for event in heard] == [Voided, MatchAbandoned]
