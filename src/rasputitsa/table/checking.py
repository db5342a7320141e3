"""Reading plain data into a dataclass: whether each field is of its declared type, and what is wrong if not.

A type may carry bounds: ``Annotated[str, Length(longest=64)]``. Keys that nobody declared are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
Kinds = dict[type, tuple[Any, ...]]
_NAMES: dict[Any, str] = {
    str: "str",
    int: "int",
    float: "float",
    bool: "bool",
    NoneType: "null",
    list: "array",
    dict: "object",
}


class Malformed(ValueError):
    """Data of another type than the declared one."""


@dataclass(frozen=True)
class Between:
    """The least and the greatest number."""

    least: int
    greatest: int

    def fault(self, value: int) -> str:
        if value < self.least:
            return f"Expected `int` >= {self.least}"
        return f"Expected `int` <= {self.greatest}" if value > self.greatest else ""


@dataclass(frozen=True)
class Length:
    """How long a text or a list may be."""

    longest: int
    shortest: int = 0

    def fault(self, value: Sequence[Any]) -> str:
        kind = _NAMES[type(value)]
        if len(value) < self.shortest:
            return f"Expected `{kind}` of length >= {self.shortest}"
        return f"Expected `{kind}` of length <= {self.longest}" if len(value) > self.longest else ""


@dataclass(frozen=True)
class Matches:
    """The pattern that a text has."""

    pattern: str

    def fault(self, value: str) -> str:
        return "" if re.search(self.pattern, value) else f"Expected `str` matching regex {self.pattern!r}"


@dataclass(frozen=True)
class _OneOf:
    texts: tuple[str, ...]

    def fault(self, value: str) -> str:
        return "" if value in self.texts else f"Invalid enum value {value[:40]!r}"


@dataclass(frozen=True)
class _Each:
    """What each item of a list must be."""

    kinds: Kinds

    def fault(self, value: list[Any]) -> str:
        for item in value:
            if found := fault(self.kinds, item):
                return f"{found} in a list"
        return ""


class _Field(NamedTuple):
    name: str
    kinds: Kinds
    required: bool


def fault(kinds: Kinds, value: Any) -> str:
    """What is wrong with a value that may be of these types; "" if nothing is."""
    bounds = kinds.get(type(value))
    if bounds is None:
        expected = " | ".join(_NAMES[kind] for kind in kinds)
        return f"Expected `{expected}`, got `{_NAMES.get(type(value), 'something else')}`"
    for bound in bounds:
        found: str = bound.fault(value)
        if found:
            return found
    return ""


def read(kind: Callable[..., T], data: dict[str, Any]) -> T:
    """The data as an object of this dataclass; else `Malformed`."""
    values: dict[str, Any] = {}
    for name, kinds, required in _fields(kind):
        if name in data:
            value = values[name] = data[name]
            if found := fault(kinds, value):
                raise Malformed(f"{found} - at `$.{name}`")
        elif required:
            raise Malformed(f"Object missing required field `{name}`")
    return kind(**values)


def kinds_of(hint: Any) -> Kinds:
    """The types that a value of a declared type may have, each with its bounds."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return {kind: bounds for each in args for kind, bounds in kinds_of(each).items()}
    if origin is Annotated:
        bounds = tuple(each for each in args[1:] if hasattr(each, "fault"))
        return {kind: (*bounds, *inner) for kind, inner in kinds_of(args[0]).items()}
    if origin is Literal:
        return {str: (_OneOf(args),)}
    if origin is list:
        return {list: (_Each(kinds_of(args[0])),)}
    return {hint: ()}


@cache
def _fields(kind: Any) -> tuple[_Field, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(_Field(each.name, kinds_of(hints[each.name]), each.default is MISSING) for each in fields(kind))
