"""Moscow '41 (VentoNuovo Games; designed by Emanuele Santandrea)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from ...core import Mark, Rulebook, Scenario, Side
from ...core.game import Data
from ...core.phases import PhasedGame
from . import sequence
from .facts import (
    ALL_OF,
    BOARD,
    COUNT,
    FULL,
    GERMAN,
    HAND,
    MONTHS,
    READY,
    SCENARIOS,
    SIDES,
    SIZE,
    SOVIET,
    TITLES,
    UNITS,
    WEATHERS,
)
from .options import OPTIONS, option_bits
from .state import Moscow41State
from .words import WORDS


class Moscow41(PhasedGame[Moscow41State]):
    """The game: its board, blocks, scenarios, options, and the sequence of play."""

    name = "moscow-41"
    title = "Moscow '41"
    rules_version = 1
    sides = (Side(SIDES[GERMAN], TITLES[GERMAN]), Side(SIDES[SOVIET], TITLES[SOVIET]))
    scenarios = tuple(Scenario(name, facts.title) for name, facts in SCENARIOS.items())
    options = OPTIONS
    hidden = True
    board = BOARD
    words = WORDS
    pieces = UNITS
    phases = sequence.SEQUENCE
    turns = MONTHS

    def __init__(self) -> None:
        text = (files(__package__) / "rules.md").read_text(encoding="utf-8")
        self.rules = Rulebook.read(text, "moscow_41/rules.md")

    def blank(self, options: dict[str, str], scenario: str = "campaign") -> Moscow41State:
        """An empty map: all blocks are still to be placed."""
        facts = SCENARIOS[scenario]
        state = Moscow41State.__new__(Moscow41State)
        state.game = self
        state.stack = ()
        state.outcome = None
        state.events = None
        state.options = options
        state.optional = option_bits(options)
        state.scenario = facts
        state.turn, state.phase = facts.first, 0
        state.where = bytearray([HAND]) * COUNT
        state.strength = bytearray(FULL)
        state.at = [0] * SIZE
        state.at[HAND] = ALL_OF[GERMAN] | ALL_OF[SOVIET]
        state.lines, state.units, state.full = [0, 0], [0, 0], [0, 0]
        state.german = facts.german
        state.revealed = state.isolated = state.isolated_lines = 0
        state.activated = state.acted = state.crossed = state.before = 0
        state.fought = state.blitzers = state.blitzed = 0
        state.target = bytearray(COUNT)
        state.air = bytearray([READY]) * 8
        state.active = SOVIET
        state.kind = state.disc_used = state.passes = state.impulse = state.german_impulses = 0
        state.initiative = facts.initiative
        state.weather = WEATHERS.index(facts.weather)
        state.track = 0
        return state

    def begin(self, scenario: str, options: Mapping[str, str]) -> Moscow41State:
        state = self.blank(dict(options), scenario)
        self.open_phase(state)
        state.advance()
        return state

    def next_phase(self, state: Moscow41State) -> None:
        sequence.next_phase(state)

    def open_phase(self, state: Moscow41State) -> None:
        sequence.open_phase(state)

    def position(self, data: Data) -> Moscow41State:
        raise NotImplementedError

    def write_position(self, state: Moscow41State) -> Data:
        raise NotImplementedError

    def show(self, state: Moscow41State, side: str | None) -> Data:
        raise NotImplementedError

    def show_overlay(self, state: Moscow41State, name: str, piece: str | None) -> dict[str, Mark]:
        raise NotImplementedError

    def show_statistics(self, state: Moscow41State) -> list[Data]:
        raise NotImplementedError


GAME = Moscow41()
