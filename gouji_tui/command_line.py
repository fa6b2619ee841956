"""The command line of ``gouji``: commands, options and what may stand in them. It runs nothing."""

from __future__ import annotations

import argparse
from typing import NoReturn

WRONG_USE = 2
"""The exit status of a command line that is none."""

LEVEL_NAMES = ("random", "greedy", "expert", "hard")
"""The bots' levels, written out so that no bot is loaded for a command line; a test holds them to ``engine.bots``."""

WEB_PORT = 21680
"""Where browsers find a table, or at the next free port."""

CODE_HELP = "the code of a private table; - reads it from stdin, GOUJI_CODE from the environment"


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line that says where to look."""

    def error(self, message: str) -> NoReturn:
        """End with the status of wrong use."""
        self.exit(WRONG_USE, f"gouji: {message}; see {self.prog} --help\n")


def command_parser(version: str) -> argparse.ArgumentParser:
    """Return the parser of the whole command; ``version`` is the program's."""
    parser = Parser(prog="gouji", description="The six-player card game 够级 (Gouji).")
    parser.add_argument("--version", action="version", version=f"gouji {version}")
    _add_lobby(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    play = commands.add_parser("play", help="a table of one's own with five bots", epilog="example: gouji play --plain")
    play.add_argument("--tutorial", action="store_true", help="learn the game by playing lessons")
    play.add_argument("--plain", action="store_true", help="lines of text in place of a screen")
    play.add_argument("--name", metavar="NICK", help="one's name (the login name)")
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

    _add_network(commands)
    _add_arena(commands)

    referee = commands.add_parser(
        "referee", help="rule on position files", epilog="example: gouji referee argument.toml"
    )
    referee.add_argument("files", nargs="+", metavar="FILE.toml")
    referee.add_argument("--preset", default="classic", metavar="PRESET", help="of positions that name none (classic)")
    _add_language(referee)

    replay = commands.add_parser(
        "replay", help="step through a record", epilog="example: gouji replay match.jsonl --seat 3"
    )
    replay.add_argument("record", metavar="RECORD")
    replay.add_argument("--seat", type=int, choices=range(1, 7), help="what that seat knew (all hands)")
    replay.add_argument("--plain", action="store_true", help="lines of text in place of a screen")
    replay.add_argument("--json", action="store_true", help="one JSON object a line")
    _add_language(replay)

    doctor = commands.add_parser("doctor", help="why nobody sees my table", epilog="example: gouji doctor --json")
    doctor.add_argument("--json", action="store_true", help="one JSON object a line")
    _add_language(doctor)

    verify = commands.add_parser("verify", help="check a record", epilog="example: gouji verify match.jsonl")
    verify.add_argument("record", metavar="RECORD")
    verify.add_argument("--json", action="store_true", help="one JSON object")
    _add_language(verify)

    rules = commands.add_parser("rules", help="the options of a preset", epilog="example: gouji rules qingdao --toml")
    rules.add_argument("preset", nargs="?", default="classic", metavar="PRESET")
    rules.add_argument("--toml", action="store_true", help="as a file for --rules")
    _add_language(rules)
    return parser


def _add_lobby(parser: Parser) -> None:
    """Add what the lobby hands on to the commands that are begun in it; a command's own option goes before."""
    parser.add_argument("--lang", dest="lobby_lang", choices=("zh", "en"), help="language (the locale's)")
    parser.add_argument("--name", dest="lobby_name", metavar="NICK", help="one's name (the login name)")
    parser.add_argument("--profile", dest="lobby_profile", metavar="NAME", help="which key to sit with")
    parser.add_argument("--interface", dest="lobby_interface", metavar="ADDR", help="look on this interface only")


LOBBY_OPTIONS = ("lang", "name", "profile", "interface")
"""The options of ``gouji`` itself, each ``lobby_`` in what is parsed."""


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


def _add_network(commands: argparse._SubParsersAction[Parser]) -> None:
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
    host.add_argument("--chat", choices=("free", "phrases"), help="what may be said: anything, or ready phrases (free)")
    host.add_argument("--level", choices=LEVEL_NAMES, help="the bots' level")
    host.add_argument("--title", help="the table's name")
    host.add_argument("--name", metavar="NICK", help="the host's name")
    host.add_argument("--profile", metavar="NAME", help="which key to sit with")
    host.add_argument("--code", help=CODE_HELP)
    host.add_argument("--port", type=_port, help="21654, or the next free one; 0: any")
    host.add_argument("--bind", metavar="ADDR", help="listen here only")
    host.add_argument(
        "--web", type=_port, nargs="?", const=WEB_PORT, metavar="PORT",
        help=f"let browsers play too, phones among them, at this port ({WEB_PORT}, or the next free one; 0: any)",
    )  # fmt: skip
    host.add_argument("--interface", metavar="ADDR", help="announce on this interface only")
    host.add_argument("--no-announce", action="store_true", help="nothing by zeroconf")
    host.add_argument("--record", metavar="DIR", help="where the record goes (the data folder)")
    host.add_argument("--until-over", action="store_true", help="end when the match is over")
    host.add_argument("--json", action="store_true", help="one JSON object a line")
    _add_rules(host)
    _add_language(host)
    host.set_defaults(preset=None)
    tables = commands.add_parser("tables", help="list the tables on the LAN", epilog="example: gouji tables --json")
    tables.add_argument("--seconds", type=_seconds, metavar="S", help="how long to look (3; 6 where none answers)")
    tables.add_argument("--interface", metavar="ADDR", help="look on this interface only")
    tables.add_argument("--json", action="store_true", help="one JSON object a line")
    _add_language(tables)
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


def _number(text: str) -> int:
    return _whole(text, 1, 10**9)


def _add_arena(commands: argparse._SubParsersAction[Parser]) -> None:
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
    _add_language(arena)


def _add_rules(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--preset", default="classic", metavar="PRESET", help="classic, qingdao or biesan")
    parser.add_argument("--rules", metavar="FILE.toml", help="options from a file")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help="change one option")


def _add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=("zh", "en"), help="language (the locale's)")
