"""Battle for Moscow (Frank Chadwick; second edition, Victory Point Games 2009)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files

from ...core import Kind, Phase, Rulebook, Scenario, Side, Turn
from ...core.phases import PhasedGame
from ...core.values import Data
from . import position, views
from .combat import DeclareBattles
from .facts import BOARD, GERMAN, LAST_TURN, SIDES, SOVIET, TITLES, TURNS, UNITS
from .movement import Movement
from .options import OPTIONS, replacement_rates
from .replacements import Replacements
from .setup import SetUp, set_up_russians
from .state import BattleForMoscowState
from .victory import judge
from .words import WORDS


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


class BattleForMoscow(PhasedGame[BattleForMoscowState]):
    """The game: its board, pieces, options, and the sequence of play."""

    name = "battle-for-moscow"
    title = "Battle for Moscow"
    rules_version = 2
    oldest_rules = 1  # version 1 took the route through the fewest enemy cities (8.0)
    sides = (Side(SIDES[GERMAN], TITLES[GERMAN], "grey"), Side(SIDES[SOVIET], TITLES[SOVIET], "red"))
    scenarios = (
        Scenario(
            "typhoon",
            "Operation Typhoon, October to December 1941",
            tuple(Turn(turn.label, ("mud",) if turn.mud else ()) for turn in TURNS),
            SEQUENCE,
        ),
    )
    options = OPTIONS
    overlays = views.OVERLAYS
    hidden = False
    board = BOARD
    words = WORDS
    pieces = UNITS
    state_type = BattleForMoscowState
    codec = position.CODEC
    sequence_rule = "4.0"
    write_unit = staticmethod(position.write_unit)
    view = staticmethod(views.view)
    overlay = staticmethod(views.overlay)
    statistics = staticmethod(views.statistics)
    drawing = staticmethod(views.drawing)

    def __init__(self) -> None:
        text = (files(__package__) / "rules.md").read_text(encoding="utf-8")
        self.rules = Rulebook.read(text, "battle_for_moscow/rules.md")

    def blank(self, scenario: Scenario, options: dict[str, str]) -> BattleForMoscowState:
        return BattleForMoscowState(game=self, scenario=scenario, options=options, rates=replacement_rates(options))

    def begin(self, scenario: str, options: Mapping[str, str]) -> BattleForMoscowState:
        state = self.blank(self.scenario(scenario), dict(options))
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
                state.emit(Kind.END, state.outcome.reason, "5.0")
                return
            state.turn += 1
            state.phase = FIRST_PHASE
        if state.phase == FIRST_PHASE or (state.phase == FIRST_TURN_OPENS and state.turn == 1):
            weather = "muddy" if state.mud else "clear"
            label = TURNS[state.turn - 1].label
            state.emit(Kind.TURN, f"Turn {state.turn} ({label}) begins; the ground is {weather}.", "4.0")
        self.open_phase(state)

    def turn_phases(self, state: BattleForMoscowState) -> Sequence[int]:
        """6.0: turn 1 begins with the German Combat Phase."""
        phases = range(FIRST_TURN_OPENS if state.turn == 1 else FIRST_PHASE, len(SEQUENCE))
        return phases if state.phase else (0, *phases)

    def position(self, data: Data | str) -> BattleForMoscowState:
        return position.Reader(self).read(data)


GAME = BattleForMoscow()
