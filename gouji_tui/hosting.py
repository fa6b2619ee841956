"""Opening a table: its journal, its rules, its place on the network; going on with one that broke off."""

from __future__ import annotations

import argparse
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, cast

from engine.events import DealScored, Event, MatchAbandoned, MatchEnded
from engine.match import Match
from engine.rules import Rules
from engine.shuffle import seeded_key
from gouji_tui.command_line import WEB_PORT
from gouji_tui.failing import Failure, unreadable
from gouji_tui.places import reached_at, with_port
from gouji_tui.telling import event_fields
from net.announcing import Advertiser, Announcement
from net.certificates import CertificateError, host_certificate
from net.cleaning import EmptyText, clean_title
from net.folders import data_folder
from net.host import Description, Host
from net.journal import Journal, JournalError
from net.limits import DEFAULT_PORT
from net.posix import Awake, steady_time, write_private
from net.resuming import chairs_of, resume
from net.table import Table, Timing
from net.thinking import Thinker

if TYPE_CHECKING:
    from gouji_tui.web.serving import WebTable

Put = Callable[[dict[str, object]], None]
"""Logs what happened, as the fields of one JSON object."""

SAVED: Final = (
    "clock", "burn_window", "pace", "grace", "level", "observers", "delay", "seed", "bind", "counter", "chat", "code",
)  # fmt: skip
"""The options that the state file keeps, so that a table that goes on is the table that it was."""


_EVERYWHERE: Final = {"": "127.0.0.1", "0.0.0.0": "127.0.0.1", "::": "::1"}
"""Where a table that listens everywhere is reached from its own machine."""


class Hosting:
    """A table that is hosted by this program.

    Args:
        options: of the command ``host``.
        name: the host's name.
        version: the program's.
        records: the folder of records.
        addresses: at which others reach this machine.
        put: logs what happens.
        owner: the key that is obeyed as the host's.
        language: of browsers that ask for none of ours.
    """

    def __init__(
        self,
        options: argparse.Namespace,
        name: str,
        version: str,
        records: Path,
        addresses: list[str],
        put: Put,
        owner: bytes | None,
        language: str,
    ) -> None:
        self._options = options
        self._name = name
        self._version = version
        self._records = records
        self._addresses = addresses
        self._put = put
        self._owner = owner
        self._language = language
        self._title = ""
        self._advertiser: Advertiser | None = None
        self._rules: Rules | None = None
        self._web: WebTable | None = None
        self.links: list[str] = []
        """Where browsers find the table."""
        self._awake: Awake | None = None
        self.journal: Journal
        self.server: Host
        self.table: Table

    async def open(self, rules: Rules | None) -> None:
        """Open the table and listen: with ``rules`` a new one, without the one of ``--resume``.

        Raises:
            Failure: it cannot be opened.
        """
        try:
            self._make(rules)
        except JournalError as wrong:
            raise Failure(f"resume_{wrong.code}", record=self._options.resume, detail=wrong.detail) from None
        except CertificateError as wrong:
            raise Failure("certificate", why=wrong) from None
        except OSError as error:
            raise unreadable("record", error) from None
        try:
            await self._listen()
        except OSError as error:
            self.journal.close()
            raise unreadable("port", error, port=self._options.port) from None
        server = self.server
        self._put(
            {
                "event": "listening", "table": server.id, "title": self._title, "addresses": self._addresses,
                "port": server.port, "fingerprint": server.fingerprint, "record": str(self.journal.path),
            }
        )  # fmt: skip
        if rules is not None:
            for seat in range(7 - self._options.bots, 7):
                self.table.add_bot(seat, self._options.level)
        for seat, chair in self.table.chairs.items():
            if chair.level:
                self._put({"event": "joined", "role": "bot", "seat": seat, "name": chair.name})
        self.keep()
        self._awake = Awake(self._title)
        await self._announce()
        if self._options.web is not None:
            try:
                await self.open_web(self._options.web)
            except Failure:
                await self.close()
                raise

    async def open_web(self, port: int = WEB_PORT) -> None:
        """Let browsers in too; raises :class:`Failure` where the port is taken."""
        from gouji_tui.web.serving import WebTable
        from gouji_tui.web.visits import Door

        server, bind = self.server, self._options.bind
        door = Door(_EVERYWHERE.get(bind or "", bind), server.port, server.fingerprint, lambda: server.code)
        web = WebTable(server, self._title, door, data_folder() / "visitors", self._language)
        try:
            await web.start(bind, port)
        except OSError as error:
            raise unreadable("web_port", error, port=port) from None
        self._web = web
        self.links += [f"http://{with_port(address, web.port)}" for address in reached_at(bind)]
        self._put({"event": "web", "links": self.links})

    def _make(self, rules: Rules | None) -> None:
        options = self._options
        if rules is None:
            self.journal = Journal.reopen(Path(options.resume), self._fresh)
            self._recall(self.journal.state)
        else:
            self.journal = self._new_journal()
            try:
                self._title = clean_title(options.title or f"{self._name}'s table")
            except EmptyText:
                raise Failure("title", wrong_use=True) from None
        state = self.journal.state
        known = state.get("table")
        description = Description(self._title, self._name, self._version, options.seed is not None)
        self._certificate = host_certificate(self.journal.certificate)
        self.journal.pem = self._certificate.pem
        self.server = Host(
            self._certificate, description, self._happened, observers=options.observers,
            owner=self._owner, delay=options.delay, table_id=known if isinstance(known, str) else None,
            keep=self.keep, code=options.code, renew=None if options.until_over else self._renew,
        )  # fmt: skip
        if rules is None:
            self.table = resume(self.journal, self._seat_table, steady_time())
            match = self.table.match
            self._rules, options.deals, options.target = match.rules, match.deals, match.target
        else:
            self._rules = rules
            self.table = self._seat_table(self._match(rules))

    def _recall(self, state: Mapping[str, object]) -> None:
        """Take the options of the table that broke off, where none are given anew."""
        options = self._options
        for name in SAVED:
            if getattr(options, name) is None or name == "seed":
                setattr(options, name, state.get(name, DEFAULTS[name]))
        self._title = options.title or str(state.get("title") or f"{self._name}'s table")
        self._name = str(state.get("host") or self._name)
        port = state.get("port")
        if options.port is None and isinstance(port, int):
            options.port, options.port_was = port, port

    def _fresh(self, deal: int, attempt: int) -> bytes:
        seed = self._options.seed
        return secrets.token_bytes(32) if seed is None else seeded_key(seed, deal, attempt)

    def _new_journal(self) -> Journal:
        stamp = f"{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(3)}"
        return Journal.create(self._records / f"{stamp}.jsonl", self._fresh)

    def _match(self, rules: Rules) -> Match:
        return Match(rules, self.journal.key, deals=self._options.deals, target=self._options.target)

    def _seat_table(self, match: Match) -> Table:
        options = self._options
        timing = Timing(options.burn_window, options.pace, options.grace, options.clock)
        rng = Random(options.seed if options.seed is not None else secrets.randbits(64))
        table = Table(match, timing, rng, self._append, self.server.tell, self._heard, Thinker())
        table.counter, table.phrases_only = options.counter == "on", options.chat == "phrases"
        return table

    def _append(self, text: str) -> None:
        self.journal.append(text)

    def _renew(self) -> None:
        """Put another match on the table, with a record of its own."""
        table, old = self.table, self.journal
        assert self._rules is not None
        now = steady_time()
        for seat, chair in table.chairs.items():
            if chair.person and not chair.present and now - chair.absent_since >= table.timing.grace:
                table.leave(seat, now)
        try:
            self.journal = self._new_journal()
        except OSError:
            return  # tried again when the next deal is due
        old.close()
        with suppress(OSError):
            write_private(self.journal.certificate, self._certificate.pem)
            self.journal.pem = self._certificate.pem
        table.next_match(self._match(self._rules))

    def _happened(self, what: str, fields: dict[str, object]) -> None:
        if what == "code":
            self._options.code = fields["code"]
        self._put({"event": what, **fields})

    def _heard(self, event: Event) -> None:
        if isinstance(event, DealScored):
            self._put(event_fields(event))
        elif isinstance(event, MatchAbandoned | MatchEnded):
            self._put({**event_fields(event), "record": str(self.journal.path)})

    def keep(self) -> None:
        """Keep beside the record what the table needs to go on; where the disk is full, another time."""
        options = self._options
        state: dict[str, object] = {name: getattr(options, name) for name in SAVED}
        state |= {
            "table": self.server.id, "title": self._title, "host": self._name, "port": self.server.port,
            "chairs": chairs_of(self.table), "matches": self.table.matches,
        }  # fmt: skip
        with suppress(OSError):
            self.journal.save(state)
        if self._advertiser is not None:
            self._advertiser.update(self._announcement())

    def _announcement(self) -> Announcement:
        """Return what the LAN is told of the table now."""
        server = self.server
        free = sum(chair.free for chair in self.table.chairs.values())
        return Announcement(server.id, self._title, server.port, server.fingerprint, free, self._version)

    async def _listen(self) -> None:
        options, server, table = self._options, self.server, self.table
        try:
            await server.start(table, options.bind, DEFAULT_PORT if options.port is None else options.port)
        except OSError:
            if options.port is not None and options.port != getattr(options, "port_was", None):
                raise
            await server.start(table, options.bind, 0)

    async def _announce(self) -> None:
        options = self._options
        if options.no_announce:
            return
        self._advertiser = Advertiser(
            self._announcement(),
            interfaces=[options.interface] if options.interface else None,
            bind=options.bind,
        )
        await self._advertiser.start()

    def add_bot(self) -> None:
        """Put a bot on the last free chair."""
        free = [seat for seat, chair in reversed(self.table.chairs.items()) if chair.free]
        if free:
            self.table.add_bot(free[0], cast("str", self._options.level))
            self.server.changed()

    async def close(self) -> None:
        """Take the table off the lists, say goodbye to its peers, close its journal."""
        if self._web is not None:
            await self._web.close()
        if self._advertiser is not None:
            await self._advertiser.stop()
        await self.server.close()
        if self._awake is not None:
            self._awake.release()
        self.keep()
        self.journal.close()


DEFAULTS: Final[Mapping[str, object]] = {
    "clock": 30.0, "burn_window": 4.0, "pace": 0.0, "grace": 20.0, "level": "expert", "observers": 200, "delay": 0.0,
    "seed": None, "bind": None, "counter": "on", "chat": "free", "code": None,
    "deals": 8, "target": 0, "preset": "classic", "bots": 0,
}  # fmt: skip
"""What the options of ``host`` are where they are not given (CLI.md)."""

SCREEN_PACE: Final = 0.7
"""Seconds that a bot takes at least where a person sits at the screen (CLI.md)."""

RULES: Final = ("preset", "rules", "option", "deals", "target", "seed", "bots")
"""What the record decides: refused beside ``--resume``."""


def settle(options: argparse.Namespace) -> None:
    """Fill in the options that were not given; raises :class:`Failure` for rules beside ``--resume``."""
    if options.resume is not None:
        given = [name for name in RULES if getattr(options, name) not in (None, [])]
        if given:
            raise Failure("resume_option", wrong_use=True, name=given[0])
        return
    if options.pace is None and not options.headless:
        options.pace = SCREEN_PACE
    for name, value in DEFAULTS.items():
        if getattr(options, name) is None:
            setattr(options, name, value)


__all__ = ["Hosting", "settle"]
