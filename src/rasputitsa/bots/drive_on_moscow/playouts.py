"""Playouts: a position played on by both sides at first sight, phase by phase, with dice that plans share."""

from __future__ import annotations

from bisect import bisect
from itertools import accumulate
from typing import Any

from ...core import CHANCE, Action
from ...games import game as find_game
from ...games.drive_on_moscow.combat import Attack, Combat, fresh_defenders
from ...games.drive_on_moscow.facts import BOARD, LAST_TURN, SIZE, SOVIET
from ...games.drive_on_moscow.fight import Roll
from ...games.drive_on_moscow.movement import Movement
from ...games.drive_on_moscow.state import SET_UPS, DriveOnMoscowState
from ...games.drive_on_moscow.words import DONE, ROLL
from ..sampling import Sample
from . import combat, policy
from .odds import air_helps, best_force
from .plans import carry_out
from .recruit import Recruit
from .weights import RECRUIT, Both

ALL_TURNS = 2 * LAST_TURN
GOLDEN = 0.6180339887498949  # draws of one battle are this far apart, so that they differ


def start_of_play(players: Both = RECRUIT) -> DriveOnMoscowState:
    """The position after the set-up."""
    state = find_game("drive-on-moscow").start()
    assert isinstance(state, DriveOnMoscowState)
    playout = Playout(state, players, Sample("set-up", 0))
    while state.mode in SET_UPS:
        playout.step()
    return state


def whole_game(seed: int) -> None:
    """Play a game to its end at first sight."""
    Playout(start_of_play(), RECRUIT, Sample("game", seed)).run(ALL_TURNS)


class Player(Recruit):
    """Who answers the questions of a playout: the units keep their objectives for a Combat Phase."""

    def objectives(self, state: DriveOnMoscowState) -> dict[int, int]:
        return self._goals.get_or_compute((state.turn, state.active), lambda: super(Player, self).objectives(state))


class Playout:
    """Plays on from a state, which it changes."""

    def __init__(self, state: DriveOnMoscowState, players: Both, sample: Sample) -> None:
        self.state = state
        self.players = players
        self.sample = sample
        self.policy = Player(state.game, 0, *players)
        self._attacks: dict[int, tuple[float, int]] = {}  # what was found for the hexes that can be attacked
        self._drawn: dict[int, int] = {}  # how often chance was asked, by key
        self._phase = (0, 0)
        self.orders: policy.Orders = {}  # for the phase in which the playout begins
        self._began = (state.turn, state.phase)

    def run(self, turns: int) -> None:
        """Until this many player turns have ended, or the game has."""
        state = self.state
        active = state.active
        while state.outcome is None:
            if state.active != active:
                active = state.active
                turns -= 1
                if not turns:
                    return
            self.step()

    def step(self) -> None:
        """Answer the question on top: a whole phase at once where that is possible."""
        state = self.state
        step: Any = state.stack[-1]
        if state.side == CHANCE:
            state.apply(self.chance(step))
        elif isinstance(step, Movement):
            self.move()
        elif isinstance(step, Combat):
            self.attack(step)
        else:
            state.apply(self.policy.decisions[type(step)](self.policy, state, step))

    def move(self) -> None:
        """All moves up to the next mobile assault, or to the end of the phase."""
        state = self.state
        orders = self.orders if (state.turn, state.phase) == self._began else {}
        for move in policy.march(state, self.players[state.active], orders):
            if move.target:
                carry_out(state, move._replace(origin=move.goal))
                return
        self.end_movement()

    def end_movement(self) -> None:
        state = self.state
        if state.outcome is None:
            state.apply(DONE)
        else:
            state.advance()

    def attack(self, step: Combat) -> None:
        """The most promising attack that is left, or the end of the phase."""
        state = self.state
        weights = self.players[state.active]
        if self._phase != (state.turn, state.phase):
            self._phase = state.turn, state.phase
            self._attacks = {}
        value, hex, force = self.best_attack()
        if value <= weights.attack_at and (step.short_of(state) <= 0 or not force):
            self.end_combat()
            return
        self.launch(hex, force)

    def end_combat(self) -> None:
        """No more attacks, not even for Stalin (12.1): which ones he could still have is not worked out."""
        self.state.launched = self.state.ordered
        self.state.apply(DONE)

    def launch(self, hex: int, force: int) -> None:
        """Attack with this force, supported from the air if that helps."""
        state = self.state
        weights = self.players[state.active]
        for other in list(self._attacks):
            if BOARD.disc(hex, 2) >> other & 1:
                del self._attacks[other]
        attack = Attack(hex, force, 0)
        state.push(attack)
        if state.aircraft(state.active) and air_helps(state, attack.battle(state), weights):
            attack = Attack(hex, force, 1)
            state.replace(attack)
        attack.launch(state)
        state.advance()

    def best_attack(self) -> tuple[float, int, int]:
        state, known = self.state, self._attacks
        weights = self.players[state.active]
        best = (-9.0, 0, 0)
        for hex in combat.target_hexes(state):
            if hex not in known:
                force = combat.free_attackers(state, hex, weights)
                defenders = fresh_defenders(state, hex)
                known[hex] = best_force(state, state.active, hex, force, defenders, weights) if force else (-9.0, 0)
            best = max(best, (known[hex][0], hex, known[hex][1]))
        return best

    def chance(self, step: Any) -> Action:
        """Dice and draws by turn, side and hex, so that the same battle has the same luck under every plan."""
        state = self.state
        battle = getattr(step, "battle", None)
        hex = battle.hex if battle is not None and not callable(battle) else 0
        key = (2 * state.turn + (state.active == SOVIET)) * SIZE + hex
        number = self.sample.number(key)
        if isinstance(step, Roll):
            return ROLL[1 + int(6 * number)]
        count = self._drawn[key] = self._drawn.get(key, 0) + 1
        number = (number + count * GOLDEN) % 1.0
        actions, weights = zip(*state.chances(), strict=True)
        reached = list(accumulate(map(float, weights)))
        action: Action = actions[min(bisect(reached, number), len(actions) - 1)]
        return action
