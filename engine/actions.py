"""The one vocabulary of actions and its text form: record, wire, plain mode, positions (docs/positions.md)."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from engine.cards import NO_CARDS, CardsError, Counts, format_cards, parse_cards
from engine.sets import set_of


class Verb(str, Enum):
    """What can be done; the values are the words of the text form."""

    PLAY = "play"
    PASS = "pass"
    YIELD = "yield"
    BURN = "burn"
    WIND = "wind"
    AGREE = "agree"
    REFUSE = "refuse"
    RENOUNCE = "renounce"
    REVOLT = "revolt"
    NONE = "none"
    DEAL = "deal"
    CLOSE = "close"


class ActionError(ValueError):
    """A text that is no action; ``code``: ``no_action``, ``unknown_verb``, ``bad_cards`` or ``extra_words``."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text!r}")
        self.code = code
        self.text = text


class Action(NamedTuple):
    """One action; ``cards`` are fifteen counts, all zero where the verb takes none."""

    verb: Verb
    cards: Counts = NO_CARDS

    def text(self) -> str:
        """Return the text form, ``"play 777+2x"``."""
        if self.verb not in WITH_CARDS:
            return self.verb.value
        card_set = set_of(self.cards)
        return f"{self.verb.value} {card_set.text() if card_set else format_cards(self.cards)}"


WITH_CARDS: Final = frozenset({Verb.PLAY, Verb.BURN})
PASS: Final = Action(Verb.PASS)
CLOSE: Final = Action(Verb.CLOSE)
NONE: Final = Action(Verb.NONE)


def parse_action(text: str) -> Action:
    """Read an action's text form.

    Raises:
        ActionError: for anything that is none.
    """
    word, _, rest = text.strip().partition(" ")
    if not word:
        raise ActionError("no_action", text)
    try:
        verb = Verb(word)
    except ValueError:
        raise ActionError("unknown_verb", text) from None
    if verb not in WITH_CARDS:
        if rest.strip():
            raise ActionError("extra_words", text)
        return Action(verb)
    try:
        cards = parse_cards(rest)
    except CardsError:
        raise ActionError("bad_cards", text) from None
    if cards == NO_CARDS:
        raise ActionError("bad_cards", text)
    return Action(verb, cards)
