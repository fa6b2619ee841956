"""The page on who can do what names tests that are there, for every line of what nobody can do."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")


def defined():
    """The names of all tests, and of classes among them."""
    found = set()
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                found.add(node.name)
    return found


def rows():
    """The rows of the page's tables: the heading of the first column, what is said, and what stands beside it."""
    heading = ""
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")] if line.startswith("|") else []
        if cells and cells[0] in ("cannot", "can"):
            heading = cells[0]
        elif cells and not cells[0].startswith("---"):
            yield heading, cells[0], cells[1] if len(cells) > 1 else ""


def test_every_test_that_is_named_is_there():
    names, named = defined(), re.findall(r"`(?:(tests/[\w/.]+)(?:::)?)?(\w+)?`", PAGE)
    checked = 0
    for path, name in named:
        if path:
            assert (ROOT / path).exists(), path
        if name.startswith(("test_", "Two")):
            assert name in names, name
            checked += 1
            if path:
                assert re.search(rf"\b{name}\b", (ROOT / path).read_text("utf-8")), (path, name)
    assert checked > 60


@pytest.mark.parametrize(("heading", "what", "beside"), rows(), ids=lambda text: text[:24])
def test_every_line_is_held_by_a_test_or_said_to_be_a_limit(heading, what, beside):
    if heading == "cannot":
        assert re.search(r"`test_\w+`|::test_\w+`|`tests/[\w/]+\.py`|the same, with all times", beside), what
    else:
        assert re.match(r"(limit|meant so): \S", beside), what
