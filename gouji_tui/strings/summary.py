"""The texts of the report of a match, Chinese first, English second."""

from __future__ import annotations

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "summary.title": ("够级战报 ({preset}, {deals} 局)", "Gouji ({preset}, deals: {deals})"),
    "summary.score": (
        "比分 甲 {a} : {b} 乙   甲: {team_a}   乙: {team_b}",
        "A {a} : {b} B   A: {team_a}   B: {team_b}",
    ),
    "summary.first": ("头科: {counted}", "First places: {counted}"),
    "summary.last": ("大落: {counted}", "Last places: {counted}"),
    "summary.burns": (
        "烧牌 {burns} 次, 赢下那一轮 {won} 次: {counted}",
        "Burns: {burns}, {won} of them won the round: {counted}",
    ),
    "summary.opened": ("开点: {counted}", "Opened: {counted}"),
    "summary.sweeps": ("串三户: 第 {deals} 局", "Sweeps in deals {deals}"),
    "summary.greatest": ("最大的一手: {name} 出 {cards}", "The greatest set: {cards} by {name}"),
    "summary.turn": (
        "转折: 第 {deal} 局, {before} 变 {after}, 头科 {name}",
        "The turning point: deal {deal}, from {before} to {after}, first {name}",
    ),
    "summary.check": ("记录可以核对: {verify}", "The record can be checked: {verify}"),
    "summary.unfinished": ("没有打完", "The match was not finished"),
    "summary.nothing": ("还没有打完一局", "No deal is over yet"),
    "summary.shown": ("战报", "Report"),
}
"""Texts by id."""
