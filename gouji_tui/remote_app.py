"""A table of the network on the screen: ``gouji join``, ``gouji watch``, ``gouji host``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from textual.events import Event as ScreenEvent
from textual.events import Key, MouseDown

from engine.actions import Verb
from engine.cards import SEATS
from engine.events import DealBegan, DealScored, MatchAbandoned, MatchEnded
from engine.view import View
from gouji_tui.base_app import BaseApp
from gouji_tui.joining import decides
from gouji_tui.received import ReceivedRecords
from gouji_tui.said import pause_line, say
from gouji_tui.screens.beside import result_of, show_watching
from gouji_tui.screens.leaving import Leaving, LeavingScreen
from gouji_tui.screens.notice import GUARD_SECONDS, Notice
from gouji_tui.screens.sheet import Sheet
from gouji_tui.screens.table import TableScreen
from gouji_tui.screens.waiting import WaitingScreen
from gouji_tui.settings import Preferences
from gouji_tui.strings import network_text, refusal, text
from gouji_tui.wishing import wish
from net import Lost, Refused, RemoteTable, TableView, Update, connect
from net.certificates import fingerprint_words
from net.client import Seek
from net.folders import data_folder
from net.identity import Identity, Keys
from net.posix import steady_time
from net.wire import Role

HERE_SECONDS: Final = 3.0
"""Least time between two words of being there: a held key is one word, and nobody waits long to be a person again."""


@dataclass(frozen=True, slots=True)
class Seat:
    """How to join: address, name, role, key, chair wanted, code, and what hears a lost table announced again."""

    host: str
    port: int
    name: str
    role: Role
    identity: Identity | Keys
    seat: int | None = None
    code: str | None = None
    seek: Seek | None = None
    fingerprint: bytes = b""


@dataclass(frozen=True, slots=True)
class OwnTable:
    """What a host's own program adds: where others reach it, how to fill a chair, its code now, links for browsers and
    how to let them in, and whether it ends when the match is over.
    """

    addresses: Sequence[str]
    port: int
    add_bot: Callable[[], None]
    close: Callable[[], Awaitable[None]]
    code: Callable[[], str | None] = lambda: None
    links: Sequence[str] = ()
    until_over: bool = False
    open_web: Callable[[], Awaitable[None]] | None = None


AGAIN_SECONDS = 0.5
"""Until one is asked again after a refusal: what the screen answers by itself must not be sent without a pause."""


class RemoteApp(BaseApp[str]):
    """One table of the network; returns one sentence where it ended otherwise than by the match's end.

    Args:
        seat: how to join.
        language: ``"zh"`` or ``"en"``.
        serve: opens the table in this program first, for a host; returns what a host has more.
        guard: seconds for which keys do nothing when the turn or a notice has come.
        keep_records: whether the record that a table hands out is kept; a host's own program has it already.
    """

    def __init__(
        self,
        seat: Seat,
        language: str,
        serve: Callable[[], Awaitable[OwnTable]] | None = None,
        guard: float = GUARD_SECONDS,
        keep_records: bool = True,
    ) -> None:
        super().__init__(Preferences.load())
        self._guard = guard
        self._seat = seat
        self._keep_records = keep_records
        self.report: list[str] = []
        """The report of the match, when it is over."""
        self._language = language
        self._serve = serve
        self._own: OwnTable | None = None
        self.waiting: WaitingScreen | None = None
        self.table: TableScreen | None = None
        self._asking: asyncio.Task[None] | None = None
        self._asked_at = -1
        self._remote: RemoteTable | None = None
        self._here_again = 0.0
        self._result: Notice | None = None
        self.hosts_on = False
        """Whether one's own table goes on when the screen has ended; whoever opened it closes it then."""

    async def on_mount(self) -> None:
        """Begin."""
        self.run_worker(self._take_part(), name="table")

    async def on_event(self, event: ScreenEvent) -> None:
        """Take any key or press, on whatever page, as a sign that the seat's person is there."""
        if isinstance(event, Key | MouseDown) and not event.is_forwarded:
            self._stirred()
        await super().on_event(event)

    def _stirred(self) -> None:
        table, now = self._remote, steady_time()
        if table is not None and table.view.seat is not None and now >= self._here_again:
            self._here_again = now + HERE_SECONDS
            table.here()

    async def action_quit(self) -> None:
        """Leave; the host of a table at which others sit is asked what becomes of it."""
        if self._own is None or not self._others():
            await super().action_quit()
        elif not isinstance(self.screen, LeavingScreen):
            language = self._language if self.table is None else self.table.language
            self.push_screen(LeavingScreen(language), self._leave)

    def _others(self) -> bool:
        """Whether other persons hold chairs at this table, there or away for a while."""
        if self._remote is None:
            return False
        view = self._remote.view
        return any(view.roster.get(f"{seat}k") == "person" for seat in SEATS if seat != view.seat)

    def _leave(self, choice: Leaving | None) -> None:
        if choice in (Leaving.HOST_ON, Leaving.CLOSE):
            self.hosts_on = choice is Leaving.HOST_ON
            self.exit("")

    async def _take_part(self) -> None:
        sentence, seat = "", self._seat
        try:
            port = seat.port
            if self._serve is not None:
                self._own = await self._serve()
                port = self._own.port
            own = self._own
            self.waiting = (
                WaitingScreen(self._language, own.addresses, own.port, own.add_bot, own.code, own.links, own.open_web)
                if own
                else WaitingScreen(self._language)
            )
            await self.push_screen(self.waiting)
            async with connect(
                seat.host,
                port,
                name=seat.name,
                role=seat.role,
                seat=seat.seat,
                code=seat.code,
                identity=seat.identity,
                seek=seat.seek,
                fingerprint=seat.fingerprint,
            ) as table:
                self.waiting.table = table
                self.waiting.words = fingerprint_words(table.fingerprint)
                sentence = await self._follow(table)
        except Refused as refused:
            sentence = network_text(self._language, refused.code, refused.arguments)
        except Lost as lost:
            sentence = network_text(self._language, lost.code, lost.arguments)
        except OSError as error:
            sentence = f"the table cannot be opened: {error.strerror or error}"
        finally:
            if self._own is not None and not self.hosts_on:
                await self._own.close()
        self.exit(sentence)

    async def _follow(self, table: RemoteTable) -> str:
        self._remote = table
        if self._seat.role != "observer":
            table.ready()
        keeps = self._keep_records and self._serve is None
        records = ReceivedRecords(data_folder() / "records" if keeps else None, table.table_id)
        over, seated = False, table.view.seat
        async for update in table.updates():
            records.take(update)
            if self.waiting is not None:
                self.waiting.show(update.view.roster, update.view.seat)
            if seated is None and update.view.seat is not None:
                table.ready()  # who has waited for a chair wants to play
            seated = update.view.seat
            await self._show(table, update)
            self._hear(update)
            if over and update.record:  # The last deal's comes behind the match's end.
                await self.push_screen(self._report_of(records))
            for event in update.events:
                over = over and not isinstance(event, DealBegan)
                if isinstance(event, MatchEnded | MatchAbandoned):
                    over = True
                    if self._own is not None and self._own.until_over:
                        await records.last(table)
                        await self.push_screen_wait(self._report_of(records))
                        return ""
                    self._to_waiting(event)
        return "" if over else network_text(self._language, table.ended, {})

    def _to_waiting(self, event: MatchEnded | MatchAbandoned) -> None:
        """Go back to the waiting room once a match is over: the next one begins there."""
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
        waiting = self.waiting
        assert waiting is not None
        if self.table is not None:
            self._language = waiting.language = self.table.language
        self.table = None
        while self.screen is not waiting:
            self.pop_screen()
        waiting.notice = text(self._language, "said.abandoned") if isinstance(event, MatchAbandoned) else ""
        waiting.redraw()

    def _report_of(self, records: ReceivedRecords) -> Sheet:
        """Return the report of the match; it is printed too when the screen is gone."""
        language = self._language
        self.report = records.report(language)
        return Sheet(text(language, "summary.shown"), self.report, text(language, "sheet.foot"))

    async def _show(self, table: RemoteTable, update: Update) -> None:
        view = update.view.match
        if view is None or view.play is None:
            return
        if self.table is None:
            if view.over:
                return
            self.table = TableScreen(view, self._language, self._guard, partial(self._say, table), self.preferences)
            self.table.wish = partial(wish, table)
            if table.view.delay:
                self.table.notice = text(self._language, "watching.delay", seconds=table.view.delay)
            await self.push_screen(self.table)
        screen = self.table
        screen.view = view
        self._show_chairs(screen, update)
        screen.counter = update.view.roster.get("counter") is not False
        screen.chat.phrases_only = update.view.roster.get("phrases") is True
        for event in update.events:
            screen.told(event)
            if isinstance(event, DealBegan):
                self._asked_at = -1
                if self._result is not None and self.screen is self._result:
                    self._result.dismiss("")
            if isinstance(event, DealScored):
                self._result = result_of(screen, event, view.over)
                if view.over:
                    await self.push_screen_wait(self._result)
                else:
                    self.push_screen(self._result, partial(self._seen_result, table))
        screen.redraw()
        self._ask(table, view)

    def _seen_result(self, table: RemoteTable, _key: str | None) -> None:
        """Be ready for the next deal when the result of the last is put away; the table waits a while for that."""
        if table.view.seat is not None:
            table.ready()

    def _show_chairs(self, screen: TableScreen, update: Update) -> None:
        """Show names, who is away and the clock that runs."""
        roster, now = update.view.roster, steady_time()
        for seat in SEATS:
            screen.names[seat] = str(roster.get(f"{seat}", ""))
            screen.away.pop(seat, None)
            if roster.get(f"{seat}k") == "person" and not roster.get(f"{seat}p"):
                screen.away[seat] = text(screen.language, "screen.away")
        window = update.view.window_until
        screen.deadline = window if window > now else update.view.deadline
        self._show_standing(screen, update.view)

    def _show_standing(self, screen: TableScreen, view: TableView) -> None:
        """Say in place of whose turn it is that the table is paused, or that a bot plays for the person."""
        if screen.paused and not view.paused:
            screen.notice = pause_line(False, 0, screen.language)
            self._asked_at = -1  # What was refused in the pause is asked again.
        elif view.paused and not screen.paused:
            screen.notice = ""  # that somebody asked for it
        screen.paused = view.paused
        asleep = view.roster.get(f"{view.seat}k") == "person" and not view.roster.get(f"{view.seat}p")
        if not view.connected:
            fault = self._remote.fault if self._remote is not None else None
            screen.standing = text(screen.language, "connection.lost")
            if fault is not None:
                screen.standing += text(screen.language, "connection.fault", error=type(fault).__name__)
        elif view.paused:
            screen.standing = pause_line(True, view.paused_by, screen.language)
        else:
            screen.standing = text(screen.language, "screen.asleep") if asleep and view.connected else ""

    def _hear(self, update: Update) -> None:
        """Show what somebody said, and what the table notes about oneself."""
        screen, chat = self.table or self.waiting, update.chat
        if screen is None:
            return
        if chat is not None:
            screen.heard(chat)
        if update.watching is not None and self.table is not None:
            show_watching(self.table, update.watching)
        if update.notice:
            code = "chat_rate_now" if update.notice == "chat_rate" else update.notice
            self._note(network_text(screen.language, code, update.arguments))

    def _say(self, table: RemoteTable, words: str) -> None:
        if table.view.connected:
            say(table, words)
        else:
            self._note(text(self._language, "chat.not_sent"))

    def _note(self, sentence: str) -> None:
        screen = self.table or self.waiting
        if screen is not None:
            screen.notice = sentence
            screen.redraw()

    def _ask(self, table: RemoteTable, view: View) -> None:
        """Begin to ask when there is something to decide, and stop when it is no longer so."""
        seq = table.view.seq
        if self._asked_at == seq:
            return
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None
        self._asked_at = seq
        if decides(view):
            self._asking = asyncio.create_task(self._decide(table), name="decision")
            self._asking.add_done_callback(partial(self._decided, table))

    def _decided(self, table: RemoteTable, task: asyncio.Task[None]) -> None:
        """Tell of an asking that has failed, and ask again: nobody is to wait for a question that is lost."""
        if task.cancelled() or (error := task.exception()) is None or self.table is None:
            return
        self._asked_at = -1
        self.set_timer(AGAIN_SECONDS, lambda: self._ask(table, table.view.match) if table.view.match else None)
        self._note(text(self.table.language, "connection.asked_again", error=type(error).__name__))

    async def _decide(self, table: RemoteTable) -> None:
        assert self.table is not None
        notice = ""
        while decides(self.table.view):
            view = self.table.view
            action = await self.table.decide(None, notice)
            if action is None:
                return
            self.table.held = bool(view.play is not None and view.play.burn_window) or action.verb is Verb.BURN
            self.table.redraw()
            try:
                await table.act(action.text())
            except Refused as refused:
                # Asked again, unless a step comes meanwhile, which ends this asking.
                notice = refusal(self.table.language, refused.code, refused.arguments)
                self.table.notice = notice
                again = True
            except Lost:
                return
            else:
                again = False
            finally:
                self.table.held = False
                self.table.redraw()
            if not again:
                return
            await asyncio.sleep(AGAIN_SECONDS)
