"""One connection's protocol, on either side. No I/O, no clock: bytes and the time go in, events and bytes come out.

The owner of a session calls `receive` with what arrived, `tick` about every `limits.TICK` seconds, and after every
call writes `data_to_send`. Times are seconds on any clock that only goes forward.

    host    greeting ->   challenge ->                             card | welcome | rejected ->      ...
    client  greeting ->                ask | [code exchange] hello ->                                 ...
"""

from __future__ import annotations

from collections.abc import Callable

from net.codes import CodeError, CodeGuard, Exchange
from net.connection import (
    Asked,
    Challenged,
    Closed,
    Event,
    Introduced,
    Received,
    Recovered,
    Session,
    SessionError,
    State,
    TurnedSlow,
)
from net.identity import Identity, new_nonce, verify_chair
from net.limits import (
    BYTES_BURST,
    BYTES_PER_SECOND,
    FRAMES_BURST,
    FRAMES_PER_SECOND,
    MAX_FRAME_HANDSHAKE,
    MAX_FRAME_TO_CLIENT,
    MAX_FRAME_TO_HOST,
    PROTOCOL,
)
from net.rates import ChatRate, TokenBucket
from net.wire import (
    Arguments,
    Ask,
    Card,
    Challenge,
    Confirm,
    Confirmed,
    Direction,
    Hello,
    Leave,
    Message,
    Notice,
    Propose,
    Proposed,
    Rejected,
    Role,
    Say,
    Welcome,
    WireError,
)

__all__ = [
    "Asked",
    "Challenged",
    "ClientSession",
    "Closed",
    "CodeGuard",
    "Event",
    "HostSession",
    "Introduced",
    "Received",
    "Recovered",
    "Session",
    "SessionError",
    "State",
    "TurnedSlow",
]


class HostSession(Session):
    """The host's side of one connection.

    `table_id` and `fingerprint` (of the certificate, 32 bytes) are what a client signs; `guard` is shared by all
    sessions of the table; `knows_key` says of a public key whether it holds a chair: its owner returns without a
    code. The handshake's time counts from `now`, the moment of accepting.
    """

    _INCOMING = Direction.TO_HOST
    _OUTGOING = Direction.TO_CLIENT

    def __init__(
        self,
        now: float,
        *,
        table_id: str,
        fingerprint: bytes,
        guard: CodeGuard | None = None,
        knows_key: Callable[[bytes], bool] = lambda key: False,
        version: str = "",
        nonce: bytes | None = None,
    ) -> None:
        self.hello: Hello | None = None
        """The proven hello, from `Introduced` on."""
        self._table_id = table_id
        self._fingerprint = fingerprint
        self._guard = guard if guard is not None else CodeGuard(None)
        self._knows_key = knows_key
        self._nonce = nonce if nonce is not None else new_nonce()
        self._bytes = TokenBucket(BYTES_PER_SECOND, BYTES_BURST, now)
        self._frames = TokenBucket(FRAMES_PER_SECOND, FRAMES_BURST, now)
        self._chat = ChatRate()
        self._exchange: Exchange | None = None
        self._knows_code = False
        super().__init__(now, version, MAX_FRAME_HANDSHAKE)

    def accept(self, welcome: Welcome, now: float) -> None:
        """Let the introduced one in. Raises `SessionError("wrong_state")` where nobody is introduced."""
        self._require(State.INTRODUCED)
        self.state = State.JOINED
        self._decoder.limit = MAX_FRAME_TO_HOST
        self._put(welcome, now)

    def reject(self, code: str, now: float, args: Arguments = ()) -> None:
        """Send the introduced one away. Raises `SessionError("wrong_state")` where nobody is introduced."""
        self._require(State.INTRODUCED)
        self._put(Rejected(code, args), now)
        self.state = State.CLOSED

    def _allow_bytes(self, count: int, now: float) -> None:
        if not self._bytes.take(count, now):
            raise WireError("flood", "bytes")

    def _allow_frame(self, now: float) -> None:
        if not self._frames.take(1, now):
            raise WireError("flood", "frames")

    def _numbers(self, theirs: int) -> Arguments:
        return (("host", PROTOCOL), ("client", theirs))

    def _greeted(self, now: float) -> None:
        self.state = State.STRANGER
        self._put(Challenge(self._table_id, self._nonce, self._guard.needed), now)

    def _on_message(self, message: Message, now: float) -> list[Event]:
        if isinstance(message, Ask) and self.state in (State.STRANGER, State.JOINED):
            return [Asked()]
        if isinstance(message, Propose) and self.state is State.STRANGER and self._exchange is None:
            return self._on_propose(message, now)
        if isinstance(message, Confirm) and self.state is State.STRANGER and self._exchange is not None:
            return self._on_confirm(message, self._exchange, now)
        if isinstance(message, Hello) and self.state is State.STRANGER:
            return self._on_hello(message, now)
        if self.state is not State.JOINED or isinstance(message, Hello):
            raise WireError("unexpected", type(message).__name__)
        if isinstance(message, Say) and (wait := self._chat.refuse(len(message.text), now)):
            self._put(Notice("chat_rate", (("seconds", wait),)), now)
            return []
        return [Received(message)]

    def _on_propose(self, message: Propose, now: float) -> list[Event]:
        code = self._guard.code
        if code is None:
            raise WireError("unexpected", "Propose")
        if not self._guard.may_begin(now):
            return self._turn_away("code_wait", now)
        exchange = Exchange(code, host=True, table_id=self._table_id, fingerprint=self._fingerprint, nonce=self._nonce)
        try:
            exchange.finish(message.element)
        except CodeError as error:
            raise WireError(error.code) from error
        self._exchange = exchange
        self._put(Proposed(exchange.element), now)
        return []

    def _on_confirm(self, message: Confirm, exchange: Exchange, now: float) -> list[Event]:
        if self._knows_code:
            raise WireError("unexpected", "Confirm")
        refusal = self._guard.judge(exchange, message.confirmation, now)
        if refusal is not None:
            return self._turn_away(refusal, now)
        self._knows_code = True
        self._put(Confirmed(exchange.confirmation), now)
        return []

    def _turn_away(self, code: str, now: float) -> list[Event]:
        self._put(Rejected(code), now)
        self.state = State.CLOSED
        return [Closed(code)]

    def _on_hello(self, hello: Hello, now: float) -> list[Event]:
        if not verify_chair(hello.key, hello.signature, self._table_id, self._fingerprint, self._nonce):
            raise WireError("bad_signature")
        if self._guard.needed and not self._knows_code and not self._knows_key(hello.key):
            return self._turn_away("code_missing", now)
        self.state = State.INTRODUCED
        self.hello = hello
        return [Introduced(hello)]


class ClientSession(Session):
    """The client's side of one connection.

    `fingerprint` is that of the certificate the host has shown (32 bytes); `expected_table` the id of the table one
    means to reach, None where only an address is known.
    """

    _INCOMING = Direction.TO_CLIENT
    _OUTGOING = Direction.TO_HOST

    def __init__(self, now: float, *, fingerprint: bytes, expected_table: str | None = None, version: str = "") -> None:
        self.challenge: Challenge | None = None
        """The host's challenge, from `Challenged` on."""
        self._fingerprint = fingerprint
        self._expected_table = expected_table
        self._exchange: Exchange | None = None
        self._proposed = False
        self._hello: Hello | None = None
        super().__init__(now, version, MAX_FRAME_TO_CLIENT)

    def ask(self, now: float) -> None:
        """Ask for the table's card. Raises `SessionError("wrong_state")` before the challenge."""
        self._require(State.STRANGER, State.JOINED)
        self._put(Ask(), now)

    def introduce(
        self,
        identity: Identity,
        now: float,
        *,
        name: str,
        role: Role,
        seat: int | None = None,
        have: int | None = None,
        code: str | None = None,
    ) -> None:
        """Say hello with the proof that the challenge asks for, where need be after the exchange over the code.

        `have` is the last sequence number known from before; `code` the table's code, not sent itself and not
        looked at where none is asked for. Raises `SessionError("wrong_state")` where no challenge waits for an
        answer, `WireError` where a field breaks its rule.
        """
        self._require(State.STRANGER)
        assert self.challenge is not None
        table, nonce = self.challenge.table, self.challenge.nonce
        signature = identity.sign_chair(table, self._fingerprint, nonce)
        hello = Hello(name, role, seat, identity.public_key, signature, have)
        if self.challenge.code and code is not None:
            self._hello = hello
            self._exchange = Exchange(code, host=False, table_id=table, fingerprint=self._fingerprint, nonce=nonce)
            self._put(Propose(self._exchange.element), now)
            self.state = State.PROVING
            return
        self._put(hello, now)
        self.state = State.INTRODUCED

    def leave(self, now: float) -> None:
        """Give the chair up for good and end the session."""
        if self.state is State.JOINED:
            self._put(Leave(), now)
        self.close("left", now)

    def _numbers(self, theirs: int) -> Arguments:
        return (("host", theirs), ("client", PROTOCOL))

    def _greeted(self, now: float) -> None:
        self.state = State.CHALLENGE

    def _on_message(self, message: Message, now: float) -> list[Event]:
        if self.state is State.CHALLENGE and isinstance(message, Challenge):
            if self._expected_table is not None and message.table != self._expected_table:
                raise WireError("other_table", message.table)
            self.state, self.challenge = State.STRANGER, message
            return [Challenged(message)]
        if self.state is State.JOINED and not isinstance(message, (Challenge, Rejected)):
            # A second welcome names the chair that one has changed to.
            return [Received(message)]
        if self.state in (State.STRANGER, State.INTRODUCED) and isinstance(message, (Card, Notice)):
            return [Received(message)]
        if self.state is State.INTRODUCED and isinstance(message, Welcome):
            self.state = State.JOINED
            return [Received(message)]
        if self.state is State.PROVING and isinstance(message, Proposed | Confirmed):
            self._prove(message, now)
            return []
        if self.state in (State.PROVING, State.INTRODUCED) and isinstance(message, Rejected):
            self.state = State.CLOSED
            return [Received(message), Closed(message.code, message.args, by_peer=True)]
        raise WireError("unexpected", type(message).__name__)

    def _prove(self, message: Proposed | Confirmed, now: float) -> None:
        """Go on with the exchange; a host that does not know the code is told nothing more."""
        exchange, hello = self._exchange, self._hello
        assert exchange is not None and hello is not None
        if isinstance(message, Proposed) is self._proposed:
            raise WireError("unexpected", type(message).__name__)
        if isinstance(message, Proposed):
            try:
                exchange.finish(message.element)
            except CodeError as error:
                raise WireError(error.code) from error
            self._proposed = True
            self._put(Confirm(exchange.confirmation), now)
            return
        if not exchange.confirms(message.confirmation):
            raise WireError("host_without_code")
        self._put(hello, now)
        self.state = State.INTRODUCED
