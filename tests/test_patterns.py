"""Regular expressions: `$` also matches before a line break at the end, so that none of ours may use it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import rasputitsa

SOURCE = Path(rasputitsa.__file__).parent
CALLS = ("compile", "match", "fullmatch", "search", "sub", "subn", "split", "findall", "finditer")


def patterns(tree: ast.AST) -> Iterator[str]:
    """Every pattern that is written out: what a function of `re` or `Matches` is given first, or as `pattern`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        call = node.func
        of_re = isinstance(call, ast.Attribute) and isinstance(call.value, ast.Name) and call.value.id == "re"
        taken = of_re and isinstance(call, ast.Attribute) and call.attr in CALLS
        given = node.args[:1] if taken or (isinstance(call, ast.Name) and call.id == "Matches") else []
        given += [keyword.value for keyword in node.keywords if keyword.arg == "pattern"]
        for each in given:
            parts = each.values if isinstance(each, ast.JoinedStr) else [each]
            written = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            if written:
                yield "".join(written)


def has_bare_end(pattern: str) -> bool:
    """Whether there is a `$` that is neither escaped nor one of a set of characters."""
    return "$" in re.sub(r"\\.|\[[^\]]*\]", "", pattern, flags=re.DOTALL)


def test_a_bare_end_is_found() -> None:
    source = 're.compile("^a$"); Meta(pattern=r"b$"); re.match(r"c|d$|e", text); re.compile(r"\\$[$]\\Z")'
    source += '; re.compile(rf"{x}$"); Matches(r"e$")'
    assert [has_bare_end(pattern) for pattern in patterns(ast.parse(source))] == [True, True, True, False, True, True]


def test_no_pattern_ends_before_a_line_break() -> None:
    texts = {file: file.read_text() for file in SOURCE.rglob("*.py")}
    written = {file: text for file, text in texts.items() if "re." in text or "pattern" in text or "Matches(" in text}
    found = {file: list(patterns(ast.parse(text))) for file, text in written.items()}
    assert sum(map(len, found.values())) > 15, "the patterns are not found any more"
    assert [(file.name, each) for file, several in found.items() for each in several if has_bare_end(each)] == []
