"""What both sides of a connection have in common: states, events, greeting, heartbeat, closing. See `net.session`."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TypeAlias

from net.limits import DEAD, HANDSHAKE_SECONDS, HEARTBEAT, MAGIC, MAX_SEQUENCE, PROTOCOL, SLOW, TICK_GAP
from net.wire import (
    Arguments,
    Bye,
    Challenge,
    Direction,
    FrameDecoder,
    Greeting,
    Hello,
    Message,
    Ping,
    Pong,
    WireError,
    decode,
    encode,
)


class SessionError(Exception):
    """The owner of a session asked for what its state does not allow. `code`: `wrong_state`, `wrong_direction`."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail


class State(enum.Enum):
    """How far a connection has come."""

    GREETING = "greeting"
    """The other side's first frame is awaited."""
    CHALLENGE = "challenge"
    """Client: the host's challenge is awaited."""
    STRANGER = "stranger"
    """The client may ask for the card or say hello."""
    PROVING = "proving"
    """Client: both sides are proving that they know the table's code."""
    INTRODUCED = "introduced"
    """The hello is proven; the host decides."""
    JOINED = "joined"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Challenged:
    """Client: the host is up to it; now `ask` or `introduce`."""

    challenge: Challenge


@dataclass(frozen=True, slots=True)
class Asked:
    """Host: a probe wants the card; answer with `send(Card(...))`."""


@dataclass(frozen=True, slots=True)
class Introduced:
    """Host: somebody proved to own `hello.key`, and to know the code if need be; now `accept` or `reject`."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Received:
    """A message for the owner."""

    message: Message


@dataclass(frozen=True, slots=True)
class TurnedSlow:
    """Nothing has come for `limits.SLOW` seconds."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """Something has come after `TurnedSlow`."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The end; the session takes and gives nothing more, but for what `data_to_send` still holds.

    `code` is the other side's word (`by_peer`), or `protocol` (with both numbers, `host` and `client`),
    `not_gouji`, `handshake_timeout`, `silent`, `flood`, `bad_signature`, `bad_element`, `host_without_code`,
    `other_table`, `unexpected`, the code of a `WireError`, or `lost` where the connection just ended.
    """

    code: str
    args: Arguments = ()
    by_peer: bool = False


Event: TypeAlias = Challenged | Asked | Introduced | Received | TurnedSlow | Recovered | Closed


class Session:
    """What both sides have in common: greeting, heartbeat, closing."""

    _INCOMING: Direction
    _OUTGOING: Direction

    def __init__(self, now: float, version: str, frame_limit: int) -> None:
        self.state = State.GREETING
        self.round_trip: float | None = None
        """Seconds that the last ping took, None before the first."""
        self.peer_greeting: Greeting | None = None
        self.slow = False
        self._decoder = FrameDecoder(frame_limit)
        self._outgoing: list[bytes] = []
        self._started = self._heard = self._sent = self._ticked = now
        self._ping_number = 0
        self._ping_sent: float | None = None
        self._put(Greeting(MAGIC, PROTOCOL, version), now)

    @property
    def closed(self) -> bool:
        """Whether the session has ended; `data_to_send` may still hold its last words."""
        return self.state is State.CLOSED

    def receive(self, data: bytes, now: float) -> list[Event]:
        """Take bytes that arrived and return what they meant, in order. After the end: nothing."""
        if self.state is State.CLOSED:
            return []
        events: list[Event] = [Recovered()] if self.slow else []
        self.slow = False
        self._heard = now
        fault: WireError | None = None
        try:
            self._allow_bytes(len(data), now)
            payloads = self._decoder.feed(data)
        except WireError as error:
            payloads, fault = list(error.before), error
        for payload in payloads:
            if self.closed:
                return events
            try:
                self._allow_frame(now)
                events += self._take(payload, now)
            except WireError as error:
                return [*events, *self._end(error.code, now)]
        if fault is not None and not self.closed:
            events += self._end(fault.code, now)
        return events

    def tick(self, now: float) -> list[Event]:
        """Let time pass and return what it brought: `TurnedSlow` or `Closed`. Sends a ping where one is due.

        After a gap since the last tick (this machine slept, this process stood still) nobody is judged: what the
        other side sent meanwhile lies unread, so the next tick judges.
        """
        slept = now - self._ticked > TICK_GAP
        self._ticked = now
        if self.state is State.CLOSED:
            return []
        if self.state is State.JOINED and now - self._sent >= HEARTBEAT:
            self._ping_number = (self._ping_number + 1) % MAX_SEQUENCE
            self._ping_sent = now
            self._put(Ping(self._ping_number), now)
        if slept:
            return []
        if self.state is not State.JOINED:
            return self._end("handshake_timeout", now) if now - self._started >= HANDSHAKE_SECONDS else []
        silence = now - self._heard
        if silence >= DEAD:
            return self._end("silent", now)
        if silence >= SLOW and not self.slow:
            self.slow = True
            return [TurnedSlow()]
        return []

    def connection_lost(self) -> list[Event]:
        """Say that the connection has ended; return `Closed("lost")` unless the session had ended before."""
        if self.state is State.CLOSED:
            return []
        self.state = State.CLOSED
        return [Closed("lost", by_peer=True)]

    def send(self, message: Message, now: float) -> None:
        """Put `message` among what is to be sent. After the end: nothing happens.

        Raises `SessionError("wrong_direction")` for a message that is not this side's to send, `WireError` where a
        field breaks its rule.
        """
        if message.DIRECTION is self._INCOMING:
            raise SessionError("wrong_direction", type(message).__name__)
        if self.state is not State.CLOSED:
            self._put(message, now)

    def send_frame(self, frame: bytes, now: float) -> None:
        """Put a frame that was encoded before among what is to be sent, as when many get the same."""
        if self.state is not State.CLOSED:
            self._outgoing.append(frame)
            self._sent = now

    def note_sent(self, now: float) -> None:
        """Say that the owner has written a frame of this session by itself, so that no ping is due."""
        self._sent = now

    def close(self, code: str, now: float, args: Arguments = ()) -> None:
        """End the session with a `Bye` of this code. A second call does nothing."""
        self._end(code, now, args)

    def data_to_send(self) -> bytes:
        """Return the bytes to be written and forget them; empty where there are none."""
        if not self._outgoing:
            return b""
        data = self._outgoing[0] if len(self._outgoing) == 1 else b"".join(self._outgoing)
        self._outgoing.clear()
        return data

    # What the two sides do in their own ways

    def _allow_bytes(self, count: int, now: float) -> None:
        """Raise `WireError("flood")` where the other side sends too much."""

    def _allow_frame(self, now: float) -> None:
        """Raise `WireError("flood")` where the other side sends too often."""

    def _greeted(self, now: float) -> None:
        raise NotImplementedError

    def _on_message(self, message: Message, now: float) -> list[Event]:
        raise NotImplementedError

    def _numbers(self, theirs: int) -> Arguments:
        raise NotImplementedError

    # Common parts

    def _put(self, message: Message, now: float) -> None:
        self._outgoing.append(encode(message))
        self._sent = now

    def _end(self, code: str, now: float, args: Arguments = ()) -> list[Event]:
        if self.state is State.CLOSED:
            return []
        self._put(Bye(code, args), now)
        self.state = State.CLOSED
        return [Closed(code, args)]

    def _require(self, *states: State) -> None:
        if self.state not in states:
            raise SessionError("wrong_state", self.state.value)

    def _take(self, payload: object, now: float) -> list[Event]:
        if self.state is State.GREETING:
            return self._take_greeting(payload, now)
        message = decode(payload, self._INCOMING)
        if isinstance(message, Ping):
            self._put(Pong(message.n), now)
            return []
        if isinstance(message, Pong):
            if self._ping_sent is not None and message.n == self._ping_number:
                self.round_trip, self._ping_sent = now - self._ping_sent, None
            return []
        if isinstance(message, Bye):
            self.state = State.CLOSED
            return [Closed(message.code, message.args, by_peer=True)]
        if isinstance(message, Greeting):
            raise WireError("unexpected", "Greeting")
        return self._on_message(message, now)

    def _take_greeting(self, payload: object, now: float) -> list[Event]:
        # By hand and before `decode`: the number is understood whatever a later protocol puts behind it.
        if type(payload) is not tuple or len(payload) < 3 or payload[:2] != (Greeting.KIND, MAGIC):
            return self._end("not_gouji", now)
        theirs = payload[2]
        if type(theirs) is not int or not 0 <= theirs <= MAX_SEQUENCE:
            return self._end("not_gouji", now)
        if theirs != PROTOCOL:
            return self._end("protocol", now, self._numbers(theirs))
        greeting = decode(payload, self._INCOMING)
        assert isinstance(greeting, Greeting)
        self.peer_greeting = greeting
        self._greeted(now)
        return []
