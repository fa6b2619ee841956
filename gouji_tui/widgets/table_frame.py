"""How the parts of the table share the screen, by its size, and what each is given to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.cells import cell_len, chop_cells

from engine.actions import Action, Verb
from engine.reasons import Code
from engine.sets import is_gouji, set_of
from gouji_tui.keys import foot_line
from gouji_tui.scene import Scene
from gouji_tui.screens.notice import sides
from gouji_tui.sheets import counter_lines, score_lines
from gouji_tui.story import Did
from gouji_tui.strings import cards_text, reason_text, text
from gouji_tui.widgets.asking import prompt
from gouji_tui.widgets.drawn import Drawn
from gouji_tui.widgets.hand import MOST_STACKED, title
from gouji_tui.widgets.hand import ROWS as HAND_ROWS
from gouji_tui.widgets.lines import Line, fit, line, rule, wrapped
from gouji_tui.widgets.seats import BOXED_ROWS, ROWS, tiny_text

if TYPE_CHECKING:
    from gouji_tui.screens.table import TableScreen

FULL: Final = (80, 24)
"""Cells of the smallest screen with three lines a seat."""
SMALL: Final = (40, 20)
"""Cells of the smallest with a line a seat: a phone."""
BARE_ROWS: Final = 21
"""Rows of a small screen that leave none to a log."""
WIDE: Final = 118
"""Columns from which a panel stands at the right: 42 of it and 76 for a hand of fifteen ranks."""
RULED_ROWS: Final = 26
"""Rows from which a line stands under the hand; on fewer it is the log's."""
UNSTACKED_ROWS: Final = 25
"""Rows that go to the rest before the hand gets stacks: four of them the log's."""
MOST_SCORED: Final = 8
"""Lines of the score sheet in the panel, the last ones: I shows all."""
SMALL_ROWS: Final = 8
"""Lines of the table on a small screen."""
UNBOXED_ROWS: Final = 31
"""Rows without the hand's stacks from which the seats' sets are drawn as cards: six more than the least, for those."""
LEAST_STACK: Final = 3
"""A stack of fewer lines says no more than the counts below it."""


TABLE_CSS: Final = """
TableScreen { layout: vertical; overflow: hidden; }
TableScreen #head { height: 2; }
TableScreen #ask { height: 3; }
TableScreen #keys { height: 1; }
TableScreen #tiny, TableScreen #side, TableScreen #round { display: none; }
TableScreen.-talking #keys { display: none; }
TableScreen.-questioned #ask, TableScreen.-questioned Bar, TableScreen.-questioned #keys { display: none; }
TableScreen.-wide #side { display: block; dock: right; width: 42; border-left: solid $panel; }
TableScreen.-wide #round { display: block; height: 1fr; }
TableScreen.-wide #table-log, TableScreen.-bare #table-log { display: none; }
TableScreen.-small #head { height: 1; }
TableScreen.-small Bar { height: 4; }
TableScreen.-small #keys { display: none; }
TableScreen.-watching Hand { display: none; }
TableScreen.-tiny > * { display: none; }
TableScreen.-tiny #tiny { display: block; height: 1fr; }
TableScreen.-tiny TypedLine { height: 1; }
"""
"""Which parts each size shows."""


def verdict(scene: Scene, action: Action) -> str:
    """Return whether the cards picked may be played, or shortly why not; nothing where nothing is asked."""
    if not scene.asked:
        return ""
    reason = scene.view.why_not(action)
    if reason is None:
        words = scene.say("burns" if action.verb is Verb.BURN else "plays")
        card_set = set_of(action.cards)
        gouji = card_set is not None and action.verb is Verb.PLAY and is_gouji(card_set, scene.view.rules)
        brawl = scene.view.play is not None and scene.view.play.brawl
        return f"{words} {scene.say('gouji')}" if gouji and not brawl else words
    need, have = reason.args.get("need", 0), reason.args.get("have", 0)
    if reason.code is Code.COUNT:
        return scene.say("missing" if have < need else "too_many", count=abs(need - have))
    return reason_text(scene.language, reason)


def draw_table(table: TableScreen, scene: Scene, judged: str) -> None:
    """Draw every part; ``judged`` is the verdict on the pick."""
    width, height = table.size
    language = scene.language
    tiny = width < SMALL[0] or height < SMALL[1]
    small = not tiny and (width < FULL[0] or height < FULL[1])
    for name, holds in (
        ("-tiny", tiny),
        ("-small", small),
        ("-bare", small and height <= BARE_ROWS),
        ("-wide", width >= WIDE and not small),
        ("-watching", scene.view.seat is None),
    ):
        table.set_class(holds, name)
    if tiny:
        _draw_tiny(table, scene, judged)
        return
    watching = scene.view.seat is None
    _head(table.head, scene, small)
    table.log_lines.show(language)
    if width >= WIDE:
        _draw_panel(table, scene)
    stack = 0 if small else min(height - UNSTACKED_ROWS, MOST_STACKED, max(*scene.view.hand, LEAST_STACK))
    if stack < LEAST_STACK or watching:
        stack = 0
    boxed = not small and height - stack + (HAND_ROWS if watching else 0) >= UNBOXED_ROWS
    table.seats.styles.height = SMALL_ROWS if small else BOXED_ROWS if boxed else ROWS
    table.seats.show(scene, small, boxed)
    table.hand.show(
        table.pick, judged, language,
        small=small, stack=stack, covered=table.covered, current=table.chosen.place is None,
    )  # fmt: skip
    _ask(table, scene, small)
    table.bar.show(scene, table.pick.size, table.chosen.place, small)
    keys = text(language, "screen.watch_keys") if watching else foot_line(language)
    table.keys.draw([line(fit(" " + keys, table.keys.size.width or width), "dim")])
    clock = "" if scene.seconds is None else scene.say("seconds", seconds=scene.seconds)
    table.question.show(table.notice, language, clock)
    if not (table.chat.is_open or table.sets.is_open):
        # A braille display follows the cursor: to what is waited for.
        table.app.cursor_position = table.ask.region.offset


def _ask(table: TableScreen, scene: Scene, small: bool) -> None:
    """Say what is waited for, and below it what is to be told; where that is long, in its place."""
    ruled = table.size.height >= RULED_ROWS
    room = table.ask.size.width or table.size.width
    table.ask.styles.height = 3 if ruled else 2
    lines: list[Line] = [line(rule("", room), "dim")] if ruled else []
    told = wrapped(f"! {table.notice}", room - 1) if table.notice else [""]
    if len(told) == 1:
        turn = f" {'>> ' if scene.asked else ''}{prompt(scene, small)}"
        lines.append(line(fit(turn, room), "bold reverse" if scene.asked else ""))
    lines += [line(fit(" " + each, room), "bold") for each in told[:2]]
    table.ask.draw(lines)


def _head(head: Drawn, scene: Scene, small: bool) -> None:
    view, width = scene.view, head.size.width or head.app.size.width
    id = "title_watch" if view.seat is None else "title"
    words = scene.say(id, number=view.number, **sides(view.seat, view.total))
    if view.play is not None and view.play.brawl:
        words += scene.say("brawl")
    keys = scene.say("keys")
    if small:
        head.draw([line(fit(words, width), "bold")])
        return
    left = fit(f" {words}", width - cell_len(keys) - 1)
    head.draw([line(left + keys + " ", "bold"), line(rule("", width), "dim")])


def round_lines(scene: Scene, width: int, rows: int) -> list[str]:
    """Return what was done in this round in order, as many lines as there are rows, the newest kept."""
    words: list[str] = []
    for deed in scene.story.deeds:
        if deed.did is Did.LAID and deed.cards is not None:
            does = cards_text(scene.language, deed.cards)
        else:
            does = scene.say("closed" if deed.did is Did.CLOSED else deed.did.value)
        words.append(f"{scene.short(deed.seat)} {does}")
    lines = [""]
    for each in words:
        longer = f"{lines[-1]}  >  {each}" if lines[-1] else each
        if cell_len(longer) > width - 1 and lines[-1]:
            lines.append(each)
        else:
            lines[-1] = longer
    return lines[-rows:]


def _draw_panel(table: TableScreen, scene: Scene) -> None:
    width = table.round.size.width
    if not width:
        return
    shown = [line(fit(" " + each, width)) for each in round_lines(scene, width, max(1, table.round.size.height - 1))]
    table.round.draw([line(rule(scene.say("round"), width), "dim"), *shown])
    room = table.side_head.size.width
    lines = score_lines(table.history, scene.view, scene.language)[-MOST_SCORED:]
    if table.counter:
        lines += ["", *counter_lines(scene.view, scene.language, room)]
    table.side_head.styles.height = len(lines) + 2
    head = line(rule(text(scene.language, "action.score"), room), "dim")
    table.side_head.draw([head, *(line(fit(" " + each, room)) for each in lines)])
    table.side_log.show(scene.language)


def _draw_tiny(table: TableScreen, scene: Scene, judged: str) -> None:
    width = table.size.width
    hand = cards_text(scene.language, scene.view.hand)
    lines = [*tiny_text(scene, width), fit(("" if not scene.asked else ">> ") + prompt(scene, True), width)]
    lines += chop_cells(hand, max(2, width))
    if table.pick.size:
        lines.append(title(table.pick, judged, scene.language, width))
    lines += [table.notice] if table.notice else []
    keys = [scene.say("tiny_keys"), scene.say("tiny")]
    table.tiny.draw([line(fit(each, width)) for each in (*lines, *keys)])


__all__ = ["FULL", "SMALL", "WIDE", "draw_table", "round_lines", "verdict"]
