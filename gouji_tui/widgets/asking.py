"""What the person is asked, and what can be done, in words."""

from __future__ import annotations

from engine.actions import Action, Verb
from engine.view import View
from gouji_tui.questions import title
from gouji_tui.widgets.texts import tell


def prompt(view: View, asked: bool, language: str) -> str:
    """Return what is waited for; ``asked``: it is this seat's decision."""
    play = view.play
    if not asked or play is None:
        return tell(language, "wait", seat=view.turn) if view.turn else tell(language, "wait_all")
    if view.must_answer:
        return title(view, language)
    if view.turn != view.seat:
        return tell(language, "offer", seat=play.top_seat)
    if play.wind_seat:
        return tell(language, "wind", seat=play.wind_seat)
    return tell(language, "lead") if play.top is None else tell(language, "answer", seat=play.top_seat)


def actions(view: View, language: str) -> str:
    """Return the keys of what the seat asked may do."""
    if view.must_answer:
        return tell(language, "do_play")
    if view.turn != view.seat:
        return tell(language, "do_burn")
    if view.play is not None and view.play.wind_seat:
        return tell(language, "do_agree")
    words = [tell(language, "do_play")]
    for key in ("pass", "yield", "wind", "renounce"):
        if view.why_not(Action(Verb(key))) is None:
            words.append(tell(language, f"do_{key}"))
    return "   ".join(words)
