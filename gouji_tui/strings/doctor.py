"""What ``gouji doctor`` says, Chinese first, English second: a finding, and what to do where something is wrong."""

from __future__ import annotations

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "doctor.interfaces.good": (
        "本机网络接口 (标 (-) 的不广播)：{detail}",
        "Links of this machine (those marked (-) are not announced): {detail}",
    ),
    "doctor.interfaces.bad": (
        "本机没有网络：请先连上。{detail}",
        "This machine has no network: connect it first.{detail}",
    ),
    "doctor.mdns_port.good": (
        "UDP 5353 可以共用；现在占用它的：{detail}",
        "UDP 5353 can be shared; who holds it now: {detail}",
    ),
    "doctor.mdns_port.bad": (
        "UDP 5353 被独占 ({detail})：请结束那个程序，或按地址加入。",
        "UDP 5353 is held by one program alone ({detail}): end that program, or join by address.",
    ),
    "doctor.dialled.good": (
        "本机牌桌在各个地址上都能应答。{detail}",
        "A table here answers at each of these addresses.{detail}",
    ),
    "doctor.dialled.bad": (
        "本机牌桌在 {detail} 上没有应答：被本机防火墙拦住，请放行。",
        "A table here does not answer at {detail}: a firewall on this machine blocks it; let it in.",
    ),
    "doctor.own_heard.good": (
        "本机 {detail} 秒后听到自己的广播。",
        "This machine hears its own announcement after {detail} s.",
    ),
    "doctor.own_heard.bad": (
        "本机听不到自己的广播：组播被本机拦住，请放行 UDP 5353，或按地址加入。{detail}",
        "Its own announcement is not heard here: this machine blocks multicast; let UDP 5353 through, or join by "
        "address. {detail}",
    ),
    "doctor.multicast_port_in_use.bad": (
        "不能广播：UDP 5353 被独占 ({detail})；请结束那个程序，或按地址加入。",
        "Nothing can be announced: another program holds UDP 5353 ({detail}); end it, or join by address.",
    ),
    "doctor.multicast_not_permitted.bad": (
        "系统不许本程序用组播 ({detail})：防火墙，或 macOS 的本地网络权限；或按地址加入。",
        "The system does not let this program use multicast ({detail}): a firewall, or macOS' consent to the local "
        "network; or join by address.",
    ),
    "doctor.multicast_no_network.bad": (
        "没有可用组播的网络 ({detail})：请先连上网络。",
        "No network here takes multicast ({detail}): connect one first.",
    ),
    "doctor.machines_heard.good": (
        "听到别的机器的组播：{detail}",
        "Multicast of other machines is heard: {detail}",
    ),
    "doctor.machines_heard.unknown": (
        "没有听到任何别的机器的组播：也许没有别的机器，也许路由器或访客 Wi-Fi 拦住它；那样须按地址加入。{detail}",
        "No multicast of any other machine is heard: there is none, or the Wi-Fi or switch blocks it; then join by "
        "address.{detail}",
    ),
    "doctor.others_heard.good": ("听到别人的牌桌：{detail}", "Tables of others are heard: {detail}"),
    "doctor.others_heard.unknown": (
        "没有听到别人的牌桌；如果确实有，就是组播不通。{detail}",
        "No other table is heard; if there is one, multicast does not get through.{detail}",
    ),
    "doctor.table_port.good": ("TCP {detail} 可用来开桌。", "TCP {detail} is free for a table."),
    "doctor.table_port.unknown": (
        "TCP {detail} 被别的程序占用；新牌桌会换一个端口，加入时要写上。",
        "TCP {detail} is taken by another program; a new table takes another port, which must then be typed.",
    ),
    "doctor.own_table.good": ("本机开着牌桌：{detail}", "A table is open on this machine: {detail}"),
    "doctor.own_dialled.good": (
        "它在本机各个地址上都应答。{detail}",
        "It answers at each address of this machine.{detail}",
    ),
    "doctor.own_dialled.bad": (
        "它在 {detail} 上没有应答：开桌时用了 --bind，或被防火墙拦住。",
        "It does not answer at {detail}: it was opened with --bind, or a firewall blocks it.",
    ),
    "doctor.firewall_ufw.unknown": (
        "ufw 开着；若别人进不来：sudo ufw allow {detail}/tcp 和 sudo ufw allow 5353/udp",
        "ufw is on; where others cannot get in: sudo ufw allow {detail}/tcp and sudo ufw allow 5353/udp",
    ),
    "doctor.firewall_firewalld.unknown": (
        "firewalld 开着；若别人进不来：sudo firewall-cmd --add-port={detail}/tcp --add-service=mdns",
        "firewalld is on; where others cannot get in: sudo firewall-cmd --add-port={detail}/tcp --add-service=mdns",
    ),
    "doctor.firewall_linux.unknown": (
        "防火墙工具：{detail}。若别人进不来，须放行 TCP 21654 和 UDP 5353 (sudo nft list ruleset 可查)。",
        "Firewall tools here: {detail}. Where others cannot get in, TCP 21654 and UDP 5353 must be let in "
        "(sudo nft list ruleset shows the rules).",
    ),
    "doctor.consent_macos.unknown": (
        "macOS：系统设置，隐私与安全性，本地网络：允许你的终端。{detail}",
        "macOS: System Settings, Privacy & Security, Local Network: allow your terminal.{detail}",
    ),
    "doctor.firewall_macos.unknown": (
        "macOS：系统设置，网络，防火墙：若开着，允许 Python 接受传入连接。{detail}",
        "macOS: System Settings, Network, Firewall: where it is on, let Python take incoming connections.{detail}",
    ),
    "doctor.firewall_windows.unknown": (
        "Windows：网络须设为专用；若别人进不来，以管理员运行：netsh advfirewall firewall add rule name=gouji dir=in "
        "action=allow protocol=TCP localport={detail}",
        "Windows: the network must be a private one; where others cannot get in, as administrator: netsh advfirewall "
        "firewall add rule name=gouji dir=in action=allow protocol=TCP localport={detail}",
    ),
    "doctor.by_address.good": (
        "什么都听不到时，别人这样加入本机的牌桌：gouji join {detail}",
        "Where nothing is heard, others join a table here by: gouji join {detail}",
    ),
    "doctor.by_address.unknown": (
        "没有网络就没有地址可给别人。{detail}",
        "Without a network there is no address to give to others.{detail}",
    ),
}
"""Texts by id."""
