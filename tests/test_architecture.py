"""Where a game may be named, what the layers below the server import, and that nobody reads sentences."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import rasputitsa

SOURCE = Path(rasputitsa.__file__).parent
ROOT = Path(__file__).parents[1]
EXAMPLE = "battle-for-moscow"  # named in examples in docstrings


@pytest.mark.parametrize("name", [name for name in rasputitsa.games() if name != EXAMPLE])
@pytest.mark.parametrize("layer", ["core", "match", "arena", "plots", "table", "page", "server", "site", "web", "cli"])
def test_no_layer_names_a_game(layer: str, name: str) -> None:
    game = rasputitsa.game(name)
    words = [name, name.replace("-", "_"), game.title]
    for file in (SOURCE / layer).rglob("*"):
        if file.suffix in (".py", ".js", ".css", ".html"):
            text = file.read_text().casefold()
            assert not any(word.casefold() in text for word in words), file


def errors(kind: type[Exception]) -> set[type[Exception]]:
    return {kind}.union(*map(errors, kind.__subclasses__()))


def test_the_package_exports_the_errors_of_games_matches_and_bots() -> None:
    layers = ("core", "games", "match", "bots")
    found = {each for each in errors(rasputitsa.RasputitsaError) if each.__module__.split(".")[1] in layers}
    assert {each.__name__ for each in found} <= set(rasputitsa.__all__) and len(found) > 14


STANDARD_LIBRARY = """
[tool.importlinter]
root_package = "sample"
include_external_packages = true
contract_types = ["standard_library: tests.tools.import_contract.StandardLibraryContract"]
[[tool.importlinter.contracts]]
name = "no packages"
type = "standard_library"
packages = ["sample.core"]
"""


@pytest.mark.parametrize(
    ("module", "faults"),
    [
        ("import json\nfrom ..other import x", []),
        ("import msgspec", ["sample.core.a imports msgspec"]),
        ("def f():\n    from starlette.app import App", ["sample.core.a imports starlette"]),
    ],
)
def test_whoever_imports_a_package_breaks_the_contract(tmp_path: Path, module: str, faults: list[str]) -> None:
    """`pyproject.toml` has the contract for all packages below the server; `make lint` checks it."""
    core = tmp_path / "sample" / "core"
    core.mkdir(parents=True)
    for file, text in {"../__init__": "", "../other": "import msgspec\nx = 1", "__init__": "", "a": module}.items():
        (core / f"{file}.py").write_text(text)
    (tmp_path / "pyproject.toml").write_text(STANDARD_LIBRARY)
    paths = os.pathsep.join([str(tmp_path), str(ROOT)])
    run = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-cache"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": paths},
    )
    assert run.returncode == bool(faults), run.stdout + run.stderr
    assert all(fault in run.stdout for fault in faults), run.stdout


def test_all_packages_below_the_server_keep_to_the_standard_library() -> None:
    """So that they run in a browser's WebAssembly Python."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    below = layers[layers.index("rasputitsa.server") + 1 :]
    kept = next(contract["packages"] for contract in contracts if contract["type"] == "standard_library")
    assert set(kept) == set(below)


# Looking into the sentence of an event: comparing, splitting or searching it.
READS_A_SENTENCE = re.compile(
    r"event\.text(\.| in | == |\[)|"
    r"\.(text|reason|heading)\b\??\.(includes|split|match|search|replace|startsWith|endsWith|indexOf|partition|startswith)\(|"
    r"\.(test|exec|search|match|fullmatch|findall|finditer)\((\w+\.)+(text|reason|heading)\)|"
    r"\.(reason|heading) ===? |text\.(split|match|replace)\(pattern|\btext\.(indexOf|lastIndexOf|search)\("
)


@pytest.mark.parametrize("layer", ["match", "bots", "arena", "table", "page", "server", "web", "cli"])
def test_nobody_outside_core_and_games_reads_the_sentence_of_an_event(layer: str) -> None:
    for file in (SOURCE / layer).rglob("*"):
        if file.suffix in (".py", ".js"):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                assert not READS_A_SENTENCE.search(line), f"{file}:{number}: {line.strip()}"


LONGEST_FILE, LONGEST_LINE = 400, 140
GENERATED = ("types.js",)


def lines_of(*suffixes: str) -> dict[str, list[str]]:
    """The lines of all files of these kinds, without what is generated."""
    files = [file for folder in (SOURCE, ROOT / "tests") for file in folder.rglob("*") if file.suffix in suffixes]
    return {str(file.relative_to(ROOT)): file.read_text().splitlines() for file in files if file.name not in GENERATED}


def test_no_file_is_too_long() -> None:
    lengths = {name: len(lines) for name, lines in lines_of(".py", ".js", ".css").items() if name.startswith("src")}
    assert len(lengths) > 500
    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_no_line_of_a_script_or_stylesheet_is_too_wide() -> None:
    """The widths of Python's lines are checked by ruff."""
    files = lines_of(".js", ".mjs", ".css")
    assert len(files) > 120
    assert [f"{name}: {line}" for name, lines in files.items() for line in lines if len(line) > LONGEST_LINE] == []
