"""Putting a screen away once: a second key that was typed before it went would put away the one below as well."""

from __future__ import annotations

from typing import TypeVar

from textual.screen import Screen

Result = TypeVar("Result")


def close(screen: Screen[Result], result: Result | None = None) -> None:
    """Dismiss a screen with its result, unless it is no longer the one on top."""
    if screen.is_current:
        screen.dismiss(result)
