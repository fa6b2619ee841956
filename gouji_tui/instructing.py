"""What a lesson says, in words: its title, what is to be done now, what came of what was done. Knows no screen."""

from __future__ import annotations

from typing import Final

from engine.actions import Verb, parse_action
from gouji_tui.actions import ActionId
from gouji_tui.explain import SECTIONS
from gouji_tui.questions import choice
from gouji_tui.strings import cards_text, reason_text, text
from gouji_tui.tutoring import Came, Outcome, Tutor

_ACTION_IDS: Final = {Verb(each.value): each for each in ActionId if each.value in {verb.value for verb in Verb}}


def title(tutor: Tutor, language: str) -> str:
    """Return the number and title of the lesson."""
    name = text(language, f"lesson.{tutor.lesson.id}.title")
    return text(language, "tutor.title", number=tutor.number + 1, count=len(tutor.lessons), title=name)


def wanted(tutor: Tutor, language: str, end: str = "tutor.end") -> str:
    """Return what is to be done now: the action with its cards or answer; ``end`` names the last words of all."""
    step = tutor.step
    if tutor.last:
        return text(language, end)
    if not step.answer:
        return text(language, "tutor.read")
    return text(language, "tutor.try" if step.refused else "tutor.do", action=_action(tutor, language))


def _action(tutor: Tutor, language: str) -> str:
    """Return the action that the step asks for, with its cards or the words of the answer."""
    action = parse_action(tutor.step.answer)
    asked = choice(tutor.view(), language)
    listed = {each: words for words, each in asked.answers} if asked else {}
    words = text(language, f"action.{_ACTION_IDS.get(action.verb, ActionId.PLAY).value}")
    return listed.get(action, f"{words} {cards_text(language, action.cards)}".rstrip())


def told(outcome: Outcome, tutor: Tutor, language: str) -> str:
    """Return what came of an action of the learner; nothing where it was what the lesson asked for."""
    if outcome.reason is not None:
        section = SECTIONS[outcome.reason.code]
        return text(language, "tutor.refused", reason=reason_text(language, outcome.reason), section=section)
    if outcome.came is Came.OTHER:
        if not tutor.step.answer:
            return wanted(tutor, language)
        return text(language, "tutor.other", action=_action(tutor, language))
    return ""


__all__ = ["title", "told", "wanted"]
