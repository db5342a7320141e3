"""What a position between two impulses is worth: the chance of the Germans to win, from a few features."""

from __future__ import annotations

from functools import cache

from ...core import DRAW
from ...core.data import Source
from ...core.sets import SpaceSet, members
from ...games.moscow_41.facts import (
    ALL_OF,
    AREAS,
    BOARD,
    CHERNIGOV,
    COMBAT,
    GERMAN,
    HQS,
    KIEV,
    LENINGRAD,
    MOSCOW,
    NEAR,
    PLACES,
    POOL,
    ROMNY,
    SIDES,
    SOVIET,
    SUNNY,
    spread,
)
from ...games.moscow_41.state import Moscow41State
from ..values import FittedValue
from .ground import distance_to

PRIZES = [PLACES[name] for name in ("moscow", "smolensk", "tula", "kursk", "voronezh", "yelnia", "yartsevo")]
PRIZES += [CHERNIGOV, ROMNY, KIEV, LENINGRAD]
LINES = [PLACES[name] for name in ("yelnia", "yartsevo")]
FAR = 8
FEATURES = (
    *(f"German {BOARD.by_id[area].title}" for area in PRIZES),
    *(f"Germans to {name}" for name in ("Moscow", "Tula", "Kursk", "Voronezh", "Chernigov", "Romny")),
    *(f"German line in {BOARD.by_id[area].title}" for area in LINES),
    "Moscow fought for",
    "defenders of Moscow",
    "Soviet line in Moscow",
    "Germans near Moscow",
    "Soviets near Moscow",
    *(f"{side} {what}" for side in ("German", "Soviet") for what in ("steps", "HQ stars", "isolated", "pool", "lost")),
    "German disc",
    "good weather",
    "a pass",
)
REACHED = [MOSCOW, PLACES["tula"], PLACES["kursk"], PLACES["voronezh"], CHERNIGOV, ROMNY]


def features(state: Moscow41State) -> list[float]:
    """The features of a position in their order, most of them from 0 to 1."""
    german = state.german
    held = [float(german >> area & 1) for area in PRIZES]
    lines = [float(state.german_lines >> area & 1) for area in LINES]
    around = NEAR[MOSCOW] | spread(NEAR[MOSCOW])
    defenders = steps(state, state.at[MOSCOW] & ALL_OF[SOVIET] & COMBAT) / 4
    near = [steps(state, state.blocks_in(around) & ALL_OF[side] & COMBAT) / 20 for side in (GERMAN, SOVIET)]
    fought = float(state.contested >> MOSCOW & 1)
    line = float(state.soviet_lines >> MOSCOW & 1)
    own = [number for side in (GERMAN, SOVIET) for number in strength_of(state, side)]
    others = [float(state.initiative == GERMAN), float(state.weather == SUNNY), float(state.passes > 0)]
    return [*held, *distances(state), *lines, fought, defenders, line, *near, *own, *others]


def distances(state: Moscow41State) -> list[float]:
    """How near German blocks are to the places that count: 1 is there, 0 far away."""
    blocks = state.units[GERMAN] & AREAS
    found = []
    for goal in REACHED:
        away = distance_to(goal)
        found.append(1 - min(FAR, min((away[area] for area in members(blocks)), default=FAR)) / FAR)
    return found


def strength_of(state: Moscow41State, side: int) -> list[float]:
    """Steps and stars on the map, and how many blocks are isolated, in the pool, and lost for good."""
    blocks = state.on_map(side)
    return [
        steps(state, blocks & COMBAT) / 60,
        steps(state, blocks & HQS) / 12,
        (state.isolated & blocks).bit_count() / 6,
        (state.at[POOL] & ALL_OF[side]).bit_count() / 10,
        state.lost(side) / 10,
    ]


def steps(state: Moscow41State, blocks: SpaceSet) -> int:
    strength = state.strength
    return sum(strength[unit] for unit in members(blocks))


def group(state: Moscow41State) -> str:
    """Positions that are judged alike: of a scenario, a month, and the side whose impulse is next."""
    return f"{state.setting.name} {state.month} {SIDES[state.active]}"


@cache
def fitted() -> FittedValue:
    return FittedValue(Source.read(__package__, "value.toml"), FEATURES)


def value_for(state: Moscow41State, side: int) -> float:
    """The chance of a side to win, from a position between two impulses or at the end."""
    if state.outcome is not None:
        winner = state.outcome.winner
        return 0.5 if winner == DRAW else float(winner == SIDES[side])
    chance = fitted().chance(group(state), features(state))
    return chance if side == GERMAN else 1 - chance
