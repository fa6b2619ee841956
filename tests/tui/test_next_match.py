"""Between two matches, on the screen and in lines: the result, the evening's totals, seats, the next match."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager

from engine.match import Match
from engine.rules import make_rules
from engine.shuffle import seeded_key
from gouji_tui.actions import MENU, ActionId
from gouji_tui.joining import Joined
from gouji_tui.remote_app import OwnTable
from gouji_tui.screens.menu import Menu
from gouji_tui.screens.notice import Notice
from gouji_tui.screens.sheet import Sheet
from gouji_tui.screens.waiting import WaitingScreen
from net import connect
from net.certificates import make_certificate
from net.host import Description, Host
from net.identity import Identity
from net.table import Table, Timing
from tests.tui.test_remote import app_at
from tests.tui.test_table_screen import screen_lines, until


@asynccontextmanager
async def evening(bots=5, owner=None, clock=0.02):
    """A table whose matches, of one deal, follow each other; who says nothing is played for at once."""
    matches = []

    def match():
        matches.append(seed := len(matches) + 3)
        rules = make_rules("classic")
        return Match(rules, lambda deal, attempt: seeded_key(seed, deal, attempt), deals=1)

    server = Host(make_certificate(), Description("t", "h", "0"), owner=owner, renew=lambda: table.next_match(match()))
    timing = Timing(burn_window=0, pace=0, clock=clock)
    table = Table(match(), timing, random.Random(1), lambda line: None, server.tell)
    for seat in range(7 - bots, 7):
        table.add_bot(seat, "greedy")
    await server.start(table, "127.0.0.1", 0)
    server.matches = matches
    try:
        yield server
    finally:
        await server.close()


def shown(app):
    return "\n".join(screen_lines(app))


async def back(app, pilot):
    """Put the match's report away; behind it is the waiting room."""
    await until(pilot, lambda: isinstance(app.screen, Sheet))
    await pilot.press("escape")
    await until(pilot, lambda: isinstance(app.screen, WaitingScreen))


async def test_after_a_match_the_host_and_a_guest_are_in_the_waiting_room_and_play_the_next_one():
    owner = Identity.temporary()
    async with evening(4, owner.public_key) as server:

        async def close():
            pass

        async def serve():
            return OwnTable(["127.0.0.1"], server.port, lambda: None, close)

        host, guest = app_at(server, owner, serve=serve), app_at(server)
        async with host.run_test(size=(80, 24)) as one, guest.run_test(size=(80, 24)) as two:
            for app, pilot in ((host, one), (guest, two)):
                await until(pilot, lambda app=app: isinstance(app.screen, Notice))
                assert "The match is over" in app.screen.shown
                await pilot.press("enter")
                await back(app, pilot)
                await until(pilot, lambda app=app: "Matches this evening: 1" in shown(app))
                assert "not ready" in shown(app) and "points" in shown(app)
            assert all(len(line.rstrip()) <= 79 for line in screen_lines(host))
            seat = guest._remote.view.seat
            await two.press(str(host._remote.view.seat))
            await until(one, lambda: f"agrees by the key {seat}" in shown(host))
            await one.press(str(seat))
            await until(two, lambda: guest._remote.view.seat != seat)
            await one.press("d")
            await until(two, lambda: "drawn before the next match" in shown(guest))
            await one.press("d")
            await until(two, lambda: "drawn before the next match" not in shown(guest))
            await one.press("x")
            await until(two, lambda: any(chair.free for chair in server.table.chairs.values()))
            free = next(seat for seat, chair in server.table.chairs.items() if chair.free)
            server.table.add_bot(free, "greedy")
            server.changed()
            await one.press("enter")
            await two.press("enter")
            await until(one, lambda: len(server.matches) == 2 and host.table is not None)
            assert host.is_running and guest.is_running


async def test_an_abandoned_match_leads_to_the_waiting_room_too():
    async with evening(clock=0) as server:
        app = app_at(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.table is not None and app.table.view.play is not None)
            await pilot.press("m")
            await until(pilot, lambda: isinstance(app.screen, Menu))
            app.screen.query_one("OptionList").highlighted = MENU.index(ActionId.ABANDON)
            await pilot.press("enter")
            await back(app, pilot)
            assert "without a result" in shown(app) and server.table.match.abandoned


async def test_who_watches_sits_down_from_the_waiting_room():
    async with evening() as server:
        app = app_at(server, role="observer")
        async with connect("127.0.0.1", server.port, name="own"), app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app._remote is not None and "Enter: sit down" in shown(app))
            server.table.remove_bot(6)
            await pilot.press("enter")
            await until(pilot, lambda: app._remote.view.seat == 6)
            assert server.table.chairs[6].name == "ann"


def typing(table, said, **options):
    """A person at a table of lines: what he types goes into the queue, what he is told into the list."""
    lines = asyncio.Queue()
    return lines, asyncio.create_task(Joined(table, "en", said.append, **options).run(lines))


async def so(holds):
    for _ in range(2000):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("never came")


async def told(said, words):
    await so(lambda: any(words in line for line in said))


async def test_a_person_in_lines_changes_seats_between_matches_and_plays_the_next_one(monkeypatch):
    monkeypatch.setattr("net.table.RETURN_SECONDS", 0.1)
    said = []
    async with evening() as server, connect("127.0.0.1", server.port, name="ann") as table:
        lines, person = typing(table, said, stays=True)
        await told(said, "Matches this evening: 1; points:")
        for line, answer in (("/well played", "well played"), ("sit 4", "seat 4"), ("2", "seat 2"), ("draw", "")):
            lines.put_nowait(line)
            await told(said, answer)
        await so(lambda: server.table.draw)
        lines.put_nowait("ready")
        await told(said, "Matches this evening: 2; points:")
        assert len(server.matches) == 2
        lines.put_nowait("quit")
        await asyncio.wait_for(person, 10)


async def test_votes_are_asked_for_in_lines_at_any_time():
    said = []
    async with evening(clock=0) as server, connect("127.0.0.1", server.port, name="ann") as table:
        lines, person = typing(table, said, stays=True)
        await told(said, "Deal 1")
        lines.put_nowait("redeal")
        await told(said, "By vote the deal is void")
        lines.put_nowait("abandon")
        await told(said, "By vote the match ends here")
        lines.put_nowait("quit")
        await asyncio.wait_for(person, 10)


async def test_for_a_script_the_matchs_end_is_the_end():
    said = []
    async with evening() as server, connect("127.0.0.1", server.port, name="ann") as table:
        _, person = typing(table, said)
        await asyncio.wait_for(person, 20)
        assert server.matches == [3]


async def test_who_watches_in_lines_sits_down_by_a_word_and_needs_no_keyboard_to_watch():
    said = []
    async with evening(4) as server, connect("127.0.0.1", server.port, name="own"):
        async with connect("127.0.0.1", server.port, name="eve", role="observer") as eve:
            lines, person = typing(eve, said, stays=True)
            lines.put_nowait("sit")
            await told(said, "seat 2")
            assert server.table.chairs[2].name == "eve"
            lines.put_nowait("quit")
            await asyncio.wait_for(person, 10)
        async with connect("127.0.0.1", server.port, name="eva", role="observer") as eva:
            lines, person = typing(eva, said)
            lines.put_nowait(None)
            await told(said, "seat 2")
            assert not person.done()
            person.cancel()
