"""8.0 Movement: of panzers, by rail, and of everybody."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Fate, Kind, Mark, PlayerWarning, Refusal, Selection, Step
from ...core.moves import MoveRecord, cities_taken, take_back, units_moved
from ...core.numbers import counted
from ...core.sets import contains, members, set_of, union
from ...core.step_codec import Place, Places, Unit, Units
from ...core.warnings import left_to_move
from .facts import BOARD, SIDE, SIDES, UNITS, space_label, unit_label
from .move_rules import MAY_MOVE, MOVE_TO
from .reach import (
    EVERYBODY,
    allowance,
    by_rail,
    can_go_on,
    ends,
    mode_of,
    movable_units,
    overstacked,
    reach_by_cost,
    route,
)
from .refusals import out_of_phase
from .state import BattleForMoscowState
from .words import BACK, DONE, MOVE, STOP, UNIT
from .zones import zone_of


@dataclass(frozen=True, slots=True)
class Movement(Step[BattleForMoscowState]):
    """8.0: choose the next unit to move, or end the phase."""

    move_records: tuple[MoveRecord, ...]

    rule = "8.0"
    conditions_of = MappingProxyType({"unit": MAY_MOVE})

    @property
    def moved(self) -> int:
        return units_moved(self.move_records)

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: BattleForMoscowState) -> str:
        mode = state.mode
        what = {"panzer": "panzer corps", "rail": "unit on a rail line"}.get(mode, "unit")
        if overstacked(state, state.active):
            return "Two units share a hex. Move one of them off, or take a move back."
        return f"Choose the next {what} to move, or end the phase."

    def candidates(self, state: BattleForMoscowState) -> list[int]:
        """The units that have not moved yet and have somewhere to go."""
        return movable_units(state, state.active, self.moved)[0]

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        side = state.active
        found = [UNIT[unit] for unit in self.candidates(state)]
        if overstacked(state, side):
            sharing = [record.unit for record in self.move_records if state.count(side, state.where[record.unit]) > 1]
            return found + [BACK[unit] for unit in sharing]
        return [*found, DONE]

    def unused(self, state: BattleForMoscowState, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """8.0: units that could still move."""
        units = [action.number for action in actions if action.verb == "unit"]
        if units:
            yield left_to_move("8.0", len(units), BOARD.names_of(set_of(state.where[unit] for unit in units)))

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        if action is DONE:
            state.finish()
        elif action.verb == "back":
            self.take_back(state, action.number)
        else:
            unit = action.number
            taken = cities_taken(self.move_records)
            state.push(Moving(unit, allowance(state, unit), state.where[unit], 0, self.moved, taken))

    def resume(self, state: BattleForMoscowState, result: MoveRecord) -> None:
        """A unit has moved."""
        state.replace(Movement((*self.move_records, result)))

    def take_back(self, state: BattleForMoscowState, unit: int) -> None:
        """8.2.2: an overstacked unit returns to where it began, and its move is unspent."""
        record = next(record for record in self.move_records if record.unit == unit)
        rest = tuple(other for other in self.move_records if other is not record)
        state.replace(Movement(rest))
        return_to_origin(state, record, cities_taken(rest))

    def auto_advance(self, state: BattleForMoscowState) -> bool:
        """Where nobody can move any more the phase is over; an overstacked unit must be taken back first."""
        if self.empty_hex_beside(state) or self.candidates(state):
            return False
        actions = self.actions(state)
        if len(actions) == 1:
            self.take(state, actions[0])
        return len(actions) == 1

    def empty_hex_beside(self, state: BattleForMoscowState) -> bool:
        """Whether somebody has yet to move and can go straight into an empty hex: a quick test that often will do."""
        mode = mode_of(state)
        gone = set_of([state.where[record.unit] for record in self.move_records])
        waiting = state.occupied[state.active] & mode.begin & ~gone
        empty = ~(state.occupied[0] | state.occupied[1])
        return mode.moves is EVERYBODY and bool(mode.spread(waiting) & empty)

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        side = state.active
        if action == DONE:
            sharing = [hex for hex in members(state.occupied[side]) if state.count(side, hex) > 1]
            hexes = ", ".join(space_label(hex) for hex in sharing)
            return Refusal("8.2.2", f"Two units share {hexes}.", "while two units share a hex")
        if action.verb == "back":
            reason = "Only a unit that moved in this phase and now shares a hex can be taken back."
            return Refusal("8.2.2", reason, "may be taken back")
        if action.verb in ("move", "stop"):
            return Refusal("8.0", "Choose the unit to move first.")
        return out_of_phase(state, action)


def return_to_origin(state: BattleForMoscowState, record: MoveRecord, taken_by_others: int) -> None:
    """8.2.2: a move is taken back."""
    if state.events is not None:
        text = f"The {unit_label(record.unit)} returns to {space_label(record.origin)}."
        fate = state.fate(record.unit, Fate.MOVED, record.origin)
        state.emit(Kind.TAKEN_BACK, text, "8.2.2", fate.side, [fate.place], [fate])
    take_back(state, record, taken_by_others, 1 - SIDE[record.unit])


@dataclass(frozen=True, slots=True)
class Moving(Step[BattleForMoscowState]):
    """8.0: where does the chosen unit move? It may be moved in several clicks while it has points left."""

    unit: Unit
    points: int
    origin: Place
    cities: Places  # those it has entered that began the phase as the enemy's
    moved: Units  # the units that moved before it
    taken: Places  # the cities that they took

    rule = "8.0"
    lies_on = ("Movement",)
    conditions_of = MappingProxyType({"move": MOVE_TO})

    def actor(self, state: BattleForMoscowState) -> str:
        return SIDES[SIDE[self.unit]]

    def text(self, state: BattleForMoscowState) -> str:
        limit = "Mud: one hex only." if state.mud and not by_rail(state) else f"It has {self.points_left()}."
        return f"Move the {unit_label(self.unit)} from {space_label(state.where[self.unit])}. {limit}"

    def points_left(self) -> str:
        return f"{counted(self.points, 'movement point')} left"

    def begun(self, state: BattleForMoscowState) -> bool:
        """Whether it has left the hex it began in (it may have come back to it)."""
        return self.points != allowance(state, self.unit)

    def may_stop(self, state: BattleForMoscowState) -> bool:
        return not self.begun(state) or not self.cannot_stay(state)

    def cannot_stay(self, state: BattleForMoscowState) -> bool:
        """8.2.2: whether it shares its hex with a friend that cannot move off."""
        hex = state.where[self.unit]
        side = SIDE[self.unit]
        return state.count(side, hex) > 1 and bool(movable_units(state, side, self.moved, self.unit)[1] >> hex & 1)

    def actions(self, state: BattleForMoscowState) -> list[Action]:
        found = [MOVE[hex] for hex in members(ends(state, self.unit, self.points, self.moved))]
        found.append(STOP if self.may_stop(state) else BACK[self.unit])
        return found

    def marks(self, state: BattleForMoscowState) -> dict[Action, Mark]:
        """What each move costs, where it ends in an enemy zone of control, and where a unit must move on (8.2.2)."""
        zone = zone_of(state, 1 - SIDE[self.unit])
        own = state.occupied[SIDE[self.unit]]
        found: dict[Action, Mark] = {}
        for cost, hexes in enumerate(reach_by_cost(state, self.unit, self.points)):
            for hex in members(hexes):
                stops, crowded = contains(zone, hex), contains(own, hex)
                notes = ("ends in an enemy zone of control",) * stops + ("one of the two must move on",) * crowded
                found[MOVE[hex]] = Mark(str(cost), ", ".join(notes), "crowded" if crowded else "stop" if stops else "")
        return found

    def take(self, state: BattleForMoscowState, action: Action) -> None:
        if action.verb == "move":
            self.move(state, action.number)
        elif action is STOP:
            self.stop(state)
        else:
            state.finish()
            return_to_origin(state, self.record, self.taken)

    @property
    def record(self) -> MoveRecord:
        return MoveRecord(self.unit, self.origin, self.cities)

    def move(self, state: BattleForMoscowState, hex: int) -> None:
        unit = self.unit
        side = SIDE[unit]
        reached = reach_by_cost(state, unit, self.points)
        bit = 1 << hex
        cost = next(spent for spent, hexes in enumerate(reached) if hexes & bit)
        cities = self.cities
        contested = state.cities_of(1 - side) | self.taken
        crosses = contested & union(reached[: cost + 1])
        path = route(state, unit, hex) if crosses or state.tells_all else [hex]
        if state.events is not None:
            self.emit_move(state, path)
        if crosses:
            entered = contested & set_of(path)
            state.capture(unit, entered)
            cities |= entered
        state.put(unit, hex)
        state.replace(Moving(unit, self.points - cost, self.origin, cities, self.moved, self.taken))

    def auto_advance(self, state: BattleForMoscowState) -> bool:
        if self.begun(state) and self.is_over(state):
            self.stop(state)
            return True
        return False

    def is_over(self, state: BattleForMoscowState) -> bool:
        """8.3, or no points left, or nowhere to go: nothing remains to be asked."""
        unit, points = self.unit, self.points
        enemy = 1 - SIDE[unit]
        hex = state.where[unit]
        if not points or zone_of(state, enemy) >> hex & 1:
            return True
        if can_go_on(state, hex, 1 - enemy, points, state.occupied[1 - enemy]):
            return False  # an empty hex will do
        return not can_go_on(state, hex, 1 - enemy, points, movable_units(state, 1 - enemy, self.moved, unit)[1])

    def stop(self, state: BattleForMoscowState) -> None:
        state.finish(self.record if self.begun(state) else None)

    def selection(self, state: BattleForMoscowState) -> Selection:
        return Selection((UNITS[self.unit].name,))

    def emit_move(self, state: BattleForMoscowState, path: list[int]) -> None:
        here, goal, text = state.where[self.unit], path[-1], ""
        names = [BOARD.names[hex] for hex in (here, *path)]
        fate = state.fate(self.unit, Fate.MOVED, goal)
        railed = by_rail(state)
        if state.tells_all:
            how = "moves by rail" if railed else "moves"
            text = f"The {unit_label(self.unit)} {how} from {space_label(here)} to {space_label(goal)}."
        state.emit(Kind.MOVE, text, "8.1" if railed else "8.0", fate.side, names, [fate])

    def refusal(self, state: BattleForMoscowState, action: Action) -> Refusal:
        name = unit_label(self.unit)
        if action == STOP:
            reason = f"The {name} cannot stop here, on a unit that cannot move off: move on, or take the move back."
            return Refusal("8.2.2", reason, "only while that unit can still move off")
        if action.verb in ("unit", "done", "back"):
            return Refusal("8.0", f"Finish the move of the {name} first.", "Units move one at a time")
        return out_of_phase(state, action)
