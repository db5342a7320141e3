"""8.3 Stacking at a combat: whoever has too many units in a hex that takes part eliminates the excess."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from ...core import Action, Kind, Refusal, Selection, Step
from ...core.conditions import Condition
from ...core.sets import contains, members
from .battle import Battle
from .defence import ChooseDefence
from .facts import ALL_OF, BOARD, FIRST_HEX, SIDES, space_label, unit_label
from .refusals import Conditions, of_unit, out_of_phase
from .stacking import OTHER_TYPE, OVERSTACKED, removable
from .state import BlitzkriegState
from .words import REMOVE


def stacks_in(state: BlitzkriegState, battle: Battle) -> int:
    """The hexes that a combat is fought from and the one it is fought for."""
    found = 1 << battle.hex
    for unit in members(battle.attackers):
        if state.where[unit] >= FIRST_HEX:
            found |= 1 << state.where[unit]
    return found


def not_in_the_hex(state: BlitzkriegState, step: RemoveExcess, unit: int) -> str:
    return f"The {unit_label(unit)} is not in {space_label(step.hex(state))}."


REMOVE_FROM_HEX: Conditions = (
    Condition(lambda state, step: state.at[step.hex(state)], "8.3", not_in_the_hex, implied=True),
    Condition(
        lambda state, step: step.candidates(state), "8.2", of_unit(OTHER_TYPE), quotation="no more than two infantry"
    ),
)


@dataclass(frozen=True, slots=True)
class RemoveExcess(Step[BlitzkriegState]):
    """8.3: an attack has been declared; which units are eliminated where too many are stacked?

    The attacker is asked first. Then the defence is chosen.
    """

    battle: Battle

    rule = "8.3"
    lies_on = ("Combat", "FightAttacks")
    conditions_of = MappingProxyType({"remove": REMOVE_FROM_HEX})

    def actor(self, state: BlitzkriegState) -> str:
        hex = self.hex(state)
        attacking = contains(state.occupied[self.battle.attacker], hex)
        return SIDES[self.battle.attacker if attacking else 1 - self.battle.attacker]

    def hexes(self, state: BlitzkriegState) -> int:
        return stacks_in(state, self.battle) & state.overstacked

    def hex(self, state: BlitzkriegState) -> int:
        """The first of the hexes with too many units, the attacker's before the defender's."""
        hexes = self.hexes(state)
        return members(hexes & ~(1 << self.battle.hex) or hexes)[0]

    def candidates(self, state: BlitzkriegState) -> int:
        hex = self.hex(state)
        return removable(SIDES.index(self.actor(state)), state.at[hex])

    def text(self, state: BlitzkriegState) -> str:
        return f"Too many units are stacked in {space_label(self.hex(state))}: which one is eliminated?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [REMOVE[unit] for unit in members(self.candidates(state))]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        state.eliminate(action.number, OVERSTACKED, "8.3")
        battle = self.battle
        state.replace(RemoveExcess(replace(battle, attackers=battle.attackers & ~(1 << action.number))))

    def auto_advance(self, state: BlitzkriegState) -> bool:
        battle = replace(self.battle, defenders=state.at[self.battle.hex] & ~ALL_OF[state.active])
        if not battle.attackers or not battle.defenders:
            if state.events is not None:
                text = f"The attack on {space_label(battle.hex)} is not made."
                state.emit(Kind.BATTLE, text, "8.3", SIDES[state.active], [BOARD.names[battle.hex]])
            state.finish()
            return True
        if not self.hexes(state):
            state.replace(ChooseDefence(battle, 0))
            return True
        return False

    def selection(self, state: BlitzkriegState) -> Selection:
        return Selection((), (BOARD.names[self.hex(state)],))

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return out_of_phase(state, action)
