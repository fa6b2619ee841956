"""The table: what seat 1 sees of a match, and the keys that play it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import ClassVar
from unicodedata import normalize

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Static

from engine.actions import NONE, PASS, Action, Verb
from engine.bots import LEVELS
from engine.cards import NO_CARDS, Counts
from engine.events import DealBegan, Event, Played, RoundWon
from engine.reasons import Code, Reason
from engine.view import View
from gouji_tui.actions import ActionId, find_action
from gouji_tui.explain import may_lines, word_lines
from gouji_tui.picking import Pick, key_to_rank
from gouji_tui.questions import Choice, asks_for_cards, choice
from gouji_tui.said import said
from gouji_tui.screens.notice import GUARD_SECONDS, Notice
from gouji_tui.strings import text
from gouji_tui.widgets.asking import actions, prompt
from gouji_tui.widgets.chat import ChatLine
from gouji_tui.widgets.hand import Hand
from gouji_tui.widgets.log import Log
from gouji_tui.widgets.seats import Seats
from gouji_tui.widgets.texts import block, fit, refusal, rule, tell

_NAMED = {
    "enter": "play",
    "space": "all",
    "minus": "less",
    "down": "less",
    "up": "more",
    "equals_sign": "more",
    "left": "left",
    "right": "right",
    "escape": "clear",
    "backspace": "undo",
    "f1": "help",
    "f8": "language",
}
_LETTERS = {
    "z": "clear",
    "?": "help",
    "/": "chat",
    "、": "chat",
    "p": "pass",
    "y": "yield",
    "u": "burn",
    "n": "no",
    "w": "wind",
    "r": "revolt",
    "g": "renounce",
    "h": "hint",
    "-": "less",
    "=": "more",
}

_ACTS = frozenset({"play", "pass", "yield", "no", "wind", "revolt", "renounce"})
"""Commands that act at once."""


class TableScreen(Screen[None]):
    """One table.

    Args:
        view: the view of the person's seat, kept up to date by whoever runs the match.
        language: ``"zh"`` or ``"en"``.
        guard: seconds after the turn has come, or a notice, in which no key acts, so that one meant for something
            else does not.
        say: says something to the table; None where nobody would hear it.
    """

    DEFAULT_CSS = """
    TableScreen { layout: vertical; overflow: hidden; }
    TableScreen #head { height: 2; }
    TableScreen #foot { height: 5; }
    TableScreen.-talking #foot { height: 4; }
    """
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self, view: View, language: str, guard: float = GUARD_SECONDS, say: Callable[[str], None] | None = None
    ) -> None:
        super().__init__()
        self._say = say
        self.view = view
        self.guard = guard
        self._asked_since = 0.0
        self.language = language
        self.pick = Pick.of(view.hand)
        self.laid: dict[int, Counts] = {}
        self.notice = ""
        self._answer: asyncio.Future[Action | None] | None = None
        self._choice: Choice | None = None
        self._chosen = 0
        self._confirmed = ""
        self._stale = False
        self._head = Static(id="head")
        self._seats = Seats()
        self.log_lines = Log(view.rules)
        self._hand = Hand()
        self._foot = Static(id="foot")
        self.chat = ChatLine()

    def compose(self) -> ComposeResult:
        """Hold the parts, top to bottom."""
        yield from (self._head, self._seats, self.log_lines, self._hand, self._foot, self.chat)

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
        self._choice = choice(view, self.language)
        if view.must_answer and self._choice is None and not asks_for_cards(view):
            return NONE
        self._chosen = -1
        self.pick, _ = self.pick.hand_changed(view.hand)
        self.notice = "" if refused is None else refusal(refused, self.language)
        self._answer = asyncio.get_running_loop().create_future()
        self._asked_since = monotonic()
        self.redraw()
        self.app.bell()
        try:
            return await self._answer
        finally:
            self._answer = self._choice = None
            self.redraw()

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
        title = tell(language, "title", number=view.number, a=view.total[0], b=view.total[1])
        if view.play is not None and view.play.brawl:
            title += tell(language, "brawl")
        keys = tell(language, "keys")
        self._head.update(block([(fit(f" {title}", width - 18) + keys, "bold"), (rule("", width), "dim")]))
        self._seats.show(view, self.laid, language)
        self.log_lines.show(language)
        self._hand.show(self.pick, self._verdict(), language)
        small = width < 80 or self.size.height < 24
        notice = tell(language, "small") if small else self.notice
        turn = "bold reverse" if self.asked else ""
        self._foot.update(block([
            (rule("", width), "dim"),
            (fit(f" {'>> ' if self.asked else ''}{prompt(view, self.asked, language)}", width), turn),
            (fit(f" {'! ' if notice else ''}{notice}", width), "bold"),
            (fit(" " + self._offers(), width), ""),
            (" " + tell(language, "pick_keys"), "dim"),
        ]))  # fmt: skip

    def _offers(self) -> str:
        """Return what may be done: keys, or a list's answers, the chosen one in brackets, the clock's with a star."""
        if not self.asked:
            return ""
        if self._choice is None:
            return actions(self.view, self.language)
        listed = choice(self.view, self.language) or self._choice
        words = [f"{n} {w}" + "*" * (n - 1 == listed.default) for n, (w, _action) in enumerate(listed.answers, 1)]
        marked = (f"[{each}]" if n == self._chosen else f" {each} " for n, each in enumerate(words))
        return " ".join(marked)

    def _choose(self, command: str | None, typed: str) -> bool:
        """Take a key of a list question: a digit answers, arrows move, Enter answers; False for any other key."""
        if self._choice is None or not self.asked:
            return False
        answers = self._choice.answers
        if typed.isdecimal() and typed.isascii():
            if not 1 <= int(typed) <= len(answers):
                return True
            self._chosen = int(typed) - 1
        elif command in ("left", "up", "more", "right", "down", "less"):
            step = 1 if command in ("right", "down", "less") else -1
            self._chosen = (self._chosen + step) % len(answers) if self._chosen >= 0 else len(answers) - 1
            return True
        elif command == "no":
            self._chosen = len(answers) - 1
        elif command != "play":
            verbs = [action.verb.value for _words, action in answers]
            if command not in verbs:
                return False
            self._chosen = verbs.index(command)
        if monotonic() - self._asked_since < self.guard:
            self.notice = tell(self.language, "early")
        elif self._chosen < 0:
            self.notice = text(self.language, "ask.choose")
        else:
            self._act(answers[self._chosen][1])
        return True

    def _verdict(self) -> str:
        if not self.asked or not self.pick.size:
            return ""
        action = self._picked()
        reason = self.view.why_not(action)
        if reason is not None:
            return refusal(reason, self.language)
        return tell(self.language, "burns" if action.verb is Verb.BURN else "plays")

    # Keys.

    def on_key(self, event: Key) -> None:
        """Pick, act, or say why not; while one talks every key is a letter."""
        if self.chat.is_open:
            self.chat.take(event)
            self._talk()
            return
        typed = normalize("NFKC", event.character or "").lower()
        command = _NAMED.get(event.key) or _LETTERS.get(typed)
        rank = None if command or not typed else key_to_rank(typed)
        if command is None and rank is None and self._choice is None:
            return
        event.stop()
        confirmed, self._confirmed = self._confirmed, ""
        self.notice = ""
        if self._choose(command, typed):
            self.redraw()
            return
        if rank is not None:
            self.pick = self.pick.press_rank(rank)
        elif command is not None and not self._pick_command(command):
            self._command(command, confirmed)
        self.redraw()

    def _pick_command(self, command: str) -> bool:
        pick = self.pick
        if command == "all":
            pick = pick.all_of_current()
        elif command == "less":
            pick = pick.one_less()
        elif command == "more":
            pick = pick.one_more()
        elif command in ("left", "right"):
            pick = pick.move(1 if command == "right" else -1)
        elif command == "clear":
            pick = pick.clear()
        elif command == "undo":
            pick = pick.undo()
        else:
            return False
        self.pick = pick
        return True

    def _command(self, command: str, confirmed: str) -> None:
        language = self.language
        if command == "help":
            self._help()
        elif command == "chat":
            self._open_chat()
        elif command == "language":
            self.language = "en" if language == "zh" else "zh"
        elif not self.asked:
            self.notice = refusal(Reason(Code.NOT_YOUR_TURN), language)
        elif command in _ACTS and monotonic() - self._asked_since < self.guard:
            self.notice = tell(language, "early")
        elif command == "play":
            self._play()
        elif command == "burn":
            self._open_burn()
        elif command == "hint":
            self._hint()
        elif command == "no":
            self._no()
        elif command == "yield" and self._wind_asked:
            self._act(Action(Verb.AGREE))
        elif command == "pass" and self.burn_offered:
            self._finish(None)
        elif command in ("pass", "yield") and self.pick.size and confirmed != command:
            self._confirmed = command
            self.notice = tell(language, f"again_{command[0]}")
        else:
            self._act(PASS if command == "pass" else Action(Verb(command)))

    def _help(self) -> None:
        language = self.language
        lines = may_lines(self.view, self.pick.picked, language)
        words = word_lines(self.view, language)
        if words:
            lines += ["", text(language, "help.words"), *words]
        notice = Notice(text(language, "help.title"), "\n".join(lines), text(language, "help.foot"), self.guard)
        self.app.push_screen(notice, self._keys)

    def _keys(self, typed: str | None) -> None:
        """Show all keys where help is asked for once more."""
        action = find_action(typed or "")
        if action is not None and action.id is ActionId.HELP:
            title, body, foot = (tell(self.language, key) for key in ("keys", "help", "any_key"))
            self.app.push_screen(Notice(title, body, foot, self.guard))

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

    @property
    def _wind_asked(self) -> bool:
        play = self.view.play
        return self.asked and not self.burn_offered and play is not None and bool(play.wind_seat)

    def _picked(self) -> Action:
        if asks_for_cards(self.view):
            return Action(Verb.RETURN, self.pick.picked)
        return Action(Verb.BURN if self.burn_offered else Verb.PLAY, self.pick.picked)

    def _play(self) -> None:
        if self.pick.size:
            self._act(self._picked())
        else:
            self.notice = tell(self.language, "nothing")

    def _no(self) -> None:
        if self.burn_offered:
            self._finish(None)
        elif self._wind_asked:
            self._act(Action(Verb.REFUSE))
        else:
            self._act(NONE)

    def _open_burn(self) -> None:
        """Pick the cheapest burn; Enter burns with it."""
        burns = list(self.view.legal_burns()) if self.burn_offered else []
        if burns:
            cheapest = min(burns, key=lambda each: (each.jokers, each.twos, each.rank, each.size))
            self._show_pick(cheapest.counts())
        else:
            self.notice = refusal(Reason(Code.BURN_NOT_ALLOWED), self.language)

    def _hint(self) -> None:
        action = LEVELS["greedy"](self.view, Random(0))
        if self._choice is not None:
            verbs = [each for _words, each in self._choice.answers]
            self._chosen = verbs.index(action) if action in verbs else len(verbs) - 1
            return
        self._show_pick(NO_CARDS if action is None else action.cards)
        if action is None or not self.pick.size:
            key = "do_burn" if action is None else "do_pass"
            self.notice = tell(self.language, "do_agree" if self._wind_asked else key)

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
            self.notice = refusal(reason, self.language)

    def _finish(self, action: Action | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(action)
            self.pick = Pick(self.pick.held, rank=self.pick.rank)
