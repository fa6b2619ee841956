"""The host on loopback: who may do what over the wire."""

import asyncio
import random
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from engine.match import Match
from engine.rules import make_rules
from engine.shuffle import seeded_key
from net import Lost, Refused, RemoteTable, connect
from net.certificates import client_context, make_certificate, server_context
from net.host import Description, Host
from net.identity import Identity, Keys, remembered_chairs
from net.listening import listen
from net.reaching import OtherCertificate, probe
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


async def test_a_private_table_lets_in_who_knows_its_code_and_gives_its_host_a_new_one_after_ten_wrong(monkeypatch):
    told = []
    async with hosting(bots=4, code="tea", happened=lambda what, fields: told.append((what, fields))) as server:
        with pytest.raises(Refused, match="code_missing"):
            async with joined(server, "ann"):
                pass
        monkeypatch.setattr("net.codes.CODE_GUESS_SECONDS", 0.0)
        for _ in range(10):
            with pytest.raises(Refused, match="code_wrong"):
                async with joined(server, "eve", code="coffee"):
                    pass
        ((what, fields),) = told
        assert what == "code" and fields["code"] == server.code != "tea"
        with pytest.raises(Refused, match="code_wrong"):
            async with joined(server, "ann", code="tea"):
                pass
        async with joined(server, "ann", code=server.code) as (ann,):
            assert ann.view.seat == 1


async def test_every_observer_of_a_private_table_needs_its_code_himself(monkeypatch):
    monkeypatch.setattr("net.codes.CODE_GUESS_SECONDS", 0.0)
    async with hosting(bots=6, code="tea") as server, joined(server, "w", role="observer", code="tea"):
        for code, refused in ((None, "code_missing"), ("te", "code_wrong"), ("teatea", "code_wrong")):
            with pytest.raises(Refused, match=refused):
                async with joined(server, "v", role="observer", code=code):
                    pass
        async with joined(server, "v", role="observer", code="tea"):
            assert server.table.observers == 2


async def test_two_who_come_under_one_name_in_one_moment_are_told_apart_and_nobody_is_announced_twice():
    told = []
    async with hosting(bots=4, happened=lambda what, fields: told.append((what, fields.get("seat")))) as server:
        for _ in range(20):
            told.clear()
            tables = [RemoteTable("127.0.0.1", server.port, Identity.temporary(), "Ann", "player", None, None)
                      for _ in range(3)]  # fmt: skip
            ends = await asyncio.gather(*[each.joined() for each in tables], return_exceptions=True)
            assert sorted(map(str, ends)) == ["None", "None", "no_free_seat"]
            assert sorted(told) == [("joined", 1), ("joined", 2)]
            assert [server.table.roster()[f"{seat}"] for seat in (1, 2)] == ["Ann (1)", "Ann (2)"]
            for table, end in zip(tables, ends, strict=True):
                await (table.leave() if end is None else table.close())
            while len(told) < 4:  # noqa: ASYNC110  # the host tells nobody that one has left
                await asyncio.sleep(0)


async def test_a_table_with_another_certificate_than_announced_is_not_joined():
    async with hosting() as server:
        with pytest.raises(Lost) as lost:
            async with joined(server, "ann", fingerprint=b"x" * 32):
                pass
        assert lost.value.code == "other_certificate"
        with pytest.raises(OtherCertificate):
            await probe("127.0.0.1", server.port, b"x" * 32)
        async with joined(server, "ann", fingerprint=bytes.fromhex(server.fingerprint)) as (ann,):
            assert ann.fingerprint.hex() == server.fingerprint


async def test_a_join_that_fails_says_what_was_there():
    async def failing(answer, code):
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            with pytest.raises(Lost) as lost:
                async with connect("127.0.0.1", port, name="ann"):
                    pass
        assert lost.value.code == code
        return port

    async def web(reader, writer):
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    port = await failing(web, "not_gouji")
    with pytest.raises(Lost) as lost:
        async with connect("127.0.0.1", port, name="ann"):
            pass
    assert lost.value.code == "nobody_listens"


async def test_strangers_of_one_address_are_sixteen_and_the_seventeenth_is_let_in_when_they_are_gone():
    async with hosting() as server, AsyncExitStack() as stack:
        strangers = []
        for _ in range(16):
            _, writer = await asyncio.open_connection("127.0.0.1", server.port, ssl=client_context())
            strangers.append(writer)
            stack.callback(writer.close)
        while len(server.peers) < 16:  # noqa: ASYNC110  # the host tells nobody of strangers
            await asyncio.sleep(0)
        with pytest.raises(Lost):
            async with joined(server, "ann"):
                pass
        for writer in strangers:
            writer.transport.abort()
        while server.peers:  # noqa: ASYNC110
            await asyncio.sleep(0)
        async with joined(server, "ann") as (ann,):
            assert ann.view.seat == 1


async def test_what_observers_say_stays_among_observers():
    async with (
        hosting() as server,
        joined(server, "ann") as (ann,),
        joined(server, "w", "x", role="observer") as (one, other),
    ):
        one.say("she holds both big jokers")
        assert (await until(other, lambda u: u.chat)).chat.text == "she holds both big jokers"
        ann.say("hello")
        assert (await until(ann, lambda u: u.chat)).chat.text == "hello", "nothing came before"


async def test_where_only_ready_phrases_are_said_words_are_refused_and_numbers_pass():
    async with hosting(bots=4) as server, joined(server, "ann", "bob") as (ann, bob):
        server.table.phrases_only = True
        ann.say("she holds both big jokers")
        assert (await until(ann, lambda u: u.notice)).notice == "phrases_only"
        ann.say_phrase(3)
        chat = (await until(bob, lambda u: u.chat)).chat
        assert (chat.seat, chat.name, chat.text, chat.phrase) == (1, "ann", "", 3)


async def test_look_alikes_get_their_seats_and_a_name_that_leaves_gives_them_back():
    async with hosting(bots=3) as server, joined(server, "Ann", "bob") as (_, bob):
        async with joined(server, "Аnn") as (other,):
            names = (await until(bob, lambda u: u.view.roster.get("3"))).view.roster
            assert (names["1"], names["2"], names["3"]) == ("Ann (1)", "bob", "Аnn (3)")
            other.say("hello")
            assert (await until(bob, lambda u: u.chat)).chat.name == "Аnn (3)"
            await other.leave()
        assert (await until(bob, lambda u: not u.view.roster.get("3"))).view.roster["1"] == "Ann"


async def test_one_port_is_listened_on_for_all_families():
    async def serve(reader, writer, taken):
        writer.close()

    for _ in range(5):
        server = await listen(serve, None, 0, server_context(make_certificate()))
        async with server:
            assert len({each.getsockname()[1] for each in server.sockets}) == 1


async def test_a_chair_is_remembered_for_its_key_and_a_table_without_keys_says_why(tmp_path):
    folder, chairs = tmp_path / "keys", tmp_path / "chairs"
    async with hosting() as server:
        async with connect("127.0.0.1", server.port, name="ann", identity=Keys(folder, chairs)) as ann:
            (sat,) = remembered_chairs(ann.table_id, chairs)
            assert server.table.chairs[1].key == sat
        (tmp_path / "full").write_text("no folder")
        with pytest.raises(Lost, match="key_no_folder") as lost:
            async with connect("127.0.0.1", server.port, name="bob", identity=Keys(tmp_path / "full" / "keys")):
                pass
        assert "detail" in lost.value.arguments
