"""Refusals: each names the one rule that stops the action and quotes the sentence that matters."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files

import pytest

from .helpers import GAME

PACKAGE = "rasputitsa.games.blitzkrieg_to_moscow_2"


def constants(tree: ast.Module) -> dict[str, str]:
    """The texts that a module gives names to."""
    found = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name | ast.Tuple):
            target, value = node.targets[0], node.value
            names = [target] if isinstance(target, ast.Name) else target.elts
            values = [value] if isinstance(target, ast.Name) else getattr(value, "elts", [])
            for name, text in zip(names, values, strict=False):
                if isinstance(name, ast.Name) and isinstance(text, ast.Constant) and isinstance(text.value, str):
                    found[name.id] = text.value
    return found


def quotations() -> Iterator[tuple[str, str, str]]:
    """Every refusal in the source that gives words of its rule: module and line, rule, words."""
    for path in files(PACKAGE).iterdir():
        if not path.name.endswith(".py"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = constants(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal" and len(node.args) == 3:
                rule, _, words = node.args
                text = words.value if isinstance(words, ast.Constant) else named.get(getattr(words, "id", ""), "")
                if isinstance(rule, ast.Constant) and text:
                    yield f"{path.name}:{node.lineno}", str(rule.value), str(text)


FOUND = sorted(set(quotations()))


def test_there_are_quotations() -> None:
    assert len(FOUND) > 60


@pytest.mark.parametrize("place, rule, words", FOUND, ids=[place for place, _, _ in FOUND])
def test_the_words_occur_in_exactly_one_sentence_of_the_rule(place: str, rule: str, words: str) -> None:
    sentences = [sentence for sentence in GAME.rules[rule].sentences() if words in sentence]
    assert len(sentences) == 1, f"{place}: {words!r} occurs in {len(sentences)} sentences of rule {rule}"
