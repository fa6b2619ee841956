"""``gouji join --plain``, ``gouji watch --plain``: a person at a table of the network, in lines, heard at any time."""

from __future__ import annotations

import asyncio
import codecs
import os
import sys
import threading
from collections.abc import Callable
from typing import Final

from engine.cards import SEATS
from engine.events import DealBegan, DealScored, MatchAbandoned, MatchEnded
from engine.view import View
from gouji_tui.actions import ActionId, find_word
from gouji_tui.plain import Answer, PlainTable, Quit
from gouji_tui.received import ReceivedRecords
from gouji_tui.said import pause_line, say
from gouji_tui.strings import network_text, refusal, text
from gouji_tui.wishing import evening_line, wish
from net import Lost, Refused, RemoteTable, Update
from net.folders import data_folder
from net.tableview import TableView

CHUNK: Final = 4096
"""Bytes of standard input taken at once."""

Put = Callable[[str], None]
Lines = asyncio.Queue[str | None]


def decides(view: View | None) -> bool:
    """Tell whether a view's seat has something to decide now, as far as it knows itself."""
    if view is None or view.play is None or view.over or view.seat is None:
        return False
    return view.must_answer or view.turn == view.seat or bool(view.legal_burns())


def typed_lines(loop: asyncio.AbstractEventLoop, file: int) -> Lines:
    """Return a queue that gets each line typed, and None at the end.

    Read by a thread that nobody waits for, and past Python's own buffers: it still reads when the program ends.
    """
    lines: Lines = asyncio.Queue()

    def read() -> None:
        decode = codecs.getincrementaldecoder(sys.stdin.encoding or "utf-8")("replace").decode
        rest = ""
        while data := _read(file):
            *whole, rest = (rest + decode(data)).split("\n")
            for line in whole:
                loop.call_soon_threadsafe(lines.put_nowait, line)
        for last in (rest, None) if rest else (None,):
            loop.call_soon_threadsafe(lines.put_nowait, last)

    threading.Thread(target=read, name="typed", daemon=True).start()
    return lines


def _read(file: int) -> bytes:
    try:
        return os.read(file, CHUNK)
    except OSError:
        return b""


class Joined:
    """One person at one table, playing or watching, until he leaves.

    Args:
        table: where he sits.
        language: ``"zh"`` or ``"en"``.
        put: prints a line.
        stays: whether he is there for the next match, too; else the match's end is the end.
    """

    def __init__(self, table: RemoteTable, language: str, put: Put, *, stays: bool = False) -> None:
        self._table = table
        self._language = language
        self._put = put
        self._names: dict[int, str] = {}
        self._plain = PlainTable(
            language, str, put, lambda words: say(table, words), wish=lambda id: wish(table, id), names=self._names,
            counter=table.view.roster.get("counter") is not False,
        )  # fmt: skip
        self._asked = -1
        self._open = False
        self._paused = False
        self._stays = stays
        self._over = False
        self._seat: int | None = None
        self._matches: object = None

    async def run(self, lines: Lines) -> None:
        """Take part until the person leaves; raises :class:`net.Lost` where the table goes within a match."""
        self._sit(self._table.view)
        if self._table.view.delay:
            self._put(text(self._language, "watching.delay", seconds=self._table.view.delay))
        hearing = asyncio.create_task(self._hear(), name="table")
        typing = asyncio.create_task(self._type(lines), name="typed")
        try:
            await asyncio.wait({hearing, typing}, return_when=asyncio.FIRST_COMPLETED)
            (hearing if hearing.done() else typing).result()
        except Quit:
            return
        finally:
            hearing.cancel()
            typing.cancel()

    async def _hear(self) -> None:
        records = ReceivedRecords(data_folder() / "records", self._table.table_id)
        async for update in self._table.updates():
            records.take(update)
            if self._over and update.record:  # The last deal's comes behind the match's end.
                self._report(records)
            if self._heard(update):
                await records.last(self._table)
                self._report(records)
                return
            if update.seq == self._table.view.seq:  # Nothing is asked about what has not been told yet.
                await self._ask()
        if not self._over:
            raise Lost(self._table.ended)

    def _report(self, records: ReceivedRecords) -> None:
        for line in records.report(self._language):
            self._put(line)

    def _sit(self, view: TableView) -> None:
        """Say which chair one has, where it is another than before; who has just got one is ready."""
        if view.seat is not None and view.seat != self._seat:
            self._put(text(self._language, "plain.your_seat", seat=view.seat))
            if self._seat is None:
                self._table.ready()
        self._seat = view.seat

    def _heard(self, update: Update) -> bool:
        """Print what an update says; tell whether it is the end."""
        self._follow(update.view)
        if update.notice:
            self._put(network_text(self._language, update.notice, update.arguments))
        if update.watching is not None:
            self._plain.watched_by(update.watching)
        if update.chat is not None:
            self._plain.heard(update.chat)
        for event in update.events:
            view = update.view.match
            if view is not None:
                self._plain.told(event, view.rules)
            if isinstance(event, DealScored) and view is not None and not view.over and self._seat is not None:
                self._table.ready()
            if isinstance(event, DealBegan):
                self._over = False
            elif isinstance(event, MatchAbandoned | MatchEnded):
                self._over = True
                if not self._stays:
                    return True
        self._evening(update.view)
        return False

    def _evening(self, view: TableView) -> None:
        """Tell the evening's points once a match is over, and how the next one begins."""
        matches = view.roster.get("matches")
        if self._over and matches != self._matches and (line := evening_line(view.roster, self._language)) is not None:
            self._matches = matches
            self._put(line)
            if self._seat is not None:
                self._put(text(self._language, "evening.next"))

    def _follow(self, view: TableView) -> None:
        self._sit(view)
        self._names.update({seat: str(view.roster.get(f"{seat}") or "") for seat in SEATS})
        if view.paused is not self._paused:
            self._paused = view.paused
            self._put(pause_line(view.paused, view.paused_by, self._language))
            self._asked = -1  # What was asked before the pause is asked again after it.

    async def _ask(self) -> None:
        """Ask where something has come to be decided; what is no longer asked is no longer answered."""
        view, seq = self._table.view.match, self._table.view.seq
        if self._asked == seq:
            return
        self._open = view is not None and decides(view)
        if self._open and view is not None:
            self._asked = seq
            await self._answered(self._plain.begin(view, None))

    async def _answered(self, answer: Answer | None) -> None:
        """Send a decision; one that cannot be is told with its reason, and asked for again."""
        view = self._table.view.match
        if answer is None or view is None:
            return
        self._open = False
        if answer.action is None:
            return
        refused = view.why_not(answer.action)
        if refused is None or refused.counts_as_pass:
            try:
                await self._table.act(answer.action.text())
                return
            except Refused as error:
                self._put(refusal(self._language, error.code, error.arguments))
            view, refused = self._table.view.match, None
            if view is None or not decides(view):
                return
        self._open = True
        self._plain.begin(view, refused)

    async def _type(self, lines: Lines) -> None:
        while (line := await lines.get()) is not None:
            self._table.here()
            view = self._table.view.match
            if self._open and view is not None:
                await self._answered(self._plain.typed(line, view))
            elif not self._between(line.strip()) and not self._plain.told_of(line, view) and line.strip():
                self._put(text(self._language, "plain.not_asked"))
        if self._seat is None:
            await asyncio.Event().wait()  # who watches need not be able to type
        raise Quit

    def _between(self, line: str) -> bool:
        """Do what may be typed between matches; False for anything else, and during one."""
        table, view = self._table, self._table.view.match
        if self._seat is None or (view is not None and view.play is not None and not view.over):
            return False
        head, _, rest = line.partition(" ")
        chair = rest if _sits(head) else line
        if line in ("ready", "准备"):
            table.ready()
        elif line in ("draw", "抽签"):
            table.wish("draw", on=not table.view.roster.get("draw"))
        elif chair in map(str, SEATS):
            table.sit(int(chair))
        else:
            return False
        return True


def _sits(word: str) -> bool:
    found = find_word(word)
    return found is not None and found.id is ActionId.SIT


async def join(table: RemoteTable, language: str) -> int:
    """Take part by standard input and output; for a script the match's end is the end."""
    lines = typed_lines(asyncio.get_running_loop(), sys.stdin.fileno())
    await Joined(table, language, lambda line: print(line, flush=True), stays=sys.stdin.isatty()).run(lines)
    return 0


__all__ = ["Joined", "decides", "join", "typed_lines"]
