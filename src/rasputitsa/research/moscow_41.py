"""Moscow '41 as arrays. The blocks that a side does not see are counted by their places alone (1.5)."""

from __future__ import annotations

from ..core.sets import members
from ..games.moscow_41 import GAME
from ..games.moscow_41.battle import Battle
from ..games.moscow_41.facts import (
    BOMBER_NAMES,
    GERMAN,
    POOL,
    REMOVED,
    SIDES,
    SOVIET,
    UNIT_NAMES,
    UNITS,
)
from ..games.moscow_41.impulse import is_disc_used
from ..games.moscow_41.sight import known_blocks
from ..games.moscow_41.state import Moscow41State
from ..games.moscow_41.victory import victory_points
from .lens import Lens
from .sight import NOTHING, Channels, Look

CLASSES = tuple(dict.fromkeys((unit.side, unit.type) for unit in UNITS))
OPTIONS = len(GAME.options)
SCENARIOS = [scenario.name for scenario in GAME.scenarios]
BY_SIDE = ("strength", "concealed", "isolated", "across a river")


class Moscow41Lens(Lens[Moscow41State]):
    """Seen blocks by class, their strength by side, concealed ones by side; control, lines, artillery, the battle."""

    set_planes = ("german", "german lines", "soviet lines", "isolated lines", "artillery", "battle")
    unit_planes = (
        *(f"{SIDES[side]} {kind}" for side, kind in CLASSES),
        *(f"{side} {what}" for what in BY_SIDE for side in SIDES),
    )
    vectors = ("space", "strength", "isolated", "across a river", "activated", "revealed", "acted", "fires into")
    widths = (1, 1, 1)
    own_figures = (
        *("scenario", "weather", "weather track", "initiative", "disc used", "impulse", "passes", "kind of impulse"),
        *("german points", "soviet points", "german lost", "soviet lost", "absorbs"),
        *(f"place of {bomber}" for bomber in BOMBER_NAMES),
        *(f"option {option.name}" for option in GAME.options),
    )
    own_sets = (OPTIONS,)

    def __init__(self) -> None:
        super().__init__(GAME, UNIT_NAMES, BOMBER_NAMES)
        self.bases = [[self.base[f"{SIDES[unit.side]} {what}"] for what in (unit.type, *BY_SIDE)] for unit in UNITS]

    def parts(self, state: Moscow41State, viewer: int) -> tuple[tuple[int, ...], Channels]:
        fire = fought = 0
        for hq in members(state.activated):
            if state.target[hq]:
                fire |= 1 << state.target[hq]
        for step in state.stack:
            if isinstance(step, Battle):
                fought = 1 << step.area
        spaces = state.german, state.german_lines, state.soviet_lines, state.isolated_lines, fire, fought
        idle = ~state.activated
        numbers = bytes(state.where), bytes(state.strength), bytes(state.target)
        doings = state.activated, state.revealed & idle, state.acted & idle
        return spaces, (numbers, (known_blocks(state, viewer), state.isolated, state.crossed, *doings))

    def look(self, viewer: int, piece: int, channels: Channels) -> Look:
        (where, strengths, targets), (known, isolated, crossed, *doings) = channels
        space = where[piece]
        if space == REMOVED:
            return NOTHING
        kind, strength, concealed, cut_off, wet = self.bases[piece]
        cubes = [(cell + space, 1) for cell, of in ((cut_off, isolated), (wet, crossed)) if of >> piece & 1]
        if not known >> piece & 1:
            return ((concealed + space, 1), *cubes), ()
        steps = strengths[piece]
        on_map = steps if space < POOL else 0  # in a tray there can be more than a byte holds
        done = [each >> piece & 1 for each in (isolated, crossed, *doings)]
        cells = (kind + space, 1), (strength + space, on_map), *cubes
        return cells, (space + 1, steps, *done, targets[piece])

    def own(self, state: Moscow41State, viewer: int) -> tuple[int, ...]:
        return (
            *(SCENARIOS.index(state.scenario.name), state.weather, state.track, state.initiative),
            *(is_disc_used(state), state.impulse, state.passes, state.kind),
            *(victory_points(state, GERMAN), victory_points(state, SOVIET), state.lost(GERMAN), state.lost(SOVIET)),
            next((step.absorb for step in state.stack if isinstance(step, Battle)), 0),
            *state.air,
            state.optional,
        )


LENS = Moscow41Lens()
