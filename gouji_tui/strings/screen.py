"""The texts that only a screen or a list of seats in plain mode has, Chinese first, English second."""

from __future__ import annotations

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "screen.title": ("够级  第 {number} 局   我方+ {a} : {b} -对方", "Gouji  deal {number}   us+ {a} : {b} -them"),
    "screen.title_watch": (
        "够级  第 {number} 局   甲 {a} : {b} 乙   旁观",
        "Gouji  deal {number}   A {a} : {b} B   watching",
    ),
    "screen.A": ("甲", "A"),
    "screen.B": ("乙", "B"),
    "screen.points_watch": ("本局 甲 {a} : {b} 乙", "this deal: A {a} : {b} B"),
    "screen.totals_watch": ("总分 甲 {a} : {b} 乙", "total: A {a} : {b} B"),
    "screen.watch_keys": ("/ 聊天   ? 词义   F8 English   ^Q 离开", "/ talk   ? words   F8 中文   ^Q leave"),
    "screen.brawl": ("   四户乱缠", "   brawl"),
    "screen.keys": ("? 帮助  ^Q 退出", "? help  ^Q quit"),
    "screen.ally": ("+ 友", "+ ally"),
    "screen.foe": ("- 敌", "- foe"),
    "screen.me": ("+ 你", "+ you"),
    "screen.opp": ("对头", "opp"),
    "screen.out": ("已走", "out"),
    "screen.passed": ("过", "passed"),
    "screen.yielded": ("让", "yielded"),
    "screen.headless": ("无头", "headless"),
    "screen.burning": ("烧中", "burning"),
    "screen.opened": ("开点", "opened"),
    "screen.revolted": ("革命", "revolted"),
    "screen.laid": ("出 {cards}", "laid {cards}"),
    "screen.top": ("最大", "top"),
    "screen.by": ("座 {seat}", "seat {seat}"),
    "screen.gouji": ("[够级]", "[GOUJI]"),
    "screen.no_top": ("桌上无牌", "nothing on the table"),
    "screen.cards": ("{count} 张", "{count} cards"),
    "screen.rank.13": ("小", "sml"),
    "screen.rank.14": ("大", "big"),
    "screen.log": ("记录", "log"),
    "screen.held": ("手牌 {count}", "hand {count}"),
    "screen.picked": ("已选 {count}: {cards}", "picked {count}: {cards}"),
    "screen.plays": ("可出", "can be played"),
    "screen.burns": ("可烧", "can burn"),
    "screen.wait": ("等座 {seat}", "Waiting for seat {seat}"),
    "screen.wait_all": ("请稍候", "Waiting for the others"),
    "screen.lead": ("轮到你发牌", "Your turn: you lead"),
    "screen.answer": ("轮到你应座 {seat} 的牌", "Your turn: answer seat {seat}"),
    "screen.offer": ("你可以烧座 {seat} 的牌", "You may burn the set of seat {seat}"),
    "screen.wind": ("座 {seat} 申请接风, 同意吗?", "Seat {seat} asks for the wind: do you agree?"),
    "screen.do_pass": ("P 过", "P pass"),
    "screen.do_burn": ("U 选烧牌  Enter 烧  N 不烧", "U pick a burn  Enter burn  N don't"),
    "screen.pick_keys": (
        "点数键 +1  空格 全选  - 减一  Z/Esc 清空  退格 撤销  左右 换点  上下 加减",
        "rank key +1  Space all  - less  Z/Esc clear  Bksp undo  arrows move, more, less",
    ),
    "screen.again_p": ("选了牌, 再按 P 才过", "Cards are picked: press P again to pass"),
    "screen.again_y": ("选了牌, 再按 Y 才让", "Cards are picked: press Y again to yield"),
    "screen.nothing": ("还没选牌; 过牌按 P", "No cards are picked; P passes"),
    "screen.deal_result": ("第 {number} 局", "Deal {number}"),
    "screen.not_yet": ("这个还没有", "That is not there yet"),
    "screen.early": ("刚轮到你: 请再按一次", "Your turn has just come: press again"),
    "screen.match_result": ("比赛结束", "The match is over"),
    "screen.place": ("{place}: 座 {seat} ({side})", "{place}: seat {seat} ({side})"),
    "screen.points": ("本局 我方+ {a} : {b} -对方", "this deal: us+ {a} : {b} -them"),
    "screen.totals": ("总分 我方+ {a} : {b} -对方", "total: us+ {a} : {b} -them"),
    "screen.any_key": ("按任意键", "Press a key"),
    "screen.small": ("终端太小: 至少 80x24", "The terminal is too small: 80x24 at least"),
    "screen.help": (
        "3-9, 0 或 t (十), j q k a 2, s 小花, b 大花: 加一张\n"
        "空格 全选该点   - 或 下 减一   上 加一   左右 换点\n"
        "Z 或 Esc 清空   退格 撤销   H 提示\n"
        "Enter 出牌, 可烧时烧牌   P 过   Y 让   W 接风\n"
        "U 烧 (先选最省的)   N 不烧   R 革命\n"
        "接风时 Y 同意 N 不同意   F8 English   ^Q 退出\n"
        "\n"
        "+ 友 (座 1 3 5)   - 敌 (座 2 4 6)   >> 轮到",
        "3-9, 0 or t (ten), j q k a 2, s small joker, b big joker: one more\n"
        "Space all of that rank   - or down one less   up one more\n"
        "left, right another rank   Z or Esc clear   Bksp undo   H hint\n"
        "Enter plays the pick, or burns when a burn is offered\n"
        "P pass   Y yield   W ask for the wind\n"
        "U burn (the cheapest is picked)   N don't burn   R revolt\n"
        "asked for the wind: Y agree, N refuse   F8 中文   ^Q quit\n"
        "\n"
        "+ ally (seats 1 3 5)   - foe (seats 2 4 6)   >> on turn",
    ),
    "plain.seat_line": ("座 {seat} ({team}) {count}{state}", "seat {seat} ({team}) {count}{state}"),
    "plain.you": (" 你", " you"),
    "plain.out": (" 已走", " out"),
    "plain.has_passed": (" 过", " passed"),
    "plain.headless": (" 无头", " headless"),
    "plain.burning": (" 烧中", " burning"),
}
"""Texts by id."""
