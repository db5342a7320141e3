"""5.0 Reinforcements: drawing them from the pool and deploying them."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import CHANCE, Action, Fate, Kind, Selection, Step
from ...core.conditions import Condition, where
from ...core.sets import SpaceSet, contains, members, set_of
from ...core.step import BOTTOM
from ...core.step_codec import Places, Unit
from .facts import (
    ALL_OF,
    AREAS,
    BOARD,
    COMBAT,
    ENTERS,
    ENTRY_AREAS,
    GERMAN,
    HAND,
    HOEPNER,
    LENINGRAD,
    PANZER_GROUP_4,
    POOL,
    ROAD_SET,
    SIDE,
    SIDES,
    SOVIET,
    STAGING,
    TITLES,
    UNIT_NAMES,
    ZHUKOV,
    space_label,
    the_unit,
    unit_subject,
)
from .logistics_value import logistics_value
from .options import ZHUKOV_HOEPNER
from .refusals import ROOM, Conditions, RuledStep, about_area, about_block
from .state import Moscow41State
from .supply import network
from .words import AT, CALL, CANCEL, DRAW, UNIT


def pool(state: Moscow41State, side: int) -> SpaceSet:
    return state.at[POOL] & ALL_OF[side]


def drawn(state: Moscow41State, side: int) -> SpaceSet:
    """The blocks that have been drawn and not yet deployed."""
    return state.at[HAND] & ALL_OF[side]


# 5.0, 14.2: where a reinforcement may be deployed. A box is no place but for Zhukov, who may defend Leningrad.

BOX = 1 << LENINGRAD


def german_entry(state: Moscow41State, step: Entering) -> SpaceSet:
    """5.0: staging areas; the 4th Panzer Group enters where Hoepner is on the road."""
    if not enters_on_the_road(state, step.unit):
        return ENTERS[step.unit]
    box = state.where[HOEPNER]
    return 1 << box if contains(COMBAT, step.unit) and contains(ROAD_SET, box) else 0


def enters_on_the_road(state: Moscow41State, unit: int) -> bool:
    return contains(PANZER_GROUP_4, unit) and not contains(state.german, LENINGRAD) and state.setting.road


def entry_words(state: Moscow41State, step: Entering, area: int) -> str:
    """Where a German reinforcement enters."""
    name, areas = unit_subject(step.unit), ENTERS[step.unit]
    if enters_on_the_road(state, step.unit):
        return f"{name} enters where Hoepner is on the Road to Leningrad."
    if areas == STAGING:
        return f"{name} enters in a German staging area."
    return f"{name} enters in its own staging area, {space_label(areas.bit_length() - 1)}."


def may_defend_leningrad(state: Moscow41State, step: Entering) -> bool:
    """14.2: Zhukov, when drawn."""
    return step.unit == ZHUKOV and bool(state.optional & ZHUKOV_HOEPNER) and state.setting.road


def leningrad(state: Moscow41State, step: Entering) -> SpaceSet:
    """14.2: the box, for Zhukov, as long as it is Soviet and he has not been recalled from it."""
    return BOX & ~state.german if may_defend_leningrad(state, step) and not state.zhukov_recalled else 0


GERMAN_ENTRY: Conditions = (Condition(german_entry, "5.0", entry_words),)
SOVIET_ENTRY: Conditions = (
    Condition(
        lambda state, step: AREAS | where(may_defend_leningrad(state, step)),
        "2.2",
        about_area("{unit} cannot enter {area}."),
        implied=True,
    ),
    Condition(
        lambda state, step: ~BOX | where(not state.zhukov_recalled),
        "14.2",
        about_area("Zhukov has been recalled from Leningrad and cannot go back."),
        implied=True,
    ),
    Condition(lambda state, step: ~(BOX & state.german), "14.2", about_area("{area} has fallen."), implied=True),
    Condition(
        lambda state, step: ENTRY_AREAS | leningrad(state, step), "5.0", about_area("There is no city in {area}.")
    ),
    Condition(
        lambda state, step: BOX | state.controlled(SOVIET),
        "5.0",
        about_area("{area} is not under Soviet control."),
        implied=True,
    ),
    Condition(lambda state, step: ~state.contested, "5.0", about_area("{area} is contested."), implied=True),
    Condition(lambda state, step: BOX | network(state, SOVIET), "5.0", about_area("{area} is out of supply.")),
    Condition(lambda state, step: BOX | ~step.used, "5.0", about_area("{area} has received its one reinforcement.")),
    ROOM,
)


# 11.0: how many are drawn.


def up_to(most: int) -> SpaceSet:
    """The numbers from 0 to the most."""
    return (1 << most + 1) - 1


CALLED: Conditions = (
    Condition(
        lambda state, step: up_to(logistics_value(state, step.side)),
        "11.0",
        lambda state, step, count: (
            f"Your Logistics Value is {logistics_value(state, step.side)}; draw no more than that."
        ),
    ),
    Condition(
        lambda state, step: up_to(pool(state, step.side).bit_count()),
        "11.0",
        lambda state, step, count: f"There are only {pool(state, step.side).bit_count()} blocks in the pool.",
    ),
)


@dataclass(frozen=True, slots=True)
class CallReinforcements(RuledStep):
    """11.0, option B: how many blocks are drawn, from none up to the Logistics Value? Said before the first is."""

    side: int

    rule = "11.0"
    always_ask = True  # how many can be drawn is the owner's secret
    first = "Say first how many reinforcements you draw."

    def actor(self, state: Moscow41State) -> str:
        return SIDES[self.side]

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return CALLED if verb == "call" else ()

    def most(self, state: Moscow41State) -> int:
        return self.passing(state, "call").bit_length() - 1

    def text(self, state: Moscow41State) -> str:
        return f"How many reinforcements do you draw? At most {self.most(state)}."

    def public_text(self, state: Moscow41State) -> str:
        return f"The {TITLES[self.side]} player decides how many reinforcements to draw."

    def actions(self, state: Moscow41State) -> list[Action]:
        return CALL[self.most(state) :: -1]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.replace(Drawing(self.side, action.number, False))

    def auto_advance(self, state: Moscow41State) -> bool:
        """Everybody sees that a pool is empty."""
        if pool(state, self.side):
            return False
        state.replace(Drawing(self.side, 0, False))
        return True


@dataclass(frozen=True, slots=True)
class Drawing(Step[Moscow41State]):
    """5.0: reinforcements are drawn from the pool at random. The owner alone sees which."""

    side: int
    count: int
    begun: bool

    rule = "5.0"
    lies_on = (BOTTOM, "Exhausting")
    secret_draw = True

    def actor(self, state: Moscow41State) -> str:
        return CHANCE

    def text(self, state: Moscow41State) -> str:
        left = min(self.count, pool(state, self.side).bit_count())
        return f"{TITLES[self.side]} reinforcements are drawn; {left} to come."

    def actions(self, state: Moscow41State) -> list[Action]:
        return [DRAW[unit] for unit in members(pool(state, self.side))]

    def take(self, state: Moscow41State, action: Action) -> None:
        self.draw(state, action.number)

    def draw(self, state: Moscow41State, unit: int) -> None:
        state.replace(Drawing(self.side, self.count - 1, True))
        state.emit_block(Kind.DRAW, unit, "is drawn from the pool", "5.0", Fate.MOVED, HAND)
        state.put(unit, HAND)

    def auto_advance(self, state: Moscow41State) -> bool:
        left = pool(state, self.side)
        if not self.begun:
            count = min(self.count, left.bit_count())
            text = f"{TITLES[self.side]} reinforcements to be drawn: {count}."
            state.emit(Kind.ORDER, text, "5.0", SIDES[self.side], reveals=True)
            state.replace(Drawing(self.side, count, True))
        elif not self.count or not left:
            state.replace(Deploying(self.side, 0))
        elif left & (left - 1):
            return False
        else:
            self.draw(state, left.bit_length() - 1)
        return True


def with_a_place(state: Moscow41State, step: Deploying) -> SpaceSet:
    """5.0: the drawn blocks that can be deployed somewhere. To all Soviet blocks but Zhukov the same areas are open."""
    blocks = drawn(state, step.side)
    alike = blocks & ~(1 << ZHUKOV) if step.side == SOVIET else 0
    others = blocks & ~alike | alike & -alike
    found = set_of(unit for unit in members(others) if Entering(unit, step.used).passing(state, "at"))
    return found | alike if found & alike else found


DEPLOYED: Conditions = (
    Condition(lambda state, step: ALL_OF[step.side], "5.0", about_block("That block is not yours."), implied=True),
    Condition(lambda state, step: drawn(state, step.side), "5.0", about_block("{block} was not drawn."), implied=True),
    Condition(with_a_place, "5.0", lambda state, step, unit: f"There is no place for {the_unit(unit)} now."),
)


@dataclass(frozen=True, slots=True)
class Deploying(RuledStep):
    """5.0: the drawn blocks are deployed; those without a place return to the pool."""

    side: int
    used: Places

    rule = "5.0"
    lies_on = (BOTTOM, "Exhausting")
    always_ask = True
    first = "Deploy the blocks that were drawn first."

    def actor(self, state: Moscow41State) -> str:
        return SIDES[self.side]

    def text(self, state: Moscow41State) -> str:
        return "Choose the next reinforcement to deploy."

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return DEPLOYED if verb == "unit" else ()

    def actions(self, state: Moscow41State) -> list[Action]:
        return [UNIT[unit] for unit in members(self.passing(state, "unit"))]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.push(Entering(action.number, self.used))

    def auto_advance(self, state: Moscow41State) -> bool:
        """Blocks that cannot be deployed are returned; how many is plain to everybody."""
        if self.actions(state):
            return False
        left = drawn(state, self.side)
        if left:
            text = f"{TITLES[self.side]} blocks that cannot be deployed return to the pool: {left.bit_count()}."
            state.emit_blocks(Kind.DEPARTURE, text, "5.0", members(left), Fate.MOVED, POOL)
        for unit in members(left):
            state.put(unit, POOL)
        state.finish()
        return True


@dataclass(frozen=True, slots=True)
class Entering(RuledStep):
    """5.0: where does a reinforcement enter?"""

    unit: Unit
    used: Places

    rule = "5.0"
    lies_on = ("Deploying",)
    first = "Choose where the block enters, or cancel."

    def actor(self, state: Moscow41State) -> str:
        return SIDES[SIDE[self.unit]]

    def text(self, state: Moscow41State) -> str:
        return f"Where does {the_unit(self.unit)} enter?"

    def public_text(self, state: Moscow41State) -> str:
        return f"The {TITLES[SIDE[self.unit]]} player deploys a reinforcement."

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((UNIT_NAMES[self.unit],))

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        if verb != "at":
            return ()
        return GERMAN_ENTRY if SIDE[self.unit] == GERMAN else SOVIET_ENTRY

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(AT[area] for area in members(self.passing(state, "at"))), CANCEL]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.finish()
        if action.verb != "cancel":
            self.deploy(state, action.number)

    def deploy(self, state: Moscow41State, place: int) -> None:
        side = SIDE[self.unit]
        what, spaces = f"enters in {space_label(place)}", [BOARD.names[place]]
        state.emit_block(Kind.ARRIVAL, self.unit, what, "5.0", Fate.ARRIVED, place, spaces)
        state.enter(self.unit, place)
        used = self.used if contains(STAGING, place) else self.used | 1 << place
        state.replace(Deploying(side, used))

    def auto_advance(self, state: Moscow41State) -> bool:
        """On the Road to Leningrad there is one place only."""
        places = self.passing(state, "at")
        if not places & ROAD_SET or places & ~ROAD_SET:
            return False
        state.finish()
        self.deploy(state, places.bit_length() - 1)
        return True
