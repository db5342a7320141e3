"""Battle for Moscow (Frank Chadwick; second edition, Victory Point Games 2009)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from ...core import Mark, Option, Rulebook, Scenario, Side, Step
from ...core.game import Data
from ...core.phases import Phase, PhasedGame
from ...core.sets import members
from . import position, views
from .combat import DeclareBattles
from .facts import BOARD, CITIES, GERMAN, LAST_TURN, SIDES, SOVIET, TITLES, TURNS, UNITS
from .movement import Movement
from .replacements import Replacements
from .setup import SetUp, set_up_russians
from .state import BattleForMoscowState
from .victory import judge
from .words import WORDS

SEQUENCE = (  # 6.0, then 4.0
    Phase("set-up", "Set-up", GERMAN, "set-up"),
    Phase("german-replacement", "German Replacement Phase", GERMAN, "replacements"),
    Phase("panzer-movement", "German Panzer Movement Phase", GERMAN, "panzer"),
    Phase("german-combat", "German Combat Phase", GERMAN, "combat"),
    Phase("german-movement", "German Movement Phase", GERMAN, "movement"),
    Phase("soviet-replacement", "Russian Replacement Phase", SOVIET, "replacements"),
    Phase("rail-movement", "Russian Rail Movement Phase", SOVIET, "rail"),
    Phase("soviet-combat", "Russian Combat Phase", SOVIET, "combat"),
    Phase("soviet-movement", "Russian Movement Phase", SOVIET, "movement"),
    Phase("housekeeping", "Housekeeping Phase", GERMAN, "housekeeping"),
)
FIRST_PHASE = 1
FIRST_TURN_OPENS = 3  # 6.0: turn 1 begins with the German Combat Phase

SOVIET_RATE = "soviet-replacements"
GERMAN_RATE = "german-replacements"


class BattleForMoscow(PhasedGame[BattleForMoscowState]):
    """The game: its board, pieces, options, and the sequence of play."""

    name = "battle-for-moscow"
    title = "Battle for Moscow"
    rules_version = 1
    sides = (Side(SIDES[GERMAN], TITLES[GERMAN]), Side(SIDES[SOVIET], TITLES[SOVIET]))
    scenarios = (Scenario("typhoon", "Operation Typhoon, October to December 1941"),)
    options = (
        Option(SOVIET_RATE, "Russian replacement steps a turn", ("printed", "4", "3"), "printed", "13.0"),
        Option(GERMAN_RATE, "German replacements", ("printed", "turns 2 4 6"), "printed", "13.0"),
    )
    overlays = views.OVERLAYS
    hidden = False
    board = BOARD
    words = WORDS
    pieces = UNITS
    phases = SEQUENCE
    turns = TURNS
    cities = tuple(members(CITIES))

    def __init__(self) -> None:
        text = (files(__package__) / "rules.md").read_text(encoding="utf-8")
        self.rules = Rulebook.read(text, "battle_for_moscow/rules.md")

    def blank(self, options: dict[str, str]) -> BattleForMoscowState:
        state = BattleForMoscowState.__new__(BattleForMoscowState)
        state.game = self
        state.stack = ()
        state.outcome = None
        state.events = None
        state.where = bytearray(len(UNITS))
        state.steps = bytearray(len(UNITS))
        state.occupied = [0, 0]
        state.german_cities = 0
        state.turn = 1
        state.phase = 0
        state.options = options
        state.rates = replacement_rates(options)
        return state

    def begin(self, scenario: str, options: Mapping[str, str]) -> BattleForMoscowState:
        state = self.blank(dict(options))
        set_up_russians(state)
        self.open_phase(state)
        return state

    def next_phase(self, state: BattleForMoscowState) -> None:
        """4.0: go on to the next phase, the next turn, or the end."""
        if not state.phase:
            state.phase = FIRST_TURN_OPENS
        elif state.phase < len(SEQUENCE) - 1:
            state.phase += 1
        else:
            if state.turn == LAST_TURN:
                state.outcome = judge(state)
                state.emit("end", state.outcome.reason, "5.0")
                return
            state.turn += 1
            state.phase = FIRST_PHASE
        if state.phase == FIRST_PHASE or (state.phase == FIRST_TURN_OPENS and state.turn == 1):
            weather = "mud" if state.mud else "clear"
            label = TURNS[state.turn - 1].label
            state.emit("turn", f"Turn {state.turn} ({label}) begins; the ground is {weather}.", "4.0")
        self.open_phase(state)

    def open_phase(self, state: BattleForMoscowState) -> None:
        step = self.opening(state)
        if step is not None:
            state.emit("phase", state.heading, "4.0")
            state.push(step)

    def opening(self, state: BattleForMoscowState) -> Step[BattleForMoscowState] | None:
        phase = SEQUENCE[state.phase]
        if phase.mode == "set-up":
            return SetUp()
        if phase.mode == "replacements":
            return Replacements(state.rates[state.turn][phase.side], 0)
        if phase.mode == "combat":
            return DeclareBattles(())
        return None if phase.mode == "housekeeping" else Movement(())

    def position(self, data: Data) -> BattleForMoscowState:
        return position.Reader(self).read(data)

    def write_position(self, state: BattleForMoscowState) -> Data:
        return position.write(state)

    def show(self, state: BattleForMoscowState, side: str | None) -> Data:
        return views.view(state)  # nothing is hidden: everybody sees everything

    def show_overlay(self, state: BattleForMoscowState, name: str, piece: str | None) -> dict[str, Mark]:
        return views.overlay(state, name, piece)

    def show_statistics(self, state: BattleForMoscowState) -> list[Data]:
        return views.statistics(state)

    def manifest(self) -> Data:
        return {**super().manifest(), **views.facts(self)}


def replacement_rates(options: Mapping[str, str]) -> tuple[tuple[int, int], ...]:
    """10.0, 13.0: the replacement steps by turn, then by side."""
    rates = [(0, 0)]
    for number, turn in enumerate(TURNS, 1):
        german, soviet = turn.replacements
        if options[GERMAN_RATE] != "printed" and number not in (2, 4, 6):
            german = 0
        if options[SOVIET_RATE] != "printed":
            soviet = int(options[SOVIET_RATE])
        rates.append((german, soviet))
    return tuple(rates)


GAME = BattleForMoscow()
