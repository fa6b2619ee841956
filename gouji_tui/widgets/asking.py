"""What the person is asked, in words, and the places of the action bar, each lit only while its action is lawful."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len
from textual.events import Click
from textual.message import Message

from engine.actions import Action, Verb
from engine.cards import opposite
from engine.view import View
from gouji_tui.actions import ACTIONS, ActionId
from gouji_tui.keys import key_of
from gouji_tui.questions import lay_open_choice, title
from gouji_tui.scene import Scene
from gouji_tui.strings import text
from gouji_tui.widgets.drawn import Drawn
from gouji_tui.widgets.lines import Line, fit

SLOTS: Final = (
    (ActionId.PLAY,), (ActionId.PASS, ActionId.KEEP, ActionId.ORDER), (ActionId.YIELD, ActionId.BURN),
    (ActionId.WIND, ActionId.RENOUNCE), (ActionId.FILL,), (ActionId.HINT,), (ActionId.MENU,),
)  # fmt: skip
"""The fixed places of the action bar, each with what may stand there; no two of one place are lawful at once."""
PER_ROW: Final = 4
"""Places beside each other on a small screen, which has two rows of them."""
MANY: Final = 10
"""Cards whose number has two figures: the widest."""
_ALWAYS: Final = (ActionId.MENU,)


class Place(NamedTuple):
    """One place of the action bar that is lit: its action, its words, and its cells as row, column and width."""

    id: ActionId
    words: str
    row: int
    column: int
    width: int


def prompt(scene: Scene, small: bool = False) -> str:
    """Return what is waited for: how long, whose turn, who may answer; with ``small`` in few words."""
    if scene.standing:
        return scene.standing
    clock = "" if scene.seconds is None or scene.held else f"{scene.say('seconds', seconds=scene.seconds)} "
    return clock + _waited_for(scene, small)


def _waited_for(scene: Scene, small: bool) -> str:
    view, play = scene.view, scene.view.play
    if scene.held:
        return scene.say("held_back" if scene.seconds is None else "held_back_for", seconds=scene.seconds)
    if not scene.asked or play is None:
        if view.turn and view.turn != view.seat:
            return scene.say("wait", name=scene.short(view.turn))
        return scene.say("window_open") if play is not None and play.closing else scene.say("wait_all")
    if view.must_answer:
        return title(view, scene.language)
    name = scene.say("by", seat=play.top_seat) if small else scene.short(play.top_seat)
    if view.turn != view.seat:
        return scene.say("offer", name=name)
    if play.wind_seat:
        return scene.say("wind", seat=play.wind_seat)
    if play.top is None:
        return scene.say("lead_next" if play.plan else "lead")
    id = ("only_you_close" if small else "answer_gouji") if is_closing(view) else "answer"
    return scene.say(id, name=name, count=play.top.size)


def is_closing(view: View) -> bool:
    """Tell whether this seat's pass would close the round: the opposite's to a gouji set (RULES.md 3)."""
    play = view.play
    return play is not None and play.top_gouji and view.seat == opposite(play.top_seat) and len(play.pending) == 1


def lit(scene: Scene) -> list[ActionId | None]:
    """Return for each place the action that stands there now, or None."""
    return [next((id for id in slot if _is_lit(scene, id)), None) for slot in SLOTS]


def _is_lit(scene: Scene, id: ActionId) -> bool:
    view = scene.view
    if id in _ALWAYS:
        return True
    if not scene.asked or view.seat is None:
        return False
    if view.must_answer:
        return id is ActionId.PLAY
    offered = view.turn != view.seat
    if id in (ActionId.PLAY, ActionId.FILL, ActionId.HINT):
        return True
    if id in (ActionId.KEEP, ActionId.BURN):
        return offered
    if id is ActionId.ORDER:
        return lay_open_choice(view, scene.language) is not None
    return not offered and view.why_not(Action(Verb(id.value))) is None


def words_of(scene: Scene, id: ActionId, picked: int) -> str:
    """Return what a place says: key and name, how many cards Enter would play, that a pass closes."""
    language = scene.language
    name = text(language, ACTIONS[id].label)
    if id is ActionId.PASS and is_closing(scene.view):
        name = scene.say("close_it")
    if id is ActionId.PLAY and picked:
        offered = scene.asked and not scene.view.must_answer and scene.view.turn != scene.view.seat
        name = scene.say("burn_some" if offered else "play_some", count=picked)
    return f"{key_of(ACTIONS[id], language)} {name}"


def places(scene: Scene, picked: int, width: int, small: bool) -> list[Place]:
    """Return the places that are lit, where they stand.

    Args:
        scene: what is seen.
        picked: how many cards are picked.
        width: cells of the bar.
        small: two rows of places, each two lines high.
    """
    language = scene.language
    found: list[Place] = []
    column = 1
    for number, (slot, id) in enumerate(zip(SLOTS, lit(scene), strict=True)):
        if small:
            cells = width // PER_ROW
            if id is not None:
                row, column = divmod(number, PER_ROW)
                found.append(Place(id, words_of(scene, id, picked), row * 2, column * cells, cells - 1))
            continue
        cells = 2 + max(cell_len(words_of(scene, each, picked)) for each in slot)
        if slot[0] is ActionId.PLAY:
            # As wide as it is with cards picked, so that the places stand still.
            cells = 2 + cell_len(f"{key_of(ACTIONS[ActionId.PLAY], language)} {scene.say('play_some', count=MANY)}")
        if id is not None:
            found.append(Place(id, words_of(scene, id, picked), 0, column, cells))
        column += cells
    return found


class Bar(Drawn):
    """The action bar: shows the places, and tells which the mouse presses."""

    DEFAULT_CSS = "Bar { height: 1; }"

    class Pressed(Message):
        """A place is pressed."""

        def __init__(self, id: ActionId) -> None:
            super().__init__()
            self.id = id

    places: Sequence[Place] = ()
    small = False

    def show(self, scene: Scene, picked: int, chosen: ActionId | None, small: bool) -> None:
        """Draw the places; ``chosen`` is the one that Enter would press."""
        width = self.size.width
        self.small = small
        self.places = places(scene, picked, width, small)
        lines: list[Line] = []
        for number in range(4 if small else 1):
            at, pieces = 0, []
            for place in self.places:
                if place.row != number - number % (2 if small else 1):
                    continue
                key, _, name = place.words.partition(" ")
                words = (key if number % 2 == 0 else name) if small else place.words
                words = f"[{words}]" if place.id is chosen else f" {words} "
                pieces.append((" " * (place.column - at), ""))
                pieces.append((fit(words, place.width), "bold reverse" if place.id is chosen else "bold"))
                at = place.column + place.width
            lines.append(tuple(pieces))
        self.draw(lines)

    def on_click(self, event: Click) -> None:
        """Press the place under the mouse."""
        for place in self.places:
            rows = (place.row, place.row + 1) if self.small else (place.row,)
            if event.y in rows and place.column <= event.x < place.column + place.width:
                event.stop()
                self.post_message(self.Pressed(place.id))


__all__ = ["Bar", "Place", "is_closing", "lit", "places", "prompt"]
