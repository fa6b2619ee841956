"""The sentences of refusals that have several grounds, Chinese first, English second."""

from __future__ import annotations

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "refusal.case.burn_lead": (
        "没有牌可烧：这是发牌。",
        "There is nothing to burn: this is a lead.",
    ),
    "refusal.case.burn_ordinary": (
        "只能烧够级牌，这是普通牌。",
        "Only a gouji set can be burned; this is an ordinary set.",
    ),
    "refusal.case.burn_brawl": (
        "四户乱缠时不能烧牌。",
        "Nobody burns in the brawl.",
    ),
    "refusal.case.burn_dead": (
        "带大花的牌不能烧。",
        "A set with a big joker cannot be burned.",
    ),
    "refusal.case.burn_two_out": (
        "已经走了两家，不能再烧。",
        "Two seats are out, so nobody burns any more.",
    ),
    "refusal.case.burn_of_headless": (
        "无头的人的牌不能烧：没过牌的都能依次应。",
        "A headless seat's set is not burned: every unpassed seat may answer it in turn.",
    ),
    "refusal.case.burn_own": (
        "不能烧自己的牌。",
        "You cannot burn your own set.",
    ),
    "refusal.case.burn_opposites": (
        "对头的牌不用烧：轮到你时直接应。",
        "You answer your opposite's set in turn; you do not burn it.",
    ),
    "refusal.case.burn_headless": (
        "你没有对头，不用烧：轮到时谁的牌都能应。",
        "You are headless and do not burn: in turn you may answer any set.",
    ),
    "refusal.case.burn_out": (
        "你已经走了。",
        "You are out already.",
    ),
    "refusal.case.burn_shut": (
        "开点以后才能烧牌。",
        "Only a seat that has opened may burn here.",
    ),
    "refusal.case.burn_wind": (
        "正在申请接风，不能烧。",
        "The wind has been asked for: it is too late to burn.",
    ),
    "refusal.case.yield_brawl": (
        "四户乱缠时没有让牌。",
        "There is no yielding in the brawl.",
    ),
    "refusal.case.yield_gouji": (
        "够级牌不能让，只能应或扣。",
        "A gouji set is not yielded on: answer it or pass.",
    ),
    "refusal.case.yield_not_opposite": (
        "只有出牌人的对头能让牌。",
        "Only the opposite of the set's player may yield.",
    ),
    "refusal.case.yield_twice": (
        "这手牌已经让过一次。",
        "You have yielded on this set once already.",
    ),
    "refusal.case.yield_between": (
        "要等中间两家都过牌才能让。",
        "You may yield only when both seats between have passed or are out.",
    ),
    "refusal.case.yield_nobody": (
        "后面两家都不能应了，没有人可让。",
        "Neither of the next two seats may still act, so there is nobody to yield to.",
    ),
    "refusal.case.yield_after_wind": (
        "接风没有得到同意，只能出牌或过牌。",
        "The wind was refused: you must play or pass.",
    ),
    "refusal.case.wind_lead": (
        "没有底牌，不能申请接风。",
        "There is no last hand to take the wind from: this is a lead.",
    ),
    "refusal.case.wind_no_last_hand": (
        "这不是底牌，不能申请接风。",
        "This is no last hand: the wind can be asked for after a last hand only.",
    ),
    "refusal.case.wind_not_nearest": (
        "只有走的人的下一家，第一个被问到时才能申请接风。",
        "Only the nearest seat after the one gone out may ask for the wind, when it is asked first.",
    ),
    "refusal.case.wind_acted": (
        "这手底牌已经有人表过态，不能再申请接风。",
        "Somebody has already acted on this last hand: the wind can no longer be asked for.",
    ),
    "refusal.case.no_revolt": (
        "手里没有 2 和花才能革命。",
        "Only a hand without 2 and joker may revolt.",
    ),
    "refusal.case.no_redraw": (
        "首局手里没有 2 和花才能要求重摸。",
        "Only on a first deal, with no 2 and no joker, may a new draw be asked for.",
    ),
    "refusal.case.no_dead_gouji": (
        "你没有够死级可放弃。",
        "You have no dead gouji sets to give up.",
    ),
    "refusal.case.return_rejected": (
        "这种牌刚被拒收，要还别的。",
        "This rank has been refused in this return: give another.",
    ),
    "refusal.case.reject_held": (
        "原来手里有的牌不能拒收。",
        "You may refuse only ranks of which you held none before.",
    ),
    "refusal.case.buy_held": (
        "手里有 3 就不用买。",
        "You hold a three, so you buy none.",
    ),
    "refusal.case.other_call": (
        "摸牌之前只能预点，之后只能明点。",
        "Before the draw one calls in advance, after it openly.",
    ),
    "refusal.case.show_threes": (
        "上班要亮两张以上同花的 3。",
        "For the first lead show two or more threes of one suit.",
    ),
    "refusal.case.no_counter": (
        "这一桌同队之间没有反贡。",
        "At this table no tribute between team-mates is turned round.",
    ),
    "refusal.case.fall_of_another": (
        "大落只能是落在最后的两位之一。",
        "Only one of the last two can be 大落.",
    ),
    "refusal.case.no_such_discard": (
        "这一桌不能烩这种牌。",
        "These cards are not thrown out at this table.",
    ),
    "refusal.case.revolt_off": (
        "这一桌没有革命。",
        "There is no revolution at this table.",
    ),
    "refusal.case.order_off": (
        "这一桌不能摊牌请同伴挑。",
        "At this table no hand is laid open for a partner to order.",
    ),
    "refusal.case.suggest_unseen": (
        "轮到剩十张以内的同伴时，才能给他出主意。",
        "You suggest sets to a partner who is on turn with ten cards or fewer.",
    ),
    "refusal.case.not_asked": (
        "现在没有问你。",
        "You are not asked now.",
    ),
    "refusal.needs_big_joker_exactly": (
        "大花要正好是两倍再加所贴小花 {small} 张：{need} 张，你选了 {have} 张。",
        "It takes twice the big jokers and one for each of {small} attached small ones: exactly {need}, not {have}.",
    ),
}
"""Texts by id."""
