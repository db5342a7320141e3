"""5.0 The sequence of play."""

from __future__ import annotations

from ...core import Kind, Phase
from .breakthrough import Breakthrough
from .combat import Combat
from .facts import GERMAN, LAST_TURN, SOVIET, TURNS
from .logistics import begin_logistics
from .movement import Movement
from .options import FREE_SETUP
from .setup import FreeSetup
from .state import BlitzkriegState
from .supply import Supply
from .victory import judge


def open_set_up(state: BlitzkriegState) -> None:
    """15.1: only the free set-up asks anything."""
    if FREE_SETUP.is_on(state.options):
        state.push(FreeSetup(0))


SEQUENCE = (  # 3.0, then 5.0
    Phase("set-up", "Set-up", SOVIET, "set-up", open_set_up),
    Phase("german-logistics", "German Logistics Phase", GERMAN, "logistics", begin_logistics),
    Phase("german-movement", "German Movement Phase", GERMAN, "movement", Movement(0, ())),
    Phase("german-combat", "German Combat Phase", GERMAN, "combat", Combat(0, 0)),
    Phase("german-breakthrough", "German Breakthrough Phase", GERMAN, "breakthrough", Breakthrough()),
    Phase("german-supply", "German Supply Phase", GERMAN, "supply", Supply()),
    Phase("soviet-logistics", "Soviet Logistics Phase", SOVIET, "logistics", begin_logistics),
    Phase("soviet-movement", "Soviet Movement Phase", SOVIET, "movement", Movement(0, ())),
    Phase("soviet-combat", "Soviet Combat Phase", SOVIET, "combat", Combat(0, 0)),
    Phase("soviet-breakthrough", "Soviet Breakthrough Phase", SOVIET, "breakthrough", Breakthrough()),
    Phase("soviet-supply", "Soviet Supply Phase", SOVIET, "supply", Supply()),
)
FIRST_PHASE = 1


def next_phase(state: BlitzkriegState) -> None:
    """5.0: go on to the next phase, the next turn, or the end."""
    if state.phase < len(SEQUENCE) - 1:
        state.phase += 1
    else:
        if state.turn == LAST_TURN:
            state.outcome = judge(state)
            state.emit(Kind.END, state.outcome.reason, "4.0")
            return
        state.turn += 1
        state.phase = FIRST_PHASE
    state.quiet = 0
    if state.phase == FIRST_PHASE:
        label = TURNS[state.turn - 1].label
        state.emit(Kind.TURN, f"Turn {state.turn} ({label}) begins. Weather: {state.weather}.", "5.0")
    state.game.open_phase(state)
