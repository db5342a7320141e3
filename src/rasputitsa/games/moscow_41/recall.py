"""14.2: Hoepner called off, Zhukov recalled: blocks on the Road to Leningrad that come to the map."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action, Fate, Kind, Selection
from ...core.conditions import EVERYTHING, Condition
from ...core.sets import SpaceSet, members, set_of
from ...core.step_codec import Unit
from .facts import (
    ALL_OF,
    AREAS,
    BOARD,
    MOSCOW,
    NEAR,
    PANZER_GROUP_4,
    POOL,
    SIDE,
    SIDES,
    TITLES,
    UNIT_NAMES,
    ZHUKOV,
    space_label,
    the_unit,
)
from .options import ZHUKOV_HOEPNER
from .ranges import in_boxes
from .refusals import ROOM, Conditions, RuledStep, about_area
from .state import Moscow41State
from .supply import network
from .words import AT, CANCEL


def recalled(state: Moscow41State) -> SpaceSet:
    """14.2: the blocks on the Road to Leningrad that may come to the map now."""
    if not state.optional & ZHUKOV_HOEPNER or not state.setting.road:
        return 0
    on_road = in_boxes(state)
    may_leave = 1 << ZHUKOV | (PANZER_GROUP_4 if all_deployed(state) else 0)
    found = on_road & may_leave & ALL_OF[state.active] & ~state.acted
    return set_of(unit for unit in members(found) if Recalling(unit).passing(state, "at"))


def all_deployed(state: Moscow41State) -> bool:
    """14.2: whether no block of the 4th Panzer Group is still to be deployed."""
    return not any(state.where[unit] == POOL for unit in members(PANZER_GROUP_4))


RECALL_TO: Conditions = (  # for Zhukov it is adjacent to Moscow
    Condition(lambda state, step: AREAS, "14.2", about_area("{unit} cannot be deployed in {area}."), implied=True),
    Condition(
        lambda state, step: NEAR[MOSCOW] if step.unit == ZHUKOV else EVERYTHING,
        "14.2",
        about_area("{area} is not adjacent to Moscow."),
    ),
    Condition(
        lambda state, step: state.controlled(SIDE[step.unit]),
        "14.2",
        about_area("You do not control {area}."),
        implied=True,
    ),
    Condition(lambda state, step: ~state.contested, "14.2", about_area("{area} is contested."), implied=True),
    Condition(lambda state, step: network(state, SIDE[step.unit]), "14.2", about_area("{area} is not in supply.")),
    ROOM,
)


@dataclass(frozen=True, slots=True)
class Recalling(RuledStep):
    """14.2: where does a block from the Road to Leningrad come to the map?"""

    unit: Unit

    rule = "14.2"
    lies_on = ("Command",)
    first = "Choose where the block is deployed, or cancel."

    def actor(self, state: Moscow41State) -> str:
        return SIDES[SIDE[self.unit]]

    def text(self, state: Moscow41State) -> str:
        return f"Where do you deploy {the_unit(self.unit)}?"

    def public_text(self, state: Moscow41State) -> str:
        return f"The {TITLES[SIDE[self.unit]]} player brings a block to the map."

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((UNIT_NAMES[self.unit],))

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return RECALL_TO if verb == "at" else ()

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(AT[area] for area in members(self.passing(state, "at"))), CANCEL]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.finish()
        if action.verb == "cancel":
            return
        area = action.number
        what, spaces = f"is deployed in {space_label(area)}", [BOARD.names[area]]
        state.emit_block(Kind.ARRIVAL, self.unit, what, "14.2", Fate.ARRIVED, area, spaces)
        state.acted |= 1 << self.unit
        if self.unit == ZHUKOV:
            state.zhukov_recalled = True
        state.put(self.unit, area)
