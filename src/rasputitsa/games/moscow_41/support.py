"""10.4, 10.10: artillery fire and bombers, which support battles."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from ...core import Action, Fate, Forecast, Kind, Selection
from ...core.conditions import Condition
from ...core.sets import SpaceSet, contains, members, set_of
from ...core.step_codec import Unit
from .bombers import distinct_bombers, distinct_stukas, emit_bombers
from .combat import mandatory_battles, open_battles
from .conditions import Conditions, MoscowCondition, Reason, RuledStep, about_area, about_block
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
    HOEPNER,
    NEAR,
    READY,
    SIDES,
    STUKAS,
    TACTICAL,
    UNIT_NAMES,
    space_label,
    spread,
    the_unit,
    unit_subject,
)
from .forecast import attack_forecast
from .options import ZHUKOV_HOEPNER
from .ranges import air_range
from .state import Moscow41State
from .strength import attacking_strength
from .words import AT, CANCEL, COMMIT, DONE, SUPPORT

# 10.4: artillery fire.


def hoepner_on_map(state: Moscow41State) -> bool:
    """14.2, 15.2, 15.3: whether Hoepner has artillery and allows blitzes."""
    return not state.setting.road or bool(state.optional & ZHUKOV_HOEPNER)


def activated_hqs(state: Moscow41State, step: object) -> SpaceSet:
    return state.activated & TACTICAL


def without_marker(state: Moscow41State, step: object) -> SpaceSet:
    return set_of(hq for hq in members(state.activated) if not state.target[hq])


def not_exhausted(state: Moscow41State, step: object) -> SpaceSet:
    return set_of(hq for hq in members(state.activated) if state.strength[hq])


def with_artillery(state: Moscow41State, step: object) -> SpaceSet:
    """10.4, 14.2: HQs on the map; Hoepner only by special rule."""
    found = state.blocks_in(AREAS)
    return found if hoepner_on_map(state) else found & ~(1 << HOEPNER)


def blitz_hqs(state: Moscow41State) -> SpaceSet:
    """10.16, 14.2"""
    return BLITZ_HQS & ~(1 << HOEPNER) | (1 << HOEPNER if state.optional & ZHUKOV_HOEPNER else 0)


def beside_a_battle(state: Moscow41State, step: Support) -> SpaceSet:
    return state.blocks_in(spread(step.areas(state)))


MARKED: Conditions = (
    Condition(activated_hqs, "10.4", about_block("{block} is not an activated Tactical HQ.")),
    Condition(without_marker, "10.4", about_block("{block} already has its artillery marker on the map.")),
    Condition(not_exhausted, "10.5", about_block("{block} is exhausted and has no artillery fire.")),
    Condition(with_artillery, "10.4", about_block("{block} has no artillery fire.")),
)
BESIDE_A_BATTLE: MoscowCondition = Condition(
    beside_a_battle,
    "10.4",
    lambda state, step, hq: f"No area of a possible battle is adjacent to {the_unit(hq)}.",
)
ARTILLERY: Conditions = (*MARKED, BESIDE_A_BATTLE)
BLITZ_ARTILLERY: Conditions = (
    *MARKED,
    Condition(lambda state, step: blitz_hqs(state), "10.16", about_block("{block} is not a Blitz HQ.")),
    BESIDE_A_BATTLE,
)

# 10.10, 10.16: bombers.


def about_bomber(text: str) -> Reason:
    """A sentence with the type of the bomber in question; it may begin with its HQ, or end with it."""

    def told(state: Moscow41State, step: object, bomber: int) -> str:
        hq = BOMBER_HQ[bomber]
        names = {"{bomber}": BOMBERS[bomber].title, "{HQ}": unit_subject(hq), "{hq}": the_unit(hq)}
        found = text
        for word, name in names.items():
            found = found.replace(word, name)
        return found

    return told


def where_bombers(state: Moscow41State, places: SpaceSet) -> SpaceSet:
    """The bombers that are in some places."""
    return set_of(bomber for bomber, place in enumerate(state.air) if contains(places, place))


def of_hqs(hqs: SpaceSet) -> SpaceSet:
    """The bombers of some Luftwaffe HQs."""
    found = 0
    for hq in members(hqs & AIR_HQS):
        found |= BOMBERS_OF[hq]
    return found


def bombers_out(state: Moscow41State, hq: int) -> int:
    """10.10: how many bombers a Luftwaffe HQ has committed."""
    return sum(1 for bomber in members(BOMBERS_OF[hq]) if contains(AREAS, state.air[bomber]))


def with_more_to_commit(state: Moscow41State, step: object) -> SpaceSet:
    able = [hq for hq in members(AIR_HQS) if bombers_out(state, hq) < attacking_strength(state, hq)]
    return of_hqs(set_of(able))


def in_air_range(state: Moscow41State, step: Support) -> SpaceSet:
    areas = step.areas(state)
    return of_hqs(set_of(hq for hq in members(state.activated & AIR_HQS) if air_range(state, hq) & areas))


def offered(state: Moscow41State, step: object) -> SpaceSet:
    """10.10.1: one of each sort, of those that are ready."""
    return set_of(distinct_bombers(members(where_bombers(state, 1 << READY))))


COMMITTED: Conditions = (
    Condition(
        lambda state, step: of_hqs(state.activated),
        "10.10",
        about_bomber("{HQ} is not activated, so its bombers do not fly."),
    ),
    Condition(
        lambda state, step: ~where_bombers(state, AREAS),
        "10.10",
        about_bomber("That {bomber} is already committed."),
        implied=True,
    ),
    Condition(
        lambda state, step: where_bombers(state, 1 << READY),
        "10.12.3",
        about_bomber("That {bomber} is not available."),
        implied=True,
    ),
    Condition(with_more_to_commit, "10.10", about_bomber("{HQ} has committed as many bombers as it has strength.")),
    Condition(in_air_range, "10.10", about_bomber("No area of a possible battle is in the Air Range of {hq}.")),
    Condition(
        offered, "10.10.1", about_bomber("The {bomber}s of a Fliegerkorps are alike: commit the one that is offered.")
    ),
)
FOLLOWS: Conditions = (  # 10.16: Stukas that came through a battle may follow into an adjacent area, once
    Condition(lambda state, step: STUKAS, "10.16", about_bomber("Only Stukas follow a blitz, not the {bomber}.")),
    Condition(
        lambda state, step: where_bombers(state, AREAS),
        "10.16",
        about_bomber("That Stuka did not come through a battle in this impulse."),
        implied=True,
    ),
    Condition(
        lambda state, step: ~where_bombers(state, step.areas(state)),
        "10.16",
        about_bomber("That Stuka already follows a blitz."),
        implied=True,
    ),
    Condition(
        lambda state, step: where_bombers(state, AREAS & spread(step.areas(state))),
        "10.16",
        lambda state, step, bomber: (
            f"No battle of a blitz is adjacent to {space_label(state.air[bomber])}, where the Stuka struck."
        ),
        implied=True,
    ),
    Condition(
        lambda state, step: set_of(distinct_stukas(state, step.areas(state))),
        "10.16",
        about_bomber("Stukas are alike: commit the one that is offered."),
    ),
)

# 10.11: the battles to which support can go.


def possible_battles(state: Moscow41State, step: Support | SendingSupport) -> SpaceSet:
    return mandatory_battles(state) if step.blitz else open_battles(state)


def beyond_air_range(state: Moscow41State, step: Committing, area: int) -> str:
    return f"{space_label(area)} is not in the Air Range of {the_unit(BOMBER_HQ[step.bomber])}."


def beyond_the_blitz(state: Moscow41State, step: Committing, area: int) -> str:
    return f"{space_label(area)} is not adjacent to {space_label(state.air[step.bomber])}, where the Stuka struck."


SUPPORTED: Conditions = (
    Condition(
        lambda state, step: state.contested,
        "10.11",
        about_area("{area} does not hold units of both players."),
        implied=True,
    ),
    Condition(possible_battles, "10.11", about_area("There is no battle to support in {area}.")),
)
AIMED_AT: Conditions = (
    *SUPPORTED,
    Condition(
        lambda state, step: NEAR[state.where[step.hq]],
        "10.4",
        lambda state, step, area: f"{space_label(area)} is not adjacent to {the_unit(step.hq)}.",
    ),
)
FLIES_TO: Conditions = (
    *SUPPORTED,
    Condition(lambda state, step: air_range(state, BOMBER_HQ[step.bomber]), "10.10", beyond_air_range),
)
FOLLOWS_TO: Conditions = (
    *SUPPORTED,
    Condition(lambda state, step: NEAR[state.air[step.bomber]], "10.16", beyond_the_blitz),
)


@dataclass(frozen=True, slots=True)
class Support(RuledStep):
    """10.4, 10.10: artillery markers and bombers are assigned before the first battle."""

    blitz: bool

    rule = "10.4"
    lies_on = ("Battles",)
    first = "Assign support first; then the battles begin."
    labels: ClassVar[dict[str, str]] = {"done": "No more support"}

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        what = "artillery fire and bombers" if state.active == GERMAN else "artillery fire"
        return f"Assign {what} to battles, or begin the battles."

    def areas(self, state: Moscow41State) -> SpaceSet:
        """The areas where a battle may follow."""
        return possible_battles(state, self)

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        if verb == "support":
            return BLITZ_ARTILLERY if self.blitz else ARTILLERY
        if verb == "commit":
            return FOLLOWS if self.blitz else COMMITTED
        return ()

    def guns(self, state: Moscow41State) -> SpaceSet:
        """The HQs that may still direct their artillery somewhere."""
        return self.passing(state, "support")

    def bombers(self, state: Moscow41State) -> SpaceSet:
        """The bombers, one of each sort, that may still be committed somewhere."""
        return self.passing(state, "commit")

    def actions(self, state: Moscow41State) -> list[Action]:
        found = [SUPPORT[hq] for hq in members(self.guns(state))]
        found += [COMMIT[bomber] for bomber in members(self.bombers(state))]
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


class SendingSupport(RuledStep):
    """10.4, 10.10: to which battle does the support go?"""

    __slots__ = ()
    first = "Choose a battle to support, or cancel."
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
    def send(self, state: Moscow41State, area: int) -> None:
        """It goes there."""

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(AT[area] for area in members(self.passing(state, "at"))), CANCEL]

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

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return AIMED_AT if verb == "at" else ()

    def send(self, state: Moscow41State, area: int) -> None:
        state.target[self.hq] = area
        text = f"{unit_subject(self.hq)} directs its artillery into {space_label(area)}."
        state.emit_blocks(Kind.SUPPORT, text, self.rule, [self.hq], Fate.TOOK_PART, None, [BOARD.names[area]])


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

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        if verb != "at":
            return ()
        return FOLLOWS_TO if self.blitz else FLIES_TO

    def send(self, state: Moscow41State, area: int) -> None:
        text = f"A {BOMBERS[self.bomber].title} is sent to {space_label(area)}."
        emit_bombers(state, text, self.rule, [self.bomber], area)
        state.air[self.bomber] = area
