"""A question in the foot of the table, the hand in sight: its answers by number, or by arrows and Enter."""

from __future__ import annotations

from math import inf
from time import monotonic

from rich.cells import cell_len
from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from engine.actions import Action, Verb
from gouji_tui.actions import ActionId, TableAction
from gouji_tui.questions import Choice
from gouji_tui.strings import text
from gouji_tui.widgets.lines import block, fit, rule

Question = Choice
"""Title, answers as words and action, and the number from 0 of the answer that the clock gives."""

_ELSEWHERE = frozenset(
    {
        ActionId.CHAT, ActionId.HELP, ActionId.LANGUAGE, ActionId.HINT, ActionId.HINT_BACK, ActionId.MENU,
        ActionId.COUNTER, ActionId.BACK, ActionId.SCORE, ActionId.THEME, ActionId.GLYPHS, ActionId.COVER,
    }
)  # fmt: skip
"""What may be done besides while a question is out."""
_BACK = frozenset({ActionId.LEFT, ActionId.MORE})
_ON = frozenset({ActionId.RIGHT, ActionId.LESS})
_SAME: dict[ActionId, Verb] = {ActionId.YIELD: Verb.AGREE}
"""Y and N answer a question of yes and no, too."""


class QuestionView(Static):
    """Shows one question at a time and takes its keys; closed it takes no room."""

    DEFAULT_CSS = "QuestionView { display: none; height: auto; }"

    class Answered(Message):
        """The person has answered."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    def __init__(self) -> None:
        super().__init__()
        self.question: Question | None = None
        self.chosen: int | None = None
        """The answer marked, from 0; Enter gives it."""
        self._opened = inf
        self._deaf = 0.0
        self._spans: list[tuple[int, int, int]] = []
        """Row and columns, from and before, of each answer as drawn."""

    @property
    def is_open(self) -> bool:
        """Whether a question is out."""
        return self.question is not None

    def open(self, question: Question, deaf: float) -> None:
        """Ask; keys of the next ``deaf`` seconds are dropped: they were meant for something else."""
        self.question, self.chosen = question, None
        self._opened, self._deaf = monotonic(), deaf
        self.display = True

    def close(self) -> None:
        """Ask no more."""
        self.question = None
        self.display = False

    def on_click(self, event: Click) -> None:
        """Give the answer under the mouse."""
        for place, (row, first, end) in enumerate(self._spans):
            if self.question is not None and event.y == row and first <= event.x < end:
                event.stop()
                if monotonic() - self._opened >= self._deaf:
                    self._answer(place)
                return

    def reword(self, question: Question) -> None:
        """Put the same question in other words."""
        if self.question is not None and len(question.answers) == len(self.question.answers):
            self.question = question

    def choose(self, action: Action | None) -> None:
        """Mark an answer; the last one where there is none such."""
        if self.question is not None:
            listed = [each for _words, each in self.question.answers]
            self.chosen = listed.index(action) if action is not None and action in listed else len(listed) - 1

    def take(self, action: TableAction | None, typed: str) -> bool:
        """Take a key: a digit answers, arrows mark, Enter gives the answer marked; False for a key that is not its own.

        Args:
            action: what the key does at the table, or None.
            typed: what it typed, or nothing.
        """
        if self.question is None or (action is not None and action.id in _ELSEWHERE):
            return False
        if monotonic() - self._opened < self._deaf:
            return True
        number = len(self.question.answers)
        if typed.isascii() and typed.isdecimal():
            if 1 <= int(typed) <= number:
                self._answer(int(typed) - 1)
        elif action is None:
            pass
        elif action.id in _BACK:
            self.chosen = ((number if self.chosen is None else self.chosen) - 1) % number
        elif action.id in _ON:
            self.chosen = 0 if self.chosen is None else (self.chosen + 1) % number
        elif action.id is ActionId.PLAY:
            if self.chosen is not None:
                self._answer(self.chosen)
        elif action.id is ActionId.KEEP:
            self._answer(number - 1)
        else:
            self._by_verb(_SAME.get(action.id, action.verb))
        return True

    def _by_verb(self, verb: Verb | None) -> None:
        """Answer by the letter of the action that an answer is."""
        assert self.question is not None
        found = [place for place, (_words, action) in enumerate(self.question.answers) if action.verb is verb]
        if len(found) == 1:
            self._answer(found[0])

    def _answer(self, place: int) -> None:
        """Give an answer, once; the next key is not for this question any more."""
        assert self.question is not None
        action = self.question.answers[place][1]
        self.close()
        self.post_message(self.Answered(action))

    def lines(self, language: str, width: int) -> list[str]:
        """Return title, answers and what to press, as many answers a line as there is room for."""
        if self.question is None:
            return []
        found = [f" >> {self.question.title}"]
        line = ""
        self._spans = []
        for place, (words, _action) in enumerate(self.question.answers):
            star = "*" if place == self.question.default else ""
            answer = f"{place + 1} {words}{star}"
            answer = f"[{answer}]" if place == self.chosen else f" {answer} "
            if line and cell_len(f"{line} {answer}") > width:
                found.append(line)
                line = ""
            line = f"{line} {answer}"
            end = cell_len(line)
            self._spans.append((len(found) + 1, end - cell_len(answer), end))
        return [*found, line, " " + text(language, "ask.choose")]

    def show(self, notice: str, language: str, clock: str = "") -> None:
        """Draw the question; ``notice`` says what was wrong, if anything, ``clock`` how long there is."""
        width = self.size.width or self.app.size.width
        shown = self.lines(language, width)
        if shown:
            shown[0] = shown[0].replace(">> ", f">> {clock} ", 1) if clock else shown[0]
            title, *answers, foot = (fit(each, width) for each in shown)
            foot = fit(f" ! {notice}", width) if notice else foot
            styled = [(rule("", width), "dim"), (title, "bold reverse"), *((each, "bold") for each in answers)]
            self.update(block([*styled, (foot, "dim")]))
