"""The options of a table in words, Chinese first, English second: what each decides and what its values mean."""

from __future__ import annotations

from typing import Final

_OPTIONS: Final[dict[str, tuple[str, str, dict[str, tuple[str, str]]]]] = {
    "seating": ("怎样定座位和联邦", "How seats and teams are found", {
        "free": ("自己选座", "everybody chooses a chair"),
        "draw": ("抽签，三红三黑", "by lot, three red and three black cards"),
    }),
    "joker_cut": ("首局翻牌翻到花", "A joker is turned for the first drawer", {
        "next": ("下家再翻", "the next seat turns another card"),
        "self": ("翻牌的人先摸", "who turned it draws first"),
    }),
    "cut": ("先摸者的对头切牌", "The first drawer's opposite cuts", {
        "auto": ("自动", "made for him"),
        "ask": ("问他切在哪里", "he is asked where"),
    }),
    "first_lead": ("首局谁先出牌", "Who leads on a first deal", {
        "threes": ("上班: 先摸到同花色两张 3 的人", "the first to draw two threes of one suit"),
        "fours": ("亮 4: 4 最多的人，第一手要出 4", "who has most fours, and his first set is of fours"),
    }),
    "show_threes": ("亮 3", "Threes for the first lead are shown", {
        "auto": ("自动", "by themselves"),
        "ask": ("自己决定亮不亮", "by those who want to"),
    }),
    "no_pair_of_threes": ("没有人有同花色两张 3", "Nobody has two threes of one suit", {
        "most": ("3 最多的人先出", "most threes lead"),
        "fours": ("先摸到同花色两张 4 的人先出", "the first two fours of one suit lead"),
    }),
    "reopen": ("串三户或换人后重新开牌", "A sweep or new players bring a first deal again", {
        "without_points": ("不记分时", "where no score is kept"),
        "never": ("不", "never"),
        "always": ("总是", "always"),
    }),
    "first_deal_redraw": (
        "首局手里没有 2 和花可以要求重摸", "On a first deal a hand without 2 and joker may ask for a new draw", {}
    ),
    "two_gouji_count": ("几张 2 够级", "How many 2s are a gouji set", {"n": ("{n} 张", "{n}")}),
    "two_for_one": ("大花二打一: 两张大花管一张", "Twice the big jokers beat a set with big jokers", {}),
    "wrong_follow": ("跟错了牌", "A wrong answer", {
        "reject": ("收回，不算", "is refused and nothing changes"),
        "pass": ("算过牌", "counts as a pass"),
    }),
    "burn_check": ("烧不下去的烧牌", "A burn that cannot be carried on", {
        "enforce": ("不许烧", "is refused"),
        "penalise": ("许烧，烧糊了当大落", "is allowed; who fails is last"),
    }),
    "burn_requires_opened": ("开点以后才能烧牌", "Only a seat that has opened may burn", {}),
    "dead_gouji": (
        "头科、二科底牌的对头用够级牌管上，只能烧",
        "The opposite's gouji set on the first or second winner's last hand can only be burned", {},
    ),
    "last_hand_locks_passers": (
        "头科、二科出底牌后，过了牌的人本轮不能再出",
        "After the first or second winner's last hand passed seats are out of the round", {}
    ),
    "team_falls": ("最后两家同队，谁是大落", "Which of two last seats of one team is last", {
        "order": ("按余牌多少", "by the cards left"),
        "agree": ("两人商量", "the two agree"),
    }),
    "brawl_close": ("四户乱缠时扣牌", "In the brawl a set is closed", {
        "all": ("要人人都不要", "when everybody else has declined"),
        "team": ("一人不要，全队不要", "by one seat for its whole team"),
    }),
    "revolution": ("革命: 手里没有 2 和花，弃牌不打", "Revolution: a hand without 2 and joker is thrown in", {
        "fourth": ("算四科，对头有三个够死级", "for fourth place; the opposite has three dead gouji sets"),
        "off": ("没有", "there is none"),
        "third": ("铁三科，对头无头", "for third place, always; the opposite is headless"),
    }),
    "opening": ("开点: 哪种够级牌活了算开点", "Which gouji set that wins its round opens its player", {
        "off": ("不打点", "no opening is played"),
        "any": ("哪种都算", "any"),
        "no_big_joker": ("不带大花的", "one without big joker"),
        "natural": ("不带花、不贴 2 的", "one without joker and attached 2"),
    }),
    "calls": ("可以叫对头不开点", "Calls that one's opposite will not open", {
        "advance": ("预点 (摸牌前)", "in advance (before the draw)"),
        "shown": ("明点 (出牌前)", "shown (before the first lead)"),
    }),
    "overturn_double": ("翻车加倍", "An overturned caller pays double", {}),
    "tribute_order": ("进哪些贡，按先后", "Tributes, in order of payment", {
        "point": ("点贡", "for not opening"),
        "burn": ("烧贡", "from the burned to the burner"),
        "fall": ("落贡", "from the last two to the first two"),
        "stuck": ("憋贡", "for being left with nothing but threes"),
    }),
    "point_returned": ("点贡要还", "Point tributes are returned", {}),
    "point_without_lawful": ("没有 2 和花时的点贡", "A point tribute without 2 and joker", {
        "highest": ("进手里最大的", "is paid with the highest cards held"),
        "none": ("不进", "is not paid"),
    }),
    "others_returned": ("其他的贡要还", "All other tributes are returned", {}),
    "fall_without_lawful": ("没有 2 和花时的落贡", "A fall tribute without 2 and joker", {
        "none": ("不进", "is not paid"),
        "highest": ("进手里最大的", "is paid with the highest cards held"),
    }),
    "team_tribute": ("同队之间的落贡", "Fall tribute between team-mates", {
        "none": ("不进", "is not paid"),
        "agree": ("两人商量", "is paid where both agree"),
        "counter": ("两人商量，也可以反贡", "is paid where both agree, the other way too"),
    }),
    "sweep_tribute": ("串三户后，输的各进对头一张", "After a sweep each loser pays his opposite one card", {}),
    "discard": ("烩牌: 先出牌的人可以让大家扔掉", "The first leader may have cards thrown out of all hands", {
        "threes": ("3", "the threes"),
        "fours": ("4", "the fours"),
        "both": ("3 和 4", "both"),
    }),
    "last_threes": ("憋三: 3 要最后一手出完，不挂牌", "Threes go last, all in one set, with nothing attached", {}),
    "buy_threes": ("买三: 手里没有 3", "A seat without threes", {
        "off": ("不买", "buys none"),
        "auto": ("自动买一张", "has one bought for it"),
        "player": ("自己决定买不买", "is asked whether it buys one"),
    }),
    "scoring": ("记分", "The score", {
        "positive": ("4 2 0 0 -2 -4，只记正分", "4 2 0 0 -2 -4 by places; the side above zero writes it"),
        "signed": ("4 2 0 0 -2 -4，两边都记", "4 2 0 0 -2 -4 by places; both sides write theirs"),
        "none": ("不记分", "is not kept"),
    }),
    "sweep_ends_game": ("圈三结束一盘", "A sweep ends the game", {}),
    "point_limit": ("收到几张点贡结束一盘", "Point tributes collected that end the game", {"n": ("{n} 张", "{n}")}),
    "report": ("报牌: 手里剩十张以内", "A hand of ten cards or fewer", {
        "shown": ("一直显示", "is always shown"),
        "none": ("不报", "need not be told"),
        "asked": ("问了才报", "is told when asked"),
        "always": ("不论多少都显示", "is shown, and any other too"),
    }),
    "ordering": ("挑牌、留牌", "Help from partners", {
        "off": ("没有", "is not allowed"),
        "order": ("亮牌由同伴排先后", "a leader may lay his hand open and let a partner order its sets"),
        "advice": ("十张以内同伴可以看牌出主意", "partners may see a hand of ten or fewer and advise"),
    }),
}  # fmt: skip
"""Of each option: what it decides, and what its values mean; a yes or no has no values of its own."""

BOTH: Final[dict[str, tuple[str, str]]] = {
    **{f"option.{name}": (chinese, english) for name, (chinese, english, _) in _OPTIONS.items()},
    **{f"option.{name}.{value}": words for name, (_, _, values) in _OPTIONS.items() for value, words in values.items()},
    "rules.title": ("{name} ({code})", "{name} ({code})"),
    "rules.classic": ("够级大纲: 记分，不进贡", "Classic: points for places, no tribute"),
    "rules.qingdao": ("打点进贡: 开点、叫点、进贡，不记分", "Qingdao: opening, calls and tribute in place of points"),
    "rules.biesan": (
        "憋三: 3 最后出，打点进贡，圈三或六张点贡分胜负",
        "Biesan: threes last, tribute; a sweep or six point tributes win",
    ),
    "rules.here": ("本桌 (* 与 classic 不同):", "At this table (* differs from classic):"),
    "rules.mark": ("* 与 classic 不同", "* differs from classic"),
    "rules.line": ("{mark} {meaning}: {value}", "{mark} {meaning}: {value}"),
    "rules.code": ("    {name} = {value}", "    {name} = {value}"),
    "rules.more.1": ("怎样打: docs/rules.zh-CN.md", "How it is played: docs/rules.md"),
    "rules.more.2": ("裁定: docs/rulings.md", "The rulings: docs/rulings.md"),
    "rules.more.3": (
        "改选项: gouji rules {code} --toml > 文件.toml，再用 --rules 文件.toml",
        "To change them: gouji rules {code} --toml > FILE.toml, then --rules FILE.toml",
    ),
    "rules.section.2": ("牌和套牌", "Sets"),
    "rules.section.3": ("一轮", "A round"),
    "rules.section.4": ("烧牌", "Burning"),
    "rules.section.5": ("走科", "Going out"),
    "rules.section.6": ("四户乱缠", "The brawl"),
    "rules.section.7": ("座位、摸牌、先出", "Seats, drawing, the first lead"),
    "rules.section.8": ("出牌之前", "Before the first set"),
    "rules.section.9": ("开点", "Opening"),
    "rules.section.10": ("记分和胜负", "Score and end"),
    "rules.section.11": ("报牌和帮忙", "Reporting and help"),
    "rules.toml_head": (
        "gouji 的选项，从 {code} 开始。改好后: gouji host --rules 这个文件。没写的行与 {code} 相同。",
        "Options of a gouji table, begun from {code}. Change them and use: gouji host --rules THIS_FILE. "
        "A line left out is as in {code}.",
    ),
    "rules.toml_value": ("{value}: {meaning}", "{value}: {meaning}"),
    "rules.toml_section": ("{meaning} (规则 {section})", "{meaning} (rulings {section})"),
    "rules.yes": ("是", "yes"),
    "rules.no": ("否", "no"),
    "rules.nothing": ("无", "none"),
}
"""Texts by id."""
