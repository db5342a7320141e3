"""11.4 Retreat: by the owner, unit by unit, hex by hex."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action, Refusal, Step
from ...core.forms import Unit, Units
from ...core.sets import members
from .battle import Battle
from .facts import BOARD, FIRST_HEX, HOME_SETS, HOMEWARD, LAND, SIDE, SIDES, UNIT_NAMES, ring, spot, title
from .net import nearer_to_source
from .sequence import out_of_phase
from .stacking import fits_in, full_hexes
from .state import Position
from .words import RETIRE, RETREAT
from .zones import zone_of

RETREAT_LENGTH = 2


def near_hexes(state: Position, unit: int, battle_hex: int, here: int, gone: int) -> int:
    """11.4.1: the hexes one step farther from the battle that the unit may enter."""
    side = SIDE[unit]
    enemy = 1 - side
    near = LAND.of[here] & ring(battle_hex, gone + 1) & ~state.holds[enemy]
    return near & (~zone_of(state, enemy) | state.holds[side])


def can_finish(state: Position, unit: int, battle_hex: int, here: int, gone: int) -> bool:
    """Whether a retreat that has got to a hex can be completed: there, or farther on (8.3)."""
    if gone >= RETREAT_LENGTH and fits_in(state, 1 << unit, here):
        return True
    if HOMEWARD[here] & HOME_SETS[unit]:
        return True
    near = near_hexes(state, unit, battle_hex, here, gone)
    return any(can_finish(state, unit, battle_hex, hex, gone + 1) for hex in members(near))


def ways(state: Position, unit: int, battle_hex: int, here: int, gone: int) -> int:
    """11.4.2: the spaces that the unit may enter next: those of the best class, if the retreat can be completed there.

    The classes: its rear area; nearer to a source; empty; within stacking; too full, so that it must go on; in an
    enemy zone of control and held by a friend.
    """
    home = HOMEWARD[here] & HOME_SETS[unit]
    if home:
        return home
    near = near_hexes(state, unit, battle_hex, here, gone)
    if not near:
        return 0
    open_ways = 0
    for hex in members(near):
        if can_finish(state, unit, battle_hex, hex, gone + 1):
            open_ways |= 1 << hex
    if not open_ways & (open_ways - 1):
        return open_ways
    return best_class(state, unit, battle_hex, here, gone, open_ways)


def best_class(state: Position, unit: int, battle_hex: int, here: int, gone: int, near: int) -> int:
    side = SIDE[unit]
    zone = zone_of(state, 1 - side)
    full = full_hexes(state, 1 << unit, near)
    free = near & ~zone
    ends_here = gone + 1 >= RETREAT_LENGTH
    nearer = free & nearer_to_source(state, side, here, battle_hex)
    for hexes in (
        nearer & ~full if ends_here else nearer,
        free & ~state.holds[side],
        free & ~full,
        free,
        near & ~full,
    ):
        if hexes:
            return hexes
    return near


@dataclass(frozen=True, slots=True)
class ChooseRetreat(Step[Position]):
    """11.4: which of the beaten units retreats next?"""

    battle: Battle
    waiting: Units

    rule = "11.4"

    def asks(self, state: Position) -> str:
        return SIDES[1 - self.battle.attacker]

    def text(self, state: Position) -> str:
        return f"Which unit retreats from {spot(self.battle.hex)} next?"

    def answers(self, state: Position) -> list[Action]:
        return [RETIRE[unit] for unit in members(self.waiting)]

    def settle(self, state: Position) -> bool:
        """The order is not asked for a single unit, nor where nobody has a way out."""
        waiting, hex = self.waiting, self.battle.hex
        if not waiting:
            state.pop()
        elif waiting & (waiting - 1) and any(ways(state, unit, hex, hex, 0) for unit in members(waiting)):
            return False
        else:
            self.take(state, RETIRE[members(waiting)[0]])
        return True

    def take(self, state: Position, action: Action) -> None:
        unit = action.number
        state.replace(ChooseRetreat(self.battle, self.waiting & ~(1 << unit)))
        state.push(Retreat(self.battle, unit, 0))

    def refusal(self, state: Position, action: Action) -> Refusal:
        if action.verb == "retire":
            return Refusal("11.4", f"The {title(action.number)} does not retreat from {spot(self.battle.hex)}.")
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class Retreat(Step[Position]):
    """11.4: where does the unit retreat next? ``gone`` counts the hexes behind it."""

    battle: Battle
    unit: Unit
    gone: int

    rule = "11.4.2"

    def asks(self, state: Position) -> str:
        return SIDES[SIDE[self.unit]]

    def text(self, state: Position) -> str:
        nth = ("first", "second", "next")[min(self.gone, 2)]
        return f"The {title(self.unit)} retreats from {spot(state.where[self.unit])}: which is the {nth} hex?"

    def ways(self, state: Position) -> int:
        return ways(state, self.unit, self.battle.hex, state.where[self.unit], self.gone)

    def answers(self, state: Position) -> list[Action]:
        return [RETREAT[space] for space in members(self.ways(state))]

    def settle(self, state: Position) -> bool:
        unit = self.unit
        if self.gone >= RETREAT_LENGTH and not state.crowded >> state.where[unit] & 1:
            state.pop()
            return True
        open_ways = self.ways(state)
        if not open_ways:
            if state.events is not None:
                text = f"The {title(unit)} has no way out of {spot(state.where[unit])}."
                state.tell("retreat", text, "11.4.1", [state.place(unit)], [UNIT_NAMES[unit]])
            state.eliminate(unit, "11.4.1")
            state.pop()
            return True
        if open_ways & (open_ways - 1):
            return False
        self.take(state, RETREAT[open_ways.bit_length() - 1])
        return True

    def take(self, state: Position, action: Action) -> None:
        unit, space = self.unit, action.number
        if space < FIRST_HEX:
            state.pop()
            state.go_home(unit, space, "11.4.2")
            return
        if state.events is not None:
            names = [state.place(unit), BOARD.names[space]]
            state.tell("retreat", f"The {title(unit)} retreats to {spot(space)}.", "11.4", names, [UNIT_NAMES[unit]])
        state.enter(unit, space)
        state.note_losses()
        state.replace(Retreat(self.battle, unit, self.gone + 1))

    def refusal(self, state: Position, action: Action) -> Refusal:
        if action.verb == "retreat":
            return self.why_not_space(state, action.number)
        return out_of_phase(state, action)

    def why_not_space(self, state: Position, space: int) -> Refusal:
        unit, here, battle_hex = self.unit, state.where[self.unit], self.battle.hex
        enemy = 1 - SIDE[unit]
        if space < FIRST_HEX:
            if not HOME_SETS[unit] >> space & 1:
                return Refusal("11.4.1", f"The {title(unit)} may not enter {spot(space)}.")
            return Refusal("11.4.2", f"{spot(here)} does not touch {spot(space)}.")
        if not BOARD.adjacent[here] >> space & 1:
            return Refusal("11.4", f"{spot(space)} is not next to {spot(here)}; a retreat goes hex by hex.")
        if not LAND.of[here] >> space & 1:
            return Refusal("11.4.1", f"Only water lies between {spot(here)} and {spot(space)}.")
        if state.holds[enemy] >> space & 1:
            return Refusal("11.4.1", f"There are enemies in {spot(space)}.")
        if not ring(battle_hex, self.gone + 1) >> space & 1:
            return Refusal("11.4", f"{spot(space)} does not lead away from {spot(battle_hex)}.")
        if zone_of(state, enemy) >> space & 1 and not state.holds[1 - enemy] >> space & 1:
            return Refusal("9.5", f"{spot(space)} is in an enemy zone of control and no friend holds it.")
        if not can_finish(state, unit, battle_hex, space, self.gone + 1):
            return Refusal("11.4.1", f"From {spot(space)} the retreat could not be completed.")
        return Refusal("11.4.2", f"Another hex comes before {spot(space)} in the order of priority.")
