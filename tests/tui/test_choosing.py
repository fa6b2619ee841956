"""Filling and hints: what they pick may be played, keeps what was picked, and takes jokers last."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action, Verb
from engine.cards import BIG, RANKS, SMALL, format_cards, parse_cards
from engine.sets import set_of
from gouji_tui.actions import ActionId
from gouji_tui.choosing import Choosing, nothing_beats
from gouji_tui.filling import MOST_HINTS, fill_ways, hint_sets, jokers_added
from gouji_tui.hinting import hint_lines
from tests.tui.states import STATES, lay, view_of

HANDS = st.lists(st.integers(0, 14), min_size=12, max_size=36).map(
    lambda ranks: tuple(min(ranks.count(rank), 4 if rank >= SMALL else 16) for rank in range(15))
)


def following(hand, top):
    view = view_of(format_cards(hand), leader=6)
    view.apply(lay(6, top))
    return view


@given(HANDS, st.sampled_from(["4", "555", "66", "777"]), st.data())
def test_every_way_to_fill_is_lawful_and_holds_the_pick(hand, top, data):
    view = following(hand, top)
    legal = list(view.legal_sets())
    if not legal:
        return
    whole = data.draw(st.sampled_from(legal)).counts()
    picked = tuple(data.draw(st.integers(0, number)) for number in whole)
    ways = fill_ways(view, picked)
    assert whole in ways and len(set(ways)) == len(ways)
    for way in ways:
        assert view.why_not(Action(Verb.PLAY, way)) is None
        assert all(map(int.__le__, picked, way))
    added = [jokers_added(picked, way) for way in ways]
    assert added == sorted(added)


@given(HANDS, st.lists(st.sampled_from([*range(15), ActionId.FILL, ActionId.UNDO, ActionId.ALL, ActionId.LESS])))
def test_no_key_picks_more_than_is_held(hand, keys):
    view = following(hand, "55")
    chosen = Choosing(view.hand)
    for key in keys:
        if key is ActionId.FILL:
            chosen.fill(view, "en")
        elif isinstance(key, ActionId):
            assert chosen.do(key)
        else:
            chosen.rank(key)
        assert all(0 <= picked <= held for picked, held in zip(chosen.pick.picked, view.hand, strict=True))


def test_each_fill_has_one_natural_fewer_and_says_when_jokers_come():
    view = following(parse_cards("3 TTTTT 2222 xX"), "55555")
    chosen = Choosing(view.hand)
    for _ in range(3):
        chosen.rank(RANKS.index("T"))
    filled, told = [], []
    for _ in range(4):
        told.append(chosen.fill(view, "en"))
        filled.append(format_cards(chosen.pick.picked).replace(" ", ""))
    assert filled[:3] == ["TTTTT", "TTTT2", "TTT22"] and filled[3][-1] in "xX"
    assert "joker" in told[2] and not any("joker" in each for each in told[:2])
    chosen.do(ActionId.UNDO)
    assert format_cards(chosen.pick.picked).split() == ["TTT", "22"]


def test_jokers_alone_come_with_a_second_press_and_are_said_before():
    view = following(parse_cards("3 TT 99 xX"), "555")
    chosen = Choosing(view.hand)
    for _ in range(2):
        chosen.rank(RANKS.index("T"))
    assert "joker" in chosen.fill(view, "en") and format_cards(chosen.pick.picked) == "TT"
    chosen.fill(view, "en")
    assert set_of(chosen.pick.picked).jokers == 1
    chosen.do(ActionId.CLEAR)
    chosen.rank(RANKS.index("9"))
    assert "joker" in chosen.fill(view, "en") and format_cards(chosen.pick.picked) == "9"


def test_jokers_picked_by_hand_are_kept():
    view = following(parse_cards("TTTT 22 xX"), "55555")
    chosen = Choosing(view.hand)
    chosen.rank(SMALL)
    chosen.fill(view, "en")
    assert chosen.pick.picked[SMALL] == 1 and not chosen.pick.picked[BIG]
    assert view.why_not(Action(Verb.PLAY, chosen.pick.picked)) is None


@pytest.mark.parametrize("name", ["lead", "follow", "gouji-mine", "burn-offered"])
@pytest.mark.parametrize("language", ["zh", "en"])
def test_hints_are_lawful_differ_and_say_why(name, language):
    view = STATES[name]()[0]
    hints = hint_lines(view, language)
    assert (0 if name == "burn-offered" else 1) < len(hints) <= MOST_HINTS
    assert len({action for action, _ in hints}) == len(hints)
    for action, line in hints:
        assert action is None or view.why_not(action) is None
        assert ": " in line
    if name == "burn-offered":
        assert all(action is None or action.verb is Verb.BURN for action, _ in hints)


def test_hints_go_on_and_back():
    view = STATES["lead"]()[0]
    chosen = Choosing(view.hand)
    first = chosen.hint(view, "en", 1)
    second = chosen.hint(view, "en", 1)
    assert first != second and second[1].startswith("2/")
    assert chosen.hint(view, "en", -1) == first
    assert chosen.hint(view, "zh", 1)[1] != first[1]


@given(HANDS)
def test_leads_of_hints_are_sets_of_the_hand(hand):
    view = view_of(format_cards(hand))
    found = hint_sets(view)
    assert 0 < len(found) <= MOST_HINTS
    assert all(set_of(each.counts()) == each and each in view.legal_sets() for each in found)


def test_the_marker_runs_from_the_hand_through_the_actions_and_back():
    chosen = Choosing(parse_cards("3 K"))
    places = [ActionId.PLAY, ActionId.PASS, ActionId.MENU]
    seen = []
    for _ in range(5):
        chosen.move(1, places)
        seen.append((chosen.pick.rank, chosen.place))
    king = RANKS.index("K")
    assert seen == [(king, None), *((king, place) for place in places), (king, ActionId.MENU)]
    for _ in range(3):
        chosen.move(-1, places)
    assert chosen.place is None
    chosen.move(1, places)
    assert chosen.do(ActionId.MORE) and chosen.place is None and not chosen.pick.size
    chosen.move(1, places)
    chosen.move(1, [ActionId.MENU])
    assert chosen.place is ActionId.MENU


def test_nothing_beats_only_where_one_may_pass():
    assert nothing_beats(following(parse_cards("3 4"), "QQ"))
    assert not nothing_beats(following(parse_cards("3 4 AAA"), "QQ"))
    assert not nothing_beats(STATES["lead"]()[0])
    assert not nothing_beats(STATES["others-turn"]()[0])
