"""6.0 Logistics: withdrawal, the hand, arrivals, card plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ...core import Action, Fate, Kind, Mark, PlayerWarning, Refusal, Step
from ...core.conditions import Condition, passing
from ...core.sets import members
from ...core.warnings import costly
from .cards import Activate, CardPlay, CardStep, activation_fits, ask_again, could_react, keep_quiet, lay_down
from .facts import (
    ALL_OF,
    CARDS,
    CARDS_OF,
    GERMAN,
    HERO_CITY,
    HOMES,
    POOL,
    QUOTA,
    RAIL_MOVE,
    REBUILT,
    REINFORCEMENTS,
    REPLACEMENTS,
    SIDES,
    SOVIET,
    SURRENDERED,
    T34,
    TANKS,
    TITLES,
    TRACK,
    space_label,
    unit_label,
)
from .hero_city import NameHeroCity
from .net import supply_net
from .options import MOSCOW_RULE
from .rail import RailMove, RailMoved, rail_possible
from .refusals import Conditions, of_card, of_unit, out_of_phase
from .reinforcements import RAISE_AT_MOST, PlaceUnit, RaiseInfantry, RaiseTank, Rebuild, arrive
from .state import BlitzkriegState
from .words import ASK, BOTH, DONE, QUIET, RAIL, TAKE, WITHDRAW

NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def begin_logistics(state: BlitzkriegState) -> None:
    """7.2: unplayed cards are put back; 6.2.4: then the Soviets may withdraw units."""
    side = state.active
    unplayed = state.hand(side).bit_count()
    if unplayed and state.events is not None:
        cards = "card" if unplayed == 1 else "cards"
        text = f"The {TITLES[side]} player discards {NUMBERS[unplayed]} unplayed {cards}."
        state.emit(Kind.CARD, text, "7.2", SIDES[side])
    state.hands &= ~CARDS_OF[side]
    state.played &= ~CARDS_OF[side]
    state.push(Withdraw() if side == SOVIET else ChooseCards(QUOTA[state.turn][side]))


def units_in(state: BlitzkriegState, hexes: int) -> int:
    """The units in these hexes."""
    units = 0
    for hex in members(hexes):
        units |= state.at[hex]
    return units


def supplied_hexes(state: BlitzkriegState) -> int:
    """The hexes whose Soviet units can trace a supply line."""
    return state.occupied[SOVIET] & supply_net(state, SOVIET)[1]


WITHDRAW_UNIT: Conditions = (
    Condition(
        lambda state, step: ALL_OF[SOVIET],
        "6.2.4",
        of_unit("Only Soviet units can withdraw."),
        implied=True,
        quotation="the Soviets may eliminate",
    ),
    Condition(
        lambda state, step: units_in(state, state.occupied[SOVIET]),
        "6.2.4",
        of_unit("The {} is not on the map."),
        implied=True,
        quotation="Only units on the map",
    ),
    Condition(
        lambda state, step: units_in(state, supplied_hexes(state)),
        "6.2.4",
        lambda state, step, unit: (
            f"The {unit_label(unit)} in {space_label(state.where[unit])} cannot trace a supply line."
        ),
        quotation="that can trace a supply line",
    ),
)


@dataclass(frozen=True, slots=True)
class Withdraw(Step[BlitzkriegState]):
    """6.2.4: at the beginning the Soviet player may withdraw units that are in supply."""

    rule = "6.2.4"
    labels = MappingProxyType({"done": "Continue with the cards"})
    conditions_of = MappingProxyType({"withdraw": WITHDRAW_UNIT})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[SOVIET]

    def text(self, state: BlitzkriegState) -> str:
        return "Withdraw units? They are eliminated and can be brought back by cards in this phase."

    def marks(self, state: BlitzkriegState) -> dict[Action, Mark]:
        leaves = Mark("", "leaves the map; only a card brings it back", "bad")
        return dict.fromkeys((action for action in self.actions(state) if action is not DONE), leaves)

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [*(WITHDRAW[unit] for unit in members(passing(WITHDRAW_UNIT, state, self))), DONE]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action is DONE:
            self.end(state)
            return
        unit = action.number
        if state.events is not None:
            text = f"The {unit_label(unit)} is withdrawn from {space_label(state.where[unit])}."
            state.emit_fate(Kind.DEPARTURE, text, "6.2.4", state.fate(unit, Fate.WITHDRAWN, POOL))
        state.put(unit, POOL)
        state.fresh |= 1 << unit

    def auto_advance(self, state: BlitzkriegState) -> bool:
        if supplied_hexes(state):
            return False
        self.end(state)
        return True

    def end(self, state: BlitzkriegState) -> None:
        state.replace(ChooseCards(QUOTA[state.turn][SOVIET]))

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return out_of_phase(state, action)


TAKE_CARD: Conditions = (
    Condition(
        lambda state, step: CARDS_OF[state.active],
        "2.3",
        of_card("{} is one of the other side's cards."),
        quotation="six cards of its own",
    ),
    Condition(lambda state, step: ~state.hands, "6.1", of_card("{} is already in your hand.")),
)


@dataclass(frozen=True, slots=True)
class ChooseCards(Step[BlitzkriegState]):
    """6.1: the hand for this turn, chosen in secret from all six cards."""

    left: int

    rule = "6.1"
    conditions_of = MappingProxyType({"take": TAKE_CARD})

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[state.active]

    def text(self, state: BlitzkriegState) -> str:
        more = "more " if state.hand(state.active) else ""
        return f"Choose {NUMBERS[self.left]} {more}of your six cards."

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [TAKE[card] for card in members(passing(TAKE_CARD, state, self))]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        side = state.active
        state.hands |= 1 << action.number
        if state.events is not None:
            text = f"You take {CARDS[action.number].title} ({CARDS[action.number].name})."
            state.emit(Kind.CARD, text, "6.1", SIDES[side], visible_to=SIDES[side])
        state.replace(ChooseCards(self.left - 1))

    def auto_advance(self, state: BlitzkriegState) -> bool:
        side = state.active
        choices = passing(TAKE_CARD, state, self)
        if self.left and self.left < choices.bit_count():
            return False
        if self.left:
            state.hands |= choices
        if state.events is not None:
            number = state.hand(side).bit_count()
            cards = "card" if number == 1 else "cards"
            state.emit(Kind.CARD, f"The {TITLES[side]} player takes {NUMBERS[number]} {cards}.", "6.1", SIDES[side])
        state.replace(Arrivals())
        return True

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action.verb == "card":
            return Refusal("6.0", "Choose your hand before you play a card.", "The order is")
        return out_of_phase(state, action)


# Reinforcements: 6.2.


@dataclass(frozen=True, slots=True)
class Arrivals(Step[BlitzkriegState]):
    """6.2, 10.4: the units in this turn's box of the track go to their rear areas. Nobody is asked here."""

    rule = "6.2"

    def actor(self, state: BlitzkriegState) -> str:
        return SIDES[state.active]

    def text(self, state: BlitzkriegState) -> str:
        return "Reinforcements arrive."

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return []

    def take(self, state: BlitzkriegState, action: Action) -> None:
        raise AssertionError("nobody is asked")

    def auto_advance(self, state: BlitzkriegState) -> bool:
        for unit in members(state.at[TRACK] & ALL_OF[state.active]):
            if state.due[unit] <= state.turn:
                if len(HOMES[unit]) > 1:
                    state.push(PlaceUnit(unit, True))
                    return True
                arrive(state, unit, HOMES[unit][0], True)
        free = state.active == SOVIET and not (MOSCOW_RULE.is_on(state.options) and state.moscow_fell)
        state.replace(Logistics(free, False))
        return True


# Card plays.


@dataclass(frozen=True, slots=True)
class Logistics(CardStep):
    """6.0: play cards in any order, use the free Soviet rail move (6.3), or end the phase."""

    free_rail: bool
    begun: bool  # whether something has been done since the reinforcements arrived (15.2.2)

    rule = "6.0"

    def player(self, state: BlitzkriegState) -> int:
        return state.active

    def fits(self, state: BlitzkriegState) -> int:
        found = activation_fits(state)
        if rail_possible(state, state.active, not self.begun):
            found |= RAIL_MOVE
        pool, surrendered = state.at[POOL], state.at[SURRENDERED]
        if state.active == GERMAN:
            if pool & ALL_OF[GERMAN]:
                found |= REBUILT
            return found
        if (pool | surrendered) & ALL_OF[SOVIET] & ~TANKS:
            found |= REINFORCEMENTS
        if pool & ALL_OF[SOVIET] & TANKS:
            found |= T34
        if not state.hero and state.cities_of(SOVIET):
            found |= HERO_CITY
        return found

    def pair_fits(self, state: BlitzkriegState) -> bool:
        """13.1: two Replacement! cards at once rebuild a surrendered German unit.

        They are an answer of their own: were they a function of either card, then whether that function must be
        chosen would tell what else is in the hand.
        """
        return state.active == GERMAN and bool(state.at[SURRENDERED] & ALL_OF[GERMAN])

    def could_pair(self, state: BlitzkriegState) -> bool:
        """Whether, as far as everybody knows, the German player may hold both."""
        unseen = REPLACEMENTS & ~state.played
        return self.pair_fits(state) and min(unseen.bit_count(), state.hand(GERMAN).bit_count()) >= 2

    def effect(self, state: BlitzkriegState, card: int, function: str) -> None:
        by_sea = not self.begun
        state.replace(Logistics(self.free_rail, True))
        if function == "rail":
            state.push(RailMove(0, False, by_sea))
        elif function == "activation":
            state.push(Activate())
        elif function in ("rebuilt", "rebuilt-2"):
            state.push(Rebuild(function == "rebuilt-2"))
        elif function == "reinforcements":
            state.push(RaiseInfantry(RAISE_AT_MOST))
        elif function == "t34":
            state.push(RaiseTank())
        else:
            state.push(NameHeroCity())

    def negated(self, state: BlitzkriegState, card: int, function: str) -> None:
        """Of two Replacement! cards played at once one is negated; the other rebuilds an eliminated unit."""
        if function == "rebuilt-2" and state.at[POOL] & ALL_OF[GERMAN]:
            state.push(Rebuild(False))

    def text(self, state: BlitzkriegState) -> str:
        rail = ", use the free rail move" if self.free_rail else ""
        return f"Play cards{rail}, or end the phase."

    def remarks(self, state: BlitzkriegState) -> dict[Action, str]:
        """6.3: the free rail move, without a card; 13.1: two cards for one unit."""
        return {
            RAIL: "Costs no card; one a turn.",
            BOTH: "Two cards for one surrendered unit; it comes back, and neither card does anything else.",
        }

    def unused(self, state: BlitzkriegState, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """6.3: the free rail move is not kept for later."""
        if RAIL in actions:
            yield costly("6.3", "Your free rail move of this turn would be lost.")

    def rail_free(self, state: BlitzkriegState) -> bool:
        return self.free_rail and rail_possible(state, state.active, not self.begun)

    def actions(self, state: BlitzkriegState) -> list[Action]:
        found = self.cards(state)
        if self.pair_fits(state) and (state.hands & REPLACEMENTS).bit_count() >= 2:
            found.append(BOTH)
        if self.rail_free(state):
            found.append(RAIL)
        found.append(DONE)
        if state.hand(state.active):
            found.append(ASK if state.is_quiet(state.active) else QUIET)
        return found

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action.verb == "card":
            self.play(state, action.number)
        elif action is BOTH:
            self.play_both(state)
        elif action is RAIL:
            state.push(RailMove(0, True, not self.begun))
        elif action is QUIET:
            keep_quiet(state, state.active)
        elif action is ASK:
            ask_again(state, state.active)
        else:
            state.finish()

    def auto_advance(self, state: BlitzkriegState) -> bool:
        """A side that wants to play no more cards still has its free rail move."""
        if self.rail_free(state) or could_react(state, state.active, self.fits(state)):
            return False
        if self.could_pair(state) and not state.is_quiet(state.active):
            return False
        state.finish()
        return True

    def play_both(self, state: BlitzkriegState) -> None:
        """13.1: two Replacement! cards at the same time, for a surrendered unit."""
        first, second = members(state.hand(GERMAN) & REPLACEMENTS)[:2]
        lay_down(state, first)
        lay_down(state, second)
        self.announce(state, first, "rebuilt-2")

    def resume(self, state: BlitzkriegState, result: RailMoved | CardPlay) -> None:
        if isinstance(result, RailMoved):
            state.replace(Logistics(self.free_rail and not result.free, True))
        else:
            self.resume_play(state, result)

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        if action == BOTH:
            if self.pair_fits(state):
                return Refusal("13.1", "You do not hold two Replacement! cards.", "two Replacement! cards at once")
            return Refusal("13.1", "No German unit has surrendered.", "two Replacement! cards at once")
        if action == RAIL:
            if state.active == GERMAN:
                return Refusal("6.3", "Only the Soviet player has a free rail move.", "without a card")
            if self.free_rail:
                return Refusal("6.3.1", "None of your units can move by rail now.", "can move by rail")
            if MOSCOW_RULE.is_on(state.options) and state.moscow_fell:
                return Refusal("15.3", "The free rail move was lost when Moscow fell.", "no free rail move")
            return Refusal("6.3", "The free rail move has already been used this turn.", "one rail move a turn")
        if action.verb == "take":
            return Refusal("6.1", "You have already chosen your hand for this turn.")
        if action.verb == "withdraw":
            return Refusal(
                "6.2.4", "Units can withdraw only at the beginning of the phase.", "before the hand is chosen"
            )
        if action.verb in ("load", "rebuild", "raise", "activate", "hero"):
            return Refusal("7.0", "Play a card for this first.")
        return out_of_phase(state, action)
