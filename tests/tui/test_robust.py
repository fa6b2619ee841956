"""What broke other programs inside the screen: odd names, colours, sizes, pages and keys while the table moves."""

import ast
import gc
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.screen import Screen
from textual.widgets import Input

import gouji_tui
from engine.events import Passed
from gouji_tui.scene import Scene
from gouji_tui.settings import Settings
from gouji_tui.signs import LINES, known_signs
from gouji_tui.widgets.hand import hand_lines
from gouji_tui.widgets.seats import seats_lines, small_lines
from net.cleaning import EmptyText, clean_chat, clean_name
from tests.tui.states import STATES, lay
from tests.tui.test_snapshots import Alone
from tests.tui.test_table_screen import screen_lines, table_app, until

SOURCES = sorted(Path(gouji_tui.__file__).parent.rglob("*.py"))
ODD = "a中😀👨\u200d👩\u200d👧👍🏽❤\ufe0f🇨🇳1\u20e3★♥→…“”éж\u0301\u202e\u200b "


def words(line):
    return "".join(text for text, _style in line)


@given(st.lists(st.text(ODD, min_size=1, max_size=30), min_size=6, max_size=6), st.sampled_from(["zh", "en"]))
def test_whatever_people_are_called_the_columns_stand(names, language):
    view, _steps = STATES["follow"]()
    cleaned = {}
    for seat, name in enumerate(names, 1):
        try:
            cleaned[seat] = known_signs(clean_name(name))
        except EmptyText:
            cleaned[seat] = ""
    scene = Scene(view, language, names=cleaned)
    for width, lines in ((80, seats_lines(scene, 80)), (100, seats_lines(scene, 100, boxed=True))):
        assert {cell_len(words(line)) for line in lines} <= {width, width - width % 3, 3 * ((width - 4) // 3) + 2}
        bars = {tuple(at for at, sign in enumerate(_cells(words(line))) if sign == "│") for line in lines[:3]}
        assert len(bars) == 1
    assert {cell_len(words(line)) for line in small_lines(scene, 40)} == {40}


def _cells(text):
    return [sign if at == 0 else "" for sign in text for at in range(cell_len(sign))]


@given(st.text(ODD, max_size=60))
def test_signs_of_doubtful_width_are_drawn_as_known_ones_in_as_many_cells(text):
    try:
        text = clean_chat(text)
    except EmptyText:
        return
    shown = known_signs(text)
    assert cell_len(shown) == cell_len(text)
    assert not set(shown) & set("★♥→…“”❤🏽🇨\u20e3")
    assert known_signs(LINES) == LINES


def test_the_sources_read_nothing_as_markup_draw_no_odd_edge_and_name_each_encoding():
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        assert "from_markup" not in source and "auto_refresh" not in source, path
        for kind in re.findall(r"border(?:-\w+)?: *(\w+)", source):
            assert kind in ("solid", "round", "none", "ascii"), (path, kind)
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            arguments = {each.arg for each in node.keywords}
            if name in ("read_text", "write_text"):
                assert "encoding" in arguments or len(node.args) > (name == "write_text"), (path, node.lineno)
            if name == "OptionList":
                assert "markup" in arguments, (path, node.lineno)


def test_what_is_picked_held_and_not_held_differs_without_colour():
    view, _steps = STATES["lead"]()
    view.hand[0] = 0
    app_pick = Alone(view, (), "en", Settings()).table.pick.press_rank(5)
    styles = [style for _text, style in hand_lines(app_pick, "", "en", 80)[2]][1::2]
    assert {styles[0], styles[5], styles[6]} == {"dim", "reverse", ""}


@pytest.mark.parametrize("language", ["zh", "en"])
async def test_sixteen_colours_leave_the_table_to_the_colours_of_the_terminal(language):
    view, steps = STATES["follow"]()
    app = Alone(view, steps, language, Settings(theme="ansi"))
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("k")
        for strip in app.screen._compositor.render_strips():
            for segment in strip:
                for colour in (segment.style.color, segment.style.bgcolor) if segment.style else ():
                    assert colour is None or colour.is_default, segment


async def test_lines_become_ascii_at_once_and_the_pick_stays():
    view, steps = STATES["follow"]()
    app = Alone(view, steps, "en", Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("k", "k")
        assert any("│" in line for line in screen_lines(app))
        await pilot.press("f6")
        await pilot.pause()
        lines = screen_lines(app)
        assert not any(sign in line for line in lines for sign in LINES) and any("[2]" in line for line in lines)


@pytest.mark.parametrize("size", [(200, 60), (118, 24), (117, 50), (80, 25), (79, 24), (40, 20), (39, 30), (20, 8)])
async def test_the_hand_the_pile_and_what_is_asked_are_seen_at_any_size(size):
    view, steps = STATES["follow"]()
    app = Alone(view, steps, "en", Settings())
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.resize_terminal(*size)
        for _ in range(4):
            await pilot.pause()
        await pilot.press("k")
        await pilot.pause()
        shown = "\n".join(screen_lines(app))
        assert "9 9 9" in shown and ">> " in shown and "K" in shown
        assert app.table.pick.size == 1


async def test_after_a_storm_of_sizes_the_log_is_at_its_end():
    view, steps = STATES["follow"]()
    app, sizes = Alone(view, steps, "en", Settings()), Random(3)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        for number in range(15):
            app.table.told(lay(2, "3" * (1 + number % 3)))
            await pilot.resize_terminal(sizes.randint(20, 160), sizes.randint(6, 50))
        await pilot.resize_terminal(80, 24)
        for last in ("with one more line", "without"):
            if last == "with one more line":
                app.table.told(Passed(6))
            for _ in range(3):
                await pilot.pause()
            shown = [line for line in screen_lines(app) if line.startswith(" ")]
            assert any("passed" in line for line in shown), last


async def test_pages_that_come_and_go_are_not_kept():
    app = table_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)

        async def open_and_close():
            for key in ("question_mark", "m", "c", "v", "i"):
                await pilot.press(key)
                await until(pilot, lambda: app.screen is not app.table)
                await pilot.press("escape")
                await until(pilot, lambda: app.screen is app.table)
            gc.collect()
            return sum(isinstance(each, Screen) for each in gc.get_objects())

        first = await open_and_close()
        for _ in range(2):
            last = await open_and_close()
        assert last <= first


async def test_many_keys_and_presses_at_once_while_pages_come_and_go_break_nothing():
    app, keys = table_app(level="random"), Random(5)
    choices = [*"3456789jqka2sbzfhgmcvio?nyp", *"escape enter up down left right f5 f6 f8 space".split()]
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        for _ in range(8):
            await pilot.press(*({"?": "question_mark"}.get(each, each) for each in keys.choices(choices, k=8)))
            await pilot.click(offset=(keys.randrange(80), keys.randrange(24)))
        assert app.is_running
        assert not isinstance(app.focused, Input)


async def test_the_cursor_rests_on_what_is_waited_for_and_follows_what_is_typed():
    view, steps = STATES["follow"]()
    app = Alone(view, steps, "en", Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.table.asked)
        await pilot.press("k")
        assert app.cursor_position.y == app.table.ask.region.y
        await pilot.press("slash", "h", "i")
        await pilot.pause()
        assert app.cursor_position.y == app.table.chat.region.y
        await pilot.press("escape")
        await pilot.pause()
        assert app.cursor_position.y == app.table.ask.region.y
