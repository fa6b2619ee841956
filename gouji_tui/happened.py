"""What happened, as one line each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine import events as ev
from engine.rules import Rules
from engine.sets import CardSet, is_gouji
from gouji_tui.strings import cards_text, place_name, seat_name, text


def event_line(
    event: ev.Event,
    language: str,
    rules: Rules,
    *,
    closed: bool = False,
    brawl: bool = False,
    names: Mapping[int, str] | None = None,
) -> str | None:
    """Return an event as one line, who first; None for what needs no line.

    Args:
        event: what happened.
        language: ``"zh"`` or ``"en"``.
        rules: the table's.
        closed: whether a pass is the opposite's refusal, which closes the round.
        brawl: whether the brawl is on, in which no set is gouji.
        names: of the seats, cleaned; seats without one are told by number.
    """
    line = _event_text(event, language, None if brawl else rules, closed, names or {})
    return None if line is None else line[:1].upper() + line[1:]


def _event_text(
    event: ev.Event, language: str, gouji_by: Rules | None, closed: bool, names: Mapping[int, str]
) -> str | None:
    def name(seat: int) -> str:
        known = names.get(seat)
        return f"{seat} {known}" if known else seat_name(language, seat)

    if isinstance(event, ev.Played):
        gouji = gouji_by is not None and is_gouji(event.card_set, gouji_by)
        id = "burned" if event.burn else "played_gouji" if gouji else "played"
        cards = cards_text(language, event.card_set.counts())
        return text(language, f"event.{id}", name=name(event.seat), cards=cards)
    if isinstance(event, ev.Passed):
        if event.wrong is None:
            return text(language, "event.closed" if closed else "event.passed", name=name(event.seat))
        return text(language, "event.passed_wrong", name=name(event.seat), cards=cards_text(language, event.wrong))
    if isinstance(event, ev.WindAnswered):
        return text(language, f"event.wind_{'agreed' if event.agreed else 'refused'}", name=name(event.seat))
    if isinstance(event, ev.WentOut):
        place = place_name(language, event.place)
        return text(language, "event.went_out", name=name(event.seat), place=place)
    if isinstance(event, ev.RoundWon):
        id = "round_won" if event.winner == event.leader else "round_won_wind"
        return text(language, f"event.{id}", name=name(event.winner), leader=name(event.leader))
    if isinstance(event, ev.Dealt):
        cards = cards_text(language, event.cards)
        return text(language, "event.dealt", count=sum(event.cards), cards=cards)
    if isinstance(event, ev.DealScored):
        return _scored(event, language)
    if isinstance(event, ev.MatchEnded):
        a, b = event.total
        return text(language, "event.match_over", deals=event.deals, total_a=a, total_b=b)
    for kind, id in _SEAT_EVENTS.items():
        if isinstance(event, kind):
            seat = getattr(event, "seat", 0)
            return text(language, f"event.{id}", name=name(seat) if seat else "")
    return _before_line(event, language)


def _scored(event: ev.DealScored, language: str) -> str:
    places = [
        text(language, "event.place", place=place_name(language, place), name=seat_name(language, seat))
        for place, seat in enumerate(event.places, 1)
    ]
    listed = text(language, "list.separator").join(places)
    line = text(language, "event.deal_over", number=event.number, places=listed)
    if event.score is None:
        return line
    (a, b), (total_a, total_b) = event.score, event.total
    return line + " " + text(language, "event.score", a=a, b=b, total_a=total_a, total_b=total_b)


_SEAT_EVENTS: Final[dict[type, str]] = {
    ev.Yielded: "yielded",
    ev.WindAsked: "wind_asked",
    ev.Renounced: "renounced",
    ev.Fell: "fell",
    ev.Opened: "opened",
    ev.Closed: "round_closed",
    ev.BrawlBegan: "brawl",
    ev.DealEnded: "deal_ended",
}


def _before_line(event: ev.Event, language: str) -> str | None:
    """Return what happened before the first set, or at a game's end, as one line; None where it needs none."""

    def say(key: str, **values: object) -> str:
        return text(language, f"said.{key}", **values)

    if isinstance(event, ev.DealBegan):
        return say("deal", number=event.number)
    if isinstance(event, ev.Prepared):
        return say("prepared", seat=event.first_drawer)
    if isinstance(event, ev.FallsSettled):
        return say("falls", seat=event.places[-1])
    if isinstance(event, ev.Called):
        return say(event.call, seats=_seats(event.seats)) if event.seats else None
    if isinstance(event, ev.Cut):
        return say("cut", seat=event.seat, cards=event.number)
    if isinstance(event, ev.ThreesShown):
        shown = [say("threes", seat=seat, cards=cards) for seat, cards in event.shown]
        return "; ".join(shown) or None
    if isinstance(event, ev.RevolutionAnswered):
        if event.redraws:
            return say("redraw", seats=_seats(event.redraws))
        key = "void" if len(event.rebels) > 1 else "revolution"
        return say(key, seats=_seats(event.rebels)) if event.rebels else None
    if isinstance(event, ev.Voided):
        return say("voided")
    if isinstance(event, ev.MatchAbandoned):
        return say("abandoned")
    if isinstance(event, ev.GameEnded):
        return say("drawn") if event.winner == "drawn" else say("game", team=event.winner)
    return _tribute_line(event, language)


def _tribute_line(event: ev.Event, language: str) -> str | None:
    def say(key: str, **values: object) -> str:
        return text(language, f"said.{key}", **values)

    if isinstance(event, ev.TributeAnswered):
        return say(event.answer, seat=event.seat)
    if isinstance(event, ev.Paid):
        kind = text(language, f"kind.{event.kind}")
        return say("paid", kind=kind, seat=event.seat, to=event.to, given=cards_text(language, event.cards))
    if isinstance(event, ev.Returned):
        return say("returned", seat=event.seat, to=event.to, given=cards_text(language, event.cards))
    if isinstance(event, ev.Rejected):
        key = "lapsed" if event.lapsed else "rejected"
        return say(key, seat=event.seat, to=event.to, given=cards_text(language, event.cards))
    if isinstance(event, ev.Bought):
        key = "bought" if any(event.cards) else "given"
        return say(key, seat=event.seat, to=event.to, given=cards_text(language, event.cards))
    if isinstance(event, ev.Discarded):
        return say("discarded", seat=event.seat, given=event.what) if event.what != "none" else None
    if isinstance(event, ev.HandLaid):
        return say("laid", seat=event.seat, to=event.partner, given=_sets(event.sets, language))
    if isinstance(event, ev.OrderFixed):
        return say("ordered", seat=event.seat, given=_sets(event.sets, language))
    if isinstance(event, ev.HandShown):
        return say("hand_shown", seat=event.seat, given=cards_text(language, event.cards))
    if isinstance(event, ev.Suggested):
        return say("suggested", seat=event.seat, to=event.to, given=_sets(event.sets, language))
    if isinstance(event, ev.PlayBegan):
        return say("play", seat=event.leader)
    return None


def _sets(sets: Iterable[CardSet], language: str) -> str:
    return " / ".join(cards_text(language, each.counts()) for each in sets)


def _seats(seats: tuple[int, ...]) -> str:
    return " ".join(map(str, seats))
