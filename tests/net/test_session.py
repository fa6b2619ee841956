"""Both sides of a connection, without a network and with a clock of the test's own."""

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from net import limits, wire
from net.identity import Identity
from net.session import (
    Asked,
    Challenged,
    ClientSession,
    Closed,
    CodeGuard,
    HostSession,
    Introduced,
    Received,
    Recovered,
    SessionError,
    State,
    TurnedSlow,
)
from net.wire import encode

TABLE, FINGERPRINT = "0123456789ab", b"f" * 32
WELCOME = wire.Welcome("player", 3, 0, "ann")
IDENTITY = Identity.temporary()


class Line:
    """A host's and a client's session with a wire between them; both see what the other sends at once."""

    def __init__(self, host_fingerprint=FINGERPRINT, expected_table=None, **of_host):
        self.now = 100.0
        self.host = HostSession(self.now, table_id=TABLE, fingerprint=host_fingerprint, version="1", **of_host)
        self.client = ClientSession(self.now, fingerprint=FINGERPRINT, expected_table=expected_table, version="2")
        self.at_host, self.at_client = [], []

    def carry(self, cut=False):
        """Carry bytes until neither side has any; with `cut` they are lost."""
        while True:
            to_host, to_client = self.client.data_to_send(), self.host.data_to_send()
            if not to_host and not to_client:
                return
            if not cut and to_host:
                self.at_host += self.host.receive(to_host, self.now)
            if not cut and to_client:
                self.at_client += self.client.receive(to_client, self.now)

    def after(self, seconds, cut=False, step=limits.TICK):
        for _ in range(round(seconds / step)):
            self.now += step
            self.at_host += self.host.tick(self.now)
            self.at_client += self.client.tick(self.now)
            self.carry(cut)

    def greet(self):
        self.carry()
        return self

    def introduce(self, identity=IDENTITY, **fields):
        self.client.introduce(identity, self.now, **{"name": "ann", "role": "player", **fields})
        self.carry()
        return self

    def join(self):
        self.greet().introduce()
        self.host.accept(WELCOME, self.now)
        self.carry()
        self.at_host.clear()
        self.at_client.clear()
        return self

    def events(self):
        host, client = self.at_host, self.at_client
        self.at_host, self.at_client = [], []
        return host, client


@pytest.fixture
def joined():
    return Line().join()


def closed(events):
    (event,) = [event for event in events if isinstance(event, Closed)]
    return event


# Greeting


def test_both_sides_greet_first_and_the_host_challenges():
    line = Line().greet()
    ((), (challenged,)) = map(tuple, line.events())
    assert isinstance(challenged, Challenged)
    assert (challenged.challenge.table, challenged.challenge.code) == (TABLE, False)
    assert (line.host.peer_greeting.version, line.client.peer_greeting.version) == ("2", "1")


def test_two_challenges_never_have_the_same_nonce():
    assert Line().greet().client.challenge.nonce != Line().greet().client.challenge.nonce


def other_greeting(number, *more):
    import msgpack

    body = msgpack.packb([0, "gouji", number, *more])
    return struct.pack(">I", len(body)) + body


@pytest.mark.parametrize("more", [("1.0",), ("1.0", "news"), (), (5, {"a": 1})])
def test_another_protocol_is_told_both_numbers_and_nothing_else_is_looked_at(more):
    line = Line()
    line.host.data_to_send()
    (event,) = line.host.receive(other_greeting(7, *more) + b"\xff\xff\xff\xff", line.now)
    assert event == Closed("protocol", (("host", limits.PROTOCOL), ("client", 7)))
    assert line.host.data_to_send() == encode(wire.Bye("protocol", event.args))
    line.client.data_to_send()
    (event,) = line.client.receive(other_greeting(7, *more), line.now)
    assert event == Closed("protocol", (("host", 7), ("client", limits.PROTOCOL)))


def test_who_is_told_bye_for_the_protocol_learns_both_numbers():
    line = Line()
    numbers = (("host", 7), ("client", limits.PROTOCOL))
    assert (
        closed(line.client.receive(other_greeting(7, "1.0") + encode(wire.Bye("protocol", numbers)), line.now)).args
        == numbers
    )


@pytest.mark.parametrize("data", [b"GET / HTTP/1.1\r\n\r\n", encode(wire.Ping(1)), encode(wire.Ask()), b"\0\0\0\0"])
def test_a_stranger_of_another_kind_is_told_and_closed(data):
    line = Line()
    (event,) = line.host.receive(data, line.now)
    assert isinstance(event, Closed) and not event.by_peer
    assert line.host.data_to_send().endswith(encode(wire.Bye(event.code)))


def test_a_second_greeting_is_a_fault(joined):
    joined.at_host += joined.host.receive(encode(wire.Greeting()), joined.now)
    assert closed(joined.at_host).code == "unexpected"


# Joining


def test_a_probe_gets_the_card_without_saying_who_it_is():
    line = Line().greet()
    line.events()
    line.client.ask(line.now)
    line.carry()
    assert line.at_host == [Asked()]
    card = wire.Card(
        wire.TableCard(TABLE, "t", "h", 1, "classic", 6, 0, 0, False, 0, False, "waiting", 1, "1", "f" * 64)
    )
    line.host.send(card, line.now)
    line.carry()
    assert line.at_client == [Received(card)]


def test_a_proven_hello_is_introduced_and_let_in():
    line = Line().greet()
    line.introduce(seat=3, have=17)
    (introduced,) = line.at_host
    assert isinstance(introduced, Introduced)
    assert (introduced.hello.key, introduced.hello.seat, introduced.hello.have) == (IDENTITY.public_key, 3, 17)
    line.host.accept(WELCOME, line.now)
    line.carry()
    assert line.at_client[-1] == Received(WELCOME)
    assert line.host.state is line.client.state is State.JOINED


def test_a_rejected_one_learns_why():
    line = Line().greet().introduce()
    line.host.reject("full", line.now, (("seats", 6),))
    line.carry()
    assert line.at_client[-1] == Closed("full", (("seats", 6),), by_peer=True)
    assert line.host.closed


def test_a_table_behind_another_certificate_gets_no_proof_it_can_use():
    line = Line(host_fingerprint=b"x" * 32).greet().introduce()
    assert closed(line.at_host).code == "bad_signature"


def test_a_hello_cannot_be_replayed():
    first = Line().greet()
    first.client.introduce(IDENTITY, first.now, name="ann", role="player")
    stolen = first.client.data_to_send()
    second = Line().greet()
    assert closed(second.host.receive(stolen, second.now)).code == "bad_signature"


def test_a_client_that_meets_another_table_goes_away():
    line = Line(expected_table="ffffffffffff").greet()
    assert closed(line.at_client).code == "other_table"


@pytest.mark.parametrize("message", [wire.Act(1, 1, "pass"), wire.Say("hi"), wire.Leave(), wire.Fetch(1, "x", 0)])
def test_nothing_is_done_for_somebody_who_has_not_joined(message):
    for line in (Line().greet(), Line().greet().introduce()):
        assert closed(line.host.receive(encode(message), line.now)).code == "unexpected"


def test_a_second_hello_is_a_fault(joined):
    hello = wire.Hello("a", "player", None, b"k" * 32, b"s" * 64)
    assert closed(joined.host.receive(encode(hello), joined.now)).code == "unexpected"


def test_strangers_send_short_frames_only():
    line = Line().greet()
    prefix = struct.pack(">I", limits.MAX_FRAME_HANDSHAKE + 1)
    assert closed(line.host.receive(prefix, line.now)).code == "too_long"


def test_the_owner_of_a_session_cannot_do_things_out_of_order():
    line = Line()
    for wrong in (
        lambda: line.host.accept(WELCOME, line.now),
        lambda: line.host.reject("full", line.now),
        lambda: line.client.ask(line.now),
        lambda: line.client.introduce(IDENTITY, line.now, name="a", role="bot"),
        lambda: line.host.send(wire.Leave(), line.now),
        lambda: line.client.send(wire.Done(1), line.now),
    ):
        with pytest.raises(SessionError):
            wrong()


# Codes


def private(guard, code, identity=IDENTITY, now=100.0, **of_host):
    line = Line(guard=guard, **of_host)
    line.now = now
    line.greet()
    assert line.client.challenge.code
    line.events()
    line.introduce(identity, code=code)
    return line


def test_the_right_code_lets_in_however_it_is_typed():
    for typed in ("tea 茶", " TEA-茶 ", "Ｔｅａ茶"):
        assert isinstance(private(CodeGuard("Tea 茶"), typed).at_host[0], Introduced)


@pytest.mark.parametrize(("code", "refusal"), [(None, "code_missing"), ("coffee", "code_wrong"), ("", "code_wrong")])
def test_no_code_or_a_wrong_one_is_refused_and_said(code, refusal):
    line = private(CodeGuard("tea"), code)
    assert closed(line.at_host).code == closed(line.at_client).code == refusal
    assert line.host.hello is None


def test_nothing_is_said_of_oneself_before_both_have_confirmed():
    line = Line(guard=CodeGuard("tea")).greet()
    line.client.introduce(IDENTITY, line.now, name="ann", role="player", code="tea")
    said = b""
    while not line.at_host:
        to_host = line.client.data_to_send()
        if line.client.state is State.PROVING:
            said += to_host
        line.at_host += line.host.receive(to_host, line.now)
        line.at_client += line.client.receive(line.host.data_to_send(), line.now)
    assert said and b"ann" not in said and IDENTITY.public_key not in said
    assert b"tea" not in said


def test_a_host_that_does_not_know_the_code_is_told_nothing():
    line = Line(guard=CodeGuard("coffee"))
    line.host._guard.judge = lambda *_: None
    line.greet().introduce(code="tea")
    assert closed(line.at_client).code == "host_without_code"
    assert line.host.hello is None


def test_somebody_in_between_with_a_certificate_of_his_own_passes_nothing_on():
    line = Line(host_fingerprint=b"x" * 32, guard=CodeGuard("tea")).greet().introduce(code="tea")
    assert closed(line.at_host).code == "code_wrong"


def test_a_stream_of_elements_is_no_stream_of_guesses():
    guard = CodeGuard("tea")
    for _ in range(limits.CODE_EXCHANGES_BURST):
        assert guard.may_begin(100.0)
    assert not guard.may_begin(100.0)
    assert closed(private(guard, "tea").at_host).code == "code_wait"
    assert guard.wrong_guesses == 0


def test_a_client_that_goes_away_before_confirming_has_learnt_nothing():
    line = Line(guard=CodeGuard("tea")).greet()
    line.client.introduce(IDENTITY, line.now, name="ann", role="player", code="guess")
    line.host.receive(line.client.data_to_send(), line.now)
    assert len(line.host.data_to_send()) == len(encode(wire.Proposed(b"e" * 33)))


@pytest.mark.parametrize("element", [b"\0" * 33, b"A" + b"\0" * 32, b"A" + b"\xff" * 32, b"B" + b"\1" * 32])
def test_what_is_no_element_ends_it(element):
    line = Line(guard=CodeGuard("tea")).greet()
    assert closed(line.host.receive(encode(wire.Propose(element)), line.now)).code == "bad_element"


@pytest.mark.parametrize("message", [wire.Confirm(b"c" * 32), wire.Confirm(b"c" * 32)])
def test_an_exchange_has_one_order(message):
    line = Line(guard=CodeGuard("tea")).greet()
    assert closed(line.host.receive(encode(message), line.now)).code == "unexpected"
    line = Line().greet()
    assert closed(line.host.receive(encode(wire.Propose(b"e" * 33)), line.now)).code == "unexpected"
    for wrong in (wire.Confirmed(b"c" * 32), wire.Proposed(b"e" * 33)):
        line = Line(guard=CodeGuard("tea")).greet()
        assert closed(line.client.receive(encode(wrong), line.now)).code == "unexpected"


def test_guesses_are_one_a_second_and_after_ten_the_code_is_another_which_the_host_is_shown():
    shown, guard, now = [], CodeGuard("tea"), 100.0
    guard.renewed = shown.append
    for number in range(limits.CODE_GUESSES):
        assert closed(private(guard, "coffee", now=now).at_host).code == "code_wrong"
        assert closed(private(guard, "tea", now=now + 0.5).at_host).code == "code_wait", number
        assert bool(shown) is (number == limits.CODE_GUESSES - 1)
        now += 1.0
    assert closed(private(guard, "tea", now=now).at_host).code == "code_wrong"
    assert isinstance(private(guard, shown[0], now=now + 1).at_host[0], Introduced)


def test_two_guesses_at_once_are_one():
    guard = CodeGuard("tea")
    lines = [Line(guard=guard).greet() for _ in range(2)]
    for line in lines:
        line.client.introduce(IDENTITY, line.now, name="ann", role="player", code="coffee")
        line.host.receive(line.client.data_to_send(), line.now)
        line.client.receive(line.host.data_to_send(), line.now)
    codes = [closed(line.host.receive(line.client.data_to_send(), line.now)).code for line in lines]
    assert (codes, guard.wrong_guesses) == (["code_wrong", "code_wait"], 1)


def test_who_holds_a_chair_returns_without_a_code():
    guard = CodeGuard("tea")
    line = private(guard, None, knows_key=lambda public_key: public_key == IDENTITY.public_key)
    assert isinstance(line.at_host[0], Introduced)
    assert closed(private(guard, None, Identity.temporary()).at_host).code == "code_missing"


# Time


@pytest.mark.parametrize("data", [b"", encode(wire.Greeting())])
def test_who_does_not_join_in_five_seconds_is_closed_however_slowly_it_sends(data):
    host = HostSession(0.0, table_id=TABLE, fingerprint=FINGERPRINT)
    now, events = 0.0, []
    while now < limits.HANDSHAKE_SECONDS:
        now += limits.TICK
        if data and now == int(now):
            events += host.receive(data[:1], now)
            data = data[1:]
        events += host.tick(now)
    assert closed(events).code == "handshake_timeout"


def test_a_client_waits_no_longer_than_five_seconds_for_a_host():
    line = Line()
    line.after(limits.HANDSHAKE_SECONDS, cut=True)
    assert closed(line.at_client).code == "handshake_timeout"


def test_an_idle_line_stays_alive_and_sends_little(joined):
    joined.after(60)
    assert joined.events() == ([], [])
    assert joined.host.round_trip is not None or joined.client.round_trip is not None


def test_nobody_pings_on_a_busy_line(joined):
    for _ in range(10):
        joined.now += 1.0
        joined.host.send(wire.Done(1), joined.now)
        joined.client.send(wire.Act(1, 1, "pass"), joined.now)
        joined.carry()
        assert joined.host.tick(joined.now) == joined.client.tick(joined.now) == []
        assert joined.host.data_to_send() == joined.client.data_to_send() == b""


def test_frames_written_by_the_owner_count_as_sent(joined):
    joined.now += limits.HEARTBEAT
    joined.host.note_sent(joined.now)
    joined.host.tick(joined.now)
    assert joined.host.data_to_send() == b""


def test_silence_is_slow_after_five_seconds_and_the_end_after_twelve(joined):
    joined.after(limits.SLOW - limits.TICK, cut=True)
    assert joined.events() == ([], [])
    joined.after(limits.TICK, cut=True)
    assert joined.events() == ([TurnedSlow()], [TurnedSlow()])
    joined.after(limits.DEAD - limits.SLOW - limits.TICK, cut=True)
    assert joined.events() == ([], [])
    joined.after(limits.TICK, cut=True)
    host, client = joined.events()
    assert closed(host).code == closed(client).code == "silent"


def test_an_outage_of_nine_seconds_is_survived(joined):
    joined.after(9, cut=True)
    joined.events()
    joined.after(3)
    host, client = joined.events()
    assert host == client == [Recovered()]


@pytest.mark.parametrize("side", ["host", "client"])
def test_who_slept_reads_before_judging(joined, side):
    session, other = getattr(joined, side), joined.client if side == "host" else joined.host
    joined.now += 30
    joined.at_host.clear()
    assert session.tick(joined.now) == []
    other.send(wire.Ping(1), joined.now)
    session.receive(other.data_to_send(), joined.now)
    assert session.tick(joined.now + limits.TICK) == []


def test_who_slept_and_has_nothing_to_read_judges_at_the_next_tick(joined):
    joined.now += 30
    assert joined.client.tick(joined.now) == []
    assert closed(joined.client.tick(joined.now + limits.TICK)).code == "silent"


# Rates


def test_chat_is_ten_messages_in_ten_seconds_and_the_rest_is_told_to_wait(joined):
    for number in range(limits.CHAT_MESSAGES + 1):
        joined.client.send(wire.Say(str(number)), joined.now)
    joined.carry()
    host, client = joined.events()
    assert len(host) == limits.CHAT_MESSAGES
    assert client == [Received(wire.Notice("chat_rate", (("seconds", 10),)))]
    joined.after(limits.CHAT_SECONDS)
    joined.client.send(wire.Say("again"), joined.now)
    joined.carry()
    assert joined.at_host == [Received(wire.Say("again"))]


def test_chat_is_a_thousand_characters_in_ten_seconds(joined):
    for _ in range(6):
        joined.client.send(wire.Say("x" * 200), joined.now)
    joined.carry()
    host, client = joined.events()
    assert (len(host), len(client)) == (5, 1)


def test_too_many_frames_end_it(joined):
    flood = encode(wire.Ready(True)) * (limits.FRAMES_BURST + 1)
    assert closed(joined.host.receive(flood, joined.now)).code == "flood"


def test_too_many_bytes_end_it(joined):
    assert closed(joined.host.receive(b"\0" * (limits.BYTES_BURST + 1), joined.now)).code == "flood"


def test_a_bot_at_full_speed_is_no_flood(joined):
    for _ in range(40 * 60):
        joined.now += 1 / 40
        joined.client.send(wire.Act(1, 1, "pass"), joined.now)
        joined.carry()
    assert not joined.host.closed


# Faults and the end


@pytest.mark.parametrize("data", [struct.pack(">I", 2**31), b"\0\0\0\x01\xc1", b"\0\0\0\x01\x90", encode(wire.Done(1))])
def test_a_malformed_frame_is_told_and_closed_and_what_came_before_it_counts(joined, data):
    events = joined.host.receive(encode(wire.Ready(True)) + data, joined.now)
    assert events[0] == Received(wire.Ready(True))
    assert joined.host.data_to_send() == encode(wire.Bye(closed(events).code))
    assert joined.host.receive(encode(wire.Ready(True)), joined.now) == []


def test_bye_is_passed_on_with_its_reason(joined):
    joined.host.close("replaced", joined.now)
    joined.carry()
    assert joined.events() == ([], [Closed("replaced", by_peer=True)])


def test_leaving_is_told_before_the_end(joined):
    joined.client.leave(joined.now)
    joined.carry()
    assert joined.at_host == [Received(wire.Leave()), Closed("left", by_peer=True)]


def test_a_connection_that_just_ends_is_lost_once(joined):
    assert joined.client.connection_lost() == [Closed("lost", by_peer=True)]
    assert joined.client.connection_lost() == []


def test_after_the_end_nothing_more_is_said(joined):
    joined.host.close("stopped", joined.now)
    joined.host.data_to_send()
    joined.host.send(wire.Done(1), joined.now)
    joined.host.send_frame(b"frame", joined.now)
    joined.host.close("again", joined.now)
    assert joined.host.tick(joined.now + 100) == joined.host.tick(joined.now + 101) == []
    assert joined.host.data_to_send() == b""


@settings(max_examples=200)
@given(st.lists(st.binary(max_size=60), max_size=5), st.sampled_from(["new", "greeted", "joined"]), st.booleans())
def test_arbitrary_bytes_end_a_session_and_never_break_it(chunks, stage, at_host):
    line = Line()
    if stage == "greeted":
        line.greet()
    elif stage == "joined":
        line.join()
    session = line.host if at_host else line.client
    ends = 0
    for chunk in chunks:
        events = session.receive(chunk, line.now)
        ends += sum(isinstance(event, Closed) for event in events)
        assert not session.closed or not events or isinstance(events[-1], Closed)
    assert ends == session.closed


steps = st.lists(
    st.tuples(st.sampled_from(["host", "client", "wait", "outage", "sleep"]), st.integers(1, 8)), max_size=25
)


@settings(max_examples=100)
@given(steps)
def test_whatever_short_troubles_come_every_message_arrives_once_and_in_order(moves):
    """Outages hold bytes back, as TCP does; none is long enough to be the end."""
    line = Line().join()
    sent_up, sent_down, number = [], [], 0
    for move, amount in moves:
        if move == "wait":
            line.after(amount)
        elif move == "sleep":
            # The whole machine stood still; nobody noticed but the clock.
            line.now += 4.0 + amount
            line.at_host += line.host.tick(line.now)
            line.at_client += line.client.tick(line.now)
            line.carry()
        elif move == "outage":
            for _ in range(amount):
                line.now += limits.TICK
                line.at_host += line.host.tick(line.now)
                line.at_client += line.client.tick(line.now)
            line.carry()
        else:
            number += 1
            if move == "host":
                sent_down.append(wire.Done(number))
                line.host.send(sent_down[-1], line.now)
            else:
                sent_up.append(wire.Act(number, 0, "pass"))
                line.client.send(sent_up[-1], line.now)
            line.carry()
    assert not line.host.closed and not line.client.closed
    assert [event.message for event in line.at_host if isinstance(event, Received)] == sent_up
    assert [event.message for event in line.at_client if isinstance(event, Received)] == sent_down
