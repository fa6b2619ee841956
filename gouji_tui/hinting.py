"""A hint in one line: what the expert would do on this view, and by which of its rules."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.actions import Action, Verb
from engine.bots import hint
from engine.view import View
from gouji_tui.strings import cards_text, text

_WITH_CARDS: Final = {Verb.PLAY: "play", Verb.BURN: "burn", Verb.RETURN: "return", Verb.SHOW: "show"}


def hint_line(view: View, language: str) -> tuple[Action | None, str]:
    """Return the expert's action (None: no burn) and one line that names it and says why.

    Args:
        view: of a seat that is asked for a decision.
        language: ``"zh"`` or ``"en"``.
    """
    action, why = hint(view, Random(0))
    return action, text(language, "hint.line", do=_do(action, language), why=text(language, f"why.{why.value}"))


def _do(action: Action | None, language: str) -> str:
    if action is None:
        return text(language, "hint.no_burn")
    if action.verb in _WITH_CARDS:
        return text(language, f"hint.{_WITH_CARDS[action.verb]}", cards=cards_text(language, action.cards))
    if action.verb is Verb.BUY:
        return text(language, "answer.buy")
    if action.verb is Verb.NONE:
        return text(language, "hint.none")
    return text(language, f"action.{action.verb.value}")


__all__ = ["hint_line"]
