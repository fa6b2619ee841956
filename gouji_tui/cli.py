"""The ``gouji`` command. Nothing heavy is imported before it is needed."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from engine.replay import Replay
    from engine.rules import Rules

FAILED, WRONG_USE, INTERRUPTED = 1, 2, 130
"""Exit statuses; 0 is done."""

BURN_WINDOW = 4.0
"""Seconds for a burn with a clock, as at a table on the network."""

LEVEL_NAMES = ("random", "greedy", "expert", "hard")
"""The bots' levels, written out so that no bot is loaded for a command line; a test holds them to ``engine.bots``."""


CODE_HELP = "the code of a private table; - reads it from stdin, GOUJI_CODE from the environment"


class CommandError(Exception):
    """One sentence for the person, and the exit status."""

    def __init__(self, sentence: str, status: int = FAILED) -> None:
        super().__init__(sentence)
        self.status = status


def program_version() -> str:
    """Return the version of the installed program."""
    try:
        return version("gouji")
    except PackageNotFoundError:
        return "0.1.0"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        if options.command is None:
            if sys.stdin.isatty() and sys.stdout.isatty():
                return _lobby(parser)
            parser.print_help()
            return 0
        return int(options.run(options))
    except CommandError as error:
        print(f"gouji: {error}", file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED


def _lobby(parser: argparse.ArgumentParser) -> int:
    """Choose in the lobby, run it, come back; a signal or Ctrl+Q in the lobby ends it."""
    from gouji_tui.lobby import LobbyApp
    from gouji_tui.settings import Preferences

    notice = ""
    while True:
        preferences = Preferences.load()
        app = LobbyApp(language(None), notice, records=data_folder() / "records", preferences=preferences)
        chosen = app.run()
        if chosen is None:
            return app.return_code or 0
        notice = ""
        options = parser.parse_args(chosen)
        try:
            status = int(options.run(options))
        except CommandError as error:
            notice = str(error)
        else:
            if status > 128:
                return status


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line that says where to look."""

    def error(self, message: str) -> NoReturn:
        """End with the status of wrong use."""
        self.exit(WRONG_USE, f"gouji: {message}; see {self.prog} --help\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="gouji", description="The six-player card game 够级 (Gouji).")
    parser.add_argument("--version", action="version", version=f"gouji {program_version()}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    play = commands.add_parser("play", help="a table of one's own with five bots", epilog="example: gouji play --plain")
    play.add_argument("--tutorial", action="store_true", help="learn the game by playing lessons")
    play.add_argument("--plain", action="store_true", help="lines of text in place of a screen")
    play.add_argument("--seed", type=int, help="reproducible deals")
    play.add_argument("--deals", type=int, default=8, help="length in deals (8; 0: until stopped)")
    play.add_argument("--target", type=int, default=0, help="score that ends the match")
    play.add_argument("--clock", type=_clock, default=0.0, metavar="SECONDS|off", help="time for a decision (off)")
    play.add_argument("--burn-window", type=_seconds, metavar="S", help="time for a burn (4 with a clock)")
    play.add_argument("--pace", type=_seconds, default=0.7, metavar="S", help="least time of a bot's decision (0.7)")
    play.add_argument("--grace", type=_seconds, metavar="S", help="as for gouji host; nobody is away at this table")
    play.add_argument("--level", choices=LEVEL_NAMES, default="expert", help="the bots' level")
    play.add_argument("--counter", choices=("on", "off"), default="on", help="the card counter (on)")
    play.add_argument("--record", metavar="DIR", help="where the record goes (the data folder)")
    _add_rules(play)
    _add_language(play)
    play.set_defaults(run=_play)

    _add_network(commands)
    _add_arena(commands)

    referee = commands.add_parser(
        "referee", help="rule on position files", epilog="example: gouji referee argument.toml"
    )
    referee.add_argument("files", nargs="+", metavar="FILE.toml")
    referee.add_argument("--preset", default="classic", metavar="PRESET", help="of positions that name none (classic)")
    _add_language(referee)
    referee.set_defaults(run=_referee)

    replay = commands.add_parser(
        "replay", help="step through a record", epilog="example: gouji replay match.jsonl --seat 3"
    )
    replay.add_argument("record", metavar="RECORD")
    replay.add_argument("--seat", type=int, choices=range(1, 7), help="what that seat knew (all hands)")
    replay.add_argument("--plain", action="store_true", help="lines of text in place of a screen")
    replay.add_argument("--json", action="store_true", help="one JSON object a line")
    _add_language(replay)
    replay.set_defaults(run=_replay)

    doctor = commands.add_parser("doctor", help="why nobody sees my table", epilog="example: gouji doctor --json")
    doctor.add_argument("--json", action="store_true", help="one JSON object a line")
    _add_language(doctor)
    doctor.set_defaults(run=_doctor)

    verify = commands.add_parser("verify", help="check a record", epilog="example: gouji verify match.jsonl")
    verify.add_argument("record", metavar="RECORD")
    verify.add_argument("--json", action="store_true", help="one JSON object")
    verify.set_defaults(run=_verify)

    rules = commands.add_parser("rules", help="the options of a preset", epilog="example: gouji rules qingdao --toml")
    rules.add_argument("preset", nargs="?", default="classic", metavar="PRESET")
    rules.add_argument("--toml", action="store_true", help="as a file for --rules")
    _add_language(rules)
    rules.set_defaults(run=_rules)
    return parser


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds from 0 to 3600")
    return value


def _clock(text: str) -> float:
    return 0.0 if text == "off" else _seconds(text)


def _code(given: str | None) -> str | None:
    """Return the table's code: as given, from stdin for ``-``, else from GOUJI_CODE; None where there is none."""
    from net.codes import plain_code
    from net.limits import TABLE_CODE_BYTES

    code = os.environ.get("GOUJI_CODE") if given is None else sys.stdin.readline() if given == "-" else given
    if code is None:
        return None
    if not plain_code(code) or len(code.encode("utf-8", "surrogatepass")) > TABLE_CODE_BYTES:
        raise CommandError(f"the code is empty or longer than {TABLE_CODE_BYTES} bytes", WRONG_USE)
    return code.strip()


def _whole(text: str, least: int, most: int) -> int:
    try:
        value = int(text)
    except ValueError:
        value = least - 1
    if not least <= value <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
    return value


def _count(text: str) -> int:
    return _whole(text, 0, 10_000)


def _port(text: str) -> int:
    return _whole(text, 0, 65535)


def _add_network(commands: argparse._SubParsersAction[_Parser]) -> None:
    host = commands.add_parser("host", help="open a table", epilog="example: gouji host --headless --bots 5")
    host.add_argument("--headless", action="store_true", help="without a screen")
    host.add_argument("--resume", metavar="RECORD", help="go on with a match that broke off")
    host.add_argument("--bots", type=int, choices=range(7), help="bots fill so many chairs")
    host.add_argument("--seed", type=int, help="reproducible deals")
    host.add_argument("--deals", type=int, help="length in deals (8; 0: until stopped)")
    host.add_argument("--target", type=int, help="score that ends the match")
    host.add_argument("--clock", type=_clock, metavar="SECONDS|off", help="time for a decision (30)")
    host.add_argument("--burn-window", type=_seconds, metavar="S", help="burn window, questions (4)")
    host.add_argument("--pace", type=_seconds, metavar="S", help="least time of a bot's decision (0)")
    host.add_argument("--grace", type=_seconds, metavar="S", help="time until a bot plays (20)")
    host.add_argument("--observers", type=_count, metavar="N", help="most observers (200)")
    host.add_argument("--delay", type=_seconds, metavar="S", help="observers see the table S seconds late (0)")
    host.add_argument("--counter", choices=("on", "off"), help="the card counter, for all or for none (on)")
    host.add_argument("--level", choices=LEVEL_NAMES, help="the bots' level")
    host.add_argument("--title", help="the table's name")
    host.add_argument("--name", metavar="NICK", help="the host's name")
    host.add_argument("--code", help=CODE_HELP)
    host.add_argument("--port", type=_port, help="21654, or the next free one; 0: any")
    host.add_argument("--bind", metavar="ADDR", help="listen here only")
    host.add_argument("--interface", metavar="ADDR", help="announce on this interface only")
    host.add_argument("--no-announce", action="store_true", help="nothing by zeroconf")
    host.add_argument("--record", metavar="DIR", help="where the record goes (the data folder)")
    host.add_argument("--until-over", action="store_true", help="end when the match is over")
    host.add_argument("--json", action="store_true", help="one JSON object a line")
    _add_rules(host)
    _add_language(host)
    host.set_defaults(run=_host, preset=None)
    tables = commands.add_parser("tables", help="list the tables on the LAN", epilog="example: gouji tables --json")
    tables.add_argument("--seconds", type=_seconds, default=3.0, metavar="S", help="how long to look (3)")
    tables.add_argument("--interface", metavar="ADDR", help="look on this interface only")
    tables.add_argument("--json", action="store_true", help="one JSON object a line")
    tables.set_defaults(run=_tables)
    for name, words in (("join", "sit down at a table"), ("watch", "observe"), ("bot", "a computer player that joins")):
        parser = commands.add_parser(name, help=words, epilog=f"example: gouji {name} 10.0.0.5")
        parser.add_argument("table", nargs="?", metavar="TABLE", help="a name on the LAN, HOST or HOST:PORT")
        parser.add_argument("--interface", metavar="ADDR", help="look on this interface only")
        parser.add_argument("--name", metavar="NICK", help="one's name (the login name)")
        parser.add_argument("--profile", metavar="NAME", help="which key to sit with")
        parser.add_argument("--code", help=CODE_HELP)
        parser.add_argument("--fingerprint", type=bytes.fromhex, default=b"", help=argparse.SUPPRESS)  # by the lobby
        parser.add_argument("--json", action="store_true", help="one JSON object a line")
        if name != "watch":
            parser.add_argument("--seat", type=int, choices=range(1, 7), help="the chair wanted")
        if name == "bot":
            parser.add_argument("--level", choices=LEVEL_NAMES, default="expert")
        else:
            parser.add_argument("--plain", action="store_true", help="lines of text in place of a screen")
        if name == "watch":
            parser.add_argument("--stage", action="store_true", help="for a projector: no keys, rejoins by itself")
            parser.add_argument("--both", action="store_true", help="on the stage: both languages beside each other")
        _add_language(parser)
        parser.set_defaults(run=_take_part)


def _number(text: str) -> int:
    return _whole(text, 1, 10**9)


def _add_arena(commands: argparse._SubParsersAction[_Parser]) -> None:
    arena = commands.add_parser(
        "arena", help="bots against each other on duplicate deals", epilog="example: gouji arena expert greedy --json"
    )
    arena.add_argument("a", metavar="A", help="a bot's level")
    arena.add_argument("b", metavar="B", help="another's, or the same")
    arena.add_argument("--deals", type=_number, default=100, metavar="N", help="duplicate deals (100)")
    arena.add_argument("--jobs", type=_number, metavar="J", help="processes (all cores)")
    arena.add_argument("--worlds", type=_number, metavar="N", help="worlds a decision, for a level that searches")
    arena.add_argument("--seed", type=int, metavar="N", help="reproducible deals; a run that broke off goes on")
    arena.add_argument("--json", action="store_true", help="one JSON object")
    _add_rules(arena)
    arena.set_defaults(run=_arena)


def _arena(options: argparse.Namespace) -> int:
    from gouji_tui import arena

    try:
        return arena.run(options, _make_rules(options), program_version(), data_folder())
    except arena.ArenaError as error:
        raise CommandError(str(error), WRONG_USE if error.wrong_use else FAILED) from None


def _doctor(options: argparse.Namespace) -> int:
    from gouji_tui import doctor

    return doctor.run(language(options.lang), options.json)


def _host(options: argparse.Namespace) -> int:
    from gouji_tui import hosting, network

    if not options.headless:
        _require_terminal("gouji host --headless")
    options.code = _code(options.code)
    try:
        hosting.settle(options)
    except hosting.HostingError as error:
        raise CommandError(str(error), WRONG_USE) from None
    if options.resume is None and (options.deals < 0 or options.target < 0):
        raise CommandError("--deals and --target are 0 or more", WRONG_USE)
    rules = _make_rules(options) if options.resume is None else None
    records = _records(options.record)
    try:
        if not options.headless:
            return network.host_on_screen(options, rules, program_version(), records, language(options.lang))
        return network.host(options, rules, program_version(), records)
    except network.NetworkError as error:
        raise CommandError(str(error), WRONG_USE if error.wrong_use else FAILED) from None


def _tables(options: argparse.Namespace) -> int:
    from gouji_tui import network

    try:
        return network.tables(options)
    except network.NetworkError as error:
        raise CommandError(str(error), WRONG_USE if error.wrong_use else FAILED) from None


def _take_part(options: argparse.Namespace) -> int:
    from gouji_tui import network

    screen = not (options.command == "bot" or options.json or options.plain)
    if screen:
        _require_terminal(f"gouji {options.command} --plain")
    options.code = _code(options.code)
    role = {"join": "player", "watch": "observer", "bot": "bot"}[options.command]
    try:
        if screen and getattr(options, "stage", False):
            return network.stage(options, language(options.lang))
        run = network.on_screen if screen else network.take_part
        return run(options, role, language(options.lang))  # type: ignore[arg-type]
    except network.NetworkError as error:
        raise CommandError(str(error), WRONG_USE if error.wrong_use else FAILED) from None


def _require_terminal(instead: str) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandError(f"a screen needs a terminal: say {instead}")


def _records(option: str | None) -> Path:
    """Return the folder of records, made if need be."""
    folder = Path(option) if option else data_folder() / "records"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot write records to {folder}: {error.strerror}") from None
    return folder


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", default="classic", metavar="PRESET", help="classic, qingdao or biesan")
    parser.add_argument("--rules", metavar="FILE.toml", help="options from a file")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="change one option")


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=("zh", "en"), help="language (the locale's)")


def language(option: str | None) -> str:
    """Return ``"zh"`` or ``"en"``: the option, else the saved setting, else LC_ALL, LC_MESSAGES, LANG."""
    from gouji_tui.settings import Preferences
    from gouji_tui.strings import language_from_environment

    return language_from_environment(os.environ, option or Preferences.load().value.language)


def data_folder() -> Path:
    """Return the data folder, made if need be; ``GOUJI_HOME`` replaces it."""
    home = os.environ.get("GOUJI_HOME")
    if home:
        folder = Path(home)
    else:
        from platformdirs import user_data_path

        folder = user_data_path("gouji")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _read_toml(path: str) -> dict[str, object]:
    try:
        return tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} is not TOML: {error}") from None


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
            raise CommandError(f"--option {pair}: write KEY=VALUE", WRONG_USE)
        changes[key] = _value(text, CLASSIC.options().get(key))
    try:
        return make_rules(preset, changes)
    except RulesError as refused:
        from gouji_tui.strings import rules_error_text

        raise CommandError(rules_error_text(language(getattr(options, "lang", None)), refused), WRONG_USE) from None


def _play(options: argparse.Namespace) -> int:
    import secrets
    import time
    from random import Random

    from engine.bots import LEVELS, SEARCHING, Bot
    from engine.match import Match
    from engine.shuffle import seeded_key
    from gouji_tui.plain import PlainTable, Quit
    from gouji_tui.practice import Practice
    from net.thinking import Thinker

    if not (options.plain or (sys.stdin.isatty() and sys.stdout.isatty())):
        raise CommandError("a screen needs a terminal: say gouji play --plain")
    if options.tutorial:
        return _tutorial(options)
    if options.deals < 0 or options.target < 0:
        raise CommandError("--deals and --target are 0 or more", WRONG_USE)
    rules = _make_rules(options)
    made: dict[tuple[int, int], bytes] = {}

    def keys(deal: int, attempt: int) -> bytes:
        fresh = secrets.token_bytes(32) if options.seed is None else seeded_key(options.seed, deal, attempt)
        return made.setdefault((deal, attempt), fresh)

    match = Match(rules, keys, deals=options.deals, target=options.target)
    folder = Path(options.record) if options.record else data_folder() / "records"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"cannot write records to {folder}: {error.strerror}") from None
    record = folder / f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}.jsonl"
    bot: Bot = Thinker() if options.level == SEARCHING else LEVELS[options.level]
    bots = dict.fromkeys(range(2, 7), bot)
    rng = Random(options.seed if options.seed is not None else secrets.randbits(64))
    if not options.plain:
        from gouji_tui.app import GoujiApp
        from gouji_tui.settings import Preferences

        app = GoujiApp(
            match, bots, rng, record, language(options.lang),
            pace=options.pace, preferences=Preferences.load(), counter=options.counter == "on", coach=True,
            clock=options.clock, window=_window(options),
        )  # fmt: skip
        if app.run():
            _print_summary(record, app.table.language)
        elif app.failed:
            raise CommandError(app.failed)
        else:
            print(f"gouji: left; the record is {record}", file=sys.stderr)
        return app.return_code or 0
    if options.clock:
        raise CommandError("--clock needs a screen: leave --plain or the clock out", WRONG_USE)
    table = PlainTable(
        language(options.lang), lambda: input("> "), lambda line: print(line, flush=True),
        counter=options.counter == "on",
    )  # fmt: skip
    practice = Practice(match, bots, 1, table.ask, lambda event: table.told(event, rules), rng, record)
    try:
        practice.run()
        _print_summary(record, language(options.lang))
    except Quit:
        print(f"gouji: left; the record is {record}", file=sys.stderr)
    except OSError as error:
        raise CommandError(f"the record cannot be written: {error.strerror or error}") from None
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
    _require_terminal("gouji rules, which tells the game to read")
    from gouji_tui.settings import Preferences
    from gouji_tui.tutorial_app import TutorialApp

    app = TutorialApp(language(options.lang), preferences=Preferences.load())
    app.run()
    return app.return_code or 0


def _referee(options: argparse.Namespace) -> int:
    from engine.rules import PRESETS
    from gouji_tui import referee

    if options.preset not in PRESETS:
        raise CommandError(f"no preset {options.preset}: there are {', '.join(PRESETS)}", WRONG_USE)
    try:
        failed = referee.run(options.files, options.preset, language(options.lang), _read_toml)
    except referee.RefereeError as wrong:
        raise CommandError(str(wrong)) from None
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
        raise CommandError(replaying.end_line(replay, speaks) or "")
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


def _no_record(none: Exception, speaks: str) -> CommandError:
    from gouji_tui.strings import text

    if isinstance(none.__cause__, OSError):
        return CommandError(f"cannot read {none}: {none.__cause__.strerror}")
    return CommandError(text(speaks, "replay.no_record", path=none))


def _verify(options: argparse.Namespace) -> int:
    from engine.record import RecordError, verify
    from gouji_tui.replaying import NoRecord, record_lines

    try:
        lines = record_lines(Path(options.record))
    except NoRecord as none:
        raise _no_record(none, language(None)) from None
    try:
        verdict = verify(lines)
    except RecordError as wrong:
        raise CommandError(f"{options.record}: {wrong}") from None
    found = {"deals": verdict.deals, "total": dict(zip("AB", verdict.total, strict=True)), "complete": verdict.complete}
    print(json.dumps(found) if options.json else f"holds: {verdict.deals} deals, complete: {verdict.complete}")
    return 0


def _rules(options: argparse.Namespace) -> int:
    from engine.rules import PRESETS
    from gouji_tui import rules_text

    spoken = language(options.lang)
    if options.preset not in PRESETS:
        raise CommandError(f"no preset {options.preset}: there are {', '.join(PRESETS)}", WRONG_USE)
    lines = rules_text.toml_lines if options.toml else rules_text.reading_lines
    print("\n".join(lines(PRESETS[options.preset], spoken)))
    return 0
