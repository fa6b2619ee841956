"""Bots that search think in a process of their own, so that no table, screen or clock waits for them.

The process is started at the first question and reads one view after another from a pipe; when its parent is gone,
however that ended, the pipe is at its end and so is the process.
"""

from __future__ import annotations

import multiprocessing
import pickle
import signal
import time
from contextlib import suppress
from multiprocessing.connection import Connection
from random import Random
from typing import Final

from engine.actions import Action
from engine.bots import DEFAULT_LEVEL, LEVELS, SEARCHING, Budget, bot_of
from engine.view import View

SECONDS: Final = 0.3
"""What a decision may cost at a table: less than the pace of a table with people, so nobody waits longer for it."""

PATIENCE: Final = 5.0
"""Seconds after which a thought is given up, and the expert's answer stands: a machine that is far too busy."""


class Thinker:
    """The searching level as a bot, and as questions that are asked now and answered later.

    Args:
        seconds: of searching for one decision.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._pipe: Connection | None = None
        self._process: multiprocessing.process.BaseProcess | None = None
        self._asked = 0
        self._answers: dict[int, Action | None] = {}
        self._open: dict[int, bytes] = {}

    def ask(self, view: View, seed: int) -> int:
        """Begin to think about a view as it stands now; returns the number of the question."""
        self._asked += 1
        if self._pipe is None:
            self._start()
        data = pickle.dumps((self._asked, view, seed))
        self._open[self._asked] = data
        with suppress(OSError):
            if self._pipe is not None:
                self._pipe.send_bytes(data)
        return self._asked

    def ready(self, question: int) -> bool:
        """Tell whether the answer to a question is there; never waits."""
        try:
            while self._pipe is not None and self._pipe.poll():
                number, action = pickle.loads(self._pipe.recv_bytes())
                self._answers[number] = action
        except (EOFError, OSError):
            self.close()  # It has died: the next question starts another.
        return question in self._answers

    def take(self, question: int) -> Action | None:
        """Return the answer to a question that is ready, and forget those before it."""
        answer = self._answers[question]
        self._forget(question)
        return answer

    def _forget(self, question: int) -> None:
        for kept in (self._answers, self._open):
            for number in [number for number in kept if number <= question]:
                del kept[number]

    def wait(self, question: int) -> Action | None:
        """Return the answer as soon as it is there, or the expert's after :data:`PATIENCE` seconds."""
        end = time.monotonic() + PATIENCE
        while not self.ready(question):
            left = end - time.monotonic()
            waiting = False
            with suppress(OSError):
                waiting = left > 0 and self._pipe is not None and self._pipe.poll(left)
            if not waiting:
                _number, view, seed = pickle.loads(self._open[question])
                self._forget(question)
                return LEVELS[DEFAULT_LEVEL](view, Random(seed))
        return self.take(question)

    def __call__(self, view: View, rng: Random) -> Action | None:
        """Decide as a bot; waits for the answer."""
        return self.wait(self.ask(view, rng.getrandbits(32)))

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_think, args=(theirs, self._seconds), daemon=True)
        self._process.start()
        theirs.close()

    def close(self) -> None:
        """End the process."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
        if self._process is not None:
            self._process.join(self._seconds + 1)
            self._process = None


def _think(pipe: Connection, seconds: float) -> None:
    """Answer questions until the pipe is at its end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    bot = bot_of(SEARCHING, Budget(seconds=seconds, clock=time.perf_counter))
    with suppress(EOFError, OSError):
        while True:
            number, view, seed = pickle.loads(pipe.recv_bytes())
            pipe.send_bytes(pickle.dumps((number, bot(view, Random(seed)))))


__all__ = ["PATIENCE", "SECONDS", "Thinker"]
