"""What sets, leads and runs are worth to a seat, in the turns that its hand still needs: the expert's sums.

All from the public state, the hand and the table of weights. A reckoning is of one decision and keeps what it found.
"""

from __future__ import annotations

from bisect import insort
from typing import Final

from engine.bots.planning import entitled_after, groups, passed_by
from engine.bots.weights import GOUJI_HELD, Weights
from engine.cards import BIG, SMALL, THREE, TWO, opposite, seats_after
from engine.round import Round
from engine.sets import CardSet, is_gouji
from engine.view import View

OUT: Final = 100.0
"""Going out: more than anything else."""

RUN: Final = 10.0
"""A run that is as good as sure: more than anything but going out."""


_SLACK: Final = 1.2
"""How much better than a bare group's the run can be after the same with 2s or jokers, which then lack."""


class Reckoning:
    """What one seat reckons at one decision."""

    __slots__ = ("_answering", "_fresh", "_groups", "_runs", "costs", "hand", "left", "play", "seat", "view", "w")

    def __init__(self, view: View, play: Round, seat: int, weights: Weights) -> None:
        self.view, self.play, self.seat, self.w = view, play, seat, weights
        self.hand = view.hand
        self.left = groups(self.hand)
        self.costs = weights.costs
        self._answering: list[tuple[list[int], list[int]] | None] = [None, None]
        self._runs: dict[int, float] = {}
        self._groups: dict[int, list[tuple[float, int, int]]] = {}
        self._fresh: dict[tuple[int, int, int], float] = {}

    def few(self, seat: int) -> float:
        """How few cards a seat has, 0 (many) to 1."""
        return max(0.0, 1 - self.play.sizes[seat] / self.w.near_from)

    def lead_of(self, seat: int) -> float:
        """What it is worth to this seat that ``seat`` has the lead."""
        w = self.w
        if seat == self.seat:
            return w.lead * (1 + w.finish / self.left)
        if (seat - self.seat) % 2 == 0:
            return w.partner * (1 + w.near_partner * self.few(seat))
        return -w.enemy * (1 + w.near_enemy * self.few(seat))

    def answering(self, gouji: bool) -> tuple[list[int], list[int]]:
        """Return the cards of partners and of enemies who could answer a set put down now, burners apart."""
        found = self._answering[gouji]
        if found is None:
            seat, sizes = self.seat, self.play.sizes
            found = self._answering[gouji] = ([], [])
            for other in entitled_after(self.play, seat, gouji):
                found[(other - seat) % 2].append(sizes[other])
        return found

    def stands(self, each: CardSet) -> float:
        """The chance that a set put down now wins the round."""
        rank, size, _twos, small, big = each
        if (big or rank == BIG) and not self.play.rules.two_for_one:
            return 1.0
        partners, enemies = self.answering(is_gouji(each, self.play.rules))
        chance = 1.0
        if enemies:
            passed = passed_by(rank, size, small, self.w.bold)
            for held in enemies:
                chance *= passed[held]
        if partners:
            passed = passed_by(rank, size, small, self.w.shy)
            for held in partners:
                chance *= passed[held]
        return chance

    def worth(self, each: CardSet, least: float = -OUT) -> float:
        """What a set is worth on the table; of one that cannot be worth more than ``least``, any bound below that.

        That is what it takes off the hand's turns, less the 2s and jokers that go with it, and the lead if it wins.
        """
        w, hand = self.w, self.hand
        rank, size, twos, small, big = each
        naturals = size - twos - small - big
        worth = -w.two * twos - w.small * small - w.big * big
        left = self.left
        if rank < TWO:
            costs, held = self.costs[rank], hand[rank]
            worth += costs[held] - costs[held - naturals]
            if naturals == held:
                left = left - 1 or (1 if self.play.sizes[self.seat] > size else 0)
        else:
            worth -= naturals * (w.two if rank == TWO else w.small if rank == SMALL else w.big)
        if not left:
            return OUT
        lead = w.lead * (1 + w.finish / left)
        if left > w.run_from:
            return worth if worth + lead <= least else worth + self.stands(each) * lead
        most = self._runs.get(rank, 1.0)
        bound = worth + lead + w.run * most + (RUN if most >= w.sure else 0.0)
        if bound <= least:
            return bound
        stands = self.stands(each)
        worth += stands * lead
        if stands > 0:
            rest = self.run_out(each)
            if rank < TWO and naturals == size == hand[rank]:
                self._runs[rank] = min(1.0, _SLACK * rest)
            run = stands * rest
            worth += w.run * run + (RUN if run >= w.sure else 0.0)
        return worth

    def run_out(self, each: CardSet) -> float:
        """The chance that after a set that wins its round all the others but the last win theirs, one by one."""
        hand = self.hand
        base, size, twos, small, big = each
        naturals = size - twos - small - big
        twos, small, big = hand[TWO] - twos, hand[SMALL] - small, hand[BIG] - big
        left = self.groups_without(base)
        if base < TWO:
            if rest := hand[base] - naturals:
                left = [*left]
                insort(left, self.group_left(base, rest))
        elif base == TWO:
            twos -= naturals
        elif base == SMALL:
            small -= naturals
        else:
            big -= naturals
        total = 1.0
        for chance, rank, held in left[1:]:
            if big > 0:
                big -= 1
            elif small > 0:
                small -= 1
                total *= max(chance, self.fresh(rank, held + 1, 1))
            elif twos > 0:
                twos -= 1
                total *= max(chance, self.fresh(rank, held + 1, 0))
            else:
                total *= chance
        return total

    def groups_without(self, base: int) -> list[tuple[float, int, int]]:
        """Return the ordinary groups of the hand but one, those first that stand worst."""
        found = self._groups.get(base)
        if found is None:
            found = self._groups[base] = sorted(
                [self.group_left(rank, held) for rank, held in enumerate(self.hand[:TWO]) if held and rank != base]
            )
        return found

    def group_left(self, rank: int, held: int) -> tuple[float, int, int]:
        """Return a group that is to be led later, those that stand worst first: with last threes they go last."""
        if rank == THREE and self.play.rules.last_threes:
            return -1.0, rank, held
        return self.fresh(rank, held, 0), rank, held

    def fresh(self, rank: int, size: int, small: int) -> float:
        """The chance that a set led in a later round wins it."""
        key = (rank, size, small)
        found = self._fresh.get(key)
        if found is None:
            found = self._fresh[key] = self._reckon_fresh(rank, size, small)
        return found

    def _reckon_fresh(self, rank: int, size: int, small: int) -> float:
        play, seat = self.play, self.seat
        alive, sizes, bold = play.alive, play.sizes, passed_by(rank, size, small, self.w.bold)
        gouji = bool(small) or (size >= GOUJI_HELD[rank])
        across = opposite(seat)
        if gouji and not play.brawl and alive[across]:
            return bold[sizes[across]]
        chance, shy = 1.0, passed_by(rank, size, small, self.w.shy)
        for other in seats_after(seat):
            if alive[other]:
                chance *= (bold if (other - seat) % 2 else shy)[sizes[other]]
        return chance

    @property
    def early(self) -> bool:
        """Whether a 2 or joker more than it takes is never worth it: no run is reckoned yet, and no burn binds."""
        w, left = self.w, self.left - 1
        return left >= w.run_from and self.play.burning != self.seat and w.dear > w.lead * (1 + w.finish / left)

    @property
    def walled(self) -> bool:
        """Whether a bare group of the hand has as many cards as an enemy."""
        sizes = self.play.sizes
        return any(sizes[other] in self.hand for other in seats_after(self.seat)[::2] if sizes[other])


__all__ = ["OUT", "RUN", "Reckoning"]
