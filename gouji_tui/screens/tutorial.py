"""The tutorial on the screen: a position, what to do in it, and what the table rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Final
from unicodedata import normalize

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Static

from engine.actions import NONE, Action, Verb, parse_action
from engine.cards import NO_CARDS
from gouji_tui.actions import ActionId, find_key
from gouji_tui.instructing import title, told, wanted
from gouji_tui.picking import Pick, key_to_rank
from gouji_tui.questions import asks_for_cards, choice
from gouji_tui.scene import PAINTS, Scene
from gouji_tui.screens.closing import close
from gouji_tui.strings import text
from gouji_tui.tutoring import LEARNER, Came, Tutor
from gouji_tui.widgets.hand import Hand
from gouji_tui.widgets.lines import block, fit, rule, wrapped
from gouji_tui.widgets.question import QuestionView
from gouji_tui.widgets.seats import Seats, pile
from gouji_tui.widgets.table_frame import FULL

_PICKS: Final[Mapping[ActionId, Callable[[Pick], Pick]]] = {
    ActionId.ALL: Pick.all_of_current,
    ActionId.LESS: Pick.one_less,
    ActionId.MORE: Pick.one_more,
    ActionId.LEFT: lambda pick: pick.move(-1),
    ActionId.RIGHT: lambda pick: pick.move(1),
    ActionId.CLEAR: Pick.clear,
    ActionId.UNDO: Pick.undo,
}


class TutorialScreen(Screen[None]):
    """The lessons, one after the other.

    Args:
        language: ``"zh"`` or ``"en"``.
        number: of the lesson to begin with, from 0.
        paint: of :data:`gouji_tui.scene.PAINTS`.
    """

    DEFAULT_CSS = """
    TutorialScreen { layout: vertical; overflow: hidden; }
    TutorialScreen #head { height: 1; }
    TutorialScreen #lesson { height: 1fr; }
    TutorialScreen #foot { height: 2; }
    TutorialScreen.-questioned #foot { display: none; }
    TutorialScreen.-small Seats { display: none; }
    TutorialScreen.-small #foot { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, language: str, number: int = 0, paint: str = "dark") -> None:
        super().__init__()
        self.paint = paint
        self.tutor = Tutor(number)
        self.language = language
        self.pick = Pick.of(self.tutor.view().hand)
        self.notice = ""
        self._head = Static(id="head")
        self._seats = Seats()
        self._lesson = Static(id="lesson")
        self._hand = Hand()
        self.question = QuestionView()
        self._foot = Static(id="foot")

    def compose(self) -> ComposeResult:
        """Hold the parts, top to bottom."""
        yield from (self._head, self._seats, self._lesson, self._hand, self.question, self._foot)

    def on_mount(self) -> None:
        """Ask the first thing."""
        self._turned()

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size."""
        self.redraw()

    # Drawing.

    def redraw(self) -> None:
        """Draw all of it, soon."""
        if self.is_mounted:
            self.call_after_refresh(self._draw)

    def wanted(self) -> str:
        """Return what is to be done now, in words: the action with its key or cards."""
        return wanted(self.tutor, self.language)

    def _draw(self) -> None:
        tutor, language, width = self.tutor, self.language, self.size.width
        view = tutor.view()
        small = width < FULL[0] or self.size.height < FULL[1]
        self.set_class(small, "-small")
        self._head.update(block([(fit(f" {title(tutor, language)}", width), "bold")]))
        scene = Scene(view, language, tutor.story, paint=PAINTS[self.paint])
        lines: list[tuple[str, str]] = []
        if small:
            head, cards, answer = pile(scene, width)
            pile_lines = (": ".join(filter(None, (head, cards))), answer)
            lines += [(fit(each, width), "bold") for each in pile_lines if each]
        else:
            self._seats.show(scene)
            lines.append((rule("", width), "dim"))
        lines += [(fit(f" {line}", width), "") for line in wrapped(text(language, tutor.text_id), width - 2)]
        lines += [(fit(f" {line}", width), "bold") for line in wrapped(f">> {self.wanted()}", width - 2)]
        lines += [(fit(f" {line}", width), "reverse") for line in wrapped(self.notice, width - 2) if line]
        spare = self._lesson.size.height - len(lines) if small else 0
        more = wrapped(text(language, "tutor.more_keys"), width - 2)
        if spare > len(more):
            lines += [("", "")] * (spare - len(more)) + [(fit(f" {line}", width), "dim") for line in more]
        self._lesson.update(block(lines))
        self._hand.show(self.pick, "", language, small=small, stack=0, covered=False, current=True)
        keys = (text(language, "tutor.keys"), text(language, "tutor.more_keys"))
        self._foot.update(block([(fit(f" {line}", width), "dim") for line in keys]))
        question = choice(view, language)
        if self.question.is_open and question is not None:
            self.question.reword(question)
        self.set_class(self.question.is_open, "-questioned")
        self.question.show("", language)

    # Keys.

    def on_key(self, event: Key) -> None:
        """Pick, act, turn the page."""
        typed = normalize("NFKC", event.character or "").lower()
        action = find_key(event.key, event.character)
        if event.key in ("pageup", "pagedown"):
            self.tutor.take(self.tutor.number + (1 if event.key == "pagedown" else -1))
            self.notice = ""
            self._turned()
        elif event.key == "escape":
            close(self)
        elif self.question.take(action, typed):
            self.notice = ""
        elif action is None and (rank := key_to_rank(typed) if typed else None) is not None:
            self.pick = self.pick.press_rank(rank)
        elif action is None:
            return
        elif action.id is ActionId.LANGUAGE:
            self.language = "en" if self.language == "zh" else "zh"
            self.notice = ""
        elif action.id in _PICKS:
            self.pick = _PICKS[action.id](self.pick)
        elif action.id is ActionId.PLAY and not self.pick.size:
            self._enter()
        elif action.verb is not None or action.id is ActionId.KEEP:
            self._act(self._action(action.id, action.verb))
        else:
            return
        event.stop()
        self.redraw()

    def _enter(self) -> None:
        if self.tutor.go_on():
            self.notice = ""
            self._turned()
        elif not self.tutor.last:
            cards = any(parse_action(self.tutor.step.answer).cards)
            self.notice = text(self.language, "tutor.pick_first") if cards else self.wanted()

    def _action(self, id: ActionId, verb: Verb | None) -> Action:
        view = self.tutor.view()
        if id is ActionId.PLAY and asks_for_cards(view):
            return Action(Verb.RETURN, self.pick.picked)
        if id in (ActionId.PLAY, ActionId.BURN):
            burns = view.turn != LEARNER and view.play is not None and LEARNER in view.play.burn_window
            wanted = self.tutor.step.answer.partition(" ")[0]
            burning = id is ActionId.BURN or (burns and wanted == Verb.BURN.value)
            return Action(Verb.BURN if burning else Verb.PLAY, self.pick.picked)
        return NONE if verb is None else Action(verb)

    def on_hand_touched(self, event: Hand.Touched) -> None:
        """Pick by the mouse."""
        pick = self.pick.at(event.rank)
        self.pick = pick.all_of_current() if event.whole else pick.one_more() if event.step > 0 else pick.one_less()
        self.redraw()

    def on_question_view_answered(self, event: QuestionView.Answered) -> None:
        """Take an answer from the list."""
        self._act(event.action)
        self.redraw()

    def _act(self, action: Action) -> None:
        if action.verb in (Verb.PLAY, Verb.BURN) and action.cards == NO_CARDS:
            self.notice = text(self.language, "screen.nothing")
            return
        outcome = self.tutor.act(action)
        self.notice = told(outcome, self.tutor, self.language)
        if outcome.came in (Came.DONE, Came.TRIED):
            self._turned()
        elif outcome.came is Came.OTHER:
            self._ask()

    def _turned(self) -> None:
        """Show the next step: its hand, its question."""
        self.pick = Pick.of(self.tutor.view().hand)
        self._ask()
        self.redraw()

    def _ask(self) -> None:
        question = choice(self.tutor.view(), self.language)
        if question is not None and self.tutor.step.answer:
            self.question.open(question, 0.0)
        else:
            self.question.close()

