"""The assault on the area that decides the game: which HQs support it from where, and who goes in.

Everything is worked out again at every question; HQs that are in action and blocks that have moved are where they are.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core.sets import SpaceSet, contains, members, set_of
from ...games.moscow_41.facts import (
    AIR_HQS,
    ALL_OF,
    AREAS,
    BOMBERS_OF,
    COMBAT,
    GERMAN,
    NEAR,
    READY,
    STACKING,
    TACTICAL,
)
from ...games.moscow_41.ranges import commanded, commanded_by
from ...games.moscow_41.strength import attacking_strength
from .estimate import defence, prospect
from .ground import distance_to
from .support import able_hqs, bombers
from .survey import Survey


@dataclass(slots=True)
class Assault:
    """Where each HQ is to be revealed, who goes in, and how likely the area falls."""

    area: int
    places: dict[int, int]
    units: list[int]
    chance: float


def best_assault(survey: Survey, pooling: bool) -> Assault | None:
    """The assault that is likely enough to win the game, if there is one. ``pooling``: HQs can still be activated."""
    if survey.side != GERMAN or survey.weights.assault_at > 1:
        return None
    found = [_Gathering(survey, area, pooling).assault() for area in members(survey.decisive & survey.enemies)]
    best = max(found, key=lambda assault: assault.chance, default=None)
    return best if best is not None and best.chance >= survey.weights.assault_at else None


class _Gathering:
    """Puts an assault together: the hardest hitters that somebody can command, then all who can support them."""

    def __init__(self, survey: Survey, area: int, pooling: bool) -> None:
        self.survey, self.area = survey, area
        state = survey.state
        self.free = able_hqs(survey) & ~state.activated & ~state.acted if pooling else 0
        self.there = state.blocks(survey.side, area) & ~state.isolated
        self.covered = commanded(state)
        self.places: dict[int, int] = {}
        self.units: list[int] = []
        self.taken = 0  # HQs that have their place

    def assault(self) -> Assault:
        self._choose_units()
        if self.there or self.units:
            self._add_artillery()
            self._add_bombers()
        return Assault(self.area, self.places, self.units, self._chance())

    def _choose_units(self) -> None:
        state, survey = self.survey.state, self.survey
        room = STACKING[self.area] - (state.at[self.area] & ALL_OF[survey.side]).bit_count()
        for unit in self._comers():
            if len(self.units) >= room:
                return
            if contains(self.covered, unit) or self._find_commander(unit):
                self.units.append(unit)

    def _comers(self) -> list[int]:
        """Those who can come up, the hardest hitters first; over a river each rolls one die (10.12.5.1)."""
        state, survey = self.survey.state, self.survey
        able = ALL_OF[survey.side] & COMBAT & ~state.isolated & ~state.acted & ~self.there
        comers = [unit for unit in members(able) if AREAS >> state.where[unit] & 1]
        comers = [unit for unit in comers if survey.reach(unit) >> self.area & 1]

        def punch(unit: int) -> float:
            return survey.punch(unit) / (state.strength[unit] if survey.crosses(unit, self.area) else 1)

        return sorted(comers, key=lambda unit: (-punch(unit), unit))

    def _find_commander(self, unit: int) -> bool:
        """An HQ that commands a block from a place in its reach, best from where its artillery fires too."""
        best: tuple[int, bool, int, int] | None = None
        for hq in members(self.free & TACTICAL & ~self.taken):
            for place in self._open_places(hq):
                if contains(self._commands(hq, place), unit):
                    fire = attacking_strength(self.survey.state, hq) if NEAR[self.area] >> place & 1 else 0
                    offer = fire, self.survey.controls(place), hq, place
                    best = max(best, offer) if best else offer
        if best is None:
            return False
        *_, hq, place = best
        self._place(hq, place)
        self.covered |= self._commands(hq, place)
        return True

    def _commands(self, hq: int, place: int) -> SpaceSet:
        """10.3: the blocks that an HQ would command from a place."""
        state = self.survey.state
        here = state.where[hq]
        state.where[hq] = place
        found = commanded_by(state, hq)
        state.where[hq] = here
        return found

    def _open_places(self, hq: int) -> list[int]:
        """Where an HQ can be revealed (10.1), those that are full by now left out."""
        survey, state = self.survey, self.survey.state
        here = 1 << state.where[hq]
        areas = (survey.reach(hq, False) | here) & ~survey.enemies
        return [place for place in members(areas) if here >> place & 1 or self._room(place) > 0]

    def _room(self, place: int) -> int:
        held = (self.survey.state.at[place] & ALL_OF[self.survey.side]).bit_count()
        return STACKING[place] - held - sum(1 for other in self.places.values() if other == place)

    def _place(self, hq: int, place: int) -> None:
        self.places[hq] = place
        self.taken |= 1 << hq

    def _add_artillery(self) -> None:
        """10.4: everybody else who can fire into the area."""
        state = self.survey.state
        for hq in sorted(members(self.free & TACTICAL & ~self.taken), key=lambda hq: -state.strength[hq]):
            places = [place for place in self._open_places(hq) if NEAR[self.area] >> place & 1]
            if places:
                self._place(hq, max(places, key=lambda place: (self.survey.controls(place), self._room(place))))

    def _add_bombers(self) -> None:
        state = self.survey.state
        for hq in members(self.free & AIR_HQS):
            ready = any(state.air[bomber] == READY for bomber in members(BOMBERS_OF[hq]))
            reach = attacking_strength(state, hq)
            near = [place for place in self._open_places(hq) if distance_to(self.area)[place] <= reach]
            if ready and near:
                self._place(hq, max(near, key=lambda place: (place == state.where[hq], distance_to(self.area)[place])))

    def _chance(self) -> float:
        survey, state, area = self.survey, self.survey.state, self.area
        blocks = self.there | set_of(self.units)
        if not blocks:
            return 0.0
        crossing = self.there & state.crossed
        crossing |= set_of(unit for unit in self.units if survey.crosses(unit, area))
        dice = bombers(survey, area, (self.taken | state.activated) & AIR_HQS)
        for hq in members((self.taken | state.activated) & TACTICAL):
            place = self.places.get(hq, state.where[hq])
            if NEAR[area] >> place & 1 and state.target[hq] in (0, area):
                dice += attacking_strength(state, hq)
        enemy = defence(state, survey.side, area, survey.weights)
        return prospect(state, area, blocks, crossing, (0, dice, 0), enemy).clear
