"""The web server beside a hosted table: two pages, five files, and a connection for each visitor's terminal."""

from __future__ import annotations

import asyncio
import ipaddress
import json
import logging
import secrets
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, cast

from aiohttp import WSMsgType, web

from gouji_tui.command_line import WEB_PORT
from gouji_tui.strings import LANGUAGES, network_text, text
from gouji_tui.web.pages import ASSETS, Front, asset, front_page, table_page
from gouji_tui.web.visits import IDLE_SECONDS, SIZES, Door, Ended, Guest, Visit, Visits
from net.cleaning import EmptyText, clean_name
from net.host import Host
from net.listening import listening_sockets

COOKIE: Final = "gouji"
"""Holds the key of a browser: whoever has it has its chair."""

COOKIE_SECONDS: Final = 90 * 24 * 3600
"""How long a browser keeps its key after its last visit."""

KEY_BYTES: Final = 24
"""Of a browser's key: as hard to guess as a chair's own."""

FORM_BYTES: Final = 4096
"""Of what the first page sends: a name and a code."""

MESSAGE_BYTES: Final = 65536
"""Of one message of a browser: what somebody pastes, at most."""

BEAT_SECONDS: Final = 15.0
"""A browser that answers no ping for so long is gone."""

LOOK_SECONDS: Final = 5.0
"""Between two looks whether a visit is idle."""

CONNECTIONS_MOST: Final = 128
"""Connections at once, of which each browser has a few: they and their files are the host's too."""

CONNECTIONS_OF_ONE: Final = 32
"""Connections of one address at once: a browser opens six, and several people may come through one router."""

_HEADERS: Final = {
    "Server": "gouji",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws://{host}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Nothing comes from elsewhere and nothing goes there. The terminal sets its styles inline."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Gate(asyncio.Protocol):
    """Lets a connection in if there is room for it."""

    def __init__(self, server: web.Server) -> None:
        self._server = server

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Hand the connection on, or drop it."""
        tcp = cast(asyncio.Transport, transport)
        there = [_address(each.transport) for each in self._server.connections]
        if len(there) >= CONNECTIONS_MOST or there.count(_address(tcp)) >= CONNECTIONS_OF_ONE:
            tcp.abort()
            return
        handler = self._server()
        tcp.set_protocol(handler)
        handler.connection_made(tcp)


def _address(transport: asyncio.BaseTransport | None) -> str:
    peer = transport.get_extra_info("peername") if transport is not None else None
    return str((peer or ("",))[0])


class WebTable:
    """Serves one table to browsers until it is closed.

    Args:
        server: the table's.
        title: the table's name.
        door: where visitors' programs find it.
        homes: the folder of the visitors' folders.
        language: of a browser that asks for none of ours.
    """

    def __init__(self, server: Host, title: str, door: Door, homes: Path, language: str) -> None:
        self._server = server
        self._title = title
        self._language = language
        self._visits = Visits(door, homes)
        self._runner: web.AppRunner | None = None
        self._listening: list[asyncio.Server] = []
        self.port = 0

    def application(self) -> web.Application:
        """Return the application: its routes and what holds for each answer."""
        app = web.Application(client_max_size=FORM_BYTES, middlewares=[_guard])
        app.add_routes(
            [
                web.get("/", self._front), web.post("/enter", self._enter), web.get("/table", self._table),
                web.get("/ws", self._socket), web.get("/alive", _alive), web.get("/assets/{name}", _asset),
            ]
        )  # fmt: skip
        return app

    async def start(self, bind: str | None, port: int) -> None:
        """Listen on ``bind`` (None: all interfaces) and ``port`` (0: any; the usual one: if taken another).

        Raises:
            OSError: it cannot listen.
        """
        self._runner = web.AppRunner(
            self.application(), handle_signals=False, access_log=None, logger=_quiet_log(), shutdown_timeout=1.0
        )
        await self._runner.setup()
        server = self._runner.server
        assert server is not None
        try:
            sockets = await listening_sockets(bind, port)
        except OSError:
            if port != WEB_PORT:
                await self._runner.cleanup()
                raise
            sockets = await listening_sockets(bind, 0)
        loop = asyncio.get_running_loop()
        self.port = sockets[0].getsockname()[1]
        self._listening = [await loop.create_server(lambda: Gate(server), sock=each) for each in sockets]

    async def close(self) -> None:
        """End all visits and stop listening."""
        for each in self._listening:
            each.close()
        await self._visits.close()
        if self._runner is not None:
            await self._runner.cleanup()

    # Pages

    async def _front(self, request: web.Request) -> web.Response:
        guest = self._visits.guest(_key(request))
        return self._front_page(request, guest.name if guest else "")

    def _front_page(self, request: web.Request, name: str, error: str = "", status: int = 200) -> web.Response:
        language = self._language_of(request)
        card = self._server.card()
        page = front_page(Front(self._title, card.seats_free, card.code, name, error), language)
        response = web.Response(text=page, content_type="text/html", status=status)
        key = _key(request) or secrets.token_urlsafe(KEY_BYTES)
        for cookie, value in ((COOKIE, key), ("language", language)):
            response.set_cookie(cookie, value, max_age=COOKIE_SECONDS, httponly=True, samesite="Lax")
        return response

    async def _enter(self, request: web.Request) -> web.Response:
        language, form = self._language_of(request), await request.post()
        typed, key = str(form.get("name", "")), _key(request)
        try:
            name = clean_name(typed)
        except EmptyText:
            return self._front_page(request, "", text(language, "web.bad_name"), 400)
        refused = self._server.judge_code(str(form.get("code", "")))
        if refused is not None:
            return self._front_page(request, name, network_text(language, refused, {}), 403)
        if not key:
            return self._front_page(request, name)  # a browser without our cookie gets one and asks again
        self._visits.admit(key, Guest(name, "observer" if form.get("role") == "observer" else "player", language))
        raise web.HTTPSeeOther("/table")

    async def _table(self, request: web.Request) -> web.Response:
        if self._visits.guest(_key(request)) is None:
            raise web.HTTPSeeOther("/")
        return web.Response(text=table_page(self._title, self._language_of(request)), content_type="text/html")

    def _language_of(self, request: web.Request) -> str:
        for wanted in (request.query.get("lang"), request.cookies.get("language")):
            if wanted in LANGUAGES:
                return wanted
        asked = request.headers.get("Accept-Language", "").lower()
        return "zh" if asked.startswith("zh") else "en" if asked.startswith("en") else self._language

    # A visitor's terminal

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        key = _key(request)
        if request.headers.get("Origin") != f"http://{request.host}":
            raise web.HTTPForbidden(text="this page is another's")
        if self._visits.guest(key) is None:
            raise web.HTTPForbidden(text="not let in")
        browser = web.WebSocketResponse(heartbeat=BEAT_SECONDS, max_msg_size=MESSAGE_BYTES)
        await browser.prepare(request)
        if not self._visits.has_room(key):
            await _say_end(browser, "full", "")
            return browser
        size = _size(request.query.get("width"), request.query.get("height")) or (80, 24)
        visit = await self._visits.begin(key, size, browser.send_bytes, browser.send_str)
        reading = asyncio.create_task(_read(browser, visit), name="browser")
        over = asyncio.create_task(visit.over.wait(), name="visit")
        loop = asyncio.get_running_loop()
        try:
            while not (reading.done() or over.done()):
                await asyncio.wait({reading, over}, timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                if loop.time() - visit.last_touch >= IDLE_SECONDS:
                    visit.why = Ended.IDLE
                    break
        finally:
            reading.cancel()
            over.cancel()
            await self._visits.end(key, visit, visit.why)
            await _say_end(browser, visit.why.value, visit.sentence)
        return browser


async def _read(browser: web.WebSocketResponse, visit: Visit) -> None:
    """Pass on what the browser sends until it goes, or sends what no page of ours does."""
    async for message in browser:
        if message.type is not WSMsgType.TEXT:
            return
        try:
            kind, *rest = json.loads(message.data)
        except (ValueError, TypeError):
            return
        what = rest[0] if rest else None
        if kind == "stdin" and isinstance(what, str):
            visit.last_touch = asyncio.get_running_loop().time()
            await visit.send_bytes(what.encode("utf-8", "ignore"))
        elif kind == "resize" and isinstance(what, dict):
            size = _size(what.get("width"), what.get("height"))
            if size is not None:
                await visit.set_terminal_size(*size)
        elif kind in ("blur", "focus"):
            await (visit.blur() if kind == "blur" else visit.focus())


async def _say_end(browser: web.WebSocketResponse, why: str, sentence: str) -> None:
    with suppress(OSError):
        await browser.send_json(["ended", {"why": why, "sentence": sentence}])
    await browser.close()


def _size(width: object, height: object) -> tuple[int, int] | None:
    try:
        size = int(str(width)), int(str(height))
    except ValueError:
        return None
    return size if all(each in SIZES for each in size) else None


def _key(request: web.Request) -> str:
    key = request.cookies.get(COOKIE, "")
    return key if 32 <= len(key) <= 64 and key.isascii() else ""


async def _alive(_request: web.Request) -> web.Response:
    return web.Response(text="ok")


async def _asset(request: web.Request) -> web.Response:
    name = request.match_info["name"]
    if name not in ASSETS:
        raise web.HTTPNotFound
    return web.Response(
        body=asset(name), content_type=ASSETS[name][2], charset=None, headers={"Cache-Control": "max-age=3600"}
    )


@web.middleware
async def _guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer under our own names only, take forms from our own pages only, and put the headers on everything."""
    if not _is_ours(request.host):
        raise web.HTTPMisdirectedRequest(text="write the address of the table, as its host shows it")
    if request.method == "POST" and request.headers.get("Origin") != f"http://{request.host}":
        raise web.HTTPForbidden(text="this page is another's")
    try:
        response = await handler(request)
    except web.HTTPException as answer:
        _secure(answer, request.host)
        raise
    if not response.prepared:
        _secure(response, request.host)
    return response


def _secure(response: web.StreamResponse, host: str) -> None:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers["Content-Security-Policy"] = _POLICY.format(host=host)


def _is_ours(host: str) -> bool:
    """Tell whether an address or this machine's name was asked for: any other name may be bent to point here."""
    name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
    with suppress(ValueError):
        ipaddress.ip_address(name.strip("[]"))
        return True
    own = socket.gethostname().lower()
    return name.lower().removesuffix(".local") in ("localhost", own, own.partition(".")[0])


def _quiet_log() -> logging.Logger:
    """Return a log that writes nowhere: the terminal is the table's, and what browsers do wrong is no concern of it."""
    for name in ("textual-serve", "gouji.web"):
        log = logging.getLogger(name)
        log.propagate = False
        log.addHandler(logging.NullHandler())
    return log


__all__ = ["COOKIE", "Gate", "WebTable"]
