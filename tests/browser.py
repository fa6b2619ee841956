"""A headless Chromium for the tests, driven over its own protocol; what it draws in the terminal is read by pyte."""

from __future__ import annotations

import asyncio
import base64
import inspect
import itertools
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pyte

NAMES = ("chromium", "chromium-browser", "google-chrome")
SWITCHES = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--disable-crash-reporter", "--disable-sync",
    "--mute-audio", "--remote-debugging-port=0", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)  # fmt: skip
PATIENCE = 20.0
"""Seconds after which what is waited for will not come."""
LOOK_SECONDS = 0.05
LARGEST = (200, 60)
"""Columns and rows that a page of the tests may have at most."""


def chromium() -> str | None:
    """Return the program, or None where there is none."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


class Page:
    """One page of the browser, with a terminal or without."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict]] = {}
        self.asked: list[str] = []
        """Every address that the page asked for."""
        self.errors: list[str] = []
        """What its scripts or its policy of contents complained of."""
        self.said: dict[str, object] = {}
        """What the page was told beside what is drawn, the last of each kind."""
        self._begin()
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            said = json.loads(message.data)
            if "id" in said:
                self._waiting.pop(said["id"]).set_result(said)
                continue
            what = said["params"]
            if said["method"] == "Network.requestWillBeSent":
                self.asked.append(what["request"]["url"])
            elif said["method"] == "Network.webSocketCreated":
                self.asked.append(what["url"])
                self._begin()
            elif said["method"] == "Network.webSocketFrameReceived" and what["response"]["opcode"] == 2:
                self._stream.feed(base64.b64decode(what["response"]["payloadData"]))
            elif said["method"] == "Network.webSocketFrameReceived" and what["response"]["opcode"] == 1:
                self.said.update([json.loads(what["response"]["payloadData"])])
            elif said["method"] == "Runtime.exceptionThrown":
                self.errors.append(json.dumps(what["exceptionDetails"]))
            elif said["method"] == "Log.entryAdded" and what["entry"]["level"] == "error":
                self.errors.append(json.dumps(what["entry"]))

    async def do(self, method: str, **parameters: object) -> dict:
        """Call a method of the browser's protocol."""
        number = next(self._numbers)
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        await self._socket.send_json({"id": number, "method": method, "params": parameters})
        said = await asyncio.wait_for(answer, PATIENCE)
        assert "error" not in said, said
        return said["result"]

    async def evaluate(self, script: str) -> object:
        """Return the value of an expression in the page."""
        found = await self.do("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    async def until(self, condition, what: str) -> None:
        """Wait until a condition, a function or a script, is true."""
        for _ in range(round(PATIENCE / LOOK_SECONDS)):
            holds = condition() if callable(condition) else self.evaluate(condition)
            if await holds if inspect.isawaitable(holds) else holds:
                return
            await asyncio.sleep(LOOK_SECONDS)
        raise AssertionError(f"{what}\n" + "\n".join(self.screen()))

    async def shows(self, words: str) -> None:
        """Wait until the terminal shows some words."""
        await self.until(lambda: words in "\n".join(self.screen()), f"{words} is not shown")

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows with which the terminal was opened last."""
        query = parse_qs(urlsplit([each for each in self.asked if each.startswith("ws:")][-1]).query)
        return int(query["width"][0]), int(query["height"][0])

    def screen(self) -> list[str]:
        """Return the terminal's rows as they are now."""
        return [row.rstrip() for row in self._screen.display]

    def _begin(self) -> None:
        self._screen = pyte.Screen(*LARGEST)
        self._stream = pyte.ByteStream(self._screen)

    async def view(self, width: int, height: int, *, phone: bool = False) -> None:
        """Give the page a size, in pixels; a phone has a finger in place of a mouse."""
        await self.do(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone
        )
        await self.do("Emulation.setTouchEmulationEnabled", enabled=phone)

    async def type(self, keys: str) -> None:
        """Type letters, digits and Enter (as a line break)."""
        for key in keys:
            code = 13 if key == "\n" else ord(key.upper())
            name = "Enter" if key == "\n" else key
            text = "\r" if key == "\n" else key
            await self.do("Input.dispatchKeyEvent", type="keyDown", key=name, text=text, windowsVirtualKeyCode=code)
            await self.do("Input.dispatchKeyEvent", type="keyUp", key=name, windowsVirtualKeyCode=code)

    async def tap(self, x: float, y: float) -> None:
        """Touch a point with a finger."""
        await self.do("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        await self.do("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    async def picture(self) -> bytes:
        """Return a picture of the page, a PNG."""
        return base64.b64decode((await self.do("Page.captureScreenshot"))["data"])

    async def close(self) -> None:
        """Let the page go."""
        self._reading.cancel()
        await self._socket.close()


def _started(command: list[str]) -> subprocess.Popen[bytes]:
    """Start the browser in a session of its own: it has children, which end with it."""
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def _where(told: Path, process: subprocess.Popen[bytes]) -> list[str]:
    """Return the port and path at which the browser is driven, once it has written them down."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        if told.exists() and len(lines := told.read_text().split("\n")) >= 2:
            return lines[:2]
        time.sleep(LOOK_SECONDS)
    raise AssertionError("Chromium does not start")


@asynccontextmanager
async def browser():
    """Run a Chromium of its own and give what opens pages in it; each page has cookies of its own."""
    program = chromium()
    assert program, "this test needs Chromium: apt-get install chromium"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = _started([program, *SWITCHES, f"--user-data-dir={folder}", "about:blank"])
        pages: list[Page] = []
        try:
            port, way = await asyncio.to_thread(_where, Path(folder) / "DevToolsActivePort", process)
            async with aiohttp.ClientSession() as session:
                whole = Page(await session.ws_connect(f"http://127.0.0.1:{port}{way}", max_msg_size=0))
                pages.append(whole)

                async def open_page(fresh: bool = True) -> Page:
                    apart = await whole.do("Target.createBrowserContext") if fresh else {}
                    made = await whole.do("Target.createTarget", url="about:blank", **apart)
                    where = f"http://127.0.0.1:{port}/devtools/page/{made['targetId']}"
                    page = Page(await session.ws_connect(where, max_msg_size=0))
                    pages.append(page)
                    for domain in ("Page", "Network", "Runtime", "Log"):
                        await page.do(f"{domain}.enable")
                    return page

                yield open_page
                for page in reversed(pages):
                    await page.close()
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
