"""Cleaning of text that others wrote: names, titles, chat. The same everywhere, on arrival and before showing.

What is left can neither steer a terminal nor reorder, hide or widen what stands around it. Markup is not looked at:
whoever shows the text shows it literally.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping

from net.limits import CHAT_BYTES, CHAT_CHARS, NAME_BYTES, NAME_CELLS, TITLE_BYTES, TITLE_CELLS

MARKS_IN_A_ROW = 2
"""Combining marks kept on one character: Vietnamese and Thai need two, towers of marks hide other lines."""

# Letters and symbols by category, but nothing is to be seen of them: fillers, blanks, joiners, variation selectors.
_INVISIBLE = frozenset(
    [0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0, 0x1D159]
    + [*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)]
)
_REMOVED = frozenset(["Cc", "Cf", "Cs", "Co", "Cn"])
_SPACES = frozenset(["Zs", "Zl", "Zp"])
_MARKS = frozenset(["Mn", "Me"])


class EmptyText(ValueError):
    """Nothing is left of a text after cleaning. `code` is `empty`."""

    code = "empty"


def clean(
    text: str, *, most_bytes: int | None = None, most_cells: int | None = None, most_characters: int | None = None
) -> str:
    """Return `text` fit to be shown, cut to the bounds given; possibly empty.

    In NFC; without control characters (C0, C1), format characters (bidi, zero width), private use, unassigned
    code points, lone surrogates and blanks that pass for letters; runs of white space become one space, none at the
    ends; at most two combining marks follow a character, none comes first. Cleaning twice changes nothing.

    `most_bytes` counts UTF-8, `most_cells` terminal columns, `most_characters` code points.
    """
    # Cut before the costly part: nobody may make us normalise a megabyte. Eight times covers what cleaning shrinks.
    bounds = [bound for bound in (most_bytes, most_cells, most_characters) if bound is not None]
    if bounds:
        text = text[: 8 * max(bounds)]
    previous = None
    while text != previous:
        previous = text
        text = _cut(_once(text), most_bytes, most_cells, most_characters)
    return text


def clean_name(text: str) -> str:
    """Return a player's name, cleaned and cut. Raises `EmptyText`."""
    return _required(clean(text, most_bytes=NAME_BYTES, most_cells=NAME_CELLS))


def clean_title(text: str) -> str:
    """Return a table's title, cleaned and cut. Raises `EmptyText`."""
    return _required(clean(text, most_bytes=TITLE_BYTES, most_cells=TITLE_CELLS))


def clean_chat(text: str) -> str:
    """Return a chat message, cleaned and cut. Raises `EmptyText`."""
    return _required(clean(text, most_bytes=CHAT_BYTES, most_characters=CHAT_CHARS))


def same_name_key(name: str) -> str:
    """Return what two names must differ in to be told apart by a person.

    Case, width and composition do not count, nor which of several alphabets a letter of one shape is from, nor a
    number in parentheses behind, which is what :func:`told_apart` puts there.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", clean(name)).casefold())
    return _NUMBERED.sub("", folded).translate(_ALIKE)


def told_apart(names: Mapping[int, str]) -> dict[int, str]:
    """Return cleaned names by seat, those that a person could take for each other with their seats: ``Anna (3)``."""
    keys = {seat: same_name_key(name) for seat, name in names.items() if name}
    shared = {key for key, number in Counter(keys.values()).items() if number > 1}
    return {seat: _numbered(name, seat) if keys.get(seat) in shared else name for seat, name in names.items()}


def _numbered(name: str, seat: int) -> str:
    ending = f" ({seat})"
    bare = _NUMBERED.sub("", name)
    cut = clean(bare, most_bytes=NAME_BYTES - len(ending), most_cells=NAME_CELLS - len(ending))
    return (cut + ending).lstrip()


_NUMBERED = re.compile(r"(?:\s*[(（]\s*\d+\s*[)）])+$")

# Letters, folded, that have the shape of a Latin one, small or capital, in most fonts of terminals.
_ALIKE = str.maketrans(
    "аеорсхуіѕјһԁԛԝкмтвнгԍ" + "αεορυχικμνβητζ" + "01i|",
    "aeopcxylsjhdqwkmtbhrg" + "aeopyxlkmnbhtz" + "olll",
)  # fmt: skip


def cells(text: str) -> int:
    """Return the terminal columns that a cleaned `text` takes."""
    return sum(_cells(character) for character in text)


def cut_bytes(text: str, most: int) -> str:
    """Return the longest start of `text` within `most` bytes of UTF-8, never half a character."""
    return text.encode("utf-8", "ignore")[:most].decode("utf-8", "ignore")


def _required(text: str) -> str:
    if not text:
        raise EmptyText("nothing is left of the text")
    return text


def _once(text: str) -> str:
    kept: list[str] = []
    marks = MARKS_IN_A_ROW
    for character in unicodedata.normalize("NFC", text):
        category = unicodedata.category(character)
        if category in _SPACES or character in "\t\n\r\v\f\x85":
            if kept and kept[-1] != " ":
                kept.append(" ")
            marks = MARKS_IN_A_ROW
        elif category in _REMOVED or ord(character) in _INVISIBLE:
            continue
        elif category in _MARKS:
            # `marks` starts full: a mark without a character before it would sit on what the screen puts there.
            if marks < MARKS_IN_A_ROW:
                kept.append(character)
                marks += 1
        else:
            kept.append(character)
            marks = 0
    return unicodedata.normalize("NFC", "".join(kept).strip(" "))


def _cut(text: str, most_bytes: int | None, most_cells: int | None, most_characters: int | None) -> str:
    if most_characters is not None:
        text = text[:most_characters]
    if most_bytes is not None:
        text = cut_bytes(text, most_bytes)
    if most_cells is not None:
        taken = 0
        for index, character in enumerate(text):
            taken += _cells(character)
            if taken > most_cells:
                text = text[:index]
                break
    return text.rstrip(" ")


def _cells(character: str) -> int:
    if unicodedata.category(character) in _MARKS:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
