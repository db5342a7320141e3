"""11.6 Fog of war: what a viewer may know of a stack, and what it could be."""

from __future__ import annotations

from random import Random
from typing import Any

from ...core import Step
from ...core.sets import contains, members, set_of
from .facts import (
    ALL_OF,
    BARRED_FROM_MARSH,
    COUNTERS,
    FIRST_COUNTER,
    FIRST_HEX,
    FRONT,
    GERMAN,
    MARSH,
    MECH,
    OF_TYPE,
    SIDE,
    SIDES,
    SOUTH,
    TYPE,
    UNIT_COUNT,
    UNIT_NAMES,
    hex_name,
)
from .state import DriveOnMoscowState

Place = tuple[int, int]  # a hex, and a level of its stack
ALONE = [1 << unit for unit in range(UNIT_COUNT)]  # each unit as a set
MARKS = ("parent", "finished", "assaulted", "south", "far", "fought", "defended")  # sets of units that go with a place


def side_of(viewer: str | None) -> int | None:
    """The number of a side by its name; None for the public."""
    return SIDES.index(viewer) if viewer in SIDES else None


def in_revealed_battle(state: DriveOnMoscowState) -> int:
    """The units of a battle that has come to the reveal: both sides see them until it is over."""
    found = 0
    for step in state.stack:
        battle = getattr(step, "battle", None)
        if battle is not None and not callable(battle) and not getattr(step, "before_reveal", False):
            found |= battle.attackers | battle.defenders
    return found


def visible_units(state: DriveOnMoscowState, viewer: int | None) -> int:
    """The units on the map that a viewer may look at: its own, the top one of each stack, those in a battle."""
    found = in_revealed_battle(state)
    if viewer is not None:
        found |= ALL_OF[viewer]
    return found | sum([ALONE[stack[-1]] for stack in state.stacks.values()])


def sees(state: DriveOnMoscowState, unit: int, viewer: int | None) -> bool:
    """Whether a viewer may look at a unit on the map."""
    if SIDE[unit] == viewer or state.at(state.where[unit])[-1] == unit:
        return True
    return contains(in_revealed_battle(state), unit)


def token_name(state: DriveOnMoscowState, unit: int, viewer: int | None) -> str:
    """The name of a unit's token: its own where it can be told from others, else its place in the stack."""
    if SIDE[unit] == viewer or (sees(state, unit, viewer) and not state.is_untried(unit)):
        return UNIT_NAMES[unit]
    hex = state.where[unit]
    return f"{hex_name(hex)}.{state.at(hex).index(unit) + 1}"


def by_place(state: DriveOnMoscowState, units: int) -> list[int]:
    """Units on the map in the order of their hexes and stacks: the order of their numbers would tell which they are."""
    on_map = [unit for unit in members(units) if state.where[unit] >= FIRST_HEX]
    return sorted(on_map, key=lambda unit: (state.where[unit], state.at(state.where[unit]).index(unit)))


def unit_of(state: DriveOnMoscowState, token: str, viewer: int | None) -> int | None:
    """The unit that a token stands for, if the viewer may look at it."""
    for hex, stack in state.stacks.items():
        for unit in stack:
            if token == UNIT_NAMES[unit] or token == f"{hex_name(hex)}.{stack.index(unit) + 1}":
                known = sees(state, unit, viewer) and token_name(state, unit, viewer) == token
                return unit if known else None
    return None


def seen_counters(state: DriveOnMoscowState, viewer: int | None) -> int:
    """The counters that a viewer knows to be in play or gone: not those that only the Soviet player saw (9.4)."""
    if viewer == 1:
        return state.drawn
    found = state.drawn
    for unit in members(state.concealed):
        found &= ~(1 << FIRST_COUNTER[TYPE[unit]] + state.face[unit] - 1)
    return found


# What a viewer does not know, drawn at random.


def guess(state: DriveOnMoscowState, viewer: int, rng: Random) -> DriveOnMoscowState:
    """A state that looks the same to a side: the enemy units under the top ones change places with each other.

    Which units are in play is public: their types are seen as they enter and as they are eliminated, and their factors
    in battle. Only where they are is hidden.
    """
    hidden = hidden_places(state, viewer)
    units = sorted(state.stacks[hex][level] for hex, level in hidden)
    rng.shuffle(units)
    new = state.copy()
    exchange = dict(fitting(state, hidden, units, rifles_there(state, hidden, rng)))
    if exchange:
        rename(new, exchange)
    forget_doings(new, set_of(units))
    if viewer == 0:
        redraw_concealed(new, rng)
    return new


def forget_doings(state: DriveOnMoscowState, units: int) -> None:
    """What is not known of hidden units, and could not be of others in their places: points, and the Guderian effect.

    A guess takes it that they have not moved, and that the mechanized ones on the south sheet have stayed there (5.3).
    """
    for unit in members(units):
        state.spent[unit] = 0
        state.began[unit] = state.where[unit]
    state.far &= ~units
    stayed = set_of(unit for unit in members(units & ALL_OF[GERMAN] & MECH) if contains(SOUTH, state.where[unit]))
    state.south = state.south & ~units | stayed


def hidden_places(state: DriveOnMoscowState, viewer: int) -> list[Place]:
    """The places, hex and level, of the enemy units that a side may not look at."""
    visible = visible_units(state, viewer)
    return [
        (hex, level)
        for hex in members(state.occupied(1 - viewer))
        for level, unit in enumerate(state.stacks[hex])
        if not contains(visible, unit)
    ]


def hidden_from(state: DriveOnMoscowState, viewer: int | None, side: int) -> list[int]:
    """The units of a side that a viewer may not look at; to the public those that its enemy may not."""
    places = hidden_places(state, 1 - side if viewer is None else viewer)
    return [state.stacks[hex][level] for hex, level in places]


def rifles_there(state: DriveOnMoscowState, places: list[Place], rng: Random) -> list[Place]:
    """3.3: while the Germans set up, every front-line hex has a rifle division. Places of those that are not seen."""
    if state.mode != "german":
        return []
    hidden = set_of(state.stacks[hex][level] for hex, level in places)
    seen = {state.where[unit] for unit in members(OF_TYPE["RD"] & ~hidden)}
    there: dict[int, list[Place]] = {}
    for place in places:
        if contains(FRONT, place[0]) and place[0] not in seen:
            there.setdefault(place[0], []).append(place)
    return [rng.choice(some) for some in there.values()]


def fitting(
    state: DriveOnMoscowState, places: list[Place], units: list[int], rifles: list[Place]
) -> list[tuple[int, int]]:
    """Pairs of the unit that is in a place and the one that comes there: rifle divisions where there must be some, and
    into marsh only units that may enter it."""
    waiting = units[:]
    found = []

    def take(places: list[Place], fits: int) -> None:
        for hex, level in places:
            unit = next(unit for unit in waiting if contains(fits, unit))
            waiting.remove(unit)
            found.append((state.stacks[hex][level], unit))

    take(rifles, OF_TYPE["RD"])
    left = [place for place in places if place not in rifles]
    wet = [place for place in left if contains(MARSH, place[0])]
    take(wet, ~BARRED_FROM_MARSH)
    dry = [place for place in left if not contains(MARSH, place[0])] if wet else left
    return found + [(state.stacks[hex][level], unit) for (hex, level), unit in zip(dry, waiting, strict=True)]


def rename(state: DriveOnMoscowState, exchange: dict[int, int]) -> None:
    """Every unit takes the place of another, with all that happened there in this phase."""
    for hex in {state.where[unit] for unit in exchange}:
        state.stacks[hex] = tuple([exchange.get(unit, unit) for unit in state.stacks[hex]])
    where, spent, began = state.where[:], state.spent[:], state.began[:]
    for before, after in exchange.items():
        state.where[after] = where[before]
        state.spent[after] = spent[before]
        state.began[after] = began[before]
    renamed = set_of(exchange)
    for name in MARKS:
        units = getattr(state, name)
        if units & renamed:
            setattr(state, name, set_of(exchange.get(unit, unit) for unit in members(units)))
    if state.stack:
        state.stack = tuple(renamed_step(state, step, exchange) for step in state.stack)


def renamed_step(state: DriveOnMoscowState, step: Step[Any], exchange: dict[int, int]) -> Step[Any]:
    """A step about the units that are now in the places of those it was about."""
    codec = state.game.codec
    names = {UNIT_NAMES[before]: UNIT_NAMES[after] for before, after in exchange.items()}

    def changed(value: object) -> object:
        if isinstance(value, dict):
            return {key: changed(part) for key, part in value.items()}
        if isinstance(value, list):
            return [changed(part) for part in value]
        return names.get(value, value) if isinstance(value, str) else value

    data = codec.write_step(step)
    renamed: Step[Any] = codec.read_step({key: part if key == "step" else changed(part) for key, part in data.items()})
    return renamed


def redraw_concealed(state: DriveOnMoscowState, rng: Random) -> None:
    """9.4: which units were converted untried, the Soviet player alone knows."""
    for unit in members(state.concealed):
        state.drawn &= ~(1 << FIRST_COUNTER[TYPE[unit]] + state.face[unit] - 1)
    for unit in members(state.concealed):
        first = FIRST_COUNTER[TYPE[unit]]
        left = [number for number in range(len(COUNTERS[TYPE[unit]])) if not contains(state.drawn, first + number)]
        number = rng.choice(left)
        state.face[unit] = number + 1
        state.drawn |= 1 << first + number
