"""What a host does about its peers' wishes: letting in, chairs, bots, actions, talk. No sockets; time is passed in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from net.cleaning import EmptyText, clean_chat, clean_name
from net.connection import Asked, Closed, Event, Introduced, Received
from net.delaying import Delayed
from net.limits import NAMES_A_PAGE, TICK
from net.peers import Fate, Peer
from net.table import LEAVER_LEVEL, OBSERVERS, Table, TableError
from net.wire import (
    Act,
    AddBot,
    Card,
    Chat,
    Decline,
    Fetch,
    Hello,
    Here,
    Leave,
    Message,
    Notice,
    Page,
    Ready,
    RemoveBot,
    Resync,
    Role,
    Roster,
    Say,
    Sit,
    Start,
    TableCard,
    Welcome,
    Wish,
    encode,
)

BETWEEN_DEALS: Final = 20.0
"""Seconds after which the next deal begins although somebody is not ready (CLI.md)."""

BETWEEN_MATCHES: Final = 120.0
"""Seconds after which the next match begins although somebody is not ready: time to change seats, and no longer."""

ROSTER_SECONDS: Final = 0.1
"""Least time between two rosters: two hundred observers who come at once are told of in a few."""

KNOWN_MOST: Final = 1024
"""Keys remembered of this run, whose deltas may be bridged: more than chairs and observers together."""

Happened = Callable[[str, dict[str, object]], None]
"""Told of ``joined`` and ``left`` with their fields."""


class Attending:
    """The peers of a table.

    Args:
        happened: told when somebody comes or goes.
        observers: most observers.
        owner: the public key that is obeyed as the host's; None: nobody's.
        delay: seconds that observers see the table late.
        keep: called when chairs may have changed, to keep them on the disk.
        renew: called when a match is over and six are ready for another one; puts it on the table.
    """

    def __init__(
        self,
        happened: Happened,
        observers: int,
        owner: bytes | None,
        delay: float,
        keep: Callable[[], None],
        renew: Callable[[], None] | None,
    ) -> None:
        self.peers: set[Peer] = set()
        self.delay = delay
        self.roster_due = False
        """Whether chairs, presence or observers have changed since everybody was told."""
        self.keep = keep
        self._happened = happened
        self._most_observers = observers
        self._owner = owner
        self._table: Table | None = None
        self._delayed: Delayed | None = None
        self._streams: dict[int, set[Peer]] = {stream: set() for stream in range(7)}
        self._known: dict[bytes, None] = {}
        self._renew = renew
        self._asking: dict[Peer, int | None] = {}
        self._ticked = float("-inf")
        self._between_since: float | None = None
        self._roster_next = float("-inf")

    @property
    def table(self) -> Table:
        """The table served."""
        assert self._table is not None
        return self._table

    def attend(self, table: Table) -> None:
        """Serve this table."""
        self._table, table.reseated = table, self._reseated
        if self.delay:
            self._delayed = Delayed(self.delay, self._observers_snapshot())

    def _observers_snapshot(self) -> tuple[int, bytes]:
        return self.table.seq, encode(self.table.snapshot(OBSERVERS))

    # The table's clock

    def beat(self, now: float) -> float:
        """Do what is due; returns how many seconds there are until something is due again, 0 for at once."""
        table = self.table
        if now - self._ticked >= TICK:
            self._ticked = now
            for peer in list(self.peers):
                self.happen(peer, peer.session.tick(now), now)
        self._maybe_deal(now)
        self.tell_late(now)
        if self.roster_due and now >= self._roster_next:
            self._roster_next = now + ROSTER_SECONDS
            self.tell_roster(now)
        if table.tick(now):
            return 0.0
        waits = [TICK]
        waits += [when - now for when in (table.deadline, self.wake) if when is not None]
        waits += [self._roster_next - now] if self.roster_due else []
        return max(0.001, min(waits))

    def _maybe_deal(self, now: float) -> None:
        table, match = self.table, self.table.match
        people = any(chair.person for chair in table.chairs.values())
        over = match.over and self._renew is not None and people
        if not (match.between or over) or table.paused is not None:
            self._between_since = None
            return
        if self._between_since is None:
            self._between_since = now
        stood = now - self._between_since
        if self._asking:
            self._seat_asking(now)
        if match.between and match.deal is not None and people and stood >= BETWEEN_DEALS:
            table.stand_in(LEAVER_LEVEL)  # Nobody came for a chair that was given up.
        if not table.full:
            return
        ready = not table.waits_for(now, table.timing.grace)
        if over and (ready or stood >= BETWEEN_MATCHES) and self._renew is not None:
            self._renew()
            self._between_since = None
            match, ready = table.match, table.full  # Chairs of who is away for long are free now.
            self.tell_roster(now)
        # Nothing is to be looked at of a void deal.
        ready = ready or (match.deal is not None and (match.deal.void or stood >= BETWEEN_DEALS))
        if ready and match.between and table.deadline is None:
            table.begin(now)
            self.tell_roster(now)

    def _seat_asking(self, now: float) -> None:
        """Give free chairs to the observers who wait for one, in the order in which they asked."""
        for peer, wanted in list(self._asking.items()):
            if any(chair.free for seat, chair in self.table.chairs.items() if wanted in (None, seat)):
                self._take_chair(peer, wanted, now)

    def happen(self, peer: Peer, events: Iterable[Event], now: float) -> None:
        """Do what the session of a peer says has happened."""
        for event in events:
            if isinstance(event, Asked):
                peer.session.send(Card(self.card()), now)
            elif isinstance(event, Introduced):
                if not peer.session.closed:  # by what came right behind the hello
                    self.introduced(peer, event.hello, now)
            elif isinstance(event, Received):
                self.received(peer, event.message, now)
            elif isinstance(event, Closed):
                self.flush(peer, now)
                if event.code == "silent":
                    peer.cut()
                peer.writer.close()
        self.flush(peer, now)

    def card(self) -> TableCard:
        """Return the table's card for lobbies."""
        raise NotImplementedError

    # Telling

    def tell_stream(self, stream: int, frame: bytes, now: float) -> None:
        """Send one encoded frame to all peers of a stream; nobody is waited for."""
        if stream == OBSERVERS and self._delayed is not None:
            self._delayed.put(frame, now, self._observers_snapshot())
        else:
            self._send(stream, frame, now)

    def _send(self, stream: int, frame: bytes, now: float) -> None:
        for peer in list(self._streams[stream]):
            if not peer.behind:
                peer.session.send_frame(frame, now)
            self.flush(peer, now)

    def tell_late(self, now: float) -> None:
        """Send the delayed observers what is due."""
        if self._delayed is not None:
            for frame in self._delayed.due(now):
                self._send(OBSERVERS, frame, now)

    @property
    def wake(self) -> float | None:
        """When :meth:`tell_late` has something to do next, or None."""
        return None if self._delayed is None else self._delayed.wake

    def flush(self, peer: Peer, now: float) -> None:
        """Send what a peer's session holds; bring it back where it fell behind, cut it where it is stuck."""
        fate = peer.flush(now)
        if fate is Fate.CUT:
            peer.cut()
        elif fate is Fate.CAUGHT_UP and peer.stream is not None:
            peer.behind = False
            self._send_snapshot(peer, now)
            self.flush(peer, now)

    def _send_snapshot(self, peer: Peer, now: float) -> None:
        if peer.stream == OBSERVERS and self._delayed is not None:
            peer.session.send_frame(self._delayed.snapshot[1], now)
        else:
            peer.session.send(self.table.snapshot(peer.stream or OBSERVERS, now), now)

    def tell_roster(self, now: float) -> None:
        """Tell everybody who sits and watches."""
        self.roster_due = False
        self.keep()
        frame = encode(Roster(self.table.roster(now)))
        for stream in self._streams:
            self.tell_stream(stream, frame, now)

    # Coming and going

    def introduced(self, peer: Peer, hello: Hello, now: float) -> None:
        """Let somebody in who has proven his key, or say why not."""
        table = self.table
        try:
            peer.name = clean_name(hello.name)
        except EmptyText:
            peer.session.reject("bad_name", now)
            return
        peer.role, peer.key = hello.role, hello.key
        if hello.role == "observer":
            others = {other for other in self._streams[OBSERVERS] if other.key == peer.key}
            if len(self._streams[OBSERVERS]) - len(others) >= self._most_observers:
                peer.session.reject("too_many_observers", now)
                return
            stream = OBSERVERS
            peer.droppable = True
        else:
            try:
                stream = table.sit(hello.key, peer.name, hello.seat, now)
            except TableError as refused:
                peer.session.reject(refused.code, now)
                return
            others = set(self._streams[stream])
        for other in others:
            self._replace(other, now)
        self._join(peer, stream)
        self._welcome(peer, hello, now)
        self._tell_log("joined", peer, stream)
        self._tell_of(stream, now)

    def _replace(self, other: Peer, now: float) -> None:
        """Close the older connection of a key: a newer one has shown it."""
        self._part(other)
        other.session.close("replaced", now)
        self.flush(other, now)
        other.writer.close()
        self._tell_log("left", other, other.stream)
        other.stream = None

    def _tell_log(self, what: str, peer: Peer, stream: int | None) -> None:
        name = self.table.shown_names().get(stream or OBSERVERS, peer.name)
        self._happened(what, {"role": peer.role, "seat": stream or None, "name": name})

    def _welcome(self, peer: Peer, hello: Hello, now: float) -> None:
        table, stream = self.table, peer.stream or OBSERVERS
        late = stream == OBSERVERS and self._delayed is not None
        missed = None
        if peer.key in self._known and not late:
            missed = table.streams.bridge(stream, hello.have)
        self._known[peer.key] = None
        while len(self._known) > KNOWN_MOST:
            del self._known[next(iter(self._known))]
        seq = self._delayed.snapshot[0] if late and self._delayed is not None else table.seq
        bridged, delay = missed is not None, round(self.delay) if stream == OBSERVERS else 0
        name = self.table.shown_names().get(stream, peer.name)
        peer.session.accept(Welcome(hello.role, stream or None, seq, name, bridged, delay), now)
        if missed is None:
            self._send_snapshot(peer, now)
        else:
            for frame in missed:
                peer.session.send_frame(frame, now)
        if stream and (window := table.window(stream, now)) is not None:
            peer.session.send(window, now)
        if stream and (lost := table.owner_knows(hello.key, hello.have)) is not None:
            peer.session.send(lost, now)

    def _join(self, peer: Peer, stream: int) -> None:
        peer.stream = stream
        self._streams[stream].add(peer)
        self.table.observers = len(self._streams[OBSERVERS])

    def _part(self, peer: Peer) -> None:
        if peer.stream is not None:
            self._streams[peer.stream].discard(peer)
            self.table.observers = len(self._streams[OBSERVERS])

    def gone(self, peer: Peer, now: float) -> None:
        """Note that a peer's connection is gone."""
        if peer not in self.peers:
            return
        self.peers.discard(peer)
        self._asking.pop(peer, None)
        self._part(peer)
        if peer.stream is None:
            return  # never came in, was replaced, or left
        seat = peer.stream or None
        if seat and not self._streams[seat]:
            self.table.gone(seat, now)
        self._tell_log("left", peer, seat)
        self._tell_of(peer.stream, now)

    def _watchers(self, message: Fetch) -> Page:
        """Return a page of the names of those who watch, in the order of the alphabet."""
        names = sorted(each.name for each in self._streams[OBSERVERS])
        start = message.page * NAMES_A_PAGE
        pages = -(-len(names) // NAMES_A_PAGE)
        return Page(message.id, message.what, message.page, pages, tuple(names[start : start + NAMES_A_PAGE]))

    def _tell_of(self, stream: int, now: float) -> None:
        """Tell of chairs at once; of observers, who may come by the hundred, soon."""
        if stream == OBSERVERS:
            self.roster_due = True
        else:
            self.tell_roster(now)

    # What they want

    def received(self, peer: Peer, message: Message, now: float) -> None:
        """Do what a peer's message asks for."""
        table, seat = self.table, peer.stream
        if seat is None:
            return  # what came behind its leaving
        if isinstance(message, Resync):
            self._resync(peer, message, now)
        elif isinstance(message, Say):
            self._say(peer, message, now)
        elif isinstance(message, Fetch):
            if message.what == "record":
                peer.session.send(table.page(message.id, message.page), now)
            elif message.what == "observers":
                peer.session.send(self._watchers(message), now)
        elif isinstance(message, Leave):
            self._leave(peer, now)
        elif isinstance(message, AddBot | RemoveBot | Start):
            self._manage(peer, message, now)
        elif isinstance(message, Sit):
            self._move(peer, message.seat, now)
        elif isinstance(message, Wish) and (seat != OBSERVERS or peer.key == self._owner):
            self._wish(peer, message, now)
        elif seat == OBSERVERS:
            peer.session.send(Notice("observers_only_watch"), now)
        elif isinstance(message, Act):
            table.act(seat, message.id, message.action, now, message.seq)
        elif isinstance(message, Decline):
            table.here(seat, now)
            table.decline(seat, message.window_id)
        elif isinstance(message, Here):
            table.here(seat, now)
        elif isinstance(message, Ready):
            table.here(seat, now)
            table.set_ready(seat, message.on)
            self.tell_roster(now)

    def _resync(self, peer: Peer, message: Resync, now: float) -> None:
        late = peer.stream == OBSERVERS and self._delayed is not None
        missed = None if late else self.table.streams.bridge(peer.stream or OBSERVERS, message.have)
        if not missed:
            self._send_snapshot(peer, now)
            return
        for frame in missed:
            peer.session.send_frame(frame, now)

    def _leave(self, peer: Peer, now: float) -> None:
        self._part(peer)
        seat, peer.stream = peer.stream or None, None
        self._tell_log("left", peer, seat)
        if seat:
            self.table.leave(seat, now)
        peer.session.close("left", now)
        self.tell_roster(now)

    def _manage(self, peer: Peer, message: AddBot | RemoveBot | Start, now: float) -> None:
        """Do what only the host's own key may; everybody else is told so."""
        if self._owner is None or peer.key != self._owner:
            peer.session.send(Notice("host_only"), now)
            return
        table = self.table
        try:
            if isinstance(message, AddBot):
                table.add_bot(message.seat, message.level)
            elif isinstance(message, RemoveBot):
                table.remove_bot(message.seat)
            else:
                table.begin(now)
        except TableError as refused:
            peer.session.send(Notice(refused.code), now)
            return
        self.tell_roster(now)

    def _wish(self, peer: Peer, message: Wish, now: float) -> None:
        if peer.stream:
            self.table.here(peer.stream, now)
        refused = self.table.wish(peer.stream or None, message.what, message.on, now, owner=peer.key == self._owner)
        if refused:
            peer.session.send(Notice(refused), now)

    def _move(self, peer: Peer, wanted: int | None, now: float) -> None:
        """Change a player's chair, or give an observer one; its stream begins with a welcome and a snapshot."""
        table, seat = self.table, peer.stream or 0
        if not seat:
            self._take_chair(peer, wanted, now)
            return
        if wanted is None:
            peer.session.send(Notice("leave_to_watch"), now)
            return
        try:
            moved = table.move(seat, wanted)
        except TableError as refused:
            peer.session.send(Notice(refused.code), now)
            return
        if moved:
            self._reseated({seat: wanted, wanted: seat}, now)
            self.tell_roster(now)
        elif seat != wanted:
            self._tell_everybody(Notice("wish_swap", (("seat", seat), ("to", wanted))), now)

    def _take_chair(self, peer: Peer, wanted: int | None, now: float) -> None:
        """Let an observer sit down; where no chair is free he waits for one, and all hear that he does."""
        try:
            seat = self.table.sit(peer.key, peer.name, wanted, now)
        except TableError:
            if peer not in self._asking:
                self._tell_everybody(Notice("wish_chair", (("name", peer.name),)), now)
            self._asking[peer] = wanted
            return
        self._asking.pop(peer, None)
        for other in set(self._streams[seat]):
            self._replace(other, now)
        self._happened("left", {"role": peer.role, "seat": None, "name": peer.name})
        self._part(peer)
        peer.role, peer.droppable, peer.behind = "player", False, False
        self._seat(peer, seat, now)
        self._happened("joined", {"role": peer.role, "seat": seat, "name": peer.name})
        self.tell_roster(now)

    def _tell_everybody(self, message: Message, now: float) -> None:
        frame = encode(message)
        for stream in self._streams:
            self.tell_stream(stream, frame, now)

    def _seat(self, peer: Peer, seat: int, now: float) -> None:
        """Tell a player his new chair, with all that is known there."""
        self._join(peer, seat)
        role: Role = "bot" if peer.role == "bot" else "player"
        peer.session.send(Welcome(role, seat, self.table.seq, self.table.shown_names()[seat]), now)
        self._send_snapshot(peer, now)

    def _reseated(self, seats: Mapping[int, int], now: float) -> None:
        """Follow the chairs that were changed or drawn by lot: every player's stream is that of his new seat."""
        moved = [(peer, seats[stream]) for peer in self.peers if (stream := peer.stream or OBSERVERS) in seats]
        for peer, _seat in moved:
            self._part(peer)
        for peer, seat in moved:
            self._seat(peer, seat, now)
        self.roster_due = True

    def _say(self, peer: Peer, message: Say, now: float) -> None:
        seat, words = peer.stream or None, ""
        if not message.phrase and self.table.phrases_only:
            peer.session.send(Notice("phrases_only"), now)
            return
        if not message.phrase:
            try:
                words = clean_chat(message.text)
            except EmptyText:
                return
        name = self.table.shown_names()[seat] if seat else peer.name
        frame = encode(Chat("player" if seat else "observer", seat, name, words, message.phrase))
        if seat is None:
            self._send(OBSERVERS, frame, now)
            return
        for stream in self._streams:
            self.tell_stream(stream, frame, now)
