"""Set-up (15.0): the orders of a scenario, one after the other; draws by chance, free placements by the players."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import CHANCE, Action, Fate, Kind, Selection
from ...core.conditions import EVERYTHING, Condition, passing
from ...core.sets import SpaceSet, contains, members
from ...core.step_codec import Places, Unit
from .facts import (
    ALL_OF,
    AREAS,
    BOARD,
    ELIMINATED,
    FULL,
    GERMAN,
    HAND,
    LINES,
    MINIMUM,
    NEAR,
    POOL,
    REMNANTS,
    SIDES,
    SOVIET,
    TITLES,
    UNIT_NAMES,
    WAITING,
    front_of,
    matching,
    space_label,
    the_unit,
)
from .loader import Order
from .refusals import Conditions, RuledStep, about_area, about_block
from .state import Moscow41State
from .words import AT, CANCEL, DRAW, LINE, OFFER, UNIT

ASIDE = {  # how the log puts it that blocks are not placed on the map
    POOL: "to be drawn from the Reinforcement Pool",
    ELIMINATED: "lost for good",
    WAITING: "not yet available",
}


def candidates(state: Moscow41State, side: int, order: Order) -> SpaceSet:
    """The blocks that an order is still about."""
    return matching(order, side, state.at[HAND])


def strength_for(order: Order, unit: int) -> int:
    """The strength at which an order places a block."""
    for name, strength in order.strengths:
        if name == UNIT_NAMES[unit]:
            return strength
    if isinstance(order.strength, int):
        return min(order.strength, FULL[unit])
    remnant = order.strength == "minimum" or contains(REMNANTS, unit)
    return MINIMUM[unit] if remnant else FULL[unit]


# Where an order lets the owner place lines and blocks.


def along_the_front(state: Moscow41State, step: SetUp | Placing) -> SpaceSet:
    return front_of(state.setting, step.side) if step.order(state).where == "front" else EVERYTHING


def near_enough(state: Moscow41State, step: SetUp | Placing) -> SpaceSet:
    order = step.order(state)
    if order.where not in ("near", "at or near"):
        return EVERYTHING
    return NEAR[order.near] | 1 << order.near if order.where == "at or near" else NEAR[order.near]


ALLOWED: Conditions = (
    Condition(
        lambda state, step: AREAS, "2.7", about_area("{area} is a box, and nothing is placed there."), implied=True
    ),
    Condition(
        lambda state, step: state.controlled(step.side),
        "15.0",
        lambda state, step, area: f"{space_label(area)} is not under {TITLES[step.side]} control.",
    ),
    Condition(along_the_front, "15.0", about_area("{area} is not on the front line.")),
    Condition(
        near_enough,
        "15.0",
        lambda state, step, area: f"{space_label(area)} is not adjacent to {space_label(step.order(state).near)}.",
    ),
)
LINE_PLACES: Conditions = (
    *ALLOWED,
    Condition(
        lambda state, step: ~state.lines_of(step.side),
        "15.0",
        about_area("There is already a defensive line in {area}."),
    ),
)
BLOCK_PLACES: Conditions = (
    *ALLOWED,
    Condition(
        lambda state, step: ~step.used if step.order(state).each else EVERYTHING,
        "15.0",
        about_area("{area} has received its one block."),
    ),
    Condition(lambda state, step: ~state.full[step.side], "2.7", about_area("No further block may stack in {area}.")),
)
CHOSEN: Conditions = (
    Condition(lambda state, step: ALL_OF[step.side], "15.0", about_block("That block is not yours."), implied=True),
    Condition(lambda state, step: step.chosen_blocks(state), "15.0", about_block("{block} is not placed now.")),
)


def offered_place(order: Order, done: int, places: SpaceSet) -> int:
    """The next place of the offered set-up, or the first that is free."""
    for area in order.offer[done:]:
        if contains(places, area):
            return area
    return (places & -places).bit_length() - 1


@dataclass(frozen=True, slots=True)
class SetUp(RuledStep):
    """15.0: the next order of a side's set-up. ``done`` counts what it has placed, ``used`` the areas it has used;
    ``offered`` means that the rest follows the offered set-up."""

    side: int
    number: int
    done: int
    used: Places
    offered: bool

    rule = "15.0"
    secret_draw = True

    def order(self, state: Moscow41State) -> Order:
        return state.setting.orders[self.side][self.number]

    def is_free(self, state: Moscow41State) -> bool:
        """Whether the owner chooses here."""
        order = self.order(state)
        return bool(order.where and (order.lines or order.chosen))

    def actor(self, state: Moscow41State) -> str:
        return SIDES[self.side] if self.is_free(state) else CHANCE

    def text(self, state: Moscow41State) -> str:
        order = self.order(state)
        if order.lines:
            return f"Place a defensive line. Left: {order.lines - self.done}."
        if order.chosen:
            return "Choose the next block to place."
        return f"The {TITLES[self.side]} set-up: a block is drawn."

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        if verb == "line" and self.order(state).lines:
            return LINE_PLACES
        return CHOSEN if verb == "unit" else ()

    def places(self, state: Moscow41State) -> SpaceSet:
        """Where the next block of the order may be placed."""
        return passing(BLOCK_PLACES, state, self)

    def chosen_blocks(self, state: Moscow41State) -> SpaceSet:
        """The blocks among which the owner chooses the next one."""
        order = self.order(state)
        return candidates(state, self.side, order) if order.chosen and not order.lines else 0

    def actions(self, state: Moscow41State) -> list[Action]:
        order = self.order(state)
        if order.lines:
            return [*(LINE[area] for area in members(self.passing(state, "line"))), OFFER]
        if order.chosen:
            return [*(UNIT[unit] for unit in members(self.passing(state, "unit"))), OFFER]
        return [DRAW[unit] for unit in members(candidates(state, self.side, order))]

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "offer":
            state.replace(SetUp(self.side, self.number, self.done, self.used, True))
        elif action.verb == "line":
            state.set_line(self.side, action.number, True)
            self.on(state)
        elif action.verb == "draw":
            self.place_drawn(state, action.number)
        else:
            state.push(Placing(action.number, self))

    def place_drawn(self, state: Moscow41State, unit: int) -> None:
        order = self.order(state)
        if order.to:
            self.put(state, unit, BOARD.ids[order.to])
        elif order.at:
            self.put(state, unit, order.at[self.done])
        elif self.offered:
            self.put(state, unit, offered_place(order, self.done, self.places(state)))
        else:
            state.push(Placing(unit, self))

    def put(self, state: Moscow41State, unit: int, place: int) -> None:
        """One block goes to its place."""
        order = self.order(state)
        state.put(unit, place)
        state.strength[unit] = strength_for(order, unit) if not order.to else FULL[unit]
        if order.revealed:
            state.revealed |= 1 << unit
        if not order.to:
            what, spaces = f"is placed in {space_label(place)}", [BOARD.names[place]]
            state.emit_block(Kind.SET_UP, unit, what, "15.0", Fate.TOOK_PART, None, spaces)
        self.on(state, place)

    def on(self, state: Moscow41State, place: int = 0) -> None:
        used = self.used | 1 << place if place else self.used
        state.replace(SetUp(self.side, self.number, self.done + 1, used, self.offered))

    def auto_advance(self, state: Moscow41State) -> bool:
        """Whatever the order leaves to nobody is done at once."""
        order = self.order(state)
        if self.is_over(state):
            self.next_order(state)
            return True
        if order.lines:
            return self.advance_lines(state)
        blocks = candidates(state, self.side, order)
        unit = (blocks & -blocks).bit_length() - 1
        if order.where:
            if self.offered and order.chosen:
                self.put(state, unit, offered_place(order, self.done, self.places(state)))
                return True
            if order.chosen or blocks & (blocks - 1):
                return False
            self.place_drawn(state, unit)
            return True
        rest = set(order.at[self.done :])
        if blocks.bit_count() == self.due(state) and (order.to or len(rest) == 1):
            place = BOARD.ids[order.to] if order.to else order.at[self.done]
            self.put(state, unit, place)
            return True
        return False

    def due(self, state: Moscow41State) -> int:
        """How many blocks the order has still to place."""
        order = self.order(state)
        blocks = candidates(state, self.side, order).bit_count()
        total = order.draw or (len(order.at) if order.at else 0)
        return min(total - self.done, blocks) if total else blocks

    def is_over(self, state: Moscow41State) -> bool:
        order = self.order(state)
        if order.lines:
            return self.done >= min(order.lines, LINES[self.side])
        if not self.due(state):
            return True
        return bool(order.where and not self.places(state))

    def advance_lines(self, state: Moscow41State) -> bool:
        order = self.order(state)
        if order.at:
            state.set_line(self.side, order.at[self.done], True)
        elif self.offered:
            areas = self.passing(state, "line")
            state.set_line(self.side, offered_place(order, self.done, areas), True)
        else:
            return False
        self.on(state)
        return True

    def next_order(self, state: Moscow41State) -> None:
        """Blocks that found no room go to the pool."""
        order = self.order(state)
        if order.to and self.done:
            blocks = "block" if self.done == 1 else "blocks"
            text = f"{self.done} {TITLES[self.side]} {blocks} {ASIDE[BOARD.ids[order.to]]}."
            state.emit(Kind.SET_UP, text, "15.0", SIDES[self.side], [order.to])
        if order.where and not order.lines:
            for unit in members(candidates(state, self.side, order)):
                state.put(unit, POOL)
        if self.number + 1 < len(state.setting.orders[self.side]):
            state.replace(SetUp(self.side, self.number + 1, 0, 0, self.offered))
        elif self.side == SOVIET:
            state.replace(SetUp(GERMAN, 0, 0, 0, False))
        else:
            state.finish()

    def otherwise(self, state: Moscow41State) -> str:
        return "Place a defensive line first." if self.order(state).lines else self.text(state)


@dataclass(frozen=True, slots=True)
class Placing(RuledStep):
    """15.0: where is this block placed?"""

    unit: Unit
    setup: SetUp

    rule = "15.0"
    lies_on = ("SetUp",)
    first = "Place the block in hand first."

    @property
    def side(self) -> int:
        return self.setup.side

    @property
    def used(self) -> SpaceSet:
        return self.setup.used

    def order(self, state: Moscow41State) -> Order:
        return self.setup.order(state)

    def actor(self, state: Moscow41State) -> str:
        return SIDES[self.setup.side]

    def text(self, state: Moscow41State) -> str:
        return f"Where do you place {the_unit(self.unit)}? Strength: {strength_for(self.order(state), self.unit)}."

    def public_text(self, state: Moscow41State) -> str:
        return f"The {TITLES[self.setup.side]} player places a block."

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((UNIT_NAMES[self.unit],))

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return BLOCK_PLACES if verb == "at" else ()

    def actions(self, state: Moscow41State) -> list[Action]:
        found = [AT[area] for area in members(self.passing(state, "at"))]
        found.append(CANCEL if self.order(state).chosen else OFFER)
        return found

    def take(self, state: Moscow41State, action: Action) -> None:
        state.finish()
        if action.verb == "at":
            self.setup.put(state, self.unit, action.number)
        elif action.verb == "offer":
            setup = SetUp(self.setup.side, self.setup.number, self.setup.done, self.setup.used, True)
            state.replace(setup)
            setup.place_drawn(state, self.unit)
