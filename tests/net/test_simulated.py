"""Matches in virtual time under faults: none stuck, none lost, every view true at the end (DESIGN: Net)."""

from collections import Counter

import pytest

from tests.net.simulator import World


@pytest.mark.parametrize("seed", range(20))
def test_a_match_under_faults_ends_with_true_views_and_nothing_lost(seed):
    World(seed).run()


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_thousand_matches_under_faults():
    happened = Counter()
    for seed in range(1000, 2000):
        world = World(seed)
        world.run()
        happened += world.happened
    print(dict(happened))
