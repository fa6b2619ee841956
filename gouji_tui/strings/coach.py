"""What the coach says in practice, Chinese first, English second; short enough for one line of 80 cells."""

from __future__ import annotations

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "coach.burn": (
        "教: 你能烧 ({key}); 烧了以后每手都要带花, 最后一手除外",
        "Coach: you may burn ({key}); then every set but your last needs a joker",
    ),
    "coach.bound": (
        "教: 你烧了牌: 每手都要带花, 剩下的也要带得完",
        "Coach: you have burned: each set needs a joker, and so will what is left",
    ),
    "coach.lead": (
        "教: 你发牌: 一种点数, 几张都行, 可贴 2 和花; 够级牌只有对头能应",
        "Coach: you lead: one rank, any number; only your opposite answers a gouji set",
    ),
    "coach.brawl_lead": (
        "教: 乱缠, 你发牌: 没有够级, 四家轮流, 过了还能来",
        "Coach: the brawl, you lead: no gouji, all in turn, a pass is not final",
    ),
    "coach.wind": (
        "教: 这是底牌, 没人管就由你接风; 可管, 可过, 可申请接风 ({key})",
        "Coach: a last hand: if nobody beats it you lead; or ask for the wind ({key})",
    ),
    "coach.yield": (
        "教: 中间两家都过了, 你是对头: 可管, 可扣, 可让后面先来 ({key})",
        "Coach: both between have passed: beat it, close, or yield to the next two ({key})",
    ),
    "coach.nothing": ("教: 你没有管得上的牌: 过 ({key})", "Coach: nothing you hold beats it: pass ({key})"),
    "coach.brawl": (
        "教: 乱缠: 张数相同点数更大就管; 过了还能再来",
        "Coach: the brawl: the same number, a higher rank; a pass is not final",
    ),
    "coach.headless": (
        "教: 你无头: 谁的牌都能管, 但过了这一轮就不能再出",
        "Coach: you are headless: you may beat anybody, but a pass ends your round",
    ),
    "coach.gouji": (
        "教: 对头的够级, 只有你能应; 你过就是扣牌, 这一轮归他",
        "Coach: your opposite's gouji: only you may answer; a pass closes the round",
    ),
    "coach.back": (
        "教: 你过了牌, 但这是对头的牌, 仍然能管",
        "Coach: you have passed, but may still answer your opposite's set",
    ),
    "coach.high": (
        "教: 要 {count} 张更大的: 2 以上是小花, 再上是大花",
        "Coach: {count} cards, higher: above 2 comes the small joker, then the big",
    ),
    "coach.answer": (
        "教: 要 {count} 张, 比 {rank} 大; 过了这一轮只能再管对头的牌",
        "Coach: {count} above {rank}; after a pass you may only answer your opposite",
    ),
    "settings.coach": ("练习时教我规则", "the coach's line in practice"),
}
"""Texts by id."""
