"""The lobby with tables put into it in place of the LAN."""

import dataclasses

import pytest
from textual import events
from textual.widgets import OptionList

from gouji_tui import cli
from gouji_tui.lobby import LobbyApp
from net.discovery import FoundTable
from net.wire import TableCard

SHOWN = "--fingerprint=" + "0" * 64
"""The announced fingerprint goes along, so that nobody else is joined at that address."""


def found(title="Lunch", address="10.0.0.5", answers=True, state="waiting", table_id="abc123", host="Anna"):
    card = None
    if answers:
        card = TableCard(table_id, title, host, 21654, "classic", 3, 0, 0, False, 0, False, state, 1, "0.1.0", "0" * 64)
    return FoundTable(table_id, title, (address,), 21654, "0" * 64, 1, "0.1.0", 3, answers, card)


def lobby(*tables, language="en", **more):
    return LobbyApp(language, tables=tables, **more)


def rows(app):
    options = app.query_one(OptionList)
    return [str(options.get_option_at_index(index).prompt) for index in range(options.option_count)]


async def test_the_list_says_what_is_known_of_each_table():
    app = lobby(
        found(),
        found("Dinner", "fd00::7", state="playing", table_id="abc124"),
        found("Gone", "10.0.0.9", answers=False, table_id="abc125"),
        dataclasses.replace(found(table_id="abc126"), card=None, protocol=7, why="protocol"),
    )
    async with app.run_test(size=(80, 24)):
        first, second, third, fourth = rows(app)
    assert all(word in first for word in ("Lunch", "Anna", "10.0.0.5:21654", "seats free: 3", "waiting"))
    assert "[fd00::7]:21654" in second and "playing" in second
    assert "no answer" in third
    assert "another version (protocol 7, ours 1)" in fourth


@pytest.mark.parametrize(
    ("keys", "returned"),
    [
        (["enter"], ("join", "10.0.0.5:21654", SHOWN)),
        (["down", "enter"], ("join", "10.0.0.6:21654", SHOWN)),
        (["W"], ("watch", "10.0.0.5:21654", SHOWN)),
        (["o"], ("host",)),
        (["p"], ("play",)),
        (["a", *"10.1.1.1", "enter"], ("join", "10.1.1.1")),
        (["a", *"box", "enter"], ("join", "box:21654")),
        (["a", "x", "escape", "p"], ("play",)),
        (["ctrl+q"], None),
    ],
    ids=str,
)
async def test_keys_return_what_to_run(keys, returned):
    app = lobby(found(), found("Dinner", "10.0.0.6", table_id="abc124"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
    assert app.return_value == returned and app.return_code == 0


async def test_what_is_typed_right_behind_a_goes_into_the_address():
    app = lobby(found())
    async with app.run_test(size=(80, 24)) as pilot:
        for key in "a10.1.1.1":
            event = events.Key("full_stop" if key == "." else key, key)
            event.set_sender(app.query_one(OptionList))  # Else it does not rise to the app, its maker.
            app.query_one(OptionList).post_message(event)
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
    assert app.return_value == ("join", "10.1.1.1")


@pytest.mark.parametrize("typed", ["-h", "a:b", "a b"])
async def test_what_is_no_address_is_said_so(typed):
    app = lobby()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("a")
        app.query_one("#address").value = typed
        await pilot.press("enter")
        await pilot.pause()
        assert app.is_running and "no address" in app.hint


async def test_an_evil_title_is_harmless():
    evil = "\x1b[2J\u202e[red]x[/][@click=app.quit]y"
    app = lobby(found(evil, host="\u2066[b]h\x07"), notice="[bold]\x1b]0;t\x07")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        (row,) = rows(app)
        picture = app.export_screenshot().replace("&#160;", " ")
    assert "[2J[red]x[/][@click=app.quit]y" in row and "[b]h" in row
    assert not any(sign in row + app.hint for sign in "\x1b\x07\u202e\u2066")
    assert "[red]x[/][@click=app.quit]y" in picture


async def test_an_empty_lan_says_after_a_while_that_an_address_does():
    app = lobby(empty_seconds=0.05)
    async with app.run_test(size=(80, 24)) as pilot:
        assert "address" not in app.hint
        await pilot.pause(0.2)
        assert "by address works" in app.hint


async def test_a_notice_is_shown_first_and_chinese_is_spoken():
    async with lobby(notice="the table is gone").run_test() as pilot:
        assert pilot.app.hint == "the table is gone"
    app = lobby(found(), language="zh")
    async with app.run_test():
        assert "等候中" in rows(app)[0]


async def test_a_private_table_asks_for_its_code_before_it_is_joined():
    table = found()
    app = lobby(dataclasses.replace(table, card=dataclasses.replace(table.card, code=True)))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.press("t", "e", "a", "enter")
    assert app.return_value == ("join", "10.0.0.5:21654", SHOWN, "--code=tea")


def test_what_is_said_to_the_lobby_goes_to_what_is_begun_there(monkeypatch, capsys):
    """A command's own option goes before; what a command has no use for is refused, not dropped."""
    ran = []
    run = dict.fromkeys(("join", "tables", "verify"), lambda options: ran.append(options) or 0)
    monkeypatch.setattr(cli, "_RUN", run)
    assert cli.main(["--name", "Anna", "--lang", "zh", "join", "--lang", "en", "10.0.0.5"]) == 0
    assert (ran[0].name, ran[0].lang) == ("Anna", "en")
    assert cli.main(["--interface", "10.0.0.7", "--lang", "zh", "tables"]) == 0
    assert (ran[1].interface, ran[1].lang) == ("10.0.0.7", "zh")
    assert cli.main(["--name", "Anna", "verify", "match.jsonl"]) == 2
    assert "--name is no option of gouji verify" in capsys.readouterr().err and len(ran) == 2
