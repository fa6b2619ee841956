"""Position files: one situation, one ruling (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.actions import Verb
from engine.cards import (
    NO_CARDS,
    RANKS,
    SEATS,
    SUITS,
    CardsError,
    contains,
    format_cards,
    parse_sequence,
)
from engine.deal import Deal
from engine.draw import first_drawer, first_leader, next_opener, reopened
from engine.explain import Explanation, explain
from engine.position import DEFAULT_HAND, FORMAT, PositionError, Reader
from engine.preparation import may_revolt
from engine.reasons import Code, IllegalAction, Reason
from engine.score import places, score, sweep
from engine.sets import beats, is_gouji, why_not_beats, why_not_threes
from engine.tribute_positions import rule_purchases, rule_tribute

Ruled = dict[str, object]
Checks = dict[str, Callable[[object], list[str]]]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What came of one position.

    Attributes:
        position, title, kind, preset: as the file names them.
        expects: whether the position holds ``expect``.
        wrong: what was expected and what was ruled instead; empty: passed.
        ruled: the ruling by the keys of ``expect``.
        explained: of a position of play, why.
        reason: of a comparison or a set, why not.
    """

    position: str
    title: str
    kind: str
    preset: str
    expects: bool
    wrong: tuple[str, ...]
    ruled: Mapping[str, object]
    explained: Explanation | None = None
    reason: Reason | None = None


def rule_file(data: Mapping[str, object], preset: str = "classic") -> list[Ruling]:
    """Rule on every position of a file read from TOML.

    Args:
        data: the file.
        preset: the preset of positions that name none.

    Raises:
        PositionError: the file is not of the format, or a position in it is not.
    """
    if data.get("format") != FORMAT:
        raise PositionError("file", "format", f"must be {FORMAT!r}")
    positions = data.get("position")
    if not isinstance(positions, list) or not positions:
        raise PositionError("file", "position", "there is no [[position]]")
    for key in data:
        if key not in ("format", "position"):
            raise PositionError("file", key, "unknown key")
    seen: set[str] = set()
    rulings = []
    for number, position in enumerate(positions, 1):
        name = position.get("id") if isinstance(position, dict) else None
        if not isinstance(name, str) or not name:
            raise PositionError(f"position {number}", "id", "missing")
        if name in seen:
            raise PositionError(name, "id", "used twice")
        seen.add(name)
        rulings.append(rule_position({"preset": preset, **position}))
    return rulings


def rule_position(position: Mapping[str, object]) -> Ruling:
    """Rule on one position and compare with its ``expect``; raises :class:`PositionError` where it is malformed."""
    reader = Reader(position)
    ruled, checks = _RULERS[reader.kind](reader)
    wrong = []
    for key, expected in reader.expect.items():
        if key in checks:
            wrong += checks[key](expected)
        elif key in ruled:
            if _plain(ruled[key], key) != _plain(expected, key):
                wrong.append(f"{key}: expected {expected!r}, ruled {ruled[key]!r}")
        else:
            raise PositionError(reader.id, f"expect.{key}", "unknown key")
    explained = None if reader.has("expect") or reader.kind != "play" else explain(set_up(reader))
    reason = None if reader.has("expect") else _reason(reader)
    name = (reader.id, reader.title, reader.kind, reader.preset)
    return Ruling(*name, reader.has("expect"), tuple(wrong), ruled, explained, reason)


def _reason(reader: Reader) -> Reason | None:
    """Return why one set does not beat the other, or why the cards are no legal set."""
    if reader.kind not in ("beats", "legal_set"):
        return None
    play = reader.card_set("play")
    if play is None:
        return Reason(Code.MIXED_RANKS)
    if reader.kind == "beats":
        top = reader.card_set("top")
        return None if top is None else why_not_beats(play, top, reader.rules)
    hand = reader.cards("hand", reader.text("hand")) if reader.has("hand") else play.counts()
    return why_not_threes(play, hand, reader.rules) if contains(hand, play.counts()) else Reason(Code.NOT_HELD)


def _plain(value: object, key: str) -> object:
    if key in ("headless", "opened", "debts") and isinstance(value, list):
        return sorted(repr(sorted(each.items())) if isinstance(each, dict) else each for each in value)
    return list(value) if isinstance(value, tuple) else value


def set_up(reader: Reader) -> Deal:
    """Put a position of kind ``play`` at the table and do its actions."""
    rules, out, revolted = reader.rules, reader.seats("out"), reader.seats("revolted")
    named = reader.table("hands")
    for key in named:
        reader.as_seat("hands", key)
    hands = []
    for seat in SEATS:
        gone = seat in out or seat in revolted
        text = named.get(str(seat), "" if gone else DEFAULT_HAND)
        hands.append(reader.cards(f"hands.{seat}", text))
    totals = [sum(hand[rank] for hand in hands) for rank in range(15)]
    if any(held > most for held, most in zip(totals, (16,) * 13 + (4, 4), strict=True)):
        raise PositionError(reader.id, "hands", "more cards of a rank than the four packs have")
    deal = Deal(rules, hands, reader.seat("lead", 1), first_deal=reader.flag("first_deal", False))
    play = deal.play
    play.exits = out
    for seat in out:
        play.alive[seat] = False
    play.revolt(revolted)
    play.opened = reader.seats("opened")
    play.burning = reader.seat("burning", 0)
    play.brawl = len(out) >= 2
    deal.first_close_done = reader.flag("first_close_done", True)
    for text in reader.actions():
        seat, action = reader.action("actions", text)
        try:
            if play.closing and action.verb is not Verb.BURN:
                deal.close()
            deal.apply(seat, action)
        except IllegalAction as refused:
            raise PositionError(reader.id, "actions", f"{text!r} is refused: {refused.reason!r}") from None
    if play.closing and not deal.may_burn:
        deal.close()
    return deal


def _rule_play(reader: Reader) -> tuple[Ruled, Checks]:
    deal = set_up(reader)
    play = deal.play
    turn = deal.turn
    if play.closing:
        turn = play.top_seat if play.alive[play.top_seat] else play.nearest(play.top_seat)
    debts: list[object] = [{"kind": k, "from": a, "to": b, "cards": n} for k, a, b, n in deal.debts]
    ruled: Ruled = {
        "turn": turn,
        "may_burn": list(deal.may_burn),
        "leader": play.leader if play.top is None and not play.over else None,
        "places": list(play.exits),
        "over": play.over,
        "burning": play.burning,
        "headless": [seat for seat in SEATS if play.alive[seat] and play.headless(seat)],
        "opened": list(play.opened),
        "fallen": list(play.fallen),
        "debts": debts,
    }

    def legal(expected: object, *, wanted: bool) -> list[str]:
        wrong = []
        for text in reader.listed("expect.legal" if wanted else "expect.illegal", expected):
            seat, action = reader.action("expect", text)
            reason = deal.why_not(seat, action)
            if (reason is None or reason.counts_as_pass) is not wanted:
                wrong.append(f"{text!r}: expected {'legal' if wanted else 'illegal'}, ruled {reason!r}")
        return wrong

    def refusal(expected: object) -> list[str]:
        wrong = []
        for text, code in reader.refusals(expected):
            seat, action = reader.action("expect.refusal", text)
            reason = deal.why_not(seat, action)
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
        "legal": lambda expected: legal(expected, wanted=True),
        "illegal": lambda expected: legal(expected, wanted=False),
        "refusal": refusal,
        "hand": hand,
    }


def _rule_beats(reader: Reader) -> tuple[Ruled, Checks]:
    reader.needs("play", "top")
    play, top = reader.card_set("play"), reader.card_set("top")
    if top is None:
        raise PositionError(reader.id, "top", "is no set")
    return {"beats": play is not None and beats(play, top, reader.rules)}, {}


def _rule_gouji(reader: Reader) -> tuple[Ruled, Checks]:
    reader.needs("play")
    play = reader.card_set("play")
    if play is None:
        raise PositionError(reader.id, "play", "is no set")
    return {"gouji": is_gouji(play, reader.rules)}, {}


def _rule_legal_set(reader: Reader) -> tuple[Ruled, Checks]:
    reader.needs("play")
    play = reader.card_set("play")
    cards = reader.cards("play", reader.text("play"))
    hand = reader.cards("hand", reader.text("hand")) if reader.has("hand") else cards
    refusal = ""
    if not contains(hand, cards):
        refusal = "not_held"
    elif play is None:
        refusal = "mixed_ranks"
    elif (reason := why_not_threes(play, hand, reader.rules)) is not None:
        refusal = reason.code.value
    ruled: Ruled = {"legal_set": not refusal and cards != NO_CARDS, "refusal": refusal}
    if play is not None:
        ruled |= {"rank": RANKS[play.rank], "size": play.size, "dead": play.dead}
    return ruled, {}


def _rule_score(reader: Reader) -> tuple[Ruled, Checks]:
    rules = reader.rules
    left = {reader.as_seat("cards_left", key): reader.count("cards_left", key) for key in reader.table("cards_left")}
    order = places(
        rules,
        reader.seats("exits"),
        left,
        revolted=reader.seats("revolted"),
        fallen=reader.seats("fallen"),
    )
    swept = sweep(order)
    won = {swept} if swept and rules.sweep_ends_game else set()
    for team in reader.table("collected"):
        if team not in ("A", "B"):
            raise PositionError(reader.id, f"collected.{team}", "there are the teams A and B")
        if reader.count("collected", team) >= rules.point_limit > 0:
            won.add(team)
    game = "drawn" if len(won) > 1 else "".join(won)
    return {"places": list(order), "score": score(rules, order), "sweep": swept, "game": game}, {}


def _rule_first_lead(reader: Reader) -> tuple[Ruled, Checks]:
    rules = reader.rules
    if reader.has("after"):
        after = reader.table("after")
        for key in after:
            if key not in ("places", "opener", "replaced"):
                raise PositionError(reader.id, f"after.{key}", "unknown key")
        order = after.get("places")
        if not isinstance(order, list) or sorted(order) != list(SEATS):
            raise PositionError(reader.id, "after.places", "must be six seats")
        opener, replaced = reader.as_seat("after.opener", after.get("opener")), reader.count("after", "replaced")
        ruled: Ruled = {
            "reopened": reopened(rules, order, replaced),
            "opener": next_opener(rules, order, opener, replaced),
        }
        if not ruled["reopened"]:
            ruled |= {"first_drawer": order[-1], "leader": order[-1]}
        return ruled, {}
    if reader.has("turned"):
        turned = reader.table("turned")
        try:
            ranks = parse_sequence(str(turned.get("cards", "")))
        except CardsError as wrong:
            raise PositionError(reader.id, "turned.cards", str(wrong)) from None
        return {"first_drawer": first_drawer(rules, reader.as_seat("turned.by", turned.get("by")), ranks)}, {}
    drawer = reader.seat("first_drawer", 1)
    drawn = {reader.as_seat("draws", seat): _suited(reader, str(text)) for seat, text in reader.table("draws").items()}
    return {"leader": first_leader(rules, drawer, drawn)}, {}


def _suited(reader: Reader, text: str) -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    for word in text.split():
        suit = word[-1] if word[-1] in SUITS and len(word) > 1 else ""
        try:
            found += [(rank, suit) for rank in parse_sequence(word[: len(word) - len(suit)])]
        except CardsError as wrong:
            raise PositionError(reader.id, "draws", str(wrong)) from None
    return found


def _rule_revolution(reader: Reader) -> tuple[Ruled, Checks]:
    if reader.has("declared"):
        return {"redrawn": len(reader.seats("declared")) > 1}, {}
    reader.needs("hand")
    hand = reader.cards("hand", reader.text("hand"))
    return {"may_declare": reader.rules.revolution != "off" and may_revolt(hand)}, {}


_RULERS: Final[Mapping[str, Callable[[Reader], tuple[Ruled, Checks]]]] = {
    "play": _rule_play,
    "beats": _rule_beats,
    "gouji": _rule_gouji,
    "legal_set": _rule_legal_set,
    "score": _rule_score,
    "first_lead": _rule_first_lead,
    "revolution": _rule_revolution,
    "tribute": rule_tribute,
    "buy_threes": rule_purchases,
}


__all__ = ["Deal", "PositionError", "Ruling", "rule_file", "rule_position", "set_up"]
