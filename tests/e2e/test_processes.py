"""The command as processes on loopback: a headless host, bots that join as peers, an observer."""

import json
import os
import re
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOUJI = [sys.executable, "-m", "gouji_tui"]
VARYING = ("addresses", "port", "table", "fingerprint", "record")


def run(*arguments, status=0, **kwargs):
    done = subprocess.run([*GOUJI, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, **kwargs)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done


class Started:
    """A process of the command, ended by its own id."""

    def __init__(self, *arguments, home):
        import os

        self.process = subprocess.Popen(
            [*GOUJI, *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "GOUJI_HOME": str(home)},
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate(timeout=60)

    def line(self):
        text = self.process.stdout.readline()
        assert text, self.process.stderr.read()
        return json.loads(text)

    def until(self, event):
        while (found := self.line())["event"] != event:
            pass
        return found


def headless_lines():
    done = run(
        "host", "--headless", "--json", "--bots", "6", "--deals", "3", "--until-over", "--no-announce", "--port", "0",
        "--seed", "7",
    )  # fmt: skip
    return [json.loads(text) for text in done.stdout.splitlines()]


def test_a_headless_host_of_six_bots_ends_by_itself_and_the_same_twice():
    first, second = headless_lines(), headless_lines()
    for lines in (first, second):
        assert lines[-1]["event"] == "match_over"
        for each in lines:
            for key in VARYING:
                each.pop(key, None)
    assert first == second


def test_a_record_of_the_host_is_accepted_and_refused_after_one_changed_byte(tmp_path):
    done = run(
        "host", "--headless", "--json", "--bots", "6", "--deals", "1", "--until-over", "--no-announce", "--port", "0",
        "--record", str(tmp_path),
    )  # fmt: skip
    assert done.returncode == 0
    (record,) = tmp_path.glob("*.jsonl")
    assert json.loads(run("verify", "--json", str(record)).stdout)["complete"] is True
    data = bytearray(record.read_bytes())
    data[len(data) // 2] ^= 1
    record.write_bytes(data)
    run("verify", str(record), status=1)


def test_bots_join_over_the_network_and_an_observer_sees_the_deal(tmp_path):
    host = (
        "host", "--headless", "--json", "--bots", "4", "--deals", "1", "--until-over", "--no-announce", "--port", "0",
        "--burn-window", "0", "--bind", "127.0.0.1",
    )  # fmt: skip
    with Started(*host, home=tmp_path / "host") as table:
        address = f"127.0.0.1:{table.line()['port']}"
        with (
            Started("watch", address, "--json", "--name", "W", home=tmp_path / "w") as watcher,
            Started("bot", address, "--json", "--name", "小李", home=tmp_path / "bots") as first,
            Started("bot", address, "--json", "--name", "B", home=tmp_path / "bots") as second,
        ):
            seen = watcher.until("deal_over")
            assert first.until("deal_over")["places"] == seen["places"] == second.until("deal_over")["places"]
            assert table.until("deal_over")["places"] == seen["places"]
        assert table.process.wait(timeout=60) == 0


def test_a_killed_player_is_back_in_his_chair_with_his_hand(tmp_path):
    host = (
        "host", "--headless", "--json", "--bots", "5", "--deals", "0", "--no-announce", "--port", "0", "--pace", "0.05",
        "--burn-window", "0", "--clock", "off", "--grace", "60", "--bind", "127.0.0.1",
    )  # fmt: skip
    with Started(*host, home=tmp_path / "host") as table:
        address = f"127.0.0.1:{table.line()['port']}"
        home = tmp_path / "player"
        with Started("bot", address, "--json", "--name", "P", home=home) as player:
            first = player.until("dealt")
            player.until("played")
        begun = time.monotonic()
        with Started("bot", address, "--json", "--name", "P", home=home) as player:
            back = table.until("joined")
            while back["name"] != "P" or back["role"] != "bot":
                back = table.until("joined")
            assert back["seat"] == first["seat"] == 1
            player.until("played")
            assert time.monotonic() - begun < 10


def test_five_bots_on_one_machine_hold_five_chairs(tmp_path):
    host = ("host", "--headless", "--json", "--no-announce", "--port", "0", "--bind", "127.0.0.1")
    with Started(*host, home=tmp_path / "host") as table, ExitStack() as bots:
        address = f"127.0.0.1:{table.line()['port']}"
        for number in range(5):
            bots.enter_context(Started("bot", address, "--name", f"b{number}", home=tmp_path / "one"))
        assert {table.until("joined")["seat"] for _ in range(5)} == {1, 2, 3, 4, 5}


def test_nobody_but_its_owner_returns_to_a_chair(tmp_path):
    host = ("host", "--headless", "--json", "--no-announce", "--port", "0", "--bind", "127.0.0.1")
    with Started(*host, home=tmp_path / "host") as table:
        address = f"127.0.0.1:{table.line()['port']}"
        with Started("bot", address, "--seat", "3", "--name", "P", home=tmp_path / "p"):
            assert table.until("joined")["seat"] == 3
        assert table.until("left")["seat"] == 3
        refused = run("bot", address, "--seat", "3", "--name", "P", status=1)
        assert "taken" in refused.stderr


def test_a_private_table_asks_for_its_code_however_it_is_given(tmp_path):
    host = ("host", "--headless", "--json", "--no-announce", "--port", "0", "--bind", "127.0.0.1", "--code", "Tea 7")
    with Started(*host, home=tmp_path / "host") as table:
        address = f"127.0.0.1:{table.line()['port']}"
        assert "--code" in run("bot", address, status=1).stderr
        assert "wrong" in run("bot", address, "--code", "coffee", status=1).stderr
        assert "empty" in run("bot", address, "--code", "-", status=2, input="\n").stderr
        time.sleep(1.0)  # one guess a second
        with Started("bot", address, "--code", "tea7", home=tmp_path / "b"):
            assert table.until("joined")["role"] == "bot"
        piped = [*GOUJI, "watch", address, "--json", "--code", "-"]
        watcher = subprocess.Popen(piped, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        try:
            watcher.stdin.write("TEA-7\n")
            watcher.stdin.flush()
            while table.until("joined")["role"] != "observer":
                pass
        finally:
            watcher.kill()
            watcher.wait()
            watcher.stdin.close()


def test_a_table_is_found_by_its_chinese_name_on_loopback(tmp_path):
    local = ("--interface", "127.0.0.1")
    title = f"够级{os.getpid()}桌"  # Another run of the tests may announce beside this one.
    host = ("host", "--headless", "--json", "--bind", "127.0.0.1", "--port", "0", "--title", title, *local)
    with Started(*host, home=tmp_path / "host") as table:
        port = table.line()["port"]
        lines = run("tables", "--json", "--seconds", "8", *local).stdout.splitlines()
        # Other tests announce tables on loopback too.
        (found,) = [each for each in map(json.loads, lines) if each["port"] == port]
        assert (found["title"], found["port"], found["answers"], found["seats_free"]) == (title, port, True, 6)
        with Started("watch", title[:-1], "--json", *local, home=tmp_path / "w") as watcher:
            assert table.until("joined")["role"] == "observer"
            assert watcher.process.poll() is None


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["host", "--headless", "--preset", "bridge"], 2),
        (["host", "--headless", "--bots", "7"], 2),
        (["host", "--headless", "--option", "eagles=on"], 2),
        (["join", "--plain", "127.0.0.1:1"], 1),
        (["join", "--plain", "127.0.0.1:99999"], 2),
        (["watch", "127.0.0.1", "--json", "--name", "\u202e\u200b"], 2),
        (["join", "127.0.0.1"], 1),
        (["tables", "--interface", "203.0.113.9"], 2),
        (["referee", "no-such-file.toml"], 1),
        (["verify", "no-such-file.jsonl"], 1),
        (["rules", "bridge"], 2),
        (["play", "--plain", "--option", "two_gouji_count=3"], 2),
    ],
)
def test_wrong_use_gets_one_sentence(arguments, status):
    done = run(*arguments, status=status)
    assert done.stderr.strip()


def test_a_deal_can_be_played_to_its_end_in_lines():
    script = "hint\n" * 2 + "?\ntable\nhand\n" + "p\n3\n4\n5\n6\n7\n8\n9\n0\nj\nq\nk\na\n2\ns\nb\nn\nrefuse\n" * 400
    done = run("play", "--plain", "--deals", "1", "--seed", "3", "--lang", "zh", input=script)
    assert "比赛结束" in done.stdout


def test_the_host_and_who_comes_in_lines_are_shown_the_same_words_to_compare(tmp_path):
    with Started("host", "--headless", "--bots", "4", "--port", "0", "--no-announce", home=tmp_path / "h") as host:
        listening = host.process.stdout.readline()
        words = re.search(r"same words for all: ((?:[a-z]+ ?){6})", listening)[1].strip()
        address = "127.0.0.1:" + re.search(r"port (\d+)", listening)[1]
        for command in ("watch", "join"):
            with Started(command, address, "--plain", "--lang", "en", home=tmp_path / command) as guest:
                assert guest.process.stdout.readline() == f"Same words for all: {words}\n"


NASTY = "\x1b[2J\x9b31m\r[red]Eve\u202e\u200b\x07"


@pytest.mark.parametrize("as_json", [True, False])
def test_no_name_steers_the_terminal_that_shows_a_hosts_log_or_its_record(tmp_path, as_json):
    log = ("--json",) if as_json else ()
    with Started("host", "--headless", *log, "--bots", "5", "--port", "0", "--no-announce", "--deals", "1", "--pace",
                 "0", "--burn-window", "0", "--until-over", "--title", NASTY, home=tmp_path / "h") as host:  # fmt: skip
        listening = host.process.stdout.readline()
        port = re.search(r'port"?:? (\d+)', listening)[1]
        playing = run("bot", f"127.0.0.1:{port}", "--name", NASTY, "--level", "greedy")
        printed = listening + host.process.communicate(timeout=60)[0]
    (record,) = (tmp_path / "h" / "records").glob("*.jsonl")
    shown = run("replay", str(record), "--plain", "--lang", "en").stdout
    for text in (printed, playing.stdout, shown, record.read_text("utf-8")):
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e]|u001b", text)
    assert "[red]Eve" in printed


class Lines:
    """``gouji play --plain`` through pipes, answered by somebody who knows only what it prints."""

    def __init__(self, process):
        self.process = process
        self.printed = ""

    def until_asked(self):
        """Return what is printed up to the sign for typing, or up to the end."""
        start = len(self.printed)
        while not self.printed.endswith("\n> ") or len(self.printed) == start:
            sign = self.process.stdout.read(1)
            self.printed += sign
            if not sign or (len(self.printed) == start + 2 and self.printed.endswith("> ")):
                break
        return self.printed[start:]

    def say(self, typed):
        self.process.stdin.write(typed + "\n")
        self.process.stdin.flush()
        return self.until_asked()

    def answer(self):
        """Do what the hint says: cards as it names them, anything else by the key or word that ``?`` lists."""
        advice = self.say("hint").partition(":")[0]
        for words, typed in (("Play ", ""), ("Burn with ", "u "), ("Give back ", ""), ("Do not burn", "n")):
            if advice.startswith(words):
                return self.say(typed + advice.removeprefix(words))
        lawful = re.findall(r"^\+ (.+)$", self.say("?"), re.MULTILINE)
        (line,) = [line for line in lawful if line.lower().endswith(advice.lower())]
        return self.say(line.split()[0])


def test_a_match_of_one_deal_is_played_through_a_pipe_by_what_is_printed(tmp_path):
    program = subprocess.Popen(
        [*GOUJI, "play", "--plain", "--deals", "1", "--seed", "11", "--lang", "en"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "GOUJI_HOME": str(tmp_path)},
    )  # fmt: skip
    try:
        lines = Lines(program)
        lines.until_asked()
        while program.poll() is None and lines.printed.endswith("> "):
            lines.answer()
        assert program.wait(60) == 0 and program.stderr.read() == ""
        assert "Not understood" not in lines.printed
        places = re.search(r"^Deal 1 is over: (first seat .+), last seat \d\.", lines.printed, re.MULTILINE)
        assert places and sorted(re.findall(r"\d", places[0])[1:]) == list("123456")
        assert "The match is over. Deals: 1;" in lines.printed
    finally:
        program.kill()
        program.communicate(timeout=60)
