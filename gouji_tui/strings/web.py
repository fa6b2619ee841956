"""The texts of the pages in a browser and of the link to them: Chinese and English beside each other."""

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "web.language": ("中文", "English"),
    "web.name": ("你的名字", "Your name"),
    "web.code": ("这一桌的口令", "The code of this table"),
    "web.sit": ("坐下", "Sit down"),
    "web.watch": ("旁观", "Watch"),
    "web.hint": (
        "名字随便起，不用注册。同一个浏览器再来，座位还是你的。",
        "Any name will do, there is no account. Come back with this browser and the chair is still yours.",
    ),
    "web.keyboard": ("键盘", "Keys"),
    "web.lost": ("连接断了，正在重连...", "The connection is lost, coming back..."),
    "web.left": ("你已离开牌桌。", "You have left the table."),
    "web.elsewhere": (
        "这个浏览器的另一个窗口接着打了。",
        "Another window of this browser has taken over.",
    ),
    "web.idle": ("很久没有动静，先替你离开了。", "Nothing was touched for long, so you have left."),
    "web.closed": ("主机关闭了牌桌。", "The host has closed the table."),
    "web.full": ("浏览器里的人太多了，请稍后再来。", "Too many are here by browser; try again later."),
    "web.again": ("回到牌桌", "Back to the table"),
    "web.front": ("换名字", "Another name"),
    "web.bad_name": ("名字不能是空的。", "The name is empty."),
    "waiting.browsers": ("或者在浏览器里打开（手机也行）:", "Or open in a browser, on a phone too:"),
    "waiting.web": ("W 让浏览器也能打", "W lets browsers play"),
    "waiting.qr": ("R 二维码", "R QR code"),
    "waiting.qr_back": ("任意键返回", "any key goes back"),
    "waiting.qr_small": (
        "窗口太小：二维码要 {columns} 列 {rows} 行",
        "The window is too small: the QR code takes {columns} columns and {rows} rows",
    ),
}
"""Texts by id."""
