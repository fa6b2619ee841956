"""More moments at the table: what is asked from lists, what is told, what lies over it. Each with what is pressed."""

from engine.cards import parse_cards
from engine.events import (
    Asked,
    Called,
    HandLaid,
    Passed,
    Prepared,
    Renounced,
    Returned,
    WindAsked,
)
from engine.rules import PRESETS, make_rules
from engine.sets import set_of
from gouji_tui.actions import MENU, ActionId
from tests.tui.states import HAND, after, lay, revolt, view_of

ORDERING = make_rules("classic", {"ordering": "order"})
DISCARDING = make_rules("classic", {"discard": ["threes", "fours", "both"]})
SETS = tuple(set_of(parse_cards(each)) for each in ("44", "999+2", "66", "KK"))
QINGDAO, BIESAN = PRESETS["qingdao"], PRESETS["biesan"]


def asked(phase, *before, rules=QINGDAO, other=0, cards=0, together=True, hand=HAND):
    view = view_of(hand, rules=rules)
    view.threes = 3
    for event in before:
        view.before.apply(event)
    seats = (1, 2, 3, 4, 5, 6) if together else (1,)
    view.before.apply(Asked(phase, seats, together, other, cards))
    return view, ()


def few():
    """Counts from ten down, places, a seat that has fallen out of the round."""
    view = view_of("KK 2 x", sizes=(4, 10, 1, 11, 3, 20), leader=2)
    view.play.exits.append(6)
    view.play.alive[6], view.play.sizes[6] = False, 0
    return after(view, lay(2, "99"), Passed(3))


def closed():
    return after(view_of(leader=1), lay(1, "KKKK"), Passed(4))


def bound():
    """Who has burned leads, bound to put down a joker with every set but the last."""
    view = view_of("66 77 8 AAAA 222 xxX", leader=2)
    return after(view, lay(2, "KKKK"), lay(1, "AAAx", True), Passed(4))


def answered():
    """One's own answer is in, and burns are waited for."""
    return after(view_of(leader=4), lay(4, "KKKK"))


def wind():
    view = view_of(sizes=(36, 20, 20, 20, 20, 1), leader=6)
    return after(view, lay(6, "9"), WindAsked(3))


def may_wind():
    return after(view_of(sizes=(36, 20, 20, 20, 20, 1), leader=6), lay(6, "9"))


def opened():
    view = view_of(rules=QINGDAO, leader=3)
    view.play.opened += [3, 4]
    view.before.apply(Called("advance", (2,)))
    view.before.apply(Called("shown", (5,)))
    return after(view, lay(3, "99"), Passed(4), lay(5, "JJ"), Passed(6))


def dead_gouji_last():
    """The opposite has beaten a last hand by a gouji set: burners only (够死级)."""
    view = view_of(sizes=(36, 2, 20, 20, 20, 20), leader=2)
    return after(view, lay(2, "QQ"), lay(5, "AAxx"))


def renounced():
    view, steps = revolt()
    view.apply(Renounced(1))
    return view, (*steps, Renounced(1))


def laid():
    return after(view_of("44 999 66 KK 22", leader=3, rules=ORDERING), HandLaid(3, 1, SETS))


def may_lay():
    return after(view_of("44 999 66 KK 22", leader=1, rules=ORDERING))


def follow():
    return after(view_of(leader=4), lay(4, "888"), Passed(5), lay(6, "999"))


MOMENTS = {
    "few-cards": (few, ()),
    "closed": (closed, ()),
    "held": (answered, ("p",)),
    "bound": (bound, ("6", "6")),
    "wind-asked": (wind, ()),
    "may-wind": (may_wind, ()),
    "opened-called": (opened, ()),
    "dead-gouji-last": (dead_gouji_last, ()),
    "renounced": (renounced, ()),
    "ordering": (laid, ()),
    "lay-open": (may_lay, ("e",)),
    "lay-open-typed": (may_lay, ("e", "3")),
    "falls": (lambda: asked("falls"), ()),
    "call-ahead": (lambda: asked("advance_calls"), ()),
    "cut": (lambda: asked("cut", cards=216, together=False), ("right",)),
    "show-threes": (lambda: asked("show", hand="333 44 5 66 7777 888"), ()),
    "agreement": (lambda: asked("agreement", other=3, cards=2, together=False), ()),
    "return": (
        lambda: asked("return", Prepared(False, 0, (), 1, (("point", 4, 1, 2),)), other=4, cards=2, together=False),
        ("3", "4"),
    ),
    "reject": (lambda: asked("reject", Returned(4, 1, parse_cards("78")), other=4, cards=2, hand="33 444 7 8 KK"), ()),
    "buying": (lambda: asked("buying", rules=BIESAN, hand="44 5 66 7777 888 KK 22 x"), ()),
    "discard": (lambda: asked("discard", rules=DISCARDING, together=False), ()),
    "called": (lambda: asked("shown_calls"), ()),
    "missing": (follow, ("k",)),
    "too-low": (follow, ("4", "4", "4")),
    "mixed": (follow, ("3", "4", "enter")),
    "long-refusal": (follow, ("y",)),
    "hint": (follow, ("h", "h")),
    "filled": (follow, ("j", "f")),
    "covered": (follow, ("k", "o")),
    "at-the-actions": (follow, ("k", *["right"] * 6)),
    "talking": (follow, ("/", "k", "k", "2", "enter")),
    "help": (follow, ("k", "k", "?")),
    "all-keys": (follow, ("?", "?")),
    "menu": (follow, ("m",)),
    "counter": (follow, ("c",)),
    "back": (follow, ("v",)),
    "score": (follow, ("i",)),
    "settings": (follow, ("m", *["down"] * MENU.index(ActionId.SETTINGS), "enter")),
    "rules": (follow, ("?", "3")),
}
"""By name: a function that returns the view and the steps, and the keys pressed."""

__all__ = ["MOMENTS"]
