"""The referee rules as the adjudicated positions do (docs/positions.md)."""

import tomllib
from pathlib import Path

import pytest

from engine.actions import Verb
from engine.explain import Bar, Mark, Right
from engine.referee import PositionError, rule_file, rule_position
from gouji_tui.referee import told
from gouji_tui.strings import LANGUAGES

FILES = sorted((Path(__file__).parent / "positions").glob("*.toml"))
POSITIONS = [each for path in FILES for each in tomllib.loads(path.read_text(encoding="utf-8"))["position"]]


@pytest.mark.parametrize("position", [pytest.param(each, id=each["id"]) for each in POSITIONS])
def test_the_position_is_ruled_as_adjudicated(position):
    assert rule_position(position).wrong == ()


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"hans": {}}, "hans"),
        ({"kind": "bridge"}, "kind"),
        ({"lead": 7}, "lead"),
        ({"hands": {"1": "7*17"}}, "hands.1"),
        ({"hands": {"1": "hello"}}, "hands.1"),
        ({"hands": {"1": "7*9", "2": "7*9"}}, "hands"),
        ({"actions": ["1 jump 7"]}, "actions"),
        ({"actions": ["2 play 77"]}, "actions"),
        ({"options": {"eagles": 1}}, "options"),
        ({"expect": {"mood": "good"}}, "expect.mood"),
        ({"out": [1, 1]}, "out"),
        ({"out": 1}, "out"),
        ({"preset": "bridge"}, "preset"),
        ({"options": {"calls": ["shown"]}}, "options"),
        ({"options": {"two_gouji_count": 3}}, "options"),
        ({"hands": {"7": "44"}}, "hands"),
        ({"hands": {"1": 44}}, "hands.1"),
        ({"hands": {"1": "7*x"}}, "hands.1"),
        ({"hands": "44"}, "hands"),
        ({"actions": ["0 play 4"]}, "actions"),
        ({"actions": ["² play 4"]}, "actions"),
        ({"actions": ["1 play"]}, "actions"),
        ({"actions": ["1 pass 4"]}, "actions"),
        ({"actions": "1 pass"}, "actions"),
        ({"first_deal": 1}, "first_deal"),
        ({"expect": {"legal": "1 pass"}}, "expect.legal"),
        ({"expect": {"illegal": ["1 jump"]}}, "expect"),
        ({"expect": {"refusal": {"1 pass": "ugly"}}}, "expect.refusal"),
        ({"expect": {"refusal": ["1 pass"]}}, "expect.refusal"),
        ({"expect": {"hand": "44"}}, "expect.hand"),
        ({"expect": []}, "expect"),
        ({"kind": "beats", "play": "44"}, "top"),
        ({"kind": "beats", "play": "44", "top": "45"}, "top"),
        ({"kind": "gouji"}, "play"),
        ({"kind": "gouji", "hands": {}}, "hands"),
        ({"kind": "legal_set", "hand": "44"}, "play"),
        ({"kind": "score", "cards_left": {"1": "two"}}, "cards_left.1"),
        ({"kind": "score", "collected": {"C": 1}}, "collected.C"),
        ({"kind": "score", "exits": [0]}, "exits"),
        ({"kind": "first_lead", "turned": {"by": 3, "cards": "?"}}, "turned.cards"),
        ({"kind": "first_lead", "turned": {"cards": "8"}}, "turned.by"),
        ({"kind": "first_lead", "draws": {"1": "3s 9z"}}, "draws"),
        ({"kind": "first_lead", "after": {"places": [1, 2]}}, "after.places"),
        ({"kind": "first_lead", "after": {"places": [1, 3, 5, 2, 4, 6], "opener": 1, "who": 1}}, "after.who"),
        ({"kind": "revolution"}, "hand"),
        ({"kind": "tribute", "debts": [{"kind": "gift", "from": 1, "to": 2, "cards": 1}]}, "debts.kind"),
        ({"kind": "tribute", "debts": [{"kind": "fall", "from": 1, "to": 2}]}, "debts"),
        ({"kind": "tribute", "preset": "qingdao", "points": {"1": {"open": True}}}, "points.1"),
        ({"kind": "tribute", "preset": "qingdao", "calls": [{"by": 1, "call": "loud"}]}, "calls.call"),
        ({"kind": "tribute", "debts": [], "expect": {"payments": "X"}}, "expect.payments"),
        ({"kind": "buy_threes", "lead": "one"}, "lead"),
    ],
)
def test_a_wrong_position_is_refused_with_its_key(change, key):
    with pytest.raises(PositionError) as refused:
        rule_file({"format": "gouji-position/1", "position": [{"id": "E1", **change}]})
    assert (refused.value.position, refused.value.key) == ("E1", key)


@pytest.mark.parametrize(
    ("data", "position", "key"),
    [
        ({}, "file", "format"),
        ({"format": "gouji-position/2", "position": [{"id": "E1"}]}, "file", "format"),
        ({"format": "gouji-position/1"}, "file", "position"),
        ({"format": "gouji-position/1", "position": [{"id": "E1"}], "author": "me"}, "file", "author"),
        ({"format": "gouji-position/1", "position": [{"title": "no id"}]}, "position 1", "id"),
        ({"format": "gouji-position/1", "position": [3]}, "position 1", "id"),
        ({"format": "gouji-position/1", "position": [{"id": "E1"}, {"id": "E1"}]}, "E1", "id"),
    ],
)
def test_a_wrong_file_is_refused_by_name(data, position, key):
    with pytest.raises(PositionError) as refused:
        rule_file(data)
    assert (refused.value.position, refused.value.key) == (position, key)


def test_positions_that_name_no_preset_take_that_of_the_reader():
    positions = [{"id": "one"}, {"id": "other", "preset": "qingdao"}]
    rulings = rule_file({"format": "gouji-position/1", "position": positions}, "biesan")
    assert [each.preset for each in rulings] == ["biesan", "qingdao"]


def explained(**position):
    found = rule_position({"id": "E1", **position}).explained
    assert found is not None
    return found


def test_a_gouji_set_is_explained():
    hands = {"1": "QQQ 44 55", "2": "KKK 77 9 x", "4": "AAA 22 x 7"}
    found = explained(hands=hands, actions=["1 play QQQ"])
    assert found.entitled == ((4, Right.OPPOSITE),)
    assert found.burners == (2,) and found.unable == (3, 5, 6)
    assert dict(found.barred) == dict.fromkeys((2, 3, 5, 6), Bar.NOT_OPPOSITE)
    assert found.marks == (Mark.GOUJI,) and found.leader == 1 and found.alone == (Verb.PASS,)
    assert found.sets == ((11, (3,)), (12, (3,))) and found.ways == 6


def test_passes_the_opposite_and_the_headless_are_explained():
    actions = ["3 play T", "4 pass", "5 pass", "6 pass", "1 play K"]
    found = explained(hands={"1": "9 K", "3": "T J"}, lead=3, actions=actions)
    assert dict(found.entitled) == {2: Right.UNPASSED, 3: Right.UNPASSED, 4: Right.OPPOSITE_AGAIN}
    assert dict(found.barred) == {5: Bar.PASSED, 6: Bar.PASSED}
    found = explained(hands={"4": "KK 5"}, out=[1], lead=4, actions=["4 play KK"])
    assert dict(found.entitled) == dict.fromkeys((2, 3, 5, 6), Right.OF_HEADLESS)
    assert found.marks == (Mark.GOUJI, Mark.HEADLESS) and found.burners == ()


def test_a_protected_answer_is_explained():
    found = explained(hands={"1": "KK", "4": "AA 3", "2": "22 5"}, actions=["1 play KK", "4 play AA"])
    assert found.entitled == () and found.burners == (2,) and found.leader == 4
    assert Mark.PROTECTED in found.marks and found.barred[0] == (2, Bar.PROTECTED)


@pytest.mark.parametrize("position", [pytest.param(each, id=each["id"]) for each in POSITIONS])
def test_every_position_without_its_expectation_is_explained_in_both_languages(position):
    bare = {key: value for key, value in position.items() if key != "expect"}
    if bare.get("kind") == "revolution" and not {"hand", "declared"} & set(bare):
        return
    ruling = rule_position(bare)
    for language in LANGUAGES:
        lines = told(ruling, bare, language)
        assert lines and all(line.strip() and "{" not in line for line in lines)
