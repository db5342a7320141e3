"""6.1, 7.0: which cards to take for the turn, and when to negate an enemy card."""

from __future__ import annotations

from itertools import combinations

from ...core import Action
from ...core.sets import members, set_of
from ...games.blitzkrieg_to_moscow_2.cards import HitlerOrder
from ...games.blitzkrieg_to_moscow_2.facts import (
    ALL_OF,
    CARD_FUNCTIONS,
    CARDS_OF,
    CITY_SHIFT,
    GERMAN,
    LAST_TURN,
    NEGATE,
    PARTISAN,
    POOL,
    QUOTA,
    RE_ROLL,
    REBUILT,
    REINFORCEMENTS,
    SOVIET,
    SURRENDERED,
    T34,
    TANK_ACTION_2,
    TANKS,
)
from ...games.blitzkrieg_to_moscow_2.fight import ReRoll, ShiftCard
from ...games.blitzkrieg_to_moscow_2.logistics import ChooseCards
from ...games.blitzkrieg_to_moscow_2.reinforcements import RAISE_AT_MOST, SURRENDERED_PRICE
from ...games.blitzkrieg_to_moscow_2.words import CARD, PASS, TAKE
from .combat import gain_of_re_roll, gain_of_shift
from .evaluator import Evaluator


def take_card(evaluator: Evaluator, step: ChooseCards) -> Action:
    """The card that is worth most in addition to those in the hand."""
    state = evaluator.state
    choices = members(CARDS_OF[evaluator.side] & ~state.hands)
    return TAKE[max(choices, key=lambda card: (card_value(evaluator, card), -card))]


def best_hand(evaluator: Evaluator, left: int) -> int:
    """The cards taken one by one, each the best in addition to those before it. The hand of ``evaluator`` changes."""
    state = evaluator.state
    for _ in range(left):
        choices = members(CARDS_OF[evaluator.side] & ~state.hands)
        state.hands |= 1 << max(choices, key=lambda card: (card_value(evaluator, card), -card))
    return state.hand(evaluator.side)


def hands(evaluator: Evaluator, left: int) -> list[int]:
    """All hands that could be taken, the most promising first."""
    found = [set_of(cards) for cards in combinations(members(CARDS_OF[evaluator.side]), left)]
    return sorted(found, key=lambda cards: (-promise(evaluator, cards), cards))


def promise(evaluator: Evaluator, cards: int) -> float:
    """What these cards promise, taken one by one. The hand of ``evaluator`` changes."""
    state = evaluator.state
    state.hands &= ~CARDS_OF[evaluator.side]
    total = 0.0
    for card in members(cards):
        total += card_value(evaluator, card)
        state.hands |= 1 << card
    return total


def card_value(evaluator: Evaluator, card: int) -> float:
    """What a card promises for this turn; the second of a kind promises less."""
    state, weights = evaluator.state, evaluator.weights
    functions = CARD_FUNCTIONS[card]
    held = [other for other in members(state.hand(evaluator.side)) if CARD_FUNCTIONS[other] == functions]
    fade = weights.second ** len(held)
    if functions & TANK_ACTION_2:
        return weights.card_blitz * fade * (1.0 if state.weather == "clear" else weights.bad_weather)
    if functions & RE_ROLL:
        return weights.card_edge * fade
    if functions & REBUILT:
        return weights.card_spare * fade + best_rebuilt(evaluator, len(held))
    if functions & REINFORCEMENTS:
        return weights.card_spare * fade + sum(evaluator.worth(unit) for unit in to_raise(evaluator, len(held)))
    if functions & T34:
        return weights.card_t34 + (weights.card_t34_snow if state.weather == "snow" else 0.0)
    german_cards = QUOTA[state.turn + 1][GERMAN] if state.turn < LAST_TURN else 0
    if functions & NEGATE:
        return weights.card_negate * german_cards
    if functions & (CITY_SHIFT | PARTISAN):
        return weights.card_reaction if german_cards else 0.0
    return 0.0


def best_rebuilt(evaluator: Evaluator, held: int) -> float:
    """6.2.2: the worth of the unit that this Replacement! card would bring back."""
    pool = sorted(map(evaluator.worth, members(evaluator.state.at[POOL] & ALL_OF[GERMAN])), reverse=True)
    if held < len(pool):
        return pool[held]
    lost = list(map(evaluator.worth, members(evaluator.state.at[SURRENDERED] & ALL_OF[GERMAN])))
    return max(lost) * evaluator.weights.card_pair if lost else 0.0


def to_raise(evaluator: Evaluator, held: int) -> list[int]:
    """6.2.3: the units that this Reinforcements! card would bring back, the best first."""
    state = evaluator.state
    infantry = ALL_OF[SOVIET] & ~TANKS
    waiting = [(evaluator.worth(unit), 1, unit) for unit in members(state.at[POOL] & infantry)]
    waiting += [
        (evaluator.worth(unit) / SURRENDERED_PRICE, SURRENDERED_PRICE, unit)
        for unit in members(state.at[SURRENDERED] & infantry)
    ]
    waiting.sort(key=lambda entry: (-entry[0], entry[2]))
    left = RAISE_AT_MOST * (held + 1)
    chosen: list[int] = []
    spent = 0
    for _, price, unit in waiting:
        if spent + price <= left:
            spent += price
            if spent > RAISE_AT_MOST * held:
                chosen.append(unit)
    return chosen


# Hitler Order!


def negate(evaluator: Evaluator, step: HitlerOrder) -> Action:
    """Negate the card if it is worth it; better ones may follow if the Germans hold any. ``evaluator`` is theirs."""
    state = evaluator.state
    orders = [card for card in members(state.hand(SOVIET)) if CARD_FUNCTIONS[card] & NEGATE]
    if not orders:
        return PASS
    threshold = evaluator.weights.negate if state.hand(GERMAN) else evaluator.weights.negate_last
    return CARD[orders[0]] if value_to_germans(evaluator, step) >= threshold else PASS


def value_to_germans(evaluator: Evaluator, step: HitlerOrder) -> float:
    """What a German card will do if it is not negated."""
    below = evaluator.state.stack[-2]
    weights = evaluator.weights
    if isinstance(below, ShiftCard):
        return gain_of_shift(evaluator, below)
    if isinstance(below, ReRoll):
        return gain_of_re_roll(evaluator, below)
    if step.function in ("rebuilt", "rebuilt-2"):
        return best_rebuilt(evaluator, 0)
    if step.function == "tank-action-2":
        return weights.card_blitz
    if step.function == "tank-action":
        return weights.card_single
    return weights.card_spare
