"""The coach's line in practice: what the situation is and which rule decides it, for who does not know yet."""

from __future__ import annotations

from engine.actions import Action, Verb
from engine.cards import TWO
from engine.view import View
from gouji_tui.actions import ACTIONS, ActionId
from gouji_tui.keys import key_of
from gouji_tui.strings import rank_word, text


def coach_line(view: View, language: str) -> str:
    """Return one line for a seat that is asked to decide; empty where the question says it all.

    Args:
        view: what the seat knows; it is its turn, or it is offered a burn.
        language: ``"zh"`` or ``"en"``.
    """

    def say(id: str, /, **values: object) -> str:
        return text(language, f"coach.{id}", **values)

    def may(verb: Verb) -> bool:
        return view.why_not(Action(verb)) is None

    def key(id: ActionId) -> str:
        return key_of(ACTIONS[id], language)

    play = view.play
    if view.must_answer or play is None or play.wind_seat or view.seat is None:
        return ""
    if view.turn != view.seat:
        return say("burn", key=key(ActionId.BURN))
    top = play.top
    if top is None:
        if play.burning == view.seat:
            return say("bound")
        return say("brawl_lead" if play.brawl else "lead")
    if may(Verb.WIND):
        return say("wind", key=key(ActionId.WIND))
    if may(Verb.YIELD):
        return say("yield", key=key(ActionId.YIELD))
    if not view.legal_sets():
        return say("nothing", key=key(ActionId.PASS))
    if play.brawl:
        return say("brawl")
    if play.headless(view.seat):
        return say("headless")
    if play.top_gouji:
        return say("gouji")
    if play.passed[view.seat]:
        return say("back")
    if top.rank >= TWO:
        return say("high", count=top.size)
    return say("answer", count=top.size, rank=rank_word(language, top.rank))


__all__ = ["coach_line"]
