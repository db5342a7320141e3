"""The officer and the marshal search: they try plans in imagined futures and keep to the best."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any, ClassVar, TypeVar

from ...core import Action, Game, Step
from ...core.data import Source
from ...core.sets import members
from ...games.blitzkrieg_to_moscow_2.breakthrough import Breakthrough, TankAction
from ...games.blitzkrieg_to_moscow_2.cards import HitlerOrder
from ...games.blitzkrieg_to_moscow_2.combat import ChooseTarget, Combat, NameAttackers
from ...games.blitzkrieg_to_moscow_2.defence import ChooseDefence
from ...games.blitzkrieg_to_moscow_2.facts import CARD_FUNCTIONS, CARDS_OF, LAST_TURN, QUOTA, SIDES
from ...games.blitzkrieg_to_moscow_2.fight import ReRoll, ShiftCard
from ...games.blitzkrieg_to_moscow_2.logistics import ChooseCards, Logistics
from ...games.blitzkrieg_to_moscow_2.movement import Movement, Moving
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.words import CANCEL, DONE, PASS, RAIL, TAKE, UNIT
from ..planning import Cache, Plan, best_so_far
from ..planning_bot import Decision, Decisions
from ..search import Budget, Found, Problem, certainty, search, trusting
from . import breakthrough, combat, hand
from .combat import Attack
from .evaluator import Evaluator
from .movement import Planner
from .problems import AnswerProblem, AttackProblem, HandProblem, MovementProblem, Outlook
from .recruit import Recruit
from .weights import weights_of

P = TypeVar("P")

# What can be searched: the hand, all moves, the next attack; cards in the Logistics Phase; tank actions; cards at a
# combat; Hitler Order!; active or passive defence.
BUDGETS = ("hand", "movement", "attack", "logistics", "tanks", "combat", "order", "defence")
# Another plan is preferred to the policy's if it gains a little, and so many times the variance of its mean gain: on
# average other plans are worth 0.1 less, give or take 0.12.
LEAST = 0.02
CAUTION = 7.0
DOUBT = 0.5  # a card that gains this share of what it should, or this much more, is thought about
TANKS_TRIED = 3  # tank units whose move is tried beside the policy's choice


@dataclass(frozen=True, slots=True)
class Level:
    """How much a level tries, and what it imagines."""

    policy: str
    intentions: tuple[str, ...]
    enemies: tuple[str, ...]
    turns: int  # that a playout goes on for after a hand or moves
    answer_turns: int  # the same after single answers
    clear: float  # an attack that promises so many points is made without a search
    endgame: tuple[int, int]  # how many times as much is tried in the last two player turns
    budgets: Mapping[str, Budget]  # by what is searched; what has none is left to the policy

    def budget(self, name: str, state: BlitzkriegState) -> Budget | None:
        """How much is tried in this position: more at the end, where playouts are short and exact."""
        budget = self.budgets.get(name)
        if budget is None or state.turn < LAST_TURN:
            return budget
        return budget.times(self.endgame[state.active])

    def outlook(self, side: int, turns: int | None = None) -> Outlook:
        """What the playouts of a side imagine; the policy is its first intention."""
        names = dict.fromkeys((self.policy, *self.intentions))
        return Outlook(
            [(name, weights_of(name)[side]) for name in names],
            [weights_of(name) for name in self.enemies],
            turns or self.turns,
        )

    def answer_outlook(self, side: int) -> Outlook:
        return self.outlook(side, self.answer_turns)


@cache
def level(name: str) -> Level:
    source = Source.read(__package__, "levels.toml").table(name)
    source.only("about", "policy", "intentions", "enemies", "turns", "answer_turns", "clear", "endgame", *BUDGETS)
    before, last = source.get("endgame", list)
    return Level(
        source.get("policy", str),
        tuple(source.texts("intentions")),
        tuple(source.texts("enemies")),
        source.get("turns", int),
        source.get("answer_turns", int),
        source.get("clear", float),
        (before, last),
        {name: Budget.read(source.table(name)) for name in BUDGETS if name in source.data},
    )


def known_to(state: BlitzkriegState, side: int) -> tuple[object, ...]:
    """All that a side knows of a position, but for the open question."""
    own, other = state.hand(side), state.hand(1 - side).bit_count()
    return (*Evaluator.key(state, side), own, other, state.played, state.moscow_fell)


def is_sure(found: Found[Any]) -> bool:
    """Whether a plan may be believed to be better than the policy's."""
    return found.gain > LEAST + CAUTION * found.doubt**2


class SearchingPlanner(Planner):
    """Movement plans by search: the policy's own until there is a better one."""

    def __init__(self, officer: Officer) -> None:
        super().__init__(officer.weights_for)
        self.officer = officer

    def key(self, start: BlitzkriegState) -> Hashable:
        return known_to(start, start.active)

    def searched(self, start: BlitzkriegState, own: Plan) -> Iterator[Plan]:
        officer = self.officer
        budget = officer.level.budget("movement", start)
        if budget is None:
            return
        moved = self.movement_step(start).moved
        seed = officer.search_seed(start, start.active)
        problem = MovementProblem(start, officer.level.outlook(start.active), seed, moved)
        for found in trusting(search(problem, budget, seed, officer.partner), is_sure):
            groups = [group for group in own.groups if group.places.items() <= found.plan.items()]
            yield Plan(found.plan, groups, found)


# The answers that are tried, the policy's own first. One alone needs no search.


def card_answers(bot: Officer, state: BlitzkriegState, step: Any, policy: Action) -> list[Action]:
    """The policy's answer, no card, and every card that fits."""
    end = DONE if DONE in step.actions(state) else PASS
    return [policy] if policy is RAIL else [policy, end, *step.cards(state)]


def combat_answers(bot: Officer, state: BlitzkriegState, step: ShiftCard | ReRoll, policy: Action) -> list[Action]:
    """The same at a combat, where it is doubtful whether a card gains enough."""
    evaluator = bot.evaluator_of(state, step.battle.attacker)
    if isinstance(step, ShiftCard):
        share = combat.gain_of_shift(evaluator, step) / evaluator.weights.shift
    else:
        share = combat.gain_of_re_roll(evaluator, step) / evaluator.weights.re_roll
    return card_answers(bot, state, step, policy) if DOUBT <= share <= 1 / DOUBT else [policy]


def defence_answers(bot: Officer, state: BlitzkriegState, step: ChooseDefence, policy: Action) -> list[Action]:
    """11.3.2: actively or passively."""
    return [policy, *step.actions(state)[:2]]


def tank_answers(bot: Officer, state: BlitzkriegState, step: TankAction, policy: Action) -> list[Action]:
    """The policy's answer, the best moves, and an attack on each hex."""
    moves = breakthrough.best_moves(bot.evaluator(state), step)[:TANKS_TRIED]
    attacks = [action for action in step.actions(state) if action.verb == "attack"]
    return [policy, *(UNIT[move.unit] for move in moves), *attacks[:TANKS_TRIED], DONE]


def answered(
    answers: Callable[[Officer, BlitzkriegState, Any, Action], list[Action]], step: type[Step[Any]], budget: str
) -> Decision:
    """A decision among a few answers; the policy's where there is no budget for it."""
    policy = Recruit.decisions[step]

    def decide(bot: Officer, state: BlitzkriegState, step: Any) -> Action:
        own = policy(bot, state, step)
        tried = bot.level.budget(budget, state)
        return own if tried is None else bot.best_answer(state, own, answers(bot, state, step, own), tried)

    return decide


def with_attack(decide: Callable[[Evaluator, Any], Action]) -> Decision:
    """A decision that follows the attack which was found for the Combat Phase below."""

    def follow(bot: Officer, state: BlitzkriegState, step: Any) -> Action:
        evaluator = bot.evaluator(state)
        below = state.stack[-1] if isinstance(step, Combat) else state.stack[-2]
        budget = bot.level.budget("attack", state)
        if isinstance(below, Combat) and budget is not None:
            evaluator.remember(("attack", below), lambda: bot.next_attack(state, below, budget))
        return decide(evaluator, step)

    return follow


class Officer(Recruit):
    """Plays like the recruit where there is little to decide, and searches where it counts."""

    name = "officer"
    decisions: ClassVar[Decisions] = {
        **Recruit.decisions,
        ChooseCards: lambda bot, state, step: bot.take_card(state, step),
        Logistics: answered(card_answers, Logistics, "logistics"),
        Breakthrough: answered(card_answers, Breakthrough, "tanks"),
        ShiftCard: answered(combat_answers, ShiftCard, "combat"),
        ReRoll: answered(combat_answers, ReRoll, "combat"),
        HitlerOrder: answered(card_answers, HitlerOrder, "order"),
        ChooseDefence: answered(defence_answers, ChooseDefence, "defence"),
        TankAction: answered(tank_answers, TankAction, "tanks"),
        Combat: with_attack(combat.choose_attack),
        ChooseTarget: with_attack(combat.choose_target),
        NameAttackers: with_attack(combat.name_attackers),
    }

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.level = level(self.name)
        super().__init__(game, seed, weights_of(self.level.policy))
        self.planner = SearchingPlanner(self)
        self.found: Found[Any] | None = None  # what the search behind the last decision found
        self._found: Cache[Found[Any]] = Cache(4)

    def plan(self, state: BlitzkriegState) -> Plan:
        plan = super().plan(state)
        self.found = plan.found
        return plan

    def search_seed(self, start: BlitzkriegState, side: int) -> str:
        """The same for the same position and question, however the bot came there."""
        return f"{self.seed} {known_to(start, side)} {start.stack}"

    def best(self, problem: Problem[P], budget: Budget, seed: str) -> P:
        """The best plan for a problem. One that was cut short is not remembered."""
        if seed in self._found:
            found: Found[P] = self._found[seed]
        else:
            versions = trusting(search(problem, budget, seed, self.partner), is_sure)
            found, complete = best_so_far(versions, self.stop, lambda found: True)
            if complete:
                self._found[seed] = found
        self.found = found
        return found.plan

    def best_answer(self, state: BlitzkriegState, policy: Action, answers: list[Action], budget: Budget) -> Action:
        distinct = {CARD_FUNCTIONS[each.number] if each.verb == "card" else each for each in answers}
        if len(distinct) == 1:
            self.found = None
            return policy
        assert state.side is not None
        side = SIDES.index(state.side)
        seed = self.search_seed(state, side)
        problem = AnswerProblem(state, side, self.level.answer_outlook(side), seed, answers)
        found = self.best(problem, budget, seed)
        return found if found == policy or self.is_carried_out(state, found) else policy

    def is_carried_out(self, state: BlitzkriegState, answer: Action) -> bool:
        """Whether the policy goes on after an answer; if it cancelled, the same search would begin again for ever."""
        policy = Recruit(self.game, self.seed, weights_of(self.level.policy))
        after = state.copy()
        after.apply(answer)
        while after.side == state.side and len(after.stack) > len(state.stack):
            action = policy.choose(after, Random(self.seed))
            if action is CANCEL:
                return False
            after.apply(action)
        return True

    def take_card(self, state: BlitzkriegState, step: ChooseCards) -> Action:
        """6.1: a card of the hand that was found before the first was taken; to leave one out needs no search."""
        side = state.active
        budget = self.level.budget("hand", state)
        if budget is None or CARDS_OF[side].bit_count() - QUOTA[state.turn][side] <= 1:
            return hand.take_card(self.evaluator(state), step)
        start = state.copy()
        start.hands &= ~state.hand(side)
        start.stack = (*state.stack[:-1], ChooseCards(QUOTA[state.turn][side]))
        seed = self.search_seed(start, side)
        problem = HandProblem(start, side, self.level.outlook(side), seed)
        wanted = self.best(problem, budget, seed)
        missing = members(wanted & ~state.hands)
        return TAKE[missing[0]] if missing else state.actions()[0]

    def next_attack(self, state: BlitzkriegState, step: Combat, budget: Budget) -> Attack | None:
        side = state.active
        own = combat.find_attack(self.evaluator(state), step)
        if own is not None and own.score >= self.level.clear:
            self.found = None
            return own
        start = state.copy()
        start.stack = state.stack[: state.stack.index(step) + 1]
        seed = self.search_seed(start, side)
        problem = AttackProblem(start, side, self.level.answer_outlook(side), seed)
        return self.best(problem, budget, seed)

    def explain_decision(self, state: BlitzkriegState, action: Action) -> str:
        reason = super().explain_decision(state, action)
        searched = isinstance(state.stack[-1], Movement | Moving) or type(state.stack[-1]) in SEARCHED
        if searched and self.found and self.found.playouts:
            return f"{reason} {certainty(self.found)}"
        return reason


SEARCHED = {step for step, decision in Officer.decisions.items() if decision is not Recruit.decisions[step]}


class Marshal(Officer):
    """Tries many more plans."""

    name = "marshal"
