"""Nobody is told by bytes, order or time what depends on others' cards; and leaks put in on purpose are caught."""

import dataclasses

import pytest

from engine.actions import Action, Verb
from engine.cards import SEATS
from engine.events import Closed, DealBegan
from engine.phase import Phase
from engine.rules import make_rules
from net.frames import FrameDecoder
from net.limits import MAX_FRAME_TO_CLIENT
from net.table import Table
from net.wire import Direction, Window, decode, encode
from tests.net.test_table import EVERYTHING_ASKED
from tests.net.twins import Leak, Twins

BUYING = make_rules("biesan", {"buy_threes": "player"})
RULES = {
    **{preset: make_rules(preset) for preset in ("classic", "qingdao", "biesan")},
    "everything asked": EVERYTHING_ASKED,
    "buying": BUYING,
}
PHASES = {
    "classic": {Phase.REVOLUTION, Phase.PLAY},
    "qingdao": {Phase.ADVANCE_CALLS, Phase.REVOLUTION, Phase.RETURN, Phase.REJECT, Phase.SHOWN_CALLS, Phase.PLAY},
    "biesan": {Phase.REVOLUTION, Phase.RETURN, Phase.REJECT, Phase.SHOWN_CALLS, Phase.PLAY},
    "everything asked": {Phase.CUT, Phase.SHOW, Phase.AGREEMENT, Phase.DISCARD, Phase.PLAY},
    "buying": {Phase.BUYING, Phase.PLAY},
}


VARIANTS = ({"swapped": 3}, {"swapped": 12, "high": True}, {"swapped": 10, "high": True, "bots": (2, 5)})


TRIES = 12
"""Second deals that are played at most until something was returned, rejected, bought."""


def check(name, firsts, steps):
    """Run first deals, and second ones, where tribute begins, until every phase and every difference was seen."""
    wanted = {*PHASES[name], "revolt", *(["buy"] if name == "buying" else [])}
    for seed in range(firsts):
        twins = Twins(RULES[name], seed, **VARIANTS[seed % 3])
        twins.run(steps)
        wanted -= twins.phases | twins.differed
    for seed in range(100, 100 + TRIES):
        twins = Twins(RULES[name], seed, at_deal=2, swapped=12 if name == "buying" else 4, high=name == "buying")
        twins.run()
        wanted -= twins.phases | twins.differed
        if not wanted:
            return
    raise AssertionError(f"never seen: {wanted}")


@pytest.mark.parametrize("name", RULES)
def test_what_others_hold_and_could_do_changes_no_byte_and_no_moment(name):
    check(name, 3, 100)


@pytest.mark.soak
@pytest.mark.parametrize("name", RULES)
def test_what_others_hold_and_could_do_changes_nothing_in_many_deals(name):
    check(name, 60, 4000)


def test_a_burn_that_was_possible_and_not_made_shows_in_nothing():
    for seed in range(1000, 1080):
        twins = Twins(RULES["qingdao"], seed, swapped=8, high=True)
        twins.run(150)
        if "burn" in twins.differed:
            return
    raise AssertionError("nobody could burn in one world alone")


# Leaks put in on purpose


class Counting(Table):
    """Says in the roster how many big jokers each seat has."""

    def roster(self, now=None):
        deal = self.match.deal
        return {**super().roster(now), **({} if deal is None else {f"{seat}x": deal.hands[seat][14] for seat in SEATS})}


class Offering(Table):
    """Tells every seat by its window whether anybody may revolt or burn."""

    def __init__(self, match, timing, rng, write, tell, heard):
        def told(stream, frame):
            (payload,) = FrameDecoder(MAX_FRAME_TO_CLIENT).feed(frame)
            message = decode(payload, Direction.TO_CLIENT)
            if isinstance(message, Window):
                frame = encode(dataclasses.replace(message, offer=somebody_can(match.deal)))
            tell(stream, frame)

        super().__init__(match, timing, rng, write, told, heard)


class Photographed(Table):
    """Has one field too many in its snapshots."""

    def snapshot(self, stream, now=None):
        snapshot = super().snapshot(stream, now)
        hands = () if self.match.deal is None else tuple(map(tuple, self.match.deal.hands))
        return dataclasses.replace(snapshot, table={**snapshot.table, "hands": hands})


class Chatty(Table):
    """Logs what it has dealt."""

    def __init__(self, match, timing, rng, write, tell, heard):
        def logged(event):
            heard(Closed() if isinstance(event, DealBegan) and match.deal.hands[1][14] else event)

        super().__init__(match, timing, rng, write, tell, logged)


class Hasty(Table):
    """Waits less where nobody could do anything anyway."""

    def begin(self, now):
        super().begin(now)
        if self.deadline is not None and self.match.deal.phase is Phase.REVOLUTION:
            self.deadline -= 0 if somebody_can(self.match.deal) else 1


def somebody_can(deal):
    able = any(deal.why_not(seat, Action(Verb.REVOLT)) is None for seat in deal.to_answer)
    return able or any(deal.offered(seat) for seat in SEATS)


@pytest.mark.parametrize("leaky", [Counting, Offering, Photographed, Chatty, Hasty])
def test_a_leak_put_in_on_purpose_is_caught(leaky):
    with pytest.raises(Leak):
        for seed in range(20):
            Twins(RULES["classic"], seed, swapped=16, high=True, table_class=leaky).run(60)
