"""The recruit's reason for a decision, in one sentence."""

from __future__ import annotations

from ...core import Action
from ...games.blitzkrieg_to_moscow_2.battle import Battle, column, column_name
from ...games.blitzkrieg_to_moscow_2.breakthrough import TankAction
from ...games.blitzkrieg_to_moscow_2.cards import CardStep, ChooseFunction
from ...games.blitzkrieg_to_moscow_2.combat import Combat, NameAttackers, full_attack
from ...games.blitzkrieg_to_moscow_2.facts import CARDS, CITIES, FUNCTIONS, UNITS, space_label
from ...games.blitzkrieg_to_moscow_2.fight import ReRoll, ShiftCard
from ...games.blitzkrieg_to_moscow_2.forecast import strongest_defence, trapped
from ...games.blitzkrieg_to_moscow_2.logistics import Logistics
from ...games.blitzkrieg_to_moscow_2.movement import Movement, Moving
from ...games.blitzkrieg_to_moscow_2.rail import RailMove
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.supply import Supply
from ..explanations import phrase
from ..planning import Plan

PHRASES = {
    "pass": "A card is not worth it here.",
    "quiet": "A card is not worth it in this phase.",
    "rail": "The free rail move brings a unit where it is needed.",
    "both": "Two cards are a fair price for a unit that surrendered.",
    "cancel": "There is something better to do.",
    "ready": "These units go.",
    "stop": "This is where the unit is needed.",
    "stay": "The hex is not worth leaving this place.",
    "done": "There is nothing left worth doing.",
    "withdraw": "The {} can do more by coming back.",
    "activate": "The {} is needed fresh.",
    "rebuild": "The {} is the unit missed most.",
    "raise": "The {} is the unit missed most.",
    "load": "The {} is needed elsewhere.",
    "unit": "The {} is needed elsewhere.",
    "back": "There is no room for the {}.",
    "remove": "There is no room for the {}.",
    "with": "The attack needs the {}.",
    "active": "The {} should fight: better odds now are worth more than its strength later.",
    "passive": "The {} should stay fresh: its strength would not change the odds enough.",
    "retire": "The {} has the best choice of retreats if it goes first.",
    "advance": "The {} takes the ground that was won.",
    "at": "{} is where the unit is needed.",
    "hero": "{} must not fall.",
    "move": "The unit is needed in {}.",
    "retreat": "The unit can do most in {}.",
}


def of_move(unit: int, goal: int, plan: Plan) -> str:
    """Why a unit goes there: for an attack, for a city, or for the line."""
    for group in plan.groups:
        if group.places.get(unit) == goal:
            return f"The {UNITS[unit].title} joins the attack on {space_label(group.hex)} from {space_label(goal)}."
    verb = "must hold or take" if CITIES >> goal & 1 else "is needed in"
    return f"The {UNITS[unit].title} {verb} {space_label(goal)}."


def of_battle(state: BlitzkriegState, battle: Battle) -> str:
    """The odds against an active defence, and whether the defenders can retreat."""
    odds = column_name(column(state, strongest_defence(battle, battle.defenders & state.fresh)))
    end = ", and the defenders have no retreat" if trapped(state, battle) == battle.defenders else ""
    return f"{space_label(battle.hex)} can be attacked at {odds} or better{end}."


def of_card(state: BlitzkriegState, card: int) -> str:
    step = state.stack[-1]
    name = CARDS[card].title
    if isinstance(step, ShiftCard):
        return f"{name} changes the odds where it matters."
    if isinstance(step, ReRoll):
        return f"Another roll is likely to be better: {name} gives one."
    if isinstance(step, Logistics):
        return f"{name} does most if it is played now."
    if isinstance(step, Supply):
        return f"{name} makes a unit fresh that would not recover by itself."
    if isinstance(step, CardStep):
        return f"{name} gives the tanks another action where it pays."
    return f"{name} negates a card that would hurt."


def of_action(state: BlitzkriegState, action: Action, plan: Plan) -> str:
    step, verb = state.stack[-1], action.verb
    if verb == "take":
        return f"{CARDS[action.number].title} should gain the most this turn."
    if verb == "card":
        return of_card(state, action.number)
    if isinstance(step, ChooseFunction):
        return f"{CARDS[step.card].title} is worth most as {FUNCTIONS[action.object][0]}."
    if isinstance(step, Movement) and verb == "unit" and action.number in plan.places:
        return of_move(action.number, plan.places[action.number], plan)
    if isinstance(step, Moving) and verb == "move":
        return of_move(step.unit, action.number, Plan() if step.by_tank_action else plan)
    if verb == "attack":
        attacking = next(step for step in reversed(state.stack) if isinstance(step, Combat | TankAction))
        return of_battle(state, full_attack(state, attacking, action.number))
    if isinstance(step, NameAttackers) and verb == "fight":
        return of_battle(state, Battle(step.hex, step.units, state.at[step.hex], 0, 0))
    if isinstance(step, RailMove) and verb == "move":
        return f"By rail the unit reaches {space_label(action.number)} at once."
    if isinstance(step, TankAction) and verb == "done":
        return "No tank unit can gain anything more."
    return phrase(PHRASES, action, state.game)
