"""Cards drawn as boxes fit their room, show every card, and stand in all three lines alike."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from engine.cards import NO_CARDS, parse_cards
from gouji_tui.widgets.boxes import boxes

FEW = st.lists(st.sampled_from("3456789TJQKA2xX"), min_size=1, max_size=12)


def test_a_set_that_fits_shows_each_card():
    assert boxes(parse_cards("TTT2x"), "zh", 20) == (
        "┌──┬──┬──┬──┬──┐    ",
        "│10│10│10│ 2│小│    ",
        "└──┴──┴──┴──┴──┘    ",
    )


def test_a_set_that_does_not_fit_shows_each_rank_with_its_number():
    top, middle, bottom = (each.rstrip() for each in boxes(parse_cards("9" * 12 + "2"), "en", 30))
    assert (top, middle, bottom) == ("┌───┬───┐", "│  9│  2│", "└*12┴───┘")


@given(FEW, st.sampled_from(["zh", "en"]), st.integers(22, 40))
def test_three_lines_of_the_room_given(cards, language, width):
    counts = parse_cards("".join(cards[:5])) if len(set(cards)) > 4 else parse_cards("".join(cards[:4]))
    found = boxes(counts, language, width)
    assert {cell_len(each) for each in found} == {width}
    edges = [{at for at, sign in enumerate(_cells(each)) if sign in {*"┌┬┐│└┴┘"}} for each in found]
    assert edges[0] == edges[1] == edges[2]


def _cells(words):
    return [each for sign in words for each in [sign] + [""] * (cell_len(sign) - 1)]


def test_no_cards_no_boxes():
    assert boxes(NO_CARDS, "zh", 20) == ("", "", "")
