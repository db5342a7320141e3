"""The table stands alone: the standard library, the engine and the match are all that it needs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import rasputitsa

SOURCE = Path(rasputitsa.__file__).parent
BESIDE_THE_TABLE = ("asyncio", "concurrent", "multiprocessing", "socket", "sqlite3", "subprocess", "threading", "time")
IMPORTED = """
import sys, rasputitsa
before = set(sys.modules)
import rasputitsa.table
print("\\n".join(set(sys.modules) - before))
print("all")
print("\\n".join(sys.modules))
"""


def test_importing_it_imports_only_what_lies_below_it() -> None:
    """In an interpreter without site-packages, so that nothing else could be imported."""
    command = [sys.executable, "-S", "-c", IMPORTED]
    run = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONPATH": str(SOURCE.parent)})
    added, everything = (part.split() for part in run.stdout.split("all\n"))
    layers = {module.split(".")[1] for module in added if module.startswith("rasputitsa.")}
    assert layers <= {"table", "core", "match", "games"}, layers
    others = {module.partition(".")[0] for module in everything} - set(sys.stdlib_module_names)
    assert others <= {"rasputitsa", "__main__"}, others
    assert not {"asyncio", "socket", "sqlite3"} & set(everything)


@pytest.mark.parametrize("file", sorted((SOURCE / "table").glob("*.py")), ids=lambda file: file.name)
def test_no_module_of_it_sends_waits_or_looks_at_a_clock(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        assert not {name.partition(".")[0] for name in names} & set(BESIDE_THE_TABLE), names
