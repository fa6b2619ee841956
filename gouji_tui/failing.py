"""What ends a command: a code and its values, told as one sentence in the language of whoever asked."""

from __future__ import annotations


class Failure(Exception):
    """Why a command cannot be done.

    Args:
        code: which sentence of ``failure`` in the texts.
        wrong_use: whether the command line is at fault, which has an exit status of its own.
        values: what the sentence names.
    """

    def __init__(self, code: str, /, *, wrong_use: bool = False, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values
        self.wrong_use = wrong_use

    def sentence(self, language: str) -> str:
        """Return it in words: what is wrong, and what to do."""
        from gouji_tui.strings import text

        return text(language, f"failure.{self.code}", **self.values)


def said(sentence: str) -> Failure:
    """Return the failure whose sentence is made already."""
    return Failure("said", sentence=sentence)


def unreadable(code: str, error: OSError, /, **values: object) -> Failure:
    """Return the failure of a file or a port, with the system's own word for it."""
    return Failure(code, wrong_use=False, why=error.strerror or error, **values)
