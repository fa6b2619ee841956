"""How a deal gets to its first set: the stages of RULES.md 8 in order, with all hands. The host's side of
:class:`engine.preparation.Preparation`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.actions import Action, Verb
from engine.cards import (
    DECK_SIZE,
    FULL_COUNTS,
    HAND_SIZE,
    SEATS,
    SUITS,
    THREE,
    Counts,
    add,
    opposite,
    same_team,
    seats_after,
    subtract,
)
from engine.draw import Drawn as DrawnCards
from engine.draw import first_leader
from engine.events import (
    Answered,
    Asked,
    Bought,
    Called,
    Cut,
    Dealt,
    Discarded,
    Drawn,
    Event,
    FallsSettled,
    Kept,
    Paid,
    PlayBegan,
    Preliminary,
    Prepared,
    Rejected,
    Returned,
    RevolutionAnswered,
    ThreesShown,
    TributeAnswered,
    Voided,
)
from engine.phase import Phase
from engine.preparation import DISCARDS, Preparation
from engine.round import Round
from engine.rules import Rules
from engine.shuffle import Card
from engine.tribute import Debt, debts_of_deal, payments, purchases, rows


@dataclass(frozen=True, slots=True)
class LastDeal:
    """What of the deal before matters for this one: places, opened seats, calls, and tributes that fell due in it."""

    places: tuple[int, ...]
    opened: tuple[int, ...] = ()
    calls: Mapping[int, str] = field(default_factory=dict)
    due: tuple[Debt, ...] = ()
    owing: bool = True
    """Whether anything is owed: not after the end of a game (RULES.md 10)."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a deal begins with.

    Attributes:
        first_deal, opener, turned, first_drawer: see :class:`engine.events.Prepared`; first drawer 0: 大落's right.
        last: the deal before, or None.
        deck: the shuffled pack.
        calls: advance calls of a void attempt, which stand; None: they are asked for.
        again: whether this is another attempt at a void deal.
    """

    first_deal: bool
    opener: int
    turned: tuple[int, ...]
    first_drawer: int
    last: LastDeal | None
    deck: Sequence[Card]
    calls: tuple[tuple[int, str], ...] | None = None
    again: bool = False


class Preparing:
    """Leads one deal through the stages before its first set.

    Args:
        rules: the table's rules.
        hands: the deal's hands, by seat (index 0 unused); changed in place.
        play: the deal's round; sizes, leader and revolution are set in it.
        setup: what the deal begins with.

    ``made`` are the payments made, in order.
    """

    def __init__(self, rules: Rules, hands: list[list[int]], play: Round, setup: Setup) -> None:
        self.rules = rules
        self.hands = hands
        self.play = play
        self.setup = setup
        self.public = Preparation()
        self.answers: dict[int, Action] = {}
        self.threes = [0] * 7
        self.places = setup.last.places if setup.last else ()
        self._drawn: dict[int, DrawnCards] = {}
        self._lifted = 0
        self._stage, self._end = 0, len(_STAGES)
        self._queue: list[Debt] = []
        self._agreed: list[Debt] = []
        self._countered: list[Debt] = []
        self._proposal = ""
        self.made: list[Paid] = []

    @property
    def to_answer(self) -> tuple[int, ...]:
        """The seats whose independent answer is still out."""
        if self.public.phase is None or not self.public.together:
            return ()
        return tuple(seat for seat in self.public.seats if seat not in self.answers)

    @property
    def void(self) -> bool:
        """Whether the deal is void: two in revolt, a new draw asked for (RULES.md 8), or by vote."""
        return self.public.void

    def go_on(self) -> list[Event]:
        """Go through the stages up to the next question, or to the first set."""
        found: list[Event] = []
        while self.public.phase is None and not self.public.done and self._stage < self._end:
            events = _STAGES[self._stage](self)
            found.extend(events)
            if self.public.phase is None:
                self._stage += 1
        return found

    def make_void(self) -> list[Event]:
        """Let the deal be void, whatever is being decided or played; its round is as before the draw."""
        self.answers = {}
        self._set_round(Round(self.rules, [0] * 6, 1))
        return [self._tell(Voided())]

    def at_tribute(self, debts: Sequence[Debt], revolted: Sequence[int]) -> list[Event]:
        """Begin with the hands as they are, at the tribute, and stop after it: for positions."""
        owed = rows(debt for debt in debts if debt.payer not in revolted and debt.to not in revolted)
        found = [self._tell(Prepared(False, 0, (), 1, owed))]
        self._stage, self._end = _STAGES.index(Preparing._agreements), _STAGES.index(Preparing._buying)
        return [*found, *self.go_on()]

    def answer(self, seat: int, action: Action) -> list[Event]:
        """Take a lawful answer; returns what everybody, and the seat itself, is told."""
        public = self.public
        phase = public.phase
        assert phase is not None
        if public.together:
            self.answers[seat] = action
            if self.to_answer:
                return [Answered(seat, action.text())]
            found: list[Event] = [Answered(seat, action.text())]
            found.extend(_OUTCOMES[phase](self))
            self.answers = {}
        else:
            found = list(_SINGLE[phase](self, seat, action))
        if public.phase is None and not public.done and phase not in (Phase.AGREEMENT, Phase.RETURN, Phase.REJECT):
            self._stage += 1
        return [*found, *self.go_on()]

    def _tell(self, event: Preliminary) -> Event:
        self.public.apply(event)
        return event

    def _ask(
        self, phase: Phase, seats: Sequence[int], *, together: bool = True, other: int = 0, cards: int = 0
    ) -> list[Event]:
        return [self._tell(Asked(phase.value, tuple(seats), together, other, cards))]

    def _move(self, cards: Counts, giver: int, taker: int) -> None:
        number = sum(cards)
        self.hands[giver][:] = subtract(self.hands[giver], cards)
        self.hands[taker][:] = add(self.hands[taker], cards)
        self.play.sizes[giver] -= number
        self.play.sizes[taker] += number

    # Before the draw.

    def _falls(self) -> list[Event]:
        places, last = self.places, self.setup.last
        if self.rules.team_falls != "agree" or self.setup.again or last is None or not last.owing:
            return []
        if not same_team(places[4], places[5]):
            return []
        return self._ask(Phase.FALLS, sorted(places[4:]))

    def _settle_falls(self) -> list[Event]:
        named = {action.number for action in self.answers.values()}
        chosen = named.pop() if len(named) == 1 else 0
        if chosen == self.places[4]:
            self.places = (*self.places[:4], self.places[5], self.places[4])
        return [self._tell(FallsSettled(self.places))]

    def _prepare(self) -> list[Event]:
        setup, last = self.setup, self.setup.last
        debts: list[Debt] = []
        if last is not None and last.owing:
            debts = debts_of_deal(self.rules, self.places, last.opened, last.calls, last.due)
        drawer = setup.first_drawer or self.places[5]
        found = [self._tell(Prepared(setup.first_deal, setup.opener, setup.turned, drawer, rows(debts)))]
        for call in ("advance", "shown"):
            if callers := tuple(seat for seat, made in setup.calls or () if made == call):
                found.append(self._tell(Called(call, callers)))
        return found

    def _advance_calls(self) -> list[Event]:
        if "advance" not in self.rules.calls or self.setup.calls is not None:
            return []
        return self._ask(Phase.ADVANCE_CALLS, SEATS)

    def _settle_calls(self) -> list[Event]:
        call = "advance" if self.public.phase is Phase.ADVANCE_CALLS else "shown"
        callers = tuple(seat for seat, action in sorted(self.answers.items()) if action.verb is Verb.CALL)
        return [self._tell(Called(call, callers))]

    def _cutting(self) -> list[Event]:
        if self.rules.cut != "ask":
            return []
        return self._ask(Phase.CUT, (opposite(self.public.first_drawer),), together=False, cards=DECK_SIZE)

    def _cut(self, seat: int, action: Action) -> list[Event]:
        self._lifted = action.number
        return [self._tell(Cut(seat, action.number))]

    # The draw.

    def _draw(self) -> list[Event]:
        deck = [*self.setup.deck[self._lifted :], *self.setup.deck[: self._lifted]]
        drawer, rules = self.public.first_drawer, self.rules
        for index, seat in enumerate((drawer, *seats_after(drawer))):
            cards = deck[index::6]
            self._drawn[seat] = cards
            for rank, _suit in cards:
                self.hands[seat][rank] += 1
            self.threes[seat] = max(cards.count((THREE, suit)) for suit in SUITS)
        leader = self.places[5] if self.places and not self.public.first_deal else 0
        if not leader and not self._may_show:
            leader = first_leader(rules, drawer, self._drawn)
        self._set_round(Round(rules, [HAND_SIZE] * 6, leader or drawer))
        told: list[Event] = [self._tell(Drawn(leader))]
        return told + [Dealt(seat, tuple(self.hands[seat]), self.threes[seat]) for seat in SEATS]

    def _set_round(self, fresh: Round) -> None:
        for name in Round.__slots__:
            setattr(self.play, name, getattr(fresh, name))

    @property
    def _may_show(self) -> bool:
        return self.public.first_deal and self.rules.first_lead == "threes" and self.rules.show_threes == "ask"

    def _showing(self) -> list[Event]:
        return self._ask(Phase.SHOW, SEATS) if self._may_show else []

    def _settle_show(self) -> list[Event]:
        shown = tuple((seat, act.cards[THREE]) for seat, act in sorted(self.answers.items()) if act.verb is Verb.SHOW)
        leader = first_leader(self.rules, self.public.first_drawer, self._drawn, dict(shown))
        self.play.leader = self.play.first_leader = leader
        return [self._tell(ThreesShown(shown, leader))]

    def _revolution(self) -> list[Event]:
        redraw = self.rules.first_deal_redraw and self.public.first_deal
        return self._ask(Phase.REVOLUTION, SEATS) if self.rules.revolution != "off" or redraw else []

    def _settle_revolution(self) -> list[Event]:
        rebels = tuple(seat for seat in SEATS if self.answers[seat].verb is Verb.REVOLT)
        redraws = tuple(seat for seat in SEATS if self.answers[seat].verb is Verb.REDRAW)
        found = [self._tell(RevolutionAnswered(rebels, redraws))]
        if not self.public.done and rebels:
            self.hands[rebels[0]][:] = [0] * 15
            self.play.revolt(rebels)
        return found

    # Tribute.

    def _agreements(self) -> list[Event]:
        debts = [Debt(*debt) for debt in self.public.debts]
        self._agreed = [debt for debt in debts if not debt.voluntary]
        if self.rules.team_tribute != "none":
            self._queue = [debt for debt in debts if debt.voluntary]
        return self._ask_payer()

    def _ask_payer(self) -> list[Event]:
        if not self._queue:
            return []
        debt = self._queue[0]
        return self._ask(Phase.AGREEMENT, (debt.payer,), together=False, other=debt.to, cards=debt.cards)

    def _agree(self, seat: int, action: Action) -> list[Event]:
        debt, said = self._queue[0], "refuse" if action.verb is Verb.NONE else action.verb.value
        found = [self._tell(TributeAnswered(seat, said))]
        if seat == debt.payer:
            self._proposal = said
            if said != "refuse":
                ask = self._ask(Phase.AGREEMENT, (debt.to,), together=False, other=debt.payer, cards=debt.cards)
                return found + ask
        elif self._proposal == "counter" and said != "refuse":
            self._countered.append(debt)
        elif self._proposal == "agree" and said == "agree":
            self._agreed.append(debt)
        self._queue.pop(0)
        if not self._queue:
            self._stage += 1
            return found
        return found + self._ask_payer()

    def standing(self) -> list[Debt]:
        """Return the debts that stand now, in order of payment."""
        stand = {*self._agreed, *self._countered}
        return [debt for each in self.public.debts if (debt := Debt(*each)) in stand]

    def paid(self) -> list[Paid]:
        """Return the payments of the debts that stand now, from the hands as they are."""
        made = payments(self.rules, self.hands, self.standing(), self._countered)
        return [Paid(*payment) for payment in made]

    def _pay(self) -> list[Event]:
        self.made = self.paid()
        for payment in self.made:
            self._move(payment.cards, payment.seat, payment.to)
        return [self._tell(payment) for payment in self.made]

    def _returns(self) -> list[Event]:
        if not self.public.dues:
            return []
        due = self.public.dues[0]
        return self._ask(Phase.RETURN, (due.seat,), together=False, other=due.to, cards=due.cards)

    def _return(self, seat: int, action: Action) -> list[Event]:
        payer = self.public.other
        self._move(action.cards, seat, payer)
        found = [self._tell(Returned(seat, payer, action.cards))]
        return found + self._ask(Phase.REJECT, (payer,), other=seat, cards=sum(action.cards))

    def _settle_reject(self) -> list[Event]:
        ((payer, action),) = self.answers.items()
        receiver = self.public.other
        if action.verb is Verb.NONE:
            return [self._tell(Kept(payer))]
        cards, given, rejected = action.cards, self.public.given, self.public.rejected
        barred = {*rejected, *(rank for rank, number in enumerate(cards) if number)}
        held = self.hands[receiver]
        must_take = any(held[rank] for rank in range(15) if self.hands[payer][rank] - given[rank] > 0)
        enough = sum(number for rank, number in enumerate(held) if rank not in barred) >= sum(cards)
        lapsed = not (must_take and enough)
        if not lapsed:
            self._move(cards, payer, receiver)
        return [self._tell(Rejected(payer, receiver, cards, lapsed))]

    # Threes, discarding, shown calls, the first lead.

    def _buying(self) -> list[Event]:
        if self.rules.buy_threes == "auto":
            return self._buy(SEATS)
        if self.rules.buy_threes == "player":
            return self._ask(Phase.BUYING, [seat for seat in SEATS if self.play.alive[seat]])
        return []

    def _settle_buying(self) -> list[Event]:
        buyers = [seat for seat, action in sorted(self.answers.items()) if action.verb is Verb.BUY]
        self.public.phase = None
        return self._buy(buyers)

    def _buy(self, buyers: Sequence[int]) -> list[Event]:
        found: list[Event] = []
        for buyer, seller, cards in purchases(self.hands, self.play.leader, buyers):
            self._move(cards, buyer, seller)
            self._move((1, *(0,) * 14), seller, buyer)
            found.append(self._tell(Bought(buyer, seller, cards)))
        return found

    def _discarding(self) -> list[Event]:
        return self._ask(Phase.DISCARD, (self.play.leader,), together=False) if self.rules.discard else []

    def _discard(self, seat: int, action: Action) -> list[Event]:
        what = action.word if action.word in DISCARDS else "none"
        numbers = [0] * 6
        for rank in (int(digit) - 3 for digit in what if digit.isdigit()):
            for each in SEATS:
                numbers[each - 1] += self.hands[each][rank]
                self.hands[each][rank] = 0
            self.play.played[rank] = FULL_COUNTS[rank]
        for each in SEATS:
            self.play.sizes[each] -= numbers[each - 1]
        return [self._tell(Discarded(seat, what, tuple(numbers)))]

    def _shown_calls(self) -> list[Event]:
        if "shown" not in self.rules.calls:
            return []
        alive = self.play.alive
        return self._ask(Phase.SHOWN_CALLS, [seat for seat in SEATS if alive[seat] and alive[opposite(seat)]])

    def _begin(self) -> list[Event]:
        return [self._tell(PlayBegan(self.play.leader))]


_STAGES: Final[tuple[Callable[[Preparing], list[Event]], ...]] = (
    Preparing._falls,
    Preparing._prepare,
    Preparing._advance_calls,
    Preparing._cutting,
    Preparing._draw,
    Preparing._showing,
    Preparing._revolution,
    Preparing._agreements,
    Preparing._pay,
    Preparing._returns,
    Preparing._buying,
    Preparing._discarding,
    Preparing._shown_calls,
    Preparing._begin,
)
"""The stages in the order of RULES.md 8; one that asks is gone on from when it is answered."""

_OUTCOMES: Final[Mapping[Phase, Callable[[Preparing], list[Event]]]] = {
    Phase.FALLS: Preparing._settle_falls,
    Phase.ADVANCE_CALLS: Preparing._settle_calls,
    Phase.SHOW: Preparing._settle_show,
    Phase.REVOLUTION: Preparing._settle_revolution,
    Phase.REJECT: Preparing._settle_reject,
    Phase.BUYING: Preparing._settle_buying,
    Phase.SHOWN_CALLS: Preparing._settle_calls,
}

_SINGLE: Final[Mapping[Phase, Callable[[Preparing, int, Action], list[Event]]]] = {
    Phase.CUT: Preparing._cut,
    Phase.AGREEMENT: Preparing._agree,
    Phase.RETURN: Preparing._return,
    Phase.DISCARD: Preparing._discard,
}
