"""A deal made void, and a match abandoned, by its players' vote: whenever, with true views and a record that holds."""

import random

import pytest

from engine.actions import CLOSE, VOID, Action, Verb
from engine.bots import LEVELS
from engine.cards import SEATS
from engine.events import DealBegan, MatchAbandoned, Voided, is_told
from engine.match import Match
from engine.phase import Phase
from engine.reasons import Code, IllegalAction
from engine.record import Recorder, RecordError, verify
from engine.replay import Replay
from engine.rules import make_rules
from engine.shuffle import seeded_key
from engine.view import View, project

QINGDAO = make_rules("qingdao", {"team_falls": "agree", "cut": "ask"})


class Told:
    """A match with its record and the views of all who are told."""

    def __init__(self, rules, seed=3, deals=2):
        self.match = Match(rules, lambda deal, attempt: seeded_key(seed, deal, attempt), deals=deals)
        self.recorder, self.lines, self.rng = Recorder(), [], random.Random(seed)
        self.views = {seat: View(rules, seat) for seat in (None, *SEATS)}
        self.lines.append(self.recorder.header(self.match, {seat: f"p{seat}" for seat in SEATS}))

    def tell(self, events):
        for event in events:
            for seat, view in self.views.items():
                if is_told(event, seat):
                    view.apply(event)
        return events

    def true(self):
        return all(view.known() == project(self.match, seat).known() for seat, view in self.views.items())

    @property
    def key(self):
        return self.match.keys(self.match.number, self.match.attempt)

    def begin(self):
        events = self.tell(self.match.begin())
        self.lines.append(self.recorder.deal(self.match, self.key))
        return events

    def act(self, seat, action):
        events = self.tell(self.match.apply(seat, action))
        self.lines.append(self.recorder.action(seat, action.text()))
        if self.match.deal.phase in (Phase.OVER, Phase.VOID):
            self.lines.append(self.recorder.deal_over(self.match, self.key))
        if self.match.over:
            self.lines.append(self.recorder.match_over(self.match))
        return events

    def abandon(self):
        events = self.tell(self.match.abandon())
        self.lines.append(self.recorder.match_over(self.match))
        return events

    def step(self):
        """One action of whoever must decide, by the greedy bot."""
        deal = self.match.deal
        if deal.phase is Phase.CLOSING:
            self.act(0, CLOSE)
            return
        seat = next(iter(deal.to_answer), deal.turn)
        self.act(seat, LEVELS["greedy"](self.views[seat], self.rng))

    def play_deal(self):
        while not self.match.between and not self.match.over:
            self.step()


@pytest.mark.parametrize("steps", [0, 1, 3, 8, 30, 120])
@pytest.mark.parametrize("rules", [make_rules("classic"), QINGDAO, make_rules("biesan")], ids=range(3))
def test_a_deal_may_be_made_void_at_any_point_and_the_match_goes_on_with_another_attempt(rules, steps):
    told = Told(rules)
    told.begin()
    told.play_deal()
    told.begin()
    prepared = told.views[None].before.first_drawer, told.views[None].before.debts
    for _ in range(steps):
        if not told.match.between:
            told.step()
    assert told.act(0, VOID) == [Voided()]
    assert told.true() and told.match.between and told.match.deal.phase is Phase.VOID
    assert not any(view.hand != [0] * 15 or view.turn or view.must_answer for view in told.views.values())
    total = told.match.total
    assert DealBegan(2, 2) in told.begin() and told.match.total == total
    if prepared[0]:
        again = told.views[None].before
        assert (again.first_drawer, again.debts) == prepared, "RULES.md 8: a void deal keeps them"
    told.play_deal()
    assert told.true() and told.match.over
    verdict = verify(told.lines)
    assert (verdict.deals, verdict.complete, verdict.abandoned) == (2, True, False)
    assert not Replay(told.lines).broken


def test_a_match_is_abandoned_in_a_deal_without_result_and_between_deals_with_its_whole_deals():
    told = Told(make_rules("classic"), deals=8)
    told.begin()
    told.play_deal()
    total = told.match.total
    told.begin()
    for _ in range(30):
        told.step()
    with pytest.raises(ValueError, match="running"):
        told.match.abandon()
    told.act(0, VOID)
    assert told.abandon() == [MatchAbandoned(1, total)]
    assert told.true() and told.match.over and not told.match.between
    verdict = verify(told.lines)
    assert (verdict.deals, verdict.total, verdict.complete, verdict.abandoned) == (1, total, True, True)
    replay = Replay(told.lines)
    assert replay.complete and replay.abandoned and not replay.broken

    other = Told(make_rules("classic"), deals=8)
    other.begin()
    other.play_deal()
    other.abandon()
    assert verify(other.lines).abandoned and other.true()


def test_no_seat_makes_a_deal_void_and_no_deal_that_is_over_is():
    told = Told(make_rules("classic"), deals=1)
    told.begin()
    for seat in SEATS:
        with pytest.raises(IllegalAction):
            told.match.apply(seat, VOID)
        assert told.views[seat].why_not(VOID).code in (Code.NOT_ALLOWED, Code.WRONG_PHASE)
    told.play_deal()
    with pytest.raises(IllegalAction):
        told.match.apply(0, VOID)


def test_a_record_that_says_abandoned_within_a_deal_does_not_hold():
    told = Told(make_rules("classic"))
    told.begin()
    told.step()
    recorder = Recorder()
    recorder._previous = told.recorder._previous
    told.match.abandoned = True
    with pytest.raises(RecordError, match="order"):
        verify([*told.lines, recorder.match_over(told.match)])


def test_what_was_settled_between_team_mates_stands_for_the_next_attempt():
    """RULES.md 8: a void deal keeps first drawer and debts; 5: who is 大落 was agreed before."""
    for seed in range(60):
        told = Told(QINGDAO, seed=seed, deals=3)
        told.begin()
        told.play_deal()
        told.begin()
        if told.match.deal.phase is not Phase.FALLS:
            continue
        fifth, sixth = told.match.places[4:]
        for seat in sorted((fifth, sixth)):
            told.act(seat, Action(Verb.FALL, number=fifth))
        settled, debts = told.match.places, told.views[None].before.debts
        assert settled[5] == fifth
        told.act(0, VOID)
        told.begin()
        assert told.match.deal.phase is not Phase.FALLS and told.match.deal.preparing.places == settled
        assert told.views[None].before.debts == debts
        told.act(0, VOID)
        return
    raise AssertionError("no deal whose last two are of one team")


def test_what_was_not_yet_settled_is_asked_again():
    for wanted in (Phase.FALLS, Phase.ADVANCE_CALLS):
        for seed in range(60):
            told = Told(QINGDAO, seed=seed)
            told.begin()
            told.play_deal()
            told.begin()
            if told.match.deal.phase is wanted:
                break
        assert told.match.deal.phase is wanted
        told.act(0, VOID)
        told.begin()
        assert told.match.deal.phase is wanted
