"""The greedy player: the lowest whole group to lead, the cheapest answer, partners left alone."""

from __future__ import annotations

from random import Random

from engine.actions import PASS, Action, Verb
from engine.bots.answers import order, plain
from engine.cards import THREE, TWO, team_of
from engine.sets import CardSet, set_of
from engine.view import View

_JOKER_COST = 20
_TWO_COST = 6
_SPLIT_COST = 3
"""What a joker, a 2 and a split group weigh against one rank; by taste, the expert's are to be measured."""

_LAST_GROUPS = 1
"""With last threes 憋三: groups beside the threes down to which 2s and jokers are kept, for one with nothing but threes
when he has not the lead never gets rid of them."""


def _cost(card_set: CardSet, hand: list[int]) -> int:
    cost = card_set.rank + _JOKER_COST * card_set.jokers + _TWO_COST * card_set.twos
    if card_set.rank == TWO:
        cost += _TWO_COST * card_set.naturals
    return cost + (_SPLIT_COST if card_set.naturals < hand[card_set.rank] else 0)


def choose(view: View, rng: Random) -> Action | None:
    """Return the greedy action, or None for no burn; ``rng`` is not used."""
    play, seat = view.play, view.seat
    if view.must_answer:
        return plain(view)
    assert play is not None and seat is not None
    hand = view.hand
    if play.turn != seat:
        return _burn(view)
    if play.orderer:
        return order(view)
    if play.wind_seat:
        return Action(Verb.AGREE if team_of(play.wind_seat) == team_of(seat) else Verb.REFUSE)
    whole = set_of(hand)
    legal = view.legal_sets()
    if whole is not None and whole in legal:
        return Action(Verb.PLAY, whole.counts())
    if play.top is None:
        best = min(legal, key=lambda each: (_cost(each, hand) - 2 * each.naturals, -each.size))
        return Action(Verb.PLAY, best.counts())
    if team_of(play.top_seat) == team_of(seat) and play.alive[play.top_seat]:
        return PASS
    answers = list(legal)
    if play.rules.last_threes and hand[THREE] and sum(map(bool, hand[1:TWO])) > _LAST_GROUPS:
        answers = [each for each in answers if not each.jokers and not each.twos and each.rank != TWO]
    if not answers:
        return PASS
    return Action(Verb.PLAY, min(answers, key=lambda each: _cost(each, hand)).counts())


def _burn(view: View) -> Action | None:
    play, seat = view.play, view.seat
    assert play is not None and seat is not None
    if team_of(play.top_seat) == team_of(seat):
        return None
    burns = list(view.legal_burns())
    if not burns:
        return None
    return Action(Verb.BURN, min(burns, key=lambda each: _cost(each, view.hand)).counts())
