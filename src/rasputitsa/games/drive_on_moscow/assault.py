"""10.14 to 10.23 German mobile assaults: who may make one, and its launch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

from ...core import Action, Forecast, Refusal, Selection, Step
from ...core.conditions import EVERYTHING, Condition, passing, where
from ...core.sets import contains, members, set_of
from ...core.step_codec import Place, Units
from .battle import Battle
from .facts import (
    ASSAULT_COST,
    ASSAULTERS,
    BOARD,
    GERMAN,
    LAND,
    MARSH,
    PANZERS,
    RIVER,
    RIVER_COST,
    SIDES,
    SOUTH,
    SOVIET,
    hex_label,
    unit_names,
)
from .fight import join_battle
from .forecast import forecast
from .moves import begin_to_move, pay
from .names import units_label
from .reach import allowance, guderian_points
from .refusals import Conditions, about_hex, out_of_phase, told
from .remarks import of_attack
from .state import DriveOnMoscowState
from .supply import german_net
from .words import AIR, CANCEL, FIGHT


def assault_cost(here: int, hex: int) -> int:
    """10.12, 10.15: what entering the defenders' hex costs."""
    return 1 + ASSAULT_COST + (RIVER_COST if contains(RIVER.of[here], hex) else 0)


class InHand(Protocol):
    """Units that are together, most often a step with units in hand: `Moving`."""

    @property
    def units(self) -> int: ...


class Group(NamedTuple):
    """The same without a step."""

    units: int


def place_of(state: DriveOnMoscowState, units: int) -> int:
    """Where units are that are together."""
    return state.where[(units & -units).bit_length() - 1]


def assault_points(state: DriveOnMoscowState, units: int, hex: int) -> int:
    """5.3: the points that the group can use for an assault on this hex."""
    points = allowance(state, GERMAN, units)
    return max(points, guderian_points(state, units)) if contains(SOUTH, hex) else points


def affordable(state: DriveOnMoscowState, step: InHand) -> int:
    """10.15: the adjacent hexes for an assault on which the points suffice."""
    units, here = step.units, place_of(state, step.units)
    near = LAND.of[here] & state.occupied(SOVIET)
    return set_of(hex for hex in members(near) if assault_points(state, units, hex) >= assault_cost(here, hex))


def too_dear(state: DriveOnMoscowState, step: InHand, hex: int) -> str:
    need = assault_cost(place_of(state, step.units), hex)
    return f"The assault costs {need} movement points, more than the units have left."


def not_adjacent(state: DriveOnMoscowState, step: InHand, hex: int) -> str:
    here = place_of(state, step.units)
    return f"{hex_label(hex)} is not adjacent to {hex_label(here)}: move next to it first."


def across_water(state: DriveOnMoscowState, step: InHand, hex: int) -> str:
    return f"A reservoir lies between {hex_label(place_of(state, step.units))} and {hex_label(hex)}."


def assault_made(state: DriveOnMoscowState, step: InHand, hex: int) -> str:
    return f"{units_label(state, step.units & state.assaulted)} already made a mobile assault in this phase."


def launched_unsupplied(state: DriveOnMoscowState, step: InHand, hex: int) -> str:
    return f"The units are out of supply in the launch hex {hex_label(place_of(state, step.units))}."


CAN_ASSAULT: Conditions = (
    Condition(
        lambda state, step: where(not step.units & ~ASSAULTERS),
        "10.14",
        told("Only German mechanized units make mobile assaults."),
    ),
    Condition(
        lambda state, step: where(state.turn != state.november),
        "12.1",
        told("No German attacks take place in the turn in which the November Offensive is declared."),
    ),
    Condition(lambda state, step: state.occupied(SOVIET), "10.15", about_hex("There are no Soviet units in {}.")),
    Condition(
        lambda state, step: BOARD.adjacent[place_of(state, step.units)],
        "10.15",
        not_adjacent,
        implied=True,
    ),
    Condition(lambda state, step: LAND.of[place_of(state, step.units)], "10.16", across_water),
    Condition(
        lambda state, step: ~MARSH, "10.16", about_hex("{} is marsh: no mobile assault may be launched into it.")
    ),
    Condition(
        lambda state, step: where(step.units & PANZERS),
        "10.14",
        told("A panzer division or panzer Kampfgruppe must take part."),
    ),
    Condition(lambda state, step: where(not step.units & state.assaulted), "10.15", assault_made),
    Condition(
        lambda state, step: where(contains(german_net(state), place_of(state, step.units))),
        "10.17",
        launched_unsupplied,
    ),
    Condition(
        lambda state, step: SOUTH if step.units & state.far else EVERYTHING,
        "5.3",
        about_hex("{} is on the north sheet, where units that used the Guderian effect do not attack."),
        implied=True,
    ),
    Condition(affordable, "10.15", too_dear),
)


def assault_hexes(state: DriveOnMoscowState, step: InHand) -> int:
    """The hexes that the units in hand can assault from where they are."""
    return passing(CAN_ASSAULT, state, step)


@dataclass(frozen=True, slots=True)
class Assault(Step[DriveOnMoscowState]):
    """10.15: a mobile assault is announced: commit aircraft, fight, or call it off."""

    hex: Place
    launch: Place
    units: Units
    air: int

    rule = "10.15"
    lies_on = ("Moving",)

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: DriveOnMoscowState) -> str:
        return f"{units_label(state, self.units)}: mobile assault on {hex_label(self.hex)}?"

    def public_text(self, state: DriveOnMoscowState) -> str:
        return "The German player is moving units."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [FIGHT, *([AIR] if self.air < state.german_air else []), CANCEL]

    def remarks(self, state: DriveOnMoscowState) -> dict[Action, str]:
        return of_attack(state, GERMAN, self.air)

    def battle(self, state: DriveOnMoscowState, more: int = 0) -> Battle:
        """The battle, with so many aircraft more than are committed."""
        defenders = sum(1 << unit for unit in state.at(self.hex))
        return Battle(GERMAN, self.hex, self.launch, self.units, defenders, 0, (self.air + more, 0))

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action is AIR:
            state.replace(Assault(self.hex, self.launch, self.units, self.air + 1))
        elif action is CANCEL:
            state.finish()
        else:
            self.launch_it(state)

    def launch_it(self, state: DriveOnMoscowState) -> None:
        battle = self.battle(state)
        begin_to_move(state, self.units, self.launch)
        pay(state, self.units, assault_cost(self.launch, self.hex))
        state.assaulted |= self.units
        if not contains(SOUTH, self.hex):
            state.south &= ~self.units  # 5.3: they attack on the north sheet
        state.finish()
        join_battle(state, battle)

    def forecast(self, state: DriveOnMoscowState, action: Action | None, viewer: str | None) -> Forecast | None:
        more = int(action == AIR and self.air < state.german_air)
        return forecast(state, self.battle(state, more), GERMAN) if viewer == SIDES[GERMAN] else None

    def selection(self, state: DriveOnMoscowState) -> Selection:
        return Selection(tuple(unit_names(self.units)), (BOARD.names[self.hex],))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action == AIR:
            return Refusal("11.19", "You have no further aircraft this turn.")
        return out_of_phase(state, action)
