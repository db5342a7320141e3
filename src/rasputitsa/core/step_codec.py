"""Steps and fields of states as plain data, both ways.

The fields of a step say by their types what they hold (`Unit`, `Place`, `Units`, `Places`, `Card`, numbers, texts,
tuples, other frozen dataclasses). From these types a step is written with the names people know and read in again with
every name checked. The fields of a state that are `written` say the same by their kind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from .sets import members, set_of

Unit = Annotated[int, "unit"]
Place = Annotated[int, "place"]
Units = Annotated[int, "units"]
Places = Annotated[int, "places"]
Card = Annotated[int, "card"]
Cards = Annotated[int, "cards"]
Sides = Annotated[int, "sides"]
PlaceOrNone = Annotated[int, "place?"]  # 0 means none

Data = dict[str, Any]


class BadStepData(ValueError):
    """A piece of plain data that does not fit."""


@cache
def _hints(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _items(hint: Any, length: int) -> tuple[Any, ...]:
    """The types of a tuple's items: ``tuple[Unit, ...]`` may have any length, ``tuple[Unit, Place]`` has two."""
    args = get_args(hint)
    return args[:1] * length if args[-1] is Ellipsis else args


class StepCodec:
    """Writes and reads the steps of one game. ``units``, ``places``, ``cards`` and ``sides`` are names by number."""

    def __init__(
        self,
        units: Sequence[str],
        places: Sequence[str],
        steps: Sequence[type[Any]],
        cards: Sequence[str] = (),
        sides: Sequence[str] = (),
    ) -> None:
        self.units = list(units)
        self._names = {"unit": units, "place": places, "card": cards, "side": sides}
        self._numbers = {
            kind: {name: number for number, name in enumerate(names) if name} for kind, names in self._names.items()
        }
        self.steps = {step.__name__: step for step in steps}

    def write_step(self, step: object) -> Data:
        return {"step": type(step).__name__, **self._write_fields(step)}

    def read_step(self, data: object) -> Any:
        name = data.get("step") if isinstance(data, Mapping) else data
        if not isinstance(data, Mapping) or not isinstance(name, str) or name not in self.steps:
            raise BadStepData(f"there is no step {str(name)[:40]!r} (steps: {', '.join(self.steps)})")
        rest = {key: value for key, value in data.items() if key != "step"}
        return self._read_fields(self.steps[name], rest)

    def write(self, kind: Any, value: Any) -> Any:
        """A value of this kind as plain data."""
        return self._write(kind, value)

    def read(self, kind: Any, data: Any, where: str) -> Any:
        """The value of this kind that the data describes; else `BadStepData`, which says where."""
        return self._read(kind, data, where)

    def _write_fields(self, value: Any) -> Data:
        kind: Any = type(value)
        hints = _hints(kind)
        return {field.name: self._write(hints[field.name], getattr(value, field.name)) for field in fields(value)}

    def _write(self, hint: Any, value: Any) -> Any:
        if value is None:
            return None
        origin = get_origin(hint)
        if origin is Annotated:
            kind = hint.__metadata__[0]
            if kind in self._names:
                return self._name(kind, value)
            if kind.endswith("?"):
                return self._name(kind[:-1], value) if value else None
            return [self._name(kind[:-1], number) for number in members(value)]
        if origin is tuple:
            return [self._write(kind, item) for kind, item in zip(_items(hint, len(value)), value, strict=True)]
        if origin in (Union, UnionType):
            return self._write(next(arg for arg in get_args(hint) if arg is not NoneType), value)
        return self._write_fields(value) if is_dataclass(hint) else value

    def _read_fields(self, kind: Any, data: object) -> Any:
        hints = _hints(kind)
        names = [field.name for field in fields(kind)]
        if not isinstance(data, Mapping) or set(data) != set(names):
            raise BadStepData(f"{kind.__name__} needs exactly the keys {', '.join(names) or '(none)'}")
        return kind(**{name: self._read(hints[name], data[name], f"{kind.__name__}.{name}") for name in names})

    def _read(self, hint: Any, value: Any, where: str) -> Any:
        origin = get_origin(hint)
        if origin is Annotated:
            kind = hint.__metadata__[0]
            if kind in self._names:
                return self._number(kind, value, where)
            if kind.endswith("?"):
                return 0 if value is None else self._number(kind[:-1], value, where)
            numbers = [self._number(kind[:-1], item, where) for item in self._list(value, where)]
            if len(set(numbers)) != len(numbers):
                raise BadStepData(f"{where} names one {kind[:-1]} twice")
            return set_of(numbers)
        if origin is tuple:
            items = self._list(value, where)
            kinds = _items(hint, len(items))
            if len(kinds) != len(items):
                raise BadStepData(f"{where} must be a list of {len(kinds)}, not of {len(items)}")
            return tuple(self._read(kind, item, where) for kind, item in zip(kinds, items, strict=True))
        if origin in (Union, UnionType):
            if value is None and NoneType in get_args(hint):
                return None
            return self._read(next(arg for arg in get_args(hint) if arg is not NoneType), value, where)
        if is_dataclass(hint):
            return self._read_fields(hint, value)
        if type(value) is not hint:
            raise BadStepData(f"{where} must be of type {hint.__name__}, not {str(value)[:40]!r}")
        return value

    def _name(self, kind: str, number: int) -> str:
        names = self._names[kind]
        if not 0 <= number < len(names) or not names[number]:
            raise BadStepData(f"there is no {kind} with the number {number}")
        return names[number]

    def _number(self, kind: str, name: object, where: str) -> int:
        number = self._numbers[kind].get(name) if isinstance(name, str) else None
        if number is None:
            raise BadStepData(f"{where}: there is no {kind} {str(name)[:40]!r}")
        return number

    @staticmethod
    def _list(value: object, where: str) -> Sequence[Any]:
        if isinstance(value, str) or not isinstance(value, Sequence):
            raise BadStepData(f"{where} must be a list, not {str(value)[:40]!r}")
        return value
