"""What a combat is worth to the attacker: the exact chances of its results, each with what it means here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ...core.sets import members
from ...games.blitzkrieg_to_moscow_2.battle import Battle, column
from ...games.blitzkrieg_to_moscow_2.facts import CITIES, CORPS, CRT, FIRST_HEX, RESULTS, SOVIET
from ...games.blitzkrieg_to_moscow_2.forecast import trapped
from ...games.blitzkrieg_to_moscow_2.net import supply_net
from ...games.blitzkrieg_to_moscow_2.results import holds_out
from .evaluator import Eye

# By column: each result that can happen with its probability.
CHANCES = [[(result, row.count(result) / 6) for result in RESULTS if result in row[1:]] for row in CRT]


class Prospect(NamedTuple):
    """What a combat promises: its value to the attacker, what it wins before the cost, the defence to be expected."""

    value: float
    gain: float
    battle: Battle


def defences(fresh: int, battle: Battle, passive: int) -> Iterator[Battle]:
    """11.3.2, 11.6: every way to defend that the rules allow; some units have chosen to be passive already."""
    units = members(battle.defenders & fresh & ~battle.active & ~passive)
    for choice in range(1 << len(units)):
        active = battle.active
        for index, unit in enumerate(units):
            if choice >> index & 1:
                active |= 1 << unit
        if active or battle.defenders & ~CORPS:
            yield replace(battle, active=active)


def outcome(eye: Eye, battle: Battle, result: str, doomed: int) -> float:
    """What a result is worth to the attacker. ``doomed`` are the defenders that cannot retreat."""
    state = eye.state
    broken = battle.active & CORPS
    if result == "-" or (result == "DR" and holds_out(state, battle)):
        return sum(eye.spending(unit) for unit in members(battle.active))
    if result == "DE":
        return eye.worth_of(battle.defenders) + eye.opening(battle.hex)
    lost = doomed | broken | (battle.defenders & CORPS if result == "DL" else 0)
    left = battle.defenders & ~lost
    spent = left & state.fresh & (left if result == "DL" else battle.active)
    share = 1.0 if CITIES >> battle.hex & 1 or not left else eye.weights.driven_off
    gain = eye.worth_of(lost) + share * eye.opening(battle.hex) + eye.weights.push * left.bit_count()
    return gain + sum(eye.spending(unit) for unit in members(spent))


def expected_gain(eye: Eye, battle: Battle, doomed: int) -> float:
    """What a combat wins on average, the defence being chosen."""
    odds = column(eye.state, battle)
    if odds < 1:
        return sum(eye.spending(unit) for unit in members(battle.active))
    return sum(chance * outcome(eye, battle, result, doomed) for result, chance in CHANCES[odds])


def best_defence(eye: Eye, battle: Battle, doomed: int, passive: int = 0) -> tuple[float, Battle]:
    """The defence against which the attacker wins least. ``passive`` are those that cannot be active any more."""
    best, found = float("inf"), battle
    for option in defences(eye.state.fresh, battle, passive):
        gain = expected_gain(eye, option, doomed)
        if gain < best:
            best, found = gain, option
    return best, found


def cost(eye: Eye, attackers: int) -> float:
    """11.3.7: what it costs that the attackers are spent.

    Those who recover at once (13.3) lose little, those who will surrender (13.1) have nothing to lose.
    """
    state = eye.state
    near = eye.recovery() if eye.own_turn else 0
    _, secure = supply_net(state, eye.side)
    if eye.side == SOVIET:
        secure |= eye.safe
    total = 0.0
    for unit in members(attackers & state.fresh):
        space = state.where[unit]
        if eye.own_turn and space >= FIRST_HEX and not secure >> space & 1:
            continue
        soon = (near | eye.home_areas) >> space & 1 and not CORPS >> unit & 1
        total += eye.spending(unit) * (eye.weights.recovering if soon else 1.0)
    return total


def prospect(eye: Eye, hex: int, attackers: int) -> Prospect:
    """What an attack promises before anybody has answered."""
    state = eye.state
    battle = Battle(hex, attackers, state.at[hex], 0, 0)
    gain, expected = best_defence(eye, battle, trapped(state, battle))
    return Prospect(gain - cost(eye, attackers), gain, expected)
