"""Soviet movement under Stalin's orders (12.1): unit by unit, for each move limits those that follow."""

from __future__ import annotations

from ...core import Action
from ...core.sets import members, set_of
from ...games.drive_on_moscow.facts import CLASS, GERMAN, HEXES, MOSCOW, SOVIET, land_spread
from ...games.drive_on_moscow.move_rules import movable, others_to_take
from ...games.drive_on_moscow.movement import Moving
from ...games.drive_on_moscow.muster import on_the_way
from ...games.drive_on_moscow.reach import reach
from ...games.drive_on_moscow.spoiling import goals_under_orders, may_end_movement
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ...games.drive_on_moscow.words import DONE, MOVE, STOP, UNIT
from .ground import EASTERN_CITIES
from .posts import Posts
from .soviet import RETAKES, WINS, Needs


def best_move(needs: Needs, unit: int, post: int | None) -> tuple[float, int]:
    """How much a unit gains by its best move, and where it goes."""
    state = needs.state
    here = state.where[unit]
    key = here, CLASS[unit], state.spent[unit], post
    if not state.ordered and key in needs.moves:
        return needs.moves[key]
    needs.moves[key] = find_move(needs, unit, here, post)
    return needs.moves[key]


def find_move(needs: Needs, unit: int, here: int, post: int | None) -> tuple[float, int]:
    """The same, worked out."""
    state = needs.state
    allowed = goals_under_orders(state, 1 << unit, here) if state.ordered else HEXES
    found = [hex for hexes in reach(state, 1 << unit, here)[1:] for hex in members(hexes & allowed)]
    prizes = [hex for hex in found if needs.prizes >> hex & 1]
    if (MOSCOW | EASTERN_CITIES) >> here & 1 and len(state.at(here)) == 1 and not needs.towns & set_of(found):
        return 0.0, here  # the last unit of a city stays, above all in Moscow (4.1)
    if prizes:
        return max((WINS if needs.towns >> hex & 1 else RETAKES, hex) for hex in prizes)
    if (here == post and not needs.spoiling) or (needs.spoiling and needs.near >> here & 1):
        return 0.0, here
    stay = needs.value(here, post)
    best = (0.0, here)
    for hex in found:
        gain = needs.value(hex, post) - stay
        if gain > best[0] + needs.weights.move_at:
            best = (gain, hex)
    return best


def next_unit(needs: Needs, plan: Posts) -> Action:
    """The first unit that has somewhere to go; those that can win go first."""
    state = needs.state
    first = None
    for unit in movable(state, SOVIET):
        gain, _ = best_move(needs, unit, plan.get(unit))
        if gain >= RETAKES:
            return UNIT[unit]
        if gain > 0 and first is None:
            first = unit
            if not needs.prizes:
                break
    if first is None and needs.spoiling:
        first, _ = forced_move(state)
    return DONE if first is None else UNIT[first]


def forced_move(state: DriveOnMoscowState) -> tuple[int | None, int]:
    """12.1: a unit that must be brought up because the phase cannot end yet, and where it goes; None if it can."""
    if may_end_movement(state):
        return None, 0
    near = land_spread(state.occupied(GERMAN))
    late = on_the_way(state)
    first: tuple[int | None, int] = (None, 0)
    for unit in (*members(late), *(unit for unit in movable(state, SOVIET) if not late >> unit & 1)):
        here = state.where[unit]
        goals = goals_under_orders(state, 1 << unit, here)
        if goals & near and not near >> here & 1:
            return unit, members(goals & near)[0]
        if goals and first[0] is None:
            first = unit, members(goals)[0]
    return first


def where_to(needs: Needs, step: Moving, plan: Posts) -> Action:
    """Those of a stack who have the same post go there together."""
    state = needs.state
    unit = members(step.units)[0]
    gain, hex = best_move(needs, unit, plan.get(unit))
    if gain <= 0:
        forced = forced_move(state) if needs.spoiling else (None, 0)
        return MOVE[forced[1]] if step.units == 1 << unit and forced[0] == unit else STOP
    if unit in plan and gain < RETAKES:
        for other in members(others_to_take(state, step)):
            if alike(state, plan, unit, other):
                if goals_under_orders(state, step.units | 1 << other, step.here(state)) >> hex & 1:
                    return UNIT[other]
                break
    if not goals_under_orders(state, step.units, step.here(state)) >> hex & 1:  # no room for all who came this far
        return UNIT[members(step.units)[-1]]
    return MOVE[hex]


def alike(state: DriveOnMoscowState, plan: Posts, unit: int, other: int) -> bool:
    """Whether two units that are together have the same way to go."""
    return plan.get(other) == plan[unit] and CLASS[other] == CLASS[unit] and state.spent[other] == state.spent[unit]
