"""The command ``gouji arena``: processes, progress, the file of results and the answer."""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import secrets
import signal
import sys
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from engine.arena import Pair, Stuck, Summary, play_pair, summarise
from engine.bots import Budget, bot_of
from engine.reasons import IllegalAction
from engine.rules import Rules
from gouji_tui.command_line import LEVEL_NAMES
from gouji_tui.failing import Failure, unreadable

COLUMNS = (
    "version", "code", "preset", "options", "seed", "worlds", "a", "b", "deal", "score", "wins", "times_a", "times_b",
)  # fmt: skip
"""Columns of the file of results; the first eight say what was played, a row is one duplicate deal."""

_CHUNK = 2
"""Duplicate deals a process takes at a time: few, so that a broken run loses little and the bar moves."""


class Job(NamedTuple):
    """A run: what every process must know."""

    rules: Rules
    seed: int
    worlds: int
    a: str
    b: str


_job: Job | None = None
"""A worker process's own run, set once as it starts."""


def _start(job: Job) -> None:
    global _job
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _job = job


def _work(number: int) -> Pair:
    assert _job is not None
    return _pair(_job, number)


def _pair(job: Job, number: int) -> Pair:
    budget = Budget(worlds=job.worlds, clock=time.perf_counter)
    a, b = (bot_of(name, budget) for name in (job.a, job.b))
    return play_pair(job.rules, job.seed, number, a, b, time.perf_counter_ns)


def code_digest() -> str:
    """Return a short hash of the engine's own text: results of changed bots are never taken for these."""
    folder = Path(__file__).resolve().parents[1] / "engine"
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        found.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


def options_digest(rules: Rules) -> str:
    """Return a short hash of every option of the table."""
    return hashlib.sha256(json.dumps(rules.options()).encode()).hexdigest()[:12]


class Results:
    """The file of results, tab-separated: read for what this run has done before, appended to pair by pair."""

    def __init__(self, path: Path, job: Job, version: str) -> None:
        rules = job.rules
        self._head = (
            version, code_digest(), rules.preset, options_digest(rules), str(job.seed), str(job.worlds), job.a, job.b,
        )  # fmt: skip
        self.done: dict[int, Pair] = {}
        broken = False
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
                broken = not line.endswith("\n")
                fields = line.rstrip("\n").split("\t")
                if not broken and len(fields) == len(COLUMNS) and tuple(fields[:8]) == self._head:
                    self.done[int(fields[8])] = _read_pair(fields)
        new = not path.exists() or not path.stat().st_size
        self._file = path.open("a", encoding="utf-8")
        self._file.write("\t".join(COLUMNS) + "\n" if new else "\n" if broken else "")

    def add(self, pair: Pair) -> None:
        """Append one pair; it is in the file when this returns."""
        tail = (str(pair.deal), str(pair.score), str(pair.wins), _write_times(pair.times_a), _write_times(pair.times_b))
        self._file.write("\t".join((*self._head, *tail)) + "\n")
        self._file.flush()
        self.done[pair.deal] = pair

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _write_times(times: Mapping[int, int]) -> str:
    return " ".join(f"{number}:{times[number]}" for number in sorted(times))


def _read_pair(fields: list[str]) -> Pair:
    both = [{int(n): int(m) for n, m in (each.split(":") for each in text.split())} for text in fields[11:13]]
    return Pair(int(fields[8]), float(fields[9]), float(fields[10]), both[0], both[1])


def play(job: Job, numbers: list[int], jobs: int) -> Generator[Pair, None, None]:
    """Play the duplicate deals of these numbers, as they are done; ``jobs`` processes, one plays them here."""
    if jobs == 1 or len(numbers) < 2:
        for number in numbers:
            yield _pair(job, number)
        return
    with multiprocessing.Pool(min(jobs, len(numbers)), _start, (job,)) as pool:
        yield from pool.imap_unordered(_work, numbers, _CHUNK)


def arena(job: Job, deals: int, jobs: int, version: str, path: Path, told: Callable[[int], None]) -> Summary:
    """Play what is not in the file yet and return what all of it says; ``told`` the number of pairs done."""
    with closing(Results(path, job, version)) as results:
        missing = [number for number in range(1, deals + 1) if number not in results.done]
        told(deals - len(missing))
        with closing(play(job, missing, jobs)) as pairs:
            for count, pair in enumerate(pairs, deals - len(missing) + 1):
                results.add(pair)
                told(count)
        return summarise(results.done[number] for number in range(1, deals + 1))


def as_json(job: Job, found: Summary) -> str:
    """Return the answer as one line of JSON."""
    answer = {
        "a": job.a, "b": job.b, "preset": job.rules.preset, "deals": found.deals,
        "score": _short(found.score), "score_ci": _short(found.score_ci),
        "wins": _short(found.wins), "wins_ci": _short(found.wins_ci),
        "decision_ms": {"a": list(found.times_a), "b": list(found.times_b)},
    }  # fmt: skip
    return json.dumps(answer)


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 4) + 0.0


def as_text(job: Job, found: Summary) -> str:
    """Return the answer as lines for reading."""
    score_ci, wins_ci = found.score_ci or 0.0, found.wins_ci or 0.0
    lines = [
        f"{job.a} against {job.b}: {job.rules.preset}, {found.deals} duplicate deals, seed {job.seed}",
        f"  score a deal  {found.score:+.3f} ± {score_ci:.3f} (of 6)",
        f"  wins          {100 * found.wins:.1f} % ± {100 * wins_ci:.1f} %",
    ]
    for name, times in ((job.a, found.times_a), (job.b, found.times_b)):
        lines.append(f"  decision of {name}: median {times[0]:g} ms, p99 {times[1]:g} ms")
    return "\n".join(lines)


def run(options: argparse.Namespace, rules: Rules, version: str, folder: Path) -> int:
    """Run the command; returns the exit status.

    Raises:
        Failure: with its sentence.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    for name in (options.a, options.b):
        try:
            bot_of(name)
        except (KeyError, ValueError) as error:
            raise Failure("bot", wrong_use=True, name=name, why=error.args[0], levels=", ".join(LEVEL_NAMES)) from None
    seed = secrets.randbits(32) if options.seed is None else options.seed
    job = Job(rules, seed, options.worlds or 0, options.a, options.b)
    jobs = options.jobs or multiprocessing.cpu_count()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    path = folder / "arena.tsv"
    try:
        with bar:
            task = bar.add_task(f"{job.a} v {job.b}", total=options.deals)
            found = arena(job, options.deals, jobs, version, path, lambda done: bar.update(task, completed=done))
    except IllegalAction as illegal:
        raise Failure("illegal", seed=seed, what=illegal) from None
    except Stuck as stuck:
        raise Failure("stuck", what=stuck) from None
    except OSError as error:
        raise unreadable("results", error, path=path) from None
    print(as_json(job, found) if options.json else as_text(job, found))
    return 0
