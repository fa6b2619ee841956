"""The report of a match: ten lines at most, true to its record."""

import json

import pytest

from engine.events import Played
from engine.replay import Replay
from gouji_tui.strings import LANGUAGES
from gouji_tui.summary import MOST_LINES, summary_lines
from tests.engine.test_golden import lines_of
from tests.golden import FOLDER


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["classic", "qingdao", "biesan", "wrong_follow-pass"])
def test_the_report_tells_score_places_and_burns_as_recorded(name, language):
    lines = lines_of(FOLDER / f"{name}.jsonl.xz")
    replay = Replay(lines)
    report = summary_lines(replay, language)
    assert 5 <= len(report) <= MOST_LINES and all(line.strip() == line and "\n" not in line for line in report)
    results = [json.loads(line) for line in lines if '"kind":"deal_over"' in line]
    a, b = results[-1]["total"]
    assert f"{a} : {b}" in report[1]
    firsts = [each["places"][0] for each in results if each["places"]]
    for seat in set(firsts):
        assert f"{seat} *{firsts.count(seat)}" in report[2]
    burns = [e for d in replay.deals for f in d.frames for e in f.events if isinstance(e, Played) and e.burn]
    assert any(str(len(burns)) in line and ("Burns" in line or "烧牌" in line) for line in report) == bool(burns)


def test_of_a_match_without_a_deal_that_is_over_it_says_so():
    lines = lines_of(FOLDER / "classic.jsonl.xz")
    assert summary_lines(Replay(lines[:40]), "en") == ["No deal is over yet"]
    done = next(number for number, line in enumerate(lines) if '"kind":"deal_over"' in line)
    assert summary_lines(Replay(lines[: done + 9]), "en")[-1] == "The match was not finished"


def test_names_of_others_are_cleaned():
    lines = lines_of(FOLDER / "classic.jsonl.xz")
    replay = Replay(lines)
    replay.names = {1: "\x1b[2Jevil\u202e", 2: "bot"}
    report = "\n".join(summary_lines(replay, "en"))
    assert "evil" in report and "\x1b" not in report and "\u202e" not in report and "bot" not in report
