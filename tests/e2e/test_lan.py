"""Six machines of one LAN: a host and four guests on screens, a bot, an observer; a whole deal through the keys."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.lanlab import Lab, why_unusable

ROOT = Path(__file__).parents[2]
GOUJI = [sys.executable, "-m", "gouji_tui"]
SCREENS = range(5)
DEAL_SECONDS = 300

pytestmark = [
    pytest.mark.lab,
    pytest.mark.tmux,
    pytest.mark.timeout(400),
    pytest.mark.skipif(bool(why_unusable()), reason=str(why_unusable())),
    pytest.mark.skipif(shutil.which("tmux") is None, reason="needs tmux"),
]


class Screens:
    """Terminals in a tmux of the test's own, one a host of the lab."""

    def __init__(self):
        self._socket = f"gouji{os.getpid()}"

    def tmux(self, *arguments):
        command = ["tmux", "-u", "-L", self._socket, "-f", "/dev/null", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout

    def open(self, number, command):
        self.tmux("new-session", "-d", "-s", f"h{number}", "-x", 80, "-y", 24, command)
        self.tmux("set-option", "-g", "remain-on-exit", "on")

    def text(self, number):
        return self.tmux("capture-pane", "-p", "-t", f"h{number}")

    def keys(self, number, *keys):
        self.tmux("send-keys", "-t", f"h{number}", *keys)

    def until(self, number, pattern, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if re.search(pattern, self.text(number)):
                return
            time.sleep(0.05)
        raise AssertionError(f"{pattern!r} not on screen {number}:\n{self.text(number)}")

    def close(self):
        subprocess.run(["tmux", "-L", self._socket, "kill-server"], capture_output=True, check=False)


def pile(text):
    """What a screen shows in the middle of the table: the standing set, and whose it is."""
    rows = [line.split("│") for line in text.splitlines()[6:8]]
    return tuple(row[1].strip() for row in rows if len(row) == 3)


def placed(text):
    """The seats that a screen shows gone out, with their places."""
    return set(re.findall(r"[+-](?:you|ally|foe)(\d)[^│\n]*? (first|second|third|fourth)", text))


def agree(screens, hosts, seconds=20):
    """Wait until all these screens show the same pile and places; returns whether a set lies there."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        texts = [screens.text(host) for host in hosts]
        if any("match is over" in text or "deal 1" not in text for text in texts):
            return False
        if len({pile(text) for text in texts}) == 1 and len({frozenset(placed(text)) for text in texts}) == 1:
            return bool(pile(texts[0])[1])
        time.sleep(0.02)
    raise AssertionError("\n".join(texts))


def command(lab, host, home, *arguments):
    env = ["env", f"GOUJI_HOME={home / str(host)}", "LC_ALL=C.UTF-8", f"PYTHONPATH={ROOT}"]
    return lab.argv(host, [*env, *GOUJI, *arguments])


def test_a_deal_of_six_machines_through_the_keys(tmp_path):
    screens = Screens()
    processes = []
    with Lab(6, name=f"t{os.getpid() % 10000}") as lab:
        try:
            opening = ("host", "--name", "h0", "--deals", "1", "--clock", "10", "--burn-window", "0.5", "--lang", "en")
            screens.open(0, shlex.join(command(lab, 0, tmp_path, *opening)))
            screens.until(0, "gouji join 10")
            for host in (1, 2, 3, 4):
                screens.open(
                    host, shlex.join(command(lab, host, tmp_path, "join", "--name", f"h{host}", "--lang", "en"))
                )
                screens.until(host, "waiting room")
            watching = command(lab, 5, tmp_path, "watch", "h0", "--json", "--name", "w")
            watcher = subprocess.Popen(watching, stdout=subprocess.PIPE, text=True, cwd=ROOT)
            processes.append(watcher)
            screens.until(0, "h4")
            bot = subprocess.Popen(
                command(lab, 5, tmp_path, "bot", "--name", "b5"), stdout=subprocess.DEVNULL, cwd=ROOT
            )
            processes.append(bot)
            for host in SCREENS:
                screens.until(host, "deal 1")
            end = time.monotonic() + DEAL_SECONDS
            agreed = 0
            ends = {}  # No key goes to a screen once its end was seen: any would take it away.
            while len(ends) < len(SCREENS):
                agreed += not ends and agree(screens, SCREENS)
                assert time.monotonic() < end, "\n".join(screens.text(host) for host in SCREENS)
                for host in SCREENS:
                    text = screens.text(host)
                    if host in ends:
                        continue
                    if "match is over" in text:
                        ends[host] = text
                    elif re.search(r"^ >> ", text.split("hand")[-1], re.M):
                        screens.keys(host, "h", "Enter", "p", "n")
            out, _ = watcher.communicate(timeout=60)
            events = [json.loads(line) for line in out.splitlines()]
            (over,) = [each for each in events if each["event"] == "deal_over"]
            for host in SCREENS:
                places = r"(?:first|second|third|fourth|fifth|last): seat (\d)"
                found = [int(each) for each in re.findall(places, ends[host])]
                assert found == over["places"], ends[host]
                a, b = over["total"]["A"], over["total"]["B"]
                us, them = (a, b) if host % 2 == 0 else (b, a)  # Host 0 sits at 1, of team A, the next at 2 ...
                assert f"total: us+ {us} : {them} -them" in ends[host]
            assert agreed > 10, "all five screens showed the same set at many a check"
            for each in events:
                assert each["event"] not in ("dealt", "answered") and not isinstance(each.get("cards"), str)
        finally:
            screens.close()
            for process in processes:
                process.kill()
                process.wait()
