"""A record on the screen: step, round, deal, play and stop, all hands or what one seat knew."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from secrets import token_bytes
from typing import ClassVar, Final, NamedTuple
from unicodedata import normalize

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key, Resize
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from engine.cards import RANKS, SEATS, SMALL, team_of
from engine.match import Match
from engine.moment import NoPosition, position_text, positions_of
from engine.replay import Replay
from engine.view import View
from gouji_tui.player import Player
from gouji_tui.replaying import end_line, frame_lines
from gouji_tui.scene import Scene
from gouji_tui.screens.closing import close
from gouji_tui.screens.notice import Notice, sides
from gouji_tui.screens.sheet import Sheet
from gouji_tui.story import Story
from gouji_tui.strings import rank_word, text
from gouji_tui.summary import summary_lines
from gouji_tui.widgets.lines import block, fit, rule
from gouji_tui.widgets.seats import Seats

SPEEDS: Final = (4.0, 2.0, 1.0, 0.5, 0.2, 0.05)
"""Seconds a step, slowest first: from reading along to running through."""

LABEL: Final = 8
"""Cells before the counts of a hand."""


def hands_text(views: dict[int | None, View], seats: tuple[int, ...], language: str, width: int) -> Text:
    """Return hands as a table, a row a seat under the ranks."""
    column = 4 if width >= LABEL + 4 * len(RANKS) else 2
    words = [text(language, f"screen.rank.{r}") if r >= SMALL else rank_word(language, r) for r in range(len(RANKS))]
    if column == 2:
        words = [*RANKS]

    def right(word: str) -> str:
        return fit(" " * (column - Text(word).cell_len) + word, column)

    lines = [(fit(" " * LABEL + "".join(map(right, words)), width), "bold")]
    for seat in seats:
        hand = views[seat].hand
        label = fit(f" {seat} {text(language, f'screen.{team_of(seat)}')}{sum(hand):>3}", LABEL)
        counts = "".join(right(str(held) if held else ".") for held in hand)
        lines.append((fit(label + counts, width), "reverse" if views[None].turn == seat else ""))
    return block(lines)


class PlayOn(NamedTuple):
    """What one leaves a replay with to play on: a match that stands where the record stood, and the seat to take."""

    match: Match
    seat: int


class ReplayScreen(Screen[PlayOn | None]):
    """A record played again.

    Args:
        replay: the record; it holds at least one deal.
        language: ``"zh"`` or ``"en"``.
        seat: whose knowledge is shown, or None for all hands.
        folder: where position files are saved.
    """

    DEFAULT_CSS = """
    ReplayScreen { layout: vertical; overflow: hidden; }
    ReplayScreen #head { height: 1; }
    ReplayScreen #lines { height: 1fr; min-height: 2; }
    ReplayScreen #hands { height: auto; }
    ReplayScreen #foot { height: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self, replay: Replay, language: str, seat: int | None = None, folder: Path = Path("positions")
    ) -> None:
        super().__init__()
        self._folder = folder
        self.player = Player(replay)
        self.language = language
        self.seat = seat
        self.speed = 2
        self.notice = ""
        self.jumping: str | None = None
        self._timer: Timer | None = None
        self._head = Static(id="head")
        self._seats = Seats()
        self._lines = Static(id="lines")
        self._hands = Static(id="hands")
        self._foot = Static(id="foot")

    def compose(self) -> ComposeResult:
        """Hold the parts, top to bottom."""
        yield from (self._head, self._seats, self._lines, self._hands, self._foot)

    def on_mount(self) -> None:
        """Draw the first time."""
        self.redraw()

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size."""
        self.redraw()

    @property
    def playing(self) -> bool:
        """Whether it goes on by itself."""
        return self._timer is not None

    # Drawing.

    def redraw(self) -> None:
        """Draw all of it, soon."""
        if self.is_mounted:
            self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        player, language, width = self.player, self.language, self.size.width
        deal, view = player.played, player.views[self.seat]
        whose = text(language, "replay.all_hands") if self.seat is None else text(language, "seat", seat=self.seat)
        title = text(
            language, "replay.title", deal=deal.number, round=player.round, step=player.step + 1,
            steps=len(deal.frames), whose=whose, **sides(self.seat, view.total),
        )  # fmt: skip
        state = text(language, "replay.playing" if self.playing else "replay.stopped", seconds=SPEEDS[self.speed])
        self._head.update(block([(fit(f" {title}  {state}", width), "bold")]))
        self._seats.show(Scene(view, language, player.story(self.seat)))
        shown = SEATS if self.seat is None else (self.seat,)
        self._hands.display = deal.hands_open
        self._hands.update(hands_text(player.views, shown, language, width))
        self.call_after_refresh(self._draw_lines)
        notice = self.notice
        if self.jumping is not None:
            notice = text(language, "replay.jump", typed=self.jumping)
        elif not notice and player.at_end:
            notice = end_line(player.replay, language) or text(language, "replay.end")
        keys = [text(language, "replay.keys"), text(language, "replay.more_keys")]
        lines = [(fit(f" {notice}", width), "bold")]
        self._foot.update(block([*lines, *((fit(f" {line}", width), "dim") for line in keys)]))

    def _draw_lines(self) -> None:
        player, width, room = self.player, self.size.width, max(1, self._lines.size.height - 1)
        found, story = deque[str](maxlen=room), Story()
        for frame in player.played.frames[: player.step + 1]:
            found += frame_lines(frame, self.seat, self.language, player.replay.rules, story)
        lines = [(fit(f" {line}", width), "") for line in found]
        self._lines.update(block([(rule(text(self.language, "screen.log"), width), "dim"), *lines]))

    # Keys.

    def on_key(self, event: Key) -> None:
        """Move, play, stop, turn."""
        typed = normalize("NFKC", event.character or "").lower()
        if self.jumping is not None:
            event.stop()
            self._jump(event.key, typed)
        elif self._act(event.key, typed):
            event.stop()
        else:
            return
        self.redraw()

    def _jump(self, key: str, typed: str) -> None:
        assert self.jumping is not None
        if key == "enter":
            if not self.player.jump(self.jumping):
                self.notice = text(self.language, "replay.nowhere")
            self.jumping = None
        elif key == "escape":
            self.jumping = None
        elif key == "backspace":
            self.jumping = self.jumping[:-1]
        elif typed in "0123456789." and typed and len(self.jumping) < 9:
            self.jumping += typed

    def _act(self, key: str, typed: str) -> bool:
        player = self.player
        moves: dict[str, Callable[[], bool]] = {
            "right": player.forward, "left": player.back, "down": player.next_round, "up": player.last_round,
            "pagedown": lambda: player.go(player.deal + 1, 0), "pageup": self._deal_back,
            "home": lambda: player.go(0, 0), "end": lambda: player.go(len(player.replay.deals), 1 << 30),
        }  # fmt: skip
        self.notice = ""
        if (move := moves.get(key)) is not None:
            self.stop()
            move()
        elif key in ("space", "enter"):
            self.stop() if self.playing else self.play()
        elif typed and typed in "+=-":
            self.speed = min(max(self.speed + (1 if typed != "-" else -1), 0), len(SPEEDS) - 1)
            if self.playing:
                self.play()
        elif typed and typed in "0123456":
            self.seat = int(typed) or None
        elif key == "tab":
            self.seat = None if self.seat == 6 else (self.seat or 0) + 1
        elif typed == "j":
            self.stop()
            self.jumping = ""
        elif typed == "e":
            self._save()
        elif typed == "b":
            self._play_on()
        elif typed == "r":
            lines = summary_lines(player.replay, self.language)
            title, foot = text(self.language, "summary.shown"), text(self.language, "sheet.foot")
            self.app.push_screen(Sheet(title, lines, foot))
        elif key == "f8":
            self.language = "en" if self.language == "zh" else "zh"
        elif typed == "?" or key == "f1":
            say = [text(self.language, f"replay.{id}") for id in ("help_title", "help", "any_key")]
            self.app.push_screen(Notice(say[0], say[1], say[2], 0.0))
        elif typed == "q" or key == "escape":
            close(self)
        else:
            return False
        return True

    def _save(self) -> None:
        """Save the moment as a position file."""
        player = self.player
        title = text(self.language, "replay.position", deal=player.played.number, step=player.step + 1)
        try:
            positions = positions_of(player.replay.rules, player.played.frames[: player.step + 1], title)
        except NoPosition:
            self.notice = text(self.language, "replay.no_position")
            return
        path = self._folder / f"deal{player.played.number}-step{player.step + 1}.toml"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(position_text(*positions), encoding="utf-8")
        except OSError as error:
            self.notice = text(self.language, "replay.not_saved", path=path, why=error.strerror or error)
            return
        self.notice = text(self.language, "replay.saved", path=path)

    def _play_on(self) -> None:
        """Leave, to play on from here against bots."""
        player = self.player
        match = player.replay.match_at(player.deal, player.step, lambda deal, attempt: token_bytes(32))
        if match is None:
            self.notice = text(self.language, "replay.no_play_on")
        else:
            close(self, PlayOn(match, self.seat or 1))

    def _deal_back(self) -> bool:
        """To the beginning of the deal, and from there to that of the one before."""
        return self.player.go(self.player.deal - (not self.player.step), 0)

    def play(self) -> None:
        """Go on by itself, at the speed set."""
        self.stop()
        self._timer = self.set_interval(SPEEDS[self.speed], self._tick)

    def stop(self) -> None:
        """Stand still."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        if not self.player.forward():
            self.stop()
        self.redraw()
