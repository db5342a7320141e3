"""4.2.3, 8.0 and 14.5: what the weather leaves of a block's strength and of its range."""

from __future__ import annotations

from .facts import AZUL, BLIZZARD, FIRE, GERMAN, NO_FIRE, RAIN, SIDE, SNOW, SUNNY
from .options import DIVISIONS
from .state import Moscow41State


def divided(strength: int, by: int) -> int:
    """3.1: rounded down, but one die is left to whoever has any strength."""
    return max(1, strength // by) if strength else 0


def attacking_strength(state: Moscow41State, unit: int) -> int:
    """8.0, 14.5: strength on the attack, of artillery, of bombers and on the Road to Leningrad."""
    strength, weather = state.strength[unit], state.weather
    if weather == SUNNY:
        return strength
    if weather == RAIN:
        return min(strength, 1)
    if SIDE[unit] != GERMAN:
        return strength
    if unit == AZUL and state.optional & DIVISIONS:
        return strength if weather == SNOW else divided(strength, 2)
    return divided(strength, 2 if weather == SNOW else 4)


def defending_strength(state: Moscow41State, unit: int) -> int:
    """14.5: only a blizzard weakens a defender, and only a German one."""
    strength = state.strength[unit]
    if state.weather != BLIZZARD or SIDE[unit] != GERMAN or (unit == AZUL and state.optional & DIVISIONS):
        return strength
    return divided(strength, 2)


def command_range(state: Moscow41State, hq: int) -> int:
    """10.3, 10.10: how far an HQ commands, or how far its bombers fly."""
    return attacking_strength(state, hq)


def firepower(state: Moscow41State, unit: int) -> int:
    """4.2.2: the lowest face with which a block hits, or NO_FIRE."""
    return FIRE[unit][state.strength[unit]]


def ground_dice(state: Moscow41State, unit: int, attacking: bool, by_river: bool) -> int:
    """4.2.3, 10.12.5.1: the dice of a block in ground combat. Across a river, unless it is frozen, it rolls one."""
    if firepower(state, unit) == NO_FIRE:
        return 0
    if not attacking:
        return defending_strength(state, unit)
    if by_river and state.weather < SNOW:
        return 1
    return attacking_strength(state, unit)
