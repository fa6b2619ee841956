"""The texts of plain mode, Chinese and English, by key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "dealt": ("座 {leader} 先出", "Seat {leader} leads"),
    "hand": ("手牌 {count} 张: {cards}", "Your hand, {count} cards: {cards}"),
    "played": ("座 {seat} 出 {cards}{gouji}", "Seat {seat} plays {cards}{gouji}"),
    "burned": ("座 {seat} 烧牌 {cards}", "Seat {seat} burns with {cards}"),
    "gouji": (" [够级]", " [gouji]"),
    "passed": ("座 {seat} 过", "Seat {seat} passes"),
    "wrong": ("座 {seat} 出错牌, 算过", "Seat {seat} answers wrongly: a pass"),
    "yielded": ("座 {seat} 让牌", "Seat {seat} yields"),
    "wind_asked": ("座 {seat} 申请接风", "Seat {seat} asks for the wind"),
    "agreed": ("座 {seat} 同意", "Seat {seat} agrees"),
    "refused": ("座 {seat} 不同意", "Seat {seat} refuses"),
    "renounced": ("座 {seat} 放弃够死级, 无头", "Seat {seat} renounces its dead gouji sets and is headless"),
    "closed": ("无人烧牌, 扣牌", "Nobody burns: the round is closed"),
    "fell": ("座 {seat} 受罚, 落", "Seat {seat} falls by a penalty"),
    "round_won": ("座 {winner} 得轮, 座 {leader} 发牌", "Seat {winner} wins the round; seat {leader} leads"),
    "went_out": ("座 {seat} 走完: {place}", "Seat {seat} is out: place {place}"),
    "opened": ("座 {seat} 开点", "Seat {seat} has opened"),
    "brawl": ("四户乱缠", "The brawl begins"),
    "ended": ("本局结束", "The deal is over"),
    "revolution": ("座 {seats} 革命", "Revolution: seat {seats}"),
    "no_revolution": ("无人革命", "Nobody revolts"),
    "void": ("两户以上革命, 重新抓牌", "Two revolutions or more: the deal is void and drawn again"),
    "scored": (
        "名次 {places}; A 队 {a}, B 队 {b}; 总分 A {ta} : B {tb}",
        "Places {places}; team A {a}, team B {b}; total A {ta} : B {tb}",
    ),
    "unscored": ("名次 {places}", "Places {places}"),
    "match": ("比赛结束, {deals} 局, 总分 A {a} : B {b}", "The match is over after {deals} deals: A {a} : B {b}"),
    "lead": ("轮到你发牌", "You lead"),
    "answer": ("轮到你, 场上 {cards} (座 {seat})", "Your turn: {cards} of seat {seat} stands"),
    "may_burn": ("你可以烧 {cards} (座 {seat}); n 不烧", "You may burn {cards} of seat {seat}; n: don't"),
    "wind": ("座 {seat} 申请接风: agree / refuse", "Seat {seat} asks for the wind: agree / refuse"),
    "revolt": ("没有 2 和花, 革命吗? revolt / none", "No 2 and no joker: revolt? revolt / none"),
    "help": (
        "777+2x 出牌; p 过; y 让; u KKK 烧; n 不烧; wind 接风; agree/refuse; "
        "hand 手牌; table 台面; hint 提示; quit 退出",
        "777+2x plays; p pass; y yield; u KKK burn; n don't burn; wind; agree/refuse; hand; table; hint; quit",
    ),
    "seat_line": ("座 {seat} ({team}) {count}{state}", "seat {seat} ({team}) {count}{state}"),
    "you": (" 你", " you"),
    "out": (" 已走", " out"),
    "has_passed": (" 过", " passed"),
    "headless": (" 无头", " headless"),
    "bound": (" 烧中", " burning"),
    "hint": ("提示: {action}", "Hint: {action}"),
    "not_read": ("没看懂: {text} (? 看可做什么)", "Not understood: {text} (? lists what can be done)"),
    "not_your_turn": ("还没轮到你", "It is not your turn"),
    "not_opposite": ("够级牌只有对头能应", "Only seat {opposite} may answer a gouji set of seat {player}"),
    "count": ("要 {need} 张, 选了 {have} 张", "Needs {need} cards, not {have}"),
    "rank": ("不够大", "Not higher than what stands"),
    "needs_big_joker": ("要 {need} 张大花, 有 {have} 张", "Needs {need} big jokers, has {have}"),
    "dead": ("有大花的牌压不住", "Nothing beats a set with a big joker"),
    "mixed_ranks": ("两种点数不能成一手", "Two ordinary ranks never make one set"),
    "not_held": ("手里没有这些牌", "You don't hold these cards"),
    "must_lead": ("你发牌, 不能过", "You lead: you must play"),
    "burn_unsustainable": ("烧后每手带不起花", "You could not carry the burn through: too few jokers"),
    "burn_needs_joker": ("烧牌后每手须带花", "A burner's set needs a joker"),
    "burn_not_allowed": ("这手牌不能烧", "This may not be burned now"),
    "threes_last": ("3 要留到最后", "Threes are the last set"),
    "threes_whole": ("3 要一次出完", "All threes go together"),
    "threes_bare": ("3 不能贴牌", "Threes carry no 2 and no joker"),
    "yield_not_allowed": ("现在不能让牌", "You may not yield now"),
    "wind_not_allowed": ("现在不能申请接风", "You may not ask for the wind now"),
    "first_lead_fours": ("首手要出 4", "The first set must be of fours"),
    "too_late": ("来不及烧了", "Too late to burn: the set has been answered"),
    "closing": ("只等烧牌", "Only burners may still act"),
    "over": ("本局已结束", "The deal is over"),
    "wrong_phase": ("现在不能这样做", "That cannot be done now"),
    "not_allowed": ("你无权这样做", "You have no right to do that"),
}
"""Chinese first, English second."""

PLACES_ZH: Final = ("头科", "二科", "三科", "四科", "二落", "大落")


def say(language: str, key: str, **values: object) -> str:
    """Return a text in ``"zh"`` or ``"en"`` with its values filled in."""
    return WORDS[key][0 if language == "zh" else 1].format(**values)
