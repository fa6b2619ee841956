"""``gouji watch --stage``: a table on a projector, rejoined whenever it is lost, from deal to deal, match to match."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from engine.cards import SEATS
from gouji_tui.base_app import BaseApp
from gouji_tui.screens.stage import StageScreen
from gouji_tui.settings import Preferences
from gouji_tui.strings import network_text
from net import Lost, Refused, connect
from net.finding import Place
from net.identity import Identity, Keys

AGAIN_SECONDS: Final = 3.0
"""Between two tries to reach the table: often enough for a room, seldom enough for a network."""


class StageApp(BaseApp[None]):
    """Watches one table until it is ended by Ctrl+Q or a signal.

    Args:
        reach: finds the table's address, each time anew; raises an error with one sentence where there is none.
        name: to be seen under.
        identity: the key.
        code: of a private table.
        languages: see :class:`StageScreen`.
        again: seconds between two tries.
        preferences: the settings.
    """

    def __init__(
        self,
        reach: Callable[[], Awaitable[Place]],
        name: str,
        identity: Identity | Keys,
        code: str | None,
        languages: Sequence[str],
        again: float = AGAIN_SECONDS,
        preferences: Preferences | None = None,
    ) -> None:
        super().__init__(preferences)
        self._reach, self._nick, self._identity, self._code = reach, name, identity, code
        self._languages = tuple(languages)
        self._again = again
        self.stage = StageScreen(languages, self.preferences.value.theme)

    async def on_mount(self) -> None:
        """Show the stage and begin to look for the table."""
        await self.push_screen(self.stage)
        self.run_worker(self._watch(), name="watch")

    async def _watch(self) -> None:
        while True:
            try:
                await self._follow()
                sentence = self.stage.say("stage.lost")
            except Refused as refused:
                sentence = network_text(self._languages[0], refused.code, refused.arguments)
            except (Lost, OSError):
                sentence = self.stage.say("stage.lost")
            self.stage.tell(sentence)
            await asyncio.sleep(self._again)

    async def _follow(self) -> None:
        place = await self._reach()
        async with connect(
            place.host, place.port, name=self._nick, role="observer", code=self._code, identity=self._identity,
            fingerprint=place.fingerprint,
        ) as table:
            async for update in table.updates():
                view = update.view
                if not view.connected:
                    self.stage.tell(self.stage.say("stage.lost"))
                elif view.match is None or view.match.play is None:
                    self.stage.tell(self.stage.say("stage.waiting"))
                else:
                    names = {seat: str(view.roster.get(f"{seat}", "")) for seat in SEATS}
                    self.stage.show(view.match, names, update.events)
