"""A match as text: JSON Lines chained by hashes (docs/record.md); writing, reading, checking."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.actions import ActionError, parse_action
from engine.deal import Phase
from engine.events import Event
from engine.match import Match
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

    def header(self, match: Match, names: Mapping[int, str], keys: Mapping[int, bytes] | None = None) -> str:
        """Return the header: format, rulings, every option, length, names by seat, public keys of persons' seats."""
        options = {name: list(v) if isinstance(v, tuple) else v for name, v in match.rules.options().items()}
        return self.line(
            "header",
            {
                "format": FORMAT, "rulings": RULINGS, "preset": match.rules.preset, "options": options,
                "deals": match.deals, "target": match.target, **_seated(names, keys or {}),
                "seats_drawn": list(match.seats_drawn().values()),
            },
        )  # fmt: skip

    def seats(self, names: Mapping[int, str], keys: Mapping[int, bytes]) -> str:
        """Return the line that says who sits where from the next deal on."""
        return self.line("seats", _seated(names, keys))

    def deal(self, match: Match, key: bytes, replaced: int = 0) -> str:
        """Return the line that begins a deal; it commits to the key and does not tell it.

        ``replaced``: players replaced since the last deal, told where there are any.
        """
        preparing = None if match.deal is None else match.deal.preparing
        debts = () if preparing is None else preparing.public.debts
        fields: dict[str, object] = {
            "number": match.number, "attempt": match.attempt, "commitment": commitment(key), "debts": list(debts),
        }  # fmt: skip
        return self.line("deal", {**fields, "replaced": replaced} if replaced else fields)

    def action(self, seat: int, text: str, number: int | None = None) -> str:
        """Return the line of an action; seat 0 is the table; ``number`` is the acting program's id of it."""
        return self.line("action", {"seat": seat, "action": text, **({} if number is None else {"id": number})})

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
        """Return the last line; ``abandoned`` stands in it where the players ended the match without a result."""
        fields: dict[str, object] = {"deals": match.whole_deals, "total": list(match.total)}
        return self.line("match_over", {**fields, "abandoned": True} if match.abandoned else fields)


def _seated(names: Mapping[int, str], keys: Mapping[int, bytes]) -> dict[str, object]:
    return {
        "names": {str(seat): name for seat, name in names.items()},
        "keys": {str(seat): key.hex() for seat, key in keys.items()},
    }


def _hash(previous: str, body: Mapping[str, object]) -> str:
    text = previous + json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Header:
    """The first line read: the match it stands for, not begun, whose keys come with :class:`Chapter`; names by seat."""

    match: Match
    names: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Chapter:
    """One deal of a record, its actions not yet looked at.

    Attributes:
        line: the number of its ``deal`` line, from 1.
        number, attempt: which deal.
        actions: line, seat (0: the table) and text of each.
        key: of the deck, None where the record ends before the deal does.
        replaced: players replaced since the deal before.
        over: the line of its ``deal_over``, and that line's fields; 0 and empty where there is none.
    """

    line: int
    number: int
    attempt: int
    actions: tuple[tuple[int, int, str], ...]
    key: bytes | None = None
    over: int = 0
    result: Mapping[str, object] = field(default_factory=dict)
    replaced: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """The last line read: its number and totals, and whether the match was ended by vote, without a result."""

    line: int
    total: tuple[int, ...]
    abandoned: bool = False


def read(lines: Iterable[str]) -> Iterator[Header | Chapter | Ending]:
    """Read a record: its header, each deal when it is over (a last one may be unfinished), its end.

    Chain, order, fields and commitments are checked; what the actions come to is :func:`play_chapter`'s affair. A last
    line without its newline was cut off and is not looked at.

    Raises:
        RecordError: at the first wrong line.
    """
    keys: dict[tuple[int, int], bytes] = {}
    previous, begun, complete = _START, False, False
    opened: tuple[int, int, int, str, int] | None = None
    actions: list[tuple[int, int, str]] = []
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
            if begun and not complete and (kind == "lost" or (kind == "seats" and opened is None)):
                continue
            if complete or begun == (kind == "header") or (opened is None) != (kind not in ("action", "deal_over")):
                raise RecordError(number, "order")
            if kind == "header":
                begun, drawn = True, body.get("seats_drawn", [])
                header = _read_header(number, body, keys)
                yield header
            elif kind == "deal":
                begins = (number, int(body["number"]), int(body["attempt"]), str(body["commitment"]))
                opened, actions = (*begins, int(body.get("replaced", 0))), []
            elif kind == "action":
                actions.append((number, int(body["seat"]), str(body["action"])))
            elif kind == "deal_over":
                assert opened is not None
                key = bytes.fromhex(body["key"])
                if len(key) != KEY_BYTES or commitment(key) != opened[3]:
                    raise RecordError(number, "commitment")
                keys[opened[1:3]] = key
                if opened[1:3] == (1, 1) and drawn != list(header.match.seats_drawn().values()):
                    raise RecordError(number, "seats")
                yield Chapter(*opened[:3], tuple(actions), key, number, body, opened[4])
                opened = None
            elif kind == "match_over":
                complete = True
                yield Ending(number, tuple(body["total"]), body.get("abandoned") is True)
            else:
                raise RecordError(number, "unknown_kind")
        except RecordError:
            raise
        except (KeyError, TypeError, AttributeError, ValueError, RecursionError):
            raise RecordError(number, "malformed") from None
    if not begun:
        raise RecordError(1, "no_header")
    if opened is not None:
        yield Chapter(*opened[:3], tuple(actions), replaced=opened[4])


Heard = Callable[[int, int, str, Sequence[Event]], None]
"""Told of each line of a deal as it is played: its number, seat, action's text (``deal`` at first), what happened."""


def play_chapter(match: Match, chapter: Chapter, heard: Heard | None = None) -> None:
    """Play a deal that is over in the match of the header, and check that it comes out as written.

    Raises:
        RecordError: at the first line that is not so; what came before it has been told.
    """
    if not match.between:
        raise RecordError(chapter.line, "order")
    events = match.begin(chapter.replaced)
    if (match.number, match.attempt) != (chapter.number, chapter.attempt):
        raise RecordError(chapter.line, "order")
    if heard is not None:
        heard(chapter.line, 0, "deal", events)
    for number, seat, text in chapter.actions:
        try:
            events = match.apply(seat, parse_action(text))
        except ActionError:
            raise RecordError(number, "malformed") from None
        except IllegalAction as refused:
            raise RecordError(number, f"illegal:{refused.reason.code.value}") from None
        except (ValueError, LookupError, AssertionError):
            raise RecordError(number, "malformed") from None
        if heard is not None:
            heard(number, seat, text, events)
    _check_result(chapter.over, match, chapter.result)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a record was found to be: its deals that ended, totals, whether the match is over in it, and abandoned."""

    deals: int
    total: tuple[int, int]
    complete: bool
    abandoned: bool = False


def verify(lines: Iterable[str]) -> Verdict:
    """Check chain, commitments, legality of every action, results; the actions of a deal when its key is open.

    Raises:
        RecordError: at the first wrong line.
    """
    match: Match | None = None
    ended, complete = 0, False
    for part in read(lines):
        if isinstance(part, Header):
            match = part.match
            continue
        assert match is not None
        if isinstance(part, Ending):
            check_ending(match, part)
            complete = True
        elif part.key is not None:
            play_chapter(match, part)
            ended += not part.result["void"]
    if match is None:
        return Verdict(ended, (0, 0), complete)
    return Verdict(ended, match.total, complete, match.abandoned)


def check_ending(match: Match, ending: Ending) -> None:
    """Raise :class:`RecordError` where the match is not over, or not as its last line says."""
    if ending.abandoned:
        if not match.between or match.deal is None:
            raise RecordError(ending.line, "order")
        match.abandon()
    if not match.over and match.deals:
        raise RecordError(ending.line, "not_over")
    if ending.total != match.total:
        raise RecordError(ending.line, "result")


def _read_header(number: int, body: Mapping[str, object], keys: Mapping[tuple[int, int], bytes]) -> Header:
    if body["format"] != FORMAT:
        raise RecordError(number, "format")
    if body["rulings"] != RULINGS:
        raise RecordError(number, "rulings")
    options, deals, target, names = body["options"], body["deals"], body["target"], body["names"]
    if not isinstance(options, dict) or not isinstance(deals, int) or not isinstance(target, int):
        raise RecordError(number, "malformed")
    if not isinstance(names, dict):
        raise RecordError(number, "malformed")
    try:
        rules = make_rules(str(body["preset"]), options)
        match = Match(rules, lambda deal, attempt: keys[deal, attempt], deals=deals, target=target)
    except RulesError as refused:
        raise RecordError(number, refused.args[0]) from None
    return Header(match, {int(seat): str(name) for seat, name in names.items()})


def _check_result(number: int, match: Match, body: Mapping[str, object]) -> None:
    deal = match.deal
    assert deal is not None
    if deal.phase not in (Phase.OVER, Phase.VOID):
        raise RecordError(number, "unfinished")
    void = deal.phase is Phase.VOID
    score = None if void or match.score is None else list(match.score)
    found = {"void": void, "places": [] if void else list(match.places), "score": score, "total": list(match.total)}
    if any(body.get(name, _MISSING) != value for name, value in found.items()):
        raise RecordError(number, "result")


_MISSING: Final = object()
