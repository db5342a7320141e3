"""5.0 Reinforcements: drawing them from the pool and deploying them."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import CHANCE, Action, Refusal, Selection, Step
from ...core.conditions import Condition, first_failing, passing
from ...core.sets import SpaceSet, members
from ...core.step import BOTTOM
from ...core.step_codec import Places, Unit
from .facts import (
    ALL_OF,
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
from .options import ZHUKOV_HOEPNER
from .state import Moscow41State
from .supply import network
from .value import logistics_value
from .words import AT, CALL, CANCEL, DRAW, UNIT


def pool(state: Moscow41State, side: int) -> SpaceSet:
    return state.at[POOL] & ALL_OF[side]


def drawn(state: Moscow41State, side: int) -> SpaceSet:
    """The blocks that have been drawn and not yet deployed."""
    return state.at[HAND] & ALL_OF[side]


def entry_areas(state: Moscow41State, unit: int, used: SpaceSet) -> SpaceSet:
    """5.0: where a reinforcement may be deployed; ``used`` are the areas that have received one already."""
    if SIDE[unit] == GERMAN:
        return german_entry(state, unit)
    found = passing(ENTER_CITY, state, used)
    return found | 1 << LENINGRAD & ~state.german if may_defend_leningrad(state, unit) else found


def german_entry(state: Moscow41State, unit: int) -> SpaceSet:
    """5.0: staging areas; the 4th Panzer Group enters where Hoepner is on the road."""
    if not PANZER_GROUP_4 >> unit & 1 or state.german >> LENINGRAD & 1 or not state.setting.road:
        return ENTERS[unit]
    box = state.where[HOEPNER]
    return 1 << box if COMBAT >> unit & 1 and ROAD_SET >> box & 1 else 0


def may_defend_leningrad(state: Moscow41State, unit: int) -> bool:
    """14.2: Zhukov, when drawn, unless he has been recalled."""
    if unit != ZHUKOV or not state.optional & ZHUKOV_HOEPNER:
        return False
    return state.setting.road and not state.zhukov_recalled


ENTER_CITY: tuple[Condition[Moscow41State, SpaceSet], ...] = (  # about the areas that have received a block
    Condition(
        lambda state, used: ENTRY_AREAS, "5.0", lambda state, used, area: f"There is no city in {space_label(area)}."
    ),
    Condition(
        lambda state, used: state.controlled(SOVIET),
        "5.0",
        lambda state, used, area: f"{space_label(area)} is not under Soviet control.",
        implied=True,
    ),
    Condition(
        lambda state, used: ~state.contested,
        "5.0",
        lambda state, used, area: f"{space_label(area)} is contested.",
        implied=True,
    ),
    Condition(
        lambda state, used: network(state, SOVIET),
        "5.0",
        lambda state, used, area: f"{space_label(area)} is out of supply.",
    ),
    Condition(
        lambda state, used: ~used,
        "5.0",
        lambda state, used, area: f"{space_label(area)} has received its one reinforcement.",
    ),
    Condition(
        lambda state, used: ~state.full[SOVIET],
        "2.7",
        lambda state, used, area: f"No further block may stack in {space_label(area)}.",
    ),
)


@dataclass(frozen=True, slots=True)
class CallReinforcements(Step[Moscow41State]):
    """11.0, option B: how many blocks are drawn, from none up to the Logistics Value? Said before the first is."""

    side: int

    rule = "11.0"
    asked_anyway = True  # how many can be drawn is the owner's secret

    def actor(self, state: Moscow41State) -> str:
        return SIDES[self.side]

    def most(self, state: Moscow41State) -> int:
        return min(logistics_value(state, self.side), pool(state, self.side).bit_count())

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

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb != "call":
            return Refusal("11.0", "Say first how many reinforcements you draw.")
        if action.number > logistics_value(state, self.side):
            return Refusal(
                "11.0", f"Your Logistics Value is {logistics_value(state, self.side)}; draw no more than that."
            )
        return Refusal("11.0", f"There are only {pool(state, self.side).bit_count()} blocks in the pool.")


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
        state.emit_block("drawn", unit, "is drawn from the pool", "5.0")
        state.put(unit, HAND)

    def auto_advance(self, state: Moscow41State) -> bool:
        left = pool(state, self.side)
        if not self.begun:
            count = min(self.count, left.bit_count())
            state.emit("reveal", f"{TITLES[self.side]} reinforcements to be drawn: {count}.", "5.0")
            state.replace(Drawing(self.side, count, True))
        elif not self.count or not left:
            state.replace(Deploying(self.side, 0))
        elif left & (left - 1):
            return False
        else:
            self.draw(state, left.bit_length() - 1)
        return True


@dataclass(frozen=True, slots=True)
class Deploying(Step[Moscow41State]):
    """5.0: the drawn blocks are deployed; those without a place return to the pool."""

    side: int
    used: Places

    rule = "5.0"
    lies_on = (BOTTOM, "Exhausting")
    asked_anyway = True

    def actor(self, state: Moscow41State) -> str:
        return SIDES[self.side]

    def text(self, state: Moscow41State) -> str:
        return "Choose the next reinforcement to deploy."

    def actions(self, state: Moscow41State) -> list[Action]:
        return [UNIT[unit] for unit in members(drawn(state, self.side)) if entry_areas(state, unit, self.used)]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.push(Entering(action.number, self.used))

    def auto_advance(self, state: Moscow41State) -> bool:
        """Blocks that cannot be deployed are returned; how many is plain to everybody."""
        if self.actions(state):
            return False
        left = drawn(state, self.side)
        for unit in members(left):
            state.put(unit, POOL)
        if left:
            text = f"{TITLES[self.side]} blocks that cannot be deployed return to the pool: {left.bit_count()}."
            state.emit("returned", text, "5.0")
        state.finish()
        return True

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb == "unit" and drawn(state, self.side) >> action.number & 1:
            return Refusal("5.0", f"There is no place for {the_unit(action.number)} now.")
        return Refusal("5.0", "Deploy the blocks that were drawn first.")


@dataclass(frozen=True, slots=True)
class Entering(Step[Moscow41State]):
    """5.0: where does a reinforcement enter?"""

    unit: Unit
    used: Places

    rule = "5.0"
    lies_on = ("Deploying",)

    def actor(self, state: Moscow41State) -> str:
        return SIDES[SIDE[self.unit]]

    def text(self, state: Moscow41State) -> str:
        return f"Where does {the_unit(self.unit)} enter?"

    def public_text(self, state: Moscow41State) -> str:
        return f"The {TITLES[SIDE[self.unit]]} player deploys a reinforcement."

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((UNIT_NAMES[self.unit],))

    def places(self, state: Moscow41State) -> SpaceSet:
        return entry_areas(state, self.unit, self.used)

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(AT[area] for area in members(self.places(state))), CANCEL]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.finish()
        if action.verb != "cancel":
            self.deploy(state, action.number)

    def deploy(self, state: Moscow41State, place: int) -> None:
        side = SIDE[self.unit]
        state.emit_block("reinforcement", self.unit, f"enters in {space_label(place)}", "5.0", [BOARD.names[place]])
        state.enter(self.unit, place)
        used = self.used if STAGING >> place & 1 else self.used | 1 << place
        state.replace(Deploying(side, used))

    def auto_advance(self, state: Moscow41State) -> bool:
        """On the Road to Leningrad there is one place only."""
        places = self.places(state)
        if not places & ROAD_SET or places & ~ROAD_SET:
            return False
        state.finish()
        self.deploy(state, places.bit_length() - 1)
        return True

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb != "at":
            return Refusal("5.0", "Choose where the block enters, or cancel.")
        if SIDE[self.unit] == GERMAN:
            return Refusal("5.0", f"{unit_subject(self.unit)} enters in {staging_words(self.unit)}.")
        if action.number == LENINGRAD:
            return why_not_in_leningrad(state, self.unit)
        return first_failing(ENTER_CITY, state, self.used, action.number)


def staging_words(unit: int) -> str:
    """Where a German reinforcement enters."""
    areas = ENTERS[unit]
    if areas == STAGING:
        return "a German staging area"
    return f"its own staging area, {space_label(areas.bit_length() - 1)}"


def why_not_in_leningrad(state: Moscow41State, unit: int) -> Refusal:
    if unit == ZHUKOV and state.zhukov_recalled:
        return Refusal("14.2", "Zhukov has been recalled from Leningrad and cannot go back.")
    return Refusal("2.2", f"{unit_subject(unit)} cannot enter Leningrad.")
