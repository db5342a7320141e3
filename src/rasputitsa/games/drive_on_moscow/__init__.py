"""Drive on Moscow (Joseph Miranda and Ty Bomba; Decision Games)."""

from __future__ import annotations

from importlib.resources import files
from typing import ClassVar

from ...core import Rulebook, Scenario, Side, Turn
from ...core.corrections import fingerprint
from ...core.phases import PhasedGame
from . import consistency, manifest, position, sequence, setup, views, warnings
from .facts import BOARD, GERMAN, SIDES, SOVIET, TITLES, TURNS, UNITS
from .overlays import OVERLAYS, overlay
from .state import DriveOnMoscowState
from .words import WORDS


class DriveOnMoscow(PhasedGame[DriveOnMoscowState]):
    """The game: its board, pieces, options, and the sequence of play."""

    name = "drive-on-moscow"
    title = "Drive on Moscow"
    rules_version = 3
    older_editions: ClassVar = {1: "level", 2: "level"}
    oldest_rules = 1  # in version 1 a unit that could still go on counted for Stalin's order whoever moved next (12.1)
    sides = (Side(SIDES[GERMAN], TITLES[GERMAN], "grey"), Side(SIDES[SOVIET], TITLES[SOVIET], "red"))
    scenarios = (
        Scenario(
            "typhoon",
            "Operation Typhoon, October to December 1941",
            tuple(Turn(turn.label, (turn.dates, turn.ground)) for turn in TURNS),
            sequence.SEQUENCE,
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
    reader = position.Reader
    sequence_rule = "5.1"
    set_up = staticmethod(setup.begin)
    next_phase = staticmethod(sequence.next_phase)
    turn_phases = staticmethod(sequence.turn_phases)
    write_unit = staticmethod(position.write_unit)
    view = staticmethod(views.view)
    overlay = staticmethod(overlay)
    statistics = staticmethod(views.statistics)
    dangers = staticmethod(warnings.dangers)
    drawing = staticmethod(manifest.drawing)

    def __init__(self) -> None:
        text = (files(__package__) / "rules.md").read_text(encoding="utf-8")
        self.rules = Rulebook.read(text, "drive_on_moscow/rules.md")
        self.fingerprint = fingerprint(__package__)

    def blank(self, scenario: Scenario, options: dict[str, str]) -> DriveOnMoscowState:
        return DriveOnMoscowState(game=self, scenario=scenario, options=options)

    def check(self) -> list[str]:
        return consistency.problems(self.rules)


GAME = DriveOnMoscow()
