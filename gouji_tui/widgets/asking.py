"""What the person is asked, and what can be done, in words."""

from __future__ import annotations

from engine.actions import Action, Verb
from engine.view import View
from gouji_tui.actions import ACTIONS, ActionId
from gouji_tui.explain import key_of
from gouji_tui.questions import title
from gouji_tui.strings import text

_IN_TURN = (ActionId.PASS, ActionId.YIELD, ActionId.WIND, ActionId.RENOUNCE)


def prompt(view: View, asked: bool, language: str) -> str:
    """Return what is waited for; ``asked``: it is this seat's decision."""
    play = view.play
    if not asked or play is None:
        return text(language, "screen.wait", seat=view.turn) if view.turn else text(language, "screen.wait_all")
    if view.must_answer:
        return title(view, language)
    if view.turn != view.seat:
        return text(language, "screen.offer", seat=play.top_seat)
    if play.wind_seat:
        return text(language, "screen.wind", seat=play.wind_seat)
    if play.top is None:
        return text(language, "screen.lead")
    return text(language, "screen.answer", seat=play.top_seat)


def actions(view: View, language: str) -> str:
    """Return the keys of what the seat asked may do."""
    if view.must_answer:
        return _named([ActionId.PLAY], language)
    if view.turn != view.seat:
        return text(language, "screen.do_burn")
    found = [ActionId.PLAY]
    found += [each for each in _IN_TURN if view.why_not(Action(Verb(each.value))) is None]
    return _named(found, language)


def _named(ids: list[ActionId], language: str) -> str:
    """Return keys with the names of what they do."""
    found = [ACTIONS[each] for each in ids]
    return "   ".join(f"{key_of(each, language)} {text(language, each.label)}" for each in found)
