"""What gouji doctor finds and says."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gouji_tui import doctor
from gouji_tui.doctor import Finding, State, examine, sentence
from gouji_tui.strings import LANGUAGES, TEXTS
from net.holders import holders


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_finding_has_its_line(language):
    said = [id.split(".")[1:] for id in TEXTS[language] if id.startswith("doctor.")]
    assert len(said) >= 15
    for check, state in said:
        assert sentence(language, Finding(check, State(state), "x")).isprintable()


async def test_a_machine_without_multicast_is_told_to_join_by_address(monkeypatch):
    def fail(*_, **__):
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr("net.multicast.AsyncZeroconf", fail)
    monkeypatch.setattr("gouji_tui.doctor.HEARD_SECONDS", 0.2)
    found = {each.check: each for each in await examine()}
    assert found["multicast_not_permitted"].state is State.BAD and "own_heard" not in found
    assert found["dialled"].state is State.GOOD
    assert "address" in sentence("en", found["multicast_not_permitted"])


@pytest.mark.parametrize(
    ("platform", "checks", "words"),
    [
        ("darwin", ["consent_macos", "firewall_macos"], "Local Network"),
        ("win32", ["firewall_windows"], "netsh advfirewall"),
        ("linux", ["firewall_ufw", "firewall_firewalld"], "sudo ufw allow 21654/tcp"),
        ("linux", ["firewall_linux"], "UDP 5353"),
    ],
)
def test_the_advice_is_that_of_the_platform_and_of_its_firewall(monkeypatch, tmp_path, platform, checks, words):
    ufw, pid = tmp_path / "ufw.conf", tmp_path / "firewalld.pid"
    if "firewall_ufw" in checks:
        ufw.write_text("# x\nENABLED=yes\n")
        pid.write_text("1")
    monkeypatch.setattr("gouji_tui.doctor.UFW", ufw)
    monkeypatch.setattr("gouji_tui.doctor.FIREWALLD", (pid,))
    monkeypatch.setattr("sys.platform", platform)
    found = doctor._firewalls()
    assert [each.check for each in found] == checks
    assert words in " ".join(sentence("en", each) for each in found)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux says who holds a port")
def test_who_holds_a_port_is_named():
    code = "import socket; s = socket.socket(type=socket.SOCK_DGRAM); s.bind(('127.0.0.1', 0)); "
    code += "print(s.getsockname()[1], flush=True); s.recv(1)"
    holder = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        port = int(holder.stdout.readline())
        assert any(f"({holder.pid})" in each for each in holders(port))
    finally:
        holder.kill()
        holder.communicate()
    assert holders(port) == ()


def test_it_prints_one_object_a_line():
    done = subprocess.run(
        [sys.executable, "-m", "gouji_tui", "doctor", "--json"], capture_output=True, text=True, timeout=60,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    found = [json.loads(each) for each in done.stdout.splitlines()]
    assert [each["check"] for each in found][:2] == ["interfaces", "mdns_port"] and not done.stderr
    assert done.returncode == int(any(each["state"] == "bad" for each in found))
