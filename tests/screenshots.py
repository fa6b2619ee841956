# ruff: noqa: E402
"""Draws the pictures of the README from the running program: ``python tests/screenshots.py``."""

import asyncio
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from textual.app import App
from textual.screen import Screen

from engine.actions import Verb
from engine.bots import LEVELS
from engine.events import DealScored
from engine.match import Match
from engine.rules import CLASSIC
from engine.shuffle import seeded_key
from gouji_tui.app import GoujiApp
from gouji_tui.lobby import LobbyApp
from gouji_tui.screens.notice import result
from gouji_tui.screens.waiting import WaitingScreen
from net.discovery import FoundTable
from net.wire import TableCard
from tests.browser import chromium
from tests.browser_pictures import draw

SEED, MOVES = 7, 4
SIZES = {"table": (80, 24), "table-wide": (140, 40), "table-phone": (40, 20)}
PEOPLE = ("Wang", "Anna", "Zhang", "Bob", "Li", "Cat")


def names_in(language: str) -> tuple[str, ...]:
    """Return the names of seats 1-6."""
    return ("小王", "Anna", "老张", "Bob", "李四", "Cat") if language == "zh" else PEOPLE


async def picture(language: str, size: tuple[int, int]) -> str:
    """Play a few moves of seed 7 and return the screen, with cards picked, as SVG."""
    match = Match(CLASSIC, lambda deal, attempt: seeded_key(SEED, deal, attempt), deals=1, target=0)
    app = GoujiApp(match, dict.fromkeys(range(2, 7), LEVELS["greedy"]), Random(SEED), None, language, pace=0, guard=0)
    async with app.run_test(size=size) as pilot:
        table, moves = app.table, 0
        table.names.update(enumerate(names_in(language), 1))
        while moves < MOVES or not table.pick.size:
            while not table.asked:
                await pilot.pause()
            await pilot.press("h")
            await pilot.pause()
            if moves >= MOVES and table.pick.size:
                break
            action = LEVELS["greedy"](table.view, Random(0))
            keys = {None: "n", Verb.PASS: "p"}.get(action and action.verb, "enter")
            await pilot.press(keys)
            moves += 1
        await pilot.pause()
        return app.export_screenshot(title="gouji")


def found(number: int, title: str, host: str, free: int, state: str) -> FoundTable:
    """Return a sample table of the lobby."""
    table_id, address = f"{number:06x}", f"192.168.1.{number}"
    card = TableCard(table_id, title, host, 21654, "classic", free, 0, 0, False, 0, False, state, 1, "0.1.0", "0" * 64)
    return FoundTable(table_id, title, (address,), 21654, "0" * 64, 1, "0.1.0", free, True, card)


async def lobby(language: str) -> str:
    """Return the lobby with two tables, as SVG."""
    tables = [found(20, "青岛够级", "小王", 2, "waiting"), found(31, "Lunch table", "Anna", 0, "playing")]
    app = LobbyApp(language, tables=tables)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        return app.export_screenshot(title="gouji")


async def screen(shown: Screen[None]) -> str:
    """Return one screen by itself, as SVG."""
    app: App[None] = App()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(shown)
        await pilot.pause()
        return app.export_screenshot(title="gouji")


def waiting(language: str) -> WaitingScreen:
    """Return the waiting room with three chairs taken."""
    room = WaitingScreen(language, ["192.168.1.20"], 21654, lambda: None)
    roster = {
        "1": "小王",
        "1k": "person",
        "1p": True,
        "2": "Anna",
        "2k": "person",
        "2p": True,
        "6": "Bot 6",
        "6k": "bot",
    }
    room.show(roster, 1)
    return room


def main() -> None:
    """Save the pictures."""
    folder = ROOT / "screenshots"
    folder.mkdir(exist_ok=True)
    for language in ("en", "zh"):
        for name, size in SIZES.items():
            (folder / f"{name}-{language}.svg").write_text(asyncio.run(picture(language, size)), encoding="utf-8")
        scored = DealScored(3, (1, 4, 3, 6, 5, 2), (5, 2), (12, 7), ())
        pictures = {
            "lobby": lobby(language),
            "waiting": screen(waiting(language)),
            "result": screen(result(scored, language, False, 0.0, 1, dict(enumerate(names_in(language), 1)))),
        }
        for name, drawing in pictures.items():
            (folder / f"{name}-{language}.svg").write_text(asyncio.run(drawing), encoding="utf-8")
    if chromium() is None:
        print("there is no Chromium: the pictures of the browser stay as they are")
    else:
        asyncio.run(draw(folder))


if __name__ == "__main__":
    main()
