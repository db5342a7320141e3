"""Bytecode for the browser's Python, which is another one than ours: made by itself, in Node.js, when a site is built.

A browser then starts twice as fast as with the sources.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from ..core import RasputitsaError
from .node import command

SECONDS = 300.0
PARTS = ("compile.mjs", "in_node.py")


def with_bytecode(archives: dict[str, bytes], runtime: dict[str, bytes]) -> dict[str, bytes]:
    """These archives by their names, with bytecode in place of their modules."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        _write(folder / "runtime", runtime)
        _write(folder / "archives", {f"{each}.zip": data for each, data in archives.items()})
        for part in PARTS:
            shutil.copy(Path(__file__).with_name(part), folder)
        _run(folder)
        return {each: (folder / "archives" / f"{each}.zip").read_bytes() for each in archives}


def _write(folder: Path, files: dict[str, bytes]) -> None:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)


def _run(folder: Path) -> None:
    command_line = [command("node"), str(folder / PARTS[0]), str(folder)]
    done = subprocess.run(command_line, capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode:
        raise RasputitsaError(f"Node.js could not compile the program for the browser: {done.stderr.strip()[-300:]}")
