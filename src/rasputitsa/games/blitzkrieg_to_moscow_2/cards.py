"""7.0 Card play: playing a card, choosing its function, Hitler Order!, activation.

Whoever is asked for a card is asked on public knowledge alone: how many cards are in the hand, and which have been
played since it was chosen. So there are always two choices without a card.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from ...core import Action, Forecast, Kind, Refusal, Step
from ...core.conditions import Condition
from ...core.sets import members, set_of
from ...core.step_codec import Card
from .battle import Battle, describe
from .facts import (
    ACTIVATION,
    CARD_FUNCTIONS,
    CARD_NAMES,
    CARD_SIDE,
    CARDS,
    CARDS_OF,
    FUNCTION_IDS,
    FUNCTION_NAMES,
    FUNCTIONS,
    GERMAN,
    HERO_CITY,
    NEGATE,
    SIDES,
    SOVIET,
    TITLES,
    cards_for,
    space_label,
)
from .forecast import forecast
from .refusals import Conditions, of_card, of_unit, own_units, units_in_play
from .state import BlitzkriegState
from .words import ACTIVATE, AS, ASK, CARD, PASS, QUIET

# The steps at which a card can be played: one in each phase, and two in a combat.
_IN_A_PHASE = ("Logistics", "Movement", "Combat", "Breakthrough", "Supply")
_CARD_STEPS = (*_IN_A_PHASE, "ShiftCard", "ReRoll")


def could_hold(state: BlitzkriegState, side: int, functions: int) -> bool:
    """Whether, as far as everybody knows, a side may hold a card with one of these functions."""
    if not functions or not state.hands & CARDS_OF[side]:
        return False
    unseen = CARDS_OF[side] & ~state.played
    return any(CARD_FUNCTIONS[card] & functions for card in members(unseen))


def could_react(state: BlitzkriegState, side: int, functions: int) -> bool:
    """Whether to ask a side for a card: it could hold one that fits, and it wants to be asked."""
    return not state.quiet >> side & 1 and could_hold(state, side, functions)


class CardPlay(NamedTuple):
    """A card that is being played for a function. ``negated`` is None until that has been decided."""

    card: int
    function: str
    negated: bool | None = None


# The conditions of playing a card.


def not_now(state: BlitzkriegState, step: CardStep, card: int) -> str:
    uses = ", ".join(FUNCTIONS[function][0] for function in CARDS[card].functions)
    return f"{CARDS[card].title} ({CARDS[card].name}) cannot be played now. Its functions: {uses}."


IN_HAND: Conditions = (
    Condition(
        lambda state, step: CARDS_OF[step.player(state)],
        "2.3",
        of_card("{} is one of the other side's cards."),
        implied=True,
        quotation="six cards of its own",
    ),
    Condition(
        lambda state, step: ~state.played,
        "7.0",
        of_card("{} has already been played."),
        implied=True,
        quotation="until its owner chooses a hand again",
    ),
    Condition(lambda state, step: state.hands, "6.1", of_card("{} is not in your hand."), implied=True),
)
ACTIVATION_CARDS: Conditions = (  # where Activation is all that a card can be played for
    *IN_HAND,
    Condition(lambda state, step: cards_for(ACTIVATION), "7.1", not_now, implied=True, quotation="has its own moment"),
)
FITS: Condition[BlitzkriegState, CardStep] = Condition(
    lambda state, step: set_of(action.number for action in step.cards(state)),
    "7.1",
    not_now,
    quotation="has its own moment",
)


class CardStep(Step[BlitzkriegState]):
    """A question at which a card can be played."""

    __slots__ = ()
    conditions_of = MappingProxyType({"card": (*IN_HAND, FITS)})

    @abstractmethod
    def player(self, state: BlitzkriegState) -> int:
        """The side that is asked."""

    @abstractmethod
    def fits(self, state: BlitzkriegState) -> int:
        """The functions that a card could be played for now."""

    @abstractmethod
    def effect(self, state: BlitzkriegState, card: int, function: str) -> None:
        """What a card does. This step is on top of the stack again."""

    def negated(self, state: BlitzkriegState, card: int, function: str) -> None:
        """Hitler Order! has struck the card."""

    def combat(self) -> Battle | None:
        """The combat that is being fought, if it is one."""
        return None

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[self.player(state)]

    def text(self, state: BlitzkriegState) -> str:
        """Who holds no card that fits is asked all the same, or the opponent would learn it, and is told so."""
        asked = self.public_text(state)
        return asked if self.cards(state) else f"{asked} You hold no such card."

    def cards(self, state: BlitzkriegState) -> list[Action]:
        """The cards in hand that fit."""
        hand = state.hands & CARDS_OF[self.player(state)]
        if not hand:
            return []
        fits = self.fits(state)
        return [CARD[card] for card in members(hand) if CARD_FUNCTIONS[card] & fits]

    def play(self, state: BlitzkriegState, card: int) -> None:
        """7.0: put a card on the table and say what for."""
        functions = CARD_FUNCTIONS[card] & self.fits(state)
        lay_down(state, card)
        names = [FUNCTION_NAMES[number] for number in members(functions)]
        if len(names) == 1:
            self.announce(state, card, names[0])
            return
        if state.events is not None:
            emit_card(state, CARD_SIDE[card], f"The {TITLES[CARD_SIDE[card]]} player plays {CARDS[card].title}", "7.0")
        state.push(ChooseFunction(card, tuple(names)))

    def announce(self, state: BlitzkriegState, card: int, function: str) -> None:
        """A card is played for a function. Against a German one the Soviet player may play Hitler Order!."""
        if state.events is not None:
            what, _, rule = FUNCTIONS[function]
            name = f"two {CARDS[card].title} cards" if function == "rebuilt-2" else CARDS[card].title
            text = f"The {TITLES[CARD_SIDE[card]]} player plays {name} for {what}."
            emit_card(state, CARD_SIDE[card], text, rule)
        if CARD_SIDE[card] == GERMAN and could_react(state, SOVIET, NEGATE):
            state.push(HitlerOrder(card, function, self.combat()))
        else:
            self.effect(state, card, function)

    def resume(self, state: BlitzkriegState, result: CardPlay) -> None:
        self.resume_play(state, result)

    def resume_play(self, state: BlitzkriegState, play: CardPlay) -> None:
        """The function of a card has been chosen, or the Soviet player has decided about Hitler Order!."""
        if play.negated is None:
            self.announce(state, play.card, play.function)
        elif play.negated:
            self.negated(state, play.card, play.function)
        else:
            self.effect(state, play.card, play.function)


def lay_down(state: BlitzkriegState, card: int) -> None:
    state.hands &= ~(1 << card)
    state.played |= 1 << card


def emit_card(state: BlitzkriegState, side: int, text: str, rule: str) -> None:
    """A card that was hidden in a hand lies on the table."""
    state.emit(Kind.CARD, text, rule, SIDES[side], reveals=True)


def keep_quiet(state: BlitzkriegState, side: int) -> None:
    """The side does not want to be asked for cards again this phase."""
    state.quiet |= 1 << side


def ask_again(state: BlitzkriegState, side: int) -> None:
    """The side wants to be asked for cards again."""
    state.quiet &= ~(1 << side)


def asking_again(state: BlitzkriegState, side: int) -> list[Action]:
    """The action that takes the request not to be asked back, where there is one."""
    return [ASK] if state.is_quiet(side) else []


def no_function(state: BlitzkriegState, step: ChooseFunction, function: int) -> str:
    return f"{CARDS[step.card].title} has no {FUNCTIONS[FUNCTION_NAMES[function]][0]} function."


def hero_city_named(state: BlitzkriegState, step: ChooseFunction, function: int) -> str:
    return f"{space_label(state.hero)} has already been designated as the Hero City."


def no_use_now(state: BlitzkriegState, step: ChooseFunction, function: int) -> str:
    return f"{CARDS[step.card].title} cannot be played for {FUNCTIONS[FUNCTION_NAMES[function]][0]} now."


CHOOSE_FUNCTION: Conditions = (
    Condition(
        lambda state, step: CARD_FUNCTIONS[step.card],
        "7.0",
        no_function,
        implied=True,
        quotation="for one of its functions",
    ),
    Condition(
        lambda state, step: ~HERO_CITY if state.hero else -1,
        "14.1",
        hero_city_named,
        implied=True,
        quotation="only once in a game",
    ),
    Condition(
        lambda state, step: set_of(FUNCTION_IDS[name] for name in step.functions),
        "7.1",
        no_use_now,
        quotation="own moment",
    ),
)


@dataclass(frozen=True, slots=True)
class ChooseFunction(Step[BlitzkriegState]):
    """7.0: which of its functions is the card played for?"""

    card: Card
    functions: tuple[str, ...]

    rule = "7.0"
    lies_on = _CARD_STEPS
    conditions_of = MappingProxyType({"as": CHOOSE_FUNCTION})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[CARD_SIDE[self.card]]

    def text(self, state: BlitzkriegState) -> str:
        return f"What do you play {CARDS[self.card].title} for?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [AS[FUNCTION_IDS[name]] for name in self.functions]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        state.finish(CardPlay(self.card, action.object))

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return Refusal("7.0", f"Choose what {CARDS[self.card].title} is played for.", "cannot be taken back")


NEGATE_CARD: Conditions = (
    Condition(
        lambda state, step: state.hand(SOVIET),
        "6.1",
        lambda state, step, card: f"{CARDS[card].title} is not in your hand.",
        implied=True,
    ),
    Condition(
        lambda state, step: set_of(action.number for action in step.cards(state)),
        "7.1",
        lambda state, step, card: f"{CARDS[card].title} cannot negate a German card.",
        quotation="Hitler Order:",
    ),
)


@dataclass(frozen=True, slots=True)
class HitlerOrder(Step[BlitzkriegState]):
    """7.1: does the Soviet player negate the German card just played?"""

    card: Card
    function: str
    battle: Battle | None  # the combat that the card would change

    rule = "7.1"
    lies_on = _CARD_STEPS
    conditions_of = MappingProxyType({"card": NEGATE_CARD})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[SOVIET]

    def text(self, state: BlitzkriegState) -> str:
        asked = self.public_text(state)
        return asked if self.cards(state) else f"{asked} You do not hold it."

    def public_text(self, state: BlitzkriegState) -> str:
        what = FUNCTIONS[self.function][0] + (f" ({describe(state, self.battle)})" if self.battle else "")
        return f"The German player plays {CARDS[self.card].title} for {what}. Play Hitler Order! to negate it?"

    def cards(self, state: BlitzkriegState) -> list[Action]:
        hand = members(state.hands & CARDS_OF[SOVIET])
        return [CARD[card] for card in hand if CARD_FUNCTIONS[card] & NEGATE]

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [*self.cards(state), PASS, QUIET]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        negated = action.verb == "card"
        if negated:
            lay_down(state, action.number)
            if state.events is not None:
                text = f"The Soviet player plays {CARDS[action.number].title} {CARDS[self.card].title} has no effect."
                emit_card(state, SOVIET, text, "7.1")
        elif action is QUIET:
            keep_quiet(state, SOVIET)
        state.finish(CardPlay(self.card, self.function, negated))

    def forecast(self, state: BlitzkriegState, action: Action | None, viewer: str | None) -> Forecast | None:
        return forecast(state, self.battle) if self.battle else None

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return Refusal("7.1", "First play Hitler Order! against the German card, or no card.", "Hitler Order:")


ACTIVATE_UNIT: Conditions = (
    own_units("7.1", "one of your spent units"),
    units_in_play("7.1"),
    Condition(
        lambda state, step: state.spent(state.active),
        "7.1",
        of_unit("The {} is already fresh."),
        quotation="one of your spent units",
    ),
)


@dataclass(frozen=True, slots=True)
class Activate(Step[BlitzkriegState]):
    """7.1: which spent unit becomes fresh?"""

    rule = "7.1"
    lies_on = _IN_A_PHASE
    conditions_of = MappingProxyType({"activate": ACTIVATE_UNIT})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[state.active]

    def text(self, state: BlitzkriegState) -> str:
        return "Which spent unit becomes fresh?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [ACTIVATE[unit] for unit in members(state.spent(state.active))]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        state.finish()
        state.refresh(action.number, "Activation", "7.1")

    def auto_advance(self, state: BlitzkriegState) -> bool:
        actions = self.actions(state)
        if len(actions) > 1:
            return False
        if actions:
            self.take(state, actions[0])
        else:
            state.finish()
        return True

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return Refusal("7.1", "Choose the spent unit that becomes fresh.")


def activation_fits(state: BlitzkriegState) -> int:
    """7.1: Activation, if there is a spent unit."""
    return ACTIVATION if state.spent(state.active) else 0


def card_ids(cards: int) -> list[str]:
    return [CARD_NAMES[card] for card in members(cards)]
