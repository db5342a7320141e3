"""10.14 to 10.23 German mobile assaults: who may make one, and its launch."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action, Forecast, Refusal, Selection, Step
from ...core.sets import members
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
from .refusals import out_of_phase
from .state import DriveOnMoscowState
from .supply import german_net
from .words import AIR, CANCEL, FIGHT


def assault_cost(here: int, hex: int) -> int:
    """10.12, 10.15: what entering the defenders' hex costs."""
    return 1 + ASSAULT_COST + (RIVER_COST if RIVER.of[here] >> hex & 1 else 0)


def may_assault(state: DriveOnMoscowState, units: int, here: int) -> bool:
    """10.14, 10.15, 10.17: whether this group can make a mobile assault at all, points apart."""
    if units & ~ASSAULTERS or not units & PANZERS or units & (state.assaulted | state.finished):
        return False
    return state.turn != state.november and bool(german_net(state) >> here & 1)


def assault_points(state: DriveOnMoscowState, units: int, hex: int) -> int:
    """5.3: the points that the group can use for an assault on this hex."""
    points = allowance(state, GERMAN, units)
    return max(points, guderian_points(state, units)) if SOUTH >> hex & 1 else points


def assault_hexes(state: DriveOnMoscowState, units: int, here: int) -> int:
    """10.16: the hexes that a group can assault from here."""
    near = LAND.of[here] & state.occupied(SOVIET) & ~MARSH
    if not near or not may_assault(state, units, here):
        return 0
    found = 0
    for hex in members(near):
        if assault_points(state, units, hex) >= assault_cost(here, hex):
            found |= 1 << hex
    return found


def why_no_assault(state: DriveOnMoscowState, units: int, here: int, hex: int) -> Refusal:
    """The one rule that forbids this mobile assault."""
    label = hex_label(hex)
    if units & ~ASSAULTERS:
        return Refusal("10.14", "Only German mechanized units make mobile assaults.")
    if state.turn == state.november:
        return Refusal("12.1", "No German attacks take place in the turn in which the November Offensive is declared.")
    if not state.occupied(SOVIET) >> hex & 1:
        return Refusal("10.15", f"There are no Soviet units in {label}.")
    if not BOARD.adjacent[here] >> hex & 1:
        return Refusal("10.15", f"{label} is not adjacent to {hex_label(here)}: move next to it first.")
    if not LAND.of[here] >> hex & 1:
        return Refusal("10.16", f"A reservoir lies between {hex_label(here)} and {label}.")
    if MARSH >> hex & 1:
        return Refusal("10.16", f"{label} is marsh: no mobile assault may be launched into it.")
    if not units & PANZERS:
        return Refusal("10.14", "A panzer division or panzer Kampfgruppe must take part.")
    if units & state.assaulted:
        return Refusal(
            "10.15", f"{units_label(state, units & state.assaulted)} already made a mobile assault in this phase."
        )
    if not german_net(state) >> here & 1:
        return Refusal("10.17", f"The units are out of supply in the launch hex {hex_label(here)}.")
    if units & state.far and not SOUTH >> hex & 1:
        return Refusal(
            "5.3", f"{label} is on the north sheet, where units that used the Guderian effect do not attack."
        )
    need = assault_cost(here, hex)
    return Refusal("10.15", f"The assault costs {need} movement points, more than the units have left.")


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

    def battle(self, state: DriveOnMoscowState) -> Battle:
        defenders = sum(1 << unit for unit in state.at(self.hex))
        return Battle(GERMAN, self.hex, self.launch, self.units, defenders, 0, (self.air, 0))

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
        if not SOUTH >> self.hex & 1:
            state.south &= ~self.units  # 5.3: they attack on the north sheet
        state.finish()
        join_battle(state, battle)

    def forecast(self, state: DriveOnMoscowState, action: Action | None, viewer: str | None) -> Forecast | None:
        return forecast(state, self.battle(state), GERMAN) if viewer == SIDES[GERMAN] else None

    def selection(self, state: DriveOnMoscowState) -> Selection:
        return Selection(tuple(unit_names(self.units)), (BOARD.names[self.hex],))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action == AIR:
            return Refusal("11.19", "You have no aircraft left this turn.")
        return out_of_phase(state, action)
