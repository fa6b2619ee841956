"""The table: what seat 1 sees of a match, and the keys that play it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from random import Random
from time import monotonic
from typing import ClassVar, Final
from unicodedata import normalize

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Static

from engine.actions import NONE, Action, Verb
from engine.bots import LEVELS
from engine.cards import NO_CARDS, Counts
from engine.events import DealBegan, Event, Played, RoundWon
from engine.reasons import Code, Reason
from engine.view import View
from gouji_tui.actions import ActionId, find_key
from gouji_tui.history import History
from gouji_tui.picking import Pick, key_to_rank
from gouji_tui.questions import asks_for_cards, choice
from gouji_tui.said import said
from gouji_tui.screens.help import open_help
from gouji_tui.screens.notice import GUARD_SECONDS, sides
from gouji_tui.screens.sheet import open_sheet
from gouji_tui.strings import reason_text, text
from gouji_tui.widgets.asking import actions, prompt
from gouji_tui.widgets.chat import ChatLine
from gouji_tui.widgets.hand import Hand
from gouji_tui.widgets.lines import block, fit, rule
from gouji_tui.widgets.log import Log
from gouji_tui.widgets.question import Question, QuestionView
from gouji_tui.widgets.seats import Seats

_ACTS = frozenset(
    {
        ActionId.PLAY, ActionId.PASS, ActionId.YIELD, ActionId.KEEP, ActionId.WIND, ActionId.REVOLT, ActionId.RENOUNCE,
    }
)  # fmt: skip
"""What acts at once."""

_WATCHING = frozenset(
    {ActionId.HELP, ActionId.CHAT, ActionId.LANGUAGE, ActionId.COUNTER, ActionId.BACK, ActionId.SCORE}
)
"""What somebody who only watches can do."""

_PICKS: Final[Mapping[ActionId, Callable[[Pick], Pick]]] = {
    ActionId.ALL: Pick.all_of_current,
    ActionId.LESS: Pick.one_less,
    ActionId.MORE: Pick.one_more,
    ActionId.LEFT: lambda pick: pick.move(-1),
    ActionId.RIGHT: lambda pick: pick.move(1),
    ActionId.CLEAR: Pick.clear,
    ActionId.UNDO: Pick.undo,
}
"""What changes the pick."""


class TableScreen(Screen[None]):
    """One table.

    Args:
        view: the view of the person's seat, kept up to date by whoever runs the match.
        language: ``"zh"`` or ``"en"``.
        guard: seconds after the turn has come, or a notice, in which no key acts, so that one meant for something
            else does not.
        say: says something to the table; None where nobody would hear it.
        counter: whether this table plays with the card counter.
    """

    DEFAULT_CSS = """
    TableScreen { layout: vertical; overflow: hidden; }
    TableScreen #head { height: 2; }
    TableScreen #foot { height: 5; }
    TableScreen.-talking #foot { height: 4; }
    TableScreen.-questioned #foot { display: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        view: View,
        language: str,
        guard: float = GUARD_SECONDS,
        say: Callable[[str], None] | None = None,
        counter: bool = True,
    ) -> None:
        super().__init__()
        self._say = say
        self.view = view
        self.guard = guard
        self._asked_since = 0.0
        self.language = language
        self.pick = Pick.of(view.hand)
        self.laid: dict[int, Counts] = {}
        self.history = History()
        self.counter = counter
        self.notice = ""
        self._answer: asyncio.Future[Action | None] | None = None
        self._confirmed: ActionId | None = None
        self._stale = False
        self._head = Static(id="head")
        self._seats = Seats()
        self.log_lines = Log(view.rules)
        self._hand = Hand()
        self._foot = Static(id="foot")
        self.question = QuestionView()
        self.chat = ChatLine()

    def compose(self) -> ComposeResult:
        """Hold the parts, top to bottom."""
        yield from (self._head, self._seats, self.log_lines, self._hand, self._foot, self.question, self.chat)

    def on_mount(self) -> None:
        """Draw the first time."""
        self.redraw()

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size."""
        self.redraw()

    # What the match says.

    def told(self, event: Event) -> None:
        """Hear an event that the view has taken in."""
        self.log_lines.add(event)
        self.history.told(event)
        if isinstance(event, Played):
            self.laid[event.seat] = event.card_set.counts()
        elif isinstance(event, RoundWon | DealBegan):
            self.laid.clear()
        self.pick, _ = self.pick.hand_changed(self.view.hand)
        self.redraw()

    def heard(self, seat: int | None, name: str, words: str) -> None:
        """Hear what somebody said; ``seat`` is None for an observer."""
        line = said(seat, name, words)
        if line is not None:
            self.log_lines.add(line)
            self.redraw()

    async def decide(self, refused: Reason | None) -> Action | None:
        """Wait for the person's decision; None declines a burn."""
        view = self.view
        question = self._question()
        if view.must_answer and question is None and not asks_for_cards(view):
            return NONE
        self.pick, _ = self.pick.hand_changed(view.hand)
        self.notice = "" if refused is None else reason_text(self.language, refused)
        self._answer = asyncio.get_running_loop().create_future()
        self._asked_since = monotonic()
        if question is not None:
            self.question.open(question, self.guard)
        self.redraw()
        self.app.bell()
        try:
            return await self._answer
        finally:
            self._answer = None
            self.question.close()
            self.redraw()

    def _question(self) -> Question | None:
        """Return what is asked now where it is answered from a list."""
        view, language = self.view, self.language
        if view.must_answer:
            return choice(view, language)
        play = view.play
        if play is None or not play.wind_seat or view.turn != view.seat:
            return None
        answers = [(text(language, f"action.{each.value}"), Action(each)) for each in (Verb.AGREE, Verb.REFUSE)]
        clock = LEVELS["greedy"](view, Random(0))
        default = int(clock is not None and clock.verb is Verb.REFUSE)
        return Question(text(language, "screen.wind", seat=play.wind_seat), tuple(answers), default)

    @property
    def asked(self) -> bool:
        """Whether the person's decision is waited for."""
        return self._answer is not None and not self._answer.done()

    @property
    def burn_offered(self) -> bool:
        """Whether what is waited for is a burn or none."""
        return self.asked and not self.view.must_answer and self.view.turn != self.view.seat

    # Drawing.

    def redraw(self) -> None:
        """Draw once, soon, however often this is asked for."""
        if not self._stale and self.is_mounted:
            self._stale = True
            self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        self._stale = False
        width, language, view = self.size.width, self.language, self.view
        watching = view.seat is None
        id = "screen.title_watch" if watching else "screen.title"
        title = text(language, id, number=view.number, **sides(view.seat, view.total))
        if view.play is not None and view.play.brawl:
            title += text(language, "screen.brawl")
        keys = text(language, "screen.keys")
        self._head.update(block([(fit(f" {title}", width - 18) + keys, "bold"), (rule("", width), "dim")]))
        self._seats.show(view, self.laid, language)
        self.log_lines.show(language)
        self._hand.display = not watching
        self._hand.show(self.pick, self._verdict(), language)
        small = width < 80 or self.size.height < 24
        notice = text(language, "screen.small") if small else self.notice
        turn = "bold reverse" if self.asked else ""
        self._foot.update(block([
            (rule("", width), "dim"),
            (fit(f" {'>> ' if self.asked else ''}{prompt(view, self.asked, language)}", width), turn),
            (fit(f" {'! ' if notice else ''}{notice}", width), "bold"),
            (" " + (actions(view, language) if self.asked else ""), ""),
            (" " + text(language, "screen.watch_keys" if watching else "screen.pick_keys"), "dim"),
        ]))  # fmt: skip
        question = self._question() if self.question.is_open else None
        if question is not None:
            self.question.reword(question)
        self.set_class(self.question.is_open, "-questioned")
        self.question.show(notice, language)

    def _verdict(self) -> str:
        if not self.asked or not self.pick.size:
            return ""
        action = self._picked()
        reason = self.view.why_not(action)
        if reason is not None:
            return reason_text(self.language, reason)
        return text(self.language, "screen.burns" if action.verb is Verb.BURN else "screen.plays")

    # Keys.

    def on_key(self, event: Key) -> None:
        """Pick, act, or say why not; while one talks every key is a letter."""
        if self.chat.is_open:
            self.chat.take(event)
            self._talk()
            return
        typed = normalize("NFKC", event.character or "").lower()
        action = find_key(event.key, event.character)
        if self.question.take(action, typed):
            event.stop()
            self.notice = ""
            self.redraw()
            return
        rank = None if action or not typed else key_to_rank(typed)
        if self.view.seat is None and (action is None or action.id not in _WATCHING):
            return
        if action is None and rank is None:
            return
        event.stop()
        confirmed, self._confirmed = self._confirmed, None
        self.notice = ""
        if rank is not None:
            self.pick = self.pick.press_rank(rank)
        elif action is not None and action.id in _PICKS:
            self.pick = _PICKS[action.id](self.pick)
        elif action is not None:
            self._command(action.id, action.verb, confirmed)
        self.redraw()

    def _command(self, command: ActionId, verb: Verb | None, confirmed: ActionId | None) -> None:
        language = self.language
        if command is ActionId.HELP:
            open_help(self.app, self.view, self.pick.picked, language, self.guard)
        elif command is ActionId.CHAT:
            self._open_chat()
        elif command is ActionId.LANGUAGE:
            self.language = "en" if language == "zh" else "zh"
        elif command is ActionId.COUNTER and not self.counter:
            self.notice = text(language, "counter.off")
        elif command in (ActionId.COUNTER, ActionId.BACK, ActionId.SCORE):
            open_sheet(self.app, command, self.history, self.view, language)
        elif verb is None and command not in (ActionId.HINT, ActionId.KEEP):
            self.notice = text(language, "screen.not_yet")
        elif not self.asked:
            self.notice = reason_text(language, Reason(Code.NOT_YOUR_TURN))
        elif command in _ACTS and monotonic() - self._asked_since < self.guard:
            self.notice = text(language, "screen.early")
        elif command is ActionId.PLAY:
            self._play()
        elif command is ActionId.BURN:
            self._open_burn()
        elif command is ActionId.HINT:
            self._hint()
        elif self.burn_offered and command in (ActionId.KEEP, ActionId.PASS):
            self._finish(None)
        elif command in (ActionId.PASS, ActionId.YIELD) and self.pick.size and confirmed is not command:
            self._confirmed = command
            self.notice = text(language, f"screen.again_{command.value[0]}")
        else:
            self._act(NONE if verb is None else Action(verb))

    def on_question_view_answered(self, event: QuestionView.Answered) -> None:
        """Give the answer to whoever asks."""
        self._act(event.action)
        self.redraw()

    def _open_chat(self) -> None:
        if self._say is None:
            self.notice = text(self.language, "chat.nobody")
        else:
            self.chat.open(self.language)
            self._talk()

    def _talk(self) -> None:
        self.set_class(self.chat.is_open, "-talking")
        self.redraw()

    def on_chat_line_closed(self) -> None:
        """Give the row back."""
        self._talk()

    def on_chat_line_sent(self, event: ChatLine.Sent) -> None:
        """Say it."""
        if self._say is not None:
            self._say(event.words)

    def _picked(self) -> Action:
        if asks_for_cards(self.view):
            return Action(Verb.RETURN, self.pick.picked)
        return Action(Verb.BURN if self.burn_offered else Verb.PLAY, self.pick.picked)

    def _play(self) -> None:
        if self.pick.size:
            self._act(self._picked())
        else:
            self.notice = text(self.language, "screen.nothing")

    def _open_burn(self) -> None:
        """Pick the cheapest burn; Enter burns with it."""
        burns = list(self.view.legal_burns()) if self.burn_offered else []
        if burns:
            cheapest = min(burns, key=lambda each: (each.jokers, each.twos, each.rank, each.size))
            self._show_pick(cheapest.counts())
        else:
            self.notice = reason_text(self.language, Reason(Code.BURN_NOT_ALLOWED))

    def _hint(self) -> None:
        action = LEVELS["greedy"](self.view, Random(0))
        if self.question.is_open:
            self.question.choose(action)
            return
        self._show_pick(NO_CARDS if action is None else action.cards)
        if action is None or not self.pick.size:
            key = "do_burn" if action is None else "do_pass"
            self.notice = text(self.language, f"screen.{key}")

    def _show_pick(self, cards: Counts) -> None:
        pick = self.pick.clear()
        for rank, number in enumerate(cards):
            for _ in range(number):
                pick = pick.press_rank(rank)
        self.pick = pick

    def _act(self, action: Action) -> None:
        reason = self.view.why_not(action)
        if reason is None:
            self._finish(action)
        else:
            self.notice = reason_text(self.language, reason)

    def _finish(self, action: Action | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(action)
            self.pick = Pick(self.pick.held, rank=self.pick.rank)
