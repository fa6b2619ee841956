"""The referee rules as the adjudicated positions do (docs/positions.md)."""

import tomllib
from pathlib import Path

import pytest

from engine.referee import PositionError, rule_file, rule_position

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
    ],
)
def test_a_wrong_position_is_refused_with_its_key(change, key):
    with pytest.raises(PositionError) as refused:
        rule_file({"format": "gouji-position/1", "position": [{"id": "E1", **change}]})
    assert (refused.value.position, refused.value.key) == ("E1", key)
