"""Moscow '41 (VentoNuovo Games; designed by Emanuele Santandrea)."""

from __future__ import annotations

from importlib.resources import files
from typing import ClassVar

from ...core import Rulebook, Scenario, Side, Turn
from ...core.corrections import fingerprint
from ...core.phases import PhasedGame
from . import consistency, manifest, position, sequence, views, warnings
from .facts import BOARD, GERMAN, MONTHS, SCENARIOS, SIDES, SOVIET, TITLES, UNITS, WEATHERS
from .options import OPTIONS, option_bits
from .overlays import OVERLAYS, overlay
from .state import Moscow41State
from .words import WORDS


class Moscow41(PhasedGame[Moscow41State]):
    """The game: its board, blocks, scenarios, options, and the sequence of play."""

    name = "moscow-41"
    title = "Moscow '41"
    rules_version = 3
    older_editions: ClassVar = {1: "level", 2: "level"}
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
    overlays = OVERLAYS
    hidden = True
    board = BOARD
    words = WORDS
    pieces = UNITS
    state_type = Moscow41State
    codec = position.CODEC
    reader = position.Reader
    sequence_rule = "6.0"
    announces_phases = False  # impulses are, by their kind
    next_phase = staticmethod(sequence.next_phase)
    write_unit = staticmethod(position.write_unit)
    view = staticmethod(views.view)
    overlay = staticmethod(overlay)
    statistics = staticmethod(views.statistics)
    dangers = staticmethod(warnings.dangers)
    drawing = staticmethod(manifest.drawing)

    def __init__(self) -> None:
        text = (files(__package__) / "rules.md").read_text(encoding="utf-8")
        self.rules = Rulebook.read(text, "moscow_41/rules.md")
        self.fingerprint = fingerprint(__package__)

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

    def check(self) -> list[str]:
        return consistency.problems()


GAME = Moscow41()
