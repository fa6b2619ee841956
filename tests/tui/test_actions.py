"""The table of what can be done: keys that choose no card, words that name no card, a text for each."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from engine.actions import OF_THE_TABLE, Verb
from engine.cards import CardsError
from gouji_tui.actions import ACTIONS, MENU, TABLE_ACTIONS, ActionId, find_action, find_word
from gouji_tui.picking import key_to_rank, parse_typed
from gouji_tui.strings import LANGUAGES, TEXTS, Language, text

ASKED_FOR = {Verb.REDRAW, Verb.CALL, Verb.CUT, Verb.SHOW, Verb.COUNTER, Verb.OFFER, Verb.RETURN, Verb.REJECT}
ASKED_FOR |= {Verb.FALL, Verb.BUY, Verb.DISCARD}
"""Answers to questions before play: lists of their own, no keys."""


def test_every_action_stands_once_with_its_texts() -> None:
    assert sorted(ACTIONS) == sorted(ActionId)
    assert len(TABLE_ACTIONS) == len(ActionId)
    for action in TABLE_ACTIONS:
        for language in LANGUAGES:
            assert all(text(language, id) for id in (action.label, action.words, action.help))
    for language in LANGUAGES:
        labels = [text(language, action.label) for action in TABLE_ACTIONS]
        assert len(set(labels)) == len(labels)
        named = {id.split(".")[1] for id in TEXTS[language] if id.startswith("action.")}
        assert named == {id.value for id in ActionId}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_fits_into_80_columns(language: Language) -> None:
    for id in MENU:
        assert cell_len(text(language, ACTIONS[id].help)) <= 54, id
        assert cell_len(text(language, ACTIONS[id].label)) < 16, id


def test_every_verb_of_a_person_is_an_action() -> None:
    verbs = [action.verb for action in TABLE_ACTIONS if action.verb]
    assert sorted(verbs) == sorted(set(Verb) - OF_THE_TABLE - ASKED_FOR)


def test_keys_are_single_and_choose_no_card() -> None:
    keys = [key for action in TABLE_ACTIONS for key in action.keys]
    assert len(set(keys)) == len(keys)
    for key in keys:
        assert len(key) == 1
        assert key_to_rank(key) is None
        assert key.isprintable() or any(
            key in ACTIONS[id].keys for id in (ActionId.PLAY, ActionId.UNDO, ActionId.CLEAR)
        )


def test_words_are_single_and_name_no_card() -> None:
    words: dict[str, ActionId] = {}
    for action in TABLE_ACTIONS:
        for language in LANGUAGES:
            for word in text(language, action.words).split():
                assert words.setdefault(word, action.id) is action.id, word
                assert find_word(word) is action
                with pytest.raises(CardsError):
                    parse_typed(word)


@pytest.mark.parametrize(
    ("characters", "id"),
    [
        ("\r\n", ActionId.PLAY), ("pPｐ", ActionId.PASS), ("yY", ActionId.YIELD), ("uＵ", ActionId.BURN),
        ("nN", ActionId.KEEP), ("w", ActionId.WIND), ("/／", ActionId.CHAT), ("?？", ActionId.HELP),
        ("zZ\x1b", ActionId.CLEAR), (" \u3000", ActionId.ALL), ("-－", ActionId.LESS), ("=+＋", ActionId.MORE),
        ("\x7f\b", ActionId.UNDO), ("mM", ActionId.MENU), ("c", ActionId.COUNTER), ("v", ActionId.BACK),
        ("i", ActionId.SCORE), ("h", ActionId.HINT), ("r", ActionId.REVOLT), ("g", ActionId.HINT_BACK),
        ("d", ActionId.RENOUNCE), ("f", ActionId.FILL), ("o", ActionId.COVER), ("l", ActionId.AUTOPASS),
    ],
)  # fmt: skip
def test_keys_find_their_actions(characters: str, id: ActionId) -> None:
    for character in characters:
        assert find_action(character) is ACTIONS[id]


@pytest.mark.parametrize("character", ["", "3", "a", "x", "够", "pp", "\x00", "q"])
def test_other_keys_find_none(character: str) -> None:
    assert find_action(character) is None


@pytest.mark.parametrize(
    ("word", "id"),
    [("p", ActionId.PASS), ("PASS", ActionId.PASS), ("不要", ActionId.PASS), ("Ｗ", ActionId.WIND),
     (" 让 ", ActionId.YIELD), ("last", ActionId.BACK), ("?", ActionId.HELP), ("？", ActionId.HELP)],
)  # fmt: skip
def test_words_of_both_languages_are_read(word: str, id: ActionId) -> None:
    assert find_word(word) is ACTIONS[id]


def test_other_words_find_none() -> None:
    assert find_word("") is None
    assert find_word("777+2x") is None
