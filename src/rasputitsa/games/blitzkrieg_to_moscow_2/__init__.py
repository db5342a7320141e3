"""Blitzkrieg to Moscow 2 (Yasushi Nakaguro; English edition Multi-Man Publishing)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from ...core import Kind, Phase, Rulebook, Scenario, Side, Turn
from ...core.phases import PhasedGame
from ...core.values import Data
from . import consistency, position, views
from .breakthrough import Breakthrough
from .combat import Combat
from .facts import BOARD, GERMAN, LAST_TURN, SIDES, SOVIET, TITLES, TURNS, UNITS, turn_box
from .logistics import begin_logistics
from .movement import Movement
from .options import FREE_SETUP, OPTIONS
from .score import judge
from .setup import FreeSetup, set_up
from .state import BlitzkriegState
from .supply import Supply
from .words import WORDS


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


class BlitzkriegToMoscow2(PhasedGame[BlitzkriegState]):
    """The game: its board, pieces, cards, options, and the sequence of play."""

    name = "blitzkrieg-to-moscow-2"
    title = "Blitzkrieg to Moscow 2"
    rules_version = 2
    sides = (Side(SIDES[GERMAN], TITLES[GERMAN], "grey"), Side(SIDES[SOVIET], TITLES[SOVIET], "red"))
    scenarios = (
        Scenario(
            "barbarossa",
            "Operation Barbarossa, June 1941 to April 1942",
            tuple(
                Turn(turn.label, () if turn.weather == "clear" else (turn.weather,), turn_box(number))
                for number, turn in enumerate(TURNS, 1)
            ),
            SEQUENCE,
        ),
    )
    options = OPTIONS
    overlays = views.OVERLAYS
    hidden = True
    public_forecasts = True
    board = BOARD
    words = WORDS
    pieces = UNITS
    state_type = BlitzkriegState
    codec = position.CODEC
    sequence_rule = "5.0"
    write_unit = staticmethod(position.write_unit)
    view = staticmethod(views.view)
    overlay = staticmethod(views.overlay)
    statistics = staticmethod(views.statistics)
    drawing = staticmethod(views.drawing)

    def __init__(self) -> None:
        text = (files(__package__) / "rules.md").read_text(encoding="utf-8")
        self.rules = Rulebook.read(text, "blitzkrieg_to_moscow_2/rules.md")

    def blank(self, scenario: Scenario, options: dict[str, str]) -> BlitzkriegState:
        return BlitzkriegState(game=self, scenario=scenario, options=options)

    def begin(self, scenario: str, options: Mapping[str, str]) -> BlitzkriegState:
        state = self.blank(self.scenario(scenario), dict(options))
        set_up(state)
        self.open_phase(state)
        state.advance()
        return state

    def next_phase(self, state: BlitzkriegState) -> None:
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
        self.open_phase(state)

    def position(self, data: Data | str) -> BlitzkriegState:
        return position.Reader(self).read(data)

    def check(self) -> list[str]:
        return consistency.problems(self.rules)


GAME = BlitzkriegToMoscow2()
