"""``gouji play`` in a real terminal: whatever ends it, the terminal is as it was."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time

import pytest

SECONDS = 60


def read_until(terminal, text=None):
    """Read what the program writes until a text has come, or its end."""
    written, end = b"", time.monotonic() + SECONDS
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            part = os.read(terminal, 65536)
        except OSError:
            return written
        written += part
        if not part or (text is not None and text in written):
            return written
    raise AssertionError(f"{text!r} never came")


@pytest.mark.parametrize(
    ("ending", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (b"\x11", 0)], ids=["TERM", "HUP", "ctrl+q"]
)
def test_the_terminal_is_restored(ending, status):
    terminal, end = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    before = termios.tcgetattr(end)
    command = [sys.executable, "-m", "gouji_tui", "play", "--seed", "7", "--lang", "en"]
    environment = {**os.environ, "TERM": "xterm-256color"}
    program = subprocess.Popen(command, stdin=end, stdout=end, stderr=end, env=environment, start_new_session=True)
    try:
        shown = read_until(terminal, b"rank key")
        assert b"\x1b[?1049h" in shown
        if isinstance(ending, bytes):
            os.write(terminal, ending)
        else:
            program.send_signal(ending)
        left = read_until(terminal, b"gouji: left")
        assert b"\x1b[?1049l" in left and b"\x1b[?25h" in left
        assert program.wait(SECONDS) == status
        assert termios.tcgetattr(end)[:4] == before[:4]
    finally:
        program.kill()
        program.wait()
        os.close(terminal)
        os.close(end)


def test_a_fault_of_the_program_restores_the_terminal_and_is_told_in_one_sentence(tmp_path):
    broken = "import gouji_tui.app as app\nasync def broken(self, question): raise RuntimeError('secret')\n"
    broken += "app.GoujiApp._answer = broken\nimport sys; from gouji_tui.cli import main; sys.exit(main())"
    terminal, end = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    environment = {**os.environ, "TERM": "xterm-256color", "GOUJI_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", broken, "play", "--lang", "en"], stdin=end, stdout=end, stderr=end, env=environment,
        start_new_session=True,
    ) as program:  # fmt: skip
        try:
            left = read_until(terminal, b"fault.txt")
            assert b"\x1b[?1049l" in left and b"RuntimeError" in left and b"Traceback" not in left
            assert program.wait(SECONDS) == 1
            assert "secret" in (tmp_path / "fault.txt").read_text(encoding="utf-8")
        finally:
            program.kill()
            os.close(terminal)
            os.close(end)


def test_without_a_terminal_a_sentence_says_so():
    command = [sys.executable, "-m", "gouji_tui", "play"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 1 and "--plain" in done.stderr and not done.stdout

PLAY = ["play", "--seed", "7", "--lang", "en", "--pace", "0.05", "--clock", "1"]
"""So quick that the bots go on drawing when nobody sees it."""


def begin(arguments, home, controlling):
    """Start gouji in a terminal of its own; return the program and the terminal's other side."""
    terminal, end = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    environment = {**os.environ, "TERM": "xterm-256color", "GOUJI_HOME": str(home)}
    take = "import fcntl, termios; fcntl.ioctl(0, termios.TIOCSCTTY, 0); " if controlling else ""
    code = f"{take}import sys; from gouji_tui.cli import main; sys.exit(main())"
    program = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=end, stdout=end, stderr=end, env=environment, start_new_session=True,
    )  # fmt: skip
    os.close(end)
    return program, terminal


def gone_without_its_terminal(arguments, shown, home, controlling):
    """Close the terminal of a running gouji; it has a few seconds to end as on a hangup."""
    program, terminal = begin(arguments, home, controlling)
    try:
        read_until(terminal, shown)
        os.close(terminal)
        assert program.wait(10) == 129
    finally:
        program.kill()
        program.wait()


@pytest.mark.parametrize("controlling", [True, False], ids=["hangup", "silent"])
def test_without_its_terminal_the_program_ends_and_its_record_is_whole(tmp_path, controlling):
    gone_without_its_terminal(PLAY, b"rank key", tmp_path, controlling)
    (record,) = (tmp_path / "records").iterdir()
    verify = [sys.executable, "-m", "gouji_tui", "verify", "--json", str(record)]
    done = subprocess.run(verify, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0 and '"complete": false' in done.stdout


def test_a_replay_ends_without_its_terminal(tmp_path):
    gone_without_its_terminal(PLAY, b"rank key", tmp_path, True)
    (record,) = (tmp_path / "records").iterdir()
    gone_without_its_terminal(["replay", str(record), "--lang", "en"], b"PgUp", tmp_path, False)


def test_a_host_who_leaves_lets_his_table_go_on_without_a_screen_and_is_told_how_to_resume_it(gouji_home):
    terminal, end = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    gouji = [sys.executable, "-m", "gouji_tui"]
    environment = {**os.environ, "TERM": "xterm-256color"}
    host = subprocess.Popen(
        [*gouji, "host", "--bots", "4", "--no-announce", "--port", "0", "--bind", "127.0.0.1", "--lang", "en"],
        stdin=end, stdout=end, stderr=end, env=environment, start_new_session=True,
    )  # fmt: skip
    try:
        shown = read_until(terminal, b"Ctrl+Q")
        port = re.search(rb"gouji join [0-9.]+:(\d+)", shown)[1].decode()
        guest = [*gouji, "bot", f"127.0.0.1:{port}", "--json", "--name", "guest"]
        with subprocess.Popen(guest, stdout=subprocess.PIPE, text=True, env=environment) as bot:
            try:
                read_until(terminal, b"rank key")
                os.write(terminal, b"\x11")
                read_until(terminal, b"without a screen")
                os.write(terminal, b"\x1b[B\r")
                left = read_until(terminal, b"stays open on port " + port.encode())
                assert b"\x1b[?1049l" in left
                assert host.poll() is None
                with subprocess.Popen(
                    [*gouji, "join", f"127.0.0.1:{port}", "--plain", "--lang", "en"],
                    stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
                ) as back:  # fmt: skip
                    try:
                        assert back.stdout.readline().startswith("Same words for all: ")
                        assert back.stdout.readline() == "You sit at seat 1.\n", "with his key, in his chair"
                    finally:
                        back.kill()
                host.send_signal(signal.SIGTERM)
                ended = read_until(terminal, b".jsonl")
                assert b"gouji host --resume" in ended and host.wait(SECONDS) == 0
                assert len(list((gouji_home / "records").glob("*.jsonl"))) == 1
            finally:
                bot.kill()
    finally:
        host.kill()
        host.wait()
        os.close(terminal)
        os.close(end)
