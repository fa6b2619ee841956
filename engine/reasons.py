"""Why an action is refused: a code with its numbers; the texts live in the interface."""

from __future__ import annotations

from enum import Enum, IntEnum, auto


class Code(str, Enum):
    """The codes of refusals, as position files and the wire name them (docs/positions.md)."""

    NOT_YOUR_TURN = "not_your_turn"
    PASSED = "passed"
    NOT_OPPOSITE = "not_opposite"
    COUNT = "count"
    RANK = "rank"
    NEEDS_BIG_JOKER = "needs_big_joker"
    DEAD = "dead"
    MIXED_RANKS = "mixed_ranks"
    NOT_HELD = "not_held"
    MUST_LEAD = "must_lead"
    BURN_UNSUSTAINABLE = "burn_unsustainable"
    BURN_NEEDS_JOKER = "burn_needs_joker"
    BURN_NOT_ALLOWED = "burn_not_allowed"
    THREES_LAST = "threes_last"
    THREES_WHOLE = "threes_whole"
    THREES_BARE = "threes_bare"
    YIELD_NOT_ALLOWED = "yield_not_allowed"
    WIND_NOT_ALLOWED = "wind_not_allowed"
    FIRST_LEAD_FOURS = "first_lead_fours"
    TOO_LATE = "too_late"
    CLOSING = "closing"
    OVER = "over"
    ORDER_NOT_ALLOWED = "order_not_allowed"
    ORDER_PARTNER = "order_partner"
    ORDER_WHOLE_HAND = "order_whole_hand"
    ORDER_SAME_SETS = "order_same_sets"
    ORDER_FIXED = "order_fixed"
    WRONG_PHASE = "wrong_phase"
    NOT_ALLOWED = "not_allowed"
    SUPERSEDED = "superseded"
    HALTED = "halted"


class Case(IntEnum):
    """Which of its several grounds a refusal has: the number ``case`` of a :class:`Reason`."""

    BURN_LEAD = auto()
    BURN_ORDINARY = auto()
    BURN_BRAWL = auto()
    BURN_DEAD = auto()
    BURN_TWO_OUT = auto()
    BURN_OF_HEADLESS = auto()
    BURN_OWN = auto()
    BURN_OPPOSITES = auto()
    BURN_HEADLESS = auto()
    BURN_OUT = auto()
    BURN_SHUT = auto()
    BURN_WIND = auto()
    YIELD_BRAWL = auto()
    YIELD_GOUJI = auto()
    YIELD_NOT_OPPOSITE = auto()
    YIELD_TWICE = auto()
    YIELD_BETWEEN = auto()
    YIELD_NOBODY = auto()
    YIELD_AFTER_WIND = auto()
    WIND_LEAD = auto()
    WIND_NO_LAST_HAND = auto()
    WIND_NOT_NEAREST = auto()
    WIND_ACTED = auto()
    NO_REVOLT = auto()
    NO_REDRAW = auto()
    NO_DEAD_GOUJI = auto()
    RETURN_REJECTED = auto()
    REJECT_HELD = auto()
    BUY_HELD = auto()
    NOT_ASKED = auto()
    OTHER_CALL = auto()
    SHOW_THREES = auto()
    NO_COUNTER = auto()
    FALL_OF_ANOTHER = auto()
    NO_SUCH_DISCARD = auto()
    REVOLT_OFF = auto()
    ORDER_OFF = auto()
    SUGGEST_UNSEEN = auto()


class Reason:
    """Why an action is refused.

    Attributes:
        code: the kind of refusal.
        args: its numbers by name (cards, seats 1-6, ranks 0-14).
        counts_as_pass: the wrong set is not refused but counts as a pass (``wrong_follow = "pass"``, RULES.md 3).
    """

    __slots__ = ("args", "code", "counts_as_pass")

    def __init__(self, code: Code, *, counts_as_pass: bool = False, **args: int) -> None:
        self.code = code
        self.args = args
        self.counts_as_pass = counts_as_pass

    def __repr__(self) -> str:
        numbers = "".join(f", {name}={value}" for name, value in self.args.items())
        return f"Reason({self.code.value}{numbers})"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Reason)
            and self.code is other.code
            and self.args == other.args
            and self.counts_as_pass == other.counts_as_pass
        )

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.args.items()))))


class IllegalAction(ValueError):
    """An action that the rules refuse; ``reason`` says why."""

    def __init__(self, seat: int, action: str, reason: Reason) -> None:
        super().__init__(f"seat {seat} may not {action!r}: {reason!r}")
        self.seat = seat
        self.action = action
        self.reason = reason
