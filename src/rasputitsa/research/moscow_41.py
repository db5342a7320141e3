"""Moscow '41 as arrays. The blocks that a side does not see are counted by their places alone (1.5)."""

from __future__ import annotations

from ..core.sets import members
from ..games.moscow_41 import GAME
from ..games.moscow_41.battle import Battle
from ..games.moscow_41.facts import (
    ALL_OF,
    BOMBER_NAMES,
    ELIMINATED,
    GERMAN,
    POOL,
    REMOVED,
    SIDES,
    UNIT_NAMES,
    UNITS,
    VICTORY_PLACES,
)
from ..games.moscow_41.impulse import is_disc_used
from ..games.moscow_41.sight import known_blocks
from ..games.moscow_41.state import Moscow41State
from ..games.moscow_41.victory import victory_points
from .lens import Lens
from .sight import NOTHING, Channels, Look

CLASSES = tuple(dict.fromkeys((unit.side, unit.type) for unit in UNITS))
OPTIONS = len(GAME.options)
SCENARIOS = {scenario.name: number for number, scenario in enumerate(GAME.scenarios)}
POINTS = VICTORY_PLACES.bit_count()
GERMANS = ALL_OF[GERMAN]
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
        activated, target = state.activated, state.target
        for hq in members(activated) if activated else ():
            if target[hq]:
                fire |= 1 << target[hq]
        for step in state.stack:
            if type(step) is Battle:
                fought = 1 << step.area
        spaces = state.german, state.german_lines, state.soviet_lines, state.isolated_lines, fire, fought
        idle = ~activated
        numbers = bytes(state.where), bytes(state.strength), bytes(target)
        doings = activated, state.revealed & idle, state.acted & idle
        return spaces, (numbers, (known_blocks(state, viewer), state.isolated, state.crossed, *doings))

    def look(self, viewer: int, piece: int, channels: Channels) -> Look:
        (where, strengths, targets), (known, isolated, crossed, activated, revealed, acted) = channels
        space = where[piece]
        if space == REMOVED:
            return NOTHING
        kind, strength, concealed, cut_off, wet = self.bases[piece]
        alone, across = isolated >> piece & 1, crossed >> piece & 1
        cubes: tuple[tuple[int, int], ...] = ()
        if alone or across:
            cubes = (cut_off + space, alone), (wet + space, across)
        if not known >> piece & 1:
            return ((concealed + space, 1), *cubes), ()
        steps = strengths[piece]
        on_map = steps if space < POOL else 0  # in a tray there can be more than a byte holds
        done = activated >> piece & 1, revealed >> piece & 1, acted >> piece & 1
        cells = (kind + space, 1), (strength + space, on_map), *cubes
        return cells, (space + 1, steps, alone, across, *done, targets[piece])

    def own(self, state: Moscow41State, viewer: int) -> tuple[int, ...]:
        absorb = 0
        for step in state.stack:
            if type(step) is Battle:
                absorb = step.absorb
        german, lost = victory_points(state, GERMAN), state.at[ELIMINATED]
        return (
            *(SCENARIOS[state.scenario.name], state.weather, state.track, state.initiative),
            *(is_disc_used(state), state.impulse, state.passes, state.kind),
            *(german, POINTS - german, (lost & GERMANS).bit_count(), (lost & ~GERMANS).bit_count()),
            absorb,
            *state.air,
            state.optional,
        )


LENS = Moscow41Lens()
