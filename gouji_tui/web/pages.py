"""The two pages of the table in a browser, made of our texts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Final

import textual_serve

from gouji_tui.strings import text

ASSETS: Final = {
    "gouji.css": ("gouji_tui.web", "assets/gouji.css", "text/css"),
    "gouji.js": ("gouji_tui.web", "assets/gouji.js", "text/javascript"),
    "terminal.css": (textual_serve.__name__, "static/css/xterm.css", "text/css"),
    "terminal.js": (textual_serve.__name__, "static/js/textual.js", "text/javascript"),
    "mono.ttf": (textual_serve.__name__, "static/fonts/RobotoMono-VariableFont_wght.ttf", "font/ttf"),
}
"""All files that are handed out, by the name they are asked for: package, place in it, kind. There is no other way."""


@dataclass(frozen=True, slots=True)
class Front:
    """What the first page tells of the table."""

    title: str
    free: int
    asks_code: bool
    name: str = ""
    error: str = ""


@cache
def asset(name: str) -> bytes:
    """Return a file of :data:`ASSETS`; raises ``KeyError`` for any other."""
    package, place, _kind = ASSETS[name]
    return files(package).joinpath(place).read_bytes()


def front_page(front: Front, language: str) -> str:
    """Return the page that asks for a name, and where there is one for the table's code."""
    code = f'<label>{_say(language, "code")}<input name="code" required autocomplete="off" maxlength="64"></label>'
    other = "en" if language == "zh" else "zh"
    return _filled(
        "front.html", language,
        title=escape(front.title), free=escape(text(language, "lobby.free", n=front.free)),
        name=escape(front.name), code=code if front.asks_code else "",
        error=f'<p class="error" role="alert">{escape(front.error)}</p>' if front.error else "",
        other=other, other_name=text(other, "web.language"),
    )  # fmt: skip


def table_page(title: str, language: str) -> str:
    """Return the page with the terminal in it."""
    return _filled("table.html", language, title=escape(title))


_WORDS: Final = (
    "name", "sit", "watch", "hint", "keyboard", "lost", "left", "elsewhere", "idle", "closed", "full", "again", "front",
)  # fmt: skip
"""Texts that the pages may use as ``$say_...``."""


def _say(language: str, word: str) -> str:
    return escape(text(language, f"web.{word}"))


def _filled(page: str, language: str, **values: str) -> str:
    template = files("gouji_tui.web").joinpath("assets", page).read_text(encoding="utf-8")
    said = {f"say_{word}": _say(language, word) for word in _WORDS}
    return Template(template).substitute(said, language="zh-CN" if language == "zh" else "en", **values)


__all__ = ["ASSETS", "Front", "asset", "front_page", "table_page"]
