"""The texts of talk: ready phrases and who is muted, Chinese first, English second."""

from __future__ import annotations

from typing import Final

BOTH: Final[dict[str, tuple[str, str]]] = {
    "phrase.1": ("好牌", "nice"),
    "phrase.2": ("谢谢", "thanks"),
    "phrase.3": ("对不起", "sorry"),
    "phrase.4": ("快点吧", "hurry"),
    "phrase.5": ("等一下", "wait"),
    "phrase.6": ("厉害", "wow"),
    "phrase.7": ("承让", "well done"),
    "phrase.8": ("再来", "again"),
    "phrase.9": ("再见", "bye"),
    "mute.title": ("不听谁说话 (回车切换)", "Whose talk is hidden (Enter switches)"),
    "watching.names": ("{count} 人在旁观: {names}", "Watching, {count}: {names}"),
    "watching.nobody": ("没有人在旁观。", "Nobody watches."),
    "watching.delay": ("旁观的画面晚 {seconds} 秒。", "What you see is {seconds} seconds late."),
    "watching.title": ("谁在旁观", "Who watches"),
    "watching.close": ("任意键关闭", "any key closes"),
    "mute.observers": ("旁观者", "observers"),
    "mute.off": ("听", "heard"),
    "mute.on": ("静音", "muted"),
    "mute.now": ("{who}：已静音", "{who}: muted"),
    "mute.again": ("{who}：恢复听见", "{who}: heard again"),
    "mute.how": ("静音 座位号，如：静音 3；旁观者：静音 0", "mute SEAT, as in mute 3; observers: mute 0"),
}
"""Texts by id."""
