"""A moment of a replayed deal, saved as a position file, is ruled as it was at the table."""

import random
import tomllib

import pytest

from engine.cards import SEATS
from engine.moment import NoPosition, position_of, position_text
from engine.position import Reader
from engine.referee import rule_file, set_up
from engine.replay import Replay
from tests.engine.test_golden import lines_of
from tests.golden import FOLDER

NAMES = (
    "classic", "qingdao", "biesan", "revolution-fourth", "revolution-third", "burn_check-penalise", "wrong_follow-pass",
    "brawl_close-team", "discard-threes", "buy_threes-player", "first_lead-fours",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_a_position_saved_anywhere_is_ruled_as_it_was(name):
    replay = Replay(lines_of(FOLDER / f"{name}.jsonl.xz"))
    rng = random.Random(2)
    saved = 0
    for number, deal in enumerate(replay.deals):
        for step in rng.sample(range(len(deal.frames)), 14):
            views = replay.views(number, step)
            play, before = views[None].play, views[None].before
            try:
                text = position_text(position_of(replay.rules, deal.frames[: step + 1], 'a "title" 够级'))
            except NoPosition:
                assert before.phase is not None or play.over or views[None].void, (number, step)
                continue
            saved += 1
            data = tomllib.loads(text)
            assert rule_file(data)[0].wrong == ()
            table = set_up(Reader(data["position"][0]))
            assert [tuple(hand) for hand in table.hands[1:]] == [tuple(views[seat].hand) for seat in SEATS]
            assert table.turn == play.turn and table.burn_window == play.burn_window
            assert [table.play.headless(seat) for seat in SEATS] == [play.headless(seat) for seat in SEATS]
            for seat in SEATS:
                if table.turn == seat:
                    assert table.legal_sets(seat).__len__() == len(views[seat].legal_sets())
    assert saved > 5
