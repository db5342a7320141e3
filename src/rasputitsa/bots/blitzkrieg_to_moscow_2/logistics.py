"""6.0: what is done in the Logistics Phase: new units, rail moves, activation, the Hero City; and the free set-up."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import Action
from ...core.sets import members, set_of
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
from ...games.blitzkrieg_to_moscow_2.logistics import Logistics, NameHeroCity, PlaceUnit, RaiseInfantry, Rebuild
from ...games.blitzkrieg_to_moscow_2.rail import RailMove, destinations, eligible
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
from .evaluator import Eye
from .hand import best_rebuilt, to_raise

NEVER = float("-inf")
NEW_UNITS = ("reinforcements", "rebuilt", "t34")


# Cards.


def play_cards(eye: Eye, step: Logistics) -> Action:
    """New units first, for they can go by rail at once; then the rest, the most useful first."""
    state, weights = eye.state, eye.weights
    actions = step.actions(state)
    options: list[tuple[bool, float, Action]] = []
    for action in actions:
        if action.verb == "card":
            function, value = best_use(eye, step, action.number, CARD_FUNCTIONS[action.number] & step.fits(state))
            if value >= price(eye, action.number, function):
                options.append((function in NEW_UNITS, value, action))
        elif action is BOTH:
            options.append((True, max_worth(eye, state.at[SURRENDERED] & ALL_OF[GERMAN]), action))
        elif action is RAIL:
            journey = best_journey(eye, RailMove(0, True, not step.begun))
            if journey and journey.gain >= weights.free_rail:
                options.append((False, 10 + journey.gain, action))  # it costs no card
    return max(options, key=lambda option: option[:2])[2] if options else DONE


def price(eye: Eye, card: int, function: str) -> float:
    """What a card must bring in now; some can do better later in the turn."""
    weights = eye.weights
    if function in NEW_UNITS:
        return weights.card_spare
    if function == "activation":
        return weights.activation
    if function == "hero":
        return weights.hero
    return weights.rail * (3 if CARD_FUNCTIONS[card] & NEGATE else 1)


def best_use(eye: Eye, step: Logistics, card: int, functions: int) -> tuple[str, float]:
    """The best function of a card at this moment, and what it brings in."""
    found = [(use(eye, step, FUNCTION_NAMES[number]), FUNCTION_NAMES[number]) for number in members(functions)]
    value, name = max(found)
    return name, value


def use(eye: Eye, step: Logistics, function: str) -> float:
    """What a card played for this function brings in."""
    state = eye.state
    if function == "rebuilt":
        return best_rebuilt(eye, 0)
    if function == "reinforcements":
        return sum(map(eye.worth, to_raise(eye, 0)))
    if function == "t34":
        return max_worth(eye, state.at[POOL] & CORPS)
    if function == "rail":
        journey = best_journey(eye, RailMove(0, False, not step.begun))
        return journey.gain if journey else NEVER
    if function == "activation":
        return max((awakening(eye, unit) for unit in members(state.spent(eye.side))), default=NEVER)
    if function == "hero":
        return best_hero(eye)[0]
    return NEVER


def max_worth(eye: Eye, units: int) -> float:
    return max(map(eye.worth, members(units)), default=NEVER)


def choose_function(eye: Eye, step: ChooseFunction) -> Action:
    """What the card on the table is for. Outside the Logistics Phase it is an action rather than an activation."""
    below = eye.state.stack[-2]
    if isinstance(below, Logistics):
        functions = set_of(FUNCTION_IDS[name] for name in step.functions)
        name, _ = best_use(eye, below, step.card, functions)
        return AS[FUNCTION_IDS[name]]
    others = [name for name in step.functions if name != "activation"]
    return AS[FUNCTION_IDS[(others or list(step.functions))[0]]]


def activate(eye: Eye, step: Activate) -> Action:
    units = members(eye.state.spent(eye.side))
    return ACTIVATE[max(units, key=lambda unit: (awakening(eye, unit), -unit))]


def awakening(eye: Eye, unit: int) -> float:
    """What it is worth that a spent unit becomes fresh now: less if it recovers by itself."""
    space = eye.state.where[unit]
    if space < FIRST_HEX or eye.recovery() >> space & 1:
        return 0.3 * eye.spending(unit)
    return eye.spending(unit)


# New units.


def raise_infantry(eye: Eye, step: RaiseInfantry) -> Action:
    chosen = to_raise(eye, 0)
    actions = step.actions(eye.state)
    return next((RAISE[unit] for unit in chosen if RAISE[unit] in actions), actions[0])


def rebuild(eye: Eye, step: Rebuild) -> Action:
    return REBUILD[max(members(step.candidates(eye.state)), key=lambda unit: (eye.worth(unit), -unit))]


def place_unit(eye: Eye, step: PlaceUnit) -> Action:
    """The rear area from which the unit is nearest to where it is needed."""
    return max(step.actions(eye.state), key=lambda action: eye.lure(action.number))


def best_hero(eye: Eye) -> tuple[float, int]:
    """14.1: the city that gains most by being the Hero City, and how much."""
    found: tuple[float, int] = eye.remember("hero", lambda: find_hero(eye))
    return found


def find_hero(eye: Eye) -> tuple[float, int]:
    state = eye.state
    best, best_city = NEVER, 0
    before = eye.value()
    for city in members(state.cities_of(SOVIET)):
        after = state.copy()
        after.hero, after.hero_stands = city, True
        gain = Eye(after, eye.side, eye.weights).value() - before
        if gain > best:
            best, best_city = gain, city
    return best, best_city


def name_hero(eye: Eye, step: NameHeroCity) -> Action:
    return HERO[best_hero(eye)[1]]


# Rail moves.


@dataclass(slots=True)
class Journey:
    """Units that go by rail together, where to, and what that brings in."""

    units: int
    goal: int
    gain: float


def best_journey(eye: Eye, step: RailMove) -> Journey | None:
    """The best rail move with those that are loaded already, or any."""
    found: Journey | None = eye.remember(("rail", step.loaded, step.by_sea), lambda: find_journey(eye, step))
    return found


def find_journey(eye: Eye, step: RailMove) -> Journey | None:
    state = eye.state
    before = eye.value()
    best = None
    for units in loads(state, eye.side, step):
        for goal in members(destinations(state, units, step.by_sea)):
            if goal < FIRST_HEX or not legal_stack(eye.side, state.at[goal] | units):
                continue
            gain = eye.value_with(dict.fromkeys(members(units), goal)) - before
            if best is None or gain > best.gain:
                best = Journey(units, goal, gain)
    return best


def loads(state: BlitzkriegState, side: int, step: RailMove) -> list[int]:
    """Who might go: one unit, or a Soviet stack of the best."""
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


def ride(eye: Eye, step: RailMove) -> Action:
    """Load and go as planned."""
    state = eye.state
    journey = best_journey(eye, step)
    actions = step.actions(state)
    if journey is None or (step.free and not step.loaded and journey.gain < eye.weights.free_rail):
        return CANCEL if CANCEL in actions else anywhere(actions)
    missing = members(journey.units & ~step.loaded)
    return LOAD[missing[0]] if missing else MOVE[journey.goal]


def anywhere(actions: list[Action]) -> Action:
    """There is no good rail move, but one must be made."""
    return next((action for action in actions if action.verb == "move"), actions[0])


# The free set-up: 15.1.


def set_up(eye: Eye, step: FreeSetup) -> Action:
    """The unit whose move to a city helps most. A mechanized corps had better not be left alone (11.6)."""
    state, weights = eye.state, eye.weights
    before = eye.value()
    best, best_gain = DONE, weights.free_setup
    for unit in step.candidates(state):
        alone = weights.lone_corps if state.at[state.where[unit]] & ~(1 << unit) else 0.0
        for city in members(free_cities(state)):
            gain = eye.value_with({unit: city}) - before - alone
            if gain > best_gain:
                best, best_gain = UNIT[unit], gain
    return best


def set_up_at(eye: Eye, step: FreeSetupAt) -> Action:
    cities = members(free_cities(eye.state))
    return AT[max(cities, key=lambda city: (eye.value_with({step.unit: city}), -city))]
