"""11.3.6 Combat results, 11.5 advance after combat, 11.3.7 completion."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action, Refusal, Step
from ...core.sets import members
from .battle import Battle, column
from .facts import BOARD, CORPS, CRT, GERMAN, POOL, SIDES, TRACK, UNIT_NAMES, spot, title
from .retreat import ChooseRetreat
from .sequence import out_of_phase
from .stacking import fits_in
from .state import Position
from .words import ADVANCE, STAY


def result_of(state: Position, battle: Battle, face: int) -> str:
    """11.3.6; 14.2.1: a German attack does not drive anybody out of the Hero City."""
    result = CRT[column(state, battle)][face]
    return "-" if result == "DR" and holds_out(state, battle) else result


def holds_out(state: Position, battle: Battle) -> bool:
    return battle.attacker == GERMAN and state.hero_stands and battle.hex == state.hero


def apply_result(state: Position, battle: Battle, face: int) -> None:
    """Do what the table says. What is still to be asked goes on the stack, the last thing first."""
    result = result_of(state, battle, face)
    if result == "-":
        complete(state, battle)
        return
    state.push(Advance(battle))
    if result == "DE":
        for unit in members(battle.defenders):
            state.eliminate(unit, "11.3.6")
        return
    if result == "DL":
        for unit in members(battle.defenders):
            state.spend(unit, "11.3.6")
    state.push(ChooseRetreat(battle, state.at[battle.hex]))


def complete(state: Position, battle: Battle) -> None:
    """11.3.7: attackers and active defenders are spent; mechanized corps among them are eliminated (11.6).

    Whoever has left for a rear area comes back fresh (10.4), but for a mechanized corps.
    """
    for unit in members(battle.attackers | battle.active):
        where = state.where[unit]
        if where != POOL and (where != TRACK or CORPS >> unit & 1):
            state.spend(unit)


@dataclass(frozen=True, slots=True)
class Advance(Step[Position]):
    """11.5: attackers may enter the hex that the defenders left, as many as may stand there. Then the combat ends."""

    battle: Battle

    rule = "11.5"

    def asks(self, state: Position) -> str:
        return SIDES[self.battle.attacker]

    def text(self, state: Position) -> str:
        return f"Which attackers advance into {spot(self.battle.hex)}?"

    def candidates(self, state: Position) -> list[int]:
        hex = self.battle.hex
        if state.holds[1 - self.battle.attacker] >> hex & 1:
            return []
        return [unit for unit in members(self.battle.attackers & ~state.at[hex]) if fits_in(state, 1 << unit, hex)]

    def answers(self, state: Position) -> list[Action]:
        found = [ADVANCE[unit] for unit in self.candidates(state)]
        found.append(STAY)
        return found

    def settle(self, state: Position) -> bool:
        if self.candidates(state):
            return False
        self.end(state)
        return True

    def take(self, state: Position, action: Action) -> None:
        if action is STAY:
            self.end(state)
            return
        unit, hex = action.number, self.battle.hex
        if state.events is not None:
            names = [BOARD.names[hex]]
            state.tell("advance", f"The {title(unit)} advances into {spot(hex)}.", "11.5", names, [UNIT_NAMES[unit]])
        state.enter(unit, hex)
        state.note_losses()

    def end(self, state: Position) -> None:
        state.pop()
        complete(state, self.battle)

    def refusal(self, state: Position, action: Action) -> Refusal:
        if action.verb == "advance":
            unit = action.number
            if not self.battle.attackers >> unit & 1:
                return Refusal("11.5", f"The {title(unit)} did not attack {spot(self.battle.hex)}.")
            if state.where[unit] == self.battle.hex:
                return Refusal("11.5", f"The {title(unit)} has advanced already.")
            return Refusal("8.0", f"Too many units would stand in {spot(self.battle.hex)}.")
        return out_of_phase(state, action)
