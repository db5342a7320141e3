"""Blitzkrieg to Moscow 2 (Yasushi Nakaguro; English edition Multi-Man Publishing)."""

from __future__ import annotations

from importlib.resources import files

from ...core import Rulebook, Scenario, Side, Turn
from ...core.corrections import fingerprint
from ...core.phases import PhasedGame
from . import consistency, manifest, position, sequence, views, warnings
from .facts import BOARD, GERMAN, SIDES, SOVIET, TITLES, TURNS, UNITS, turn_box
from .options import OPTIONS
from .overlays import OVERLAYS, overlay
from .setup import set_up
from .state import BlitzkriegState
from .words import WORDS


class BlitzkriegToMoscow2(PhasedGame[BlitzkriegState]):
    """The game: its board, pieces, cards, options, and where its chapters are."""

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
            sequence.SEQUENCE,
        ),
    )
    options = OPTIONS
    overlays = OVERLAYS
    hidden = True
    public_forecasts = True
    board = BOARD
    words = WORDS
    pieces = UNITS
    state_type = BlitzkriegState
    codec = position.CODEC
    sequence_rule = "5.0"
    reader = position.Reader
    set_up = staticmethod(set_up)
    next_phase = staticmethod(sequence.next_phase)
    write_unit = staticmethod(position.write_unit)
    view = staticmethod(views.view)
    overlay = staticmethod(overlay)
    statistics = staticmethod(views.statistics)
    dangers = staticmethod(warnings.dangers)
    drawing = staticmethod(manifest.drawing)

    def __init__(self) -> None:
        text = (files(__package__) / "rules.md").read_text(encoding="utf-8")
        self.rules = Rulebook.read(text, "blitzkrieg_to_moscow_2/rules.md")
        self.fingerprint = fingerprint(__package__)

    def blank(self, scenario: Scenario, options: dict[str, str]) -> BlitzkriegState:
        return BlitzkriegState(game=self, scenario=scenario, options=options)

    def check(self) -> list[str]:
        return consistency.problems(self.rules)


GAME = BlitzkriegToMoscow2()
