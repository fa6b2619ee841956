"""A fuzzer that keeps what reaches new code: entries are lists of frames, edges are pairs of lines of the network.

A tool of its own and not one of the well-known ones, because those come as wheels for one kind of processor only.
"""

import random
import struct
import sys
from pathlib import Path

import net

LOOKED_AT = frozenset(
    str(Path(net.__file__).parent / f"{name}.py")
    for name in (
        "attending", "chairs", "cleaning", "codes", "connection", "delaying", "fields", "following", "frames", "peers",
        "rates", "session", "steps", "streams", "table", "telling", "wire",
    )
)  # fmt: skip
"""The files whose edges count."""

MOST_STEPS = 32
"""Frames and pauses of an entry: more than any path through the protocol needs."""

SECONDS = (0.02, 0.5, 3.0, 13.0)
"""Pauses: within a window, over one, and past what counts as slow and as dead."""

INTERESTING = (
    0,
    1,
    0x7F,
    0x80,
    0x8F,
    0x90,
    0x9F,
    0xA0,
    0xBF,
    0xC0,
    0xC1,
    0xC4,
    0xC7,
    0xCF,
    0xD3,
    0xDC,
    0xDF,
    0xE0,
    0xFF,
)
"""Bytes that mean something to msgpack."""


class Edges:
    """Collects which line follows which while the code in its ``with`` runs."""

    def __init__(self):
        self.seen = set()

    def __enter__(self):
        sys.settrace(self._call)
        return self

    def __exit__(self, *_):
        sys.settrace(None)

    def _call(self, frame, event, argument):
        code = frame.f_code
        if code.co_filename not in LOOKED_AT:
            return None
        seen, last = self.seen, 0

        def line(frame, event, argument):
            nonlocal last
            if event == "line":
                seen.add((code, last, frame.f_lineno))
                last = frame.f_lineno
            return line

        return line


class Guided:
    """Runs entries against a target, and goes on from those that reached something new.

    Args:
        target: runs one entry, a list of frames and of seconds that pass; what is to be looked at it does within
            ``with edges``. Returns how much of the entry was used, and whether more would be.
        made: makes a new frame from nothing, by a random number generator.
        seeds: entries to begin with.
        seed: of all chance.
        guided: without it nothing is kept, for comparison.
    """

    def __init__(self, target, made, seeds, seed, guided=True):
        self.rng = random.Random(seed)
        self.edges, self.corpus, self.alive, self.runs, self.frames = Edges(), [], [], 0, 0
        self._target, self._made, self._guided = target, made, guided
        for entry in seeds:
            self._try(entry, keep=True)

    def run(self, runs):
        for _ in range(runs):
            self._try(self._mutated(), keep=False)

    def _try(self, entry, keep):
        before = len(self.edges.seen)
        used, alive = self._target(entry, self.edges)
        self.runs += 1
        self.frames += used
        if keep or (self._guided and len(self.edges.seen) > before):
            self.corpus.append(entry[:used])
            if alive and used < MOST_STEPS:
                self.alive.append(entry)

    def _mutated(self):
        rng = self.rng
        # Those that are not yet at their end lead on: what comes behind them is looked at in a state they have made.
        entry = list(rng.choice(self.alive if self.alive and rng.random() < 0.7 else self.corpus))
        for _ in range(rng.choice((1, 1, 2, 4))):
            at = len(entry) if rng.random() < 0.5 else rng.randrange(len(entry) + 1)
            kind = rng.randrange(8)
            if kind < 2:
                entry.insert(at, self._made(rng))
            elif kind == 2 and entry:
                entry.insert(at, rng.choice(entry))
            elif kind == 3:
                other = rng.choice(self.corpus)
                entry[at:at] = other[rng.randrange(len(other) + 1) :][:6]
            elif kind == 4:
                entry.insert(at, rng.choice(SECONDS))
            elif kind == 5 and at < len(entry):
                del entry[at]
            elif at < len(entry) and isinstance(entry[at], bytes):
                entry[at] = self._bent(entry[at])
            else:
                entry.append(self._bent(self._made(rng)))
        return entry[:MOST_STEPS]

    def _bent(self, frame):
        rng, body = self.rng, bytearray(frame[4:])
        for _ in range(rng.choice((1, 1, 2))):
            at = rng.randrange(len(body) + 1)
            kind = rng.randrange(4)
            if kind == 0 and at < len(body):
                body[at] = rng.choice(INTERESTING)
            elif kind == 1 and at < len(body):
                body[at] ^= 1 << rng.randrange(8)
            elif kind == 2:
                body[at:at] = rng.randbytes(rng.randrange(1, 4))
            else:
                del body[at : at + rng.randrange(1, 4)]
        # Mostly with the length that it has, so that the value within is looked at.
        length = len(body) if rng.random() < 0.9 else rng.choice((0, 1, 2**16, 2**32 - 1))
        return struct.pack(">I", length) + bytes(body)
