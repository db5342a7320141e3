"""11.3.6 Combat results, 11.5 advance after combat, 11.3.7 completion."""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Fate, Kind, Refusal, Selection, Step
from ...core.conditions import Condition
from ...core.sets import contains, members
from .battle import Battle, column
from .facts import BOARD, CORPS, CRT, GERMAN, POOL, SIDES, TRACK, space_label, unit_label
from .refusals import Conditions, of_unit, out_of_phase
from .retreat import ChooseRetreat
from .state import BlitzkriegState
from .words import ADVANCE, STAY


def results_of(state: BlitzkriegState, battle: Battle) -> list[str]:
    """11.3.6: the results by face; 14.2.1: a German attack does not drive anybody out of the Hero City."""
    results = CRT[column(state, battle)][1:]
    return ["-" if result == "DR" else result for result in results] if holds_out(state, battle) else results


def result_shown(state: BlitzkriegState, battle: Battle, face: int) -> str:
    """The result of a roll for a text; where it has none, that it has no effect (14.2.1)."""
    result = CRT[column(state, battle)][face]
    if result == "DR" and holds_out(state, battle):
        return "DR, which has no effect on the Hero City"
    return "no effect" if result == "-" else result


def holds_out(state: BlitzkriegState, battle: Battle) -> bool:
    return battle.attacker == GERMAN and state.hero_stands and battle.hex == state.hero


def apply_result(state: BlitzkriegState, battle: Battle, face: int) -> None:
    """Do what the table says. What is still to be asked goes on the stack, the last thing first."""
    result = results_of(state, battle)[face - 1]
    if result == "-":
        complete(state, battle)
        return
    state.push(Advance(battle))
    if result == "DE":
        for unit in members(battle.defenders):
            state.eliminate(unit, result, "11.3.6")
        return
    if result == "DL":
        for unit in members(battle.defenders):
            state.spend(unit, result, "11.3.6")
    state.push(ChooseRetreat(battle, state.at[battle.hex]))


def complete(state: BlitzkriegState, battle: Battle) -> None:
    """11.3.7: attackers and active defenders are spent; mechanized corps among them are eliminated (11.6).

    Whoever has left for a rear area comes back fresh (10.4), but for a mechanized corps.
    """
    for unit in members(battle.attackers | battle.active):
        where = state.where[unit]
        if where != POOL and (where != TRACK or contains(CORPS, unit)):
            state.spend(unit, "it attacked" if contains(battle.attackers, unit) else "it defended actively")


ADVANCE_UNIT: Conditions = (
    Condition(
        lambda state, step: step.battle.attackers,
        "11.5",
        lambda state, step, unit: f"The {unit_label(unit)} did not attack {space_label(step.battle.hex)}.",
        quotation="attackers may enter it at once",
    ),
    Condition(lambda state, step: step.candidates(state), "11.5", of_unit("The {} has already advanced.")),
)


@dataclass(frozen=True, slots=True)
class Advance(Step[BlitzkriegState]):
    """11.5: attackers may enter the hex that the defenders left, any number of them (8.3). Then the combat ends."""

    battle: Battle

    rule = "11.5"
    lies_on = ("Combat", "FightAttacks")
    conditions_of = MappingProxyType({"advance": ADVANCE_UNIT})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[self.battle.attacker]

    def selection(self, state: BlitzkriegState) -> Selection:
        return Selection((), (BOARD.names[self.battle.hex],))

    def text(self, state: BlitzkriegState) -> str:
        return f"Which attackers advance into {space_label(self.battle.hex)}?"

    def candidates(self, state: BlitzkriegState) -> int:
        hex = self.battle.hex
        if contains(state.occupied[1 - self.battle.attacker], hex):
            return 0
        return self.battle.attackers & ~state.at[hex]

    def actions(self, state: BlitzkriegState) -> list[Action]:
        found = [ADVANCE[unit] for unit in members(self.candidates(state))]
        found.append(STAY)
        return found

    def auto_advance(self, state: BlitzkriegState) -> bool:
        if self.candidates(state):
            return False
        self.end(state)
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action is STAY:
            self.end(state)
            return
        unit, hex = action.number, self.battle.hex
        if state.events is not None:
            fate = state.fate(unit, Fate.MOVED, hex)
            text = f"The {unit_label(unit)} advances into {space_label(hex)}."
            state.emit(Kind.ADVANCE, text, "11.5", fate.side, [fate.origin, fate.place], [fate])
        state.enter(unit, hex)
        state.settle_losses()

    def end(self, state: BlitzkriegState) -> None:
        state.finish()
        complete(state, self.battle)

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return out_of_phase(state, action)
