"""The expert: small named rules over a View, their weights in one table (docs/bots.md has what each is worth).

Every set worth a thought is weighed in one unit, the turns that the hand still needs: what it sheds, what it costs in
2s and jokers, how likely it wins the lead and what that is worth, whom it keeps from the lead. So is passing.
"""

from __future__ import annotations

from random import Random
from typing import Final

from engine.actions import NONE, PASS, Action, Verb
from engine.bots.answers import order, plain
from engine.bots.planning import answers, chance_beaten, entitled_after, groups, leads
from engine.bots.weights import DEFAULT, LAST_THREES, Weights, Why, weights_of
from engine.cards import ACE, BIG, FOUR, SEATS, SMALL, TEN, THREE, TWO, opposite, seats_after
from engine.round import Round
from engine.sets import CardSet, is_gouji, set_of
from engine.view import View


def expert_choice(view: View, rng: Random, weights: Weights | None = None) -> tuple[Action | None, Why]:
    """Return the expert's action (None: no burn) and the rule that decided; ``rng`` is not used."""
    del rng
    if weights is None:
        weights = LAST_THREES if view.rules.last_threes else DEFAULT
    if view.must_answer:
        revolts = weights.revolt > 0 and view.may_revolt
        if revolts:
            return Action(Verb.REVOLT), Why.REVOLT
        answer = plain(view)
        return answer, _ANSWERED.get(answer.verb, Why.NO_ANSWER)
    play, seat = view.play, view.seat
    if play is None or seat is None:
        return NONE, Why.NO_ANSWER
    return Mind(view, play, seat, weights).choose()


def choose(view: View, rng: Random) -> Action | None:
    """Return the expert's action, or None for no burn."""
    return expert_choice(view, rng)[0]


class Mind:
    """One decision of one seat."""

    __slots__ = ("hand", "left", "play", "seat", "view", "w")

    def __init__(self, view: View, play: Round, seat: int, weights: Weights) -> None:
        self.view, self.play, self.seat, self.w = view, play, seat, weights
        self.hand = view.hand
        self.left = groups(self.hand)

    def choose(self) -> tuple[Action | None, Why]:
        """Return the action and the rule that decided."""
        play, seat = self.play, self.seat
        if play.turn != seat:
            return self.burn()
        if play.orderer:
            return order(self.view), Why.NO_ANSWER
        if play.wind_seat:
            if (play.wind_seat - seat) % 2 == 0:
                return Action(Verb.AGREE), Why.WIND_PARTNER
            return Action(Verb.REFUSE), Why.WIND_ENEMY
        if play.top is None:
            return (_play(play.plan[0]), Why.ONLY_LEGAL) if play.plan else self.lead()
        return self.follow(play.top)

    # What things are worth.

    def group_cost(self, rank: int, held: int) -> float:
        """Return the turns that a group of so many naturals costs the hand."""
        if not held:
            return 0.0
        w = self.w
        if rank >= _GOUJI_FROM and held >= _GOUJI_HELD[rank]:
            return w.gouji
        return w.low + (w.high - w.low) * rank / ACE + w.bulk * (held - 1)

    def shed(self, each: CardSet) -> float:
        """What a set takes off the hand's turns, less the 2s and jokers that go with it."""
        w, rank = self.w, each.rank
        cost = w.two * each.twos + w.small * each.small + w.big * each.big
        if rank < TWO:
            held = self.hand[rank]
            return self.group_cost(rank, held) - self.group_cost(rank, held - each.naturals) - cost
        return -cost - each.naturals * (w.two if rank == TWO else w.small if rank == SMALL else w.big)

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

    def stands(self, each: CardSet) -> float:
        """The chance that a set put down now wins the round."""
        if each.dead and not self.play.rules.two_for_one:
            return 1.0
        chance, sizes = 1.0, self.play.sizes
        small = each.small
        for other in entitled_after(self.play, self.seat, is_gouji(each, self.play.rules)):
            beaten = chance_beaten(each.rank, each.size, small, sizes[other])
            chance *= 1 - beaten * (self.w.shy if (other - self.seat) % 2 == 0 else self.w.bold)
        return chance

    def left_after(self, each: CardSet) -> int:
        """How many groups are left after a set."""
        rank = each.rank
        if rank < TWO:
            return self.left - (1 if each.naturals == self.hand[rank] else 0) or (
                1 if sum(self.hand) > each.size else 0
            )
        return self.left

    def worth(self, each: CardSet) -> float:
        """What a set is worth on the table."""
        w = self.w
        left = self.left_after(each)
        if not left:
            return _OUT
        stands = self.stands(each)
        worth = self.shed(each) + stands * w.lead * (1 + w.finish / left)
        if left <= w.run_from and stands > 0:
            run = stands * self.run_out(each)
            worth += w.run * run + (_RUN if run >= w.sure else 0.0)
        return worth

    def run_out(self, each: CardSet) -> float:
        """The chance that after a set that wins its round all the others but the last win theirs, one by one."""
        hand, rules = self.hand, self.play.rules
        base = each.rank
        spare = [hand[rank] - (each.naturals if rank == base else 0) for rank in (SMALL, BIG)]
        small, big = spare[0] - each.small, spare[1] - each.big
        twos = hand[TWO] - each.twos - (each.naturals if base == TWO else 0)
        chances = []
        for rank in range(TWO):
            held = hand[rank] - (each.naturals if rank == base else 0)
            if held:
                threes = rank == THREE and rules.last_threes
                chances.append((-1.0 if threes else self.fresh(rank, held, 0), rank, held))
        if not chances:
            return 1.0
        chances.sort()
        total = 1.0
        for chance, rank, held in chances[1:]:
            if big:
                big -= 1
            elif small:
                small -= 1
                total *= max(chance, self.fresh(rank, held + 1, 1))
            elif twos:
                twos -= 1
                total *= max(chance, self.fresh(rank, held + 1, 0))
            else:
                total *= chance
        return total

    def fresh(self, rank: int, size: int, small: int) -> float:
        """The chance that a set led in a later round wins it."""
        play, seat = self.play, self.seat
        gouji = bool(small) or (rank >= _GOUJI_FROM and size >= _GOUJI_HELD[rank])
        across = opposite(seat)
        if gouji and not play.brawl and play.alive[across]:
            return 1 - self.w.bold * chance_beaten(rank, size, small, play.sizes[across])
        chance = 1.0
        for other in range(1, 7):
            if play.alive[other] and other != seat:
                beaten = chance_beaten(rank, size, small, play.sizes[other])
                chance *= 1 - beaten * (self.w.shy if (other - seat) % 2 == 0 else self.w.bold)
        return chance

    # Leading.

    def lead(self) -> tuple[Action | None, Why]:
        """Return the lead and the rule that decided."""
        hand, view = self.hand, self.view
        legal = view.legal_sets()
        whole = set_of(hand)
        if whole is not None and whole in legal:
            return _play(whole), Why.LAST_HAND
        ranked = sorted(self.leads(), key=self.lead_worth, reverse=True)
        for each in ranked:
            if each in legal:
                if self.lead_worth(each) >= _RUN / 2:
                    return _play(each), Why.RUN_OUT
                if self.fed(each):
                    return _play(each), Why.FEED_PARTNER
                why = Why.LEAD_STRONG if is_gouji(each, self.play.rules) else Why.LEAD_LOW
                return _play(each), why
        return _play(max(legal, key=self.lead_worth)), Why.ONLY_LEGAL

    def leads(self) -> list[CardSet]:
        """Return the leads worth a thought: those of any hand, and parts of low groups that a partner can go out on."""
        hand, found = self.hand, list(leads(self.hand, self.play.rules))
        lowest = FOUR if self.play.rules.last_threes else THREE
        for size in {self.play.sizes[partner] for partner in _PARTNERS[self.seat]}:
            if 0 < size <= _FED and self.w.feed > 0:
                found += [CardSet(rank, size) for rank in range(lowest, TEN) if hand[rank] > size]
        return found

    def fed(self, each: CardSet) -> int:
        """Return the partner who may go out on a set that is led now, or 0 (送科)."""
        play = self.play
        if each.size > _FED or each.rank >= TEN or each.jokers:
            return 0
        for partner in _PARTNERS[self.seat]:
            if play.alive[partner] and play.sizes[partner] == each.size:
                return partner
        return 0

    def lead_worth(self, each: CardSet) -> float:
        """Return what a set is worth as a lead."""
        worth = self.worth(each)
        w, play, seat = self.w, self.play, self.seat
        if w.feed > 0 and self.fed(each):
            worth += w.feed * (1 - each.rank / TEN) / each.size
        for other in range(1, 7):
            if play.sizes[other] != each.size or (other - seat) % 2 == 0 or each.dead:
                continue
            if is_gouji(each, play.rules) and other != opposite(seat) and not play.brawl:
                continue
            worth -= w.wall
        return worth

    # Following.

    def follow(self, top: CardSet) -> tuple[Action | None, Why]:
        """Return the answer to the standing set, or a pass, and the rule that decided."""
        play, w, hand, seat = self.play, self.w, self.hand, self.seat
        legal = self.view.legal_sets()
        whole = set_of(hand)
        if whole is not None and whole in legal:
            return _play(whole), Why.LAST_HAND
        if top.dead:
            found = list(legal) if play.rules.two_for_one else []
        else:
            found = list(answers(hand, top, play.rules)) if sum(hand) >= top.size else []
        holder = play.top_seat if play.alive[play.top_seat] else play.nearest(play.top_seat)
        if not found:
            return self.decline(Why.CANNOT)
        hold = 1.0
        for other in play.pending:
            if other != seat:
                beaten = chance_beaten(top.rank, top.size, top.small, play.sizes[other])
                hold *= 1 - beaten * (w.shy if (other - play.top_seat) % 2 == 0 else w.bold)
        holding = hold * self.lead_of(holder)
        threshold = holding - (0.0 if play.passed[seat] else w.stay)
        scored = sorted(((self.worth(each), each) for each in found), reverse=True)
        for worth, each in scored:
            if worth <= threshold:
                break
            if each in legal:
                return _play(each), Why.RUN_OUT if worth >= _RUN / 2 else self.why_play(each, holder)
        if (holder - seat) % 2 == 0:
            return self.decline(Why.FEED_PARTNER if self.few(holder) > 0 else Why.SPARE_PARTNER)
        return self.decline(Why.KEEP_STRONG if scored[0][1].jokers or scored[0][1].rank == TWO else Why.KEEP_GROUP)

    def why_play(self, each: CardSet, holder: int) -> Why:
        """Return the rule by which an answer is played."""
        if (holder - self.seat) % 2 and self.few(holder) > 0:
            return Why.HOLD_ENEMY
        if is_gouji(each, self.play.rules):
            return Why.TAKE_LEAD
        return Why.PAD if each.twos else Why.SHED

    def decline(self, why: Why) -> tuple[Action | None, Why]:
        """Pass; where one may, ask for the wind or yield first: neither gives anything away."""
        if self.w.winds > 0 and self.play.may_wind:
            return Action(Verb.WIND), Why.WIND
        if self.w.yields > 0 and self.play.may_yield:
            return Action(Verb.YIELD), Why.YIELD
        return PASS, why

    # Burning.

    def burn(self) -> tuple[Action | None, Why]:
        """Return the burn, or None, and the rule that decided."""
        play, w, seat = self.play, self.w, self.seat
        top = play.top
        if top is None or seat not in play.burn_window:
            return None, Why.NO_BURN
        legal = self.view.legal_burns()
        whole = set_of(self.hand)
        if whole is not None and whole in legal:
            return Action(Verb.BURN, whole.counts()), Why.LAST_HAND
        holder = play.top_seat if play.alive[play.top_seat] else play.nearest(play.top_seat)
        across = opposite(play.top_seat)
        hold = 1 - (chance_beaten(top.rank, top.size, top.small, play.sizes[across]) if play.alive[across] else 0)
        best, chosen = hold * self.lead_of(holder) + w.burn, None
        if (play.top_seat - seat) % 2 == 0:
            best += w.burn_partner
        for each in answers(self.hand, top, play.rules):
            worth = self.worth(each)
            if worth > best and each in legal:
                best, chosen = worth, each
        if chosen is None:
            return None, Why.NO_BURN
        saves = (holder - seat) % 2 == 1 and self.few(holder) > 0
        return Action(Verb.BURN, chosen.counts()), Why.SAVE_PARTNER if saves else Why.BURN


_ANSWERED: Final = {
    Verb.RETURN: Why.RETURN_LOW,
    Verb.BUY: Why.BUY_THREE,
    Verb.SHOW: Why.SHOW_THREES,
}
"""The rules of the answers before the first set."""

_OUT = 100.0
"""Going out: more than anything else."""

_RUN = 10.0
"""A run that is as good as sure: more than anything but going out."""

_PARTNERS = ((), *(tuple(each for each in seats_after(seat) if (each - seat) % 2 == 0) for seat in SEATS))
"""The two partners of each seat."""

_FED = 3
"""Cards of a partner up to which his hand is likely to be one set."""

_GOUJI_FROM = 7
"""Tens."""

_GOUJI_HELD = {7: 5, 8: 4, 9: 3, 10: 2, 11: 2}
"""Naturals that make a gouji group (RULES.md 2)."""


def _play(each: CardSet) -> Action:
    return Action(Verb.PLAY, each.counts())


__all__ = ["DEFAULT", "LAST_THREES", "Mind", "Weights", "Why", "choose", "expert_choice", "weights_of"]
