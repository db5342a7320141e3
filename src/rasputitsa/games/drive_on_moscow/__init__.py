"""Drive on Moscow (Joseph Miranda and Ty Bomba; Decision Games)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from random import Random

from ...core import Kind, Phase, Rulebook, Scenario, Side, Turn
from ...core.phases import PhasedGame
from ...core.values import Data
from . import consistency, fog, manifest, position, views
from .combat import Combat
from .entry import (
    DrawGuards,
    Reinforcements,
    Replacements,
    Withdrawal,
    due,
    entry_hexes,
    terminal_supply,
)
from .facts import BOARD, GERMAN, LAST_TURN, REPLACEMENT_STEPS, SIDES, SOVIET, TITLES, TURNS, UNITS
from .movement import Movement
from .orders import DeclareOffensive, DeclareOrder, StalinsOrder, aircraft_of, begin_player_turn
from .overlays import OVERLAYS, overlay
from .setup import GermanSetUp, SovietSetUp, begin
from .state import SET_UPS, DriveOnMoscowState
from .victory import judge
from .words import WORDS

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


class DriveOnMoscow(PhasedGame[DriveOnMoscowState]):
    """The game: its board, pieces, options, and the sequence of play."""

    name = "drive-on-moscow"
    title = "Drive on Moscow"
    rules_version = 2
    oldest_rules = 1  # in version 1 a unit that could still go on counted for Stalin's order whoever moved next (12.1)
    sides = (Side(SIDES[GERMAN], TITLES[GERMAN], "grey"), Side(SIDES[SOVIET], TITLES[SOVIET], "red"))
    scenarios = (
        Scenario(
            "typhoon",
            "Operation Typhoon, October to December 1941",
            tuple(Turn(turn.label, (turn.dates, turn.ground)) for turn in TURNS),
            SEQUENCE,
        ),
    )
    options = ()
    overlays = OVERLAYS
    hidden = True
    board = BOARD
    words = WORDS
    pieces = UNITS
    state_type = DriveOnMoscowState
    codec = position.CODEC
    sequence_rule = "5.1"
    write_unit = staticmethod(position.write_unit)
    view = staticmethod(views.view)
    overlay = staticmethod(overlay)
    statistics = staticmethod(views.statistics)
    drawing = staticmethod(manifest.drawing)

    def __init__(self) -> None:
        text = (files(__package__) / "rules.md").read_text(encoding="utf-8")
        self.rules = Rulebook.read(text, "drive_on_moscow/rules.md")

    def blank(self, scenario: Scenario, options: dict[str, str]) -> DriveOnMoscowState:
        return DriveOnMoscowState(game=self, scenario=scenario, options=options)

    def begin(self, scenario: str, options: Mapping[str, str]) -> DriveOnMoscowState:
        state = self.blank(self.scenario(scenario), dict(options))
        begin(state)
        self.open_phase(state)
        return state

    def next_phase(self, state: DriveOnMoscowState) -> None:
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
        self.open_phase(state)

    def turn_phases(self, state: DriveOnMoscowState) -> Sequence[int]:
        """5.1, 5.2: in the order that has been declared."""
        if state.mode in SET_UPS:
            return range(len(SEQUENCE))
        order = [REPLACEMENT, GERMAN_MOVEMENT, GERMAN_COMBAT, REINFORCEMENT, SOVIET_MOVEMENT, SOVIET_COMBAT]
        if state.fight_first:
            first = order.index(GERMAN_MOVEMENT if state.active == GERMAN else SOVIET_MOVEMENT)
            order[first], order[first + 1] = order[first + 1], order[first]
        return [*order, CONVERSION, SUPPLY]

    def position(self, data: Data | str) -> DriveOnMoscowState:
        return position.Reader(self).read(data)

    def guess(self, state: DriveOnMoscowState, side: str, rng: Random) -> DriveOnMoscowState:
        return fog.guess(state, SIDES.index(side), rng)

    def check(self) -> list[str]:
        return consistency.problems(self.rules)


GAME = DriveOnMoscow()
