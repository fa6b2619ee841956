"""One connection's protocol, on either side. No I/O, no clock: bytes and the time go in, events and bytes come out.

The owner of a session calls `receive` with what arrived, `tick` about every `limits.TICK` seconds, and after every
call writes `data_to_send`. Times are seconds on any clock that only goes forward.

    host    greeting ->   challenge ->              card | welcome | rejected ->      ...
    client  greeting ->                ask | hello ->                                 ...
"""

from __future__ import annotations

from collections.abc import Callable

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
from net.identity import Identity, code_key, new_nonce, prove_code, verify_chair, verify_code
from net.limits import (
    BYTES_BURST,
    BYTES_PER_SECOND,
    CODE_GUESS_SECONDS,
    CODE_GUESSES,
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
    Direction,
    Hello,
    Leave,
    Message,
    Notice,
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


class CodeGuard:
    """The code of one table, shared by the sessions of its strangers; it makes guessing slow and few.

    `key` is `identity.code_key(...)`, None for an open table. After `limits.CODE_GUESSES` wrong ones nobody new gets
    in until `reopen`.
    """

    def __init__(self, key: bytes | None) -> None:
        self._key = key
        self.wrong_guesses = 0
        self._last_wrong: float | None = None

    @property
    def needed(self) -> bool:
        """Whether this table asks for a code."""
        return self._key is not None

    def reopen(self) -> None:
        """Let people guess again, by the host's wish."""
        self.wrong_guesses = 0
        self._last_wrong = None

    def refusal(self, hello: Hello, nonce: bytes, now: float) -> str | None:
        """Return None where `hello` proves the code, else `code_missing`, `code_wrong`, `code_wait`, `code_closed`."""
        if self._key is None:
            return None
        if self.wrong_guesses >= CODE_GUESSES:
            return "code_closed"
        if hello.proof is None:
            return "code_missing"
        if self._last_wrong is not None and now - self._last_wrong < CODE_GUESS_SECONDS:
            return "code_wait"
        if verify_code(self._key, hello.proof, hello.key, nonce):
            return None
        self.wrong_guesses += 1
        self._last_wrong = now
        return "code_wrong"


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
        if isinstance(message, Hello) and self.state is State.STRANGER:
            return self._on_hello(message, now)
        if self.state is not State.JOINED or isinstance(message, Hello):
            raise WireError("unexpected", type(message).__name__)
        if isinstance(message, Say) and (wait := self._chat.refuse(len(message.text), now)):
            self._put(Notice("chat_rate", (("seconds", wait),)), now)
            return []
        return [Received(message)]

    def _on_hello(self, hello: Hello, now: float) -> list[Event]:
        if not verify_chair(hello.key, hello.signature, self._table_id, self._fingerprint, self._nonce):
            raise WireError("bad_signature")
        refusal = None if self._knows_key(hello.key) else self._guard.refusal(hello, self._nonce, now)
        if refusal is not None:
            self._put(Rejected(refusal), now)
            self.state = State.CLOSED
            return [Closed(refusal)]
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
        """Say hello with the proofs that the challenge asks for.

        `have` is the last sequence number known from before; `code` the table's code, not sent itself and not
        looked at where none is asked for. Raises `SessionError("wrong_state")` where no challenge waits for an
        answer, `WireError` where a field breaks its rule.
        """
        self._require(State.STRANGER)
        assert self.challenge is not None
        table, nonce = self.challenge.table, self.challenge.nonce
        proof = None
        if self.challenge.code and code is not None:
            proof = prove_code(code_key(code, table, self._fingerprint), identity.public_key, nonce)
        signature = identity.sign_chair(table, self._fingerprint, nonce)
        self._put(Hello(name, role, seat, identity.public_key, signature, have, proof), now)
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
        if self.state is State.INTRODUCED and isinstance(message, Rejected):
            self.state = State.CLOSED
            return [Received(message), Closed(message.code, message.args, by_peer=True)]
        raise WireError("unexpected", type(message).__name__)
