"""What breaks on real networks and machines, in the lab: cables, switches, sleep, the host's death; nothing is lost."""

import os
import random
import signal
import time
from collections import Counter

import pytest

from tests.e2e.labtable import PLAYERS, LabTable, moved_by_bots
from tests.lanlab import Lab, why_unusable

pytestmark = [
    pytest.mark.lab,
    pytest.mark.soak,
    pytest.mark.skipif(bool(why_unusable()), reason=str(why_unusable())),
]


@pytest.fixture
def lab():
    with Lab(6, name=f"f{os.getpid() % 10000}") as made:
        yield made


@pytest.mark.timeout(300)
def test_with_the_hosts_cable_out_for_8_s_all_are_back_within_3_s_of_it_and_no_bot_moves(lab, tmp_path):
    table = LabTable(lab, tmp_path, 0.1)
    try:
        assert table.until_written(60)
        before = len(table.lines())
        lab.cut(0)
        time.sleep(8)
        lab.restore(0)
        plugged = time.monotonic()
        back = table.back_after(plugged, 30)
        print("back after", [f"{each:.2f}" for each in back])
        assert max(back) < 3
        table.finish(200)
        assert moved_by_bots(table.lines()[before:]) == []
    finally:
        table.close()


@pytest.mark.timeout(300)
def test_five_players_are_back_within_5_s_of_their_hosts_resumption(lab, tmp_path):
    table = LabTable(lab, tmp_path, 0.1)
    try:
        assert table.until_written(60)
        table.kill()
        time.sleep(3)
        listening = table.resume()
        back = table.back_after(listening, 30)
        print("back after", [f"{each:.2f}" for each in back])
        assert max(back) < 5
        table.finish(200)
    finally:
        table.close()


class Faults:
    """Faults of one match, by a seed."""

    def __init__(self, table, rng):
        self.table, self.lab, self.rng, self.happened = table, table.lab, rng, Counter()

    def one(self):
        kind = self.rng.choice(["cut", "silent", "partition", "stopped", "host_stopped", "host_killed"])
        self.happened[kind] += 1
        getattr(self, kind)()

    def cut(self, silent=False):
        machine = self.rng.choice((0, *PLAYERS))
        self.lab.cut(machine, silent=silent)
        time.sleep(self.rng.choice([1.0, 6.0, 14.0]))
        self.lab.restore(machine)

    def silent(self):
        self.cut(silent=True)

    def partition(self):
        away = self.rng.sample(PLAYERS, self.rng.randrange(1, 5))
        self.lab.partition([machine for machine in range(6) if machine not in away], away)
        time.sleep(self.rng.choice([2.0, 7.0, 14.0]))
        self.lab.heal()

    def stopped(self):
        process = self.rng.choice(self.table.players)
        process.signal(signal.SIGSTOP)
        time.sleep(self.rng.choice([2.0, 14.0]))
        process.signal(signal.SIGCONT)

    def host_stopped(self):
        self.table.host.signal(signal.SIGSTOP)
        time.sleep(self.rng.choice([2.0, 14.0]))
        self.table.host.signal(signal.SIGCONT)

    def host_killed(self):
        self.table.kill()
        if self.table.over:
            return
        time.sleep(self.rng.uniform(0.1, 4.0))
        self.table.resume()


@pytest.mark.timeout(3000)
def test_thirty_matches_under_faults_end_with_every_acknowledged_action(lab, tmp_path):
    happened, acknowledged, began = Counter(), 0, time.monotonic()
    for seed in range(int(os.environ.get("GOUJI_LAB_MATCHES", "30"))):
        home = tmp_path / str(seed)
        home.mkdir()
        rng = random.Random(seed)
        table = LabTable(lab, home, 0.03, "--grace", str(rng.choice([3, 20])))
        try:
            faults = Faults(table, rng)
            for _ in range(2):
                if not table.until_written(len(table.lines()) + rng.randrange(20, 90)):
                    break
                faults.one()
            happened += faults.happened
            acknowledged += table.finish(150)
        finally:
            table.close()
            lab.heal()
    print(f"{seed + 1} matches, {dict(happened)}, {acknowledged} acknowledged, {time.monotonic() - began:.0f} s")
