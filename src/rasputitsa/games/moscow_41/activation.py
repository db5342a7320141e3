"""10.1, 10.17: which HQs are activated, and how they are deactivated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ...core import Action, Fate, Kind
from ...core.conditions import Condition, passing, where
from ...core.sets import SpaceSet, contains, members, set_of
from .facts import (
    AIR_HQS,
    ALL_OF,
    BOARD,
    HQS,
    LENINGRAD,
    ROAD_SET,
    SIDES,
    TACTICAL,
    ZHUKOV,
    space_label,
    unit_subject,
)
from .move_rules import ACTIVATING
from .movement import Moving, reveal_hq, stars
from .reach import can_leave
from .refusals import Conditions, RuledStep, about_block, own_blocks
from .remarks import of_hqs
from .state import Moscow41State
from .words import ACTIVATE, DONE


def exhausted_air_hqs(state: Moscow41State) -> SpaceSet:
    """10.5: the Luftwaffe HQs at the heart."""
    return set_of(hq for hq in members(AIR_HQS) if not state.strength[hq])


def stuck(state: Moscow41State) -> SpaceSet:
    """10.1: the active player's HQs among enemies that cannot disengage."""
    engaged = state.blocks_in(state.contested) & HQS & ALL_OF[state.active]
    return set_of(hq for hq in members(engaged) if not can_leave(state, hq, False))


def without_command(state: Moscow41State, step: object, hq: int) -> str:
    return f"{unit_subject(hq)} has no command function in {space_label(state.where[hq])}."


CAN_BE_ACTIVATED: Conditions = (
    Condition(lambda state, step: HQS, "10.1", about_block("{block} is not an HQ.")),
    Condition(own_blocks, "10.1", about_block("That HQ is not yours.")),
    Condition(lambda state, step: state.on_map(state.active), "10.1", about_block("{block} is not on the map.")),
    Condition(
        lambda state, step: ~(state.activated | state.acted), "10.1", about_block("{block} is already activated.")
    ),
    Condition(lambda state, step: ~state.isolated, "9.1", about_block("{block} is isolated and cannot be activated.")),
    Condition(
        lambda state, step: ~exhausted_air_hqs(state),
        "10.5",
        about_block("{block} is exhausted: a Luftwaffe HQ cannot be activated then."),
    ),
    Condition(
        lambda state, step: ~AIR_HQS | where(state.activated & TACTICAL),
        "10.0",
        about_block("{block} can be activated only after a Tactical HQ."),
    ),
    Condition(lambda state, step: ~(1 << ZHUKOV) | where(state.where[ZHUKOV] != LENINGRAD), "14.2", without_command),
    Condition(
        lambda state, step: ~stuck(state),
        "10.1",
        about_block("{block} cannot disengage into a friendly, uncontested area."),
    ),
)
DONE_ACTIVATING: Conditions = (
    Condition(
        lambda state, step: where(state.activated & TACTICAL or not can_be_activated(state)),
        "10.0",
        lambda state, step, number: "A Tactical Impulse needs at least one activated Tactical HQ.",
    ),
)


def can_be_activated(state: Moscow41State) -> SpaceSet:
    """10.1, 10.5: not isolated, in an area or, for Hoepner, on the road; an exhausted Luftwaffe HQ never."""
    return passing(CAN_BE_ACTIVATED, state, None)


@dataclass(frozen=True, slots=True)
class Activation(RuledStep):
    """10.1: which HQs are activated? At least one must be a Tactical HQ."""

    rule = "10.1"
    labels: ClassVar[dict[str, str]] = {"done": "No more HQs"}
    always_ask = True
    first = "Activate HQs first; blocks are commanded in the next segment."

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        if not state.activated & TACTICAL:
            return "Activate at least one Tactical HQ."
        return "Activate another HQ, or go on to the Command Segment."

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return {"activate": CAN_BE_ACTIVATED, "done": DONE_ACTIVATING}.get(verb, ())

    def actions(self, state: Moscow41State) -> list[Action]:
        found = [ACTIVATE[hq] for hq in members(can_be_activated(state))]
        if state.activated & TACTICAL or not found:
            found.append(DONE)
        return found

    def remarks(self, state: Moscow41State) -> dict[Action, str]:
        return of_hqs(state, can_be_activated(state))

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "done":
            state.finish()
            return
        hq = action.number
        if contains(ROAD_SET, state.where[hq]):  # 10.9: Hoepner stays in his box
            state.acted |= 1 << hq
            reveal_hq(state, hq)
        else:
            state.push(Moving(hq, 0, ACTIVATING, False, False))


# Deactivation: 10.17.


def deactivate(state: Moscow41State) -> None:
    """10.17: every activated HQ is reduced and concealed; an exhausted one is destroyed."""
    for hq in members(state.activated):
        if state.reduce(hq):
            state.remove(hq, False, "10.17")
        elif state.events is not None:
            text = f"{unit_subject(hq)} is deactivated, {stars(state, hq)}."
            spaces = [BOARD.names[state.where[hq]]]
            state.emit_blocks(Kind.LOSS, text, "10.17", [hq], Fate.REDUCED, None, spaces)
    state.revealed &= ~state.activated
    state.activated = 0
