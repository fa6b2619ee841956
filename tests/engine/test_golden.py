"""Records of every preset and option made once and kept: they are ruled today as they were then (docs/record.md)."""

import json
import lzma

import pytest

from engine.record import verify
from tests.golden import FOLDER, rows

RECORDS = sorted(FOLDER.glob("*.jsonl.xz"))


def lines_of(path):
    return lzma.decompress(path.read_bytes()).decode().splitlines(keepends=True)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_a_golden_record_holds_to_its_result(path):
    lines = lines_of(path)
    verdict = verify(lines)
    last = json.loads(lines[-1])
    assert verdict.complete and verdict.deals == last["deals"] and list(verdict.total) == last["total"]


def test_every_preset_and_every_option_away_from_its_default_has_one():
    assert {f"{name}.jsonl.xz" for name, *_ in rows()} == {path.name for path in RECORDS}
