"""Worlds: deals that a seat cannot tell from the true one, dealt from the cards that it has not seen."""

from __future__ import annotations

from random import Random

from engine.cards import FULL_COUNTS, SEATS, THREE, TWO
from engine.deal import Deal
from engine.round import Round
from engine.view import View


def world(view: View, play: Round, seat: int, rng: Random) -> Deal:
    """Return a deal in play with this seat's own hand and everybody else's dealt at random.

    Held to what is known: every card once, hand sizes, a seat in revolt without 2s and jokers, and with last threes
    bought for all (RULES.md 8) a three in every hand that is still in.

    Args:
        view: of the seat; its state of play is copied.
        play: ``view.play``.
        seat: ``view.seat``.
        rng: the randomness.
    """
    hand, played = view.hand, play.played
    unseen = [rank for rank, full in enumerate(FULL_COUNTS) for _ in range(full - hand[rank] - played[rank])]
    hands = [[0] * 15 for _ in range(7)]
    hands[seat] = hand[:]
    sizes = play.sizes
    wanted = [sizes[other] if other != seat else 0 for other in range(7)]
    rng.shuffle(unseen)
    hidden = len(unseen) - sum(wanted)
    if hidden > 0:
        _lay_aside(unseen, hidden)
    elif play.rules.last_threes and play.rules.buy_threes == "auto":
        _threes_first(unseen, hands, wanted)
    start = 0
    for other in SEATS:
        counts = hands[other]
        end = start + wanted[other]
        for rank in unseen[start:end]:
            counts[rank] += 1
        start = end
    return Deal.in_play(play.copy(), hands, first_deal=view.first_deal)


def _lay_aside(unseen: list[int], number: int) -> None:
    """Take a revolutionary's cards out of the unseen ones: no 2 and no joker among them (RULES.md 8)."""
    aside = [index for index, rank in enumerate(unseen) if rank < TWO][:number]
    for index in reversed(aside):
        del unseen[index]


def _threes_first(unseen: list[int], hands: list[list[int]], wanted: list[int]) -> None:
    """Give every hand that is still in a three, as far as there are any."""
    for other in SEATS:
        if wanted[other] and THREE in unseen:
            unseen.remove(THREE)
            hands[other][THREE] += 1
            wanted[other] -= 1


__all__ = ["world"]
