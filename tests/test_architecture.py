"""Where a game may be named, what the layers below the server import, and that nobody reads sentences."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rasputitsa

SOURCE = Path(rasputitsa.__file__).parent
EXAMPLE = "battle-for-moscow"  # named in examples in docstrings


@pytest.mark.parametrize("name", [name for name in rasputitsa.games() if name != EXAMPLE])
@pytest.mark.parametrize("layer", ["core", "match", "arena", "table", "server", "web", "cli"])
def test_no_layer_names_a_game(layer: str, name: str) -> None:
    game = rasputitsa.game(name)
    words = [name, name.replace("-", "_"), game.title]
    for file in (SOURCE / layer).rglob("*"):
        if file.suffix in (".py", ".js", ".css", ".html"):
            text = file.read_text().casefold()
            assert not any(word.casefold() in text for word in words), file


def imported(file: Path) -> Iterator[str]:
    """The packages that a module imports by their full names, wherever in the module."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0]


@pytest.mark.parametrize("layer", ["core", "games", "match", "bots", "arena", "table"])
def test_below_the_server_only_the_standard_library_is_imported(layer: str) -> None:
    """So that all of it runs in a browser's WebAssembly Python."""
    for file in (SOURCE / layer).rglob("*.py"):
        others = set(imported(file)) - set(sys.stdlib_module_names) - EXTRAS.get(str(file.relative_to(SOURCE)), set())
        assert not others, f"{file} imports {others}"


EXTRAS: dict[str, set[str]] = {}  # by module: what it imports only when it is asked for

# Looking into the sentence of an event: comparing, splitting or searching it.
READS_A_SENTENCE = re.compile(
    r"event\.text(\.| in | == |\[)|\.text\.(includes|split|match|search|startsWith|endsWith)\("
)


@pytest.mark.parametrize("layer", ["match", "bots", "arena", "table", "server", "web", "cli"])
def test_nobody_outside_core_and_games_reads_the_sentence_of_an_event(layer: str) -> None:
    for file in (SOURCE / layer).rglob("*"):
        if file.suffix in (".py", ".js"):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                assert not READS_A_SENTENCE.search(line), f"{file}:{number}: {line.strip()}"
