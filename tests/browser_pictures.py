"""Pictures of the table in a browser, on a desk and on a phone; `make screenshots` draws them where Chromium is."""

from __future__ import annotations

import asyncio
import tempfile
from functools import partial
from pathlib import Path

from tests.browser import Page, browser
from tests.e2e.test_browser import PHONE, enter, served

DESK = (1000, 640)
"""Pixels of a small window."""


async def picked(page: Page) -> bool:
    """Pick two kings; tell whether they are picked: keys too early after the turn has come do nothing."""
    if not any("[2]" in line for line in page.screen()):
        await page.type("zkk")
    return any("[2]" in line for line in page.screen())


async def draw(folder: Path) -> None:
    """Put the pictures into a folder."""
    options = ("--bots", "5", "--seed", "7", "--clock", "off")
    with tempfile.TemporaryDirectory() as home:
        async with served(Path(home), *options) as (_, link, _record), browser() as open_page:
            page = await open_page()
            await page.view(*DESK)
            await enter(page, link, "Anna")
            await page.shows("Your turn")
            await page.until(partial(picked, page), "no cards are picked")
            (folder / "browser-en.png").write_bytes(await page.picture())
            await page.view(*PHONE, phone=True)
            await page.do("Page.navigate", url=f"{link}/?lang=zh")
            await page.until("!!document.querySelector('[name=name]')", "no first page")
            (folder / "browser-front-zh.png").write_bytes(await page.picture())
            await page.evaluate("document.querySelector('[value=player]').click()")
            await page.shows("轮到你")
            await asyncio.sleep(1)  # until the letters are painted
            (folder / "browser-phone-zh.png").write_bytes(await page.picture())
