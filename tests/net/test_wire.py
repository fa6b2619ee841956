"""Frames and messages: what is sent arrives as it was, and nothing else than that is let in."""

import contextlib
import dataclasses
import struct
import types
from typing import Annotated, Literal, Union, get_args, get_origin

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net import fields, limits, wire
from net.wire import Direction, FrameDecoder, WireError, decode, encode

MESSAGES = [cls for kinds in wire._KINDS.values() for cls in kinds.values()]

plain_leaves = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.text(st.characters(codec="utf-8"), max_size=20)
    | st.binary(max_size=20)
)
plain = st.recursive(
    plain_leaves,
    lambda inner: (
        st.lists(inner, max_size=4).map(tuple)
        | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=4)
    ),
    max_leaves=12,
)


def values_for(annotation):
    """A strategy of all values that a field's annotation allows, made from the same marks as the checks."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        marks = {type(mark): mark for mark in arguments[1:]}
        if fields.PlainMark in marks:
            return plain
        if fields.Range in marks:
            made = st.floats if arguments[0] is float else st.integers
            return made(marks[fields.Range].least, marks[fields.Range].most)
        if fields.TextLimit in marks:
            limit = marks[fields.TextLimit]
            most = min(limit.most // 4, limit.characters or limit.most)
            return st.text(st.characters(codec="utf-8"), min_size=limit.least, max_size=most)
        if fields.ByteCount in marks:
            count = marks[fields.ByteCount].count
            return st.binary(min_size=count, max_size=count)
        return st.lists(values_for(get_args(arguments[0])[0]), max_size=5).map(tuple)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (Union, types.UnionType):
        return st.one_of([values_for(item) for item in arguments])
    if origin is tuple:
        return st.tuples(*map(values_for, arguments))
    if annotation is type(None):
        return st.none()
    if annotation is bool:
        return st.booleans()
    return st.builds(annotation, *[values_for(field.type) for field in dataclasses.fields(annotation)])


messages = st.sampled_from(MESSAGES).flatmap(
    lambda cls: st.builds(cls, *[values_for(field.type) for field in dataclasses.fields(cls)])
)


def incoming(message):
    return Direction.TO_CLIENT if message.DIRECTION is Direction.BOTH else message.DIRECTION


def arrive(frame, direction):
    (payload,) = FrameDecoder(limits.MAX_FRAME_TO_CLIENT).feed(frame)
    return decode(payload, direction)


def frame(payload):
    body = msgpack.packb(payload)
    return struct.pack(">I", len(body)) + body


card = wire.TableCard(
    "0123456789ab", "桌", "me", 21654, "classic", 3, 2, 0, False, 0, False, "waiting", 1, "0.1.0", "a" * 64
)
samples = [
    wire.Delta(300, b"abcd", ("p", 3, "777+2x")),
    wire.Hello("李", "player", 3, b"k" * 32, b"s" * 64, None),
    wire.Propose(b"e" * 33),
    wire.Proposed(b"e" * 33),
    wire.Confirm(b"c" * 32),
    wire.Confirmed(b"c" * 32),
    wire.Card(card),
    wire.Refused(7, "too_low", (("seat", 3), ("set", "777+2x"))),
    wire.Window(7, 4.0, True),
    wire.Act(1, 2, "play 777+2x"),
]


# Messages


@given(messages)
def test_every_message_arrives_as_it_was_sent(message):
    assert arrive(encode(message), incoming(message)) == message


def test_every_kind_has_its_own_number_and_one_byte():
    numbers = [cls.KIND for cls in MESSAGES]
    assert len(set(numbers)) == len(numbers) == len(set(MESSAGES)) == 36
    assert all(0 <= number < 128 for number in numbers)


@pytest.mark.parametrize("message", samples)
def test_a_message_is_refused_in_the_wrong_direction(message):
    other = Direction.TO_HOST if message.DIRECTION is Direction.TO_CLIENT else Direction.TO_CLIENT
    with pytest.raises(WireError) as caught:
        arrive(encode(message), other)
    assert caught.value.code == "wrong_direction"


@pytest.mark.parametrize("message", samples)
@pytest.mark.parametrize("change", [lambda values: values[:-1], lambda values: (*values, 0)])
def test_a_field_too_few_or_too_many_is_refused(message, change):
    (payload,) = FrameDecoder(10_000).feed(encode(message))
    with pytest.raises(WireError) as caught:
        decode(change(payload), message.DIRECTION)
    assert caught.value.code == "wrong_arity"


@pytest.mark.parametrize("payload", [(), None, 5, "text", ("66",), (True,), (66.0,), {66: 1}])
def test_what_is_no_message_is_refused(payload):
    with pytest.raises(WireError) as caught:
        decode(payload, Direction.TO_HOST)
    assert caught.value.code == "not_a_message"


def test_an_unknown_kind_is_refused():
    with pytest.raises(WireError) as caught:
        decode((127,), Direction.TO_HOST)
    assert caught.value.code == "unknown_kind"


WRONG_ACTS = [
    (True, 2, "pass"),
    (1.0, 2, "pass"),
    (-1, 2, "pass"),
    (1, 2**31, "pass"),
    (1, None, "pass"),
    ("1", 2, "pass"),
    (1, 2, b"pass"),
    (1, 2, ""),
    (1, 2, "x" * 257),
    (1, 2, ("pass",)),
]


@pytest.mark.parametrize("values", WRONG_ACTS)
def test_a_field_of_another_type_or_range_is_refused_on_arrival(values):
    with pytest.raises(WireError) as caught:
        decode((wire.Act.KIND, *values), Direction.TO_HOST)
    assert caught.value.code == "bad_field"


@pytest.mark.parametrize("values", WRONG_ACTS)
def test_nothing_is_sent_that_would_be_refused(values):
    with pytest.raises(WireError):
        encode(wire.Act(*values))


@pytest.mark.parametrize("seat", [0, 7, True, "1", 1.0])
def test_chairs_are_one_to_six(seat):
    with pytest.raises(WireError):
        decode((wire.Sit.KIND, seat), Direction.TO_HOST)


@pytest.mark.parametrize("role", ["host", "Player", "", None, 1, b"player", ("player",), {"player": 1}])
def test_roles_are_the_three(role):
    with pytest.raises(WireError):
        decode((wire.Hello.KIND, "a", role, None, b"k" * 32, b"s" * 64, None, None), Direction.TO_HOST)


@pytest.mark.parametrize("key,signature", [(b"k" * 31, b"s" * 64), (b"k" * 33, b"s" * 64), (b"k" * 32, b"")])
def test_keys_and_signatures_have_their_exact_length(key, signature):
    with pytest.raises(WireError):
        decode((wire.Hello.KIND, "a", "player", None, key, signature, None, None), Direction.TO_HOST)


def test_texts_are_bounded_in_bytes_not_characters():
    assert wire.Hello("中" * 21, "player", None, b"k" * 32, b"s" * 64)
    encode(wire.Hello("中" * 21, "player", None, b"k" * 32, b"s" * 64))
    with pytest.raises(WireError):
        encode(wire.Hello("中" * 22, "player", None, b"k" * 32, b"s" * 64))


@pytest.mark.parametrize("seconds", [float("nan"), float("inf"), -1.0, 4, 4000.0])
def test_seconds_are_finite_floats_within_bounds(seconds):
    with pytest.raises(WireError):
        encode(wire.Window(1, seconds, False))


def test_a_greeting_of_a_later_protocol_may_say_more():
    assert decode((0, "gouji", 2, "9.9", "news", 5), Direction.TO_HOST) == wire.Greeting("gouji", 2, "9.9")


def test_every_field_says_its_limits():
    with pytest.raises(TypeError):
        fields.compile_annotation(int)
    with pytest.raises(TypeError):
        fields.compile_annotation(str)


# Size, and what it tells


def test_a_play_step_stays_within_forty_bytes():
    for event in [("p", 3, "777+2x"), ("played", 6, "KKKKKKKK+22xd"), (1, 5)]:
        assert len(encode(wire.Delta(limits.MAX_SEQUENCE, b"abcd", event))) <= 40


@given(st.integers(0, limits.MAX_ID), st.floats(0, 3600), st.booleans())
def test_a_window_has_one_length_whatever_it_says(window_id, seconds, offer):
    assert len(encode(wire.Window(window_id, seconds, offer))) == 22


def test_too_long_a_message_is_not_sent():
    with pytest.raises(WireError) as caught:
        encode(wire.Roster({str(n): "x" * 1000 for n in range(1100)}))
    assert caught.value.code == "too_long"


# Plain data


def nest(depth):
    value = 1
    for _ in range(depth):
        value = (value,)
    return value


def test_plain_data_may_nest_so_deep_and_no_deeper():
    encode(wire.Roster(nest(limits.MAX_DEPTH)))
    with pytest.raises(WireError) as caught:
        encode(wire.Roster(nest(limits.MAX_DEPTH + 1)))
    assert caught.value.code == "too_deep"


@pytest.mark.parametrize("depth", [limits.MAX_DEPTH + 2, 900, 1100, 100_000])
def test_deep_nesting_from_outside_is_an_error_not_a_crash(depth):
    body = bytes([0x92, wire.Roster.KIND]) + b"\x91" * depth + b"\x01"
    with pytest.raises(WireError) as caught:
        arrive(struct.pack(">I", len(body)) + body, Direction.TO_CLIENT)
    assert caught.value.code == "too_deep"


@pytest.mark.parametrize("value", [1.5, {1: 2}, {b"a": 1}, [object()], {1, 2}, 2**63, -(2**63) - 1, "\ud800"])
def test_what_is_not_plain_is_not_sent(value):
    with pytest.raises(WireError):
        encode(wire.Roster(value))


@pytest.mark.parametrize(
    "payload",
    [
        [22, 1.5],
        [22, {1: 2}],
        [22, msgpack.ExtType(5, b"")],
        [22, msgpack.Timestamp(1)],
        [22, 2**64 - 1],
        [22, [0] * (limits.MAX_ITEMS + 1)],
        [22, [[0] * limits.MAX_ITEMS] * 17],
    ],
)
def test_what_is_not_plain_does_not_come_in(payload):
    with pytest.raises(WireError):
        arrive(frame(payload), Direction.TO_CLIENT)


def test_lists_arrive_as_tuples():
    assert arrive(encode(wire.Roster({"a": [1, [2]]})), Direction.TO_CLIENT).payload == {"a": (1, (2,))}


# Frames


@given(st.lists(messages, max_size=4), st.data())
def test_how_the_stream_was_sliced_makes_no_difference(sent, data):
    stream = b"".join(map(encode, sent))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    decoder, got = FrameDecoder(limits.MAX_FRAME_TO_CLIENT), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        got += decoder.feed(stream[start:end])
    assert [decode(p, incoming(m)) for p, m in zip(got, sent, strict=True)] == sent
    assert decoder.buffered == 0


def test_one_byte_at_a_time_works():
    decoder, got = FrameDecoder(1000), []
    for byte in b"".join(map(encode, samples)):
        got += decoder.feed(bytes([byte]))
    assert len(got) == len(samples)


@pytest.mark.parametrize("length", [101, 2**31, 2**32 - 1])
def test_a_body_too_long_is_refused_at_its_prefix_and_nothing_kept(length):
    decoder = FrameDecoder(100)
    with pytest.raises(WireError) as caught:
        decoder.feed(struct.pack(">I", length) + b"\xc0" * 50)
    assert caught.value.code == "too_long"
    assert decoder.buffered == 0


def test_a_decoder_that_failed_goes_on_failing_and_keeps_nothing():
    decoder = FrameDecoder(100)
    for _ in range(3):
        with pytest.raises(WireError):
            decoder.feed(struct.pack(">I", 0) + b"x" * 1000)
        assert decoder.buffered == 0


def test_good_frames_before_a_bad_one_are_not_lost():
    with pytest.raises(WireError) as caught:
        FrameDecoder(100).feed(frame([1, 5]) + frame([2, 6]) + struct.pack(">I", 0))
    assert (caught.value.code, caught.value.before) == ("empty", ((1, 5), (2, 6)))


@pytest.mark.parametrize(
    "body",
    [
        b"\xc1",
        b"\x92\x01",
        b"\x01\x01",
        b"\xa2\xff\xfe",
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdb\xff\xff\xff\xff",
        b"\x81\x90\x01",
        b"\xc7\x05\x01hello",
    ],
)
def test_malformed_bodies_are_refused(body):
    with pytest.raises(WireError) as caught:
        FrameDecoder(100).feed(struct.pack(">I", len(body)) + body)
    assert caught.value.code == "malformed"


@settings(max_examples=300)
@given(st.lists(st.binary(max_size=300), max_size=6), st.integers(0, 400))
def test_arbitrary_bytes_raise_nothing_but_wire_errors_and_never_pile_up(chunks, limit):
    decoder = FrameDecoder(limit)
    for chunk in chunks:
        try:
            for payload in decoder.feed(chunk):
                decode(payload, Direction.TO_HOST)
        except WireError:
            pass
        assert decoder.buffered <= limit + limits.FRAME_PREFIX


@settings(max_examples=300)
@given(plain, st.sampled_from([Direction.TO_HOST, Direction.TO_CLIENT]))
def test_arbitrary_payloads_raise_nothing_but_wire_errors(payload, direction):
    with contextlib.suppress(WireError):
        decode(payload, direction)


@settings(max_examples=300)
@given(messages, st.data())
def test_a_frame_with_a_changed_byte_is_a_message_or_a_wire_error(message, data):
    stream = bytearray(encode(message))
    stream[data.draw(st.integers(0, len(stream) - 1))] = data.draw(st.integers(0, 255))
    try:
        for payload in FrameDecoder(limits.MAX_FRAME_TO_CLIENT).feed(bytes(stream)):
            encode(decode(payload, incoming(message)))
    except WireError:
        pass
