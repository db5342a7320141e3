"""Python for the browser: the files of the npm package ``pyodide``, which npm gets from its registry once."""

from __future__ import annotations

import json
import os
import subprocess
import tarfile
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from ..core import RasputitsaError
from .bytecode import PARTS, with_bytecode
from .node import command

PACKAGE, VERSION = "pyodide", "314.0.7"
HASH = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
SECONDS = 600.0
# Parts of the standard library that no table needs: tools of developers, protocols, other ways to do the same.
LEFT_OUT = frozenset(Path(__file__).with_name("left_out.txt").read_text("utf-8").split())
# Of all encodings that there are.
ENCODINGS = frozenset(("__init__", "aliases", "ascii", "charmap", "cp437", "latin_1", "utf_8", "utf_8_sig", "utf_16"))


def runtime_files(cache: Path | None = None) -> dict[str, bytes]:
    """The files that Python needs in a browser, by their names. The list of packages is empty: ours needs none."""
    cache = cache or _cache()
    with tarfile.open(_archive(cache)) as package:
        files = {name: _read(package, name) for name in (*FILES, LOCK)}
    info = json.loads(files[LOCK])["info"]
    files[LOCK] = json.dumps({"info": info, "packages": {}}).encode()
    return files | {LIBRARY: _library(cache, files)}


def _library(cache: Path, files: dict[str, bytes]) -> bytes:
    """The part of the standard library that is needed, as bytecode; it is compiled once."""
    file = cache / f"{LIBRARY.removesuffix('.zip')}-{_recipe()}.zip"
    if not file.is_file():
        made = with_bytecode({LIBRARY: _trimmed(files[LIBRARY])}, files)[LIBRARY]
        part = file.with_suffix(f".{os.getpid()}")
        part.write_bytes(made)
        part.replace(file)
    return file.read_bytes()


def _recipe() -> str:
    """All that the compiled library depends on, as a short text."""
    parts = [Path(__file__).with_name(name).read_text("utf-8") for name in PARTS]
    return sha256("\n".join([VERSION, HASH, *sorted(LEFT_OUT), *sorted(ENCODINGS), *parts]).encode()).hexdigest()[:16]


def _trimmed(library: bytes) -> bytes:
    data = BytesIO()
    with ZipFile(BytesIO(library)) as whole, ZipFile(data, "w") as needed:
        for name in whole.namelist():
            if _is_needed(name.removesuffix(".py").split("/")):
                needed.writestr(name, whole.read(name))
    return data.getvalue()


def _is_needed(path: list[str]) -> bool:
    return path[0] not in LEFT_OUT and (path[0] != "encodings" or path[-1] in ENCODINGS)


def _read(package: tarfile.TarFile, name: str) -> bytes:
    file = package.extractfile(f"package/{name}")
    assert file is not None, name
    return file.read()


def _cache() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rasputitsa"


def _archive(cache: Path) -> Path:
    """The package as npm packs it, checked against the hash that is written above."""
    archive = cache / f"{PACKAGE}-{VERSION}.tgz"
    if not archive.is_file() or _hash(archive) != HASH:
        cache.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=cache) as folder:
            fetched = _fetched(Path(folder))
            if _hash(fetched) != HASH:
                raise RasputitsaError(f"What npm got as {PACKAGE} {VERSION} is not the package that is expected.")
            fetched.replace(archive)
    return archive


def _fetched(folder: Path) -> Path:
    command_line = [command("npm"), "pack", "--loglevel=error", f"{PACKAGE}@{VERSION}"]
    done = subprocess.run(command_line, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False)
    found = list(folder.glob("*.tgz"))
    if done.returncode or not found:
        raise RasputitsaError(f"npm could not get {PACKAGE} {VERSION} from its registry: {_reason(done.stderr)}")
    return found[0]


def _reason(errors: str) -> str:
    """What npm says, without its stack and its own log."""
    lines = [line.removeprefix("npm error").strip() for line in errors.splitlines()]
    return " ".join(line for line in lines if not line.startswith(("at ", "A complete log")))[:300]


def _hash(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()
