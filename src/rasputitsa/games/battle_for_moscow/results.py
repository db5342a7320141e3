"""9.3 Combat results, and the advance after combat (9.0)."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Fate, Kind, Mark, Refusal, Selection, Step
from ...core.conditions import Condition
from ...core.sets import contains, members, set_of
from ...core.step_codec import Place
from .aftermath import step_value
from .battle import Battle
from .facts import (
    ADJACENT,
    BOARD,
    FULL,
    GERMAN,
    MAJOR_CITIES,
    REDUCED,
    SIDES,
    SOVIET,
    STRENGTH,
    TWO_AWAY,
    space_label,
    unit_label,
)
from .refusals import VERBS, Conditions, of_hex, of_unit, out_of_phase
from .remarks import loss_mark, of_standing
from .retreat import COSTLY, DEATH, FREE, fall_back, retreats, routes
from .state import BattleForMoscowState
from .words import ADVANCE, HOLD, LOSE, RETREAT, STAY, THROUGH, YIELD
from .zones import zone_of

# Why a unit loses a step or is eliminated, for the log.
LOSSES = {"DE": "DE", "DRL": "DRL", "EX": "exchange", "AL": "attacker loss"}
NO_RETREAT = "it cannot retreat"
COSTLY_RETREAT = "it retreats through an enemy zone of control"
LETHAL_RETREAT = "it can retreat only through an enemy zone of control, and it was already reduced"


def apply_result(state: BattleForMoscowState, battle: Battle, result: str) -> None:
    """Do what the table says. What is still to be done or asked goes on the stack, the last thing first."""
    defender = battle.defender(state)
    if result == "NE":
        return
    if result == "AL":
        state.push(AttackerLoss(battle, result, 1))
        return
    state.push(Advance(battle))
    if result == "DE":
        state.eliminate(defender, LOSSES[result])
    elif result == "DR":
        state.push(StandFast(battle) if contains(MAJOR_CITIES, battle.hex) else Retreat(battle))
    else:
        owed = step_value(state, defender)
        state.lose_step(defender, LOSSES[result])
        state.push(Retreat(battle))
        if result == "EX":
            state.push(AttackerLoss(battle, result, owed))


def worth(state: BattleForMoscowState, battle: Battle, result: str) -> float:
    """What a result is worth to the attacker, in steps: those of the enemy less its own; a retreat is half a step."""
    defender = battle.defender(state)
    left = state.steps[defender]
    kind, _, _ = retreats(state, battle.hex, defender)
    if result == "AL":
        return -1.0
    if result == "DE":
        return float(left)
    if result == "NE":
        return 0.0
    lost = 0 if result == "DR" else 1
    after = left - lost
    driven = 0.0 if not after else {DEATH: float(after), COSTLY: 1.0 + 0.5 * (after > 1)}.get(kind, 0.5)
    return lost + driven - (1.0 if result == "EX" else 0.0)


def surviving_attackers(rule: str, quotation: str = "") -> Conditions:
    """Which units can lose a step in a battle, or advance after it."""

    def did_not_attack(state: BattleForMoscowState, step: AttackerLoss | Advance, unit: int) -> str:
        return f"The {unit_label(unit)} did not attack {space_label(step.battle.hex)}."

    return (
        Condition(
            lambda state, step: set_of(step.battle.attackers), rule, did_not_attack, implied=True, quotation=quotation
        ),
        Condition(
            lambda state, step: set_of(step.battle.survivors(state)),
            rule,
            of_unit("The {} has been eliminated."),
            quotation=quotation,
        ),
    )


@dataclass(frozen=True, slots=True)
class AttackerLoss(Step[BattleForMoscowState]):
    """9.3: an attacker of the owner's choice loses a step, until the points owed are paid."""

    battle: Battle
    result: str
    owed: int

    rule = "9.3"
    lies_on = ("ResolveBattles", "Retreat")
    conditions_of = MappingProxyType({"lose": surviving_attackers("9.3")})

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[self.battle.attacker]

    def text(self, state: BattleForMoscowState) -> str:
        if self.result == "AL":
            return f"Attacker loss at {space_label(self.battle.hex)}: choose the attacker that loses a step."
        exchange = f"Exchange at {space_label(self.battle.hex)}"
        return f"{exchange}: choose an attacker to lose a step. {self.points_owed()} still owed."

    def points_owed(self) -> str:
        return "1 point is" if self.owed == 1 else f"{self.owed} points are"

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        return [LOSE[unit] for unit in self.battle.survivors(state)]

    def marks(self, state: BattleForMoscowState) -> dict[Action, Mark]:
        """3.3: whether the unit is reduced or eliminated, and in an exchange how many points that pays."""
        pays = {unit: step_value(state, unit) if self.result == "EX" else 0 for unit in self.battle.survivors(state)}
        return {LOSE[unit]: loss_mark(state, unit, points) for unit, points in pays.items()}

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        unit = action.number
        paid = step_value(state, unit)
        state.lose_step(unit, LOSSES[self.result])
        state.replace(AttackerLoss(self.battle, self.result, self.owed - paid))

    def auto_advance(self, state: BattleForMoscowState) -> bool:
        """Not asked where the points are paid, or where one attacker or all of them must pay."""
        survivors = self.battle.survivors(state)
        if self.owed <= 0 or not survivors:
            state.finish()
        elif len(survivors) == 1 or self.takes_all(state, survivors):
            self.take(state, LOSE[survivors[0]])
        else:
            return False
        return True

    def takes_all(self, state: BattleForMoscowState, survivors: list[int]) -> bool:
        """Whether no step can be kept: all but the cheapest last one would not pay."""
        total = sum(STRENGTH[unit][state.steps[unit]] for unit in survivors)
        return total - min(STRENGTH[unit][REDUCED] for unit in survivors) < self.owed

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        if self.result == "AL":
            return Refusal(
                "9.3", "One of the attackers must lose a step first.", "one attacker of the attacking player"
            )
        return Refusal("9.3", f"In this exchange {self.points_owed()} still owed.", "at least as many points")


@dataclass(frozen=True, slots=True)
class StandFast(Step[BattleForMoscowState]):
    """9.3: in a major city the defender may take a step loss instead of a retreat."""

    battle: Battle

    rule = "9.3"
    lies_on = ("Advance",)

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[1 - self.battle.attacker]

    def text(self, state: BattleForMoscowState) -> str:
        defender = self.battle.defender(state)
        price = "be reduced" if state.steps[defender] == FULL else "be eliminated"
        return f"Does the {unit_label(defender)} stand fast in {space_label(self.battle.hex)} and {price}, or retreat?"

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        return [HOLD, YIELD]

    def remarks(self, state: BattleForMoscowState) -> dict[Action, str]:
        return of_standing(state, self.battle.hex, self.battle.defender(state))

    def auto_advance(self, state: BattleForMoscowState) -> bool:
        """Not asked of a unit that is eliminated either way."""
        defender = self.battle.defender(state)
        kind, _, _ = retreats(state, self.battle.hex, defender)
        if kind == FREE or state.steps[defender] == FULL:
            return False
        state.replace(Retreat(self.battle))
        return True

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        if action is not HOLD:
            state.replace(Retreat(self.battle))
            return
        state.finish()
        defender = self.battle.defender(state)
        if state.events is not None:
            fate = state.fate(defender, Fate.TOOK_PART)
            text = f"The {unit_label(defender)} stands fast."
            state.emit(Kind.BATTLE, text, "9.3", fate.side, [fate.place], [fate])
        state.lose_step(defender, "it stands fast")

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        return Refusal("9.3", "The defender must stand fast or retreat first.", "may answer a DR by losing a step")


def not_two_away(state: BattleForMoscowState, step: Retreat, hex: int) -> str:
    return f"{space_label(hex)} is not two hexes from {space_label(step.battle.hex)}."


def unit_there(state: BattleForMoscowState, step: Retreat, hex: int) -> str:
    unit = max(state.unit_at(side, hex) for side in (GERMAN, SOVIET))
    return f"The {unit_label(unit)} is in {space_label(hex)}."


RETREAT_TO: Conditions = (
    Condition(
        lambda state, step: TWO_AWAY[step.battle.hex],
        "9.3",
        not_two_away,
        implied=True,
        quotation="each of them farther from the battle hex",
    ),
    Condition(
        lambda state, step: ~(state.occupied[GERMAN] | state.occupied[SOVIET]),
        "9.3",
        unit_there,
        implied=True,
        quotation="never ends its retreat on",
    ),
    Condition(
        lambda state, step: ~zone_of(state, step.battle.attacker),
        "9.3",
        of_hex("{} is in an enemy zone of control."),
        implied=True,
        quotation="must avoid every enemy zone of control",
    ),
    Condition(
        lambda state, step: BOARD.spread(ADJACENT[step.battle.hex] & ~state.occupied[step.battle.attacker]),
        "9.3",
        of_hex("Enemy units block the way to {}."),
        implied=True,
        quotation="never ends its retreat on",
    ),
    Condition(
        lambda state, step: step.ends(state),
        "9.3",
        of_hex("The way to {} leads through an enemy zone of control, and there is a way that does not."),
        quotation="a worse one may not be taken",
    ),
)


@dataclass(frozen=True, slots=True)
class Retreat(Step[BattleForMoscowState]):
    """9.3: the attacker chooses where the defender's retreat ends."""

    battle: Battle

    rule = "9.3"
    lies_on = ("Advance",)
    conditions_of = MappingProxyType({"retreat": RETREAT_TO})

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[self.battle.attacker]

    def text(self, state: BattleForMoscowState) -> str:
        unit = self.battle.defender(state)
        return f"Where does the {unit_label(unit)} retreat from {space_label(self.battle.hex)}?"

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        return [RETREAT[hex] for hex in members(self.ends(state))]

    def ends(self, state: BattleForMoscowState) -> int:
        """The hexes where the best class of retreat that there is can end."""
        return retreats(state, self.battle.hex, self.battle.defender(state))[2]

    def auto_advance(self, state: BattleForMoscowState) -> bool:
        unit = self.battle.defender(state)
        if unit < 0:  # it did not live to retreat
            state.finish()
            return True
        kind, _, goals = retreats(state, self.battle.hex, unit)
        if kind == DEATH or (kind == COSTLY and state.steps[unit] < FULL):
            state.eliminate(unit, NO_RETREAT if kind == DEATH else LETHAL_RETREAT)
            state.finish()
            return True
        if goals & (goals - 1):
            return False
        self.take(state, RETREAT[goals.bit_length() - 1])
        return True

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        unit, goal = self.battle.defender(state), action.number
        kind, way, _ = retreats(state, self.battle.hex, unit)
        if kind == COSTLY:
            state.lose_step(unit, COSTLY_RETREAT)
        through = routes(state, unit, way & ADJACENT[goal])
        if len(through) > 1:
            state.replace(RetreatThrough(self.battle, goal, tuple(through)))
        else:
            state.finish()
            fall_back(state, unit, through[0], goal)

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        if action.verb in VERBS["combat"]:
            return Refusal("9.3", f"The {unit_label(self.battle.defender(state))} must retreat first.")
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class RetreatThrough(Step[BattleForMoscowState]):
    """9.3, 10.0: through which hex, where it matters for the control of a city?"""

    battle: Battle
    goal: Place
    through: tuple[Place, ...]

    rule = "9.3"
    lies_on = ("Advance",)

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[self.battle.attacker]

    def text(self, state: BattleForMoscowState) -> str:
        unit = self.battle.defender(state)
        goal = space_label(self.goal)
        return f"Through which hex does the {unit_label(unit)} retreat to {goal}? A city may change hands."

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        return [THROUGH[hex] for hex in self.through]

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        state.finish()
        fall_back(state, self.battle.defender(state), action.number, self.goal)

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        hexes = " or ".join(space_label(hex) for hex in self.through)
        reason = f"The retreat to {space_label(self.goal)} leads through {hexes}: choose one."
        return Refusal("9.3", reason, "passed through where that matters for a city")


@dataclass(frozen=True, slots=True)
class Advance(Step[BattleForMoscowState]):
    """9.0 (6): one attacker may enter the hex the defender left."""

    battle: Battle

    rule = "9.0"
    lies_on = ("ResolveBattles",)
    conditions_of = MappingProxyType({"advance": surviving_attackers("9.0", "one attacker of that battle may advance")})

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[self.battle.attacker]

    def selection(self, state: BattleForMoscowState) -> Selection:
        return Selection((), (BOARD.names[self.battle.hex],))

    def text(self, state: BattleForMoscowState) -> str:
        return f"Advance one attacker into {space_label(self.battle.hex)}, or none."

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        found = [ADVANCE[unit] for unit in self.battle.survivors(state)]
        found.append(STAY)
        return found

    def auto_advance(self, state: BattleForMoscowState) -> bool:
        """No advance where the defender held or no attacker is left."""
        if self.battle.defender(state) < 0 and self.battle.survivors(state):
            return False
        state.finish()
        return True

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        state.finish()
        if action is STAY:
            return
        unit, hex = action.number, self.battle.hex
        if state.events is not None:
            fate = state.fate(unit, Fate.MOVED, hex)
            text = f"The {unit_label(unit)} advances into {space_label(hex)}."
            state.emit(Kind.ADVANCE, text, "9.0", fate.side, [fate.origin, fate.place], [fate])
        state.enter(unit, hex)

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        if action.verb == "lose":
            return Refusal("9.3", "No further losses are due.", "Nothing beyond that may be given up")
        if action.verb in VERBS["combat"]:
            return Refusal(
                "9.0", f"Choose the attacker that advances into {space_label(self.battle.hex)} first, or none."
            )
        return out_of_phase(state, action)
