"""A match: deals in a row, their first leads, score and end (RULES.md 7, 10)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.actions import Action, Verb
from engine.cards import SEATS, next_seat, team_of
from engine.deal import Deal, Phase
from engine.draw import first_drawer, reopened, seats_drawn
from engine.events import DealBegan, DealScored, Event, FallsSettled, GameEnded, MatchAbandoned, MatchEnded, Prepared
from engine.preparing import LastDeal, Setup
from engine.rules import Rules
from engine.score import places, score, sweep
from engine.shuffle import Stream, shuffled_deck
from engine.tribute import points_due, rows

Keys = Callable[[int, int], bytes]
"""From the number of a deal and of an attempt at it (both from 1) to its 32-byte key."""

class Match:
    """Deals in a row under one set of rules.

    Args:
        rules: the table's rules.
        keys: where deck keys come from.
        deals: length in deals; 0: open end.
        target: total that ends the match; 0: none.
    """

    def __init__(self, rules: Rules, keys: Keys, *, deals: int = 8, target: int = 0) -> None:
        self.rules = rules
        self.keys = keys
        self.deals = deals
        self.target = target
        self.number = 0
        self.attempt = 0
        self.deal: Deal | None = None
        self.total = (0, 0)
        self.opener = 0
        self._turner = 0
        self.places: tuple[int, ...] = ()
        self.first_deal = False
        self.first_drawer = 0
        self._turned: tuple[int, ...] = ()
        self.score: tuple[int, int] | None = None
        self.games = 0
        self.collected = {"A": 0, "B": 0}
        self.over = False
        self.abandoned = False
        self._last: LastDeal | None = None
        self._game_over = False
        self._voided_at: Phase | None = None
        """What was being decided when the running deal was made void by the table."""

    def seats_drawn(self) -> dict[int, int]:
        """Return the seat that each chair (1-6) has drawn by lot, from the key of the first deal; empty where people
        choose (``seating``, RULES.md 7).
        """
        return seats_drawn(Stream(self.keys(1, 1), "seats")) if self.rules.seating == "draw" else {}

    @property
    def between(self) -> bool:
        """Whether the table may deal: before the first deal, after a void one, and between deals."""
        return not self.over and (self.deal is None or self.deal.phase in (Phase.OVER, Phase.VOID))

    def begin(self, replaced: int = 0) -> list[Event]:
        """Shuffle, draw and deal (the table's action ``deal``); ``replaced``: players replaced since the last deal."""
        if not self.between:
            raise ValueError("a deal is running or the match is over")
        calls, again = None, False
        if self.deal is not None and self.deal.before is not None and self.deal.void:
            self.attempt += 1
            again = self._voided_at is not Phase.FALLS
            if self._voided_at not in (Phase.FALLS, Phase.ADVANCE_CALLS):
                calls = tuple(call for call in self.deal.before.calls if call[1] == "advance")
        else:
            self.number, self.attempt = self.number + 1, 1
            self._first_drawer(replaced)
        deck = shuffled_deck(self.keys(self.number, self.attempt))
        setup = Setup(
            self.first_deal, self.opener, self._turned, self.first_drawer, self._last, deck, calls, again
        )
        self.deal, self._voided_at = Deal.prepared(self.rules, setup), None
        return self._heard([DealBegan(self.number, self.attempt), *self.deal.begin()])

    def _first_drawer(self, replaced: int) -> None:
        again = bool(self.places) and (self._game_over or reopened(self.rules, self.places, replaced))
        self.first_deal = not self.places or again
        self._turned = ()
        if not self.first_deal:
            self.first_drawer = 0
            return
        stream = Stream(self.keys(self.number, self.attempt), "cut")
        self.opener = next_seat(self._turner) if again else stream.below(6) + 1
        turned: list[int] = []
        while (drawer := first_drawer(self.rules, self.opener, turned)) is None:
            card = stream.below(54)
            turned.append(card // 4 if card < 52 else card - 39)
        self.first_drawer, self._turned = drawer, tuple(turned)
        self._turner = (self.opener + len(turned) - 2) % 6 + 1

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Do an action of the running deal and return what everybody or one seat is told, in order.

        Raises:
            IllegalAction: with the reason; nothing has changed then.
        """
        if self.deal is None:
            raise ValueError("no deal is running")
        phase = self.deal.phase
        events = self._heard(self.deal.apply(seat, action))
        if action.verb is Verb.VOID:
            self._voided_at = phase
        if self.deal.phase is Phase.OVER:
            events.extend(self._score())
        return events

    def abandon(self) -> list[Event]:
        """End the match without a result: before its next deal; a running one is made void first."""
        if not self.between or self.deal is None:
            raise ValueError("a deal is running, or the match has not begun")
        self.over = self.abandoned = True
        return [MatchAbandoned(self.whole_deals, self.total)]

    @property
    def whole_deals(self) -> int:
        """How many deals have been begun, a void last one not counted."""
        return self.number - (self.deal is not None and self.deal.void)

    def _heard(self, events: list[Event]) -> list[Event]:
        for event in events:
            if isinstance(event, FallsSettled):
                self.places = event.places
                if self._last is not None:
                    self._last = replace(self._last, places=event.places)
            elif isinstance(event, Prepared):
                self.first_drawer = event.first_drawer
        return events

    def _score(self) -> list[Event]:
        deal = self.deal
        assert deal is not None and deal.preparing is not None
        left = {seat: sum(deal.hands[seat]) for seat in SEATS}
        play = deal.play
        self.places = places(self.rules, play.exits, left, revolted=play.revolted, fallen=play.fallen)
        points = score(self.rules, self.places)
        both = None if points is None else (points["A"], points["B"])
        self.score = both
        if both is not None:
            self.total = (self.total[0] + both[0], self.total[1] + both[1])
        calls = {seat: call for seat in SEATS if (call := deal.preparing.public.call_of(seat))}
        won = self._game_won(calls)
        self._game_over = bool(won)
        self._last = LastDeal(self.places, tuple(play.opened), calls, tuple(deal.debts), owing=not won)
        if won and self.rules.scoring == "none" and won != "drawn":
            self.total = (self.total[0] + (won == "A"), self.total[1] + (won == "B"))
        ended = (self.deals and self.number >= self.deals) or (self.target and max(self.total) >= self.target)
        self.games += bool(won)
        found: list[Event] = [DealScored(self.number, self.places, both, self.total, rows(deal.debts))]
        if won:
            found.append(GameEnded(self.games, won))
        if ended:
            self.over = True
            self.games += not won
            found.append(MatchEnded(self.number, self.total, self.games))
        return found

    def _game_won(self, calls: Mapping[int, str]) -> str:
        """Return who has won the game with this deal: a team, ``drawn``, or empty (RULES.md 10)."""
        deal, rules = self.deal, self.rules
        assert deal is not None
        swept = sweep(self.places)
        for debt in points_due(rules, deal.play.opened, calls, deal.debts):
            self.collected[team_of(debt.to)] += debt.cards
        won = {swept} if swept and rules.sweep_ends_game else set()
        if rules.point_limit:
            won |= {team for team, cards in self.collected.items() if cards >= rules.point_limit}
        if won:
            self.collected = {"A": 0, "B": 0}
        return "drawn" if len(won) > 1 else "".join(won)


__all__ = ["Keys", "Match"]
