"""The hard player: worlds agree with what is known, play-outs are lawful, the search is repeatable and over a View."""

import pickle
from random import Random

import pytest

from engine.actions import Action, Verb
from engine.arena import Game
from engine.bots import LEVELS, SEARCHING, bot_of
from engine.bots.hard import Budget, choose
from engine.bots.playout import play_on, value
from engine.bots.value import net
from engine.bots.worlds import world
from engine.cards import ACE, FULL_COUNTS, SEATS, THREE
from engine.deal import Deal, random_hands
from engine.events import Closed, Passed, Played, WindAnswered, WindAsked, Yielded
from engine.rules import BIESAN, CLASSIC, PRESETS, make_rules
from engine.view import View
from tests.deciding import situation

WORLDS = 16
"""As few as the search takes a decision from."""


def still():
    return 0


def views_of_a_deal(rules, seed, every, bot="expert"):
    """Yield every so-many-th view that is asked in the play of a deal, with all hands of that moment."""
    seen, count = [], 0
    game = None

    def watching(view, rng):
        nonlocal count
        count += 1
        if not view.must_answer and count % every == 0:
            seen.append(pickle.loads(pickle.dumps(view)))
        return LEVELS[bot](view, rng)

    game = Game(rules, seed, 1, {"A": watching, "B": watching}, still)
    game.play()
    return seen


def as_action(step):
    """Return the action that a step came from."""
    if isinstance(step, Played):
        return Action(Verb.BURN if step.burn else Verb.PLAY, step.card_set.counts())
    if isinstance(step, Passed):
        return Action(Verb.PASS)
    if isinstance(step, WindAsked | Yielded):
        return Action(Verb.WIND if isinstance(step, WindAsked) else Verb.YIELD)
    if isinstance(step, WindAnswered):
        return Action(Verb.AGREE if step.agreed else Verb.REFUSE)
    assert isinstance(step, Closed)
    return Action(Verb.CLOSE)


@pytest.mark.parametrize(
    "options",
    [
        *({"preset": preset} for preset in PRESETS),
        {"two_for_one": True},
        {"burn_check": "penalise", "first_lead": "fours"},
        {"brawl_close": "team", "dead_gouji": False, "last_hand_locks_passers": False, "two_gouji_count": 2},
    ],
    ids=str,
)
def test_every_step_of_a_play_out_is_lawful(options, monkeypatch):
    chosen = dict(options)
    rules = make_rules(chosen.pop("preset", "classic"), chosen)
    rng, unchecked, steps = Random(3), Deal.step, 0

    def checked(deal, step):
        nonlocal steps
        steps += 1
        reason = deal.why_not(getattr(step, "seat", 0), as_action(step))
        assert reason is None, (step, deal.play.top, deal.hands, reason)
        return unchecked(deal, step)

    monkeypatch.setattr(Deal, "step", checked)
    for number in range(20):
        deal = Deal(rules, random_hands(rng), rng.randint(1, 6), first_deal=number % 2 == 0)
        play_on(deal, 1000)
        assert deal.play.over
    assert steps > 20 * 60


@pytest.mark.parametrize("preset", PRESETS)
def test_a_play_out_begins_anywhere_and_is_lawful(preset, monkeypatch):
    rng = Random(4)
    views = views_of_a_deal(PRESETS[preset], 41, 5, "random")
    unchecked = Deal.step

    def checked(deal, step):
        assert deal.why_not(getattr(step, "seat", 0), as_action(step)) is None
        return unchecked(deal, step)

    monkeypatch.setattr(Deal, "step", checked)
    for view in views:
        deal = world(view, view.play, view.seat, rng)
        play_on(deal, 1000)
        assert deal.play.over
    assert len(views) > 10


def test_a_play_out_ends_where_a_round_begins():
    deal = Deal(CLASSIC, random_hands(Random(8)), 2)
    play_on(deal, 1)
    assert deal.play.top is None and not deal.play.over and sum(deal.play.sizes) < 216
    held = sum(deal.play.sizes)
    play_on(deal, 0)
    assert sum(deal.play.sizes) == held


def test_who_declines_a_burn_is_not_asked_again_in_the_play_out():
    """A seat weighs "no burn": in the world where it does not burn, nor does the expert that plays on for it."""
    view = situation("AAA 55 X x", "6 QQQ", sizes={6: 4, 3: 20})
    assert bot_of("expert")(view, Random(1)).verb is Verb.BURN
    for declined in (0, 1):
        deal = world(view, view.play, 1, Random(2))
        play_on(deal, 0, declined)
        assert deal.hands[1][ACE] == (3 if declined else 0)


def test_the_net_finds_the_better_hand_and_knows_no_seat_by_number():
    """A position turned by a chair is worth the same to its leader; a hand of jokers and aces is worth more."""
    hands = random_hands(Random(9))
    look = net(last_threes=False).look
    plain = Deal(CLASSIC, hands, 1)
    turned = Deal(CLASSIC, [hands[-1], *hands[:-1]], 2)
    assert look(plain.play, plain.hands) == look(turned.play, turned.hands)
    strong = [0] * 8 + [4] * 4 + [12, 4, 4]
    weak = [9, 9, 9, 9] + [0] * 11
    better, worse = (Deal(CLASSIC, [first, *hands[1:]], 1) for first in (strong, weak))
    assert look(better.play, better.hands) > look(worse.play, worse.hands) + 1


@pytest.mark.parametrize("preset", PRESETS)
def test_the_net_foresees_what_comes_out(preset):
    """What it says of the middle of sixty deals goes with how experts end them: R² above 0.2, where 0.5 is usual."""
    rng, said, came = Random(10), [], []
    for _ in range(60):
        deal = Deal(PRESETS[preset], random_hands(rng), rng.randint(1, 6))
        play_on(deal, 14)
        if not deal.play.over:
            said.append(net(deal.rules.last_threes).look(deal.play, deal.hands))
            came.append(value(deal, deal.play.leader, None, 1000))
    mean = sum(came) / len(came)
    errors = sum((a - b) ** 2 for a, b in zip(said, came, strict=True))
    assert len(came) > 50 and errors < 0.8 * sum((each - mean) ** 2 for each in came)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_world_holds_every_card_once_and_what_the_seat_knows(preset):
    rng = Random(5)
    for view in views_of_a_deal(PRESETS[preset], 42, 7):
        deal = world(view, view.play, view.seat, rng)
        held = [sum(hand[rank] for hand in deal.hands) for rank in range(15)]
        revolted = 36 if view.play.revolted else 0
        assert sum(held) + sum(view.play.played) == 216 - revolted
        assert all(h + p <= full for h, p, full in zip(held, view.play.played, FULL_COUNTS, strict=True))
        assert deal.hands[view.seat] == view.hand
        assert [sum(hand) for hand in deal.hands[1:]] == view.play.sizes[1:]
        assert deal.play.public() == view.play.public() and deal.play is not view.play


def test_a_seat_in_revolt_holds_no_2_and_no_joker_in_any_world():
    view = View(CLASSIC, 1)
    deal = Deal(CLASSIC, random_hands(Random(6)), 1)
    view.play, view.hand = deal.play, deal.hands[1]
    view.play.revolt((3,))
    for seed in range(20):
        made = world(view, view.play, 1, Random(seed))
        dealt = [sum(hand[rank] for hand in made.hands) for rank in (12, 13, 14)]
        assert dealt == [16, 4, 4] and not any(made.hands[3])


def test_with_threes_bought_every_hand_that_is_still_in_holds_one():
    for view in views_of_a_deal(BIESAN, 43, 9):
        for seed in range(5):
            made = world(view, view.play, view.seat, Random(seed))
            assert all(made.hands[seat][THREE] for seat in SEATS if seat != view.seat and view.play.alive[seat])


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_worlds_give_the_same_lawful_action(preset):
    budget = Budget(worlds=WORLDS)
    for view in views_of_a_deal(PRESETS[preset], 44, 12):
        action = choose(view, Random(1), budget)
        assert action == choose(view, Random(1), budget)
        assert action is None or view.why_not(action) is None


def test_the_clock_ends_a_search():
    now = iter(range(10**6))
    ticks = []

    def clock():
        ticks.append(next(now))
        return ticks[-1] / 10

    view = situation("444 55 99 JJ KK X", "6 777")
    assert view.why_not(choose(view, Random(1), Budget(seconds=1.0, clock=clock))) is None
    assert len(ticks) <= 12


@pytest.mark.parametrize("level", [*LEVELS, SEARCHING])
@pytest.mark.parametrize("preset", PRESETS)
def test_a_bot_knows_a_view_and_nothing_else(preset, level):
    """A copy of the view that went through a pipe, with nothing behind it, is decided alike; the view is left alone."""
    bot = bot_of(level, Budget(worlds=WORLDS))
    for view in views_of_a_deal(PRESETS[preset], 45, 25):
        before = view.known()
        assert bot(view, Random(2)) == bot(pickle.loads(pickle.dumps(view)), Random(2))
        assert view.known() == before


def test_names_carry_a_budget():
    view = situation("444 55 99 JJ KK X", "6 777")
    assert bot_of("hard:worlds=16")(view, Random(1)) == choose(view, Random(1), Budget(worlds=16))
    for wrong in ("hard:lead=1", "greedy:lead=1", "expert:worlds=3", "nobody"):
        with pytest.raises(KeyError):
            bot_of(wrong)


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS)
def test_two_thousand_deals_of_mixed_bots_are_lawful_and_end(preset):
    rng = Random(7)
    for number in range(2000):
        levels = [rng.choice(list(LEVELS)) for _ in range(6)]

        def mixed(view, own, levels=levels):
            return LEVELS[levels[view.seat - 1]](view, own)

        assert -6 <= Game(PRESETS[preset], 46, number, {"A": mixed, "B": mixed}, still).play() <= 6


@pytest.mark.soak
@pytest.mark.parametrize("preset", PRESETS)
def test_deals_with_hard_seats_are_lawful_and_end(preset):
    hard = bot_of("hard", Budget(worlds=WORLDS))
    for number in range(20):
        Game(PRESETS[preset], 47, number, {"A": hard, "B": LEVELS["random" if number % 2 else "expert"]}, still).play()
