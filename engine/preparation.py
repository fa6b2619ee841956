"""What is public before the first set, and why an answer there is refused (RULES.md 7, 8).

Like :class:`engine.round.Round` for the play: a :class:`Preparation` knows no hand, host and viewers hold the same and
apply the same events to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.actions import Action, Verb
from engine.cards import BIG, NO_CARDS, SMALL, THREE, TWO, Counts, add, contains, subtract, total
from engine.events import (
    Asked,
    Called,
    FallsSettled,
    Kept,
    Paid,
    PlayBegan,
    Preliminary,
    Prepared,
    Rejected,
    Returned,
    RevolutionAnswered,
    Voided,
)
from engine.phase import Phase
from engine.reasons import Case, Code, Reason
from engine.rules import Rules

DISCARDS: Final = {"3": "threes", "4": "fours", "34": "both"}
"""The word of the action and the option's value it needs (RULES.md 8)."""


class Due(NamedTuple):
    """A return still due: ``seat`` gives ``to`` so many cards."""

    seat: int
    to: int
    cards: int


class Preparation:
    """The public state before the first set.

    Attributes:
        phase: what is being decided, or None while nothing is.
        seats: who is asked; ``together``: all at once, else one.
        other, cards: see :class:`engine.events.Asked`.
        first_deal, opener, first_drawer: of this deal.
        debts: what is to be paid, as (kind, payer, receiver, cards).
        calls: (seat, call) of every call of this deal, ``advance`` before ``shown``.
        dues: the returns still due, in order.
        given: all cards that came back in the return under way; ``last`` those of its last act.
        rejected: the ranks rejected in it.
        done: whether play has begun, or the deal is void; ``void`` tells which.
    """

    __slots__ = (
        "calls", "cards", "debts", "done", "dues", "first_deal", "first_drawer", "given", "last", "opener", "other",
        "phase", "rejected", "seats", "together", "void",
    )  # fmt: skip

    def __init__(self) -> None:
        self.phase: Phase | None = None
        self.seats: tuple[int, ...] = ()
        self.together = False
        self.other = 0
        self.cards = 0
        self.first_deal = False
        self.opener = 0
        self.first_drawer = 0
        self.debts: tuple[tuple[str, int, int, int], ...] = ()
        self.calls: tuple[tuple[int, str], ...] = ()
        self.dues: tuple[Due, ...] = ()
        self.given: Counts = NO_CARDS
        self.last: Counts = NO_CARDS
        self.rejected: tuple[int, ...] = ()
        self.done = False
        self.void = False

    def copy(self) -> Preparation:
        """Return an independent copy."""
        twin = Preparation.__new__(Preparation)
        for name in Preparation.__slots__:
            setattr(twin, name, getattr(self, name))
        return twin

    def public(self) -> tuple[object, ...]:
        """Return everything as one comparable value."""
        return tuple(getattr(self, name) for name in Preparation.__slots__)

    @property
    def turn(self) -> int | None:
        """The one seat that is asked, or None."""
        return self.seats[0] if self.phase is not None and not self.together else None

    def call_of(self, seat: int) -> str:
        """Return the greater call of a seat, ``"advance"``, ``"shown"`` or empty (RULES.md 8)."""
        found = [call for caller, call in self.calls if caller == seat]
        return found[0] if found else ""

    def apply(self, event: Preliminary) -> None:
        """Take in one public event."""
        if isinstance(event, Asked):
            self.phase, self.seats, self.together = Phase(event.phase), event.seats, event.together
            self.other, self.cards = event.other, event.cards
            return
        self.phase, self.seats, self.other, self.cards = None, (), 0, 0
        if isinstance(event, Prepared):
            self.first_deal, self.opener, self.first_drawer = event.first_deal, event.opener, event.first_drawer
            self.debts = event.debts
        elif isinstance(event, Called):
            self.calls += tuple((seat, event.call) for seat in event.seats)
        elif isinstance(event, RevolutionAnswered):
            gone = event.rebels
            self.debts = tuple(debt for debt in self.debts if debt[1] not in gone and debt[2] not in gone)
            self.done = self.void = bool(event.redraws) or len(gone) > 1
        elif isinstance(event, Paid):
            if event.returned:
                self.dues += (Due(event.to, event.seat, total(event.cards)),)
        elif isinstance(event, Returned):
            self.given, self.last = add(self.given, event.cards), event.cards
        elif isinstance(event, Rejected):
            self._rejected(event)
        elif isinstance(event, Kept):
            self._end_return()
        elif isinstance(event, PlayBegan | FallsSettled):
            self.done = isinstance(event, PlayBegan)
        elif isinstance(event, Voided):
            self.done = self.void = True

    def _rejected(self, event: Rejected) -> None:
        if event.lapsed:
            self._end_return()
            return
        self.given, self.last = subtract(self.given, event.cards), NO_CARDS
        self.rejected += tuple(rank for rank, number in enumerate(event.cards) if number)
        due = self.dues[0]
        self.dues = (Due(due.seat, due.to, total(event.cards)), *self.dues[1:])

    def _end_return(self) -> None:
        self.dues = self.dues[1:]
        self.given = self.last = NO_CARDS
        self.rejected = ()

    def why_not(
        self, rules: Rules, hand: Sequence[int], threes: int, seat: int, answered: bool, action: Action
    ) -> Reason | None:
        """Return why a seat may not answer so now, or None.

        Args:
            rules: the table's rules.
            hand: its fifteen counts.
            threes: the most threes of one suit that it drew.
            seat: the seat, 1-6.
            answered: whether it has answered the question that is out.
            action: what it would do.
        """
        if self.phase is None or action.verb not in _VERBS[self.phase] or answered:
            return Reason(Code.WRONG_PHASE)
        if seat not in self.seats:
            return Reason(Code.NOT_ALLOWED, case=Case.NOT_ASKED)
        if action.verb is Verb.NONE:
            return None
        check = _CHECKS.get(action.verb)
        return None if check is None else check(self, rules, hand, threes, action)


def may_revolt(hand: Sequence[int]) -> bool:
    """Tell whether a hand without 2, x and X may revolt 革命 (RULES.md 8)."""
    return not (hand[TWO] or hand[SMALL] or hand[BIG])


def _no(
    broken: bool, code: Code = Code.NOT_ALLOWED, case: Case | None = None, *, need: int = 0, have: int = 0
) -> Reason | None:
    if not broken:
        return None
    if case is not None:
        return Reason(code, case=case)
    return Reason(code, need=need, have=have) if need else Reason(code)


def _why_not_revolt(
    state: Preparation, rules: Rules, hand: Sequence[int], threes: int, action: Action
) -> Reason | None:
    return _no(rules.revolution == "off", case=Case.REVOLT_OFF) or _no(not may_revolt(hand), case=Case.NO_REVOLT)


def _why_not_redraw(
    state: Preparation, rules: Rules, hand: Sequence[int], threes: int, action: Action
) -> Reason | None:
    return _no(not may_revolt(hand) or not (rules.first_deal_redraw and state.first_deal), case=Case.NO_REDRAW)


def _why_not_call(state: Preparation, rules: Rules, hand: Sequence[int], threes: int, action: Action) -> Reason | None:
    return _no(action.word != ("advance" if state.phase is Phase.ADVANCE_CALLS else "shown"), case=Case.OTHER_CALL)


def _why_not_show(state: Preparation, rules: Rules, hand: Sequence[int], threes: int, action: Action) -> Reason | None:
    number = action.cards[THREE]
    return (
        _no(number != total(action.cards) or number < 2, case=Case.SHOW_THREES)
        or _no(number > threes, Code.NOT_HELD)
    )  # fmt: skip


def _why_not_counter(
    state: Preparation, rules: Rules, hand: Sequence[int], threes: int, action: Action
) -> Reason | None:
    return _no(rules.team_tribute != "counter", case=Case.NO_COUNTER)


def _why_not_return(
    state: Preparation, rules: Rules, hand: Sequence[int], threes: int, action: Action
) -> Reason | None:
    given = total(action.cards)
    return (
        _no(given != state.cards, Code.COUNT, need=state.cards, have=given)
        or _no(not contains(hand, action.cards), Code.NOT_HELD)
        or _no(any(action.cards[rank] for rank in state.rejected), case=Case.RETURN_REJECTED)
    )


def _why_not_reject(
    state: Preparation, rules: Rules, hand: Sequence[int], threes: int, action: Action
) -> Reason | None:
    held_before = [held - given for held, given in zip(hand, state.given, strict=True)]
    return _no(not contains(state.last, action.cards), Code.NOT_HELD) or _no(
        any(number and held for number, held in zip(action.cards, held_before, strict=True)), case=Case.REJECT_HELD
    )


def _why_not_fall(state: Preparation, rules: Rules, hand: Sequence[int], threes: int, action: Action) -> Reason | None:
    return _no(action.number not in state.seats, case=Case.FALL_OF_ANOTHER)


def _why_not_cut(state: Preparation, rules: Rules, hand: Sequence[int], threes: int, action: Action) -> Reason | None:
    return _no(not 1 <= action.number < state.cards, Code.COUNT, need=state.cards - 1, have=action.number)


def _why_not_buy(state: Preparation, rules: Rules, hand: Sequence[int], threes: int, action: Action) -> Reason | None:
    return _no(bool(hand[THREE]), case=Case.BUY_HELD)


def _why_not_discard(
    state: Preparation, rules: Rules, hand: Sequence[int], threes: int, action: Action
) -> Reason | None:
    return _no(DISCARDS.get(action.word, "") not in rules.discard, case=Case.NO_SUCH_DISCARD)


_VERBS: Final = {
    Phase.FALLS: {Verb.FALL, Verb.NONE},
    Phase.ADVANCE_CALLS: {Verb.CALL, Verb.NONE},
    Phase.CUT: {Verb.CUT, Verb.NONE},
    Phase.SHOW: {Verb.SHOW, Verb.NONE},
    Phase.REVOLUTION: {Verb.REVOLT, Verb.REDRAW, Verb.NONE},
    Phase.AGREEMENT: {Verb.AGREE, Verb.REFUSE, Verb.COUNTER, Verb.NONE},
    Phase.RETURN: {Verb.RETURN},
    Phase.REJECT: {Verb.REJECT, Verb.NONE},
    Phase.BUYING: {Verb.BUY, Verb.NONE},
    Phase.DISCARD: {Verb.DISCARD, Verb.NONE},
    Phase.SHOWN_CALLS: {Verb.CALL, Verb.NONE},
}
"""What may be done where something is asked before the first set."""

_CHECKS: Final = {
    Verb.FALL: _why_not_fall,
    Verb.CALL: _why_not_call,
    Verb.CUT: _why_not_cut,
    Verb.SHOW: _why_not_show,
    Verb.REVOLT: _why_not_revolt,
    Verb.REDRAW: _why_not_redraw,
    Verb.COUNTER: _why_not_counter,
    Verb.RETURN: _why_not_return,
    Verb.REJECT: _why_not_reject,
    Verb.BUY: _why_not_buy,
    Verb.DISCARD: _why_not_discard,
}
