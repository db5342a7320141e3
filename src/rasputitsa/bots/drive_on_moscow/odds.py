"""What an attack promises, by what its side may know: units under the top one count as the average of their side."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from ...core.sets import members
from ...games.drive_on_moscow.battle import Battle, attack_factor, result_at, shifts
from ...games.drive_on_moscow.facts import CITIES, COUNTERS, DEFENSE, GERMAN, MOSCOW, TYPE, UNTRIED_KIND
from ...games.drive_on_moscow.retreat import eligible
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ..odds import result_chances
from .ground import MOSCOW_RING
from .weights import GermanWeights, Weights

MEAN = {  # by type: attack and defense of an untried unit
    kind: tuple(sum(counter.factors[which] for counter in counters) / len(counters) for which in (0, 1))
    for kind, counters in COUNTERS.items()
}


def mean_attack(state: DriveOnMoscowState, unit: int, hex: int) -> float:
    if UNTRIED_KIND >> unit & 1 and not state.face[unit]:
        return MEAN[TYPE[unit]][0]
    return attack_factor(state, unit, hex)


def defense_of(state: DriveOnMoscowState, hex: int, weights: Weights, without: int = 0) -> float:
    """What the defenders of a hex are worth to the eye of the enemy, who sees only the top one."""
    stack = state.stacks.get(hex)
    if not stack:
        return 0.0
    top = stack[-1]
    count = sum(not without >> unit & 1 for unit in stack) if without else len(stack)
    if without >> top & 1:
        return count * hidden_defense(hex, weights)
    return (count - 1) * hidden_defense(hex, weights) + visible_defense(state, top)


def hidden_defense(hex: int, weights: Weights) -> float:
    return weights.hidden_in_city if CITIES >> hex & 1 else weights.hidden_defense


def visible_defense(state: DriveOnMoscowState, unit: int) -> float:
    if UNTRIED_KIND >> unit & 1 and not state.face[unit]:
        return MEAN[TYPE[unit]][1]
    return DEFENSE[unit][state.face[unit]]


def ladder(attack: float, defense: float) -> int:
    """11.7, 11.8 for estimates."""
    if attack >= defense:
        return int(attack / defense) - 1
    return 1 - -int(-defense // max(attack, 0.1))


def expected(state: DriveOnMoscowState, battle: Battle, attack: float, weights: Weights, columns: int = 0) -> float:
    """The value of an attack to the attacker."""
    odds = ladder(attack, battle_defense(state, battle, weights)) + total_shift(state, battle) + columns
    return mean_value(odds, result_values(state, battle, weights))


def battle_defense(state: DriveOnMoscowState, battle: Battle, weights: Weights) -> float:
    others = sum(1 << unit for unit in state.at(battle.hex)) & ~battle.defenders
    return defense_of(state, battle.hex, weights, others)


def total_shift(state: DriveOnMoscowState, battle: Battle) -> int:
    return sum(shift.columns for shift in shifts(state, battle))


def mean_value(odds: int, values: dict[str, float]) -> float:
    return sum(chance * values[result] for result, chance in chances_at(odds))


@cache
def chances_at(odds: int) -> tuple[tuple[str, float], ...]:
    """11.21: the results at final odds with their probabilities."""
    return tuple(result_chances([result_at(odds, face) for face in range(1, 7)]))


def result_values(state: DriveOnMoscowState, battle: Battle, weights: Weights) -> dict[str, float]:
    """What each result of an attack is worth to the attacker (11.22 to 11.29)."""
    count = battle.defenders.bit_count()
    lost, killed = -weights.step, weights.eliminated * count
    if not CITIES >> battle.hex & 1:
        driven_off = weights.retreated * count if eligible(state, battle) else killed
        ground = ring_prize(battle, weights)
        return {"AL1": lost, "AS": 0.0, "DR": driven_off + ground, "DE": killed + ground}
    if not isinstance(weights, GermanWeights):
        return {"AL1": lost, "AS": lost, "DR": lost, "DE": killed}
    if state.turn >= weights.last_turns:
        lost *= weights.late_steps
    prize = killed + city_prize(state, battle, weights)
    return {"AL1": lost, "AS": 0.0, "DR": max(0.0, prize + lost * count), "DE": prize}


def ring_prize(battle: Battle, weights: Weights) -> float:
    """What it is worth to the Germans to clear a hex next to Moscow: from there it can be stormed and cut off."""
    if not isinstance(weights, GermanWeights) or weights.drive != "moscow":
        return 0.0
    return weights.ring_cleared * (MOSCOW_RING >> battle.hex & 1)


def city_prize(state: DriveOnMoscowState, battle: Battle, weights: GermanWeights) -> float:
    """What it is worth to clear a city; less where the unit that is seen there would only be reduced (11.29)."""
    prize = weights.moscow_cleared if MOSCOW >> battle.hex & 1 else weights.city_cleared
    top = state.at(battle.hex)[-1]
    return weights.stubborn * prize if battle.defenders >> top & 1 and state.steps(top) == 2 else prize


def best_force(
    state: DriveOnMoscowState,
    side: int,
    hex: int,
    units: Iterable[int],
    defenders: int,
    weights: Weights,
    least: int = 1,
) -> tuple[float, int]:
    """The attackers that promise most against a hex, strongest first, and what they promise.

    Aircraft are counted in where Germans storm a city: that is what they are kept for.
    """
    ready = sorted(((mean_attack(state, unit, hex), -unit) for unit in units), reverse=True)
    columns = state.german_air if side == GERMAN and CITIES >> hex & 1 else 0
    everybody = Battle(side, hex, 0, sum(1 << -unit for _, unit in ready), defenders, 0)
    values = result_values(state, everybody, weights)
    defense = battle_defense(state, everybody, weights)
    force, attack = 0, 0.0
    best = (-9.0, 0)
    for number, (factors, unit) in enumerate(ready, 1):
        force |= 1 << -unit
        attack += factors
        if number < least:
            continue
        odds = ladder(attack, defense) + total_shift(state, Battle(side, hex, 0, force, defenders, 0)) + columns
        value = mean_value(odds, values) - weights.attacker * number
        if value > best[0] + 1e-9:
            best = (value, force)
    return best


def air_helps(state: DriveOnMoscowState, battle: Battle, weights: Weights) -> bool:
    """Whether one more aircraft is worth committing."""
    attack = sum(mean_attack(state, unit, battle.hex) for unit in members(battle.attackers))
    gain = expected(state, battle, attack, weights, 1) - expected(state, battle, attack, weights)
    return gain > weights.air_at
