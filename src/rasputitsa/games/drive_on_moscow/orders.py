"""5.2 the order of movement and combat, and 12.0 the November Offensive: what is declared as a player turn begins."""

from __future__ import annotations

from dataclasses import dataclass

from ...core import CHANCE, Action, Kind, Refusal, Step
from .battle import executes_offensive
from .facts import DECLARE_TURNS, GERMAN, NOVEMBER_AIR, SIDES, SOVIET, SPOILING, TITLES, TURNS
from .refusals import out_of_phase
from .remarks import of_offensive, of_order
from .spoiling import must_move_first
from .state import DriveOnMoscowState
from .words import DECLARE, DECLINE, FIGHT_FIRST, MOVE_FIRST, ROLL


def aircraft_of(turn: int, november: int) -> tuple[int, int]:
    """11.19, 12.2: the aircraft of both sides in a turn."""
    german, soviet = TURNS[turn - 1].air
    return german + (NOVEMBER_AIR if november and turn == november + 1 else 0), soviet


@dataclass(frozen=True, slots=True)
class DeclareOffensive(Step[DriveOnMoscowState]):
    """12.0: may be declared once, at the very start of game turns 4 to 7."""

    rule = "12.0"
    lies_on = ("DeclareOrder",)

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: DriveOnMoscowState) -> str:
        last = " This is the last chance." if state.turn == DECLARE_TURNS[-1] else ""
        return f"Declare the November Offensive? It would be executed on turn {state.turn + 1}.{last}"

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [DECLARE, DECLINE]

    def remarks(self, state: DriveOnMoscowState) -> dict[Action, str]:
        return of_offensive(state)

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if state.turn in DECLARE_TURNS and not state.november:
            return False
        state.finish()
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action is DECLARE:
            state.november = state.turn
            text = "The November Offensive is declared: no German attacks this turn."
            state.emit(Kind.ORDER, text, "12.1", SIDES[GERMAN])
        elif state.turn == DECLARE_TURNS[-1]:
            text = "No November Offensive: German attacks suffer a shift from now on, and Soviet ones gain one."
            state.emit(Kind.ORDER, text, "12.3", SIDES[GERMAN])
        state.finish()

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        return out_of_phase(state, action)


@dataclass(frozen=True, slots=True)
class StalinsOrder(Step[DriveOnMoscowState]):
    """12.1: a die, times three, is the number of units that must be launched into spoiling attacks."""

    rule = "12.1"
    lies_on = ("DeclareOrder",)

    def actor(self, state: DriveOnMoscowState) -> str:
        return CHANCE

    def text(self, state: DriveOnMoscowState) -> str:
        return "Roll for the size of the spoiling attacks that Stalin orders."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return ROLL[1:]

    def dice(self, state: DriveOnMoscowState) -> int:
        return 1

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if state.november == state.turn:
            return False
        state.finish()
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        state.ordered = SPOILING * action.number
        text = f"Roll {action.number}: Stalin orders {state.ordered} units into spoiling attacks."
        state.emit(Kind.ORDER, text, "12.1", SIDES[SOVIET])
        state.finish()


@dataclass(frozen=True, slots=True)
class DeclareOrder(Step[DriveOnMoscowState]):
    """5.2: move and then fight, or fight and then move."""

    rule = "5.2"
    lies_on = ("Replacements", "Reinforcements")

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[state.active]

    def text(self, state: DriveOnMoscowState) -> str:
        question = "In which order will you move and fight?"
        if state.active != GERMAN:
            return question
        if state.turn == 1 or executes_offensive(state):
            return f"{question} Your prepared assaults gain one column in either."
        return f"{question} Prepared assaults before movement gain one column."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        if state.ordered and must_move_first(state):
            return [MOVE_FIRST]
        return [MOVE_FIRST, FIGHT_FIRST]

    def remarks(self, state: DriveOnMoscowState) -> dict[Action, str]:
        return of_order(state, state.turn == 1 or executes_offensive(state))

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        """Where the Germans may not attack the order makes no difference (12.1)."""
        if state.active == GERMAN and state.november == state.turn:
            state.fight_first = False
            state.finish()
            return True
        answers = self.actions(state)
        if len(answers) > 1:
            return False
        self.take(state, answers[0])
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        state.fight_first = action is FIGHT_FIRST
        order = "fight, then move" if state.fight_first else "move, then fight"
        text = f"The {TITLES[state.active]} player will {order}."
        state.emit(Kind.ORDER, text, "5.2", SIDES[state.active])
        state.finish()

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action == FIGHT_FIRST:
            return Refusal("12.1", "Too few units are next to Germans: move first to comply with Stalin's order.")
        return out_of_phase(state, action)


def begin_player_turn(state: DriveOnMoscowState) -> None:
    """What was declared and ordered in the last player turn is over."""
    state.ordered = state.launched = state.far = 0
    state.fight_first = False
