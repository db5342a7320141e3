"""Moves without a fight: the ground that a block gains, and the lines that it builds."""

from __future__ import annotations

from ...core.sets import members
from ...games.moscow_41.facts import ALL_OF, COMBAT, HQS, VICTORY
from .communications import Communications
from .ground import worth
from .posts import Posts
from .survey import Survey


class Moves:
    """What the blocks of a side can gain by moving."""

    def __init__(self, survey: Survey, lines: Communications, posts: Posts) -> None:
        self.survey = survey
        self.lines = lines
        self.posts = posts
        state, side = survey.state, survey.side
        exposed = survey.near_enemies & ~(state.units[side] & ~state.lines_of(side))
        self._differing = survey.held | survey.beside_decisive | survey.wanted_lines | survey.ways | exposed
        self._ground: dict[int, float] = {}
        self._bars: dict[int, float] = {}
        self._best: dict[int, tuple[float, int]] = {}

    def best(self, unit: int) -> tuple[float, int]:
        """The best move of a block that engages nobody: what it gains, and where it goes."""
        if unit not in self._best:
            gain, goal = -99.0, 0
            ground, differing = self._ground, self._differing
            for area in members(self.survey.reach(unit, False)):
                if differing >> area & 1:
                    value = self._value(unit, area)
                else:  # worth the same to every block
                    value = ground[area] if area in ground else self.ground(area)
                if value > gain:
                    gain, goal = value, area
            gain -= self.posts.stay(unit)
            self._best[unit] = (gain, goal) if gain > 0 else (0.0, 0)
        return self._best[unit]

    def gain(self, unit: int, area: int) -> float:
        """What it is worth for a block to be there instead of where it is."""
        return self._value(unit, area) - self.posts.stay(unit)

    def _value(self, unit: int, area: int) -> float:
        value = self._ground[area] if area in self._ground else self.ground(area)
        value += self.posts.joining(unit, area)
        if self._exposed(area):
            value -= self._exposure(unit)
        if COMBAT >> unit & 1:
            value -= self.posts.crowding(area, 1)
            if self.survey.ways >> area & 1:
                value += self._barring(area)
            if self.survey.state.strength[unit] > 1 and self.survey.builder_wanted(area):
                value += self.survey.weights.builder
        return value

    def _barring(self, area: int) -> float:
        """What it is worth to bar a way of the enemy: more where few can."""
        if area not in self._bars:
            survey, state = self.survey, self.survey.state
            own = state.on_map(survey.side) & COMBAT & ~state.isolated & ~state.acted
            able = sum(survey.reach(unit, False) >> area & 1 for unit in members(own))
            self._bars[area] = survey.weights.bar * (1 + 1 / max(1, able))
        return self._bars[area]

    def _exposed(self, area: int) -> bool:
        """Whether a block would be alone beside the enemy."""
        survey = self.survey
        return bool(survey.near_enemies >> area & 1) and not survey.state.at[area] & ALL_OF[survey.side]

    def _exposure(self, unit: int) -> float:
        """What it costs a block to be alone beside the enemy."""
        if HQS >> unit & 1:
            return 2.0
        return 0.3 if self.survey.state.strength[unit] < 2 else 0.0

    def ground(self, area: int) -> float:
        """What an area is worth to whoever goes there without a fight."""
        if area not in self._ground:
            survey, state = self.survey, self.survey.state
            value = survey.weights.pull * survey.field[area]
            if not survey.controls(area):
                value += worth(area, survey.goals, survey.weights)
                value += self.lines.cut(area) + self.lines.relief(area)
                if survey.wins(area):
                    value += survey.weights.win
                value -= self.lines.thin(area)
            elif not state.units[survey.side] >> area & 1:
                value += self.lines.guarding(area)
                if survey.bare >> area & 1:
                    value += survey.weights.garrison
            if survey.open >> area & 1:
                value += survey.weights.close
            value -= 0.05 * (state.at[area] & ALL_OF[survey.side]).bit_count()
            self._ground[area] = value
        return self._ground[area]

    def line_value(self, unit: int) -> float:
        """What a defensive line would be worth where the block is."""
        survey, state = self.survey, self.survey.state
        area = state.where[unit]
        if state.strength[unit] < 2 or not survey.near_enemies >> area & 1:
            return 0.0
        if area in survey.goals or VICTORY >> area & 1:
            return survey.weights.line * 2
        return survey.weights.line * 0.3 if state.strength[unit] > 2 else 0.0
