"""Names and chat are plain text: one line, no control characters, not too long."""

from __future__ import annotations

from .problems import Problem


def one_line(text: str) -> str:
    """The text without anything that is not a printable character, spaces drawn together."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def clean(text: str, longest: int, what: str) -> str:
    line = one_line(text)
    if len(line) > longest:
        raise Problem("too-big", f"{what} has at most {longest} characters.")
    return line
