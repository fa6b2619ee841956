"""The expert: small named rules over a View, their weights in one table (docs/bots.md has what each is worth).

Every set worth a thought is weighed in one unit, the turns that the hand still needs: what it sheds, what it costs in
2s and jokers, how likely it wins the lead and what that is worth, whom it keeps from the lead. So is passing.
"""

from __future__ import annotations

from collections.abc import Container
from operator import itemgetter
from random import Random
from typing import Final

from engine.actions import NONE, PASS, Action, Verb
from engine.bots.answers import order, plain
from engine.bots.planning import answers, chance_beaten, leads, passed_by
from engine.bots.reckoning import OUT, RUN, Reckoning
from engine.bots.weights import DEFAULT, LAST_THREES, Weights, Why, weights_of
from engine.cards import FOUR, SEATS, TEN, THREE, TWO, opposite, seats_after
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


Decision = tuple[CardSet | Verb | None, Why]
"""A set to put down, what is done instead, or None for no burn; and the rule that decided."""


class _Any:
    """Holds everything."""

    def __contains__(self, _each: object) -> bool:
        return True


_ANY: Final = _Any()


class Mind(Reckoning):
    """One decision of one seat."""

    __slots__ = ()

    def choose(self) -> tuple[Action | None, Why]:
        """Return the action and the rule that decided."""
        play = self.play
        if play.orderer and play.turn == self.seat:
            return order(self.view), Why.NO_ANSWER
        chosen, why = self.decide()
        if chosen is None:
            return None, why
        if isinstance(chosen, Verb):
            return (PASS if chosen is Verb.PASS else Action(chosen)), why
        return Action(Verb.PLAY if play.turn == self.seat else Verb.BURN, chosen.counts()), why

    def decide(self) -> Decision:
        """Return the set that is put down, or what is done instead (None: no burn), and the rule that decided."""
        play, seat = self.play, self.seat
        if play.turn != seat:
            return self.burn()
        if play.wind_seat:
            if (play.wind_seat - seat) % 2 == 0:
                return Verb.AGREE, Why.WIND_PARTNER
            return Verb.REFUSE, Why.WIND_ENEMY
        if play.top is None:
            return (play.plan[0], Why.ONLY_LEGAL) if play.plan else self.lead()
        return self.follow(play.top)

    def lawful(self) -> Container[CardSet]:
        """Return the sets that may be put down in turn, or anything where every set worth a thought may be."""
        play = self.play
        if play.burning == self.seat or (play.first_set and play.rules.first_lead == "fours"):
            return self.view.legal_sets()
        return _ANY

    # Leading.

    def lead(self) -> Decision:
        """Return the lead and the rule that decided."""
        lawful = self.lawful()
        whole = set_of(self.hand) if self.left == 1 else None
        if whole is not None and whole in self.view.legal_sets():
            return whole, Why.LAST_HAND
        ranked, best, free = [], -OUT, lawful is _ANY
        for each in self.leads():
            worth = self.lead_worth(each, best)
            ranked.append((worth, each))
            if free and worth > best:
                best = worth
        ranked.sort(key=_first, reverse=True)
        for worth, each in ranked:
            if each in lawful:
                if worth >= RUN / 2:
                    return each, Why.RUN_OUT
                if self.fed(each):
                    return each, Why.FEED_PARTNER
                return each, Why.LEAD_STRONG if is_gouji(each, self.play.rules) else Why.LEAD_LOW
        return max(self.view.legal_sets() or self.leads(), key=self.lead_worth), Why.ONLY_LEGAL

    def leads(self) -> list[CardSet]:
        """Return the leads worth a thought: those of any hand, and parts of low groups that a partner can go out on."""
        hand, found = self.hand, list(leads(self.hand, self.play.rules, bare=self.early and not self.walled))
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

    def lead_worth(self, each: CardSet, least: float = -OUT) -> float:
        """Return what a set is worth as a lead; of one that cannot be worth more than ``least``, any bound below."""
        w, play, seat = self.w, self.play, self.seat
        more = 0.0
        if each.size <= _FED and w.feed > 0 and self.fed(each):
            more += w.feed * (1 - each.rank / TEN) / each.size
        if w.wall and each.size in play.sizes and not each.dead:
            gouji = is_gouji(each, play.rules) and not play.brawl
            for other in seats_after(seat)[::2]:
                if play.sizes[other] == each.size and not (gouji and other != opposite(seat)):
                    more -= w.wall
        return self.worth(each, least - more) + more

    # Following.

    def follow(self, top: CardSet) -> Decision:
        """Return the answer to the standing set, or a pass, and the rule that decided."""
        play, w, hand, seat = self.play, self.w, self.hand, self.seat
        lawful = self.lawful()
        whole = set_of(hand) if self.left == 1 else None
        if whole is not None and whole in self.view.legal_sets():
            return whole, Why.LAST_HAND
        if top.dead:
            found = list(self.view.legal_sets()) if play.rules.two_for_one else []
        else:
            found = list(answers(hand, top, play.rules, bare=self.early)) if play.sizes[seat] >= top.size else []
        holder = play.top_seat if play.alive[play.top_seat] else play.nearest(play.top_seat)
        if not found:
            return self.decline(Why.CANNOT)
        hold = 1.0
        if len(play.pending) > 1:
            sizes, player = play.sizes, play.top_seat
            bold, shy = (passed_by(top.rank, top.size, top.small, share) for share in (w.bold, w.shy))
            for other in play.pending[1:]:
                hold *= (bold if (other - player) % 2 else shy)[sizes[other]]
        holding = hold * self.lead_of(holder)
        threshold = holding - (0.0 if play.passed[seat] else w.stay)
        scored, best, free = [], threshold, lawful is _ANY
        for each in found:
            worth = self.worth(each, best)
            scored.append((worth, each))
            if free and worth > best:
                best = worth
        scored.sort(reverse=True)
        for worth, each in scored:
            if worth <= threshold:
                break
            if each in lawful:
                return each, Why.RUN_OUT if worth >= RUN / 2 else self.why_play(each, holder)
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

    def decline(self, why: Why) -> Decision:
        """Pass; where one may, ask for the wind or yield first: neither gives anything away."""
        if self.w.winds > 0 and self.play.may_wind:
            return Verb.WIND, Why.WIND
        if self.w.yields > 0 and self.play.may_yield:
            return Verb.YIELD, Why.YIELD
        return Verb.PASS, why

    # Burning.

    def burn(self) -> Decision:
        """Return the burn, or None, and the rule that decided."""
        play, w, seat = self.play, self.w, self.seat
        top = play.top
        if top is None or seat not in play.burn_window:
            return None, Why.NO_BURN
        legal = self.view.legal_burns()
        whole = set_of(self.hand)
        if whole is not None and whole in legal:
            return whole, Why.LAST_HAND
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
        return chosen, Why.SAVE_PARTNER if saves else Why.BURN


_ANSWERED: Final = {
    Verb.RETURN: Why.RETURN_LOW,
    Verb.BUY: Why.BUY_THREE,
    Verb.SHOW: Why.SHOW_THREES,
}
"""The rules of the answers before the first set."""

_PARTNERS = ((), *(tuple(each for each in seats_after(seat) if (each - seat) % 2 == 0) for seat in SEATS))
"""The two partners of each seat."""

_FED = 3
"""Cards of a partner up to which his hand is likely to be one set."""

_first = itemgetter(0)


__all__ = ["DEFAULT", "LAST_THREES", "Mind", "Weights", "Why", "choose", "expert_choice", "weights_of"]
