"""11.22 to 11.31: what a combat result does."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from ...core import Action, Mark, Refusal, Step
from ...core.conditions import Condition, passing
from ...core.numbers import counted
from ...core.sets import contains, members
from .advance import finish, finish_assault
from .aftermath import aftermath, meaning
from .battle import (
    SHIFT_NAMES,
    Battle,
    attack_total,
    columns_text,
    defense_total,
    final_odds,
    odds_name,
    ratio,
    shifts,
)
from .facts import (
    ALL_OF,
    CITIES,
    GERMAN,
    SIDES,
    SOVIET,
    hex_label,
)
from .fates import emit_result
from .losses import eliminated, lose_bystanders, lose_step, steps_to_lose
from .names import unit_label
from .refusals import Conditions, out_of_phase
from .remarks import fate_of
from .retreat import can_retreat, retreat
from .state import DriveOnMoscowState
from .words import BLOODBATH, FALL_BACK, LOSE, STALL, STAND


def resolve(state: DriveOnMoscowState, battle: Battle, result: str, face: int) -> None:
    """Apply what the table says, after the conversions for cities (11.17, 11.28)."""
    if state.events is not None:
        roll = f"The die shows {face}" if face else "No roll"
        means = meaning(battle, result, aftermath(state, battle, battle.defender))
        text = f"Battle at {hex_label(battle.hex)}: {odds_text(state, battle)}. {roll}: {result} ({means})."
        emit_result(state, battle, text, "11.21" if face else "11.9", result)
    if contains(CITIES, battle.hex):
        if battle.attacker == SOVIET and result in ("AS", "DR"):
            emit_result(state, battle, f"In a city {result} becomes AL1.", "11.17")
            result = "AL1"
        elif battle.attacker == GERMAN and result == "DR":
            state.push(CityAssault(battle))
            return
    elif result == "DR" and battle.defender == GERMAN and steps_to_lose(state, battle.defenders) > 1:
        state.push(RetreatOrStand(battle))
        return
    apply(state, battle, result)


def odds_text(state: DriveOnMoscowState, battle: Battle) -> str:
    """How the odds came about: "20 against 6 is 3:1 (Concentric attack, one column right: 4:1)"."""
    attack = attack_total(state, battle.attackers, battle.hex)
    defense = defense_total(state, battle.defenders)
    found = f"{attack} against {defense} is {odds_name(ratio(attack, defense))}"
    moved = [f"{SHIFT_NAMES[shift.name]}, {columns_text(shift.columns)}" for shift in shifts(state, battle)]
    return f"{found} ({'; '.join(moved)}: {odds_name(final_odds(state, battle))})" if moved else found


def apply(state: DriveOnMoscowState, battle: Battle, result: str) -> None:
    """11.23 to 11.29"""
    if result == "AS":
        stalled(state, battle)
    elif result == "AL1":
        state.push(LoseSteps(battle, battle.attacker, 1, "11.24"))
    elif result == "DR":
        retreat(state, battle)
    else:
        eliminated(state, battle)
        finish(state, battle)


def stalled(state: DriveOnMoscowState, battle: Battle) -> None:
    """10.19, 11.23: everybody stays; units of a mobile assault stay in the launch hex for the rest of the phase."""
    if battle.mobile:
        finish_assault(state, battle, battle.attackers, vacant=False)


# Choices.


@dataclass(frozen=True, slots=True)
class CityAssault(Step[DriveOnMoscowState]):
    """11.28: in a city DR becomes, as the German player chooses, AS or a bloodbath."""

    battle: Battle

    rule = "11.28"
    lies_on = ("Moving", "Combat")

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: DriveOnMoscowState) -> str:
        steps = "one step" if self.price() == 1 else f"{self.price()} steps"
        city = hex_label(self.battle.hex)
        return f"{city} is a city: is the attack stalled, or a bloodbath in which both sides lose {steps}?"

    def price(self) -> int:
        """How many steps both sides would lose."""
        return self.battle.defenders.bit_count()

    def affordable(self, state: DriveOnMoscowState) -> bool:
        """At least one step of the attackers must survive."""
        return steps_to_lose(state, self.battle.attackers) > self.price()

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [STALL, BLOODBATH]

    def remarks(self, state: DriveOnMoscowState) -> dict[Action, str]:
        lost = counted(self.price(), "step")
        return {
            STALL: "Nobody loses anything, and the defenders stay in the city.",
            BLOODBATH: f"You choose {lost} of your own to lose; each defender loses one, too.",
        }

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if self.affordable(state):
            return False
        self.take(state, STALL)
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        battle = self.battle
        state.finish()
        if action is STALL:
            emit_result(state, battle, "The attack is stalled.", "11.28")
            apply(state, battle, "AS")
            return
        emit_result(state, battle, "A bloodbath.", "11.28")
        lost = eliminated(state, battle)
        state.push(LoseSteps(battle, GERMAN, lost, "11.28"))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class RetreatOrStand(Step[DriveOnMoscowState]):
    """11.28: German defenders outside cities may lose a step instead of retreating."""

    battle: Battle

    rule = "11.28"
    lies_on = ("Moving", "Combat")

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: DriveOnMoscowState) -> str:
        if not can_retreat(state, self.battle, self.battle.defenders):
            return f"There is no retreat from {hex_label(self.battle.hex)}: stand and lose one step, or be eliminated?"
        return f"Retreat from {hex_label(self.battle.hex)}, or stand and lose one step?"

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [FALL_BACK, STAND]

    def remarks(self, state: DriveOnMoscowState) -> dict[Action, str]:
        open_way = can_retreat(state, self.battle, self.battle.defenders)
        back = "All defenders leave the hex." if open_way else "There is no way back: the defenders are eliminated."
        fates = " or ".join(sorted({fate_of(state, unit) for unit in members(self.battle.defenders)}, reverse=True))
        return {FALL_BACK: back, STAND: f"The hex is held; one of your units there is {fates}."}

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        state.finish()
        if action is FALL_BACK:
            apply(state, self.battle, "DR")
            return
        lose_bystanders(state, self.battle)
        state.push(LoseSteps(self.battle, GERMAN, 1, "11.28"))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        return out_of_phase(state, action)


def involved(state: DriveOnMoscowState, step: LoseSteps) -> int:
    """The units of a side in the battle that are still on the map."""
    units = step.battle.attackers if step.side == step.battle.attacker else step.battle.defenders
    return units & state.units_in(step.side)


CAN_LOSE: Conditions = (
    Condition(
        lambda state, step: ALL_OF[step.side],
        "11.24",
        lambda state, step, unit: Refusal(step.why, "That unit is not yours."),
        implied=True,
    ),
    Condition(
        involved,
        "11.24",
        lambda state, step, unit: Refusal(step.why, f"The {unit_label(state, unit)} is not involved in this battle."),
    ),
)


@dataclass(frozen=True, slots=True)
class LoseSteps(Step[DriveOnMoscowState]):
    """11.24, 11.28: a player takes steps from any of the involved units, one after another."""

    battle: Battle
    side: int
    count: int
    why: str

    lies_on = ("Moving", "Combat")
    conditions_of = MappingProxyType({"lose": CAN_LOSE})

    @property
    def rule(self) -> str:  # type: ignore[override]
        return self.why

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[self.side]

    def text(self, state: DriveOnMoscowState) -> str:
        more = f" Steps still to lose: {self.count}." if self.count > 1 else ""
        return f"Which unit loses a step?{more}"

    def candidates(self, state: DriveOnMoscowState) -> list[int]:
        return members(passing(CAN_LOSE, state, self))

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [LOSE[unit] for unit in self.candidates(state)]

    def marks(self, state: DriveOnMoscowState) -> dict[Action, Mark]:
        """Whether the unit is reduced or eliminated."""
        found = {}
        for unit in self.candidates(state):
            fate = fate_of(state, unit)
            found[LOSE[unit]] = Mark(fate, "", "bad" if fate.startswith("eliminated") else "")
        return found

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        found = self.candidates(state)
        if len(found) != 1:
            return False
        self.take(state, LOSE[found[0]])
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        unit = action.number
        battle, attacking = self.battle, self.side == self.battle.attacker
        left = lose_step(state, unit, self.why)
        if left is not None and left != unit:
            if attacking:
                battle = replace(battle, attackers=battle.attackers | 1 << left)
            else:
                battle = replace(battle, defenders=battle.defenders | 1 << left)
        if self.count > 1:
            state.replace(LoseSteps(battle, self.side, self.count - 1, self.why))
            return
        state.finish()
        finish(state, battle)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        return out_of_phase(state, action)
