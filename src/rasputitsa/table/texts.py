"""Names, chat and notes are plain text: no control characters, limited in length; all but notes have one line."""

from __future__ import annotations

from .problems import Problem


def one_line(text: str) -> str:
    """The text with its printable characters only and single spaces."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def lines(text: str, longest: int, what: str) -> str:
    """A text of several lines, without other control characters."""
    text = "".join(char for char in text.replace("\r\n", "\n") if char.isprintable() or char in "\n\t")
    if len(text) > longest:
        raise Problem("too-big", f"{what} have at most {longest} characters.")
    return text


def clean(text: str, longest: int, what: str) -> str:
    line = one_line(text)
    if len(line) > longest:
        raise Problem("too-big", f"{what} has at most {longest} characters.")
    return line
