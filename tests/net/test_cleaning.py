"""Text from others is shown as it was meant, and does nothing else."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net import cleaning, limits
from net.cleaning import EmptyText, cells, clean, clean_chat, clean_name, clean_title, same_name_key, told_apart

CLEANERS = [clean_name, clean_title, clean_chat]
anything = st.text(st.characters(), max_size=100) | st.text(
    "a b\t\u200f\u202e\u0301\u0300\ufe0f\u09c7\u09be中😀\u1100\u1161", max_size=40
)


def cleaned(cleaner, text):
    try:
        return cleaner(text)
    except EmptyText:
        return ""


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[2J",
        "\x1b]52;c;aGk=\x07",
        "\x9b31m",
        "\rHost: hi",
        "a\nb",
        "\u200fHost",
        "\u202eevil",
        "a\u2066b\u2069",
        "\x7f",
        "\ufeffx",
    ],
)
def test_nothing_that_steers_a_terminal_is_left(text):
    for cleaner in CLEANERS:
        for character in cleaner(text) if cleaned(cleaner, text) else "":
            assert unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def test_markup_is_left_as_it_is():
    assert clean_chat("[red]a[/] [@click=app.quit]x[/]") == "[red]a[/] [@click=app.quit]x[/]"


@pytest.mark.parametrize(
    "text", ["", " ", "\u200b", "\x00\x1b", "\u3164\u2800", "\u0301", "\u3000\n", "\ud800", "\ue000"]
)
def test_a_text_of_nothing_is_refused(text):
    for cleaner in CLEANERS:
        with pytest.raises(EmptyText):
            cleaner(text)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("  a \t\n b\u3000c  ", "a b c"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("\u0301a", "a"),
        ("a \u0301b", "a b"),
        ("z" + "\u0335" * 30, "z\u0335\u0335"),
        ("👨\u200d👩\u200d👧", "👨👩👧"),
        ("❤\ufe0f", "❤"),
        ("李 小明", "李 小明"),
        ("a\ud800b", "ab"),
    ],
)
def test_what_is_left_of_what(text, result):
    assert clean(text) == result


@pytest.mark.parametrize(("count", "left"), [(11, 11), (12, 12), (13, 12), (500, 12)])
def test_a_name_has_at_most_24_columns(count, left):
    assert clean_name("中" * count) == "中" * left


def test_a_name_has_at_most_63_bytes_and_no_half_character():
    assert clean_name("ሀ" * 30) == "ሀ" * 21
    assert clean_name("a" * 100) == "a" * 24


def test_chat_is_cut_at_its_characters():
    assert clean_chat("中" * 300) == "中" * limits.CHAT_CHARS


@given(anything)
def test_cleaning_twice_changes_nothing_and_bounds_hold(text):
    for cleaner, most_bytes, most_cells in [
        (clean_name, limits.NAME_BYTES, limits.NAME_CELLS),
        (clean_title, limits.TITLE_BYTES, limits.TITLE_CELLS),
        (clean_chat, limits.CHAT_BYTES, 2 * limits.CHAT_CHARS),
    ]:
        once = cleaned(cleaner, text)
        assert cleaned(cleaner, once) == once
        assert len(once.encode()) <= most_bytes
        assert cells(once) <= most_cells
        assert once == unicodedata.normalize("NFC", once) == once.strip()


def test_a_megabyte_is_cut_before_it_is_worked_on():
    assert clean_name("x" * 10_000_000) == "x" * 24


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"), ("é", "e\u0301"), ("a ", "a"), ("Ａnn", "ann"), ("a\u200bb", "ab"), ("Bill", "BiII"),
        ("b0b", "bob"), ("АННА", "AHHA"), ("Νικος", "Nikoς"), ("Anna (3)", "Anna"), ("李(4)", "李"),
    ],
)  # fmt: skip
def test_names_a_person_cannot_tell_apart_have_one_key(one, other):
    assert same_name_key(one) == same_name_key(other)


def test_names_that_differ_have_different_keys():
    assert same_name_key("ann") != same_name_key("anna")


def test_only_look_alikes_get_their_seats():
    names = {1: "Ann", 2: "bob", 3: "ann", 4: "", 5: "", 6: "ann (1)"}
    assert told_apart(names) == {1: "Ann (1)", 2: "bob", 3: "ann (3)", 4: "", 5: "", 6: "ann (6)"}
    assert told_apart({1: "(2)", 2: "(2)"}) == {1: "(1)", 2: "(2)"}


@given(st.dictionaries(st.integers(1, 6), st.text(max_size=40).map(clean)))
def test_names_told_apart_still_fit_and_are_all_different(names):
    names = {seat: clean_name(name) if name else "" for seat, name in names.items()}
    apart = told_apart(names)
    told = [name for name in apart.values() if name]
    assert len(set(told)) == len(told) == sum(map(bool, names.values()))
    for name in told:
        assert clean_name(name) == name and cells(name) <= limits.NAME_CELLS


@given(st.text(max_size=50), st.integers(0, 60))
def test_cutting_bytes_keeps_whole_characters(text, most):
    cut = cleaning.cut_bytes(text, most)
    assert len(cut.encode()) <= most
    assert text.startswith(cut)
