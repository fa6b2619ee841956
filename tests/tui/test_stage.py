"""The stage shows a table to a room: large, without keys, and finds it again."""

import pytest
from rich.cells import cell_len

from engine.cards import RANKS, parse_cards
from engine.events import Played
from engine.replay import Replay
from gouji_tui.screens.stage import StageScreen
from gouji_tui.stage_app import StageApp
from gouji_tui.widgets.big_cards import ROWS, big_cards
from net.finding import Place
from net.identity import Identity
from tests.engine.test_golden import lines_of
from tests.golden import FOLDER
from tests.net.test_host import hosting
from tests.tui.test_table_screen import screen_lines


@pytest.mark.parametrize("rank", RANKS)
def test_every_rank_is_drawn_large(rank):
    picture = big_cards(parse_cards(rank * 2), 40)
    rows = picture.plain.split("\n")
    assert len(rows) == ROWS and len({cell_len(row) for row in rows}) == 1 and "*2" in rows[-1]
    assert any("reverse" in str(span.style) for span in picture.spans)


def test_no_more_ranks_are_drawn_than_there_is_room_for():
    for width in (20, 40, 60, 80):
        rows = big_cards(parse_cards("TTT 222 xx XX"), width).plain.split("\n")
        assert all(cell_len(row) <= width for row in rows)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 40)], ids=str)
async def test_the_standing_set_and_both_languages_are_shown(size):
    replay = Replay(lines_of(FOLDER / "classic.jsonl.xz"))
    app = StageApp(nowhere, "stage", Identity.temporary(), None, ["zh", "en"], again=3600)
    async with app.run_test(size=size) as pilot:
        stage, shown = app.stage, 0
        for step, frame in enumerate(replay.deals[0].frames[:40]):
            view = replay.views(0, step)[None]
            stage.show(view, {3: "Anna"}, list(frame.events))
            if not any(isinstance(event, Played) for event in frame.events):
                continue
            await pilot.pause()
            lines = screen_lines(app)
            assert len(lines) == size[1] and all(cell_len(line) == size[0] for line in lines)
            text = "\n".join(lines)
            assert "够级" in text and "Gouji" in text and ("Seat" in text or "座" in text)
            shown += 1
        assert shown > 5
        await pilot.press("q", "escape", "3", "enter")
        assert app.screen is stage and isinstance(stage, StageScreen)


async def nowhere():
    raise OSError


async def test_a_stage_follows_a_table_finds_it_again_and_says_when_it_is_lost():
    address = [Place("127.0.0.1", 1)]

    async def reach():
        return address[0]

    app = StageApp(reach, "stage", Identity.temporary(), None, ["en"], again=0.01)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(app, pilot, "The table is lost")
        for _ in range(2):
            async with hosting(bots=6) as server:
                address[0] = Place("127.0.0.1", server.port)
                await shows(app, pilot, "watching")
            await shows(app, pilot, "The table is lost")
        await pilot.press("ctrl+q")


async def shows(app, pilot, words):
    for _ in range(3000):
        if any(words in line for line in screen_lines(app)):
            return
        await pilot.pause(0.01)
    raise AssertionError(words)
