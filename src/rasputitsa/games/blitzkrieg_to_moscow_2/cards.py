"""7.0 Card play: playing a card, choosing its function, Hitler Order!, activation.

Whoever is asked for a card is asked on public knowledge alone: how many cards are in the hand, and which have been
played since it was chosen. So there are always two actions without a card.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from ...core import Action, Forecast, Refusal, Step
from ...core.sets import members
from ...core.step_codec import Card
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
    NEGATE,
    REPLACEMENTS,
    SIDE,
    SIDES,
    SOVIET,
    TITLES,
    space_label,
    unit_label,
)
from .state import BlitzkriegState
from .words import ACTIVATE, AS, ASK, CARD, PASS, QUIET


def could_hold(state: BlitzkriegState, side: int, functions: int) -> bool:
    """Whether, as far as everybody knows, a side may hold a card with one of these functions."""
    if not functions or not state.hands & CARDS_OF[side]:
        return False
    unseen = CARDS_OF[side] & ~state.played
    return any(CARD_FUNCTIONS[card] & functions for card in members(unseen))


def could_react(state: BlitzkriegState, side: int, functions: int) -> bool:
    """Whether to ask a side for a card: it could hold one that fits, and it wants to be asked."""
    return not state.quiet >> side & 1 and could_hold(state, side, functions)


class CardStep(Step[BlitzkriegState]):
    """A question that can be answered with a card."""

    __slots__ = ()

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

    def about(self, state: BlitzkriegState) -> str:
        """The combat that is being fought, if it is one."""
        return ""

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[self.player(state)]

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
            announce(state, card, names[0])
            return
        if state.events is not None:
            state.emit("reveal", f"The {TITLES[CARD_SIDE[card]]} player plays {CARDS[card].title}", "7.0")
        state.push(ChooseFunction(card, tuple(names)))

    def why_not_card(self, state: BlitzkriegState, action: Action) -> Refusal:
        """7.0, 7.1: the card is not in hand, or none of its functions fits."""
        side, card = self.player(state), action.number
        name = f"{CARDS[card].title} ({CARDS[card].name})"
        if CARD_SIDE[card] != side:
            return Refusal("2.3", f"{name} is a card of the other side.")
        if state.played >> card & 1:
            return Refusal("7.0", f"{name} has been played already this turn.")
        if not state.hands >> card & 1:
            return Refusal("6.1", f"{name} is not in your hand.")
        uses = ", ".join(FUNCTIONS[function][0] for function in CARDS[card].functions)
        return Refusal("7.1", f"{name} cannot be played now. It is for: {uses}.")


def lay_down(state: BlitzkriegState, card: int) -> None:
    state.hands &= ~(1 << card)
    state.played |= 1 << card


def announce(state: BlitzkriegState, card: int, function: str) -> None:
    """A card is played for a function. Against a German one the Soviet player may play Hitler Order!."""
    if state.events is not None:
        what, _, rule = FUNCTIONS[function]
        name = f"two {CARDS[card].title} cards" if function == "rebuilt-2" else CARDS[card].title
        text = f"The {TITLES[CARD_SIDE[card]]} player plays {name} for: {what}."
        state.emit("reveal", text, rule)
    if CARD_SIDE[card] == GERMAN and could_react(state, SOVIET, NEGATE):
        state.push(HitlerOrder(card, function))
    else:
        top(state).effect(state, card, function)


def play_both(state: BlitzkriegState) -> None:
    """13.1: two Replacement! cards at the same time, for a surrendered unit."""
    first, second = members(state.hand(GERMAN) & REPLACEMENTS)[:2]
    lay_down(state, first)
    lay_down(state, second)
    announce(state, first, "rebuilt-2")


def top(state: BlitzkriegState) -> CardStep:
    step = state.stack[-1]
    assert isinstance(step, CardStep)
    return step


def answer_quiet(state: BlitzkriegState, side: int) -> None:
    """The side does not wish to be asked for cards again this phase."""
    state.quiet |= 1 << side


def ask_again(state: BlitzkriegState, side: int) -> None:
    """The side wishes to be asked for cards again."""
    state.quiet &= ~(1 << side)


def asking_again(state: BlitzkriegState, side: int) -> list[Action]:
    """The answer that takes the wish for quiet back, where there is one."""
    return [ASK] if state.is_quiet(side) else []


@dataclass(frozen=True, slots=True)
class ChooseFunction(Step[BlitzkriegState]):
    """7.0: which of its functions is the card played for?"""

    card: Card
    functions: tuple[str, ...]

    rule = "7.0"

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[CARD_SIDE[self.card]]

    def text(self, state: BlitzkriegState) -> str:
        return f"What is {CARDS[self.card].title} played for?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [AS[FUNCTION_IDS[name]] for name in self.functions]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        state.pop()
        announce(state, self.card, action.object)

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        name = CARDS[self.card].title
        if action.verb == "as":
            if CARD_FUNCTIONS[self.card] >> action.number & 1:
                return Refusal("7.1", f"{name} cannot be played for {FUNCTIONS[action.object][0]} now.")
            return Refusal("7.1", f"{name} has no such function.")
        return Refusal("7.0", f"{name} is on the table; say what it is played for.")


@dataclass(frozen=True, slots=True)
class HitlerOrder(Step[BlitzkriegState]):
    """7.1: does the Soviet player negate the German card just played?"""

    card: Card
    function: str

    rule = "7.1"

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[SOVIET]

    def text(self, state: BlitzkriegState) -> str:
        below = state.stack[-2]
        combat = below.about(state) if isinstance(below, CardStep) else ""
        what = FUNCTIONS[self.function][0] + (f" ({combat})" if combat else "")
        return f"The German player plays {CARDS[self.card].title} for: {what}. Do you play Hitler Order!?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        hand = members(state.hands & CARDS_OF[SOVIET])
        return [*(CARD[card] for card in hand if CARD_FUNCTIONS[card] & NEGATE), PASS, QUIET]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        state.pop()
        if action.verb == "card":
            lay_down(state, action.number)
            if state.events is not None:
                text = f"The Soviet player plays {CARDS[action.number].title}: {CARDS[self.card].title} has no effect."
                state.emit("reveal", text, "7.1")
            top(state).negated(state, self.card, self.function)
            return
        if action is QUIET:
            answer_quiet(state, SOVIET)
        top(state).effect(state, self.card, self.function)

    def forecast(self, state: BlitzkriegState, action: Action | None) -> Forecast | None:
        return state.stack[-2].forecast(state, None)

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "card":
            if CARD_SIDE[action.number] == SOVIET and state.hands >> action.number & 1:
                return Refusal("7.1", f"{CARDS[action.number].title} does not negate a German card.")
            return Refusal("6.1", f"{CARDS[action.number].title} is not in your hand.")
        return Refusal("7.1", "Say first whether the German card is negated: play Hitler Order!, or pass.")


@dataclass(frozen=True, slots=True)
class Activate(Step[BlitzkriegState]):
    """7.1: which spent unit becomes fresh?"""

    rule = "7.1"

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[state.active]

    def text(self, state: BlitzkriegState) -> str:
        return "Which spent unit becomes fresh?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [ACTIVATE[unit] for unit in members(state.spent(state.active))]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        state.pop()
        state.refresh(action.number, "7.1")

    def auto_advance(self, state: BlitzkriegState) -> bool:
        actions = self.actions(state)
        if len(actions) > 1:
            return False
        if actions:
            self.take(state, actions[0])
        else:
            state.pop()
        return True

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "activate":
            unit = action.number
            if SIDE[unit] != state.active:
                return Refusal("7.1", f"The {unit_label(unit)} is not yours.")
            if not state.in_play(state.active) >> unit & 1:
                return Refusal("7.1", f"The {unit_label(unit)} is not in play.")
            return Refusal("7.1", f"The {unit_label(unit)} in {space_label(state.where[unit])} is fresh.")
        return Refusal("7.1", "The card is played; choose the spent unit that becomes fresh.")


def activation_fits(state: BlitzkriegState) -> int:
    """7.1: Activation, if there is a spent unit."""
    return ACTIVATION if state.spent(state.active) else 0


def card_ids(cards: int) -> list[str]:
    return [CARD_NAMES[card] for card in members(cards)]
