"""Drive on Moscow (Joseph Miranda and Ty Bomba; Decision Games)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from random import Random

from ...core import Mark, Phase, Rulebook, Scenario, Side, Turn
from ...core.phases import PhasedGame
from ...core.values import Data
from . import consistency, fog, manifest, overlays, position, views
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
from .setup import GermanSetUp, SovietSetUp, begin
from .state import SET_UPS, DriveOnMoscowState
from .victory import judge
from .words import WORDS

SEQUENCE = (  # 3.0, then 5.1; movement and combat change places where the player fights first (5.2)
    Phase("soviet-reserve", "Soviet Reserve Front set-up", SOVIET, "reserve"),
    Phase("soviet-forward", "Soviet Forward Zone set-up", SOVIET, "forward"),
    Phase("german-set-up", "German set-up", GERMAN, "german"),
    Phase("german-replacement", "German Replacement & Withdrawal Phase", GERMAN, "replacement"),
    Phase("german-movement", "German Movement Phase", GERMAN, "movement"),
    Phase("german-combat", "German Combat Phase", GERMAN, "combat"),
    Phase("soviet-reinforcement", "Soviet Reinforcement Phase", SOVIET, "reinforcement"),
    Phase("soviet-movement", "Soviet Movement Phase", SOVIET, "movement"),
    Phase("soviet-combat", "Soviet Combat Phase", SOVIET, "combat"),
    Phase("guards-conversion", "Soviet Guards Conversion Phase", SOVIET, "conversion"),
    Phase("terminal-supply", "Soviet Terminal Supply Phase", SOVIET, "supply"),
)
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
    overlays = overlays.OVERLAYS
    hidden = True
    board = BOARD
    words = WORDS
    pieces = UNITS
    state_type = DriveOnMoscowState
    codec = position.CODEC

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
            state.emit("turn", f"Turn {state.turn} ({label}) begins.", "5.4")
        clean_up(state)
        self.open_phase(state)

    def open_phase(self, state: DriveOnMoscowState) -> None:
        """Ask the first question of a phase."""
        mode = SEQUENCE[state.phase].mode
        state.emit("phase", state.heading, "5.1")
        if mode == "reserve":
            state.push(SovietSetUp("reserve", "MRD"))
        elif mode == "forward":
            state.push(SovietSetUp("forward", "RD"))
        elif mode == "german":
            state.push(GermanSetUp(0))
        elif mode == "replacement":
            self.open_german_turn(state)
        elif mode == "reinforcement":
            self.open_soviet_turn(state)
        elif mode == "movement":
            state.push(Movement())
        elif mode == "combat":
            state.push(Combat())
        elif mode == "conversion":
            state.push(DrawGuards())
        else:
            terminal_supply(state)

    def open_german_turn(self, state: DriveOnMoscowState) -> None:
        """5.1 I.A, after the declarations that begin a game turn and a player turn."""
        begin_player_turn(state)
        state.german_air, state.soviet_air = aircraft_of(state.turn, state.november)
        state.push(Withdrawal(True))
        state.push(Withdrawal(False))
        state.push(Replacements(*REPLACEMENT_STEPS))
        state.push(DeclareOrder())
        state.push(DeclareOffensive())

    def open_soviet_turn(self, state: DriveOnMoscowState) -> None:
        """5.1 II.A; where reinforcements may enter is settled before anything happens (9.1)."""
        begin_player_turn(state)
        state.push(Reinforcements(entry_hexes(state), due(state.turn), 0))
        state.push(DeclareOrder())
        state.push(StalinsOrder())

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

    def write_unit(self, state: DriveOnMoscowState, unit: int) -> Data | None:
        return position.write_unit(state, unit)

    def public_view(self, state: DriveOnMoscowState) -> Data:
        return views.public_view(state)

    def private_view(self, state: DriveOnMoscowState, viewer: str | None) -> Data:
        """The top unit of every stack, all of the viewer's own, and how many others there are (11.6)."""
        return views.private_view(state, viewer)

    def overlay(self, state: DriveOnMoscowState, name: str, viewer: str | None, token: str | None) -> dict[str, Mark]:
        return overlays.overlay(state, name, viewer, token)

    def statistics(self, state: DriveOnMoscowState, viewer: str | None) -> list[Data]:
        return views.statistics(state)

    def guess(self, state: DriveOnMoscowState, side: str, rng: Random) -> DriveOnMoscowState:
        return fog.guess(state, SIDES.index(side), rng)

    def check(self) -> list[str]:
        return consistency.problems(self.rules)

    def manifest(self) -> Data:
        return {**super().manifest(), **manifest.manifest()}


GAME = DriveOnMoscow()
