"""The records of matches played here, newest first, to choose one from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from rich.text import Text
from textual.app import ComposeResult
from textual.events import Key
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from gouji_tui.screens.closing import close
from gouji_tui.strings import text
from net.cleaning import clean

MOST_LISTED: Final = 500
"""Records listed; older ones are opened by their path."""

_FIRST_LINE: Final = 4096
"""Bytes read of a record for its row: what a header takes."""


def records_in(folder: Path) -> list[Path]:
    """Return the records of a folder, newest first; none where there is no folder."""
    try:
        return sorted(folder.glob("*.jsonl"), reverse=True)[:MOST_LISTED]
    except OSError:
        return []


def row(path: Path) -> str:
    """Return a record's row: its name, which tells when, its preset and size."""
    preset = ""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            header = json.loads(file.read(_FIRST_LINE).partition(b"\n")[0])
        preset = str(header["preset"])
    except (OSError, ValueError, KeyError, TypeError):
        size = 0
    return clean(f"{path.stem}  {preset}  {size // 1024} KiB")


class RecordsScreen(Screen[Path | None]):
    """Lists records; returns the one chosen, or None."""

    DEFAULT_CSS = """
    RecordsScreen #title, RecordsScreen #keys { height: auto; padding: 0 1; }
    RecordsScreen OptionList { height: 1fr; border: none; }
    """

    def __init__(self, folder: Path, language: str) -> None:
        super().__init__()
        self._paths = records_in(folder)
        self._language = language

    def compose(self) -> ComposeResult:
        """Hold title, list, keys."""
        key = "records.title" if self._paths else "records.none"
        yield Static(Text(text(self._language, key)), id="title")
        yield OptionList(*(Option(Text(row(path))) for path in self._paths), markup=False)
        yield Static(Text(text(self._language, "records.keys")), id="keys")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Return the record chosen."""
        close(self, self._paths[event.option_index])

    def on_key(self, event: Key) -> None:
        """Go back."""
        if event.key == "escape" or (event.character or "").lower() == "q":
            event.stop()
            close(self, None)
