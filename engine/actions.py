"""The one vocabulary of actions and its text form: record, wire, plain mode, positions (docs/positions.md)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from engine.cards import NO_CARDS, CardsError, Counts, format_cards, parse_cards
from engine.sets import CardSet, set_of


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
    REDRAW = "redraw"
    CALL = "call"
    CUT = "cut"
    SHOW = "show"
    COUNTER = "counter"
    OFFER = "offer"
    RETURN = "return"
    REJECT = "reject"
    FALL = "fall"
    BUY = "buy"
    DISCARD = "discard"
    ORDER = "order"
    NONE = "none"
    DEAL = "deal"
    CLOSE = "close"
    VOID = "void"


class ActionError(ValueError):
    """A text that is no action; ``code``: ``no_action``, ``unknown_verb``, ``bad_cards``, ``bad_number`` or
    ``extra_words``.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(f"{code}: {text!r}")
        self.code = code
        self.text = text


class Action(NamedTuple):
    """One action.

    Attributes:
        verb: what is done.
        cards: fifteen counts, all zero where the verb takes none.
        number: a seat (``fall``, ``offer``; ``order by``: the partner named) or cards (``cut``), else 0.
        word: which call (``advance``, ``shown``) or what is thrown out (``3``, ``4``, ``34``), else empty.
        sets: the sets of an ``order``, as they are to be played.
    """

    verb: Verb
    cards: Counts = NO_CARDS
    number: int = 0
    word: str = ""
    sets: tuple[CardSet, ...] = ()

    def text(self) -> str:
        """Return the text form, ``"play 777+2x"``."""
        parts = [self.verb.value]
        if self.verb in WITH_NUMBER:
            parts.append(str(self.number))
        if self.verb in WITH_CARDS:
            card_set = set_of(self.cards)
            parts.append(card_set.text() if card_set else format_cards(self.cards))
        if self.verb is Verb.ORDER:
            parts += ["by", str(self.number)] if self.number else []
            parts += [each.text() for each in self.sets]
        if self.word:
            parts.append(self.word)
        return " ".join(parts)


WITH_CARDS: Final = frozenset({Verb.PLAY, Verb.BURN, Verb.SHOW, Verb.OFFER, Verb.RETURN, Verb.REJECT})
WITH_NUMBER: Final[Mapping[Verb, int]] = {Verb.CUT: 215, Verb.FALL: 6, Verb.OFFER: 6}
"""The verbs with a number from 1, and the greatest it may be."""

WITH_WORD: Final[Mapping[Verb, tuple[str, ...]]] = {
    Verb.CALL: ("advance", "shown", "none"),
    Verb.DISCARD: ("3", "4", "34", "none"),
}
PASS: Final = Action(Verb.PASS)
CLOSE: Final = Action(Verb.CLOSE)
VOID: Final = Action(Verb.VOID)
NONE: Final = Action(Verb.NONE)
OF_THE_TABLE: Final = frozenset({Verb.DEAL, Verb.CLOSE, Verb.VOID})
"""The verbs that no seat may say: the table's own."""


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
    if verb in WITH_WORD:
        if (chosen := rest.strip()) not in WITH_WORD[verb]:
            raise ActionError("unknown_verb" if chosen else "no_action", text)
        return NONE if chosen == "none" else Action(verb, word=chosen)
    if verb is Verb.ORDER:
        return _parse_order(text, rest.split())
    number = 0
    if verb in WITH_NUMBER:
        digits, _, rest = rest.strip().partition(" ")
        if not (digits.isascii() and digits.isdigit()) or not 1 <= int(digits) <= WITH_NUMBER[verb]:
            raise ActionError("bad_number", text)
        number = int(digits)
    if verb not in WITH_CARDS:
        if rest.strip():
            raise ActionError("extra_words", text)
        return Action(verb, number=number)
    try:
        cards = parse_cards(rest)
    except CardsError:
        raise ActionError("bad_cards", text) from None
    if cards == NO_CARDS:
        raise ActionError("bad_cards", text)
    return Action(verb, cards, number)


MOST_SETS: Final = 36
"""Sets in an ``order``: a hand of 36 cards has no more."""


def _parse_order(text: str, words: list[str]) -> Action:
    """Read ``order by SEAT C C ...`` or ``order C C ...``."""
    number = 0
    if words[:1] == ["by"]:
        if len(words) < 2 or words[1] not in "123456" or len(words[1]) != 1:
            raise ActionError("bad_number", text)
        number, words = int(words[1]), words[2:]
    if not 0 < len(words) <= MOST_SETS:
        raise ActionError("bad_cards", text)
    sets = []
    for word in words:
        try:
            card_set = set_of(parse_cards(word))
        except CardsError:
            card_set = None
        if card_set is None:
            raise ActionError("bad_cards", text)
        sets.append(card_set)
    return Action(Verb.ORDER, number=number, sets=tuple(sets))
