"""What a plain player answers before the first set (RULES.md 8); the random one tries everything now and then."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine.actions import NONE, Action, Verb
from engine.cards import THREE
from engine.ordering import as_laid
from engine.phase import Phase
from engine.view import View


def plain(view: View) -> Action:
    """Return the cautious answer: no to whatever may be refused; a return of the lowest cards; a three where needed."""
    if view.phase is Phase.RETURN:
        return _return(view, range(15))
    if view.phase is Phase.BUYING and not view.hand[THREE]:
        return Action(Verb.BUY)
    if view.phase is Phase.SHOW and view.threes > 1:
        return Action(Verb.SHOW, (view.threes, *(0,) * 14))
    return NONE


def adventurous(view: View, rng: Random) -> Action:
    """Return any lawful answer, each with some chance."""
    before = view.before
    if view.phase is Phase.RETURN:
        ranks = list(range(15))
        rng.shuffle(ranks)
        return _return(view, ranks)
    wishes = {
        Phase.FALLS: [Action(Verb.FALL, number=rng.choice(before.seats))],
        Phase.ADVANCE_CALLS: [Action(Verb.CALL, word="advance")],
        Phase.CUT: [Action(Verb.CUT, number=rng.randint(1, 215))],
        Phase.SHOW: [Action(Verb.SHOW, (view.threes, *(0,) * 14))],
        Phase.REVOLUTION: [Action(Verb.REVOLT), Action(Verb.REDRAW)],
        Phase.AGREEMENT: [Action(Verb.AGREE), Action(Verb.COUNTER), Action(Verb.REFUSE)],
        Phase.REJECT: [Action(Verb.REJECT, _one(rank)) for rank, number in enumerate(before.last) if number],
        Phase.BUYING: [Action(Verb.BUY)],
        Phase.DISCARD: [Action(Verb.DISCARD, word=word) for word in ("3", "4", "34")],
        Phase.SHOWN_CALLS: [Action(Verb.CALL, word="shown")],
    }[view.phase]
    lawful = [action for action in wishes if view.why_not(action) is None]
    return rng.choice([*lawful, NONE])


def order(view: View) -> Action:
    """Return a partner's answer where a hand lies open: the order in which it was laid (RULES.md 11)."""
    assert view.play is not None
    return as_laid(view.play, first_deal=view.first_deal)


def _one(rank: int) -> tuple[int, ...]:
    return tuple(int(each == rank) for each in range(15))


def _return(view: View, ranks: Sequence[int]) -> Action:
    """Return as many cards as are due, by ranks in that order."""
    before, given = view.before, [0] * 15
    wanted = before.cards
    for rank in ranks:
        if rank not in before.rejected:
            given[rank] = min(view.hand[rank], wanted)
            wanted -= given[rank]
    return Action(Verb.RETURN, tuple(given))
