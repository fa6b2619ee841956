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
        "第 {line} 行起记录不成立 ({code}); 之前的已播放",
        "From line {line} on the record does not hold ({code}); what came before was shown",
    ),
    "replay.no_record": (
        "{path} 不是对局记录: 请给出一个 .jsonl 记录文件",
        "{path} is no record of a match: name a .jsonl file of records",
    ),
    "replay.no_deal": ("记录里还没有一局", "There is no deal in this record yet"),
}
"""Texts by id."""
