"""The recruit's reason for a decision, in one sentence."""

from __future__ import annotations

from ...core import Action
from ...games.battle_for_moscow.battle import Battle, column
from ...games.battle_for_moscow.combat import DeclareBattles
from ...games.battle_for_moscow.facts import COLUMNS, MOSCOW, UNITS, space_label
from ...games.battle_for_moscow.fight import ResolveBattles
from ...games.battle_for_moscow.movement import Moving
from ...games.battle_for_moscow.replacements import PlaceUnit
from ...games.battle_for_moscow.results import Advance
from ...games.battle_for_moscow.retreat import COSTLY, DEATH
from ...games.battle_for_moscow.setup import SetUp, SetUpAt
from ...games.battle_for_moscow.state import BattleForMoscowState
from ..explanations import phrase
from .odds import retreat_from

PHRASES = {
    "standard": "The standard set-up gives the strongest attacks on turn 1.",
    "place": "The {} is worth more on the map than a step for another unit.",
    "restore": "The {} is needed at full strength.",
    "unit": "The {} is needed elsewhere.",
    "stop": "This is where the unit is needed.",
    "back": "There is no room for both units.",
    "cancel": "There is something better to do.",
    "drop": "These attackers are needed elsewhere.",
    "lose": "The {} is the cheapest unit to reduce.",
    "hold": "The city is worth more than a step.",
    "yield": "The city cannot be held; the army can be saved.",
    "retreat": "The beaten enemy can do least there.",
    "through": "No city changes hands on this route.",
    "advance": "The {} takes the ground that was won.",
    "stay": "The hex is not worth leaving the line.",
    "done": "There is nothing left worth doing.",
}


def of_move(unit: int, goal: int) -> str:
    return f"The {UNITS[unit].title} is needed in {space_label(goal)}."


def of_battle(state: BattleForMoscowState, battle: Battle) -> str:
    odds = column(state, battle)
    mark = COLUMNS[odds - 1] if odds >= 1 else "less than 1:1"
    end = {DEATH: ", and the defender has no retreat", COSTLY: ", and a retreat costs the defender a step"}
    return f"{space_label(battle.hex)} can be attacked at {mark}{end.get(retreat_from(state, battle.hex), '')}."


def of_action(state: BattleForMoscowState, action: Action) -> str:
    """For every decision that needs no plan to be explained."""
    step = state.stack[-1]
    if isinstance(step, SetUp | SetUpAt) and action.verb in ("place", "at"):
        return "So the first attacks and the way to Moscow promise most."
    if isinstance(step, PlaceUnit) and action.verb == "at":
        return f"The {UNITS[step.unit].title} is needed near {space_label(action.number)}."
    if isinstance(step, Moving) and action.verb == "move":
        return of_move(step.unit, action.number)
    if isinstance(step, ResolveBattles):
        return of_battle(state, next(battle for battle in step.battles if battle.hex == action.number))
    if isinstance(step, DeclareBattles) and action.verb == "done" and not step.battles:
        return "No attack is worth it."
    if isinstance(step, Advance) and step.battle.hex == MOSCOW:
        return "The side that holds Moscow wins."
    return phrase(PHRASES, action, state.game)
