"""What broke other programs at a terminal: strange bytes, frozen and resized screens, suspending, colours, locales."""

import os
import random
import re
import select
import signal
import termios
import time

import pytest

from tests.tui.at_a_terminal import Terminal

PLAY = ["play", "--seed", "7", "--pace", "0"]
ENGLISH = [*PLAY, "--lang", "en"]


def test_strange_bytes_pick_no_card_and_do_nothing():
    with Terminal(ENGLISH) as terminal:
        shown = terminal.until("Your turn")
        assert not re.search(rb"\x1b\[>\d+u", shown), "the keyboard protocol of kitty loses Chinese letters"
        assert b"\x1b[?1003h" not in shown, "nobody needs to be told of every move of a mouse"
        terminal.until("rank key")
        before = len(terminal.written)
        whole = (
            "\x1b]11;rgb:ffff/3333/2222\x1b\\", "\x1bP>|tmux 3.3a\x1b\\", "\x1b[200~33pp\r\x1b[201~", "\x1b[?2026;2$y",
            b"\x1b[M\xe0\xf1\xf2", "\x1b[M !!", "出牌".encode("gbk"), b"\xff\xfe",
        )  # fmt: skip
        for data in whole:
            terminal.type(data)
        for gap in (0.02, 0.15):
            for data in (b"\x1b[?2026;2$y", b"\x1b]11;rgb:3\x07"):
                for byte in data:
                    terminal.type(bytes([byte]))
                    time.sleep(gap)
        terminal.say("o", "covered")
        terminal.say("o", "sml")
        assert b"picked" not in terminal.written[before:] and b"passed" not in terminal.written[before:]
        assert b"UTF-8" in terminal.written[before:], "what is no UTF-8 is told of"
        terminal.say("\x1b[<0;8;18M\x1b[<0;8;18m", "picked")
        assert terminal.end() == 143


def test_a_terminal_that_takes_nothing_holds_nobody_up(gouji_home):
    with Terminal([*ENGLISH, "--clock", "1"]) as terminal:
        terminal.until("rank key")
        (record,) = (gouji_home / "records").iterdir()
        size, end = record.stat().st_size, time.monotonic() + 30
        # Nobody reads: as after Ctrl+S, or with a terminal that is stopped.
        while record.stat().st_size < size + 1500:
            assert time.monotonic() < end, "the match stands still"
            time.sleep(0.05)
        terminal.until("rank key", len(terminal.written))
        while select.select([terminal.side], [], [], 0.0)[0]:
            terminal.read()
        size = record.stat().st_size
        while record.stat().st_size < size + 800:
            time.sleep(0.05)
        terminal.program.send_signal(signal.SIGTERM)
        assert terminal.program.wait(20) == 143


def test_suspended_and_taken_up_again():
    with Terminal(ENGLISH) as terminal:
        terminal.until("Your turn")
        terminal.say("\x1a", "\x1b[?1049l")
        assert os.WIFSTOPPED(os.waitpid(terminal.program.pid, os.WUNTRACED)[1])
        assert termios.tcgetattr(terminal.side)[3] & termios.ECHO
        since = len(terminal.written)
        terminal.program.send_signal(signal.SIGCONT)
        terminal.until("\x1b[?1049h", since)
        terminal.until("rank key", since)
        terminal.say("o", "covered")
        assert terminal.end() == 143


def test_a_storm_of_sizes():
    sizes = random.Random(7)
    with Terminal(ENGLISH) as terminal:
        terminal.until("rank key")
        for number in range(40):
            size = (80, 24) if number == 39 else (sizes.randint(1, 200), sizes.randint(1, 60))
            termios.tcsetwinsize(terminal.side, size[::-1])
            terminal.program.send_signal(signal.SIGWINCH)
            terminal.read(0.01)
        terminal.until("rank key", len(terminal.written))
        terminal.say("k", "picked")
        assert terminal.end() == 143


PAIR = re.compile(rb"38;((?:5;\d+)|(?:2;\d+;\d+;\d+));48;((?:5;\d+)|(?:2;\d+;\d+;\d+))m([^\x1b]*)")


@pytest.mark.parametrize(
    "environment",
    [
        {"TERM": "screen", "LC_ALL": "POSIX", "LANG": None, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"TERM": "tmux-256color", "PYTHONIOENCODING": "gbk"},
        {"TERM": "linux", "NO_COLOR": "1"},
        {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "zh_CN.UTF-8"},
        {"TERM": "screen-256color", **dict.fromkeys(name for name in os.environ if name.startswith("LC_"))},
    ],
    ids=["screen-posix", "tmux-gbk", "linux-no-colour", "truecolour-zh", "screen-256"],
)
def test_each_kind_of_terminal_shows_the_same_words_in_colours_that_can_be_seen(environment):
    with Terminal([*PLAY, "--lang", "zh"], environment=environment) as terminal:
        shown = terminal.until("轮到你")
        shown += terminal.say("3", "可出" if "你发牌".encode() in shown else "已选")
        assert "手牌" in shown.decode(errors="replace") and b"\xef\xbf\xbd" not in shown
        for front, ground, words in PAIR.findall(shown):
            assert front != ground or not words.strip(), words
        if "NO_COLOR" in environment:
            greys = {each[2:] for pair in PAIR.findall(shown) for each in pair[:2]}
            assert all(len(set(each.split(b";"))) == 1 for each in greys if each.count(b";") == 2), greys
        assert terminal.end() == 143
        left = terminal.written[-2000:]
        assert all(each in left for each in (b"\x1b[?1049l", b"\x1b[?25h", b"\x1b[?1000l", b"\x1b[?2004l"))


def test_chinese_is_typed_into_the_chat_however_it_is_split():
    host = ["host", "--bots", "5", "--no-announce", "--port", "0", "--bind", "127.0.0.1", "--lang", "zh", "--seed", "7"]
    with Terminal([*host, "--name", "张三"]) as terminal:
        terminal.until("点数键")
        terminal.type("/")
        for byte in "你好".encode():
            terminal.type(bytes([byte]))
            time.sleep(0.03)
        terminal.until("你好")
        # The cursor, and with it what an input method shows, goes to where one types behind the paint.
        terminal.until("\x1b[24;6H", terminal.written.index("你好".encode()))
        terminal.say("出".encode("gbk"), "UTF-8")
        terminal.say("\r", "张三")
        terminal.until("你好", len(terminal.written) - 4000)
        assert terminal.end() == 143
