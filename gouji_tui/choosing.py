"""Choosing what to do: the pick, filling it, hints, and the marker that arrows move from the hand to the actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from engine.actions import Action, Verb
from engine.cards import NO_CARDS, Counts
from engine.view import View
from gouji_tui.actions import ActionId
from gouji_tui.filling import cost, fill_ways, jokers_added
from gouji_tui.hinting import hint_lines
from gouji_tui.picking import Pick
from gouji_tui.strings import text

PICKS: Final[Mapping[ActionId, Callable[[Pick], Pick]]] = {
    ActionId.ALL: Pick.all_of_current,
    ActionId.LESS: Pick.one_less,
    ActionId.MORE: Pick.one_more,
    ActionId.CLEAR: Pick.clear,
    ActionId.UNDO: Pick.undo,
}
"""What changes the pick."""


class Choosing:
    """What a person has chosen so far.

    Attributes:
        pick: the cards.
        place: the action that the marker is on, None while it is on the hand.
    """

    def __init__(self, hand: Sequence[int]) -> None:
        self.pick = Pick.of(hand)
        self.place: ActionId | None = None
        self._begun: Counts = NO_CARDS
        self._ways: list[Counts] = []
        self._way = -1
        self._hints: list[tuple[Action | None, str]] = []
        self._hint = -1
        self._of: tuple[object, ...] = ()

    def do(self, action: ActionId) -> bool:
        """Change the pick by an action; False for one that does not."""
        step = PICKS.get(action)
        if step is None:
            return False
        if self.place is not None and action in (ActionId.MORE, ActionId.LESS):
            # At the actions, up and down lead back to the hand.
            self.place = None
            return True
        self.pick = step(self.pick)
        return True

    def rank(self, rank: int) -> None:
        """Pick one more of a rank."""
        self.place = None
        self.pick = self.pick.press_rank(rank)

    def touch(self, rank: int, step: int, whole: bool) -> None:
        """Pick by the mouse: one more or one less of a rank, or all or none of it."""
        self.place = None
        pick = self.pick.at(rank)
        self.pick = pick.all_of_current() if whole else pick.one_more() if step > 0 else pick.one_less()

    def move(self, step: int, places: Sequence[ActionId]) -> None:
        """Move the marker through the ranks and on through the actions that are lit."""
        if self.place in places:
            at = places.index(self.place) + step
            self.place = None if at < 0 else places[min(at, len(places) - 1)]
            return
        self.place = None
        moved = self.pick.move(step)
        if moved is self.pick and step > 0 and places:
            self.place = places[0]
        self.pick = moved

    def fill(self, view: View, language: str) -> str:
        """Fill the pick up, at the next press in another way; returns what is to be told."""
        picked = self.pick.picked
        goes_on = self._ways and picked == (self._begun if self._way < 0 else self._ways[self._way])
        if not goes_on:
            self._begun, self._ways, self._way = picked, fill_ways(view, picked), -1
        if not self._ways:
            return text(language, "screen.no_fill")
        if not goes_on and jokers_added(self._begun, self._ways[0]):
            return text(language, "screen.jokers_only")
        self._way = (self._way + 1) % len(self._ways)
        self.pick = self.pick.to(self._ways[self._way])
        following = self._ways[(self._way + 1) % len(self._ways)]
        told = text(language, "screen.filled", number=self._way + 1, of=len(self._ways))
        if jokers_added(self._begun, following) > jokers_added(self._begun, self._ways[self._way]):
            told += text(language, "screen.jokers_next")
        return told

    def hint(self, view: View, language: str, step: int) -> tuple[Action | None, str]:
        """Pick the next play that hints have, or the one before; returns it and what is to be told."""
        assert view.play is not None
        now = (language, view.play.top, view.play.turn, tuple(view.hand), view.phase, view.before.last)
        if self._of != now:
            self._of, self._hints, self._hint = now, hint_lines(view, language), -1
        self._hint = (self._hint + step) % len(self._hints) if self._hint >= 0 else 0
        action, line = self._hints[self._hint]
        self.pick = self.pick.to(NO_CARDS if action is None else action.cards)
        return action, f"{self._hint + 1}/{len(self._hints)} {line}"

    def burn(self, view: View) -> bool:
        """Pick the cheapest burn; False where there is none."""
        burns = view.legal_burns() if view.turn != view.seat else ()
        best = min(burns, key=lambda each: cost(each, view.hand), default=None)
        if best is not None:
            self.pick = self.pick.to(best.counts())
        return best is not None

    def done(self) -> None:
        """Forget what was chosen for the decision just taken."""
        self.pick = Pick(self.pick.held, rank=self.pick.rank)
        self.place, self._ways, self._way = None, [], -1


def nothing_beats(view: View) -> bool:
    """Tell whether the view's seat is on turn before a set that nothing it holds beats, and may pass."""
    play = view.play
    if play is None or view.must_answer or view.turn != view.seat or play.top is None or play.wind_seat:
        return False
    return view.why_not(Action(Verb.PASS)) is None and not play.may_wind and not view.legal_sets()


__all__ = ["PICKS", "Choosing", "nothing_beats"]
