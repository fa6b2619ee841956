"""The searching level thinks in another process: nobody waits, and nothing is left behind."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.actions import Verb
from engine.bots import LEVELS
from engine.cards import SEATS
from engine.match import Match
from engine.rules import CLASSIC
from engine.shuffle import seeded_key
from net.table import Table, Timing
from net.thinking import Thinker
from net.thoughts import PATIENCE
from tests.deciding import situation


@pytest.fixture
def thinker():
    made = Thinker(seconds=0.05)
    yield made
    made.close()


def test_asking_does_not_wait_and_the_answer_is_lawful(thinker):
    view = situation("444 55 99 JJ KK X", "6 777")
    question = thinker.ask(view, 1)
    assert not thinker.ready(question)
    action = thinker.wait(question)
    assert view.why_not(action) is None


def test_it_is_a_bot_and_takes_questions_in_any_number(thinker):
    leads = situation("444 55 99 JJ KK X")
    assert thinker(leads, random.Random(1)).verb is Verb.PLAY
    questions = [thinker.ask(leads, seed) for seed in range(3)]
    assert thinker.wait(questions[-1]).verb is Verb.PLAY


def test_a_view_is_thought_about_as_it_stood(thinker):
    view = situation("444 55 99 JJ KK X")
    question = thinker.ask(view, 1)
    before = view.hand[:]
    view.hand[:] = [0] * 15
    action = thinker.wait(question)
    assert all(have >= need for have, need in zip(before, action.cards, strict=True)) and any(action.cards)


def test_the_process_ends_with_its_parent_however_that_ends():
    code = (
        "import os, time; from net.thinking import Thinker; from tests.deciding import situation\n"
        "if __name__ == '__main__':\n"
        "    t = Thinker(0.01); v = situation('444 55 KK'); t.wait(t.ask(v, 1))\n"
        "    print(t._process.pid, flush=True); os.kill(os.getpid(), 9)\n"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root)
    child, end = int(done.stdout), time.monotonic() + 10
    while time.monotonic() < end:
        try:
            os.kill(child, 0)
            state = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
        except (ProcessLookupError, FileNotFoundError):
            return
        if state == "Z":
            return
        time.sleep(0.01)
    raise AssertionError("the thinking process outlived its parent")


def test_with_its_process_gone_the_expert_decides_on_what_was_asked():
    made = Thinker(seconds=0.05)
    view = situation("444 55 99 JJ KK X")
    made(view, random.Random(1))
    made._process.terminate()
    made._process.join()
    question = made.ask(view, 1)
    view.hand[:] = [0] * 15
    assert made.wait(question).verb is Verb.PLAY
    made.close()


class Slow:
    """A thinker whose answers come when they are let."""

    def __init__(self):
        self.asked, self.open = [], False

    def ask(self, view, seed):
        self.asked.append((view, LEVELS["greedy"](view, random.Random(seed))))
        return len(self.asked) - 1

    def ready(self, question):
        return self.open

    def take(self, question):
        return self.asked[question][1]


def hard_table(thinker):
    match = Match(CLASSIC, lambda deal, attempt: seeded_key(5, deal, attempt), deals=1)
    timing = Timing(burn_window=0, pace=0, grace=1, clock=0)
    table = Table(match, timing, random.Random(1), lambda line: None, lambda *_: None, thinker=thinker)
    for seat in SEATS:
        table.add_bot(seat, "hard")
    table.begin(0.0)
    return table


def test_a_table_waits_for_a_thought_without_standing_still_and_not_for_ever():
    slow = Slow()
    table = hard_table(slow)
    now = 0.0
    while not slow.asked:
        table.tick(now)
        now += 0.01
    step = table.seq
    for _ in range(20):
        assert not table.tick(now)
        now += 0.01
    assert table.seq == step
    now += PATIENCE
    while table.seq == step:
        table.tick(now)
        now += 0.01


def test_a_deal_of_thinking_bots_ends():
    thinker = Slow()
    thinker.open = True
    table = hard_table(thinker)
    now = 0.0
    for _ in range(5000):
        if table.match.over:
            break
        table.tick(now)
        now += 0.05
    assert table.match.over and len(thinker.asked) > 50
