"""Whether plain data is what a declared type says, key by key: what mypy cannot see behind a cast is found here."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from rasputitsa.table.changes import Partial


def faults(value: Any, hint: Any, where: str = "") -> Iterator[str]:
    """Every place where the value is not what the type says: keys that it does not know, keys that are missing."""
    origin, args = get_origin(hint), get_args(hint)
    if hint is Any:
        yield f"{where}: anything could be there"
    elif origin is Annotated and isinstance(args[1], Partial):
        yield from _key_faults(value, args[1].kind, where, partial=True)
    elif origin in (NotRequired, Required, Annotated):
        yield from faults(value, args[0], where)
    elif origin in (Union, UnionType):
        yield from _union_faults(value, args, where)
    elif origin is Literal:
        if value not in args:
            yield f"{where}: {value!r} is none of {args}"
    elif is_typeddict(hint):
        yield from _key_faults(value, hint, where)
    elif origin is list or origin is tuple:
        if not isinstance(value, list | tuple):
            yield f"{where}: {value!r} is no list"
        else:
            for number, each in enumerate(value):
                yield from faults(each, args[0], f"{where}[{number}]")
    elif origin is dict:
        if not isinstance(value, dict) or not all(isinstance(key, args[0]) for key in value):
            yield f"{where}: {value!r} is no record"
        else:
            for key, each in value.items():
                yield from faults(each, args[1], f"{where}.{key}")
    elif issubclass(hint, Enum):
        if value not in list(hint):
            yield f"{where}: {value!r} is no {hint.__name__}"
    elif not isinstance(value, (int, float) if hint is float else hint) or (
        hint is not bool and isinstance(value, bool)
    ):
        yield f"{where}: {value!r} is no {hint.__name__}"


def _union_faults(value: Any, kinds: tuple[Any, ...], where: str) -> Iterator[str]:
    if value is None and NoneType in kinds:
        return
    tried = [list(faults(value, kind, where)) for kind in kinds if kind is not NoneType]
    if all(tried):
        yield from min(tried, key=len)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _key_faults(value: Any, kind: Any, where: str, partial: bool = False) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{where}: {value!r} is no {kind.__name__}"
        return
    hints = _hints(kind)
    for name in value.keys() - hints.keys():
        yield f"{where}: {kind.__name__} has no key {name!r}"
    for name, hint in hints.items():
        if name in value:
            yield from faults(value[name], hint, f"{where}.{name}")
        elif get_origin(hint) is not NotRequired and not partial:
            yield f"{where}: {kind.__name__} lacks {name!r}"


def check(value: Any, kind: Any) -> None:
    found = list(faults(value, kind, getattr(kind, "__name__", str(kind))))
    assert not found, found[:5]
