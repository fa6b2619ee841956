"""The table in a browser: what its pages take and hand out, who is let in, and what a visitor's process may know."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from contextlib import asynccontextmanager

import aiohttp
import pytest

from gouji_tui.failing import Failure
from gouji_tui.places import with_port
from gouji_tui.screens.qr import QrScreen
from gouji_tui.screens.waiting import WaitingScreen
from gouji_tui.settings import Preferences, Settings
from gouji_tui.web import serving, visits
from gouji_tui.web.pages import ASSETS, asset
from gouji_tui.web.qr import half_rows, modules, runs
from gouji_tui.web.serving import WebTable
from gouji_tui.web.visits import Door, Ended, Guest, Visit, Visits
from net.limits import CODE_GUESSES
from tests.tui.test_remote import hosting
from tests.tui.test_table_screen import screen_lines, until


class Site:
    """A table with its pages, and a browser for it that follows nothing by itself."""

    def __init__(self, server, web, browser):
        self.server, self.web, self.browser = server, web, browser
        self.origin = f"http://127.0.0.1:{web.port}"

    def get(self, path, **more):
        return self.browser.get(self.origin + path, allow_redirects=False, **more)

    def enter(self, origin=None, **fields):
        headers = {"Origin": origin or self.origin}
        return self.browser.post(self.origin + "/enter", data=fields, headers=headers, allow_redirects=False)

    def socket(self, origin=None, query="?width=80&height=24"):
        return self.browser.ws_connect(self.origin + "/ws" + query, origin=origin or self.origin)


@asynccontextmanager
async def site(tmp_path, code=None):
    async with hosting(bots=5) as server:
        if code:
            server._guard.code = code
        door = Door("127.0.0.1", server.port, server.fingerprint, lambda: server.code)
        web = WebTable(server, "<b>Friday</b>", door, tmp_path / "visitors", "zh")
        await web.start("127.0.0.1", 0)
        try:
            async with aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
                yield Site(server, web, browser)
        finally:
            await web.close()


@pytest.fixture
def sleeping(monkeypatch):
    """Visitors' processes that draw nothing and end when they are told to."""
    program = "import sys; sys.stdout.write('__GANGLION__\\n'); sys.stdout.flush(); sys.stdin.read(1)"
    monkeypatch.setattr(Visits, "_arguments", lambda self, guest: ["-c", program])


# The first page


@pytest.mark.parametrize(("asked", "words"), [("zh-CN,zh", "坐下"), ("en-GB", "Sit down"), ("de", "坐下")])
async def test_the_first_page_speaks_the_browsers_language_else_the_hosts(tmp_path, asked, words):
    async with site(tmp_path) as each:
        page = await (await each.get("/", headers={"Accept-Language": asked})).text()
        assert words in page and "&lt;b&gt;Friday&lt;/b&gt;" in page and "<b>Friday" not in page
        page = await (await each.get("/?lang=en")).text()
        assert "Sit down" in page and 'name="code"' not in page
        page = await (await each.get("/", headers={"Accept-Language": asked})).text()
        assert "Sit down" in page  # the language chosen stays


async def test_a_browser_has_one_key_which_no_script_reads(tmp_path):
    async with site(tmp_path) as each:
        first = await each.get("/")
        assert "HttpOnly" in first.headers["Set-Cookie"] and "SameSite=Lax" in first.headers["Set-Cookie"]
        again = await each.get("/")
        assert first.cookies["gouji"].value == again.cookies["gouji"].value
        assert len(first.cookies["gouji"].value) >= 32


async def test_the_code_is_asked_and_every_guess_counted_with_all_others(tmp_path, monkeypatch):
    now = [100.0]
    monkeypatch.setattr("net.host.steady_time", lambda: now[0])
    async with site(tmp_path, code="Blau 7") as each:
        assert 'name="code"' in await (await each.get("/?lang=en")).text()
        refused = await each.enter(name="ann", code="rot", role="player")
        assert refused.status == 403 and "The code is wrong." in await refused.text()
        soon = await each.enter(name="ann", code="blau7", role="player")
        assert soon.status == 403 and "wait" in await soon.text()
        now[0] += 1.1
        assert (await each.enter(name="ann", code="BLAU-7", role="player")).headers["Location"] == "/table"
        for _ in range(CODE_GUESSES - 1):
            now[0] += 1.1
            await each.enter(name="ann", code="gelb", role="player")
        assert each.server.code != "Blau 7"


async def test_nobody_comes_in_past_the_first_page(tmp_path):
    async with site(tmp_path) as each:
        assert (await each.get("/table")).headers["Location"] == "/"
        with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
            await each.socket()
        assert caught.value.status == 403
        await each.get("/")
        assert (await each.enter(name="\u202e \x1b", role="player")).status == 400
        assert (await each.get("/table")).headers["Location"] == "/"
        assert (await each.enter(name="x" * 5000, role="player")).status == 413


async def test_other_pages_neither_send_forms_nor_open_a_terminal(tmp_path):
    async with site(tmp_path) as each:
        await each.get("/")
        assert (await each.enter("http://elsewhere.example", name="ann", role="player")).status == 403
        assert (await each.enter(name="ann", role="player")).status == 303
        with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
            await each.socket("http://elsewhere.example")
        assert caught.value.status == 403
        answer = await each.get("/", headers={"Host": f"elsewhere.example:{each.web.port}"})
        assert answer.status == 421


async def test_five_files_are_handed_out_and_no_folder(tmp_path):
    async with site(tmp_path) as each:
        for name in ASSETS:
            answer = await each.get(f"/assets/{name}")
            assert answer.status == 200 and await answer.read() == asset(name)
        for path in ("/assets/", "/assets", "/assets/..%2fvisits.py", "/assets/front.html", "/static/", "/download/1"):
            assert (await each.get(path)).status == 404, path


async def test_nothing_is_asked_of_any_other_host(tmp_path):
    async with site(tmp_path) as each:
        await each.get("/")
        await each.enter(name="ann", role="player")
        for path in ("/", "/table", "/nowhere", "/assets/gouji.js"):
            answer = await each.get(path)
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self';") and "frame-ancestors 'none'" in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
        for name in ("gouji.css", "gouji.js"):
            assert b"//" not in asset(name).replace(b"// ", b"").replace(b"://${location.host}/ws", b"")
        assert "http" not in await (await each.get("/table")).text()


async def test_connections_are_bounded_for_one_address_and_for_all(tmp_path, monkeypatch):
    monkeypatch.setattr(serving, "CONNECTIONS_OF_ONE", 3)
    async with site(tmp_path) as each:
        held = [await asyncio.open_connection("127.0.0.1", each.web.port) for _ in range(3)]
        reader, writer = await asyncio.open_connection("127.0.0.1", each.web.port)
        with pytest.raises(OSError):
            writer.write(b"GET / HTTP/1.1\r\n\r\n")
            if not await reader.read(1):
                raise ConnectionResetError
        writer.close()
        held[0][1].close()
        for _, each_writer in held:
            each_writer.close()


# Visits


async def test_a_browser_that_comes_again_takes_its_own_place(tmp_path, sleeping):
    async with site(tmp_path) as each:
        await each.get("/")
        await each.enter(name="ann", role="player")
        first = await each.socket()
        await until_running(each.web, 1)
        second = await each.socket()
        said = json.loads((await first.receive()).data)
        assert said == ["ended", {"why": "elsewhere", "sentence": ""}]
        await until_running(each.web, 1)
        await second.close()
        await until_running(each.web, 0)


async def test_a_browser_that_comes_back_at_once_waits_until_its_key_is_free(tmp_path, monkeypatch):
    """Two programs at once would sit on two chairs: the second begins when the first has gone."""
    program = (
        "import sys, time; open('log', 'a').write('+'); sys.stdout.write('__GANGLION__\\n'); sys.stdout.flush();"
        "sys.stdin.read(1); time.sleep(0.3); open('log', 'a').write('-')"
    )
    monkeypatch.setattr(Visits, "_arguments", lambda self, guest: ["-c", program])
    async with site(tmp_path) as each:
        await each.get("/")
        await each.enter(name="ann", role="player")
        for _ in range(2):
            browser = await each.socket()
            await until_running(each.web, 1)
            await browser.close()
        browser = await each.socket()
        await until_running(each.web, 1)
        (home,) = (tmp_path / "visitors").iterdir()
    assert (home / "log").read_text() == "+-+-+-"


async def until_running(web, count):
    for _ in range(1000):
        if len(web._visits._running) == count:
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"{len(web._visits._running)} visits, not {count}")


async def test_visits_are_bounded_and_the_one_too_many_is_told(tmp_path, sleeping, monkeypatch):
    monkeypatch.setattr(visits, "VISITS_MOST", 0)
    async with site(tmp_path) as each:
        await each.get("/")
        await each.enter(name="ann", role="observer")
        browser = await each.socket()
        assert json.loads((await browser.receive()).data)[1]["why"] == "full"


async def test_who_touches_nothing_for_long_is_let_go(tmp_path, sleeping, monkeypatch):
    monkeypatch.setattr(serving, "IDLE_SECONDS", 0.2)
    monkeypatch.setattr(serving, "LOOK_SECONDS", 0.05)
    async with site(tmp_path) as each:
        await each.get("/")
        await each.enter(name="ann", role="player")
        browser = await each.socket()
        assert json.loads((await browser.receive()).data)[1]["why"] == "idle"
        assert not each.web._visits._running


async def test_a_browser_that_sends_what_no_page_of_ours_sends_is_let_go(tmp_path, sleeping):
    async with site(tmp_path) as each:
        await each.get("/")
        await each.enter(name="ann", role="player")
        for nonsense in ("{", "7", "[]"):
            browser = await each.socket()
            await browser.send_str(nonsense)
            assert (await asyncio.wait_for(browser.receive(), 10)).type in (
                aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.CLOSE,
            )  # fmt: skip
            await until_running(each.web, 0)
        browser = await each.socket(query="?width=x&height=-1")
        for harmless in (["resize", {"width": 10**9, "height": 3}], ["resize", 4], ["stdin", 7], ["other", {}]):
            await browser.send_json(harmless)
        await until_running(each.web, 1)
        await browser.close()


async def test_when_the_table_closes_no_visitors_process_is_left(tmp_path, sleeping):
    async with site(tmp_path) as each:
        await each.get("/")
        await each.enter(name="ann", role="player")
        await each.socket()
        await until_running(each.web, 1)
        (visit,) = each.web._visits._running.values()
    assert visit._process.returncode is not None and visit.why is Ended.CLOSED


def test_a_visitors_process_knows_nothing_of_the_host_and_has_a_home_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET_OF_THE_HOST", "x")
    monkeypatch.setenv("GOUJI_CODE", "another table's")
    here = Visits(Door("127.0.0.1", 1, "00", lambda: None), tmp_path / "visitors")
    one, two = here._home("a" * 32), here._home("b" * 32)
    assert one != two and here._home("a" * 32) == one and "a" * 32 not in str(one)
    assert one.stat().st_mode & 0o077 == 0 or os.name == "nt"
    known = here._environment(one)
    assert known["GOUJI_HOME"] == known["HOME"] == str(one) != os.environ["GOUJI_HOME"]
    assert not {"SECRET_OF_THE_HOST", "GOUJI_CODE"} & known.keys()
    assert Visits(Door("h", 1, "00", lambda: "blau"), tmp_path)._environment(one)["GOUJI_CODE"] == "blau"


def test_homes_and_the_memory_of_who_was_let_in_are_bounded(tmp_path, monkeypatch):
    monkeypatch.setattr(visits, "HOMES_MOST", 3)
    monkeypatch.setattr(visits, "ADMITTED_MOST", 3)
    here = Visits(Door("127.0.0.1", 1, "00", lambda: None), tmp_path / "visitors")
    for number in range(9):
        key = f"{number}" * 32
        os.utime(here._home(key), (number, number))
        here.admit(key, Guest("ann", "player", "en"))
    assert len(list((tmp_path / "visitors").iterdir())) == 3
    assert [here.guest(f"{number}" * 32) is not None for number in range(9)] == [False] * 6 + [True] * 3


async def test_a_visitor_can_neither_hand_out_files_nor_open_pages(tmp_path):
    told = []

    async def tell(words):
        told.append(words)

    visit = Visit([], {}, tmp_path, tell, tell)
    for what in ({"type": "open_url", "url": "http://x"}, {"type": "deliver_file_start", "key": "1", "path": "/x"}):
        await visit.on_meta(json.dumps(what).encode())
    assert told == []
    await visit.on_meta(b'{"type": "title", "title": "gouji"}')
    await visit.on_meta(b'{"type": "sentence", "sentence": "The table is gone."}')
    assert told == ['["title", "gouji"]'] and visit.sentence == "The table is gone."


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        ("192.0.2.1:21680", True), ("[fd00::2]:21680", True), ("localhost:1", True), (socket.gethostname(), True),
        ("elsewhere.example:21680", False), ("192.0.2.1.elsewhere.example", False), ("", False),
    ],
)  # fmt: skip
def test_pages_are_answered_by_address_or_this_machines_name_alone(host, ours):
    assert serving._is_ours(host) is ours


def test_a_link_puts_ipv6_in_brackets():
    assert with_port("fd00::2", 21680) == "[fd00::2]:21680" and with_port("192.0.2.1", 80) == "192.0.2.1:80"


# The code for phones


LINK = "http://192.168.100.200:21680"


def test_both_drawings_of_a_code_hold_its_modules():
    rows = modules(LINK)
    assert all(set(edge) == {0} for edge in (rows[0], rows[1], [row[0] for row in rows]))
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    read = [[halves[sign][half] for sign in row] for row in half_rows(LINK) for half in (0, 1)]
    assert read[: len(rows)] == rows
    assert [[int(dark) for dark, cells in row for _ in range(cells // 2)] for row in runs(LINK)] == rows
    assert len(rows[0]) <= 33 and len(half_rows(LINK)) <= 17


@pytest.mark.parametrize("ascii_lines", [False, True])
@pytest.mark.parametrize("size", [(80, 24), (40, 20), (100, 40)])
async def test_the_waiting_room_shows_link_and_code(ascii_lines, size):
    from gouji_tui.base_app import BaseApp

    app = BaseApp[None](Preferences(Settings(ascii_lines=ascii_lines)))
    waiting = WaitingScreen("en", ["10.0.0.1"], 21654, lambda: None, lambda: "blau", [LINK])
    async with app.run_test(size=size) as pilot:
        await app.push_screen(waiting)
        await until(pilot, lambda: LINK in "\n".join(screen_lines(app)))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, QrScreen) and LINK in "\n".join(screen_lines(app)))
        lines = "\n".join(screen_lines(app))
        fits = size == (100, 40) or not ascii_lines
        assert ("too small" in lines) is not fits
        assert "blau" in lines and (not ascii_lines or lines.isascii())
        await pilot.press("x")
        await until(pilot, lambda: app.screen is waiting)


async def test_a_host_lets_browsers_in_from_the_waiting_room_too():
    """By W: the link comes, and R then shows its code; where the port is taken it is said, and W may be tried again."""
    from gouji_tui.base_app import BaseApp

    app, links, tries = BaseApp[None](), [], []

    async def open_web():
        tries.append(1)
        if len(tries) == 1:
            raise Failure("web_port", port=21680, why="taken")
        links.append(LINK)

    waiting = WaitingScreen("en", ["10.0.0.1"], 21654, lambda: None, lambda: None, links, open_web)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(waiting)
        await pilot.press("r", "w")
        await until(pilot, lambda: "cannot listen for browsers" in waiting.notice and app.screen is waiting)
        await pilot.press("w")
        await until(pilot, lambda: LINK in "\n".join(screen_lines(app)))
        await pilot.press("w", "r")
        await until(pilot, lambda: isinstance(app.screen, QrScreen))
        assert len(tries) == 2
