"""Editions: a game with other data.

The facts of a game are constants of its package. An edition is the same package loaded once more, under a name such as
``moscow_41@level``, with data files that are corrected by those in a folder (see `core.corrections`): one in
``editions`` beside the game's data, or anybody's own. Relative imports stay within the copy. A bot is copied too: what
it imports from the game comes from the copy, so it plays by the same data as the rules.
"""

from __future__ import annotations

import builtins
import re
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader, SourcelessFileLoader
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from ..core import DataError, Game, UnknownEdition
from ..core.corrections import FOLDERS

GAMES = __package__
OWN: dict[str, Path] = {}  # by name: the folders of editions that have been named on the command line
BOTS = f"{__package__.rpartition('.')[0]}.bots"
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


class _Copies(MetaPathFinder):
    """Finds a package with ``@`` in its name where the one without it is."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if "@" not in fullname or not fullname.startswith((f"{GAMES}.", f"{BOTS}.")):
            return None
        plain = PathFinder.find_spec(fullname.rpartition(".")[2].partition("@")[0], path)
        if plain is None or plain.origin is None:
            return None
        loader = _bot_loader(fullname, plain.origin) if fullname.startswith(BOTS) else None
        within = plain.submodule_search_locations
        return spec_from_file_location(fullname, plain.origin, loader=loader, submodule_search_locations=within)


def _bot_loader(name: str, origin: str) -> Loader:
    return (_CompiledBotLoader if origin.endswith(".pyc") else _BotLoader)(name, origin)


class _OfEdition:
    """Loads a module of a bot that imports its game from the edition."""

    def exec_module(self, module: ModuleType) -> None:
        copy = module.__name__.removeprefix(f"{BOTS}.").partition(".")[0]
        own = re.compile(rf"games\.{re.escape(copy.partition('@')[0])}(?=\.|\Z)")

        def imported(
            name: str,
            globals: Mapping[str, object] | None = None,
            locals: Mapping[str, object] | None = None,
            fromlist: Sequence[str] | None = (),
            level: int = 0,
        ) -> Any:
            return __import__(own.sub(f"games.{copy}", name) if level else name, globals, locals, fromlist, level)

        module.__dict__["__builtins__"] = {**vars(builtins), "__import__": imported}
        super().exec_module(module)  # type: ignore[misc]


class _BotLoader(_OfEdition, SourceFileLoader):  # type: ignore[misc]
    pass


class _CompiledBotLoader(_OfEdition, SourcelessFileLoader):
    """The same where there is only bytecode, as in a browser."""


sys.meta_path.insert(0, _Copies())  # before the one that would find the modules of a copied bot


def built_in(package: str) -> dict[str, Traversable]:
    """The editions that come with a game, by name."""
    folder = files(GAMES) / package / "editions"
    return {path.name: path for path in folder.iterdir() if path.is_dir()} if folder.is_dir() else {}


def copy_of(package: str, edition: str, title: str) -> str:
    """The name of the package that is this edition of a game: one that comes with it, or a folder."""
    own = built_in(package)
    folder = own.get(edition) or Path(edition)
    if not folder.is_dir():
        known = f"It has: {', '.join(own)}. " if own else ""
        raise UnknownEdition(f"{title} has no edition {edition[:80]!r}. {known}An edition of one's own is a folder.")
    folder = folder.resolve() if isinstance(folder, Path) else folder
    if not _NAME.fullmatch(folder.name):
        raise UnknownEdition(f"An edition is called by letters, digits, '-' and '_', not {folder.name[:80]!r}.")
    _check_files(package, folder)
    copy = f"{package}@{folder.name}"
    if str(FOLDERS.setdefault(f"{GAMES}.{copy}", folder)) != str(folder):
        raise UnknownEdition(f"There is another edition {folder.name!r} of {title}; give the folder another name.")
    return copy


def named_copy_of(package: str, edition: str, title: str) -> str:
    """The same for a name alone: what comes from elsewhere does not say which folders are read here."""
    copy = f"{package}@{edition}"
    if f"{GAMES}.{copy}" in FOLDERS:
        return copy
    if edition in OWN:
        return copy_of(package, str(OWN[edition]), title)
    if edition not in built_in(package):
        raise UnknownEdition(
            f"This was played with the edition {edition[:80]!r} of {title}, which is not here; "
            "give its folder with --edition."
        )
    return copy_of(package, edition, title)


def forget(copy: str) -> None:
    """A copy that could not be loaded leaves nothing behind."""
    package = f"{GAMES}.{copy}"
    FOLDERS.pop(package, None)
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]


def check_fingerprint(game: Game, fingerprint: str) -> None:
    """Refuse what was played with other data."""
    if fingerprint and fingerprint != game.fingerprint:
        edition = f"the edition {game.edition!r} of {game.title}" if game.edition else f"{game.title}"
        raise UnknownEdition(
            f"This was played with other data than {edition} has here: it needs those with the fingerprint "
            f"{fingerprint[:16]}, and here they have {game.fingerprint}. "
            "Give the folder of the edition that has them with --edition."
        )


def _check_files(package: str, folder: Traversable) -> None:
    known = sorted(path.name for path in (files(GAMES) / package).iterdir() if path.name.endswith(".toml"))
    found = sorted(path.name for path in folder.iterdir() if path.name.endswith(".toml"))
    for name in found or [""]:
        if name not in known:
            problem = "is no data file of the game" if name else "has no data file"
            raise DataError(f"{folder.name}/{name}", "", f"{problem}; data files are {', '.join(known)}")
