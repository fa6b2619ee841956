# ruff: noqa: E402
"""Draws the pictures of the README from the running program: ``python tests/screenshots.py``."""

import asyncio
import sys
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from engine.actions import Verb
from engine.bots import LEVELS
from engine.match import Match
from engine.rules import CLASSIC
from engine.shuffle import seeded_key
from gouji_tui.app import GoujiApp

SEED, MOVES = 7, 4


async def picture(language: str) -> str:
    """Play a few moves of seed 7 and return the screen, with cards picked, as SVG."""
    match = Match(CLASSIC, lambda deal, attempt: seeded_key(SEED, deal, attempt), deals=1, target=0)
    app = GoujiApp(match, dict.fromkeys(range(2, 7), LEVELS["greedy"]), Random(SEED), None, language, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        table, moves = app.table, 0
        while moves < MOVES or not table.pick.size:
            while not table.asked:
                await pilot.pause()
            await pilot.press("h")
            if moves >= MOVES and table.pick.size:
                break
            action = LEVELS["greedy"](table.view, Random(0))
            keys = {None: "n", Verb.PASS: "p"}.get(action and action.verb, "enter")
            await pilot.press(keys)
            moves += 1
        await pilot.pause()
        return app.export_screenshot(title="gouji")


def main() -> None:
    """Save both pictures."""
    folder = ROOT / "screenshots"
    folder.mkdir(exist_ok=True)
    for language in ("en", "zh"):
        (folder / f"table-{language}.svg").write_text(asyncio.run(picture(language)), encoding="utf-8")


if __name__ == "__main__":
    main()
