"""1.7 How to win: Victory Points, Sudden Death, and the conditions of the scenarios."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import Outcome
from ...core.sets import members
from .facts import BOARD, GERMAN, SIDES, SOVIET, SUDDEN_DEATH, TITLES, VICTORY_PLACES

if TYPE_CHECKING:
    from .state import Moscow41State

RULES = {"dnieper": "15.1", "typhoon": "15.2", "gasp": "15.3", "campaign": "15.4"}  # the rule of each scenario


def victory_points(state: Moscow41State, side: int) -> int:
    """1.7: one for each of the five Victory Areas and for Kiev and Leningrad. A contested area is its controller's."""
    held = state.german & VICTORY_PLACES
    return (held if side == GERMAN else VICTORY_PLACES & ~held).bit_count()


def sudden_death(state: Moscow41State) -> Outcome | None:
    """Whether the game is over at this instant."""
    goals = state.setting.goals
    if goals:
        for goal in goals:
            lines, controls = goal.lines, goal.controls
            if lines & ~state.lines_of(GERMAN) == 0 and controls & ~state.german == 0:
                names = " and ".join(BOARD.by_id[area].title for area in members(lines | controls))
                what = "There are German defensive lines in" if lines else "The Germans control"
                return Outcome(SIDES[GERMAN], f"{what} {names}: German victory.", RULES[state.setting.name])
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
    points = f"{german} Victory Points for the Germans, {soviet} for the Soviets"
    reason = f"{points}: {TITLES[winner]} marginal victory."
    return Outcome(SIDES[winner], reason, "1.7")
