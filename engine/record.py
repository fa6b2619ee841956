"""A match as text: JSON Lines chained by hashes (docs/record.md); writing, reading, replaying."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from engine.actions import ActionError, parse_action
from engine.deal import Phase
from engine.match import Match, NotPlayable
from engine.reasons import IllegalAction
from engine.rules import RulesError, make_rules
from engine.shuffle import KEY_BYTES, commitment

FORMAT: Final = "gouji-record/1"
RULINGS: Final = 1
"""Version of the rulings; raised whenever an old record would now be ruled otherwise."""

_START: Final = "0" * 64


class RecordError(ValueError):
    """A record that does not hold: the number of the first wrong line (from 1), and a code."""

    def __init__(self, line: int, code: str) -> None:
        super().__init__(f"line {line}: {code}")
        self.line = line
        self.code = code


class Recorder:
    """Makes the lines of a record; where they are written is the caller's affair."""

    def __init__(self, previous: str = _START) -> None:
        self._previous = previous

    def line(self, kind: str, fields: Mapping[str, object]) -> str:
        """Return one line, newline included: ``kind``, its fields, and the hash over them and the line before."""
        body = {"kind": kind, **fields}
        self._previous = _hash(self._previous, body)
        return json.dumps({**body, "hash": self._previous}, ensure_ascii=False, separators=(",", ":")) + "\n"

    def header(self, match: Match, names: Mapping[int, str]) -> str:
        """Return the header: format, rulings, every option, length, names by seat."""
        options = {name: list(v) if isinstance(v, tuple) else v for name, v in match.rules.options().items()}
        return self.line(
            "header",
            {
                "format": FORMAT, "rulings": RULINGS, "preset": match.rules.preset, "options": options,
                "deals": match.deals, "target": match.target, "names": {str(s): n for s, n in names.items()},
            },
        )  # fmt: skip

    def deal(self, match: Match, key: bytes) -> str:
        """Return the line that begins a deal; it commits to the key and does not tell it."""
        return self.line("deal", {"number": match.number, "attempt": match.attempt, "commitment": commitment(key)})

    def action(self, seat: int, text: str) -> str:
        """Return the line of an action; seat 0 is the table."""
        return self.line("action", {"seat": seat, "action": text})

    def deal_over(self, match: Match, key: bytes) -> str:
        """Return the line that ends a deal, and opens its key: hands are open from here."""
        void = match.deal is not None and match.deal.phase is Phase.VOID
        return self.line(
            "deal_over",
            {
                "number": match.number, "void": void, "key": key.hex(), "places": [] if void else list(match.places),
                "score": None if void or match.score is None else list(match.score), "total": list(match.total),
            },
        )  # fmt: skip

    def match_over(self, match: Match) -> str:
        """Return the last line."""
        return self.line("match_over", {"deals": match.number, "total": list(match.total)})


def _hash(previous: str, body: Mapping[str, object]) -> str:
    text = previous + json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a record was found to be: its deals that ended, totals, and whether the match is over in it."""

    deals: int
    total: tuple[int, int]
    complete: bool


def verify(lines: Iterable[str]) -> Verdict:
    """Check chain, commitments, legality of every action, results.

    A last line without its newline was cut off and is not looked at. The actions of a deal are checked when its key
    is open.

    Raises:
        RecordError: at the first wrong line.
    """
    match: Match | None = None
    keys: dict[tuple[int, int], bytes] = {}
    previous, commit, deal_line = _START, "", 0
    waiting: list[tuple[int, int, str]] = []
    total, ended, complete = (0, 0), 0, False
    for number, text in enumerate(lines, 1):
        if not text.endswith("\n"):
            break
        try:
            body = json.loads(text)
            stated = body.pop("hash")
            previous = _hash(previous, body)
            if stated != previous:
                raise RecordError(number, "chain")
            kind = body["kind"]
            if complete or (match is None) != (kind == "header"):
                raise RecordError(number, "order")
            if kind == "header":
                match = _read_header(number, body, keys)
            elif kind == "deal":
                commit, deal_line, waiting = str(body["commitment"]), number, []
                at = (int(body["number"]), int(body["attempt"]))
            elif kind == "action":
                waiting.append((number, int(body["seat"]), str(body["action"])))
            elif kind == "deal_over":
                assert match is not None
                key = bytes.fromhex(body["key"])
                if len(key) != KEY_BYTES or commitment(key) != commit:
                    raise RecordError(number, "commitment")
                keys[at] = key
                _replay_deal(match, deal_line, at, waiting)
                _check_result(number, match, body)
                ended, total = ended + (not body["void"]), match.total
            elif kind == "match_over":
                assert match is not None
                if not match.over and match.deals:
                    raise RecordError(number, "not_over")
                if tuple(body["total"]) != match.total:
                    raise RecordError(number, "result")
                complete = True
            else:
                raise RecordError(number, "unknown_kind")
        except (KeyError, TypeError, AttributeError, UnboundLocalError, AssertionError):
            raise RecordError(number, "malformed") from None
        except ValueError as wrong:
            if isinstance(wrong, RecordError):
                raise
            raise RecordError(number, "malformed") from None
    if match is None:
        raise RecordError(1, "no_header")
    return Verdict(ended, total, complete)


def _read_header(number: int, body: Mapping[str, object], keys: dict[tuple[int, int], bytes]) -> Match:
    if body["format"] != FORMAT:
        raise RecordError(number, "format")
    options, deals, target = body["options"], body["deals"], body["target"]
    if not isinstance(options, dict) or not isinstance(deals, int) or not isinstance(target, int):
        raise RecordError(number, "malformed")
    try:
        rules = make_rules(str(body["preset"]), options)
        return Match(rules, lambda deal, attempt: keys[deal, attempt], deals=deals, target=target)
    except (RulesError, NotPlayable) as refused:
        raise RecordError(number, refused.args[0]) from None


def _replay_deal(match: Match, line: int, at: tuple[int, int], actions: list[tuple[int, int, str]]) -> None:
    if not match.between:
        raise RecordError(line, "order")
    match.begin()
    if (match.number, match.attempt) != at:
        raise RecordError(line, "order")
    for number, seat, text in actions:
        try:
            match.apply(seat, parse_action(text))
        except ActionError:
            raise RecordError(number, "malformed") from None
        except IllegalAction as refused:
            raise RecordError(number, f"illegal:{refused.reason.code.value}") from None


def _check_result(number: int, match: Match, body: Mapping[str, object]) -> None:
    deal = match.deal
    assert deal is not None
    if deal.phase not in (Phase.OVER, Phase.VOID):
        raise RecordError(number, "unfinished")
    void = deal.phase is Phase.VOID
    score = None if void or match.score is None else list(match.score)
    found = {"void": void, "places": [] if void else list(match.places), "score": score, "total": list(match.total)}
    if any(body[name] != value for name, value in found.items()):
        raise RecordError(number, "result")
