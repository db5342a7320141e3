"""Plans of an impulse: which HQs to activate and where, whom to attack with what, where everybody else goes.

Nothing is remembered: in every position the best next thing is worked out again, and since blocks that have moved are
where they are, a plan is carried on by what it has brought about.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core.sets import SpaceSet, flood, members, set_of
from ...games.moscow_41.battle import airstrike_dice, artillery_dice
from ...games.moscow_41.command import commanded, commanded_by, tactical_range
from ...games.moscow_41.dice import EMPTY, Handful
from ...games.moscow_41.facts import (
    AIR_HQS,
    ALL_OF,
    AREAS,
    BOMBERS_OF,
    COMBAT,
    COMMANDS,
    GERMAN,
    HQS,
    LEADERS,
    NEAR,
    READY,
    RIVER,
    STACKING,
    STAGING,
    TACTICAL,
    VICTORY,
    spread,
)
from ...games.moscow_41.movement import allowance, can_build, destinations, reach_by_cost
from ...games.moscow_41.state import Moscow41State
from ...games.moscow_41.strength import attacking_strength, firepower
from ...games.moscow_41.supply import network, sources, supplied_areas
from .estimate import defence, mean_hits, prospect
from .ground import all_goals, distance_to, field, goals, worth
from .weights import Weights


@dataclass(slots=True)
class Attack:
    """A battle that is worth fighting: where, with whom, and what it is worth."""

    area: int
    units: list[int]
    value: float


class Planner:
    """Looks at one position for the side that must act."""

    def __init__(self, state: Moscow41State, side: int, weights: Weights) -> None:
        self.state = state
        self.side = side
        self.weights = weights
        self.field = field(state, side, weights)
        self.most = max(self.field) or 1.0
        self.enemies = state.units[1 - side]
        self.near_enemies = spread(self.enemies) if self.enemies else 0
        self._reach: dict[int, SpaceSet] = {}
        self._useful: dict[int, float] = {}
        self.pooling = state.mode in ("impulse", "activation")  # HQs can still be brought together
        self._main: int | None = None
        self._cut: dict[int, float] = {}
        self._cut_off: SpaceSet | None = None
        self._net: SpaceSet | None = None
        self._relief: dict[int, float] = {}
        self.cut_off = state.units[side] & ~supplied_areas(state, side)
        self.goals = goals(state, side)
        self.enemy_goals = goals(state, 1 - side)
        self.threatened = spread(self.near_enemies) | self.near_enemies
        mine = state.controlled(side) | state.units[side] & self.enemies
        self.held = set_of(area for area in all_goals(state, side) if mine & self.threatened >> area & 1)
        self.wanted_lines = 0
        if side == GERMAN:
            for goal in state.setting.goals:
                self.wanted_lines |= goal.lines
        self._ground: dict[int, float] = {}
        self._stay: dict[int, float] = {}
        self._best_step: dict[int, tuple[float, int]] = {}
        self._hq_values: dict[tuple[int, SpaceSet], float] = {}
        self._hq_places: dict[tuple[int, SpaceSet, SpaceSet], tuple[float, int]] = {}
        self._guarding: dict[int, float] = {}
        self._supplied: SpaceSet | None = None

    # Reach.

    def reach(self, unit: int, engaging: bool = True) -> SpaceSet:
        """Where a block can end its move."""
        key = unit if engaging else -1 - unit
        if key not in self._reach:
            points = allowance(self.state, unit)
            self._reach[key] = destinations(self.state, unit, points, engaging)
        return self._reach[key]

    def crosses(self, unit: int, area: int) -> bool:
        """Whether a block can only engage an area across a river."""
        state = self.state
        if state.before >> area & 1:
            return False
        here = state.where[unit]
        if NEAR[area] >> here & 1:
            return bool(RIVER[area] >> here & 1)
        reached = 0
        for areas in reach_by_cost(state, unit, allowance(state, unit), False)[:-1]:
            reached |= areas
        return not reached & NEAR[area] & ~RIVER[area]

    # Lines of Communication.

    def cut(self, area: int) -> float:
        """9.2: what it is worth that the enemy can no longer trace a line through an area: the blocks cut off."""
        if area not in self._cut:
            state, enemy = self.state, 1 - self.side
            friendly = state.friendly(enemy)
            value = 0.0
            if friendly >> area & 1 or state.units[enemy] >> area & 1:
                if self._cut_off is None:
                    self._cut_off = self.enemies & ~supplied_areas(state, enemy)
                net = flood(spread, sources(state, enemy), friendly & ~(1 << area))
                supplied = net | spread(net) & (state.contested | 1 << area)
                for place in members(self.enemies & ~supplied & ~self._cut_off & ~(1 << area)):
                    count = state.blocks(enemy, place).bit_count()
                    value += count * self.weights.cut * (3.0 if place in self.goals else 1.0)
            self._cut[area] = value
        return self._cut[area]

    @property
    def net(self) -> SpaceSet:
        """9.2: the own areas that trace a line."""
        if self._net is None:
            self._net = network(self.state, self.side)
        return self._net

    def thin(self, area: int) -> float:
        """What it costs to be where the way back is narrow."""
        links = (NEAR[area] & self.net & ~self.enemies).bit_count()
        if links > 1 or not self.threatened >> area & 1:
            return 0.0
        return self.weights.thin * (1.0 if links else 2.0)

    def relief(self, area: int) -> float:
        """9.3: what it is worth to open an area again: the own blocks that trace a line then."""
        state, side = self.state, self.side
        if not self.cut_off:
            return 0.0
        if area not in self._relief:
            net = flood(spread, sources(state, side), state.friendly(side) | 1 << area)
            saved = self.cut_off & (net | spread(net) & state.contested)
            count = sum(state.blocks(side, place).bit_count() for place in members(saved))
            self._relief[area] = self.weights.relief * count
        return self._relief[area]

    # Attacks.

    def support(self, area: int, hqs: SpaceSet) -> Handful:
        """The artillery that could fire into an area."""
        state, dice = self.state, 0
        for hq in members(hqs & TACTICAL):
            places = 1 << state.where[hq]
            if not state.activated >> hq & 1:
                places |= self.reach(hq, False)
            if NEAR[area] & places and state.target[hq] in (0, area):
                dice += attacking_strength(state, hq)
        if self.side == GERMAN:
            dice += self.air_support(area, hqs)
        return (0, dice, 0) if dice else EMPTY

    def air_support(self, area: int, hqs: SpaceSet) -> int:
        """The dice that bombers could add, about a fifth of them lost to anti-air fire."""
        state, dice = self.state, 0
        for hq in members(hqs & AIR_HQS):
            strength = attacking_strength(state, hq)
            places = 1 << state.where[hq]
            if not state.activated >> hq & 1:
                places |= self.reach(hq, False)
            if strength and min(distance_to(area)[place] for place in members(places)) <= strength:
                ready = sum(1 for bomber in members(BOMBERS_OF[hq]) if state.air[bomber] in (READY, area))
                dice += min(ready, strength) * strength * 4 // 5
        return dice

    def attack_on(self, area: int, units: SpaceSet, hqs: SpaceSet) -> Attack | None:
        """The best attack on an area with some of these blocks, besides those that are there already."""
        state, side = self.state, self.side
        there = state.blocks(side, area) & ~state.isolated
        room = STACKING[area] - (state.at[area] & ALL_OF[side]).bit_count()
        enemy = defence(state, side, area, self.weights)
        if self.pooling and area in self.goals:
            hqs |= self.able_hqs()
        support = self.support(area, hqs)
        gain = self.gain(area)
        crossing = there & state.crossed
        ready = sorted(
            (unit for unit in members(units & COMBAT) if self.reach(unit) >> area & 1),
            key=lambda unit: -self.punch(unit),
        )
        step = self.step_worth(area)
        best = prospect(state, area, there, crossing, support, enemy).value(gain, step, self.weights) if there else 0.0
        base = best if there and state.before >> area & 1 else 0.0
        ground = 0.0 if there else self.cut(area) - self.thin(area)
        blocks, chosen, kept = there, [], 0
        for unit in ready[: max(room, 0)]:
            if self.crosses(unit, area):
                crossing |= 1 << unit
            blocks |= 1 << unit
            chosen.append(unit)
            ground += self.weights.follow * (self.field[area] - self.field[state.where[unit]])
            ground -= self.leaving_cost(set_of(chosen), state.where[unit])
            ground -= self.post(state.where[unit])
            promise = prospect(state, area, blocks, crossing, support, enemy)
            value = promise.value(gain, step, self.weights) + ground
            if value > best + 0.05:
                best, kept = value, len(chosen)
                if promise.clear > 0.95:
                    break
        return Attack(area, chosen[:kept], best - base) if kept else None

    def able_hqs(self) -> SpaceSet:
        """The HQs that could be activated without being lost."""
        state = self.state
        hqs = HQS & ALL_OF[self.side] & ~state.isolated
        return set_of(hq for hq in members(hqs) if state.strength[hq] > 1 and state.where[hq] < 176)

    def main_target(self) -> int:
        """A goal that all HQs together could take now; 0 if there is none."""
        if self._main is None:
            self._main = 0
            best = 1.5
            units = ALL_OF[self.side] & COMBAT & ~self.state.isolated & ~self.state.acted
            on_map = set_of(unit for unit in members(units) if self.state.where[unit] < 176)
            for area in self.goals if self.pooling else ():
                if self.enemies >> area & 1:
                    attack = self.attack_on(area, on_map, 0)
                    value = max(attack.value if attack is not None else 0.0, self.fighting_on(area))
                    if value > best:
                        best, self._main = value, area
        return self._main

    def fighting_on(self, area: int) -> float:
        """What the battle for a goal is worth to those who are there, with the support of all HQs."""
        state = self.state
        there = state.blocks(self.side, area) & ~state.isolated
        if not there:
            return 0.0
        enemy = defence(state, self.side, area, self.weights)
        support = self.support(area, self.able_hqs())
        promise = prospect(state, area, there, there & state.crossed, support, enemy)
        return promise.value(self.gain(area), self.step_worth(area), self.weights)

    def hopes(self, area: int) -> float:
        """How likely an area is cleared with the HQs that are activated so far."""
        state = self.state
        units = commanded(state)
        self.pooling = False
        attack = self.attack_on(area, units, state.activated)
        self.pooling = True
        blocks = state.blocks(self.side, area) & ~state.isolated
        crossing = blocks & state.crossed
        for unit in attack.units if attack is not None else []:
            blocks |= 1 << unit
            if self.crosses(unit, area):
                crossing |= 1 << unit
        enemy = defence(state, self.side, area, self.weights)
        return prospect(state, area, blocks, crossing, self.support(area, state.activated), enemy).clear

    def step_worth(self, area: int) -> float:
        """What a step of the enemy is worth there: more where a goal is at stake."""
        weight = self.goals.get(area, 0.0)
        return self.weights.enemy_step * (0.5 + 0.25 * weight + self.nearness(area))

    def nearness(self, area: int) -> float:
        """How near an area is to the goals, 1 for the best area of the map."""
        return float((self.field[area] / self.most) ** 3)

    def gain(self, area: int) -> float:
        """What it is worth to clear an area of enemies."""
        if self.controls(area):
            return self.weights.area + self.weights.near_goal * self.nearness(area) + self.relief(area)
        value = worth(self.state, area, self.side, self.weights) + self.weights.near_goal * self.nearness(area)
        if self.wins(area):
            value += self.weights.win
        return value + self.relief(area)

    def wins(self, area: int) -> bool:
        """15.0: whether the Germans win at once by taking an area."""
        state = self.state
        if self.side != GERMAN:
            return False
        taken = state.german | 1 << area
        return any(
            not goal.lines and goal.controls >> area & 1 and not goal.controls & ~taken for goal in state.setting.goals
        )

    def wants_line(self, unit: int) -> bool:
        """15.1: whether the scenario asks for a line where this block is and can build one."""
        state, area = self.state, self.state.where[unit]
        return bool(self.wanted_lines >> area & 1) and can_build(state, unit)

    def controls(self, area: int) -> bool:
        return bool(self.state.controlled(self.side) >> area & 1)

    def punch(self, unit: int) -> float:
        """How hard a block hits."""
        state = self.state
        return attacking_strength(state, unit) * (7 - firepower(state, unit)) / 6

    def best_attack(self, units: SpaceSet, hqs: SpaceSet, besides: SpaceSet = 0) -> Attack | None:
        """The most valuable attack that some of these blocks can make, other than on some areas."""
        targets = 0
        for unit in members(units & COMBAT):
            targets |= self.reach(unit)
        best = None
        for area in members(targets & self.enemies & ~besides):
            attack = self.attack_on(area, units, hqs)
            if attack is None or attack.value < self.weights.attack_at:
                continue
            if best is None or attack.value > best.value:
                best = attack
        return best

    # Moves without a fight.

    def step_gain(self, unit: int, area: int) -> float:
        """What it is worth for a block to be there instead of where it is."""
        gain = self.ground(area) - self.stay(unit)
        if self.exposed(area):
            gain -= self.exposure(unit)
        if self.builder_wanted(area) and COMBAT >> unit & 1 and self.state.strength[unit] > 1:
            gain += 4.0
        return gain

    def exposed(self, area: int) -> bool:
        """Whether a block would be alone beside the enemy."""
        return bool(self.near_enemies >> area & 1) and not self.state.at[area] & ALL_OF[self.side]

    def exposure(self, unit: int) -> float:
        """What it costs a block to be alone beside the enemy."""
        if HQS >> unit & 1:
            return 2.0
        return 0.3 if self.state.strength[unit] < 2 else 0.0

    def ground(self, area: int) -> float:
        """What an area is worth to whoever goes there without a fight."""
        if area not in self._ground:
            state = self.state
            value = self.weights.pull * self.field[area]
            if not self.controls(area):
                value += worth(state, area, self.side, self.weights) + self.cut(area) + self.relief(area)
                if self.wins(area):
                    value += self.weights.win
                value -= self.thin(area)
            elif not state.units[self.side] >> area & 1:
                value += self.guarding(area)
            if self.held >> area & 1 and self.guards(area) < self.guards_wanted(area):
                value += self.holding(area)
            value -= 0.05 * (state.at[area] & ALL_OF[self.side]).bit_count()
            self._ground[area] = value
        return self._ground[area]

    def stay(self, unit: int) -> float:
        """What a block is worth where it is."""
        if unit not in self._stay:
            here = self.state.where[unit]
            value = self.weights.pull * self.field[here] + self.leaving_cost(1 << unit, here)
            if COMBAT >> unit & 1:
                value += self.post(here)
            self._stay[unit] = value
        return self._stay[unit]

    def post(self, area: int) -> float:
        """What each block is worth that holds a goal or fights for it, and what it costs to break off a battle."""
        value = 0.5 if self.enemies >> area & 1 else 0.0
        if self.held >> area & 1 and self.guards(area) <= self.guards_wanted(area):
            value += self.holding(area)
        return value

    def holding(self, area: int) -> float:
        return self.weights.hold * (3 if self.wanted_lines >> area & 1 else 1)

    def guards_wanted(self, area: int) -> int:
        return self.weights.guards + bool(self.wanted_lines >> area & 1)

    def guards(self, area: int) -> int:
        """The combat blocks that hold an area."""
        return (self.state.at[area] & ALL_OF[self.side] & COMBAT).bit_count()

    def builder_wanted(self, area: int) -> bool:
        """15.1: whether a line is wanted in an area where nobody can build it."""
        state = self.state
        if not self.wanted_lines >> area & 1:
            return False
        if state.german_lines >> area & 1 or not state.friendly(GERMAN) >> area & 1:
            return False
        return not any(state.strength[unit] > 1 for unit in members(state.blocks(GERMAN, area) & COMBAT))

    def leaving_cost(self, units: SpaceSet, here: int) -> float:
        """Goals and Victory Areas are not left empty, nor areas through which others are supplied."""
        state = self.state
        left = state.at[here] & ALL_OF[self.side] & ~LEADERS & ~units
        if left:
            return 1.5 if not left & COMBAT and units & COMBAT and self.threatened >> here & 1 else 0.0
        if not self.controls(here):
            return 0.0
        dear = here in self.enemy_goals or VICTORY >> here & 1
        return (2.0 if dear else 0.0) + self.guarding(here)

    def guarding(self, area: int) -> float:
        """9.2: what it is worth to hold an area in reach of the enemy: the blocks that are supplied through it."""
        if area not in self._guarding:
            self._guarding[area] = self.weights.guard * self.dependants(area) if self.threatened >> area & 1 else 0.0
        return self._guarding[area]

    def dependants(self, area: int) -> int:
        """How many blocks are out of supply if an area is lost."""
        state, side = self.state, self.side
        friendly = state.friendly(side)
        if not friendly >> area & 1:
            return 0
        net = flood(spread, sources(state, side), friendly & ~(1 << area))
        if self._supplied is None:
            self._supplied = supplied_areas(state, side)
        lost = state.units[side] & self._supplied & ~(net | spread(net) & state.contested) & ~(1 << area)
        return sum(state.blocks(side, place).bit_count() for place in members(lost))

    def best_step(self, unit: int) -> tuple[float, int]:
        """The best move of a block that engages nobody."""
        if unit not in self._best_step:
            best, goal = -99.0, 0
            exposure, builds = self.exposure(unit), COMBAT >> unit & 1 and self.state.strength[unit] > 1
            for area in members(self.reach(unit, False)):
                gain = self._ground[area] if area in self._ground else self.ground(area)
                if exposure and self.exposed(area):
                    gain -= exposure
                if builds and self.builder_wanted(area):
                    gain += 4.0
                if gain > best:
                    best, goal = gain, area
            best -= self.stay(unit)
            self._best_step[unit] = (best, goal) if best > 0 else (0.0, 0)
        return self._best_step[unit]

    def line_value(self, unit: int) -> float:
        """What a defensive line would be worth where the block is."""
        state, area = self.state, self.state.where[unit]
        if state.strength[unit] < 2 or not self.near_enemies >> area & 1:
            return 0.0
        if area in self.goals or VICTORY >> area & 1:
            return self.weights.line * 2
        return self.weights.line * 0.3 if state.strength[unit] > 2 else 0.0

    # HQs.

    def hq_value(self, hq: int, taken: SpaceSet) -> float:
        """What an HQ would bring from the best area in its reach, besides blocks that others command already."""
        key = hq, taken
        if key not in self._hq_values:
            state, here = self.state, self.state.where[hq]
            place = self.hq_place(hq, self.reach(hq, False), taken)[1] if self.pooling else here
            state.where[hq] = place
            self._hq_values[key] = self.value_from(hq, taken)
            state.where[hq] = here
        return self._hq_values[key]

    def value_from(self, hq: int, taken: SpaceSet) -> float:
        """What an HQ would bring from where it is: its attacks one after the other, then the moves of the others."""
        state = self.state
        blocks = commanded_by(state, hq) & ~taken & ~state.isolated & ~state.acted & ~(1 << hq)
        value = 0.0
        fought = 0
        for _ in range(4):
            attack = self.best_attack(blocks, state.activated | 1 << hq, fought)
            if attack is None:
                break
            value += attack.value
            fought |= 1 << attack.area
            for unit in attack.units:
                blocks &= ~(1 << unit)
        main = self.main_target()
        if main and NEAR[main] & (self.reach(hq, False) | 1 << state.where[hq]):
            value += 0.7 * attacking_strength(state, hq)
        for unit in members(blocks & ~LEADERS):
            value += max(0.0, self.best_step(unit)[0]) * 0.5
            if self.wants_line(unit):
                value += 6.0
        return value

    def useful(self, unit: int) -> float:
        """How much a block could do if it were commanded."""
        if unit not in self._useful:
            value = max(0.0, self.best_step(unit)[0]) + (6.0 if self.wants_line(unit) else 0.0)
            near = self.reach(unit) & self.enemies
            if near and COMBAT >> unit & 1:
                value += 0.3 + 0.3 * self.punch(unit) * max(self.field[area] for area in members(near))
            self._useful[unit] = value
        return self._useful[unit]

    def hq_place(self, hq: int, areas: SpaceSet, taken: SpaceSet) -> tuple[float, int]:
        """The best area in which to reveal an HQ: in reach of its blocks, beside battles, not exposed."""
        key = hq, areas, taken
        if key not in self._hq_places:
            state = self.state
            best, goal = -99.0, state.where[hq]
            free = ~(state.isolated | taken | state.acted | LEADERS | 1 << hq)
            worth_by_place = self.commanded_worth(COMMANDS[hq] & free)
            for area in members((areas | 1 << state.where[hq]) & ~self.enemies):
                score = self.range_score(hq, area, worth_by_place) - 0.01 * (area != state.where[hq])
                for unit in members(state.at[area] & ALL_OF[self.side] & free & ~COMMANDS[hq]):
                    score += self.useful(unit)
                if score > best:
                    best, goal = score, area
            self._hq_places[key] = best, goal
        return self._hq_places[key]

    def commanded_worth(self, units: SpaceSet) -> dict[int, float]:
        """By area: how much the blocks there could do if they were commanded."""
        found: dict[int, float] = {}
        where = self.state.where
        for unit in members(units):
            place = where[unit]
            if AREAS >> place & 1:
                found[place] = found.get(place, 0.0) + self.useful(unit)
        return found

    def range_score(self, hq: int, area: int, worth_by_place: dict[int, float]) -> float:
        state = self.state
        here = state.where[hq]
        state.where[hq] = area
        reached = tactical_range(state, hq)
        state.where[hq] = here
        score = self.weights.lead * self.field[area]
        for place, value in worth_by_place.items():
            if reached >> place & 1:
                score += value
        strength = attacking_strength(state, hq)
        main = self.main_target()
        if main and NEAR[area] >> main & 1:
            score += (4.0 if self.wins(main) else 1.2) * strength
        for place in members(NEAR[area] & self.enemies):
            score += strength * (0.1 * self.goals.get(place, 0.0) + 0.12 + 0.06 * self.field[place])
        if not state.blocks(self.side, area) & ~(1 << hq):
            score -= 4.0 if self.near_enemies >> area & 1 else 1.5 if self.threatened >> area & 1 else 0.0
        return score


def battle_value(planner: Planner, area: int, support: Handful | None = None) -> float:
    """What a battle with those who are there is worth, with the support that is assigned unless another is given."""
    state = planner.state
    there = state.blocks(planner.side, area) & ~state.isolated
    enemy = defence(state, planner.side, area, planner.weights)
    if support is None:
        support = assigned(state, area)
    promise = prospect(state, area, there, there & state.crossed, support, enemy)
    return promise.value(planner.gain(area), planner.step_worth(area), planner.weights)


def assigned(state: Moscow41State, area: int) -> Handful:
    """The dice of the artillery and the bombers that are assigned to a battle."""
    guns, air = artillery_dice(state, area), airstrike_dice(state, area)
    return guns[0] + air[0], guns[1] + air[1], guns[2] + air[2]


def clear_chance(planner: Planner, area: int) -> float:
    """How likely the battle clears the area with the support that it has."""
    state = planner.state
    there = state.blocks(planner.side, area) & ~state.isolated
    enemy = defence(state, planner.side, area, planner.weights)
    return prospect(state, area, there, there & state.crossed, assigned(state, area), enemy).clear


def danger(planner: Planner, area: int) -> float:
    """How much enemy strength is adjacent to an area, as far as is known."""
    total = 0.0
    for place in members(NEAR[area] & planner.enemies & AREAS & ~STAGING):
        total += mean_hits(defence(planner.state, planner.side, place, planner.weights).dice)
    return total
