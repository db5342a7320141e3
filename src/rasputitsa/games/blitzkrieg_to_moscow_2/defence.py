"""11.3.2 Defensive tactics, and those of mechanized corps (11.6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from ...core import Action, Fate, Forecast, Kind, Mark, Refusal, Step
from ...core.sets import contains, members
from ...core.step_codec import Units
from .battle import Battle, attack_text, column, column_name
from .cards import ask_again, asking_again
from .facts import CORPS, FRESH, SIDES, STRENGTH, UNITS, space_label, unit_label, unit_labels
from .facts import PASSIVE as PASSIVE_STRENGTH
from .fight import ShiftCard
from .forecast import forecast, strongest_defence
from .refusals import out_of_phase
from .state import BlitzkriegState
from .words import ACTIVE, ASK, PASSIVE


def must_be_active(defenders: int, active: int, undecided: int, unit: int) -> bool:
    """11.6: a mechanized corps without other defenders must be active, unless another corps is or may still be."""
    if not contains(CORPS, unit) or defenders & ~CORPS:
        return False
    return not active and not undecided & ~(1 << unit)


@dataclass(frozen=True, slots=True)
class ChooseDefence(Step[BlitzkriegState]):
    """11.3.2: does this fresh unit defend actively or passively? The units are asked for one by one."""

    battle: Battle
    decided: Units

    rule = "11.3.2"
    lies_on = ("Combat", "FightAttacks")
    labels = MappingProxyType({"active": "Actively", "passive": "Passively"})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[1 - self.battle.attacker]

    def undecided(self, state: BlitzkriegState) -> int:
        """Spent units have no choice."""
        return self.battle.defenders & state.fresh & ~self.decided

    def unit(self, state: BlitzkriegState) -> int:
        return members(self.undecided(state))[0]

    def text(self, state: BlitzkriegState) -> str:
        unit = self.unit(state)
        return (
            f"{attack_text(self.battle.attackers)} {space_label(self.battle.hex)}. "
            f"Does the {unit_label(unit)} defend actively ({STRENGTH[unit][FRESH]}) "
            f"or passively ({PASSIVE_STRENGTH[unit]})?"
        )

    def actions(self, state: BlitzkriegState) -> list[Action]:
        unit = self.unit(state)
        return [ACTIVE[unit], PASSIVE[unit], *asking_again(state, 1 - self.battle.attacker)]

    def decide(self, action: Action) -> ChooseDefence:
        bit = 1 << action.number
        active = self.battle.active | bit if action.verb == "active" else self.battle.active
        return ChooseDefence(replace(self.battle, active=active), self.decided | bit)

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action is ASK:
            ask_again(state, 1 - self.battle.attacker)
        else:
            state.replace(self.decide(action))

    def auto_advance(self, state: BlitzkriegState) -> bool:
        undecided = self.undecided(state)
        if not undecided:
            self.go_on(state)
            return True
        unit = self.unit(state)
        if must_be_active(self.battle.defenders, self.battle.active, undecided, unit):
            self.take(state, ACTIVE[unit])
            return True
        return False

    def go_on(self, state: BlitzkriegState) -> None:
        battle = self.battle
        if state.events is not None:
            groups = (
                ("active", battle.active),
                ("passive", battle.defenders & state.fresh & ~battle.active),
                ("spent", battle.defenders & ~state.fresh),
            )
            how = "; ".join(f"{unit_labels(units)} {word}" for word, units in groups if units)
            text = f"Defence of {space_label(battle.hex)}: {how}. Odds {column_name(column(state, battle))}."
            defenders = state.fates(battle.defenders, Fate.TOOK_PART)
            state.emit(Kind.BATTLE, text, "11.3.2", defenders[0].side, [defenders[0].place], defenders)
        state.replace(ShiftCard(battle, battle.attacker))

    def forecast(self, state: BlitzkriegState, action: Action | None, viewer: str | None) -> Forecast | None:
        step = self.decide(action) if action in self.actions(state)[:2] else self
        return forecast(state, step.battle, step.undecided(state))

    def marks(self, state: BlitzkriegState) -> dict[Action, Mark]:
        """The odds with either answer."""
        found = {}
        for action in self.actions(state)[:2]:
            step = self.decide(action)
            rest = step.undecided(state)
            note = "odds if the other units defend actively" if rest else "odds before cards"
            found[action] = Mark(column_name(column(state, strongest_defence(step.battle, rest))), note)
        return found

    def remarks(self, state: BlitzkriegState) -> dict[Action, str]:
        """11.3.7, 11.6: who defends actively is spent afterwards; a mechanized corps is eliminated."""
        unit = self.unit(state)
        after = "it is eliminated" if contains(CORPS, unit) else "it is spent"
        return {
            ACTIVE[unit]: f"Strength {STRENGTH[unit][FRESH]}; after the combat {after}.",
            PASSIVE[unit]: f"Strength {PASSIVE_STRENGTH[unit]}; it stays fresh if it survives.",
        }

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb in ("active", "passive"):
            unit = action.number
            if not contains(self.battle.defenders, unit):
                return Refusal("11.3.2", f"The {unit_label(unit)} is not attacked.")
            if not contains(state.fresh, unit):
                return Refusal("11.3.2", f"The {unit_label(unit)} is spent and has no choice.", "a spent unit defends")
            if contains(self.decided, unit):
                return Refusal("11.3.2", f"How the {unit_label(unit)} defends has already been chosen.")
            asked = UNITS[self.unit(state)].title
            return Refusal("11.3", f"First choose how the {asked} defends.", "unit by unit")
        return out_of_phase(state, action)
