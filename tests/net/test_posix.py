"""What systems do differently looks the same from outside."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from net import posix
from net.posix import Awake


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


@pytest.mark.skipif(sys.platform != "linux", reason="systemd is Linux's")
@pytest.mark.parametrize("killed", [False, True])
def test_the_machine_is_kept_awake_until_the_table_closes_or_its_program_is_killed(tmp_path, killed):
    """By systemd-inhibit, which is given a command that ends with our end of its input."""
    helper = tmp_path / "systemd-inhibit"
    helper.write_text('#!/bin/sh\necho "$@" > "$0.began"\ncat\necho > "$0.ended"\n')
    helper.chmod(0o755)
    began, ended = tmp_path / "systemd-inhibit.began", tmp_path / "systemd-inhibit.ended"
    program = (
        "import sys, time; from net.posix import Awake; awake = Awake('Friday'); print(flush=True);"
        "sys.stdin.readline(); awake.release(); time.sleep(60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    try:
        process.stdout.readline()
        until(began.exists)
        assert "--what=idle:sleep" in began.read_text() and "--why=Friday" in began.read_text()
        assert not ended.exists()
        if killed:
            process.kill()
            until(ended.exists)
        else:
            process.stdin.write(b"\n")
            process.stdin.flush()
            until(lambda: not running(helper))
    finally:
        process.kill()
        process.communicate()


def test_a_machine_that_cannot_be_kept_awake_is_no_error(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    awake = Awake("Friday")
    awake.release()
    awake.release()


def until(condition):
    for _ in range(1000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it never came")


def running(program):
    """Whether a process runs this script."""
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(program).encode() in each.read_bytes():
                return True
        except OSError:
            continue
    return False
