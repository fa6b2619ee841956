"""What is a set, what beats what, what is gouji (RULES.md 2): positions, properties, counts."""

import itertools
import random
import tomllib
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.cards import FULL_COUNTS, contains, parse_cards
from engine.rules import BIESAN, CLASSIC, QINGDAO, make_rules
from engine.sets import (
    CardSet,
    LegalSets,
    beats,
    count_leads,
    is_gouji,
    set_of,
    unpack_set,
    why_not_beats,
    why_not_threes,
)

POSITIONS = [
    position
    for path in sorted((Path(__file__).parent / "positions").glob("*.toml"))
    for position in tomllib.loads(path.read_text(encoding="utf-8"))["position"]
]
hands = st.tuples(*(st.integers(0, min(most, 3)) for most in FULL_COUNTS))


def of_kind(kind):
    return [pytest.param(each, id=each["id"]) for each in POSITIONS if each.get("kind") == kind]


def card_set(text):
    found = set_of(parse_cards(text))
    assert found is not None
    return found


@pytest.mark.parametrize("position", of_kind("beats"))
def test_comparison_as_adjudicated(position):
    rules = make_rules(position.get("preset", "classic"), position.get("options"))
    top = card_set(position["top"])
    play = set_of(parse_cards(position["play"]))
    assert (play is not None and beats(play, top, rules)) is position["expect"]["beats"]
    if play is not None:
        assert (why_not_beats(play, top, rules) is None) is position["expect"]["beats"]


@pytest.mark.parametrize("position", of_kind("gouji"))
def test_gouji_as_adjudicated(position):
    rules = make_rules(position.get("preset", "classic"), position.get("options"))
    assert is_gouji(card_set(position["play"]), rules) is position["expect"]["gouji"]


@pytest.mark.parametrize("position", of_kind("legal_set"))
def test_sets_as_adjudicated(position):
    rules = make_rules(position.get("preset", "classic"), position.get("options"))
    expect = position["expect"]
    counts = parse_cards(position["play"])
    found = set_of(counts)
    hand = parse_cards(position.get("hand", position["play"]))
    legal = found is not None and found in LegalSets(hand, None, rules)
    assert legal is expect["legal_set"]
    if legal and found is not None:
        assert expect.get("size", found.size) == found.size
        assert expect.get("dead", found.dead) is found.dead


@given(hands)
def test_leads_are_counted_as_enumerated_and_as_tried(hand):
    for rules in (CLASSIC, QINGDAO, BIESAN):
        legal = LegalSets(hand, None, rules)
        listed = list(legal)
        assert len(listed) == len(set(listed)) == count_leads(hand, rules) == len(legal)
        assert all(each in legal for each in listed)


@given(
    st.lists(st.sampled_from("3455TQA22xX"), max_size=6),
    st.lists(st.sampled_from("34569JQKA2xX"), min_size=1, max_size=4),
)
def test_answers_are_those_of_brute_force_over_card_multisets(hand_cards, top_cards):
    assume(max(hand_cards.count("x"), hand_cards.count("X")) <= 4)
    hand, top = parse_cards("".join(hand_cards)), set_of(parse_cards("".join(top_cards)))
    if top is None:
        return
    for rules in (CLASSIC, make_rules("classic", {"two_for_one": True}), BIESAN):
        tried = set()
        for counts in itertools.product(*(range(have + 1) for have in hand)):
            found = set_of(counts)
            if found is not None and beats(found, top, rules) and found in LegalSets(hand, None, rules):
                tried.add(found)
        assert set(LegalSets(hand, top, rules)) == tried


@given(hands, hands)
def test_nothing_beats_itself_and_beating_goes_one_way(first_hand, second_hand):
    first, second = set_of(first_hand), set_of(second_hand)
    for rules in (CLASSIC, make_rules("classic", {"two_for_one": True})):
        if first is not None:
            assert not beats(first, first, rules)
        if first is not None and second is not None:
            assert not (beats(first, second, rules) and beats(second, first, rules))


small_hands = st.lists(st.sampled_from("3345TQA22xX"), max_size=8).filter(
    lambda cards: max(cards.count("x"), cards.count("X")) <= 4
)
comparable = st.builds(
    lambda base, number, attached: set_of(parse_cards(base * number + attached)),
    st.sampled_from("3456789TJQKA2xX"),
    st.integers(1, 2),
    st.sampled_from(["", "2", "x", "X", "xx", "XX", "xX"]),
)


@given(small_hands)
def test_the_closed_form_counts_what_trying_every_card_multiset_finds(cards):
    hand = parse_cards("".join(cards))
    for rules in (CLASSIC, BIESAN, make_rules("classic", {"last_threes": True})):
        tried = {
            found
            for counts in itertools.product(*(range(have + 1) for have in hand))
            if (found := set_of(counts)) is not None and why_not_threes(found, hand, rules) is None
        }
        legal = LegalSets(hand, None, rules)
        assert len(tried) == count_leads(hand, rules) == len(legal)
        assert set(legal) == tried


@given(comparable, comparable, comparable)
def test_beating_is_a_strict_order_where_big_jokers_close_a_round(one, two, three):
    """RULES.md 2: what beats a set beats also what that set beats; with ``two_for_one`` sizes grow and it is none."""
    assert not beats(one, one, CLASSIC)
    if beats(one, two, CLASSIC) and beats(two, three, CLASSIC):
        assert beats(one, three, CLASSIC)


@given(comparable, comparable)
def test_sets_without_jokers_are_ordered_by_rank_alone(one, two):
    if one.size == two.size and not one.jokers and not two.jokers:
        assert beats(one, two, CLASSIC) is (one.rank > two.rank)
        assert beats(two, one, CLASSIC) is (two.rank > one.rank)


@given(comparable, comparable)
def test_a_joker_attached_or_a_2_in_place_of_a_card_never_makes_a_set_weaker(one, top):
    """RULES.md 2: N may hold more jokers of either kind; a dead set loses nothing against others either."""
    if one.rank < 12 and one.naturals > 1:
        for change in ({"twos": one.twos + 1}, {"small": one.small + 1}, {"big": one.big + 1}):
            changed = one._replace(**change)
            if beats(one, top, CLASSIC):
                assert beats(changed, top, CLASSIC)


@given(hands, st.randoms(use_true_random=False))
def test_a_sampled_lead_is_a_legal_set_out_of_the_hand(hand, rng):
    legal = LegalSets(hand, None, CLASSIC)
    if legal:
        assert legal.sample(rng) in legal


def test_every_lead_is_sampled():
    hand = parse_cards("33 4 22 x XX")
    seen = {LegalSets(hand, None, CLASSIC).sample(random.Random(seed)) for seed in range(2000)}
    assert seen == set(LegalSets(hand, None, CLASSIC))


@given(hands)
def test_a_set_survives_its_packed_and_its_text_form(hand):
    found = set_of(hand)
    if found is not None:
        assert unpack_set(found.packed()) == found
        assert set_of(parse_cards(found.text())) == found
        assert contains(hand, found.counts())


def test_a_burned_number_is_no_set():
    with pytest.raises(ValueError, match="no set"):
        unpack_set(CardSet(12, 3, 2).packed())
