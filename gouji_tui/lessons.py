"""The lessons of the tutorial: positions on the engine, and what the learner, seat 1, is to do in them.

What a lesson says stands in ``strings/lessons.py``; what it claims stands here, as a position file would say it
(docs/positions.md), and the tests ask the engine for every claim.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.deal import Deal
from engine.position import Reader
from engine.preparing import Setup
from engine.referee import set_up
from engine.rules import PRESETS
from engine.shuffle import shuffled_deck
from engine.tribute import Debt


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to read and to do.

    Attributes:
        answer: the learner's action in its text form; empty where there is only something to read.
        refused: the code with which the table must refuse that action: it is tried, and the ruling explained.
        then: what the others do after it, ``"2 pass"``.
        claims: what the text says of the position before the answer, in the keys of ``expect``.
    """

    answer: str = ""
    refused: str = ""
    then: tuple[str, ...] = ()
    claims: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A position and its steps.

    Attributes:
        id: names it in string ids.
        position: the keys of a position file; for ``tribute`` the hands and debts; empty for a deal from a key.
        steps: in order.
        preset: whose rules hold.
    """

    id: str
    position: Mapping[str, object]
    steps: tuple[Step, ...]
    preset: str = "classic"

    def deal(self) -> Deal:
        """Return the position at the table."""
        if self.position.get("kind") == "tribute":
            return self._at_tribute()
        if not self.position:
            setup = Setup(True, 1, (0,), 1, None, shuffled_deck(bytes(32)))
            deal = Deal.prepared(PRESETS[self.preset], setup)
            deal.begin()
            return deal
        return set_up(Reader({"id": self.id, "preset": self.preset, **self.position}))

    def _at_tribute(self) -> Deal:
        reader = Reader({"id": self.id, "preset": self.preset, **self.position})
        deal = Deal.prepared(reader.rules, Setup(False, 0, (), 1, None, ()))
        for seat, cards in reader.table("hands").items():
            deal.hands[int(seat)][:] = reader.cards("hands", cards)
        assert deal.preparing is not None
        deal.preparing.at_tribute([Debt("fall", 6, 1, 2)], ())
        return deal


LESSONS: Final = (
    Lesson(
        "sets",
        {"hands": {"1": "44 JJ 777 2 x", "2": "888 3 5"}, "lead": 1},
        (
            Step(claims={"turn": 1}),
            Step("play 44777", "mixed_ranks", claims={"legal": ["1 play 777", "1 play 44", "1 play 777+2"]}),
            Step("play 777", then=("2 play 888", "3 pass", "4 pass", "5 pass", "6 pass")),
            Step("play JJ", "count", claims={"turn": 1, "legal": ["1 play JJ+2", "1 play JJ+x"]}),
            Step("play JJ+2", then=("2 pass", "4 pass")),
            Step("play 44+x", then=("4 pass",), claims={"leader": 1, "legal": ["1 play x", "1 play 44"]}),
            Step(claims={"places": [1]}),
        ),
    ),
    Lesson(
        "gouji",
        {"hands": {"1": "AAA 22 55 66", "6": "KKK 88 33 5", "4": "AA 9 55"}, "lead": 6, "actions": ["6 play KKK"]},
        (
            Step("play AAA", "not_opposite", claims={"turn": 3, "illegal": ["2 play AAA", "4 pass"]}),
            Step(then=("3 pass", "6 play 88")),
            Step("pass", then=("2 pass", "3 pass", "4 play AA"), claims={"turn": 1, "legal": ["1 play AA"]}),
            Step(
                "play 22", then=("4 pass",),
                claims={"turn": 1, "illegal": ["2 play 22", "6 play 33"], "legal": ["1 pass"]},
            ),
            Step(claims={"leader": 1}),
        ),
    ),
    Lesson(
        "yield",
        {"hands": {"1": "9 Q 44", "2": "33 55", "3": "33 66", "4": "7 33 55"}, "lead": 4, "actions": ["4 play 7"]},
        (
            Step(then=("5 pass", "6 pass"), claims={"turn": 5}),
            Step("yield", then=("2 pass", "3 pass"), claims={"turn": 1, "legal": ["1 play 9", "1 pass"]}),
            Step("yield", "yield_not_allowed", claims={"turn": 1}),
            Step("play 9", then=("4 pass",), claims={"legal": ["1 pass"]}),
            Step(claims={"leader": 1}),
        ),
    ),
    Lesson(
        "burn",
        {"hands": {"1": "KKK 66 99 x", "2": "QQQ 33 44"}, "lead": 2, "actions": ["2 play QQQ"]},
        (
            Step(
                "burn KK+x", "burn_unsustainable",
                claims={"turn": 5, "may_burn": [1], "refusal": {"1 play KKK": "not_opposite"}},
            ),
            Step("burn KKK", then=("4 pass",)),
            Step("play 66", "burn_needs_joker", claims={"burning": 1, "leader": 1}),
            Step("play 66+x", then=("4 pass",), claims={"legal": ["1 play x+99"]}),
            Step("play 99", claims={"leader": 1}),
            Step(claims={"places": [1]}),
        ),
    ),
    Lesson(
        "wind",
        {"hands": {"1": "77 K 44", "6": "88"}, "lead": 6, "actions": ["6 play 88"]},
        (
            Step("play 77", "rank", claims={"turn": 1, "places": [6], "headless": [3], "legal": ["1 wind", "1 pass"]}),
            Step("wind", then=("2 agree", "3 agree", "4 agree", "5 agree")),
            Step("play K", claims={"leader": 1}),
            Step(claims={"turn": 2}),
        ),
    ),
    Lesson(
        "headless",
        {"hands": {"1": "AAA 55 99", "2": "KKK 33 44"}, "lead": 2, "out": [4], "actions": ["2 play KKK"]},
        (
            Step(claims={"headless": [1], "turn": 5, "may_burn": []}),
            Step(then=("5 pass",), claims={"turn": 5, "refusal": {"1 burn AAA": "burn_not_allowed"}}),
            Step("play AAA", then=("2 pass",), claims={"turn": 1, "refusal": {"3 play AAA": "not_opposite"}}),
            Step(then=("3 pass", "6 pass"), claims={"turn": 3}),
            Step(claims={"leader": 1}),
        ),
    ),
    Lesson(
        "brawl",
        {
            "hands": {"1": "AAA 7 Q", "2": "KKK 6 J", "5": "88 9", "6": "33 4"}, "lead": 2, "out": [4, 3],
            "actions": ["2 play KKK"],
        },
        (
            Step(then=("5 pass", "6 pass"), claims={"turn": 5, "may_burn": []}),
            Step("play AAA", then=("2 pass", "5 pass", "6 pass"), claims={"turn": 1}),
            Step("play 7", then=("2 pass", "5 play 9", "6 pass"), claims={"leader": 1}),
            Step("pass", then=("2 play J", "5 pass", "6 pass"), claims={"turn": 1, "legal": ["1 play Q"]}),
            Step("play Q", claims={"turn": 1}),
            Step(claims={"places": [4, 3, 1]}),
        ),
    ),
    Lesson(
        "tribute",
        {
            "kind": "tribute",
            "hands": {"1": "333 44 66 9 K", "2": "55", "3": "55", "4": "55", "5": "55", "6": "Xx 44 55 99"},
        },
        (
            Step(
                claims={
                    "phase": "return", "hand": {"1": "333 44 66 9 K xX", "6": "44 55 99"},
                    "illegal": ["1 return 3"], "legal": ["1 return 34"],
                }
            ),
            Step("return 34", then=("6 reject 3",), claims={"phase": "return"}),
            Step("return 3", "not_allowed", claims={"phase": "return", "refusal": {"1 return 3": "not_allowed"}}),
            Step("return 4", then=("6 none",)),
            Step(claims={"hand": {"6": "4444 55 99", "1": "333 66 9 K xX"}}),
        ),
        "qingdao",
    ),
    Lesson(
        "opening",
        {"hands": {"1": "QQQ 2 x 55", "4": "33 44 66", "2": "33 44 77"}, "lead": 1},
        (
            Step(claims={"opened": [], "turn": 1}),
            Step("play QQQ", then=("4 pass",)),
            Step(claims={"opened": [1], "leader": 1}),
        ),
        "qingdao",
    ),
    Lesson(
        "calls",
        {},
        (
            Step(
                "none", then=("2 none", "3 none", "4 none", "5 none", "6 none"),
                claims={"phase": "advance_calls", "legal": ["1 call advance", "1 none"]},
            ),
            Step(
                "none", then=("2 none", "3 none", "4 none", "5 none", "6 none"),
                claims={"phase": "revolution", "illegal": ["1 revolt"]},
            ),
            Step(
                "call shown", then=("2 none", "3 none", "4 none", "5 none", "6 none"),
                claims={"phase": "shown_calls", "legal": ["1 call shown", "1 none"]},
            ),
            Step(claims={"phase": "play"}),
        ),
        "qingdao",
    ),
    Lesson(
        "threes",
        {"hands": {"1": "33 99 x", "2": "33 44 55"}, "lead": 1},
        (
            Step("play 33", "threes_last", claims={"turn": 1, "legal": ["1 play 99+x", "1 play 99", "1 play x"]}),
            Step("play 99", then=("2 pass", "3 pass", "4 pass", "5 pass", "6 pass")),
            Step("play 33+x", "threes_bare", claims={"leader": 1}),
            Step("play x", then=("4 pass",)),
            Step("play 3", "threes_whole", claims={"leader": 1}),
            Step("play 33"),
            Step(claims={"places": [1]}),
        ),
        "biesan",
    ),
)  # fmt: skip
"""All lessons, in the order in which they are taken."""
