"""6.3 Rail moves, and the evacuation of Odessa by sea (15.2.2)."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from ...core import Action, Fate, Kind, Refusal, Selection, Step
from ...core.conditions import Condition, passing
from ...core.sets import contains, members, set_of
from ...core.step_codec import Units
from .facts import (
    ALL_AREAS,
    AREAS_OF,
    BOARD,
    CITIES,
    FIRST_HEX,
    GERMAN,
    HOME_SETS,
    ODESSA,
    SEVASTOPOL,
    SIDE,
    SIDES,
    SOVIET,
    TANKS,
    TITLES,
    legal_stack,
    space_label,
    unit_label,
    unit_labels,
    unit_names,
)
from .net import supply_net
from .options import ODESSA_RULE
from .reach import may_move
from .refusals import ENEMY_AREAS, Conditions, of_space, of_unit, out_of_phase, own_units
from .state import BlitzkriegState
from .words import CANCEL, LOAD, MOVE, UNLOAD

TO_A_CITY = "to a supplied friendly city"


def stations(state: BlitzkriegState, side: int) -> int:
    """6.3.3: friendly cities in supply."""
    return supply_net(state, side)[0]


def sea_lift(state: BlitzkriegState, by_sea: bool) -> bool:
    """15.2.2: whether infantry in Odessa may go to Sevastopol by sea."""
    if not by_sea or not ODESSA_RULE.is_on(state.options) or state.active != SOVIET:
        return False
    both = 1 << ODESSA | 1 << SEVASTOPOL
    return state.cities_of(SOVIET) & both == both


def destinations(state: BlitzkriegState, units: int, by_sea: bool) -> int:
    """Where these units, which are together, may go by rail."""
    first = units.bit_length() - 1
    side, origin = SIDE[first], state.where[first]
    cities = stations(state, side)
    found = 0
    if origin < FIRST_HEX:
        found = cities
    elif contains(cities, origin):
        found = cities & ~(1 << origin) | HOME_SETS[first]
    if origin == ODESSA and not units & TANKS and sea_lift(state, by_sea):
        found |= 1 << SEVASTOPOL
    return found


def eligible(state: BlitzkriegState, side: int, by_sea: bool) -> int:
    """6.3.1: the units in a rear area or in a supplied city that have somewhere to go."""
    cities = stations(state, side)
    found = 0
    if cities:
        for area in AREAS_OF[side]:
            found |= state.at[area]
        for city in members(cities & state.occupied[side]):
            found |= state.at[city]
    if state.turn == 1 and side == GERMAN:
        found = set_of(unit for unit in members(found) if may_move(state, unit))
    if sea_lift(state, by_sea) and contains(state.occupied[SOVIET], ODESSA):
        found |= state.at[ODESSA] & ~TANKS
    return found


def rail_possible(state: BlitzkriegState, side: int, by_sea: bool) -> bool:
    return bool(eligible(state, side, by_sea))


class RailMoved(NamedTuple):
    """A rail move has been made; whether it was the free one."""

    free: bool


# The conditions of loading a unit, and of where it may go.


def not_with_the_others(state: BlitzkriegState, step: RailMove, unit: int) -> str:
    return f"With the {unit_label(unit)} they would not be a legal stack."


def not_eligible(state: BlitzkriegState, step: RailMove, unit: int) -> Refusal:
    """6.3.1: why a unit cannot move by rail at all."""
    name = f"The {unit_label(unit)}"
    if state.where[unit] == ODESSA and contains(TANKS, unit) and sea_lift(state, step.by_sea):
        return Refusal("15.2.2", f"{name} is not infantry.", "cannot be evacuated")
    if not may_move(state, unit):
        return Refusal("6.3.1", f"{name} cannot move by rail on turn 1.", "on turn 1")
    if state.where[unit] in AREAS_OF[state.active]:
        return Refusal("6.3.3", "You have no supplied city to move to.", "to a supplied friendly city")
    return Refusal(
        "6.3.1", f"{name} is neither in a rear area nor in a supplied city.", "from a city that is in supply"
    )


def fitting(state: BlitzkriegState, step: RailMove) -> int:
    """6.3.2, 8.2: the units that would form a legal stack with those that are loaded."""
    if not step.loaded:
        return -1
    there = state.at[step.origin(state)]
    return set_of(unit for unit in members(there) if legal_stack(state.active, step.loaded | 1 << unit))


LOAD_UNIT: Conditions = (
    own_units("6.3"),
    Condition(lambda state, step: ~step.loaded, "6.3.2", of_unit("The {} has already been loaded.")),
    Condition(lambda state, step: eligible(state, state.active, step.by_sea), "6.3.1", not_eligible),
    Condition(
        lambda state, step: 0 if step.loaded and state.active == GERMAN else -1,
        "6.3.2",
        of_unit("One unit has already been loaded."),
        quotation="carries one unit",
    ),
    Condition(
        lambda state, step: state.at[step.origin(state)] if step.loaded else -1,
        "6.3.2",
        of_unit("The {} is not in the same place as the others."),
        implied=True,
        quotation="from start to finish",
    ),
    Condition(fitting, "8.2", not_with_the_others, quotation="no more than two infantry"),
)


def by_ship(state: BlitzkriegState, step: RailMove) -> int:
    """15.2.2: Sevastopol, if the loaded units may go there by sea; else nowhere."""
    return destinations(state, step.loaded, step.by_sea) & 1 << SEVASTOPOL if step.by_sea else 0


def can_be_left(state: BlitzkriegState, step: RailMove) -> int:
    """Everywhere, if the loaded units are in a rear area or in a supplied city; else where the sea leads."""
    origin = step.origin(state)
    on_rail = origin < FIRST_HEX or contains(stations(state, state.active), origin)
    return -1 if on_rail else by_ship(state, step)


MOVE_BY_RAIL: Conditions = (
    Condition(
        lambda state, step: -1 if step.loaded else 0,
        "6.3",
        of_space("First choose the units that move by rail."),
        implied=True,
    ),
    Condition(
        lambda state, step: ~(1 << step.origin(state)), "6.3.3", of_space("The units are already in {}."), implied=True
    ),
    ENEMY_AREAS,
    Condition(
        lambda state, step: ~ALL_AREAS if step.origin(state) < FIRST_HEX else -1,
        "6.3.3",
        of_space("{} is a rear area too."),
        implied=True,
        quotation="no rail moves between rear areas",
    ),
    Condition(
        lambda state, step: CITIES | ALL_AREAS,
        "6.3.3",
        of_space("{} is not a city."),
        implied=True,
        quotation=TO_A_CITY,
    ),
    Condition(
        lambda state, step: state.cities_of(state.active) | ALL_AREAS,
        "6.3.3",
        of_space("{} is controlled by the enemy."),
        implied=True,
        quotation=TO_A_CITY,
    ),
    Condition(
        lambda state, step: stations(state, state.active) | ALL_AREAS | by_ship(state, step),
        "6.3.3",
        of_space("{} cannot trace a supply line."),
        implied=True,
        quotation=TO_A_CITY,
    ),
    Condition(
        can_be_left,
        "6.3.3",
        lambda state, step, space: f"{space_label(step.origin(state))} cannot trace a supply line.",
        implied=True,
        quotation=TO_A_CITY,
    ),
    Condition(
        lambda state, step: destinations(state, step.loaded, step.by_sea) if step.loaded else 0,
        "6.3.3",
        of_space("{} is not the rear area of this unit."),
        quotation="only to the one of its code",
    ),
)


@dataclass(frozen=True, slots=True)
class RailMove(Step[BlitzkriegState]):
    """6.3: which units go by rail, and where? One German unit; Soviet units that form a legal stack."""

    loaded: Units
    free: bool  # the free Soviet rail move, not one by card
    by_sea: bool  # whether the evacuation of Odessa is possible (15.2.2)

    rule = "6.3"
    lies_on = ("Logistics",)
    conditions_of = MappingProxyType({"load": LOAD_UNIT, "move": MOVE_BY_RAIL})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[state.active]

    def text(self, state: BlitzkriegState) -> str:
        if not self.loaded:
            return "Choose a unit to move by rail."
        more = ", or more units to move with it" if self.candidates(state) else ""
        return f"{unit_labels(self.loaded)} by rail: choose where to{more}."

    def candidates(self, state: BlitzkriegState) -> int:
        return passing(LOAD_UNIT, state, self)

    def origin(self, state: BlitzkriegState) -> int:
        """Where the loaded units are."""
        return state.where[self.loaded.bit_length() - 1]

    def actions(self, state: BlitzkriegState) -> list[Action]:
        found = [LOAD[unit] for unit in members(self.candidates(state))]
        if self.loaded:
            found += [UNLOAD[unit] for unit in members(self.loaded)]
            found += [MOVE[space] for space in members(destinations(state, self.loaded, self.by_sea))]
        if self.free:
            found.append(CANCEL)
        return found

    def auto_advance(self, state: BlitzkriegState) -> bool:
        """A choice of one is not asked."""
        if self.free:
            return False
        actions = [action for action in self.actions(state) if action.verb != "unload"]
        if len(actions) > 1:
            return False
        if actions:
            self.take(state, actions[0])
        else:
            state.finish()
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action.verb == "load":
            state.replace(RailMove(self.loaded | 1 << action.number, self.free, self.by_sea))
            return
        if action.verb == "unload":
            state.replace(RailMove(self.loaded & ~(1 << action.number), self.free, self.by_sea))
            return
        if action.verb == "move":
            self.move(state, action.number)
        state.finish(None if action is CANCEL else RailMoved(self.free))

    def selection(self, state: BlitzkriegState) -> Selection:
        return Selection(tuple(unit_names(self.loaded)))

    def move(self, state: BlitzkriegState, goal: int) -> None:
        units = self.loaded
        unit = units.bit_length() - 1
        origin = state.where[unit]
        cities = stations(state, state.active)
        sails = origin == ODESSA and goal == SEVASTOPOL and not (contains(cities, origin) and contains(cities, goal))
        if state.events is not None:
            how, rule = ("by sea", "15.2.2") if sails else ("by rail", "6.3.3")
            way = f"from {space_label(origin)} to {space_label(goal)}"
            several = units & (units - 1)
            who = f"{TITLES[state.active]} {unit_labels(units)} move" if several else f"{unit_label(unit)} moves"
            text = f"The {who} {how} {way}."
            spaces = [BOARD.names[origin], BOARD.names[goal]]
            fates = state.fates(units, Fate.MOVED, goal)
            state.emit(Kind.MOVE, text, rule, SIDES[state.active], spaces, fates)
        for unit in members(units):
            if goal < FIRST_HEX:
                state.go_home(unit, goal)
            else:
                state.enter(unit, goal)
                if sails:
                    state.spend(unit, "it came by sea", "15.2.2")

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "unload":
            return Refusal("6.3.2", f"The {unit_label(action.number)} has not been loaded.")
        if action == CANCEL:
            return Refusal("7.0", "The card has been played for a rail move.", "cannot be taken back")
        return out_of_phase(state, action)
