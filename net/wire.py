"""The messages of the protocol. No I/O.

A message is a msgpack array `[kind, field, field, ...]` in a frame of its own (see `net.frames`). Every message is a
frozen dataclass; its fields' annotations are the rules by which both `encode` and `decode` check it, so that nothing
untyped passes this module and nobody can send what the other side would refuse.

`Greeting` and `Bye` keep their kinds and the meaning of their first fields in every future protocol, and a
`Greeting` may grow fields at its end: two versions must be able to tell each other that they do not fit.
"""

# Annotations are compiled as objects, hence no `from __future__ import annotations` here.
import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias

from net.fields import (
    PLAIN,
    ByteCount,
    Codec,
    FixedWidth,
    ItemLimit,
    Plain,
    Range,
    TextLimit,
    check_plain,
    compile_fields,
)
from net.frames import FrameDecoder, WireError, pack_frame
from net.limits import (
    ACTION_BYTES,
    ARGUMENT_BYTES,
    ARGUMENTS,
    CHAT_BYTES,
    CHAT_CHARS,
    CODE_BYTES,
    MAGIC,
    MAX_FRAME_TO_CLIENT,
    MAX_FRAME_TO_HOST,
    MAX_ID,
    MAX_ITEMS,
    MAX_PLAIN_INT,
    MAX_SEQUENCE,
    NAME_BYTES,
    PHRASES,
    PROTOCOL,
    SEATS,
    TITLE_BYTES,
    VERSION_BYTES,
    WINDOW_SECONDS_MOST,
)

__all__ = [
    "Act",
    "AddBot",
    "Arguments",
    "Ask",
    "Bye",
    "Card",
    "Challenge",
    "Chat",
    "Confirm",
    "Confirmed",
    "Decline",
    "Delta",
    "Direction",
    "Done",
    "Fetch",
    "FrameDecoder",
    "Greeting",
    "Hello",
    "Here",
    "Leave",
    "Message",
    "Notice",
    "Page",
    "Ping",
    "Plain",
    "Pong",
    "Propose",
    "Proposed",
    "Ready",
    "Refused",
    "Rejected",
    "RemoveBot",
    "Resync",
    "Role",
    "Roster",
    "Say",
    "Sit",
    "Snapshot",
    "Start",
    "TableCard",
    "Welcome",
    "Window",
    "WireError",
    "Wish",
    "check_plain",
    "decode",
    "encode",
]


class Direction(enum.Enum):
    """Which way a message goes."""

    TO_HOST = "to_host"
    TO_CLIENT = "to_client"
    BOTH = "both"


Seat: TypeAlias = Annotated[int, Range(1, SEATS)]
Sequence: TypeAlias = Annotated[int, Range(0, MAX_SEQUENCE)]
RequestId: TypeAlias = Annotated[int, Range(0, MAX_ID)]
WindowId: TypeAlias = Annotated[int, Range(0, MAX_ID), FixedWidth(4)]
Phrase: TypeAlias = Annotated[int, Range(0, PHRASES)]
"""A ready phrase by its number; 0: none, the words themselves are sent."""
Count: TypeAlias = Annotated[int, Range(0, 65_535)]
Seconds: TypeAlias = Annotated[float, Range(0, int(WINDOW_SECONDS_MOST))]
Port: TypeAlias = Annotated[int, Range(0, 65_535)]
ProtocolNumber: TypeAlias = Annotated[int, Range(0, 65_535)]
Word: TypeAlias = Annotated[str, TextLimit(CODE_BYTES, least=1)]
TableId: TypeAlias = Annotated[str, TextLimit(32, least=1)]
Name: TypeAlias = Annotated[str, TextLimit(NAME_BYTES)]
Version: TypeAlias = Annotated[str, TextLimit(VERSION_BYTES)]
ViewHash: TypeAlias = Annotated[bytes, ByteCount(4)]
Element: TypeAlias = Annotated[bytes, ByteCount(33)]
Confirmation: TypeAlias = Annotated[bytes, ByteCount(32)]
Role: TypeAlias = Literal["player", "bot", "observer"]
PlainField: TypeAlias = Annotated[Plain, PLAIN]
Rows: TypeAlias = Annotated[tuple[PlainField, ...], ItemLimit(MAX_ITEMS)]
ArgumentText: TypeAlias = Annotated[str, TextLimit(ARGUMENT_BYTES)]
ArgumentNumber: TypeAlias = Annotated[int, Range(-MAX_PLAIN_INT - 1, MAX_PLAIN_INT)]
Argument: TypeAlias = tuple[Word, ArgumentNumber | ArgumentText]
Arguments: TypeAlias = Annotated[tuple[Argument, ...], ItemLimit(ARGUMENTS)]
"""Names and values that belong to a code; the interface makes a sentence of them in its own language."""


@dataclass(frozen=True, slots=True)
class Message:
    """What every message is. `KIND` is its number on the wire, `DIRECTION` the way it may go."""

    KIND: ClassVar[int] = -1
    DIRECTION: ClassVar[Direction] = Direction.BOTH


_BY_KIND: dict[int, type[Message]] = {}
_CODECS: dict[type[Message], list[tuple[str, Codec]]] = {}


def _message(kind: int, direction: Direction) -> Callable[[type[Message]], None]:
    def register(message: type[Message]) -> None:
        if kind in _BY_KIND:
            raise ValueError(f"kind {kind} is taken")
        message.KIND, message.DIRECTION = kind, direction
        _BY_KIND[kind] = message
        _CODECS[message] = compile_fields(message)

    return register


# Both ways


@dataclass(frozen=True, slots=True)
class Greeting(Message):
    """The first frame of both sides. `protocol` is looked at before anything else that either side says."""

    magic: Literal["gouji"] = MAGIC
    protocol: ProtocolNumber = PROTOCOL
    version: Version = ""


@dataclass(frozen=True, slots=True)
class Ping(Message):
    """Are you there? Sent on an otherwise idle link; answered by a `Pong` of the same number."""

    n: Sequence


@dataclass(frozen=True, slots=True)
class Pong(Message):
    """The answer to the `Ping` of the same number."""

    n: Sequence


@dataclass(frozen=True, slots=True)
class Bye(Message):
    """The last frame of a side, with the reason. For `protocol` the arguments are `host` and `client`."""

    code: Word
    args: Arguments = ()


# Host to client


@dataclass(frozen=True, slots=True)
class TableCard:
    """What a lobby may know of a table: the fields of `gouji tables --json` less those the lobby itself adds.

    `title` and `host` are foreign text already cleaned by the host, to be cleaned again by whoever shows it; `host`
    is the host's name for people; `delay` is in seconds; `fingerprint` is hexadecimal.
    """

    id: TableId
    title: Annotated[str, TextLimit(TITLE_BYTES)]
    host: Name
    port: Port
    preset: Word
    seats_free: Count
    bots: Count
    observers: Count
    code: bool
    delay: Count
    predictable: bool
    state: Literal["waiting", "playing"]
    protocol: ProtocolNumber
    version: Version
    fingerprint: Annotated[str, TextLimit(64)]


@dataclass(frozen=True, slots=True)
class Challenge(Message):
    """Who this table is, the number to sign, and whether a code is asked for."""

    table: TableId
    nonce: Annotated[bytes, ByteCount(32)]
    code: bool


@dataclass(frozen=True, slots=True)
class Proposed(Message):
    """The host's element of the exchange over the table's code."""

    element: Element


@dataclass(frozen=True, slots=True)
class Confirmed(Message):
    """The host's confirmation that it knows the code: the client says nothing more without it."""

    confirmation: Confirmation


@dataclass(frozen=True, slots=True)
class Card(Message):
    """The answer to `Ask`."""

    info: TableCard


@dataclass(frozen=True, slots=True)
class Welcome(Message):
    """You are in: as what, on which chair, at which sequence number, under which name.

    `name` may differ from the one asked for (cleaned, made unlike the others'). `bridged` says that the deltas
    missed since `Hello.have` follow in place of a snapshot. `delay` is an observer's lag in seconds.
    """

    role: Role
    seat: Seat | None
    seq: Sequence
    name: Name
    bridged: bool = False
    delay: Count = 0


@dataclass(frozen=True, slots=True)
class Rejected(Message):
    """The answer to a `Hello` that does not get in."""

    code: Word
    args: Arguments = ()


@dataclass(frozen=True, slots=True)
class Snapshot(Message):
    """Everything this viewer may see at public step `seq`; `view` is None between matches."""

    seq: Sequence
    hash: ViewHash
    table: PlainField
    view: PlainField


@dataclass(frozen=True, slots=True)
class Delta(Message):
    """What this viewer may see of one public step, and the hash of its view after it."""

    seq: Sequence
    hash: ViewHash
    event: Rows


@dataclass(frozen=True, slots=True)
class Roster(Message):
    """Chairs, names, presence, readiness, observers, deadline: the newest replaces all before it."""

    payload: PlainField


@dataclass(frozen=True, slots=True)
class Window(Message):
    """A window has opened for `seconds`; `offer` is the secret, and must not show in length or time of sending.

    Every window sends every seat this one message; its encoded length is the same for every value of every field.
    """

    window_id: WindowId
    seconds: Seconds
    offer: bool


@dataclass(frozen=True, slots=True)
class Done(Message):
    """The action of this id was taken."""

    id: RequestId


@dataclass(frozen=True, slots=True)
class Refused(Message):
    """The action or request of this id was not taken, and why."""

    id: RequestId
    code: Word
    args: Arguments = ()


@dataclass(frozen=True, slots=True)
class Chat(Message):
    """Somebody said something. The host fills in who; `seat` is None for observers."""

    kind: Literal["player", "observer", "host"]
    seat: Seat | None
    name: Name
    text: Annotated[str, TextLimit(CHAT_BYTES, characters=CHAT_CHARS)]
    phrase: Phrase = 0


@dataclass(frozen=True, slots=True)
class Page(Message):
    """One page (from 0) of the list asked for by the `Fetch` of this id."""

    id: RequestId
    what: Word
    page: Count
    pages: Count
    rows: Rows


@dataclass(frozen=True, slots=True)
class Notice(Message):
    """Something the person should be told that changes no state."""

    code: Word
    args: Arguments = ()


# Client to host


@dataclass(frozen=True, slots=True)
class Ask(Message):
    """Wants the table's `Card`. Allowed before `Hello`, for probes."""


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """Who wants in, as what, where, and the proofs.

    `key` is an Ed25519 public key and `signature` its word on (table, certificate fingerprint, nonce). `have` is the
    last sequence number a returning client has.
    """

    name: Name
    role: Role
    seat: Seat | None
    key: Annotated[bytes, ByteCount(32)]
    signature: Annotated[bytes, ByteCount(64)]
    have: Sequence | None = None


@dataclass(frozen=True, slots=True)
class Propose(Message):
    """The client's element of the exchange over the table's code (see `net.codes`); goes before `Hello`."""

    element: Element


@dataclass(frozen=True, slots=True)
class Confirm(Message):
    """The client's confirmation that it knows the code."""

    confirmation: Confirmation


@dataclass(frozen=True, slots=True)
class Act(Message):
    """An action in its text form, with the client's id for it and the sequence number it was made on."""

    id: RequestId
    seq: Sequence
    action: Annotated[str, TextLimit(ACTION_BYTES, least=1)]


@dataclass(frozen=True, slots=True)
class Decline(Message):
    """Nothing in this window, or a held burn taken back."""

    window_id: WindowId


@dataclass(frozen=True, slots=True)
class Ready(Message):
    """Ready for the next deal, or not."""

    on: bool


@dataclass(frozen=True, slots=True)
class Say(Message):
    """Chat: words, or a ready phrase and no words."""

    text: Annotated[str, TextLimit(CHAT_BYTES, characters=CHAT_CHARS)]
    phrase: Phrase = 0


@dataclass(frozen=True, slots=True)
class Sit(Message):
    """Take this chair, or with None stand up and watch."""

    seat: Seat | None


@dataclass(frozen=True, slots=True)
class AddBot(Message):
    """Put a computer player of this level on this chair (the host's person only)."""

    seat: Seat
    level: Word


@dataclass(frozen=True, slots=True)
class RemoveBot(Message):
    """Take the computer player off this chair (the host's person only)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Start(Message):
    """Begin the match now (the host's person only)."""


@dataclass(frozen=True, slots=True)
class Resync(Message):
    """My view is wrong or has a gap after `have`: bridge it or send a snapshot."""

    have: Sequence | None


@dataclass(frozen=True, slots=True)
class Fetch(Message):
    """Wants one page (from 0) of a list that is not part of the state."""

    id: RequestId
    what: Word
    page: Count


@dataclass(frozen=True, slots=True)
class Leave(Message):
    """Gives the chair up for good, unlike a broken connection."""


@dataclass(frozen=True, slots=True)
class Here(Message):
    """Somebody is at the keys: clocks that ran out before count no longer."""


@dataclass(frozen=True, slots=True)
class Wish(Message):
    """What one wants of the table, or no longer: `pause`, `go_on`, `redeal`, `abandon`.

    The host's key is obeyed; others are counted, and more than half of the persons who are there decide.
    """

    what: Word
    on: bool


# A kind's number never changes its meaning; new messages take new numbers.
_KINDS: Final[dict[Direction, dict[int, type[Message]]]] = {
    Direction.BOTH: {0: Greeting, 1: Ping, 2: Pong, 3: Bye},
    Direction.TO_CLIENT: {
        16: Challenge, 17: Card, 18: Welcome, 19: Rejected, 20: Snapshot, 21: Delta, 22: Roster, 23: Window,
        24: Done, 25: Refused, 26: Chat, 27: Page, 28: Notice, 29: Proposed, 30: Confirmed,
    },
    Direction.TO_HOST: {
        64: Ask, 65: Hello, 66: Act, 67: Decline, 68: Ready, 69: Say, 70: Sit, 71: AddBot, 72: RemoveBot,
        73: Start, 74: Resync, 75: Fetch, 76: Leave, 77: Here, 78: Wish, 79: Propose, 80: Confirm,
    },
}  # fmt: skip
for _direction, _messages in _KINDS.items():
    for _kind, _class in _messages.items():
        _message(_kind, _direction)(_class)


def encode(message: Message) -> bytes:
    """Return `message` as one frame, ready to be written.

    Raises `WireError` where a field breaks its rule or the frame would be longer than its direction allows.
    """
    values: list[Any] = [message.KIND]
    for name, codec in _CODECS[type(message)]:
        values.append(codec.dump(getattr(message, name)))
    return pack_frame(values, MAX_FRAME_TO_CLIENT if message.DIRECTION is Direction.TO_CLIENT else MAX_FRAME_TO_HOST)


def decode(payload: object, direction: Direction) -> Message:
    """Return the message that `payload` (from `FrameDecoder.feed`) is.

    `direction` is the way it came: a host passes `TO_HOST`. Raises `WireError`: `not_a_message`, `unknown_kind`,
    `wrong_direction`, `wrong_arity`, `bad_field`, `too_deep`.
    """
    if type(payload) is not tuple or not payload or type(payload[0]) is not int:
        raise WireError("not_a_message")
    message = _BY_KIND.get(payload[0])
    if message is None:
        raise WireError("unknown_kind", str(payload[0]))
    if message.DIRECTION is not direction and message.DIRECTION is not Direction.BOTH:
        raise WireError("wrong_direction", message.__name__)
    codecs = _CODECS[message]
    values = payload[1:]
    if len(values) != len(codecs):
        # A later protocol may say more in its greeting; everything else has one length.
        if message is not Greeting or len(values) < len(codecs):
            raise WireError("wrong_arity", message.__name__)
        values = values[: len(codecs)]
    return message(*[codec.load(value) for (_, codec), value in zip(codecs, values, strict=True)])
