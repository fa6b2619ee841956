"""The host on loopback: who may do what over the wire."""

import random
from contextlib import AsyncExitStack, asynccontextmanager

from engine.match import Match
from engine.rules import make_rules
from engine.shuffle import seeded_key
from net import connect
from net.certificates import make_certificate
from net.host import Description, Host
from net.identity import Identity
from net.table import Table, Timing

OWNER = Identity.temporary()


@asynccontextmanager
async def hosting(bots=5, timing=None, deals=2, rules=None, **options):
    """A host that listens on loopback, with bots on its last chairs."""
    server = Host(make_certificate(), Description("t", "h", "0"), owner=OWNER.public_key, **options)
    match = Match(make_rules("classic", rules or {}), lambda deal, attempt: seeded_key(3, deal, attempt), deals=deals)
    timing = timing or Timing(pace=0, burn_window=0, clock=0)
    table = Table(match, timing, random.Random(1), lambda line: None, server.tell)
    for seat in range(7 - bots, 7):
        table.add_bot(seat, "greedy")
    await server.start(table, "127.0.0.1", 0)
    try:
        yield server
    finally:
        await server.close()


@asynccontextmanager
async def joined(server, *names, **options):
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(connect("127.0.0.1", server.port, name=n, **options)) for n in names]


async def until(table, holds):
    """Read updates until one of which ``holds`` is true; returns it."""
    async for update in table.updates():
        if holds(update):
            return update
    raise AssertionError("the connection ended")


async def test_leaving_frees_the_chair_and_a_lost_connection_does_not():
    async with hosting(bots=4) as server, joined(server, "watcher", role="observer") as (watcher,):
        async with joined(server, "ann") as (ann,):
            await ann.leave()
        await until(watcher, lambda u: u.view.roster["1k"] == "person")
        await until(watcher, lambda u: u.view.roster["1k"] == "free")
        async with joined(server, "bob") as (bob,):
            assert bob.view.seat == 1
        await until(watcher, lambda u: u.view.roster["1k"] == "person" and not u.view.roster["1p"])


async def test_only_the_hosts_key_may_add_and_remove_bots_and_start():
    async with hosting(bots=4) as server, joined(server, "ann") as (ann,):
        for ask in (lambda: ann.add_bot(2, "greedy"), lambda: ann.remove_bot(3), ann.start):
            ask()
            await until(ann, lambda u: u.notice == "host_only")
        assert server.table.chairs[2].free
        async with joined(server, "own", identity=OWNER, role="observer") as (own,):
            own.remove_bot(2)
            await until(own, lambda u: u.notice == "no_bot")
            own.remove_bot(3)
            await until(own, lambda u: u.view.roster["3k"] == "free")
            own.start()
            await until(own, lambda u: u.notice == "not_ready")
            own.add_bot(2, "greedy")
            own.add_bot(3, "greedy")
            await until(own, lambda u: u.view.roster["3k"] == "bot")
            own.start()
            await until(own, lambda u: u.events)
            assert server.table.match.number == 1, "begun though ann is not ready"


async def test_a_player_changes_chairs_between_deals_and_plays_on_there():
    async with hosting(bots=4) as server, joined(server, "ann") as (ann,):
        ann.sit(3)
        await until(ann, lambda u: u.notice == "seat_taken")
        ann.sit(2)
        update = await until(ann, lambda u: u.view.seat == 2 and u.view.match.seat == 2)
        assert update.view.roster["1k"] == "free"
        server.table.add_bot(1, "greedy")
        ann.ready()
        await until(ann, lambda u: u.view.match.play is not None and u.view.match.turn == 2)


async def test_where_seats_are_drawn_by_lot_everybody_plays_on_in_the_chair_he_drew():
    async with hosting(bots=3, rules={"seating": "draw"}) as server, joined(server, "a", "b", "c") as tables:
        chairs = [table.view.seat for table in tables]
        for table in tables:
            table.ready()
        for chair, table in zip(chairs, tables, strict=True):
            drawn = server.table.match.seats_drawn()[chair]
            update = await until(table, lambda u: u.view.match.play is not None and sum(u.view.match.hand) == 36)
            assert (update.view.seat, update.view.match.seat) == (drawn, drawn)
            assert update.view.match.hand == server.table.match.deal.hands[drawn]
            assert server.table.chairs[drawn].name == "abc"[chairs.index(chair)]
