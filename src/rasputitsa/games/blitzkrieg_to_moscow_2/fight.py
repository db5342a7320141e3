"""11.3.4 to 11.3.6: cards for Combat Shifts, the die, and cards for Re-Rolls."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from ...core import CHANCE, Action, Forecast, Kind, Mark, Refusal, Step
from ...core.conditions import Condition
from ...core.sets import contains
from .battle import Battle, column, column_name, describe, event_fields
from .cards import FITS, IN_HAND, CardStep, could_hold, could_react, keep_quiet
from .facts import (
    CITIES,
    CITY_SHIFT,
    CRT,
    GERMAN,
    PARTISAN,
    RE_ROLL,
    RESULTS,
    SHIFT,
    SIDES,
    cards_for,
    space_label,
)
from .forecast import forecast, worth
from .refusals import Conditions, of_card
from .results import apply_result, complete, result_shown, results_of
from .state import BlitzkriegState
from .words import PASS, QUIET, ROLL

PLAY_SHIFT: Conditions = (
    *IN_HAND,
    Condition(
        lambda state, step: -1 if contains(CITIES, step.battle.hex) else ~cards_for(CITY_SHIFT),
        "7.1",
        lambda state, step, card: f"{space_label(step.battle.hex)} is not a city.",
        implied=True,
        quotation="attack or defend a city",
    ),
    FITS,
)
PLAY_RE_ROLL: Conditions = (
    *IN_HAND,
    Condition(
        lambda state, step: -1 if step.battle.attacker == GERMAN else ~cards_for(PARTISAN),
        "7.1",
        of_card("This is a Soviet attack."),
        implied=True,
        quotation="re-rolls German attacks only",
    ),
    FITS,
)


@dataclass(frozen=True, slots=True)
class ShiftCard(CardStep):
    """11.3.4: does this side play a card for a Combat Shift? The attacker is asked first."""

    battle: Battle
    side: int

    rule = "11.3.4"
    lies_on = ("Combat", "FightAttacks")
    conditions_of = MappingProxyType({"card": PLAY_SHIFT})

    def combat(self) -> Battle:
        return self.battle

    def player(self, state: BlitzkriegState) -> int:
        return self.side

    def fits(self, state: BlitzkriegState) -> int:
        """7.1: City Fights! only where a city is attacked."""
        return SHIFT | CITY_SHIFT if contains(CITIES, self.battle.hex) else SHIFT

    def public_text(self, state: BlitzkriegState) -> str:
        return f"{describe(state, self.battle)}. Play a card for a Combat Shift?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [*self.cards(state), PASS, QUIET]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action.verb == "card":
            self.play(state, action.number)
            return
        if action is QUIET:
            keep_quiet(state, self.side)
        self.go_on(state, self.battle)

    def effect(self, state: BlitzkriegState, card: int, function: str) -> None:
        step = 1 if self.side == self.battle.attacker else -1
        self.go_on(state, replace(self.battle, cards=self.battle.cards + step))

    def go_on(self, state: BlitzkriegState, battle: Battle) -> None:
        if self.side == battle.attacker:
            state.replace(ShiftCard(battle, 1 - self.side))
        else:
            to_the_die(state, battle)

    def auto_advance(self, state: BlitzkriegState) -> bool:
        if could_react(state, self.side, self.fits(state)) and self.could_matter(state):
            return False
        self.go_on(state, self.battle)
        return True

    def could_matter(self, state: BlitzkriegState) -> bool:
        """Whether a shift could change the column, as far as everybody knows; nobody is asked to waste a card.

        At 7:1 a card of the attacker still answers one that the defender may play.
        """
        now = self.shifted(state, 0)
        if self.side != self.battle.attacker:
            return self.shifted(state, -1) != now
        if could_hold(state, 1 - self.side, self.fits(state)) and self.shifted(state, -1) != now:
            return True
        return self.shifted(state, 1) != now

    def shifted(self, state: BlitzkriegState, columns: int) -> int:
        """The column after so many more shifts; 0 if the attack fails."""
        return max(column(state, replace(self.battle, cards=self.battle.cards + columns)), 0)

    def forecast(self, state: BlitzkriegState, action: Action | None, viewer: str | None) -> Forecast | None:
        battle = self.battle
        if action is not None and action in self.cards(state):
            battle = replace(battle, cards=battle.cards + (1 if self.side == battle.attacker else -1))
        return forecast(state, battle)

    def marks(self, state: BlitzkriegState) -> dict[Action, Mark]:
        step = 1 if self.side == self.battle.attacker else -1
        odds = column_name(column(state, replace(self.battle, cards=self.battle.cards + step)))
        return {card: Mark(odds, "odds with this card") for card in self.cards(state)}

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return Refusal("11.3.4", "First play a card for a Combat Shift, or no card.")


def to_the_die(state: BlitzkriegState, battle: Battle) -> None:
    """11.3.5: at 1:2 or less the attack fails without a roll."""
    odds = column(state, battle)
    if odds >= 1:
        state.replace(RollDie(battle))
        return
    if state.events is not None:
        text = f"The attack on {space_label(battle.hex)} at {column_name(odds)} fails."
        state.emit(Kind.BATTLE, text, "11.3.5", *event_fields(state, battle))
    state.finish()
    complete(state, battle)


@dataclass(frozen=True, slots=True)
class RollDie(Step[BlitzkriegState]):
    """11.3.6: the die."""

    battle: Battle

    rule = "11.3.6"
    lies_on = ("Combat", "FightAttacks")

    def actor(self, state: BlitzkriegState) -> str:
        return CHANCE

    def dice(self, state: BlitzkriegState) -> int:
        return 1

    def text(self, state: BlitzkriegState) -> str:
        return f"{describe(state, self.battle)}: the die is rolled."

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return ROLL[1:]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        battle = self.battle
        if state.events is not None:
            odds = column(state, battle)
            result = result_shown(state, battle, action.number)
            text = f"Combat at {space_label(battle.hex)}, {column_name(odds)}: the die shows {action.number}, {result}."
            rolled = CRT[odds][action.number]
            state.emit(Kind.BATTLE, text, "11.3.6", *event_fields(state, battle), result=rolled)
        state.replace(ReRoll(battle, action.number, battle.attacker))

    def forecast(self, state: BlitzkriegState, action: Action | None, viewer: str | None) -> Forecast | None:
        return forecast(state, self.battle)

    def luck(self, state: BlitzkriegState, action: Action) -> tuple[str, float] | None:
        """Better for the attacker than the average of the column, in units."""
        worths = [worth(state, self.battle, result) for result in CRT[column(state, self.battle)][1:]]
        return SIDES[self.battle.attacker], worths[action.number - 1] - sum(worths) / 6

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return Refusal("11.3.6", f"The die for the combat at {space_label(self.battle.hex)} is rolled first.")


@dataclass(frozen=True, slots=True)
class ReRoll(CardStep):
    """7.1: does this side have the die rolled again? The attacker is asked first, and again after every roll."""

    battle: Battle
    face: int
    side: int

    rule = "7.1"
    lies_on = ("Combat", "FightAttacks")
    conditions_of = MappingProxyType({"card": PLAY_RE_ROLL})

    def combat(self) -> Battle:
        return self.battle

    def player(self, state: BlitzkriegState) -> int:
        return self.side

    def fits(self, state: BlitzkriegState) -> int:
        """Tactical Edge! at any combat, Partisan! at a German attack only."""
        return RE_ROLL | PARTISAN if self.battle.attacker == GERMAN else RE_ROLL

    def public_text(self, state: BlitzkriegState) -> str:
        result = result_shown(state, self.battle, self.face)
        return f"{describe(state, self.battle)}: the die shows {self.face}, {result}. Play a card for a Re-Roll?"

    def actions(self, state: BlitzkriegState) -> list[Action]:
        return [*self.cards(state), PASS, QUIET]

    def take(self, state: BlitzkriegState, action: Action) -> None:
        if action.verb == "card":
            self.play(state, action.number)
            return
        if action is QUIET:
            keep_quiet(state, self.side)
        self.go_on(state)

    def effect(self, state: BlitzkriegState, card: int, function: str) -> None:
        state.replace(RollDie(self.battle))

    def go_on(self, state: BlitzkriegState) -> None:
        if self.side == self.battle.attacker:
            state.replace(ReRoll(self.battle, self.face, 1 - self.side))
        else:
            state.finish()
            apply_result(state, self.battle, self.face)

    def auto_advance(self, state: BlitzkriegState) -> bool:
        if could_react(state, self.side, self.fits(state)) and self.could_be_better(state):
            return False
        self.go_on(state)
        return True

    def could_be_better(self, state: BlitzkriegState) -> bool:
        """Whether the die could fall better for this side; nobody is asked to re-roll the best result."""
        results = [RESULTS.index(result) for result in results_of(state, self.battle)]
        now = results[self.face - 1]
        return now < max(results) if self.side == self.battle.attacker else now > min(results)

    def forecast(self, state: BlitzkriegState, action: Action | None, viewer: str | None) -> Forecast | None:
        return forecast(state, self.battle)

    def refusal(self, state: BlitzkriegState, action: Action) -> Refusal:
        return Refusal("7.1", "First play a card for a Re-Roll, or no card.")
