"""Where this program keeps its files."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

_PROGRAM = "gouji"


def data_folder() -> Path:
    """Return the folder of keys, records and chairs; not made here. `GOUJI_HOME` replaces the system's place."""
    return _home() or Path(platformdirs.user_data_dir(_PROGRAM, appauthor=False))


def config_folder() -> Path:
    """Return the folder of saved settings; not made here. `GOUJI_HOME` replaces the system's place."""
    return _home() or Path(platformdirs.user_config_dir(_PROGRAM, appauthor=False))


def cache_folder() -> Path:
    """Return the folder of what can be made anew; not made here. `GOUJI_HOME` replaces the system's place."""
    return _home() or Path(platformdirs.user_cache_dir(_PROGRAM, appauthor=False))


def _home() -> Path | None:
    """Return the one folder that replaces all, or None."""
    home = os.environ.get("GOUJI_HOME")
    return Path(home).expanduser().absolute() if home else None
