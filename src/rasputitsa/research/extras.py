"""Packages that are installed as extras: what is said where one is missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from ..core import RasputitsaError


class MissingExtra(RasputitsaError, ImportError):
    """A package is needed that comes with an extra."""


def needed(package: str, extra: str) -> ModuleType:
    """The package; else `MissingExtra` with a sentence that says what to install."""
    try:
        return import_module(package)
    except ImportError as error:
        name = (error.name or package).partition(".")[0]
        raise MissingExtra(
            f"This needs the package {name!r}, which is not installed: pip install 'rasputitsa[{extra}]'."
        ) from None
