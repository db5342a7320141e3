"""The artillery and the bombers that could help in a battle, and those that are assigned to it."""

from __future__ import annotations

from ...core.sets import SpaceSet, members, set_of
from ...games.moscow_41.dice import EMPTY, Handful
from ...games.moscow_41.facts import AIR_HQS, ALL_OF, AREAS, BOMBERS_OF, GERMAN, HQS, NEAR, READY, TACTICAL
from ...games.moscow_41.fire import airstrike_dice, artillery_dice
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.strength import attacking_strength
from .ground import distance_to
from .survey import Survey


def possible_support(survey: Survey, area: int, hqs: SpaceSet) -> Handful:
    """The dice of these HQs that could fall in an area."""
    dice = artillery(survey, area, hqs)
    if survey.side == GERMAN:
        dice += bombers(survey, area, hqs)
    return (0, dice, 0) if dice else EMPTY


def artillery(survey: Survey, area: int, hqs: SpaceSet) -> int:
    state, dice = survey.state, 0
    for hq in members(hqs & TACTICAL):
        if NEAR[area] & places(survey, hq) and state.target[hq] in (0, area):
            dice += attacking_strength(state, hq)
    return dice


def bombers(survey: Survey, area: int, hqs: SpaceSet) -> int:
    """The dice that bombers could add, about a fifth of them lost to anti-air fire."""
    state, dice = survey.state, 0
    for hq in members(hqs & AIR_HQS):
        strength = attacking_strength(state, hq)
        if strength and min(distance_to(area)[place] for place in members(places(survey, hq))) <= strength:
            ready = sum(1 for bomber in members(BOMBERS_OF[hq]) if state.air[bomber] in (READY, area))
            dice += min(ready, strength) * strength * 4 // 5
    return dice


def places(survey: Survey, hq: int) -> SpaceSet:
    """Where an HQ can be when it gives support: where it is, and where it can be activated."""
    here = 1 << survey.state.where[hq]
    return here if survey.state.activated >> hq & 1 else here | survey.reach(hq, False)


def able_hqs(survey: Survey) -> SpaceSet:
    """The HQs that could be activated without being lost."""
    state = survey.state
    hqs = HQS & ALL_OF[survey.side] & ~state.isolated
    return set_of(hq for hq in members(hqs) if state.strength[hq] > 1 and AREAS >> state.where[hq] & 1)


def assigned_support(state: Moscow41State, area: int) -> Handful:
    """The dice of the artillery and the bombers that are assigned to a battle."""
    guns, air = artillery_dice(state, area), airstrike_dice(state, area)
    return guns[0] + air[0], guns[1] + air[1], guns[2] + air[2]
