"""The program on the screen for ``gouji play --tutorial``."""

from __future__ import annotations

from gouji_tui.base_app import BaseApp
from gouji_tui.screens.tutorial import TutorialScreen
from gouji_tui.settings import Preferences


class TutorialApp(BaseApp[None]):
    """The lessons until one leaves.

    Args:
        language: ``"zh"`` or ``"en"``.
        number: of the lesson to begin with, from 0.
        preferences: the settings.
    """

    def __init__(self, language: str, number: int = 0, preferences: Preferences | None = None) -> None:
        super().__init__(preferences)
        self.tutorial = TutorialScreen(language, number, self.preferences.value.theme)

    def on_mount(self) -> None:
        """Show the lessons; leaving them ends the program."""
        self.push_screen(self.tutorial, lambda _left: self.exit())
