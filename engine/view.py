"""What a seat, or an observer, may know (DESIGN: views): a whitelist, and the reducer everybody shares."""

from __future__ import annotations

from engine import permits
from engine.actions import Action
from engine.cards import FOUR, FULL_COUNTS, HAND_SIZE, NO_CARDS, SEATS, THREE, Counts, partners
from engine.events import (
    Answered,
    Bought,
    Consequence,
    DealBegan,
    DealScored,
    Dealt,
    Discarded,
    Drawn,
    Event,
    FallsSettled,
    GameEnded,
    HandShown,
    MatchAbandoned,
    MatchEnded,
    Paid,
    Played,
    Preliminary,
    Rejected,
    Returned,
    RevolutionAnswered,
    Step,
    Suggested,
    ThreesShown,
    Voided,
)
from engine.match import Match
from engine.phase import Phase
from engine.preparation import Preparation, may_revolt
from engine.reasons import Code, Reason
from engine.round import Round
from engine.rules import Rules
from engine.sets import LegalSets

_ONE_THREE: Counts = (1, *(0,) * 14)
_CONSEQUENCES: tuple[type, ...] = Consequence.__args__


class View:
    """The knowledge of one seat (1-6) or, with None, of an observer. Holds no other hand.

    Attributes:
        rules: the table's rules.
        seat: whose view it is.
        hand: that seat's fifteen counts; ``threes`` the most threes of one suit that it drew.
        play: the public state of play, None before the first deal.
        partners: the hands that its partners show it, by seat (RULES.md 11, advice).
        before: the public state before the first set; ``answered`` this seat's answer to what is asked there.
        number: of the running deal; ``attempt`` at it.
        places, score, total: of the last deal that ended, and the match's totals of teams A and B; ``games`` ended.
        void, over: whether the deal is void, whether the match is over.
    """

    __slots__ = (
        "answered", "attempt", "before", "games", "hand", "number", "over", "partners", "places", "play",
        "rules", "score", "seat", "threes", "total",
    )  # fmt: skip

    def __init__(self, rules: Rules, seat: int | None) -> None:
        self.rules = rules
        self.seat = seat
        self.hand: list[int] = list(NO_CARDS)
        self.threes = 0
        self.play: Round | None = None
        self.partners: dict[int, list[int]] = {}
        self.before = Preparation()
        self.answered = ""
        self.number = 0
        self.attempt = 0
        self.places: tuple[int, ...] = ()
        self.score: tuple[int, int] | None = None
        self.total = (0, 0)
        self.games = 0
        self.over = False

    def known(self) -> tuple[object, ...]:
        """Return everything as one comparable value."""
        values = [getattr(self, name) for name in View.__slots__ if name not in ("before", "play", "rules")]
        known = (tuple(v) if isinstance(v, list) else tuple(v.items()) if isinstance(v, dict) else v for v in values)
        return (*known, self.before.public(), self.play and self.play.public())

    @property
    def phase(self) -> Phase:
        """What is being decided now."""
        if self.void:
            return Phase.VOID
        if self.before.phase is not None:
            return self.before.phase
        play = self.play
        if play is None or play.over:
            return Phase.OVER
        if play.closing:
            return Phase.CLOSING
        if play.orderer:
            return Phase.ORDER
        return Phase.WIND if play.wind_seat else Phase.PLAY

    @property
    def void(self) -> bool:
        """Whether the deal is void (RULES.md 8)."""
        return self.before.void

    @property
    def first_deal(self) -> bool:
        """Whether this is a first deal (RULES.md 7)."""
        return self.before.first_deal

    @property
    def turn(self) -> int | None:
        """The seat that must decide, or None."""
        if self.before.phase is not None:
            return self.before.turn
        return None if self.void or self.play is None else self.play.turn

    @property
    def must_answer(self) -> bool:
        """Whether this seat's answer to a question before the first set is still out."""
        return self.before.phase is not None and self.seat in self.before.seats and not self.answered

    def apply(self, event: Event) -> list[Consequence]:
        """Apply one event that this viewer may be told; returns what followed where the event is a step of play."""
        if isinstance(event, _CONSEQUENCES):
            return []
        if isinstance(event, DealBegan):
            self.number, self.attempt, self.answered = event.number, event.attempt, ""
            self.hand, self.threes, self.partners = list(NO_CARDS), 0, {}
            self.play, self.before = Round(self.rules, [0] * 6, 1), Preparation()
        elif isinstance(event, Dealt):
            self.hand, self.threes = list(event.cards), event.threes
        elif isinstance(event, HandShown):
            self.partners[event.seat] = list(event.cards)
        elif isinstance(event, Suggested):
            pass
        elif isinstance(event, Answered):
            self.answered = event.answer
        elif isinstance(event, Preliminary):
            self._prepare(event)
        elif isinstance(event, DealScored):
            self.places, self.score, self.total = event.places, event.score, event.total
        elif isinstance(event, GameEnded):
            self.games = event.games
        elif isinstance(event, MatchEnded):
            self.over, self.games = True, event.games
        elif isinstance(event, MatchAbandoned):
            self.over = True
        else:
            return self._step(event)  # type: ignore[arg-type]
        return []

    def _prepare(self, event: Preliminary) -> None:
        """Take in what happens before the first set: hand, sizes, leader, and the public state there."""
        play = self.play
        assert play is not None
        self.before.apply(event)
        self.answered = ""
        if isinstance(event, FallsSettled):
            self.places = event.places
        elif isinstance(event, Voided):
            self.hand, self.partners, self.play = list(NO_CARDS), {}, Round(self.rules, [0] * 6, 1)
        elif isinstance(event, Drawn):
            self.play = Round(self.rules, [HAND_SIZE] * 6, event.leader or self.before.first_drawer)
        elif isinstance(event, ThreesShown):
            play.leader = play.first_leader = event.leader
        elif isinstance(event, RevolutionAnswered):
            if not self.void and event.rebels:
                play.revolt(event.rebels)
                if self.seat in event.rebels:
                    self.hand = list(NO_CARDS)
        elif isinstance(event, Paid | Returned):
            self._move(event.cards, event.seat, event.to)
        elif isinstance(event, Rejected):
            if not event.lapsed:
                self._move(event.cards, event.seat, event.to)
        elif isinstance(event, Bought):
            self._move(event.cards, event.seat, event.to)
            self._move(_ONE_THREE, event.to, event.seat)
        elif isinstance(event, Discarded):
            play.sizes = [0, *(size - gone for size, gone in zip(play.sizes[1:], event.numbers, strict=True))]
            for rank, digit in ((THREE, "3"), (FOUR, "4")):
                if digit in event.what:
                    self.hand[rank] = 0
                    play.played[rank] = FULL_COUNTS[rank]

    def _move(self, cards: Counts, giver: int, taker: int) -> None:
        play, number = self.play, sum(cards)
        assert play is not None
        play.sizes[giver] -= number
        play.sizes[taker] += number
        if self.seat in (giver, taker):
            sign = 1 if self.seat == taker else -1
            self.hand = [held + sign * moved for held, moved in zip(self.hand, cards, strict=True)]

    def _step(self, step: Step) -> list[Consequence]:
        assert self.play is not None
        if type(step) is Played:
            hand = self.hand if step.seat == self.seat else self.partners.get(step.seat)
            if hand is not None:
                for rank, number in enumerate(step.card_set.counts()):
                    hand[rank] -= number
        return self.play.apply(step)

    def why_not(self, action: Action) -> Reason | None:
        """Return why this seat may not do that now, or None: the same check as the host's."""
        if self.seat is None or self.play is None:
            return Reason(Code.NOT_ALLOWED)
        if self.before.phase is not None or self.void:
            answered = bool(self.answered)
            return self.before.why_not(self.rules, self.hand, self.threes, self.seat, answered, action)
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
        """Whether this seat is asked, and its hand has no 2 and no joker (RULES.md 8)."""
        return self.must_answer and self.phase is Phase.REVOLUTION and may_revolt(self.hand)


def project(match: Match, seat: int | None) -> View:
    """Build the view of a seat, or of an observer (None), from the match: a whitelist."""
    view = View(match.rules, seat)
    deal = match.deal
    view.places, view.total, view.over, view.games = match.places, match.total, match.over, match.games
    if deal is None:
        return view
    preparing = deal.preparing
    assert preparing is not None
    view.number, view.attempt = match.number, match.attempt
    view.play, view.before = deal.play.copy(), preparing.public.copy()
    view.score = match.score
    if seat in SEATS and seat is not None:
        view.hand, view.threes = deal.hands[seat][:], preparing.threes[seat]
        answer = preparing.answers.get(seat)
        view.partners = {mate: deal.hands[mate][:] for mate in deal.shown if mate in partners(seat)}
        view.answered = "" if answer is None else answer.text()
    return view
