"""Help over the table: what may be done now, and at the next ``?`` all keys, at a digit a section of the rules."""

from __future__ import annotations

from textual.app import App

from engine.cards import Counts
from engine.view import View
from gouji_tui.actions import ActionId, find_action
from gouji_tui.explain import may_lines, word_lines
from gouji_tui.keys import keys_lines
from gouji_tui.screens.notice import Notice
from gouji_tui.screens.sheet import MARGIN, open_rules
from gouji_tui.strings import text


def open_help(app: App[object], view: View, picked: Counts, language: str, guard: float) -> None:
    """Show what the view's seat may do now, with the cards picked, and what the words on the table mean."""

    def keys(typed: str | None) -> None:
        if typed and typed in "123456789":
            open_rules(app, view.rules, language, int(typed))
            return
        action = find_action(typed or "")
        if action is not None and action.id is ActionId.HELP:
            body = "\n".join(keys_lines(language, app.size.width - MARGIN))
            foot = text(language, "screen.any_key")
            app.push_screen(Notice(text(language, "screen.keys_title"), body, foot, guard))

    lines = may_lines(view, picked, language)
    words = word_lines(view, language)
    if words:
        lines += ["", text(language, "help.words"), *words]
    app.push_screen(Notice(text(language, "help.title"), "\n".join(lines), text(language, "help.foot"), guard), keys)
