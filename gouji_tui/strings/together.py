"""The texts of what a table's people want together: votes, seats, the next match. Chinese and English."""

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "net.wish_redeal": (
        "{seat} 号位想重新发牌。M 菜单: 重发 同意, 反对 不同意 (60 秒)",
        "Seat {seat} wants this deal dealt again. M: deal again = yes, against = no",
    ),
    "net.wish_abandon": (
        "{seat} 号位想结束比赛。M 菜单: 散局 同意, 反对 不同意 (60 秒)",
        "Seat {seat} wants to end the match. M: end match = yes, against = no (60 s)",
    ),
    "net.against_redeal": ("{seat} 号位反对重新发牌。", "Seat {seat} is against dealing again."),
    "net.against_abandon": ("{seat} 号位反对结束比赛。", "Seat {seat} is against ending the match."),
    "net.failed_redeal": ("没有过半数：这一局继续打。", "Not more than half: the deal is played on."),
    "net.failed_abandon": ("没有过半数：比赛继续。", "Not more than half: the match goes on."),
    "net.no_redeal_now": ("现在没有正在打的一局。", "No deal is being played now."),
    "net.no_abandon_now": ("现在没有比赛。", "No match is being played now."),
    "net.vote_too_soon": ("刚表决过：一分钟后可以再提。", "You have just asked for a vote: wait a minute."),
    "net.no_vote": ("现在没有表决。", "Nothing is being voted on."),
    "net.other_vote": ("正在表决另一件事。", "Something else is being voted on."),
    "net.only_seated_vote": ("只有坐着的人能表决。", "Only who sits at the table has a voice."),
    "net.key_no_folder": (
        "数据目录写不了 ({detail})，没有钥匙就不能坐下。",
        "The data folder cannot be written ({detail}), and without a key nobody sits down.",
    ),
    "net.key_no_free_key": ("这台机器上所有的钥匙都在用。{detail}", "All keys on this machine are in use.{detail}"),
    "net.match_running": ("比赛中不能换座，打完再换。", "Seats are changed between matches."),
    "net.wish_draw": (
        "{seat} 号位想抽签定座：D 同意。",
        "Seat {seat} wants the seats drawn by lot: D agrees.",
    ),
    "net.wish_swap": (
        "{seat} 号位想和 {to} 号位换座：{to} 号位按 {seat} 就换。",
        "Seat {seat} wants to change with seat {to}: seat {to} agrees by the key {seat}.",
    ),
    "net.wish_chair": (
        "旁观者 {name} 想坐下；有空座就坐，桌主可撤电脑。",
        "{name}, who watches, waits for a chair; the host can take a bot off.",
    ),
    "log.listening": (
        "牌桌 {title} 开在 {addresses} 端口 {port}; 互相核对: {words}; 记录 {record}",
        "Table {title} is open at {addresses}, port {port}; same words for all: {words}; its record is {record}",
    ),
    "log.joined_seated": ("{name} 坐 {seat} 号位", "{name} sits down on seat {seat}"),
    "log.joined_observer": ("{name} 来旁观", "{name} watches"),
    "log.left_seated": ("{name} 离线 ({seat} 号位)", "{name} of seat {seat} is gone"),
    "log.left_observer": ("{name} 不再旁观", "{name} no longer watches"),
    "log.deal_over": ("第 {deal} 局: {listed}; 总分 A {A} : B {B}", "Deal {deal}: {listed}; total A {A} : B {B}"),
    "log.match_over": (
        "比赛结束, {deals} 局; 总分 A {A} : B {B}; 记录 {record}",
        "The match is over after {deals} deals; total A {A} : B {B}; its record is {record}",
    ),
    "log.match_abandoned": (
        "比赛中止, 打完 {deals} 局; 记录 {record}",
        "The match was abandoned after {deals} whole deals; its record is {record}",
    ),
    "log.code": ("口令猜错太多次, 新口令: {code}", "Too many wrong codes; the new one: {code}"),
    "said.voided": ("大家表决: 这一局作废, 重新发牌", "By vote the deal is void"),
    "said.abandoned": ("大家表决: 比赛到此结束, 没有结果", "By vote the match ends here, without a result"),
    "waiting.next": ("回车 准备好了", "Enter: ready"),
    "waiting.change": ("1-6 换座    D 抽签定座", "1-6 another seat    D draws seats by lot"),
    "waiting.unbot": ("X 撤一个电脑", "X one bot off"),
    "waiting.sit": ("回车 坐下", "Enter: sit down"),
    "waiting.not_ready": ("未准备", "not ready"),
    "waiting.by_lot": ("下一场抽签定座", "The seats are drawn before the next match"),
    "waiting.evening": ("今晚 {matches} 场", "Matches this evening: {matches}"),
    "waiting.points": ("共 {points} 分", "{points} points"),
    "evening.line": ("今晚 {matches} 场: {listed}", "Matches this evening: {matches}; points: {listed}"),
    "evening.next": (
        "下一场: 输入 准备; 1-6 换座; 抽签; 离开",
        "The next match: type ready; 1-6 another seat; draw, for seats by lot; quit",
    ),
}
"""Texts by id."""
