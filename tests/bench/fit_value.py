"""Fit the value of a position (engine/bots/value.py) to games of experts and write its weights; needs numpy besides.

``python -m tests.bench.fit_value games classic 30000 11 plain.bin`` plays deals and keeps every start of a round with
what each seat got in the end; in four of a hundred decisions something else is done, so that hands come up that no
expert has. ``python -m tests.bench.fit_value fit plain.bin:0.3 threes.bin:0.4 engine/bots/value_weights.py`` fits a net
to each file (the number: how fast unused weights decay) and prints how much of the spread of a tenth of the deals,
which it has not been fitted to, it foresees. Ten minutes on one core for each file of games, one for the fit.
"""

from __future__ import annotations

import struct
import sys
from base64 import b85encode
from itertools import islice
from pathlib import Path
from random import Random
from textwrap import fill

from engine.actions import Action
from engine.arena import Game
from engine.bots.expert import expert_choice
from engine.bots.hard import rivals_of
from engine.bots.weights import Why
from engine.cards import SEATS
from engine.rules import PRESETS
from engine.score import PLACE_POINTS, places
from engine.view import View

ASTRAY = 0.04
"""How often something else than the expert's choice is done."""

LANES, EPOCHS, BATCH, RATE = 16, 6, 1024, 2e-3
"""Of the net and its fit: 32 lanes and more epochs learn the deals by heart."""

ROW = struct.Struct("<i2B6s90s6b")
"""Deal, leader, bound burner, seats gone out, hands of seats 1-6, points of seats 1-6."""

CAPS = (*(9,) * 12, 8, 25, 40, 13)
"""Marks of each feature, as the net reads them."""


class Keeper:
    """A bot for all seats: the expert, astray now and then; keeps every start of a round."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.starts: list[tuple[int, int, bytes, bytes]] = []
        self.game: Game | None = None

    def __call__(self, view: View, own: Random) -> Action | None:
        play = view.play
        action, why = expert_choice(view, own)
        if view.must_answer or play is None or play.plan or self.game is None:
            return action
        if play.top is None and play.turn == view.seat:
            held = b"".join(bytes(self.game.deal.hands[seat]) for seat in SEATS)
            self.starts.append((play.leader, play.burning, bytes((play.exits + [0] * 6)[:6]), held))
        if self.rng.random() < ASTRAY and why not in (Why.LAST_HAND, Why.RUN_OUT) and not play.wind_seat:
            others = list(islice(rivals_of(view, action), 5))
            return self.rng.choice(others) if others else action
        return action


def games(preset: str, deals: int, seed: int, path: Path) -> None:
    """Play deals between experts that go astray now and then, and keep every start of a round."""
    rules, rng = PRESETS[preset], Random(seed)
    with path.open("wb") as file:
        for number in range(deals):
            keeper = Keeper(rng)
            keeper.game = game = Game(rules, seed, number, {"A": keeper, "B": keeper}, lambda: 0)
            game.play()
            play = game.deal.play
            left = dict(enumerate(play.sizes))
            order = places(rules, play.exits, left, revolted=play.revolted, fallen=play.fallen)
            points = [PLACE_POINTS[order.index(seat)] for seat in SEATS]
            for start in keeper.starts:
                file.write(ROW.pack(number, *start, *points))


def read(path: Path):  # type: ignore[no-untyped-def]
    """Return marks (rows by features), the leader's team's points, and the deals' numbers."""
    import numpy as np

    raw = np.frombuffer(path.read_bytes(), dtype=np.uint8).reshape(-1, ROW.size)
    leader, burning = raw[:, 4].astype(int) - 1, raw[:, 5].astype(int)
    around = (leader[:, None] + np.arange(6)) % 6
    hands = np.take_along_axis(raw[:, 12:102].reshape(-1, 6, 15).astype(int), around[:, :, None], axis=1)
    points = np.take_along_axis(raw[:, 102:108].view(np.int8).astype(int), around, axis=1)
    columns, start = [], 0
    for seat in range(6):
        hand = hands[:, seat]
        features = [hand[:, rank] for rank in range(13)]
        features += [hand[:, 13] * 5 + hand[:, 14], hand.sum(1), (hand[:, :12] > 0).sum(1)]
        for feature, marks in zip(features, CAPS, strict=True):
            columns.append(np.clip(feature, 0, marks - 1) + start)
            start += marks
    columns.append((raw[:, 6:12] > 0).sum(1) + start)
    columns.append(np.where(burning > 0, (burning - 1 - leader) % 6 + 1, 0) + start + 6)
    return np.stack(columns, 1), points[:, ::2].sum(1).astype(np.float32), raw[:, :4].copy().view("<i4").ravel()


def fit(path: Path, decay: float):  # type: ignore[no-untyped-def]
    """Return the text of the weights, the biases and what the lanes are worth."""
    import numpy as np

    marks, points, deals = read(path)
    features = 6 * sum(CAPS) + 6 + 7
    tried, fitted = np.where(deals % 10 == 0)[0], np.where(deals % 10 != 0)[0]
    rng = np.random.default_rng(1)
    first = (rng.standard_normal((features, LANES)) * 0.05).astype(np.float32)
    last = (rng.standard_normal(LANES) * 0.3).astype(np.float32)
    weights = [first, np.full(LANES, 0.3, np.float32), last, np.zeros(features, np.float32)]
    constant = np.float32(points[fitted].mean())
    means, squares, step = [0 * each for each in weights], [0 * each for each in weights], 0

    def look(rows):  # type: ignore[no-untyped-def]
        shown = np.zeros((len(rows), features), np.float32)
        shown[np.arange(len(rows))[:, None], marks[rows]] = 1
        sums = shown @ weights[0] + weights[1]
        lanes = np.clip(sums, 0, None)
        return shown, sums, lanes, lanes @ weights[2] + shown @ weights[3] + constant

    for epoch in range(EPOCHS):
        rate, order = RATE * (1 - epoch / EPOCHS) + 5e-5, rng.permutation(fitted)
        for start in range(0, len(order) - BATCH + 1, BATCH):
            rows = order[start : start + BATCH]
            shown, sums, lanes, said = look(rows)
            error = (said - points[rows]) / BATCH * 2
            back = np.outer(error, weights[2]) * (sums > 0)
            constant -= rate * error.sum()
            step += 1
            for index, slope in enumerate((shown.T @ back, back.sum(0), lanes.T @ error, shown.T @ error)):
                means[index] = 0.9 * means[index] + 0.1 * slope
                squares[index] = 0.999 * squares[index] + 0.001 * slope * slope
                moved = means[index] / (1 - 0.9**step) / (np.sqrt(squares[index] / (1 - 0.999**step)) + 1e-7)
                weights[index] -= rate * (moved + (decay * weights[index] if index in (0, 3) else 0))
        said = np.concatenate([look(tried[start : start + 4096])[3] for start in range(0, len(tried), 4096)])
        out = marks[tried, -2] - 6 * sum(CAPS)
        share = [1 - ((points[t] - s) ** 2).mean() / points[t].var() for t, s in _parts(tried, said, out)]
        print(path, epoch, "R2 all, then by seats out:", *(f"{each:.3f}" for each in share), flush=True)
    rows = np.concatenate([weights[0], weights[3][:, None]], 1)
    scale = np.maximum(np.abs(rows).max(0), 1e-9) / 127
    text = b85encode((np.round(rows / scale).astype(int) + 128).astype(np.uint8).tobytes()).decode()
    biases = [round(float(each)) for each in weights[1] / scale[:-1]]
    return text, biases, [float(f"{each:.6g}") for each in (*(weights[2] * scale[:-1]), scale[-1], constant)]


def _parts(tried, said, out):  # type: ignore[no-untyped-def]
    yield tried, said
    for number in range(5):
        yield tried[out == number], said[out == number]


def written(plain, threes) -> str:  # type: ignore[no-untyped-def]
    """Return the module of the weights."""
    lines = ['"""The weights of the value of a position, written by tests/bench/fit_value.py."""', ""]
    lines += ["from typing import Final", ""]
    for name, found, words in (
        ("PLAIN", plain, "Where threes are cards like any others."), ("LAST_THREES", threes, "With last threes."),
    ):  # fmt: skip
        text = found[0]
        lines += [f"{name}: Final = (", *(f"    {text[at : at + 112]!r}" for at in range(0, len(text), 112)), ")"]
        lines += [f'"""{words}"""', ""]
    for name, index, words in (
        ("BIASES", 1, "Of the hidden lanes, without and with last threes."),
        ("OUT", 2, "What a unit of each lane is worth in points; of the linear lane; and the constant."),
    ):
        lines += [f"{name}: Final = ("]
        for found in (plain, threes):
            body = f"({', '.join(map(str, found[index]))}),"
            lines.append(fill(body, 110, initial_indent="    ", subsequent_indent="     "))
        lines += [")  # fmt: skip", f'"""{words}"""', ""]
    return "\n".join(lines)


def main() -> None:
    """Read ``games PRESET DEALS SEED FILE`` or ``fit FILE:DECAY FILE:DECAY MODULE`` and do it."""
    if sys.argv[1] == "games":
        games(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), Path(sys.argv[5]))
        return
    nets = []
    for each in sys.argv[2:4]:
        path, _, decay = each.partition(":")
        nets.append(fit(Path(path), float(decay)))
    Path(sys.argv[4]).write_text(written(*nets), encoding="utf-8")


if __name__ == "__main__":
    main()
