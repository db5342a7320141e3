"""10.4, 10.10: who can support which battle: the conditions, each with its rule and what a player is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core.conditions import Condition
from ...core.sets import SpaceSet, contains, members, set_of
from .bombers import bombers_out, distinct_bombers, distinct_stukas
from .combat import mandatory_battles, open_battles
from .facts import (
    AIR_HQS,
    AREAS,
    BLITZ_HQS,
    BOMBER_HQ,
    BOMBERS,
    BOMBERS_OF,
    HOEPNER,
    NEAR,
    READY,
    STUKAS,
    TACTICAL,
    space_label,
    spread,
    the_unit,
    unit_subject,
)
from .options import ZHUKOV_HOEPNER
from .ranges import air_range
from .refusals import Conditions, MoscowCondition, Reason, about_area, about_block
from .state import Moscow41State
from .strength import attacking_strength

if TYPE_CHECKING:
    from .support import Committing, SendingSupport, Support

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
