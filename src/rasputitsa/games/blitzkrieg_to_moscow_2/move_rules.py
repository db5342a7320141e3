"""10.0: the conditions of a move. Of all that limits movement, the one rule is named that stops it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...core import Refusal
from ...core.conditions import Condition
from ...core.numbers import counted
from ...core.sets import contains, members, set_of, union
from .facts import (
    ALL_AREAS,
    ALL_OF,
    ALLOWANCE,
    BESIDE,
    BOARD,
    FIRST_HEX,
    FOREST,
    HEXES,
    HOME_SETS,
    HOMEWARD,
    LAND_HEXES,
    MARSH,
    MOUNTAIN,
    ROMANIA_GROUP,
    SIDE,
    STOPS,
    TITLES,
    UNITS,
    capital,
    space_label,
    unit_label,
    unit_labels,
)
from .reach import first_steps
from .refusals import ENEMY_AREAS, Conditions, Sentence, of_unit, units_in_play, units_that
from .state import BlitzkriegState
from .zones import zone_of

if TYPE_CHECKING:
    from .movement import Movement, Moving

LIMITS = ("9.4", "10.2.2", "10.2.3", "8.0", "10.2.6")  # zones, forest, marsh and mountain, enemies, water
NOTHING: tuple[str, ...] = ()


# Who moves.


def not_yours(state: BlitzkriegState, step: Movement, unit: int) -> str:
    return f"The {unit_label(unit)} is an enemy unit; this is the {TITLES[state.active]} Movement Phase."


def hemmed_in(state: BlitzkriegState, step: Any, unit: int) -> str:
    here = space_label(state.where[unit])
    return f"The {unit_label(unit)} is in an enemy zone of control, and so is every hex it could enter from {here}."


def surrounded(state: BlitzkriegState, step: Any, unit: int) -> str:
    return f"The {unit_label(unit)} is surrounded by enemy units in {space_label(state.where[unit])}."


CAN_LEAVE: Conditions = (  # of units that may move: whether there is anywhere to go
    Condition(
        units_that(lambda state, step, unit: first_steps(state, unit, False)),
        "8.0",
        surrounded,
        implied=True,
        quotation="never in the same hex",
    ),
    Condition(lambda state, step: set_of(step.movers(state)), "9.4", hemmed_in, quotation="not directly for another"),
)
MAY_MOVE: Conditions = (
    Condition(lambda state, step: ALL_OF[state.active], "5.0", not_yours, implied=True),
    units_in_play("10.0"),
    Condition(
        lambda state, step: ~step.moved,
        "10.0",
        of_unit("The {} has already moved in this phase."),
        implied=True,
        quotation="may move once in your Movement Phase",
    ),
    Condition(
        lambda state, step: ~ROMANIA_GROUP if state.turn == 1 else -1,
        "10.0",
        of_unit("The {} cannot move on turn 1: it begins in Romania."),
        implied=True,
        quotation="begin in Romania",
    ),
    *CAN_LEAVE,
)


# Where to.


def of_mover(sentence: str) -> Sentence:
    """A sentence about the unit that moves."""
    return lambda state, step, space: sentence.replace("{}", unit_label(step.unit))


def already_there(state: BlitzkriegState, step: Moving, space: int) -> str:
    return f"The {unit_label(step.unit)} is already in {space_label(space)}."


def enemies_there(state: BlitzkriegState, step: Moving, space: int) -> str:
    return f"There are enemy units in {space_label(space)}: {unit_labels(state.at[space])}."


def not_reached(state: BlitzkriegState, step: Moving, space: int) -> Refusal:
    return why_not_reached(state, step.unit, space, step.points, not step.begun(state))


MOVE_TO: Conditions = (
    Condition(lambda state, step: ~(1 << state.where[step.unit]), "10.1", already_there, implied=True),
    ENEMY_AREAS,
    Condition(
        lambda state, step: ~ALL_AREAS | HOME_SETS[step.unit],
        "10.4",
        of_mover("The {} may enter only its own rear area."),
        implied=True,
        quotation="only the one of its code",
    ),
    Condition(
        lambda state, step: ~ALL_AREAS | step.ends(state) if state.where[step.unit] < FIRST_HEX else -1,
        "10.4",
        of_mover("The {} is already in a rear area."),
        implied=True,
        quotation="from one rear area to another",
    ),
    Condition(
        lambda state, step: ~state.occupied[1 - SIDE[step.unit]],
        "8.0",
        enemies_there,
        implied=True,
        quotation="never in the same hex",
    ),
    Condition(lambda state, step: step.ends(state), "10.1", not_reached),
)


# What stops a unit on its way.


def reaches(
    state: BlitzkriegState, unit: int, goal: int, points: int, fresh_start: bool, ignored: tuple[str, ...] = NOTHING
) -> bool:
    """Whether a unit could get to a space if some of the `LIMITS` did not hold."""
    here, enemy = state.where[unit], 1 - SIDE[unit]
    zone = 0 if "9.4" in ignored else zone_of(state, enemy)
    enemies = 0 if "8.0" in ignored else state.occupied[enemy]
    stops = STOPS[unit] | zone
    if "10.2.2" in ignored:
        stops &= ~FOREST | zone
    if "10.2.3" in ignored:
        stops &= ~(MARSH | MOUNTAIN) | zone
    beside = around if "10.2.6" in ignored else BESIDE.__getitem__
    near = step(unit, 1 << here, beside) & ~enemies
    if fresh_start and zone >> here & 1:
        near &= ~zone
    seen = near
    for _ in range(points - 1):
        near = step(unit, near & HEXES & ~stops, beside) & ~enemies & ~seen
        seen |= near
    return bool(points and seen >> goal & 1)


def around(space: int) -> int:
    """The land hexes beside a space, those across water included."""
    return BOARD.adjacent[space] & LAND_HEXES


def step(unit: int, spaces: int, beside: Callable[[int], int]) -> int:
    """The spaces next to any of these, the unit's own rear area included."""
    return union(beside(space) | HOMEWARD[space] & HOME_SETS[unit] for space in members(spaces))


def why_not_reached(state: BlitzkriegState, unit: int, goal: int, points: int, fresh_start: bool) -> Refusal:
    """The rule that keeps a unit from a space which it cannot get to."""
    name, where, here = f"the {unit_label(unit)}", space_label(goal), state.where[unit]
    if not reaches(state, unit, goal, points, fresh_start, LIMITS):
        return too_far(state, unit, goal, points, fresh_start)
    rule = stopping_rule(state, unit, goal, points, fresh_start)
    adjacent = contains(BOARD.adjacent[here], goal)
    if rule == "9.4" and adjacent:
        reason = f"{name} cannot go directly from one enemy zone of control into another."
        return Refusal(rule, capital(reason), "not directly for another")
    if rule == "9.4":
        reason = f"{name} must stop in an enemy zone of control on the way to {where}."
        return Refusal(rule, capital(reason), "enters an EZOC must stop")
    if rule == "10.2.2":
        return Refusal(
            rule, capital(f"{name} must stop in a forest on the way to {where}."), "enters a forest must stop"
        )
    if rule == "10.2.3":
        reason = f"{name} must stop in a marsh or mountain hex on the way to {where}."
        return Refusal(rule, capital(reason), "must stop")
    if rule == "8.0":
        return Refusal(rule, f"Enemy units block the way to {where}.", "never in the same hex")
    if rule == "10.2.6":
        reason = f"There is only water between {space_label(here)} and {where}."
        return Refusal(rule, reason if adjacent else f"Water blocks the way to {where}.", "cross a hexside")
    return Refusal("10.1", capital(f"{name} has {hexes(points)} left, and every way to {where} takes more."))


def stopping_rule(state: BlitzkriegState, unit: int, goal: int, points: int, fresh_start: bool) -> str:
    """The limit without which the unit would get there; or else one that would stop it even alone."""
    for rule in LIMITS:
        if reaches(state, unit, goal, points, fresh_start, (rule,)):
            return rule
    for rule in LIMITS:
        others = tuple(other for other in LIMITS if other != rule)
        if not reaches(state, unit, goal, points, fresh_start, others):
            return rule
    return ""


def too_far(state: BlitzkriegState, unit: int, goal: int, points: int, fresh_start: bool) -> Refusal:
    """10.1; 10.3 where it would be near enough in good weather."""
    name, where = f"the {unit_label(unit)}", space_label(goal)
    lost = UNITS[unit].movement - ALLOWANCE[state.turn][unit]
    if lost > 0 and reaches(state, unit, goal, points + lost, fresh_start, LIMITS):
        words = "In mud" if state.weather == "mud" else "In snow and thaw"
        reason = f"{where} is too far in {state.weather}: {name} has {hexes(points)} left."
        return Refusal("10.3", capital(reason), words)
    return Refusal(
        "10.1", capital(f"{where} is too far: {name} has {hexes(points)} left."), "up to its movement allowance"
    )


def hexes(number: int) -> str:
    return counted(number, "hex", "hexes")
