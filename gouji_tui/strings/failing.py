"""The sentences that end a command, Chinese first, English second."""

from __future__ import annotations

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "failure.said": ("{sentence}", "{sentence}"),
    "failure.not_its_option": ("gouji {command} 没有选项 --{name}", "--{name} is no option of gouji {command}"),
    "failure.code": ("口令为空或长过 {most} 字节", "the code is empty or longer than {most} bytes"),
    "failure.length": ("--deals 和 --target 须是 0 或更大", "--deals and --target are 0 or more"),
    "failure.no_terminal": ("画面需要终端: 请用 {instead}", "a screen needs a terminal: say {instead}"),
    "failure.records_folder": (
        "记录写不进 {path} ({why}): 用 --record 换一个目录",
        "cannot write records to {path} ({why}): name another folder with --record",
    ),
    "failure.unreadable": ("读不了 {path}: {why}", "cannot read {path}: {why}"),
    "failure.not_toml": ("{path} 不是 TOML: {why}", "{path} is not TOML: {why}"),
    "failure.option": ("--option {pair}: 写成 KEY=VALUE", "--option {pair}: write KEY=VALUE"),
    "failure.clock": (
        "--clock 需要画面: 去掉 --plain 或不设时限",
        "--clock needs a screen: leave --plain or the clock out",
    ),
    "failure.record": (
        "记录写不进去 ({why}): 腾出空间, 或用 --record 换一个目录",
        "the record cannot be written ({why}): make room, or name another folder with --record",
    ),
    "failure.preset": ("没有规则 {preset}: 有 {presets}", "no preset {preset}: there are {presets}"),
    "failure.position": ("{file} 不能裁决: {why}", "{file} cannot be ruled on: {why}"),
    "failure.bot": ("没有电脑 {name} ({why}): 有 {levels}", "no bot {name} ({why}): there are {levels}"),
    "failure.illegal": ("电脑出了不合规则的一步 (seed {seed}): {what}", "an illegal action (seed {seed}): {what}"),
    "failure.stuck": ("有一局打不完: {what}", "a deal does not end: {what}"),
    "failure.results": ("写不了 {path}: {why}", "cannot write {path}: {why}"),
    "failure.resume_no_record": ("没有记录 {record}", "there is no record {record}"),
    "failure.resume_held": (
        "另一个程序正用 {record} 打着: 先结束它",
        "another program plays on with {record}: end that one first",
    ),
    "failure.resume_over": (
        "{record} 的比赛已完: 用 gouji host 开新桌",
        "the match of {record} is over: open a new table with gouji host",
    ),
    "failure.resume_broken": ("接不下去: {detail}", "cannot go on with {detail}"),
    "failure.resume_option": (
        "--{name} 不能与 --resume 同用: 由记录决定",
        "--{name} cannot be given beside --resume: the record decides it",
    ),
    "failure.certificate": ("本桌的证书用不了: {why}", "the table's certificate cannot be used: {why}"),
    "failure.web_port": (
        "不能在端口 {port} 上为浏览器开门 ({why}): 用 --web 换一个, 0 为任意",
        "cannot listen for browsers on port {port} ({why}): name another with --web, 0 for any",
    ),
    "failure.port": (
        "不能在端口 {port} 上开桌 ({why}): 用 --port 换一个, 0 为任意",
        "cannot listen on port {port} ({why}): name another with --port, 0 for any",
    ),
    "failure.title": ("桌名为空: 用 --title 给一个", "the title is empty: give one with --title"),
    "failure.name": ("名字为空: 用 --name 给一个", "the name is empty: give one with --name"),
    "failure.address": (
        "{typed} 不是地址: 写 地址 或 地址:端口",
        "{typed} is no address: write HOST or HOST:PORT",
    ),
    "failure.key_profile_name": (
        "--profile {detail} 不能作名: 用字母, 数字和 - _",
        "--profile {detail} is no name for a key: use letters, digits, - and _",
    ),
    "failure.key_profile_in_use": (
        "密钥 {detail} 正被另一个程序使用: 用 --profile 换一个",
        "another program sits with the key {detail}: name another with --profile",
    ),
    "failure.key_bad_key": (
        "{detail} 里没有密钥: 移开它, 会另造一个",
        "{detail} holds no key: move it away, and a new one is made",
    ),
    "failure.key_no_folder": (
        "密钥存不了: {detail}; 用 GOUJI_HOME 换一个目录",
        "a key cannot be kept: {detail}; name another folder with GOUJI_HOME",
    ),
    "failure.key_no_free_key": (
        "这里的密钥都在用: 用 --profile 起一个新名",
        "all keys here are in use: give a new name with --profile",
    ),
    "failure.no_table": (
        "局域网中没有听到牌桌: 向桌主要地址, 用 gouji join 地址:端口 加入; gouji doctor 查原因",
        "no table was heard on this LAN: ask its host for the address and join by it, gouji join HOST:PORT; "
        "gouji doctor says why",
    ),
    "failure.no_table_port_in_use": (
        "本机另一程序独占 UDP 5353, 找不了牌桌: 用 gouji join 地址:端口 加入; gouji doctor 查是谁",
        "another program here holds UDP 5353, so no table can be heard: join by address, gouji join HOST:PORT; "
        "gouji doctor says who",
    ),
    "failure.no_table_not_permitted": (
        "本机不许程序用组播 (防火墙, 或 macOS 的本地网络权限): 用 gouji join 地址:端口 加入, 或见 gouji doctor",
        "this machine forbids multicast (a firewall, or macOS' consent to the local network): join by address, "
        "gouji join HOST:PORT, or see gouji doctor",
    ),
    "failure.no_table_no_network": (
        "本机没有连上网络: 先连上, 再用 gouji join",
        "this machine is on no network: connect it, then gouji join",
    ),
    "failure.silent_table": ("听到了 {title}, 但加入不了: {why}", "{title} is heard but cannot be joined: {why}"),
    "failure.several": (
        "有好几桌, 请指明名字或地址: {titles}",
        "there are several tables, name one, or its address: {titles}",
    ),
    "failure.no_such_table": ("没有牌桌 {typed}; 有: {titles}", "no table {typed} answers; there are: {titles}"),
    "failure.interface": ("{address} 不是本机的地址", "{address} is no address of this machine"),
}
"""Texts by id."""
