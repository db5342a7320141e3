"""What the recruit cares about, by side and scenario: ``weights.toml``, read once and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from importlib.resources import files
from typing import Any

from ...core.data import Source
from ...games.moscow_41.facts import PLACES, SIDES

FILE = "weights.toml"
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
    urgent_at: float
    own_step: float
    enemy_step: float
    attack_at: float
    main_attack: float
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


def read_weights(source: Source) -> dict[str, dict[str, Weights]]:
    """The weights by side and scenario; every error names the key."""
    source.only("both", *SIDES)
    found: dict[str, dict[str, Weights]] = {}
    both = source.table("both")
    both.only(*KINDS)
    for side in SIDES:
        own = source.table(side)
        own.only(*KINDS, *SCENARIOS)
        found[side] = {}
        for scenario in SCENARIOS:
            special = own.table(scenario)
            special.only(*KINDS)
            found[side][scenario] = Weights(**{name: _value(name, [special, own, both]) for name in KINDS})
    return found


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


WEIGHTS = read_weights(Source.read_file(files(__package__) / FILE, f"bots/moscow_41/{FILE}"))
