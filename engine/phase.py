"""What is being decided: the phases of a deal, in the order of RULES.md 8."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Phase(str, Enum):
    """What is being decided."""

    FALLS = "falls"
    """Which of the last two, team-mates, is 大落 of the deal before (5)."""
    ADVANCE_CALLS = "advance_calls"
    """预点, before the draw (8)."""
    CUT = "cut"
    """Where the first drawer's opposite cuts (7)."""
    SHOW = "show"
    """Who shows threes for the first lead (7)."""
    REVOLUTION = "revolution"
    """革命, or a new draw where it may be asked for (8)."""
    AGREEMENT = "agreement"
    """Whether team-mates pay each other (8)."""
    RETURN = "return"
    """What a receiver of tribute gives back (8)."""
    REJECT = "reject"
    """Whether the payer takes what came back (8)."""
    BUYING = "buying"
    """Who buys a three (8)."""
    DISCARD = "discard"
    """烩牌: what the first leader has thrown out (8)."""
    SHOWN_CALLS = "shown_calls"
    """明点, before the first lead (8)."""
    PLAY = "play"
    ORDER = "order"
    """In which order a partner has a hand played that lies open (11)."""
    WIND = "wind"
    CLOSING = "closing"
    VOID = "void"
    OVER = "over"


HIDDEN_PHASES: Final = frozenset({Phase.SHOW, Phase.REVOLUTION, Phase.REJECT, Phase.BUYING})
"""Where it depends on hidden cards who has something to decide: asked for a constant time (RULES.md 8)."""
