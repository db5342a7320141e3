"""What the recruit would say about a decision: one sentence."""

from __future__ import annotations

from ...core import Action
from ...games.battle_for_moscow.battle import Battle, column
from ...games.battle_for_moscow.combat import DeclareBattles, ResolveBattles
from ...games.battle_for_moscow.facts import COLUMNS, MOSCOW, UNITS, space_label
from ...games.battle_for_moscow.movement import Moving
from ...games.battle_for_moscow.replacements import PlaceUnit
from ...games.battle_for_moscow.results import Advance
from ...games.battle_for_moscow.retreat import COSTLY, DEATH
from ...games.battle_for_moscow.state import BattleForMoscowState
from .odds import way_out

PLAIN = {
    "standard": "The standard set-up brings the strongest attacks on turn 1.",
    "hold": "A step is less than the city.",
    "yield": "The city is lost either way; the army is not.",
    "stay": "The hex is not worth leaving the line.",
    "through": "No city needs to change hands on the way.",
    "stop": "This is where it is wanted.",
    "back": "There is no room for both.",
    "cancel": "There is something better to do.",
    "drop": "These attackers are needed elsewhere.",
    "retreat": "There the beaten enemy is of least use.",
    "done": "All is done that is worth doing.",
}
OF_UNITS = {
    "place": "The {} is worth more on the map than a step elsewhere.",
    "restore": "The {} is needed at full strength.",
    "lose": "The {} can spare a step best.",
    "advance": "The {} takes the ground that was won.",
    "unit": "The {} is wanted elsewhere.",
}


def of_move(unit: int, goal: int) -> str:
    return f"The {UNITS[unit].title} is wanted in {space_label(goal)}."


def of_battle(state: BattleForMoscowState, battle: Battle) -> str:
    odds = column(state, battle)
    mark = COLUMNS[odds - 1] if odds >= 1 else "less than 1:1"
    end = {DEATH: ", and a retreat is death", COSTLY: ", and a retreat costs a step"}
    return f"{space_label(battle.hex)} can be attacked at {mark}{end.get(way_out(state, battle.hex), '')}."


def of_action(state: BattleForMoscowState, action: Action) -> str:
    """For everything that needs no plan to be told."""
    step = state.stack[-1]
    if isinstance(step, PlaceUnit) and action.verb == "at":
        return f"The {UNITS[step.unit].title} is needed near {space_label(action.number)}."
    if isinstance(step, Moving) and action.verb == "move":
        return of_move(step.unit, action.number)
    if isinstance(step, ResolveBattles):
        return of_battle(state, next(battle for battle in step.battles if battle.hex == action.number))
    if isinstance(step, DeclareBattles) and action.verb == "done" and not step.battles:
        return "No battle is worth it."
    if isinstance(step, Advance) and step.battle.hex == MOSCOW:
        return "Whoever holds Moscow wins."
    if action.verb in OF_UNITS:
        return OF_UNITS[action.verb].format(UNITS[action.number].title)
    return PLAIN.get(action.verb, "")
