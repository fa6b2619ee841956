"""The play of a deal as everybody sees it: who is entitled, pass, yield, burn, close (RULES.md 3-6).

A :class:`Round` knows no hand. Host, clients, replay and bots hold the same object and apply the same steps to it;
what a hand may do is asked in :mod:`engine.permits`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import BIG, SEATS, SMALL, TWO, opposite, seats_after
from engine.events import (
    BrawlBegan,
    Closed,
    Consequence,
    DealEnded,
    HandLaid,
    Opened,
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
from engine.rules import Rules
from engine.sets import CardSet, is_gouji

DEAD_GOUJI_OF_REVOLUTION = 3
"""Dead gouji sets that the opposite of a revolutionary has (RULES.md 8)."""


class Round:
    """The public state of play.

    Attributes:
        rules: the table's rules.
        sizes: cards held, by seat (index 0 unused).
        alive: whether a seat is still in, by seat.
        exits: seats gone out, 头科 first.
        revolted: the seats in revolt 革命.
        fallen: seats put down by a penalty, 大落 first.
        opened: seats that have opened.
        passed: whether a seat has passed in this round, by seat.
        top: the set that stands, or None before a lead.
        top_seat: its player, 0 before a lead.
        top_gouji: whether it is a gouji set (never in the brawl).
        protected: whether only burners may answer it (dead gouji 够死级).
        last_hand: whether it is its player's last hand.
        played: the cards put down or thrown out in this deal, as fifteen counts.
        pending: the entitled seats still to be asked, in order.
        leader: who leads, where ``top`` is None.
        touched: whether an entitled seat has acted on ``top``.
        yielder: the seat that yielded on ``top``, or 0.
        wind_seat: the seat whose wind request is out, or 0; ``wind_pending`` those still to answer it.
        burning: the seat bound by a burn, or 0; ``burned_seat`` whom it burned.
        brawl: whether the brawl is on.
        over: whether the deal is over.
        first_leader: who leads or led the deal's first round.
        first_set: whether no set of the deal has been played yet.
        plan: the sets laid open that its player still leads, in order (ordering 挑牌, RULES.md 11).
        orderer: the partner who is to fix the order of ``plan``, or 0.
    """

    __slots__ = (
        "alive",
        "brawl",
        "burned_seat",
        "burning",
        "closing",
        "dead_played",
        "dead_won",
        "declined",
        "exits",
        "fallen",
        "first_leader",
        "first_set",
        "last_hand",
        "leader",
        "locked",
        "opened",
        "orderer",
        "over",
        "passed",
        "pending",
        "plan",
        "played",
        "protected",
        "renounced",
        "revolted",
        "rules",
        "sizes",
        "top",
        "top_dead_gouji",
        "top_gouji",
        "top_seat",
        "touched",
        "wind_pending",
        "wind_refused",
        "wind_seat",
        "yielder",
    )

    def __init__(self, rules: Rules, sizes: Sequence[int], leader: int) -> None:
        """Begin the play; ``sizes`` are the cards of seats 1-6, ``leader`` leads (if he has cards, else the next)."""
        self.rules = rules
        self.sizes = [0, *sizes]
        self.alive = [False] + [size > 0 for size in sizes]
        self.exits: list[int] = []
        self.revolted: tuple[int, ...] = ()
        self.fallen: list[int] = []
        self.opened: list[int] = []
        self.burning = 0
        self.burned_seat = 0
        self.brawl = False
        self.over = False
        self.first_set = True
        self.first_leader = leader
        self.dead_played = 0
        self.dead_won = 0
        self.renounced = False
        self.played = [0] * 15
        self.plan: tuple[CardSet, ...] = ()
        self.orderer = 0
        self._clear(leader)

    def _clear(self, leader: int) -> None:
        self.leader = leader
        self.passed = [False] * 7
        self.declined = [False] * 7
        self.top: CardSet | None = None
        self.top_seat = 0
        self.top_gouji = False
        self.top_dead_gouji = False
        self.protected = False
        self.last_hand = False
        self.locked = False
        self.touched = False
        self.closing = False
        self.yielder = 0
        self.pending: list[int] = []
        self.wind_seat = 0
        self.wind_refused = False
        self.wind_pending: list[int] = []

    def copy(self) -> Round:
        """Return an independent copy."""
        twin = Round.__new__(Round)
        for name in _PLAIN:
            setattr(twin, name, getattr(self, name))
        for name in _LISTS:
            setattr(twin, name, getattr(self, name)[:])
        return twin

    def public(self) -> tuple[object, ...]:
        """Return everything as one comparable value, for tests and hashes."""
        return tuple(
            tuple(value) if isinstance(value := getattr(self, name), list) else value
            for name in Round.__slots__
            if name != "rules"
        )

    @property
    def drawn(self) -> bool:
        """Whether the cards are drawn: before, nobody holds any and nobody is out."""
        return any(self.alive)

    @property
    def turn(self) -> int | None:
        """The seat that must decide; None where only burners may still act, and when the deal is over."""
        if self.over or self.closing:
            return None
        if self.wind_seat:
            return self.wind_pending[0]
        if self.top is None:
            return self.orderer or self.leader
        return self.pending[0]

    def headless(self, seat: int) -> bool:
        """Tell whether a seat has no opposite (无头, RULES.md 6), three dead gouji sets allowed for (8)."""
        across = opposite(seat)
        if across in self.revolted:
            if self.rules.revolution == "third" or self.renounced:
                return True
            if self.dead_played < DEAD_GOUJI_OF_REVOLUTION:
                return False
            return not (self.dead_played == DEAD_GOUJI_OF_REVOLUTION and self.top_dead_gouji)
        return not self.alive[across]

    def nearest(self, seat: int) -> int:
        """Return the nearest seat still in after ``seat``, counter-clockwise."""
        for other in seats_after(seat):
            if self.alive[other]:
                return other
        return seat

    @property
    def burnable(self) -> bool:
        """Whether the standing set may by public knowledge be burned (RULES.md 4)."""
        top = self.top
        if top is None or not self.top_gouji or self.over or self.touched or top.dead:
            return False
        return len(self.exits) < 2 and (self.protected or not self.headless(self.top_seat))

    @property
    def burn_window(self) -> tuple[int, ...]:
        """The seats that may burn by public state, in order of asking: the player's team first (RULES.md 4)."""
        if not self.burnable:
            return ()
        player = self.top_seat
        able = [
            seat
            for seat in seats_after(player)
            if self.alive[seat] and not self.passed[seat] and seat != opposite(player) and not self.headless(seat)
            and (not self.rules.burn_requires_opened or seat in self.opened)
        ]  # fmt: skip
        return tuple([s for s in able if (s - player) % 2 == 0] + [s for s in able if (s - player) % 2])

    @property
    def may_wind(self) -> bool:
        """Whether the seat on turn may ask for the wind instead of acting (RULES.md 5)."""
        return (
            self.last_hand
            and not self.touched
            and not self.wind_seat
            and not self.wind_refused
            and bool(self.pending)
            and self.pending[0] == self.nearest(self.top_seat)
        )

    @property
    def may_yield(self) -> bool:
        """Whether the seat on turn may yield (RULES.md 3)."""
        if self.top is None or self.brawl or self.top_gouji or self.yielder or not self.pending:
            return False
        seat = self.pending[0]
        asker = self.wind_refused and seat == self.nearest(self.top_seat)
        if seat != opposite(self.top_seat) or self.wind_seat or asker:
            return False
        between = seats_after(self.top_seat)[:2]
        if any(self.alive[each] and not self.passed[each] for each in between):
            return False
        return any(each in self.pending for each in seats_after(seat)[:2])

    def _entitled(self) -> list[int]:
        """The seats entitled to answer the standing set, in seat order (RULES.md 3, 5, 6)."""
        top, player = self.top, self.top_seat
        assert top is not None
        if self.protected or (top.dead and not self.rules.two_for_one):
            return []
        others = seats_after(player)
        alive, passed = self.alive, self.passed
        if self.brawl:
            return [seat for seat in others if alive[seat]]
        across = opposite(player)
        may_come_back = len(self.exits) <= 2 if self.last_hand else not self.locked
        if self.top_gouji and not self.headless(player):
            return [
                seat
                for seat in others
                if alive[seat]
                and (
                    (seat == across and (not passed[seat] or may_come_back))
                    or (not passed[seat] and self.headless(seat))
                )
            ]
        return [seat for seat in others if alive[seat] and (not passed[seat] or (seat == across and may_come_back))]

    def apply(self, step: Step) -> list[Consequence]:
        """Apply one step, which must be lawful, and return what follows from it."""
        kind = type(step)
        if kind is Played:
            return self._play(step)  # type: ignore[arg-type]
        if kind is Passed:
            return self._pass(step.seat)  # type: ignore[union-attr]
        if kind is Closed:
            return self._close()
        if kind is Yielded:
            self.touched = True
            self.yielder = self.pending.pop(0)
            self.pending.append(self.yielder)
            return []
        if kind is WindAsked:
            self.touched = True
            self.wind_seat = step.seat  # type: ignore[union-attr]
            self.wind_pending = [seat for seat in seats_after(self.wind_seat) if self.alive[seat]]
            return []
        if kind is WindAnswered:
            return self._answer_wind(step)  # type: ignore[arg-type]
        if kind is Renounced:
            self.renounced = True
            return []
        if kind is HandLaid:
            self.plan, self.orderer = step.sets, step.partner  # type: ignore[union-attr]
            return []
        if kind is OrderFixed:
            self.plan, self.orderer = step.sets, 0  # type: ignore[union-attr]
            return []
        return self._fall(step.seat)  # type: ignore[union-attr]

    def _play(self, step: Played) -> list[Consequence]:
        seat, card_set = step.seat, step.card_set
        found: list[Consequence] = []
        if self.plan:
            # The next of the sets laid open is led, or the one before is beaten and the rest go back (RULES.md 11).
            self.plan = self.plan[1:] if self.top is None else ()
        gouji = not self.brawl and is_gouji(card_set, self.rules)
        answers_last_hand = self.last_hand and self._winners_last_hand() and seat == opposite(self.top_seat)
        if self.yielder and self.yielder != seat:
            self.passed[self.yielder] = True
        if self.burning and self.burning == self.top_seat:
            self.burning = self.burned_seat = 0
        if step.burn:
            self.burning, self.burned_seat = seat, self.top_seat
        self.protected = gouji and self.rules.dead_gouji and answers_last_hand
        self.top_dead_gouji = False
        if (
            gouji
            and self.rules.revolution == "fourth"
            and opposite(seat) in self.revolted
            and not self.renounced
            and self.dead_played < DEAD_GOUJI_OF_REVOLUTION
        ):
            self.dead_played += 1
            self.protected = self.top_dead_gouji = True
        self.top, self.top_seat, self.top_gouji = card_set, seat, gouji
        self.first_set = self.touched = self.wind_refused = self.closing = False
        self.yielder = 0
        self.declined = [False] * 7
        self.sizes[seat] -= card_set.size
        played = self.played
        played[card_set.rank] += card_set.naturals
        if card_set.twos:
            played[TWO] += card_set.twos
        if card_set.small:
            played[SMALL] += card_set.small
        if card_set.big:
            played[BIG] += card_set.big
        self.last_hand = self.sizes[seat] == 0
        if self.last_hand:
            self.alive[seat] = False
            self.exits.append(seat)
            found.append(WentOut(seat, len(self.exits)))
            if self.burning == seat:
                self.burning = self.burned_seat = 0
            if self._winners_last_hand() and self.rules.last_hand_locks_passers:
                self.locked = True
            if self._finished():
                self._open(found)
                self.over = True
                self.pending = []
                found.append(DealEnded())
                return found
        self.pending = self._entitled()
        if not self.pending:
            self._nobody_left(found)
        return found

    def _winners_last_hand(self) -> bool:
        """Whether the standing last hand is 头科's or 二科's (RULES.md 5)."""
        return not self.brawl and self.exits.index(self.top_seat) < 2

    def _finished(self) -> bool:
        out = [seat for seat in SEATS if not self.alive[seat]]
        return len(out) >= 5 or any(all(seat in out for seat in team) for team in ((1, 3, 5), (2, 4, 6)))

    def _nobody_left(self, found: list[Consequence]) -> None:
        """Nobody is entitled any more: close, or wait for burners."""
        if self.burn_window:
            self.closing = True
        else:
            found.extend(self._close())

    def _pass(self, seat: int) -> list[Consequence]:
        self.pending.pop(0)
        self.touched = True
        self.declined[seat] = True
        if not self.brawl:
            self.passed[seat] = True
        elif self.rules.brawl_close == "team" and (seat - self.top_seat) % 2:
            self.pending = [each for each in self.pending if (each - seat) % 2]
        found: list[Consequence] = []
        if not self.pending:
            found.extend(self._close())
        return found

    def _answer_wind(self, step: WindAnswered) -> list[Consequence]:
        self.wind_pending.pop(0)
        if not step.agreed:
            self.wind_seat, self.wind_pending, self.wind_refused = 0, [], True
            return []
        return [] if self.wind_pending else self._close()

    def _close(self) -> list[Consequence]:
        found: list[Consequence] = []
        self._open(found)
        winner = self.top_seat
        leader = winner if self.alive[winner] else self.nearest(winner)
        found.append(RoundWon(winner, leader))
        self._clear(leader)
        if not self.brawl and len(self.exits) >= 2:
            self.brawl = True
            self.burning = self.burned_seat = 0
            found.append(BrawlBegan())
        return found

    def _open(self, found: list[Consequence]) -> None:
        """Open the player of a gouji set that won its round (开点, RULES.md 9)."""
        opening, top, seat = self.rules.opening, self.top, self.top_seat
        if opening == "off" or top is None or not self.top_gouji or seat in self.opened:
            return
        last = self.last_hand and self.exits[-1] == seat
        if len(self.exits) >= 2 and not (last and len(self.exits) == 2):
            return
        if self.exits and seat == opposite(self.exits[0]):
            return
        if self.rules.revolution == "fourth" and opposite(seat) in self.revolted:
            if not self.top_dead_gouji:
                return
            self.dead_won += 1
            if self.dead_won < DEAD_GOUJI_OF_REVOLUTION:
                return
        elif (opening == "no_big_joker" and top.dead) or (opening == "natural" and (top.twos or top.jokers)):
            return
        self.opened.append(seat)
        found.append(Opened(seat))

    def _fall(self, seat: int) -> list[Consequence]:
        self.fallen.append(seat)
        self.alive[seat] = False
        if self.burning == seat:
            self.burning = self.burned_seat = 0
        if self.leader == seat:
            self.plan, self.orderer = (), 0
        if self._finished():
            self.over = True
            return [DealEnded()]
        if self.leader == seat:
            self.leader = self.nearest(seat)
        return []

    def revolt(self, seats: Sequence[int]) -> None:
        """Take the seats in revolt out of play before the first set (RULES.md 8)."""
        self.revolted = tuple(seats)
        for seat in seats:
            self.alive[seat] = False
            self.sizes[seat] = 0
        if not self.alive[self.leader]:
            self.leader = self.first_leader = self.nearest(self.leader)


_LISTS = ("alive", "declined", "exits", "fallen", "opened", "passed", "pending", "played", "sizes", "wind_pending")
_PLAIN = tuple(name for name in Round.__slots__ if name not in _LISTS)
"""What a copy of a round copies and what it shares: told apart once, since search copies at every node."""


__all__ = ["DEAD_GOUJI_OF_REVOLUTION", "Round"]
