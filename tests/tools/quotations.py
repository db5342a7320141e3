"""Checks of the words that refusals quote from the rules: each stands in exactly one sentence of its rule."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.resources import files
from random import Random

from rasputitsa.core import CHANCE, Game, Refusal, State


def problem_with(game: Game, refusal: Refusal) -> str:
    """What is wrong with the words that a step gives to be quoted; "" if nothing."""
    rule, reason, words = refusal
    if rule not in game.rules:
        return f"{reason!r} names the rule {rule!r}, which does not exist"
    found = [sentence for sentence in game.rules[rule].sentences() if words in sentence]
    if words and len(found) != 1:
        return f"{words!r} stands in {len(found)} sentences of rule {rule}"
    return ""


def refusals_in_source(package: str) -> Iterator[tuple[str, str]]:
    """Rule and words of every refusal that is written out in a package."""
    for file in sorted(files(package).iterdir(), key=lambda file: file.name):
        if file.name.endswith(".py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                    yield from _quoted(node.func.id, node)


def _quoted(name: str, call: ast.Call) -> Iterator[tuple[str, str]]:
    """Rule and words of a Refusal, or of a Condition."""
    literals = [arg.value if isinstance(arg, ast.Constant) else None for arg in call.args]
    named = [key.value.value for key in call.keywords if key.arg == "quotation" and isinstance(key.value, ast.Constant)]
    if name == "Refusal" and len(literals) == 3:
        rule, words = literals[0], literals[2]
    elif name == "Condition" and named:
        rule, words = literals[1], named[0]
    else:
        return
    if isinstance(rule, str) and isinstance(words, str):
        yield rule, words


def refusals_in_play(state: State, rng: Random, tries: int) -> Iterator[Refusal]:
    """What the open step says to some actions that are not legal now; the words are not yet a quotation."""
    if state.side == CHANCE or not state.stack:
        return
    step = state.stack[-1]
    everything = list(state.game.words)
    for action in rng.sample(everything, min(tries, len(everything))):
        if not step.accepts(state, action):
            yield step.why_refused(state, action)
