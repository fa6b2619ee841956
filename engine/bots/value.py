"""What a position is worth at the start of a round, all hands open: a small net, fitted to games of experts.

One hidden layer over marks such as "the leader's partner holds three kings". The hidden sums of all lanes stand in one
long integer, 16 bits a lane, so that a mark is one addition: a look takes some ten microseconds without any library.
``tests/bench/fit_value.py`` fits it and writes its weights; docs/bots.md says how well it foresees.
"""

from __future__ import annotations

from base64 import b85decode
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise
from struct import Struct
from typing import Final

from engine.bots.value_weights import BIASES, LAST_THREES, OUT, PLAIN
from engine.cards import TWO
from engine.round import Round

_CAPS: Final = (*(9,) * TWO, 8, 25, 40, 13)
"""How many marks each feature of a seat has: twelve ranks, 2s, both jokers, cards, ranks held; more counts as most."""

_SEATS: Final = 6

_SHIFT: Final = 128
"""Added to every weight so that no lane is ever below 0."""


class Net:
    """A fitted net.

    Args:
        text: the weights of all marks, a byte each and lane by lane, in base 85.
        biases: of the hidden lanes, in the units of their weights.
        out: what a unit of each lane is worth in points; the last lane is linear; then the constant.
    """

    __slots__ = ("_bounds", "_burning", "_bytes", "_constant", "_linear", "_order", "_out", "_outs", "_unpack")

    def __init__(self, text: str, biases: Sequence[int], out: Sequence[float]) -> None:
        rows = b85decode(text)
        lanes = len(biases) + 1
        packer = Struct(f"<{lanes}H")
        marks = [
            int.from_bytes(packer.pack(*rows[start : start + lanes]), "little") for start in range(0, len(rows), lanes)
        ]
        starts = [0, *accumulate(_CAPS * _SEATS)]
        tables = [marks[a:b] for a, b in pairwise(starts)]
        per = len(_CAPS)
        self._order = [tuple(tables[per * seat : per * seat + per]) for seat in range(_SEATS)]
        rest = marks[starts[-1] :]
        self._outs, self._burning = rest[:6], rest[6:]
        self._unpack = packer.unpack
        self._bytes = packer.size
        added = (per * _SEATS + 2) * _SHIFT
        self._bounds = [added - bias for bias in biases]
        self._out = list(out[: lanes - 1])
        self._linear = out[lanes - 1]
        self._constant = out[lanes] - added * self._linear

    def look(self, play: Round, hands: Sequence[Sequence[int]]) -> float:
        """Return the points that the leader's team may expect (-6 to 6) at the start of a round.

        Args:
            play: the public state; nothing has been led.
            hands: fifteen counts each, of seats 1-6 (index 0 unused).
        """
        seat, sizes, burning = play.leader, play.sizes, play.burning
        total = self._outs[len(play.exits)] + self._burning[(burning - seat) % 6 + 1 if burning else 0]
        for r3, r4, r5, r6, r7, r8, r9, rt, rj, rq, rk, ra, twos, jokers, cards, ranks in self._order:
            hand = hands[seat]
            size = sizes[seat]
            if size:
                (a, b, c, d, e, f, g, h, i, j, k, m, n, small, big) = hand
                total += (
                    r3[a if a < 9 else 8] + r4[b if b < 9 else 8] + r5[c if c < 9 else 8] + r6[d if d < 9 else 8]
                    + r7[e if e < 9 else 8] + r8[f if f < 9 else 8] + r9[g if g < 9 else 8] + rt[h if h < 9 else 8]
                    + rj[i if i < 9 else 8] + rq[j if j < 9 else 8] + rk[k if k < 9 else 8] + ra[m if m < 9 else 8]
                    + twos[n if n < 8 else 7] + jokers[small * 5 + big] + cards[size if size < 40 else 39]
                    + ranks[12 - hand[:12].count(0)]
                )  # fmt: skip
            else:
                total += (
                    r3[0] + r4[0] + r5[0] + r6[0] + r7[0] + r8[0] + r9[0] + rt[0] + rj[0] + rq[0] + rk[0] + ra[0]
                    + twos[0] + jokers[0] + cards[0] + ranks[0]
                )  # fmt: skip
            seat = seat % 6 + 1
        lanes = self._unpack(total.to_bytes(self._bytes, "little"))
        worth: float = self._constant + self._linear * lanes[-1]
        for lane, bound, weight in zip(lanes, self._bounds, self._out, strict=False):
            if lane > bound:
                worth += (lane - bound) * weight
        return worth


@cache
def net(last_threes: bool) -> Net:
    """Return the net of the rules with or without last threes."""
    number = 1 if last_threes else 0
    return Net(LAST_THREES if last_threes else PLAIN, BIASES[number], OUT[number])


__all__ = ["Net", "net"]
