"""What a bot cares about, by side and scenario: the files in ``weights/``, read once and checked.

A file may build on another one, ``like = "recruit"``, and then says only what is different. ``recruit.toml`` says what
each weight is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from ...core.data import Source
from ...games.moscow_41.facts import PLACES, SIDES

SCENARIOS = ("campaign", "dnieper", "typhoon", "gasp")
HQ_LEVELS = 5  # the heart, then one to four stars


@dataclass(frozen=True, slots=True)
class Weights:
    """How a side weighs ground, losses and the tiring of its HQs. The data file says what each is."""

    goals: Mapping[str, float]
    fade: float
    goal: float
    victory_area: float
    area: float
    near_goal: float
    pull: float
    follow: float
    win: float
    close: float
    bar: float
    urgent_at: float
    own_step: float
    enemy_step: float
    attack_at: float
    main_attack: float
    assault_at: float
    unknown_dice: int
    unknown_fire: int
    unknown_steps: int
    cut: float
    encircle: float
    guard: float
    thin: float
    relief: float
    hold: float
    guards: int
    dear: float
    garrison: float
    crowding: float
    line: float
    wanted_line: float
    builder: float
    hq_cost: tuple[float, ...]
    lead: float
    march: float
    pause: float
    disc_from: int
    many_fresh: int
    some_fresh: int
    strategic_at: float
    exploit_at: float


KINDS = {field.name: field.type for field in fields(Weights)}
BySide = dict[str, dict[str, Weights]]  # by side and scenario


def read_weights(*sources: Source) -> BySide:
    """The weights by side and scenario, from a file and those that it builds on; every error names the key."""
    found: BySide = {side: {} for side in SIDES}
    for source in sources:
        source.only("like", "made", "both", *SIDES)
    for side in SIDES:
        for scenario in SCENARIOS:
            tables = [table for source in sources for table in _tables(source, side, scenario)]
            found[side][scenario] = Weights(**{name: _value(name, tables) for name in KINDS})
    return found


def _tables(source: Source, side: str, scenario: str) -> list[Source]:
    """The tables of a file for a side in a scenario, the special one first."""
    own, both = _table(source, side), _table(source, "both")
    special = _table(own, scenario)
    own.only(*KINDS, *SCENARIOS)
    for table in (special, both):
        table.only(*KINDS)
    return [special, own, both]


def _table(source: Source, name: str) -> Source:
    return source.table(name) if name in source.data else Source({}, source.file, name)


def _value(name: str, tables: list[Source]) -> Any:
    """A weight as the first table that has it gives it."""
    source = next((table for table in tables if name in table.data), tables[-1])
    if name == "goals":
        return _goals(source)
    if name == "hq_cost":
        costs: list[Any] = source.get(name, list)
        if len(costs) != HQ_LEVELS or not all(type(cost) in (int, float) for cost in costs):
            raise source.error(name, f"is {costs!r}; it must be {HQ_LEVELS} numbers")
        return tuple(map(float, costs))
    if KINDS[name] == "float":
        return _number(source, name)
    return source.get(name, int)


def _goals(source: Source) -> dict[str, float]:
    goals = source.table("goals")
    goals.only(*PLACES)
    return {place: _number(goals, place) for place in goals.data}


def _number(source: Source, name: str) -> float:
    value: Any = source.data.get(name)
    if type(value) not in (int, float):
        raise source.error(name, f"is {value!r}; it must be a number")
    return float(value)


@cache
def weights_of(name: str) -> BySide:
    """The weights of that name, from their file."""
    return read_weights(*_files(name))


def _files(name: str) -> list[Source]:
    source = Source.read(__package__, f"weights/{name}.toml")
    return [source, *(_files(source.get("like", str)) if "like" in source.data else [])]


WEIGHTS = weights_of("recruit")
