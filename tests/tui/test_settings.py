"""Settings: read and written as TOML, whatever the file holds; changed in the program; asked for at a first start."""

from dataclasses import asdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_tui.base_app import BaseApp
from gouji_tui.lobby import LobbyApp
from gouji_tui.screens.beginning import BeginningScreen
from gouji_tui.screens.settings import SettingsScreen
from gouji_tui.settings import CHOICES, FILE, Preferences, Settings, read_settings
from net.folders import config_folder

values = st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text(), max_size=2)


def test_what_is_changed_is_there_the_next_time(gouji_home):
    first = Preferences.load()
    assert first.first_time and first.value == Settings()
    first.change(language="zh", name='小"李', ascii_lines=True)
    again = Preferences.load()
    assert not again.first_time
    assert again.value == Settings("zh", '小"李', ascii_lines=True)
    assert [each.name for each in config_folder().iterdir()] == [FILE]


@given(st.dictionaries(st.sampled_from([*asdict(Settings())]) | st.text(), values))
def test_any_file_gives_settings(found):
    settings = read_settings(found)
    for name, choices in CHOICES.items():
        assert getattr(settings, name) in choices
    assert not any(each in settings.name for each in "\n\x1b")


@pytest.mark.parametrize("held", [b"", b"language = ", b"\xff\xfe", b"theme = 'pink'\nbell = 1"])
def test_a_broken_file_is_no_file(gouji_home, held):
    config_folder().mkdir(parents=True)
    (config_folder() / FILE).write_bytes(held)
    assert Preferences.load().value == Settings()


async def test_they_are_changed_by_arrows_and_enter(gouji_home):
    preferences = Preferences.load()
    app = BaseApp(preferences)
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(SettingsScreen(preferences, "en"))
        await pilot.press("enter", "enter", "down", "enter", *"Anna", "enter", "down", "enter")
        assert preferences.value == Settings("en", "Anna", "light")
        assert app.theme == "textual-light"
        await pilot.press("down", "enter", "escape")
        assert not isinstance(app.screen, SettingsScreen)
    assert Preferences.load().value == Settings("en", "Anna", "light", ascii_lines=True)


@pytest.mark.parametrize(
    ("keys", "chosen"),
    [(["enter"], ("play", "--tutorial")), (["down", "enter"], ("play",)), (["down", "down", "enter"], None)],
)
async def test_behind_a_first_start_a_newcomer_is_offered_tutorial_practice_and_tables(keys, chosen, gouji_home):
    app = LobbyApp("en", tables=(), preferences=Preferences.load())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("escape", *keys)
        await pilot.pause()
        assert app.is_running is (chosen is None)
    assert app.return_value == chosen


async def test_a_first_start_asks_and_then_shows_the_lobby(gouji_home):
    app = LobbyApp("en", tables=(), preferences=Preferences.load())
    async with app.run_test(size=(80, 24)) as pilot:
        assert isinstance(app.screen, SettingsScreen)
        await pilot.press("p", "enter", "escape")
        assert app.is_running and isinstance(app.screen, BeginningScreen)
        await pilot.press("escape")
        assert app.is_running and app.screen is app.screen_stack[0]
        await pilot.press("s")
        assert isinstance(app.screen, SettingsScreen)
    assert Preferences.load().value.language == "zh"
