"""Battle for Moscow (Frank Chadwick; second edition, Victory Point Games 2009)."""

from __future__ import annotations

from importlib.resources import files

from ...core import Rulebook, Scenario, Side, Turn
from ...core.corrections import fingerprint
from ...core.phases import PhasedGame
from . import manifest, position, sequence, views, warnings
from .facts import BOARD, GERMAN, SIDES, SOVIET, TITLES, TURNS, UNITS
from .options import OPTIONS, replacement_rates
from .overlays import OVERLAYS, overlay
from .setup import set_up_russians
from .state import BattleForMoscowState
from .words import WORDS


class BattleForMoscow(PhasedGame[BattleForMoscowState]):
    """The game: its board, pieces, options, and where its chapters are."""

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
            sequence.SEQUENCE,
        ),
    )
    options = OPTIONS
    overlays = OVERLAYS
    hidden = False
    board = BOARD
    words = WORDS
    pieces = UNITS
    state_type = BattleForMoscowState
    codec = position.CODEC
    sequence_rule = "4.0"
    reader = position.Reader
    set_up = staticmethod(set_up_russians)
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
        self.rules = Rulebook.read(text, "battle_for_moscow/rules.md")
        self.fingerprint = fingerprint(__package__)

    def blank(self, scenario: Scenario, options: dict[str, str]) -> BattleForMoscowState:
        return BattleForMoscowState(game=self, scenario=scenario, options=options, rates=replacement_rates(options))


GAME = BattleForMoscow()
