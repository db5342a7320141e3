"""What an HQ can do with the blocks that it commands, and where it does most."""

from __future__ import annotations

from ...core.sets import SpaceSet, members
from ...games.moscow_41.facts import ALL_OF, AREAS, COMBAT, COMMANDS, LEADERS, NEAR
from ...games.moscow_41.ranges import commanded_by, tactical_range
from ...games.moscow_41.strength import attacking_strength
from .attacks import Attacks
from .moves import Moves
from .survey import Survey

MOST_ATTACKS = 4  # that are looked at for one HQ
LINE_SHARE = 0.75  # how much of what a line is worth that the scenario asks for counts for the HQ (15.1)


class Headquarters:
    """The Tactical HQs of a side in a position."""

    def __init__(self, survey: Survey, attacks: Attacks, moves: Moves) -> None:
        self.survey = survey
        self.attacks = attacks
        self.moves = moves
        self._beside: dict[int, list[float]] = {}
        self._useful: dict[int, float] = {}
        self._values: dict[tuple[int, SpaceSet], float] = {}
        self._places: dict[tuple[int, SpaceSet, SpaceSet], int] = {}

    def value(self, hq: int, taken: SpaceSet) -> float:
        """What an HQ would bring from the best area in its reach, besides blocks that others command already."""
        key = hq, taken
        if key not in self._values:
            state, here = self.survey.state, self.survey.state.where[hq]
            state.where[hq] = self._best_place(hq, taken)
            self._values[key] = self._value_from(hq, taken)
            state.where[hq] = here
        return self._values[key]

    def commands(self, hq: int) -> SpaceSet:
        """The blocks that an HQ would command from the best area in its reach."""
        state, here = self.survey.state, self.survey.state.where[hq]
        state.where[hq] = self._best_place(hq, 0)
        blocks = commanded_by(state, hq) & ~state.isolated & ~(1 << hq)
        state.where[hq] = here
        return blocks

    def _best_place(self, hq: int, taken: SpaceSet) -> int:
        if not self.attacks.pooling:
            return self.survey.state.where[hq]
        return self.place(hq, self.survey.reach(hq, False), taken)

    def _value_from(self, hq: int, taken: SpaceSet) -> float:
        """What an HQ would bring from where it is: its attacks one after the other, then the moves of the others."""
        state = self.survey.state
        blocks = commanded_by(state, hq) & ~taken & ~state.isolated & ~state.acted & ~(1 << hq)
        value, fought = 0.0, 0
        for _ in range(MOST_ATTACKS):
            attack = self.attacks.best(blocks, state.activated | 1 << hq, fought)
            if attack is None:
                break
            value += attack.value
            fought |= 1 << attack.area
            for unit in attack.units:
                blocks &= ~(1 << unit)
        if self.can_join(hq):
            value += 0.7 * attacking_strength(state, hq)
        for unit in members(blocks & ~LEADERS):
            gain = max(0.0, self.moves.best(unit)[0])
            value += gain if gain > self.survey.weights.urgent_at else gain * self.survey.weights.march
            if self.survey.wants_line(unit):
                value += LINE_SHARE * self.survey.weights.wanted_line
        return value

    def can_join(self, hq: int) -> bool:
        """Whether an HQ can support the attack on the goal that all could take together."""
        main = self.attacks.main_target()
        return bool(main and NEAR[main] & (self.survey.reach(hq, False) | 1 << self.survey.state.where[hq]))

    def place(self, hq: int, areas: SpaceSet, taken: SpaceSet) -> int:
        """The best area in which to reveal an HQ: in reach of its blocks, beside battles, not exposed."""
        key = hq, areas, taken
        if key not in self._places:
            survey, state = self.survey, self.survey.state
            best, goal = -99.0, state.where[hq]
            free = ~(state.isolated | taken | state.acted | LEADERS | 1 << hq)
            worth_by_place = self._worth_by_place(COMMANDS[hq] & free)
            others = ALL_OF[survey.side] & free & ~COMMANDS[hq]
            main = self.attacks.main_target()
            for area in members((areas | 1 << state.where[hq]) & ~survey.enemies):
                score = self._range_score(hq, area, worth_by_place, main) - 0.01 * (area != state.where[hq])
                there = state.at[area] & others
                for unit in members(there) if there else ():
                    score += self._usefulness(unit)
                if score > best:
                    best, goal = score, area
            self._places[key] = goal
        return self._places[key]

    def _worth_by_place(self, units: SpaceSet) -> dict[int, float]:
        """By area: how much the blocks there could do if they were commanded."""
        found: dict[int, float] = {}
        where = self.survey.state.where
        for unit in members(units):
            place = where[unit]
            if AREAS >> place & 1:
                found[place] = found.get(place, 0.0) + self._usefulness(unit)
        return found

    def _usefulness(self, unit: int) -> float:
        """How much a block could do if it were commanded."""
        if unit not in self._useful:
            survey = self.survey
            value = max(0.0, self.moves.best(unit)[0]) + (
                LINE_SHARE * survey.weights.wanted_line if survey.wants_line(unit) else 0.0
            )
            near = survey.reach(unit) & survey.enemies
            if near and COMBAT >> unit & 1:
                value += 0.3 + 0.3 * survey.punch(unit) * max(survey.field[area] for area in members(near))
            self._useful[unit] = value
        return self._useful[unit]

    def _range_score(self, hq: int, area: int, worth_by_place: dict[int, float], main: int) -> float:
        survey, state = self.survey, self.survey.state
        reached = self._range_from(hq, area)
        score = survey.weights.lead * survey.field[area]
        for place, value in worth_by_place.items():
            if reached >> place & 1:
                score += value
        strength = attacking_strength(state, hq)
        if main and NEAR[area] >> main & 1:
            score += (4.0 if survey.wins(main) else 1.2) * strength
        for worth in self._battles_beside(area) if survey.near_enemies >> area & 1 else ():
            score += strength * worth
        if not state.blocks(survey.side, area) & ~(1 << hq):
            score -= 4.0 if survey.near_enemies >> area & 1 else 1.5 if survey.threatened >> area & 1 else 0.0
        return score

    def _battles_beside(self, area: int) -> list[float]:
        """What a gun beside each enemy that is adjacent to an area is worth."""
        if area not in self._beside:
            survey = self.survey
            enemies = members(NEAR[area] & survey.enemies)
            self._beside[area] = [0.1 * survey.goals.get(at, 0.0) + 0.12 + 0.06 * survey.field[at] for at in enemies]
        return self._beside[area]

    def _range_from(self, hq: int, area: int) -> SpaceSet:
        """10.3: what an HQ would command from an area."""
        state, here = self.survey.state, self.survey.state.where[hq]
        state.where[hq] = area
        reached = tactical_range(state, hq)
        state.where[hq] = here
        return reached
