"""The recruit plays Moscow '41 like a beginner who has understood it: it plans an impulse, but does not search.

It never looks at the faces of concealed enemy blocks in the guess that it is given: to it they are all alike.
"""

from __future__ import annotations

from typing import ClassVar

from ...core import Action, Game
from ...core.sets import members
from ...games.moscow_41.battle import AirLosses, Losses
from ...games.moscow_41.combat import (
    Aiming,
    Battles,
    Blitz,
    Blitzing,
    Committing,
    Support,
    mandatory_battles,
    open_battles,
)
from ...games.moscow_41.command import Activation, Command, Recalling, can_activate, commanded, everybody
from ...games.moscow_41.facts import (
    AIR_HQS,
    ALL_OF,
    BOMBER_HQ,
    BOMBERS_OF,
    COMBAT,
    FAST,
    FULL,
    GERMAN,
    HOEPNER,
    HQS,
    LENINGRAD,
    NEAR,
    POOL,
    READY,
    RIVER,
    ROAD_SET,
    ROLLED,
    SIDES,
    SUNNY,
    TACTICAL,
    VICTORY,
    spread,
)
from ...games.moscow_41.impulse import ChooseImpulse, Exploit
from ...games.moscow_41.logistics import Logistics, Regeneration, Replacement
from ...games.moscow_41.movement import ACTIVATING, ATTACKING, EXPLOITING, Disbanding, Moving, can_build
from ...games.moscow_41.reinforcements import Deploying, Entering
from ...games.moscow_41.road import companions
from ...games.moscow_41.setup import Placing, SetUp
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.strength import attacking_strength, firepower
from ...games.moscow_41.supply import supply_check
from ...games.moscow_41.value import logistics_value
from ...games.moscow_41.words import (
    ACTIVATE,
    BUILD,
    CANCEL,
    DONE,
    EXPLOIT,
    LEADER,
    MOVE,
    OFFER,
    PASS,
    REINFORCE,
    REVEAL,
    UNIT,
)
from ...games.moscow_41.words import (
    TACTICAL as TACTICAL_IMPULSE,
)
from ..explanations import phrase
from ..planning_bot import Decisions, PlanningBot
from .estimate import defence, prospect
from .ground import distance_to
from .planning import Planner, battle_value, clear_chance, danger
from .weights import GERMAN_BY_SCENARIO, GERMAN_WEIGHTS, SOVIET_WEIGHTS, Weights

PHRASES = {
    "tactical": "There is something worth activating an HQ for.",
    "reinforce": "Fresh blocks are worth the Initiative Disc.",
    "pass": "Nothing is worth tiring an HQ for.",
    "activate": "The {} can do most from here.",
    "battle": "The expected gain is worth the cost.",
    "build": "This place must be held.",
    "exploit": "Fast blocks can gain ground while the way is open.",
}


def planner(bot: Recruit, state: Moscow41State) -> Planner:
    """The planner for a position. One that has just worked on the same position is used again."""
    assert state.side is not None
    side, weights = SIDES.index(state.side), bot.weights_for(state)
    known = what_counts(state, side)
    if bot.last is None or bot.last[0] != known:
        if side == GERMAN and weights is GERMAN_WEIGHTS:
            weights = GERMAN_BY_SCENARIO.get(state.setting.name, weights)
        bot.last = known, Planner(state, side, weights)
    return bot.last[1]


def what_counts(state: Moscow41State, side: int) -> tuple[object, ...]:
    """All that a plan depends on: of concealed enemy blocks only how many there are in an area."""
    own, seen = ALL_OF[side], state.revealed & ALL_OF[1 - side]
    enemies = tuple((state.at[area] & ALL_OF[1 - side]).bit_count() for area in members(state.units[1 - side]))
    return (
        state.setting.name, side, state.mode in ("impulse", "activation"), enemies,
        tuple((unit, state.where[unit], state.strength[unit]) for unit in members(own | seen)),
        tuple(state.units), state.german, state.german_lines, state.soviet_lines,
        state.isolated & own, state.acted & own, state.activated, state.crossed & own, state.before, state.fought,
        state.weather, state.turn, state.track, bytes(state.target), bytes(state.air),
    )  # fmt: skip


# The impulse.


def choose_impulse(bot: Recruit, state: Moscow41State, step: ChooseImpulse) -> Action:
    actions = step.actions(state)
    side, weights = state.active, bot.weights_for(state)
    pool = (state.at[POOL] & ALL_OF[side]).bit_count()
    fresh = min(logistics_value(state, side), pool)
    disc = REINFORCE in actions and spends_disc(state)
    if disc and side != GERMAN and fresh >= 5:
        return REINFORCE
    supply_check(state, side)
    state.before, state.fought = state.contested, 0
    plan = planner(bot, state)
    if TACTICAL_IMPULSE in actions and best_hq(plan) is not None:
        return TACTICAL_IMPULSE
    if any(plan.wants_line(unit) for unit in members(state.on_map(side) & COMBAT)):
        return PASS
    if disc and weights.spend_disc and fresh >= 3:
        return REINFORCE
    return PASS


def spends_disc(state: Moscow41State) -> bool:
    """3.2.1: in July the Soviets gain more by the disc than the Germans, who therefore keep it for good."""
    return state.active != GERMAN or state.setting.name not in ("dnieper", "campaign")


def hq_cost(plan: Planner, hq: int) -> float:
    """7.2.2: steps that the next Logistics Phase restores anyway cost little, and nothing is kept for later in the
    last month."""
    state = plan.state
    if not state.strength[hq]:
        return 0.4 if state.month == state.setting.last and plan.side == GERMAN and state.setting.goals else 99.0
    if state.month == state.setting.last:
        return 0.1
    tired = 0
    for own in members(HQS & ALL_OF[plan.side]):
        if state.where[own] < POOL:
            tired += (3, 3, 2, 1, 0)[state.strength[own]]
    cost = plan.weights.hq_cost[state.strength[hq]]
    if state.strength[hq] == 2 and plan.side == GERMAN and state.setting.last - state.month > 0:
        return cost  # an exhausted HQ lowers the Logistics Value
    return 0.2 if tired < logistics_value(state, plan.side) else cost


def hq_worth(plan: Planner, hq: int, taken: int) -> float:
    """What activating an HQ brings above what it costs."""
    state = plan.state
    cost = hq_cost(plan, hq)
    if hq == HOEPNER and ROAD_SET >> state.where[hq] & 1:
        blocks = companions(state).bit_count()
        if not blocks or state.where[hq] == LENINGRAD or not state.strength[hq]:
            return -cost
        return 3.0  # nothing else is lost by an impulse of Hoepner's
    return plan.hq_value(hq, taken) - cost


def standing_battles(plan: Planner) -> float:
    """10.11: what another round is worth to blocks that are engaged already."""
    state = plan.state
    value = 0.0
    for area in members(state.contested):
        if state.blocks(plan.side, area) & ~state.isolated:
            value += max(0.0, battle_value(plan, area))
    return value


def best_hq(plan: Planner) -> int | None:
    """The Tactical HQ that is most worth activating, if any is."""
    state = plan.state
    taken = taken_by(state)
    best, found = -standing_battles(plan), None
    for hq in members(TACTICAL & ALL_OF[state.active] & ~state.activated):
        if state.where[hq] > LENINGRAD or not can_activate(state, hq):
            continue
        value = hq_worth(plan, hq, taken)
        if value > best:
            best, found = value, hq
    return found


def taken_by(state: Moscow41State) -> int:
    return commanded(state) | state.activated


def activate(bot: Recruit, state: Moscow41State, step: Activation) -> Action:
    """One Tactical HQ an impulse is enough, unless the weather presses or all must join in one assault."""
    actions = step.actions(state)
    hqs = [action.number for action in actions if action.verb == "activate"]
    plan = planner(bot, state)
    taken = taken_by(state)
    first = not state.activated & TACTICAL
    best, found = -99.0 if first else 0.0, None
    for hq in hqs:
        if TACTICAL >> hq & 1:
            value = hq_worth(plan, hq, taken)
            if not first:
                value -= waiting_worth(plan, hq)
        else:
            value = air_worth(plan, hq)
        if value > best:
            best, found = value, hq
    if found is not None:
        return ACTIVATE[found]
    return DONE if DONE in actions else ACTIVATE[hqs[0]]


def waiting_worth(plan: Planner, hq: int) -> float:
    """What an HQ that is not activated now is worth in a later impulse."""
    state = plan.state
    main = plan.main_target()
    joins = bool(main and NEAR[main] & (plan.reach(hq, False) | 1 << state.where[hq]))
    if joins and (plan.wins(main) or 0.1 < plan.hopes(main) < 0.8):
        return 0.0
    if plan.side == GERMAN and state.weather == SUNNY and ROLLED[state.month]:
        return 0.2
    return 99.0


def air_worth(plan: Planner, hq: int) -> float:
    """What a Luftwaffe HQ would bring: the weight of the enemies that its bombers reach, less its tiring."""
    state = plan.state
    reach = plan.reach(hq, False) | 1 << state.where[hq]
    strength = attacking_strength(state, hq)
    in_range = [
        plan.field[place]
        for place in members(plan.enemies)
        if min(distance_to(place)[area] for area in members(reach)) <= strength
    ]
    ready = sum(1 for bomber in members(BOMBERS_OF[hq]) if state.air[bomber] == READY)
    cost = plan.weights.hq_cost[state.strength[hq]] * 0.5
    return min(ready, strength) * strength * 0.06 * (1 + max(in_range)) - cost if in_range else -1.0


# Moves.


def command(bot: Recruit, state: Moscow41State, step: Command) -> Action:
    goal = next_move(bot, state, step)
    return UNIT[goal[0]] if goal is not None else DONE


def next_move(bot: Recruit, state: Moscow41State, step: Command) -> tuple[int, Action] | None:
    """The next block to act, and what it does: attacks first, then lines, then ground."""
    plan = planner(bot, state)
    units = 0
    for action in step.actions(state):
        if action.verb == "unit":
            units |= 1 << action.number
    free = units & ~garrison(state)
    if step.part == ATTACKING:
        attack = plan.best_attack(free, state.activated)
        if attack is not None:
            unit = attack.units[0]
            return unit, MOVE[attack.area]
    best, found = 0.12, None
    for unit in members(units):
        if HQS >> unit & 1 and step.part == ATTACKING:
            continue
        if state.where[unit] > 175:
            continue
        gain, area = plan.best_step(unit) if free >> unit & 1 else (0.0, 0)
        if gain > best:
            best, found = gain, (unit, MOVE[area])
        if step.part != EXPLOITING and can_build(state, unit):
            value = plan.line_value(unit)
            if plan.wants_line(unit):
                value += 8.0
            if value > best:
                best, found = value, (unit, BUILD)
    return found


def garrison(state: Moscow41State) -> int:
    """Blocks that stay: one in each Victory Area with enemies near, and one where the scenario wants a line (15.1)."""
    side = state.active
    near = spread(spread(spread(state.units[1 - side])))
    kept = VICTORY & near
    if side == GERMAN:
        for goal in state.setting.goals:
            kept |= goal.lines
    found = 0
    for area in members(kept & state.friendly(side)):
        blocks = members(state.blocks(side, area) & COMBAT)
        able = [unit for unit in blocks if state.strength[unit] > 1] or blocks
        if able:
            found |= 1 << min(able, key=lambda unit: (state.acted >> unit & 1, FULL[unit], unit))
    return found


def move(bot: Recruit, state: Moscow41State, step: Moving) -> Action:
    actions = step.actions(state)
    plan = planner(bot, state)
    if step.part == ACTIVATING:
        goals = 0
        for action in actions:
            if action.verb == "move":
                goals |= 1 << action.number
        if TACTICAL >> step.unit & 1:
            _, place = plan.hq_place(step.unit, goals, taken_by(state))
        else:
            place = air_place(plan, step.unit, goals)
        if place != state.where[step.unit] and MOVE[place] in actions:
            return MOVE[place]
        return REVEAL if REVEAL in actions else first_move(actions)
    below = state.stack[-2]
    if isinstance(below, Command):
        chosen = next_move(bot, state, below)
        if chosen is not None and chosen[0] == step.unit and chosen[1] in actions:
            return chosen[1]
    gain, area = plan.best_step(step.unit)
    if gain > 0 and MOVE[area] in actions:
        return MOVE[area]
    return CANCEL if CANCEL in actions else actions[-1]


def first_move(actions: list[Action]) -> Action:
    return next((action for action in actions if action.verb == "move"), actions[-1])


def air_place(plan: Planner, hq: int, goals: int) -> int:
    """A Luftwaffe HQ keeps behind the front, with the enemies that matter in its range."""
    state = plan.state
    places = [area for area in members(goals | 1 << state.where[hq]) if not plan.near_enemies >> area & 1]

    def score(area: int) -> float:
        near = [place for place in members(plan.enemies) if distance_to(place)[area] <= state.strength[hq]]
        return max((plan.field[place] for place in near), default=0.0) + 0.5 * plan.field[area]

    return max(places, key=score, default=state.where[hq])


# Battles.


def support(bot: Recruit, state: Moscow41State, step: Support) -> Action:
    return step.actions(state)[0] if wanted_battles(bot, state, True) else DONE


def wanted_battles(bot: Recruit, state: Moscow41State, supporting: bool = False) -> list[int]:
    """The battles that will be fought, the most valuable first; while support is given, with all that they can get."""
    plan = planner(bot, state)
    must = mandatory_battles(state)
    found = []
    for area in members(open_battles(state)):
        value = battle_value(plan, area, plan.support(area, state.activated) if supporting else None)
        if must >> area & 1 or value > 0:
            found.append((value + (10 if must >> area & 1 and not supporting else 0), area))
    return [area for _, area in sorted(found, reverse=True)]


def best_target(bot: Recruit, state: Moscow41State, actions: list[Action]) -> Action:
    """The most valuable battle that is not yet as good as won."""
    plan = planner(bot, state)
    order = wanted_battles(bot, state, True)
    known = {action.number: action for action in actions if action.verb == "at"}
    ranked = [area for area in order if area in known]
    for area in ranked:
        if clear_chance(plan, area) < 0.85:
            return known[area]
    return known[ranked[0]] if ranked else next(iter(known.values()))


def aim(bot: Recruit, state: Moscow41State, step: Aiming | Committing) -> Action:
    return best_target(bot, state, step.actions(state))


def battles(bot: Recruit, state: Moscow41State, step: Battles) -> Action:
    actions = step.actions(state)
    order = [
        area for area in wanted_battles(bot, state) if any(a.number == area for a in actions if a.verb == "battle")
    ]
    if order:
        return next(action for action in actions if action.verb == "battle" and action.number == order[0])
    return DONE if DONE in actions else actions[0]


def take_hit(bot: Recruit, state: Moscow41State, step: Losses) -> Action:
    """The block that is worth least takes the hit."""

    def dear(action: Action) -> tuple[bool, int, int]:
        unit = action.number
        return bool(HQS >> unit & 1), 7 - firepower(state, unit), FULL[unit]

    return min(step.actions(state), key=dear)


def abort(bot: Recruit, state: Moscow41State, step: AirLosses) -> Action:
    actions = [action for action in step.actions(state) if action.verb == "abort"]
    return min(actions, key=lambda action: state.strength[BOMBER_HQ[action.number]])


def blitz(bot: Recruit, state: Moscow41State, step: Blitz) -> Action:
    best = best_blitz(bot, state, [a.number for a in step.actions(state) if a.verb == "unit"])
    return UNIT[best[0]] if best is not None else DONE


def best_blitz(bot: Recruit, state: Moscow41State, units: list[int]) -> tuple[int, int] | None:
    plan = planner(bot, state)
    best, found = 0.2, None
    stays = garrison(state)
    for unit in units:
        if stays >> unit & 1:
            continue
        for action in Blitzing(unit).actions(state):
            if action.verb != "move":
                continue
            area = action.number
            if plan.enemies >> area & 1:
                attack = plan.attack_on(area, 0, state.activated)
                value = attack.value if attack else blitz_value(plan, unit, area)
                value -= plan.stay(unit) - plan.weights.pull * plan.field[state.where[unit]]
            else:
                value = plan.step_gain(unit, area)
            if value > best:
                best, found = value, (unit, area)
    return found


def blitz_value(plan: Planner, unit: int, area: int) -> float:
    state = plan.state
    crossing = 1 << unit if RIVER[area] >> state.where[unit] & 1 else 0
    blocks = state.blocks(plan.side, area) | 1 << unit
    enemy = defence(state, plan.side, area, plan.weights)
    gain = plan.gain(area)
    promise = prospect(state, area, blocks, crossing, plan.support(area, state.activated), enemy)
    return promise.value(gain, plan.step_worth(area), plan.weights)


def blitz_to(bot: Recruit, state: Moscow41State, step: Blitzing) -> Action:
    best = best_blitz(bot, state, [step.unit])
    return MOVE[best[1]] if best is not None else CANCEL


def exploit(bot: Recruit, state: Moscow41State, step: Exploit) -> Action:
    if not spends_disc(state):
        return DONE
    plan = planner(bot, state)
    trial = state.acted
    state.acted = 0
    fast = everybody(state, state.active) & FAST & COMBAT
    gains = sorted((plan.best_step(unit)[0] for unit in members(fast)), reverse=True)
    state.acted = trial
    return EXPLOIT if sum(gains[: logistics_value(state, state.active)]) > plan.weights.exploit_at else DONE


# Logistics and reinforcements.


def regenerate(bot: Recruit, state: Moscow41State, step: Regeneration) -> Action:
    """Exhausted HQs first: they count for the Logistics Value again."""
    actions = [action for action in step.actions(state) if action.verb == "restore"]
    if not actions:
        return DONE
    plan = planner(bot, state)

    def rank(action: Action) -> tuple[bool, float]:
        hq = action.number
        if hq == HOEPNER and ROAD_SET >> state.where[hq] & 1 and companions(state):
            return False, -99.0
        value = plan.field[state.where[hq]] + (1.0 if AIR_HQS >> hq & 1 else 0.0)
        return state.strength[hq] > 0, state.strength[hq] * 0.3 - value

    return min(actions, key=rank)


def replace_step(bot: Recruit, state: Moscow41State, step: Replacement) -> Action:
    """Weak blocks near the enemy first."""
    actions = [action for action in step.actions(state) if action.verb == "replace"]
    if not actions:
        return DONE
    plan = planner(bot, state)

    def rank(action: Action) -> tuple[float, int]:
        unit = action.number
        near = 1.0 if plan.near_enemies >> state.where[unit] & 1 else 0.0
        return -(near + plan.field[state.where[unit]] * 0.3), state.strength[unit]

    return min(actions, key=rank)


def deploy(bot: Recruit, state: Moscow41State, step: Deploying) -> Action:
    """The strongest block is placed first."""
    return max(step.actions(state), key=lambda action: (FULL[action.number], -action.number))


def enter(bot: Recruit, state: Moscow41State, step: Entering) -> Action:
    actions = [action for action in step.actions(state) if action.verb == "at"]
    plan = planner(bot, state)
    if plan.side == GERMAN:
        return max(actions, key=lambda action: plan.field[action.number])

    def need(action: Action) -> float:
        area = action.number
        own = (state.at[area] & ALL_OF[plan.side]).bit_count()
        return plan.field[area] + danger(plan, area) * 0.3 - 0.4 * own

    return max(actions, key=need)


def first(bot: Recruit, state: Moscow41State, step: object) -> Action:
    return state.actions()[0]


def offer(bot: Recruit, state: Moscow41State, step: object) -> Action:
    actions = state.actions()
    return OFFER if OFFER in actions else actions[0]


class Recruit(PlanningBot[Moscow41State, Weights]):
    name = "recruit"

    decisions: ClassVar[Decisions] = {
        SetUp: offer,
        Placing: offer,
        Logistics: lambda bot, state, step: LEADER,
        Regeneration: regenerate,
        Replacement: replace_step,
        Deploying: deploy,
        Entering: enter,
        ChooseImpulse: choose_impulse,
        Activation: activate,
        Command: command,
        Moving: move,
        Disbanding: first,
        Recalling: first,
        Support: support,
        Aiming: aim,
        Committing: aim,
        Battles: battles,
        Losses: take_hit,
        AirLosses: abort,
        Blitz: blitz,
        Blitzing: blitz_to,
        Exploit: exploit,
    }

    def __init__(
        self, game: Game, seed: int = 0, german: Weights = GERMAN_WEIGHTS, soviet: Weights = SOVIET_WEIGHTS
    ) -> None:
        super().__init__(game, seed, {"german": german, "soviet": soviet})
        self.last: tuple[tuple[object, ...], Planner] | None = None  # saves time, decides nothing

    def explain_decision(self, state: Moscow41State, action: Action) -> str:
        return phrase(PHRASES, action, self.game)
