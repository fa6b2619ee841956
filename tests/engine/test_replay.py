"""A record played again tells what its match told, up to its last whole line."""

import json
import random

import pytest

from engine.actions import parse_action
from engine.cards import SEATS
from engine.events import DealScored, Dealt, Played, RoundWon, WentOut, is_told
from engine.match import Match
from engine.record import RecordError
from engine.replay import Replay
from engine.view import project
from tests.engine.test_golden import RECORDS, lines_of
from tests.golden import FOLDER


def golden(name):
    return lines_of(FOLDER / f"{name}.jsonl.xz")


@pytest.mark.parametrize("path", RECORDS[::6], ids=lambda path: path.name)
def test_a_golden_record_replays_to_its_last_line(path):
    lines = lines_of(path)
    replay = Replay(lines)
    assert replay.complete and replay.broken is None
    assert len(replay.deals) == sum('"kind":"deal"' in line for line in lines)
    scored = [each for deal in replay.deals for frame in deal.frames for each in frame.events]
    last = [each for each in scored if isinstance(each, DealScored)][-1]
    assert list(last.total) == json.loads(lines[-1])["total"]


def test_views_of_a_replay_are_those_of_the_match():
    lines = golden("qingdao")
    replay = Replay(lines)
    keys = {
        (body["number"], body["attempt"]): bytes.fromhex(over["key"])
        for body, over in zip(
            [json.loads(line) for line in lines if '"kind":"deal"' in line],
            [json.loads(line) for line in lines if '"kind":"deal_over"' in line],
            strict=True,
        )
    }
    match = Match(replay.rules, lambda deal, attempt: keys[deal, attempt], deals=replay.length)
    rng = random.Random(1)
    for number, deal in enumerate(replay.deals):
        for step, frame in enumerate(deal.frames):
            if frame.action == "deal":
                match.begin()
            else:
                match.apply(frame.seat, parse_action(frame.action))
            if step == len(deal.frames) - 1 or rng.random() < 0.01:
                for seat, view in replay.views(number, step).items():
                    assert view.known() == project(match, seat).known()


@pytest.mark.parametrize("name", ["classic", "biesan", "wrong_follow-pass", "revolution-third"])
def test_a_record_cut_anywhere_replays_to_its_last_whole_line(name):
    lines = golden(name)
    whole = Replay(lines)
    shown = [frame for deal in whole.deals for frame in deal.frames]
    by_line = {frame.line: frame for frame in shown}
    rng = random.Random(3)
    for kept in sorted(rng.sample(range(2, len(lines)), 25)):
        replay = Replay([*lines[:kept], lines[kept][: len(lines[kept]) // 2]])
        assert replay.broken is None and not replay.complete
        frames = [frame for deal in replay.deals for frame in deal.frames]
        last = frames[-1].line if frames else 0
        kinds = [json.loads(line)["kind"] for line in lines[:kept]]
        assert last == max((n for n, kind in enumerate(kinds, 1) if kind in ("deal", "action")), default=0)
        for deal in replay.deals:
            for frame in deal.frames:
                truth = by_line[frame.line]
                assert (frame.seat, frame.action) == (truth.seat, truth.action)
                assert not any(isinstance(each, Dealt) for each in frame.events) or deal.hands_open
                if not deal.hands_open and deal.followed:
                    kinds = (Played, RoundWon, WentOut)
                    assert [e for e in frame.events if isinstance(e, kinds)] == [
                        e for e in truth.events if isinstance(e, kinds)
                    ]
        if replay.deals:
            replay.views(len(replay.deals) - 1, len(replay.deals[-1].frames) - 1)


def test_the_first_line_that_does_not_hold_is_named_and_what_came_before_is_shown():
    lines = golden("classic")
    at = next(n for n, line in enumerate(lines) if n > 300 and '"action":"pass"' in line)
    replay = Replay([*lines[:at], lines[at].replace("pass", "yield"), *lines[at + 1 :]])
    assert replay.broken is not None and (replay.broken.line, replay.broken.code) == (at + 1, "chain")
    for text in ("", "{}\n", "no\n", '{"kind":"header"}\n', "[" * 100000 + "\n"):
        with pytest.raises(RecordError):
            Replay(text.splitlines(keepends=True))


def test_a_seat_is_told_its_own_hand_alone():
    for seat in SEATS:
        for deal in Replay(golden("classic")).deals:
            for frame in deal.frames:
                mine = [each for each in frame.events if is_told(each, seat)]
                assert all(each.seat == seat for each in mine if isinstance(each, Dealt))
