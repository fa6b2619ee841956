"""Checks of message fields, compiled once from their annotations.

A field's annotation is the whole rule: `Annotated[int, Range(1, 6)]`, `Annotated[str, TextLimit(63)]`,
`Annotated[bytes, ByteCount(32)]`, `Literal[...]`, `X | None`, `tuple[X, ...]`, fixed tuples, another message-like
dataclass, or plain data (`Annotated[Plain, PLAIN]`). Types are exact: a bool is not an int, an int is not a float.
"""

from __future__ import annotations

import dataclasses
import math
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, TypeAlias, Union, get_args, get_origin

from net.frames import WireError
from net.limits import MAX_DEPTH, MAX_ITEMS, MAX_PLAIN_INT, MAX_TOTAL_ITEMS

Plain: TypeAlias = Union[None, bool, int, str, bytes, "list[Plain]", "tuple[Plain, ...]", "dict[str, Plain]"]
"""Nested plain data: what views, rosters and events are made of on the wire. What arrives has tuples, never lists."""


@dataclass(frozen=True, slots=True)
class Range:
    """Least and greatest value of a number, both allowed."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class TextLimit:
    """Greatest length of a text in bytes of UTF-8 and, where given, in characters; `least` in characters."""

    most: int
    characters: int | None = None
    least: int = 0


@dataclass(frozen=True, slots=True)
class ByteCount:
    """Exact length of a byte string."""

    count: int


@dataclass(frozen=True, slots=True)
class FixedWidth:
    """A number that travels as so many big-endian bytes, so that its value never shows in a message's length."""

    width: int


@dataclass(frozen=True, slots=True)
class ItemLimit:
    """Greatest number of elements of a tuple of any length."""

    most: int


@dataclass(frozen=True, slots=True)
class PlainMark:
    """Marks a field of plain data."""


PLAIN: Final = PlainMark()

Check = Callable[[Any], Any]
"""Takes a value, returns what stands for it on the other side, raises WireError("bad_field")."""


@dataclass(frozen=True, slots=True)
class Codec:
    """Both ways of one field: `dump` to what msgpack packs, `load` from what it unpacked. Both check."""

    dump: Check
    load: Check


def _bad(expected: str, value: object) -> WireError:
    return WireError("bad_field", f"{expected} expected, {type(value).__name__} found")


def check_plain(value: object) -> Plain:
    """Return `value` as plain data with tuples for lists.

    Raises `WireError`: `too_deep` past `MAX_DEPTH` levels, else `bad_field` (other types, keys that are no text,
    numbers beyond 64 bits, too many elements).
    """
    room = [MAX_TOTAL_ITEMS]
    return _plain(value, MAX_DEPTH, room)


def _plain(value: object, depth: int, room: list[int]) -> Plain:
    kind = type(value)
    if value is None or kind is str or kind is bool or kind is bytes:
        return value  # type: ignore[return-value]
    if kind is int:
        if not -MAX_PLAIN_INT - 1 <= value <= MAX_PLAIN_INT:  # type: ignore[operator]
            raise _bad("a number of 64 bits", value)
        return value  # type: ignore[return-value]
    if depth == 0:
        raise WireError("too_deep")
    # Exact types: msgpack's own extension type is a tuple too.
    if type(value) is list or type(value) is tuple:
        _take(len(value), room)
        return tuple([_plain(item, depth - 1, room) for item in value])
    if type(value) is dict:
        _take(len(value), room)
        if not all(type(key) is str for key in value):
            raise _bad("text as key", value)
        return {key: _plain(item, depth - 1, room) for key, item in value.items()}
    raise _bad("plain data", value)


def _take(count: int, room: list[int]) -> None:
    room[0] -= count
    if count > MAX_ITEMS or room[0] < 0:
        raise WireError("bad_field", "too many elements")


def _same(check: Check) -> Codec:
    return Codec(check, check)


def _exactly(kind: type) -> Check:
    def check(value: Any) -> Any:
        if type(value) is not kind:
            raise _bad(kind.__name__, value)
        return value

    return check


def _finite(value: Any) -> Any:
    if type(value) is not float or not math.isfinite(value):
        raise _bad("a finite float", value)
    return value


def _ranged(kind: type, limits: Range) -> Check:
    plain_check = _finite if kind is float else _exactly(kind)

    def check(value: Any) -> Any:
        if not limits.least <= plain_check(value) <= limits.most:
            raise WireError("bad_field", f"{value} is not within {limits.least}..{limits.most}")
        return value

    return check


def _text(limits: TextLimit) -> Check:
    def check(value: Any) -> Any:
        if type(value) is not str:
            raise _bad("text", value)
        size = len(value)
        # A character is at most four bytes, so short texts need not be encoded to be counted.
        if size * 4 > limits.most and len(value.encode("utf-8", "surrogatepass")) > limits.most:
            raise WireError("bad_field", f"text of more than {limits.most} bytes")
        if size < limits.least or (limits.characters is not None and size > limits.characters):
            raise WireError("bad_field", f"text of {size} characters")
        return value

    return check


def _byte_string(count: int) -> Check:
    def check(value: Any) -> Any:
        if type(value) is not bytes or len(value) != count:
            raise _bad(f"{count} bytes", value)
        return value

    return check


def _fixed_width(width: int, limits: Check) -> Codec:
    exact = _byte_string(width)

    def dump(value: Any) -> Any:
        return limits(value).to_bytes(width, "big")

    def load(value: Any) -> Any:
        return limits(int.from_bytes(exact(value), "big"))

    return Codec(dump, load)


def _literal(words: tuple[Any, ...]) -> Check:
    allowed = {(type(word), word) for word in words}

    def check(value: Any) -> Any:
        if type(value) not in (str, int, bool) or (type(value), value) not in allowed:
            raise _bad(f"one of {words}", value)
        return value

    return check


def _choice(codecs: list[Codec]) -> Codec:
    def first(ways: list[Check]) -> Check:
        def check(value: Any) -> Any:
            for way in ways[:-1]:
                try:
                    return way(value)
                except WireError:
                    continue
            return ways[-1](value)

        return check

    return Codec(first([codec.dump for codec in codecs]), first([codec.load for codec in codecs]))


def _optional(codec: Codec) -> Codec:
    def dump(value: Any) -> Any:
        return None if value is None else codec.dump(value)

    def load(value: Any) -> Any:
        return None if value is None else codec.load(value)

    return Codec(dump, load)


def _many(codec: Codec, most: int) -> Codec:
    def each(way: Check) -> Check:
        def check(value: Any) -> Any:
            if type(value) is not tuple or len(value) > most:
                raise _bad(f"at most {most} elements", value)
            return tuple([way(item) for item in value])

        return check

    return Codec(each(codec.dump), each(codec.load))


def _row(codecs: list[Codec]) -> Codec:
    def each(ways: list[Check]) -> Check:
        def check(value: Any) -> Any:
            if type(value) is not tuple or len(value) != len(ways):
                raise _bad(f"{len(ways)} elements", value)
            return tuple([way(item) for way, item in zip(ways, value, strict=True)])

        return check

    return Codec(each([codec.dump for codec in codecs]), each([codec.load for codec in codecs]))


def _record(kind: type) -> Codec:
    codecs = compile_fields(kind)

    def dump(value: Any) -> Any:
        if type(value) is not kind:
            raise _bad(kind.__name__, value)
        return tuple([codec.dump(getattr(value, name)) for name, codec in codecs])

    def load(value: Any) -> Any:
        if type(value) is not tuple or len(value) != len(codecs):
            raise _bad(kind.__name__, value)
        return kind(*[codec.load(item) for (_, codec), item in zip(codecs, value, strict=True)])

    return Codec(dump, load)


def _annotated(inner: Any, marks: tuple[Any, ...]) -> Codec:
    limits = {type(mark): mark for mark in marks}
    if PlainMark in limits:
        return _same(check_plain)
    if FixedWidth in limits:
        width = limits[FixedWidth].width
        return _fixed_width(width, _ranged(int, limits.get(Range, Range(0, 256**width - 1))))
    if Range in limits:
        return _same(_ranged(inner, limits[Range]))
    if TextLimit in limits:
        return _same(_text(limits[TextLimit]))
    if ByteCount in limits:
        return _same(_byte_string(limits[ByteCount].count))
    if ItemLimit in limits:
        return _many(compile_annotation(get_args(inner)[0]), limits[ItemLimit].most)
    raise TypeError(f"no rule for {inner!r} with {marks!r}")


def compile_annotation(annotation: Any) -> Codec:
    """Return the codec for one annotation. Raises `TypeError` for one that says no rule: nothing goes unchecked."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _annotated(arguments[0], arguments[1:])
    if origin is Literal:
        return _same(_literal(arguments))
    if origin is Union or origin is types.UnionType:
        rest = [compile_annotation(item) for item in arguments if item is not type(None)]
        codec = rest[0] if len(rest) == 1 else _choice(rest)
        return _optional(codec) if type(None) in arguments else codec
    if origin is tuple and Ellipsis not in arguments:
        return _row([compile_annotation(item) for item in arguments])
    if annotation is bool:
        return _same(_exactly(bool))
    if isinstance(annotation, type) and dataclasses.is_dataclass(annotation):
        return _record(annotation)
    raise TypeError(f"{annotation!r} says no limits")


def compile_fields(kind: type) -> list[tuple[str, Codec]]:
    """Return name and codec of every field of the dataclass `kind`, in order.

    The module that defines it must not postpone annotations: they are read as objects.
    """
    return [(field.name, compile_annotation(field.type)) for field in dataclasses.fields(kind)]
