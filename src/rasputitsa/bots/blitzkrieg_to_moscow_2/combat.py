"""11.0: which attacks to make, how to defend, cards at a combat, retreats and advances."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...core import Action
from ...core.sets import members, set_of
from ...games.blitzkrieg_to_moscow_2.battle import column
from ...games.blitzkrieg_to_moscow_2.combat import Attacking, NameAttackers
from ...games.blitzkrieg_to_moscow_2.defence import ChooseDefence
from ...games.blitzkrieg_to_moscow_2.facts import CRT, STRENGTH, TANKS
from ...games.blitzkrieg_to_moscow_2.fight import ReRoll, ShiftCard
from ...games.blitzkrieg_to_moscow_2.forecast import trapped
from ...games.blitzkrieg_to_moscow_2.results import Advance
from ...games.blitzkrieg_to_moscow_2.retreat import ChooseRetreat, Retreat
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.words import ACTIVE, CANCEL, FIGHT, PASS, PASSIVE, STAY, WITH
from .evaluator import Eye
from .odds import best_defence, expected_gain, outcome, prospect
from .weights import Weights

ALL_GROUPS_OF = 5  # so many attackers are combined in every way; of more, the strongest are taken


class Attack:
    """An attack that could be made now."""

    __slots__ = ("hex", "score", "units")

    def __init__(self, hex: int, units: int, score: float) -> None:
        self.hex, self.units, self.score = hex, units, score


# Choosing attacks.


def best_attack(eye: Eye, step: Attacking) -> Attack | None:
    """The attack that promises most, if it is worth it."""
    found: Attack | None = eye.remember(("attack", step), lambda: find_attack(eye, step))
    return found


def find_attack(eye: Eye, step: Attacking) -> Attack | None:
    best = None
    for hex in members(step.targets(eye.state)):
        for units in groups(eye.state, members(step.attackers(eye.state, hex, 0))):
            if not may_join(eye.state, step, hex, units):
                continue
            score = prospect(eye, hex, units).value - eye.price(members(units))
            if score >= eye.weights.least and (best is None or score > best.score):
                best = Attack(hex, units, score)
    return best


def may_join(state: BlitzkriegState, step: Attacking, hex: int, units: int) -> bool:
    """11.2, 12.1: whether these units may attack together."""
    chosen = 0
    for unit in members(units):
        if not step.attackers(state, hex, chosen) >> unit & 1:
            return False
        chosen |= 1 << unit
    return True


def groups(state: BlitzkriegState, units: list[int]) -> Iterable[int]:
    """The ways to combine attackers: all of a few; of many, the strongest, and the strongest infantry first."""
    if len(units) <= ALL_GROUPS_OF:
        for choice in range(1, 1 << len(units)):
            yield set_of(unit for index, unit in enumerate(units) if choice >> index & 1)
        return
    strongest = sorted(units, key=lambda unit: (-STRENGTH[unit][state.fresh >> unit & 1], unit))
    infantry_first = sorted(strongest, key=lambda unit: TANKS >> unit & 1)
    for order in (strongest, infantry_first):
        for count in range(1, len(order) + 1):
            yield set_of(order[:count])


def name_attackers(step: NameAttackers, attack: Attack | None) -> Action:
    if attack is None or attack.hex != step.hex or step.units & ~attack.units:
        return CANCEL
    missing = members(attack.units & ~step.units)
    return WITH[missing[0]] if missing else FIGHT


# Defending.


def defend(eye: Eye, step: ChooseDefence) -> Action:
    """Actively or passively: whatever leaves the attacker least. ``eye`` is the attacker's."""
    state = eye.state
    unit = step.unit(state)
    fixed = step.battle.defenders & step.decided & ~step.battle.active
    _, wanted = best_defence(eye, step.battle, trapped(state, step.battle), fixed)
    return ACTIVE[unit] if wanted.active >> unit & 1 else PASSIVE[unit]


# Cards at a combat.


def shift(eye: Eye, step: ShiftCard) -> Action:
    """A card for a column, if it changes enough. ``eye`` is the attacker's."""
    cards = step.cards(eye.state)
    return cards[0] if cards and gain_of_shift(eye, step) >= eye.weights.shift else PASS


def gain_of_shift(eye: Eye, step: ShiftCard) -> float:
    """What a column is worth to the side that is asked."""
    battle = step.battle
    doomed = trapped(eye.state, battle)
    columns = 1 if step.side == battle.attacker else -1
    now = expected_gain(eye, battle, doomed)
    then = expected_gain(eye, replace(battle, cards=battle.cards + columns), doomed)
    return columns * (then - now)


def re_roll(eye: Eye, step: ReRoll) -> Action:
    """A card for another roll, if this one is bad enough. ``eye`` is the attacker's."""
    cards = step.cards(eye.state)
    return cards[0] if cards and gain_of_re_roll(eye, step) >= eye.weights.re_roll else PASS


def gain_of_re_roll(eye: Eye, step: ReRoll) -> float:
    """How much better than this roll another would be on average, for the side that is asked."""
    state, battle = eye.state, step.battle
    doomed = trapped(state, battle)
    now = outcome(eye, battle, CRT[column(state, battle)][step.face], doomed)
    better = expected_gain(eye, battle, doomed) - now
    return better if step.side == battle.attacker else -better


# Results.


def retire(step: ChooseRetreat, state: BlitzkriegState) -> Action:
    """The strongest first: it has the best choice."""
    actions = step.actions(state)
    return max(actions, key=lambda action: STRENGTH[action.number][state.fresh >> action.number & 1])


def retreat(state: BlitzkriegState, step: Retreat, side: int, weights: Weights) -> Action:
    """Where the beaten unit is of most use."""

    def value(action: Action) -> float:
        after = state.copy()
        after.put(step.unit, action.number)
        return Eye(after, side, weights).value()

    return max(step.actions(state), key=value)


def advance(state: BlitzkriegState, step: Advance, side: int, weights: Weights) -> Action:
    """Who follows the beaten enemy, if anybody."""

    def value(action: Action) -> float:
        after = state.copy()
        if action is not STAY:
            after.enter(action.number, step.battle.hex)
        for unit in members(step.battle.attackers):
            after.fresh &= ~(1 << unit)
        return Eye(after, side, weights).value()

    return max(reversed(step.actions(state)), key=value)
