"""12.0 Breakthrough Phase: tank units act by cards."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Forecast, Mark, Refusal, Selection, Step
from ...core.conditions import Condition
from ...core.sets import contains, members, set_of
from ...core.step_codec import Unit, Units
from .attack_rules import NO_ENEMY
from .battle import Battle, adjacent_units, hexes_beside
from .cards import Activate, CardStep, activation_fits, ask_again, asking_again, could_hold, keep_quiet
from .combat import NameAttackers, full_attack, odds_mark
from .facts import BOARD, CORPS, SIDES, TANK_ACTION, TANK_ACTION_2, TANKS, space_label, unit_label, unit_names
from .forecast import forecast
from .move_rules import CAN_LEAVE
from .movement import Moved, Moving
from .overstacking import RemoveExcess
from .reach import allowance, first_steps
from .refusals import Conditions, of_space, of_unit, out_of_phase, own_units, units_in_play
from .state import BlitzkriegState
from .words import ASK, ATTACK, BATTLE, CANCEL, DONE, QUIET, READY, UNIT, WITH, WITHOUT


def tanks(state: BlitzkriegState) -> int:
    """The tank units of the active side that are in play."""
    return state.in_play(state.active) & TANKS


@dataclass(frozen=True, slots=True)
class Breakthrough(CardStep):
    """12.0: play a card for a Tank Action, or for Activation between them (7.1), or end the phase."""

    rule = "12.0"

    def player(self, state: BlitzkriegState) -> int:
        return state.active

    def fits(self, state: BlitzkriegState) -> int:
        found = activation_fits(state)
        units = tanks(state)
        if hexes_beside(state, units) & state.occupied[1 - state.active] or any(
            first_steps(state, unit, True) for unit in members(units)
        ):
            found |= TANK_ACTION | TANK_ACTION_2
        return found

    def effect(self, state: BlitzkriegState, card: int, function: str) -> None:
        if function == "activation":
            state.push(Activate())
        else:
            state.push(TankAction(2 if function == "tank-action-2" else 1, "", 0, ()))

    def public_text(self, state: BlitzkriegState) -> str:
        return "Play a card for a Tank Action or for Activation, or end the phase."

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [*self.cards(state), DONE, ASK if state.is_quiet(state.active) else QUIET]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action.verb == "card":
            self.play(state, action.number)
        elif action is ASK:
            ask_again(state, state.active)
        else:
            if action is QUIET:
                keep_quiet(state, state.active)
            state.finish()

    def auto_advance(self, state: BlitzkriegState) -> bool:
        """12.1: without cards, or with nobody who could act, the phase is over."""
        if state.hand(state.active) and could_hold(state, state.active, self.fits(state)):
            return False
        state.finish()
        return True

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb in ("unit", "attack"):
            return Refusal("12.0", "First play a card for a Tank Action.", "only by cards")
        return out_of_phase(state, action)


BOTH_THE_SAME = "both move, or both attack"
MOVE_TANKS: Conditions = (
    own_units("12.1"),
    Condition(
        lambda state, step: TANKS,
        "12.0",
        of_unit("The {} is not a tank unit."),
        implied=True,
        quotation="only tank units act",
    ),
    units_in_play("12.1"),
    Condition(
        lambda state, step: 0 if step.mode == "attack" else -1,
        "12.2",
        of_unit("The first tank unit attacks."),
        implied=True,
        quotation=BOTH_THE_SAME,
    ),
    Condition(
        lambda state, step: ~step.acted,
        "12.2",
        of_unit("The {} has already acted by this card."),
        implied=True,
        quotation="two different units",
    ),
    *CAN_LEAVE,
)
ATTACK_BY_TANKS: Conditions = (
    Condition(
        lambda state, step: 0 if step.mode == "move" else -1,
        "12.2",
        of_space("The first tank unit has moved."),
        implied=True,
        quotation=BOTH_THE_SAME,
    ),
    NO_ENEMY,
    Condition(
        lambda state, step: ~step.named(),
        "12.2",
        of_space("The attack on {} has already been named."),
        implied=True,
        quotation="two different hexes",
    ),
    Condition(
        lambda state, step: step.targets(state),
        "11.0",
        of_space("No tank unit that can act is adjacent to {}."),
        quotation="adjacent enemy units",
    ),
)


@dataclass(frozen=True, slots=True)
class TankAction(Step[BlitzkriegState]):
    """12.1: a tank unit moves or attacks. With Blitz! two do, both the same (12.2).

    Moves are made at once; attacks are all named before the first is fought.
    """

    left: int  # how many tank units may still be chosen
    mode: str  # "move" or "attack" once the first has been chosen
    acted: Units
    attacks: tuple[Battle, ...]

    rule = "12.1"
    lies_on = ("Breakthrough",)
    labels = MappingProxyType({"done": "No further action"})
    conditions_of = MappingProxyType({"unit": MOVE_TANKS, "attack": ATTACK_BY_TANKS})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[state.active]

    def text(self, state: BlitzkriegState) -> str:
        if self.mode == "move":
            return "Choose the other tank unit that moves."
        if self.mode == "attack":
            return "Choose the hex that the other tank unit attacks. Both attacks are named before the first is fought."
        if self.left > 1:
            return "Two tank units act: choose the first to move, or a hex to attack."
        return "A tank unit acts: choose one to move, or a hex to attack."

    def ready(self, state: BlitzkriegState) -> int:
        return tanks(state) & ~self.acted

    def movers(self, state: BlitzkriegState) -> list[int]:
        if self.mode == "attack":
            return []
        return [unit for unit in members(self.ready(state)) if first_steps(state, unit, True)]

    def targets(self, state: BlitzkriegState) -> int:
        """12.2: the second attack is on another hex."""
        if self.mode == "move":
            return 0
        return hexes_beside(state, self.ready(state)) & state.occupied[1 - state.active] & ~self.named()

    def named(self) -> int:
        """The hexes of the attacks that have been named."""
        return set_of(battle.hex for battle in self.attacks)

    def name_attackers(self, state: BlitzkriegState, hex: int) -> NameAttackers:
        """The question who attacks a hex, with everybody who may."""
        return NameAttackers(hex, 0, adjacent_units(state, self.ready(state), hex), self.left)

    def used(self, units: int) -> int:
        """How many tank actions these units take: corps in the same hex take one together (12.3)."""
        return 1 if units & CORPS else units.bit_count()

    def resume(self, state: BlitzkriegState, result: Battle | Moved) -> None:
        """An attack has been named, or a tank unit has moved."""
        if isinstance(result, Battle):
            left = self.left - self.used(result.attackers)
            state.replace(TankAction(left, "attack", self.acted | result.attackers, (*self.attacks, result)))
        else:
            state.replace(TankAction(self.left - 1, "move", self.acted | result.units, ()))
            state.settle_losses()

    def actions(self, state: BlitzkriegState) -> list[Action]:
        found = [UNIT[unit] for unit in self.movers(state)]
        found += [ATTACK[hex] for hex in members(self.targets(state))]
        found.append(DONE)
        return found + asking_again(state, state.active)

    def auto_advance(self, state: BlitzkriegState) -> bool:
        if self.left > 0 and (self.targets(state) or self.movers(state)):
            return False
        self.end(state)
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action is DONE:
            self.end(state)
        elif action is ASK:
            ask_again(state, state.active)
        elif action.verb == "attack":
            state.push(self.name_attackers(state, action.number))
        else:
            unit = action.number
            if contains(CORPS, unit) and state.at[state.where[unit]] & CORPS & ~(1 << unit):
                state.push(MoveCorps(unit, 0))
            else:
                set_out(state, unit, 0)

    def end(self, state: BlitzkriegState) -> None:
        """Everything has been named: fight the attacks."""
        if self.attacks:
            state.replace(FightAttacks(self.attacks))
        else:
            state.finish()

    def forecast(self, state: BlitzkriegState, action: Action | None, viewer: str | None) -> Forecast | None:
        if action is None or action.verb != "attack" or not contains(self.targets(state), action.number):
            return None
        return forecast(state, full_attack(state, self, action.number), state.at[action.number] & state.fresh)

    def marks(self, state: BlitzkriegState) -> dict[Action, Mark]:
        return {ATTACK[hex]: odds_mark(state, full_attack(state, self, hex)) for hex in members(self.targets(state))}

    def selection(self, state: BlitzkriegState) -> Selection:
        """The attacks that have been named."""
        tokens = [name for battle in self.attacks for name in unit_names(battle.attackers)]
        return Selection(tuple(tokens), tuple(BOARD.names[battle.hex] for battle in self.attacks))

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "card":
            return Refusal("12.1", "Finish this tank action first.", "Then another card")
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class FightAttacks(Step[BlitzkriegState]):
    """12.2: which of the attacks that were named is fought first?"""

    attacks: tuple[Battle, ...]

    rule = "12.2"
    lies_on = ("Breakthrough",)

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[state.active]

    def text(self, state: BlitzkriegState) -> str:
        return "Both attacks have been named. Which one is fought first?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [BATTLE[battle.hex] for battle in self.attacks]

    def auto_advance(self, state: BlitzkriegState) -> bool:
        if len(self.attacks) > 1:
            return False
        if self.attacks:
            self.take(state, BATTLE[self.attacks[0].hex])
        else:
            state.finish()
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        battle = next(battle for battle in self.attacks if battle.hex == action.number)
        state.replace(FightAttacks(tuple(other for other in self.attacks if other is not battle)))
        state.push(RemoveExcess(battle))

    def forecast(self, state: BlitzkriegState, action: Action | None, viewer: str | None) -> Forecast | None:
        for battle in self.attacks:
            if action == BATTLE[battle.hex]:
                return forecast(state, battle, battle.defenders & state.fresh)
        return None

    def marks(self, state: BlitzkriegState) -> dict[Action, Mark]:
        return {BATTLE[battle.hex]: odds_mark(state, battle) for battle in self.attacks}

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "battle":
            return Refusal("12.2", f"{space_label(action.number)} is not one of the two hexes to be attacked.")
        return Refusal("12.2", "First choose the attack to fight.", "fought in either order")


def set_out(state: BlitzkriegState, unit: int, riders: int) -> None:
    state.push(Moving(unit, riders, allowance(state, unit), state.where[unit], 0, 0, True))


MOVE_ALONG: Conditions = (
    Condition(
        lambda state, step: CORPS,
        "12.3",
        of_unit("The {} is not a mechanized corps."),
        implied=True,
        quotation="Mechanized corps of one stack",
    ),
    Condition(
        lambda state, step: ~(step.riders | 1 << step.unit),
        "12.3",
        of_unit("The {} already moves along."),
        implied=True,
    ),
    Condition(
        lambda state, step: step.candidates(state),
        "12.3",
        lambda state, step, unit: f"The {unit_label(unit)} is not stacked with the {unit_label(step.unit)}.",
        quotation="of one stack",
    ),
)


@dataclass(frozen=True, slots=True)
class MoveCorps(Step[BlitzkriegState]):
    """12.3: which mechanized corps of the same hex move along?"""

    unit: Unit
    riders: Units

    rule = "12.3"
    lies_on = ("TankAction",)
    conditions_of = MappingProxyType({"with": MOVE_ALONG})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[state.active]

    def text(self, state: BlitzkriegState) -> str:
        return f"Which mechanized corps move together with the {unit_label(self.unit)}?"

    def candidates(self, state: BlitzkriegState) -> int:
        return state.at[state.where[self.unit]] & CORPS & ~(1 << self.unit) & ~self.riders

    def actions(self, state: BlitzkriegState) -> list[Action]:
        found = [WITH[unit] for unit in members(self.candidates(state))]
        found += [WITHOUT[unit] for unit in members(self.riders)]
        return [*found, READY, CANCEL]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action.verb == "with":
            state.replace(MoveCorps(self.unit, self.riders | 1 << action.number))
            return
        if action.verb == "without":
            state.replace(MoveCorps(self.unit, self.riders & ~(1 << action.number)))
            return
        state.finish()
        if action is READY:
            set_out(state, self.unit, self.riders)

    def selection(self, state: BlitzkriegState) -> Selection:
        return Selection(tuple(unit_names(1 << self.unit | self.riders)))

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "without":
            return Refusal("12.3", f"The {unit_label(action.number)} does not move along.")
        return out_of_phase(state, action)
