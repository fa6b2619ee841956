"""Positions of the kinds ``tribute`` and ``buy_threes`` (docs/positions.md, RULES.md 8)."""

from __future__ import annotations

import copy
from collections.abc import Callable

from engine.actions import NONE, Action, Verb
from engine.cards import SEATS, format_cards
from engine.deal import Deal
from engine.events import Paid
from engine.phase import Phase
from engine.position import DEFAULT_HAND, PositionError, Reader
from engine.preparing import Preparing, Setup
from engine.reasons import IllegalAction, Reason
from engine.score import places
from engine.tribute import CALL_SIZES, Debt, debts_of_deal, in_order, point_debts, purchases

Ruled = dict[str, object]
Checks = dict[str, Callable[[object], list[str]]]

_KINDS = ("point", "burn", "fall", "stuck", "sweep")


def rule_purchases(reader: Reader) -> tuple[Ruled, Checks]:
    """Rule on a position of kind ``buy_threes``."""
    made = purchases(_hands(reader), reader.seat("lead", 1), SEATS)
    rows = [{"buyer": each.buyer, "from": each.seller, "paid": format_cards(each.paid)} for each in made]
    return {"purchases": rows}, {"purchases": lambda expected: _compare(reader, "purchases", expected, rows)}


def rule_tribute(reader: Reader) -> tuple[Ruled, Checks]:
    """Rule on a position of kind ``tribute``."""
    if not reader.has("debts"):
        owed = _debts_left(reader)
        if not reader.has("hands"):
            rows = [_debt_row(debt) for debt in owed if not debt.voluntary]
            return {"debts": rows}, {}
    else:
        owed = in_order(reader.rules, _debts_given(reader))
    deal = _at_tribute(reader, owed)
    preparing = deal.preparing
    assert preparing is not None
    paid = _events_paid(reader, deal)
    public = preparing.public
    dues = public.dues[1:] if public.phase is Phase.REJECT else public.dues
    pays = [{"kind": each.kind, "from": each.seat, "to": each.to, "paid": format_cards(each.cards)} for each in paid]
    rows = [{"from": due.seat, "to": due.to, "cards": due.cards} for due in dues]
    if public.phase is Phase.AGREEMENT:
        rows = [{"from": each.to, "to": each.seat, "cards": sum(each.cards)} for each in paid if each.returned]
    ruled: Ruled = {
        "payments": pays,
        "returns_due": rows,
        "debts": [_debt_row(debt) for debt in owed if not debt.voluntary],
    }

    def lawful(expected: object, *, wanted: bool) -> list[str]:
        wrong = []
        for text in reader.listed("expect.legal" if wanted else "expect.illegal", expected):
            seat, action = reader.action("expect", text)
            reason = _why_not(deal, seat, action)
            if (reason is None) is not wanted:
                wrong.append(f"{text!r}: expected {'legal' if wanted else 'illegal'}, ruled {reason!r}")
        return wrong

    def refusal(expected: object) -> list[str]:
        wrong = []
        for text, code in reader.refusals(expected):
            seat, action = reader.action("expect.refusal", text)
            reason = _why_not(deal, seat, action)
            if reason is None or reason.code.value != code:
                wrong.append(f"{text!r}: expected refusal {code!r}, ruled {reason!r}")
        return wrong

    def hand(expected: object) -> list[str]:
        wrong = []
        for key, text in reader.mapped("expect.hand", expected).items():
            seat = reader.as_seat("expect.hand", key)
            if tuple(deal.hands[seat]) != reader.cards("expect.hand", text):
                wrong.append(f"hand of {seat}: expected {text!r}, ruled {format_cards(deal.hands[seat])!r}")
        return wrong

    return ruled, {
        "payments": lambda expected: _compare(reader, "payments", expected, pays),
        "legal": lambda expected: lawful(expected, wanted=True),
        "illegal": lambda expected: lawful(expected, wanted=False),
        "refusal": refusal,
        "hand": hand,
    }


def _hands(reader: Reader) -> list[list[int]]:
    named, gone = reader.table("hands"), reader.seats("revolted")
    for key in named:
        reader.as_seat("hands", key)
    hands = [[0] * 15]
    for seat in SEATS:
        text = named.get(str(seat), "" if seat in gone else DEFAULT_HAND)
        hands.append(list(reader.cards(f"hands.{seat}", text)))
    return hands


def _rows(reader: Reader, key: str, allowed: set[str]) -> list[dict[str, object]]:
    value = reader.value(key, [])
    if not isinstance(value, list):
        raise PositionError(reader.id, key, "must be a list of tables")
    for row in value:
        if not isinstance(row, dict) or set(row) != allowed:
            raise PositionError(reader.id, key, f"each must have {', '.join(sorted(allowed))}")
    return value


def _debts_given(reader: Reader) -> list[Debt]:
    found = []
    for row in _rows(reader, "debts", {"kind", "from", "to", "cards"}):
        kind, cards = row["kind"], row["cards"]
        if kind not in _KINDS:
            raise PositionError(reader.id, "debts.kind", f"must be one of {', '.join(_KINDS)}")
        if not isinstance(cards, int) or isinstance(cards, bool) or not 0 < cards <= 36:
            raise PositionError(reader.id, "debts.cards", "must be 1 to 36")
        payer, to = reader.as_seat("debts.from", row["from"]), reader.as_seat("debts.to", row["to"])
        found.append(Debt(str(kind), payer, to, cards))
    return found


def _debts_left(reader: Reader) -> list[Debt]:
    """Return what the deal described by exits, points and calls leaves."""
    rules, revolted = reader.rules, reader.seats("revolted")
    shut = set(revolted)
    for key, value in reader.table("points").items():
        seat = reader.as_seat("points", key)
        if not isinstance(value, dict) or set(value) != {"opened"} or not isinstance(value["opened"], bool):
            raise PositionError(reader.id, f"points.{seat}", "must be { opened = true } or { opened = false }")
        if not value["opened"]:
            shut.add(seat)
    calls: dict[int, str] = {}
    for row in _rows(reader, "calls", {"by", "call"}):
        seat, call = reader.as_seat("calls.by", row["by"]), str(row["call"])
        if call not in CALL_SIZES:
            raise PositionError(reader.id, "calls.call", "must be 'advance' or 'shown'")
        calls[seat] = max(call, calls.get(seat, call), key=CALL_SIZES.__getitem__)
    opened = [seat for seat in SEATS if seat not in shut]
    if not reader.has("exits"):
        ordered = in_order(rules, point_debts(rules, opened, calls))
        return ordered if rules.tribute_order and rules.opening != "off" else []
    left = {reader.as_seat("cards_left", key): reader.count("cards_left", key) for key in reader.table("cards_left")}
    order = places(rules, reader.seats("exits"), left, revolted=revolted)
    return debts_of_deal(rules, order, opened, calls, ())


def _at_tribute(reader: Reader, debts: list[Debt]) -> Deal:
    deal = Deal.prepared(reader.rules, Setup(False, 0, (), 1, None, ()))
    for seat, hand in enumerate(_hands(reader)):
        deal.hands[seat][:] = hand
    revolted = reader.seats("revolted") if reader.has("debts") else []
    assert deal.preparing is not None
    deal.preparing.at_tribute(debts, revolted)
    return deal


def _events_paid(reader: Reader, deal: Deal) -> list[Paid]:
    """Do the position's actions; returns the payments, those that stand where agreements are still out."""
    preparing = deal.preparing
    assert preparing is not None
    for text in reader.actions():
        seat, action = reader.action("actions", text)
        _settle_reject(preparing, action)
        try:
            deal.apply(seat, action)
        except IllegalAction as refused:
            raise PositionError(reader.id, "actions", f"{text!r} is refused: {refused.reason!r}") from None
    return preparing.made if preparing.public.phase is not Phase.AGREEMENT else preparing.paid()


def _settle_reject(preparing: Preparing, action: Action) -> None:
    """Another act than a rejection says that what came back is kept."""
    if preparing.public.phase is Phase.REJECT and action.verb not in (Verb.REJECT, Verb.NONE):
        preparing.answer(preparing.public.seats[0], NONE)


def _why_not(deal: Deal, seat: int, action: Action) -> Reason | None:
    twin = copy.deepcopy(deal)
    assert twin.preparing is not None
    _settle_reject(twin.preparing, action)
    return twin.why_not(seat, action)


def _debt_row(debt: Debt) -> dict[str, object]:
    return {"kind": debt.kind, "from": debt.payer, "to": debt.to, "cards": debt.cards}


def _compare(reader: Reader, key: str, expected: object, ruled: list[dict[str, object]]) -> list[str]:
    """Compare rows whose ``paid`` are cards in any order."""
    wanted = []
    for row in reader.listed(f"expect.{key}", expected):
        given = reader.mapped(f"expect.{key}", row)
        wanted.append({**given, "paid": format_cards(reader.cards(f"expect.{key}", given.get("paid", "")))})
    return [] if wanted == ruled else [f"{key}: expected {wanted!r}, ruled {ruled!r}"]
