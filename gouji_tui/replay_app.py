"""The program on the screen for ``gouji replay``."""

from __future__ import annotations

import os

os.environ["TEXTUAL_DISABLE_KITTY_KEY"] = "1"  # Textual reads it when it is imported.

from textual.app import App

from engine.replay import Replay
from gouji_tui.screens.replay import ReplayScreen
from gouji_tui.signals import stop_on_signals


class ReplayApp(App[None]):
    """A record that holds at least one deal, played again until one leaves.

    Args:
        replay: the record.
        language: ``"zh"`` or ``"en"``.
        seat: whose knowledge is shown at first, or None for all hands.
    """

    TITLE = "gouji"
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, replay: Replay, language: str, seat: int | None = None) -> None:
        super().__init__()
        self.replay_screen = ReplayScreen(replay, language, seat)

    def on_mount(self) -> None:
        """Show the record; its end ends the program."""
        if not self.is_headless:
            stop_on_signals(lambda number: self.exit(return_code=128 + number))
        self.push_screen(self.replay_screen, lambda _left: self.exit())
