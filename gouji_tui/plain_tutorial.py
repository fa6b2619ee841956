"""The tutorial in lines of text (``gouji play --tutorial --plain``)."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import NONE, Action, Verb
from engine.cards import NO_CARDS
from gouji_tui.actions import ActionId, find_word
from gouji_tui.explain import may_lines, word_lines
from gouji_tui.instructing import title, told, wanted
from gouji_tui.plain import hand_line, pile_line, read_action, table_lines
from gouji_tui.questions import asks_for_cards, choice, typed_answer
from gouji_tui.strings import text
from gouji_tui.tutoring import Came, Tutor


class PlainTutorial:
    """The lessons, one after the other.

    Args:
        language: ``"zh"`` or ``"en"``.
        read: returns the next typed line; raises ``EOFError`` when there is none.
        write: prints one line.
    """

    def __init__(self, language: str, read: Callable[[], str], write: Callable[[str], None]) -> None:
        self._language = language
        self._read = read
        self._write = write
        self._tutor = Tutor()

    def run(self) -> None:
        """Teach until the last step is read or the learner leaves."""
        self._show()
        while not self._tutor.last:
            try:
                line = self._read().strip()
            except EOFError:
                return
            word = find_word(line)
            if word is not None and word.id is ActionId.QUIT:
                return
            self._typed(line, word.id if word is not None else None)

    def _show(self) -> None:
        """Print where the learner stands; the lesson's title at its beginning."""
        tutor, language, view = self._tutor, self._language, self._tutor.view()
        if not tutor.at:
            self._write(title(tutor, language))
            self._write(text(language, "tutor.words"))
        self._write(text(language, tutor.text_id))
        if tutor.step.answer:
            for line in (pile_line(view, language), hand_line(view, language)):
                self._write(line)
            listed = choice(view, language)
            for number, (words, _action) in enumerate(() if listed is None else listed.answers, 1):
                self._write(f"  {number} {words}")
        self._write(wanted(tutor, language, "tutor.end_lines"))

    def _typed(self, line: str, id: ActionId | None) -> None:
        tutor, language, view = self._tutor, self._language, self._tutor.view()
        ways = {word: step for step in (-1, 1) for word in text(language, f"tutor.{_WAYS[step]}_words").split()}
        if line.lower() in ways:
            tutor.take(tutor.number + ways[line.lower()])
            self._show()
        elif id is ActionId.HELP:
            for each in (*may_lines(view, NO_CARDS, language, typed=True), *word_lines(view, language)):
                self._write(each)
        elif id is ActionId.HAND:
            self._write(hand_line(view, language))
        elif id is ActionId.TABLE:
            for each in table_lines(view, language):
                self._write(each)
        elif not line and tutor.go_on():
            self._show()
        elif (action := self._action(line, id)) is not None:
            self._act(action)
        else:
            self._write(wanted(tutor, language))

    def _action(self, line: str, id: ActionId | None) -> Action | None:
        view = self._tutor.view()
        listed = choice(view, self._language)
        if listed is not None and (chosen := typed_answer(line, listed)) is not None:
            return chosen
        if id is ActionId.KEEP:
            return NONE
        action = read_action(line) if line else None
        if action is not None and action.verb is Verb.PLAY and asks_for_cards(view):
            return Action(Verb.RETURN, action.cards)
        return action

    def _act(self, action: Action) -> None:
        outcome = self._tutor.act(action)
        if words := told(outcome, self._tutor, self._language):
            self._write(words)
        if outcome.came in (Came.DONE, Came.TRIED):
            self._show()


_WAYS = {-1: "back", 1: "on"}

__all__ = ["PlainTutorial"]
