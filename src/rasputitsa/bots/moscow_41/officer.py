"""The officer and the marshal search: at every question that counts they try what they could do in imagined futures.

Nothing is remembered. The position in which an impulse began cannot be recovered later, so a plan cannot be made again
from there; each question is searched from where it is asked, with the same random numbers throughout an impulse. What
has been decided is in the position: the kind of impulse, the HQs in action, the blocks that have moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from random import Random
from typing import Any

from ...core import Action, Game, State
from ...core.data import Source
from ...games.moscow_41.activation import Activation
from ...games.moscow_41.facts import SIDES
from ...games.moscow_41.impulse import ChooseImpulse, Exploit
from ...games.moscow_41.logistics import Logistics
from ...games.moscow_41.state import Moscow41State
from ..bot import Stop, never
from ..planning import best_so_far
from ..search import Budget, Found, certainty, search
from .problems import Answers, Outlook
from .recruit import Recruit
from .weights import SCENARIOS, Weights, weights_of

QUESTIONS: dict[type[Any], str] = {  # that are searched, with the name of their budget
    Logistics: "logistics",
    ChooseImpulse: "impulse",
    Activation: "activation",
    Exploit: "exploit",
}
JOINING = "joining"  # the question for further HQs, when one is in action
KINDS = (*QUESTIONS.values(), JOINING)


@dataclass(frozen=True, slots=True)
class Level:
    """How much a level tries, and what it imagines."""

    policy: str
    enemies: tuple[str, ...]
    impulses: Mapping[str, int]
    times: Mapping[str, float]
    sure: float  # by how many standard errors another plan must be better than the policy's
    budgets: Mapping[str, Budget]  # by kind of question; a kind without one is not searched

    def outlook(self, side: str, scenario: str) -> Outlook:
        """What the playouts of a side imagine."""
        other = SIDES[1 - SIDES.index(side)]
        return Outlook(
            weights_of(self.policy)[side][scenario],
            [weights_of(name)[other][scenario] for name in self.enemies],
            self.impulses[scenario],
        )

    def budget(self, kind: str, scenario: str) -> Budget:
        """The budget for a kind of question; where playouts are quick, more of them are made."""
        budget, times = self.budgets[kind], self.times[scenario]
        return replace(budget, playouts=max(1, round(times * budget.playouts)), most=max(1, round(times * budget.most)))


@cache
def level(name: str) -> Level:
    source = Source.read(__package__, "levels.toml").table(name)
    source.only("about", "policy", "enemies", "impulses", "times", "sure", *KINDS)
    impulses, times = source.table("impulses"), source.table("times")
    impulses.only(*SCENARIOS)
    times.only(*SCENARIOS)
    return Level(
        source.get("policy", str),
        tuple(source.texts("enemies")),
        {scenario: impulses.get(scenario, int) for scenario in SCENARIOS},
        {scenario: times.get(scenario, float) for scenario in SCENARIOS},
        source.get("sure", float),
        {kind: Budget.read(source.table(kind)) for kind in KINDS if kind in source.data},
    )


class Officer(Recruit):
    """Plays like the recruit where there is little to decide, and searches where it counts."""

    name = "officer"

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self.level = level(self.name)
        self.found: Found[Action] | None = None  # what the search for the last decision found

    def weights_for(self, state: Moscow41State) -> Weights:
        assert state.side is not None
        return weights_of(self.level.policy)[state.side][state.setting.name]

    def choose(self, state: State, rng: Random, stop: Stop = never) -> Action:
        assert isinstance(state, Moscow41State)
        self.found = None
        kind = kind_of(state)
        if kind not in self.level.budgets or len(state.actions()) == 1:
            return super().choose(state, rng, stop)
        action = self.searched(state, kind, stop)
        self._decided = (state, action)
        return action

    def searched(self, state: Moscow41State, kind: str, stop: Stop) -> Action:
        """The best action found, if it is clearly better than the policy's."""
        assert state.side is not None
        outlook = self.level.outlook(state.side, state.setting.name)
        problem = Answers(state, outlook, policy(state, outlook.policy))
        seed = f"{self.seed} {state.turn} {state.impulse} {state.side}"
        budget = self.level.budget(kind, state.setting.name)
        versions = settled(search(problem, budget, seed, self.partner), budget.playouts // 2)
        first = next(versions)
        found, _ = best_so_far(chain([first], versions), stop, lambda found: True)
        if found.gain <= self.level.sure * found.doubt:
            found = first._replace(value=found.value - found.gain, error=found.error, playouts=found.playouts)
        self.found = found
        return found.plan

    def explain_decision(self, state: Moscow41State, action: Action) -> str:
        parts = [super().explain_decision(state, action)]
        if self.found is not None:
            parts.append(certainty(self.found) if self.found.playouts else "")
        return " ".join(part for part in parts if part)


class Marshal(Officer):
    """Tries many more."""

    name = "marshal"


def settled(versions: Iterator[Found[Action]], enough: int) -> Iterator[Found[Action]]:
    """The versions of a search, no more of them when the policy's answer still leads after enough playouts."""
    first = next(versions)
    yield first
    for found in versions:
        yield found
        if found.playouts >= enough and found.plan == first.plan:
            return


def kind_of(state: Moscow41State) -> str:
    """The kind of question that is open; "" where it is never searched."""
    kind = QUESTIONS.get(type(state.stack[-1]), "")
    return JOINING if kind == "activation" and state.activated else kind


def policy(state: Moscow41State, weights: Weights) -> Action:
    """What a recruit with these weights does in a position, which stays as it is."""
    player = Recruit(state.game, 0, weights, weights)
    return player.choose(state.copy(), Random(0))
