"""Text in lines and columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import wrap as _wrap

_CODES = re.compile(r"\x1b\[[0-9;]*m")


def width_of(text: str) -> int:
    """How many cells a text takes, colours left out."""
    return len(_CODES.sub("", text))


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """A text in lines of that width; those after the first begin with the indent."""
    return _wrap(text, max(20, width), subsequent_indent=indent, break_on_hyphens=False) or [""]


def wrap_all(texts: Iterable[str], width: int, indent: str = "  ") -> list[str]:
    return [line for text in texts for line in wrap(text, width, indent)]


def in_columns(entries: Sequence[str], width: int, gap: int = 3) -> list[str]:
    """Entries one below the other, in as many columns as there is room for."""
    if not entries:
        return []
    widest = max(width_of(entry) for entry in entries)
    columns = max(1, (width + gap) // (widest + gap))
    rows = -(-len(entries) // columns)
    lines = []
    for row in range(rows):
        cells = entries[row::rows]
        padded = [cell + " " * (widest - width_of(cell)) for cell in cells[:-1]]
        lines.append((" " * gap).join([*padded, cells[-1]]))
    return lines


def beside(left: Sequence[str], right: Sequence[str], width: int) -> list[str]:
    """Two blocks of lines side by side; ``width`` is that of the left one."""
    rows = max(len(left), len(right))
    padded = [*left, *[""] * (rows - len(left))], [*right, *[""] * (rows - len(right))]
    return [f"{one}{' ' * (width - width_of(one))}  {other}".rstrip() for one, other in zip(*padded, strict=True)]


def count(number: int, one: str, many: str = "") -> str:
    """1 unit, 2 units."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def markdown(text: str, width: int) -> list[str]:
    """Paragraphs of a rule filled to a width; tables and lists keep their lines."""
    items = _items(text.splitlines())
    lines: list[str] = []
    for block in text.split("\n\n"):
        rows = block.splitlines()
        if any(row.startswith("|") for row in rows):
            lines += _table(rows)
        else:
            lines += _paragraphs(rows, items, width)
        lines.append("")
    return lines[:-1]


def _items(rows: Sequence[str]) -> set[str]:
    """The rows that begin an item of a list.

    Of a numbered list that is a 1 that a 2 follows, and what goes on with it: "2. Panzerarmee" by itself begins none.
    """
    numbers = [int(match[1]) if (match := re.match(r"(\d+)\. ", row)) else 0 for row in rows]
    found = {row for row in rows if row.startswith("- ")}
    following = 0
    for place, number in enumerate(numbers):
        if number and (number == following or (number == 1 and 2 in numbers[place:])):
            found.add(rows[place])
            following = number + 1
    return found


def _paragraphs(rows: Sequence[str], items: set[str], width: int) -> list[str]:
    """A paragraph, or the items of a list, each filled by itself."""
    parts: list[str] = []
    for row in rows:
        if row in items or not parts:
            parts.append(row)
        else:
            parts[-1] += " " + row.strip()
    indents = [" " * (part.index(" ") + 1) if any(part.startswith(item) for item in items) else "" for part in parts]
    return [line for part, by in zip(parts, indents, strict=True) for line in wrap(part.replace("**", ""), width, by)]


def _table(rows: Sequence[str]) -> list[str]:
    cells = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in rows if not row.startswith("|--")]
    return grid(cells)


def grid(rows: Sequence[Sequence[str]]) -> list[str]:
    """A table, each column as wide as it must be."""
    columns = max(len(row) for row in rows)
    filled = [[*row, *[""] * (columns - len(row))] for row in rows]
    widths = [max(len(row[column]) for row in filled) for column in range(columns)]
    return ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in filled]
