"""The one module for calls that POSIX systems and Windows do differently: signals, file locks, modes, sleep."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO, Final

if sys.platform == "win32":
    import ctypes
    import msvcrt
else:
    import fcntl

PRIVATE_FILE: Final = 0o600
"""Only its owner reads or writes it."""

PRIVATE_FOLDER: Final = 0o700
"""Only its owner looks into it."""

_ES_CONTINUOUS: Final = 0x80000000
_ES_SYSTEM_REQUIRED: Final = 0x00000001
"""Windows' names for a state that lasts, and for a system that is needed."""

_POLITE: Final = 5
"""How much a process of little weight yields: others come first, and it still gets its share."""


def steady_time() -> float:
    """Return seconds on a clock that never jumps and, where the system has one, goes on while the machine sleeps.

    The usual monotonic clock stands still during sleep on Linux and macOS, so that a closed lid would go unnoticed.
    """
    if sys.platform == "linux":
        return time.clock_gettime(time.CLOCK_BOOTTIME)
    if sys.platform == "darwin":
        return time.clock_gettime(time.CLOCK_MONOTONIC_RAW)
    return time.monotonic()


class FileLock:
    """An exclusive lock on a file, held until `release` or the end of the process, however it ends."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor: int | None = descriptor

    def release(self) -> None:
        """Give the lock back; a second call does nothing. The file stays: removing it would race with the next."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def lock_file(path: Path) -> FileLock | None:
    """Lock `path`, made if need be with mode 0600, and return the lock; None while another holds it.

    Another may be another process or an earlier call in this one. Raises `OSError` where the file cannot be opened.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE_FILE)
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return FileLock(descriptor)


def make_private_folder(path: Path) -> Path:
    """Make `path` and its parents if need be, `path` itself with mode 0700, and return it."""
    if not path.is_dir():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.mkdir(mode=PRIVATE_FOLDER, exist_ok=True)
    return path


def write_private(path: Path, data: bytes) -> None:
    """Put `data` at `path`, mode 0600, so that after a crash or power cut there is the old file or the new, whole."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    sync_folder(path.parent)


def open_private(path: Path) -> BinaryIO:
    """Open `path` to append bytes, made if need be with mode 0600, without a buffer of our own.

    `write` may take a part only, as the system's does (a full disk), and returns how much it took.
    """
    binary = getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | binary, PRIVATE_FILE)
    return os.fdopen(descriptor, "ab", buffering=0)


def sync_folder(path: Path) -> None:
    """Put the names in folder `path` on disk, so that a new or renamed file outlives a power cut. Windows: nothing."""
    if sys.platform == "win32":
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def terminal_is_lost(number: int) -> bool:
    """Return whether a file descriptor is a terminal that is gone for good; never so on Windows."""
    if sys.platform == "win32":
        return False
    import termios

    try:
        termios.tcgetattr(number)
    except termios.error as error:
        return error.args[0] in (errno.EIO, errno.ENXIO)
    return False


def leave_lost_terminal(stuck: bool = False) -> None:
    """Let standard input, output and errors lead nowhere where their terminal is gone for good, or takes nothing.

    Args:
        stuck: whether the terminal takes nothing.
    """
    for number in (0, 1, 2):
        if terminal_is_lost(number) or (stuck and os.isatty(number)):
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.dup2(nowhere, number)
            os.close(nowhere)


class Awake:
    """Keeps this machine from falling asleep by itself until `release` or the end of the process, where it can.

    Linux by systemd, macOS by `caffeinate`, Windows by a call; elsewhere, and where these refuse, nothing happens.
    `why` is told to whoever asks the system what keeps it awake.
    """

    def __init__(self, why: str) -> None:
        self._helper: subprocess.Popen[bytes] | None = None
        if sys.platform == "win32":
            ctypes.windll.kernel32.SetThreadExecutionState(_ES_CONTINUOUS | _ES_SYSTEM_REQUIRED)
            return
        # The helper ends with its input, which the system closes however this process ends.
        command = ["systemd-inhibit", "--what=idle:sleep", "--who=gouji", f"--why={why}", "cat"]
        if sys.platform == "darwin":
            command = ["caffeinate", "-i", "-w", str(os.getpid())]
        with contextlib.suppress(OSError):
            self._helper = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip

    def release(self) -> None:
        """Let the machine sleep again; a second call does nothing."""
        if sys.platform == "win32":
            ctypes.windll.kernel32.SetThreadExecutionState(_ES_CONTINUOUS)
            return
        helper, self._helper = self._helper, None
        if helper is not None and helper.stdin is not None:
            helper.stdin.close()
            helper.terminate()
            helper.wait()


def bound_process(memory: int, file: int, handles: int) -> None:
    """Let this process never have more than so many bytes of memory, bytes in a file, open handles. Windows: nothing.

    Its crash leaves no image on the disk, and it yields to others where cores are few.
    """
    if sys.platform == "win32":
        return
    import resource

    for kind, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, file),
        (resource.RLIMIT_NOFILE, handles),
        (resource.RLIMIT_AS, memory),
    ):
        # Where the system gives less already, or knows no such bound (macOS: memory), it stays as it is.
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, most))
    with contextlib.suppress(OSError):
        os.nice(_POLITE)


def stop_signals() -> tuple[signal.Signals, ...]:
    """Return the signals that ask this program to end: interrupt, terminate, and the terminal's going."""
    names = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"]
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


def on_stop_signals(loop: asyncio.AbstractEventLoop, callback: Callable[[signal.Signals], None]) -> Callable[[], None]:
    """Call `callback` in `loop` with each signal that asks this program to end; return what undoes that.

    To be called from the main thread.
    """
    previous: dict[signal.Signals, Any] = {}
    added: list[signal.Signals] = []

    def from_anywhere(number: int, _frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(callback, signal.Signals(number))

    for number in stop_signals():
        try:
            loop.add_signal_handler(number, callback, number)
            added.append(number)
        except NotImplementedError:
            # Windows' loops have no signal handlers of their own.
            previous[number] = signal.signal(number, from_anywhere)

    def undo() -> None:
        for number in added:
            loop.remove_signal_handler(number)
        for number, handler in previous.items():
            signal.signal(number, handler)

    return undo
