"""What gouji doctor finds and says."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from gouji_tui.doctor import Finding, State, examine, sentence
from gouji_tui.strings import LANGUAGES, TEXTS


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
    assert found["own_heard"].state is State.BAD
    assert found["dialled"].state is State.GOOD
    assert "address" in sentence("en", found["own_heard"])


def test_it_prints_one_object_a_line():
    done = subprocess.run(
        [sys.executable, "-m", "gouji_tui", "doctor", "--json"], capture_output=True, text=True, timeout=60,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    found = [json.loads(each) for each in done.stdout.splitlines()]
    assert [each["check"] for each in found][:2] == ["interfaces", "mdns_port"] and not done.stderr
    assert done.returncode == int(any(each["state"] == "bad" for each in found))
