"""10.7, 11.0, 12.0, 10.18: which blocks may act: the conditions, each with its rule and what a player is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...core import Refusal
from ...core.conditions import Condition, first_failing
from ...core.sets import SpaceSet, members
from .facts import (
    ALL_OF,
    AREAS,
    COMMANDS,
    COMMANDS_ANY,
    FAST,
    HQS,
    LEADERS,
    NEAR,
    OPEN_TO,
    PANZER_GROUP_4,
    SIDE,
    TACTICAL,
    space_label,
    the_unit,
    unit_subject,
)
from .move_rules import EVERYWHERE, MOVE_INTO, QUIET_RULES, can_disengage, cannot_disengage, is_engaged, where
from .options import IGNORE_COLOURS, ZHUKOV_HOEPNER
from .ranges import all_deployed, everybody, in_boxes, in_range, recalled
from .state import Moscow41State

if TYPE_CHECKING:
    from .command import Command
    from .movement import Moving


def of_commanded_kind(state: Moscow41State, step: Command) -> SpaceSet:
    """10.2: the blocks that some activated HQ commands if they are near enough, and those in its area."""
    table = COMMANDS_ANY if state.optional & IGNORE_COLOURS else COMMANDS
    found = 0
    for hq in members(state.activated & TACTICAL):
        if AREAS >> state.where[hq] & 1:
            found |= table[hq] | state.at[state.where[hq]]
    return found


def of_no_kind(state: Moscow41State, step: Command, unit: int) -> str:
    name = unit_subject(unit)
    if HQS >> unit & 1:
        return f"{name} is an HQ, and no activated HQ is in its area."
    return f"{name} is not of the colour of an activated HQ, and none is in its area."


def out_of_range(state: Moscow41State, step: Command, unit: int) -> str:
    table = COMMANDS_ANY if state.optional & IGNORE_COLOURS else COMMANDS
    hqs = [hq for hq in members(state.activated & TACTICAL) if AREAS >> state.where[hq] & 1 and table[hq] >> unit & 1]
    return f"{unit_subject(unit)} is out of the range of {', '.join(the_unit(hq) for hq in hqs)}."


def told(text: str) -> Callable[[Moscow41State, Command, int], str]:
    """A sentence about the block."""
    return lambda state, step, unit: text.replace("{}", unit_subject(unit))


CommandCondition = Condition[Moscow41State, "Command"]
OWN: tuple[CommandCondition, ...] = (
    Condition(lambda state, step: ALL_OF[state.active], "10.7", told("That block is not yours."), implied=True),
    Condition(lambda state, step: ~LEADERS, "4.2.4", told("{} never moves."), implied=True),
    Condition(lambda state, step: state.on_map(state.active), "10.8", told("{} is not on the map."), implied=True),
    Condition(lambda state, step: ~state.isolated, "9.1", told("{} is isolated: it can neither move nor build.")),
    Condition(
        lambda state, step: ~(state.acted | state.activated), "10.7", told("{} has already acted in this impulse.")
    ),
    Condition(
        lambda state, step: where(not step.is_limit_reached(state)),
        "7.2.1",
        told("Your Logistics Value is used up: no more blocks can act."),
    ),
)
COMMANDED: tuple[CommandCondition, ...] = (  # 10.2, 10.3: in a Tactical Impulse
    *OWN,
    Condition(
        lambda state, step: ~in_boxes(state) if state.optional & ZHUKOV_HOEPNER else EVERYWHERE,
        "14.2",
        told("{} can be brought to the map only in a Pass or a Strategic Impulse."),
        implied=True,
    ),
    Condition(
        lambda state, step: ~in_boxes(state), "2.2", told("{} cannot leave the Road to Leningrad."), implied=True
    ),
    Condition(of_commanded_kind, "10.2", of_no_kind, implied=True),
    Condition(lambda state, step: in_range(state), "10.3", out_of_range),
)
ANYBODY: tuple[CommandCondition, ...] = (  # 11.0, 12.0, 14.2: in a Strategic Impulse or a Pass
    *OWN,
    Condition(
        lambda state, step: EVERYWHERE if state.optional & ZHUKOV_HOEPNER else ~in_boxes(state),
        "2.2",
        told("{} cannot leave the Road to Leningrad."),
        implied=True,
    ),
    Condition(
        lambda state, step: EVERYWHERE if all_deployed(state) else ~(in_boxes(state) & PANZER_GROUP_4),
        "14.2",
        told("{} stays on the road until all four blocks of the group have been deployed there."),
        implied=True,
    ),
    Condition(
        lambda state, step: everybody(state, state.active) | recalled(state),
        "14.2",
        lambda state, step, unit: f"There is no area where {the_unit(unit)} could be deployed.",
    ),
)
EXPLOITERS: tuple[CommandCondition, ...] = (  # 10.18
    *OWN,
    Condition(lambda state, step: FAST, "10.18", told("{} is slow; only fast blocks exploit.")),
    Condition(
        lambda state, step: everybody(state, state.active),
        "10.9",
        told("On the road there is no exploitation."),
    ),
)


def why_not_leave(state: Moscow41State, step: Moving) -> Refusal:
    """10.8: why a block that may act can do nothing: each adjacent area is barred to it, by one rule or by several."""
    here, name = state.where[step.unit], unit_subject(step.unit)
    if is_engaged(state, step) and not can_disengage(state, step):
        return Refusal("10.8", cannot_disengage(state, step, here))
    near = members(NEAR[here] & OPEN_TO[SIDE[step.unit]])
    refusals = {first_failing(MOVE_INTO[step.part], state, step, area).rule for area in near}
    words = {
        "2.7": "the areas that it can reach are full",
        "10.8.1": f"{step.points(state)} movement points are too few",
        **dict.fromkeys(QUIET_RULES.values(), "it may not engage now"),
    }
    why = " and ".join(dict.fromkeys(words[rule] for rule in sorted(refusals) if rule in words))
    rule = next(iter(refusals)) if len(refusals) == 1 else "10.8"
    return Refusal(rule, f"{name} cannot leave {space_label(here)}: {why}." if why else f"{name} cannot move.")
