"""10.7, 11.0, 12.0, 10.18: which blocks may act: the conditions, each with its rule and what a player is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import Refusal
from ...core.conditions import EVERYTHING, Condition, first_failing, where
from ...core.sets import SpaceSet, contains, members
from .facts import (
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
from .move_rules import MOVE_INTO, QUIET_RULES, can_disengage, cannot_disengage, is_engaged
from .options import IGNORE_COLOURS, ZHUKOV_HOEPNER
from .ranges import eligible_blocks, in_boxes, in_range
from .recall import all_deployed, recalled
from .refusals import Conditions, about_block, own_blocks
from .state import Moscow41State

if TYPE_CHECKING:
    from .command import Command
    from .movement import Moving


def of_commanded_kind(state: Moscow41State, step: Command) -> SpaceSet:
    """10.2: the blocks that some activated HQ commands if they are near enough, and those in its area."""
    table = COMMANDS_ANY if state.optional & IGNORE_COLOURS else COMMANDS
    found = 0
    for hq in members(state.activated & TACTICAL):
        if contains(AREAS, state.where[hq]):
            found |= table[hq] | state.at[state.where[hq]]
    return found


def of_no_kind(state: Moscow41State, step: Command, unit: int) -> str:
    name = unit_subject(unit)
    if contains(HQS, unit):
        return f"{name} is an HQ, and no activated HQ is in its area."
    return f"{name} is not of the colour of an activated HQ, and none is in its area."


def out_of_range(state: Moscow41State, step: Command, unit: int) -> str:
    table = COMMANDS_ANY if state.optional & IGNORE_COLOURS else COMMANDS
    hqs = [
        hq
        for hq in members(state.activated & TACTICAL)
        if contains(AREAS, state.where[hq]) and contains(table[hq], unit)
    ]
    return f"{unit_subject(unit)} is out of the range of {', '.join(the_unit(hq) for hq in hqs)}."


OWN: Conditions = (
    Condition(own_blocks, "10.7", about_block("That block is not yours."), implied=True),
    Condition(lambda state, step: ~LEADERS, "4.2.4", about_block("{block} never moves."), implied=True),
    Condition(
        lambda state, step: state.on_map(state.active), "10.8", about_block("{block} is not on the map."), implied=True
    ),
    Condition(
        lambda state, step: ~state.isolated, "9.1", about_block("{block} is isolated: it can neither move nor build.")
    ),
    Condition(
        lambda state, step: ~(state.acted | state.activated),
        "10.7",
        about_block("{block} has already acted in this impulse."),
    ),
    Condition(
        lambda state, step: where(not step.is_limit_reached(state)),
        "7.2.1",
        about_block("Your Logistics Value is used up: no more blocks can act."),
    ),
)
COMMANDED: Conditions = (  # 10.2, 10.3: in a Tactical Impulse
    *OWN,
    Condition(
        lambda state, step: ~in_boxes(state) if state.optional & ZHUKOV_HOEPNER else EVERYTHING,
        "14.2",
        about_block("{block} can be brought to the map only in a Pass or a Strategic Impulse."),
        implied=True,
    ),
    Condition(
        lambda state, step: ~in_boxes(state),
        "2.2",
        about_block("{block} cannot leave the Road to Leningrad."),
        implied=True,
    ),
    Condition(of_commanded_kind, "10.2", of_no_kind, implied=True),
    Condition(lambda state, step: in_range(state), "10.3", out_of_range),
)
ANYBODY: Conditions = (  # 11.0, 12.0, 14.2: in a Strategic Impulse or a Pass
    *OWN,
    Condition(
        lambda state, step: EVERYTHING if state.optional & ZHUKOV_HOEPNER else ~in_boxes(state),
        "2.2",
        about_block("{block} cannot leave the Road to Leningrad."),
        implied=True,
    ),
    Condition(
        lambda state, step: EVERYTHING if all_deployed(state) else ~(in_boxes(state) & PANZER_GROUP_4),
        "14.2",
        about_block("{block} stays on the road until all four blocks of the group have been deployed there."),
        implied=True,
    ),
    Condition(
        lambda state, step: eligible_blocks(state, state.active) | recalled(state),
        "14.2",
        lambda state, step, unit: f"There is no area where {the_unit(unit)} could be deployed.",
    ),
)
EXPLOITERS: Conditions = (  # 10.18
    *OWN,
    Condition(lambda state, step: FAST, "10.18", about_block("{block} is slow; only fast blocks exploit.")),
    Condition(
        lambda state, step: eligible_blocks(state, state.active),
        "10.9",
        about_block("On the road there is no exploitation."),
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
