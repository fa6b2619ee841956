"""gouji_tui may know net and engine, net may know engine, never back, never past a room's public names.

What is imported when is tried in a process of its own: here everything has long been imported.
"""

import ast
import importlib.util
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from importlinter.cli import EXIT_STATUS_SUCCESS, lint_imports

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "net", "gouji_tui")
SCREEN = {"textual", "rich"}
SOURCES = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))]


def exists(module):
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def loaded_after(code):
    """The top-level packages that a fresh interpreter has loaded once `code` has run."""
    report = "\nprint(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    run = subprocess.run(
        [sys.executable, "-c", "import json, sys\n" + code + report],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    return set(json.loads(run.stdout.splitlines()[-1]))


def importing(*modules):
    return "\n".join(f"import {module}" for module in modules)


def modules_of(room):
    for path in SOURCES:
        parts = path.relative_to(ROOT).with_suffix("").parts
        if parts[0] == room and parts[-1] != "__main__":
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.skipif(not exists("gouji_tui"), reason="the contracts are over all three rooms")
def test_the_import_contracts_hold(monkeypatch):
    monkeypatch.chdir(ROOT)
    assert lint_imports(config_filename="pyproject.toml", no_cache=True) == EXIT_STATUS_SUCCESS


def test_the_whole_engine_loads_neither_loop_nor_socket_nor_screen():
    loaded = loaded_after(importing(*modules_of("engine")))
    assert not loaded & {"asyncio", "socket", "ssl", "msgpack", "zeroconf", *SCREEN}


@pytest.mark.skipif(not exists("net.host"), reason="there is no host yet")
def test_the_host_loads_no_screen():
    loaded = loaded_after(importing("net.host"))
    assert not loaded & {*SCREEN, "gouji_tui"}


@pytest.mark.skipif(not exists("gouji_tui.cli"), reason="there is no command yet")
@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["rules", "--toml"]], ids=" ".join)
def test_the_command_loads_a_screen_only_where_it_opens_one(arguments):
    loaded = loaded_after(
        "from gouji_tui.cli import main\n"
        f"sys.argv = {['gouji', *arguments]!r}\n"
        "try:\n    status = main()\n"
        "except SystemExit as stop:\n    status = stop.code\n"
        "assert not status, status"
    )
    assert "gouji_tui" in loaded
    assert "textual" not in loaded


def test_the_engine_opens_no_file_asks_nobody_and_rolls_no_dice_of_its_own():
    """What import contracts cannot see: built-ins, and the generator that the whole process shares."""
    for path in SOURCES:
        if not path.is_relative_to(ROOT / "engine"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            where = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in {"open", "print", "input", "exec", "eval", "__import__"}, where
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
                assert node.attr == "Random", f"{where}: random.{node.attr} is not of the caller's choosing"
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert {name.name for name in node.names} <= {"Random"}, where


def private(name):
    return name.startswith("_") and not name.endswith("__")


def test_nobody_reaches_past_the_public_names_of_another_room():
    for path in SOURCES:
        others = {*ROOMS} - {path.relative_to(ROOT).parts[0]}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in others:
                taken = [*node.module.split("."), *(name.name for name in node.names)]
                assert not [name for name in taken if private(name)], f"{path.relative_to(ROOT)}:{node.lineno}"


def pins(name):
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", " ")
    return {line.split(" ")[0]: line.split("--hash=")[1:] for line in text.splitlines() if line}


def test_what_is_pinned_for_playing_is_pinned_the_same_for_working():
    run, dev = pins("requirements.txt"), pins("requirements-dev.txt")
    assert {name: dev.get(name) for name in run} == run
    assert all(run.values())
    assert all(dev.values())


def test_everything_the_project_asks_for_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    def names(requirements):
        return {each.split(">=")[0] for each in requirements}

    def pinned(name):
        return {each.split("==")[0] for each in pins(name)}

    assert names(project["dependencies"]) <= pinned("requirements.txt")
    assert names(project["optional-dependencies"]["dev"]) <= pinned("requirements-dev.txt")


def test_the_page_on_architecture_names_every_file():
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for room in ("engine", "net", "gouji_tui"):
        for path in (ROOT / room).glob("*.py"):
            assert path.name.startswith("__") or f"`{path.name}`" in page, path
        for folder in (path.parent for path in (ROOT / room).glob("*/__init__.py")):
            assert f"`{folder.name}/`" in page, folder
