"""Counting how much a peer sends. The time is passed in."""

from __future__ import annotations

import math
from collections import deque

from net.limits import CHAT_MESSAGES, CHAT_SECONDS, CHAT_TOTAL_CHARS


class TokenBucket:
    """Allows `rate` units a second on average and `burst` at once."""

    __slots__ = ("_burst", "_left", "_rate", "_when")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._when = now

    def take(self, amount: float, now: float) -> bool:
        """Use `amount` units up and return True, or return False and use none."""
        self._left = min(self._burst, self._left + (now - self._when) * self._rate)
        self._when = now
        if amount > self._left:
            return False
        self._left -= amount
        return True


class ChatRate:
    """Allows `CHAT_MESSAGES` messages and `CHAT_TOTAL_CHARS` characters in any `CHAT_SECONDS`."""

    __slots__ = ("_recent",)

    def __init__(self) -> None:
        self._recent: deque[tuple[float, int]] = deque()

    def refuse(self, characters: int, now: float) -> int:
        """Count a message and return 0, or return the whole seconds until one of this length is allowed."""
        while self._recent and now - self._recent[0][0] >= CHAT_SECONDS:
            self._recent.popleft()
        messages, total = len(self._recent), sum(count for _, count in self._recent)
        if messages < CHAT_MESSAGES and total + characters <= CHAT_TOTAL_CHARS:
            self._recent.append((now, characters))
            return 0
        for when, count in self._recent:
            messages, total = messages - 1, total - count
            if messages < CHAT_MESSAGES and total + characters <= CHAT_TOTAL_CHARS:
                return max(1, math.ceil(when + CHAT_SECONDS - now))
        return math.ceil(CHAT_SECONDS)
