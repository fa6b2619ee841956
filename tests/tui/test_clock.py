"""The clock of a table of one's own: a bot makes the one decision for which the time is up."""

from random import Random

from engine.bots import LEVELS
from engine.match import Match
from engine.rules import CLASSIC
from engine.shuffle import seeded_key
from gouji_tui.app import GoujiApp


def app_of(record=None, **options):
    match = Match(CLASSIC, lambda deal, attempt: seeded_key(7, deal, attempt), deals=1)
    bots = dict.fromkeys(range(2, 7), LEVELS["greedy"])
    return GoujiApp(match, bots, Random(7), record, "en", pace=0, guard=0, **options)


async def until(pilot, holds):
    for _ in range(20000):
        if holds():
            return
        await pilot.pause()
    raise AssertionError("never came")


async def test_a_person_who_never_decides_holds_nobody_up():
    app = app_of(clock=0.02, window=0.02)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.practice.match.over)
        assert app.practice.match.places


async def test_the_seconds_left_are_on_the_screen_while_the_clock_runs():
    app = app_of(clock=30.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        assert app.table.scene.seconds == 30
        await pilot.press("h", "enter")
        await until(pilot, lambda: app.practice.match.over or app.table.deadline is None or app.table.asked)


async def test_a_record_that_cannot_be_written_ends_the_match_with_a_sentence(tmp_path, monkeypatch):
    app = app_of(tmp_path / "record.jsonl", clock=0.01, window=0.01)

    def full(line):
        raise OSError(28, "No space left on device")

    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        monkeypatch.setattr(app.practice, "_write", full)
        await until(pilot, lambda: bool(app.failed))
        assert app.failed == "the record cannot be written: No space left on device"
