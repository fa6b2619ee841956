"""A moment of a replayed deal, saved as a position file, is ruled as it was at the table."""

import random
import tomllib

import pytest

from engine.cards import SEATS
from engine.events import Dealt, Paid, is_told
from engine.moment import NoPosition, position_of, position_text, positions_of
from engine.phase import Phase
from engine.position import Reader
from engine.preparation import may_revolt
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


@pytest.mark.parametrize("name", [*NAMES, "point_limit-0", "sweep_ends_game-false", "opening-any", "cut-ask"])
def test_from_any_moment_after_the_cards_are_dealt_a_position_is_saved_and_ruled(name):
    """The tribute paid as it was, each hand's right to a revolution, the play, the places at the end."""
    replay = Replay(lines_of(FOLDER / f"{name}.jsonl.xz"))
    rng = random.Random(3)
    for number, deal in enumerate(replay.deals[:3]):
        frames = deal.frames
        began = next(at for at, frame in enumerate(frames) if any(isinstance(each, Dealt) for each in frame.events))
        for step in [*range(min(began + 20, len(frames))), *rng.sample(range(len(frames)), 5), len(frames) - 1]:
            if step < began:
                with pytest.raises(NoPosition):
                    positions_of(replay.rules, frames[: step + 1], "t")
                continue
            positions = positions_of(replay.rules, frames[: step + 1], "t")
            rulings = rule_file(tomllib.loads(position_text(*positions)))
            assert [ruling.wrong for ruling in rulings] == [()] * len(positions)
            views = replay.views(number, step)
            before, play = views[None].before, views[None].play
            kind = positions[0].get("kind", "play")
            if kind == "tribute":
                events = [each for frame in frames[: step + 1] for each in frame.events if is_told(each, None)]
                assert len(rulings[0].ruled["payments"]) >= sum(isinstance(each, Paid) for each in events)
            elif kind == "revolution":
                assert before.phase is not None or views[None].void
                if before.phase is Phase.REVOLUTION and not any(views[seat].play.revolted for seat in SEATS):
                    assert [ruling.ruled["may_declare"] for ruling in rulings] == [
                        replay.rules.revolution != "off" and may_revolt(views[seat].hand) for seat in SEATS
                    ]
            else:
                assert kind == ("score" if play.over and step == len(frames) - 1 else "play")
                if kind == "score":
                    assert tuple(rulings[0].ruled["places"]) == views[None].places
