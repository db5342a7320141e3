"""Playouts: a position played on by both sides at first sight, phase by phase, with dice that plans share."""

from __future__ import annotations

from ...core import Action
from ...games import game as find_game
from ...games.battle_for_moscow.battle import Battle
from ...games.battle_for_moscow.combat import DeclareBattles
from ...games.battle_for_moscow.facts import LAST_TURN, MOSCOW, STRENGTH
from ...games.battle_for_moscow.fight import ResolveBattles, RollDie
from ...games.battle_for_moscow.movement import Movement
from ...games.battle_for_moscow.replacements import PlaceUnit, Replacements
from ...games.battle_for_moscow.results import Advance, AttackerLoss, Retreat, RetreatThrough, StandFast
from ...games.battle_for_moscow.state import BattleForMoscowState
from ...games.battle_for_moscow.words import ADVANCE, BATTLE, DONE, ROLL, STANDARD_SETUP, STAY
from ..attacks import Places
from ..sampling import Sample
from . import combat, replacements
from .ground import TO_MOSCOW
from .movement import plans, reach_of, shares_hexes
from .odds import prospect, retreat_from
from .quick import move_all, quick_places
from .weights import Both, Weights, weights_of

NODES = 150  # how long the best choice of battles is searched for
ALL_TURNS = 2 * LAST_TURN
ROLLS_A_TURN = 256  # numbers of shared dice for each player turn, one for each hex


def start_of_play() -> BattleForMoscowState:
    """The position after the standard set-up."""
    state = find_game("battle-for-moscow").start()
    assert isinstance(state, BattleForMoscowState)
    state.apply(STANDARD_SETUP)
    state.apply(DONE)
    return state


def whole_game(seed: int) -> None:
    """Play a game to its end at first sight."""
    play_on(start_of_play(), weights_of("recruit"), Sample("game", seed), ALL_TURNS)


class Replies:
    """The moves of the enemy's next turn, planned as carefully as a recruit does, and only once for each position.

    A search among many moves finds those that an enemy who moves at first sight answers badly.
    """

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._known: dict[tuple[int, bytes, bytes, int], Places] = {}

    def places(self, state: BattleForMoscowState) -> Places:
        key = (state.phase, bytes(state.where), bytes(state.steps), state.german_cities)
        if key not in self._known:
            *_, places = plans(state, reach_of(state, 0), self.weights)
            self._known[key] = quick_places(state, self.weights) if shares_hexes(places) else places
        return self._known[key]


def play_on(
    state: BattleForMoscowState, players: Both, sample: Sample, turns: int, replies: Replies | None = None
) -> None:
    """Play on until this many player turns have ended, or the game has."""
    active = state.active
    while state.outcome is None:
        if state.active != active:
            active = state.active
            turns -= 1
            if not turns:
                return
        if replies and isinstance(state.stack[-1], Movement):
            move_all(state, replies.places(state))
        else:
            play_step(state, players, sample)


def play_step(state: BattleForMoscowState, players: Both, sample: Sample) -> None:
    """Answer the question on top: a whole phase at once where that is possible."""
    step = state.stack[-1]
    weights = players[state.active]
    if isinstance(step, RollDie):
        key = (2 * state.turn + state.active) * ROLLS_A_TURN + step.battle.hex
        state.apply(ROLL[1 + int(6 * sample.number(key))])
    elif isinstance(step, Movement):
        move_all(state, quick_places(state, weights))
    elif isinstance(step, DeclareBattles):
        declare_all(state, combat.plan_battles(state, weights, NODES))
    elif isinstance(step, ResolveBattles):
        state.apply(BATTLE[max(step.battles, key=lambda battle: surest(state, battle)).hex])
    elif isinstance(step, Replacements):
        state.apply(replacements.replace(state, step, weights))
    elif isinstance(step, PlaceUnit):
        state.apply(replacements.place(state, step, weights))
    elif isinstance(step, AttackerLoss):
        state.apply(combat.choose_loss(state, step, weights))
    elif isinstance(step, StandFast):
        state.apply(combat.stand_fast(state, step))
    elif isinstance(step, Retreat):
        state.apply(combat.choose_retreat(state, step))
    elif isinstance(step, RetreatThrough):
        state.apply(combat.choose_route(state, step))
    elif isinstance(step, Advance):
        state.apply(quick_advance(state, step))
    else:
        raise AssertionError(f"a playout cannot begin at {type(step).__name__}")


def declare_all(state: BattleForMoscowState, battles: list[Battle]) -> None:
    """Declare these battles at once and begin the fighting."""
    state.replace(DeclareBattles(tuple(battles)))
    state.apply(DONE)


def surest(state: BattleForMoscowState, battle: Battle) -> float:
    return prospect(state, battle, retreat_from(state, battle.hex)).left


def quick_advance(state: BattleForMoscowState, step: Advance) -> Action:
    """The attacker that comes nearest to Moscow, if any does; the strongest enters Moscow."""
    hex = step.battle.hex
    survivors = step.battle.survivors(state)
    if hex == MOSCOW:
        return ADVANCE[max(survivors, key=lambda unit: STRENGTH[unit][state.steps[unit]])]
    unit = max(survivors, key=lambda unit: TO_MOSCOW[state.where[unit]])
    return ADVANCE[unit] if TO_MOSCOW[state.where[unit]] >= TO_MOSCOW[hex] else STAY
