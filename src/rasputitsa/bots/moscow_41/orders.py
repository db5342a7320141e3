"""What commanded blocks do: attacks first, then lines, then ground."""

from __future__ import annotations

from ...core import Action
from ...core.sets import SpaceSet, contains, members
from ...games.moscow_41.command import Command
from ...games.moscow_41.facts import AREAS, COMBAT, FULL, GERMAN, HQS, TACTICAL, VICTORY, spread
from ...games.moscow_41.lines import builders
from ...games.moscow_41.move_rules import ACTIVATING, ATTACKING, EXPLOITING
from ...games.moscow_41.movement import Moving
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.words import BUILD, CANCEL, DONE, MOVE, REVEAL, UNIT
from .activation import taken_by
from .ground import distance_to
from .planning import Planner
from .survey import wanted_lines

LEAST_GAIN = 0.12  # what a block must gain to act

Order = tuple[int, Action]  # a block and what it does


def command(plan: Planner, state: Moscow41State, step: Command) -> Action:
    order = next_order(plan, state, step)
    return UNIT[order[0]] if order is not None else DONE


def next_order(plan: Planner, state: Moscow41State, step: Command) -> Order | None:
    units = 0
    for action in step.actions(state):
        if action.verb == "unit":
            units |= 1 << action.number
    free = units & ~garrison(state)
    if step.part == ATTACKING:
        storming = orders_to_storm(plan, units)
        if storming:
            return storming[0]
        urgent = urgent_move(plan, free)
        if urgent is not None:
            return urgent
        attack = plan.attacks.best(free, state.activated)
        if attack is not None:
            return attack.units[0], MOVE[attack.area]
        units &= ~HQS
    return best_order(plan, state, step, units, free)


def orders_to_storm(plan: Planner, units: SpaceSet) -> list[Order]:
    """Who of these goes into the area that decides the game, if it is stormed."""
    if plan.assault is None:
        return []
    return [(unit, MOVE[plan.assault.area]) for unit in plan.assault.units if contains(units, unit)]


def urgent_move(plan: Planner, units: SpaceSet) -> Order | None:
    """A move without a fight that as good as wins the game, or without which it may be lost at once."""
    if not plan.survey.decisive | plan.survey.open | plan.survey.ways:
        return None
    gain, unit = max(((plan.moves.best(unit)[0], unit) for unit in members(units)), default=(0.0, 0))
    return (unit, MOVE[plan.moves.best(unit)[1]]) if gain > plan.weights.urgent_at else None


def best_order(plan: Planner, state: Moscow41State, step: Command, units: SpaceSet, free: SpaceSet) -> Order | None:
    """The move or the line that gains most; only free blocks move."""
    best, found = LEAST_GAIN, None
    able = builders(state, units) if step.part != EXPLOITING else 0
    for unit in members(units):
        if not AREAS >> state.where[unit] & 1:
            continue
        gain, area = plan.moves.best(unit) if free >> unit & 1 else (0.0, 0)
        if gain > best:
            best, found = gain, (unit, MOVE[area])
        if contains(able, unit):
            value = plan.moves.line_value(unit) + (plan.weights.wanted_line if plan.survey.wants_line(unit) else 0.0)
            if value > best:
                best, found = value, (unit, BUILD)
    return found


def garrison(state: Moscow41State) -> SpaceSet:
    """Blocks that stay: one in each Victory Area with enemies near, and one where the scenario wants a line (15.1)."""
    side = state.active
    near = spread(spread(spread(state.units[1 - side])))
    kept = VICTORY & near
    if side == GERMAN:
        kept |= wanted_lines(state)
    found = 0
    for area in members(kept & state.friendly(side)):
        blocks = members(state.blocks(side, area) & COMBAT)
        able = [unit for unit in blocks if state.strength[unit] > 1] or blocks
        if able:
            found |= 1 << min(able, key=lambda unit: (contains(state.acted, unit), FULL[unit], unit))
    return found


def move(plan: Planner, state: Moscow41State, step: Moving) -> Action:
    actions = step.actions(state)
    if step.part == ACTIVATING:
        return move_hq(plan, state, step.unit, actions)
    below = state.stack[-2]
    if isinstance(below, Command):
        order = next_order(plan, state, below)
        if order is not None and order[0] == step.unit and order[1] in actions:
            return order[1]
    gain, area = plan.moves.best(step.unit)
    if gain > 0 and MOVE[area] in actions:
        return MOVE[area]
    return CANCEL if CANCEL in actions else actions[-1]


def move_hq(plan: Planner, state: Moscow41State, hq: int, actions: list[Action]) -> Action:
    """An HQ goes where it can do most, and is revealed there."""
    moves = [action for action in actions if action.verb == "move"]
    if plan.assault is not None and hq in plan.assault.places:
        goal = plan.assault.places[hq]
        if MOVE[goal] in actions:
            return MOVE[goal]
        if goal == state.where[hq] and REVEAL in actions:
            return REVEAL
    areas = 0
    for action in moves:
        areas |= 1 << action.number
    place = plan.hqs.place(hq, areas, taken_by(state)) if TACTICAL >> hq & 1 else air_place(plan, hq, areas)
    if place != state.where[hq] and MOVE[place] in actions:
        return MOVE[place]
    if REVEAL in actions:
        return REVEAL
    return moves[0] if moves else actions[-1]


def air_place(plan: Planner, hq: int, areas: SpaceSet) -> int:
    """A Luftwaffe HQ keeps behind the front, with the enemies that matter in its range."""
    survey, state = plan.survey, plan.survey.state
    places = members((areas | 1 << state.where[hq]) & ~survey.near_enemies)

    def score(area: int) -> float:
        near = [place for place in members(survey.enemies) if distance_to(place)[area] <= state.strength[hq]]
        return max((survey.field[place] for place in near), default=0.0) + 0.5 * survey.field[area]

    return max(places, key=score, default=state.where[hq])
