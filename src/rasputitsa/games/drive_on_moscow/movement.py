"""10.0 Movement: stacks that began together, hex by hex or in one click; mobile assaults are launched from here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType

from ...core import Action, Fate, Kind, Mark, PlayerWarning, Refusal, Selection, Step
from ...core.conditions import passing
from ...core.sets import contains, members, set_of
from ...core.step_codec import Units
from ...core.warnings import left_to_move
from .arrange import Arrange, may_arrange
from .assault import CAN_ASSAULT, Assault, assault_cost, assault_hexes, place_of
from .facts import BOARD, SIDES, SOVIET, TITLES, hex_label, unit_names
from .fates import emit_fates
from .move_rules import CAN_MOVE, IN_HAND, MOVE_INTO, candidates, others_to_take
from .moves import begin_to_move, pay, walk, way_walked
from .names import capital, unit_label, units_label
from .reach import allowance, guderian_points, has_step, reach, way_to
from .refusals import out_of_phase
from .spoiling import may_end_movement
from .state import DriveOnMoscowState
from .words import ALL, ARRANGE, ASSAULT, DONE, MOVE, STOP, TOP, UNIT

FAR = "by the Guderian effect: then no more on the north sheet this turn"


@dataclass(frozen=True, slots=True)
class Movement(Step[DriveOnMoscowState]):
    """10.0: choose the next unit to move, or end the phase."""

    rule = "10.0"
    together = frozenset({"unit"})
    conditions_of = MappingProxyType({"unit": CAN_MOVE})

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: DriveOnMoscowState) -> str:
        if state.ordered and not may_end_movement(state):
            return f"Bring up units for the spoiling attacks: {state.ordered} are ordered."
        if next(candidates(state, state.active), None) is None:
            return "None of your units can move. End the phase, or put other units on top of your stacks."
        return "Choose a unit or a stack to move, or end the phase."

    def public_text(self, state: DriveOnMoscowState) -> str:
        return f"The {TITLES[state.active]} player is moving units."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        found = [UNIT[unit] for unit in members(passing(CAN_MOVE, state, self))]
        if may_arrange(state):
            found.append(ARRANGE)
        if may_end_movement(state):
            found.append(DONE)
        return found

    def unused(self, state: DriveOnMoscowState, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """10.0: units that could still move."""
        units = set_of(action.number for action in actions if action.verb == "unit") & ~state.parent
        if units:
            hexes = set_of(state.where[unit] for unit in members(units))
            yield left_to_move("10.0", units.bit_count(), BOARD.names_of(hexes))

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action.verb == "unit":
            state.push(Moving(1 << action.number))
        elif action is ARRANGE:
            state.push(Arrange())
        else:
            state.finish()

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        """Where nobody can move and no stack can be arranged the phase is over.

        The last unit that must be brought up is not asked for (12.1).
        """
        found = list(islice(candidates(state, state.active), 2))
        if not found:
            if may_arrange(state):
                return False
            state.finish()
            return True
        if len(found) > 1 or may_end_movement(state):
            return False
        state.push(Moving(1 << found[0]))
        return True

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action == ARRANGE:
            return Refusal("11.6", "None of your units lies on another one.")
        if action == DONE:
            return Refusal("12.1", f"Stalin orders {state.ordered} units to attack: bring up more of them first.")
        if action.verb in ("move", "assault", "all", "top", "stop"):
            return Refusal("10.1", "First choose the unit to move.")
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class Moving(Step[DriveOnMoscowState]):
    """10.4 to 10.6: units in hand. Where do they go? Units may be dropped and picked up where they began together."""

    units: Units

    rule = "10.4"
    always_ask = True  # where Stalin's order leaves them nowhere to go their player is told why (12.1)
    roles = MappingProxyType({"unit": "toggle"})
    lies_on = ("Movement",)
    conditions_of = MappingProxyType({"unit": IN_HAND, "move": MOVE_INTO, "assault": CAN_ASSAULT})

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[state.active]

    def here(self, state: DriveOnMoscowState) -> int:
        return place_of(state, self.units)

    def text(self, state: DriveOnMoscowState) -> str:
        points = max(self.common(state), guderian_points(state, self.units))
        where = hex_label(self.here(state))
        far = " on the south sheet, by the Guderian effect" if points > self.common(state) else ""
        return f"{capital(units_label(state, self.units))} in {where}: where to? Movement points left: {points}{far}."

    def common(self, state: DriveOnMoscowState) -> int:
        """The points left without the Guderian effect (5.3)."""
        return allowance(state, state.active, self.units)

    def public_text(self, state: DriveOnMoscowState) -> str:
        return f"The {TITLES[state.active]} player is moving units."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        found = [MOVE[hex] for hex in members(passing(MOVE_INTO, state, self))]
        found += [ASSAULT[hex] for hex in members(assault_hexes(state, self))]
        found += [UNIT[unit] for unit in members(passing(IN_HAND, state, self))]
        if others_to_take(state, self):
            found.append(ALL)
        if not self.units & (self.units - 1) and state.at(self.here(state))[-1] != self.units.bit_length() - 1:
            found.append(TOP)
        found.append(STOP)
        return found

    def marks(self, state: DriveOnMoscowState) -> dict[Action, Mark]:
        """What each move costs and why it may be more than expected, where it must stop, and the mobile assaults."""
        zone = state.german_zone() if state.active == SOVIET else 0
        found: dict[Action, Mark] = {}
        common = self.common(state)
        for cost, hexes in enumerate(reach(state, self.units, self.here(state))):
            free = Mark(str(cost), FAR) if cost > common else Mark(str(cost))
            found.update(dict.fromkeys([MOVE[hex] for hex in members(hexes & ~zone)], free))
            stop = Mark(str(cost), "stops in a German zone of control", "stop")
            found.update(dict.fromkeys([MOVE[hex] for hex in members(hexes & zone)], stop))
        return found | {ASSAULT[hex]: self.assault_mark(state, hex) for hex in members(assault_hexes(state, self))}

    def assault_mark(self, state: DriveOnMoscowState, hex: int) -> Mark:
        cost = assault_cost(self.here(state), hex)
        return Mark(f"⚔{cost}", f"mobile assault: {cost} movement points, two more than to move there", "bad")

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        verb = action.verb
        if verb == "move":
            self.move(state, action.number)
        elif verb == "assault":
            state.push(Assault(action.number, self.here(state), self.units, 0))
        elif verb == "unit":
            units = self.units ^ 1 << action.number
            if units:
                state.replace(Moving(units))
            else:
                state.finish()
        elif action is ALL:
            state.replace(Moving(self.units | others_to_take(state, self)))
        elif action is TOP:
            state.bring_to_top(self.units.bit_length() - 1)
        else:
            state.finish()

    def move(self, state: DriveOnMoscowState, goal: int) -> None:
        side, here, units = state.active, self.here(state), self.units
        way, cost = way_to(state, units, here, goal)
        begin_to_move(state, units, here)
        pay(state, units, cost)
        if state.events is not None:
            emit_move(state, units, here, way_walked(state, side, members(units), way))
        walk(state, side, members(units), way)
        if side == SOVIET and contains(state.german_zone(), goal):
            state.finished |= units  # 7.2

    def resume(self, state: DriveOnMoscowState, result: int) -> None:
        """A mobile assault is over: the units that may go on, or none (10.19, 10.20)."""
        if result:
            state.replace(Moving(result))
        else:
            state.finish()

    def selection(self, state: DriveOnMoscowState) -> Selection:
        return Selection(tuple(unit_names(self.units)), (BOARD.names[self.here(state)],))

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        """Units that can neither go on nor assault are put down."""
        first = (self.units & -self.units).bit_length() - 1
        if not contains(state.parent, first):
            return False
        if not state.finished & self.units:
            here = self.here(state)
            if has_step(state, self.units, here) or assault_hexes(state, self):
                return False
        state.finish()
        return True

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action == ALL:
            return Refusal("10.4", "No other unit here began the phase with the units in hand.")
        if action == TOP:
            return Refusal("11.6", "Take one unit in hand that is not on top of its stack.")
        if action == DONE:
            return Refusal("10.1", "Stop the units in hand before you end the phase.")
        return out_of_phase(state, action)


def emit_move(state: DriveOnMoscowState, units: int, here: int, way: list[int]) -> None:
    """11.6: everybody sees the top one of the units that move, and how many they are."""
    names = [BOARD.names[hex] for hex in (here, *way)]
    moving = [unit for unit in state.at(here) if contains(units, unit)]
    text = ""
    if state.tells_all:
        count = len(moving)
        others = "" if count == 1 else " and another unit" if count == 2 else f" and {count - 1} other units"
        text = f"{capital(unit_label(state, moving[-1]) + others)}: {hex_label(here)} to {hex_label(way[-1])}."
    emit_fates(state, Kind.MOVE, text, "10.0", moving, Fate.MOVED, way[-1], names)
