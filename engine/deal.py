"""One deal: hands beside the public play, the phases, the one way to act (RULES.md 3-8)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from random import Random

from engine import permits
from engine.actions import CLOSE, Action, Verb
from engine.cards import BIG, SEATS, SMALL, TWO, Counts, opposite
from engine.events import (
    Answered,
    Closed,
    Event,
    Fell,
    Passed,
    Played,
    Renounced,
    RevolutionAnswered,
    RoundWon,
    Step,
    WentOut,
    WindAnswered,
    WindAsked,
    Yielded,
)
from engine.reasons import Code, IllegalAction, Reason
from engine.round import Round
from engine.rules import Rules
from engine.sets import LegalSets, set_of


class Phase(str, Enum):
    """What is being decided."""

    REVOLUTION = "revolution"
    PLAY = "play"
    WIND = "wind"
    CLOSING = "closing"
    VOID = "void"
    OVER = "over"


class Deal:
    """A deal with all its hands: what the host holds. Nobody else does.

    Args:
        rules: the table's rules.
        hands: fifteen counts each, of seats 1-6.
        leader: who leads the first round.
        first_deal: whether this is a first deal (RULES.md 7).
        ask_revolution: whether the question of revolution comes first (RULES.md 8).
    """

    __slots__ = ("answers", "debts", "first_close_done", "first_deal", "first_leader", "hands", "play", "rules", "void")

    def __init__(
        self,
        rules: Rules,
        hands: Sequence[Sequence[int]],
        leader: int,
        *,
        first_deal: bool = False,
        ask_revolution: bool = False,
    ) -> None:
        self.rules = rules
        self.hands = [[0] * 15, *(list(hand) for hand in hands)]
        self.play = Round(rules, [sum(hand) for hand in hands], leader)
        self.first_deal = first_deal
        self.first_leader = leader
        self.first_close_done = False
        self.answers: dict[int, str] | None = {} if ask_revolution and rules.revolution != "off" else None
        self.void = False
        self.debts: list[tuple[str, int, int, int]] = []
        """Debts that fell due in this deal: kind, from, to, cards."""

    def copy(self) -> Deal:
        """Return an independent copy."""
        twin = Deal.__new__(Deal)
        twin.rules = self.rules
        twin.hands = [hand[:] for hand in self.hands]
        twin.play = self.play.copy()
        twin.first_deal = self.first_deal
        twin.first_leader = self.first_leader
        twin.first_close_done = self.first_close_done
        twin.answers = None if self.answers is None else dict(self.answers)
        twin.void = self.void
        twin.debts = self.debts[:]
        return twin

    @property
    def phase(self) -> Phase:
        """What is being decided now."""
        if self.void:
            return Phase.VOID
        if self.answers is not None:
            return Phase.REVOLUTION
        if self.play.over:
            return Phase.OVER
        if self.play.closing:
            return Phase.CLOSING
        return Phase.WIND if self.play.wind_seat else Phase.PLAY

    @property
    def turn(self) -> int | None:
        """The seat that must decide, or None."""
        return None if self.void or self.answers is not None else self.play.turn

    @property
    def to_answer(self) -> tuple[int, ...]:
        """The seats whose independent answer is still out, by public knowledge all that were asked."""
        if self.answers is None or self.void:
            return ()
        return tuple(seat for seat in SEATS if seat not in self.answers)

    @property
    def burn_window(self) -> tuple[int, ...]:
        """The seats that may burn by public state, in order of asking (RULES.md 4)."""
        return () if self.answers is not None or self.void else self.play.burn_window

    def offered(self, seat: int) -> bool:
        """Tell whether that seat's own hand can burn: private to it."""
        return self.answers is None and permits.offered(self.play, self.hands[seat], seat)

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
        if self.answers is not None or self.void:
            return why_not_answer(self.hands[seat], seat in self.to_answer, action)
        return permits.why_not(self.play, self.hands[seat], seat, action, first_deal=self.first_deal)

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Do an action and return what happened, steps and what followed, in order.

        Raises:
            IllegalAction: with the reason; nothing has changed then.
        """
        reason = self.why_not(seat, action)
        if reason is not None and not reason.counts_as_pass:
            raise IllegalAction(seat, action.text(), reason)
        if self.answers is not None:
            return self._answer(seat, action)
        return self._step(_step_of(seat, action, wrong=reason is not None))

    def close(self) -> list[Event]:
        """Close a round that only burners could still have changed: the table's own action."""
        return self.apply(0, CLOSE)

    def _answer(self, seat: int, action: Action) -> list[Event]:
        assert self.answers is not None
        self.answers[seat] = action.verb.value
        if self.to_answer:
            return [Answered(seat, action.verb.value)]
        rebels = tuple(each for each in SEATS if self.answers[each] == Verb.REVOLT.value)
        if len(rebels) > 1:
            self.void = True
        elif rebels:
            self.hands[rebels[0]] = [0] * 15
            self.play.revolt(rebels)
            self.first_leader = self.play.leader
        self.answers = None
        return [Answered(seat, action.verb.value), RevolutionAnswered(rebels)]

    def _step(self, step: Step) -> list[Event]:
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
            and "burn" in self.rules.tribute_order
            and any(type(each) is WentOut and each.seat == burner for each in found)
        ):
            self.debts.append(("burn", burned, burner, 1))
        if beaten and self.rules.last_threes and type(step) is Played and play.alive[beaten]:
            left = self.hands[beaten]
            if "stuck" in self.rules.tribute_order and sum(left) == left[0] > 0:
                self.debts.append(("stuck", beaten, step.seat, 1))
        if any(type(each) is RoundWon for each in found):
            found.extend(self._after_close())
        return found

    def _after_close(self) -> list[Event]:
        """Penalties that are looked for when a round has closed (RULES.md 4, 12)."""
        play, found = self.play, list[Event]()
        falls: list[int] = []
        if not self.first_close_done:
            self.first_close_done = True
            if self.rules.buy_threes == "player":
                order = [self.first_leader, *(s for s in range(1, 7) if s != self.first_leader)]
                order.sort(key=lambda seat: (seat - self.first_leader) % 6)
                falls = [seat for seat in order if play.alive[seat] and not self.hands[seat][0]]
        if permits.burn_failed(play, self.hands[play.leader]) and play.leader not in falls:
            falls.append(play.leader)
        for seat in falls:
            if play.over:
                break
            found.append(Fell(seat))
            found.extend(play.apply(Fell(seat)))
            if self.rules.last_threes:
                self.debts.append(("point", seat, opposite(seat), 1))
        return found


def why_not_answer(hand: Sequence[int], asked: bool, action: Action) -> Reason | None:
    """Return why a seat may not answer the question of revolution so (RULES.md 8)."""
    if not asked or action.verb not in (Verb.REVOLT, Verb.NONE):
        return Reason(Code.WRONG_PHASE)
    if action.verb is Verb.REVOLT and not may_revolt(hand):
        return Reason(Code.NOT_ALLOWED)
    return None


def may_revolt(hand: Sequence[int]) -> bool:
    """Tell whether a hand without 2, x and X may revolt (RULES.md 8)."""
    return not (hand[TWO] or hand[SMALL] or hand[BIG])


def _step_of(seat: int, action: Action, *, wrong: bool) -> Step:
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


__all__ = ["Deal", "Phase", "may_revolt", "random_hands", "why_not_answer"]
