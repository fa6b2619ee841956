"""Tribute and the buying of threes: what is owed, what is paid, what comes back (RULES.md 8)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.cards import BIG, SEATS, SMALL, THREE, TWO, Counts, opposite, same_team, seats_after
from engine.rules import Rules
from engine.score import sweep

CALL_SIZES: Final = {"shown": 2, "advance": 4}
"""Cards of a point tribute that was called 明点, 预点 (RULES.md 8)."""


class Debt(NamedTuple):
    """What one seat owes another: ``kind`` ``point``, ``burn``, ``fall``, ``stuck`` or ``sweep``; ``cards`` of them."""

    kind: str
    payer: int
    to: int
    cards: int

    @property
    def voluntary(self) -> bool:
        """Whether it is a fall tribute between team-mates, which both must agree to (``team_tribute``)."""
        return self.kind == "fall" and same_team(self.payer, self.to)


def rows(debts: Iterable[Debt]) -> tuple[tuple[str, int, int, int], ...]:
    """Return debts as plain rows, as events hold them."""
    return tuple((debt.kind, debt.payer, debt.to, debt.cards) for debt in debts)


class Payment(NamedTuple):
    """What was paid: a debt's kind, who paid whom, the cards; ``returned``: whether as many come back."""

    kind: str
    payer: int
    to: int
    cards: Counts
    returned: bool


class Purchase(NamedTuple):
    """A three bought 买三: ``paid`` is all zero where it was given."""

    buyer: int
    seller: int
    paid: Counts


def point_debts(rules: Rules, opened: Collection[int], calls: Mapping[int, str]) -> list[Debt]:
    """Return the point tributes of a deal (RULES.md 8, 9).

    Args:
        rules: the table's rules.
        opened: the seats that opened.
        calls: the greater call of each seat that called, ``"advance"`` or ``"shown"``.
    """
    found = []
    for seat in SEATS:
        across = opposite(seat)
        if seat not in opened:
            found.append(Debt("point", seat, across, CALL_SIZES.get(calls.get(across, ""), 1)))
        if seat in calls and across in opened:
            size = CALL_SIZES[calls[seat]] * (2 if rules.overturn_double else 1)
            found.append(Debt("point", seat, across, size))
    return found


def points_due(
    rules: Rules, opened: Collection[int], calls: Mapping[int, str], due: Sequence[Debt]
) -> list[Debt]:
    """Return the point tributes that fell due in a deal, penalties among them; after a sweep they count for the game
    although nothing is paid (RULES.md 10). The arguments are those of :func:`debts_of_deal`.
    """
    if "point" not in rules.tribute_order:
        return []
    found = [] if rules.opening == "off" else point_debts(rules, opened, calls)
    return found + [debt for debt in due if debt.kind == "point"]


def debts_of_deal(
    rules: Rules, places: Sequence[int], opened: Collection[int], calls: Mapping[int, str], due: Sequence[Debt]
) -> list[Debt]:
    """Return what a deal leaves to be paid, in order of payment (RULES.md 8).

    Fall tributes between team-mates are among them where the table has such; nothing is owed before both agree.

    Args:
        rules: the table's rules.
        places: its six places.
        opened: the seats that opened.
        calls: the greater call of each seat that called.
        due: burn, stuck and penalty point tributes that fell due in it.
    """
    if not rules.tribute_order:
        return []
    if sweep(places):
        losers = sorted(places[3:])
        owing = rules.sweep_tribute and not rules.sweep_ends_game
        return [Debt("sweep", seat, opposite(seat), 1) for seat in losers] if owing else []
    found = points_due(rules, opened, calls, due) + [debt for debt in due if debt.kind != "point"]
    found += [Debt("fall", places[5], places[0], 2), Debt("fall", places[4], places[1], 1)]
    sums: dict[tuple[str, int, int], int] = {}
    for debt in found:
        if debt.kind in rules.tribute_order and (rules.team_tribute != "none" or not debt.voluntary):
            sums[debt[:3]] = sums.get(debt[:3], 0) + debt.cards
    return in_order(rules, [Debt(*who, cards) for who, cards in sums.items()])


def in_order(rules: Rules, debts: Sequence[Debt]) -> list[Debt]:
    """Return debts in the order of payment: by kind, 大落's before 二落's, else by the payer's seat (RULES.md 8)."""
    kinds = (*rules.tribute_order, "sweep")
    known = [debt for debt in debts if debt.kind in kinds]
    return sorted(known, key=lambda debt: (kinds.index(debt.kind), -debt.cards * (debt.kind == "fall"), debt.payer))


def payments(
    rules: Rules, hands: Sequence[Sequence[int]], debts: Sequence[Debt], countered: Collection[Debt] = ()
) -> list[Payment]:
    """Return what is paid on debts, in their order, each from the payer's hand as dealt (RULES.md 8).

    Args:
        rules: the table's rules.
        hands: fifteen counts a seat, by seat (index 0 unused); not changed.
        debts: what stands, in order of payment.
        countered: those of them that are paid the other way 反贡; nothing is returned on these.
    """
    left = [list(hand) for hand in hands]
    found = []
    for debt in debts:
        counter = debt in countered
        payer, to = (debt.to, debt.payer) if counter else (debt.payer, debt.to)
        cards = _taken(rules, left[payer], debt, counter=counter)
        if any(cards):
            left[payer] = [held - paid for held, paid in zip(left[payer], cards, strict=True)]
            returned = rules.point_returned if debt.kind == "point" else rules.others_returned
            found.append(Payment(debt.kind, payer, to, cards, returned and not counter))
    return found


def _taken(rules: Rules, hand: Sequence[int], debt: Debt, *, counter: bool) -> Counts:
    order = [TWO, SMALL, BIG] if debt.kind == "stuck" and not counter else [BIG, SMALL, TWO]
    filled = {"point": rules.point_without_lawful, "fall": rules.fall_without_lawful}.get(debt.kind, "none")
    if filled == "highest" and not counter:
        order += range(TWO - 1, -1, -1)
    taken, wanted = [0] * 15, debt.cards
    for rank in order:
        taken[rank] = min(wanted, hand[rank])
        wanted -= taken[rank]
    return tuple(taken)


def purchases(hands: Sequence[Sequence[int]], leader: int, buyers: Collection[int]) -> list[Purchase]:
    """Return the threes bought, in order (RULES.md 8, 买三).

    Args:
        hands: fifteen counts a seat, by seat (index 0 unused); not changed.
        leader: the first leader, from whom the buyers are served.
        buyers: the seats that buy, if they hold no three.
    """
    left = [list(hand) for hand in hands]
    found = []
    for buyer in (leader, *seats_after(leader)):
        if buyer not in buyers or left[buyer][THREE] or not sum(left[buyer]):
            continue
        across = opposite(buyer)
        near = [seat for seat in seats_after(buyer) if same_team(seat, buyer)]
        far = [seat for seat in seats_after(buyer) if not same_team(seat, buyer) and seat != across]
        seller = next((seat for seat in (across, *near, *far) if left[seat][THREE] > 1), 0)
        if not seller:
            continue
        paid = [0] * 15
        price = next((rank for rank in (TWO, SMALL, BIG) if left[buyer][rank]), None)
        if price is not None and seller not in near:
            paid[price] = 1
        for rank, number in enumerate(paid):
            left[buyer][rank] -= number
            left[seller][rank] += number
        left[buyer][THREE] += 1
        left[seller][THREE] -= 1
        found.append(Purchase(buyer, seller, tuple(paid)))
    return found
