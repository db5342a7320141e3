"""4.0 The sequence of play."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import Kind, Phase
from .combat import DeclareBattles
from .facts import GERMAN, LAST_TURN, SOVIET, TURNS
from .movement import Movement
from .replacements import Replacements
from .setup import SetUp
from .state import BattleForMoscowState
from .victory import judge


def open_replacements(state: BattleForMoscowState) -> None:
    """10.0: the steps of this turn."""
    state.push(Replacements(state.rates[state.turn][state.active], 0))


SEQUENCE = (  # 6.0, then 4.0
    Phase("set-up", "Set-up", GERMAN, "set-up", SetUp()),
    Phase("german-replacement", "German Replacement Phase", GERMAN, "replacements", open_replacements),
    Phase("panzer-movement", "German Panzer Movement Phase", GERMAN, "panzer", Movement(())),
    Phase("german-combat", "German Combat Phase", GERMAN, "combat", DeclareBattles(())),
    Phase("german-movement", "German Movement Phase", GERMAN, "movement", Movement(())),
    Phase("soviet-replacement", "Russian Replacement Phase", SOVIET, "replacements", open_replacements),
    Phase("rail-movement", "Russian Rail Movement Phase", SOVIET, "rail", Movement(())),
    Phase("soviet-combat", "Russian Combat Phase", SOVIET, "combat", DeclareBattles(())),
    Phase("soviet-movement", "Russian Movement Phase", SOVIET, "movement", Movement(())),
    Phase("housekeeping", "Housekeeping Phase", GERMAN, "housekeeping"),
)
FIRST_PHASE = 1
FIRST_TURN_OPENS = 3  # 6.0: turn 1 begins with the German Combat Phase


def next_phase(state: BattleForMoscowState) -> None:
    """4.0: go on to the next phase, the next turn, or the end."""
    if not state.phase:
        state.phase = FIRST_TURN_OPENS
    elif state.phase < len(SEQUENCE) - 1:
        state.phase += 1
    else:
        if state.turn == LAST_TURN:
            state.outcome = judge(state)
            state.emit(Kind.END, state.outcome.reason, "5.0")
            return
        state.turn += 1
        state.phase = FIRST_PHASE
    if state.phase == FIRST_PHASE or (state.phase == FIRST_TURN_OPENS and state.turn == 1):
        weather = "muddy" if state.mud else "clear"
        label = TURNS[state.turn - 1].label
        state.emit(Kind.TURN, f"Turn {state.turn} ({label}) begins; the ground is {weather}.", "4.0")
    state.game.open_phase(state)


def turn_phases(state: BattleForMoscowState) -> Sequence[int]:
    """6.0: turn 1 begins with the German Combat Phase, unless a position says that it is an earlier one."""
    opens = FIRST_TURN_OPENS if state.turn == 1 and not FIRST_PHASE <= state.phase < FIRST_TURN_OPENS else FIRST_PHASE
    phases = range(opens, len(SEQUENCE))
    return phases if state.phase else (0, *phases)
