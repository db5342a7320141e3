"""11.0 Combat: choosing attacks, one after another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple, Protocol

from ...core import Action, Forecast, Kind, Mark, PlayerWarning, Refusal, Selection, Step
from ...core.numbers import counted
from ...core.sets import contains, members, set_of
from ...core.step_codec import Place, Places, Unit, Units
from ...core.warnings import notice
from .attack_rules import ATTACK_HEX, ATTACK_WITH, CHOOSE_TARGET, JOIN_ATTACK, PLAY_ACTIVATION
from .battle import Battle, adjacent_units, attack_text, column, column_name, event_fields, hexes_beside
from .cards import (
    Activate,
    CardPlay,
    CardStep,
    activation_fits,
    ask_again,
    asking_again,
    could_react,
    keep_quiet,
)
from .facts import BESIDE, BOARD, CORPS, SIDES, space_label, unit_label, unit_labels, unit_names
from .forecast import forecast, strongest_defence
from .overstacking import RemoveExcess
from .refusals import (
    out_of_phase,
)
from .state import BlitzkriegState
from .words import ASK, ATTACK, CANCEL, DONE, FIGHT, QUIET, WITH, WITHOUT


class Target(NamedTuple):
    """What a unit that was chosen first attacks."""

    unit: int
    hex: int


@dataclass(frozen=True, slots=True)
class Combat(CardStep):
    """11.0: which hex is attacked next? Activation may be played before the first attack (7.1)."""

    attacked: Units  # those that have attacked in this phase
    defended: Units  # those that have been attacked

    rule = "11.0"
    labels = MappingProxyType({"with": "Attack with the {}"})
    roles = MappingProxyType({"with": "main"})
    conditions_of = MappingProxyType({"attack": ATTACK_HEX, "with": ATTACK_WITH, "card": PLAY_ACTIVATION})

    def player(self, state: BlitzkriegState) -> int:
        return state.active

    def fits(self, state: BlitzkriegState) -> int:
        return 0 if self.attacked else activation_fits(state)

    def effect(self, state: BlitzkriegState, card: int, function: str) -> None:
        state.push(Activate())

    def text(self, state: BlitzkriegState) -> str:
        return "Choose a hex to attack or a unit that attacks, or end the phase."

    def unused(self, state: BlitzkriegState, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """11.1: hexes that could still be attacked."""
        hexes = set_of(action.number for action in actions if action.verb == "attack")
        if hexes:
            text = f"{counted(hexes.bit_count(), 'hex', 'hexes')} could still be attacked."
            yield notice("11.1", text, BOARD.names_of(hexes))

    def targets(self, state: BlitzkriegState) -> int:
        """11.1: enemies next to a unit that has not attacked, in a hex where nobody has been attacked yet."""
        side = state.active
        near = hexes_beside(state, state.in_play(side) & ~self.attacked)
        return near & state.occupied[1 - side] & ~self.attacked_hexes(state)

    def attacked_hexes(self, state: BlitzkriegState) -> int:
        """Where the units are that have been attacked."""
        return set_of(state.where[unit] for unit in members(self.defended))

    def attackers(self, state: BlitzkriegState) -> list[int]:
        """The units that have not attacked and are next to somebody they could attack."""
        targets = self.targets(state)
        return [
            unit
            for unit in members(state.in_play(state.active) & ~self.attacked)
            if self.targets_of(state, unit, targets)
        ]

    def targets_of(self, state: BlitzkriegState, unit: int, targets: int) -> int:
        """Those of the targets that are next to a unit."""
        return BESIDE[state.where[unit]] & targets

    def name_attackers(self, state: BlitzkriegState, hex: int) -> NameAttackers:
        """The question who attacks a hex, with everybody who may."""
        return NameAttackers(hex, 0, adjacent_units(state, state.in_play(state.active) & ~self.attacked, hex), 0)

    def resume(self, state: BlitzkriegState, result: Battle | Target | CardPlay) -> None:
        """An attack has been ordered, the target of a unit has been chosen, or a card is being played."""
        if isinstance(result, Target):
            state.push(self.name_attackers(state, result.hex).with_units(1 << result.unit))
        elif isinstance(result, Battle):
            state.replace(Combat(self.attacked | result.attackers, self.defended | result.defenders))
            state.push(RemoveExcess(result))
        else:
            self.resume_play(state, result)

    def actions(self, state: BlitzkriegState) -> list[Action]:
        targets = self.targets(state)
        found = self.cards(state)
        found += [ATTACK[hex] for hex in members(targets)]
        found.append(DONE)
        if not targets:
            found.append(QUIET)
        found += asking_again(state, state.active)
        return found + [WITH[unit] for unit in self.attackers(state)]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action.verb == "attack":
            state.push(self.name_attackers(state, action.number))
        elif action.verb == "with":
            state.push(ChooseTarget(action.number, self.targets_of(state, action.number, self.targets(state))))
        elif action.verb == "card":
            self.play(state, action.number)
        elif action is ASK:
            ask_again(state, state.active)
        else:
            if action is QUIET:
                keep_quiet(state, state.active)
            state.finish()

    def auto_advance(self, state: BlitzkriegState) -> bool:
        """Where no enemy can be attacked and no card played the phase is over."""
        if self.targets(state) or could_react(state, state.active, self.fits(state)):
            return False
        state.finish()
        return True

    def forecast(self, state: BlitzkriegState, action: Action | None, viewer: str | None) -> Forecast | None:
        if action is None or action.verb != "attack" or not contains(self.targets(state), action.number):
            return None
        return forecast(state, full_attack(state, self, action.number), state.at[action.number] & state.fresh)

    def marks(self, state: BlitzkriegState) -> dict[Action, Mark]:
        return {ATTACK[hex]: odds_mark(state, full_attack(state, self, hex)) for hex in members(self.targets(state))}

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return out_of_phase(state, action)


class Attacking(Protocol):
    """A step that attacks come from: the Combat Phase, or a tank action (12.0)."""

    def name_attackers(self, state: BlitzkriegState, hex: int) -> NameAttackers:
        """The question who attacks a hex, with everybody who may."""


def full_attack(state: BlitzkriegState, step: Attacking, hex: int) -> Battle:
    """The attack by everybody who could join, the defence not chosen yet."""
    return Battle(hex, step.name_attackers(state, hex).available, state.at[hex], 0, 0)


def odds_mark(state: BlitzkriegState, battle: Battle) -> Mark:
    """The odds of a combat, for a badge."""
    odds = column(state, strongest_defence(battle, battle.defenders & state.fresh))
    badge = column_name(odds)
    if odds < 1:
        return Mark(badge, "the attack would fail against an active defence", "bad")
    return Mark(badge, f"{counted(battle.attackers.bit_count(), 'unit')} against an active defence")


@dataclass(frozen=True, slots=True)
class ChooseTarget(Step[BlitzkriegState]):
    """11.0: which hex does the unit attack that was chosen first?"""

    unit: Unit
    targets: Places  # the hexes next to it that can be attacked

    rule = "11.0"
    lies_on = ("Combat",)
    conditions_of = MappingProxyType({"attack": CHOOSE_TARGET})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[state.active]

    def text(self, state: BlitzkriegState) -> str:
        return f"Which hex does the {unit_label(self.unit)} attack?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [*(ATTACK[hex] for hex in members(self.targets)), CANCEL]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        state.finish(None if action is CANCEL else Target(self.unit, action.number))

    def selection(self, state: BlitzkriegState) -> Selection:
        return Selection(tuple(unit_names(1 << self.unit)), ())

    def alone(self, state: BlitzkriegState, hex: int) -> Battle:
        """The attack by this unit alone, the defence not chosen yet."""
        return Battle(hex, 1 << self.unit, state.at[hex], 0, 0)

    def forecast(self, state: BlitzkriegState, action: Action | None, viewer: str | None) -> Forecast | None:
        if action is None or action.verb != "attack" or not contains(self.targets, action.number):
            return None
        return forecast(state, self.alone(state, action.number), state.at[action.number] & state.fresh)

    def marks(self, state: BlitzkriegState) -> dict[Action, Mark]:
        return {ATTACK[hex]: odds_mark(state, self.alone(state, hex)) for hex in members(self.targets)}

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb in ("with", "card", "done"):
            return Refusal("11.0", f"First choose the hex that the {unit_label(self.unit)} attacks, or cancel.")
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class NameAttackers(Step[BlitzkriegState]):
    """11.2: which units take part in this attack?"""

    hex: Place
    units: Units
    available: Units  # the units next to the hex that may attack it
    tank_actions: int  # how many tank actions there are for it (12.1, 12.2); 0 in the Combat Phase

    rule = "11.2"
    lies_on = ("Combat", "TankAction")
    conditions_of = MappingProxyType({"with": JOIN_ATTACK})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[state.active]

    def text(self, state: BlitzkriegState) -> str:
        return f"Which units attack {unit_labels(state.at[self.hex])} in {space_label(self.hex)}?"

    def candidates(self, state: BlitzkriegState) -> int:
        """The units that may still join.

        12.1 to 12.3: by tank action one tank unit alone, two with Blitz!, or mechanized corps in the same hex.
        """
        found = self.available & ~self.units
        if not self.tank_actions or not self.units:
            return found
        if self.units & CORPS:
            together = state.at[state.where[self.units.bit_length() - 1]]
            return found & CORPS & together
        return found & ~CORPS if self.units.bit_count() < self.tank_actions else 0

    def actions(self, state: BlitzkriegState) -> list[Action]:
        found = [WITH[unit] for unit in members(self.candidates(state))]
        found += [WITHOUT[unit] for unit in members(self.units)]
        if self.units:
            found.append(FIGHT)
        found.append(CANCEL)
        return found

    def with_units(self, units: int) -> NameAttackers:
        return NameAttackers(self.hex, units, self.available, self.tank_actions)

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action.verb == "with":
            state.replace(self.with_units(self.units | 1 << action.number))
        elif action.verb == "without":
            state.replace(self.with_units(self.units & ~(1 << action.number)))
        elif action is FIGHT:
            battle = Battle(self.hex, self.units, state.at[self.hex], 0, 0)
            if state.events is not None:
                text = f"{attack_text(self.units)} {unit_labels(battle.defenders)} in {space_label(self.hex)}."
                state.emit(Kind.ATTACK, text, "11.3", *event_fields(state, battle))
            state.finish(battle)
        else:
            state.finish()

    def selection(self, state: BlitzkriegState) -> Selection:
        return Selection(tuple(unit_names(self.units)), (BOARD.names[self.hex],))

    def forecast(self, state: BlitzkriegState, action: Action | None, viewer: str | None) -> Forecast | None:
        units = self.units
        if action is not None and action.verb == "with":
            units |= self.candidates(state) & 1 << action.number
        elif action is not None and action.verb == "without":
            units &= ~(1 << action.number)
        if not units:
            return None
        defenders = state.at[self.hex]
        return forecast(state, Battle(self.hex, units, defenders, 0, 0), defenders & state.fresh)

    def marks(self, state: BlitzkriegState) -> dict[Action, Mark]:
        defenders = state.at[self.hex]
        return {
            WITH[unit]: odds_mark(state, Battle(self.hex, self.units | 1 << unit, defenders, 0, 0))
            for unit in members(self.candidates(state))
        }

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action == FIGHT:
            return Refusal("11.2", "An attack needs at least one unit.")
        if action.verb == "without":
            return Refusal("11.2", f"The {unit_label(action.number)} is not one of the attackers.")
        if action.verb in ("attack", "done", "unit", "move"):
            reason = f"First make or cancel the attack on {space_label(self.hex)}."
            return Refusal("11.2", reason, "A combat is against one hex")
        return out_of_phase(state, action)
