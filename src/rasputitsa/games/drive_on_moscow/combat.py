"""11.0 Prepared assaults: choose a hex, name the attackers, fight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Forecast, PlayerWarning, Refusal, Selection, Step
from ...core.conditions import EVERYTHING, Condition, passing, where
from ...core.numbers import counted
from ...core.sets import contains, members, set_of, union
from ...core.step_codec import Place, Units
from ...core.warnings import notice
from .battle import Battle
from .facts import (
    BARRED_FROM_MARSH,
    BOARD,
    GERMAN,
    HEXES,
    LAND,
    MARSH,
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
from .refusals import Conditions, about_hex, about_unit, out_of_phase, told, yours
from .remarks import of_attack
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


def may_attack(state: DriveOnMoscowState) -> bool:
    """12.1: the Germans do not in the turn in which they declare the November Offensive."""
    return state.active == SOVIET or state.turn != state.november


def supplied_hexes(state: DriveOnMoscowState) -> int:
    """8.5: the hexes from which the active side may attack; Soviet units may from all."""
    return state.occupied(state.active) & (german_net(state) if state.active == GERMAN else HEXES)


def not_all_attacked(state: DriveOnMoscowState, about: object) -> int:
    """11.3, 11.27: all hexes but those whose units have all been attacked in this phase."""
    attacked = {state.where[unit] for unit in members(state.defended)}
    return ~set_of(hex for hex in attacked if not fresh_defenders(state, hex))


def with_able_attackers(state: DriveOnMoscowState, about: object) -> int:
    """11.13: all hexes but the marsh next to which there are only units that may not attack into it."""
    near = MARSH & state.occupied(1 - state.active) & land_spread(ready_hexes(state, state.active))
    return ~set_of(hex for hex in members(near) if not passing(CAN_ATTACK[:-1], state, Attack(hex, 0, 0)))


def with_attackers(state: DriveOnMoscowState, about: object) -> int:
    """5.3: all hexes but those of the north sheet next to which all units used the Guderian effect."""
    if not state.far:
        return EVERYTHING
    near = state.occupied(1 - state.active) & land_spread(ready_hexes(state, state.active)) & ~SOUTH
    return ~set_of(hex for hex in members(near) if not attackers(state, hex))


TARGETS: Conditions = (
    Condition(
        lambda state, step: where(may_attack(state)),
        "12.1",
        told("No German attacks take place in the turn in which the November Offensive is declared."),
    ),
    Condition(
        lambda state, step: state.occupied(1 - state.active),
        "11.0",
        lambda state, step, hex: f"There are no {TITLES[1 - state.active]} units in {hex_label(hex)}.",
    ),
    Condition(not_all_attacked, "11.3", about_hex("The units in {} have been attacked in this phase.")),
    Condition(
        lambda state, step: BOARD.spread(state.occupied(state.active)),
        "11.0",
        about_hex("None of your units is adjacent to {}."),
        implied=True,
    ),
    Condition(
        lambda state, step: land_spread(state.occupied(state.active)),
        "11.15",
        about_hex("A reservoir lies between your units and {}."),
        implied=True,
    ),
    Condition(
        lambda state, step: land_spread(supplied_hexes(state)),
        "8.5",
        about_hex("The units next to {} are out of supply and may not attack."),
        implied=True,
    ),
    Condition(
        lambda state, step: land_spread(ready_hexes(state, state.active)),
        "11.3",
        about_hex("All units next to {} have attacked in this phase."),
    ),
    Condition(
        with_able_attackers,
        "11.13",
        about_hex("{} is marsh: mechanized units other than cavalry may not attack into it."),
    ),
    Condition(
        with_attackers,
        "5.3",
        about_hex("The units next to {} used the Guderian effect and may not attack on the north sheet."),
    ),
)


def targets(state: DriveOnMoscowState) -> int:
    """11.0: the enemy hexes that can be attacked."""
    return passing(TARGETS, state, None)


def next_to(state: DriveOnMoscowState, hexes: int) -> int:
    """The units of the active side in these hexes."""
    return state.units_at(hexes & state.occupied(state.active))


def not_next_to(state: DriveOnMoscowState, step: Attack, unit: int) -> str:
    return f"The {unit_label(state, unit)} is not adjacent to {hex_label(step.hex)}."


def across_water(state: DriveOnMoscowState, step: Attack, unit: int) -> str:
    return f"A reservoir lies between {hex_label(state.where[unit])} and {hex_label(step.hex)}."


def barred_by_marsh(state: DriveOnMoscowState, step: Attack, unit: int) -> str:
    return f"{hex_label(step.hex)} is marsh: the {unit_label(state, unit)} may not attack into it."


CAN_ATTACK: Conditions = (
    yours("11.0"),
    Condition(lambda state, step: next_to(state, BOARD.adjacent[step.hex]), "11.2", not_next_to, implied=True),
    Condition(lambda state, step: next_to(state, LAND.of[step.hex]), "11.15", across_water, implied=True),
    Condition(lambda state, step: ~state.fought, "11.3", about_unit("The {} has attacked in this phase.")),
    Condition(
        lambda state, step: state.units_at(LAND.of[step.hex] & supplied_hexes(state)),
        "8.5",
        about_unit("The {} is out of supply and may not attack."),
    ),
    Condition(
        lambda state, step: ~BARRED_FROM_MARSH if contains(MARSH, step.hex) else EVERYTHING, "11.13", barred_by_marsh
    ),
    Condition(
        lambda state, step: EVERYTHING if contains(SOUTH, step.hex) else ~state.far,
        "5.3",
        about_unit("The {} used the Guderian effect and may not attack on the north sheet."),
    ),
)


def attackers(state: DriveOnMoscowState, hex: int) -> int:
    """11.2, 11.5: the units that can attack a hex."""
    return passing(CAN_ATTACK, state, Attack(hex, 0, 0))


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
    conditions_of = MappingProxyType({"attack": TARGETS})

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

    def unused(self, state: DriveOnMoscowState, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """11.4: hexes that could still be attacked."""
        hexes = set_of(action.number for action in actions if action.verb == "attack")
        if hexes:
            text = f"{counted(hexes.bit_count(), 'hex', 'hexes')} could still be attacked."
            yield notice("11.4", text, BOARD.names_of(hexes))

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
        if action.verb in ("unit", "fight", "air", "all"):
            return Refusal("11.4", "First choose the hex to attack.")
        return out_of_phase(state, action)


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
    conditions_of = MappingProxyType({"unit": CAN_ATTACK})

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

    def remarks(self, state: DriveOnMoscowState) -> dict[Action, str]:
        return of_attack(state, state.active, self.air)

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
        elif not contains(SOUTH, self.hex):
            state.south &= ~battle.attackers  # 5.3: they attack on the north sheet
        state.finish()
        join_battle(state, battle)

    def forecast(self, state: DriveOnMoscowState, action: Action | None, viewer: str | None) -> Forecast | None:
        if viewer != self.actor(state):
            return None  # nothing has been announced yet
        units, air, can = self.units, self.air, attackers(state, self.hex)
        if action is not None and action.verb == "unit" and contains(can, action.number):
            units ^= 1 << action.number
        elif action == ALL:
            units = can
        elif action == AIR and air < state.aircraft(state.active):
            air += 1
        return forecast(state, Attack(self.hex, units, air).battle(state), side_of(viewer)) if units else None

    def selection(self, state: DriveOnMoscowState) -> Selection:
        return Selection(tuple(unit_names(self.units)), (BOARD.names[self.hex],))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action == FIGHT and self.units:
            return Refusal("12.1", "Stalin orders more units to attack: name those that have no other target.")
        if action == FIGHT:
            return Refusal("11.5", "Name at least one attacker first.")
        if action == ALL:
            return Refusal("11.5", "All units that can attack have already been named.")
        if action == AIR:
            return Refusal("11.19", "You have no further aircraft this turn.")
        if action in (DONE,) or action.verb == "attack":
            return Refusal("11.4", "Fight this battle or call it off first.")
        return out_of_phase(state, action)
