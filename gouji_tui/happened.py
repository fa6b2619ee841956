"""What happened before the first set and between deals, as one line each."""

from __future__ import annotations

from collections.abc import Iterable

from engine import events as ev
from engine.sets import CardSet
from gouji_tui.strings import cards_text, text


def before_line(event: ev.Event, language: str) -> str | None:
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
