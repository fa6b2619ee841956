"""The table as lines of text: for screen readers, logs and dumb terminals (``--plain``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import normalize

from engine.actions import NONE, OF_THE_TABLE, Action, ActionError, Verb, parse_action
from engine.cards import NO_CARDS, SEATS, CardsError, team_of
from engine.events import Event
from engine.reasons import Reason
from engine.rules import MOST_TOLD, Rules
from engine.view import View
from gouji_tui.actions import WISHES, ActionId, find_word
from gouji_tui.explain import may_lines, word_lines
from gouji_tui.happened import event_line
from gouji_tui.hinting import hint_line
from gouji_tui.history import History
from gouji_tui.muting import Muted
from gouji_tui.picking import parse_typed
from gouji_tui.questions import Choice, asks_for_cards, choice, order_choice, title, typed_answer
from gouji_tui.rules_text import reading_lines
from gouji_tui.said import phrases_line, said
from gouji_tui.story import Story
from gouji_tui.strings import LANGUAGES, cards_text, reason_text, seat_name
from gouji_tui.strings import text as string
from net.cleaning import EmptyText, clean_chat

if TYPE_CHECKING:
    from net.wire import Chat

LINE = 76
"""Cells of a line at most, where one is made to measure."""

TALK = ("/", "／", "、")
"""What a typed line begins with that is talk."""


_INFORMING: Final = (
    ActionId.HELP, ActionId.HAND, ActionId.TABLE, ActionId.WHY, ActionId.HINT, ActionId.COUNTER, ActionId.BACK,
    ActionId.SCORE, ActionId.RULES,
)  # fmt: skip
"""What may be asked for at any time."""


class Quit(Exception):
    """The person has left the table."""


class Answer(NamedTuple):
    """A decision; None declines a burn."""

    action: Action | None


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


def pile_line(view: View, language: str) -> str:
    """Return what lies on the table."""
    play = view.play
    if play is None or play.top is None:
        return string(language, "screen.no_top")
    cards, name = cards_text(language, play.top.counts()), seat_name(language, play.top_seat)
    return string(language, "plain.to_beat", cards=cards, count=play.top.size, name=name)


def hand_line(view: View, language: str) -> str:
    """Return the hand."""
    return string(language, "plain.your_hand", count=sum(view.hand), cards=cards_text(language, view.hand))


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
    stands = pile_line(view, language)
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
    return None if action.verb in OF_THE_TABLE else action


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
        wish: says what the person wants of the table; None where nobody is to be asked.
        names: of the seats, kept up to date by whoever has them.
    """

    def __init__(
        self,
        language: str,
        read: Callable[[], str],
        write: Callable[[str], None],
        say: Callable[[str], None] | None = None,
        counter: bool = True,
        wish: Callable[[ActionId], None] | None = None,
        names: Mapping[int, str] | None = None,
    ) -> None:
        self._counter = counter
        self._wish = wish
        self._say = say
        self._language = language
        self._read = read
        self._write = write
        self._names = {} if names is None else names
        self._history = History()
        self._story = Story()
        self._listed: Choice | None = None
        self._refused: Reason | None = None
        self._muted = Muted()

    def told(self, event: Event, rules: Rules) -> None:
        """Print an event."""
        self._history.told(event)
        self._story.told(event, rules)
        line = event_line(
            event, self._language, rules, closed=self._story.closed, brawl=self._story.brawl, names=self._names
        )
        if line is not None:
            self._write(line)

    def heard(self, chat: Chat) -> None:
        """Print what somebody said, unless he is muted."""
        line = said(chat)
        if line is not None and line.seat not in self._muted:
            self._write(line.line(self._language))

    def _sheet(self, id: ActionId, view: View) -> Sequence[str]:
        """Return the card counter, what happened before, or the score sheet."""
        from gouji_tui import sheets  # It tells events in the words of this module.

        language = self._language
        if id is ActionId.COUNTER and not self._counter:
            return [string(language, "counter.off")]
        if id is ActionId.COUNTER:
            return sheets.counter_lines(view, language, LINE)
        if id is ActionId.BACK:
            return sheets.back_lines(self._history, view, language)
        return sheets.score_lines(self._history, view, language)

    def watched_by(self, names: Sequence[str]) -> None:
        """Print who watches."""
        listed = string(self._language, "list.separator").join(names)
        none, some = "watching.nobody", "watching.names"
        self._write(string(self._language, some if names else none, count=len(names), names=listed))
    def _want(self, id: ActionId) -> None:
        """Say what the person wants of the table."""
        if self._wish is None:
            self._write(string(self._language, "screen.no_wish"))
        else:
            self._wish(id)

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
        if (answer := self.begin(view, refused)) is not None:
            return answer.action
        while True:
            try:
                answer = self.typed(self._read(), view)
            except EOFError:
                raise Quit from None
            if answer is not None:
                return answer.action

    def begin(self, view: View, refused: Reason | None) -> Answer | None:
        """Ask for a decision; returns it where there is nothing to choose."""
        language = self._language
        self._listed = choice(view, language) or order_choice(view, language)
        self._refused = refused
        if view.must_answer and self._listed is None and not asks_for_cards(view):
            return Answer(NONE)
        self._write(hand_line(view, self._language) if refused is None else reason_text(language, refused))
        self._write(prompt(view, language))
        for number, (words, _action) in enumerate(() if self._listed is None else self._listed.answers, 1):
            self._write(f"  {number} {words}")
        return None

    def typed(self, line: str, view: View) -> Answer | None:
        """Take a line that answers what :meth:`begin` asked; returns the decision, None where it is none yet."""
        line, play, listed = line.strip(), view.play, self._listed
        assert play is not None
        if self.told_of(line, view):
            return None
        word = find_word(line)
        id = word.id if word is not None else None
        if not view.must_answer and play.turn != view.seat and id in (ActionId.KEEP, ActionId.PASS, ActionId.NONE):
            return Answer(None)
        if listed is not None and (chosen := typed_answer(line, listed, *self._also_listed(view))) is not None:
            return Answer(chosen)
        if id is ActionId.KEEP:
            return Answer(Action(Verb.REFUSE) if play.wind_seat else NONE)
        if (action := read_action(line)) is not None:
            giving = asks_for_cards(view) and action.verb is Verb.PLAY
            return Answer(Action(Verb.RETURN, action.cards) if giving else action)
        if line:
            self._write(string(self._language, "plain.not_understood"))
        return None

    def _also_listed(self, view: View) -> list[Choice | None]:
        """Return the same question in the other languages: whoever types may think in any."""
        others = [each for each in LANGUAGES if each != self._language]
        return [choice(view, each) or order_choice(view, each) for each in others]

    def told_of(self, line: str, view: View | None) -> bool:
        """Do what a line asks for that is no decision, at any time; tell whether it was one. Raises :class:`Quit`."""
        language, line = self._language, line.strip()
        if line[:1] in TALK:
            self._talk(line[1:])
            return True
        head, _, argument = line.partition(" ")
        if (word := find_word(head)) is not None and word.id is ActionId.MUTE:
            self._write(self._muted.typed(argument.strip(), language))
            return True
        word = find_word(line)
        id = word.id if word is not None else None
        if id is ActionId.QUIT:
            raise Quit
        if id in WISHES and id is not None:
            self._want(id)
            return True
        if view is None or view.play is None:
            return False
        for each in self._asked_for(id, view):
            self._write(each)
        return id in _INFORMING

    def _asked_for(self, id: ActionId | None, view: View) -> Sequence[str]:
        """Return the lines that somebody asked for by a word."""
        language = self._language
        if id is ActionId.HELP:
            return (*may_lines(view, NO_CARDS, language, typed=True), *word_lines(view, language))
        if id is ActionId.HAND:
            return [hand_line(view, self._language)]
        if id is ActionId.TABLE:
            return table_lines(view, language)
        if id is ActionId.WHY:
            return [string(language, "plain.no_why") if self._refused is None else reason_text(language, self._refused)]
        if id is ActionId.HINT:
            return [hint_line(view, language)[1]]
        if id is ActionId.RULES:
            return reading_lines(view.rules, language)
        return self._sheet(id, view) if id in (ActionId.COUNTER, ActionId.BACK, ActionId.SCORE) else ()


__all__ = [
    "Answer",
    "PlainTable",
    "Quit",
    "event_line",
    "hand_line",
    "pile_line",
    "prompt",
    "read_action",
    "table_lines",
]
