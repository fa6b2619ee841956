"""Two tables that differ only in cards of two seats, played in step by the same public actions.

Whoever is neither of the two must get the same bytes at the same times from both: what does not depend on a card
cannot tell it. No expectation of what a filter lets through is written down anywhere.
"""

import random
from itertools import zip_longest
from unittest.mock import patch

from engine.actions import NONE, Action, Verb, parse_action
from engine.bots import LEVELS
from engine.cards import SEATS
from engine.events import Bought, Drawn, Fell, Paid, Rejected, ThreesShown
from engine.match import Match
from engine.phase import HIDDEN_PHASES, Phase
from engine.shuffle import seeded_key, shuffled_deck
from engine.view import project
from net.frames import FrameDecoder
from net.limits import MAX_FRAME_TO_CLIENT
from net.table import OBSERVERS, STREAMS, Table, Timing
from net.wire import Direction, Window, decode, encode
from tests.net.served import BOTHERS, STRANGER, Client, Served, bother, unhurried

NONSENSE = ("pass", "play 3", "play 7777", "play 2+xX", "burn KK", "revolt", "buy", "reject 3", "return 5", "close")
"""What viewers try, mostly out of turn: answers must tell nothing either."""

REVEALING = (Drawn, ThreesShown, Paid, Bought, Rejected, Fell)
"""Events by which the rules themselves show something of hands to everybody: from there on the two differ rightly."""

LOW = (0, 1)
"""Threes and fours decide in the open who leads (RULES.md 7): they are never exchanged."""


class Leak(AssertionError):
    """A viewer was told something that depends on cards it may not know."""


class NothingInCommon(Exception):
    """A seat of the pair has no action that is legal with both of its hands: the run is over."""


class World(Served):
    """One of the two tables, and everything that has left it."""

    def __init__(self, table_class, rules, seed, deals, timing, bots, folder, delay):
        self.now = self.window_until = 0.0
        self.sent = {stream: [] for stream in STREAMS}
        self.events = []
        write, tell = self.serve(folder, seed, lambda deal, attempt: seeded_key(seed, deal, attempt), delay)

        def told(stream, frame):
            self._note_window(frame)
            tell(stream, frame)

        self._make = lambda match: table_class(match, timing, random.Random(seed), write, told, self._heard)
        self.attend(self._make(Match(rules, self.journal.key, deals=deals)))
        for seat in bots:
            self.table.add_bot(seat, "greedy")
        self.clients = {seat: Client(self, seat, "player", seat) for seat in SEATS if seat not in bots}
        self.clients[OBSERVERS] = Client(self, 0, "observer", None)
        for client in self.clients.values():
            client.dial()
            self.settle()
        self.clients[STRANGER] = Client(self, STRANGER, "player", None)

    def die_and_go_on(self):
        """Go on in another process of the host."""
        self.window_until = 0.0
        self.host_again(self._make)

    def _note_window(self, frame):
        (payload,) = FrameDecoder(MAX_FRAME_TO_CLIENT).feed(frame)
        message = decode(payload, Direction.TO_CLIENT)
        if isinstance(message, Window):
            self.window_until = self.now + message.seconds

    def _heard(self, event):
        self.events.append(event)
        self.hosting._heard(event)

    @property
    def deal(self):
        return self.table.match.deal

    def asked(self, stream):
        """What a viewer of the stream would get by asking now: the snapshot of a return, a resync, a first look."""
        return encode(self.table.snapshot(stream)), self.table.roster(self.now)

    def screens(self, stream):
        """What the program of a viewer has told in lines, and what it can be asked to show."""
        client = self.clients.get(stream)
        return ([], []) if client is None else (client.shown, client.screen())


class Twins:
    """Plays both worlds in step and compares after every step.

    Args:
        rules: of both tables.
        seed: of decks, choices and the exchanged cards.
        swapped: how many cards the two seats exchange.
        high: whether the first gives its highest cards for the other's lowest: what it could do, it then cannot.
        at_deal: in which deal; those before are the same in both.
        bots: the seats that are no persons'.
        delay: how many seconds late observers see the tables.
        folder: an empty one, where the records go.
    """

    def __init__(self, rules, seed, *, folder, swapped=6, high=False, at_deal=1, bots=(), delay=0.0, table_class=Table):
        self.rng = random.Random(f"twins {seed}")
        self.pair = tuple(sorted(self.rng.sample(SEATS, 2)))
        self.viewers = [stream for stream in STREAMS if stream not in self.pair]
        self.phases, self.differed, self.steps = set(), set(), 0
        self.at_deal, self._swapped, self._high = at_deal, swapped, high
        # In a later deal nobody shows threes for the lead, and who lacks one may buy.
        self._kept = () if at_deal > 1 and rules.buy_threes == "player" else LOW
        timing = Timing(pace=0.5, clock=10.0)
        self.worlds = []
        for name in "ab":
            self.worlds.append(World(table_class, rules, seed, at_deal, timing, bots, folder / name, delay))
        self._compared = dict.fromkeys([*STREAMS, STRANGER, "log"], 0)
        self._joint, self._number, self._ticks = {}, 0, 0
        self._shown = False
        self._keys = {seeded_key(seed, at_deal, attempt) for attempt in range(1, 10)}
        self._exchanged = {}
        self.bothered = set()

    def run(self, most=4000):
        """Play until the deal is over, nothing is legal in both worlds, or `most` steps; raises `Leak`."""
        one = self.worlds[0]
        with patch.dict(LEVELS, dict.fromkeys(LEVELS, self._level)), patch("os.fsync", unhurried):
            try:
                for self.steps in range(most):
                    for world in self.worlds:
                        if world.table.match.between and not world.table.match.over:
                            self._begin(world)
                    if self._shown or self._revealed():
                        return
                    self._compare()
                    if one.table.match.over or (one.deal.void and one.table.match.number == self.at_deal):
                        return
                    self._step()
                    if one.table.match.number == self.at_deal and one.deal.phase is Phase.OVER:
                        return  # hands are open from here
            except NothingInCommon:
                return

    def _begin(self, world):
        for seat in SEATS:
            world.table.set_ready(seat, True)
        with patch("engine.match.shuffled_deck", self._deck(world)):
            world.table.begin(world.now)
        world.tell_roster(world.now)
        world.settle()

    def _deck(self, world):
        """What a deck's key means in a world: in the second, two seats of the one deal have exchanged cards."""

        def deck(key):
            cards = shuffled_deck(key)
            if world is self.worlds[1] and key in self._keys:
                if key not in self._exchanged:
                    self._exchanged[key] = self._places(cards, key)
                for here, there in self._exchanged[key]:
                    cards[here], cards[there] = cards[there], cards[here]
            return cards

        return deck

    def _places(self, cards, key):
        # The pair's places in the deck are its places in drawing order.
        drawer = self.worlds[0].table.match.first_drawer or self.worlds[0].table.match.places[5]
        rng = random.Random(key)
        chosen = []
        for seat in self.pair:
            mine = [place for place in range((seat - drawer) % 6, 216, 6) if cards[place][0] not in self._kept]
            rng.shuffle(mine)
            if self._high:
                mine.sort(key=lambda place: cards[place][0], reverse=seat == self.pair[0])
            chosen.append(mine[: self._swapped])
        return list(zip(*chosen, strict=False))

    def _step(self):
        one, two = self.worlds
        if self.rng.random() < 0.02 and one.table.match.number == self.at_deal and not one.table.match.between:
            self._die_and_go_on()
        deal, table = one.deal, one.table
        self.phases.add(deal.phase)
        self._note_difference()
        until = table.deadline
        assert until is not None
        if self.rng.random() < 0.4:
            self._nonsense()
        if self.rng.random() < 0.3:
            self._bother()
        if self.rng.random() < 0.4 and one.now < one.window_until and (deal.burn_window or deal.phase in HIDDEN_PHASES):
            self._answer_early(until)
        if table.deadline is None or two.table.deadline is None:
            return
        if self.rng.random() < 0.3 and deal.turn and not deal.burn_window and deal.turn not in self.pair:
            self._go(min(one.now + 1.0, until))
            if self._revealed():
                self._shown = True
                return
        until = table.deadline
        if until is not None and until != two.table.deadline:
            raise Leak(f"deadlines {until} {two.table.deadline}")
        self._go(max(one.now, until or 0.0))

    def _note_difference(self):
        """Note what one of the pair could do in one world and not in the other."""
        for seat in self.pair:
            if len({world.deal.offered(seat) for world in self.worlds}) > 1:
                self.differed.add("burn")
            for action in (Action(Verb.REVOLT), Action(Verb.BUY)):
                able = {world.deal.why_not(seat, action) is None for world in self.worlds}
                if seat in self.worlds[0].deal.to_answer and len(able) > 1:
                    self.differed.add(action.verb.value)

    def _go(self, now):
        self._ticks += 1
        for world in self.worlds:
            world.pass_time(now)

    def _nonsense(self):
        seat = self.rng.choice([viewer for viewer in self.viewers if viewer])
        text = self.rng.choice(NONSENSE)
        if not self.worlds[0].table.chairs[seat].person:
            return
        self._number += 1
        for world in self.worlds:
            world.act(seat, self._number, text, world.now)

    def _die_and_go_on(self):
        self.bothered.add("host again")
        for world in self.worlds:
            with patch("engine.match.shuffled_deck", self._deck(world)):
                world.die_and_go_on()

    def _bother(self):
        """Have somebody do what one does beside the cards: talk, leave and return, ask anew, stop reading, knock."""
        viewers = [viewer for viewer in self.viewers if viewer in self.worlds[0].clients]
        number, what, how = self.rng.choice(viewers), self.rng.choice(BOTHERS), self.rng.random()
        self.bothered.add(what)
        for world in self.worlds:
            bother(world, number, what, how)
            world.settle()

    def _answer_early(self, until):
        # Within a window the moment of an answer is nobody's business: the worlds answer at different ones. But who
        # changes his answer is told so at once, in his own stream: that he does at one moment in both.
        seat = self.rng.choice(SEATS)
        if not self.worlds[0].table.chairs[seat].person:
            return
        action = self._chosen(seat)
        if action is None:
            return
        self._number += 1
        begun, again = self.worlds[0].now, self.rng.random()
        holding = seat in self.worlds[0].table._held
        for world in self.worlds:
            share = again if holding else self.rng.random()
            world.act(seat, self._number, action.text(), begun + (until - begun) * share)
            world.now = begun

    def _level(self, view, rng):
        key = (view.seat, self._ticks)
        if key not in self._joint:
            self._joint[key] = self._chosen(view.seat)
        action = self._joint[key]
        deal = self.worlds[0].deal
        if action is None and deal.turn == view.seat and view.seat not in deal.burn_window:
            raise NothingInCommon
        return action

    def _chosen(self, seat):
        """Return an action legal in both worlds, None where there is none or nothing is to be done."""
        for action in self._candidates(seat):
            if action is not None and not any(world.deal.why_not(seat, action) for world in self.worlds):
                return action
        return None

    def _candidates(self, seat):
        deal = self.worlds[0].deal
        if deal.phase is Phase.CUT:
            yield parse_action("cut 102")  # a multiple of six: every seat draws what it would have drawn
        if deal.phase is Phase.FALLS:
            # Not the other one: he would draw first, and every seat other cards than the exchange has reckoned with.
            yield self.rng.choice((NONE, Action(Verb.FALL, number=self.worlds[0].table.match.places[5])))
        if deal.phase is Phase.REVOLUTION:
            yield NONE
        for level in ("random", "greedy", "random"):
            for world in self.worlds[: 1 if seat in self.viewers else 2]:
                action = _REAL[level](project(world.table.match, seat), self.rng)
                if action is not None and action.verb is not Verb.REDRAW:
                    yield action
        if seat in deal.to_answer:
            yield NONE
        elif not deal.burn_window or self.rng.random() < 0.5:
            yield Action(Verb.PASS)

    def _revealed(self):
        one, two = self.worlds
        for mine, theirs in zip_longest(one.events, two.events):
            if mine != theirs:
                if isinstance(mine, REVEALING) or isinstance(theirs, REVEALING):
                    return True
                raise Leak(f"public events {mine} {theirs}")
        one.events.clear()
        two.events.clear()
        return False

    def _compare(self):
        one, two = self.worlds
        if one.table.match.number == self.at_deal and not one.table.match.between and not self.steps % 16:
            self._keep_secret(one)
        self._same("log", one.out.getvalue(), two.out.getvalue())
        if one.files() != two.files():
            raise Leak("files")
        for stream in (*self.viewers, STRANGER):
            self._same(stream, one.sent.get(stream, []), two.sent.get(stream, []))
        for stream in self.viewers:
            if one.screens(stream) != two.screens(stream):
                raise Leak(f"screens of {stream}")
            if one.table.match.number == self.at_deal and one.asked(stream) != two.asked(stream):
                raise Leak(f"snapshot of {stream}")

    def _keep_secret(self, world):
        """The key of the deal that runs stands nowhere, in no form, but in its file."""
        key = world.journal.key(world.table.match.number, world.table.match.attempt)
        forms = (key, key.hex().encode(), str(int.from_bytes(key, "big")).encode())
        text = [world.out.getvalue().encode(), *(content for _, _, content in world.files())]
        frames = [data for sent in world.sent.values() for _, data in sent[-9:] if isinstance(data, bytes)]
        for piece in (*text, *frames):
            if any(form in piece for form in forms):
                raise Leak("the key of the deal")

    def _same(self, name, mine, theirs):
        start = self._compared[name]
        if mine[start:] != theirs[start:]:
            raise Leak(f"{name}: {mine[start:]} {theirs[start:]}")
        self._compared[name] = len(mine)


_REAL = dict(LEVELS)
