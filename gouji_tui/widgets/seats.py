"""The six seats round the standing set: three lines a seat, or one line a seat where the screen is small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from engine.cards import NO_CARDS, SEATS, opposite, team_of
from engine.round import DEAD_GOUJI_OF_REVOLUTION
from engine.rules import MOST_TOLD
from gouji_tui.scene import Scene
from gouji_tui.story import Did
from gouji_tui.strings import cards_text, place_name
from gouji_tui.widgets.boxes import ROWS as BOX_ROWS
from gouji_tui.widgets.boxes import boxes
from gouji_tui.widgets.drawn import Drawn
from gouji_tui.widgets.lines import Line, fit, line, rule

ROWS: Final = 9
"""Lines of the table: twice three of the seats, two between, one's own."""
BOXED_ROWS: Final = ROWS + 2 * BOX_ROWS
"""The same with cards drawn."""


def seat_side(scene: Scene, seat: int) -> str:
    """Return sign, side and number: ``-敌4``, ``+ally3``; team and number for an observer."""
    view = scene.view
    if view.seat is None:
        return f"{scene.say(team_of(seat))}{seat}"
    side = "me" if seat == view.seat else "foe" if (seat - view.seat) % 2 else "ally"
    return f"{scene.say(side)}{seat}"


def relation(scene: Scene, seat: int) -> str:
    """Return how a seat stands to one's own: the one before, the one after, the opposite; else nothing."""
    me = scene.view.seat
    if me is None:
        return ""
    return {1: scene.say("after"), 3: scene.say("opp"), 5: scene.say("before")}.get((seat - me) % 6, "")


def seat_count(scene: Scene, seat: int) -> str:
    """Return a seat's place once it is out, else its cards, counted from ten down (RULES.md 11)."""
    view = scene.view
    play = view.play
    if play is None or not play.drawn:
        return ""
    if seat in play.exits:
        return place_name(scene.language, play.exits.index(seat) + 1)
    if not play.alive[seat]:
        return scene.say("revolted" if seat in play.revolted else "out")
    size = play.sizes[seat]
    if size <= MOST_TOLD or seat == view.seat or view.rules.report == "always":
        return scene.say("cards", count=size) + ("!" if size <= MOST_TOLD else "")
    return f">{MOST_TOLD}"


def seat_head(scene: Scene, seat: int, width: int) -> str:
    """Return a seat's first line: turn, side, number and name at the left, relation and count at the right."""
    turn = ">>" if scene.view.turn == seat else "  "
    right = " ".join(filter(None, (relation(scene, seat), seat_count(scene, seat))))
    left = f"{turn} {seat_side(scene, seat)} {scene.names.get(seat, '')}"
    room = max(0, width - cell_len(right) - 1)
    return fit(left, room) + " " + right if right else fit(left, width)


def seat_did(scene: Scene, seat: int) -> str:
    """Return what a seat did in this round, the standing set marked by a word, and whether it may not answer."""
    play, deed = scene.view.play, scene.story.last_of(seat)
    if play is None:
        return ""
    if play.top is not None and play.top_seat == seat:
        return f"{scene.say('top')} {cards_text(scene.language, play.top.counts())}"
    words = []
    if is_barred(scene, seat):
        words.append(scene.say("barred"))
    if deed is not None:
        laid = deed.did is Did.LAID and deed.cards is not None
        words.append(
            scene.say("laid", cards=cards_text(scene.language, deed.cards or ()))
            if laid
            else scene.say("closed" if deed.did is Did.CLOSED else deed.did.value)
        )
    return " ".join(words)


def is_barred(scene: Scene, seat: int) -> bool:
    """Tell whether a seat may not answer the standing set though it has not passed: no refusal, and not to look it."""
    play = scene.view.play
    if play is None or play.top is None or play.over or play.wind_seat or not play.alive[seat]:
        return False
    deed = scene.story.last_of(seat)
    refused = deed is not None and deed.did in (Did.PASSED, Did.CLOSED)
    return seat != play.top_seat and seat not in play.pending and not play.passed[seat] and not refused


def seat_marks(scene: Scene, seat: int) -> str:
    """Return the clock of the seat on turn, and what binds a seat or stands against it, the rarer first."""
    view = scene.view
    play, before = view.play, view.before
    if play is None:
        return ""
    words = [_clock(scene, seat)] if _clock(scene, seat) else []
    words += [scene.away[seat]] if seat in scene.away else []
    alive = play.alive[seat]
    if play.burning == seat:
        words.append(scene.say("burning"))
    if alive and opposite(seat) in play.revolted and view.rules.revolution == "fourth" and not play.renounced:
        words.append(scene.say("dead_gouji", played=play.dead_played, of=DEAD_GOUJI_OF_REVOLUTION))
    elif alive and play.headless(seat) and not play.brawl:
        words.append(scene.say("headless"))
    if seat in play.opened:
        words.append(scene.say("opened"))
    words += [scene.say(f"call_{call}") for caller, call in before.calls if caller == seat]
    words += [scene.say("owes", to=to, cards=cards) for _kind, payer, to, cards in before.debts if payer == seat]
    return " ".join(words)


def _clock(scene: Scene, seat: int) -> str:
    on_turn = scene.view.turn == seat and scene.seconds is not None
    return scene.say("seconds", seconds=scene.seconds) if on_turn else ""


def pile(scene: Scene, room: int) -> tuple[str, str, str]:
    """Return the standing set in three lines: how many and whose, its cards, who may answer in words.

    Where the words of the first need more than ``room`` cells, the number of cards stands by itself.
    """
    play = scene.view.play
    if play is None or scene.view.before.phase is not None:
        return "", "", ""
    if play.top is None:
        return scene.say("no_top"), "", _leads(scene, play.leader, room) if play.drawn else ""
    words = []
    if play.protected:
        words.append(scene.say("protected"))
    elif play.top_gouji:
        words.append(scene.say("gouji"))
    if play.top.dead:
        words.append(scene.say("dead"))
    words.append(scene.say("by", seat=play.top_seat))
    size = play.top.size
    first = " ".join([scene.say("one_on_table" if size == 1 else "on_table", count=size), *words])
    if cell_len(first) > room:
        first = " ".join([str(size), *words])
    return first, cards_text(scene.language, play.top.counts()), may_answer(scene)


def _leads(scene: Scene, seat: int, room: int) -> str:
    """Return who leads; where his name has no room, his seat."""
    if seat == scene.view.seat:
        return scene.say("you_lead")
    words = scene.say("leads", name=scene.short(seat))
    return words if cell_len(words) <= room else scene.say("leads", name=scene.say("by", seat=seat))


def may_answer(scene: Scene) -> str:
    """Return who may answer the standing set, in words, and how long burns are waited for."""
    play, me = scene.view.play, scene.view.seat
    if play is None or play.top is None or play.over:
        return ""
    waits = scene.say("window", seconds=scene.seconds) if play.burn_window and scene.seconds is not None else ""
    if play.wind_seat:
        return scene.say("wind_out", seat=play.wind_seat)
    if play.closing:
        return waits or scene.say("window_open")
    if play.pending == [me]:
        return " ".join(filter(None, (scene.say("only_you"), waits)))
    if not play.pending:
        return waits or scene.say("nobody")
    seats = " ".join(scene.say("you") if seat == me else str(seat) for seat in play.pending)
    return " ".join(filter(None, (scene.say("may_answer", seats=seats), waits)))


def _style(scene: Scene, seat: int) -> str:
    me = scene.me
    style = scene.paint.foe if (seat - me) % 2 else scene.paint.ally
    return f"bold reverse {style}".strip() if scene.view.turn == seat else style


def own_line(scene: Scene, width: int) -> str:
    """Return one's own seat in one line; the seat at the bottom for an observer."""
    me = scene.me
    turn = ">>" if scene.view.turn == me else "  "
    words = [turn, seat_side(scene, me), scene.names.get(me, ""), seat_count(scene, me)]
    words += [seat_did(scene, me), seat_marks(scene, me)]
    return fit(" " + " ".join(word for word in words if word), width)


def seats_lines(scene: Scene, width: int, boxed: bool = False) -> list[Line]:
    """Return the whole table: 5 4 3 above, 6, the pile and 2 below, one's own seat last (as seat 1 sees it).

    Args:
        scene: what is seen.
        width: cells.
        boxed: whether each seat's last set of the round, and the pile, is drawn as cards too.
    """
    cell = (width - 4) // 3
    me, play = scene.me, scene.view.play
    five, four, three, six, two = ((me + step - 1) % 6 + 1 for step in (4, 3, 2, 5, 1))

    def cards(counts: Sequence[int] | None, indent: str, look: str) -> list[tuple[str, str]]:
        if not boxed:
            return []
        drawn = boxes(counts or NO_CARDS, scene.language, cell - 1 - len(indent))
        return [(indent + each, look) for each in drawn]

    def block(seat: int) -> list[tuple[str, str]]:
        standing = play is not None and play.top is not None and play.top_seat == seat
        top, deed = "bold" if standing else "", scene.story.last_of(seat)
        lines = [(seat_head(scene, seat, cell - 2), _style(scene, seat))]
        lines += [("   " + seat_did(scene, seat), top), ("   " + seat_marks(scene, seat), "dim")]
        return [*lines, *cards(None if deed is None else deed.cards, "   ", top or "dim")]

    middle = [(each, "bold") for each in pile(scene, cell - 1)]
    middle[2:2] = cards(None if play is None or play.top is None else play.top.counts(), "", "bold")
    lines: list[Line] = []
    for row in ((block(five), block(four), block(three)), (block(six), middle, block(two))):
        for parts in zip(*row, strict=True):
            pieces = []
            for number, (words, look) in enumerate(parts):
                pieces += [("│ " if number else " ", "dim"), (fit(words, cell - 1), look)]
            lines.append(tuple(pieces))
        lines.append(line(rule("", width), "dim"))
    return [*lines, line(own_line(scene, width), _style(scene, me))]


def small_lines(scene: Scene, width: int) -> list[Line]:
    """Return the table with one line a seat, in the order of play from one's own, and the pile in two lines."""
    me = scene.me
    lines = []
    for step in range(1, 6):
        seat = (me + step - 1) % 6 + 1
        turn = ">>" if scene.view.turn == seat else "  "
        head = [turn, seat_side(scene, seat), fit(scene.names.get(seat, ""), 6), relation(scene, seat)]
        did, marks = seat_did(scene, seat), seat_marks(scene, seat)
        words = " ".join(filter(None, (*head, seat_count(scene, seat), did, marks)))
        lines.append(line(fit(words, width), _style(scene, seat)))
    title, cards, answer = pile(scene, width)
    lines.append(line(fit(": ".join(filter(None, (title, cards))), width), "bold"))
    lines.append(line(fit(answer, width), "bold"))
    return [*lines, line(own_line(scene, width), _style(scene, me))]


def tiny_text(scene: Scene, width: int) -> list[str]:
    """Return what must be seen on any screen: who is on turn, the pile, the other seats' few cards."""
    few = [
        f"{seat}:{scene.view.play.sizes[seat]}"
        for seat in SEATS
        if scene.view.play is not None and seat != scene.view.seat and 0 < scene.view.play.sizes[seat] <= MOST_TOLD
    ]
    title, cards, answer = pile(scene, width)
    return [fit(each, width) for each in (title, cards, answer, " ".join(few)) if each]


class Seats(Drawn):
    """Shows :func:`seats_lines`, or :func:`small_lines`."""

    DEFAULT_CSS = f"Seats {{ height: {ROWS}; }}"

    def show(self, scene: Scene, small: bool = False, boxed: bool = False) -> None:
        """Draw the table as the scene has it."""
        width = self.size.width
        self.draw(small_lines(scene, width) if small else seats_lines(scene, width, boxed))


__all__ = ["BOXED_ROWS", "ROWS", "Seats", "may_answer", "pile", "seats_lines", "small_lines", "tiny_text"]
