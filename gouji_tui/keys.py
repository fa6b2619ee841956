"""The keys in words, all from the one table of actions: the foot of the table and the page of all keys."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len, set_cell_size

from gouji_tui.actions import ACTIONS, TABLE_ACTIONS, ActionId, TableAction
from gouji_tui.strings import text

_FOOT: Final = (ActionId.ALL, ActionId.LESS, ActionId.CLEAR, ActionId.UNDO)
"""What the foot of the table names beside the rank keys and the arrows."""
KEY_CELLS: Final = 12
"""Cells of a key's name on the page of all keys."""
ENTRY_CELLS: Final = 36
"""Cells of an entry there: two beside each other on 80 columns."""
_TYPED: Final = ("enter", "space", "backspace", "escape", "up", "down", "left", "right")
"""Keys that type nothing to be shown and have names in words."""


def key_of(action: TableAction, language: str) -> str:
    """Return the name of the first key of an action, ``"Enter"``, ``"P"``; empty where it has none."""
    names = key_names(action, language)
    return names[0] if names and (action.keys or names[0] not in _function_keys(action)) else ""


def _function_keys(action: TableAction) -> list[str]:
    return [name.upper() for name in action.names if name not in _TYPED]


def key_names(action: TableAction, language: str) -> list[str]:
    """Return the names of all keys of an action that people find on their keyboards, the first first."""
    shown = [key.upper() for key in action.keys if key.isprintable() and not key.isspace() and key.isascii()]
    named = [text(language, f"key.{name}") for name in action.names if name in _TYPED]
    first_named = bool(action.keys) and action.keys[0].upper() not in shown
    found = [*named, *shown] if first_named or not shown else [*shown, *named]
    return [*found, *_function_keys(action)]


def foot_line(language: str) -> str:
    """Return the foot of the table: how cards are picked."""
    parts = [text(language, "keys.rank")]
    parts += [f"{key_of(ACTIONS[id], language)} {text(language, ACTIONS[id].label)}" for id in _FOOT]
    return "  ".join([*parts, text(language, "keys.arrows")])


def keys_lines(language: str, width: int) -> list[str]:
    """Return every key with what it does, in as many columns as there is room for, and the ranks before them."""
    entries = []
    for action in TABLE_ACTIONS:
        names = key_names(action, language)
        if names:
            key = text(language, "keys.or").join(names)
            entries.append(f"{set_cell_size(key, max(KEY_CELLS, cell_len(key)))} {text(language, action.label)}")
    columns = 2 if width >= 2 * ENTRY_CELLS else 1
    rows = -(-len(entries) // columns)
    lines = [
        "".join(set_cell_size(each, ENTRY_CELLS) for each in entries[row::rows]).rstrip() for row in range(rows)
    ]
    return [*text(language, "keys.ranks").split("\n"), *lines, text(language, "keys.sides")]


__all__ = ["foot_line", "key_names", "key_of", "keys_lines"]
