"""The expert plays for its team: partners let go, fed and saved, enemies held, strength kept for where it counts."""

import pytest

from engine.bots.expert import Why
from engine.cards import parse_cards
from tests.deciding import decide


def cards_of(said):
    """Return the counts of ``play ...`` or ``burn ...``."""
    return parse_cards(said.split(" ", 1)[1])


@pytest.mark.parametrize("top", ["KK", "AA", "QQQ"])
def test_a_partners_gouji_set_is_left_alone_by_a_headless_partner(top):
    said, why = decide("44 66 888 AAA 22 X", f"3 {top}, 6 pass", out=[4], sizes={3: 12})
    assert said == "pass" and why in (Why.SPARE_PARTNER, Why.FEED_PARTNER)


@pytest.mark.parametrize("left", [3, 5, 8])
def test_a_partner_who_is_nearly_out_keeps_the_round_he_is_winning(left):
    said, why = decide("44 666 JJJ QQQQ AA 2 x", "5 TTT, 6 pass", sizes={5: left + 3})
    assert (said, why) == ("pass", Why.FEED_PARTNER)


def test_no_2_and_no_joker_goes_over_a_partner():
    said, why = decide("44 66 88 99 22 x X", "3 JJ, 4 pass, 5 pass, 6 pass")
    assert said == "pass" and why is Why.SPARE_PARTNER


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_lead_is_handed_to_a_partner_who_can_go_out_on_it(size):
    hand = {1: "4 66 777 9999 KKK 2", 2: "5 66 777 9999 KKK 2", 3: "5 66 777 9999 KKK 2"}[size]
    said, why = decide(hand, sizes={3: size, 2: 25, 4: 25, 5: 25, 6: 25})
    assert sum(cards_of(said)) == size and why is Why.FEED_PARTNER


def test_no_set_is_led_that_an_enemy_can_go_out_on():
    for size in (1, 2, 3):
        said, _why = decide("5 66 777 9999 TTTT KKK", sizes={2: size, 3: 25, 4: 25, 5: 25, 6: 25})
        assert sum(cards_of(said)) != size


def test_an_enemy_about_to_go_out_is_held_with_the_best_there_is():
    said, why = decide("44 55 99 QQ 2 X", "2 77, 3 pass, 4 pass, 5 pass, 6 pass", sizes={2: 5})
    assert said not in ("pass", "yield") and why in (Why.HOLD_ENEMY, Why.RUN_OUT)


def test_the_same_enemy_with_a_full_hand_costs_no_joker():
    said, _why = decide("44 55 99 JJ 2 X", "2 TT, 3 pass, 4 pass, 5 pass, 6 pass", sizes={2: 33})
    assert "X" not in said


def test_2s_are_kept_from_a_low_set_of_the_opposite():
    said, _why = decide("44 55 66 T A 222", "4 777, 5 pass, 6 pass", sizes={4: 33})
    assert "2" not in said


def test_2s_answer_the_opposites_gouji_set_when_he_is_nearly_out():
    said, why = decide("44 55 66 A 222", "4 KK", sizes={4: 6})
    assert said.startswith("play") and cards_of(said)[12] and why is Why.HOLD_ENEMY


def test_a_burn_saves_a_partner_from_an_enemy_who_is_nearly_out():
    said, why = decide("AAA 55 X x", "6 QQQ", sizes={6: 4, 3: 20})
    assert said.startswith("burn") and why is Why.SAVE_PARTNER


def test_a_partners_gouji_set_is_never_burned():
    for left in (4, 12, 30):
        assert decide("AAA 55 X x", "3 QQQ", sizes={3: left + 3}) == (None, Why.NO_BURN)


def test_an_enemy_with_a_full_hand_is_not_burned():
    assert decide("44 66 88 TT KKK X x", "6 QQ", leader=6, sizes={6: 34})[0] in (None, "pass")


def test_a_partners_low_set_is_gone_over_cheaply_before_the_enemies_do():
    said, why = decide("44 666 99 JJJ KKK AA", "5 555, 6 pass")
    assert said == "play 666" and why is Why.SHED


def test_the_opposites_low_set_is_yielded_on_so_that_partners_may_act_first():
    said, why = decide("44 55 66", "4 999, 5 pass, 6 pass")
    assert (said, why) == ("yield", Why.YIELD)
