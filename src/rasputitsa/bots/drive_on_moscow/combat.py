"""Which attacks to make, with whom, and what to do with their results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ...core import Action
from ...core.sets import members
from ...games.drive_on_moscow.advance import Advance
from ...games.drive_on_moscow.battle import result_at
from ...games.drive_on_moscow.combat import Attack, Combat, attackers, fresh_defenders, targets, too_few
from ...games.drive_on_moscow.facts import (
    ALL_OF,
    CITIES,
    DEFENSE,
    FIRST_HEX,
    GERMAN,
    LAND,
    MECH,
    MOSCOW,
    PLACES,
    SHIFT,
    SIDE,
    SOVIET,
    STACK_LIMIT,
    WESTERN_PLACES,
    land_spread,
)
from ...games.drive_on_moscow.facts import (
    ATTACK as ATTACK_FACTOR,
)
from ...games.drive_on_moscow.fight import DefensiveAir
from ...games.drive_on_moscow.reach import movement_factors
from ...games.drive_on_moscow.results import CityAssault, LoseSteps, RetreatOrStand
from ...games.drive_on_moscow.retreat import Retreat, SplitRetreat, can_retreat
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ...games.drive_on_moscow.words import (
    ADVANCE,
    AIR,
    ALL,
    ATTACK,
    BLOODBATH,
    DONE,
    FALL_BACK,
    FIGHT,
    LOSE,
    NO_AIR,
    RETREAT,
    STAND,
    UNIT,
)
from .garrisons import is_garrison
from .ground import EASTERN_CITIES, STRONGHOLDS, distances, to_moscow
from .objectives import Objectives
from .odds import air_helps, battle_defense, best_force, defense_of, ladder, mean_attack
from .weights import GermanWeights, Weights


def target_hexes(state: DriveOnMoscowState) -> list[int]:
    """The enemy hexes that can be attacked."""
    return members(targets(state))


def free_attackers(state: DriveOnMoscowState, hex: int, weights: Weights) -> list[int]:
    """The units that can attack a hex and may leave their places: garrisons stay."""
    return [unit for unit in members(attackers(state, hex)) if may_attack(state, unit, weights)]


def may_attack(state: DriveOnMoscowState, unit: int, weights: Weights) -> bool:
    """Garrisons and the last units of a stronghold do not risk their steps."""
    if isinstance(weights, GermanWeights):
        return not is_garrison(state, unit, weights)
    here = state.where[unit]
    return here not in STRONGHOLDS or len(state.at(here)) > STRONGHOLDS[here]


class Choice(NamedTuple):
    """An attack: what it promises, its hex, and with whom."""

    value: float
    hex: int = 0
    force: int = 0


NO_ATTACK = Choice(-9.0)


def best_attack(state: DriveOnMoscowState, weights: Weights) -> Choice:
    """The most promising attack."""
    return max(attacks(state, weights), default=NO_ATTACK)


def attacks(state: DriveOnMoscowState, weights: Weights) -> Iterator[Choice]:
    """Every hex that can be attacked with the force that promises most there."""
    for hex in members(targets(state)):
        ready = free_attackers(state, hex, weights)
        if ready:
            value, force = best_force(state, state.active, hex, ready, fresh_defenders(state, hex), weights)
            yield Choice(value, hex, force)


def prospects(state: DriveOnMoscowState, weights: Weights) -> float:
    """What all attacks that are worth it promise together if they were made now, before movement (5.2)."""
    state = state.copy()
    state.fight_first = True
    return sum(max(0.0, attack.value) for attack in attacks(state, weights))


def storm_chance(attack: float, defense: float, columns: int) -> float:
    """How likely it is that an attack on a city ends with a bloodbath or better (11.17)."""
    odds = ladder(attack, defense) + SHIFT["city"] + columns
    return sum(result_at(odds, face) in ("DR", "DE") for face in range(1, 7)) / 6


def gain_of_moving_first(state: DriveOnMoscowState, goals: Objectives, weights: GermanWeights) -> float:
    """5.2: how much more likely cities fall if those who can get there move up before the attack."""
    mech, other = movement_factors(state, GERMAN)
    tempo_anyway = state.turn == 1 or bool(state.november and state.turn == state.november + 1)
    total = 0.0
    for city in members(EASTERN_CITIES & ~state.control | MOSCOW):
        way = distances(city)
        there = coming = 0.0
        places = members(LAND.of[city] & ~state.occupied(SOVIET))
        room = sum(STACK_LIMIT - len(state.at(hex)) for hex in places)
        for unit in members(ALL_OF[GERMAN]):
            here = state.where[unit]
            if here < FIRST_HEX or is_garrison(state, unit, weights):
                continue
            if LAND.of[city] >> here & 1:
                there += mean_attack(state, unit, city)
            elif goals.get(unit) == city and way[here] <= (mech if MECH >> unit & 1 else other) + 1 and room:
                coming += mean_attack(state, unit, city)
                room -= 1
        if there or coming:
            defense = defense_of(state, city, weights) or 1.0
            air = min(1, state.german_air)
            total += storm_chance(there + coming, defense, air + tempo_anyway)
            total -= storm_chance(there, defense, air + 1)
    return total


def next_attack(state: DriveOnMoscowState, step: Combat, weights: Weights) -> Action:
    """The most promising attack, as long as one is worth it or Stalin wants more of them (12.1)."""
    value, hex, _ = best_attack(state, weights)
    if value > weights.attack_at:
        return ATTACK[hex]
    if step.short_of(state) <= 0:
        return DONE
    return ATTACK[hex] if hex else step.actions(state)[0]


def name_attackers(state: DriveOnMoscowState, step: Attack, weights: Weights) -> Action:
    """Add those that are missing from the best force, then aircraft, then fight."""
    side = state.active
    force = free_attackers(state, step.hex, weights) or members(attackers(state, step.hex))
    least = min(len(force), max(1, state.ordered - state.launched)) if side == SOVIET else 1
    _, wanted = best_force(state, side, step.hex, force, fresh_defenders(state, step.hex), weights, least)
    missing = wanted & ~step.units
    if missing & (missing - 1) and wanted == attackers(state, step.hex):
        return ALL
    if missing:
        return UNIT[members(missing)[0]]
    if not step.units:
        return UNIT[force[0]]
    if step.air < state.aircraft(side) and air_helps(state, step.battle(state), weights):
        return AIR
    return ALL if too_few(state, step.hex, step.units) else FIGHT


def defend_from_the_air(state: DriveOnMoscowState, step: DefensiveAir, weights: Weights, attacker: Weights) -> Action:
    """Cities, and stacks that look strong to the attacker."""
    hex = step.battle.hex
    strong = battle_defense(state, step.battle, attacker) > weights.defend_at
    return AIR if CITIES >> hex & 1 or strong else NO_AIR


# Results.


def choose_loss(state: DriveOnMoscowState, step: LoseSteps) -> Action:
    """Whoever is worth least: full infantry before full panzers, and nobody's last step while there is another."""

    def price(unit: int) -> tuple[int, int, int]:
        face = state.face[unit]
        strength = ATTACK_FACTOR[unit][face] + DEFENSE[unit][face]
        return state.steps(unit) == 1 and SIDE[unit] == GERMAN, MECH >> unit & 1, strength

    return LOSE[min(step.candidates(state), key=price)]


def city_assault(state: DriveOnMoscowState, step: CityAssault) -> Action:
    """11.28: a bloodbath, for a besieged city gets no new defenders and the Germans have steps to spare."""
    return BLOODBATH


def retreat_or_stand(state: DriveOnMoscowState, step: RetreatOrStand, weights: Weights) -> Action:
    """Stacks that can afford a step stand, and so does who holds a town or a place next to a city."""
    battle = step.battle
    held = PLACES | land_spread(CITIES & ~state.control)
    if held >> battle.hex & 1 or not can_retreat(state, battle, battle.defenders):
        return STAND
    steps = sum(state.steps(unit) for unit in members(battle.defenders))
    return STAND if steps > weights.stand_steps else FALL_BACK


def choose_retreat(state: DriveOnMoscowState, step: Retreat | SplitRetreat) -> Action:
    hexes = members(step.hexes(state))
    if step.battle.defender == SOVIET:
        return RETREAT[
            max(hexes, key=lambda hex: (WESTERN_PLACES >> hex & 1, STRONGHOLDS.get(hex, 0), -to_moscow(hex)))
        ]
    return RETREAT[max(hexes, key=lambda hex: (WESTERN_PLACES >> hex & 1, len(state.at(hex))))]


def advance(state: DriveOnMoscowState, step: Advance, goals: Objectives, weights: Weights) -> Action:
    """Germans advance where it brings them nearer to their objective; Soviets only where it wins or they must."""
    if not isinstance(weights, GermanWeights):
        wins = WESTERN_PLACES >> step.hex & 1
        return ADVANCE[members(step.units)[0]] if wins or step.forced(state) else DONE
    ready = [unit for unit in members(step.units) if not is_garrison(state, unit, weights)]
    if ready and PLACES >> step.hex & 1 and not step.advanced:
        return ADVANCE[max(ready, key=lambda unit: (DEFENSE[unit][state.face[unit]], unit))]
    for unit in sorted(ready, key=lambda unit: (not MECH >> unit & 1, unit)):
        way = distances(goals[unit]) if unit in goals else None
        if way and way[step.hex] < way[state.where[unit]]:
            return ADVANCE[unit]
    return DONE
