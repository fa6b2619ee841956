"""Every test runs in a home, a language and a terminal of its own choosing, never the developer's."""

import itertools
import os

import pytest
from hypothesis import settings

# Set before any test module is imported: Textual reads its variables when it is.
os.environ.update(LC_ALL="C.UTF-8", LANG="C.UTF-8", TEXTUAL_ANIMATIONS="none")
for _name in ("GOUJI_CODE", "LC_MESSAGES", "LANGUAGE", "NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES"):
    os.environ.pop(_name, None)

# No deadlines anywhere (workers share the cores); in CI the same examples every time, kept nowhere.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

_homes = itertools.count()


@pytest.fixture(scope="session")
def _all_homes(tmp_path_factory):
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def gouji_home(_all_homes, monkeypatch):
    """A folder for this test alone, in place of all data, config and cache folders. Nobody has made it yet."""
    home = _all_homes / str(next(_homes))
    monkeypatch.setenv("GOUJI_HOME", str(home))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return home
