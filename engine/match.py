"""A match: deals in a row, their first leads, score and end (RULES.md 7, 10)."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import Action
from engine.cards import SEATS, seats_after
from engine.deal import Deal, Phase
from engine.draw import first_drawer, first_leader, next_opener, reopened
from engine.events import Answered, DealBegan, DealScored, Dealt, Event, MatchEnded
from engine.rules import CLASSIC, Rules
from engine.score import places, score
from engine.shuffle import Stream, shuffled_deck

Keys = Callable[[int, int], bytes]
"""From the number of a deal and of an attempt at it (both from 1) to its 32-byte key."""

_OF_PLAY = {
    "two_gouji_count", "two_for_one", "wrong_follow", "burn_check", "dead_gouji", "last_hand_locks_passers",
    "brawl_close", "joker_cut", "no_pair_of_threes", "reopen", "scoring", "report", "first_lead", "revolution",
}  # fmt: skip


class NotPlayable(ValueError):
    """An option that this program can rule on, but that its tables do not play yet; ``option`` names it."""

    def __init__(self, option: str) -> None:
        super().__init__(f"not playable yet: {option}")
        self.option = option


def check_playable(rules: Rules) -> None:
    """Raise :class:`NotPlayable` for the first option that a match does not play yet."""
    plain = CLASSIC.options()
    for name, value in rules.options().items():
        if name not in _OF_PLAY and value != plain[name]:
            raise NotPlayable(name)


class Match:
    """Deals in a row under one set of rules.

    Args:
        rules: the table's rules.
        keys: where deck keys come from.
        deals: length in deals; 0: open end.
        target: total that ends the match; 0: none.

    Raises:
        NotPlayable: see :func:`check_playable`.
    """

    def __init__(self, rules: Rules, keys: Keys, *, deals: int = 8, target: int = 0) -> None:
        check_playable(rules)
        self.rules = rules
        self.keys = keys
        self.deals = deals
        self.target = target
        self.number = 0
        self.attempt = 0
        self.deal: Deal | None = None
        self.total = (0, 0)
        self.opener = 0
        self.places: tuple[int, ...] = ()
        self.first_deal = False
        self.first_drawer = 0
        self.score: tuple[int, int] | None = None
        self.answers: dict[int, str] = {}
        self.over = False

    @property
    def between(self) -> bool:
        """Whether the table may deal: before the first deal, after a void one, and between deals."""
        return not self.over and (self.deal is None or self.deal.phase in (Phase.OVER, Phase.VOID))

    def begin(self) -> list[Event]:
        """Shuffle, draw and deal (the table's action ``deal``)."""
        if not self.between:
            raise ValueError("a deal is running or the match is over")
        if self.deal is not None and self.deal.phase is Phase.VOID:
            self.attempt += 1
        else:
            self.number, self.attempt = self.number + 1, 1
            self._first_drawer()
        deck = shuffled_deck(self.keys(self.number, self.attempt))
        order = (self.first_drawer, *seats_after(self.first_drawer))
        drawn = {seat: deck[index::6] for index, seat in enumerate(order)}
        hands = []
        for seat in SEATS:
            counts = [0] * 15
            for rank, _suit in drawn[seat]:
                counts[rank] += 1
            hands.append(counts)
        leader = first_leader(self.rules, self.first_drawer, drawn) if self.first_deal else self.places[-1]
        self.deal = Deal(self.rules, hands, leader, first_deal=self.first_deal, ask_revolution=True)
        asked = self.deal.phase is Phase.REVOLUTION
        self.answers = {}
        return [
            DealBegan(self.number, self.attempt, self.first_deal, self.first_drawer, leader, asked),
            *(Dealt(seat, tuple(hands[seat - 1])) for seat in SEATS),
        ]

    def _first_drawer(self) -> None:
        again = bool(self.places) and reopened(self.rules, self.places, 0)
        self.first_deal = not self.places or again
        if not self.first_deal:
            self.first_drawer = self.places[-1]
            return
        stream = Stream(self.keys(self.number, self.attempt), "cut")
        if again:
            self.opener = next_opener(self.rules, self.places, self.opener, 0)
        else:
            self.opener = stream.below(6) + 1
        turned: list[int] = []
        while (drawer := first_drawer(self.rules, self.opener, turned)) is None:
            card = stream.below(54)
            turned.append(card // 4 if card < 52 else card - 39)
        self.first_drawer = drawer

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Do an action of the running deal and return what everybody or one seat is told, in order.

        Raises:
            IllegalAction: with the reason; nothing has changed then.
        """
        if self.deal is None:
            raise ValueError("no deal is running")
        events = self.deal.apply(seat, action)
        for event in events:
            if isinstance(event, Answered):
                self.answers[event.seat] = event.answer
        if self.deal.phase is Phase.OVER:
            events.extend(self._score())
        return events

    def _score(self) -> list[Event]:
        deal = self.deal
        assert deal is not None
        left = {seat: sum(deal.hands[seat]) for seat in SEATS}
        play = deal.play
        self.places = places(self.rules, play.exits, left, revolted=play.revolted, fallen=play.fallen)
        points = score(self.rules, self.places)
        both = None if points is None else (points["A"], points["B"])
        self.score = both
        if both is not None:
            self.total = (self.total[0] + both[0], self.total[1] + both[1])
        found: list[Event] = [DealScored(self.number, self.places, both, self.total)]
        if (self.deals and self.number >= self.deals) or (self.target and max(self.total) >= self.target):
            self.over = True
            found.append(MatchEnded(self.number, self.total))
        return found


__all__ = ["Keys", "Match", "NotPlayable", "check_playable"]
