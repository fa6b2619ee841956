"""The texts of replays, Chinese first, English second."""

from __future__ import annotations

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "replay.hand": ("{name} {count} 张: {cards}", "{name} has {count} cards: {cards}"),
    "replay.unfinished": (
        "记录到此为止: 这一局没有打完, 手牌未公开",
        "The record ends here: this deal was not finished, its hands stay closed",
    ),
    "replay.broken": (
        "第 {line} 行起记录不成立: {why}; 之前的已播放",
        "From line {line} on the record does not hold: {why}; what came before was shown",
    ),
    "record.holds": ("记录成立: {deals} 局, {whole}", "holds: {deals} deals, {whole}"),
    "record.whole": ("全场打完", "complete"),
    "record.part": ("未打完", "not complete"),
    "record.wrong": ("{path}: 第 {line} 行不成立: {why}", "{path}: line {line} does not hold: {why}"),
    "record.chain": (
        "与上一行的散列接不上, 有一行被改, 被删或被添",
        "its hash does not follow from the line before: a line was changed, taken out or put in",
    ),
    "record.order": ("不该在这里出现", "it does not belong here"),
    "record.malformed": ("读不懂", "it cannot be read"),
    "record.format": ("格式不是 gouji-record/1", "its format is not gouji-record/1"),
    "record.rulings": (
        "按别的版本的裁定记下, 用写它的那个版本来查",
        "it was written under another version of the rulings: check it with the program that wrote it",
    ),
    "record.commitment": ("发牌密钥与局前的承诺不符", "the key of the deal is not the one committed to before it"),
    "record.seats": ("抽签入座与密钥不符", "the seats are not those drawn by the key"),
    "record.illegal": ("规则不许这一步 ({code})", "the rules do not allow this action ({code})"),
    "record.unfinished": ("这一局没有打完", "this deal was not finished"),
    "record.result": ("结果与打出来的不符", "the result is not what was played"),
    "record.not_over": ("比赛还没有完", "the match was not over"),
    "record.unknown_kind": ("没有这种行", "there is no such kind of line"),
    "record.no_header": ("没有开头的一行", "the header is missing"),
    "record.rules": ("规则选项不成立 ({code})", "the options of its rules do not hold ({code})"),
    "replay.no_record": (
        "{path} 不是对局记录: 请给出一个 .jsonl 记录文件",
        "{path} is no record of a match: name a .jsonl file of records",
    ),
    "replay.no_deal": ("记录里还没有一局", "There is no deal in this record yet"),
    "replay.title": (
        "回放 第 {deal} 局 第 {round} 轮 {step}/{steps}  {a} : {b}  {whose}",
        "replay: deal {deal} round {round} {step}/{steps}  {a} : {b}  {whose}",
    ),
    "replay.all_hands": ("全部手牌", "all hands"),
    "replay.playing": ("播放 {seconds} 秒", "playing {seconds} s"),
    "replay.stopped": ("停", "stopped"),
    "replay.jump": ("跳到 (局 或 局.步), Enter: {typed}_", "Jump to (deal or deal.step), Enter: {typed}_"),
    "replay.nowhere": ("没有这个位置: 例如 2 或 2.40", "There is no such place: type 2 or 2.40, for example"),
    "replay.end": ("记录到此为止", "The record ends here"),
    "replay.keys": (
        "左右 步  上下 轮  PgUp PgDn 局  空格 播放/停  + - 速度  J 跳",
        "left right step  up down round  PgUp PgDn deal  Space play/stop  + - speed",
    ),
    "replay.more_keys": (
        "0 全部手牌  1-6 某座所知  E 存局面  B 从这里打下去  ? 帮助  F8 English  Q 离开",
        "J jump  0 all hands  1-6 a seat  E save position  B play on  ? help  F8 中文  Q",
    ),
    "replay.help_title": ("回放", "Replay"),
    "replay.help": (
        "左 右   一步\n上 下   到上一轮 / 这一轮结束\nPgUp PgDn   局    Home End   开头 结尾\n"
        "空格 或 Enter   播放, 停\n+ -   快, 慢\nJ   跳到一局, 或一局的一步: 2.40\n"
        "0   看全部手牌    1-6   只看该座当时知道的    Tab   换座\n"
        "E   存成局面文件, gouji referee 可裁\nB   从这里坐下, 和电脑打完这一局\n"
        "R   战报\nF8   English    Q 或 Esc   离开",
        "left, right   one step\nup, down   to the end of the round before, of this round\n"
        "PgUp PgDn   deal    Home End   beginning, end\nSpace or Enter   play, stop\n+ -   faster, slower\n"
        "J   jump to a deal, or to a step of it: 2.40\n"
        "0   all hands    1-6   only what that seat knew then    Tab   the next seat\n"
        "E   save a position file for gouji referee\nB   sit down here and play the deal on against bots\n"
        "R   report of the match\n"
        "F8   中文    Q or Esc   leave",
    ),
    "replay.any_key": ("按任意键", "Press a key"),
    "replay.position": ("第 {deal} 局第 {step} 步", "Deal {deal}, step {step}"),
    "replay.saved": ("已存: {path} (用 gouji referee 裁决)", "Saved: {path} (gouji referee rules on it)"),
    "replay.not_saved": ("存不了 {path}: {why}", "Cannot save {path}: {why}"),
    "replay.no_position": (
        "这里没有局面可存: 要在发完牌之后",
        "No position here: go on to where the cards are dealt",
    ),
    "replay.no_play_on": (
        "这里不能打下去: 这一局已完, 或手牌未公开",
        "Nothing to play on: the deal is over, or its hands are closed",
    ),
    "records.title": ("对局记录", "Records of matches"),
    "records.none": ("还没有对局记录: 打完一局再来", "There are no records yet: play a match first"),
    "records.keys": ("上下 选择  Enter 回放  Esc 返回", "up down choose  Enter replays  Esc goes back"),
}
"""Texts by id."""
