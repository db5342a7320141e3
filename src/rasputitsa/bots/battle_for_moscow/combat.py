"""9.0: which battles to declare, in which order to fight them, and what to do with their results."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import Action
from ...core.sets import members
from ...games.battle_for_moscow.battle import Battle
from ...games.battle_for_moscow.combat import ChooseTarget, DeclareBattles, NameAttackers
from ...games.battle_for_moscow.facts import ADJACENT, BOARD, FULL, MOSCOW, SIDE, STRENGTH
from ...games.battle_for_moscow.fight import ResolveBattles
from ...games.battle_for_moscow.results import Advance, AttackerLoss, Retreat, RetreatThrough, StandFast
from ...games.battle_for_moscow.retreat import FREE
from ...games.battle_for_moscow.state import BattleForMoscowState
from ...games.battle_for_moscow.words import ATTACK, BATTLE, CANCEL, DECLARE, DONE, DROP, HOLD, LOSE, STAY, WITH, YIELD
from ...games.battle_for_moscow.zones import in_communication
from ..attacks import NODES_AT_MOST, Choice, best_choice
from .ground import TO_MOSCOW
from .odds import battle_value, cheapest_loss, prospect, retreat_from
from .weights import Weights

# Declaring.


def targets(state: BattleForMoscowState) -> list[int]:
    side = state.active
    return members(BOARD.spread(state.occupied[side]) & state.occupied[1 - side])


def choices(state: BattleForMoscowState, hex: int, weights: Weights) -> list[Choice[Battle]]:
    """The attacks on this enemy that are worth it, the best first. No attacker takes part for nothing."""
    side = state.active
    units = [state.unit_at(side, near) for near in members(ADJACENT[hex] & state.occupied[side])]
    retreat = retreat_from(state, hex)
    found: list[Choice[Battle]] = []
    groups = sorted(range(1, 1 << len(units)), key=int.bit_count)
    for group in groups:
        attackers = tuple(unit for index, unit in enumerate(units) if group >> index & 1)
        battle = Battle(hex, attackers)
        value = battle_value(state, battle, retreat, weights)
        if value < weights.least:
            continue
        mask = sum(1 << unit for unit in attackers)
        if all(value > known.value or known.attackers & ~mask for known in found):
            found.append(Choice(value, mask, battle))
    found.sort(key=lambda choice: -choice.value)
    return found


def plan_battles(state: BattleForMoscowState, weights: Weights, nodes: int = NODES_AT_MOST) -> list[Battle]:
    """The battles to declare in this combat phase, the western ones first."""
    plan = best_choice([choices(state, hex, weights) for hex in targets(state)], nodes)
    return sorted(plan, key=lambda battle: battle.hex)


def declare(step: DeclareBattles, plan: Sequence[Battle]) -> Action:
    """Bring what is declared into line with the plan."""
    wanted = {battle.hex: set(battle.attackers) for battle in plan}
    for battle in step.battles:
        if wanted.get(battle.hex) != set(battle.attackers):
            return DROP[battle.hex]
    declared = {battle.hex for battle in step.battles}
    for battle in plan:
        if battle.hex not in declared:
            return ATTACK[battle.hex]
    return DONE


def choose_target(step: ChooseTarget, plan: Sequence[Battle]) -> Action:
    """The unit that somebody chose first attacks as planned."""
    planned = [battle.hex for battle in plan if step.unit in battle.attackers and step.targets >> battle.hex & 1]
    return ATTACK[planned[0]] if planned else CANCEL


def name_attackers(state: BattleForMoscowState, step: NameAttackers, plan: Sequence[Battle]) -> Action:
    """The next attacker of the plan. One that attacks elsewhere was sent there by another plan, which was cut short."""
    wanted = next((battle.attackers for battle in plan if battle.hex == step.hex), ())
    if not set(step.attackers) <= set(wanted):
        return CANCEL
    missing = [WITH[unit] for unit in wanted if unit not in step.attackers]
    if not missing:
        return DECLARE if wanted else CANCEL
    return missing[0] if missing[0] in step.actions(state) else CANCEL


# Fighting.


def next_battle(state: BattleForMoscowState, step: ResolveBattles, weights: Weights) -> Action:
    """First the battle that does most to block the others' retreats if it is won; then the surest."""

    def rank(battle: Battle) -> tuple[float, float]:
        chance = prospect(state, battle, retreat_from(state, battle.hex)).left
        others = [other for other in step.battles if other is not battle]
        return chance * help_to_others(state, battle, others, weights), chance

    return BATTLE[max(step.battles, key=rank).hex]


def help_to_others(state: BattleForMoscowState, battle: Battle, others: Sequence[Battle], weights: Weights) -> float:
    """How much more the other battles are worth once this one is won and the best attacker has advanced."""
    if not others:
        return 0.0
    after = state.copy()
    after.put(battle.defender(state), 0)
    before = pending_value(state, others, weights)
    best = pending_value(after, others, weights)
    for unit in battle.attackers:
        moved = after.copy()
        moved.put(unit, battle.hex)
        best = max(best, pending_value(moved, others, weights))
    return best - before


def pending_value(state: BattleForMoscowState, battles: Sequence[Battle], weights: Weights) -> float:
    return sum(battle_value(state, battle, retreat_from(state, battle.hex), weights) for battle in battles)


def choose_loss(state: BattleForMoscowState, step: AttackerLoss, weights: Weights) -> Action:
    return LOSE[cheapest_loss(state, step.battle.survivors(state), step.owed, weights)]


def stand_fast(state: BattleForMoscowState, step: StandFast) -> Action:
    """A full-strength unit holds its city; a reduced one would be eliminated, so it leaves while it can."""
    unit = step.battle.defender(state)
    if state.steps[unit] == FULL or retreat_from(state, step.battle.hex) != FREE:
        return HOLD
    return YIELD


def choose_retreat(state: BattleForMoscowState, step: Retreat) -> Action:
    """Drive the enemy where it can do least: far from Moscow, out of communication."""
    loser = step.battle.defender(state)
    side = SIDE[loser]
    linked = in_communication(state, side)

    def use(action: Action) -> tuple[float, int]:
        hex = action.number
        return -TO_MOSCOW[hex] + 1.5 * (linked >> hex & 1), hex

    return min(step.actions(state), key=use)


def choose_route(state: BattleForMoscowState, step: RetreatThrough) -> Action:
    """By a route on which no city changes hands: the last action, if there is one."""
    return step.actions(state)[-1]


def advance(state: BattleForMoscowState, step: Advance, weights: Weights) -> Action:
    """Which unit advances. The strongest enters Moscow; elsewhere the one that helps the coming battles most."""
    battle = step.battle
    survivors = battle.survivors(state)
    if battle.hex == MOSCOW:
        return max(step.actions(state)[:-1], key=lambda action: STRENGTH[action.number][state.steps[action.number]])
    pending = [other for below in state.stack if isinstance(below, ResolveBattles) for other in below.battles]

    def rank(action: Action) -> tuple[float, float]:
        if action is STAY:
            return pending_value(state, pending, weights), 0.0
        moved = state.copy()
        moved.put(action.number, battle.hex)
        nearer = TO_MOSCOW[state.where[action.number]] - TO_MOSCOW[battle.hex]
        return pending_value(moved, pending, weights), 0.1 + nearer

    assert survivors
    return max(step.actions(state), key=rank)
