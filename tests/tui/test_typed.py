"""Whatever a slow line does to what a terminal sends: keys stay whole, and what is no key picks no card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_tui.typed import ESCAPE_SECONDS, SLOW_SECONDS, TypedText

ARROW, REPLY, OSC = "\x1b[A", "\x1b[?2026;2$y", "\x1b]11;rgb:ffff/3333/2222"
KEYS = (ARROW, REPLY, "\x1bOB", "\x1b[1;5A", "\x1b[<0;12;3M", "你好", "\x1b[200~33\x1b[201~")


def spread(text, gap):
    """What is given out where each byte comes ``gap`` seconds after the last, and nothing more for two seconds."""
    typed, given, now = TypedText(), "", 10.0
    for each in text.encode():
        while now < 10.0 + gap:
            now += 0.05
        given += typed.feed(bytes([each]), now)
        ticks = int(gap / 0.05)
        for _ in range(ticks):
            now += 0.05
            given += typed.feed(b"", now)
    for _ in range(40):
        now += 0.05
        given += typed.feed(b"", now)
    return given


@pytest.mark.parametrize("gap", [0.0, 0.02, 0.09])
@pytest.mark.parametrize("whole", KEYS)
def test_what_is_split_a_little_comes_whole(whole, gap):
    assert spread(whole, gap) == whole


@pytest.mark.parametrize("gap", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("late", [ARROW, REPLY, "\x1bOB", "\x1b[1;5A", OSC + "\x07"])
def test_the_rest_of_an_escape_that_comes_late_is_dropped(late, gap):
    assert spread(late + "k", gap) == "\x1bk"


@pytest.mark.parametrize("gap", [0.0, 0.02])
@pytest.mark.parametrize("end", ["\x07", "\x1b\\"])
@pytest.mark.parametrize("begin", [OSC, "\x1bP>|tmux 3.3a", "\x1b_Gi=1;OK", "\x1bP1$r0m"])
def test_answers_that_nobody_here_has_asked_for_are_dropped(begin, end, gap):
    assert spread(f"3{begin}{end}k", gap) == "3k"


def test_an_answer_that_never_ends_keeps_the_keys_no_longer_than_a_second():
    typed = TypedText()
    assert typed.feed(OSC.encode(), 1.0) == ""
    assert typed.feed(b"k", 1.0 + SLOW_SECONDS + 0.1) == "k"


def test_an_escape_by_itself_is_a_key_soon():
    typed = TypedText()
    assert typed.feed(b"\x1b", 1.0) == ""
    assert typed.feed(b"", 1.0 + ESCAPE_SECONDS) == "\x1b"
    assert typed.feed(b"k", 1.3) == "k"
    assert typed.feed(b"\x1b\x1b", 2.0) == "\x1b"
    assert typed.feed(b"", 2.2) == "\x1b"
    assert typed.feed(b"[", 4.0) == "["


def test_the_mouse_of_old_and_other_encodings_break_nothing():
    typed = TypedText()
    assert typed.feed(b"\x1b[M\xe0\xf1\xf2k", 1.0).endswith("k")
    assert typed.feed("出".encode("gbk") + b"3", 2.0) == "\ufffd\ufffd3"


@given(st.lists(st.tuples(st.binary(max_size=6), st.sampled_from([0.0, 0.06, 0.3, 1.2])), max_size=12))
def test_any_bytes_at_any_time_leave_it_usable(parts):
    typed, now = TypedText(), 0.0
    for data, gap in parts:
        now += gap
        assert isinstance(typed.feed(data, now), str)
    typed.feed(b"", now + 1.5)
    typed.feed(b"", now + 3.0)
    assert typed.feed(b"k", now + 6.0).endswith("k")
