"""Hints: what the expert would do on a view and by which of its rules, then other plays with what they cost."""

from __future__ import annotations

from random import Random
from typing import Final

from engine.actions import Action, Verb
from engine.bots import hint
from engine.cards import TWO
from engine.sets import CardSet
from engine.view import View
from gouji_tui.filling import MOST_HINTS, hint_sets
from gouji_tui.strings import cards_text, rank_word, text

_WITH_CARDS: Final = {Verb.PLAY: "play", Verb.BURN: "burn", Verb.RETURN: "return", Verb.SHOW: "show"}


def hint_line(view: View, language: str) -> tuple[Action | None, str]:
    """Return the expert's action (None: no burn) and one line that names it and says why.

    Args:
        view: of a seat that is asked for a decision.
        language: ``"zh"`` or ``"en"``.
    """
    action, why = hint(view, Random(0))
    return action, text(language, "hint.line", do=_do(action, language), why=text(language, f"why.{why.value}"))


def hint_lines(view: View, language: str) -> list[tuple[Action | None, str]]:
    """Return the expert's advice and after it other lawful plays, each with a line; cheapest first, at most eight."""
    found = [hint_line(view, language)]
    if view.must_answer or view.play is None or view.play.wind_seat:
        return found
    verb = Verb.PLAY if view.turn == view.seat else Verb.BURN
    for each in hint_sets(view):
        if len(found) == MOST_HINTS:
            break
        action = Action(verb, each.counts())
        if action != found[0][0]:
            why = _cost(view, each, language)
            found.append((action, text(language, "hint.line", do=_do(action, language), why=why)))
    return found


def _cost(view: View, each: CardSet, language: str) -> str:
    """Return what is left after a set, and what it breaks up or spends."""
    words = [text(language, "hint.left", count=sum(view.hand) - each.size)]
    if each.rank < TWO and each.naturals < view.hand[each.rank]:
        words.append(text(language, "hint.breaks", rank=rank_word(language, each.rank)))
    if spent := each.twos + (each.naturals if each.rank == TWO else 0):
        words.append(text(language, "hint.twos", count=spent))
    if each.jokers:
        words.append(text(language, "hint.jokers", count=each.jokers))
    return text(language, "hint.and").join(words)


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


__all__ = ["hint_line", "hint_lines"]
