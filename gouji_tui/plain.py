"""The table as lines of text: for screen readers, logs and dumb terminals (``--plain``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from engine.actions import NONE, Action, ActionError, Verb, parse_action
from engine.cards import NO_CARDS, SEATS, CardsError, team_of
from engine.events import (
    BrawlBegan,
    Closed,
    DealEnded,
    DealScored,
    Dealt,
    Event,
    Fell,
    MatchEnded,
    Opened,
    Passed,
    Played,
    Renounced,
    RoundWon,
    WentOut,
    WindAnswered,
    WindAsked,
    Yielded,
)
from engine.reasons import Reason
from engine.rules import Rules
from engine.sets import is_gouji
from engine.view import View
from gouji_tui.actions import ActionId, find_word
from gouji_tui.explain import may_lines, word_lines
from gouji_tui.happened import before_line
from gouji_tui.hinting import hint_line
from gouji_tui.history import History
from gouji_tui.muting import Muted
from gouji_tui.picking import parse_typed
from gouji_tui.questions import asks_for_cards, choice, order_choice, title
from gouji_tui.said import phrases_line, said
from gouji_tui.strings import cards_text, place_name, reason_text, seat_name
from gouji_tui.strings import text as string
from net.cleaning import EmptyText, clean_chat

if TYPE_CHECKING:
    from net.wire import Chat

LINE = 76
"""Cells of a line at most, where one is made to measure."""

MOST_TOLD = 10
"""Hands of more cards are not told unless the table shows every count (RULES.md 11)."""

TALK = ("/", "／", "、")
"""What a typed line begins with that is talk."""


class Quit(Exception):
    """The person has left the table."""


def event_line(
    event: Event, language: str, rules: Rules, *, closed: bool = False, names: Mapping[int, str] | None = None
) -> str | None:
    """Return an event as one line, who first; None for what needs no line.

    Args:
        event: what happened.
        language: ``"zh"`` or ``"en"``.
        rules: the table's.
        closed: whether a pass is the opposite's refusal, which closes the round.
        names: of the seats, cleaned; seats without one are told by number.
    """
    line = _event_text(event, language, rules, closed, names or {})
    return None if line is None else line[:1].upper() + line[1:]


def _event_text(event: Event, language: str, rules: Rules, closed: bool, names: Mapping[int, str]) -> str | None:
    def name(seat: int) -> str:
        known = names.get(seat)
        return f"{seat} {known}" if known else seat_name(language, seat)

    if isinstance(event, Played):
        id = "burned" if event.burn else "played_gouji" if is_gouji(event.card_set, rules) else "played"
        cards = cards_text(language, event.card_set.counts())
        return string(language, f"event.{id}", name=name(event.seat), cards=cards)
    if isinstance(event, Passed):
        if event.wrong is None:
            return string(language, "event.closed" if closed else "event.passed", name=name(event.seat))
        return string(language, "event.passed_wrong", name=name(event.seat), cards=cards_text(language, event.wrong))
    if isinstance(event, WindAnswered):
        return string(language, f"event.wind_{'agreed' if event.agreed else 'refused'}", name=name(event.seat))
    if isinstance(event, WentOut):
        place = place_name(language, event.place)
        return string(language, "event.went_out", name=name(event.seat), place=place)
    if isinstance(event, RoundWon):
        id = "round_won" if event.winner == event.leader else "round_won_wind"
        return string(language, f"event.{id}", name=name(event.winner), leader=name(event.leader))
    if isinstance(event, Dealt):
        cards = cards_text(language, event.cards)
        return string(language, "event.dealt", count=sum(event.cards), cards=cards)
    if isinstance(event, DealScored):
        return _scored(event, language)
    if isinstance(event, MatchEnded):
        a, b = event.total
        return string(language, "event.match_over", deals=event.deals, total_a=a, total_b=b)
    for kind, id in _SEAT_EVENTS.items():
        if isinstance(event, kind):
            seat = getattr(event, "seat", 0)
            return string(language, f"event.{id}", name=name(seat) if seat else "")
    return before_line(event, language)


def _scored(event: DealScored, language: str) -> str:
    places = [
        string(language, "event.place", place=place_name(language, place), name=seat_name(language, seat))
        for place, seat in enumerate(event.places, 1)
    ]
    listed = string(language, "list.separator").join(places)
    line = string(language, "event.deal_over", number=event.number, places=listed)
    if event.score is None:
        return line
    (a, b), (total_a, total_b) = event.score, event.total
    return line + " " + string(language, "event.score", a=a, b=b, total_a=total_a, total_b=total_b)


_SEAT_EVENTS: Final[dict[type, str]] = {
    Yielded: "yielded",
    WindAsked: "wind_asked",
    Renounced: "renounced",
    Fell: "fell",
    Opened: "opened",
    Closed: "round_closed",
    BrawlBegan: "brawl",
    DealEnded: "deal_ended",
}


def table_lines(view: View, language: str) -> list[str]:
    """Return the table, a line a seat, from what the view may know."""
    play = view.play
    if play is None:
        return []
    lines = []
    for seat in SEATS:
        size = play.sizes[seat]
        told = size <= MOST_TOLD or seat == view.seat or view.rules.report == "always"
        out = play.drawn and not play.alive[seat]
        marks = [("you", seat == view.seat), ("out", out), ("has_passed", play.passed[seat])]
        marks += [("headless", play.alive[seat] and play.headless(seat)), ("burning", play.burning == seat)]
        state = "".join(string(language, f"plain.{key}") for key, holds in marks if holds)
        count = str(size) if told else ">10"
        lines.append(string(language, "plain.seat_line", seat=seat, team=team_of(seat), count=count, state=state))
    return lines


def prompt(view: View, language: str) -> str:
    """Return what the person is asked now."""
    play = view.play
    assert play is not None
    if view.must_answer:
        return title(view, language)
    if play.wind_seat:
        return string(language, "plain.wind", name=seat_name(language, play.wind_seat))
    if play.orderer:
        return string(language, "ask.order", seat=play.leader)
    top = play.top
    if top is None:
        return string(language, "plain.lead")
    cards, name = cards_text(language, top.counts()), seat_name(language, play.top_seat)
    stands = string(language, "plain.to_beat", cards=cards, count=top.size, name=name)
    if play.turn != view.seat:
        return f"{stands} {string(language, 'plain.burn')}"
    id = "plain.answer_gouji" if play.top_gouji else "plain.answer"
    return f"{stands} {string(language, id, count=top.size)}"


def read_action(typed: str) -> Action | None:
    """Read what a person typed as an action: its text form, or short; None where it is none."""
    head, _, rest = normalize("NFKC", typed).strip().partition(" ")
    if head.startswith("烧") and len(head) > 1:
        head, rest = "烧", head[1:] + rest
    found = find_word(head)
    verb = found.verb if found is not None else None
    if verb in (Verb.PLAY, Verb.BURN):
        return _with_cards(verb, rest)
    if verb is not None and not rest.strip():
        return Action(verb)
    try:
        action = parse_action(typed.strip())
    except ActionError:
        return _with_cards(Verb.PLAY, typed)
    return None if action.verb in (Verb.DEAL, Verb.CLOSE) else action


def _with_cards(verb: Verb, typed: str) -> Action | None:
    try:
        return Action(verb, parse_typed(typed))
    except CardsError:
        return None


class PlainTable:
    """A person at a table of lines.

    Args:
        language: ``"zh"`` or ``"en"``.
        read: returns the next typed line; raises ``EOFError`` when there is none.
        write: prints one line.
        say: says something to the table; None where nobody would hear it.
        counter: whether this table plays with the card counter.
        pause: asks the table for a pause, or to go on; None where nobody is to be asked.
    """

    def __init__(
        self,
        language: str,
        read: Callable[[], str],
        write: Callable[[str], None],
        say: Callable[[str], None] | None = None,
        counter: bool = True,
        pause: Callable[[], None] | None = None,
    ) -> None:
        self._counter = counter
        self._pause = pause
        self._say = say
        self._language = language
        self._read = read
        self._write = write
        self._history = History()
        self._muted = Muted()

    def told(self, event: Event, rules: Rules) -> None:
        """Print an event."""
        self._history.told(event)
        line = event_line(event, self._language, rules)
        if line is not None:
            self._write(line)

    def heard(self, chat: Chat) -> None:
        """Print what somebody said, unless he is muted."""
        line = said(chat)
        if line is not None and line.seat not in self._muted:
            self._write(line.line(self._language))

    def _show_sheet(self, id: ActionId, view: View) -> None:
        """Print the card counter, what happened before, or the score sheet."""
        from gouji_tui import sheets  # It tells events in the words of this module.

        language = self._language
        if id is ActionId.COUNTER and not self._counter:
            lines = [string(language, "counter.off")]
        elif id is ActionId.COUNTER:
            lines = sheets.counter_lines(view, language, LINE)
        elif id is ActionId.BACK:
            lines = sheets.back_lines(self._history, view, language)
        else:
            lines = sheets.score_lines(self._history, view, language)
        for line in lines:
            self._write(line)

    def _talk(self, typed: str) -> None:
        """Say what was typed."""
        if self._say is None:
            self._write(string(self._language, "chat.nobody"))
            return
        if not typed.strip():
            self._write(phrases_line(self._language))
        with suppress(EmptyText):
            self._say(clean_chat(typed))

    def ask(self, view: View, refused: Reason | None) -> Action | None:
        """Ask for a decision until there is one; None declines a burn; raises :class:`Quit`."""
        language, play = self._language, view.play
        assert play is not None
        listed = choice(view, language) or order_choice(view, language)
        if view.must_answer and listed is None and not asks_for_cards(view):
            return NONE
        self._write(self._hand(view) if refused is None else reason_text(language, refused))
        self._write(prompt(view, language))
        for number, (words, _action) in enumerate(() if listed is None else listed.answers, 1):
            self._write(f"  {number} {words}")
        burning = not view.must_answer and play.turn != view.seat
        while True:
            try:
                text = self._read().strip()
            except EOFError:
                raise Quit from None
            if text[:1] in TALK:
                self._talk(text[1:])
                continue
            head, _, argument = text.partition(" ")
            if (word := find_word(head)) is not None and word.id is ActionId.MUTE:
                self._write(self._muted.typed(argument.strip(), language))
                continue
            word = find_word(text)
            id = word.id if word is not None else None
            if id is ActionId.QUIT:
                raise Quit
            if id is ActionId.HELP:
                for line in (*may_lines(view, NO_CARDS, language), *word_lines(view, language)):
                    self._write(line)
            elif id is ActionId.HAND:
                self._write(self._hand(view))
            elif id is ActionId.TABLE:
                for line in table_lines(view, language):
                    self._write(line)
            elif id is ActionId.WHY and refused is not None:
                self._write(reason_text(language, refused))
            elif id in (ActionId.COUNTER, ActionId.BACK, ActionId.SCORE):
                self._show_sheet(id, view)
            elif id is ActionId.PAUSE:
                if self._pause is None:
                    self._write(string(language, "screen.no_pause"))
                else:
                    self._pause()
            elif id is ActionId.HINT:
                self._write(hint_line(view, language)[1])
            elif burning and id in (ActionId.KEEP, ActionId.PASS, ActionId.NONE):
                return None
            elif listed is not None and text.isdecimal() and 1 <= int(text) <= len(listed.answers):
                return listed.answers[int(text) - 1][1]
            elif id is ActionId.KEEP:
                return Action(Verb.REFUSE) if play.wind_seat else NONE
            elif (action := read_action(text)) is not None:
                giving = asks_for_cards(view) and action.verb is Verb.PLAY
                return Action(Verb.RETURN, action.cards) if giving else action
            elif text:
                self._write(string(language, "plain.not_understood"))

    def _hand(self, view: View) -> str:
        cards = cards_text(self._language, view.hand)
        return string(self._language, "plain.your_hand", count=sum(view.hand), cards=cards)


__all__ = ["PlainTable", "Quit", "event_line", "prompt", "read_action", "table_lines"]
