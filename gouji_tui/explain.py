"""What a seat may do now and why not more, and what the words on the table mean; from the engine's own reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.actions import Action, Verb
from engine.cards import NO_CARDS, SEATS, Counts
from engine.phase import Phase
from engine.reasons import Code, Reason
from engine.view import View
from gouji_tui.actions import TABLE_ACTIONS
from gouji_tui.keys import key_of
from gouji_tui.questions import choice, order_choice, title
from gouji_tui.strings import reason_text, text

SECTIONS: Final[Mapping[Code, int]] = {
    Code.NOT_YOUR_TURN: 3,
    Code.PASSED: 3,
    Code.NOT_OPPOSITE: 3,
    Code.COUNT: 2,
    Code.RANK: 2,
    Code.NEEDS_BIG_JOKER: 2,
    Code.DEAD: 2,
    Code.MIXED_RANKS: 2,
    Code.NOT_HELD: 2,
    Code.MUST_LEAD: 3,
    Code.BURN_UNSUSTAINABLE: 4,
    Code.BURN_NEEDS_JOKER: 4,
    Code.BURN_NOT_ALLOWED: 4,
    Code.THREES_LAST: 2,
    Code.THREES_WHOLE: 2,
    Code.THREES_BARE: 2,
    Code.YIELD_NOT_ALLOWED: 3,
    Code.WIND_NOT_ALLOWED: 5,
    Code.FIRST_LEAD_FOURS: 7,
    Code.TOO_LATE: 4,
    Code.CLOSING: 4,
    Code.OVER: 5,
    Code.ORDER_NOT_ALLOWED: 11,
    Code.ORDER_PARTNER: 11,
    Code.ORDER_WHOLE_HAND: 11,
    Code.ORDER_SAME_SETS: 11,
    Code.ORDER_FIXED: 11,
    Code.WRONG_PHASE: 8,
    Code.NOT_ALLOWED: 3,
}
"""The section of docs/rulings.md that a refusal stands in."""

_PHASES: Final[Mapping[Phase, int]] = {Phase.FALLS: 5, Phase.CUT: 7, Phase.SHOW: 7}
"""The section that a question before the first set stands in, where that is not the eighth."""

MOST_WORDS: Final = 7
"""Words explained at once: as many as 24 rows hold beside the rest."""

_CARDS: Final = (Verb.PLAY, Verb.BURN)

_ALWAYS: Final = (Verb.PLAY, Verb.PASS, Verb.YIELD, Verb.BURN, Verb.WIND)


def may_lines(view: View, picked: Counts, language: str, typed: bool = False) -> list[str]:
    """Return a line for each thing a seat does at the table: that it may now, or why not and by which rule.

    Args:
        view: what the seat knows.
        picked: the cards picked; none to be told of any cards.
        language: ``"zh"`` or ``"en"``.
        typed: whether lines are typed, and no keys pressed.
    """
    asked = _asked_lines(view, language)
    if asked or view.before.phase is not None:
        return asked
    lines = []
    for action in TABLE_ACTIONS if view.seat is not None else ():
        if action.verb is None:
            continue
        why = _why_not(view, action.verb, picked)
        if why is not None and action.verb not in _ALWAYS:
            continue
        cards = typed and action.verb in _CARDS
        key = text(language, f"plain.key_{action.id.value}") if cards else key_of(action, language)
        name = " ".join(filter(None, (key, text(language, action.label))))
        lines.append(f"+ {name}" if why is None else f"- {name}: {_sentence(why, language)}")
    return lines + _entitled_lines(view, language)


def _asked_lines(view: View, language: str) -> list[str]:
    """Return what is asked beside playing, by which rule, and the answers with their numbers; none while one plays."""
    phase, play = view.before.phase, view.play
    if phase is not None and not view.must_answer:
        return [text(language, "help.others_asked", section=_PHASES.get(phase, 8))]
    ordering = play is not None and play.orderer and play.orderer == view.seat
    if phase is None and not ordering:
        return []
    found = choice(view, language) if phase is not None else order_choice(view, language)
    words = found.title if found is not None else title(view, language)
    section = 11 if phase is None else _PHASES.get(phase, 8)
    answers = [f"+ {number} {each}" for number, (each, _) in enumerate(found.answers, 1)] if found is not None else []
    return [text(language, "help.by_rule", reason=words, section=section), *answers]


def _why_not(view: View, verb: Verb, picked: Counts) -> Reason | str | None:
    """Return why not, as a reason or as the id of a text; None where it may be done."""
    if verb not in _CARDS:
        return view.why_not(Action(verb))
    if any(picked):
        return view.why_not(Action(verb, picked))
    if view.play is not None:
        found = view.legal_sets() if verb is Verb.PLAY else view.legal_burns()
        if found:
            return None
    reason = view.why_not(Action(verb, _lowest(view.hand)))
    holds = reason is None or reason.code in (Code.COUNT, Code.RANK, Code.NEEDS_BIG_JOKER, Code.MIXED_RANKS)
    return "help.nothing_beats" if holds and any(view.hand) else reason


def _lowest(hand: Sequence[int]) -> Counts:
    """Return one card of a hand: whether any may be played is asked with it."""
    for rank, number in enumerate(hand):
        if number:
            return (*NO_CARDS[:rank], 1, *NO_CARDS[rank + 1 :])
    return NO_CARDS


def _sentence(why: Reason | str, language: str) -> str:
    if isinstance(why, str):
        return text(language, "help.by_rule", reason=text(language, why), section=2)
    return text(language, "help.by_rule", reason=reason_text(language, why), section=SECTIONS[why.code])


def _entitled_lines(view: View, language: str) -> list[str]:
    play = view.play
    if play is None or play.top is None:
        return []
    if play.wind_seat:
        waits = " ".join(map(str, play.wind_pending))
        return [text(language, "help.wind_asked", seat=play.wind_seat, seats=waits)]
    lines = []
    for id, seats in (("help.entitled", play.pending), ("help.burners", play.burn_window)):
        if seats:
            lines.append(text(language, id, seats=" ".join(map(str, seats))))
    return lines or [text(language, "help.nobody")]


def word_lines(view: View, language: str) -> list[str]:
    """Return what the words mean that the table shows now, the rarer first."""
    play = view.play
    if play is None:
        return []
    top = play.top
    shown = {
        "dead_gouji": play.protected,
        "brawl": play.brawl,
        "burning": bool(play.burning),
        "headless": any(play.alive[seat] and play.headless(seat) for seat in SEATS),
        "revolution": bool(play.revolted),
        "wind": bool(play.wind_seat) or play.may_wind,
        "yielded": bool(play.yielder),
        "dead": top is not None and top.dead,
        "gouji": play.top_gouji,
        "burn": bool(play.burn_window),
        "passed": any(play.passed),
        "opened": bool(play.opened),
        "opposite": True,
    }
    return [text(language, f"word.{id}") for id, holds in shown.items() if holds][:MOST_WORDS]


__all__ = ["SECTIONS", "may_lines", "word_lines"]
