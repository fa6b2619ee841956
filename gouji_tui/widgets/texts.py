"""The texts that only a screen has, and how cards and refusals are worded on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.cells import set_cell_size
from rich.text import Text

from engine.cards import BIG, RANKS, SMALL, TEN
from engine.reasons import Code, Reason
from gouji_tui.words import PLACES_ZH, say

TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    "title": ("够级  第 {number} 局   我方+ {a} : {b} -对方", "Gouji  deal {number}   us+ {a} : {b} -them"),
    "brawl": ("   四户乱缠", "   brawl"),
    "keys": ("? 帮助  ^Q 退出", "? help  ^Q quit"),
    "ally": ("+ 友", "+ ally"),
    "foe": ("- 敌", "- foe"),
    "me": ("+ 你", "+ you"),
    "opp": ("对头", "opp"),
    "out": ("已走", "out"),
    "passed": ("过", "passed"),
    "yielded": ("让", "yielded"),
    "headless": ("无头", "headless"),
    "burning": ("烧中", "burning"),
    "opened": ("开点", "opened"),
    "revolted": ("革命", "revolted"),
    "laid": ("出 {cards}", "laid {cards}"),
    "top": ("最大", "top"),
    "by": ("座 {seat}", "seat {seat}"),
    "gouji": ("[够级]", "[GOUJI]"),
    "no_top": ("桌上无牌", "nothing on the table"),
    "cards": ("{count} 张", "{count} cards"),
    "log": ("记录", "log"),
    "held": ("手牌 {count}", "hand {count}"),
    "picked": ("已选 {count}: {cards}", "picked {count}: {cards}"),
    "plays": ("可出", "can be played"),
    "burns": ("可烧", "can burn"),
    "wait": ("等座 {seat}", "Waiting for seat {seat}"),
    "wait_all": ("请稍候", "Waiting for the others"),
    "lead": ("轮到你发牌", "Your turn: you lead"),
    "answer": ("轮到你应座 {seat} 的牌", "Your turn: answer seat {seat}"),
    "offer": ("你可以烧座 {seat} 的牌", "You may burn the set of seat {seat}"),
    "wind": ("座 {seat} 申请接风, 同意吗?", "Seat {seat} asks for the wind: do you agree?"),
    "revolt": ("没有 2 和花, 革命吗?", "You hold no 2 and no joker: revolt?"),
    "do_play": ("Enter 出牌", "Enter play"),
    "do_pass": ("P 过", "P pass"),
    "do_yield": ("Y 让", "Y yield"),
    "do_wind": ("W 接风", "W wind"),
    "do_renounce": ("G 放弃够死级", "G give up dead gouji"),
    "do_burn": ("U 选烧牌  Enter 烧  N 不烧", "U pick a burn  Enter burn  N don't"),
    "do_agree": ("Y 同意  N 不同意", "Y agree  N refuse"),
    "do_revolt": ("R 革命  N 不革命", "R revolt  N don't"),
    "pick_keys": (
        "点数键 +1  空格 全选  - 减一  Z/Esc 清空  退格 撤销  左右 换点  上下 加减",
        "rank key +1  Space all  - less  Z/Esc clear  Bksp undo  arrows move, more, less",
    ),
    "again_p": ("选了牌, 再按 P 才过", "Cards are picked: press P again to pass"),
    "again_y": ("选了牌, 再按 Y 才让", "Cards are picked: press Y again to yield"),
    "nothing": ("还没选牌; 过牌按 P", "No cards are picked; P passes"),
    "no_set": ("这些牌不能成一手", "These cards are no set"),
    "you_passed": ("本轮你已过牌", "You have passed in this round"),
    "deal_result": ("第 {number} 局", "Deal {number}"),
    "early": ("刚轮到你: 请再按一次", "Your turn has just come: press again"),
    "match_result": ("比赛结束", "The match is over"),
    "place": ("{place}: 座 {seat} ({side})", "{place}: seat {seat} ({side})"),
    "points": ("本局 我方+ {a} : {b} -对方", "this deal: us+ {a} : {b} -them"),
    "totals": ("总分 我方+ {a} : {b} -对方", "total: us+ {a} : {b} -them"),
    "any_key": ("按任意键", "Press a key"),
    "small": ("终端太小: 至少 80x24", "The terminal is too small: 80x24 at least"),
    "help": (
        "3-9, 0 或 t (十), j q k a 2, s 小花, b 大花: 加一张\n空格 全选该点   - 或 下 减一   上 加一   左右 换点\n"
        "Z 或 Esc 清空   退格 撤销   H 提示\nEnter 出牌, 可烧时烧牌   P 过   Y 让   W 接风\n"
        "U 烧 (先选最省的)   N 不烧   R 革命\n接风时 Y 同意 N 不同意   F8 English   ^Q 退出\n\n"
        "+ 友 (座 1 3 5)   - 敌 (座 2 4 6)   >> 轮到",
        "3-9, 0 or t (ten), j q k a 2, s small joker, b big joker: one more\n"
        "Space all of that rank   - or down one less   up one more\n"
        "left, right another rank   Z or Esc clear   Bksp undo   H hint\n"
        "Enter plays the pick, or burns when a burn is offered\nP pass   Y yield   W ask for the wind\n"
        "U burn (the cheapest is picked)   N don't burn   R revolt\n"
        "asked for the wind: Y agree, N refuse   F8 中文   ^Q quit\n\n"
        "+ ally (seats 1 3 5)   - foe (seats 2 4 6)   >> on turn",
    ),
}
"""Chinese first, English second."""

PLACES_EN: Final = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def tell(language: str, key: str, **values: object) -> str:
    """Return a text of the screen in ``"zh"`` or ``"en"``."""
    return TEXTS[key][0 if language == "zh" else 1].format(**values)


def place_name(language: str, place: int) -> str:
    """Return the name of a place, 1-6."""
    return (PLACES_ZH if language == "zh" else PLACES_EN)[place - 1]


def rank_name(rank: int, language: str) -> str:
    """Return a rank as the screen writes it: ``10``, ``小``."""
    if rank == TEN:
        return "10"
    if rank >= SMALL:
        return {SMALL: ("小", "sml"), BIG: ("大", "big")}[rank][0 if language == "zh" else 1]
    return RANKS[rank]


WRITTEN_OUT = 6
"""Cards of one rank that are written out: as many as the eye counts at once."""


def cards_text(counts: Sequence[int], language: str) -> str:
    """Return cards written out, ``10 10 10 2``; from seven of a rank on as ``9*12``."""
    written = []
    for rank, number in enumerate(counts):
        name = rank_name(rank, language)
        written += [name] * number if number <= WRITTEN_OUT else [f"{name}*{number}"]
    return " ".join(written)


def refusal(reason: Reason, language: str) -> str:
    """Return why something is not lawful, in words."""
    if reason.code is Code.PASSED:
        return tell(language, "you_passed")
    return say(language, reason.code.value, **reason.args)


def fit(text: str, width: int) -> str:
    """Return a text cut or filled to a number of cells."""
    return set_cell_size(text, width)


def rule(title: str, width: int) -> str:
    """Return a line across with a title in it."""
    head = f"── {title} " if title else ""
    return fit(head + "─" * width, width)


def block(lines: Sequence[tuple[str, str]]) -> Text:
    """Return lines, each with a style, as text that is never wrapped and never read as markup."""
    text = Text(no_wrap=True, overflow="crop", end="")
    for number, (line, style) in enumerate(lines):
        text.append(("\n" if number else "") + line, style)
    return text
