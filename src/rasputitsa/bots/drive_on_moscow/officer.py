"""The officer and the marshal search: they try intentions and orders in imagined futures and keep to the best."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import Any, ClassVar

from ...core import Action, Game
from ...core.data import Source
from ...games.drive_on_moscow.combat import Combat
from ...games.drive_on_moscow.facts import GERMAN
from ...games.drive_on_moscow.orders import DeclareOffensive, DeclareOrder
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ...games.drive_on_moscow.words import ATTACK, DONE
from ..planning import Cache, best_so_far
from ..planning_bot import Decisions
from ..search import Budget, Found, certainty, search, trusting
from . import combat, explanations, plans
from .plans import Move
from .problems import AttackProblem, DeclarationProblem, MarchProblem, Outlook, next_attacks
from .recruit import Recruit, declare_offensive, declare_order
from .weights import weights_of

# What can be searched: a German march, the same after a mobile assault, a Soviet march; the order of the phases and the
# November Offensive; the next attack.
BUDGETS = ("german", "again", "soviet", "declaration", "attack")


@dataclass(frozen=True, slots=True)
class Level:
    """How much a level tries, and what it imagines."""

    policy: str
    intentions: tuple[str, ...]
    enemies: tuple[str, ...]
    turns: int
    to_the_end: int
    trust: float  # what another plan must gain to be preferred to the policy's
    doubt: float  # an attack that promises so little more or less than it should is in doubt
    budgets: Mapping[str, Budget]  # by what is searched

    def outlook(self, side: int) -> Outlook:
        """What the playouts of a side imagine; the policy is its first intention."""
        names = dict.fromkeys((self.policy, *self.intentions))
        intentions = [(name, weights_of(name)[side]) for name in names]
        return Outlook(intentions, [weights_of(name) for name in self.enemies], self.turns, self.to_the_end)

    def is_sure(self, found: Found[Any]) -> bool:
        """Whether a plan gains so much that it is preferred to the policy's."""
        return found.gain >= self.trust

    def march(self, start: DriveOnMoscowState) -> Budget:
        if start.active != GERMAN:
            return self.budgets["soviet"]
        return self.budgets["again" if start.finished else "german"]


@cache
def level(name: str) -> Level:
    source = Source.read(__package__, "levels.toml").table(name)
    numbers = ("turns", "to_the_end", "trust", "doubt")
    source.only("about", "policy", "intentions", "enemies", *numbers, *BUDGETS)
    return Level(
        source.get("policy", str),
        tuple(source.texts("intentions")),
        tuple(source.texts("enemies")),
        source.get("turns", int),
        source.get("to_the_end", int),
        source.get("trust", float),
        source.get("doubt", float),
        {name: Budget.read(source.table(name)) for name in BUDGETS},
    )


def declare(bot: Officer, state: DriveOnMoscowState, step: DeclareOrder | DeclareOffensive) -> Action:
    """What the Germans declare is tried out; the Soviets move first, if they may."""
    decision = declare_order if isinstance(step, DeclareOrder) else declare_offensive
    first = decision(bot, state, step)  # type: ignore[arg-type]
    if state.active != GERMAN or len(state.actions()) < 2:
        return first
    problem = DeclarationProblem(state, bot.level.outlook(GERMAN), first)
    versions = search(
        problem, bot.level.budgets["declaration"], bot.search_seed(state, type(step).__name__), bot.partner
    )
    found, _ = best_so_far(trusting(versions, bot.level.is_sure), bot.stop, lambda found: True)
    bot.found = found
    return found.plan.action


def next_attack(bot: Officer, state: DriveOnMoscowState, step: Combat) -> Action:
    """The next attack, or none, is tried out where it is in doubt; Stalin's orders leave no choice (12.1)."""
    if step.short_of(state) > 0:
        return combat.next_attack(state, step, bot.weights_for(state))
    choices = next_attacks(state, bot.weights_for(state), bot.level.doubt)
    if len(choices) > 1:
        problem = AttackProblem(state, bot.level.outlook(state.active), choices)
        versions = search(problem, bot.level.budgets["attack"], bot.search_seed(state, "attack"), bot.partner)
        bot.found, _ = best_so_far(trusting(versions, bot.level.is_sure), bot.stop, lambda found: True)
    choice = bot.found.plan if bot.found else choices[0]
    return ATTACK[choice.hex] if choice.hex else DONE


class Officer(Recruit):
    """Plays like the recruit where there is little to decide, and searches where it counts."""

    name = "officer"

    decisions: ClassVar[Decisions] = {
        **Recruit.decisions,
        DeclareOrder: declare,
        DeclareOffensive: declare,
        Combat: next_attack,
    }

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.level = level(self.name)
        super().__init__(game, seed, *weights_of(self.level.policy))
        self.found: Found[Any] | None = None  # what the search behind the last decision found
        self._found: Cache[Found[Any]] = Cache()

    def search_seed(self, start: DriveOnMoscowState, what: str) -> str:
        """The same for the same position, however the bot came there."""
        return sha256(f"{self.seed} {what} {plans.sight(start)}".encode()).hexdigest()

    def choose(self, state: Any, rng: Any, stop: Any = None) -> Action:
        self.found = None
        return super().choose(state, rng, *([] if stop is None else [stop]))

    def moves(self, state: DriveOnMoscowState) -> list[Move]:
        found = super().moves(state)
        self.found = self._found.get(plans.sight(plans.plan_start(state)))
        return found

    def plan_moves(self, start: DriveOnMoscowState) -> tuple[list[Move], bool]:
        problem = MarchProblem(start, self.level.outlook(start.active))
        versions: Iterator[Found[Any]] = search(
            problem, self.level.march(start), self.search_seed(start, "march"), self.partner
        )
        found, complete = best_so_far(trusting(versions, self.level.is_sure), self.stop, lambda found: True)
        self._found[plans.sight(start)] = found
        return problem.moves(found.plan), complete

    def explain_decision(self, state: DriveOnMoscowState, action: Action) -> str:
        reason = super().explain_decision(state, action)
        if self.found is None or not self.found.playouts:
            return reason
        intention = explanations.of_intention(self.found.intention, state.active)
        return f"{reason} {intention} {certainty(self.found)}"


class Marshal(Officer):
    """Tries many more plans."""

    name = "marshal"
