"""5.0 The sequence of play."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import Kind, Phase
from ...core.sets import members
from .combat import Combat
from .conversions import DrawGuards
from .facts import GERMAN, LAST_TURN, REPLACEMENT_STEPS, SOVIET, TURNS, UNITS
from .losses import eliminate_fully
from .movement import Movement
from .orders import DeclareOffensive, DeclareOrder, StalinsOrder, aircraft_of, begin_player_turn
from .reinforcements import Reinforcements, due, entry_hexes
from .replacements import Replacements, Withdrawal
from .setup import GermanSetUp, SovietSetUp
from .state import SET_UPS, DriveOnMoscowState
from .supply import soviet_supplied
from .victory import check_isolation, judge

REPLACEMENT, GERMAN_MOVEMENT, GERMAN_COMBAT = 3, 4, 5
REINFORCEMENT, SOVIET_MOVEMENT, SOVIET_COMBAT, CONVERSION, SUPPLY = 6, 7, 8, 9, 10


def following(phase: int, fight_first: bool) -> int:
    """5.2: which phase comes after this one within the game turn."""
    if phase in (REPLACEMENT, REINFORCEMENT):
        return phase + (2 if fight_first else 1)
    if phase in (GERMAN_MOVEMENT, SOVIET_MOVEMENT):
        return phase + (2 if fight_first else 1)
    if phase in (GERMAN_COMBAT, SOVIET_COMBAT):
        return phase - 1 if fight_first else phase + 1
    return phase + 1


def clean_up(state: DriveOnMoscowState) -> None:
    """What holds for one phase only ends with it."""
    state.spent = bytearray(len(UNITS))
    state.began = state.where[:]
    state.parent = state.finished = state.assaulted = 0
    state.fought = state.defended = state.quiet = 0


def open_german_turn(state: DriveOnMoscowState) -> None:
    """5.1 I.A, after the declarations that begin a game turn and a player turn."""
    begin_player_turn(state)
    state.german_air, state.soviet_air = aircraft_of(state.turn, state.november)
    state.push(Withdrawal(True))
    state.push(Withdrawal(False))
    state.push(Replacements(*REPLACEMENT_STEPS))
    state.push(DeclareOrder())
    state.push(DeclareOffensive())


def open_soviet_turn(state: DriveOnMoscowState) -> None:
    """5.1 II.A; where reinforcements may enter is settled before anything happens (9.1)."""
    begin_player_turn(state)
    state.push(Reinforcements(entry_hexes(state), due(state.turn), 0))
    state.push(DeclareOrder())
    state.push(StalinsOrder())


def terminal_supply(state: DriveOnMoscowState) -> None:
    """8.6: Soviet units out of supply are eliminated."""
    for hex in members(state.occupied(SOVIET) & ~soviet_supplied(state)):
        eliminate_fully(state, sum(1 << unit for unit in state.stacks[hex]), hex, "8.6", Kind.ATTRITION)
    check_isolation(state)


SEQUENCE = (  # 3.0, then 5.1; movement and combat change places where the player fights first (5.2)
    Phase("soviet-reserve", "Soviet Reserve Front set-up", SOVIET, "reserve", SovietSetUp("reserve", "MRD")),
    Phase("soviet-forward", "Soviet Forward Zone set-up", SOVIET, "forward", SovietSetUp("forward", "RD")),
    Phase("german-set-up", "German set-up", GERMAN, "german", GermanSetUp(0)),
    Phase("german-replacement", "German Replacement & Withdrawal Phase", GERMAN, "replacement", open_german_turn),
    Phase("german-movement", "German Movement Phase", GERMAN, "movement", Movement()),
    Phase("german-combat", "German Combat Phase", GERMAN, "combat", Combat()),
    Phase("soviet-reinforcement", "Soviet Reinforcement Phase", SOVIET, "reinforcement", open_soviet_turn),
    Phase("soviet-movement", "Soviet Movement Phase", SOVIET, "movement", Movement()),
    Phase("soviet-combat", "Soviet Combat Phase", SOVIET, "combat", Combat()),
    Phase("guards-conversion", "Soviet Guards Conversion Phase", SOVIET, "conversion", DrawGuards()),
    Phase("terminal-supply", "Soviet Terminal Supply Phase", SOVIET, "supply", terminal_supply),
)


def next_phase(state: DriveOnMoscowState) -> None:
    """5.1: go on to the next phase, the next turn, or the end."""
    if state.phase == SUPPLY:
        if state.turn == LAST_TURN:
            judge(state)
            return
        state.turn += 1
        state.phase = REPLACEMENT
    else:
        state.phase = following(state.phase, state.fight_first)
    if state.phase == REPLACEMENT:
        label = TURNS[state.turn - 1].label
        state.emit(Kind.TURN, f"Turn {state.turn} ({label}) begins.", "5.4")
    clean_up(state)
    state.game.open_phase(state)


def turn_phases(state: DriveOnMoscowState) -> Sequence[int]:
    """5.1, 5.2: in the order that has been declared."""
    if state.mode in SET_UPS:
        return range(len(SEQUENCE))
    order = [REPLACEMENT, GERMAN_MOVEMENT, GERMAN_COMBAT, REINFORCEMENT, SOVIET_MOVEMENT, SOVIET_COMBAT]
    if state.fight_first:
        first = order.index(GERMAN_MOVEMENT if state.active == GERMAN else SOVIET_MOVEMENT)
        order[first], order[first + 1] = order[first + 1], order[first]
    return [*order, CONVERSION, SUPPLY]
