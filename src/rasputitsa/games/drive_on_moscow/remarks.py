"""What the large choices cost and bring, in a line each, for the player who makes them."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import Action
from ...core.numbers import counted, signed
from ...core.sets import contains
from .deployment import OFFER_NAMES, OFFERS
from .facts import (
    DECLARE_TURNS,
    GERMAN,
    LEAVES_KG,
    LULL,
    NOVEMBER_AIR,
    OFFENSIVE,
    REPLACEMENT_STEPS,
    SOVIET,
    SPOILING,
    TWO_STEP,
)
from .state import DriveOnMoscowState
from .words import AIR, DECLARE, DECLINE, FIGHT_FIRST, MOVE_FIRST, NO_AIR, OFFER, QUIET

FACES = 6


# 3.0: the offered set-ups.


def of_set_ups(side: int) -> dict[Action, str]:
    """What each offered set-up is for, and which one suits a beginner."""
    first = "Follows the positions of late September 1941: a good one for a first match."
    sayings = {
        GERMAN: {
            "north": "The panzers mass in the north, on the short road to Moscow.",
            "south": "The panzers mass in the south, towards Bryansk and Orel.",
        },
        SOVIET: {
            "forward": "Most stand at the front: hard to break through, but what is encircled is lost.",
            "deep": "Thin at the front, with reserves behind it: the first blow costs ground, not armies.",
        },
    }
    return {OFFER[number]: sayings[side].get(OFFER_NAMES[number], first) for number in OFFERS[side]}


# 12.0: the November Offensive.


def of_offensive(state: DriveOnMoscowState) -> dict[Action, str]:
    """12.1, 12.2: no attacks and slower now; what it brings a turn later. 12.3: what it costs never to declare it."""
    now = f"Now no attacks, movement {changes(LULL)}, and {SPOILING} to {SPOILING * FACES} Soviet units must attack you"
    more = f"movement {changes(OFFENSIVE)}, a column for prepared assaults, {NOVEMBER_AIR} more aircraft"
    steps = f"up to {REPLACEMENT_STEPS[0]} mechanized and {REPLACEMENT_STEPS[1]} infantry steps"
    left = DECLARE_TURNS[-1] - state.turn
    if left:
        later = f"You can still declare it on {counted(left, 'later turn')}; without it you lose a column after that."
    else:
        later = "From now on all German attacks lose a column, and all Soviet ones gain one."
    return {DECLARE: f"{now}. On turn {state.turn + 1} {more} and {steps}.", DECLINE: later}


def changes(both: Sequence[int]) -> str:
    """A change of the movement factors of mechanized and of other units."""
    return f"{signed(both[0])} mechanized and {signed(both[1])} other"


# 5.2: the order of movement and combat.


def of_order(state: DriveOnMoscowState, always: bool) -> dict[Action, str]:
    """Whether prepared assaults gain a column only if they come first."""
    column = "" if always or state.active != GERMAN else " and prepared assaults gain a column"
    return {
        MOVE_FIRST: "Units that move up can attack in the same turn; whoever attacks stays where it is or advances.",
        FIGHT_FIRST: f"Only units already next to the enemy attack{column}; then all can move, through gaps too.",
    }


# 11.19: aircraft in defense.


def of_defense(state: DriveOnMoscowState, side: int) -> dict[Action, str]:
    left = state.aircraft(side)
    return {
        AIR: f"Shifts the odds one column to the left. Aircraft left this turn: {left}.",
        NO_AIR: f"Keeps {counted(left, 'aircraft', 'aircraft')} for other battles of this turn.",
        QUIET: f"In this phase no battle gets any of the {counted(left, 'aircraft', 'aircraft')}.",
    }


def of_attack(state: DriveOnMoscowState, side: int, committed: int) -> dict[Action, str]:
    """11.19: what one more aircraft brings to an attack that is being prepared."""
    left = state.aircraft(side) - committed
    return {AIR: f"Shifts the odds one column to the right. Aircraft left this turn: {left}."}


# 2.11, 11.30: losses.


def fate_of(state: DriveOnMoscowState, unit: int) -> str:
    """What a unit becomes that loses a step."""
    if contains(TWO_STEP, unit) and not state.is_reduced(unit):
        return "reduced"
    if contains(LEAVES_KG, unit) and state.kampfgruppen_left():
        return "eliminated, leaves a Kampfgruppe"
    return "eliminated"
