"""The deck as a function of a 32-byte key: HMAC-SHA256 counter stream, rejection, Fisher-Yates (test vectors in tests).

Nothing here knows where a key comes from.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

from engine.cards import BIG, PACKS, SMALL, SUITS, TWO

KEY_BYTES = 32
"""Length of a deck key."""

Card = tuple[int, str]
"""A card of the draw: rank 0-14 and suit letter, ``""`` for jokers."""

_ORDERED: tuple[Card, ...] = tuple(
    [(rank, suit) for _ in range(PACKS) for rank in range(TWO + 1) for suit in SUITS]
    + [(rank, "") for _ in range(PACKS) for rank in (SMALL, BIG)]
)


class Stream:
    """Uniform numbers from a key and a label; the same for ever."""

    def __init__(self, key: bytes, label: str) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"a key has {KEY_BYTES} bytes, not {len(key)}")
        self._words = _words(key, label.encode())

    def below(self, bound: int) -> int:
        """Return a number 0 to ``bound`` - 1, each with the same chance: biased words are rejected."""
        limit = (1 << 32) // bound * bound
        while (word := next(self._words)) >= limit:
            pass
        return word % bound


def _words(key: bytes, label: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(key, b"gouji/" + label + b"/" + counter.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def shuffled_deck(key: bytes) -> list[Card]:
    """Return the 216 cards in the order in which they are drawn."""
    deck, stream = list(_ORDERED), Stream(key, "deck")
    for index in range(len(deck) - 1, 0, -1):
        other = stream.below(index + 1)
        deck[index], deck[other] = deck[other], deck[index]
    return deck


def commitment(key: bytes) -> str:
    """Return the hexadecimal commitment to a deck key, published before the deal and opened after it."""
    return hashlib.sha256(b"gouji/commit/" + key).hexdigest()


def seeded_key(seed: int, deal: int, attempt: int) -> bytes:
    """Return the key of one attempt at one deal for ``--seed`` (reproducible, hence predictable)."""
    return hashlib.sha256(f"gouji/seed/{seed}/{deal}/{attempt}".encode()).digest()
