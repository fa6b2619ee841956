"""A record played again, line by line, for looking at: all hands, or what one seat knew (docs/record.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.actions import Action, ActionError, Verb, parse_action
from engine.cards import HAND_SIZE, SEATS
from engine.events import (
    Closed,
    DealBegan,
    DealScored,
    Drawn,
    Event,
    GameEnded,
    MatchAbandoned,
    MatchEnded,
    Passed,
    PlayBegan,
    Played,
    Renounced,
    RevolutionAnswered,
    Step,
    WindAnswered,
    WindAsked,
    Yielded,
    is_told,
)
from engine.match import Keys, Match
from engine.record import Chapter, Ending, Header, RecordError, check_ending, play_chapter, read
from engine.round import Round
from engine.rules import Rules
from engine.sets import set_of
from engine.view import View


class Frame(NamedTuple):
    """One line of a record: its number from 1, who acted (0: the table), the action's text, what happened."""

    line: int
    seat: int
    action: str
    events: tuple[Event, ...]


class ReplayedDeal(NamedTuple):
    """A deal played again.

    Attributes:
        number, attempt: which deal.
        frames: its lines, the dealing first.
        hands_open: whether the hands are known: not while the record ends before the deal does.
        replaced: players replaced since the deal before.
        followed: whether views can follow; without hands not where tribute, threes bought or cards thrown out may have
            changed their sizes.
    """

    number: int
    attempt: int
    frames: tuple[Frame, ...]
    hands_open: bool
    followed: bool = True
    replaced: int = 0


class Replay:
    """A record opened.

    Args:
        lines: the lines of the record; a last one without its newline is not looked at.

    Attributes:
        rules: the table's rules; ``names`` the players' names by seat; ``length`` the match's deals, 0: open end.
        deals: the deals played again, in order.
        complete: whether the record ends with the match; ``abandoned`` whether that was by vote, without a result.
        broken: at which line the record does not hold, and why; what came before it stands in ``deals``.

    Raises:
        RecordError: where not even the first line is one of a record.
    """

    def __init__(self, lines: Iterable[str]) -> None:
        parts = read(lines)
        header = next(parts)
        assert isinstance(header, Header)
        self.rules: Rules = header.match.rules
        self._keys = header.match.keys
        self.names = header.names
        self.length = header.match.deals
        self.deals: list[ReplayedDeal] = []
        self.complete = self.abandoned = False
        self.broken: RecordError | None = None
        try:
            for part in parts:
                if isinstance(part, Ending):
                    check_ending(header.match, part)
                    self.complete, self.abandoned = True, part.abandoned
                elif isinstance(part, Chapter):
                    self._add(header.match, part)
        except RecordError as wrong:
            self.broken = wrong

    def _add(self, match: Match, chapter: Chapter) -> None:
        if chapter.key is None:
            self.deals.append(_closed_deal(self.rules, chapter))
            return
        frames: list[Frame] = []

        def heard(line: int, seat: int, action: str, events: Sequence[Event]) -> None:
            frames.append(Frame(line, seat, action, tuple(events)))

        try:
            play_chapter(match, chapter, heard)
        finally:
            if frames:
                at = (chapter.number, chapter.attempt)
                self.deals.append(ReplayedDeal(*at, tuple(frames), True, replaced=chapter.replaced))

    def views(self, deal: int, step: int) -> dict[int | None, View]:
        """Return what observers (None) and each seat knew after a step.

        Args:
            deal: which of ``deals``, from 0.
            step: which of its frames, from 0.
        """
        views = {seat: View(self.rules, seat) for seat in (None, *SEATS)}
        for earlier in self.deals[:deal]:
            for event in earlier.frames[-1].events:
                if isinstance(event, DealScored | GameEnded | MatchAbandoned | MatchEnded):
                    for view in views.values():
                        view.apply(event)
        if self.deals[deal].followed:
            for frame in self.deals[deal].frames[: step + 1]:
                show(views, frame.events)
        return views


    def match_at(self, deal: int, step: int, fresh: Keys) -> Match | None:
        """Return a match that stands where the record stood, to be played on to the end of the deal.

        Args:
            deal: which of ``deals``, from 0.
            step: which of its frames, from 0.
            fresh: where keys come from should the deal have to be drawn again.

        Returns:
            The match, or None where its hands are not open, or the deal is over there.
        """
        known = {(each.number, each.attempt) for each in self.deals[: deal + 1]}

        def keys(number: int, attempt: int) -> bytes:
            return (self._keys if (number, attempt) in known else fresh)(number, attempt)

        if not self.deals[deal].hands_open:
            return None
        match = Match(self.rules, keys, deals=self.deals[deal].number)
        for each in self.deals[: deal + 1]:
            for frame in each.frames if each is not self.deals[deal] else each.frames[: step + 1]:
                if frame.action == "deal":
                    match.begin(each.replaced)
                else:
                    match.apply(frame.seat, parse_action(frame.action))
        return None if match.over or match.between else match


def show(views: dict[int | None, View], events: Iterable[Event]) -> None:
    """Let every view take in what it may be told of."""
    for event in events:
        for seat, view in views.items():
            if is_told(event, seat):
                view.apply(event)


def _closed_deal(rules: Rules, chapter: Chapter) -> ReplayedDeal:
    """Return what everybody saw of a deal whose key is not open: the steps of play, and what followed if known."""
    actions: list[tuple[int, int, Action]] = []
    for line, seat, text in chapter.actions:
        try:
            actions.append((line, seat, parse_action(text)))
        except ActionError:
            raise RecordError(line, "malformed") from None
    leads = [seat for _line, seat, action in actions if action.verb is Verb.PLAY]
    rebels = tuple(sorted({seat for _line, seat, action in actions if action.verb is Verb.REVOLT}))
    certain = not (rules.tribute_order or rules.buy_threes != "off" or rules.discard)
    certain = certain and rules.wrong_follow == "reject" and rules.burn_check == "enforce"
    frames = [Frame(chapter.line, 0, "deal", (DealBegan(chapter.number, chapter.attempt),))]
    play: Round | None = None
    for line, seat, action in actions:
        events: list[Event] = []
        if play is None and action.verb is Verb.PLAY:
            play = Round(rules, [HAND_SIZE] * 6, leads[0])
            if rebels:
                play.revolt(rebels)
                events += [Drawn(leads[0]), RevolutionAnswered(rebels, ()), PlayBegan(leads[0])]
            else:
                events += [Drawn(leads[0]), PlayBegan(leads[0])]
        if play is not None and (step := _step(seat, action)) is not None:
            events.append(step)
            if certain:
                events += _consequences(play, step, line)
        frames.append(Frame(line, seat, action.text(), tuple(events)))
    return ReplayedDeal(chapter.number, chapter.attempt, tuple(frames), False, certain)


def _consequences(play: Round, step: Step, line: int) -> Sequence[Event]:
    try:
        return play.apply(step)
    except (IndexError, ValueError):
        raise RecordError(line, "order") from None


def _step(seat: int, action: Action) -> Step | None:
    verb, card_set = action.verb, set_of(action.cards)
    if verb in (Verb.PLAY, Verb.BURN):
        return Passed(seat, action.cards) if card_set is None else Played(seat, card_set, verb is Verb.BURN)
    if verb in (Verb.AGREE, Verb.REFUSE):
        return WindAnswered(seat, verb is Verb.AGREE)
    simple = {Verb.PASS: Passed, Verb.YIELD: Yielded, Verb.WIND: WindAsked, Verb.RENOUNCE: Renounced}
    if verb is Verb.CLOSE:
        return Closed()
    return simple[verb](seat) if verb in simple else None


__all__ = ["Frame", "Replay", "ReplayedDeal", "show"]
