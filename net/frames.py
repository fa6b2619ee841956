"""Frames: a four-byte big-endian length, then that many bytes of one msgpack value. No I/O."""

from __future__ import annotations

import struct
from collections.abc import Sequence

import msgpack  # type: ignore[import-untyped]  # ships no types; this module is the one place that calls it

from net.limits import FRAME_PREFIX, MAX_ITEMS

_PREFIX = struct.Struct(">I")


class WireError(Exception):
    """Bytes or values that break the protocol.

    `code` is a short machine word (`too_long`, `empty`, `malformed`, `too_deep`, `not_a_message`, `unknown_kind`,
    `wrong_direction`, `wrong_arity`, `bad_field`), `detail` says more for a log. `before` holds the payloads of
    whole frames that stood in front of the bad one in the same call of `FrameDecoder.feed`.
    """

    def __init__(self, code: str, detail: str = "", before: Sequence[object] = ()) -> None:
        super().__init__(f"{code}: {detail}" if detail else code)
        self.code = code
        self.detail = detail
        self.before = tuple(before)


def pack(value: object) -> bytes:
    """Return a value as one msgpack value; lists and tuples are the same in it."""
    packed: bytes = msgpack.packb(value)
    return packed


def pack_frame(payload: object, limit: int) -> bytes:
    """Return `payload` as one frame, prefix included.

    Raises `WireError("too_long")` where the body exceeds `limit` bytes, `bad_field` where msgpack cannot hold a
    value (a lone surrogate, a number beyond 64 bits).
    """
    try:
        body: bytes = msgpack.packb(payload, use_bin_type=True)
    except (ValueError, TypeError, OverflowError) as error:
        raise WireError("bad_field", str(error)) from error
    if len(body) > limit:
        raise WireError("too_long", f"{len(body)} > {limit}")
    return _PREFIX.pack(len(body)) + body


def unpack_body(body: bytes) -> object:
    """Return the one msgpack value that `body` holds; arrays become tuples.

    Raises `WireError`: `malformed` for bytes that are no msgpack, are cut short or go on behind the value, for text
    that is no UTF-8, for extension types and for containers of more than `MAX_ITEMS`; `too_deep` for nesting beyond
    what the parser itself bears. Duplicate keys of a map: the last one counts.
    """
    try:
        value: object = msgpack.unpackb(
            body,
            raw=False,
            use_list=False,
            strict_map_key=True,
            max_array_len=MAX_ITEMS,
            max_map_len=MAX_ITEMS,
            max_ext_len=0,
        )
    except (msgpack.exceptions.StackError, RecursionError) as error:
        raise WireError("too_deep") from error
    except (ValueError, TypeError, OverflowError, msgpack.exceptions.UnpackException) as error:
        raise WireError("malformed", str(error)) from error
    return value


class FrameDecoder:
    """Cuts a stream of bytes, however it was sliced on its way, into the payloads of whole frames.

    `limit` is the greatest length of a body in bytes and may be changed between calls: a host allows little until
    it knows the peer. A decoder that raised is of no more use and raises the same again.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._failure: WireError | None = None

    @property
    def buffered(self) -> int:
        """Bytes held of a frame that is not complete: never more than `limit` and the prefix."""
        return len(self._buffer)

    def feed(self, data: bytes) -> list[object]:
        """Take `data` from the stream and return the payloads completed by it, oldest first.

        Raises `WireError` (`too_long` as soon as a prefix says so, before any of that body is kept; `empty`; and
        what `unpack_body` raises), with the good payloads of this call in `before`.
        """
        if self._failure is not None:
            raise WireError(self._failure.code, self._failure.detail)
        self._buffer += data
        payloads: list[object] = []
        start = 0
        try:
            while len(self._buffer) - start >= FRAME_PREFIX:
                (length,) = _PREFIX.unpack_from(self._buffer, start)
                if length > self.limit:
                    raise WireError("too_long", f"{length} > {self.limit}")
                if length == 0:
                    raise WireError("empty")
                end = start + FRAME_PREFIX + length
                if end > len(self._buffer):
                    break
                payloads.append(unpack_body(bytes(self._buffer[start + FRAME_PREFIX : end])))
                start = end
        except WireError as error:
            self._buffer.clear()
            self._failure = error
            raise WireError(error.code, error.detail, payloads) from error
        del self._buffer[:start]
        return payloads
