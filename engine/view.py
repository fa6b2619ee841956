"""What a seat, or an observer, may know (DESIGN: views): a whitelist, and the reducer everybody shares."""

from __future__ import annotations

from collections.abc import Sequence

from engine import permits
from engine.actions import Action
from engine.cards import BIG, NO_CARDS, SEATS, SMALL, TWO
from engine.deal import Phase, why_not_answer
from engine.events import (
    Answered,
    Consequence,
    DealBegan,
    DealScored,
    Dealt,
    Event,
    MatchEnded,
    Played,
    RevolutionAnswered,
    Step,
)
from engine.match import Match
from engine.reasons import Code, Reason
from engine.round import Round
from engine.rules import Rules
from engine.sets import LegalSets

_CONSEQUENCES: tuple[type, ...] = Consequence.__args__


class View:
    """The knowledge of one seat (1-6) or, with None, of an observer. Holds no other hand.

    Attributes:
        rules: the table's rules.
        seat: whose view it is.
        hand: that seat's fifteen counts.
        play: the public state of play, None before the first deal.
        asked: whether the question of revolution is out; ``answered`` whether this seat has answered it.
        number, first_deal, first_drawer: of the running deal.
        places, score, total: of the last deal that ended, and the match's totals of teams A and B.
        void, over: whether the deal is void, whether the match is over.
    """

    __slots__ = (
        "answered", "asked", "first_deal", "first_drawer", "hand", "number", "over", "places", "play", "rules",
        "score", "seat", "total", "void",
    )  # fmt: skip

    def __init__(self, rules: Rules, seat: int | None) -> None:
        self.rules = rules
        self.seat = seat
        self.hand: list[int] = list(NO_CARDS)
        self.play: Round | None = None
        self.asked = False
        self.answered = ""
        self.number = 0
        self.first_deal = False
        self.first_drawer = 0
        self.places: tuple[int, ...] = ()
        self.score: tuple[int, int] | None = None
        self.total = (0, 0)
        self.void = False
        self.over = False

    def known(self) -> tuple[object, ...]:
        """Return everything as one comparable value."""
        values = [getattr(self, name) for name in View.__slots__ if name not in ("play", "rules")]
        return (*(tuple(v) if isinstance(v, list) else v for v in values), self.play and self.play.public())

    @property
    def phase(self) -> Phase:
        """What is being decided now."""
        if self.void:
            return Phase.VOID
        if self.asked:
            return Phase.REVOLUTION
        play = self.play
        if play is None or play.over:
            return Phase.OVER
        if play.closing:
            return Phase.CLOSING
        return Phase.WIND if play.wind_seat else Phase.PLAY

    @property
    def turn(self) -> int | None:
        """The seat that must decide, or None."""
        return None if self.asked or self.void or self.play is None else self.play.turn

    @property
    def must_answer(self) -> bool:
        """Whether this seat's answer to the question of revolution is still out."""
        return self.asked and self.seat is not None and not self.answered

    def apply(self, event: Event) -> list[Consequence]:
        """Apply one event that this viewer may be told; returns what followed where the event is a step of play."""
        if isinstance(event, _CONSEQUENCES):
            return []
        if isinstance(event, DealBegan):
            self.number, self.first_deal, self.first_drawer = event.number, event.first_deal, event.first_drawer
            self.asked, self.answered, self.void = event.asked, "", False
            self.hand = list(NO_CARDS)
            self.play = Round(self.rules, [36] * 6, event.leader)
        elif isinstance(event, Dealt):
            self.hand = list(event.cards)
        elif isinstance(event, Answered):
            self.answered = event.answer
        elif isinstance(event, RevolutionAnswered):
            self._revolution(event.rebels)
        elif isinstance(event, DealScored):
            self.places, self.score, self.total = event.places, event.score, event.total
        elif isinstance(event, MatchEnded):
            self.over = True
        else:
            return self._step(event)  # type: ignore[arg-type]
        return []

    def _revolution(self, rebels: Sequence[int]) -> None:
        self.asked = False
        if len(rebels) > 1:
            self.void = True
        elif rebels and self.play is not None:
            self.play.revolt(rebels)
            if self.seat in rebels:
                self.hand = list(NO_CARDS)

    def _step(self, step: Step) -> list[Consequence]:
        assert self.play is not None
        if type(step) is Played and step.seat == self.seat:
            for rank, number in enumerate(step.card_set.counts()):
                self.hand[rank] -= number
        return self.play.apply(step)

    def why_not(self, action: Action) -> Reason | None:
        """Return why this seat may not do that now, or None: the same check as the host's."""
        if self.seat is None or self.play is None:
            return Reason(Code.NOT_ALLOWED)
        if self.asked or self.void:
            return why_not_answer(self.hand, self.must_answer, action)
        return permits.why_not(self.play, self.hand, self.seat, action, first_deal=self.first_deal)

    def legal_sets(self) -> LegalSets:
        """Return the sets that this seat may put down in turn now."""
        assert self.play is not None and self.seat is not None
        return permits.legal_sets(self.play, self.hand, self.seat, first_deal=self.first_deal)

    def legal_burns(self) -> LegalSets:
        """Return the sets with which this seat may burn now."""
        assert self.play is not None and self.seat is not None
        return permits.legal_burns(self.play, self.hand, self.seat)

    @property
    def may_revolt(self) -> bool:
        """Whether this seat's hand has no 2 and no joker (RULES.md 8)."""
        return self.must_answer and not (self.hand[TWO] or self.hand[SMALL] or self.hand[BIG])


def project(match: Match, seat: int | None) -> View:
    """Build the view of a seat, or of an observer (None), from the match: a whitelist."""
    view = View(match.rules, seat)
    deal = match.deal
    view.places, view.total, view.over = match.places, match.total, match.over
    if deal is None:
        return view
    view.number, view.first_deal, view.first_drawer = match.number, match.first_deal, match.first_drawer
    view.play = deal.play.copy()
    view.asked, view.void = deal.answers is not None, deal.void
    view.score = match.score
    if seat in SEATS and seat is not None:
        view.hand = deal.hands[seat][:]
        view.answered = match.answers.get(seat, "")
    return view
