"""The lobby: the tables found on the LAN, and what else one can begin; ``gouji`` without a command."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Key
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from gouji_tui.base_app import BaseApp
from gouji_tui.failing import Failure
from gouji_tui.places import is_address, parse_address, place_text
from gouji_tui.screens.beginning import Beginning, BeginningScreen
from gouji_tui.screens.records import RecordsScreen
from gouji_tui.screens.settings import SettingsScreen
from gouji_tui.settings import Preferences
from gouji_tui.strings import text
from net.cleaning import EmptyText, clean, clean_name, clean_title
from net.discovery import Browser, FoundTable
from net.finding import ask
from net.limits import PROTOCOL

EMPTY_SECONDS: Final = 3.0
"""How long to look before saying that an address does as well."""


class LobbyApp(BaseApp[tuple[str, ...] | None]):
    """Lists the tables and returns what to run, as arguments of the ``gouji`` command; None to end.

    Args:
        language: ``"zh"`` or ``"en"``.
        notice: a sentence to show first, as why the last command ended.
        tables: list these in place of looking on the LAN.
        empty_seconds: how long to look before saying that an address does as well.
        records: the folder of records to replay from.
        preferences: the settings; at a first start they are asked for.
        interfaces: look on the links with these addresses only.
    """

    CSS = """
    #head, #hint, #foot { height: auto; padding: 0 1; }
    #tables { height: 1fr; border: none; }
    #address { display: none; }
    """

    def __init__(
        self,
        language: str,
        notice: str = "",
        tables: Sequence[FoundTable] | None = None,
        empty_seconds: float = EMPTY_SECONDS,
        records: Path = Path("records"),
        preferences: Preferences | None = None,
        interfaces: Sequence[str] | None = None,
    ) -> None:
        super().__init__(preferences)
        self._interfaces = interfaces
        self._records = records
        self._language = language
        self._notice = clean(notice)
        self._given = tables
        self._empty_seconds = empty_seconds
        self._tables: tuple[FoundTable, ...] = ()
        self._problem = False
        self._waited = False
        self._list = OptionList(id="tables", markup=False)
        self._hint = Static(id="hint", markup=False)
        self._for_code: tuple[str, ...] | None = None
        self._address = Input(id="address", placeholder=self._say("address"), max_length=260)

    @property
    def hint(self) -> str:
        """What the line over the list says."""
        if self._notice:
            return self._notice
        if self._tables:
            return self._say("found", n=len(self._tables))
        return self._say("problem" if self._problem else "empty" if self._waited else "looking")

    def compose(self) -> ComposeResult:
        """Title, hint, list, address line, keys."""
        yield Static(Text(self._say("title"), style="bold"), id="head")
        yield self._hint
        yield self._list
        yield self._address
        yield Static(Text(self._keys, style="dim"), id="foot")

    def on_mount(self) -> None:
        """Begin to look."""
        self._list.focus()
        self.set_timer(self._empty_seconds, self._wait_over)
        if self._given is None:
            self._show(())
            self.run_worker(self._look(), name="look for tables")
        else:
            self._show(tuple(self._given))
        if self.preferences.first_time:
            self._open_settings(first=True)

    def _open_settings(self, first: bool = False) -> None:
        done = self._first_settings_done if first else self._settings_done
        self.push_screen(SettingsScreen(self.preferences, self._language, first), done)

    def _first_settings_done(self, result: None) -> None:
        """Offer a newcomer how to begin."""
        self._settings_done(result)
        self.push_screen(BeginningScreen(self._language), self._begun)

    def _begun(self, how: Beginning | None) -> None:
        if how is Beginning.TUTORIAL:
            self.exit(("play", "--tutorial"))
        elif how is Beginning.PRACTICE:
            self.exit(("play",))

    def _settings_done(self, _result: None) -> None:
        """Speak as the settings say."""
        self._language = self.preferences.value.language or self._language
        page = self.screen_stack[0]
        page.query_one("#head", Static).update(Text(self._say("title"), style="bold"))
        page.query_one("#foot", Static).update(Text(self._keys, style="dim"))
        self._draw_hint()
        self._show(self._tables)

    @property
    def _keys(self) -> str:
        return f"{self._say('keys')}\n{self._say('more_keys')}"

    def _say(self, key: str, **values: object) -> str:
        return text(self._language, f"lobby.{key}", **values)

    def _wait_over(self) -> None:
        self._waited = True
        self._draw_hint()

    def _draw_hint(self) -> None:
        self._hint.update(Text(self.hint, style="bold" if self._notice else ""))

    async def _look(self) -> None:
        async with Browser(ask, interfaces=self._interfaces) as browser:
            self._problem = browser.problem is not None
            self._draw_hint()
            async for tables in browser.updates():
                self._problem = browser.problem is not None
                self._show(tables)

    def _show(self, tables: tuple[FoundTable, ...]) -> None:
        """List the tables; the marked one stays marked."""
        marked = self._marked()
        self._tables = tables
        self._list.clear_options()
        self._list.add_options([Option(self._row(table)) for table in tables])
        if tables:
            ids = [table.table_id for table in tables]
            self._list.highlighted = ids.index(marked.table_id) if marked and marked.table_id in ids else 0
        self._draw_hint()

    def _row(self, table: FoundTable) -> Text:
        try:
            title = clean_title(table.title)
        except EmptyText:
            title = clean(table.table_id, most_cells=32)
        words = []
        if table.card is not None:
            with contextlib.suppress(EmptyText):
                words.append(clean_name(table.card.host))
        words.append(place_text(clean(table.addresses[0]), table.port) if table.addresses else "")
        words.append(self._say("free", n=table.seats_free))
        if table.answers is False:
            words.append(self._say("silent"))
        elif table.why:
            words.append(self._say("other_version", theirs=table.protocol, ours=PROTOCOL))
        elif table.card is None:
            words.append(self._say("asking"))
        else:
            words.append(self._say(table.card.state))
            if table.card.code:
                words.append(self._say("code"))
        row = Text(title, style="bold")
        row.append("\n  " + "  ".join(words))
        return row

    def _marked(self) -> FoundTable | None:
        index = self._list.highlighted
        return self._tables[index] if index is not None and index < len(self._tables) else None

    def _go(self, command: str) -> None:
        table = self._marked()
        if table is None or not table.addresses:
            return
        # By address, and not by a title that might mean several; the certificate is the announced one all the same.
        arguments = (command, place_text(table.addresses[0], table.port), f"--fingerprint={table.fingerprint}")
        if table.card is not None and table.card.code:
            self._for_code = arguments
            self._open_line("typing_code")
        else:
            self.exit(arguments)

    def _open_line(self, placeholder: str) -> None:
        self._notice = ""
        self._draw_hint()
        self._address.placeholder = self._say(placeholder)
        self._address.display = True
        self.screen.set_focus(self._address)

    def on_option_list_option_selected(self) -> None:
        """Join the marked table; where the address line is open, Enter was typed ahead for it."""
        if self._address.display:
            self._submit(self._address.value)
        else:
            self._go("join")

    def on_key(self, event: Key) -> None:
        """Take the letters, and Escape from the address line."""
        if self._address.display:
            if event.key == "escape":
                event.stop()
                self._close_address()
            elif event.is_printable and event.character:
                # Typed so fast after A that it went to the list: the line itself keeps what reaches it.
                event.stop()
                self._address.insert_text_at_cursor(event.character)
            return
        if len(self.screen_stack) > 1:
            return
        letter = (event.character or "").lower()
        if letter == "s":
            self._open_settings()
        elif letter == "w":
            self._go("watch")
        elif letter == "o":
            self.exit(("host",))
        elif letter == "p":
            self.exit(("play",))
        elif letter == "t":
            self.exit(("play", "--tutorial"))
        elif letter == "r":
            self.push_screen(RecordsScreen(self._records, self._language), self._replay)
        elif letter == "a":
            self._open_line("address")
        else:
            return
        event.stop()

    def _replay(self, chosen: Path | None) -> None:
        """Replay the record chosen."""
        if chosen is not None:
            self.exit(("replay", str(chosen)))

    def _close_address(self) -> None:
        self._for_code = None
        self._address.value = ""
        self._address.display = False
        self._notice = ""
        self._draw_hint()
        self._list.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Join at the address typed, or say what is wrong with it."""
        self._submit(event.value)

    def _submit(self, typed: str) -> None:
        arguments, self._for_code = self._for_code, None
        if arguments is not None and typed.strip():
            self.exit((*arguments, f"--code={typed.strip()}"))
            return
        text = clean(typed)
        if not text:
            self._close_address()
            return
        try:
            host, port = parse_address(text)
        except Failure:
            host, port = "", 0
        if not host or text.startswith("-") or " " in text:
            self._notice = self._say("wrong")
            self._draw_hint()
            return
        # A bare word would be taken for a table's name: with a port it is a host's.
        self.exit(("join", text if is_address(text) else place_text(host, port)))
