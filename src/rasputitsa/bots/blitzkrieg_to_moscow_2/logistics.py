"""6.0: what is done in the Logistics Phase: new units, rail moves, activation, the Hero City; and the free set-up."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action
from ...core.sets import members, set_of
from ...games.blitzkrieg_to_moscow_2.battle import attack_strength
from ...games.blitzkrieg_to_moscow_2.cards import Activate, ChooseFunction
from ...games.blitzkrieg_to_moscow_2.facts import (
    ALL_OF,
    CARD_FUNCTIONS,
    CORPS,
    FIRST_HEX,
    FUNCTION_IDS,
    FUNCTION_NAMES,
    GERMAN,
    NEGATE,
    POOL,
    SOVIET,
    STRENGTH,
    SURRENDERED,
    TANKS,
    legal_stack,
)
from ...games.blitzkrieg_to_moscow_2.hero_city import NameHeroCity
from ...games.blitzkrieg_to_moscow_2.logistics import Logistics
from ...games.blitzkrieg_to_moscow_2.rail import RailMove, destinations, eligible
from ...games.blitzkrieg_to_moscow_2.reinforcements import PlaceUnit, RaiseInfantry, Rebuild
from ...games.blitzkrieg_to_moscow_2.setup import FreeSetup, FreeSetupAt, free_cities
from ...games.blitzkrieg_to_moscow_2.state import BlitzkriegState
from ...games.blitzkrieg_to_moscow_2.words import (
    ACTIVATE,
    AS,
    AT,
    BOTH,
    CANCEL,
    DONE,
    HERO,
    LOAD,
    MOVE,
    RAIL,
    RAISE,
    REBUILD,
    UNIT,
)
from .evaluator import Evaluator
from .hand import best_rebuilt, to_raise

NEVER = float("-inf")
LOADS = 3  # that are looked at by who is not thorough
NEW_UNITS = ("reinforcements", "rebuilt", "t34")


# Cards.


def play_cards(evaluator: Evaluator, step: Logistics) -> Action:
    """New units first, since they can go by rail at once; then the rest, the most useful first."""
    state, weights = evaluator.state, evaluator.weights
    actions = step.actions(state)
    options: list[tuple[bool, float, Action]] = []
    for action in actions:
        if action.verb == "card":
            function, value = best_use(evaluator, step, action.number, CARD_FUNCTIONS[action.number] & step.fits(state))
            if value >= price(evaluator, action.number, function):
                options.append((function in NEW_UNITS, value, action))
        elif action is BOTH:
            options.append((True, max_worth(evaluator, state.at[SURRENDERED] & ALL_OF[GERMAN]), action))
        elif action is RAIL:
            trip = best_rail_plan(evaluator, RailMove(0, True, not step.begun))
            if trip and trip.gain >= weights.free_rail:
                options.append((False, 10 + trip.gain, action))  # it costs no card
    return max(options, key=lambda option: option[:2])[2] if options else DONE


def price(evaluator: Evaluator, card: int, function: str) -> float:
    """What a card must gain now; some can do more later in the turn."""
    weights = evaluator.weights
    if function in NEW_UNITS:
        return weights.card_spare
    if function == "activation":
        return weights.activation
    if function == "hero":
        return weights.hero
    return weights.rail_order if CARD_FUNCTIONS[card] & NEGATE else weights.rail


def best_use(evaluator: Evaluator, step: Logistics, card: int, functions: int) -> tuple[str, float]:
    """The best function of a card at this moment, and what it gains."""
    found = [(use(evaluator, step, FUNCTION_NAMES[number]), FUNCTION_NAMES[number]) for number in members(functions)]
    value, name = max(found)
    return name, value


def use(evaluator: Evaluator, step: Logistics, function: str) -> float:
    """What a card played for this function gains."""
    state = evaluator.state
    if function == "rebuilt":
        return best_rebuilt(evaluator, 0)
    if function == "reinforcements":
        return sum(map(evaluator.worth, to_raise(evaluator, 0)))
    if function == "t34":
        return max_worth(evaluator, state.at[POOL] & CORPS)
    if function == "rail":
        trip = best_rail_plan(evaluator, RailMove(0, False, not step.begun))
        return trip.gain if trip else NEVER
    if function == "activation":
        return max((activation_value(evaluator, unit) for unit in members(state.spent(evaluator.side))), default=NEVER)
    if function == "hero" and evaluator.thorough:
        return best_hero(evaluator)[0]
    return NEVER


def max_worth(evaluator: Evaluator, units: int) -> float:
    return max(map(evaluator.worth, members(units)), default=NEVER)


def choose_function(evaluator: Evaluator, step: ChooseFunction) -> Action:
    """The function of the card being played. Outside the Logistics Phase an action goes before an activation."""
    below = evaluator.state.stack[-2]
    if isinstance(below, Logistics):
        functions = set_of(FUNCTION_IDS[name] for name in step.functions)
        name, _ = best_use(evaluator, below, step.card, functions)
        return AS[FUNCTION_IDS[name]]
    others = [name for name in step.functions if name != "activation"]
    return AS[FUNCTION_IDS[(others or list(step.functions))[0]]]


def activate(evaluator: Evaluator, step: Activate) -> Action:
    units = members(evaluator.state.spent(evaluator.side))
    return ACTIVATE[max(units, key=lambda unit: (activation_value(evaluator, unit), -unit))]


def activation_value(evaluator: Evaluator, unit: int) -> float:
    """What it is worth to make a spent unit fresh now: less if it recovers by itself."""
    space = evaluator.state.where[unit]
    if space < FIRST_HEX or evaluator.recovery() >> space & 1:
        return evaluator.weights.soon_fresh * evaluator.spending(unit)
    return evaluator.spending(unit)


# New units.


def raise_infantry(evaluator: Evaluator, step: RaiseInfantry) -> Action:
    chosen = to_raise(evaluator, 0)
    actions = step.actions(evaluator.state)
    return next((RAISE[unit] for unit in chosen if RAISE[unit] in actions), actions[0])


def rebuild(evaluator: Evaluator, step: Rebuild) -> Action:
    return REBUILD[max(members(step.candidates(evaluator.state)), key=lambda unit: (evaluator.worth(unit), -unit))]


def place_unit(evaluator: Evaluator, step: PlaceUnit) -> Action:
    """The rear area from which the unit is nearest to where it is needed."""
    return max(step.actions(evaluator.state), key=lambda action: evaluator.pull(action.number))


def best_hero(evaluator: Evaluator) -> tuple[float, int]:
    """14.1: the city that gains most from being the Hero City, and how much."""
    found: tuple[float, int] = evaluator.remember("hero", lambda: find_hero(evaluator))
    return found


def find_hero(evaluator: Evaluator) -> tuple[float, int]:
    state = evaluator.state
    best, best_city = NEVER, 0
    before = evaluator.value()
    for city in members(state.cities_of(SOVIET)):
        after = state.copy()
        after.hero, after.hero_stands = city, True
        gain = Evaluator(after, evaluator.side, evaluator.weights).value() - before
        if gain > best:
            best, best_city = gain, city
    return best, best_city


def name_hero(evaluator: Evaluator, step: NameHeroCity) -> Action:
    return HERO[best_hero(evaluator)[1]]


# Rail moves.


@dataclass(slots=True)
class RailPlan:
    """Units that go by rail together, where they go, and what it gains."""

    units: int
    goal: int
    gain: float


def best_rail_plan(evaluator: Evaluator, step: RailMove) -> RailPlan | None:
    """The best rail move with the units already loaded, or with any."""
    found: RailPlan | None = evaluator.remember(
        ("rail", step.loaded, step.by_sea), lambda: find_rail_plan(evaluator, step)
    )
    return found


def find_rail_plan(evaluator: Evaluator, step: RailMove) -> RailPlan | None:
    state = evaluator.state
    before = evaluator.value()
    best = None
    options = loads(state, evaluator.side, step)
    for units in options if evaluator.thorough else heaviest(state, options):
        for goal in evaluator.shortlist(members(units)[0], destinations(state, units, step.by_sea)):
            if goal < FIRST_HEX or not legal_stack(evaluator.side, state.at[goal] | units):
                continue
            gain = evaluator.value_with(dict.fromkeys(members(units), goal)) - before
            if best is None or gain > best.gain:
                best = RailPlan(units, goal, gain)
    return best


def heaviest(state: BlitzkriegState, options: list[int]) -> list[int]:
    """The strongest of the loads."""
    return sorted(options, key=lambda units: -attack_strength(state, units))[:LOADS]


def loads(state: BlitzkriegState, side: int, step: RailMove) -> list[int]:
    """Which units might go: one unit, or a Soviet stack of the best."""
    able = eligible(state, side, step.by_sea)
    found: list[int] = []
    for space in sorted({state.where[unit] for unit in members(able)}):
        there = state.at[space] & able
        if step.loaded & ~there:
            continue
        rest = sorted(members(there & ~step.loaded), key=lambda unit: (-STRENGTH[unit][state.fresh >> unit & 1], unit))
        if side == GERMAN:
            found += [step.loaded] if step.loaded else [1 << unit for unit in rest]
            continue
        pack = step.loaded
        if pack:
            found.append(pack)
        for unit in rest:
            if legal_stack(side, pack | 1 << unit):
                pack |= 1 << unit
                found.append(pack)
        tanks = there & TANKS & ~step.loaded
        if tanks and not step.loaded:
            found.append(tanks & -tanks)
    return list(dict.fromkeys(found))


def move_by_rail(evaluator: Evaluator, step: RailMove) -> Action:
    """Load and go as planned."""
    state = evaluator.state
    trip = best_rail_plan(evaluator, step)
    actions = step.actions(state)
    if trip is None or (step.free and not step.loaded and trip.gain < evaluator.weights.free_rail):
        return CANCEL if CANCEL in actions else any_destination(actions)
    missing = members(trip.units & ~step.loaded)
    return LOAD[missing[0]] if missing else MOVE[trip.goal]


def any_destination(actions: list[Action]) -> Action:
    """There is no good rail move, but one must be made."""
    return next((action for action in actions if action.verb == "move"), actions[0])


# The free set-up: 15.1.


def set_up(evaluator: Evaluator, step: FreeSetup) -> Action:
    """The unit whose move to a city helps most. A mechanized corps should not be left alone (11.6)."""
    state, weights = evaluator.state, evaluator.weights
    before = evaluator.value()
    best, best_gain = DONE, weights.free_setup
    for unit in members(step.candidates(state)):
        alone = weights.lone_corps if state.at[state.where[unit]] & ~(1 << unit) else 0.0
        for city in members(free_cities(state)):
            gain = evaluator.value_with({unit: city}) - before - alone
            if gain > best_gain:
                best, best_gain = UNIT[unit], gain
    return best


def set_up_at(evaluator: Evaluator, step: FreeSetupAt) -> Action:
    cities = members(free_cities(evaluator.state))
    return AT[max(cities, key=lambda city: (evaluator.value_with({step.unit: city}), -city))]
