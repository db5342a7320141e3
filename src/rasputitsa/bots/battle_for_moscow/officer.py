"""The officer searches: it tries many plans for each phase in imagined futures, and keeps to the best of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...core import Game
from ...games.battle_for_moscow.battle import Battle
from ...games.battle_for_moscow.combat import DeclareBattles
from ...games.battle_for_moscow.state import BattleForMoscowState
from ..planning import Plan, best_so_far
from ..search import Budget, Found, search
from .movement import Planner
from .problems import BattlesProblem, MovementProblem, Outlook
from .recruit import Recruit
from .weights import Both, Weights, weights_of


class SearchingPlanner(Planner):
    """Movement plans by search. ``found`` is what the last search said."""

    def __init__(self, officer: Officer) -> None:
        super().__init__(officer.weights_for)
        self.officer = officer

    def plans(self, start: BattleForMoscowState) -> Iterator[Plan]:
        problem = MovementProblem(start, self.officer.outlook(start), self.movement_step(start).moved)
        for plan in super().plans(start):  # the policy's, until the search has something better
            yield plan
        for found in search(problem, self.officer.budget, self.officer.search_seed(start)):
            self.officer.found = found
            yield Plan(found.plan)


class Officer(Recruit):
    name = "officer"
    weights_name = "recruit"
    budget = Budget(100, field=16, elite=4, first=2, most=8)
    battle_budget = Budget(50, field=12, elite=3, first=2, most=8)
    turns = 99

    def __init__(self, game: Game, seed: int = 0, weights: Both | None = None) -> None:
        super().__init__(game, seed, weights)
        self.planner = SearchingPlanner(self)
        self.found: Found[object] | None = None

    def search_seed(self, start: BattleForMoscowState) -> str:
        """The same for the same position, however the bot came there."""
        return f"{self.seed} {self.planner.key(start)}"

    def outlook(self, state: BattleForMoscowState) -> Outlook:
        return Outlook([("policy", self.weights_for(state))], [weights_of("recruit")], self.turns)

    def battles(self, state: BattleForMoscowState) -> list[Battle]:
        key = (state.turn, state.phase, bytes(state.where), bytes(state.steps))
        if key not in self._battles:
            start = state.copy()
            start.stack = (DeclareBattles(()),)
            problem = BattlesProblem(start, self.outlook(start))
            versions = search(problem, self.battle_budget, self.search_seed(start))
            found, complete = best_so_far(versions, self.stop, lambda found: True)
            self.found = found
            if not complete:
                return list(found.plan)
            self._battles[key] = list(found.plan)
        return self._battles[key]
