"""A bot's decision in a situation told in a line, for tests."""

from random import Random

from engine.bots.expert import expert_choice
from engine.cards import parse_cards
from engine.events import Passed, Played, WindAsked
from engine.round import Round
from engine.rules import CLASSIC
from engine.sets import set_of
from engine.view import View


def situation(hand, story="", *, seat=1, leader=None, sizes=None, out=(), rules=CLASSIC):
    """The view of a seat that holds `hand`, after a story such as ``"5 777, 6 pass"``.

    `sizes` are those before it; `out` are the seats that have gone out.
    """
    cards = [30] * 7
    for each, size in (sizes or {}).items():
        cards[each] = size
    cards[seat] = sum(parse_cards(hand))
    steps = [step.split() for step in story.split(",") if step]
    play = Round(rules, cards[1:], leader or (int(steps[0][0]) if steps else seat))
    play.first_set = False
    for each in out:
        play.alive[each], play.sizes[each] = False, 0
        play.exits.append(each)
    for who, *what in steps:
        if what == ["pass"]:
            play.apply(Passed(int(who)))
        elif what == ["wind"]:
            play.apply(WindAsked(int(who)))
        else:
            play.apply(Played(int(who), set_of(parse_cards(what[0])), False))
    view = View(rules, seat)
    view.hand, view.play = list(parse_cards(hand)), play
    return view


def decide(hand, story="", **known):
    """What the expert does there, as a text (None: no burn), and the rule that it says decided."""
    view = situation(hand, story, **known)
    action, why = expert_choice(view, Random(0))
    if action is not None:
        assert view.why_not(action) is None
    return (action.text() if action else None), why
