"""What systems do differently looks the same from outside."""

import asyncio
import os
import signal
import time

import pytest

from net import posix


@pytest.mark.skipif(os.name == "nt", reason="sends itself POSIX signals")
async def test_the_signals_that_ask_to_end_are_heard_until_undone():
    heard, loop = asyncio.Queue(), asyncio.get_running_loop()
    undo = posix.on_stop_signals(loop, heard.put_nowait)
    try:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            os.kill(os.getpid(), number)
            assert await asyncio.wait_for(heard.get(), 5) is number
    finally:
        undo()
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_the_clock_does_not_follow_the_wall(monkeypatch):
    before = posix.steady_time()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert 0 <= posix.steady_time() - before < 5


def test_a_lock_keeps_others_out_until_it_is_released(tmp_path):
    first = posix.lock_file(tmp_path / "lock")
    assert posix.lock_file(tmp_path / "lock") is None
    first.release()
    first.release()
    assert posix.lock_file(tmp_path / "lock") is not None


def test_what_is_appended_is_there_at_once(tmp_path):
    with posix.open_private(tmp_path / "journal") as file:
        file.write(b"one\n")
        assert (tmp_path / "journal").read_bytes() == b"one\n"
    with posix.open_private(tmp_path / "journal") as file:
        file.write(b"two\n")
    assert (tmp_path / "journal").read_bytes() == b"one\ntwo\n"
    if os.name != "nt":
        assert (tmp_path / "journal").stat().st_mode & 0o777 == 0o600
