"""10.9 and 13.3: the Road to Leningrad."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...core import Action, Chance, Fate, Forecast, Kind, Modifier, Refusal
from ...core.forecasts import Note
from ...core.sets import contains, members
from .battle import dice_text, hit_text
from .dice import Handful, count_hits, hit_chances
from .dice_step import DiceStep
from .facts import (
    BOARD,
    COMBAT,
    FULL,
    GERMAN,
    HOEPNER,
    LENINGRAD,
    PANZER_GROUP_4,
    POOL,
    ROAD_SET,
    SHLISSELBURG,
    SIDES,
    SOVIET,
    ZHUKOV,
    space_label,
)
from .forecast import WEATHER_RULES, count_of
from .movement import stars
from .state import Moscow41State
from .strength import attacking_strength


def companions(state: Moscow41State) -> int:
    """10.9: the blocks deployed with Hoepner."""
    return state.at[state.where[HOEPNER]] & PANZER_GROUP_4 & COMBAT


def advance_is_due(state: Moscow41State) -> bool:
    """10.9: Hoepner is activated on the road, short of Leningrad, with somebody to advance."""
    return bool(
        contains(state.activated, HOEPNER)
        and contains(ROAD_SET, state.where[HOEPNER])
        and state.where[HOEPNER] != LENINGRAD
        and attacking_strength(state, HOEPNER)
        and companions(state)
    )


@dataclass(frozen=True, slots=True)
class Advance(DiceStep):
    """10.9: Hoepner's dice. Each hit is a box, but no more boxes than blocks with him."""

    rule = "10.9"
    lies_on = ("Support",)

    def handful(self, state: Moscow41State) -> Handful:
        """14.2: against Zhukov in Leningrad only sixes hit."""
        dice = attacking_strength(state, HOEPNER)
        return (0, 0, dice) if state.where[ZHUKOV] == LENINGRAD else (0, dice, 0)

    def text(self, state: Moscow41State) -> str:
        return f"Hoepner advances on Leningrad from {space_label(state.where[HOEPNER])}."

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        return Refusal("10.9", self.due(state))

    def forecast(self, state: Moscow41State, action: Action | None, viewer: str | None) -> Forecast | None:
        """How many boxes he may go. He lies face up, so everybody may know it."""
        handful = self.handful(state)
        farthest = min(companions(state).bit_count(), LENINGRAD - state.where[HOEPNER])
        boxes = [Fraction(0)] * (farthest + 1)
        for count, chance in enumerate(hit_chances(handful)):
            boxes[min(count, farthest)] += chance
        against = "Against Zhukov in Leningrad only sixes hit"
        notes = [Note(f"No more boxes than blocks with Hoepner: {companions(state).bit_count()}", "10.9")]
        notes += [Note(against, "14.2")] if state.where[ZHUKOV] == LENINGRAD else []
        return Forecast(
            f"The Road to Leningrad, from {space_label(state.where[HOEPNER])}",
            count_of(sum(handful)),
            (Modifier(f"Hoepner, {stars(state, HOEPNER)}", dice_text(handful), WEATHER_RULES[state.weather]),),
            tuple(
                Chance(f"{count} box{'es' if count != 1 else ''}", chance, "", "10.9")
                for count, chance in enumerate(boxes)
                if chance
            ),
            tuple(notes),
            (BOARD.names[state.where[HOEPNER]],),
        )

    def take(self, state: Moscow41State, action: Action) -> None:
        state.finish()
        handful = self.handful(state)
        hits = count_hits(handful, action.faces)
        if state.events is not None:
            text = f"Hoepner, {dice_text(handful)}: {action.object}. {hit_text(hits)}"
            spaces = [BOARD.names[state.where[HOEPNER]]]
            state.emit_blocks(Kind.ROLL, text, "10.9", [HOEPNER], Fate.TOOK_PART, None, spaces)
        advance(state, min(hits, companions(state).bit_count()))


def advance(state: Moscow41State, boxes: int) -> None:
    """10.9: Hoepner and his blocks go on; Shlisselburg counts at once (13.3.1), Leningrad in the Final Phase (13.3)."""
    start = state.where[HOEPNER]
    goal = min(start + boxes, LENINGRAD)
    if goal == start:
        return
    group = members(companions(state) | 1 << HOEPNER)
    text = f"The 4th Panzer Group reaches {space_label(goal)}."
    spaces = [BOARD.names[start], BOARD.names[goal]]
    state.emit_blocks(Kind.MOVE, text, "10.9", group, Fate.MOVED, goal, spaces)
    for unit in group:
        state.put(unit, goal)
    for box in range(start + 1, goal + 1):
        if box != LENINGRAD:
            state.german |= 1 << box
    state.leningrad_reached |= goal == LENINGRAD
    if start < SHLISSELBURG <= goal:
        text = "Shlisselburg is taken: the western half of the northern edge no longer supplies the Soviets."
        state.emit(Kind.SUPPLY, text, "13.3.1", SIDES[SOVIET], [BOARD.names[SHLISSELBURG]])


def leningrad_falls(state: Moscow41State) -> None:
    """13.3: in the Final Phase, once Hoepner has reached the Leningrad box."""
    if not state.leningrad_reached or contains(state.german, LENINGRAD):
        return
    text = "Leningrad falls: the northern edge no longer supplies the Soviets."
    state.emit(Kind.CONTROL, text, "13.3", SIDES[GERMAN], [BOARD.names[LENINGRAD]])
    freed = [unit for unit in members(PANZER_GROUP_4) if contains(ROAD_SET, state.where[unit])]
    if freed:
        text = "The 4th Panzer Group joins the Reinforcement Pool."
        state.emit_blocks(Kind.DEPARTURE, text, "13.3", freed, Fate.WITHDRAWN, POOL)
    for unit in members(PANZER_GROUP_4):
        if contains(ROAD_SET, state.where[unit]):
            state.put(unit, POOL)
            state.strength[unit] = FULL[unit]
    if state.where[ZHUKOV] == LENINGRAD:
        state.remove(ZHUKOV, False, "14.2")
    state.give_control(GERMAN, 1 << LENINGRAD)
