"""What the screen costs, measured at a pseudo-terminal: ``python -m tests.bench.tui``.

One line a measure, each with its bound; to be run on a machine that does nothing else. On one of two cores an empty
Textual app paints in 0.24 s and idles at 0.2 % of a core.
"""

from __future__ import annotations

import os
import pty
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import termios
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60.0
"""Longest wait for anything."""
TICKS = os.sysconf("SC_CLK_TCK")

# A table whose six seats are bots at full speed; prints nothing of its own.
FULL_SPEED = """
import sys
from random import Random
from engine.bots import LEVELS
from engine.match import Match
from engine.rules import CLASSIC
from engine.shuffle import seeded_key
from gouji_tui.app import GoujiApp

class Fast(GoujiApp):
    async def _answer(self, question):
        import asyncio
        await asyncio.sleep(0)
        return bot(question.view, rng)
    async def _show_result(self, over):
        self._scored = None

deals = int(sys.argv[1])
match = Match(CLASSIC, lambda deal, attempt: seeded_key(7, deal, attempt), deals=deals, target=0)
bot, rng = LEVELS[sys.argv[2]], Random(7)
Fast(match, dict.fromkeys(range(2, 7), bot), rng, None, "en", pace=0).run()
"""


class Terminal:
    """A program at a pseudo-terminal of 80x24."""

    def __init__(self, command: Sequence[str], home: str) -> None:
        self._terminal, end = pty.openpty()
        termios.tcsetwinsize(end, (24, 80))
        environment = {**os.environ, "TERM": "xterm-256color", "GOUJI_HOME": home, "LC_ALL": "C.UTF-8"}
        self.began = time.monotonic()
        self.program = subprocess.Popen(
            command, stdin=end, stdout=end, stderr=end, env=environment, cwd=ROOT, start_new_session=True
        )
        os.close(end)
        self.written = 0

    def read(self, seconds: float) -> bytes:
        """Return what comes within so many seconds, at once when something has."""
        if not select.select([self._terminal], [], [], seconds)[0]:
            return b""
        try:
            part = os.read(self._terminal, 65536)
        except OSError:
            return b""
        self.written += len(part)
        return part

    def until(self, text: bytes) -> float:
        """Read until a text has come; return the seconds that took."""
        began, seen = time.monotonic(), b""
        while text not in seen:
            if time.monotonic() - began > SECONDS:
                raise TimeoutError(f"{text!r} never came")
            seen = seen[-4096:] + self.read(1.0)
        return time.monotonic() - began

    def drain(self, seconds: float) -> int:
        """Read for so long; return the bytes that came."""
        before, end = self.written, time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.read(left)
        return self.written - before

    def type(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self._terminal, keys)

    def cpu(self) -> float:
        """Return the seconds of processor time used so far."""
        fields = Path(f"/proc/{self.program.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """Return the resident memory in MiB."""
        pages = int(Path(f"/proc/{self.program.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    def end(self) -> None:
        """End the program."""
        self.program.send_signal(signal.SIGTERM)
        end = time.monotonic() + 10
        while self.program.poll() is None and time.monotonic() < end:
            self.read(0.1)
        self.program.kill()
        self.program.wait()
        os.close(self._terminal)


def version(home: str) -> float:
    """Return the seconds of ``gouji --version``, the best of seven."""
    times = []
    for _ in range(7):
        began = time.monotonic()
        command = [sys.executable, "-m", "gouji_tui", "--version"]
        subprocess.run(command, cwd=ROOT, check=True, capture_output=True, env={**os.environ, "GOUJI_HOME": home})
        times.append(time.monotonic() - began)
    return min(times)


def lobby(home: str) -> float:
    """Return the seconds from the start to the first paint of the lobby, the best of five."""
    times = []
    for _ in range(5):
        terminal = Terminal([sys.executable, "-m", "gouji_tui"], home)
        terminal.until(b"Ctrl+Q")
        times.append(time.monotonic() - terminal.began)
        terminal.end()
    return min(times)


def idle(home: str) -> tuple[float, float]:
    """Return the share of a core in %, and KiB a second written, of a table that waits for the person, over 10 s."""
    terminal = Terminal([sys.executable, "-m", "gouji_tui", "play", "--seed", "7", "--lang", "en"], home)
    terminal.until(b"Your turn")
    terminal.drain(2.0)
    before = terminal.cpu()
    written = terminal.drain(10.0)
    used = terminal.cpu() - before
    terminal.end()
    return used * 10, written / 10 / 1024


def keys(home: str) -> float:
    """Return the milliseconds from a key to the hand drawn anew while bots play at full speed, the 95th of 100."""
    terminal = Terminal([sys.executable, "-c", FULL_SPEED, "1000", "expert"], home)
    terminal.until(b"hand")
    terminal.drain(1.0)
    times = []
    for number in range(100):
        terminal.type(b"o")
        times.append(terminal.until(b"covered" if number % 2 == 0 else b"sml"))
        terminal.drain(0.05)
    terminal.end()
    return statistics.quantiles(times, n=20)[18] * 1000


def memory(home: str, deals: int = 200) -> float:
    """Return the MiB that a table holds after so many deals on the screen."""
    terminal = Terminal([sys.executable, "-c", FULL_SPEED, str(deals + 50), "greedy"], home)
    terminal.until(f"deal {deals}".encode())
    found = terminal.memory()
    terminal.end()
    return found


def main() -> None:
    """Measure and print."""
    global SECONDS
    with tempfile.TemporaryDirectory() as home:
        settings = Path(home) / "settings.toml"
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text('language = "en"\n', encoding="utf-8")
        print(f"version_seconds {version(home):.3f} bound 0.25", flush=True)
        print(f"lobby_first_paint_seconds {lobby(home):.3f} bound 0.6", flush=True)
        share, written = idle(home)
        print(f"idle_table_cpu_percent {share:.2f} bound 1", flush=True)
        print(f"idle_table_kib_per_second {written:.3f} bound 2", flush=True)
        print(f"key_to_hand_p95_ms {keys(home):.1f} bound 50", flush=True)
        SECONDS = 900.0
        print(f"memory_after_200_deals_mib {memory(home):.1f} bound 60", flush=True)


if __name__ == "__main__":
    main()
