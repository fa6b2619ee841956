"""A table in the lab: its host on machine 0, five players on machines 1 to 5, each a process."""

import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from engine.record import verify

ROOT = Path(__file__).parents[2]
PORT = 21654
PLAYERS = (1, 2, 3, 4, 5)


class Process:
    """One process in the lab and the JSON lines that it has said."""

    def __init__(self, lab, machine, home, *command):
        env = ["env", f"GOUJI_HOME={home}", "LC_ALL=C.UTF-8", f"PYTHONPATH={ROOT}"]
        self.said = []
        self.process = lab.popen(
            machine, [*env, sys.executable, *command], cwd=ROOT, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )  # fmt: skip
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self):
        for line in self.process.stdout:
            self.said.append(json.loads(line))

    def signal(self, number):
        self.process.send_signal(number)

    def until(self, holds, seconds):
        """Wait for a line of which ``holds`` is true, and return the first."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := next((line for line in list(self.said) if holds(line)), None):
                return found
            if self.process.poll() is not None and not self._reader.is_alive():
                break
            time.sleep(0.02)
        error = self.process.stderr.read() if self.process.poll() is not None else ""
        raise AssertionError(f"never came; last {self.said[-3:]} {error}")

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
        self.process.wait()
        self._reader.join(5)
        self.process.stdout.close()
        self.process.stderr.close()


class LabTable:
    """One deal of five players and a bot.

    Args:
        lab: of six machines.
        home: folder of this table.
        think: seconds that a player takes for a decision, about.
        options: more of the host's.
    """

    def __init__(self, lab, home, think, *options):
        self.lab, self.home = lab, home
        self.host = self._host(
            "--bots", "1", "--deals", "1", "--clock", "off", "--grace", "20", "--burn-window", "0.3", "--pace", "0",
            "--level", "greedy", *options,
        )  # fmt: skip
        self.record = Path(self.host.until(lambda line: line["event"] == "listening", 20)["record"])
        self.players = [
            Process(lab, seat, home / str(seat), "-m", "tests.e2e.peer", lab.ip(0), str(PORT), str(seat), str(think))
            for seat in PLAYERS
        ]

    def _host(self, *options):
        return Process(
            self.lab, 0, self.home / "host", "-m", "gouji_tui", "host", "--headless", "--json", "--no-announce",
            "--port", str(PORT), *options,
        )  # fmt: skip

    def lines(self):
        """The record as it is."""
        return self.record.read_text("utf-8").splitlines(True)

    def until_written(self, number, seconds=60):
        """Wait until so many lines of the record are written; returns whether the match is still running then."""
        end = time.monotonic() + seconds
        while len(self.lines()) < number and not self.over:
            assert time.monotonic() < end, f"stands at {len(self.lines())}: {[p.said[-1:] for p in self.players]}"
            time.sleep(0.02)
        return not self.over

    @property
    def over(self):
        return bool(lines := self.lines()) and '"match_over"' in lines[-1]

    def kill(self):
        self.host.signal(signal.SIGKILL)
        self.host.process.wait()

    def resume(self):
        """Start the host again on its record; returns when it listened, on the steady clock."""
        self.host.end()
        self.host = self._host("--resume", str(self.record))
        self.host.until(lambda line: line["event"] == "listening", 30)
        return time.monotonic()

    def back_after(self, moment, seconds):
        """Return for each player how long after a moment the table was first heard."""
        return [
            player.until(lambda line: line["event"] in ("up", "over") and line["t"] > moment, seconds)["t"] - moment
            for player in self.players
        ]

    def finish(self, seconds):
        """Wait for the match's end at every player, and check that nothing was lost or done twice."""
        ends = [player.until(lambda line: line["event"] == "over", seconds) for player in self.players]
        totals = [tuple(end["total"]) for end in ends]
        lines = self.lines()
        verdict = verify(lines)
        assert verdict.complete and set(totals) == {verdict.total}
        written = [(body["seat"], body["id"]) for body in map(json.loads, lines) if "id" in body]
        assert len(set(written)) == len(written), "an action was done twice"
        said = [line for player in self.players for line in player.said if line["event"] == "done"]
        acknowledged = {(line["seat"], line["id"]) for line in said}
        assert acknowledged <= set(written), "an acknowledged action is lost"
        assert not [line for line in lines if json.loads(line)["kind"] == "lost"]
        return len(acknowledged)

    def close(self):
        for each in (self.host, *self.players):
            each.end()


def moved_by_bots(lines):
    """The moves that a bot made for a player, among lines of a record."""
    found = []
    for body in map(json.loads, lines):
        if body["kind"] == "action" and body["seat"] in PLAYERS and "id" not in body:
            found += [body] if body["action"].split()[0] in ("play", "pass", "yield", "burn") else []
    return found


__all__ = ["PLAYERS", "LabTable", "Process", "moved_by_bots"]
