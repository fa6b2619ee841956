"""Choosing cards by rank: whatever is pressed, a pick stays within the hand and can be taken back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import BIG, FULL_COUNTS, NO_CARDS, SMALL, TEN, THREE, TWO, CardsError, Counts, parse_cards
from gouji_tui.picking import UNDO_STEPS, Pick, key_to_rank, parse_typed

KEYS = "34567890jqka2sb"

Step = Callable[[Pick], Pick]

hands = st.tuples(*(st.integers(0, most) for most in FULL_COUNTS))
presses = st.integers(0, 14).map(lambda rank: lambda pick: pick.press_rank(rank))
steps: st.SearchStrategy[Step] = st.one_of(
    presses,
    st.integers(0, 14).map(lambda rank: lambda pick: pick.at(rank)),
    st.sampled_from([-1, 1]).map(lambda step: lambda pick: pick.move(step)),
    st.sampled_from([Pick.all_of_current, Pick.one_less, Pick.one_more, Pick.clear, Pick.undo]),
    hands.map(lambda hand: lambda pick: pick.hand_changed(hand)[0]),
)


def cards(text: str) -> Counts:
    return parse_cards(text)


def check(pick: Pick) -> None:
    assert all(0 <= number <= held for number, held in zip(pick.picked, pick.held, strict=True))
    assert (pick.rank is None) == (not any(pick.held))
    assert pick.rank is None or pick.held[pick.rank]
    assert len(pick.history) <= UNDO_STEPS


@given(hands, st.lists(steps, max_size=100))
def test_a_pick_stays_within_the_hand(hand: Counts, taken: list[Step]) -> None:
    pick = Pick.of(hand)
    check(pick)
    for step in taken:
        pick = step(pick)
        check(pick)
    while pick.history:
        undone = pick.undo()
        check(undone)
        assert undone.picked != pick.picked
        pick = undone


@given(hands, st.lists(steps, max_size=30), st.integers(0, 14))
def test_undo_returns_the_earlier_state(hand: Counts, taken: list[Step], rank: int) -> None:
    pick = Pick.of(hand)
    for step in taken:
        pick = step(pick)
    for change in (lambda p: p.press_rank(rank), Pick.all_of_current, Pick.one_less, Pick.one_more, Pick.clear):
        before = pick.at(rank)
        after = change(before)
        if after.picked == before.picked:
            assert after == before
        else:
            assert (after.undo().picked, after.undo().rank) == (before.picked, before.rank)
            assert after.undo().history == before.history[-(UNDO_STEPS - 1) :]


@given(st.lists(st.integers(0, 14), min_size=1, max_size=80), st.booleans())
def test_the_typed_form_equals_the_keys(ranks: list[int], spaced: bool) -> None:
    pick = Pick.of(FULL_COUNTS)
    typed = []
    for rank in ranks:
        pressed = pick.press_rank(rank)
        if pressed.picked != pick.picked:
            typed.append(KEYS[rank])
        pick = pressed
    assert parse_typed((" " if spaced else "").join(typed)) == pick.picked


@given(hands, st.lists(steps, max_size=20), hands)
def test_another_hand_keeps_what_can_be_kept(hand: Counts, taken: list[Step], other: Counts) -> None:
    pick = Pick.of(hand)
    for step in taken:
        pick = step(pick)
    kept, lost = pick.hand_changed(other)
    assert kept.picked == tuple(map(min, pick.picked, other))
    assert lost == (kept.picked != pick.picked)


def test_three_tens_a_two_and_the_small_joker() -> None:
    pick = Pick.of(cards("33 TTTT 22 xX"))
    for character in "0002s":
        rank = key_to_rank(character)
        assert rank is not None
        pick = pick.press_rank(rank)
    assert pick.picked == cards("TTT2x")
    assert pick.rank == SMALL
    assert pick.size == 5
    by_space = Pick.of(cards("33 TTT 22 xX")).press_rank(TEN).all_of_current().press_rank(TWO).press_rank(SMALL)
    assert by_space.picked == pick.picked


def test_arrows_alone_choose_every_card() -> None:
    pick = Pick.of(cards("33 T X"))
    assert pick.rank == THREE
    assert pick.move(-1) is pick
    pick = pick.one_more().move(1).one_more().move(1)
    assert pick.rank == BIG
    assert pick.move(1) is pick
    assert pick.one_more().picked == cards("3TX")


def test_a_rank_stops_at_the_number_held_and_space_turns_it() -> None:
    pick = Pick.of(cards("33"))
    full = pick.press_rank(THREE).press_rank(THREE)
    assert full.press_rank(THREE) is full
    assert full.press_rank(TEN) is full
    assert full.all_of_current().picked == NO_CARDS
    assert pick.one_less() is pick
    assert pick.clear() is pick
    assert pick.undo() is pick


def test_an_empty_hand_takes_every_step() -> None:
    pick = Pick.of(NO_CARDS)
    for step in (Pick.all_of_current, Pick.one_more, Pick.one_less, Pick.clear, Pick.undo):
        assert step(pick) is pick
    assert pick.move(1) is pick.press_rank(THREE) is pick


def test_a_lost_pick_is_told() -> None:
    pick = Pick.of(cards("333 TT")).press_rank(TEN).press_rank(TEN).press_rank(THREE)
    kept, lost = pick.hand_changed(cards("333 T"))
    assert lost
    assert kept.picked == cards("3T")
    same, lost = pick.hand_changed(cards("3 TT"))
    assert not lost
    assert same.picked == pick.picked
    gone, lost = pick.hand_changed(NO_CARDS)
    assert lost
    assert (gone.picked, gone.rank, gone.history) == (NO_CARDS, None, ())


@pytest.mark.parametrize(
    ("characters", "rank"),
    [("3３", THREE), ("0０tTｔＴ", TEN), ("2２", TWO), ("sSｓ", SMALL), ("bBＢ", BIG)],
)
def test_keys_are_read_in_every_width_and_case(characters: str, rank: int) -> None:
    assert [key_to_rank(character) for character in characters] == [rank] * len(characters)


@pytest.mark.parametrize("character", ["1", "x", "X", "p", " ", "\r", "", "小", "10", "\x1b", "½"])
def test_other_keys_are_no_ranks(character: str) -> None:
    assert key_to_rank(character) is None


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("777+2x", "777 2 x"),
        ("0002s", "TTT 2 x"),
        ("10 10 10 2 小", "TTT 2 x"),
        ("大", "X"),
        ("小花大花", "xX"),
        ("小王, 大王", "xX"),
        ("xX", "xX"),
        ("sB", "xX"),
        ("kkK 2 b", "KKK 2 X"),
        ("１０、０＋２ｓ", "TT 2 x"),
        ("3*8 4*8", "33333333 44444444"),
        ("0*5+22", "TTTTT 22"),
        ("7*10", "7777777777"),
        ("100", "TT"),
        ("10 10 2 small joker big joker", "TT 2 x X"),
    ],
)
def test_typed_forms(text: str, same: str) -> None:
    assert parse_typed(text) == cards(same)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_card"), ("  ", "bad_card"), ("1", "bad_card"), ("7c", "bad_card"), ("smal", "bad_card"),
        ("7*", "bad_card"), ("7*0", "bad_card"), ("sssss", "too_many"), ("7*17", "too_many"), ("\x1b[A", "bad_card"),
    ],
)  # fmt: skip
def test_what_is_no_card_is_refused(text: str, code: str) -> None:
    with pytest.raises(CardsError) as caught:
        parse_typed(text)
    assert (caught.value.code, caught.value.text) == (code, text)
