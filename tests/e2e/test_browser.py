"""The table in a real browser: joining, playing, coming back, a phone, and the end of the host."""

from __future__ import annotations

import asyncio
import json
import os
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.browser import browser, chromium
from tests.e2e.test_processes import Started, run

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium() is None, reason="needs Chromium: apt-get install chromium"),
]

DESKTOP, PHONE, PHONE_TURNED = (1280, 800), (390, 844), (844, 390)
"""Sizes of pages in pixels."""


@asynccontextmanager
async def served(tmp_path, *more):
    """A host with its pages: its first lines, the link, and the process."""
    options = ("--web", "0", "--port", "0", "--bind", "127.0.0.1", "--no-announce", "--json", "--burn-window", "0.2")
    with Started("host", "--headless", *options, "--title", "Friday", *more, home=tmp_path / "home") as host:
        listening = await asyncio.to_thread(host.until, "listening")
        web = await asyncio.to_thread(host.until, "web")
        yield host, web["links"][0], Path(listening["record"])


async def enter(page, link, name, code=None, role="player"):
    """Fill in the first page as a person would, and send it."""
    await page.do("Page.navigate", url=f"{link}/?lang=en")
    await page.until("!!document.querySelector('[name=name]')", "no first page")
    for field, typed in (("name", name), ("code", code)):
        if typed is not None:
            await page.evaluate(f"document.querySelector('[name={field}]').focus()")
            await page.do("Input.insertText", text=typed)
    await page.evaluate(f"document.querySelector('[value={role}]').click()")


async def played(page, record):
    """Take a hint and play it, and tell whether it is played: a key too early after the turn has come does nothing."""
    await page.type("\n" if "picked" in "\n".join(page.screen()) else "h")
    return any(each.startswith("play ") for each in actions_of(record, 1))


def actions_of(record, seat):
    lines = [json.loads(line) for line in record.read_text().splitlines()]
    return [each["action"] for each in lines if each.get("kind") == "action" and each.get("seat") == seat]


def visitors_of(home):
    """The processes whose home lies in the host's, by id."""
    found = []
    for each in Path("/proc").glob("[0-9]*/environ"):
        try:
            if f"GOUJI_HOME={home}/visitors/".encode() in each.read_bytes():
                found.append(int(each.parent.name))
        except OSError:
            continue
    return found


async def gone(home):
    for _ in range(200):
        if not visitors_of(home):
            return
        await asyncio.sleep(0.05)
    raise AssertionError("a visitor's process is left")


async def test_a_browser_joins_plays_a_card_comes_back_and_ends_with_the_host(tmp_path):
    """With the code, under a Chinese name, to the same chair after its connection was lost, and asks no other host."""
    options = ("--bots", "5", "--seed", "4", "--code", "blau")
    async with served(tmp_path, *options) as (host, link, record), browser() as open_page:
        page = await open_page()
        await page.view(*DESKTOP)
        await enter(page, link, "李四", "blau")
        assert (await asyncio.to_thread(host.until, "joined"))["name"] == "李四"
        await page.shows("Your turn")
        assert page.size[0] >= 118 and page.size[1] >= 30
        await page.until(lambda: "title" in page.said, "the page's title does not tell whose turn it is")
        await page.until(partial(played, page, record), "no card was played")

        (first,) = visitors_of(tmp_path / "home")
        os.kill(first, 9)
        await page.until("!document.getElementById('over').hidden", "the end of the program is not told")
        await page.evaluate("document.querySelector('a[href=\"/table\"]').click()")
        assert (await asyncio.to_thread(host.until, "joined"))["seat"] == 1
        await page.shows("李四")

        await page.evaluate("socket.close()")
        assert (await asyncio.to_thread(host.until, "joined"))["seat"] == 1, "a lost connection comes back by itself"
        await page.shows("李四")

        await page.view(*PHONE, phone=True)
        await page.do("Page.reload")
        await page.until(lambda: page.size[0] < 80, "the page keeps its size")
        await page.shows("hand ")
        assert 40 <= page.size[0] < 48 and page.size[1] >= 30
        assert await page.evaluate("document.querySelector('textarea').inputMode") == "none"
        await page.view(*PHONE_TURNED, phone=True)
        await page.until(lambda: page.size[0] >= 80 and page.size[1] >= 24, "a phone that is turned is not seen")
        await page.shows("hand ")

        assert {urlsplit(each).netloc for each in page.asked} == {urlsplit(link).netloc}
        assert page.errors == []
        host.process.kill()
        await page.until("!document.getElementById('lost').hidden", "the lost host is not told")
        await gone(tmp_path / "home")


@pytest.mark.soak
async def test_a_whole_match_is_played_in_the_browser(tmp_path):
    """By hints and Enter alone, two deals, to the result."""
    more = ("--bots", "5", "--seed", "4", "--deals", "2", "--until-over", "--clock", "60")
    async with served(tmp_path, *more) as (host, link, record), browser() as open_page:
        page = await open_page()
        await page.view(*DESKTOP)
        await enter(page, link, "ann")
        over = asyncio.create_task(asyncio.to_thread(host.until, "match_over"))
        while not over.done():
            shown = "\n".join(page.screen())
            if "P passes" in shown:
                await page.type("p")
            elif "Your turn" in shown:
                await page.type("h\n")
            elif ">> " in shown or "Enter" in shown:
                await page.type("\n")
            await asyncio.sleep(0.3)
        assert len(actions_of(record, 1)) > 20
        assert '"complete": true' in run("verify", str(record), "--json").stdout
