"""The texts of card counter, look-back and score sheet, Chinese first, English second."""

from __future__ import annotations

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "counter.unseen": ("别人手里 {count} 张:", "The others hold {count} cards:"),
    "counter.unknown": ("还没抓牌", "No cards are drawn yet"),
    "counter.off": ("本桌不许记牌", "This table plays without the card counter"),
    "back.before": ("第 {deal} 局 发牌之前", "Deal {deal}, before the first set"),
    "back.round": ("第 {deal} 局 第 {round} 轮", "Deal {deal}, round {round}"),
    "back.after": ("第 {deal} 局 结束", "Deal {deal}, the end"),
    "back.nothing": ("还没有发生什么", "Nothing has happened yet"),
    "sheet.title_counter": ("记牌", "Card counter"),
    "sheet.title_back": ("回看", "Look back"),
    "sheet.title_rules": ("本桌规则", "The rules of this table"),
    "sheet.title_score": ("计分", "Score sheet"),
    "sheet.deal": ("第 {number} 局  甲 {a} : {b} 乙   {places}", "deal {number}  A {a} : {b} B   {places}"),
    "sheet.total": ("合计  甲 {a} : {b} 乙   (甲 = 座 1 3 5)", "total  A {a} : {b} B   (A = seats 1 3 5)"),
    "sheet.debts": ("本局应交:", "Owed in this deal:"),
    "sheet.next": ("下局应交:", "Owed in the next deal:"),
    "sheet.debt": ("  {kind}: 座 {payer} 给座 {to} {cards} 张", "  {kind}: seat {payer} to seat {to}, {cards}"),
    "sheet.foot": ("上下 PgUp PgDn 翻看, 别的键关闭", "up down PgUp PgDn scroll, any other key closes"),
}
"""Texts by id."""
