"""One deal: hands beside the public play, the phases, the one way to act (RULES.md 3-8)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from engine import permits
from engine.actions import CLOSE, Action, Verb
from engine.cards import BIG, SMALL, TWO, Counts, opposite, seats_after
from engine.events import (
    Closed,
    Event,
    Fell,
    HandLaid,
    HandShown,
    OrderFixed,
    Passed,
    Played,
    Renounced,
    RoundWon,
    Step,
    WentOut,
    WindAnswered,
    WindAsked,
    Yielded,
)
from engine.ordering import shown_to_partners, suggested
from engine.phase import Phase
from engine.preparation import Preparation
from engine.preparing import Preparing, Setup
from engine.reasons import Code, IllegalAction, Reason
from engine.round import Round
from engine.rules import Rules
from engine.sets import LegalSets, set_of
from engine.tribute import Debt


class Deal:
    """A deal with all its hands: what the host holds. Nobody else does.

    Args:
        rules: the table's rules.
        hands: fifteen counts each, of seats 1-6.
        leader: who leads the first round.
        first_deal: whether this is a first deal (RULES.md 7).
    """

    __slots__ = ("_direct", "before", "debts", "first_close_done", "hands", "play", "preparing", "rules", "shown")

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[Sequence[int]],
        leader: int,
        *,
        first_deal: bool = False,
    ) -> None:
        self.rules = rules
        self.hands = [[0] * 15, *(list(hand) for hand in hands)]
        self.play = Round(rules, [sum(hand) for hand in hands], leader)
        self.preparing: Preparing | None = None
        self.before: Preparation | None = None
        """What is public before the first set, while something is to be decided there or the deal is void."""
        self._direct = first_deal
        self.first_close_done = False
        self.debts: list[Debt] = []
        """Debts that fell due in this deal."""
        self.shown: tuple[int, ...] = ()
        """The seats whose hands their partners see (RULES.md 11)."""

    @classmethod
    def prepared(cls, rules: Rules, setup: Setup) -> Deal:
        """Return a deal that stands before its first question; :meth:`Preparing.go_on` gets it there."""
        deal = cls(rules, [[0] * 15] * 6, 1)
        deal.preparing = Preparing(rules, deal.hands, deal.play, setup)
        deal.before = deal.preparing.public
        return deal

    @classmethod
    def in_play(cls, play: Round, hands: list[list[int]], *, first_deal: bool) -> Deal:
        """Return a deal at any point of its play; ``play`` and ``hands`` (index 0 unused) become its own."""
        deal = cls.__new__(cls)
        deal.rules, deal.hands, deal.play = play.rules, hands, play
        deal.preparing = deal.before = None
        deal._direct = first_deal
        deal.first_close_done = not play.first_set
        deal.debts, deal.shown = [], shown_to_partners(play)
        return deal

    def copy(self) -> Deal:
        """Return an independent copy of a deal in play."""
        twin = Deal.__new__(Deal)
        twin.rules = self.rules
        twin.hands = [hand[:] for hand in self.hands]
        twin.play = self.play.copy()
        twin.preparing, twin.before = self.preparing, self.before
        twin._direct = self._direct
        twin.first_close_done = self.first_close_done
        twin.debts = self.debts[:]
        twin.shown = self.shown
        return twin

    def begin(self) -> list[Event]:
        """Go to the first question before the first set, or to that set; returns what happened."""
        assert self.preparing is not None
        return self._prepare(self.preparing.go_on())

    def _prepare(self, events: list[Event]) -> list[Event]:
        assert self.preparing is not None
        public = self.preparing.public
        self.before = None if public.done and not public.void else public
        return events

    @property
    def void(self) -> bool:
        """Whether the deal is void: two in revolt, a new draw asked for (RULES.md 8), or by vote."""
        preparing = self.preparing
        return preparing is not None and preparing.void

    @property
    def first_deal(self) -> bool:
        """Whether this is a first deal (RULES.md 7)."""
        return self._direct if self.preparing is None else self.preparing.public.first_deal

    @property
    def phase(self) -> Phase:
        """What is being decided now."""
        if self.void:
            return Phase.VOID
        if (before := self.before) is not None and before.phase is not None:
            return before.phase
        if self.play.over:
            return Phase.OVER
        if self.play.closing:
            return Phase.CLOSING
        if self.play.orderer:
            return Phase.ORDER
        return Phase.WIND if self.play.wind_seat else Phase.PLAY

    @property
    def turn(self) -> int | None:
        """The seat that must decide, or None."""
        before = self.before
        return self.play.turn if before is None else None if self.void else before.turn

    @property
    def to_answer(self) -> tuple[int, ...]:
        """The seats whose independent answer is still out, by public knowledge all that were asked."""
        return () if self.preparing is None or self.void else self.preparing.to_answer

    @property
    def burn_window(self) -> tuple[int, ...]:
        """The seats that may burn by public state, in order of asking (RULES.md 4)."""
        return () if self.before is not None else self.play.burn_window

    def offered(self, seat: int) -> bool:
        """Tell whether that seat's own hand can burn: private to it."""
        return self.before is None and permits.offered(self.play, self.hands[seat], seat)

    @property
    def may_burn(self) -> tuple[int, ...]:
        """The seats that are offered a burn, in order (host and referee only)."""
        return tuple(seat for seat in self.burn_window if self.offered(seat))

    def legal_sets(self, seat: int) -> LegalSets:
        """Return the sets that the seat may put down in turn now."""
        return permits.legal_sets(self.play, self.hands[seat], seat, first_deal=self.first_deal)

    def why_not(self, seat: int, action: Action) -> Reason | None:
        """Return why the seat may not do that now, or None."""
        if action.verb is Verb.CLOSE:
            return None if self.play.closing else Reason(Code.WRONG_PHASE)
        if action.verb is Verb.VOID:
            runs = not seat and self.preparing is not None and self.phase not in (Phase.OVER, Phase.VOID)
            return None if runs else Reason(Code.WRONG_PHASE)
        if (before := self.before) is not None:
            preparing = self.preparing
            assert preparing is not None
            answered = seat in preparing.answers
            return before.why_not(self.rules, self.hands[seat], preparing.threes[seat], seat, answered, action)
        return permits.why_not(self.play, self.hands[seat], seat, action, first_deal=self.first_deal)

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Do an action and return what happened, steps and what followed, in order.

        Raises:
            IllegalAction: with the reason; nothing has changed then.
        """
        reason = self.why_not(seat, action)
        if reason is not None and not reason.counts_as_pass:
            raise IllegalAction(seat, action.text(), reason)
        if action.verb is Verb.VOID:
            assert self.preparing is not None
            for hand in self.hands:
                hand[:] = [0] * 15
            self.shown = ()
            return self._prepare(self.preparing.make_void())
        if self.before is not None:
            assert self.preparing is not None
            return self._prepare(self.preparing.answer(seat, action))
        if action.verb is Verb.ORDER and not action.number and not self.play.orderer:
            return [suggested(self.play, seat, action)]
        return self.step(step_of(seat, action, wrong=reason is not None))

    def close(self) -> list[Event]:
        """Close a round that only burners could still have changed: the table's own action."""
        return self.apply(0, CLOSE)

    def step(self, step: Step) -> list[Event]:
        """Do a step of play that is known to be lawful, and return what happened: search asks no reasons."""
        play = self.play
        beaten = 0
        burner, burned = play.burning, play.burned_seat
        if type(step) is Played:
            beaten = play.top_seat
            hand = self.hands[step.seat]
            card_set = step.card_set
            hand[card_set.rank] -= card_set.naturals
            if card_set.twos:
                hand[TWO] -= card_set.twos
            if card_set.small:
                hand[SMALL] -= card_set.small
            if card_set.big:
                hand[BIG] -= card_set.big
            if step.burn:
                burner, burned = step.seat, beaten
        found: list[Event] = [step, *play.apply(step)]
        if (
            burner
            and burned
            and "burn" in self.rules.tribute_order
            and any(type(each) is WentOut and each.seat == burner for each in found)
        ):
            self.debts.append(Debt("burn", burned, burner, 1))
        if beaten and self.rules.last_threes and type(step) is Played and play.alive[beaten]:
            left = self.hands[beaten]
            if "stuck" in self.rules.tribute_order and sum(left) == left[0] > 0:
                self.debts.append(Debt("stuck", beaten, step.seat, 1))
        if len(found) > 1 and any(type(each) is RoundWon for each in found):
            found.extend(self._after_close())
        for each in shown_to_partners(play):
            if each not in self.shown:
                self.shown += (each,)
                found.append(HandShown(each, tuple(self.hands[each])))
        return found

    def _after_close(self) -> list[Event]:
        """Penalties that are looked for when a round has closed (RULES.md 4, 12)."""
        play, found = self.play, list[Event]()
        falls: list[int] = []
        if not self.first_close_done:
            self.first_close_done = True
            if self.rules.buy_threes == "player":
                order = (play.first_leader, *seats_after(play.first_leader))
                falls = [seat for seat in order if play.alive[seat] and not self.hands[seat][0]]
        if permits.burn_failed(play, self.hands[play.leader]) and play.leader not in falls:
            falls.append(play.leader)
        for seat in falls:
            if play.over:
                break
            found.append(Fell(seat))
            found.extend(play.apply(Fell(seat)))
            if self.rules.last_threes:
                self.debts.append(Debt("point", seat, opposite(seat), 1))
        return found


def step_of(seat: int, action: Action, *, wrong: bool = False) -> Step:
    """Return the step that a lawful action of play is; ``wrong``: one that counts as a pass (RULES.md 3)."""
    verb = action.verb
    if wrong:
        return Passed(seat, action.cards)
    if verb is Verb.PLAY or verb is Verb.BURN:
        card_set = set_of(action.cards)
        assert card_set is not None
        return Played(seat, card_set, verb is Verb.BURN)
    if verb is Verb.PASS:
        return Passed(seat)
    if verb is Verb.YIELD:
        return Yielded(seat)
    if verb is Verb.WIND:
        return WindAsked(seat)
    if verb is Verb.RENOUNCE:
        return Renounced(seat)
    if verb is Verb.CLOSE:
        return Closed()
    if verb is Verb.ORDER:
        return HandLaid(seat, action.number, action.sets) if action.number else OrderFixed(seat, action.sets)
    return WindAnswered(seat, verb is Verb.AGREE)


def random_hands(rng: Random) -> list[Counts]:
    """Return six random hands of 36 cards, for tests and benchmarks."""
    deck = [rank for rank in range(13) for _ in range(16)] + [SMALL] * 4 + [BIG] * 4
    rng.shuffle(deck)
    hands = []
    for seat in range(6):
        counts = [0] * 15
        for rank in deck[seat::6]:
            counts[rank] += 1
        hands.append(tuple(counts))
    return hands


__all__ = ["Deal", "Phase", "random_hands", "step_of"]
