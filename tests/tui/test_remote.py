"""A table of the network on the screen: who presses a key is there, pauses, leaving one's own table."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack, asynccontextmanager

import pytest
from textual.widgets import OptionList

from engine.actions import PASS
from engine.match import Match
from engine.rules import make_rules
from engine.shuffle import seeded_key
from gouji_tui.actions import MENU, ActionId
from gouji_tui.plain import PlainTable
from gouji_tui.remote_app import OwnTable, RemoteApp, Seat
from gouji_tui.screens.leaving import LeavingScreen
from gouji_tui.screens.menu import Menu
from gouji_tui.screens.notice import Notice
from gouji_tui.screens.sheet import Sheet
from net import connect
from net.certificates import make_certificate
from net.client import RemoteTable
from net.following import Refused
from net.host import Description, Host
from net.identity import Identity
from net.table import Table, Timing
from tests.tui.test_table_screen import KEYS, hint, keys_of, screen_lines, until, view_of


@asynccontextmanager
async def hosting(owner=None, bots=5, clock=0.0, delay=0.0, deals=2):
    """A table on loopback with bots on its last chairs, and a record that is kept nowhere."""
    server = Host(make_certificate(), Description("t", "h", "0"), owner=owner, delay=delay)
    match = Match(make_rules("classic"), lambda deal, attempt: seeded_key(3, deal, attempt), deals=deals)
    timing = Timing(burn_window=0, pace=0, clock=clock)
    table = Table(match, timing, random.Random(1), lambda line: None, server.tell)
    for seat in range(7 - bots, 7):
        table.add_bot(seat, "greedy")
    await server.start(table, "127.0.0.1", 0)
    try:
        yield server
    finally:
        await server.close()


def app_at(server, identity=None, role="player", **options):
    seat = Seat("127.0.0.1", server.port, "ann", role, identity or Identity.temporary())
    return RemoteApp(seat, "en", guard=0.0, **options)


async def test_any_key_makes_a_seat_that_two_clocks_made_absent_a_persons_again():
    async with hosting() as server:
        app = app_at(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.table is not None and app.table.asked)
            chair = server.table.chairs[1]
            chair.missed = 2
            assert chair.asleep
            server.changed()
            await until(pilot, lambda: "a bot plays for you" in app.table.standing)
            await pilot.press("m")
            await until(pilot, lambda: not chair.asleep)
            await until(pilot, lambda: not app.table.standing)


async def test_being_there_is_said_once_in_three_seconds_and_by_players_only(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("gouji_tui.remote_app.steady_time", lambda: now[0])
    async with hosting() as server:
        app = app_at(server)
        watching = app_at(server, role="observer")
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.table is not None and app.table.asked)
            said = []
            monkeypatch.setattr(app._remote, "here", lambda: said.append(now[0]))
            for seconds in (0.0, 0.1, 2.8, 0.2, 0.1):
                now[0] += seconds
                await pilot.press("3", "z")
            assert said == [100.0, 103.1]
        async with watching.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: watching.table is not None)
            monkeypatch.setattr(watching._remote, "here", lambda: said.append("observer"))
            await pilot.press("3", "tab")
            assert said == [100.0, 103.1]


async def test_a_player_asks_for_a_pause_from_the_menu_the_host_grants_it_and_all_see_who_asked():
    owner = Identity.temporary()
    async with hosting(owner.public_key, bots=4, clock=30.0) as server:
        ann, host = app_at(server), app_at(server, owner)
        async with ann.run_test(size=(80, 24)) as one, host.run_test(size=(80, 24)) as two:
            await until(one, lambda: ann.table is not None and host.table is not None)
            seat = ann.table.view.seat

            async def choose_pause(app, pilot):
                await pilot.press("m")
                await until(pilot, lambda: isinstance(app.screen, Menu))
                listed = app.screen.query_one(OptionList)
                listed.highlighted = MENU.index(ActionId.PAUSE)
                await pilot.press("enter")

            await choose_pause(ann, one)
            await until(two, lambda: f"Seat {seat} asks for a pause" in host.table.notice)
            assert server.table.paused is None
            await choose_pause(host, two)
            for app in (ann, host):
                await until(two, lambda app=app: app.table.paused)
                assert f"Paused for seat {seat}" in app.table.scene.standing
                assert app.table.scene.seconds is None, "no clock is drawn"
            await until(one, lambda: f"Paused for seat {seat}" in "\n".join(screen_lines(ann)))
            asked = next((app for app in (ann, host) if app.table.asked), None)
            assert asked is not None
            before = server.table.seq
            asked.table._finish(None)
            assert "stands still" in asked.table.notice and asked.table.asked and server.table.seq == before
            await choose_pause(ann, one)
            await until(two, lambda: f"Seat {seat} asks to go on" in host.table.notice)
            await choose_pause(host, two)
            for app in (ann, host):
                await until(two, lambda app=app: not app.table.paused and not app.table.standing)
            assert server.table.paused is None


@pytest.mark.parametrize(
    ("keys", "hosts_on", "closed"), [(["down", "enter"], True, 0), (["down", "down", "enter"], False, 1)]
)
async def test_a_host_who_leaves_while_others_sit_there_is_asked_what_becomes_of_the_table(keys, hosts_on, closed):
    async with hosting(bots=4) as server:
        closings = []

        async def close():
            closings.append(1)

        async def serve():
            return OwnTable(["127.0.0.1"], server.port, lambda: None, close)

        host = app_at(server, serve=serve)
        async with host.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: host._remote is not None)
            async with connect("127.0.0.1", server.port, name="ann") as ann:
                ann.ready()
                await until(pilot, lambda: host.table is not None)
                await pilot.press("ctrl+q")
                await until(pilot, lambda: isinstance(host.screen, LeavingScreen))
                assert "without a screen" in "\n".join(screen_lines(host))
                await pilot.press("ctrl+q", "enter")
                await until(pilot, lambda: host.screen is host.table)
                assert host.is_running, "the first choice stays"
                await pilot.press("ctrl+q")
                await until(pilot, lambda: isinstance(host.screen, LeavingScreen))
                await pilot.press(*keys)
                await until(pilot, lambda: not host.is_running)
        assert host.hosts_on is hosts_on and len(closings) == closed


async def test_a_host_alone_with_bots_leaves_unasked():
    async with hosting() as server:

        async def close():
            pass

        async def serve():
            return OwnTable(["127.0.0.1"], server.port, lambda: None, close)

        host = app_at(server, serve=serve)
        async with host.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: host.table is not None)
            await pilot.press("ctrl+q")
            await until(pilot, lambda: not host.is_running)
        assert not host.hosts_on


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("pause", ActionId.PAUSE), ("暂停", ActionId.PAUSE), ("go-on", ActionId.PAUSE), ("redeal", ActionId.REDEAL),
        ("重发", ActionId.REDEAL), ("abandon", ActionId.ABANDON), ("散局", ActionId.ABANDON),
        ("against", ActionId.AGAINST), ("反对", ActionId.AGAINST), ("sit", ActionId.SIT), ("坐下", ActionId.SIT),
    ],
)  # fmt: skip
def test_in_plain_mode_a_word_says_what_one_wants_and_nobody_is_asked_at_a_table_of_ones_own(word, wanted):
    wishes, told = [], []
    for wish in (wishes.append, None):
        typed = iter([word, "p"])
        plain = PlainTable("en", lambda typed=typed: next(typed), told.append, wish=wish)
        assert plain.ask(view_of("444 66 K 2 x"), None) == PASS
    assert wishes == [wanted]
    assert any("there is nobody to ask" in line for line in told)
    assert PlainTable("en", str, told.append, wish=wishes.append).told_of(word, None), "at any time"


async def test_who_is_refused_is_asked_again_though_nothing_has_happened_meanwhile(monkeypatch):
    act, refusals = RemoteTable.act, ["halted"]

    async def refusing(self, action):
        if refusals:
            raise Refused(refusals.pop())
        await act(self, action)

    monkeypatch.setattr(RemoteTable, "act", refusing)
    async with hosting() as server:
        app = app_at(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.table is not None and app.table.asked)
            before = server.table.seq
            await pilot.press("h", "enter", "p")
            await until(pilot, lambda: not refusals and app.table.asked)
            assert server.table.seq == before and app.table.notice
            await pilot.press("h", "enter", "p")
            await until(pilot, lambda: server.table.seq > before)


async def test_a_fault_in_the_reader_is_told_at_once_and_the_table_found_again(monkeypatch):
    async with hosting() as server:
        app = app_at(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.table is not None and app.table.asked)
            remote, told, show = app._remote, [], app._show_standing
            rank = next(rank for rank, held in enumerate(app.table.view.hand) if held)
            await pilot.press(KEYS[rank])
            received = remote._follower.received

            def broken(message, now):
                monkeypatch.setattr(remote._follower, "received", received)
                raise RuntimeError("a fault")

            monkeypatch.setattr(remote._follower, "received", broken)
            remote.say("hello")
            monkeypatch.setattr(app, "_show_standing", lambda *to: (show(*to), told.append(to[0].standing)))
            await until(pilot, lambda: any("reconnecting" in each and "RuntimeError" in each for each in told))
            await until(pilot, lambda: not app.table.standing and app.table.asked)
            assert app.table.pick.picked[rank] == 1, "what was picked stays"


async def test_an_asking_that_fails_is_told_and_begun_again(monkeypatch):
    async with hosting() as server:
        app = app_at(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.table is not None and app.table.asked)
            table, decide, told = app.table, app.table.decide, []

            async def broken(refused, notice=""):
                monkeypatch.setattr(table, "decide", decide)
                raise RuntimeError("a fault")

            monkeypatch.setattr(table, "decide", broken)
            monkeypatch.setattr(app, "_note", told.append)
            app._asked_at = -1
            app._ask(app._remote, table.view)
            await until(pilot, lambda: any("RuntimeError" in each for each in told))
            await until(pilot, lambda: table.asked)


async def test_ctrl_c_twice_leaves():
    async with hosting() as server:
        app = app_at(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.table is not None)
            await pilot.press("ctrl+c")
            assert app.is_running
            await pilot.press("ctrl+c")
            await until(pilot, lambda: not app.is_running)


async def test_a_deals_result_is_shown_and_putting_it_away_is_being_ready_for_the_next():
    async with hosting() as server:
        app = app_at(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.table is not None and app.table.asked)
            while not isinstance(app.screen, Notice):
                await pilot.press(*keys_of(hint(app.table), app.table))
                await until(pilot, lambda: app.table.asked or isinstance(app.screen, Notice))
            assert "ann" in app.screen.shown and "Deal 1" in app.screen.shown
            assert not server.table.chairs[1].ready
            await pilot.press("x")
            await until(pilot, lambda: app.table.view.number == 2 and app.table.asked)


async def test_who_watches_is_told_on_request_to_players_and_to_those_who_watch(monkeypatch):
    """All names, though they come page by page; at a table of one's own there is nobody."""
    monkeypatch.setattr("net.attending.NAMES_A_PAGE", 2)
    async with hosting(bots=5) as server, AsyncExitStack() as stack:
        for name in ("eve", "bob", "cat"):
            watcher = connect("127.0.0.1", server.port, name=name, role="observer", identity=Identity.temporary())
            await stack.enter_async_context(watcher)
        for role, names in (("player", {"bob", "cat", "eve"}), ("observer", {"ann", "bob", "cat", "eve"})):
            app = app_at(server, role=role)
            async with app.run_test(size=(80, 24)) as pilot:
                await until(pilot, lambda app=app: app.table is not None)
                app.table.wish(ActionId.WATCHING)
                await until(pilot, lambda app=app: isinstance(app.screen, Sheet))
                assert set(app.screen.lines) == names and [*app.screen.lines] == sorted(names)


async def test_who_watches_late_is_told_how_late():
    async with hosting(bots=5, delay=0.2) as server:
        server.delay = 7.0
        app, player = app_at(server, role="observer"), app_at(server)
        async with player.run_test(size=(80, 24)) as sitting, app.run_test(size=(80, 24)) as pilot:
            await until(sitting, lambda: player.table is not None)
            assert "late" not in player.table.notice
            await until(pilot, lambda: app.table is not None)
            assert "7 seconds late" in app.table.notice


async def test_after_a_match_its_report_is_shown_though_no_record_is_kept(gouji_home):
    """The last deal's record comes behind the match's end; a visitor by browser reads the report and keeps no file."""
    async with hosting(bots=6, deals=1) as server:
        app = app_at(server, role="observer", keep_records=False)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: isinstance(app.screen, Notice))
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, Sheet))
            assert app.report[0] == "Gouji (classic, deals: 1)" and app.report[-1].endswith("gouji verify")
            await pilot.press("x")
    assert not (gouji_home / "records").exists()


@pytest.mark.parametrize("keys", [["m"], ["question_mark"], ["i"], ["slash", "h"]])
async def test_a_table_that_closes_under_an_open_page_ends_the_screen(keys):
    async with hosting() as server:
        app = app_at(server)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.table is not None and app.table.asked)
            await pilot.press(*keys)
            await server.close()
            await until(pilot, lambda: not app.is_running)
        assert app.return_value
