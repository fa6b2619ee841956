"""Ending the screen on a signal, so that the terminal is given back: Textual does so for SIGINT alone."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable


def stop_on_signals(stop: Callable[[int], None]) -> None:
    """Call ``stop`` in the running loop with the number of a SIGTERM or SIGHUP; nothing where loops cannot."""
    loop = asyncio.get_running_loop()
    for name in ("SIGTERM", "SIGHUP"):
        if number := getattr(signal, name, None):
            try:
                loop.add_signal_handler(number, stop, int(number))
            except (NotImplementedError, RuntimeError, ValueError):
                return
