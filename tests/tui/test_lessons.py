"""Every lesson can be played through, and all that it claims is what the engine rules."""

import pytest

from engine.actions import parse_action
from engine.cards import SEATS, parse_cards
from gouji_tui.lessons import LESSONS
from gouji_tui.strings import LANGUAGES, TEXTS
from gouji_tui.tutoring import LEARNER, Came, Tutor


def ruled(deal, key, claimed):
    """What the engine rules where a step claims something; compared as the referee compares."""
    play = deal.play
    if key in ("legal", "illegal"):
        found = []
        for text in claimed:
            seat, _, rest = text.partition(" ")
            if (deal.why_not(int(seat), parse_action(rest)) is None) is (key == "legal"):
                found.append(text)
        return found
    if key == "refusal":
        found = {}
        for text in claimed:
            seat, _, rest = text.partition(" ")
            reason = deal.why_not(int(seat), parse_action(rest))
            found[text] = reason and reason.code.value
        return found
    if key == "hand":
        return {seat: text for seat, text in claimed.items() if tuple(deal.hands[int(seat)]) == parse_cards(text)}
    return {
        "turn": deal.turn,
        "leader": play.leader if play.top is None and not play.over else None,
        "places": list(play.exits),
        "burning": play.burning,
        "headless": [seat for seat in SEATS if play.alive[seat] and play.headless(seat)],
        "opened": list(play.opened),
        "may_burn": list(deal.may_burn),
        "phase": deal.phase.value,
    }[key]


@pytest.mark.parametrize("number", range(len(LESSONS)), ids=lambda number: LESSONS[number].id)
def test_a_lesson_can_be_played_through_and_its_claims_hold(number):
    tutor = Tutor(number)
    lesson = tutor.lesson
    for at, step in enumerate(lesson.steps):
        assert (tutor.number, tutor.at) == (number, at)
        for key, claimed in step.claims.items():
            assert ruled(tutor.deal, key, claimed) == claimed, (at, key)
        if not step.answer:
            assert tutor.go_on() or tutor.last
            continue
        assert not tutor.go_on()
        outcome = tutor.act(parse_action(step.answer))
        if step.refused:
            assert outcome.came is Came.TRIED and outcome.reason.code.value == step.refused, at
        else:
            assert outcome.came is Came.DONE, (at, outcome)
    assert tutor.number == min(number + 1, len(LESSONS) - 1)


def test_what_the_lesson_does_not_ask_for_changes_nothing():
    tutor = Tutor(0)
    assert tutor.go_on()
    assert tutor.act(parse_action("play 44")).came is Came.OTHER
    assert tutor.act(parse_action("play 99")).came is Came.REFUSED
    assert tutor.at == 1 and sum(tutor.view().hand) == 9


def test_a_learner_sees_no_other_hand_and_the_same_check_as_the_table():
    for number, lesson in enumerate(LESSONS):
        tutor = Tutor(number)
        view = tutor.view()
        assert tuple(view.hand) == tuple(tutor.deal.hands[LEARNER])
        for step in lesson.steps:
            if step.answer:
                action = parse_action(step.answer)
                assert (tutor.view().why_not(action) is None) == (tutor.deal.why_not(LEARNER, action) is None)
                tutor.act(action)
            else:
                tutor.go_on()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_its_text(language):
    wanted = {f"lesson.{lesson.id}.{at}" for lesson in LESSONS for at in range(1, len(lesson.steps) + 1)}
    wanted |= {f"lesson.{lesson.id}.title" for lesson in LESSONS}
    assert wanted == {id for id in TEXTS[language] if id.startswith("lesson.")}
