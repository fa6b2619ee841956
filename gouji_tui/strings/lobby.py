"""The texts of the lobby and of the waiting room: Chinese and English beside each other."""

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "beginning.title": ("怎么开始?", "How to begin?"),
    "beginning.tutorial": (
        "教程: 没打过够级, 一课一课学着打 (约 15 分钟)",
        "Tutorial: new to gouji, learn it lesson by lesson (15 minutes)",
    ),
    "beginning.practice": ("练习: 会打, 和五个电脑打", "Practice: I know the game, a table with five bots"),
    "beginning.join": ("加入或开一桌: 看局域网里有哪些桌", "Join or open a table: see who plays on this network"),
    "lobby.title": ("够级 大厅", "gouji: lobby"),
    "lobby.looking": ("正在局域网中寻找牌桌...", "Looking for tables on the LAN..."),
    "lobby.empty": (
        "没有找到牌桌。知道地址也能加入：按 A 输入，例如 10.0.0.5",
        "No table found. Joining by address works all the same: press A, then for example 10.0.0.5",
    ),
    "lobby.problem": (
        "无法在局域网中寻找。知道地址也能加入：按 A 输入，例如 10.0.0.5",
        "The LAN cannot be searched. Joining by address works: press A, then for example 10.0.0.5",
    ),
    "lobby.found": ("找到 {n} 桌", "Tables found: {n}"),
    "lobby.free": ("空 {n} 座", "seats free: {n}"),
    "lobby.waiting": ("等候中", "waiting"),
    "lobby.playing": ("进行中", "playing"),
    "lobby.code": ("需要口令", "asks for a code"),
    "lobby.asking": ("正在询问", "being asked"),
    "lobby.silent": ("没有回应", "no answer"),
    "lobby.other_version": (
        "版本不合 (协议 {theirs}, 本机 {ours})",
        "another version (protocol {theirs}, ours {ours})",
    ),
    "lobby.address": ("地址，或地址:端口；Esc 取消", "HOST or HOST:PORT; Esc cancels"),
    "lobby.typing_code": ("这一桌的口令；Esc 取消", "The code of this table; Esc cancels"),
    "lobby.wrong": ("不是地址：请写 地址 或 地址:端口", "That is no address: write HOST or HOST:PORT"),
    "lobby.keys": (
        "上下 选择  Enter 加入  W 旁观  O 开桌  A 输入地址  P 练习（五个电脑）",
        "Up Down choose  Enter join  W watch  O open a table  A type an address",
    ),
    "lobby.more_keys": (
        "T 教程  R 回放  S 设置  Ctrl+Q 退出",
        "P practise with five bots  T tutorial  R replay  S settings  Ctrl+Q quit",
    ),
    "waiting.title": ("够级 等候室", "gouji: waiting room"),
    "waiting.seat": ("座", "seat"),
    "waiting.team": ("队", "team"),
    "waiting.free": ("空", "free"),
    "waiting.bot": ("电脑", "computer"),
    "waiting.you": ("你", "you"),
    "waiting.ready": ("已准备", "ready"),
    "waiting.away": ("断线", "away"),
    "waiting.others": ("别人在自己的终端输入:", "The others type in their terminals:"),
    "waiting.bots": ("B 加一个电脑", "B adds a bot"),
    "waiting.talk": ("/ 聊天", "/ talk"),
    "waiting.code": ("口令:", "Code:"),
    "waiting.words": ("互相核对:", "Same words for all:"),
    "waiting.starts": ("六人坐满就开局", "Begins when six chairs are taken"),
    "waiting.quit": ("Ctrl+Q 退出", "Ctrl+Q quits"),
}
"""Texts by id."""
