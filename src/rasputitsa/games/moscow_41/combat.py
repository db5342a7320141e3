"""10.4, 10.10, 10.11, 10.16: support, the choice of battles, and the Blitz Segment."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from ...core import Action, Forecast, Mark, Refusal, Selection, Step
from ...core.sets import SpaceSet, members, set_of
from ...core.step_codec import Unit
from .battle import begin_battle, unlike_bombers
from .facts import (
    AIR_HQS,
    AREAS,
    BLITZ_HQS,
    BOARD,
    BOMBER_HQ,
    BOMBER_NAMES,
    BOMBERS,
    BOMBERS_OF,
    GERMAN,
    GREEN,
    HOEPNER,
    NEAR,
    READY,
    SIDE,
    SIDES,
    STUKAS,
    SUNNY,
    TACTICAL,
    UNIT_NAMES,
    space_label,
    the_unit,
    unit_subject,
)
from .fire import attackers
from .forecast import attack_forecast, attack_words
from .movement import emit_move
from .options import ZHUKOV_HOEPNER
from .ranges import air_range, commanded_by
from .reach import engages_across_river
from .state import Moscow41State
from .strength import attacking_strength
from .words import AT, BATTLE, CANCEL, COMMIT, DONE, MOVE, SUPPORT, UNIT


def hoepner_on_map(state: Moscow41State) -> bool:
    """14.2, 15.2, 15.3: whether Hoepner has artillery and allows blitzes."""
    return not state.setting.road or bool(state.optional & ZHUKOV_HOEPNER)


def has_artillery(state: Moscow41State, hq: int) -> bool:
    """10.4: an activated Tactical HQ that is not exhausted; Hoepner only by special rule."""
    if not AREAS >> state.where[hq] & 1 or not state.strength[hq]:
        return False
    return hq != HOEPNER or hoepner_on_map(state)


def is_blitz_hq(state: Moscow41State, hq: int) -> bool:
    """10.16, 14.2"""
    if hq == HOEPNER:
        return bool(state.optional & ZHUKOV_HOEPNER)
    return bool(BLITZ_HQS >> hq & 1)


def open_battles(state: Moscow41State) -> SpaceSet:
    """10.11: the contested areas in which the active player can attack and has not yet done so."""
    contested = state.contested & ~state.fought
    return set_of(area for area in members(contested) if attackers(state, area))


def mandatory_battles(state: Moscow41State) -> SpaceSet:
    """10.11: the newly contested areas without a battle so far."""
    return open_battles(state) & ~state.before


@dataclass(frozen=True, slots=True)
class Support(Step[Moscow41State]):
    """10.4, 10.10: artillery markers and bombers are assigned before the first battle."""

    blitz: bool

    rule = "10.4"
    lies_on = ("Battles",)
    labels: ClassVar[dict[str, str]] = {"done": "No more support"}

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        what = "artillery fire and bombers" if state.active == GERMAN else "artillery fire"
        return f"Assign {what} to battles, or begin the battles."

    def areas(self, state: Moscow41State) -> SpaceSet:
        """The areas where a battle may follow."""
        return mandatory_battles(state) if self.blitz else open_battles(state)

    def guns(self, state: Moscow41State) -> list[int]:
        """The HQs that may still direct their artillery somewhere."""
        areas = self.areas(state)
        return [
            hq
            for hq in members(state.activated & TACTICAL)
            if not state.target[hq]
            and NEAR[state.where[hq]] & areas
            and has_artillery(state, hq)
            and (not self.blitz or is_blitz_hq(state, hq))
        ]

    def bombers(self, state: Moscow41State) -> list[int]:
        """The bombers, one of each sort, that may still be committed somewhere."""
        if self.blitz:
            return unlike_stukas(state, self.areas(state))
        found: list[int] = []
        for hq in members(state.activated & AIR_HQS):
            own = [bomber for bomber in members(BOMBERS_OF[hq]) if state.air[bomber] == READY]
            if bombers_out(state, hq) < attacking_strength(state, hq) and air_range(state, hq) & self.areas(state):
                found += unlike_bombers(own)
        return found

    def actions(self, state: Moscow41State) -> list[Action]:
        found = [SUPPORT[hq] for hq in self.guns(state)]
        found += [COMMIT[bomber] for bomber in self.bombers(state)]
        found.append(DONE)
        return found

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "support":
            state.push(Aiming(action.number, self.blitz))
        elif action.verb == "commit":
            state.push(Committing(action.number, self.blitz))
        else:
            state.finish()

    def auto_advance(self, state: Moscow41State) -> bool:
        """Activated HQs, bombers and contested areas are open to all."""
        if self.areas(state) and (self.guns(state) or self.bombers(state)):
            return False
        state.finish()
        return True

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb == "support":
            return self.why_not_guns(state, action.number)
        if action.verb == "commit":
            return self.why_not_bomber(state, action.number)
        return Refusal("10.11", "Assign support first; then the battles begin.")

    def why_not_guns(self, state: Moscow41State, hq: int) -> Refusal:
        name = unit_subject(hq)
        if not state.activated >> hq & 1 or not TACTICAL >> hq & 1:
            return Refusal("10.4", f"{name} is not an activated Tactical HQ.")
        if state.target[hq]:
            return Refusal("10.4", f"{name} already has its artillery marker on the map.")
        if not state.strength[hq]:
            return Refusal("10.5", f"{name} is exhausted and has no artillery fire.")
        if not has_artillery(state, hq):
            return Refusal("10.4", f"{name} has no artillery fire.")
        if self.blitz and not is_blitz_hq(state, hq):
            return Refusal("10.16", f"{name} is not a Blitz HQ.")
        return Refusal("10.4", f"No area of a possible battle is adjacent to {the_unit(hq)}.")

    def why_not_bomber(self, state: Moscow41State, bomber: int) -> Refusal:
        hq, place, title = BOMBER_HQ[bomber], state.air[bomber], BOMBERS[bomber].title
        if self.blitz:
            return why_not_follow(state, bomber, self.areas(state))
        if not state.activated >> hq & 1:
            return Refusal("10.10", f"{unit_subject(hq)} is not activated, so its bombers do not fly.")
        if AREAS >> place & 1:
            return Refusal("10.10", f"That {title} is already committed.")
        if place != READY:
            return Refusal("10.12.3", f"That {title} is not available.")
        if bombers_out(state, hq) >= attacking_strength(state, hq):
            return Refusal("10.10", f"{unit_subject(hq)} has committed as many bombers as it has strength.")
        if not air_range(state, hq) & self.areas(state):
            return Refusal("10.10", f"No area of a possible battle is in the Air Range of {the_unit(hq)}.")
        return Refusal("10.10.1", f"The {title}s of a Fliegerkorps are alike: commit the one that is offered.")


def bombers_out(state: Moscow41State, hq: int) -> int:
    """10.10: how many bombers a Luftwaffe HQ has committed."""
    return sum(1 for bomber in members(BOMBERS_OF[hq]) if AREAS >> state.air[bomber] & 1)


def unlike_stukas(state: Moscow41State, areas: SpaceSet) -> list[int]:
    """10.16: Stukas that came through a battle may follow into an adjacent area, once."""
    found: dict[int, int] = {}
    for bomber in members(STUKAS):
        place = state.air[bomber]
        if (AREAS & ~areas) >> place & 1 and NEAR[place] & areas:
            found.setdefault(place, bomber)
    return list(found.values())


def why_not_follow(state: Moscow41State, bomber: int, areas: SpaceSet) -> Refusal:
    """10.16: what keeps a bomber from following a blitz."""
    place, title = state.air[bomber], BOMBERS[bomber].title
    if not STUKAS >> bomber & 1:
        return Refusal("10.16", f"Only Stukas follow a blitz, not the {title}.")
    if not AREAS >> place & 1:
        return Refusal("10.16", "That Stuka did not come through a battle in this impulse.")
    if areas >> place & 1:
        return Refusal("10.16", "That Stuka already follows a blitz.")
    if not NEAR[place] & areas:
        return Refusal("10.16", f"No battle of a blitz is adjacent to {space_label(place)}, where the Stuka struck.")
    return Refusal("10.16", "Stukas are alike: commit the one that is offered.")


class SendingSupport(Step[Moscow41State]):
    """10.4, 10.10: to which battle does the support go?"""

    __slots__ = ()
    blitz: bool

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def forecast(self, state: Moscow41State, action: Action | None, viewer: str | None) -> Forecast | None:
        """What the battle would be with this support."""
        if action is None or action.verb != "at" or not self.accepts(state, action):
            return None
        supported = state.copy()
        self.send(supported, action.number)
        return attack_forecast(supported, action.number, viewer)

    @abstractmethod
    def areas(self, state: Moscow41State) -> SpaceSet:
        """Where it can go."""

    @abstractmethod
    def send(self, state: Moscow41State, area: int) -> None:
        """It goes there."""

    @abstractmethod
    def too_far(self, state: Moscow41State, area: int) -> Refusal:
        """Why it cannot go to a battle that could be fought."""

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb != "at":
            return Refusal(self.rule, "Choose a battle to support, or cancel.")
        area = action.number
        if not state.contested >> area & 1:
            return Refusal("10.11", f"{space_label(area)} does not hold units of both players.")
        if not Support(self.blitz).areas(state) >> area & 1:
            return Refusal("10.11", f"There is no battle to support in {space_label(area)}.")
        return self.too_far(state, area)

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(AT[area] for area in members(self.areas(state))), CANCEL]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.finish()
        if action.verb != "cancel":
            self.send(state, action.number)


@dataclass(frozen=True, slots=True)
class Aiming(SendingSupport):
    """10.4: into which adjacent battle does an HQ fire?"""

    hq: Unit
    blitz: bool

    rule = "10.4"
    lies_on = ("Support",)

    def text(self, state: Moscow41State) -> str:
        return f"Artillery fire of {the_unit(self.hq)}: into which adjacent area?"

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((UNIT_NAMES[self.hq],))

    def areas(self, state: Moscow41State) -> SpaceSet:
        return Support(self.blitz).areas(state) & NEAR[state.where[self.hq]]

    def send(self, state: Moscow41State, area: int) -> None:
        state.target[self.hq] = area
        text = f"{unit_subject(self.hq)} directs its artillery into {space_label(area)}."
        state.emit("artillery", text, self.rule, [BOARD.names[area]], [UNIT_NAMES[self.hq]])

    def too_far(self, state: Moscow41State, area: int) -> Refusal:
        return Refusal("10.4", f"{space_label(area)} is not adjacent to {the_unit(self.hq)}.")


@dataclass(frozen=True, slots=True)
class Committing(SendingSupport):
    """10.10: to which battle is a bomber sent?"""

    bomber: int
    blitz: bool

    rule = "10.10"
    lies_on = ("Support",)

    def text(self, state: Moscow41State) -> str:
        return f"Which battle is the {BOMBERS[self.bomber].title} sent to?"

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((BOMBER_NAMES[self.bomber],))

    def areas(self, state: Moscow41State) -> SpaceSet:
        areas = Support(self.blitz).areas(state)
        if self.blitz:
            return areas & NEAR[state.air[self.bomber]]
        return areas & air_range(state, BOMBER_HQ[self.bomber])

    def send(self, state: Moscow41State, area: int) -> None:
        state.air[self.bomber] = area
        text = f"A {BOMBERS[self.bomber].title} is sent to {space_label(area)}."
        state.emit("bomber", text, self.rule, [BOARD.names[area]], [BOMBER_NAMES[self.bomber]])

    def too_far(self, state: Moscow41State, area: int) -> Refusal:
        if self.blitz:
            struck = space_label(state.air[self.bomber])
            return Refusal("10.16", f"{space_label(area)} is not adjacent to {struck}, where the Stuka struck.")
        hq = BOMBER_HQ[self.bomber]
        return Refusal("10.10", f"{space_label(area)} is not in the Air Range of {the_unit(hq)}.")


@dataclass(frozen=True, slots=True)
class Battles(Step[Moscow41State]):
    """10.11: the attacker chooses the next battle. New engagements must be fought, the others may."""

    blitz: bool

    rule = "10.11"
    labels: ClassVar[dict[str, str]] = {"done": "No more battles"}

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        must = mandatory_battles(state)
        if must:
            names = ", ".join(space_label(area) for area in members(must))
            return f"Choose the next battle. New engagements must be fought: {names}."
        return "Choose the next battle, or end the fighting."

    def areas(self, state: Moscow41State) -> SpaceSet:
        return mandatory_battles(state) if self.blitz else open_battles(state)

    def actions(self, state: Moscow41State) -> list[Action]:
        found = [BATTLE[area] for area in members(self.areas(state))]
        if not mandatory_battles(state):
            found.append(DONE)
        return found

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "battle":
            begin_battle(state, action.number)
        else:
            state.finish()

    def forecast(self, state: Moscow41State, action: Action | None, viewer: str | None) -> Forecast | None:
        if action is None or action.verb != "battle":
            return None
        return attack_forecast(state, action.number, viewer)

    def marks(self, state: Moscow41State) -> dict[Action, Mark]:
        """How many dice fall, and whether the battle must be fought."""
        must = mandatory_battles(state)
        found = {}
        for area in members(self.areas(state)):
            note = "must be fought" if must >> area & 1 else "may be fought"
            found[BATTLE[area]] = Mark(attack_words(state, area).split()[0], note, "stop" if must >> area & 1 else "")
        return found

    def auto_advance(self, state: Moscow41State) -> bool:
        areas = self.areas(state)
        if not areas:
            state.finish()
            return True
        if not areas & (areas - 1) and mandatory_battles(state):
            begin_battle(state, areas.bit_length() - 1)
            return True
        return False

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb == "done":
            names = ", ".join(space_label(area) for area in members(mandatory_battles(state)))
            return Refusal("10.11", f"New engagements must be fought first: {names}.")
        if action.verb != "battle":
            return Refusal("10.11", "Choose the area of the next battle.")
        area = action.number
        if state.fought >> area & 1:
            return Refusal("10.15", f"The battle in {space_label(area)} has had its one round.")
        if not state.contested >> area & 1:
            return Refusal("10.11", f"{space_label(area)} is not contested.")
        if self.blitz and state.before >> area & 1:
            return Refusal("10.16", f"{space_label(area)} was contested before the Blitz Segment.")
        if state.blocks(state.active, area):
            return Refusal("9.1", f"Your blocks in {space_label(area)} are isolated and cannot attack.")
        return Refusal("10.11", f"You have only a defensive line in {space_label(area)}, and lines do not attack.")


# The Blitz Segment: 10.16.


def blitz_range(state: Moscow41State) -> SpaceSet:
    """10.16: the blocks that an activated Blitz HQ commands."""
    found = 0
    for hq in members(state.activated & TACTICAL):
        if is_blitz_hq(state, hq):
            found |= commanded_by(state, hq)
    return found


def blitz_areas(state: Moscow41State, unit: int) -> SpaceSet:
    """10.16: adjacent Green Areas that were not contested when the segment began, with room."""
    near = NEAR[state.where[unit]] & GREEN & ~state.before
    return near & ~state.full[SIDE[unit]]


@dataclass(frozen=True, slots=True)
class Blitz(Step[Moscow41State]):
    """10.16: fast blocks that cleared a Green Area move by one area and may attack again."""

    rule = "10.16"
    lies_on = ("Support",)
    labels: ClassVar[dict[str, str]] = {"done": "No more blitzes"}

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        return "Choose a fast block to blitz into an adjacent Green Area, or end the segment."

    def candidates(self, state: Moscow41State) -> list[int]:
        blocks = state.blitzers & ~state.blitzed & blitz_range(state)
        return [unit for unit in members(blocks) if blitz_areas(state, unit)]

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(UNIT[unit] for unit in self.candidates(state)), DONE]

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "unit":
            state.push(Blitzing(action.number))
        else:
            state.finish()

    def auto_advance(self, state: Moscow41State) -> bool:
        """The blocks that may blitz lie face up, as do the HQs."""
        if state.weather == SUNNY and self.candidates(state):
            return False
        state.finish()
        return True

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb != "unit":
            return Refusal("10.16", "First choose the block that is to blitz.")
        name, bit = unit_subject(action.number), 1 << action.number
        if state.blitzed & bit:
            return Refusal("10.16", f"{name} has already blitzed in this impulse.")
        if not state.blitzers & bit:
            return Refusal("10.16", f"{name} is not a fast block that helped to clear a Green Area in this impulse.")
        if not blitz_range(state) & bit:
            return Refusal("10.16", f"{name} is not in the range of an activated Blitz HQ that commands it.")
        return Refusal("10.16", f"{name} has no Green Area to blitz into.")


@dataclass(frozen=True, slots=True)
class Blitzing(Step[Moscow41State]):
    """10.16: where does the block blitz?"""

    unit: Unit

    rule = "10.16"
    lies_on = ("Blitz",)

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        return f"Into which Green Area does {the_unit(self.unit)} blitz?"

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((UNIT_NAMES[self.unit],))

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(MOVE[area] for area in members(blitz_areas(state, self.unit))), CANCEL]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.finish()
        if action.verb == "cancel":
            return
        unit, goal, origin = self.unit, action.number, state.where[self.unit]
        if state.events is not None:
            emit_move(state, unit, origin, [goal])
        if engages_across_river(state, SIDE[unit], origin, goal):
            state.crossed |= 1 << unit
        else:
            state.crossed &= ~(1 << unit)
        state.blitzed |= 1 << unit
        state.put(unit, goal)

    def refusal(self, state: Moscow41State, action: Action) -> Refusal:
        if action.verb == "move" and not GREEN >> action.number & 1:
            return Refusal("10.16", "A block can blitz only into a Green Area.")
        if action.verb == "move" and state.before >> action.number & 1:
            return Refusal("10.16", f"{space_label(action.number)} was contested when the segment began.")
        if action.verb == "move" and state.full[SIDE[self.unit]] >> action.number & 1:
            return Refusal("2.7", f"No further block may stack in {space_label(action.number)}.")
        return Refusal("10.16", "A block blitzes into an adjacent Green Area.")


def begin_blitz(state: Moscow41State) -> None:
    """10.16: the segment has its own new engagements, artillery and Stukas."""
    for bomber, place in enumerate(state.air):
        if AREAS >> place & 1 and not state.fought >> place & 1:
            state.air[bomber] = READY  # its battle was not fought, so there is none that it came through
    state.before = state.contested
    state.fought = 0
    for hq in members(state.activated):
        state.target[hq] = 0
    state.push(Battles(True))
    state.push(Support(True))
    state.push(Blitz())
