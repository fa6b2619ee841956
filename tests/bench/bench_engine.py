"""Print the engine's speed, one line a preset; nothing is asserted."""

from __future__ import annotations

import time
from random import Random

from engine.rules import PRESETS
from tests.bench.engine_speed import factory, play_deal

SECONDS = 3.0
"""Length of a run: long enough for a hundred deals."""


def main() -> None:
    """Measure and print."""
    for name, rules in PRESETS.items():
        rng, decisions, deals, begun = Random(2026), 0, 0, time.perf_counter()
        while (took := time.perf_counter() - begun) < SECONDS:
            decisions += play_deal(rng, rules)
            deals += 1
        print(f"{name}: {decisions / took:,.0f} random decisions/s, {decisions / deals:.0f} a deal")
    clone = factory().clone  # type: ignore[attr-defined]
    begun = time.perf_counter()
    for _ in range(20_000):
        clone()
    print(f"copy of a deal in play: {(time.perf_counter() - begun) / 20_000 * 1e6:.1f} us")


if __name__ == "__main__":
    main()
