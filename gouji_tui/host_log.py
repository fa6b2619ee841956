"""What a host without a screen prints: a line for each thing that happens, for people or as JSON."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, cast

from engine.cards import SEATS
from gouji_tui.strings import place_name, text
from gouji_tui.telling import line
from net.certificates import fingerprint_words

if TYPE_CHECKING:
    from rich.console import Console

_STYLES: Final[Mapping[str, str]] = {
    "listening": "bold green", "joined": "green", "left": "yellow", "deal_over": "cyan", "match_over": "bold cyan",
    "match_abandoned": "bold yellow", "code": "bold red",
}  # fmt: skip
"""How a terminal that has colours shows each kind; the words say it, too."""


class HostLog:
    """Prints what happens at a table.

    Args:
        as_json: one JSON object a line (True), lines for people (False), or nothing (None).
        language: ``"zh"`` or ``"en"``, of the lines for people.
    """

    def __init__(self, as_json: bool | None, language: str) -> None:
        self._as_json = as_json
        self._language = language

    @cached_property
    def _console(self) -> Console:
        """Rich is loaded by who prints for people only: it takes some megabytes of a table that runs for weeks."""
        from rich.console import Console

        # Lines are as long as they are; what a name looks like is never markup, and no word is coloured by chance.
        return Console(soft_wrap=True, markup=False, highlight=False, emoji=False)

    def speak(self, *, as_json: bool) -> None:
        """Begin to print: there is no screen any more."""
        self._as_json = as_json

    def put(self, fields: Mapping[str, object]) -> None:
        """Print one thing that happened; where nobody reads any more, the table goes on without a log."""
        if self._as_json is None:
            return
        try:
            print(line(fields) if self._as_json else self._coloured(fields), flush=True)
        except OSError:
            self._as_json = None

    def _coloured(self, fields: Mapping[str, object]) -> str:
        """Return a line for people with its colours: made here and printed as any line, since a log that nobody reads
        must not end the program, which is what Rich does then.
        """
        from rich.text import Text

        shown = Text().append(time.strftime("%H:%M:%S "), "dim")
        shown.append(sentence(fields, self._language), _STYLES.get(str(fields["event"]), ""))
        with self._console.capture() as captured:
            self._console.print(shown, end="")
        return captured.get()


def sentence(fields: Mapping[str, object], language: str) -> str:
    """Return what happened as a sentence."""
    event, values = str(fields["event"]), dict(fields)
    if event in ("joined", "left"):
        role = "observer" if fields["role"] == "observer" else "seated"
        return text(language, f"log.{event}_{role}", **values)
    if event == "listening":
        values["words"] = fingerprint_words(bytes.fromhex(str(fields["fingerprint"])))
        values["addresses"] = " ".join(cast("Sequence[str]", fields["addresses"]))
    if event == "deal_over":
        seats = cast("Sequence[int]", fields["places"])
        listed = (f"{place_name(language, place)} {seat}" for place, seat in zip(SEATS, seats, strict=True))
        values["listed"] = text(language, "list.separator").join(listed)
    if event in ("deal_over", "match_over", "match_abandoned"):
        values |= cast("Mapping[str, object]", fields["total"])
    return text(language, f"log.{event}", **values)


__all__ = ["HostLog", "sentence"]
