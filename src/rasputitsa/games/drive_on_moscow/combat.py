"""11.0 Prepared assaults: choose a hex, name the attackers, fight."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Forecast, Refusal, Selection, Step
from ...core.sets import members, union
from ...core.step_codec import Place, Units
from .battle import Battle
from .facts import (
    BARRED_FROM_MARSH,
    BOARD,
    GERMAN,
    LAND,
    MARSH,
    SIDE,
    SIDES,
    SOUTH,
    SOVIET,
    TITLES,
    hex_label,
    land_spread,
    unit_names,
)
from .fight import join_battle
from .fog import side_of
from .forecast import forecast
from .names import unit_label
from .refusals import out_of_phase
from .state import DriveOnMoscowState
from .supply import german_net
from .words import AIR, ALL, ATTACK, CANCEL, DONE, FIGHT, UNIT


def ready_hexes(state: DriveOnMoscowState, side: int) -> int:
    """The hexes with units that have not attacked yet; German ones must be supplied (8.5)."""
    found = state.occupied(side)
    if side == GERMAN:
        found &= german_net(state)
    if state.fought:
        for hex in {state.where[unit] for unit in members(state.fought)}:
            if found >> hex & 1 and all(state.fought >> unit & 1 for unit in state.stacks[hex]):
                found &= ~(1 << hex)
    return found


def fresh_defenders(state: DriveOnMoscowState, hex: int) -> int:
    """11.3, 11.27: the units of a hex that have not been attacked in this phase."""
    return sum(1 << unit for unit in state.at(hex) if not state.defended >> unit & 1)


def targets(state: DriveOnMoscowState) -> int:
    """11.0: the enemy hexes that can be attacked."""
    side = state.active
    if side == GERMAN and state.turn == state.november:
        return 0  # 12.1
    found = state.occupied(1 - side) & land_spread(ready_hexes(state, side))
    if state.defended:
        for hex in {state.where[unit] for unit in members(state.defended)}:
            if found >> hex & 1 and not fresh_defenders(state, hex):
                found &= ~(1 << hex)
    for hex in members(found & (MARSH | ~SOUTH if state.turn == 1 else MARSH)):
        if not attackers(state, hex):
            found &= ~(1 << hex)
    return found


def attackers(state: DriveOnMoscowState, hex: int) -> int:
    """11.2, 11.5: the units that can attack a hex: adjacent, not across a reservoir, not into marsh if mechanized."""
    side = state.active
    found = 0
    near = LAND.of[hex] & state.occupied(side)
    if side == GERMAN:
        near &= german_net(state)
    for other in members(near):
        for unit in state.stacks[other]:
            found |= 1 << unit
    found &= ~state.fought
    if MARSH >> hex & 1:
        found &= ~BARRED_FROM_MARSH
    if state.turn == 1 and side == GERMAN and not SOUTH >> hex & 1:
        found &= ~state.far  # 5.3
    return found


def too_few(state: DriveOnMoscowState, hex: int, units: int) -> bool:
    """12.1: whether an attack by these units would leave fewer than Stalin orders, though more could be launched."""
    short = state.ordered - state.launched
    if state.active != SOVIET or short <= 0:
        return False
    elsewhere = union(attackers(state, other) for other in members(targets(state) & ~(1 << hex)))
    possible = elsewhere | attackers(state, hex)
    return (units | elsewhere).bit_count() < min(short, possible.bit_count())


@dataclass(frozen=True, slots=True)
class Combat(Step[DriveOnMoscowState]):
    """11.4: choose the next hex to attack, or end the phase."""

    rule = "11.4"

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: DriveOnMoscowState) -> str:
        if self.short_of(state) > 0:
            done = f"{state.launched} of {state.ordered}"
            return f"Spoiling attacks: {done} units have been launched. Choose a hex to attack."
        return "Choose a hex to attack, or end the phase."

    def short_of(self, state: DriveOnMoscowState) -> int:
        """12.1: how many units must still be launched."""
        return state.ordered - state.launched if state.active == SOVIET else 0

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        found = [ATTACK[hex] for hex in members(targets(state))]
        if self.short_of(state) <= 0:
            found.append(DONE)
        return found

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        """Where nothing can be attacked the phase is over; a last hex that must be attacked is not asked for (12.1)."""
        found = targets(state)
        if not found:
            state.finish()
            return True
        if found & (found - 1) or self.short_of(state) <= 0:
            return False
        state.push(Attack(found.bit_length() - 1, 0, 0))
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action.verb == "attack":
            state.push(Attack(action.number, 0, 0))
        else:
            state.finish()

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action == DONE:
            return Refusal("12.1", f"Stalin orders {self.short_of(state)} more units to attack while any of them can.")
        if action.verb == "attack":
            return why_not_target(state, action.number)
        if action.verb in ("unit", "fight", "air", "all"):
            return Refusal("11.4", "First choose the hex to attack.")
        return out_of_phase(state, action)


def why_not_target(state: DriveOnMoscowState, hex: int) -> Refusal:
    side, label = state.active, hex_label(hex)
    if not state.occupied(1 - side) >> hex & 1:
        return Refusal("11.0", f"There are no {TITLES[1 - side]} units in {label}.")
    if not fresh_defenders(state, hex):
        return Refusal("11.3", f"The units in {label} have been attacked in this phase.")
    near = LAND.of[hex] & state.occupied(side)
    if not near:
        if BOARD.adjacent[hex] & state.occupied(side):
            return Refusal("11.15", f"A reservoir lies between your units and {label}.")
        return Refusal("11.0", f"None of your units is adjacent to {label}.")
    if side == GERMAN and not near & german_net(state):
        return Refusal("8.5", f"The units next to {label} are out of supply and may not attack.")
    if not near & ready_hexes(state, side):
        return Refusal("11.3", f"All units next to {label} have attacked in this phase.")
    if MARSH >> hex & 1:
        return Refusal("11.13", f"{label} is marsh: mechanized units other than cavalry may not attack into it.")
    return Refusal("5.3", f"The units next to {label} used the Guderian effect and may not attack on the north sheet.")


@dataclass(frozen=True, slots=True)
class Attack(Step[DriveOnMoscowState]):
    """11.5: name the attackers, commit aircraft (11.19), and fight or call it off (11.6)."""

    hex: Place
    units: Units
    air: int

    rule = "11.5"
    labels = MappingProxyType({"all": "All units that can attack"})
    roles = MappingProxyType({"unit": "toggle"})
    lies_on = ("Combat",)

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: DriveOnMoscowState) -> str:
        return f"Which units attack {hex_label(self.hex)}?"

    def public_text(self, state: DriveOnMoscowState) -> str:
        return f"The {TITLES[state.active]} player is preparing an attack."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        can = attackers(state, self.hex)
        found = [UNIT[unit] for unit in members(can)]
        if can & ~self.units:
            found.append(ALL)
        if self.units and not too_few(state, self.hex, self.units):
            found.append(FIGHT)
        if self.air < state.aircraft(state.active):
            found.append(AIR)
        found.append(CANCEL)
        return found

    def battle(self, state: DriveOnMoscowState) -> Battle:
        defenders = fresh_defenders(state, self.hex)
        others = sum(1 << unit for unit in state.at(self.hex)) & ~defenders
        side = state.active
        air = (self.air, 0) if side == GERMAN else (0, self.air)
        return Battle(side, self.hex, 0, self.units, defenders, others, air)

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action.verb == "unit":
            state.replace(Attack(self.hex, self.units ^ 1 << action.number, self.air))
        elif action is ALL:
            state.replace(Attack(self.hex, attackers(state, self.hex), self.air))
        elif action is AIR:
            state.replace(Attack(self.hex, self.units, self.air + 1))
        elif action is CANCEL:
            state.finish()
        else:
            self.launch(state)

    def launch(self, state: DriveOnMoscowState) -> None:
        battle = self.battle(state)
        state.fought |= battle.attackers
        state.defended |= battle.defenders
        if battle.attacker == SOVIET:
            state.launched += battle.attackers.bit_count() if state.ordered else 0
        elif not SOUTH >> self.hex & 1:
            state.south &= ~battle.attackers  # 5.3: they attack on the north sheet
        state.finish()
        join_battle(state, battle)

    def forecast(self, state: DriveOnMoscowState, action: Action | None, viewer: str | None) -> Forecast | None:
        if viewer != self.actor(state):
            return None  # nothing has been announced yet
        units, air, can = self.units, self.air, attackers(state, self.hex)
        if action is not None and action.verb == "unit" and can >> action.number & 1:
            units ^= 1 << action.number
        elif action == ALL:
            units = can
        elif action == AIR and air < state.aircraft(state.active):
            air += 1
        return forecast(state, Attack(self.hex, units, air).battle(state), side_of(viewer)) if units else None

    def selection(self, state: DriveOnMoscowState) -> Selection:
        return Selection(tuple(unit_names(self.units)), (BOARD.names[self.hex],))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb == "unit":
            return why_not_attacker(state, self.hex, action.number)
        if action == FIGHT and self.units:
            return Refusal("12.1", "Stalin orders more units to attack: name those that have no other target.")
        if action == FIGHT:
            return Refusal("11.5", "Name at least one attacker first.")
        if action == ALL:
            return Refusal("11.5", "All units that can attack have already been named.")
        if action == AIR:
            return Refusal("11.19", "You have no aircraft left this turn.")
        if action in (DONE,) or action.verb == "attack":
            return Refusal("11.4", "Fight this battle or call it off first.")
        return out_of_phase(state, action)


def why_not_attacker(state: DriveOnMoscowState, hex: int, unit: int) -> Refusal:
    name, label = f"The {unit_label(state, unit)}", hex_label(hex)
    here = state.where[unit]
    if SIDE[unit] != state.active:
        return Refusal("11.0", "That unit is not yours.")
    if not BOARD.adjacent[hex] >> here & 1:
        return Refusal("11.2", f"{name} is not adjacent to {label}.")
    if not LAND.of[hex] >> here & 1:
        return Refusal("11.15", f"A reservoir lies between {hex_label(here)} and {label}.")
    if state.fought >> unit & 1:
        return Refusal("11.3", f"{name} has attacked in this phase.")
    if SIDE[unit] == GERMAN and not german_net(state) >> here & 1:
        return Refusal("8.5", f"{name} is out of supply and may not attack.")
    if MARSH >> hex & 1 and BARRED_FROM_MARSH >> unit & 1:
        return Refusal("11.13", f"{label} is marsh: {name[0].lower()}{name[1:]} may not attack into it.")
    return Refusal("5.3", f"{name} used the Guderian effect and may not attack on the north sheet.")
