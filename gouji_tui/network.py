"""The commands that meet others: ``host``, ``join``, ``watch``, ``bot``."""

from __future__ import annotations

import argparse
import asyncio
import getpass
import secrets
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TypeVar

from engine.bots import LEVELS, SEARCHING
from engine.events import DealScored, MatchAbandoned, MatchEnded
from engine.rules import Rules
from gouji_tui.failing import Failure, said
from gouji_tui.host_log import HostLog
from gouji_tui.hosting import Hosting
from gouji_tui.joining import decides, join
from gouji_tui.places import check_interface, reach, reached_at, seeker
from gouji_tui.received import ReceivedRecords
from gouji_tui.settings import Preferences
from gouji_tui.strings import network_text, text
from gouji_tui.telling import event_fields, line
from net import Lost, Refused, RemoteTable, connect
from net.certificates import fingerprint_words
from net.cleaning import EmptyText, clean_name
from net.finding import Place
from net.folders import data_folder
from net.host import Host
from net.identity import Identity, IdentityError, Keys, host_key, open_identity
from net.posix import on_stop_signals
from net.thinking import Thinker
from net.wire import Role

if TYPE_CHECKING:
    from textual.app import App


def nickname(option: str | None) -> str:
    """Return the cleaned name to appear under; raises :class:`Failure`."""
    try:
        return clean_name(option if option is not None else Preferences.load().value.name or getpass.getuser())
    except (EmptyText, OSError):
        raise Failure("name", wrong_use=True) from None


def host(options: argparse.Namespace, rules: Rules | None, version: str, records: Path, language: str) -> int:
    """Run ``gouji host --headless``."""
    return asyncio.run(_host(options, rules, version, records, language))


async def _host(options: argparse.Namespace, rules: Rules | None, version: str, records: Path, language: str) -> int:
    try:
        key = host_key(data_folder(), make=True)
    except IdentityError as error:
        raise Failure(f"key_{error.code}", detail=error.detail) from None
    log, owner = HostLog(options.json, language), key.public_key if key else None
    opened = await open_table(options, rules, version, records, log, owner, language)
    try:
        return await _until_over(opened.server, options.until_over)
    finally:
        await opened.close()


async def open_table(
    options: argparse.Namespace,
    rules: Rules | None,
    version: str,
    records: Path,
    log: HostLog,
    owner: bytes | None,
    language: str,
) -> Hosting:
    """Open a table as the options say and listen; ``owner`` is the key with a host's rights.

    Raises:
        Failure: it cannot be opened.
    """
    if options.interface:
        check_interface(options.interface)
    at = reached_at(options.bind)
    opened = Hosting(options, nickname(options.name), version, records, at, log.put, owner, language)
    await opened.open(rules)
    return opened


def host_on_screen(options: argparse.Namespace, rules: Rules | None, version: str, records: Path, language: str) -> int:
    """Run ``gouji host``: the table and its host's seat in one program, with a screen."""
    from gouji_tui.remote_app import OwnTable, RemoteApp, Seat

    identity, log, tables = _identity(options), HostLog(None, language), list[Hosting]()

    async def serve() -> OwnTable:
        opened = await open_table(options, rules, version, records, log, identity.public_key, language)
        tables.append(opened)
        server = opened.server
        at = reached_at(options.bind)
        return OwnTable(
            at, server.port, opened.add_bot, opened.close, lambda: server.code, opened.links, options.until_over,
            opened.open_web,
        )  # fmt: skip

    own = Seat(options.bind or "127.0.0.1", 0, nickname(options.name), "player", identity, code=options.code)
    app = RemoteApp(own, language, serve)

    async def run() -> int:
        sentence = await app.run_async()
        if sentence:
            raise said(sentence)
        _print_lines(app.report)
        status = app.return_code or 0
        for opened in tables:
            if app.hosts_on:
                identity.release()  # The host returns to his chair by `gouji join`, from another program.
                log.speak(as_json=options.json)
                print(text(language, "leaving.goes_on", port=opened.server.port), file=sys.stderr, flush=True)
                try:
                    status = await _until_over(opened.server, options.until_over)
                finally:
                    await opened.close()
            if opened.table.match.deal is not None and not opened.table.match.over:
                print(text(language, "leaving.resume", record=opened.journal.path), file=sys.stderr)
        return status

    return asyncio.run(run())


def on_screen(options: argparse.Namespace, role: Role, language: str) -> int:
    """Run ``gouji join`` or ``gouji watch`` with a screen."""
    from gouji_tui.remote_app import RemoteApp, Seat

    place = asyncio.run(reach(options.table, options.interface, options.fingerprint))
    seat, again = getattr(options, "seat", None), seeker(options.interface)
    chair = Seat(
        place.host, place.port, nickname(options.name), role, _keys(options), seat, options.code, again,
        place.fingerprint,
    )  # fmt: skip
    app = RemoteApp(chair, language)
    status = _run_app(app)
    _print_lines(app.report)
    return status


def _print_lines(lines: Sequence[str]) -> None:
    for each in lines:
        print(each)


def stage(options: argparse.Namespace, language: str) -> int:
    """Run ``gouji watch --stage``: no table is needed yet, it is looked for until it is there."""
    from gouji_tui.settings import Preferences
    from gouji_tui.stage_app import StageApp

    async def found() -> Place:
        try:
            return await reach(options.table, options.interface, options.fingerprint)
        except Failure as failure:
            if failure.wrong_use:
                raise
            raise Lost(failure.sentence(language)) from None

    languages = [language, "en" if language == "zh" else "zh"] if options.both else [language]
    app = StageApp(
        found, nickname(options.name), _keys(options), options.code, languages, preferences=Preferences.load()
    )
    app.run()
    return app.return_code or 0


def _run_app(app: App[str]) -> int:
    sentence = app.run()
    if sentence:
        raise said(sentence)
    return app.return_code or 0


def _identity(options: argparse.Namespace) -> Identity:
    """Return the key to host with; the key of a host, made or copied here, goes before others."""
    keys = _keys(options)
    return keys if isinstance(keys, Identity) else _known(open_identity)


def _keys(options: argparse.Namespace) -> Identity | Keys:
    """Return the key to sit with: of the profile that was named, of a host, else one that suits the table."""
    profile = getattr(options, "profile", None)
    if profile is not None:
        return _known(partial(open_identity, profile=profile))
    own = _known(partial(host_key, data_folder())) if options.command in ("host", "join") else None
    return own or Keys()


_Key = TypeVar("_Key")


def _known(opened: Callable[[], _Key]) -> _Key:
    try:
        return opened()
    except IdentityError as error:
        raise Failure(f"key_{error.code}", detail=error.detail) from None


HANGUP = 1
"""SIGHUP, by its number: Windows has no name for it."""


async def _until_over(server: Host, until_over: bool) -> int:
    stop = asyncio.Event()
    stopped: list[int] = []

    def stopping(number: int) -> None:
        if number == HANGUP:
            return  # The terminal is gone; a table without a screen goes on.
        stopped.append(number)
        stop.set()

    undo = on_stop_signals(asyncio.get_running_loop(), stopping)
    over = asyncio.create_task(server.failed())
    waiting = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({over, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if over.done():
            over.result()
            if not until_over:
                await waiting
    finally:
        waiting.cancel()
        over.cancel()
        undo()
    return 130 if 2 in stopped else 0


def take_part(options: argparse.Namespace, role: Role, language: str) -> int:
    """Run ``gouji join --plain``, ``gouji watch`` or ``gouji bot``."""
    name = nickname(options.name)
    address = asyncio.run(reach(options.table, options.interface, options.fingerprint))
    identity = _keys(options)
    try:
        return asyncio.run(_take_part(options, role, language, address, name, identity))
    except Refused as refused:
        raise said(network_text(language, refused.code, refused.arguments)) from None
    except Lost as lost:
        raise said(network_text(language, lost.code, lost.arguments)) from None


async def _take_part(
    options: argparse.Namespace, role: Role, language: str, place: Place, name: str, identity: Identity | Keys
) -> int:
    seat = getattr(options, "seat", None)
    again = seeker(options.interface)
    async with connect(
        place.host,
        place.port,
        name=name,
        role=role,
        seat=seat,
        code=options.code,
        identity=identity,
        seek=again,
        fingerprint=place.fingerprint,
    ) as table:
        if role == "bot":
            return await _bot(table, options.level, _printer(options.json))
        if role == "observer" and options.json:
            return await _watch(table, _printer(True))
        print(f"{text(language, 'waiting.words')} {fingerprint_words(table.fingerprint)}", flush=True)
        return await join(table, language)


def _printer(wanted: bool) -> Callable[[dict[str, object]], None]:
    return (lambda fields: print(line(fields), flush=True)) if wanted else (lambda fields: None)


async def _bot(table: RemoteTable, level: str, put: Callable[[dict[str, object]], None]) -> int:
    rng = Random(secrets.randbits(64))
    table.ready()
    acted = -1
    thinker = Thinker() if level == SEARCHING else None
    async for update in table.updates():
        for event in update.events:
            put({"seq": update.seq, **event_fields(event)})
            if isinstance(event, DealScored):
                table.ready()
            if isinstance(event, MatchAbandoned | MatchEnded):
                return 0
        view = table.view.match
        if view is None or not table.view.connected or acted == table.view.seq or not decides(table.view.match):
            continue
        if update is not None and update.seq != table.view.seq:
            continue
        acted = table.view.seq
        if thinker is None:
            action = LEVELS[level](view, rng)
        else:
            action = await asyncio.to_thread(thinker.wait, thinker.ask(view, rng.getrandbits(32)))
        if action is not None:
            with suppress(Refused):
                await table.act(action.text())
    raise Lost(table.ended)


async def _watch(table: RemoteTable, put: Callable[[dict[str, object]], None]) -> int:
    records = ReceivedRecords(data_folder() / "records", table.table_id)
    async for update in table.updates():
        records.take(update)
        for event in update.events:
            put({"seq": update.seq, **event_fields(event)})
            if isinstance(event, MatchAbandoned | MatchEnded):
                await records.last(table)
                return 0
    raise Lost(table.ended)
