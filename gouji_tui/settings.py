"""What a person has set once: read from and written to ``settings.toml`` in the config folder."""

from __future__ import annotations

import json
import os
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Final

from gouji_tui.strings import LANGUAGES
from net.cleaning import EmptyText, clean_name
from net.folders import config_folder

FILE: Final = "settings.toml"
THEMES: Final = ("dark", "light", "ansi")
"""Names of the colours: for a dark ground, for a light one, the terminal's own sixteen."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set.

    Attributes:
        language: ``"zh"``, ``"en"``, or nothing for the locale's.
        name: one's name at tables, or nothing for the login name.
        theme: of :data:`THEMES`.
        ascii_lines: whether lines are drawn in ASCII.
        bell: whether the terminal rings when the turn comes.
        autopass: whether to pass for the person where nothing beats.
        coach: whether the coach speaks in practice.
    """

    language: str = ""
    name: str = ""
    theme: str = "dark"
    ascii_lines: bool = False
    bell: bool = True
    autopass: bool = False
    coach: bool = True


CHOICES: Final[Mapping[str, tuple[str | bool, ...]]] = {
    "language": ("", *LANGUAGES),
    "theme": THEMES,
    "ascii_lines": (False, True),
    "bell": (True, False),
    "autopass": (False, True),
    "coach": (True, False),
}
"""What each setting but the name can be, in the order in which a key goes through it."""


def read_settings(values: Mapping[str, object]) -> Settings:
    """Return settings out of what a file holds; what is no setting, or no value of one, is passed over."""
    found = Settings()
    for each in fields(Settings):
        value = values.get(each.name)
        if each.name == "name":
            try:
                found = replace(found, name=clean_name(value) if isinstance(value, str) and value else "")
            except EmptyText:
                continue
        elif any(value is choice or (isinstance(value, str) and value == choice) for choice in CHOICES[each.name]):
            found = replace(found, **{each.name: value})  # type: ignore[arg-type]
    return found


class Preferences:
    """The settings of a running program.

    Args:
        value: to begin with.
        path: the file they are kept in; None keeps them for this run only.
    """

    def __init__(self, value: Settings | None = None, path: Path | None = None) -> None:
        self.value = value or Settings()
        self.path = path
        self.changed: Callable[[], None] | None = None
        """Called after a change."""

    @classmethod
    def load(cls) -> Preferences:
        """Read the file of the config folder; one that cannot be read or is no TOML counts as none."""
        path = config_folder() / FILE
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
            values = {}
        return cls(read_settings(values), path)

    @property
    def first_time(self) -> bool:
        """Whether nothing has been set yet."""
        return self.path is not None and not self.path.exists()

    def change(self, **values: str | bool) -> None:
        """Set something, and keep it; where the file cannot be written it holds for this run."""
        self.value = read_settings({**asdict(self.value), **values})
        try:
            self.save()
        except OSError:
            self.path = None
        if self.changed is not None:
            self.changed()

    def next_of(self, name: str, step: int = 1) -> None:
        """Set the next value of a setting that has choices."""
        choices = CHOICES[name]
        at = choices.index(getattr(self.value, name))
        self.change(**{name: choices[(at + step) % len(choices)]})

    def save(self) -> None:
        """Write the file, whole or not at all."""
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in asdict(self.value).items()]
        handle, made = tempfile.mkstemp(dir=self.path.parent, prefix=FILE)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.writelines(lines)
        os.replace(made, self.path)


__all__ = ["CHOICES", "FILE", "THEMES", "Preferences", "Settings", "read_settings"]
