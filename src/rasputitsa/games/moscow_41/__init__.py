"""Moscow '41 (VentoNuovo Games; designed by Emanuele Santandrea)."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from ...core import Mark, Rulebook, Scenario, Side, Turn
from ...core.phases import PhasedGame
from ...core.values import Data
from . import consistency, overlays, position, sequence, views
from .facts import BOARD, GERMAN, MONTHS, SCENARIOS, SIDES, SOVIET, TITLES, UNITS, WEATHERS
from .options import OPTIONS, option_bits
from .state import Moscow41State
from .words import WORDS


class Moscow41(PhasedGame[Moscow41State]):
    """The game: its board, blocks, scenarios, options, and the sequence of play."""

    name = "moscow-41"
    title = "Moscow '41"
    rules_version = 2
    oldest_rules = 1  # version 1 drew as many reinforcements as it could in a Strategic Impulse (11.0)
    sides = (Side(SIDES[GERMAN], TITLES[GERMAN], "grey"), Side(SIDES[SOVIET], TITLES[SOVIET], "red"))
    scenarios = tuple(
        Scenario(
            name,
            facts.title,
            tuple(Turn(month) for month in MONTHS[facts.first - 1 : facts.last]),
            sequence.SEQUENCE,
        )
        for name, facts in SCENARIOS.items()
    )
    options = OPTIONS
    overlays = overlays.OVERLAYS
    hidden = True
    board = BOARD
    words = WORDS
    pieces = UNITS
    state_type = Moscow41State
    codec = position.CODEC

    def __init__(self) -> None:
        text = (files(__package__) / "rules.md").read_text(encoding="utf-8")
        self.rules = Rulebook.read(text, "moscow_41/rules.md")

    def blank(self, scenario: Scenario, options: dict[str, str]) -> Moscow41State:
        """An empty map: all blocks are still to be placed."""
        setting = SCENARIOS[scenario.name]
        return Moscow41State(
            game=self,
            scenario=scenario,
            options=options,
            setting=setting,
            optional=option_bits(options),
            german=setting.german,
            initiative=setting.initiative,
            weather=WEATHERS.index(setting.weather),
        )

    def begin(self, scenario: str, options: Mapping[str, str]) -> Moscow41State:
        state = self.blank(self.scenario(scenario), dict(options))
        self.open_phase(state)
        state.advance()
        return state

    def next_phase(self, state: Moscow41State) -> None:
        sequence.next_phase(state)

    def open_phase(self, state: Moscow41State) -> None:
        sequence.open_phase(state)

    def position(self, data: Data | str) -> Moscow41State:
        return position.Reader(self).read(data)

    def write_unit(self, state: Moscow41State, unit: int) -> Data | None:
        return position.write_unit(state, unit)

    def public_view(self, state: Moscow41State) -> Data:
        return views.public_view(state)

    def private_view(self, state: Moscow41State, viewer: str | None) -> Data:
        """All blocks, those of the enemy without their faces, and the viewer's own Logistics Value."""
        return views.private_view(state, viewer)

    def overlay(self, state: Moscow41State, name: str, viewer: str | None, token: str | None) -> dict[str, Mark]:
        return overlays.overlay(state, name, viewer, token)

    def statistics(self, state: Moscow41State, viewer: str | None) -> list[Data]:
        return views.statistics(state)

    def check(self) -> list[str]:
        return consistency.problems()

    def manifest(self) -> Data:
        return {**super().manifest(), **views.manifest()}


GAME = Moscow41()
