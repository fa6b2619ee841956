"""Situations with a name: what the expert does, and the rule that it says decided (docs/bots.md)."""

from random import Random

import pytest

from engine.actions import NONE, PASS, Verb
from engine.bots.expert import Why, expert_choice
from engine.cards import parse_cards
from engine.events import Played, WindAsked
from engine.phase import Phase
from engine.round import Round
from engine.rules import BIESAN, CLASSIC
from engine.sets import set_of
from engine.view import View
from tests.deciding import decide


def test_a_last_hand_is_played():
    assert decide("KKK", "6 777") == ("play KKK", Why.LAST_HAND)
    assert decide("KK+X") == ("play KK+X", Why.LAST_HAND)


def test_the_lowest_go_first_and_the_strong_are_kept():
    said, why = decide("444 55 99 KKK AAA 2 X")
    assert said in ("play 444", "play 55") and why is Why.LEAD_LOW


def test_a_partners_set_that_nearly_takes_him_out_is_left_alone():
    assert decide("4 66 8888 QQQQ AA 2 x", "5 TTTT, 6 pass", sizes={5: 6}) == ("pass", Why.FEED_PARTNER)


def test_a_partners_low_set_may_be_gone_over_cheaply():
    said, why = decide("444 66 88 JJJ KKK AA", "5 44, 6 pass")
    assert said == "play 66" and why is Why.SHED


def test_an_enemy_nearly_out_is_held():
    said, why = decide("444 55 666 AAA 2 X", "6 777", sizes={6: 5})
    assert said == "play AAA" and why is Why.HOLD_ENEMY


def test_an_enemy_nearly_out_is_held_even_with_a_big_joker():
    said, why = decide("444 55 99 JJ K X", "2 777, 3 pass, 4 pass, 5 pass, 6 pass", sizes={2: 4})
    assert "X" in said and why is Why.HOLD_ENEMY


def test_jokers_are_not_spent_on_an_enemy_with_a_full_hand():
    assert decide("444 555 666 77 88 99 KK X x", "4 QQQ", leader=4, sizes={4: 33}) == ("pass", Why.KEEP_STRONG)


def test_no_single_is_led_to_an_enemy_with_one_card():
    said, _why = decide("5 66 7 KKK", sizes={2: 1, 4: 20, 6: 20})
    assert said != "play 5" and said != "play 7"


def test_jokers_run_the_hand_out():
    said, why = decide("444 55 66 XX")
    assert "X" in said and why is Why.RUN_OUT


@pytest.mark.parametrize(("asker", "answer"), [(3, ("agree", Why.WIND_PARTNER)), (2, ("refuse", Why.WIND_ENEMY))])
def test_a_partner_may_have_the_wind_and_an_enemy_not(asker, answer):
    player = asker - 1 or 6
    view = View(CLASSIC, 1)
    cards = [30] * 6
    cards[player - 1] = 2
    play = Round(CLASSIC, cards, player)
    play.apply(Played(player, set_of(parse_cards("77")), False))
    play.apply(WindAsked(asker))
    play.wind_pending = [1]
    view.hand, view.play = list(parse_cards("444 88 X")), play
    action, why = expert_choice(view, Random(0))
    assert (action.text(), why) == answer


def test_it_asks_for_the_wind_before_it_passes():
    assert decide("44 55 666", "6 88", sizes={6: 2})[1] is Why.WIND


def test_it_yields_before_it_closes():
    said, why = decide("44 55 66", "4 999, 5 pass, 6 pass")
    assert (said, why) == ("yield", Why.YIELD)


def test_a_partners_gouji_set_is_not_burned():
    assert decide("444 55 KK X x", "3 QQQ", sizes={3: 9}) == (None, Why.NO_BURN)


def test_an_enemys_gouji_set_that_nearly_takes_him_out_is_burned():
    said, why = decide("AAA 55 X x", "6 QQQ", sizes={6: 4})
    assert said is not None and said.startswith("burn") and why is Why.SAVE_PARTNER


def test_a_hand_without_2s_and_jokers_revolts():
    for hand, answer in (("444 555", (Verb.REVOLT, Why.REVOLT)), ("444 2", (NONE.verb, Why.NO_ANSWER))):
        view = View(CLASSIC, 1)
        view.hand, view.play = list(parse_cards(hand)), Round(CLASSIC, [36] * 6, 1)
        view.before.phase, view.before.seats, view.before.together = Phase.REVOLUTION, (1, 2, 3, 4, 5, 6), True
        action, why = expert_choice(view, Random(0))
        assert (action.verb, why) == answer


def test_with_last_threes_the_joker_is_kept_for_the_set_before_them():
    said, _why = decide("33 77 99 X", rules=BIESAN)
    assert said in ("play 77", "play 99", "play 77+X", "play 99+X")
    assert "X" in decide("33 77 X", rules=BIESAN)[0]


def test_nothing_to_answer_with_is_a_pass():
    assert decide("444 55", "4 KKK") == (PASS.text(), Why.CANNOT)
