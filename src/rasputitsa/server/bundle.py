"""The client's modules in a few scripts, and its stylesheets in one: a page is opened with few requests.

The files of ``web/`` work as they are; this only saves round trips. It knows the style in which they are written:
imports of names or of a whole module, exports of functions, classes and constants, no cycles. Anything else is an
error. Each module becomes a function that runs once, in the order in which the browser would run the modules.

The first script has all that ``app.js`` imports. Each module that is imported by ``import()`` has a script of its own,
at its own path, with what it imports and no script before it has.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

FIRST = "app.js"
HEAD = 'export const modules = {};\nexport const later = (name) => import("./" + name).then(() => modules[name]);\n'

IMPORT = re.compile(r'^import (?:\{(?P<names>[^}]*)\}|\* as (?P<all>\w+)) from "(?P<path>[^"]+)";(?=\n|\Z)', re.M)
LAZY = re.compile(r'\bimport\("(?P<path>\.[^"]+)"\)')
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (?P<name>\w+))", re.M)
TYPES_ONLY = re.compile(r"^export \{\};(?=\n|\Z)", re.M)
UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.M)
JSDOC = re.compile(r"/\*\*.*?\*/ ?", re.S)
COMMENT_LINE = re.compile(r"^\s*//.*\n", re.M)
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.S)
INDENT = re.compile(r"\n\s+")


class BundleError(ValueError):
    """The client is not written as its bundles need it."""


class Module:
    """A module of the client: what it imports, now or later, and its text as the body of a function."""

    def __init__(self, web: Path, path: str) -> None:
        self.path = path
        source = without_comments((web / path).read_text("utf-8"))
        self.imports = [self._resolved(found["path"]) for found in IMPORT.finditer(source)]
        self.lazy = [self._resolved(found["path"]) for found in LAZY.finditer(source)]
        exported = [found["name"] for found in EXPORT.finditer(source)]
        body = EXPORT.sub("", TYPES_ONLY.sub("", source))
        body = LAZY.sub(lambda found: f'later("{self._resolved(found["path"])}")', IMPORT.sub(self._import, body))
        if unknown := UNKNOWN.search(body):
            raise BundleError(f"web/{path}: this cannot be bundled: {unknown[0]}")
        if "/" in path and "import.meta" in body:
            raise BundleError(f"web/{path}: import.meta has another meaning in a bundle")
        self.text = f'modules["{path}"] = (() => {{\n{body.strip()}\nreturn {{ {", ".join(exported)} }};\n}})();\n'

    def _resolved(self, path: str) -> str:
        parts: list[str] = []
        for part in (PurePosixPath(self.path).parent / path).parts:
            if part == "..":
                parts.pop()
            else:
                parts.append(part)
        return "/".join(parts)

    def _import(self, found: re.Match[str]) -> str:
        names = found["all"] or f"{{{found['names'].replace(' as ', ': ')}}}"
        return f'const {names} = modules["{self._resolved(found["path"])}"];'


def without_comments(source: str) -> str:
    """A script without what only its readers need."""
    return INDENT.sub("\n", COMMENT_LINE.sub("", JSDOC.sub("", source)))


class Script(NamedTuple):
    """``needs`` are the scripts before it whose modules it uses."""

    text: str
    needs: tuple[str, ...]


def scripts(web: Path) -> dict[str, Script]:
    """The client's scripts by their paths, each after those that it needs."""
    read = cache(partial(Module, web))  # most modules are imported by several others
    found: dict[str, Script] = {}
    home: dict[str, str] = {}  # the script that a module is in
    waiting = [FIRST]
    while waiting:
        entry = min(waiting, key=_is_local)
        waiting.remove(entry)
        modules: dict[str, Module] = {}
        _add(read, entry, modules, ())
        own = {path: module for path, module in modules.items() if path not in home}
        home |= dict.fromkeys(own, entry)
        needs = tuple(dict.fromkeys(home[path] for path in modules if path not in own))
        found[entry] = Script(_head(entry, needs) + "".join(module.text for module in own.values()), needs)
        lazy = dict.fromkeys(path for module in own.values() for path in module.lazy)
        waiting += [path for path in lazy if path not in found and path not in waiting]
    return found


def _is_local(path: str) -> bool:
    """Of a page without a server. Such scripts come last, so that no other needs what only they have."""
    return path.startswith("local/")


def _head(entry: str, needs: tuple[str, ...]) -> str:
    if entry == FIRST:
        return HEAD
    up = "../" * entry.count("/") or "./"
    return f'import {{ modules, later }} from "{up}{FIRST}";\n' + "".join(
        f'import "{up}{path}";\n' for path in needs if path != FIRST
    )


def _add(read: Callable[[str], Module], path: str, modules: dict[str, Module], importing: tuple[str, ...]) -> None:
    """Add a module after those that it imports."""
    if path in importing:
        raise BundleError(f"web/{path} imports itself: {' -> '.join((*importing, path))}")
    if path not in modules:
        module = read(path)
        for wanted in module.imports:
            _add(read, wanted, modules, (*importing, path))
        modules[path] = module


def stylesheet(web: Path, paths: list[str]) -> str:
    """Stylesheets as one, in this order; it lies a folder higher than they do."""
    texts = [INDENT.sub("\n", CSS_COMMENT.sub("", (web / path).read_text("utf-8"))).lstrip() for path in paths]
    return "".join(texts).replace('url("../', 'url("')
