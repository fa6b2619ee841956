"""The chairs of a table and its times, as data. No I/O."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Chair:
    """One chair: who holds it (a key, or a bot), whether he is here, whether he is ready."""

    name: str = ""
    key: bytes | None = None
    level: str = ""
    present: bool = False
    ready: bool = False
    absent_since: float = 0.0
    left: bool = False
    """Given up in mid-deal: a bot plays it to the end of the deal, and then it is free."""

    done: dict[int, str] = field(default_factory=dict)
    """Answers to the last actions by their id: empty for done, else the reason's code."""

    @property
    def free(self) -> bool:
        """Whether nobody holds it."""
        return self.key is None and not self.level

    @property
    def person(self) -> bool:
        """Whether a key holds it."""
        return self.key is not None


@dataclass(frozen=True, slots=True)
class Timing:
    """The table's times in seconds: burn window and questions, pace of bots, grace of the absent, clock (0: off)."""

    burn_window: float = 4.0
    pace: float = 0.7
    grace: float = 20.0
    clock: float = 30.0


class TableError(ValueError):
    """What the table does not do; ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
