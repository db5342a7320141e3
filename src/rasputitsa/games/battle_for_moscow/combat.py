"""9.0 Combat: the attacks are declared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from ...core import Action, Forecast, Kind, Mark, PlayerWarning, Refusal, Selection, Step
from ...core.conditions import Condition
from ...core.numbers import counted
from ...core.sets import contains, members, set_of
from ...core.step_codec import Place, Places, Unit, Units
from ...core.warnings import notice
from .battle import Battle, attackers_title, event_fields, odds_mark
from .facts import ADJACENT, BOARD, SIDES, UNITS, space_label, unit_label
from .fight import ResolveBattles
from .forecast import forecast
from .refusals import VERBS, Conditions, of_hex, of_unit, out_of_phase, own_units, units_on_map, units_that
from .state import BattleForMoscowState
from .words import ATTACK, CANCEL, CHANGE, DECLARE, DONE, DROP, WITH, WITHOUT

# The conditions of each action.


def enemy_hexes(state: BattleForMoscowState, step: object) -> int:
    return state.occupied[1 - state.active]


def in_attacks(step: DeclareBattles) -> int:
    """The units that are part of an attack."""
    return set_of(unit for battle in step.battles for unit in battle.attackers)


NO_ENEMY: Condition[BattleForMoscowState, Any] = Condition(
    enemy_hexes, "9.0", of_hex("There is no enemy unit in {}."), implied=True
)
ATTACK_HEX: Conditions = (  # which enemy is attacked
    NO_ENEMY,
    Condition(
        lambda state, step: ~set_of([battle.hex for battle in step.battles]),
        "9.0",
        of_hex("An attack on {} has already been declared."),
        implied=True,
        quotation="more than once",
    ),
    Condition(
        lambda state, step: BOARD.spread(state.occupied[state.active]),
        "9.0",
        of_hex("None of your units is adjacent to {}."),
        implied=True,
        quotation="must be adjacent to it",
    ),
    Condition(
        lambda state, step: step.targets(state),
        "9.0",
        of_hex("All your units adjacent to {} are part of another attack."),
        quotation="more than once",
    ),
)
ATTACK_WITH: Conditions = (  # which unit attacks, if that is chosen first
    own_units("9.0"),
    Condition(
        lambda state, step: ~in_attacks(step),
        "9.0",
        of_unit("The {} is already part of an attack."),
        implied=True,
        quotation="more than once",
    ),
    units_on_map("9.0"),
    Condition(
        units_that(lambda state, step, unit: ADJACENT[state.where[unit]] & enemy_hexes(state, step)),
        "9.0",
        of_unit("The {} is not adjacent to an enemy unit."),
        implied=True,
        quotation="must be adjacent to it",
    ),
    Condition(
        lambda state, step: set_of(step.attackers(state)),
        "9.0",
        of_unit("Attacks on all enemy units adjacent to the {} have already been declared."),
        quotation="more than once",
    ),
)
CHOOSE_TARGET: Conditions = (  # what that unit attacks
    NO_ENEMY,
    Condition(
        lambda state, step: ADJACENT[state.where[step.unit]],
        "9.0",
        lambda state, step, hex: f"{space_label(hex)} is not adjacent to the {unit_label(step.unit)}.",
        implied=True,
        quotation="must be adjacent to it",
    ),
    Condition(
        lambda state, step: step.targets,
        "9.0",
        of_hex("An attack on {} has already been declared; change that attack instead."),
        quotation="more than once",
    ),
)
JOIN_ATTACK: Conditions = (  # who takes part in an attack
    own_units("9.0"),
    Condition(lambda state, step: ~set_of(step.attackers), "9.0", of_unit("The {} is already part of this attack.")),
    units_on_map("9.0"),
    Condition(
        units_that(lambda state, step, unit: contains(ADJACENT[step.hex], state.where[unit])),
        "9.0",
        lambda state, step, unit: f"The {unit_label(unit)} is not adjacent to {space_label(step.hex)}.",
        implied=True,
        quotation="must be adjacent to it",
    ),
    Condition(
        lambda state, step: step.available,
        "9.0",
        of_unit("The {} is already part of another attack."),
        quotation="more than once",
    ),
)


# Declaring the attacks.


class Target(NamedTuple):
    """What a unit that was chosen first attacks."""

    unit: int
    hex: int


@dataclass(frozen=True, slots=True)
class DeclareBattles(Step[BattleForMoscowState]):
    """9.0: the attacker declares all attacks before the first battle is resolved."""

    battles: tuple[Battle, ...]

    rule = "9.0"
    labels = MappingProxyType({"done": "Begin the fighting", "with": "Attack with the {}"})
    short_labels = MappingProxyType({"change": "Change", "drop": "Call off"})
    roles = MappingProxyType({"with": "main"})
    conditions_of = MappingProxyType({"attack": ATTACK_HEX, "with": ATTACK_WITH})

    def label(self, verb: str) -> str:
        return "No attacks" if verb == "done" and not self.battles else self.labels.get(verb, "")

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: BattleForMoscowState) -> str:
        if self.battles:
            return "Declare another attack, or begin the fighting."
        return "Declare your attacks: choose an enemy unit or one of your own, or make no attack."

    def uncommitted(self, state: BattleForMoscowState) -> int:
        """The hexes of the units that are not part of an attack yet."""
        busy = set_of(state.where[unit] for battle in self.battles for unit in battle.attackers)
        return state.occupied[state.active] & ~busy

    def targets(self, state: BattleForMoscowState) -> int:
        """The hexes of enemy units that can still be attacked."""
        attacked = set_of([battle.hex for battle in self.battles])
        return BOARD.spread(self.uncommitted(state)) & state.occupied[1 - state.active] & ~attacked

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        found = [ATTACK[hex] for hex in members(self.targets(state))]
        for battle in self.battles:
            found += [CHANGE[battle.hex], DROP[battle.hex]]
        found.append(DONE)
        return found + [WITH[unit] for unit in self.attackers(state)]

    def unused(self, state: BattleForMoscowState, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """9.0: units that could still attack."""
        units = [action.number for action in actions if action.verb == "with"]
        if units:
            text = f"{counted(len(units), 'unit')} could still attack."
            yield notice("9.0", text, BOARD.names_of(set_of(state.where[unit] for unit in units)))

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        if action is DONE:
            if state.events is not None:
                self.emit_battles(state)
            state.replace(ResolveBattles(self.battles))
        elif action.verb == "drop":
            left = DeclareBattles(tuple(battle for battle in self.battles if battle.hex != action.number))
            state.replace(left)
        elif action.verb == "with":
            near = ADJACENT[state.where[action.number]]
            state.push(ChooseTarget(action.number, near & self.targets(state)))
        else:
            self.name_attackers(state, action.number, self.attackers_of(action.number))

    def attackers(self, state: BattleForMoscowState) -> list[int]:
        """The units that can still attack: not part of an attack, and adjacent to a possible target."""
        near = members(BOARD.spread(self.targets(state)) & self.uncommitted(state))
        return [state.unit_at(state.active, hex) for hex in near]

    def attackers_of(self, hex: int) -> tuple[int, ...]:
        """The units that have been declared to attack a hex."""
        return next((battle.attackers for battle in self.battles if battle.hex == hex), ())

    def name_attackers(self, state: BattleForMoscowState, hex: int, chosen: tuple[int, ...]) -> None:
        state.push(NameAttackers(hex, chosen, self.candidates(state, hex)))

    def candidates(self, state: BattleForMoscowState, hex: int) -> int:
        """The units adjacent to a hex that are not part of an attack yet, or are part of the one on this hex."""
        near = members(ADJACENT[hex] & self.uncommitted(state))
        return set_of((*(state.unit_at(state.active, near_hex) for near_hex in near), *self.attackers_of(hex)))

    def resume(self, state: BattleForMoscowState, result: Battle | Target) -> None:
        """An attack has been declared or changed, or the target of a unit has been chosen."""
        if isinstance(result, Target):
            self.name_attackers(state, result.hex, (result.unit,))
            return
        others = tuple(battle for battle in self.battles if battle.hex != result.hex)
        state.replace(DeclareBattles((*others, result)))

    def auto_advance(self, state: BattleForMoscowState) -> bool:
        """Where no enemy can be attacked the phase is over."""
        if self.battles or self.targets(state):
            return False
        state.finish()
        return True

    def emit_battles(self, state: BattleForMoscowState) -> None:
        for battle in self.battles:
            text = f"Attack on {space_label(battle.hex)}: {attackers_title(battle.attackers)}."
            state.emit(Kind.ATTACK, text, "9.0", *event_fields(state, battle))

    def forecast(self, state: BattleForMoscowState, action: Action | None, viewer: str | None) -> Forecast | None:
        if action is None or action.verb not in ("attack", "change", "drop"):
            return None
        battle = self.battle_at(state, action.number)
        return forecast(state, battle) if battle else None

    def battle_at(self, state: BattleForMoscowState, hex: int) -> Battle | None:
        """The battle declared at a hex, or the one with every unit that could still attack it."""
        declared = next((battle for battle in self.battles if battle.hex == hex), None)
        if declared is not None or not contains(self.targets(state), hex):
            return declared
        return Battle(hex, tuple(members(self.candidates(state, hex))))

    def marks(self, state: BattleForMoscowState) -> dict[Action, Mark]:
        found = {ATTACK[hex]: odds_mark(state, self.battle_at(state, hex)) for hex in members(self.targets(state))}
        for battle in self.battles:
            found[CHANGE[battle.hex]] = found[DROP[battle.hex]] = odds_mark(state, battle)
        return found

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        if action.verb in ("change", "drop"):
            return Refusal("9.0", f"No attack on {space_label(action.number)} has been declared.")
        if action.verb in ("without", "declare"):
            return Refusal("9.0", "Choose the enemy unit to attack first.", "Choose a target")
        if action != CANCEL and action.verb in VERBS["combat"]:
            return Refusal("9.0", "Declare all your attacks first, then begin the fighting.", "before the first battle")
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class ChooseTarget(Step[BattleForMoscowState]):
    """9.0: what does the unit attack that was chosen first?"""

    unit: Unit
    targets: Places  # the adjacent hexes that can be attacked

    rule = "9.0"
    lies_on = ("DeclareBattles",)
    conditions_of = MappingProxyType({"attack": CHOOSE_TARGET})

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: BattleForMoscowState) -> str:
        return f"What does the {unit_label(self.unit)} attack?"

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        return [*(ATTACK[hex] for hex in members(self.targets)), CANCEL]

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        state.finish(None if action is CANCEL else Target(self.unit, action.number))

    def selection(self, state: BattleForMoscowState) -> Selection:
        return Selection((UNITS[self.unit].name,), ())

    def alone(self, hex: int) -> Battle:
        """The attack by this unit alone."""
        return Battle(hex, (self.unit,))

    def forecast(self, state: BattleForMoscowState, action: Action | None, viewer: str | None) -> Forecast | None:
        if action is None or action.verb != "attack" or not contains(self.targets, action.number):
            return None
        return forecast(state, self.alone(action.number))

    def marks(self, state: BattleForMoscowState) -> dict[Action, Mark]:
        return {ATTACK[hex]: odds_mark(state, self.alone(hex)) for hex in members(self.targets)}

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        if action.verb in VERBS["combat"]:
            return Refusal("9.0", f"Choose the target of the {unit_label(self.unit)} first, or cancel.")
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class NameAttackers(Step[BattleForMoscowState]):
    """9.0: which units take part in this attack?"""

    hex: Place
    attackers: tuple[Unit, ...]
    available: Units  # the units adjacent to the hex that are not part of another attack

    rule = "9.0"
    lies_on = ("DeclareBattles",)
    conditions_of = MappingProxyType({"with": JOIN_ATTACK})

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: BattleForMoscowState) -> str:
        defender = unit_label(state.unit_at(1 - state.active, self.hex))
        return f"Which units attack the {defender} in {space_label(self.hex)}?"

    def candidates(self) -> list[int]:
        """The units that can still join."""
        return [unit for unit in members(self.available) if unit not in self.attackers]

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        found = [WITH[unit] for unit in self.candidates()]
        found += [WITHOUT[unit] for unit in self.attackers]
        if self.attackers:
            found.append(DECLARE)
        found.append(CANCEL)
        return found

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        if action.verb == "with":
            state.replace(NameAttackers(self.hex, (*self.attackers, action.number), self.available))
        elif action.verb == "without":
            rest = tuple(unit for unit in self.attackers if unit != action.number)
            state.replace(NameAttackers(self.hex, rest, self.available))
        else:
            state.finish(Battle(self.hex, self.attackers) if action is DECLARE else None)

    def selection(self, state: BattleForMoscowState) -> Selection:
        return Selection(tuple(UNITS[unit].name for unit in self.attackers), (BOARD.names[self.hex],))

    def forecast(self, state: BattleForMoscowState, action: Action | None, viewer: str | None) -> Forecast | None:
        attackers = self.attackers
        if action is not None and action.verb == "with" and action.number in self.candidates():
            attackers = (*attackers, action.number)
        elif action is not None and action.verb == "without":
            attackers = tuple(unit for unit in attackers if unit != action.number)
        return forecast(state, Battle(self.hex, attackers)) if attackers else None

    def marks(self, state: BattleForMoscowState) -> dict[Action, Mark]:
        return {WITH[unit]: odds_mark(state, Battle(self.hex, (*self.attackers, unit))) for unit in self.candidates()}

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        if action == DECLARE:
            return Refusal("9.0", "An attack needs at least one unit.")
        if action.verb == "without":
            return Refusal("9.0", f"The {unit_label(action.number)} is not part of this attack.")
        if action.verb in VERBS["combat"]:
            return Refusal("9.0", f"Declare or cancel the attack on {space_label(self.hex)} first.")
        return out_of_phase(state, action)
