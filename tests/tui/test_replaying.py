"""``gouji replay`` in lines and in JSON, on the screen."""

import json

import pytest

from gouji_tui.cli import main
from tests.engine.test_golden import lines_of
from tests.golden import FOLDER


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text("".join(lines_of(FOLDER / "classic.jsonl.xz")), encoding="utf-8")
    return path


def replayed(capsys, *arguments):
    assert main(["replay", *map(str, arguments)]) == 0
    return capsys.readouterr().out.splitlines()


def test_json_tells_every_event_and_a_seats_own_hand_alone(record, capsys):
    told = [json.loads(line) for line in replayed(capsys, record, "--json")]
    names = {each["event"] for each in told}
    assert {"played", "passed", "round_won", "went_out", "deal_over", "match_over", "dealt"} <= names
    assert all(each["seq"] for each in told)
    assert {each["seat"] for each in told if each["event"] == "dealt"} == {*range(1, 7)}
    own = [json.loads(line) for line in replayed(capsys, record, "--json", "--seat", "3")]
    assert {each["seat"] for each in own if each["event"] == "dealt"} == {3}
    assert own == [each for each in told if each["event"] not in ("dealt", "answered") or each["seat"] == 3]


def test_plain_tells_a_line_an_event_in_both_languages(record, capsys):
    english = replayed(capsys, record, "--plain", "--lang", "en")
    assert any(line.startswith("Seat 4 has 36 cards") for line in english)
    chinese = replayed(capsys, record, "--plain", "--lang", "zh", "--seat", "2")
    assert len(english) - len(chinese) == 5 * 3 and any("座 4" in line for line in chinese)


def test_a_cut_record_ends_with_a_sentence(record, capsys):
    lines = record.read_bytes().splitlines(keepends=True)
    record.write_bytes(b"".join(lines[:200]) + lines[200][:9] + b"\xe5")
    assert "not finished" in replayed(capsys, record, "--plain", "--lang", "en")[-1]
    assert replayed(capsys, record, "--json")


def test_what_is_no_record_is_said_in_one_sentence(tmp_path, capsys):
    for name, data in (("a.txt", b"hello\n"), ("b.bin", bytes(range(256)) * 9), ("empty", b"")):
        (tmp_path / name).write_bytes(data)
        for command in ("replay", "verify"):
            assert main([command, str(tmp_path / name), "--json"]) == 1
            out, err = capsys.readouterr()
            assert not out and err.count("\n") == 1 and name in err, command
    assert main(["replay", str(tmp_path / "none"), "--json"]) == 1
    assert "No such file" in capsys.readouterr().err
    assert main(["replay", str(tmp_path), "--json"]) == 1


def test_a_changed_line_is_named_after_what_came_before(record, capsys):
    lines = record.read_text(encoding="utf-8").splitlines(keepends=True)
    at = next(n for n, line in enumerate(lines) if '"kind":"deal_over"' in line)
    lines[at + 5] = lines[at + 5].replace('"seat":', '"seat": ').replace("action", "acton", 1)
    record.write_text("".join(lines), encoding="utf-8")
    assert main(["replay", str(record), "--json"]) == 1
    out, err = capsys.readouterr()
    assert "deal_over" in out and f"line {at + 6}" in err
