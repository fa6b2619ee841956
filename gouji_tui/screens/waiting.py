"""The waiting room, before a match and between two: who sits where, and the line to paste for the others."""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import ClassVar, Final
from unicodedata import normalize

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Static

from engine.cards import SEATS, team_of
from gouji_tui.actions import ActionId, find_action
from gouji_tui.failing import Failure
from gouji_tui.places import with_port
from gouji_tui.said import Said, said, say
from gouji_tui.screens.qr import QrScreen
from gouji_tui.strings import text
from gouji_tui.widgets.chat import ChatLine
from gouji_tui.widgets.lines import joined
from net import RemoteTable
from net.cleaning import clean
from net.fields import Plain
from net.limits import DEFAULT_PORT
from net.wire import Chat

ROOMY: Final = 24
"""Rows from which all addresses are shown, and not only the likeliest."""

KEPT: Final = 5
"""Lines of talk that are shown."""


class WaitingScreen(Screen[None]):
    """The chairs before the match.

    Args:
        language: ``"zh"`` or ``"en"``.
        addresses: where the others reach this table; empty where it is another's.
        port: its port.
        add_bot: fills a free chair; None for guests.
        code: the table's code as it is now, None where there is none or it is another's table.
        links: where browsers find this table, kept up to date.
        open_web: lets browsers in; raises :class:`Failure`; None for guests.
    """

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        language: str,
        addresses: Sequence[str] = (),
        port: int = 0,
        add_bot: Callable[[], None] | None = None,
        code: Callable[[], str | None] = lambda: None,
        links: Sequence[str] = (),
        open_web: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        super().__init__()
        self._addresses = addresses
        self._port = port
        self._add_bot = add_bot
        self._code = code
        self._links = links
        self._open_web = open_web
        self.words = ""
        """The fingerprint of the table's certificate as words, to be compared aloud."""
        self._body = Static(id="waiting")
        self._roster: Mapping[str, Plain] = {}
        self._seat: int | None = None
        self._said: deque[Said] = deque(maxlen=KEPT)
        self._chat = ChatLine()
        self.language = language
        self.notice = ""
        self.table: RemoteTable | None = None
        """The table, to say to it what the person wants; None where there is none yet."""

    def compose(self) -> ComposeResult:
        """Hold the one page, and the line to talk."""
        yield from (self._body, self._chat)

    def on_resize(self) -> None:
        """Draw again: lines may break elsewhere."""
        self._draw()

    def on_mount(self) -> None:
        """Draw the first time."""
        self._draw()

    def show(self, roster: Mapping[str, Plain], seat: int | None) -> None:
        """Show who sits where; ``seat`` is one's own."""
        self._roster, self._seat = roster, seat
        self.redraw()

    def heard(self, chat: Chat) -> None:
        """Show what somebody said."""
        line = said(chat)
        if line is not None:
            self._said.append(line)
            self.redraw()

    def redraw(self) -> None:
        """Draw again."""
        if self.is_mounted:
            self._draw()

    def _draw(self) -> None:
        language, roster = self.language, self._roster
        page = Text(f" {text(language, 'waiting.title')}\n\n", style="bold")
        for seat in SEATS:
            kind, name = roster.get(f"{seat}k", "free"), str(roster.get(f"{seat}", ""))
            words = [text(language, "waiting.free") if kind == "free" else name]
            if kind == "bot":
                words.append(text(language, "waiting.bot"))
            elif kind == "person":
                state = "away" if not roster.get(f"{seat}p") else "ready" if roster.get(f"{seat}r") else "not_ready"
                words.append(text(language, f"waiting.{state}"))
            if seat == self._seat:
                words.append(text(language, "waiting.you"))
            if isinstance(points := roster.get(f"{seat}e"), int) and kind != "free":
                words.append(text(language, "waiting.points", points=points))
            where = f"  {text(language, 'waiting.seat')} {seat}  {text(language, 'waiting.team')} {team_of(seat)}   "
            page.append(where, style="dim")
            page.append("  ".join(words) + "\n", style="bold" if seat == self._seat else "")
        if matches := roster.get("matches"):
            page.append(f"  {text(language, 'waiting.evening', matches=matches)}\n", style="dim")
        if roster.get("draw"):
            page.append(f"  {text(language, 'waiting.by_lot')}\n", style="bold")
        page.append("\n")
        places = None if self.size.height >= ROOMY else 1
        if self._addresses:
            page.append(f" {text(language, 'waiting.others')}\n")
            for address in self._addresses[:places]:
                where = address if self._port == DEFAULT_PORT else with_port(address, self._port)
                page.append(f"    gouji join {where}\n", style="bold")
        if self._links:
            page.append(f" {text(language, 'waiting.browsers')}\n")
            for link in self._links[:places]:
                page.append(f"    {link}\n", style="bold")
        if code := self._code():
            page.append(f" {text(language, 'waiting.code')} ")
            page.append(f"{clean(code)}\n", style="bold")
        elif self.words:
            page.append(f" {text(language, 'waiting.words')} {self.words}\n", style="dim")
        browsers = ["qr"] if self._links else ["web"] if self._open_web else []
        keys = ["starts", *(["bots"] if self._add_bot else []), *browsers, "talk", "quit"]
        keys += ["sit"] if self._seat is None else ["next", "change"]
        keys += [] if self._add_bot is None else ["unbot"]
        parts = [part for each in keys for part in text(language, f"waiting.{each}").split("    ")]
        for line in joined(parts, self.size.width - 1):
            page.append(f"\n {line}")
        page.append("\n\n")
        for each in self._said:
            page.append(f" {each.line(language)}\n")
        if self.notice:
            page.append(f" ! {self.notice}\n", style="bold")
        self._body.update(page)

    def on_key(self, event: Key) -> None:
        """Talk, be ready, change seats; add and remove bots where this is one's own table."""
        if self._chat.is_open:
            self._chat.take(event)
            return
        action = find_action(event.character or "")
        if action is not None and action.id is ActionId.CHAT and self.table is not None:
            event.stop()
            self.notice = ""
            self._chat.open(self.language)
            return
        key = "enter" if event.key == "enter" else normalize("NFKC", event.character or "").lower()
        if self._want(key):
            event.stop()
            self.notice = ""
            self.redraw()

    def _want(self, key: str) -> bool:
        """Do what a key wants of the table; False where it wants nothing."""
        table = self.table
        if key == "b" and self._add_bot is not None:
            self._add_bot()
        elif key == "r" and self._links:
            self.app.push_screen(QrScreen(self.language, self._links[0], self._code))
        elif key == "w" and self._open_web is not None and not self._links:
            self.run_worker(self._let_browsers_in(self._open_web), exclusive=True, name="web")
        elif table is None:
            return False
        elif key == "enter":
            table.sit(None) if self._seat is None else table.ready()
        elif key in ("1", "2", "3", "4", "5", "6"):
            table.sit(int(key))
        elif key == "d":
            table.wish("draw", on=not self._roster.get("draw"))
        elif key == "x" and self._add_bot is not None:
            bots = [seat for seat in SEATS if self._roster.get(f"{seat}k") == "bot"]
            if bots:
                table.remove_bot(bots[0])
        else:
            return False
        return True

    async def _let_browsers_in(self, open_web: Callable[[], Awaitable[None]]) -> None:
        try:
            await open_web()
        except Failure as failure:
            self.notice = failure.sentence(self.language)
        self.redraw()

    def say(self, words: str) -> None:
        """Say something to the table, if it is there to hear it."""
        if self.table is not None and self.table.view.connected:
            say(self.table, words)
        else:
            self.notice = text(self.language, "chat.not_sent")
            self.redraw()

    def on_chat_line_sent(self, event: ChatLine.Sent) -> None:
        """Say it."""
        if self.table is not None:
            self.say(event.words)
