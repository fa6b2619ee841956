"""The program on the screen for ``gouji replay``."""

from __future__ import annotations

from pathlib import Path

from engine.replay import Replay
from gouji_tui.base_app import BaseApp
from gouji_tui.screens.replay import PlayOn, ReplayScreen
from gouji_tui.settings import Preferences


class ReplayApp(BaseApp[PlayOn | None]):
    """A record that holds at least one deal, played again until one leaves; returns how to play on from there, or None.

    Args:
        replay: the record.
        language: ``"zh"`` or ``"en"``.
        seat: whose knowledge is shown at first, or None for all hands.
        folder: where position files are saved.
        preferences: the settings.
    """

    def __init__(
        self,
        replay: Replay,
        language: str,
        seat: int | None = None,
        folder: Path = Path("positions"),
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__(preferences)
        self.replay_screen = ReplayScreen(replay, language, seat, folder)

    def on_mount(self) -> None:
        """Show the record; its end ends the program."""
        self.push_screen(self.replay_screen, self.exit)
