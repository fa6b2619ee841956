"""Every state of the table in every size, languages, lines and colours in turn: its text, its cells, its glyphs."""

import os
import unicodedata
from itertools import combinations, count, product
from pathlib import Path

import pytest
from rich.cells import cell_len

from gouji_tui.base_app import BaseApp
from gouji_tui.screens.table import TableScreen
from gouji_tui.settings import Preferences, Settings
from tests.tui.moments import MOMENTS
from tests.tui.states import NAMES, STATES

FOLDER = Path(__file__).parent / "snapshots"
WRITE = os.environ.get("GOUJI_SNAPSHOTS") == "write"
NOW = 100.0
"""What the steady clock says throughout."""
SIZES = ((80, 24), (100, 30), (140, 40), (40, 20))
LINES = set("─│╭╮╰╯┌┬┐└┴┘")
"""The only signs outside ASCII that are not wide."""
PAIRS = [
    (("zh", "en")[number % 2], bool(number // 2 % 2), ("dark", "light", "none")[number % 3]) for number in range(12)
]
"""Language, ASCII, colours: any two values of any two of them meet."""


def variants_of(name):
    """The sizes a state is drawn in, each with language, ASCII and colours: over all states, every combination."""
    number = list(STATES).index(name)
    return [(size, *PAIRS[(number + 7 * at) % len(PAIRS)]) for at, size in enumerate(SIZES)]


def test_any_two_values_of_size_language_lines_and_colours_meet():
    drawn_as = [variant for name in STATES for variant in variants_of(name)]
    for one, other in combinations(range(4), 2):
        met = {(each[one], each[other]) for each in drawn_as}
        assert met == set(product({each[one] for each in drawn_as}, {each[other] for each in drawn_as}))


class Alone(BaseApp):
    """The table without a match, the person asked where it is his turn."""

    def __init__(self, view, steps, language, settings):
        super().__init__(Preferences(settings))
        self.table = TableScreen(view, language, 0.0, lambda words: None, self.preferences)
        self.table.names.update(NAMES)
        for step in steps:
            self.table.told(step)

    async def on_mount(self):
        await self.push_screen(self.table)
        view = self.table.view
        if view.seat and (view.must_answer or view.turn == view.seat or view.legal_burns()):
            self.run_worker(self.table.decide(None))


async def drawn(moment, size, language, ascii_lines, theme, monkeypatch, keys=("k", "k", "2"), **told):
    view, steps = moment()
    monkeypatch.setattr("gouji_tui.screens.table.monotonic", lambda: NOW)
    if theme == "none":
        monkeypatch.setenv("NO_COLOR", "1")
    app = Alone(view, steps, language, Settings(theme="dark" if theme == "none" else theme, ascii_lines=ascii_lines))
    async with app.run_test(size=size) as pilot:
        if size[0] != 40:
            app.table.deadline = NOW + 18.0
        for name, value in told.items():
            setattr(app.table, name, value)
        for _ in range(4):
            await pilot.pause()
        for key in keys if not app.table.question.is_open or keys != ("k", "k", "2") else ():
            await pilot.press({"/": "slash", "?": "question_mark"}.get(key, key))
            await pilot.pause()
        for _ in range(2):
            await pilot.pause()
        return app.screen._compositor.render_strips()


def check(strips, width, ascii_lines, over=False):
    lines = ["".join(segment.text for segment in strip) for strip in strips]
    for line in lines:
        assert cell_len(line) == width, line
        for character in line:
            wide = unicodedata.east_asian_width(character) in "WF"
            assert character.isascii() or wide or (character in LINES and not ascii_lines), (character, line)
    columns = {tuple(at for at, sign in _cells(line) if sign == "│") for line in lines[2:5]}
    assert over or len(columns) == 1, columns
    for strip in strips:
        for segment in strip:
            style = segment.style
            if style and style.color and style.bgcolor and segment.text.strip():
                assert style.color != style.bgcolor or style.reverse, segment
    return [line.rstrip() for line in lines]


def _cells(line):
    at = count()
    for character in line:
        yield next(at), character
        for _ in range(cell_len(character) - 1):
            next(at)


@pytest.mark.parametrize("name", STATES)
async def test_the_table_is_drawn_as_it_was(name, monkeypatch):
    sections = []
    for size, language, ascii_lines, theme in [(SIZES[0], "zh", False, "dark"), *variants_of(name)]:
        with monkeypatch.context() as patch:
            strips = await drawn(STATES[name], size, language, ascii_lines, theme, patch)
        lines = check(strips, size[0], ascii_lines)
        assert len(lines) == size[1]
        title = f"== {size[0]}x{size[1]} {language} {'ascii' if ascii_lines else 'lines'} {theme}"
        sections.append("\n".join([title, *lines]))
    compare(name, sections)


def compare(name, sections):
    found, path = "\n".join(sections) + "\n", FOLDER / f"{name}.txt"
    if WRITE:
        FOLDER.mkdir(exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == found


TOLD = {
    "held": {"held": True},
    "paused": {"standing": "暂停中", "paused": True},
    "away": {"away": {2: "断线 托管", 5: "away, auto"}},
}
"""What the network tells of, as it is set at the table."""


@pytest.mark.parametrize("name", [*dict.fromkeys([*MOMENTS, *TOLD])])
async def test_every_moment_is_drawn_as_it_was_in_both_languages(name, monkeypatch):
    moment, keys = MOMENTS.get(name, MOMENTS["missing"])
    sections = []
    for language in ("zh", "en"):
        with monkeypatch.context() as patch:
            strips = await drawn(moment, (80, 24), language, False, "dark", patch, keys, **TOLD.get(name, {}))
        lines = check(strips, 80, ascii_lines=False, over=name in OVER)
        sections.append("\n".join([f"== 80x24 {language}", *lines]))
    compare(name, sections)


OVER = ("help", "all-keys", "menu", "counter", "back", "score", "settings", "rules")
"""Moments with a page over the table."""
