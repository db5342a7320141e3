"""Our package as the browser gets it: one archive with what every game needs, and one for each game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ..games import games

SOURCE = Path(__file__).parents[1]
LAYERS = ("core", "match", "table", "page")
BY_GAME = ("games", "bots")  # packages that have a package for each game
CORE = "core"


def archives() -> dict[str, bytes]:
    """The archives by their names: `CORE`, and the games."""
    packages = {name: name.replace("-", "_") for name in games()}
    found = {CORE: _archive(_core_files())}
    for name, package in packages.items():
        found[name] = _archive(file for layer in BY_GAME for file in _files(SOURCE / layer / package))
    return found


def _core_files() -> Iterator[Path]:
    yield from SOURCE.glob("_*.py")
    for layer in LAYERS:
        yield from _files(SOURCE / layer)
    for layer in BY_GAME:
        yield from (SOURCE / layer).glob("*.py")


def _files(folder: Path) -> Iterator[Path]:
    for file in folder.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            yield file


def _archive(files: Iterable[Path]) -> bytes:
    """The same bytes for the same files, whenever they were written."""
    data = BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for file in sorted(files):
            info = ZipInfo(str(file.relative_to(SOURCE.parent)))
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, file.read_bytes(), compresslevel=9)
    return data.getvalue()
