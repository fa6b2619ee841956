"""What is asked beside playing, in words: a list to choose from, or cards to pick."""

from __future__ import annotations

import re
from random import Random
from typing import Final, NamedTuple
from unicodedata import normalize

from engine.actions import NONE, Action, Verb
from engine.bots import DEFAULT_LEVEL, LEVELS
from engine.bots.answers import plain
from engine.cards import FOUR, NO_CARDS, THREE, CardsError, Counts, format_cards, opposite, partners
from engine.ordering import sets_text
from engine.phase import Phase
from engine.sets import CardSet, set_of
from engine.view import View
from gouji_tui.picking import parse_typed
from gouji_tui.strings import text


class Choice(NamedTuple):
    """A question without cards: its title, the answers with their words, and which of them the clock gives."""

    title: str
    answers: tuple[tuple[str, Action], ...]
    default: int


def asked(view: View) -> bool:
    """Tell whether the view's seat has to answer something before the first set, in turn or with others."""
    return view.must_answer


def asks_for_cards(view: View) -> bool:
    """Tell whether what is asked is answered by picking cards: those given back for tribute (RULES.md 8)."""
    return view.must_answer and view.phase is Phase.RETURN


def title(view: View, language: str) -> str:
    """Return what is asked, in words."""
    before = view.before
    return text(language, f"ask.{view.phase.value}", seat=before.other, cards=before.cards, given=_cards(before.last))


def choice(view: View, language: str) -> Choice | None:
    """Return the list that the seat is asked to choose from, or None where only one answer is lawful."""
    if not view.must_answer or asks_for_cards(view):
        return None
    lawful = [(words, action) for words, action in _answers(view, language) if view.why_not(action) is None]
    if len(lawful) < 2:
        return None
    actions, clock = [action for _, action in lawful], plain(view)
    return Choice(title(view, language), tuple(lawful), actions.index(clock) if clock in actions else len(lawful) - 1)


def typed_answer(typed: str, *questions: Choice | None) -> Action | None:
    """Return the answer that was typed: its digit, its words, or their beginning where only one answer begins so.

    Args:
        typed: a line.
        questions: the same question, in one language or in several.
    """
    line = _plain(typed)
    for question in questions:
        if question is not None and line.isdecimal() and 1 <= int(line) <= len(question.answers):
            return question.answers[int(line) - 1][1]
    listed = [(_plain(words), action) for each in questions if each is not None for words, action in each.answers]
    if found := [action for words, action in listed if words == line]:
        return found[0]
    if not line or (len(line) < 2 and line.isascii()):
        return None  # A letter is an action of its own.
    begun = {action for words, action in listed if words.startswith(line)}
    return begun.pop() if len(begun) == 1 else None


def _plain(words: str) -> str:
    return "".join(normalize("NFKC", words).casefold().split())


def wind(view: View, language: str) -> Choice | None:
    """Return the question whether another seat may have the wind (RULES.md 5), or None where it is not asked."""
    play = view.play
    if play is None or not play.wind_seat or view.turn != view.seat:
        return None
    answers = [(text(language, f"action.{each.value}"), Action(each)) for each in (Verb.AGREE, Verb.REFUSE)]
    clock = LEVELS[DEFAULT_LEVEL](view, Random(0))
    default = int(clock is not None and clock.verb is Verb.REFUSE)
    return Choice(text(language, "screen.wind", seat=play.wind_seat), tuple(answers), default)


def listed(view: View, language: str) -> Choice | None:
    """Return what this seat is asked now where it is answered from a list, or None."""
    if view.must_answer:
        return choice(view, language)
    order = order_choice(view, language)
    if order is not None:
        other = (text(language, "answer.order_other"), Action(Verb.ORDER))
        return Choice(order.title, (*order.answers, other), order.default)
    return wind(view, language)


def sets_offered(view: View) -> tuple[CardSet, ...]:
    """Return the sets to begin with where any may be typed: those laid open to order, else one's hand by ranks."""
    if view.play is not None and view.play.orderer:
        return tuple(view.play.plan)
    return tuple(CardSet(rank, number) for rank, number in enumerate(view.hand) if number)


def read_sets(words: str) -> tuple[CardSet, ...] | None:
    """Read sets as they are typed, blanks or commas between, ``44 999+2 小``; None where something is no set."""
    found = []
    for each in re.split(r"[\s,、]+", normalize("NFKC", words).strip()):
        try:
            card_set = set_of(parse_typed(each))
        except CardsError:
            return None
        if card_set is None:
            return None
        found.append(card_set)
    return tuple(found)


def lay_open_choice(view: View, language: str) -> Choice | None:
    """Return the question whether to lay the hand open, a set a rank, and for whom; None where one may not.

    An answer of the verb ``order`` without sets says that other sets are to be typed.
    """
    sets = sets_offered(view)
    found = [
        (text(language, "answer.lay", seat=mate), Action(Verb.ORDER, number=mate, sets=sets))
        for mate in partners(view.seat or 1)
    ]
    if any(view.why_not(action) is not None for _, action in found):
        return None
    found += [
        (text(language, "answer.lay_other", seat=mate), Action(Verb.ORDER, number=mate))
        for mate in partners(view.seat or 1)
    ]
    answers = (*found, (text(language, "answer.none"), NONE))
    return Choice(text(language, "ask.lay", given=sets_text(sets)), answers, len(found))


def order_choice(view: View, language: str) -> Choice | None:
    """Return the orders that this seat may choose from for a partner's open hand; None where it is not to choose."""
    play = view.play
    if play is None or not play.orderer or play.orderer != view.seat:
        return None
    plan = play.plan
    orders = {
        "laid": plan,
        "low": tuple(sorted(plan, key=lambda each: each.rank)),
        "high": tuple(sorted(plan, key=lambda each: -each.rank)),
        "many": tuple(sorted(plan, key=lambda each: (-each.size, each.rank))),
        "fours": tuple(sorted(plan, key=lambda each: (each.rank != FOUR, each.rank))),
    }
    answers: list[tuple[str, Action]] = []
    for key, sets in orders.items():
        action = Action(Verb.ORDER, sets=sets)
        if view.why_not(action) is None and all(action != known for _, known in answers):
            answers.append((text(language, f"answer.order_{key}", given=sets_text(sets)), action))
    return Choice(text(language, "ask.order", seat=play.leader), tuple(answers), 0)


def _cards(counts: Counts) -> str:
    return format_cards(counts)


def _answers(view: View, language: str) -> list[tuple[str, Action]]:
    """Return the answers that a phase may have, no last."""
    before, phase = view.before, view.phase

    def say(key: str, **values: object) -> str:
        return text(language, f"answer.{key}", **values)

    found: list[tuple[str, Action]] = []
    if phase is Phase.FALLS:
        found = [(say("fall", seat=seat), Action(Verb.FALL, number=seat)) for seat in before.seats]
    elif phase in (Phase.ADVANCE_CALLS, Phase.SHOWN_CALLS):
        call = "advance" if phase is Phase.ADVANCE_CALLS else "shown"
        found = [(say(call, seat=opposite(view.seat or 1)), Action(Verb.CALL, word=call))]
    elif phase is Phase.CUT:
        found = [(say("cut", cards=number), Action(Verb.CUT, number=number)) for number in CUTS]
    elif phase is Phase.SHOW and view.threes > 1:
        shown = (view.threes, *NO_CARDS[THREE + 1 :])
        found = [(say("show", cards=view.threes), Action(Verb.SHOW, shown))]
    elif phase is Phase.REVOLUTION:
        found = [(say("revolt"), Action(Verb.REVOLT)), (say("redraw"), Action(Verb.REDRAW))]
    elif phase is Phase.AGREEMENT:
        found = [(say("agree"), Action(Verb.AGREE)), (say("counter"), Action(Verb.COUNTER))]
        return [*found, (say("refuse"), Action(Verb.REFUSE))]
    elif phase is Phase.REJECT:
        ranks = [rank for rank, number in enumerate(before.last) if number]
        for some in range(1, 1 << len(ranks)):
            taken = {rank for place, rank in enumerate(ranks) if some >> place & 1}
            cards = tuple(number if rank in taken else 0 for rank, number in enumerate(before.last))
            found.append((say("reject", given=_cards(cards)), Action(Verb.REJECT, cards)))
    elif phase is Phase.BUYING:
        found = [(say("buy"), Action(Verb.BUY))]
    elif phase is Phase.DISCARD:
        found = [(say(f"discard{word}"), Action(Verb.DISCARD, word=word)) for word in ("3", "4", "34")]
    return [*found, (say("none"), NONE)]


CUTS: Final = (36, 72, 108, 144, 180)
"""Where one may cut on a screen: by sixths of the pack; the text form takes any number."""
