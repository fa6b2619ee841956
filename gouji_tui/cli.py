"""The ``gouji`` command. Nothing heavy is imported before it is needed."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gouji_tui.command_line import LOBBY_OPTIONS, WRONG_USE, command_parser
from gouji_tui.failing import Failure, said, unreadable

if TYPE_CHECKING:
    from engine.replay import Replay
    from engine.rules import Rules

FAILED, INTERRUPTED = 1, 130
"""Exit statuses; 0 is done."""

BURN_WINDOW = 4.0
"""Seconds for a burn with a clock, as at a table on the network."""


def program_version() -> str:
    """Return the version of the installed program."""
    try:
        return version("gouji")
    except PackageNotFoundError:
        return "0.1.0"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = command_parser(program_version())
    options = parser.parse_args(arguments)
    try:
        if options.command is None:
            if sys.stdin.isatty() and sys.stdout.isatty():
                return _lobby(parser, options)
            parser.print_help()
            return 0
        for name in _hand_on(options, options):
            raise Failure("not_its_option", wrong_use=True, name=name, command=options.command)
        return int(_RUN[options.command](options))
    except Failure as failure:
        speaks = language(getattr(options, "lang", None) or options.lobby_lang)
        print(f"gouji: {failure.sentence(speaks)}", file=sys.stderr)
        return WRONG_USE if failure.wrong_use else FAILED
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _hand_on(lobby: argparse.Namespace, options: argparse.Namespace) -> list[str]:
    """Give a command what was said to ``gouji`` itself where it says nothing; return what it has no use for."""
    said = {name: value for name in LOBBY_OPTIONS if (value := getattr(lobby, f"lobby_{name}")) is not None}
    for name, value in said.items():
        if getattr(options, name, value) is None:
            setattr(options, name, value)
    return [name for name in said if not hasattr(options, name)]


def _lobby(parser: argparse.ArgumentParser, said: argparse.Namespace) -> int:
    """Choose in the lobby, run it, come back; a signal or Ctrl+Q in the lobby ends it."""
    from gouji_tui.lobby import LobbyApp
    from gouji_tui.network import nickname
    from gouji_tui.places import check_interface
    from gouji_tui.settings import Preferences

    check_interface(said.lobby_interface)
    nickname(said.lobby_name)
    interfaces = [said.lobby_interface] if said.lobby_interface else None
    notice = ""
    while True:
        preferences = Preferences.load()
        app = LobbyApp(
            language(said.lobby_lang), notice,
            records=data_folder() / "records", preferences=preferences, interfaces=interfaces,
        )  # fmt: skip
        chosen = app.run()
        if chosen is None:
            return app.return_code or 0
        notice = ""
        options = parser.parse_args(chosen)
        _hand_on(said, options)
        try:
            status = int(_RUN[options.command](options))
        except Failure as failure:
            notice = failure.sentence(language(said.lobby_lang))
        else:
            if status > 128:
                return status


def _code(given: str | None) -> str | None:
    """Return the table's code: as given, from stdin for ``-``, else from GOUJI_CODE; None where there is none."""
    from net.codes import plain_code
    from net.limits import TABLE_CODE_BYTES

    code = os.environ.get("GOUJI_CODE") if given is None else sys.stdin.readline() if given == "-" else given
    if code is None:
        return None
    if not plain_code(code) or len(code.encode("utf-8", "surrogatepass")) > TABLE_CODE_BYTES:
        raise Failure("code", wrong_use=True, most=TABLE_CODE_BYTES)
    return code.strip()


def _arena(options: argparse.Namespace) -> int:
    from gouji_tui import arena

    return arena.run(options, _make_rules(options), program_version(), data_folder())


def _doctor(options: argparse.Namespace) -> int:
    from gouji_tui import doctor

    return doctor.run(language(options.lang), options.json)


def _host(options: argparse.Namespace) -> int:
    from gouji_tui import hosting, network

    if not options.headless:
        _require_terminal("gouji host --headless")
    options.code = _code(options.code)
    hosting.settle(options)
    if options.resume is None and (options.deals < 0 or options.target < 0):
        raise Failure("length", wrong_use=True)
    rules = _make_rules(options) if options.resume is None else None
    records = _records(options.record)
    speaks = language(options.lang)
    if not options.headless:
        return network.host_on_screen(options, rules, program_version(), records, speaks)
    return network.host(options, rules, program_version(), records, speaks)


def _tables(options: argparse.Namespace) -> int:
    from gouji_tui import places

    return places.tables(options, language(options.lang))


def _take_part(options: argparse.Namespace) -> int:
    from gouji_tui import network

    screen = not (options.command == "bot" or options.json or options.plain)
    if screen:
        _require_terminal(f"gouji {options.command} --plain")
    options.code = _code(options.code)
    role = {"join": "player", "watch": "observer", "bot": "bot"}[options.command]
    if screen and getattr(options, "stage", False):
        return network.stage(options, language(options.lang))
    run = network.on_screen if screen else network.take_part
    return run(options, role, language(options.lang))  # type: ignore[arg-type]


def _require_terminal(instead: str) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Failure("no_terminal", instead=instead)


def _records(option: str | None) -> Path:
    """Return the folder of records, made if need be."""
    folder = Path(option) if option else data_folder() / "records"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unreadable("records_folder", error, path=folder) from None
    return folder


def language(option: str | None) -> str:
    """Return ``"zh"`` or ``"en"``: the option, else the saved setting, else LC_ALL, LC_MESSAGES, LANG."""
    from gouji_tui.settings import Preferences
    from gouji_tui.strings import language_from_environment

    return language_from_environment(os.environ, option or Preferences.load().value.language)


def data_folder() -> Path:
    """Return the data folder, made if need be; ``GOUJI_HOME`` replaces it."""
    from net import folders

    folder = folders.data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _read_toml(path: str) -> dict[str, object]:
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise unreadable("unreadable", error, path=path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Failure("not_toml", path=path, why=error) from None


def _value(text: str, default: object) -> object:
    """Read an option's value by its type: bool, number, array or word."""
    if isinstance(default, bool):
        return {"on": True, "true": True, "off": False, "false": False}.get(text.lower(), text)
    if isinstance(default, int):
        return int(text) if text.isascii() and text.isdigit() else text
    if isinstance(default, tuple):
        try:
            return tomllib.loads(f"value = {text}")["value"]
        except tomllib.TOMLDecodeError:
            return text
    return text.strip('"')


def _make_rules(options: argparse.Namespace) -> Rules:
    from engine.rules import CLASSIC, RulesError, make_rules

    changes: dict[str, object] = {}
    preset = options.preset
    if options.rules:
        changes = _read_toml(options.rules)
        preset = str(changes.pop("preset", preset))
    for pair in options.option:
        key, equals, text = pair.partition("=")
        if not equals:
            raise Failure("option", wrong_use=True, pair=pair)
        changes[key] = _value(text, CLASSIC.options().get(key))
    try:
        return make_rules(preset, changes)
    except RulesError as refused:
        from gouji_tui.strings import rules_error_text

        sentence = rules_error_text(language(options.lang), refused)
        raise Failure("said", wrong_use=True, sentence=sentence) from None


def _play(options: argparse.Namespace) -> int:
    import secrets
    import time
    from random import Random

    from engine.bots import LEVELS, SEARCHING, Bot
    from engine.match import Match
    from engine.shuffle import seeded_key
    from gouji_tui.network import nickname
    from gouji_tui.plain import PlainTable, Quit
    from gouji_tui.practice import Practice
    from net.thinking import Thinker

    if not options.plain:
        _require_terminal("gouji play --plain")
    if options.tutorial:
        return _tutorial(options)
    if options.deals < 0 or options.target < 0:
        raise Failure("length", wrong_use=True)
    rules, name = _make_rules(options), nickname(options.name)
    made: dict[tuple[int, int], bytes] = {}

    def keys(deal: int, attempt: int) -> bytes:
        fresh = secrets.token_bytes(32) if options.seed is None else seeded_key(options.seed, deal, attempt)
        return made.setdefault((deal, attempt), fresh)

    match = Match(rules, keys, deals=options.deals, target=options.target)
    record = _records(options.record) / f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}.jsonl"
    bot: Bot = Thinker() if options.level == SEARCHING else LEVELS[options.level]
    bots = dict.fromkeys(range(2, 7), bot)
    rng = Random(options.seed if options.seed is not None else secrets.randbits(64))
    if not options.plain:
        from gouji_tui.app import GoujiApp
        from gouji_tui.settings import Preferences

        app = GoujiApp(
            match, bots, rng, record, language(options.lang),
            pace=options.pace, preferences=Preferences.load(), counter=options.counter == "on", coach=True,
            clock=options.clock, window=_window(options), name=name,
        )  # fmt: skip
        if app.run():
            _print_summary(record, app.table.language)
        elif app.failed:
            raise said(app.failed)
        else:
            print(f"gouji: left; the record is {record}", file=sys.stderr)
        return app.return_code or 0
    if options.clock:
        raise Failure("clock", wrong_use=True)
    table = PlainTable(
        language(options.lang), lambda: input("> "), lambda line: print(line, flush=True),
        counter=options.counter == "on",
    )  # fmt: skip
    practice = Practice(match, bots, 1, table.ask, lambda event: table.told(event, rules), rng, record, name)
    try:
        practice.run()
        _print_summary(record, language(options.lang))
    except Quit:
        print(f"gouji: left; the record is {record}", file=sys.stderr)
    except OSError as error:
        raise unreadable("record", error) from None
    return 0


def _window(options: argparse.Namespace) -> float:
    """Return the seconds for a burn: 0, as long as one likes, where neither a clock nor a window is named."""
    if options.burn_window is not None:
        return float(options.burn_window)
    return BURN_WINDOW if options.clock else 0.0


def _print_summary(record: Path, speaks: str) -> None:
    """Print the report of a match that is over."""
    from gouji_tui.replaying import open_record
    from gouji_tui.summary import summary_lines

    for line in summary_lines(open_record(record), speaks):
        print(line)


def _tutorial(options: argparse.Namespace) -> int:
    if options.plain:
        from gouji_tui.plain_tutorial import PlainTutorial

        PlainTutorial(language(options.lang), lambda: input("> "), lambda line: print(line, flush=True)).run()
        return 0
    _require_terminal("gouji play --tutorial --plain")
    from gouji_tui.settings import Preferences
    from gouji_tui.tutorial_app import TutorialApp

    app = TutorialApp(language(options.lang), preferences=Preferences.load())
    app.run()
    return app.return_code or 0


def _referee(options: argparse.Namespace) -> int:
    from engine.rules import PRESETS
    from gouji_tui import referee

    if options.preset not in PRESETS:
        raise Failure("preset", wrong_use=True, preset=options.preset, presets=", ".join(PRESETS))
    failed = referee.run(options.files, options.preset, language(options.lang), _read_toml)
    return FAILED if failed else 0


def _replay(options: argparse.Namespace) -> int:
    from gouji_tui import replaying

    speaks, path = language(options.lang), Path(options.record)
    if not (options.plain or options.json):
        _require_terminal("gouji replay --plain")
    try:
        replay = replaying.open_record(path)
    except replaying.NoRecord as none:
        raise _no_record(none, speaks) from None
    if options.json:
        replaying.print_json(replay, options.seat, print)
    elif not options.plain and replay.deals:
        return _replay_on_screen(replay, speaks, options.seat)
    else:
        replaying.print_text(replay, options.seat, speaks, print)
    if replay.broken is not None:
        raise said(replaying.end_line(replay, speaks) or "")
    return 0


def _replay_on_screen(replay: Replay, speaks: str, seat: int | None) -> int:
    """Show a record; where the person wants to play on from a moment of it, do that."""
    import secrets
    from random import Random

    from engine.bots import LEVELS
    from engine.cards import SEATS
    from gouji_tui.replay_app import ReplayApp
    from gouji_tui.settings import Preferences

    preferences = Preferences.load()
    shown = ReplayApp(replay, speaks, seat, data_folder() / "positions", preferences)
    going_on = shown.run()
    if going_on is None:
        return shown.return_code or 0
    from gouji_tui.app import GoujiApp

    bots = {each: LEVELS["expert"] for each in SEATS if each != going_on.seat}
    rng = Random(secrets.randbits(64))
    app = GoujiApp(going_on.match, bots, rng, None, shown.replay_screen.language, preferences=preferences)
    app.run()
    return app.return_code or 0


def _no_record(none: Exception, speaks: str) -> Failure:
    from gouji_tui.strings import text

    if isinstance(none.__cause__, OSError):
        return unreadable("unreadable", none.__cause__, path=none)
    return said(text(speaks, "replay.no_record", path=none))


def _verify(options: argparse.Namespace) -> int:
    from engine.record import RecordError, verify
    from gouji_tui.replaying import NoRecord, record_lines, wrong_line
    from gouji_tui.strings import text

    speaks = language(options.lang)
    try:
        lines = record_lines(Path(options.record))
    except NoRecord as none:
        raise _no_record(none, speaks) from None
    try:
        verdict = verify(lines)
    except RecordError as wrong:
        why = wrong_line(wrong, speaks)
        raise said(text(speaks, "record.wrong", path=options.record, line=wrong.line, why=why)) from None
    if options.json:
        total = dict(zip("AB", verdict.total, strict=True))
        print(json.dumps({"deals": verdict.deals, "total": total, "complete": verdict.complete}))
    else:
        whole = text(speaks, "record.whole" if verdict.complete else "record.part")
        print(text(speaks, "record.holds", deals=verdict.deals, whole=whole))
    return 0


def _rules(options: argparse.Namespace) -> int:
    from engine.rules import PRESETS
    from gouji_tui import rules_text

    spoken = language(options.lang)
    if options.preset not in PRESETS:
        raise Failure("preset", wrong_use=True, preset=options.preset, presets=", ".join(PRESETS))
    lines = rules_text.toml_lines if options.toml else rules_text.reading_lines
    print("\n".join(lines(PRESETS[options.preset], spoken)))
    return 0


_RUN: Final[Mapping[str, Callable[[argparse.Namespace], int]]] = {
    "play": _play, "host": _host, "tables": _tables, "join": _take_part, "watch": _take_part, "bot": _take_part,
    "doctor": _doctor, "arena": _arena, "referee": _referee, "replay": _replay, "verify": _verify, "rules": _rules,
}  # fmt: skip
"""What each command runs."""
