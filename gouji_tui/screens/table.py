"""The table: what a seat sees of a match, and the keys that play it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, ClassVar
from unicodedata import normalize

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.events import Key, Paste, Resize
from textual.reactive import reactive
from textual.screen import Screen

from engine.actions import NONE, PASS, Action, Verb
from engine.cards import partners
from engine.events import Event
from engine.ordering import sets_text
from engine.reasons import Code, Reason
from engine.view import View
from gouji_tui.actions import WATCHING, ActionId, find_key
from gouji_tui.base_app import BaseApp
from gouji_tui.choosing import Choosing, nothing_beats
from gouji_tui.coach import coach_line
from gouji_tui.history import History
from gouji_tui.muting import Muted
from gouji_tui.picking import Pick, key_to_rank
from gouji_tui.questions import asks_for_cards, lay_open_choice, listed, read_sets, sets_offered
from gouji_tui.said import said
from gouji_tui.scene import PAINTS, Scene
from gouji_tui.screens.beside import turn_to
from gouji_tui.screens.notice import GUARD_SECONDS
from gouji_tui.settings import Preferences
from gouji_tui.story import Story
from gouji_tui.strings import reason_text, text
from gouji_tui.widgets.asking import Bar, lit
from gouji_tui.widgets.chat import ChatLine
from gouji_tui.widgets.drawn import Drawn
from gouji_tui.widgets.hand import Hand
from gouji_tui.widgets.log import Log
from gouji_tui.widgets.question import Question, QuestionView
from gouji_tui.widgets.seats import Seats
from gouji_tui.widgets.table_frame import TABLE_CSS, draw_table, verdict
from gouji_tui.widgets.typing import SetsLine, TypedLine

if TYPE_CHECKING:
    from net.wire import Chat

_ACTS = frozenset(
    {
        ActionId.PLAY, ActionId.PASS, ActionId.YIELD, ActionId.KEEP, ActionId.WIND, ActionId.REVOLT, ActionId.RENOUNCE,
    }
)  # fmt: skip
"""What acts at once."""


class TableScreen(Screen[None]):
    """One table.

    Args:
        view: the view of the person's seat, kept up to date by whoever runs the match.
        language: ``"zh"`` or ``"en"``.
        guard: seconds after the turn has come, or a notice, in which no key acts, so that one meant for something
            else does not.
        say: says something to the table; None where nobody would hear it.
        preferences: the settings; none: the defaults.
        counter: whether this table plays with the card counter.
        coach: whether the coach may speak, if the settings let him.
    """

    DEFAULT_CSS = TABLE_CSS
    BINDINGS: ClassVar[list[BindingType]] = [("ctrl+z", "app.suspend_process", "")]
    seen: reactive[Scene | None] = reactive(None, repaint=False, init=False, always_update=True)
    """What is drawn: everything that the parts show comes of it."""

    def __init__(
        self,
        view: View,
        language: str,
        guard: float = GUARD_SECONDS,
        say: Callable[[str], None] | None = None,
        preferences: Preferences | None = None,
        counter: bool = True,
        coach: bool = False,
    ) -> None:
        super().__init__()
        self._say = say
        self.view = view
        self.guard = guard
        self.preferences = preferences or Preferences()
        self._asked_since = 0.0
        self.language = language
        self.chosen = Choosing(view.hand)
        self.story = Story()
        self.history = History()
        self.counter = counter
        self.bottom = 1
        self._coach = coach
        self.names: dict[int, str] = {}
        """Names of the seats, cleaned; filled by whoever runs the match."""
        self.away: dict[int, str] = {}
        """What to say of seats that are not there."""
        self.deadline: float | None = None
        """When the decision or window that runs ends, on the steady clock; None where none does."""
        self.held = False
        """Whether this seat has answered and the table still waits for burners."""
        self.paused = False
        """Whether the table's clocks stand still and nobody may decide."""
        self.standing = ""
        """What is told in place of whose turn it is; empty for nothing."""
        self.wish: Callable[[ActionId], None] | None = None
        """Says what the person wants of the table; None where nobody is to be asked."""
        self.muted = Muted()
        self.auto_seconds = 0.7
        """How long a pass made for the person takes: the table's usual pace, so that it tells no more than another."""
        self.covered = False
        self.notice = ""
        self._answer: asyncio.Future[Action | None] | None = None
        self.confirmed: ActionId | None = None
        self._stale = False
        self.head = Drawn(id="head")
        self.seats = Seats()
        self.log_lines = Log(view.rules, self.names)
        self.log_lines.id = "table-log"
        self.side_log = Log(view.rules, self.names)
        self.side_head = Drawn(id="side-head")
        self.round = Drawn(id="round")
        self.hand = Hand()
        self.ask = Drawn(id="ask")
        self.bar = Bar()
        self.keys = Drawn(id="keys")
        self.tiny = Drawn(id="tiny")
        self._laying = False
        self.question = QuestionView()
        self.chat = ChatLine()
        self.sets = SetsLine()
        self._partner = 0

    @property
    def pick(self) -> Pick:
        """The cards picked."""
        return self.chosen.pick

    def compose(self) -> ComposeResult:
        """Hold the parts, top to bottom; the panel at the right where the screen is wide."""
        yield Vertical(self.side_head, self.side_log, id="side")
        yield from (self.head, self.seats, self.log_lines, self.round, self.hand)
        yield from (self.ask, self.bar, self.keys, self.tiny, self.question, self.chat, self.sets)

    def on_mount(self) -> None:
        """Draw the first time; the clock ticks once a second."""
        self.redraw()
        self.set_interval(1.0, self._tick)

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size."""
        self.redraw()

    def _tick(self) -> None:
        if self.deadline is not None:
            self.redraw()

    # What the match says.

    def told(self, event: Event) -> None:
        """Hear an event that the view has taken in."""
        play = self.view.play
        self.story.told(event, self.view.rules, play is not None and play.brawl)
        self.history.told(event)
        for log in (self.log_lines, self.side_log):
            log.add(event, self.story.closed, self.story.brawl)
        self._hand_changed()
        self.redraw()

    def _hand_changed(self) -> None:
        self.chosen.pick, lost = self.pick.hand_changed(self.view.hand)
        if lost:
            self.notice = text(self.language, "table.pick_lost")

    def heard(self, chat: Chat) -> None:
        """Hear what somebody said, unless he is muted."""
        line = said(chat)
        if line is not None and line.seat not in self.muted:
            for log in (self.log_lines, self.side_log):
                log.add(line)
            self.redraw()

    async def decide(self, refused: Reason | None, notice: str = "") -> Action | None:
        """Wait for the person's decision; None declines a burn. ``notice`` is shown where nothing was refused."""
        view, self._laying = self.view, False
        question = self._question()
        if view.must_answer and question is None and not asks_for_cards(view):
            return NONE
        self._hand_changed()
        if self.preferences.value.autopass and refused is None and nothing_beats(view):
            await asyncio.sleep(self.auto_seconds)
            self.notice = text(self.language, "screen.auto_passed")
            return PASS
        if view.play is not None and view.play.plan and view.play.top is None and not view.play.orderer:
            self.chosen.pick = self.pick.to(view.play.plan[0].counts())
        self.notice = notice if refused is None else reason_text(self.language, refused)
        if refused is None and self._coach and self.preferences.value.coach:
            self.notice = coach_line(view, self.language)
        self._answer = asyncio.get_running_loop().create_future()
        self._asked_since = monotonic()
        self.chat.careful = True
        if question is not None:
            self.question.open(question, self.guard)
        self.redraw()
        self._call_person("(*) 够级" if self.language == "zh" else "(*) gouji")
        try:
            return await self._answer
        finally:
            self._answer = None
            self.chat.careful = False
            self.question.close()
            if self.sets.is_open:
                self.sets.close()
            self.redraw()
            self._call_person("")

    def _call_person(self, title: str) -> None:
        """Ring and say in the title that it is the person's turn; with no title that it no longer is."""
        if title and self.preferences.value.bell:
            self.app.bell()
        if isinstance(self.app, BaseApp):
            self.app.tell_terminal(title or "gouji")

    def _question(self) -> Question | None:
        """Return what is asked now where it is answered from a list."""
        return (lay_open_choice if self._laying else listed)(self.view, self.language)

    @property
    def asked(self) -> bool:
        """Whether the person's decision is waited for."""
        return self._answer is not None and not self._answer.done()

    @property
    def burn_offered(self) -> bool:
        """Whether what is waited for is a burn or none."""
        return self.asked and not self.view.must_answer and self.view.turn != self.view.seat

    @property
    def scene(self) -> Scene:
        """What the parts draw from now."""
        seconds = None if self.deadline is None or self.paused else max(0, ceil(self.deadline - monotonic()))
        paint = PAINTS[self.preferences.value.theme]
        return Scene(
            self.view, self.language, self.story, self.names, self.away, self.asked, seconds, self.held, paint,
            self.bottom, self.standing,
        )  # fmt: skip

    # Drawing.

    def redraw(self) -> None:
        """Draw once, with the next frame, however often this is asked for."""
        if not self._stale and self.is_mounted:
            self._stale = True
            self.call_after_refresh(self._draw)

    def on_drawn_resized(self) -> None:
        """Draw for the new size of a part."""
        self.redraw()

    def _draw(self) -> None:
        """Draw now: what a key changes is not kept waiting."""
        self._stale = False
        self.seen = self.scene

    def watch_seen(self, scene: Scene | None) -> None:
        """Draw what has changed since the last frame."""
        if scene is None:
            return
        question = self._question() if self.question.is_open else None
        if question is not None:
            self.question.reword(question)
        self.set_class(self.question.is_open, "-questioned")
        draw_table(self, scene, verdict(scene, self.picked_action()) if self.pick.size else "")

    def picked_action(self) -> Action:
        """Return what Enter would do with the cards picked."""
        if asks_for_cards(self.view):
            return Action(Verb.RETURN, self.pick.picked)
        return Action(Verb.BURN if self.burn_offered else Verb.PLAY, self.pick.picked)

    # Keys.

    def on_paste(self, event: Paste) -> None:
        """Pasted text never acts."""
        event.stop()

    def on_key(self, event: Key) -> None:
        """Pick, act, or say why not; while one talks every key is a letter."""
        for line in (self.chat, self.sets):
            if line.is_open:
                line.take(event)
                self._typing()
                return
        if "+" in event.key and event.key.split("+", 1)[0] in ("alt", "ctrl", "meta", "super", "hyper"):
            return  # A key with a modifier is no card and no action.
        typed = normalize("NFKC", event.character or "").lower()
        action = find_key(event.key, event.character)
        if self.question.take(action, typed):
            event.stop()
            self.notice = ""
            self._draw()
            return
        rank = None if action or not typed else key_to_rank(typed)
        if self.view.seat is None and event.key == "tab":
            event.stop()
            self.bottom = self.bottom % 6 + 1
            self._draw()
            return
        if self.view.seat is None and (action is None or action.id not in WATCHING):
            return
        if action is None and rank is None:
            if typed and not typed.isascii():
                self.notice = text(self.language, "table.input_method")
                self._draw()
            return
        event.stop()
        self._do(None if action is None else action.id, rank)

    def on_foreign_bytes(self) -> None:
        """Say that the terminal sends what nobody can read."""
        self.notice = text(self.language, "screen.not_utf8")
        self.redraw()

    def on_bar_pressed(self, event: Bar.Pressed) -> None:
        """Do what a place of the action bar says."""
        self._do(event.id, None)

    def on_hand_touched(self, event: Hand.Touched) -> None:
        """Pick by the mouse."""
        self.notice = ""
        if self.view.seat is not None:
            self.chosen.touch(event.rank, event.step, event.whole)
        self._draw()

    def _do(self, id: ActionId | None, rank: int | None) -> None:
        """Do an action, or pick one of a rank."""
        confirmed, self.confirmed = self.confirmed, None
        self.notice = ""
        if rank is not None:
            self.chosen.rank(rank)
        elif id in (ActionId.LEFT, ActionId.RIGHT):
            places = [each for each in lit(self.scene) if each is not None]
            self.chosen.move(1 if id is ActionId.RIGHT else -1, places)
        elif id is ActionId.PLAY and self.chosen.place in lit(self.scene) and self.chosen.place is not None:
            self._command(self.chosen.place, confirmed)
        elif id is not None and not self.chosen.do(id):
            self._command(id, confirmed)
        self._draw()

    def _command(self, command: ActionId, confirmed: ActionId | None) -> None:
        if turn_to(self, command, confirmed):
            return
        language = self.language
        if not self.asked:
            self.notice = reason_text(language, Reason(Code.NOT_YOUR_TURN))
        elif command in _ACTS and monotonic() - self._asked_since < self.guard:
            self.notice = text(language, "screen.early")
        elif command is ActionId.PLAY:
            self._play()
        elif command is ActionId.BURN:
            if not self.chosen.burn(self.view):
                self.notice = reason_text(language, Reason(Code.BURN_NOT_ALLOWED))
        elif command is ActionId.FILL:
            if not self.view.must_answer:
                self.notice = self.chosen.fill(self.view, language)
        elif command in (ActionId.HINT, ActionId.HINT_BACK):
            action, self.notice = self.chosen.hint(self.view, language, 1 if command is ActionId.HINT else -1)
            if self.question.is_open:
                self.question.choose(action)
        elif command is ActionId.ORDER:
            self._lay_open()
        elif self.burn_offered and command in (ActionId.KEEP, ActionId.PASS):
            self._finish(None)
        elif command in (ActionId.PASS, ActionId.YIELD) and self.pick.size and confirmed is not command:
            self.confirmed = command
            self.notice = text(language, f"screen.again_{command.value[0]}")
        else:
            self._act(NONE if command is ActionId.KEEP else Action(Verb(command.value)))

    def chosen_in_menu(self, id: ActionId | None) -> None:
        """Do what was chosen in the menu."""
        if id is not None:
            self._do(id, None)

    def note(self, sentence: str) -> None:
        """Tell the person something until his next key."""
        self.notice = sentence
        self.redraw()

    def settings_done(self, _result: None) -> None:
        """Speak the language that is set."""
        self.language = self.preferences.value.language or self.language
        self.redraw()

    def on_question_view_answered(self, event: QuestionView.Answered) -> None:
        """Give the answer to whoever asks."""
        laying, self._laying = self._laying, False
        action = event.action
        if laying and action == NONE:
            self.question.close()
        elif action.verb is Verb.ORDER and not action.sets:
            self._partner = action.number
            self.notice = text(self.language, "ask.sets")
            self.sets.begin("", sets_text(sets_offered(self.view)))
            self._typing()
        else:
            self._act(action)
        self.redraw()

    def open_chat(self) -> None:
        """Let the person talk, if anybody would hear it."""
        if self._say is None:
            self.notice = text(self.language, "chat.nobody")
        else:
            self.chat.open(self.language)
            self._typing()

    def _typing(self) -> None:
        self.set_class(self.chat.is_open or self.sets.is_open, "-talking")
        self.redraw()

    def on_typed_line_closed(self, event: TypedLine.Closed) -> None:
        """Give the row back; who must order is asked again."""
        question = self._question() if event.line is self.sets and self.asked else None
        if question is not None:
            self.question.open(question, 0.0)
        self._typing()

    def on_chat_line_doubted(self) -> None:
        """Say that cards were typed."""
        self.note(text(self.language, "screen.cards_in_chat"))

    def on_chat_line_sent(self, event: ChatLine.Sent) -> None:
        """Say it."""
        self.notice = ""
        if self._say is not None:
            self._say(event.words)

    def on_sets_line_sent(self, event: SetsLine.Sent) -> None:
        """Lay the hand open, or order, as typed; what is no order stays there with the reason."""
        sets = read_sets(event.words)
        action = Action(Verb.ORDER, number=self._partner, sets=sets or ())
        reason = self.view.why_not(action) if sets else None
        if sets and reason is None:
            self._finish(action)
            self.sets.close()
        else:
            self.notice = text(self.language, "ask.no_sets") if reason is None else reason_text(self.language, reason)
        self.redraw()

    def _play(self) -> None:
        if self.pick.size:
            self._act(self.picked_action())
        else:
            self.notice = text(self.language, "screen.nothing")

    def _lay_open(self) -> None:
        """Ask to which partner the hand is laid open, where ordering is played (RULES.md 11)."""
        question = lay_open_choice(self.view, self.language)
        if question is None:
            reason = self.view.why_not(Action(Verb.ORDER, number=partners(self.view.seat or 1)[0]))
            self.notice = reason_text(self.language, reason or Reason(Code.ORDER_NOT_ALLOWED))
        else:
            self._laying = True
            self.question.open(question, self.guard)

    def _act(self, action: Action) -> None:
        reason = self.view.why_not(action)
        if reason is None:
            self._finish(action)
        else:
            self.notice = reason_text(self.language, reason)

    def _finish(self, action: Action | None) -> None:
        if self.paused:
            self.notice = reason_text(self.language, Reason(Code.HALTED))
        elif self._answer is not None and not self._answer.done():
            self._answer.set_result(action)
            self.chosen.done()


__all__ = ["TableScreen"]
