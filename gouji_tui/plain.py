"""The table as lines of text: for screen readers, logs and dumb terminals (``--plain``)."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

from engine.actions import NONE, Action, ActionError, Verb, parse_action
from engine.bots import LEVELS
from engine.cards import RANKS, SEATS, CardsError, parse_cards, team_of
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
from gouji_tui.happened import before_line
from gouji_tui.questions import asks_for_cards, choice, title
from gouji_tui.said import said
from gouji_tui.strings import text as string
from gouji_tui.words import PLACES_ZH, say
from net.cleaning import EmptyText, clean_chat

MOST_TOLD = 10
"""Hands of more cards are not told unless the table shows every count (RULES.md 11)."""

_SHORT = {"p": "pass", "y": "yield", "过": "pass", "让": "yield", "接风": "wind", "同意": "agree", "不同意": "refuse"}
_SHORT |= {"革命": "revolt", "w": "wind"}
_LETTERS = str.maketrans({"s": "x", "小": "x", "b": "X", "大": "X", "0": "T"})


TALK = ("/", "／", "、")
"""What a typed line begins with that is talk."""


class Quit(Exception):
    """The person has left the table."""


def spread(counts: list[int]) -> str:
    """Return a hand for reading: cards written out up to six of a rank, then ``9*12``."""
    written = (RANKS[r] * n if n <= 6 else f"{RANKS[r]}*{n}" for r, n in enumerate(counts) if n)
    return " ".join(written)


def event_line(event: Event, language: str, rules: Rules) -> str | None:
    """Return an event as one line, seat first; None for what needs no line."""
    if isinstance(event, Played):
        key = "burned" if event.burn else "played"
        mark = say(language, "gouji") if is_gouji(event.card_set, rules) else ""
        return say(language, key, seat=event.seat, cards=event.card_set.text(), gouji=mark)
    if isinstance(event, Passed):
        return say(language, "passed" if event.wrong is None else "wrong", seat=event.seat)
    if isinstance(event, WindAnswered):
        return say(language, "agreed" if event.agreed else "refused", seat=event.seat)
    if isinstance(event, WentOut):
        place = PLACES_ZH[event.place - 1] if language == "zh" else event.place
        return say(language, "went_out", seat=event.seat, place=place)
    if isinstance(event, RoundWon):
        return say(language, "round_won", winner=event.winner, leader=event.leader)
    if isinstance(event, Dealt):
        return say(language, "hand", count=sum(event.cards), cards=spread(list(event.cards)))
    if isinstance(event, DealScored):
        order = " ".join(map(str, event.places))
        if event.score is None:
            return say(language, "unscored", places=order)
        (a, b), (ta, tb) = event.score, event.total
        return say(language, "scored", places=order, a=a, b=b, ta=ta, tb=tb)
    if isinstance(event, MatchEnded):
        return say(language, "match", deals=event.deals, a=event.total[0], b=event.total[1])
    for kind, key in _SEAT_EVENTS.items():
        if isinstance(event, kind):
            return say(language, key, seat=event[0] if event else 0)
    return before_line(event, language)


_SEAT_EVENTS: dict[type, str] = {
    Yielded: "yielded",
    WindAsked: "wind_asked",
    Renounced: "renounced",
    Fell: "fell",
    Opened: "opened",
    Closed: "closed",
    BrawlBegan: "brawl",
    DealEnded: "ended",
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
        marks = [("you", seat == view.seat), ("out", not play.alive[seat]), ("has_passed", play.passed[seat])]
        marks += [("headless", play.alive[seat] and play.headless(seat)), ("bound", play.burning == seat)]
        state = "".join(say(language, key) for key, holds in marks if holds)
        count = str(size) if told else ">10"
        lines.append(say(language, "seat_line", seat=seat, team=team_of(seat), count=count, state=state))
    return lines


def prompt(view: View, language: str) -> str:
    """Return what the person is asked now."""
    play = view.play
    assert play is not None
    if view.must_answer:
        return title(view, language)
    if play.wind_seat:
        return say(language, "wind", seat=play.wind_seat)
    if play.top is None:
        return say(language, "lead")
    key = "answer" if play.turn == view.seat else "may_burn"
    return say(language, key, cards=play.top.text(), seat=play.top_seat)


def read_action(text: str) -> Action | None:
    """Read what a person typed as an action: its text form, or short; None where it is none."""
    words = text.strip()
    words = _SHORT.get(words.lower(), words)
    for short in ("u ", "烧 ", "烧"):
        if words.lower().startswith(short):
            words = "burn " + words[len(short) :]
            break
    try:
        action = parse_action(words)
    except ActionError:
        verb, rest = (Verb.BURN, words[5:]) if words.startswith("burn ") else (Verb.PLAY, words.removeprefix("play "))
        try:
            cards = parse_cards(rest.replace("10", "T").translate(_LETTERS))
        except CardsError:
            return None
        return Action(verb, cards) if any(cards) else None
    return None if action.verb in (Verb.DEAL, Verb.CLOSE) else action


class PlainTable:
    """A person at a table of lines.

    Args:
        language: ``"zh"`` or ``"en"``.
        read: returns the next typed line; raises ``EOFError`` when there is none.
        write: prints one line.
        say: says something to the table; None where nobody would hear it.
    """

    def __init__(
        self,
        language: str,
        read: Callable[[], str],
        write: Callable[[str], None],
        say: Callable[[str], None] | None = None,
    ) -> None:
        self._say = say
        self._language = language
        self._read = read
        self._write = write

    def told(self, event: Event, rules: Rules) -> None:
        """Print an event."""
        line = event_line(event, self._language, rules)
        if line is not None:
            self._write(line)

    def heard(self, seat: int | None, name: str, words: str) -> None:
        """Print what somebody said; ``seat`` is None for an observer."""
        line = said(seat, name, words)
        if line is not None:
            self._write(line.line(self._language))

    def _talk(self, typed: str) -> None:
        """Say what was typed."""
        if self._say is None:
            self._write(string(self._language, "chat.nobody"))
            return
        with suppress(EmptyText):
            self._say(clean_chat(typed))

    def ask(self, view: View, refused: Reason | None) -> Action | None:
        """Ask for a decision until there is one; None declines a burn; raises :class:`Quit`."""
        language, play = self._language, view.play
        assert play is not None
        listed = choice(view, language)
        if view.must_answer and listed is None and not asks_for_cards(view):
            return NONE
        if refused is not None:
            self._write(say(language, refused.code.value if refused.code.value != "passed" else "not_your_turn",
                            **refused.args))  # fmt: skip
        else:
            self._write(say(language, "hand", count=sum(view.hand), cards=spread(view.hand)))
        self._write(prompt(view, language))
        for number, (words, _action) in enumerate(() if listed is None else listed.answers, 1):
            self._write(f"  {number} {words}")
        burning = not view.must_answer and play.turn != view.seat
        while True:
            try:
                text = self._read().strip()
            except EOFError:
                raise Quit from None
            word = text.lower()
            if word in ("quit", "退出"):
                raise Quit
            if word[:1] in TALK:
                self._talk(text[1:])
                continue
            if word in ("?", "help", "帮助"):
                self._write(say(language, "help"))
            elif word in ("hand", "手牌"):
                self._write(say(language, "hand", count=sum(view.hand), cards=spread(view.hand)))
            elif word in ("table", "台面"):
                for line in table_lines(view, language):
                    self._write(line)
            elif word in ("hint", "提示"):
                hint = LEVELS["greedy"](view, Random(0))
                self._write(say(language, "hint", action="n" if hint is None else hint.text()))
            elif burning and word in ("n", "none", "不烧", "p", "pass"):
                return None
            elif listed is not None and word.isdecimal() and 1 <= int(word) <= len(listed.answers):
                return listed.answers[int(word) - 1][1]
            elif (action := read_action(text)) is not None:
                giving = asks_for_cards(view) and action.verb is Verb.PLAY
                return Action(Verb.RETURN, action.cards) if giving else action
            elif text:
                self._write(say(language, "not_read", text=clean(text)))


def clean(text: str) -> str:
    """Return foreign text without control characters, at most 60 characters."""
    return "".join(each for each in text if each.isprintable())[:60]


__all__ = ["PlainTable", "Quit", "clean", "event_line", "prompt", "read_action", "table_lines"]
