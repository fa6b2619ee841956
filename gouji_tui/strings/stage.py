"""The texts of the stage, Chinese first, English second."""

from __future__ import annotations

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "stage.title": ("够级", "Gouji"),
    "stage.looking": ("正在找牌桌", "Looking for the table"),
    "stage.waiting": ("等候开局", "Waiting for the match"),
    "stage.lost": ("牌桌断了, 正在重连", "The table is lost; trying again"),
}
"""Texts by id."""
