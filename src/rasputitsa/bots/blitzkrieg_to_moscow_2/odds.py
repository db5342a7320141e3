"""What a combat is worth to the attacker: the exact chances of its results, and what each means here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...core.sets import members
from ...games.blitzkrieg_to_moscow_2.battle import Battle, column
from ...games.blitzkrieg_to_moscow_2.facts import CITIES, CORPS, CRT, FIRST_HEX, RESULTS, SOVIET
from ...games.blitzkrieg_to_moscow_2.forecast import trapped
from ...games.blitzkrieg_to_moscow_2.net import supply_net
from ...games.blitzkrieg_to_moscow_2.results import holds_out
from ..odds import expectation, result_chances
from .evaluator import Evaluator

# By column: each result that can happen with its probability.
CHANCES = [result_chances(row[1:], RESULTS) for row in CRT]


class Prospect(NamedTuple):
    """What a combat promises: its value to the attacker, what it wins before its cost, the defence to expect."""

    value: float
    gain: float
    battle: Battle


def with_active(battle: Battle, active: int) -> Battle:
    return Battle(battle.hex, battle.attackers, battle.defenders, active, battle.cards)


def defences(fresh: int, battle: Battle, passive: int, thorough: bool = True) -> Iterator[Battle]:
    """11.3.2, 11.6: every legal way to defend; some units have already chosen to be passive.

    Who is not thorough looks at two: all active, all passive.
    """
    able = battle.defenders & fresh & ~battle.active & ~passive
    if not thorough:
        yield with_active(battle, battle.active | able)
        if able and (battle.active or battle.defenders & ~CORPS):
            yield battle
        return
    units = members(able)
    for choice in range(1 << len(units)):
        active = battle.active
        for index, unit in enumerate(units):
            if choice >> index & 1:
                active |= 1 << unit
        if active or battle.defenders & ~CORPS:
            yield with_active(battle, active)


def outcome(evaluator: Evaluator, battle: Battle, result: str, doomed: int) -> float:
    """What a result is worth to the attacker. ``doomed`` are the defenders that cannot retreat."""
    state = evaluator.state
    broken = battle.active & CORPS
    if result == "-" or (result == "DR" and holds_out(state, battle)):
        return sum(evaluator.spending(unit) for unit in members(battle.active))
    if result == "DE":
        return evaluator.worth_of(battle.defenders) + evaluator.opening(battle.hex)
    lost = doomed | broken | (battle.defenders & CORPS if result == "DL" else 0)
    left = battle.defenders & ~lost
    spent = left & state.fresh & (left if result == "DL" else battle.active)
    share = 1.0 if CITIES >> battle.hex & 1 or not left else evaluator.weights.driven_off
    gain = evaluator.worth_of(lost) + share * evaluator.opening(battle.hex) + evaluator.weights.push * left.bit_count()
    return gain + sum(evaluator.spending(unit) for unit in members(spent))


def expected_gain(evaluator: Evaluator, battle: Battle, doomed: int) -> float:
    """What a combat wins on average once the defence is chosen."""
    odds = column(evaluator.state, battle)
    if odds < 1:
        return sum(evaluator.spending(unit) for unit in members(battle.active))
    return expectation(CHANCES[odds], lambda result: outcome(evaluator, battle, result, doomed))


def best_defence(evaluator: Evaluator, battle: Battle, doomed: int, passive: int = 0) -> tuple[float, Battle]:
    """The defence against which the attacker wins least. ``passive`` are the units that can no longer be active."""
    best, found = float("inf"), battle
    for option in defences(evaluator.state.fresh, battle, passive, evaluator.thorough):
        gain = expected_gain(evaluator, option, doomed)
        if gain < best:
            best, found = gain, option
    return best, found


def cost(evaluator: Evaluator, attackers: int) -> float:
    """11.3.7: what it costs that the attackers are spent.

    Those that recover at once (13.3) lose little; those that will surrender (13.1) have nothing to lose.
    """
    state = evaluator.state
    near = evaluator.recovery() if evaluator.own_turn else 0
    _, secure = supply_net(state, evaluator.side)
    if evaluator.side == SOVIET:
        secure |= evaluator.safe
    total = 0.0
    for unit in members(attackers & state.fresh):
        space = state.where[unit]
        if evaluator.own_turn and space >= FIRST_HEX and not secure >> space & 1:
            continue
        soon = (near | evaluator.home_areas) >> space & 1 and not CORPS >> unit & 1
        total += evaluator.spending(unit) * (evaluator.weights.recovering if soon else 1.0)
    return total


def prospect(evaluator: Evaluator, hex: int, attackers: int) -> Prospect:
    """What an attack promises before the defender has chosen."""
    state = evaluator.state
    battle = Battle(hex, attackers, state.at[hex], 0, 0)
    gain, expected = best_defence(evaluator, battle, trapped(state, battle))
    return Prospect(gain - cost(evaluator, attackers), gain, expected)
