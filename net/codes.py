"""The code of a private table: SPAKE2 over it, so that a listener, a prober or somebody in between learns nothing.

    client  element ->             confirmation ->
    host               element ->                    confirmation ->

Both identities hold the fingerprint of the certificate as each side sees it: somebody in between with a certificate
of his own cannot pass an exchange on. The client confirms first. Whoever guesses thus learns whether he was right
only by letting the host count it, and until both have confirmed neither side has said anything else.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import unicodedata
from collections.abc import Callable
from typing import Final

from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError  # type: ignore[import-untyped]  # ships no types; called here only
from spake2.ed25519_basic import NotOnCurve  # type: ignore[import-untyped]

from net.limits import CODE_EXCHANGES_BURST, CODE_EXCHANGES_PER_SECOND, CODE_GUESS_SECONDS, CODE_GUESSES
from net.rates import TokenBucket

_CONTEXT: Final = b"gouji code 2\0"
_CODE_DIGITS: Final = 8


class CodeError(Exception):
    """The other side's element is none. `code` is `bad_element`."""

    code = "bad_element"


def plain_code(code: str) -> str:
    """Return what of a code counts: not its case or composition, nor white space and hyphens in it."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", code).casefold())
    return "".join(character for character in folded if not character.isspace() and character != "-")


def new_code() -> str:
    """Return a random code, 8 digits in two groups: at a guess a second ten guesses hit it once in ten million."""
    digits = f"{secrets.randbelow(10**_CODE_DIGITS):0{_CODE_DIGITS}}"
    return f"{digits[:4]}-{digits[4:]}"


class Exchange:
    """One side of one exchange.

    `host` says which side; `code` is the code as typed; `table_id`, `fingerprint` (of the certificate, 32 bytes) and
    `nonce` (the challenge's) are what this side believes them to be. `element` is what the other side is sent first.
    """

    def __init__(self, code: str, *, host: bool, table_id: str, fingerprint: bytes, nonce: bytes) -> None:
        password = plain_code(code).encode("utf-8", "surrogatepass")
        table = table_id.encode("utf-8", "surrogatepass")
        seen = fingerprint + nonce + table
        side = SPAKE2_B if host else SPAKE2_A
        self._host = host
        self._spake = side(password, idA=_CONTEXT + b"client\0" + seen, idB=_CONTEXT + b"host\0" + seen)
        self._key: bytes | None = None
        self.element: bytes = self._spake.start()

    def finish(self, element: bytes) -> None:
        """Take the other side's element. Raises `CodeError` where it is none."""
        try:
            self._key = self._spake.finish(element)
        except (SPAKEError, NotOnCurve, ValueError, AssertionError) as error:
            raise CodeError(str(error)) from error

    @property
    def confirmation(self) -> bytes:
        """The 32 bytes by which this side shows that it knows the code."""
        return self._confirmation(self._host)

    def confirms(self, confirmation: bytes) -> bool:
        """Return whether `confirmation` is the other side's; how long it takes tells nothing."""
        return hmac.compare_digest(self._confirmation(not self._host), confirmation)

    def _confirmation(self, host: bool) -> bytes:
        assert self._key is not None
        return hmac.digest(self._key, _CONTEXT + (b"host" if host else b"client"), hashlib.sha256)


class CodeGuard:
    """The code of one table, shared by the sessions of its strangers; it makes guessing slow and few.

    `code` is None for an open table. After `limits.CODE_GUESSES` wrong ones the code is another: `renewed` is called
    with it, for the host's eyes alone.
    """

    def __init__(self, code: str | None, now: float = 0.0) -> None:
        self.code = code
        self.wrong_guesses = 0
        self.renewed = _nobody
        self._last_wrong: float | None = None
        self._exchanges = TokenBucket(CODE_EXCHANGES_PER_SECOND, CODE_EXCHANGES_BURST, now)

    @property
    def needed(self) -> bool:
        """Whether this table asks for a code."""
        return self.code is not None

    def may_begin(self, now: float) -> bool:
        """Return whether an exchange may begin: they cost milliseconds, and no stranger may make a table stutter."""
        return not self._waiting(now) and self._exchanges.take(1, now)

    def judge(self, exchange: Exchange, confirmation: bytes, now: float) -> str | None:
        """Return None where the client has proven the code, else `code_wait` or `code_wrong`."""
        return self._count(lambda: exchange.confirms(confirmation), now)

    def judge_typed(self, code: str, now: float) -> str | None:
        """The same for a code that came as it was typed, which a page in a browser does."""
        right = plain_code(self.code or "").encode("utf-8", "surrogatepass")
        return self._count(lambda: hmac.compare_digest(plain_code(code).encode("utf-8", "surrogatepass"), right), now)

    def _count(self, is_right: Callable[[], bool], now: float) -> str | None:
        if self._waiting(now):
            return "code_wait"
        if is_right():
            return None
        self.wrong_guesses += 1
        self._last_wrong = now
        if self.wrong_guesses >= CODE_GUESSES:
            self.wrong_guesses = 0
            self.code = new_code()
            self.renewed(self.code)
        return "code_wrong"

    def _waiting(self, now: float) -> bool:
        return self._last_wrong is not None and now - self._last_wrong < CODE_GUESS_SECONDS


def _nobody(code: str) -> None:
    """Tell nobody of a new code."""
