"""What the browser's Python does when a site is built (`bytecode`): it compiles modules, so that no browser has to."""

from __future__ import annotations

import ast
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]
from importlib.util import source_hash
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

WITH_DOCSTRINGS = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def compile_all(folder: str) -> None:
    """Every archive in the folder, with bytecode in place of its modules."""
    for archive in sorted(Path(folder).glob("*.zip")):
        with ZipFile(archive) as before:
            files = {name: before.read(name) for name in sorted(before.namelist()) if not name.endswith("/")}
        with ZipFile(archive, "w", ZIP_DEFLATED, compresslevel=9) as after:
            for name, data in files.items():
                if name.endswith(".py"):
                    name, data = f"{name}c", _bytecode(name, data)
                info = ZipInfo(name)  # it has the same time in every build
                info.compress_type = ZIP_DEFLATED
                after.writestr(info, data)


def _without_docstrings(tree: ast.Module) -> ast.Module:
    for node in ast.walk(tree):
        if isinstance(node, WITH_DOCSTRINGS) and ast.get_docstring(node) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.copy_location(ast.Pass(), node.body[0])]
    return tree


def _bytecode(name: str, source: bytes) -> bytes:
    code = compile(_without_docstrings(ast.parse(source)), name, "exec", dont_inherit=True)
    pyc: bytes = _code_to_hash_pyc(code, source_hash(source), False)
    return pyc
