"""9.0 Combat: the battles are resolved one by one, and the die is rolled."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import CHANCE, Action, Forecast, Kind, Mark, Refusal, Step
from .battle import Battle, column, event_fields, odds_mark
from .facts import COLUMNS, CRT, RESULT_NAMES, SIDES, space_label
from .forecast import forecast
from .refusals import out_of_phase
from .results import apply_result, worth
from .state import BattleForMoscowState
from .words import BATTLE, DONE, ROLL


@dataclass(frozen=True, slots=True)
class ResolveBattles(Step[BattleForMoscowState]):
    """9.0: the battles are resolved one by one, in any order."""

    battles: tuple[Battle, ...]

    rule = "9.0"

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: BattleForMoscowState) -> str:
        return "Choose the next battle to resolve."

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        return [BATTLE[battle.hex] for battle in self.battles]

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        self.fight(state, next(battle for battle in self.battles if battle.hex == action.number))

    def fight(self, state: BattleForMoscowState, battle: Battle) -> None:
        """Bring one of the declared battles to the die; below 1:1 nothing happens (9.1)."""
        state.replace(ResolveBattles(tuple(other for other in self.battles if other is not battle)))
        if column(state, battle) >= 1:
            state.push(RollDie(battle))
        elif state.events is not None:
            text = f"The attack on {space_label(battle.hex)} at less than 1:1 has no effect."
            state.emit(Kind.BATTLE, text, "9.1", *event_fields(state, battle))

    def auto_advance(self, state: BattleForMoscowState) -> bool:
        """One below 1:1 never does anything, the last one needs no choice, and after it the phase is over."""
        idle = [battle for battle in self.battles if column(state, battle) < 1]
        if len(self.battles) > 1 and not idle:
            return False
        if self.battles:
            self.fight(state, (idle or self.battles)[0])
        else:
            state.finish()
        return True

    def forecast(self, state: BattleForMoscowState, action: Action | None, viewer: str | None) -> Forecast | None:
        number = action.number if action is not None else -1
        battle = next((battle for battle in self.battles if battle.hex == number), None)
        return forecast(state, battle) if battle else None

    def marks(self, state: BattleForMoscowState) -> dict[Action, Mark]:
        return {BATTLE[battle.hex]: odds_mark(state, battle) for battle in self.battles}

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        if action.verb == "battle":
            return Refusal("9.0", f"There is no battle to resolve in {space_label(action.number)}.")
        if action.verb in ("attack", "with", "without", "change", "drop", "declare", "cancel"):
            return Refusal("9.0", "The attacks have been declared and the fighting has begun.", "the attacks stand")
        if action == DONE:
            return Refusal("9.0", "Resolve the remaining battles first.", "the attacks stand")
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class RollDie(Step[BattleForMoscowState]):
    """9.0 (4): the die."""

    battle: Battle

    rule = "9.0"
    lies_on = ("ResolveBattles",)

    def actor(self, state: BattleForMoscowState) -> str:
        return CHANCE

    def dice(self, state: BattleForMoscowState) -> int:
        return 1

    def text(self, state: BattleForMoscowState) -> str:
        return f"The die is rolled for the battle at {space_label(self.battle.hex)}."

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        return ROLL[1:]

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        battle = self.battle
        odds = column(state, battle)
        result = CRT[odds][action.number]
        if state.events is not None:
            what = f"the die shows {action.number}, {result} ({RESULT_NAMES[result]})"
            text = f"Battle at {space_label(battle.hex)}, {COLUMNS[odds - 1]}: {what}."
            state.emit(Kind.BATTLE, text, "9.3", *event_fields(state, battle), result=result)
        state.finish()
        apply_result(state, battle, result)

    def forecast(self, state: BattleForMoscowState, action: Action | None, viewer: str | None) -> Forecast | None:
        return forecast(state, self.battle)

    def luck(self, state: BattleForMoscowState, action: Action) -> tuple[str, float] | None:
        """Better for the attacker than the average of the column, in steps."""
        row = CRT[column(state, self.battle)]
        worths = [worth(state, self.battle, result) for result in row[1:]]
        return SIDES[self.battle.attacker], worths[action.number - 1] - sum(worths) / 6

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        return Refusal("9.0", f"The die is rolled for the battle at {space_label(self.battle.hex)} first.")
