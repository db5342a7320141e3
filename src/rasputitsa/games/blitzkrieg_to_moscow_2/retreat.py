"""11.4 Retreat: by the owner, unit by unit, hex by hex."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action, Refusal, Selection, Step
from ...core.sets import members
from ...core.step_codec import Unit, Units
from .battle import Battle
from .facts import BOARD, FIRST_HEX, HOME_SETS, HOMEWARD, LAND, SIDE, SIDES, UNIT_NAMES, ring, space_label, unit_label
from .net import nearer_to_source
from .sequence import out_of_phase
from .stacking import fits_in, full_hexes
from .state import BlitzkriegState
from .words import RETIRE, RETREAT
from .zones import zone_of

RETREAT_LENGTH = 2


def near_hexes(state: BlitzkriegState, unit: int, battle_hex: int, here: int, gone: int) -> int:
    """11.4.1: the hexes one step farther from the battle that the unit may enter."""
    side = SIDE[unit]
    enemy = 1 - side
    near = LAND.of[here] & ring(battle_hex, gone + 1) & ~state.occupied[enemy]
    return near & (~zone_of(state, enemy) | state.occupied[side])


def can_finish(state: BlitzkriegState, unit: int, battle_hex: int, here: int, gone: int) -> bool:
    """Whether a retreat that has got to a hex can be completed: there, or farther on (8.3)."""
    if gone >= RETREAT_LENGTH and fits_in(state, 1 << unit, here):
        return True
    if HOMEWARD[here] & HOME_SETS[unit]:
        return True
    near = near_hexes(state, unit, battle_hex, here, gone)
    return any(can_finish(state, unit, battle_hex, hex, gone + 1) for hex in members(near))


def ways(state: BlitzkriegState, unit: int, battle_hex: int, here: int, gone: int) -> int:
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


def best_class(state: BlitzkriegState, unit: int, battle_hex: int, here: int, gone: int, near: int) -> int:
    side = SIDE[unit]
    zone = zone_of(state, 1 - side)
    full = full_hexes(state, 1 << unit, near)
    free = near & ~zone
    ends_here = gone + 1 >= RETREAT_LENGTH
    nearer = free & nearer_to_source(state, side, here, battle_hex)
    for hexes in (
        nearer & ~full if ends_here else nearer,
        free & ~state.occupied[side],
        free & ~full,
        free,
        near & ~full,
    ):
        if hexes:
            return hexes
    return near


@dataclass(frozen=True, slots=True)
class ChooseRetreat(Step[BlitzkriegState]):
    """11.4: which of the beaten units retreats next?"""

    battle: Battle
    waiting: Units

    rule = "11.4"

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[1 - self.battle.attacker]

    def text(self, state: BlitzkriegState) -> str:
        return f"Which unit retreats from {space_label(self.battle.hex)} next?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [RETIRE[unit] for unit in members(self.waiting)]

    def auto_advance(self, state: BlitzkriegState) -> bool:
        """The order is not asked for a single unit, nor where nobody has a way out."""
        waiting, hex = self.waiting, self.battle.hex
        if not waiting:
            state.finish()
        elif waiting & (waiting - 1) and any(ways(state, unit, hex, hex, 0) for unit in members(waiting)):
            return False
        else:
            self.take(state, RETIRE[members(waiting)[0]])
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        unit = action.number
        state.replace(ChooseRetreat(self.battle, self.waiting & ~(1 << unit)))
        state.push(Retreat(self.battle, unit, 0))

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "retire":
            return Refusal(
                "11.4", f"The {unit_label(action.number)} does not retreat from {space_label(self.battle.hex)}."
            )
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class Retreat(Step[BlitzkriegState]):
    """11.4: where does the unit retreat next? ``gone`` counts the hexes behind it."""

    battle: Battle
    unit: Unit
    gone: int

    rule = "11.4.2"

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[SIDE[self.unit]]

    def text(self, state: BlitzkriegState) -> str:
        nth = ("first", "second", "next")[min(self.gone, 2)]
        return (
            f"The {unit_label(self.unit)} retreats from {space_label(state.where[self.unit])}: which is the {nth} hex?"
        )

    def selection(self, state: BlitzkriegState) -> Selection:
        return Selection((UNIT_NAMES[self.unit],))

    def ways(self, state: BlitzkriegState) -> int:
        return ways(state, self.unit, self.battle.hex, state.where[self.unit], self.gone)

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [RETREAT[space] for space in members(self.ways(state))]

    def auto_advance(self, state: BlitzkriegState) -> bool:
        unit = self.unit
        if self.gone >= RETREAT_LENGTH and not state.overstacked >> state.where[unit] & 1:
            state.finish()
            return True
        open_ways = self.ways(state)
        if not open_ways:
            if state.events is not None:
                text = f"The {unit_label(unit)} has no way out of {space_label(state.where[unit])}."
                state.emit("retreat", text, "11.4.1", [state.place(unit)], [UNIT_NAMES[unit]])
            state.eliminate(unit, "11.4.1")
            state.finish()
            return True
        if open_ways & (open_ways - 1):
            return False
        self.take(state, RETREAT[open_ways.bit_length() - 1])
        return True

    def take(self, state: BlitzkriegState, action: Action) -> None:
        unit, space = self.unit, action.number
        if space < FIRST_HEX:
            state.finish()
            state.go_home(unit, space, "11.4.2")
            return
        if state.events is not None:
            names = [state.place(unit), BOARD.names[space]]
            state.emit(
                "retreat",
                f"The {unit_label(unit)} retreats to {space_label(space)}.",
                "11.4",
                names,
                [UNIT_NAMES[unit]],
            )
        state.enter(unit, space)
        state.note_losses()
        state.replace(Retreat(self.battle, unit, self.gone + 1))

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "retreat":
            return self.why_not_space(state, action.number)
        return out_of_phase(state, action)

    def why_not_space(self, state: BlitzkriegState, space: int) -> Refusal:
        unit, here, battle_hex = self.unit, state.where[self.unit], self.battle.hex
        enemy = 1 - SIDE[unit]
        if space < FIRST_HEX:
            if not HOME_SETS[unit] >> space & 1:
                return Refusal("11.4.1", f"The {unit_label(unit)} may not enter {space_label(space)}.")
            return Refusal("11.4.2", f"{space_label(here)} does not touch {space_label(space)}.")
        if not BOARD.adjacent[here] >> space & 1:
            return Refusal(
                "11.4", f"{space_label(space)} is not next to {space_label(here)}; a retreat goes hex by hex."
            )
        if not LAND.of[here] >> space & 1:
            return Refusal("11.4.1", f"Only water lies between {space_label(here)} and {space_label(space)}.")
        if state.occupied[enemy] >> space & 1:
            return Refusal("11.4.1", f"There are enemies in {space_label(space)}.")
        if not ring(battle_hex, self.gone + 1) >> space & 1:
            return Refusal("11.4", f"{space_label(space)} does not lead away from {space_label(battle_hex)}.")
        if zone_of(state, enemy) >> space & 1 and not state.occupied[1 - enemy] >> space & 1:
            return Refusal("9.5", f"{space_label(space)} is in an enemy zone of control and no friend holds it.")
        if not can_finish(state, unit, battle_hex, space, self.gone + 1):
            return Refusal("11.4.1", f"From {space_label(space)} the retreat could not be completed.")
        return Refusal("11.4.2", f"Another hex comes before {space_label(space)} in the order of priority.")
