"""The recruit plays Drive on Moscow like a beginner who has understood it: one group after another, without search."""

from __future__ import annotations

from typing import Any, ClassVar

from ...core import Action, Game
from ...core.sets import members
from ...games.drive_on_moscow.advance import Advance
from ...games.drive_on_moscow.arrange import Arrange
from ...games.drive_on_moscow.assault import Assault
from ...games.drive_on_moscow.combat import Attack, Combat
from ...games.drive_on_moscow.conversions import Conversion
from ...games.drive_on_moscow.deployment import OFFER_NAMES, german_hexes, left_to_place
from ...games.drive_on_moscow.facts import (
    BOARD,
    DECLARE_TURNS,
    GERMAN,
    MECH,
    RESERVES,
    SIDES,
    SOVIET,
    STACK_LIMIT,
    STRIDE,
    UNIT_IDS,
)
from ...games.drive_on_moscow.fight import DefensiveAir
from ...games.drive_on_moscow.movement import Movement, Moving
from ...games.drive_on_moscow.orders import DeclareOffensive, DeclareOrder
from ...games.drive_on_moscow.reinforcements import Reinforcements
from ...games.drive_on_moscow.replacements import Replacements, Withdrawal
from ...games.drive_on_moscow.results import CityAssault, LoseSteps, RetreatOrStand
from ...games.drive_on_moscow.retreat import Retreat, SplitRetreat
from ...games.drive_on_moscow.setup import GermanSetUp, SovietSetUp
from ...games.drive_on_moscow.state import DriveOnMoscowState
from ...games.drive_on_moscow.words import (
    AIR,
    DECLARE,
    DECLINE,
    DONE,
    FIGHT,
    FIGHT_FIRST,
    MOVE,
    MOVE_FIRST,
    OFFER,
    PLACE,
    REPLACE,
    STOP,
    UNIT,
    WITHDRAW,
)
from ..planning import Cache
from ..planning_bot import Decisions, PlanningBot
from . import combat, explanations, german, objectives, plans, policy, posts, soviet, spoiling
from .garrisons import is_garrison
from .odds import air_helps
from .plans import Move, sight
from .soviet import Needs
from .weights import GERMAN_WEIGHTS, SOVIET_WEIGHTS, GermanWeights, SovietWeights, Weights

NORTHERN_CORPS = tuple((name, "0814") for name in ("pz-6", "pz-7", "pz-19", "pg-14", "pg-GD"))


def set_up_germans(bot: Recruit, state: DriveOnMoscowState, step: GermanSetUp) -> Action:
    """A corps for Kalinin where it was in history, and for the rest the set-up that is preferred."""
    for name, place in NORTHERN_CORPS:
        unit, hex = UNIT_IDS[name], BOARD.ids[place]
        if state.where[unit] == RESERVES and german_hexes(state, unit) >> hex & 1:
            return PLACE[hex] if step.chosen == unit else UNIT[unit]
    return OFFER[OFFER_NAMES.index(bot.german.set_up)] if step.waiting(state) else DONE


def set_up_soviets(bot: Recruit, state: DriveOnMoscowState, step: SovietSetUp) -> Action:
    if not any(left_to_place(state, step.stage).values()):
        return DONE
    weights = bot.soviet
    return OFFER[OFFER_NAMES.index(weights.reserve_set_up if step.stage == "reserve" else weights.forward_set_up)]


def declare_offensive(bot: Recruit, state: DriveOnMoscowState, step: DeclareOffensive) -> Action:
    """12.0: when the attacks that the lull prevents would not bring much; at the latest when it is the last chance."""
    if state.turn == DECLARE_TURNS[-1]:
        return DECLARE
    cost = bot.german.lull_costs[DECLARE_TURNS.index(state.turn)]
    return DECLARE if combat.prospects(state, bot.german) < cost else DECLINE


def declare_order(bot: Recruit, state: DriveOnMoscowState, step: DeclareOrder) -> Action:
    """Germans fight first unless cities fall more easily with those who come up; Soviets move first, if they may."""
    if state.active != GERMAN:
        return MOVE_FIRST
    if state.turn == 1:
        return FIGHT_FIRST
    weights = bot.german
    gain = combat.gain_of_moving_first(state, objectives.assign(state, weights), weights)
    if gain > weights.move_first_at:
        return MOVE_FIRST
    many = gain < -weights.move_first_at or combat.prospects(state, weights) > weights.fight_first_at
    return FIGHT_FIRST if many else MOVE_FIRST


def next_unit(bot: Recruit, state: DriveOnMoscowState, step: Movement) -> Action:
    """Whoever the plan moves next; the phase ends when it has nobody left."""
    if state.ordered and state.active == SOVIET:
        action = spoiling.next_unit(bot.needs(state), bot.posts(state))
    else:
        move = plans.next_move(state, bot.moves(state))
        action = DONE if move is None else UNIT[members(move.units)[0]]
    return action if action in step.actions(state) else step.actions(state)[0]


def where_to(bot: Recruit, state: DriveOnMoscowState, step: Moving) -> Action:
    if state.ordered and state.active == SOVIET:
        return spoiling.where_to(bot.needs(state), step, bot.posts(state))
    if step.units & state.assaulted:
        goal = objectives.nearest_goal(state, step.units, bot.german)
        hex = german.go_on(state, step.units, goal, bot.german)
        return STOP if hex == step.here(state) else MOVE[hex]
    move = plans.move_in_hand(state, step, bot.moves(state))
    return STOP if move is None else plans.next_click(state, step, move)


def assault(bot: Recruit, state: DriveOnMoscowState, step: Assault) -> Action:
    return AIR if step.air < state.german_air and air_helps(state, step.battle(state), bot.german) else FIGHT


def defend_from_the_air(bot: Recruit, state: DriveOnMoscowState, step: DefensiveAir) -> Action:
    attacker = bot.german if step.battle.attacker == GERMAN else bot.soviet
    return combat.defend_from_the_air(state, step, bot.weights_for(state), attacker)


def withdraw(bot: Recruit, state: DriveOnMoscowState, step: Withdrawal) -> Action:
    """No garrison, if that is possible; reduced ones first, then those farthest from the front."""

    def price(unit: int) -> tuple[bool, bool, int]:
        return is_garrison(state, unit, bot.german), not state.is_reduced(unit), state.where[unit] // STRIDE

    return WITHDRAW[min(step.candidates(state), key=price)]


def replace(bot: Any, state: DriveOnMoscowState, step: Replacements) -> Action:
    ready = step.candidates(state)
    return REPLACE[min(ready, key=lambda unit: (not MECH >> unit & 1, unit))]


class Recruit(PlanningBot[DriveOnMoscowState, Weights]):
    name = "recruit"

    decisions: ClassVar[Decisions] = {
        SovietSetUp: set_up_soviets,
        GermanSetUp: set_up_germans,
        DeclareOffensive: declare_offensive,
        DeclareOrder: declare_order,
        Replacements: replace,
        Withdrawal: withdraw,
        Reinforcements: lambda bot, state, step: soviet.reinforce(state, step, bot.wanted(state)),
        Conversion: lambda bot, state, step: soviet.convert(state, step),
        Movement: next_unit,
        Moving: where_to,
        Arrange: lambda bot, state, step: STOP,
        Assault: assault,
        Combat: lambda bot, state, step: combat.next_attack(state, step, bot.weights_for(state)),
        Attack: lambda bot, state, step: combat.name_attackers(state, step, bot.weights_for(state)),
        DefensiveAir: defend_from_the_air,
        LoseSteps: lambda bot, state, step: combat.choose_loss(state, step),
        CityAssault: lambda bot, state, step: combat.city_assault(state, step),
        RetreatOrStand: lambda bot, state, step: combat.retreat_or_stand(state, step, bot.weights_for(state)),
        Retreat: lambda bot, state, step: combat.choose_retreat(state, step),
        SplitRetreat: lambda bot, state, step: combat.choose_retreat(state, step),
        Advance: lambda bot, state, step: combat.advance(state, step, bot.objectives(state), bot.weights_for(state)),
    }

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        german: GermanWeights = GERMAN_WEIGHTS,
        soviet: SovietWeights = SOVIET_WEIGHTS,
    ) -> None:
        super().__init__(game, seed, dict(zip(SIDES, (german, soviet), strict=True)))
        self.german, self.soviet = german, soviet
        self._moves: Cache[list[Move]] = Cache()
        self._posts: Cache[posts.Posts] = Cache()
        self._goals: Cache[objectives.Objectives] = Cache()
        self._wanted: Cache[dict[int, list[float]]] = Cache()

    def moves(self, state: DriveOnMoscowState) -> list[Move]:
        """The plan for the movement phase, made from where it began: whoever forgets it makes the same again."""
        start = plans.plan_start(state)
        key = plans.sight(start)
        if key not in self._moves:
            moves, complete = self.plan_moves(start)
            if not complete:
                return moves
            self._moves[key] = moves
        return self._moves[key]

    def plan_moves(self, start: DriveOnMoscowState) -> tuple[list[Move], bool]:
        """The moves from this position on, and whether there was time to plan them; ``start`` may be changed."""
        return list(policy.march(start, self.weights_for(start))), True

    def posts(self, state: DriveOnMoscowState) -> posts.Posts:
        """Where Soviet units are to go under orders (12.1), by the present position."""
        return self._posts.get_or_compute(sight(state), lambda: posts.assign(state, self.soviet))

    def wanted(self, state: DriveOnMoscowState) -> dict[int, list[float]]:
        """What Soviet posts are worth: that follows from where the Germans are."""
        key = tuple(state.held[:STACK_LIMIT]), state.control
        return self._wanted.get_or_compute(key, lambda: posts.posts(state, self.soviet))

    def objectives(self, state: DriveOnMoscowState) -> dict[int, int]:
        """The objectives of German units; the Soviets have none."""
        return objectives.assign(state, self.german) if state.active == GERMAN else {}

    def needs(self, state: DriveOnMoscowState) -> Needs:
        """What a Soviet decision under orders looks at."""
        return Needs(state, self.soviet)

    def explain_decision(self, state: DriveOnMoscowState, action: Action) -> str:
        return explanations.of_action(state, action)
