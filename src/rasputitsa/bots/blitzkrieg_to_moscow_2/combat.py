"""11.0: which attacks to make, how to defend, cards at a combat, retreats and advances."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...core import Action
from ...core.sets import members, set_of
from ...games.blitzkrieg_to_moscow_2.battle import column
from ...games.blitzkrieg_to_moscow_2.breakthrough import TankAction
from ...games.blitzkrieg_to_moscow_2.combat import ChooseTarget, Combat, NameAttackers
from ...games.blitzkrieg_to_moscow_2.defence import ChooseDefence
from ...games.blitzkrieg_to_moscow_2.facts import CORPS, CRT, STRENGTH, TANKS
from ...games.blitzkrieg_to_moscow_2.fight import ReRoll, ShiftCard
from ...games.blitzkrieg_to_moscow_2.forecast import trapped
from ...games.blitzkrieg_to_moscow_2.overstacking import RemoveExcess
from ...games.blitzkrieg_to_moscow_2.results import Advance
from ...games.blitzkrieg_to_moscow_2.retreat import ChooseRetreat, Retreat
from ...games.blitzkrieg_to_moscow_2.stacking import fits_in
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.words import ACTIVE, ATTACK, CANCEL, DONE, FIGHT, PASS, PASSIVE, STAY, WITH
from .evaluator import Evaluator
from .odds import best_defence, expected_gain, outcome, prospect

ALL_GROUPS_OF = 5  # up to this many attackers are combined in every way; of more, the strongest are taken


class Attack:
    """An attack that could be made now."""

    __slots__ = ("hex", "score", "units")

    def __init__(self, hex: int, units: int, score: float) -> None:
        self.hex, self.units, self.score = hex, units, score


NEVER = float("-inf")


def score_of(attack: Attack) -> float:
    return attack.score


# Choosing attacks.


def best_attack(evaluator: Evaluator, step: Combat | TankAction) -> Attack | None:
    """The attack that promises most, if it is worth it."""
    found: Attack | None = evaluator.remember(("attack", step), lambda: find_attack(evaluator, step))
    return found


def find_attack(evaluator: Evaluator, step: Combat | TankAction) -> Attack | None:
    found = [attack_on(evaluator, step, hex) for hex in members(step.targets(evaluator.state))]
    return max((attack for attack in found if attack.score >= evaluator.weights.least), key=score_of, default=None)


def attack_on(evaluator: Evaluator, step: Combat | TankAction, hex: int) -> Attack:
    """The attack on this hex that promises most."""
    question = step.name_attackers(evaluator.state, hex)
    options = [
        Attack(hex, units, prospect(evaluator, hex, units).value - evaluator.price(members(units)))
        for units in groups(evaluator.state, members(question.available), evaluator.thorough)
        if may_join(evaluator.state, question, units)
    ]
    return max(options, key=score_of, default=Attack(hex, 0, NEVER))


def may_join(state: BlitzkriegState, question: NameAttackers, units: int) -> bool:
    """11.2, 12.1: whether these units may attack together."""
    chosen = 0
    for unit in members(units):
        if not question.with_units(chosen).candidates(state) >> unit & 1:
            return False
        chosen |= 1 << unit
    return True


def groups(state: BlitzkriegState, units: list[int], thorough: bool = True) -> Iterable[int]:
    """The ways to combine attackers: all of a few; of many, the strongest, and the strongest infantry first.

    Who is not thorough looks at the strongest alone; mechanized corps, which would be lost (11.6), come last.
    """
    if not thorough:
        order = sorted(units, key=lambda unit: (CORPS >> unit & 1, -STRENGTH[unit][state.fresh >> unit & 1], unit))
        yield from (set_of(order[:count]) for count in range(1, min(len(order), ALL_GROUPS_OF) + 1))
        return
    if len(units) <= ALL_GROUPS_OF:
        for choice in range(1, 1 << len(units)):
            yield set_of(unit for index, unit in enumerate(units) if choice >> index & 1)
        return
    strongest = sorted(units, key=lambda unit: (-STRENGTH[unit][state.fresh >> unit & 1], unit))
    infantry_first = sorted(strongest, key=lambda unit: TANKS >> unit & 1)
    for order in (strongest, infantry_first):
        for count in range(1, len(order) + 1):
            yield set_of(order[:count])


def choose_attack(evaluator: Evaluator, step: Combat) -> Action:
    attack = best_attack(evaluator, step)
    return ATTACK[attack.hex] if attack else DONE


def choose_target(evaluator: Evaluator, step: ChooseTarget) -> Action:
    """The unit that somebody chose first attacks as it would have."""
    below = evaluator.state.stack[-2]
    assert isinstance(below, Combat)
    attack = best_attack(evaluator, below)
    planned = attack is not None and attack.units >> step.unit & 1 and step.targets >> attack.hex & 1
    return ATTACK[attack.hex] if attack is not None and planned else CANCEL


def name_attackers(evaluator: Evaluator, step: NameAttackers) -> Action:
    below = evaluator.state.stack[-2]
    if isinstance(below, TankAction):
        return name_tanks(evaluator, step, below)
    assert isinstance(below, Combat)
    attack = best_attack(evaluator, below)
    if attack is None or attack.hex != step.hex or step.units & ~attack.units:
        return CANCEL
    missing = members(attack.units & ~step.units)
    return WITH[missing[0]] if missing else FIGHT


def name_tanks(evaluator: Evaluator, step: NameAttackers, below: TankAction) -> Action:
    """12.1: the hex has been chosen already, maybe by a search; a better one is not looked for again."""
    actions = step.actions(evaluator.state)
    missing = members(attack_on(evaluator, below, step.hex).units & ~step.units)
    wanted = [WITH[unit] for unit in missing if WITH[unit] in actions]
    return next(action for action in (*wanted, FIGHT, CANCEL) if action in actions)


# Defending.


def defend(evaluator: Evaluator, step: ChooseDefence) -> Action:
    """Actively or passively: whichever leaves the attacker least. ``evaluator`` is the attacker's."""
    state = evaluator.state
    unit = step.unit(state)
    fixed = step.battle.defenders & step.decided & ~step.battle.active
    _, wanted = best_defence(evaluator, step.battle, trapped(state, step.battle), fixed)
    return ACTIVE[unit] if wanted.active >> unit & 1 else PASSIVE[unit]


# Cards at a combat.


def shift(evaluator: Evaluator, step: ShiftCard) -> Action:
    """A card for a column shift, if it changes enough. ``evaluator`` is the attacker's."""
    cards = step.cards(evaluator.state)
    return cards[0] if cards and gain_of_shift(evaluator, step) >= evaluator.weights.shift else PASS


def gain_of_shift(evaluator: Evaluator, step: ShiftCard) -> float:
    """What a column shift is worth to the side that must act."""
    battle = step.battle
    doomed = trapped(evaluator.state, battle)
    columns = 1 if step.side == battle.attacker else -1
    now = expected_gain(evaluator, battle, doomed)
    then = expected_gain(evaluator, replace(battle, cards=battle.cards + columns), doomed)
    return columns * (then - now)


def re_roll(evaluator: Evaluator, step: ReRoll) -> Action:
    """A card for another roll, if this one is bad enough. ``evaluator`` is the attacker's."""
    cards = step.cards(evaluator.state)
    return cards[0] if cards and gain_of_re_roll(evaluator, step) >= evaluator.weights.re_roll else PASS


def gain_of_re_roll(evaluator: Evaluator, step: ReRoll) -> float:
    """How much better another roll would be on average, for the side that must act."""
    state, battle = evaluator.state, step.battle
    doomed = trapped(state, battle)
    now = outcome(evaluator, battle, CRT[column(state, battle)][step.face], doomed)
    better = expected_gain(evaluator, battle, doomed) - now
    return better if step.side == battle.attacker else -better


# Results.


def retire(step: ChooseRetreat, state: BlitzkriegState) -> Action:
    """The strongest first: it has the best choice."""
    actions = step.actions(state)
    return max(actions, key=lambda action: STRENGTH[action.number][state.fresh >> action.number & 1])


def retreat(evaluator: Evaluator, step: Retreat) -> Action:
    """Where the beaten unit can do most."""
    state = evaluator.state

    def value(action: Action) -> float:
        after = state.copy()
        after.put(step.unit, action.number)
        return Evaluator(after, evaluator.side, evaluator.weights).value()

    return max(step.actions(state), key=value)


def remove(step: RemoveExcess, state: BlitzkriegState) -> Action:
    """The weakest of those that are too many."""
    return min(step.actions(state), key=lambda action: STRENGTH[action.number][state.fresh >> action.number & 1])


def advance(evaluator: Evaluator, step: Advance) -> Action:
    """Which unit advances, if any; no more than may stay there together (8.3)."""
    state, hex = evaluator.state, step.battle.hex
    choices = [action for action in step.actions(state) if action is STAY or fits_in(state, 1 << action.number, hex)]

    def value(action: Action) -> float:
        after = state.copy()
        if action is not STAY:
            after.enter(action.number, hex)
        for unit in members(step.battle.attackers):
            after.fresh &= ~(1 << unit)
        return Evaluator(after, evaluator.side, evaluator.weights).value()

    return max(reversed(choices), key=value)
