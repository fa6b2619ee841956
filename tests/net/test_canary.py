"""Nobody is told by bytes, order or time what depends on others' cards; and leaks put in on purpose are caught."""

import dataclasses
import json
from typing import get_args
from unittest.mock import patch

import pytest
from textual.app import App

from engine.actions import Action, Verb
from engine.cards import SEATS
from engine.events import Closed, DealBegan, Event, audience
from engine.phase import Phase
from engine.rules import make_rules
from gouji_tui.replaying import open_record, print_json, print_text
from gouji_tui.screens.table import TableScreen
from gouji_tui.telling import event_fields
from net.frames import FrameDecoder
from net.limits import MAX_FRAME_TO_CLIENT
from net.table import Table
from net.wire import Direction, Notice, Window, decode, encode
from tests.net.served import BOTHERS
from tests.net.test_table import EVERYTHING_ASKED
from tests.net.twins import Leak, Twins
from tests.tui.test_table_screen import screen_lines

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


def check(name, folder, firsts, steps):
    """Run first deals, and second ones, where tribute begins, until every phase and every difference was seen."""
    wanted = {*PHASES[name], "revolt", *(["buy"] if name == "buying" else [])}
    if name == "classic":
        wanted |= {*BOTHERS, "host again"}
    for seed in range(firsts):
        twins = Twins(RULES[name], seed, folder=fresh(folder), **VARIANTS[seed % 3])
        twins.run(steps)
        wanted -= twins.phases | twins.differed | twins.bothered
    for seed in range(100, 100 + TRIES):
        twins = Twins(
            RULES[name], seed, folder=fresh(folder), at_deal=2, swapped=12 if name == "buying" else 4,
            high=name == "buying", delay=3.0 * (seed % 2),
        )  # fmt: skip
        twins.run()
        wanted -= twins.phases | twins.differed | twins.bothered
        if not wanted:
            return
    raise AssertionError(f"never seen: {wanted}")


def fresh(folder):
    """A new empty folder in a folder."""
    inner = folder / str(len(list(folder.iterdir())))
    inner.mkdir()
    return inner


@pytest.mark.parametrize("name", RULES)
def test_what_others_hold_and_could_do_changes_no_byte_and_no_moment(name, tmp_path):
    check(name, tmp_path, 3, 100)


@pytest.mark.soak
@pytest.mark.parametrize("name", RULES)
def test_what_others_hold_and_could_do_changes_nothing_in_many_deals(name, tmp_path):
    check(name, tmp_path, 60, 4000)


def test_a_burn_that_was_possible_and_not_made_shows_in_nothing(tmp_path):
    for seed in range(2005, 2080):
        twins = Twins(RULES["qingdao"], seed, folder=fresh(tmp_path), swapped=8, high=True)
        twins.run(150)
        if "burn" in twins.differed:
            return
    raise AssertionError("nobody could burn in one world alone")


def test_each_kind_of_event_says_whom_it_is_for():
    """A new kind fails here until somebody has thought about who may know it."""
    private = {"Dealt", "Answered", "HandShown", "Suggested"}
    public = {
        "Asked", "Bought", "BrawlBegan", "Called", "Closed", "Cut", "DealBegan", "DealEnded", "DealScored",
        "Discarded", "Drawn", "FallsSettled", "Fell", "GameEnded", "HandLaid", "Kept", "MatchAbandoned", "MatchEnded",
        "Opened", "OrderFixed", "Paid", "Passed", "PlayBegan", "Played", "Prepared", "Rejected", "Renounced",
        "Returned", "RevolutionAnswered", "RoundWon", "ThreesShown", "TributeAnswered", "Voided", "WentOut",
        "WindAnswered", "WindAsked", "Yielded",
    }  # fmt: skip
    assert {kind.__name__ for kind in get_args(Event)} - public == private
    for kind in get_args(Event):
        told = audience(kind(*[1] * len(kind._fields)))
        assert (told is not None) is (kind.__name__ in private)


# What is told of a record


def told(twins, world, seat, path):
    """What ``gouji replay`` says of a world's record, in lines and as JSON; the deck as that world has it."""
    found = []
    with patch("engine.match.shuffled_deck", twins._deck(world)):
        replay = open_record(path)
        print_json(replay, seat, found.append)
        print_text(replay, seat, "en", found.append)
    return found


def test_a_finished_record_tells_a_seat_what_it_knew(tmp_path):
    twins = Twins(RULES["qingdao"], 3, folder=tmp_path, swapped=0)
    twins.run()
    world = twins.worlds[0]
    assert world.deal.phase is Phase.OVER
    for seat in twins.pair:
        told_then = [event_fields(event) for update in world.clients[seat].updates for event in update.events]
        told_now = []
        print_json(open_record(world.journal.path), seat, told_now.append)
        told_now = [{name: value for name, value in json.loads(each).items() if name != "seq"} for each in told_now]
        assert told_now == json.loads(json.dumps(told_then))


def test_a_running_record_tells_nothing_more_with_its_key_beside_it_than_alone(tmp_path):
    twins = Twins(RULES["classic"], 1, folder=tmp_path)
    twins.run(40)
    world = twins.worlds[0]
    alone = tmp_path / "alone" / "record.jsonl"
    alone.parent.mkdir()
    alone.write_bytes(world.journal.path.read_bytes())
    key = world.journal.path.with_suffix(".key")
    assert key.stat().st_mode & 0o777 == 0o600 and key.read_text().split()[2] not in alone.read_text()
    for seat in (None, *SEATS):
        tale = told(twins, world, seat, world.journal.path)
        assert tale and tale == told(twins, world, seat, alone) == told(twins, world, None, alone)


# Screens


class Screens(App):
    """Shows what a client of a world knows on a table's screen."""

    async def text(self, pilot, client):
        """The lines of the screen of a client."""
        following = client.follower.view
        screen = TableScreen(following.match, "en", 0.0)
        await self.push_screen(screen)
        for seat in SEATS:
            screen.names[seat] = str(following.roster[f"{seat}"])
        for update in client.updates:
            for event in update.events:
                screen.told(event)
        found, before = screen_lines(self), None
        while found != before:  # until every part knows its size
            screen.redraw()
            await pilot.pause()
            await pilot.pause()
            found, before = screen_lines(self), found
        await self.pop_screen()
        return found


async def test_what_others_hold_changes_nothing_on_a_screen(tmp_path):
    app = Screens()
    async with app.run_test(size=(120, 40)) as pilot:
        seen = set()
        for seed in range(3):
            twins = Twins(RULES["qingdao"], seed, folder=fresh(tmp_path), swapped=8, high=True)
            for steps in (1, 1, 1, 9):
                twins.run(steps)
                one, _ = twins.worlds
                if twins._revealed():
                    break
                for stream in (next(each for each in twins.viewers if each), 0):
                    views = [world.clients[stream].follower.view.match for world in twins.worlds]
                    if None in views or views[0].play is None:
                        continue
                    texts = [await app.text(pilot, world.clients[stream]) for world in twins.worlds]
                    assert texts[0] == texts[1] and any("deal 1" in line for line in texts[0])
                    seen.add((stream > 0, one.deal.phase))
            if len(seen) >= 4:
                return
        raise AssertionError(seen)


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


class Scribbling(Table):
    """Notes in the record how many big jokers the first two seats have."""

    def begin(self, now):
        super().begin(now)
        self._write(self.recorder.line("lost", {"steps": sum(self.match.deal.hands[seat][14] for seat in (1, 2))}))


class Remarking(Table):
    """Remarks to everybody when somebody answers that he could have burned."""

    def act(self, seat, number, text, now, seq=None):
        if self.match.deal is not None and somebody_can(self.match.deal):
            self._tell_all(Notice("somebody_can"))
        return super().act(seat, number, text, now, seq)


class Hasty(Table):
    """Waits less where nobody could do anything anyway."""

    def begin(self, now):
        super().begin(now)
        if self.deadline is not None and self.match.deal.phase is Phase.REVOLUTION:
            self.deadline -= 0 if somebody_can(self.match.deal) else 1


def somebody_can(deal):
    able = any(deal.why_not(seat, Action(Verb.REVOLT)) is None for seat in deal.to_answer)
    return able or any(deal.offered(seat) for seat in SEATS)


@pytest.mark.parametrize("leaky", [Counting, Offering, Photographed, Chatty, Scribbling, Remarking, Hasty])
def test_a_leak_put_in_on_purpose_is_caught(leaky, tmp_path):
    with pytest.raises(Leak):
        for seed in range(20):
            twins = Twins(RULES["classic"], seed, folder=fresh(tmp_path), swapped=16, high=True, table_class=leaky)
            twins.run(60)
