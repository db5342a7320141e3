"""Names and chat are plain text: one line, no control characters, limited in length."""

from __future__ import annotations

from .problems import Problem


def one_line(text: str) -> str:
    """The text with its printable characters only and single spaces."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def clean(text: str, longest: int, what: str) -> str:
    line = one_line(text)
    if len(line) > longest:
        raise Problem("too-big", f"{what} has at most {longest} characters.")
    return line
