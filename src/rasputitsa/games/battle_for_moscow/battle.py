"""9.0 to 9.2, 12.2: a battle and its odds."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...core import Fate, Mark, TokenFate
from ...core.numbers import counted
from ...core.step_codec import Place, Unit
from .facts import (
    BOARD,
    COLUMNS,
    FOREST,
    FORTIFICATIONS,
    MAJOR_CITIES,
    PANZER,
    RIVER,
    SIDE,
    SOVIET,
    STRENGTH,
    TERRAIN,
    UNITS,
)
from .state import BattleForMoscowState


@dataclass(frozen=True, slots=True)
class Battle:
    """One attack: the hex of the one defender, and the attackers."""

    hex: Place
    attackers: tuple[Unit, ...]

    @property
    def attacker(self) -> int:
        """The attacking side."""
        return SIDE[self.attackers[0]]

    def defender(self, state: BattleForMoscowState) -> int:
        """The defending unit, or -1 once it has left."""
        return state.unit_at(1 - self.attacker, self.hex)

    def survivors(self, state: BattleForMoscowState) -> list[int]:
        return [unit for unit in self.attackers if state.steps[unit]]


# Odds: 9.0 steps 1 to 3.


def attack_strength(state: BattleForMoscowState, attackers: tuple[int, ...]) -> Fraction:
    """9.0 (1); 12.2: in mud the panzers' total is halved, and a half is kept."""
    return Fraction(_double_strength(state, attackers), 2)


def _double_strength(state: BattleForMoscowState, attackers: tuple[int, ...]) -> int:
    steps = state.steps
    if state.mud:
        return sum(STRENGTH[unit][steps[unit]] * (1 if PANZER[unit] else 2) for unit in attackers)
    return 2 * sum(STRENGTH[unit][steps[unit]] for unit in attackers)


def across_river(state: BattleForMoscowState, battle: Battle) -> bool:
    """9.2: whether all attackers are across a river from the defender."""
    wet = RIVER.of[battle.hex]
    return all(wet >> state.where[unit] & 1 for unit in battle.attackers)


def shifts(state: BattleForMoscowState, battle: Battle) -> list[tuple[str, int]]:
    """9.2: the terrain that lowers the odds, each kind with the columns it costs."""
    hex = battle.hex
    found = []
    if FOREST >> hex & 1:
        found.append("forest")
    if MAJOR_CITIES >> hex & 1:
        found.append("major_city")
    if FORTIFICATIONS >> hex & 1 and battle.attacker != SOVIET:
        found.append("fortification")
    if across_river(state, battle):
        found.append("river")
    return [(kind, TERRAIN[kind][1]) for kind in found]


def ratio(state: BattleForMoscowState, battle: Battle) -> int:
    """9.0 (2): the attackers' strength over the defender's, fractions dropped; 0 means less than 1:1."""
    defender = battle.defender(state)
    return _double_strength(state, battle.attackers) // (2 * STRENGTH[defender][state.steps[defender]])


def column(state: BattleForMoscowState, battle: Battle) -> int:
    """9.1: the column of the Combat Results Table; less than 1 means that nothing happens."""
    return min(ratio(state, battle), 6) - sum(cost for _, cost in shifts(state, battle))


def attackers_title(attackers: tuple[int, ...]) -> str:
    """The attackers in words: "5th Corps, 20th Corps and 40th Panzer Corps"."""
    *others, last = (UNITS[unit].title for unit in attackers)
    return f"{', '.join(others)} and {last}" if others else last


def event_fields(state: BattleForMoscowState, battle: Battle) -> tuple[str, list[str], list[TokenFate]]:
    """Side, spaces and tokens of an event about a battle: the attackers and the hex they attack."""
    attackers = [state.fate(unit, Fate.TOOK_PART) for unit in battle.attackers]
    return attackers[0].side, [BOARD.names[battle.hex]], attackers


def odds_mark(state: BattleForMoscowState, battle: Battle | None) -> Mark:
    """The odds of a battle, for a badge."""
    if battle is None:
        return Mark("")
    odds = column(state, battle)
    if odds < 1:
        return Mark("<1:1", "an attack at less than 1:1 has no effect", "bad")
    attackers = len(battle.attackers)
    return Mark(COLUMNS[odds - 1], f"odds after terrain with {counted(attackers, 'attacker')}")
