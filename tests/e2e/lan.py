"""The command in the hosts of a lab network: started, read line by line, ended by its own id."""

import json
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
GOUJI = [sys.executable, "-m", "gouji_tui"]


def command(lab, host, home, *arguments):
    """The command line that runs gouji in a host of the lab, with a home of that host's own."""
    env = ["env", f"GOUJI_HOME={home / str(host)}", "LC_ALL=C.UTF-8", f"PYTHONPATH={ROOT}"]
    return lab.argv(host, [*env, *GOUJI, *arguments])


class Running:
    """One process; what it prints is read as JSON, a line each."""

    def __init__(self, argv):
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            argv, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def line(self):
        text = self.process.stdout.readline()
        assert text, self.process.stderr.read()
        return json.loads(text)

    def until(self, event, **fields):
        while True:
            found = self.line()
            if found.get("event") == event and all(found.get(name) == value for name, value in fields.items()):
                return found

    def ended(self, timeout=30):
        """Wait for its end; returns status, what it still printed, errors and the seconds since its start."""
        out, errors = self.process.communicate(timeout=timeout)
        return self.process.returncode, out, errors, time.monotonic() - self.began

    def kill(self):
        self.process.kill()
        self.process.communicate(timeout=60)


class Machines:
    """A lab, and everything of ours that runs in it."""

    def __init__(self, lab, home):
        self.lab, self.home, self.running = lab, home, []

    def start(self, host, *arguments):
        started = Running(command(self.lab, host, self.home, *arguments))
        self.running.append(started)
        return started

    def run(self, host, *arguments):
        return self.start(host, *arguments).ended()

    def hosting(self, host, *arguments):
        """Open a table without a screen; returns the process and what it said when it listened."""
        table = self.start(host, "host", "--headless", "--json", "--bots", "3", "--clock", "off", *arguments)
        return table, table.until("listening")

    def found(self, host, seconds="1.5", *arguments):
        """The tables that a host finds, by their ids."""
        status, out, errors, _ = self.run(host, "tables", "--json", "--seconds", seconds, *arguments)
        assert status == 0 and "Traceback" not in errors, errors
        return {table["id"]: table for table in map(json.loads, out.splitlines())}

    def other(self, host, *argv, stdin=None):
        """Run another program in a host, to its end."""
        done = self.lab.run(host, list(argv), input=stdin, text=True, capture_output=True, timeout=30)
        assert done.returncode == 0, done.stderr

    def beside(self, host, code):
        """Run a piece of Python in a host beside everything else; waits for its first line."""
        started = Running(
            self.lab.argv(host, ["env", f"PYTHONPATH={ROOT}", f"GOUJI_HOME={self.home}", sys.executable, "-c", code])
        )
        self.running.append(started)
        started.process.stdout.readline()
        return started

    def close(self):
        for started in self.running:
            started.kill()
