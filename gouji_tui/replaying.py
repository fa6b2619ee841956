"""``gouji replay``: a record told as lines of text or of JSON, and what its screen plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from engine.events import Dealt, Event, is_told
from engine.record import RecordError
from engine.replay import Frame, Replay
from engine.rules import Rules
from gouji_tui.happened import event_line
from gouji_tui.story import Story
from gouji_tui.strings import TEXTS, cards_text, seat_name, text
from gouji_tui.telling import event_fields
from gouji_tui.telling import line as json_line

MOST_BYTES = 256 * 1024 * 1024
"""Larger files are no records: the longest match that people play takes a few megabytes."""


class NoRecord(Exception):
    """A file that is no record at all."""


def record_lines(path: Path) -> list[str]:
    """Return the lines of a file, newlines kept; one that is cut off within a character, as one without newline.

    Raises:
        NoRecord: it cannot be read.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise NoRecord(path)
        data = path.read_bytes()
    except OSError as error:
        raise NoRecord(path) from error
    whole = data[: data.rfind(b"\n") + 1]
    try:
        return [line + "\n" for line in whole.decode("utf-8").split("\n")[:-1]]
    except UnicodeDecodeError as error:
        raise NoRecord(path) from error


def open_record(path: Path) -> Replay:
    """Open a record for looking at; raises :class:`NoRecord` where the file is none."""
    try:
        return Replay(record_lines(path))
    except RecordError as wrong:
        raise NoRecord(path) from wrong


def wrong_line(wrong: RecordError, language: str) -> str:
    """Return why a line of a record does not hold, as part of a sentence."""
    kind, _, code = wrong.code.partition(":")
    known = f"record.{kind}" in TEXTS[language]
    return text(language, f"record.{kind}" if known else "record.rules", code=code or kind)


def told(frame: Frame, seat: int | None) -> Iterator[Event]:
    """Yield what a seat could know of a frame, or with None all of it, hands included."""
    return (event for event in frame.events if seat is None or is_told(event, seat))


def frame_lines(
    frame: Frame, seat: int | None, language: str, rules: Rules, story: Story, names: Mapping[int, str] | None = None
) -> list[str]:
    """Return a frame as lines of text, for a seat or with None with all hands; ``story`` has heard all before it."""
    lines = []
    for event in told(frame, seat):
        story.told(event, rules)
        if isinstance(event, Dealt) and seat is None:
            cards = cards_text(language, event.cards)
            name = seat_name(language, event.seat)
            line = text(language, "replay.hand", name=name, count=sum(event.cards), cards=cards)
        else:
            line = event_line(event, language, rules, closed=story.closed, brawl=story.brawl, names=names) or ""
        if line:
            lines.append(line[:1].upper() + line[1:])
    return lines


def end_line(replay: Replay, language: str) -> str | None:
    """Return what is to be said at the end of a record that does not hold, or of one with an unfinished deal."""
    if replay.broken is not None:
        why = wrong_line(replay.broken, language)
        return text(language, "replay.broken", line=replay.broken.line, why=why)
    if replay.deals and not replay.deals[-1].hands_open:
        return text(language, "replay.unfinished")
    return None if replay.deals else text(language, "replay.no_deal")


def print_text(replay: Replay, seat: int | None, language: str, put: Callable[[str], None]) -> None:
    """Tell a whole record as lines of text."""
    story = Story()
    for deal in replay.deals:
        for frame in deal.frames:
            for line in frame_lines(frame, seat, language, replay.rules, story):
                put(line)
    if replay.broken is None and (last := end_line(replay, language)) is not None:
        put(last)


def print_json(replay: Replay, seat: int | None, put: Callable[[str], None]) -> None:
    """Tell a whole record as JSON objects, one a line; ``seq`` counts the lines that changed the table, from 1."""
    sequence = 0
    for deal in replay.deals:
        for frame in deal.frames:
            sequence += 1
            for event in told(frame, seat):
                put(json_line({"seq": sequence, **event_fields(event)}))


__all__ = [
    "NoRecord",
    "end_line",
    "frame_lines",
    "open_record",
    "print_json",
    "print_text",
    "record_lines",
    "told",
]
