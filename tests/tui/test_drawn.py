"""The parts of the table are painted line by line, and again only where a line has changed."""

from textual.app import App
from textual.geometry import Region

from gouji_tui.widgets.drawn import Drawn
from gouji_tui.widgets.lines import line, wrapped


class Watched(Drawn):
    DEFAULT_CSS = "Watched { height: 3; }"
    painted = 0
    asked = ()

    def render_line(self, y):
        self.painted += 1
        return super().render_line(y)

    def refresh(self, *regions, **options):
        self.asked = regions
        return super().refresh(*regions, **options)


async def test_only_lines_that_change_are_painted_again():
    part = Watched()

    class Shown(App):
        def compose(self):
            yield part

    async with Shown().run_test(size=(20, 5)) as pilot:
        part.draw([line("one"), line("two", "bold"), line("three")])
        await pilot.pause()
        part.painted, part.asked = 0, ()
        part.draw([line("one"), line("two", "bold"), line("three")])
        await pilot.pause()
        assert not part.painted and not part.asked
        part.draw([line("one"), line("zwei", "bold")])
        await pilot.pause()
        assert part.asked == (Region(0, 1, 20, 1), Region(0, 2, 20, 1))
        assert part.painted == 2
        strips = ["".join(each.text for each in part.render_line(y)) for y in range(3)]
        assert [each.rstrip() for each in strips] == ["one", "zwei", ""]
        assert {len(each) for each in strips} == {20}


async def test_a_part_of_another_size_asks_for_its_lines():
    part, heard = Drawn(), []

    class Shown(App):
        def compose(self):
            yield part

        def on_drawn_resized(self):
            heard.append(part.size.width)

    async with Shown().run_test(size=(20, 5)) as pilot:
        await pilot.resize_terminal(30, 5)
        await pilot.pause()
    assert heard[-1] == 30


def test_words_are_wrapped_at_blanks_and_chinese_by_cell():
    assert wrapped("4 Anna played 9 9 9", 12) == ["4 Anna", "played 9 9 9"]
    assert wrapped("四张九出了三张", 8) == ["四张九出", "了三张"]
    assert wrapped("四张九出了三张，好", 14) == ["四张九出了三", "张，好"]
    assert wrapped("a" * 25, 10) == ["a" * 10, "a" * 10, "a" * 5]
    assert wrapped("", 10) == [""]
