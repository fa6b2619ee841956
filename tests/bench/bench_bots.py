"""Print what the bots are worth on duplicate deals, as the rows of docs/bots.md; nothing is asserted.

``python -m tests.bench.bench_bots rules classic 400`` takes each of the expert's rules away in turn and plays the whole
expert against the rest; ``tune biesan 150 2`` moves one weight after another against greedy and the expert that stands.
"""

from __future__ import annotations

import sys
from dataclasses import asdict
from multiprocessing import Pool
from multiprocessing.pool import Pool as Workers
from random import Random

from engine.arena import mean_and_half_width, play_pair
from engine.bots import bot_of
from engine.bots.weights import weights_of
from engine.rules import PRESETS

SEED = 2027
"""Of the table in docs/bots.md; tuning starts from 100, so that no deal is in both."""

WITHOUT = {
    "2s kept": "two=0",
    "small jokers kept": "small=0",
    "big jokers kept": "big=0",
    "gouji groups kept": "gouji=0.3",
    "long groups counted cheaper": "bulk=0",
    "the lead sought": "lead=0",
    "the lead sought more near the end": "finish=0",
    "a partner's set spared": "partner=0",
    "a partner nearly out let go (送科)": "near_partner=0",
    "an enemy kept from the lead": "enemy=0",
    "an enemy nearly out held (墙)": "near_enemy=0",
    "partners thought to beat one seldom": "shy=1",
    "enemies thought to beat one seldom": "bold=1",
    "not passing early": "stay=0",
    "not leading what an enemy can go out on": "wall=0",
    "the run reckoned": "run=0",
    "a sure run played": "sure=2",
    "burning": "burn=99",
    "partners not burned": "burn_partner=0",
    "revolution": "revolt=0",
    "yielding": "yields=0",
    "asking for the wind": "winds=0",
}
"""Each rule and the weights that take it away."""

STEPS = (0.4, 0.25, 0.15)
"""By which share a weight is moved, round by round."""

LEAST = 0.04
"""A gain below this is noise at some hundred deals, and no reason to move a weight."""


def still() -> int:
    """Return no time: strength alone is measured here."""
    return 0


def _one(what: tuple[str, str, str, int, int]) -> tuple[float, float]:
    a, b, preset, seed, number = what
    pair = play_pair(PRESETS[preset], seed, number, bot_of(a), bot_of(b), still)
    return pair.score, pair.wins


def match(pool: Workers, a: str, b: str, preset: str, seed: int, deals: int) -> tuple[float, float, float, float]:
    """Return A's score a deal and share of wins, each with its half-width."""
    found = pool.map(_one, [(a, b, preset, seed, number) for number in range(1, deals + 1)], chunksize=10)
    score, score_ci = mean_and_half_width(each[0] for each in found)
    wins, wins_ci = mean_and_half_width(each[1] for each in found)
    return score, score_ci or 0.0, wins, wins_ci or 0.0


def rules(pool: Workers, preset: str, deals: int) -> None:
    """Print what the expert gains by each rule."""
    for name, changes in WITHOUT.items():
        score, score_ci, wins, wins_ci = match(pool, "expert", f"expert:{changes}", preset, SEED, deals)
        print(f"| {name} | `{changes}` | {score:+.2f} ± {score_ci:.2f} | {100 * wins:.1f} ± {100 * wins_ci:.1f} % |")
        sys.stdout.flush()


def tune(pool: Workers, preset: str, deals: int, rounds: int) -> None:
    """Move one weight after another while that gains against greedy and the expert together; print what comes out."""
    weights = asdict(weights_of(PRESETS[preset]))

    def gain(tried: dict[str, float], seed: int) -> float:
        name = "expert:" + ",".join(f"{key}={value:.3g}" for key, value in tried.items())
        return sum(match(pool, name, other, preset, seed, deals)[0] for other in ("greedy", "expert")) / 2

    for number in range(rounds):
        best, share = gain(weights, 100 + number), STEPS[min(number, len(STEPS) - 1)]
        keys = list(weights)
        Random(number).shuffle(keys)
        for key in keys:
            for step in (share, -share):
                tried = {**weights, key: weights[key] + step * max(abs(weights[key]), 0.3)}
                found = gain(tried, 100 + number)
                if found > best + LEAST:
                    best, weights = found, tried
                    print(f"{key}={weights[key]:.3g}: {best:+.3f}", flush=True)
                    break
        print(f"round {number}: {best:+.3f} {weights}", flush=True)


def main() -> None:
    """Read ``rules PRESET DEALS`` or ``tune PRESET DEALS ROUNDS`` and run it."""
    what, preset, deals = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with Pool() as pool:
        if what == "tune":
            tune(pool, preset, deals, int(sys.argv[4]))
        else:
            rules(pool, preset, deals)


if __name__ == "__main__":
    main()
