"""The states of the table, each built out of public steps: what the snapshots and the checks of the screen draw."""

from engine.cards import parse_cards
from engine.events import Asked, Passed, Played, Prepared, Yielded
from engine.round import Round
from engine.rules import CLASSIC, PRESETS
from engine.sets import set_of
from engine.view import View

HAND = "33 444 5 66 7777 888 99999 10 10 JJ QQ KKKK AA 222 x X".replace("10", "T")
NAMES = {1: "我", 2: "Alice", 3: "Bob", 4: "赵钱孙李周吴郑王冯陈", 5: "小李子", 6: "Someone with a long name"}


def view_of(hand=HAND, sizes=(36,) * 6, leader=1, rules=CLASSIC, seat=1):
    view = View(rules, seat)
    view.number, view.total = 3, (4, 2)
    view.hand = list(parse_cards(hand)) if seat else [0] * 15
    counts = list(sizes)
    if seat:
        counts[seat - 1] = sum(view.hand)
    view.play = Round(rules, counts, leader)
    return view


def lay(seat, cards, burn=False):
    return Played(seat, set_of(parse_cards(cards)), burn)


def after(view, *steps):
    """The view and the steps that led to it."""
    for step in steps:
        view.apply(step)
    return view, steps


def headless():
    view = view_of(sizes=(36, 20, 9, 2, 20, 20), leader=4)
    return after(view, lay(4, "99"), Passed(5), Passed(6), lay(1, "TT"))


def brawl():
    view = view_of(sizes=(36, 1, 9, 20, 20, 1), leader=6)
    return after(view, lay(6, "5"), lay(2, "6"), Passed(3))


def revolt():
    view = view_of(leader=1)
    view.play.revolt((4,))
    return after(view, lay(1, "222"))


def owing():
    view = view_of(rules=PRESETS["qingdao"])
    view.before.apply(Prepared(False, 0, (), 1, (("point", 2, 1, 2), ("burn", 4, 1, 1))))
    view.before.apply(Asked("return", (1,), False, 2, 1))
    return view, ()


def question():
    view = view_of("3*8 4*8 5*8 6*8 7777")
    view.before.apply(Asked("revolution", (1, 2, 3, 4, 5, 6), True, 0, 0))
    return view, ()




STATES = {
    "lead": lambda: after(view_of()),
    "others-turn": lambda: after(view_of(leader=3)),
    "follow": lambda: after(view_of(leader=4), lay(4, "888"), Passed(5), lay(6, "999")),
    "gouji-mine": lambda: after(view_of(leader=4), lay(4, "QQQQ22")),
    "gouji-barred": lambda: after(view_of(leader=2), lay(2, "77"), Passed(3), lay(4, "99"), lay(5, "AA")),
    "burn-offered": lambda: after(view_of("66 77 AAAA 222 xX", leader=2), lay(2, "KKKK")),
    "burning": lambda: after(view_of(leader=2), lay(2, "KKKK"), lay(3, "AAAx", True)),
    "yielded": lambda: after(view_of(leader=1), lay(1, "44"), Passed(2), Passed(3), Yielded(4)),
    "headless": headless,
    "dead-gouji": revolt,
    "brawl": brawl,
    "owing": owing,
    "question": question,
    "observer": lambda: after(view_of(leader=2, seat=None), lay(2, "77"), Passed(3), lay(4, "99")),
}
"""By name; each a function that returns the view and the steps."""

__all__ = ["HAND", "NAMES", "STATES", "view_of"]
