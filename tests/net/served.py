"""A table served as ``gouji host --headless`` serves one, in virtual time: everything that leaves it, and its files.

Sessions, bridging, queues, delay, the log's lines and the journal are the real ones; sockets are lists of bytes.
"""

import argparse
import contextlib
import io
from unittest.mock import patch

from gouji_tui.host_log import HostLog
from gouji_tui.hosting import DEFAULTS, Hosting
from gouji_tui.plain import PlainTable, prompt, table_lines
from net.attending import Attending
from net.following import Follower
from net.identity import Identity
from net.journal import Journal
from net.peers import Peer
from net.resuming import resume
from net.session import Challenged, ClientSession, HostSession, Received
from net.wire import Act, AddBot, Ask, Decline, Fetch, Here, Ready, Rejected, Resync, Say, Sit, TableCard, Wish

TABLE, FINGERPRINT, NONCE = "ef" * 6, bytes(32), bytes(32)
IDENTITIES = [Identity.temporary() for _ in range(8)]
STRANGER = 7
"""Who is neither at the table nor among its observers, and knocks."""


def unhurried(file):
    """In place of fsync, which costs a fourth of the time here: nobody pulls the plug."""


FULL = 64 * 1024
"""Bytes unsent by which a socket counts as not read."""


class Wire:
    """What the host writes one peer, with the time of each piece; `frozen`: it is not read."""

    def __init__(self, world, sent):
        self.world, self.sent, self.inbox, self.closed, self.frozen = world, sent, bytearray(), False, False

    @property
    def transport(self):
        return self

    def get_write_buffer_size(self):
        return FULL if self.frozen else 0

    def is_closing(self):
        return self.closed

    def write(self, data):
        self.sent.append((self.world.now, data))
        self.inbox += data

    def close(self):
        if not self.closed:
            self.sent.append((self.world.now, "closed"))
        self.closed = True

    abort = close


class Client:
    """One person's program: follows the table as a client does, and tells it as lines of text."""

    def __init__(self, world, number, role, seat):
        self.world, self.role, self.seat, self.identity = world, role, seat, IDENTITIES[number]
        self.session = self.peer = None
        self.name, self.notices = f"p{number}", []
        self.restart()

    def restart(self):
        self.shown, self.updates = [], []
        self.plain = PlainTable("en", lambda: "", self.shown.append)
        self.follower = Follower(0, self.send, self.heard, lambda number, refused: None)
        self.follower.seat = self.seat

    def heard(self, update):
        self.updates.append(update)
        if update.chat is not None:
            self.plain.heard(update.chat)
        for event in update.events:
            self.plain.told(event, update.view.match.rules)
        if update.notice:
            self.shown.append(f"{update.notice} {sorted(update.arguments.items())}")

    def screen(self):
        """What plain mode can be asked to show now."""
        view = self.follower.view.match
        if view is None or view.play is None:
            return []
        return [*table_lines(view, "en"), prompt(view, "en")]

    def dial(self):
        self.session = ClientSession(self.world.now, fingerprint=FINGERPRINT)
        self.peer = self.world.open(self)

    def hang_up(self):
        peer, self.peer, self.session = self.peer, None, None
        if peer is not None:
            self.world.drop(peer)

    def send(self, message):
        if self.session is not None and not self.session.closed:
            self.session.send(message, self.world.now)

    def take(self):
        """Read what has come; returns what is to be sent."""
        wire = self.peer.writer
        if wire.frozen:
            return b""
        data = bytes(wire.inbox)
        wire.inbox.clear()
        for event in self.session.receive(data, self.world.now) if data else ():
            if isinstance(event, Challenged):
                self.session.introduce(
                    self.identity, self.world.now, name=self.name, role=self.role, seat=self.seat,
                    have=self.follower.have,
                )  # fmt: skip
            elif isinstance(event, Received) and not isinstance(event.message, Rejected):
                self.follower.received(event.message, self.world.now)
        return self.session.data_to_send()


class Served(Attending):
    """Mixed into a twin's world (`tests.net.twins.World`): serves its table to a client of every seat and observers.

    `folder` is where the record goes, `delay` how late observers see it.
    """

    def serve(self, folder, seed, key, delay):
        """Make everything but the table; returns what it writes and tells by."""
        self.id, self.port = TABLE, 21654
        self.options = argparse.Namespace(**DEFAULTS)
        self.out = io.StringIO()
        folder.mkdir()
        self.journal = Journal.create(folder / "record.jsonl", key)
        self.hosting = Hosting(self.options, "host", "1", folder, [], self._put, None, "en")
        self.hosting.journal, self.hosting.server = self.journal, self
        Attending.__init__(self, self.hosting._happened, 3, None, delay, self._keep, None)
        self.clients = {}
        self._fresh_key, self._delay = key, delay
        return lambda text: self.journal.append(text), lambda stream, frame: self.tell_stream(stream, frame, self.now)

    def host_again(self, make):
        """Have the host's process die, and another go on from the record; everybody comes back at once."""
        self._keep()
        self.journal.close()
        for client in self.clients.values():
            client.peer = client.session = None
        Attending.__init__(self, self.hosting._happened, 3, None, self._delay, self._keep, None)
        self.journal = self.hosting.journal = Journal.reopen(self.journal.path, self._fresh_key)
        self.attend(resume(self.journal, make, self.now))
        for number, client in self.clients.items():
            if number != STRANGER:
                client.dial()
                self.settle()

    def _keep(self):
        self.hosting.table = self.table
        self.hosting.keep()

    def _put(self, fields):
        with contextlib.redirect_stdout(self.out), patch("time.strftime", lambda form: f"{self.now}"):
            for as_json in (True, False):
                HostLog(as_json, "en").put(fields)

    def card(self):
        chairs, playing = self.table.chairs.values(), self.table.match.deal is not None
        free, bots = sum(chair.free for chair in chairs), sum(bool(chair.level) for chair in chairs)
        return TableCard(TABLE, "t", "h", 1, "classic", free, bots, self.table.observers, False, round(self.delay),
                         False, "playing" if playing else "waiting", 1, "", "")  # fmt: skip

    def open(self, client):
        session = HostSession(self.now, table_id=TABLE, fingerprint=FINGERPRINT, nonce=NONCE)
        number = STRANGER if client.seat is None and client.role == "player" else client.seat or 0
        peer = Peer(session, Wire(self, self.sent.setdefault(number, [])))
        self.peers.add(peer)
        self.flush(peer, self.now)
        return peer

    def drop(self, peer):
        self.happen(peer, peer.session.connection_lost(), self.now)
        peer.writer.close()
        self.gone(peer, self.now)

    def settle(self):
        """Let everybody read and answer until nobody has anything more to say at this moment."""
        busy = True
        while busy:
            busy = False
            for client in self.clients.values():
                peer = client.peer
                if peer is None:
                    continue
                if data := client.take():
                    busy = True
                    self.happen(peer, peer.session.receive(data, self.now), self.now)
                if peer.session.closed or peer.writer.closed:
                    client.take()
                    client.hang_up()

    def pass_time(self, now):
        """Go to a moment as the host's clock does, its heartbeats included, which clients answer.

        They have none of their own: theirs count from when they last spoke, which is their own affair.
        """
        while self.now < now:
            self.now = min(now, self.now + 1.0)
            self.beat(self.now)
            self.settle()

    def act(self, seat, number, text, now):
        """Send an action as its seat's program does; the answer is in what is sent."""
        self.now = now
        self.clients[seat].send(Act(number, self.table.seq, text))
        self.settle()

    def files(self):
        """Everything on the disk but what is the deal's own key: names, modes and contents."""
        found = []
        for path in sorted(self.journal.path.parent.iterdir()):
            secret = path.suffix == ".key"
            found.append((path.name, path.stat().st_mode & 0o777, b"" if secret else path.read_bytes()))
        return found


BOTHERS = (
    "talk", "phrase", "flood of talk", "return", "restart", "resync", "fetch", "ready", "wish", "sit", "add a bot",
    "decline", "here", "ask", "stop reading", "knock", "nonsense",
)  # fmt: skip
"""What people do beside playing cards."""


def bother(world, number, what, how):
    """Have a client do something; `how`, from 0 to 1, decides what is open in it."""
    client = world.clients[number]
    if what == "knock":
        stranger = world.clients[STRANGER]
        if stranger.peer is None:
            stranger.dial()
    elif client.peer is None:
        client.dial()
    elif what == "stop reading":
        client.peer.writer.frozen = not client.peer.writer.frozen
    elif what in ("return", "restart"):
        client.hang_up()
        if what == "restart":
            client.restart()
    elif what == "nonsense":
        client.session.send_frame(bytes([0, 0, 0, 2, 0x91, 90 + int(how * 30)]), world.now)
    elif what == "flood of talk":
        for _ in range(12):
            client.send(Say("a" * int(1 + how * 180)))
    else:
        seq = world.table.seq
        client.send({
            "talk": Say(f"hello {how:.3f}"), "phrase": Say("", 1 + int(how * 9)),
            "resync": Resync(max(0, seq - int(how * 70)) if how < 0.8 else None),
            "fetch": Fetch(1, "record", int(how * 3)), "ready": Ready(how < 0.5), "sit": Sit(1 + int(how * 6)),
            "wish": Wish("pause" if how < 0.3 else "go_on", on=how < 0.9),
            "add a bot": AddBot(1 + int(how * 6), "greedy"),
            "decline": Decline(int(how * 9)), "here": Here(), "ask": Ask(),
        }[what])  # fmt: skip
