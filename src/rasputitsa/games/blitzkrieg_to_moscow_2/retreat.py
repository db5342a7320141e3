"""11.4 Retreat: unit by unit, each to an end that its owner chooses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Fate, Kind, Refusal, Selection, Step
from ...core.conditions import Condition
from ...core.sets import contains, members, union
from ...core.step_codec import Unit, Units
from .battle import Battle
from .facts import (
    AREAS_OF,
    BOARD,
    FIRST_HEX,
    HOME_SETS,
    HOMEWARD,
    LAND,
    SIDE,
    SIDES,
    UNIT_NAMES,
    capital,
    ring,
    space_label,
    unit_label,
)
from .net import nearer_to_source
from .refusals import Conditions, of_unit, out_of_phase
from .stacking import fits_in
from .state import BlitzkriegState
from .words import RETIRE, RETREAT
from .zones import zone_of

RETREAT_LENGTH = 2
ENEMY_UNIT, TWO_HEXES = "into a hex with an enemy unit", "two hexes away from the hex they were in"


def next_hexes(state: BlitzkriegState, unit: int, battle_hex: int, here: int, gone: int) -> int:
    """11.4.1: the hexes one step farther from the battle that a unit may enter."""
    side = SIDE[unit]
    enemy = 1 - side
    near = LAND.of[here] & ring(battle_hex, gone + 1) & ~state.occupied[enemy]
    return near & (~zone_of(state, enemy) | state.occupied[side])


def ends_from(state: BlitzkriegState, unit: int, battle_hex: int, here: int, gone: int) -> Iterator[int]:
    """The spaces where a retreat that has got to a hex can end: its rear area, or a hex within stacking.

    It ends two hexes away, or farther where stacking demands it (8.3, 11.4.1).
    """
    if gone >= RETREAT_LENGTH and fits_in(state, 1 << unit, here):
        yield 1 << here
    elif home := HOMEWARD[here] & HOME_SETS[unit]:
        yield home
    else:
        for hex in members(next_hexes(state, unit, battle_hex, here, gone)):
            yield from ends_from(state, unit, battle_hex, hex, gone + 1)


def all_ends(state: BlitzkriegState, unit: int, battle_hex: int) -> int:
    return union(ends_from(state, unit, battle_hex, battle_hex, 0))


def can_retreat(state: BlitzkriegState, unit: int, battle_hex: int) -> bool:
    return any(ends_from(state, unit, battle_hex, battle_hex, 0))


def best_ends(state: BlitzkriegState, unit: int, battle_hex: int) -> int:
    """11.4.2: where a retreat may end: the ends of the best class that can be reached.

    The classes: its rear area; nearer to a supply source than the battle; no other unit; within stacking; in an enemy
    zone of control and held by a friend.
    """
    ends = all_ends(state, unit, battle_hex)
    if not ends & (ends - 1):
        return ends
    home = ends & HOME_SETS[unit]
    if home:
        return home
    side = SIDE[unit]
    free = ends & ~zone_of(state, 1 - side)
    for hexes in (
        free & nearer_to_source(state, side, battle_hex),
        free & ~state.occupied[side],
        free,
    ):
        if hexes:
            return hexes
    return ends


def routes(
    state: BlitzkriegState, unit: int, battle_hex: int, here: int, gone: int, end: int
) -> Iterator[tuple[int, ...]]:
    """The ways on from a hex to an end, as the spaces entered."""
    if here == end:
        yield ()
    elif contains(HOMEWARD[here] & HOME_SETS[unit], end):
        yield (end,)
    elif gone < RETREAT_LENGTH or not fits_in(state, 1 << unit, here):
        for hex in members(next_hexes(state, unit, battle_hex, here, gone)):
            for rest in routes(state, unit, battle_hex, hex, gone + 1, end):
                yield (hex, *rest)


def route(state: BlitzkriegState, unit: int, battle_hex: int, end: int) -> tuple[int, ...]:
    """The shortest way to an end and, among those, one that takes the most enemy cities (4.2)."""
    cities = state.cities_of(1 - SIDE[unit])
    found = routes(state, unit, battle_hex, battle_hex, 0, end)
    return min(found, key=lambda way: (len(way), -sum(contains(cities, space) for space in way)))


def retreat(state: BlitzkriegState, unit: int, battle_hex: int, end: int) -> None:
    """Move a unit back, by way of the cities that it takes."""
    way = route(state, unit, battle_hex, end)
    if state.events is not None:
        names = [BOARD.names[space] for space in (battle_hex, *way)]
        text = f"The {unit_label(unit)} retreats from {space_label(battle_hex)} to {space_label(end)}."
        fate = state.fate(unit, Fate.MOVED, end)
        state.emit(Kind.RETREAT, text, "11.4", fate.side, names, [fate])
    for space in way:
        if space >= FIRST_HEX:
            state.enter(unit, space)
        else:
            state.go_home(unit, space, "11.4.2")
    state.settle_losses()


RETIRE_UNIT: Conditions = (
    Condition(lambda state, step: step.battle.defenders, "11.4", of_unit("The {} is not one of the defeated units.")),
    Condition(lambda state, step: step.waiting, "11.4", of_unit("The {} has already retreated.")),
)


@dataclass(frozen=True, slots=True)
class ChooseRetreat(Step[BlitzkriegState]):
    """11.4: which of the beaten units retreats next?"""

    battle: Battle
    waiting: Units

    rule = "11.4"
    lies_on = ("Advance",)
    conditions_of = MappingProxyType({"retire": RETIRE_UNIT})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[1 - self.battle.attacker]

    def text(self, state: BlitzkriegState) -> str:
        return f"Which unit retreats from {space_label(self.battle.hex)} next?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [RETIRE[unit] for unit in members(self.waiting)]

    def auto_advance(self, state: BlitzkriegState) -> bool:
        """The order is not asked for a single unit, nor where nobody can retreat."""
        waiting, hex = self.waiting, self.battle.hex
        if not waiting:
            state.finish()
        elif waiting & (waiting - 1) and any(can_retreat(state, unit, hex) for unit in members(waiting)):
            return False
        else:
            self.take(state, RETIRE[members(waiting)[0]])
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        unit = action.number
        state.replace(ChooseRetreat(self.battle, self.waiting & ~(1 << unit)))
        state.push(Retreat(self.battle, unit))

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class Retreat(Step[BlitzkriegState]):
    """11.4: where does the unit retreat to?"""

    battle: Battle
    unit: Unit

    rule = "11.4.2"
    lies_on = ("ChooseRetreat",)

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[SIDE[self.unit]]

    def text(self, state: BlitzkriegState) -> str:
        return f"The {unit_label(self.unit)} retreats from {space_label(self.battle.hex)}: where to?"

    def ends(self, state: BlitzkriegState) -> int:
        return best_ends(state, self.unit, self.battle.hex)

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [RETREAT[space] for space in members(self.ends(state))]

    def selection(self, state: BlitzkriegState) -> Selection:
        return Selection((UNIT_NAMES[self.unit],))

    def auto_advance(self, state: BlitzkriegState) -> bool:
        ends = self.ends(state)
        if ends & (ends - 1):
            return False
        if ends:
            self.take(state, RETREAT[ends.bit_length() - 1])
            return True
        state.eliminate(self.unit, "it cannot retreat", "11.4.1")
        state.finish()
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        retreat(state, self.unit, self.battle.hex, action.number)
        state.finish()

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "retreat":
            return self.why_not_space(state, action.number)
        return out_of_phase(state, action)

    def why_not_space(self, state: BlitzkriegState, space: int) -> Refusal:
        unit, battle_hex = self.unit, self.battle.hex
        side = SIDE[unit]
        where = space_label(space)
        if contains(all_ends(state, unit, battle_hex), space):
            better = ", ".join(space_label(end) for end in members(self.ends(state)))
            return Refusal("11.4.2", f"{where} is not as good an end as {better}.", "the first kind of which")
        if space < FIRST_HEX:
            if space in AREAS_OF[1 - side]:
                return Refusal("11.4.1", f"{capital(where)} is an enemy rear area.", ENEMY_UNIT)
            if not contains(HOME_SETS[unit], space):
                return Refusal("10.4", f"{where} is not the rear area of the {unit_label(unit)}.", "of its code")
            return Refusal("11.4", f"No retreat from {space_label(battle_hex)} reaches {where}.", "two steps in all")
        if contains(state.occupied[1 - side], space):
            return Refusal("11.4.1", f"There are enemy units in {where}.", ENEMY_UNIT)
        if contains(zone_of(state, 1 - side), space) and not contains(state.occupied[side], space):
            reason = f"{where} is in an enemy zone of control, and no friendly unit is there."
            return Refusal("9.5", reason, "unless a friendly unit is already in the hex")
        if space == battle_hex or contains(ring(battle_hex, 1), space):
            return Refusal("11.4", f"{where} is not two hexes away from {space_label(battle_hex)}.", TWO_HEXES)
        if not fits_in(state, 1 << unit, space):
            reason = f"Too many units would be stacked in {where}."
            return Refusal("11.4.1", reason, "break the stacking limit")
        if not contains(ring(battle_hex, RETREAT_LENGTH), space):
            return Refusal("11.4", f"{where} is more than two hexes away.", TWO_HEXES)
        return Refusal("11.4.1", f"The way from {space_label(battle_hex)} to {where} is closed.", ENEMY_UNIT)
