"""Battle for Moscow as arrays. Nothing is hidden."""

from __future__ import annotations

from operator import attrgetter

from ..core.sets import set_of
from ..games.battle_for_moscow import GAME
from ..games.battle_for_moscow.facts import CITIES, GERMAN, MUD, SIDES, SOVIET, STRENGTH, UNIT_NAMES, UNITS
from ..games.battle_for_moscow.movement import Movement
from ..games.battle_for_moscow.replacements import Replacements
from ..games.battle_for_moscow.state import BattleForMoscowState
from ..games.battle_for_moscow.views import battles, left_of
from .lens import Lens, Remembered
from .sight import Channels, Look

ALL_CITIES = CITIES.bit_count()
CLASSES = tuple(dict.fromkeys((unit.side, unit.type) for unit in UNITS))


class BattleForMoscowLens(Lens[BattleForMoscowState]):
    """Steps by class of unit and combat strength by side; cities and battles."""

    set_planes = ("german cities", "battles")
    unit_planes = (
        *(f"{SIDES[side]} {kind} steps" for side, kind in CLASSES),
        *(f"{side} strength" for side in SIDES),
    )
    vectors = ("space", "steps", "moved", "attacks")
    widths = (1, 1)
    own_figures = ("mud", "german cities", "soviet cities", "german replacements", "soviet replacements")
    same_for_both = True

    def __init__(self) -> None:
        super().__init__(GAME, UNIT_NAMES)
        self.moved = Remembered(attrgetter("moved"))
        self.bases = [
            (self.base[f"{SIDES[unit.side]} {unit.type} steps"], self.base[f"{SIDES[unit.side]} strength"])
            for unit in UNITS
        ]

    def parts(self, state: BattleForMoscowState, viewer: int) -> tuple[tuple[int, ...], Channels]:
        moved = fought = attackers = 0
        first = state.stack[0] if state.stack else None
        if type(first) is Movement:
            moved = self.moved(first)
        else:
            for battle in battles(state):
                fought |= 1 << self.places[battle["space"]]
                attackers |= set_of([self.pieces[name] for name in battle["attackers"]])
        return (state.german_cities, fought), ((bytes(state.where), bytes(state.steps)), (moved, attackers))

    def look(self, viewer: int, piece: int, channels: Channels) -> Look:
        (where, steps), (moved, attackers) = channels
        space, left = where[piece], steps[piece]
        kind, side = self.bases[piece]
        cells = (kind + space, left), (side + space, STRENGTH[piece][left])
        return cells, (space + 1, left, moved >> piece & 1, attackers >> piece & 1)

    def own(self, state: BattleForMoscowState, viewer: int) -> tuple[int, ...]:
        german = state.german_cities.bit_count()
        left = state.rates[state.turn]
        if state.stack and type(state.stack[0]) is Replacements:
            left = left_of(state, GERMAN), left_of(state, SOVIET)
        return MUD[state.turn], german, ALL_CITIES - german, *left


LENS = BattleForMoscowLens()
