"""What is done at the table beside the game: pages over it, settings, talking, leaving, results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.events import DealScored
from gouji_tui.actions import WISHES, ActionId
from gouji_tui.screens.help import open_help
from gouji_tui.screens.menu import Menu
from gouji_tui.screens.muting import MutingScreen
from gouji_tui.screens.notice import Notice, result
from gouji_tui.screens.settings import SettingsScreen
from gouji_tui.screens.sheet import Sheet, open_rules, open_sheet
from gouji_tui.sheets import next_debt_lines
from gouji_tui.strings import text

if TYPE_CHECKING:
    from gouji_tui.screens.table import TableScreen


def turn_to(table: TableScreen, command: ActionId, confirmed: ActionId | None) -> bool:
    """Do what is no part of the game; False for what is.

    Args:
        table: where.
        command: what.
        confirmed: what was asked for just before: to leave wants it twice.
    """
    language = table.language
    if command is ActionId.HELP:
        open_help(table.app, table.view, table.pick.picked, language, table.guard)
    elif command is ActionId.CHAT:
        table.open_chat()
    elif command is ActionId.MENU:
        table.app.push_screen(Menu(language), table.chosen_in_menu)
    elif command is ActionId.LANGUAGE:
        table.language = "en" if language == "zh" else "zh"
        table.preferences.change(language=table.language)
    elif command is ActionId.THEME:
        table.preferences.next_of("theme")
    elif command is ActionId.GLYPHS:
        table.preferences.next_of("ascii_lines")
    elif command is ActionId.AUTOPASS:
        table.preferences.next_of("autopass")
        state = "on" if table.preferences.value.autopass else "off"
        table.notice = text(language, f"screen.autopass_{state}")
    elif command in WISHES:
        if table.wish is None:
            table.notice = text(language, "screen.no_wish")
        else:
            table.wish(command)
    elif command is ActionId.MUTE:
        table.app.push_screen(MutingScreen(language, table.muted, table.view.seat, table.note))
    elif command is ActionId.COVER:
        table.covered = not table.covered
    elif command is ActionId.SETTINGS:
        table.app.push_screen(SettingsScreen(table.preferences, language), table.settings_done)
    elif command is ActionId.QUIT:
        if confirmed is command:
            table.call_later(table.app.action_quit)
        else:
            table.confirmed, table.notice = command, text(language, "screen.quit_again")
    elif command is ActionId.COUNTER and not table.counter:
        table.notice = text(language, "counter.off")
    elif command in (ActionId.COUNTER, ActionId.BACK, ActionId.SCORE):
        open_sheet(table.app, command, table.history, table.view, language, table.names)
    elif command is ActionId.RULES:
        open_rules(table.app, table.view.rules, language)
    else:
        return False
    return True


def show_watching(table: TableScreen, names: Sequence[str]) -> None:
    """Show the names of those who watch."""
    language = table.language
    lines = [*names] or [text(language, "watching.nobody")]
    table.app.push_screen(Sheet(text(language, "watching.title"), lines, text(language, "watching.close")))


def result_of(table: TableScreen, scored: DealScored, over: bool) -> Notice:
    """Return how a deal, or with ``over`` the match, has ended at a table, and what is owed in the next deal."""
    owed = () if over else next_debt_lines(table.history, table.view, table.language)
    return result(scored, table.language, over, table.guard, table.view.seat or 0, table.names, owed)


__all__ = ["result_of", "show_watching", "turn_to"]
