"""The light policy of play-outs: a few microseconds a decision, over all hands of a sampled world.

The expert's sums (``Weights``) without its finer points: tables in place of products, one answer a rank, no burn. Every
set it names is lawful, for play-outs ask no reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.bots.planning import chance_beaten
from engine.bots.weights import DEFAULT, LAST_THREES, Weights
from engine.cards import ACE, BIG, FOUR, SMALL, TEN, THREE, TWO, opposite
from engine.deal import Deal
from engine.events import Closed, Passed, Played, WindAnswered
from engine.round import Round
from engine.sets import CardSet

_GOUJI_HELD = (99,) * TEN + (5, 4, 3, 2, 2)
"""Naturals of a rank that are a gouji set (RULES.md 2)."""

_ORDINARY = range(TWO)

_SMALL_STANDS = 0.8
"""The chance that a set with a small joker wins its round: few hands hold a big joker and the ranks besides."""

_RUN = 10.0
"""A run that is as good as sure: more than anything else."""

_MOST_HELD = 41
"""More cards than a hand ever has: 36, and what tribute brings."""


@cache
def _passed_by(rank: int, size: int, small: int, share: float) -> tuple[float, ...]:
    """Return the chance that a seat lets a set stand, by the cards that it holds; ``share``: how often it would not."""
    return tuple(1 - share * chance_beaten(rank, size, small, held) for held in range(_MOST_HELD))


@cache
def _group_costs(weights: Weights) -> tuple[tuple[float, ...], ...]:
    """Return what a group costs a hand in turns, by rank and number held, as the expert reckons."""

    def cost(rank: int, held: int) -> float:
        if not held:
            return 0.0
        if held >= _GOUJI_HELD[rank]:
            return weights.gouji
        return weights.low + (weights.high - weights.low) * rank / ACE + weights.bulk * (held - 1)

    return tuple(tuple(cost(rank, held) for held in range(17)) for rank in _ORDINARY)


def play_out(deal: Deal) -> None:
    """Play a deal in play to its end, changing it."""
    play, hands, step = deal.play, deal.hands, deal.step
    weights = LAST_THREES if play.rules.last_threes else DEFAULT
    costs = _group_costs(weights)
    fours = deal.first_deal and play.first_set and play.rules.first_lead == "fours"
    while not play.over:
        seat = play.turn
        if seat is None:
            step(Closed())
        elif play.wind_seat:
            step(WindAnswered(seat, (seat - play.wind_seat) % 2 == 0))
        elif play.top is None:
            hand = hands[seat]
            if fours and hand[FOUR]:
                step(Played(seat, CardSet(FOUR, hand[FOUR]), False))
            else:
                step(Played(seat, lead(play, hand, seat, weights, costs), False))
            fours = False
        else:
            chosen = follow(play, hands[seat], seat, play.top, weights, costs)
            step(Passed(seat) if chosen is None else Played(seat, chosen, False))


def _stands(play: Round, seat: int, rank: int, size: int, weights: Weights) -> float:
    """Return the chance that a set without jokers, led now, wins its round."""
    sizes, across = play.sizes, opposite(seat)
    passed_by = _passed_by(rank, size, 0, weights.bold)
    if size >= _GOUJI_HELD[rank] and not play.brawl and play.alive[across]:
        return passed_by[sizes[across]]
    alive = play.alive
    chance = 1.0
    for other in (seat % 6 + 1, across, (seat + 4) % 6 + 1):
        if alive[other]:
            chance *= passed_by[sizes[other]]
    return chance


def lead(
    play: Round, hand: Sequence[int], seat: int, weights: Weights, costs: Sequence[Sequence[float]]
) -> CardSet:
    """Return the set that the policy leads."""
    twos, small, big = hand[TWO], hand[SMALL], hand[BIG]
    ranks = [rank for rank in _ORDINARY if hand[rank]]
    threes = play.rules.last_threes and hand[THREE] > 0
    if threes:
        del ranks[0]
    if len(ranks) <= 1 and not (threes and ranks):
        if not ranks:
            return _strong(twos, small, big) if twos or small or big else CardSet(THREE, hand[THREE])
        rank = ranks[0]
        return CardSet(rank, hand[rank] + twos + small + big, twos, small, big)
    if play.burning == seat and small + big:
        rank = ranks[0]
        return CardSet(rank, hand[rank] + 1, 0, 0, 1) if big else CardSet(rank, hand[rank] + 1, 0, 1, 0)
    left = len(ranks)
    worth = weights.lead * (1 + weights.finish / left)
    chances = [_stands(play, seat, rank, hand[rank], weights) for rank in ranks]
    if left <= weights.run_from:
        chance, low = _run(chances, small, big, threes)
        if chance >= weights.sure and low >= 0:
            rank = ranks[low]
            if chances[low] >= weights.sure or not (small or big):
                return CardSet(rank, hand[rank])
            return CardSet(rank, hand[rank] + 1, 0, 0, 1) if big else CardSet(rank, hand[rank] + 1, 0, 1, 0)
    best, chosen, sizes = -9.0, -1, play.sizes
    for rank, stands in zip(ranks, chances, strict=True):
        held = hand[rank]
        value = costs[rank][held] + stands * worth
        if held in (sizes[seat % 6 + 1], sizes[opposite(seat)], sizes[(seat + 4) % 6 + 1]):
            value -= weights.wall
        if value > best:
            best, chosen = value, rank
    return CardSet(chosen, hand[chosen])


def _run(chances: Sequence[float], small: int, big: int, threes: bool) -> tuple[float, int]:
    """Return the chance that a hand that has the lead runs out, and which of its groups goes first (-1: any).

    The weakest group goes last, for it need not win; the next weakest go with jokers.
    """
    order = sorted(range(len(chances)), key=chances.__getitem__)
    total, first = 1.0, -1
    for index in order if threes else order[1:]:
        chance = chances[index]
        if first < 0:
            first = index
        if big:
            big -= 1
        elif small:
            small -= 1
            total *= max(chance, _SMALL_STANDS)
        else:
            total *= chance
    return total, first


def _strong(twos: int, small: int, big: int) -> CardSet:
    """Return all 2s and jokers as one set."""
    if twos:
        return CardSet(TWO, twos + small + big, 0, small, big)
    return CardSet(SMALL, small + big, 0, 0, big) if small else CardSet(BIG, big)


def follow(
    play: Round, hand: Sequence[int], seat: int, top: CardSet, weights: Weights, costs: Sequence[Sequence[float]]
) -> CardSet | None:
    """Return the answer of the policy, or None for a pass."""
    size, need, sizes = top.size, top.small, play.sizes
    twos, small, big = hand[TWO], hand[SMALL], hand[BIG]
    if top.big or top.rank == BIG or sizes[seat] < size or big < need:
        return None
    lowest = top.rank + 1
    if sizes[seat] == size:
        return _whole(hand, lowest, size, need)
    if play.burning == seat:
        return None
    player = play.top_seat
    holder = player if play.alive[player] else play.nearest(player)
    few = 1 - sizes[holder] / weights.near_from
    if few < 0:
        few = 0.0
    hold, passed_by = 1.0, _passed_by(top.rank, size, need, weights.bold)
    for other in play.pending:
        if other != seat and (other - player) % 2:
            hold *= passed_by[sizes[other]]
    if (holder - seat) % 2 == 0:
        threshold = hold * weights.partner * (1 + weights.near_partner * few) - weights.stay
    else:
        threshold = -hold * weights.enemy * (1 + weights.near_enemy * few) - weights.stay
    ranks = [rank for rank in _ORDINARY if hand[rank]]
    late = len(ranks) <= weights.run_from
    threes = play.rules.last_threes and hand[THREE] > 0
    chosen: CardSet | None = None
    fresh: dict[int, float] = {}
    for more in (0, 1) if late and big > need else (0,):
        body, base = size - need - more, -(need + more) * weights.big
        if body < 1:
            continue
        for rank in range(lowest, TWO):
            held = hand[rank]
            if not held:
                continue
            pads = extra_small = extra_big = 0
            if held >= body:
                worth = base + costs[rank][held] - costs[rank][held - body]
            else:
                pads = body - held
                if pads > twos:
                    extra_small = pads - twos
                    pads = twos
                    if extra_small > small:
                        extra_big = extra_small - small
                        extra_small = small
                        if extra_big + need + more > big:
                            continue
                worth = base + costs[rank][held] - pads * weights.two - extra_small * weights.small
                worth -= extra_big * weights.big
            if not late and worth + weights.lead <= threshold:
                continue
            all_big = need + more + extra_big
            if all_big:
                stands = 1.0
            elif late or rank >= TEN:
                stands = _answer_stands(play, seat, rank, size, extra_small, weights)
            else:
                stands = 0.0
            worth += weights.lead * stands
            if late and stands > 0 and worth + weights.run + _RUN > threshold:
                if not fresh:
                    fresh = {
                        each: _stands(play, seat, each, hand[each], weights) for each in ranks if each or not threes
                    }
                chances = [fresh[each] for each in fresh if each != rank]
                if held > body:
                    chances.append(_stands(play, seat, rank, held - body, weights))
                run = stands * _run(chances, small - extra_small, big - all_big, threes)[0] if chances else stands
                worth += weights.run * run + (_RUN if run >= weights.sure else 0.0)
            if worth > threshold:
                threshold = worth
                chosen = CardSet(rank, size, pads, extra_small, all_big)
    body, base = size - need, -need * weights.big
    if lowest <= TWO and 1 <= body <= twos and base + weights.lead - body * weights.two > threshold:
        threshold = base + weights.lead - body * weights.two
        chosen = CardSet(TWO, size, 0, 0, need)
    if size == 1 and not need:
        if small and lowest <= SMALL and weights.lead - weights.small > threshold:
            return CardSet(SMALL, 1)
        if big and weights.lead - weights.big > threshold and not small:
            return CardSet(BIG, 1)
    return chosen


def _answer_stands(play: Round, seat: int, rank: int, size: int, small: int, weights: Weights) -> float:
    """Return the chance that an answer without a big joker wins the round."""
    sizes, alive, across = play.sizes, play.alive, opposite(seat)
    passed_by = _passed_by(rank, size, small, weights.bold)
    if (small or size >= _GOUJI_HELD[rank]) and not play.brawl and alive[across]:
        return passed_by[sizes[across]]
    chance, passed = 1.0, play.passed
    for other in (seat % 6 + 1, across, (seat + 4) % 6 + 1):
        if alive[other] and (not passed[other] or other == across or play.brawl):
            chance *= passed_by[sizes[other]]
    return chance


def _whole(hand: Sequence[int], lowest: int, size: int, need: int) -> CardSet | None:
    """Return the whole hand, which has as many cards as the set to beat, where it beats it."""
    twos, small, big = hand[TWO], hand[SMALL], hand[BIG]
    found = -1
    for rank in _ORDINARY:
        if hand[rank]:
            if found >= 0:
                return None
            found = rank
    if found >= 0:
        return CardSet(found, size, twos, small, big) if found >= lowest and big >= need else None
    base = TWO if twos else SMALL if small else BIG
    return _strong(twos, small, big) if base >= lowest and big >= need else None


__all__ = ["follow", "lead", "play_out"]
