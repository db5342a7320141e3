"""1.7 How to win: Victory Points, Sudden Death, and the conditions of the scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import Outcome
from ...core.sets import members
from .facts import BOARD, GERMAN, SIDES, SOVIET, SUDDEN_DEATH, TITLES, VICTORY_PLACES
from .loader import Goal, ScenarioFacts

if TYPE_CHECKING:
    from .state import Moscow41State

RULES = {"dnieper": "15.1", "typhoon": "15.2", "gasp": "15.3", "campaign": "15.4"}  # the rule of each scenario


def victory_points(state: Moscow41State, side: int) -> int:
    """1.7: one for each of the five Victory Areas and for Kiev and Leningrad. A contested area is its controller's."""
    held = state.german & VICTORY_PLACES
    return (held if side == GERMAN else VICTORY_PLACES & ~held).bit_count()


def names_in(goal: Goal) -> str:
    return " and ".join(BOARD.by_id[area].title for area in members(goal.lines | goal.controls))


def aim(setting: ScenarioFacts) -> str:
    """1.7, 15.1 to 15.3: how the scenario is won, in words."""
    if not setting.goals:
        return f"All {SUDDEN_DEATH} Victory Points win at once; in the end the side with more"
    ways = [f"{'lines in' if goal.lines else 'control of'} {names_in(goal)}" for goal in setting.goals]
    return f"The Germans win at once by {', or by '.join(ways)}; else the Soviets win"


def sudden_death(state: Moscow41State) -> Outcome | None:
    """Whether the game is over at this instant."""
    goals = state.setting.goals
    if goals:
        for goal in goals:
            lines, controls = goal.lines, goal.controls
            if lines & ~state.lines_of(GERMAN) == 0 and controls & ~state.german == 0:
                what = "There are German defensive lines in" if lines else "The Germans control"
                reason = f"{what} {names_in(goal)}: German victory."
                return Outcome(SIDES[GERMAN], reason, RULES[state.setting.name])
        return None
    for side in (GERMAN, SOVIET):
        if victory_points(state, side) >= SUDDEN_DEATH:
            reason = f"The {TITLES[side]} side holds all {SUDDEN_DEATH} Victory Points: decisive victory."
            return Outcome(SIDES[side], reason, "1.7")
    return None


def judge(state: Moscow41State) -> Outcome:
    """1.7: the end of the last turn. A scenario that the Germans have not won by then is a Soviet victory."""
    if state.setting.goals:
        reason = "The Germans have not reached their goal: Soviet victory."
        return Outcome(SIDES[SOVIET], reason, RULES[state.setting.name])
    german, soviet = victory_points(state, GERMAN), victory_points(state, SOVIET)
    winner = GERMAN if german > soviet else SOVIET
    number = f"{german} Victory Point{'' if german == 1 else 's'}"
    points = f"{number} for the Germans, {soviet} for the Soviets"
    reason = f"{points}: {TITLES[winner]} marginal victory."
    return Outcome(SIDES[winner], reason, "1.7")
