"""The link to a table as a QR code, to be read off the host's screen by phones."""

from __future__ import annotations

from collections.abc import Callable

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.events import Click, Key
from textual.screen import Screen
from textual.widgets import Static

from gouji_tui.base_app import BaseApp
from gouji_tui.screens.closing import close
from gouji_tui.strings import text
from net.cleaning import clean

DARK_ON_LIGHT, LIGHT_ON_DARK = Style(color="black", bgcolor="white"), Style(color="white", bgcolor="black")
"""Of blanks and of half blocks. Phones want dark on light, whatever the colours of the screen are."""


class QrScreen(Screen[None]):
    """One link as large as the screen takes it; any key or touch goes back.

    Args:
        language: ``"zh"`` or ``"en"``.
        link: the link.
        code: the table's code as it is now, None where it has none.
    """

    DEFAULT_CSS = """
    QrScreen { align: center middle; }
    QrScreen Static { width: auto; height: auto; }
    """

    def __init__(self, language: str, link: str, code: Callable[[], str | None]) -> None:
        super().__init__()
        self._language = language
        self._link = link
        self._code = code
        self._body = Static(id="qr")

    def compose(self) -> ComposeResult:
        """Hold the one page."""
        yield self._body

    def on_mount(self) -> None:
        """Draw."""
        self._draw()

    def on_resize(self) -> None:
        """Draw again: the code may fit now, or no longer."""
        self._draw()

    def _draw(self) -> None:
        drawn = self._half_blocks() if not self._ascii else self._blanks()
        columns, rows = max(map(len, drawn)), len(drawn)
        page = Text(justify="center")
        if columns > self.size.width or rows + 2 > self.size.height:
            small = text(self._language, "waiting.qr_small", columns=columns, rows=rows + 2)
            page.append(f"{small}\n\n{self._link}\n")
        else:
            page.append_text(Text("\n").join(drawn))
            page.append(f"\n{self._link}\n", style="bold")
        if code := self._code():
            page.append(f"{text(self._language, 'waiting.code')} {clean(code)}   ", style="bold")
        page.append(text(self._language, "waiting.qr_back"), style="dim")
        self._body.update(page)

    @property
    def _ascii(self) -> bool:
        return isinstance(self.app, BaseApp) and self.app.preferences.value.ascii_lines

    def _half_blocks(self) -> list[Text]:
        from gouji_tui.web.qr import half_rows

        return [Text(row, LIGHT_ON_DARK) for row in half_rows(self._link)]

    def _blanks(self) -> list[Text]:
        from gouji_tui.web.qr import runs

        dark = LIGHT_ON_DARK
        return [
            Text.assemble(*((" " * cells, dark if is_dark else DARK_ON_LIGHT) for is_dark, cells in row))
            for row in runs(self._link)
        ]

    def on_key(self, event: Key) -> None:
        """Go back."""
        event.stop()
        close(self, None)

    def on_click(self, event: Click) -> None:
        """Go back."""
        event.stop()
        close(self, None)
