"""10.0 Movement, in the Movement Phase and by tank action (12.0)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from ...core import Action, Fate, Kind, Mark, PlayerWarning, Refusal, Selection, Step
from ...core.conditions import Condition, passing
from ...core.moves import MoveRecord, cities_taken, take_back
from ...core.sets import contains, members, set_of, union
from ...core.step_codec import Place, Places, Unit, Units
from ...core.warnings import left_to_move
from .cards import (
    ACTIVATION_CARDS,
    FITS,
    Activate,
    CardPlay,
    CardStep,
    activation_fits,
    could_react,
    keep_quiet,
)
from .facts import (
    ALLOWANCE,
    BESIDE,
    BOARD,
    FIRST_HEX,
    HOME_SETS,
    HOMEWARD,
    LAST_TURN,
    ROMANIA_GROUP,
    SIDE,
    SIDES,
    space_label,
    unit_label,
    unit_labels,
    unit_names,
)
from .move_rules import MAY_MOVE, MOVE_TO, hexes
from .reach import allowance, first_steps, may_move, reach_by_cost, reachable, route, stops_for
from .refusals import Conditions, of_card, of_unit, out_of_phase
from .stacking import OTHER_TYPE, OVERSTACKED, overstacked_hexes, removable
from .state import BlitzkriegState
from .words import BACK, DONE, MOVE, QUIET, REMOVE, STOP, UNIT
from .zones import zone_of

CANNOT_END = "cannot end while too many"

# The conditions of moving are in `move_rules`; those of the rest that can be done between two moves are these.


def overstacked_units(state: BlitzkriegState, step: Movement) -> int:
    return union(state.at[hex] for hex in members(overstacked_hexes(state, state.active)))


def excess_units(state: BlitzkriegState, step: Movement) -> int:
    """8.3: the units that can be eliminated where too many are stacked."""
    return union(removable(state.active, state.at[hex]) for hex in members(overstacked_hexes(state, state.active)))


TAKE_BACK: Conditions = (
    Condition(
        lambda state, step: step.moved,
        "8.3",
        of_unit("The {} has not moved in this phase, so there is no move to take back."),
    ),
    Condition(
        overstacked_units,
        "8.3",
        of_unit("The {} is not in a hex with too many units; only then is a move taken back."),
        quotation="back to where they began",
    ),
)
REMOVE_EXCESS: Conditions = (
    Condition(
        overstacked_units,
        "8.3",
        of_unit("The {} is not in a hex with too many of your units."),
        implied=True,
        quotation="is in excess",
    ),
    Condition(excess_units, "8.2", of_unit(OTHER_TYPE), quotation="no more than two infantry"),
)
PLAY_ACTIVATION: Conditions = (
    *ACTIVATION_CARDS,
    Condition(
        lambda state, step: 0 if step.moved else -1,
        "7.1",
        of_card("Activation can be played only at the start of the phase, before any unit moves."),
        implied=True,
        quotation="at the start of any of your phases",
    ),
    FITS,
)


class Moved(NamedTuple):
    """Units have moved: which, and the record of the first."""

    units: int
    record: MoveRecord


@dataclass(frozen=True, slots=True)
class Movement(CardStep):
    """10.0: choose the next unit to move, or end the phase. Activation may be played before the first (7.1)."""

    moved: Units
    move_records: tuple[MoveRecord, ...]

    rule = "10.0"
    conditions_of = MappingProxyType(
        {"unit": MAY_MOVE, "back": TAKE_BACK, "remove": REMOVE_EXCESS, "card": PLAY_ACTIVATION}
    )

    def player(self, state: BlitzkriegState) -> int:
        return state.active

    def fits(self, state: BlitzkriegState) -> int:
        return 0 if self.moved else activation_fits(state)

    def effect(self, state: BlitzkriegState, card: int, function: str) -> None:
        state.push(Activate())

    def text(self, state: BlitzkriegState) -> str:
        if overstacked_hexes(state, state.active):
            hexes = self.overstacked_text(state)
            return f"Too many units are stacked in {hexes}. Move, take back or eliminate some before you end the phase."
        return "Choose the next unit to move, or end the phase."

    def unused(self, state: BlitzkriegState, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """10.0: units that could still move."""
        units = [action.number for action in actions if action.verb == "unit"]
        if units:
            yield left_to_move("10.0", len(units), BOARD.names_of(set_of(state.where[unit] for unit in units)))

    def movers(self, state: BlitzkriegState) -> list[int]:
        """The units that have not moved yet and have somewhere to go."""
        side = state.active
        where = state.where
        enemies, zone = state.occupied[1 - side], zone_of(state, 1 - side)
        units = state.in_play(side) & ~self.moved
        if state.turn == 1:
            units &= ~ROMANIA_GROUP
        found = []
        for unit in members(units):
            here = where[unit]
            near = BESIDE[here] & ~enemies
            if zone >> here & 1:
                near &= ~zone
            if near or HOMEWARD[here] & HOME_SETS[unit]:
                found.append(unit)
        return found

    def actions(self, state: BlitzkriegState) -> list[Action]:
        units = [UNIT[unit] for unit in self.movers(state)]
        found = self.cards(state) + units
        if not overstacked_hexes(state, state.active):
            found.append(DONE)
            if not units:
                found.append(QUIET)
            return found
        found += [BACK[unit] for unit in members(passing(TAKE_BACK, state, self))]
        return found + [REMOVE[unit] for unit in members(passing(REMOVE_EXCESS, state, self))]

    def overstacked_text(self, state: BlitzkriegState) -> str:
        return ", ".join(space_label(hex) for hex in members(overstacked_hexes(state, state.active)))

    def take(self, state: BlitzkriegState, action: Action) -> None:
        verb = action.verb
        if verb == "unit":
            unit = action.number
            taken = cities_taken(self.move_records)
            state.push(Moving(unit, 0, allowance(state, unit), state.where[unit], 0, taken, False))
        elif verb == "card":
            self.play(state, action.number)
        elif verb == "back":
            self.take_back(state, action.number)
        elif verb == "remove":
            state.eliminate(action.number, OVERSTACKED, "8.3")
        else:
            if action is QUIET:
                keep_quiet(state, state.active)
            self.end(state)

    def take_back(self, state: BlitzkriegState, unit: int) -> None:
        """8.3: an overstacked unit returns to where it began, and its move is unspent."""
        record = next(record for record in self.move_records if record.unit == unit)
        rest = tuple(other for other in self.move_records if other is not record)
        state.replace(Movement(self.moved & ~(1 << unit), rest))
        return_to_origin(state, record, cities_taken(rest))

    def resume(self, state: BlitzkriegState, result: Moved | CardPlay) -> None:
        """A unit has moved, or a card is being played."""
        if isinstance(result, Moved):
            state.replace(Movement(self.moved | result.units, (*self.move_records, result.record)))
        else:
            self.resume_play(state, result)

    def auto_advance(self, state: BlitzkriegState) -> bool:
        """Where nobody can move any more and no card can be played the phase is over."""
        if overstacked_hexes(state, state.active) or self.somebody_can_move(state):
            return False
        if could_react(state, state.active, self.fits(state)):
            return False
        self.end(state)
        return True

    def somebody_can_move(self, state: BlitzkriegState) -> bool:
        units = state.in_play(state.active) & ~self.moved
        return any(may_move(state, unit) and first_steps(state, unit, True) for unit in members(units))

    def end(self, state: BlitzkriegState) -> None:
        state.settle_losses()
        state.finish()

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action == DONE:
            hexes = self.overstacked_text(state)
            return Refusal("8.3", f"The phase cannot end while too many units are stacked in {hexes}.", CANNOT_END)
        if action.verb == "move":
            return Refusal("10.0", "Choose the unit to move first.")
        return out_of_phase(state, action)


def return_to_origin(state: BlitzkriegState, record: MoveRecord, taken_by_others: int) -> None:
    """8.3: a move is taken back."""
    if state.events is not None:
        text = f"The {unit_label(record.unit)} returns to {space_label(record.origin)}."
        fate = state.fate(record.unit, Fate.MOVED, record.origin)
        state.emit(Kind.TAKEN_BACK, text, "8.3", fate.side, [fate.place], [fate])
    take_back(state, record, taken_by_others, 1 - SIDE[record.unit])


@dataclass(frozen=True, slots=True)
class Moving(Step[BlitzkriegState]):
    """10.0: where does the unit go? It may be moved in several clicks while it has movement left.

    ``riders`` are mechanized corps that move with it by one tank action (12.3).
    """

    unit: Unit
    riders: Units
    points: int
    origin: Place
    cities: Places  # those it has entered that began the phase as the enemy's
    taken: Places  # those that units took before it in this phase
    by_tank_action: bool

    rule = "10.1"
    lies_on = ("Movement", "TankAction")
    conditions_of = MappingProxyType({"move": MOVE_TO})

    @property
    def units(self) -> int:
        return 1 << self.unit | self.riders

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[SIDE[self.unit]]

    def text(self, state: BlitzkriegState) -> str:
        who = f"the {unit_label(self.unit)}" if not self.riders else unit_labels(self.units)
        return f"Choose where to move {who} from {space_label(state.where[self.unit])}: {hexes(self.points)} left."

    def begun(self, state: BlitzkriegState) -> bool:
        """Whether it has left the space it began in (it may have come back to it)."""
        return self.points != ALLOWANCE[state.turn][self.unit]

    def ends(self, state: BlitzkriegState) -> int:
        """The spaces it may be moved to in one click."""
        return reachable(state, self.unit, self.points, not self.begun(state)) & ~(1 << state.where[self.unit])

    def actions(self, state: BlitzkriegState) -> list[Action]:
        found = [MOVE[space] for space in members(self.ends(state))]
        found.append(STOP)
        return found

    def marks(self, state: BlitzkriegState) -> dict[Action, Mark]:
        """What each move costs, and where it must stop."""
        stops = stops_for(state, self.unit)
        zone = zone_of(state, 1 - SIDE[self.unit])
        found: dict[Action, Mark] = {}
        for cost, spaces in enumerate(reach_by_cost(state, self.unit, self.points, not self.begun(state))):
            for space in members(spaces):
                note, tone = "", ""
                if space < FIRST_HEX:
                    back = f"back on turn {state.turn + 1}, fresh" if state.turn < LAST_TURN else "for good"
                    note, tone = f"off the map; {back}", "stop"
                elif contains(stops, space):
                    note = "stops in an enemy zone of control" if contains(zone, space) else "stops for the terrain"
                    tone = "stop"
                found[MOVE[space]] = Mark(str(cost), note, tone)
        return found

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action.verb == "move":
            self.move(state, action.number)
        else:
            self.stop(state)

    def move(self, state: BlitzkriegState, goal: int) -> None:
        unit = self.unit
        side = SIDE[unit]
        fresh_start = not self.begun(state)
        reached = reach_by_cost(state, unit, self.points, fresh_start)
        bit = 1 << goal
        cost = next(spent for spent, spaces in enumerate(reached) if spaces & bit)
        cities = self.cities
        contested = state.cities_of(1 - side) | self.taken
        crosses = contested & union(reached[: cost + 1])
        path = route(state, unit, goal, fresh_start) if crosses or state.tells_all else [goal]
        if state.events is not None:
            self.emit_move(state, path)
        if crosses:
            entered = contested & set_of(path)
            state.capture(unit, entered)
            cities |= entered
        for mover in members(self.units):
            if goal < FIRST_HEX:
                state.go_home(mover, goal)
            else:
                state.put(mover, goal)
        points = self.points - cost
        state.replace(Moving(unit, self.riders, points, self.origin, cities, self.taken, self.by_tank_action))

    def auto_advance(self, state: BlitzkriegState) -> bool:
        if self.begun(state) and self.is_over(state):
            self.stop(state)
            return True
        return False

    def is_over(self, state: BlitzkriegState) -> bool:
        """No movement left, or it must stop here, or it has nowhere to go."""
        here = state.where[self.unit]
        if not self.points or here < FIRST_HEX or stops_for(state, self.unit) >> here & 1:
            return True
        return not first_steps(state, self.unit, False)

    def stop(self, state: BlitzkriegState) -> None:
        record = MoveRecord(self.unit, self.origin, self.cities)
        state.finish(Moved(self.units, record) if self.begun(state) else None)

    def selection(self, state: BlitzkriegState) -> Selection:
        return Selection(tuple(unit_names(self.units)))

    def emit_move(self, state: BlitzkriegState, path: list[int]) -> None:
        here, goal, text = state.where[self.unit], path[-1], ""
        names = [BOARD.names[space] for space in (here, *path)]
        if state.tells_all:
            verb = "move" if self.riders else "moves"
            who = f"The {unit_label(self.unit)}" if not self.riders else unit_labels(self.units)
            text = f"{who} {verb} from {space_label(here)} to {space_label(goal)}."
        rule = "12.1" if self.by_tank_action else "10.0"
        fates = state.fates(self.units, Fate.MOVED, goal)
        state.emit(Kind.MOVE, text, rule, fates[0].side, names, fates)

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb in ("unit", "done", "back", "remove", "attack"):
            reason = f"Finish the move of the {unit_label(self.unit)} first."
            return Refusal("10.1", reason, "Units move one at a time")
        return out_of_phase(state, action)
