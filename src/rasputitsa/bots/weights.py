"""Weights: what a bot prefers, as numbers in data files, so that they can be varied, tuned and compared.

A file has a table for each side. A key that is missing has the value of ``base``, or of the class; a key that nobody
reads, or a value of another type, is refused with its file and name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import fields, replace
from random import Random
from typing import Any, TypeVar

from ..core.data import Source

W = TypeVar("W")


def read_weights(kind: type[W], source: Source, base: W | None = None) -> W:
    """The weights of a table: a dataclass of numbers and of pairs of numbers."""
    start = kind() if base is None else base
    names = [field.name for field in fields(start)]  # type: ignore[arg-type]
    source.only(*names)
    changes = {name: _value(source, name, getattr(start, name)) for name in names if name in source.data}
    return replace(start, **changes)  # type: ignore[type-var]


def read_sides(package: str, name: str, kinds: Mapping[str, type[W]]) -> dict[str, W]:
    """The weights of each side, from the file of that name. A file may build on another one: ``like = "recruit"``."""
    source = Source.read(package, f"weights/{name}.toml")
    source.only("like", "made", *kinds)
    source.get("made", str)
    bases = read_sides(package, source.get("like", str), kinds) if "like" in source.data else {}
    return {
        side: read_weights(kind, source.table(side), bases.get(side)) if side in source.data else bases[side]
        for side, kind in kinds.items()
    }


def jittered(weights: W, rng: Random, amount: float, kept: Collection[str] = ()) -> W:
    """The same weights, each a little more or less: ``amount`` is the standard deviation of their logarithms.

    Those that are ``kept`` stay as they are.
    """

    def varied(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(varied, value))
        return value * rng.lognormvariate(0.0, amount)

    names = [each.name for each in fields(weights) if each.name not in kept]  # type: ignore[arg-type]
    changes = {name: varied(getattr(weights, name)) for name in names}
    return replace(weights, **changes)  # type: ignore[type-var]


def _value(source: Source, name: str, like: Any) -> Any:
    value = source.data[name]
    if isinstance(like, tuple):
        if isinstance(value, list) and len(value) == len(like) and all(map(_is_number, value)):
            return tuple(map(float, value))
        raise source.error(name, f"is {value!r}; it must be a list of {len(like)} numbers")
    if not _is_number(value):
        raise source.error(name, f"is {value!r}; it must be a number")
    return float(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
