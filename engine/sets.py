"""Sets: what may be put down together, which beats which, which is gouji (RULES.md 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from engine.cards import ACE, BIG, JACK, KING, NO_CARDS, QUEEN, RANKS, SMALL, TEN, THREE, TWO, Counts
from engine.reasons import Code, Reason
from engine.rules import Rules


class CardSet(NamedTuple):
    """A set 套牌 (手): base rank, own cards, attached 2s and jokers (RULES.md 2).

    Attributes:
        rank: base rank, 0-14 (``engine.cards.RANKS``).
        size: all its cards.
        twos: attached 2s (0 where the base is a 2 or a joker).
        small: attached small jokers (0 where the base is a joker): ``ax`` in RULES.md 2.
        big: attached big jokers (0 where the base is X).
    """

    rank: int
    size: int
    twos: int = 0
    small: int = 0
    big: int = 0

    @property
    def naturals(self) -> int:
        """Cards of the base rank itself."""
        return self.size - self.twos - self.small - self.big

    @property
    def big_jokers(self) -> int:
        """All big jokers in it, base or attached."""
        return self.size if self.rank == BIG else self.big

    @property
    def jokers(self) -> int:
        """All jokers of either size in it."""
        if self.rank >= SMALL:
            return self.size
        return self.small + self.big

    @property
    def dead(self) -> bool:
        """Whether it holds a big joker (死牌): nothing beats it, ``two_for_one`` apart."""
        return self.big > 0 or self.rank == BIG

    def counts(self) -> Counts:
        """Return its cards as fifteen counts."""
        counts = [0] * 15
        counts[TWO], counts[SMALL], counts[BIG] = self.twos, self.small, self.big
        counts[self.rank] += self.naturals
        return tuple(counts)

    def text(self) -> str:
        """Return its text form, base first: ``"777+2x"``."""
        base = RANKS[self.rank] * self.naturals
        rest = "2" * self.twos + "x" * self.small + "X" * self.big
        return f"{base}+{rest}" if rest else base

    def packed(self) -> int:
        """Return it as one integer of 20 bits: rank 4, size 5, twos 5, small 3, big 3 bits."""
        return (((self.rank << 5 | self.size) << 5 | self.twos) << 3 | self.small) << 3 | self.big


def unpack_set(packed: int) -> CardSet:
    """Return the set of :meth:`CardSet.packed`; raises ``ValueError`` where it is none."""
    card_set = CardSet(packed >> 16, packed >> 11 & 31, packed >> 6 & 31, packed >> 3 & 7, packed & 7)
    if not 0 <= card_set.rank <= BIG or card_set.naturals < 1 or set_of(card_set.counts()) != card_set:
        raise ValueError(f"no set: {packed}")
    return card_set


def set_of(counts: Sequence[int]) -> CardSet | None:
    """Return the set that the cards make, or None where they are none or of two ordinary ranks."""
    base = -1
    for rank in range(TWO):
        if counts[rank]:
            if base >= 0:
                return None
            base = rank
    twos, small, big = counts[TWO], counts[SMALL], counts[BIG]
    if base >= 0:
        return CardSet(base, counts[base] + twos + small + big, twos, small, big)
    if twos:
        return CardSet(TWO, twos + small + big, 0, small, big)
    if small:
        return CardSet(SMALL, small + big, 0, 0, big)
    if big:
        return CardSet(BIG, big)
    return None


_GOUJI_SIZE: Final = {TEN: 5, JACK: 4, QUEEN: 3, KING: 2, ACE: 2}
"""Cards that make a gouji set without a joker (RULES.md 2)."""


def is_gouji(card_set: CardSet, rules: Rules) -> bool:
    """Tell whether it is a gouji set 够级牌 (RULES.md 2)."""
    rank = card_set.rank
    if card_set.small or card_set.big or rank >= SMALL:
        return True
    if rank == TWO:
        return card_set.size >= rules.two_gouji_count
    return rank >= TEN and card_set.size >= _GOUJI_SIZE[rank]


def why_not_beats(card_set: CardSet, top: CardSet, rules: Rules) -> Reason | None:
    """Return why ``card_set`` does not beat ``top``, or None where it does (RULES.md 2)."""
    if top.big or top.rank == BIG:
        return _why_not_beats_dead(card_set, top, rules)
    if card_set.size != top.size:
        return Reason(Code.COUNT, need=top.size, have=card_set.size)
    if card_set.rank <= top.rank:
        return Reason(Code.RANK, rank=top.rank)
    if top.small and card_set.big_jokers < top.small:
        return Reason(Code.NEEDS_BIG_JOKER, need=top.small, have=card_set.big_jokers, small=top.small)
    return None


def _why_not_beats_dead(card_set: CardSet, top: CardSet, rules: Rules) -> Reason | None:
    if not rules.two_for_one:
        return Reason(Code.DEAD)
    held = top.big_jokers
    need_size = top.size + held
    if card_set.size != need_size:
        return Reason(Code.COUNT, need=need_size, have=card_set.size)
    if top.rank == BIG:
        return None if card_set.rank == BIG else Reason(Code.RANK, rank=top.rank)
    if card_set.rank <= top.rank:
        return Reason(Code.RANK, rank=top.rank)
    need_big = 2 * held + top.small
    if card_set.big_jokers != need_big:
        return Reason(Code.NEEDS_BIG_JOKER, need=need_big, have=card_set.big_jokers, small=top.small)
    return None


def beats(card_set: CardSet, top: CardSet, rules: Rules) -> bool:
    """Tell whether ``card_set`` beats ``top`` (RULES.md 2)."""
    if top.big or top.rank == BIG:
        return _why_not_beats_dead(card_set, top, rules) is None
    return (
        card_set.size == top.size and card_set.rank > top.rank and (not top.small or card_set.big_jokers >= top.small)
    )


def can_sustain(counts: Sequence[int], rules: Rules) -> bool:
    """Tell whether a burner can carry the hand through: j >= m - 1, or j >= m before last threes (RULES.md 4)."""
    ranks = 0
    for rank in range(1, TWO):
        if counts[rank]:
            ranks += 1
    jokers = counts[SMALL] + counts[BIG]
    if rules.last_threes and counts[THREE]:
        sets = ranks or (1 if counts[TWO] or jokers else 0)
        return jokers >= sets
    if counts[THREE]:
        ranks += 1
    sets = ranks or (1 if counts[TWO] or jokers else 0)
    return jokers >= sets - 1


def why_not_threes(card_set: CardSet, hand: Sequence[int], rules: Rules) -> Reason | None:
    """Return why a set breaks the rule of the last threes 憋三 out of ``hand``, or None (RULES.md 2)."""
    threes = hand[THREE]
    if not rules.last_threes or not threes:
        return None
    held = sum(hand)
    if card_set.rank != THREE:
        return None
    if card_set.twos or card_set.small or card_set.big:
        return Reason(Code.THREES_BARE)
    if held > threes:
        return Reason(Code.THREES_LAST)
    if card_set.size != threes:
        return Reason(Code.THREES_WHOLE, need=threes)
    return None


Duty = Callable[[CardSet], bool]


class LegalSets:
    """The sets a hand may put down, as a lazy object: ``in``, ``iter``, ``len``, ``bool``, ``sample``, ``where``.

    Args:
        hand: the fifteen counts.
        top: the set to beat, or None for a lead.
        rules: the table's rules.
        duty: a further condition on each set (burner's duty, first lead of fours), or None.

    Nothing is enumerated before it is asked for; a lead of a full hand is counted in closed form.
    """

    __slots__ = ("_duty", "_hand", "_rank", "_rules", "_size", "_top")

    def __init__(
        self,
        hand: Sequence[int],
        top: CardSet | None,
        rules: Rules,
        duty: Duty | None = None,
        *,
        rank: int | None = None,
        size: int | None = None,
    ) -> None:
        self._hand = hand
        self._top = top
        self._rules = rules
        self._duty = duty
        self._rank = rank
        self._size = size

    def where(self, *, rank: int | None = None, size: int | None = None) -> LegalSets:
        """Return those of one base rank, of one size, or both."""
        return LegalSets(
            self._hand,
            self._top,
            self._rules,
            self._duty,
            rank=self._rank if rank is None else rank,
            size=self._size if size is None else size,
        )

    def __contains__(self, card_set: object) -> bool:
        if not isinstance(card_set, CardSet) or set_of(card_set.counts()) != card_set:
            return False
        if self._rank is not None and card_set.rank != self._rank:
            return False
        if self._size is not None and card_set.size != self._size:
            return False
        if any(have < need for have, need in zip(self._hand, card_set.counts(), strict=True)):
            return False
        if self._top is not None and not beats(card_set, self._top, self._rules):
            return False
        return self._allowed(card_set)

    def _allowed(self, card_set: CardSet) -> bool:
        if why_not_threes(card_set, self._hand, self._rules) is not None:
            return False
        return self._duty is None or self._duty(card_set)

    def __iter__(self) -> Iterator[CardSet]:
        duty = self._duty
        return self._raw() if duty is None else filter(duty, self._raw())

    def _raw(self) -> Iterator[CardSet]:
        """Return all of them but for the duty; threes never answer, so their rule (憋三) is one of leads."""
        top = self._top
        if top is None:
            return self._leads()
        if top.big or top.rank == BIG:
            return self._answers_to_dead(top) if self._rules.two_for_one else iter(())
        if self._size is None or self._size == top.size:
            return self._answers(top.rank, top.size, top.small)
        return iter(())

    def _leads(self) -> Iterator[CardSet]:
        hand, size = self._hand, self._size
        twos, small, big = hand[TWO], hand[SMALL], hand[BIG]
        for rank in self._ranks_from(-1):
            held = hand[rank]
            if not held:
                continue
            if rank == THREE and self._rules.last_threes:
                if held == sum(hand) and size in (None, held):
                    yield CardSet(THREE, held)
                continue
            most_twos = twos if rank < TWO else 0
            most_small = small if rank < SMALL else 0
            most_big = big if rank < BIG else 0
            for b in range(most_big + 1):
                for s in range(most_small + 1):
                    for w in range(most_twos + 1):
                        rest = w + s + b
                        if size is None:
                            for n in range(1, held + 1):
                                yield CardSet(rank, n + rest, w, s, b)
                        elif 1 <= size - rest <= held:
                            yield CardSet(rank, size, w, s, b)

    def _answers(self, above: int, size: int, least_big: int) -> Iterator[CardSet]:
        hand = self._hand
        twos, small, big = hand[TWO], hand[SMALL], hand[BIG]
        if not (twos or small or big):
            if not least_big:
                for rank in self._ranks_from(above):
                    if hand[rank] >= size:
                        yield CardSet(rank, size)
            return
        attached = twos + small + big
        for rank in self._ranks_from(above):
            held = hand[rank]
            if not held or held + attached < size or (rank == BIG and held < least_big):
                continue
            if rank == BIG:
                if held >= size:
                    yield CardSet(BIG, size)
                continue
            most_small = small if rank < SMALL else 0
            most_twos = twos if rank < TWO else 0
            for b in range(least_big, min(big, size - 1) + 1):
                for s in range(min(most_small, size - 1 - b) + 1):
                    body = size - b - s
                    for w in range(max(0, body - held), min(most_twos, body - 1) + 1):
                        yield CardSet(rank, size, w, s, b)

    def _answers_to_dead(self, top: CardSet) -> Iterator[CardSet]:
        held = top.big_jokers
        need_size = top.size + held
        if self._size is not None and self._size != need_size:
            return
        if top.rank == BIG:
            if self._hand[BIG] >= need_size and self._rank in (None, BIG):
                yield CardSet(BIG, need_size)
            return
        for card_set in self._answers(top.rank, need_size, 0):
            if beats(card_set, top, self._rules):
                yield card_set

    def _ranks_from(self, above: int) -> Sequence[int]:
        if self._rank is None:
            return range(above + 1, 15)
        return (self._rank,) if self._rank > above else ()

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __len__(self) -> int:
        if self._top is None and self._duty is None and self._rank is None and self._size is None:
            return count_leads(self._hand, self._rules)
        return sum(1 for _ in self)

    def sample(self, rng: Random) -> CardSet:
        """Return one of them, each with the same chance.

        Raises:
            IndexError: where there is none.
        """
        if self._top is None and self._duty is None and self._rank is None and self._size is None:
            return self._sample_lead(rng)
        sets = list(self)
        return sets[int(rng.random() * len(sets))]

    def _sample_lead(self, rng: Random) -> CardSet:
        hand = self._hand
        if self._rules.last_threes and hand[THREE]:
            if sum(hand) == hand[THREE]:
                return CardSet(THREE, hand[THREE])
            hand = [0, *hand[1:]]
        twos, small, big = hand[TWO], hand[SMALL], hand[BIG]
        naturals = sum(hand[:TWO])
        jokers = (small + 1) * (big + 1)
        leads = (naturals * (twos + 1) + twos) * jokers + jokers - 1
        pick = int(rng.random() * leads)
        plain = naturals * (twos + 1) * jokers
        if pick < plain:
            pick, w = divmod(pick, twos + 1)
            pick, s = divmod(pick, small + 1)
            pick, b = divmod(pick, big + 1)
            for rank in range(TWO):
                if pick < hand[rank]:
                    return CardSet(rank, pick + 1 + w + s + b, w, s, b)
                pick -= hand[rank]
        pick -= plain
        if pick < twos * jokers:
            pick, s = divmod(pick, small + 1)
            pick, b = divmod(pick, big + 1)
            return CardSet(TWO, pick + 1 + s + b, 0, s, b)
        pick = pick - twos * jokers + 1
        s, b = divmod(pick, big + 1)
        return CardSet(SMALL, s + b, 0, 0, b) if s else CardSet(BIG, b)


def count_leads(hand: Sequence[int], rules: Rules) -> int:
    """Return how many sets a hand may lead with, in closed form (no duty of a burner, no first fours)."""
    twos, small, big = hand[TWO], hand[SMALL], hand[BIG]
    naturals = sum(hand[:TWO])
    jokers = (small + 1) * (big + 1)
    extra = 0
    if rules.last_threes and hand[THREE]:
        naturals -= hand[THREE]
        if sum(hand) == hand[THREE]:
            extra = 1
    return (naturals * (twos + 1) + twos + 1) * jokers - 1 + extra


NO_SETS: Final = LegalSets(NO_CARDS, CardSet(BIG, 1), Rules())
"""The empty legal set: a seat that may not play."""
