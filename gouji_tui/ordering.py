"""Ordering 挑牌 in words (RULES.md 11): to lay one's hand open, and the orders a partner may choose from."""

from __future__ import annotations

from engine.actions import NONE, Action, Verb
from engine.cards import FOUR, partners
from engine.ordering import sets_text
from engine.sets import CardSet
from engine.view import View
from gouji_tui.questions import Choice
from gouji_tui.strings import text


def lay_open_choice(view: View, language: str) -> Choice | None:
    """Return the question whether to lay the hand open, a set a rank, and for whom; None where one may not."""
    sets = tuple(CardSet(rank, number) for rank, number in enumerate(view.hand) if number)
    found = [
        (text(language, "answer.lay", seat=mate), Action(Verb.ORDER, number=mate, sets=sets))
        for mate in partners(view.seat or 1)
    ]
    if any(view.why_not(action) is not None for _, action in found):
        return None
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
