"""The one table of what can be done at the table: action bar, keys, help and plain mode read it. Knows no screen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final
from unicodedata import normalize

from engine.actions import Verb
from gouji_tui.strings import LANGUAGES, text


class ActionId(str, Enum):
    """What can be done at the table; the values stand in string ids and keymap files."""

    PLAY = "play"
    PASS = "pass"
    YIELD = "yield"
    BURN = "burn"
    KEEP = "keep"
    WIND = "wind"
    AGREE = "agree"
    REFUSE = "refuse"
    RENOUNCE = "renounce"
    REVOLT = "revolt"
    ORDER = "order"
    NONE = "none"
    ALL = "all"
    MORE = "more"
    LESS = "less"
    UNDO = "undo"
    CLEAR = "clear"
    CHAT = "chat"
    HELP = "help"
    MENU = "menu"
    COUNTER = "counter"
    BACK = "back"
    SCORE = "score"
    RULES = "rules"
    HINT = "hint"
    HINT_BACK = "hint_back"
    FILL = "fill"
    COVER = "cover"
    AUTOPASS = "autopass"
    PAUSE = "pause"
    REDEAL = "redeal"
    ABANDON = "abandon"
    AGAINST = "against"
    SIT = "sit"
    MUTE = "mute"
    WATCHING = "watching"
    SETTINGS = "settings"
    THEME = "theme"
    GLYPHS = "glyphs"
    HAND = "hand"
    TABLE = "table"
    WHY = "why"
    LEFT = "left"
    RIGHT = "right"
    LANGUAGE = "language"
    QUIT = "quit"


@dataclass(frozen=True, slots=True)
class TableAction:
    """One thing that can be done.

    Attributes:
        id: which.
        keys: the characters that do it, the one to show first; none where it is a choice of a question or a
            word of plain mode only.
        verb: the engine's verb where it is an action of the game.
        names: keys that type nothing, by the names that a screen has for them.
    """

    id: ActionId
    keys: tuple[str, ...] = ()
    verb: Verb | None = None
    names: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The string id of its short name, as buttons and the action bar show it."""
        return f"action.{self.id.value}"

    @property
    def words(self) -> str:
        """The string id of what plain mode reads as this action: words between spaces, the one to show first."""
        return f"action.{self.id.value}.words"

    @property
    def help(self) -> str:
        """The string id of its explanation, one sentence."""
        return f"action.{self.id.value}.help"


TABLE_ACTIONS: Final = (
    TableAction(ActionId.PLAY, ("\r", "\n"), Verb.PLAY, ("enter",)),
    TableAction(ActionId.PASS, ("p",), Verb.PASS),
    TableAction(ActionId.YIELD, ("y",), Verb.YIELD),
    TableAction(ActionId.BURN, ("u",), Verb.BURN),
    TableAction(ActionId.KEEP, ("n",)),
    TableAction(ActionId.WIND, ("w",), Verb.WIND),
    TableAction(ActionId.AGREE, (), Verb.AGREE),
    TableAction(ActionId.REFUSE, (), Verb.REFUSE),
    TableAction(ActionId.RENOUNCE, ("d",), Verb.RENOUNCE),
    TableAction(ActionId.REVOLT, ("r",), Verb.REVOLT),
    TableAction(ActionId.ORDER, ("e",), Verb.ORDER),
    TableAction(ActionId.NONE, (), Verb.NONE),
    TableAction(ActionId.ALL, (" ",), names=("space",)),
    TableAction(ActionId.MORE, ("=", "+"), names=("up",)),
    TableAction(ActionId.LESS, ("-",), names=("down",)),
    TableAction(ActionId.UNDO, ("\x7f", "\b"), names=("backspace",)),
    TableAction(ActionId.CLEAR, ("z", "\x1b"), names=("escape",)),
    TableAction(ActionId.CHAT, ("/", "、")),
    TableAction(ActionId.HELP, ("?",), names=("f1",)),
    TableAction(ActionId.MENU, ("m",)),
    TableAction(ActionId.COUNTER, ("c",), names=("f3",)),
    TableAction(ActionId.BACK, ("v",), names=("f4",)),
    TableAction(ActionId.SCORE, ("i",), names=("f2",)),
    TableAction(ActionId.RULES),
    TableAction(ActionId.FILL, ("f",)),
    TableAction(ActionId.HINT, ("h",)),
    TableAction(ActionId.HINT_BACK, ("g",)),
    TableAction(ActionId.COVER, ("o",)),
    TableAction(ActionId.AUTOPASS, ("l",)),
    TableAction(ActionId.PAUSE),
    TableAction(ActionId.REDEAL),
    TableAction(ActionId.ABANDON),
    TableAction(ActionId.AGAINST),
    TableAction(ActionId.SIT),
    TableAction(ActionId.MUTE),
    TableAction(ActionId.WATCHING),
    TableAction(ActionId.THEME, names=("f5",)),
    TableAction(ActionId.GLYPHS, names=("f6",)),
    TableAction(ActionId.SETTINGS),
    TableAction(ActionId.HAND),
    TableAction(ActionId.TABLE),
    TableAction(ActionId.WHY),
    TableAction(ActionId.LEFT, names=("left",)),
    TableAction(ActionId.RIGHT, names=("right",)),
    TableAction(ActionId.LANGUAGE, names=("f8",)),
    TableAction(ActionId.QUIT),
)
"""Everything that can be done, in the order in which it is shown."""

ACTIONS: Final = {each.id: each for each in TABLE_ACTIONS}
"""The same by id."""

WISHES: Final = (
    ActionId.PAUSE, ActionId.REDEAL, ActionId.ABANDON, ActionId.AGAINST, ActionId.SIT, ActionId.WATCHING,
)  # fmt: skip
"""What is wanted of a table of others: said to it."""

MENU: Final = (
    ActionId.HELP, ActionId.COUNTER, ActionId.BACK, ActionId.SCORE, ActionId.RULES, ActionId.CHAT, ActionId.MUTE,
    ActionId.RENOUNCE, ActionId.CLEAR, ActionId.COVER, ActionId.AUTOPASS, *WISHES, ActionId.SETTINGS,
    ActionId.LANGUAGE, ActionId.QUIT,
)  # fmt: skip
"""What the menu lists: everything that is no place of the action bar and no setting; it fits 24 rows."""

WATCHING: Final = frozenset(
    {
        ActionId.HELP, ActionId.CHAT, ActionId.LANGUAGE, ActionId.MENU, ActionId.COUNTER, ActionId.BACK, ActionId.SCORE,
        ActionId.MUTE, *WISHES, ActionId.SETTINGS, ActionId.THEME, ActionId.GLYPHS,
        ActionId.RULES, ActionId.QUIT,
    }
)  # fmt: skip
"""What somebody who only watches can do."""

_BY_KEY: Final = {key: each for each in TABLE_ACTIONS for key in each.keys}
_BY_NAME: Final = {name: each for each in TABLE_ACTIONS for name in each.names}
_BY_WORD: Final = {
    word: each for each in TABLE_ACTIONS for language in LANGUAGES for word in text(language, each.words).split()
}


def find_action(character: str) -> TableAction | None:
    """Return what a key does at the table, or None; full-width forms and capitals are read too."""
    return _BY_KEY.get(normalize("NFKC", character).lower())


def find_key(name: str, character: str | None) -> TableAction | None:
    """Return what a key does at the table, by its name or by what it types, or None."""
    return _BY_NAME.get(name) or find_action(character or "")


def find_word(word: str) -> TableAction | None:
    """Return what a typed word does in plain mode, or None; words of both languages are read."""
    return _BY_WORD.get(normalize("NFKC", word).strip().lower())


__all__ = [
    "ACTIONS", "MENU", "TABLE_ACTIONS", "WATCHING", "WISHES", "ActionId", "TableAction", "find_action", "find_key",
    "find_word",
]  # fmt: skip
