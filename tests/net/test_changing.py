"""Seats change hands: swapped, drawn by lot, taken by who watched; and one match follows the other."""

import random

import pytest

from engine.cards import SEATS, team_of
from engine.match import Match
from engine.record import verify
from engine.rules import make_rules
from engine.shuffle import seeded_key
from net import connect
from net.attending import BETWEEN_DEALS, BETWEEN_MATCHES, Attending
from net.chairs import TableError
from net.identity import Identity
from net.resuming import chairs_of
from net.table import Table, Timing
from tests.net.test_host import OWNER, hosting, joined, until


def key(seat):
    return bytes([seat]) * 32


class Evening(Attending):
    """A table and its clock without sockets; matches follow each other, each with a record of its own."""

    def __init__(self, people, deals=1, renews=True):
        renew = self.renew if renews else None
        super().__init__(lambda what, fields: None, 200, None, 0.0, lambda: None, renew)
        self.deals, self.records = deals, [[]]
        timing = Timing(pace=0, burn_window=0, clock=0, grace=5)
        table = Table(self.match(), timing, random.Random(1), self.write, lambda stream, frame: None)
        self.attend(table)
        for seat in SEATS:
            if seat in people:
                table.sit(key(seat), f"p{seat}", seat, 0.0)
            else:
                table.add_bot(seat, "greedy")
        self.now = 0.0

    def match(self):
        seed = 5 + len(self.records)
        rules = make_rules("classic")
        return Match(rules, lambda deal, attempt: seeded_key(seed, deal, attempt), deals=self.deals)

    def write(self, text):
        self.records[-1].extend(text.splitlines(True))

    def renew(self):
        self.records.append([])
        self.table.next_match(self.match())

    def ready(self, *seats):
        for seat in seats:
            self.table.set_ready(seat, True)

    def asleep(self, *seats):
        """Let bots play for persons at once."""
        for seat in seats:
            self.table.chairs[seat].missed = 2

    def run(self, until, most=1e6):
        end = self.now + most
        for _ in range(100_000):
            if until():
                return
            self.now += self.beat(self.now)
            assert self.now < end
        raise AssertionError("the table hangs")

    def play(self):
        """Play the match that begins to its end."""
        self.run(lambda: not self.table.match.over and self.table.match.deal is not None)
        self.asleep(*self.table.keys())
        self.run(lambda: self.table.match.over)


def test_two_persons_change_seats_when_both_ask_and_a_bot_always_agrees():
    table = Evening(people=(1, 2)).table
    assert not table.move(1, 2) and table.chairs[1].key == key(1), "2 has not been asked yet"
    assert table.move(2, 1)
    assert (table.chairs[1].key, table.chairs[2].key) == (key(2), key(1))
    assert not table.move(1, 2), "a change that is done is no wish for the next"
    assert table.move(1, 5) and table.chairs[5].key == key(2) and table.chairs[1].level == "greedy"
    assert table.chairs[1].ready and not table.chairs[5].ready


def test_nobody_changes_sides_within_a_match():
    evening = Evening(people=(1, 2), deals=2)
    evening.ready(1, 2)
    evening.run(lambda: evening.table.match.deal is not None)
    with pytest.raises(TableError, match="deal_running"):
        evening.table.move(1, 2)
    evening.asleep(1, 2)
    evening.run(lambda: evening.table.match.between)
    for wanted in (2, 3):
        with pytest.raises(TableError, match="match_running"):
            evening.table.move(1, wanted)


def test_the_host_has_the_seats_drawn_before_the_next_match_and_the_record_holds_it():
    evening = Evening(people=(1, 2, 3))
    table = evening.table
    assert table.wish(2, "draw", True, 0.0) == "" and not table.draw, "one of three"
    assert table.wish(1, "draw", True, 0.0, owner=True) == "" and table.roster()["draw"] is True
    evening.ready(1, 2, 3)
    evening.run(lambda: table.match.deal is not None)
    drawn = table.match.seats_drawn()
    assert sorted(drawn) == list(SEATS)
    assert {table.chairs[drawn[seat]].key for seat in (1, 2, 3)} == {*map(key, (1, 2, 3))}
    assert table.wish(1, "draw", True, evening.now, owner=True) == "match_running"
    evening.play()
    assert verify(evening.records[0]).complete
    assert not table.draw
    evening.ready(*table.keys())
    evening.play()
    assert table.match.seats_drawn() == {}, "a wish is for one match"


def test_more_than_half_have_the_seats_drawn_without_the_host_and_the_hosts_word_takes_it_back():
    table = Evening(people=(1, 2, 3)).table
    table.wish(1, "draw", True, 0.0)
    table.wish(3, "draw", True, 0.0)
    assert table.draw
    table.wish(1, "draw", False, 0.0)
    assert table.draw, "who has wished it alone cannot undo it"
    table.wish(2, "draw", False, 0.0, owner=True)
    assert not table.draw


def test_points_of_the_evening_go_with_the_person_from_chair_to_chair():
    evening = Evening(people=(1, 2))
    table = evening.table
    evening.ready(1, 2)
    evening.play()
    first = dict(zip("AB", table.match.total, strict=True))
    assert table.roster()["matches"] == 1
    assert [table.roster()[f"{seat}e"] for seat in SEATS] == [first[team_of(seat)] for seat in SEATS]
    table.move(1, 2)
    table.move(2, 1)
    evening.ready(1, 2)
    evening.play()
    second = dict(zip("AB", table.match.total, strict=True))
    assert table.roster()["matches"] == 2
    assert table.roster()["2e"] == first["A"] + second["B"] and table.roster()["1e"] == first["B"] + second["A"]
    assert chairs_of(table)["1"]["points"] == table.chairs[1].points
    assert all(verify(lines).complete for lines in evening.records)


def test_an_abandoned_match_counts_for_nobody_and_the_next_one_follows():
    evening = Evening(people=(1,), deals=4)
    table = evening.table
    evening.ready(1)
    evening.run(lambda: table.match.deal is not None)
    table.wish(1, "abandon", True, evening.now)
    assert table.match.over and "matches" not in table.roster()
    evening.ready(1)
    evening.run(lambda: not table.match.over and table.match.deal is not None)
    assert len(evening.records) == 2 and verify(evening.records[0]).abandoned


def test_the_next_match_waits_for_all_who_are_there_but_not_for_ever_nor_for_who_is_gone():
    evening = Evening(people=(1, 2, 3))
    table = evening.table
    evening.ready(1, 2, 3)
    evening.play()
    over = evening.now
    evening.ready(1, 2)
    evening.run(lambda: len(evening.records) == 2, BETWEEN_MATCHES + 2)
    assert evening.now - over >= BETWEEN_MATCHES
    evening.play()
    over = evening.now
    table.gone(3, over)
    evening.ready(1, 2)
    evening.run(lambda: len(evening.records) == 3, 10)
    assert evening.now - over >= table.timing.grace


def test_where_nobody_comes_for_a_chair_that_was_given_up_a_bot_plays_it_a_deal_at_a_time():
    evening = Evening(people=(1, 2), deals=3)
    table = evening.table
    evening.ready(1, 2)
    evening.run(lambda: table.match.deal is not None)
    evening.asleep(1)
    table.leave(2, evening.now)
    evening.run(lambda: table.match.between)
    assert table.chairs[2].free
    over = evening.now
    evening.ready(1)
    evening.run(lambda: not table.match.between, BETWEEN_DEALS + 2)
    assert evening.now - over >= BETWEEN_DEALS and table.chairs[2].level and table.match.number == 2
    evening.asleep(1)
    evening.run(lambda: table.match.between)
    assert table.chairs[2].free and table.sit(key(9), "new", None, evening.now) == 2


def test_a_pause_between_deals_puts_the_next_one_off():
    evening = Evening(people=(1,), deals=2)
    table = evening.table
    evening.ready(1)
    evening.run(lambda: table.match.deal is not None)
    evening.asleep(1)
    evening.run(lambda: table.match.between)
    table.here(1, evening.now)
    table.pause(evening.now, 1)
    evening.ready(1)
    for _ in range(100):
        evening.now += evening.beat(evening.now)
    assert table.match.between
    table.go_on(evening.now)
    evening.run(lambda: not table.match.between, 2)


def test_a_void_deal_is_dealt_again_at_once():
    evening = Evening(people=(1, 2), deals=2)
    table = evening.table
    evening.ready(1, 2)
    evening.run(lambda: table.match.deal is not None)
    for seat in (1, 2):
        table.wish(seat, "redeal", True, evening.now)
    assert table.match.between
    evening.run(lambda: not table.match.between, 1)
    assert (table.match.number, table.match.attempt) == (1, 2)


async def test_two_players_change_seats_over_the_wire_and_each_sees_his_new_hand():
    async with hosting(bots=4) as server, joined(server, "ann", "bob") as (ann, bob):
        ann.sit(2)
        asked = await until(bob, lambda u: u.notice == "wish_swap")
        assert asked.arguments == {"seat": 1, "to": 2}
        bob.sit(1)
        await until(ann, lambda u: u.view.seat == 2)
        await until(bob, lambda u: u.view.seat == 1)
        ann.ready()
        bob.ready()
        for table in (ann, bob):
            update = await until(table, lambda u: u.view.match.play is not None and sum(u.view.match.hand) == 36)
            assert update.view.match.hand == server.table.match.deal.hands[update.view.seat]


@pytest.mark.parametrize("delay", [0.0, 3600.0])
async def test_who_watches_takes_a_free_chair_without_joining_again_and_sees_the_table_live(delay):
    async with hosting(bots=4, delay=delay) as server, joined(server, "ann") as (ann,):
        ann.ready()
        own = Identity.temporary()
        async with connect("127.0.0.1", server.port, name="eve", role="observer", identity=own) as eve:
            assert eve.view.seat is None
            eve.sit(None)
            update = await until(eve, lambda u: u.view.seat == 2 and u.view.match.seat == 2)
            assert update.view.roster["2"] == "eve" and server.table.observers == 0
            eve.ready()
            await until(eve, lambda u: u.view.match.play is not None and sum(u.view.match.hand) == 36)
            assert server.table.seat_of(own.public_key) == 2
            (line,) = {peer for peer in server.peers if peer.key == own.public_key}
            line.writer.transport.abort()
            await until(eve, lambda u: not u.view.connected)
            update = await until(eve, lambda u: u.view.connected)
            assert update.view.seat == 2, "he comes back as the player that he is now"


async def test_who_watches_waits_for_a_chair_until_the_host_takes_a_bot_off():
    async with (
        hosting(bots=5) as server,
        joined(server, "own", identity=OWNER) as (own,),
        joined(server, "eve", role="observer") as (eve,),
    ):
        eve.sit(None)
        asked = await until(own, lambda u: u.notice == "wish_chair")
        assert asked.arguments == {"name": "eve"}
        assert server.table.seat_of(Identity.temporary().public_key) is None and eve.view.seat is None
        own.remove_bot(4)
        await until(eve, lambda u: u.view.seat == 4)
        assert server.table.chairs[4].name == "eve"


async def test_a_chair_given_up_in_a_deal_goes_to_who_waits_for_it_when_the_deal_is_over():
    timing = Timing(pace=0, burn_window=0, clock=0.01, grace=0)
    async with (
        hosting(bots=4, timing=timing, deals=3) as server,
        joined(server, "ann", "bob") as (ann, bob),
        joined(server, "eve", role="observer") as (eve,),
    ):
        ann.ready()
        bob.ready()
        await until(ann, lambda u: u.view.match.play is not None)
        eve.sit(None)
        await until(ann, lambda u: u.notice == "wish_chair")
        await bob.leave()
        update = await until(eve, lambda u: u.view.seat is not None)
        assert update.view.seat == 2 and server.table.match.number <= 2
