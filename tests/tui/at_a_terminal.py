"""A program at a pseudo-terminal of its own: what it writes, what is typed, how it ends."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time

SECONDS = 60.0
"""Longest wait for anything."""
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Terminal:
    """A started gouji; leaves nothing behind when its block ends.

    Args:
        arguments: of the command.
        size: columns and rows.
        environment: what is to be changed in it; None takes a name away.
    """

    def __init__(self, arguments, size=(80, 24), environment=None):
        self.side, end = pty.openpty()
        termios.tcsetwinsize(end, size[::-1])
        self.before = termios.tcgetattr(end)
        self._end = end
        variables = {**os.environ, "TERM": "xterm-256color", **(environment or {})}
        self.program = subprocess.Popen(
            [sys.executable, "-m", "gouji_tui", *arguments], stdin=end, stdout=end, stderr=end, cwd=ROOT,
            env={name: value for name, value in variables.items() if value is not None}, start_new_session=True,
        )  # fmt: skip
        self.written = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.kill()
        self.program.wait()
        os.close(self.side)
        os.close(self._end)

    def read(self, seconds=0.1):
        """Take what comes within so many seconds."""
        if select.select([self.side], [], [], seconds)[0]:
            self.written += os.read(self.side, 65536)

    def until(self, text, since=0):
        """Read until a text has come behind the first ``since`` bytes; return what has come since."""
        text, end = text.encode(), time.monotonic() + SECONDS
        while text not in self.written[since:]:
            assert time.monotonic() < end, f"{text!r} never came: {self.written[-2000:]!r}"
            assert self.program.poll() is None or select.select([self.side], [], [], 0)[0], self.written[-2000:]
            self.read()
        return self.written[since:]

    def type(self, data):
        """Type bytes, or a text."""
        os.write(self.side, data.encode() if isinstance(data, str) else data)

    def say(self, data, answer):
        """Type something and read until the answer has come."""
        since = len(self.written)
        self.type(data)
        return self.until(answer, since)

    def end(self, how=signal.SIGTERM):
        """End the program; return its status."""
        if isinstance(how, bytes):
            self.type(how)
        else:
            self.program.send_signal(how)
        end = time.monotonic() + SECONDS
        while self.program.poll() is None and time.monotonic() < end:
            self.read()
        while select.select([self.side], [], [], 0)[0]:
            self.read()
        return self.program.wait(1)
