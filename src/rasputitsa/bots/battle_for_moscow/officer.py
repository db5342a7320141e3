"""The officer and the marshal search: they try many plans for each phase in imagined futures and keep to the best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from ...core import Action, Game
from ...core.data import Source
from ...games.battle_for_moscow.battle import Battle
from ...games.battle_for_moscow.combat import DeclareBattles
from ...games.battle_for_moscow.facts import SIDES
from ...games.battle_for_moscow.setup import SetUp, SetUpAt
from ...games.battle_for_moscow.state import BattleForMoscowState
from ..planning import Plan, best_so_far
from ..planning_bot import Decisions
from ..search import Budget, Found, certainty, search
from . import opening
from .movement import Planner
from .problems import BattlesProblem, MovementProblem, Outlook
from .recruit import Recruit
from .weights import weights_of


@dataclass(frozen=True, slots=True)
class Trials:
    """How much a level tries on one side, and how far and how well it imagines what follows."""

    turns: int
    careful: bool
    step_back: float
    before: Budget  # for moves before the combat phase: by panzers, by rail
    battles: Budget
    movement: Budget

    @classmethod
    def read(cls, source: Source) -> Trials:
        source.only("turns", "careful", "step_back", "before", "battles", "movement")
        return cls(
            source.get("turns", int),
            source.get("careful", bool),
            source.get("step_back", float, 0.0),
            Budget.read(source.table("before")),
            Budget.read(source.table("battles")),
            Budget.read(source.table("movement")),
        )


@dataclass(frozen=True, slots=True)
class Level:
    """What a level imagines, and how much it tries on each side."""

    policy: str
    intentions: tuple[str, ...]
    enemies: tuple[str, ...]
    trials: tuple[Trials, ...]  # by side

    def outlook(self, side: int) -> Outlook:
        """What the playouts of a side imagine; the policy is its first intention."""
        names = dict.fromkeys((self.policy, *self.intentions))
        trials = self.trials[side]
        return Outlook(
            [(name, weights_of(name)[side]) for name in names],
            [weights_of(name) for name in self.enemies],
            trials.turns,
            trials.careful,
            trials.step_back,
        )


@cache
def level(name: str) -> Level:
    source = Source.read(__package__, "levels.toml").table(name)
    source.only("about", "policy", "intentions", "enemies", *SIDES)
    return Level(
        source.get("policy", str),
        tuple(source.texts("intentions")),
        tuple(source.texts("enemies")),
        tuple(Trials.read(source.table(side)) for side in SIDES),
    )


class SearchingPlanner(Planner):
    """Movement plans by search: the policy's own until there is a better one."""

    def __init__(self, officer: Officer) -> None:
        super().__init__(officer.weights_for)
        self.officer = officer

    def searched(self, start: BattleForMoscowState, own: Plan) -> Iterator[Plan]:
        level = self.officer.level
        trials = level.trials[start.active]
        budget = trials.movement if start.mode == "movement" else trials.before
        problem = MovementProblem(start, level.outlook(start.active), self.movement_step(start).moved)
        for found in search(problem, budget, self.officer.search_seed(start), self.officer.partner):
            yield Plan(found.plan, found=found)


class Officer(Recruit):
    """Plays like the recruit where there is little to decide, and searches where it counts."""

    name = "officer"
    decisions: ClassVar[Decisions] = {
        **Recruit.decisions,
        SetUp: opening.set_up,
        SetUpAt: opening.set_up_at,
    }

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.level = level(self.name)
        super().__init__(game, seed, weights_of(self.level.policy))
        self.planner = SearchingPlanner(self)
        self.found: Found[Any] | None = None  # what the search for the present phase found

    def plan(self, state: BattleForMoscowState) -> Plan:
        plan = super().plan(state)
        self.found = plan.found
        return plan

    def search_seed(self, start: BattleForMoscowState) -> str:
        """The same for the same position, however the bot came there."""
        return f"{self.seed} {self.planner.key(start)}"

    def battles(self, state: BattleForMoscowState) -> list[Battle]:
        """The battles to declare, one by one: they are remembered even if the search was cut short."""
        key = (state.turn, state.phase, bytes(state.where), bytes(state.steps))
        if key not in self._battles:
            start = state.copy()
            start.stack = (DeclareBattles(()),)
            problem = BattlesProblem(start, self.level.outlook(start.active))
            versions = search(problem, self.level.trials[start.active].battles, self.search_seed(start), self.partner)
            found, _ = best_so_far(versions, self.stop, lambda found: True)
            self.found = found
            self._battles[key] = list(found.plan)
        return self._battles[key]

    def explain_decision(self, state: BattleForMoscowState, action: Action) -> str:
        reason = super().explain_decision(state, action)
        return f"{reason} {certainty(self.found)}" if self.found and self.found.playouts else reason


class Marshal(Officer):
    """Tries many more plans."""

    name = "marshal"
