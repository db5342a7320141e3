"""Which tests name which rule of a rulebook."""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from ..core import Game, RasputitsaError
from ..games import game as find_game
from ..games import games

Mark = tuple[str, str]  # the game and the number of a rule


def coverage(game: str | None = None, tests: str | None = None) -> int:
    """Print the tests of every rule of a game, or of all games; 1 if a rule has none.

    ``tests`` is the folder with the tests; without one, that of the source checkout.
    """
    folder = Path(tests) if tests else _tests_folder()
    if not folder.is_dir():
        raise RasputitsaError(f"There is no folder {str(folder)!r} with tests. Name one with --tests.")
    found = tests_by_rule(folder)
    names = [game] if game else games()
    return max(_coverage_of(find_game(name), found) for name in names)


def _coverage_of(game: Game, found: dict[Mark, list[str]]) -> int:
    """Print the tests of every rule; 1 if a rule has none, or a test names a rule that does not exist."""
    missing = []
    for number, rule in game.rules.items():
        tests = found.get((game.name, number), [])
        if not tests:
            missing.append(number)
        print(f"{game.name} {number} {rule.title}{'' if tests else ': MISSING'}")
        print("".join(f"    {test}\n" for test in tests), end="")
    unknown = sorted({number for name, number in found if name == game.name} - set(game.rules))
    for number in unknown:
        print(f"{game.name} {number}: there is no such rule, but it is named by {', '.join(found[game.name, number])}")
    if missing:
        print(f"{game.title}: no test names {', '.join(missing)}.", file=sys.stderr)
    if unknown:
        print(f"{game.title}: tests name {', '.join(unknown)}, which do not exist.", file=sys.stderr)
    return 1 if missing or unknown else 0


def _tests_folder() -> Path:
    beside = Path(__file__).resolve().parents[3] / "tests"
    return beside if beside.is_dir() else Path.cwd() / "tests"


def tests_by_rule(folder: Path) -> dict[Mark, list[str]]:
    """By game and number the tests that carry ``@pytest.mark.rule(game, number)`` and are not skipped."""
    found: dict[Mark, list[str]] = {}
    for path in sorted({*folder.rglob("test_*.py"), *folder.rglob("*_test.py")}):
        try:
            tree = ast.parse(path.read_bytes(), str(path))
        except (OSError, SyntaxError) as error:
            raise RasputitsaError(f"{str(path)!r} cannot be read: {error}.") from None
        place = os.path.relpath(path, folder)
        for name, marks in _tests(_with_constants(tree).body, [], ""):
            for mark in dict.fromkeys(marks):
                found.setdefault(mark, []).append(f"{place}::{name}")
    return found


class _Constants(ast.NodeTransformer):
    """Replaces the names of a module's constants by their texts."""

    def __init__(self, texts: dict[str, ast.Constant]) -> None:
        self.texts = texts

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.texts.get(node.id, node) if isinstance(node.ctx, ast.Load) else node


def _with_constants(tree: ast.Module) -> ast.Module:
    texts = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    filled: ast.Module = _Constants(texts).visit(tree)
    return filled


def _tests(body: list[ast.stmt], marks: list[Mark], prefix: str) -> Iterator[tuple[str, list[Mark]]]:
    """Every test function with its marks and those of its class and module."""
    inherited = marks + [mark for node in body for mark in _pytestmark(node)]
    for node in body:
        if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            own = [mark for decorator in node.decorator_list for mark in _marks(decorator)]
            yield from _tests(node.body, inherited + own, f"{prefix}{node.name}::")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test"):
            own = [mark for decorator in node.decorator_list for mark in _marks(decorator)]
            if inherited + own and not _skipped(node.decorator_list):
                yield f"{prefix}{node.name}", inherited + own


def _skipped(decorators: list[ast.expr]) -> bool:
    names = [ast.unparse(one.func if isinstance(one, ast.Call) else one) for one in decorators]
    return "pytest.mark.skip" in names


def _pytestmark(node: ast.stmt) -> list[Mark]:
    named = isinstance(node, ast.Assign) and any(
        isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets
    )
    return _marks(node.value) if isinstance(node, ast.Assign) and named else []


def _marks(node: ast.expr) -> list[Mark]:
    """The rules named anywhere in a decorator, those of single parameters included."""
    return [
        (call.args[0].value, call.args[1].value)
        for call in ast.walk(node)
        if isinstance(call, ast.Call)
        and ast.unparse(call.func) in ("pytest.mark.rule", "mark.rule")
        and len(call.args) == 2
        and isinstance(call.args[0], ast.Constant)
        and isinstance(call.args[1], ast.Constant)
        and isinstance(call.args[0].value, str)
        and isinstance(call.args[1].value, str)
    ]
