"""What the rules exclude in a position, though each of its facts could be: hand-written ones are held against them."""

from __future__ import annotations

from collections.abc import Iterator

from ...core.sets import contains, members
from .deployment import QUOTAS, front_without_rifles, left_to_place, placed
from .facts import (
    ALL_OF,
    CAVALRY_LEAVES,
    DECLARE_TURNS,
    GERMAN,
    GUARDS,
    GUDERIAN,
    HEXES,
    INFANTRY,
    INFANTRY_LEAVES,
    KAMPFGRUPPEN,
    LAST_TURN,
    MECH,
    MOSCOW,
    OF_TYPE,
    POOL,
    REGULARS,
    RESERVE,
    RESERVES,
    SIDE,
    SIDES,
    SOVIET,
    SPOILING,
    STACK_LIMIT,
    TITLES,
    TYPE,
    UNIT_COUNT,
    UNIT_NAMES,
    WEST,
    WESTERN_PLACES,
    WITHDRAWABLE_MECH,
    WITHDRAWN,
    hex_label,
)
from .orders import aircraft_of
from .reach import movement_factors
from .reinforcements import due
from .state import SET_UPS, DriveOnMoscowState
from .supply import moscow_isolated


def contradictions(state: DriveOnMoscowState, phase_begins: bool, over: bool) -> list[str]:
    """Everything that the rules exclude, each as a sentence.

    ``phase_begins``: no question is open yet; ``over``: the game is. Matches of version 1 could begin with more; they
    are held only against what could not be played on.
    """
    if state.rules_version == 1:
        return [*counter_problems(state, phase_begins)]
    if state.mode in SET_UPS:
        return [*setup_problems(state)] or [*counter_problems(state, phase_begins), *turn_problems(state)]
    return [
        *counter_problems(state, phase_begins),
        *turn_problems(state),
        *([] if over else decisive_problems(state)),
        *order_problems(state),
        *spent_problems(state),
        *done_problems(state),
    ]


def counter_problems(state: DriveOnMoscowState, phase_begins: bool) -> Iterator[str]:
    """There are only so many counters, and only hexes have an owner."""
    if state.kampfgruppen_left() < 0:
        number = KAMPFGRUPPEN - state.kampfgruppen_left()
        yield f"{number} Kampfgruppen are or were in play; there are only {KAMPFGRUPPEN} (2.12)"
    if state.control & ~HEXES:
        yield "control names a box; only hexes are controlled (3.7)"
    yield from reserve_problems(state, phase_begins)


def turn_problems(state: DriveOnMoscowState) -> Iterator[str]:
    """What a turn brings, and what it cannot have brought yet."""
    yield from november_problems(state)
    yield from aircraft_problems(state)
    yield from box_problems(state)


# The set-up: 3.0.


def setup_problems(state: DriveOnMoscowState) -> Iterator[str]:
    """3.2, 3.3, 3.6: who may be on the map while the sides set up."""
    if state.turn != 1:
        yield "the set-up belongs to turn 1"
    stages = ["reserve", "forward"][: SET_UPS.index(state.mode) + 1]
    if state.occupied(GERMAN) & (~WEST if state.mode == "german" else HEXES):
        yield "German units are set up last, and west of the front line (3.6)"
    there = sum(len(placed(state, stage, kind)) for stage in stages for kind in QUOTAS[stage])
    if there < sum(len(state.at(hex)) for hex in members(state.occupied(SOVIET))):
        yield "Soviet units are outside the zone that is being set up, or of types that are not set up there (3.2, 3.3)"
    for stage in stages:
        left = left_to_place(state, stage)
        for kind, count in left.items():
            if count < 0:
                quota = QUOTAS[stage][kind]
                yield f"{quota - count} {kind} are set up in the {stage} zone instead of {quota}"
        if stage != state.mode and any(left.values()):
            yield f"the Soviet {stage} set-up is not complete"
    if state.mode == "german" and front_without_rifles(state):
        yield "every front-line hex must have a rifle division (3.3)"
    for hex in members(RESERVE & state.held[SOVIET * STACK_LIMIT + 1]):
        yield f"units of the Reserve Front are set up one to a hex: {hex_label(hex)} has more (3.2)"


# The turns.


def decisive_problems(state: DriveOnMoscowState) -> Iterator[str]:
    """4.1, 4.4: with the control of these hexes the game is over."""
    for hex in members(MOSCOW & state.control):
        yield f"the Germans control {hex_label(hex)}, with which the game is over (4.1)"
    for hex in members(WESTERN_PLACES & ~state.control):
        yield f"the Soviets control {hex_label(hex)}, with which the game is over (4.4)"


def isolation_problems(state: DriveOnMoscowState) -> list[str]:
    """4.2, for positions of a game that goes on and without an open battle, which looks at it in its last step."""
    if state.mode in SET_UPS or not moscow_isolated(state):
        return []
    return ["neither hex of Moscow can trace supply to the map edge, with which the game is over (4.2)"]


def november_problems(state: DriveOnMoscowState) -> Iterator[str]:
    november = state.november
    if not november:
        return
    if november not in DECLARE_TURNS:
        first, last = DECLARE_TURNS[0], DECLARE_TURNS[-1]
        yield f"november is {november}; the offensive is declared on a turn from {first} to {last} (12.0)"
    elif november > state.turn:
        yield f"november is {november}, but it is turn {state.turn}"


def order_problems(state: DriveOnMoscowState) -> Iterator[str]:
    """12.1: Stalin's order is given in the Soviet player turn of the declaration."""
    ordered, launched = state.ordered, state.launched
    if ordered and (state.november != state.turn or state.active != SOVIET):
        yield "ordered has a number, but no offensive was declared in this turn, or it is a German phase (12.1)"
    if ordered and (ordered % SPOILING or not SPOILING <= ordered <= 6 * SPOILING):
        yield f"ordered is {ordered}; it must be a die times {SPOILING} (12.1)"
    if launched < 0 or (launched and not ordered):
        yield f"launched is {launched}, but nothing was ordered (12.1)"


def aircraft_problems(state: DriveOnMoscowState) -> Iterator[str]:
    """11.19, 12.2: nobody has more aircraft than the turn gives."""
    given = (0, 0) if state.mode in SET_UPS else aircraft_of(state.turn, state.november)
    for side, most in enumerate(given):
        number = state.aircraft(side)
        if not 0 <= number <= most:
            yield f"{SIDES[side]}_air is {number}; on turn {state.turn} it is at most {most} (11.19)"


def box_problems(state: DriveOnMoscowState) -> Iterator[str]:
    """3.4, 9.3: who can be in the guards pool, and who can have been withdrawn."""
    where = state.where
    for unit in range(UNIT_COUNT):
        if where[unit] == POOL and TYPE[unit] not in GUARDS:
            yield f"{UNIT_NAMES[unit]} is in the guards pool, but it is no guards unit (3.4)"
    gone = sum(1 << unit for unit in range(UNIT_COUNT) if where[unit] == WITHDRAWN)
    for unit in members(gone & ~(INFANTRY | WITHDRAWABLE_MECH)):
        yield f"{UNIT_NAMES[unit]} is never withdrawn (9.3)"
    for kind, units, turns in (
        ("infantry", INFANTRY, INFANTRY_LEAVES),
        ("mechanized", WITHDRAWABLE_MECH, CAVALRY_LEAVES),
    ):
        due_so_far = sum(turn <= state.turn for turn in turns)
        number = (gone & units).bit_count()
        if number > due_so_far:
            yield f"{number} {kind} divisions are withdrawn; by turn {state.turn} there can be {due_so_far} (9.3)"


def reserve_problems(state: DriveOnMoscowState, phase_begins: bool) -> Iterator[str]:
    """3.5, 9.1: the reinforcements of the turns to come must not have been in play."""
    for number, kind in enumerate(REGULARS):
        waiting = sum(state.where[unit] == RESERVES for unit in members(OF_TYPE[kind]))
        coming = sum(due(turn)[number] for turn in range(first_turn_to_come(state, phase_begins), LAST_TURN + 1))
        if state.mode in SET_UPS:
            coming += sum(max(0, left_to_place(state, stage).get(kind, 0)) for stage in QUOTAS)
        if waiting < coming:
            yield f"only {waiting} {kind} have not been in play, but {coming} are still to come (3.1, 3.5)"


def first_turn_to_come(state: DriveOnMoscowState, phase_begins: bool) -> int:
    """The first turn whose reinforcements have not begun to enter."""
    if state.mode in SET_UPS or state.active == GERMAN or (state.mode == "reinforcement" and phase_begins):
        return state.turn
    return state.turn + 1


def spent_problems(state: DriveOnMoscowState) -> Iterator[str]:
    """10.1: points are spent by units of the side whose Movement Phase it is, and no more than they have."""
    mech, other = movement_factors(state, state.active)
    if state.turn == 1 and state.active == GERMAN:
        mech = GUDERIAN
    for unit in range(UNIT_COUNT):
        spent = state.spent[unit]
        if not spent:
            continue
        if state.mode != "movement" or SIDE[unit] != state.active:
            yield f"unit {UNIT_NAMES[unit]} has spent points, but it is not its Movement Phase (10.0)"
        elif spent > (mech if contains(MECH, unit) else other):
            yield f"unit {UNIT_NAMES[unit]} has spent {spent} points, more than it has (2.10)"


def done_problems(state: DriveOnMoscowState) -> Iterator[str]:
    """What units have done in a phase, they have done in one of the right kind."""
    for name, mode, side in (
        ("parent", "movement", state.active),
        ("finished", "movement", state.active),
        ("assaulted", "movement", GERMAN),
        ("fought", "combat", state.active),
        ("defended", "combat", 1 - state.active),
    ):
        units = getattr(state, name)
        if units and state.mode != mode:
            yield f"{name} names units, but it is no {mode.title()} Phase"
        elif units & ~ALL_OF[side] or (name == "assaulted" and state.active != GERMAN and units):
            yield f"{name} names units that are not {TITLES[side]} ones in their own phase"
    german_mech = ALL_OF[GERMAN] & MECH
    for name in ("south", "far"):
        if getattr(state, name) & ~german_mech:
            yield f"{name} names units that are not German mechanized ones (5.3)"
    if state.far and (state.turn != 1 or state.active != GERMAN):
        yield "far names units, but the Guderian effect belongs to the German player turn 1 (5.3)"
