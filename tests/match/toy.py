"""A tiny game with all that a match has to deal with: dice, draws, reveals, secrets, questions to the other side.

Two sides collect points until one has 30 or five rounds are over. Each also guards a number that only it may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, cast

from rasputitsa.core import (
    CHANCE,
    DRAW,
    Action,
    BadPosition,
    Game,
    Kind,
    Option,
    Outcome,
    Refusal,
    Rulebook,
    Scenario,
    Side,
    State,
    Step,
    Vocabulary,
    state_class,
)
from rasputitsa.core.spaces import Board, Space
from rasputitsa.core.view import View

SIDES = RED, BLUE = "red", "blue"
ROUNDS = 5

WORDS = Vocabulary()
STEP, ATTACK, BARRAGE, DIG, SCOUT, MUTTER, WHISPER, ASK, DONE = map(
    WORDS.plain, ["step", "attack", "barrage", "dig", "scout", "mutter", "whisper", "ask", "done"]
)
JUMPS = WORDS.verb("jump", ["", "2", "3"])[1:]
WORDS.dice("roll")
DRAWS = WORDS.verb("draw", ["gold", "silver", "dirt"])
REPLIES = WORDS.verb("reply", ["yes", "no"])
DEALS = WORDS.verb("deal", ["low", "high"])


@state_class
class ToyState(State):
    points: list[int]
    guarded: list[str]
    round: int = 1

    def proceed(self) -> None:
        if self.round > ROUNDS or max(self.points) >= 30:
            first, second = self.points
            winner = DRAW if first == second else SIDES[second > first]
            self.outcome = Outcome(winner, "The last round is over.", "1.2")
        else:
            self.push(Turn(RED))

    def position(self) -> dict[str, Any]:
        stack = [str(step) for step in self.stack]
        points, guarded = (dict(zip(SIDES, values, strict=True)) for values in (self.points, self.guarded))
        return {"round": self.round, "points": points, "guarded": guarded, "stack": stack}

    @property
    def heading(self) -> str:
        return "The end" if self.outcome else f"Round {self.round}"

    def view(self, viewer: str | None) -> Any:
        points = dict(zip(SIDES, self.points, strict=True))
        own = {viewer: self.guarded[SIDES.index(viewer)]} if viewer else {}
        return {"heading": self.heading, "turn": self.round, "points": points, "guarded": own}

    def guess(self, side: str, rng: Random) -> ToyState:
        return self.copy()

    def score(self, side: str, points: int) -> None:
        self.points[SIDES.index(side)] += points

    def whisper(self, text: str, visible_to: str) -> None:
        self.emit(Kind.DETAIL, text, "1.1", visible_to=visible_to, reveals=self.side != visible_to)


@dataclass(frozen=True, slots=True)
class Turn(Step[ToyState]):
    side: str
    rule = "1.1"

    def actor(self, state: ToyState) -> str:
        return self.side

    def text(self, state: ToyState) -> str:
        return "What will you do?"

    def actions(self, state: ToyState) -> list[Action]:
        jumps = JUMPS if state.points[SIDES.index(self.side)] >= 5 else []
        return [STEP, *jumps, ATTACK, BARRAGE, DIG, SCOUT, MUTTER, WHISPER, ASK, DONE]

    def refusal(self, state: ToyState, action: Action) -> Refusal:
        if action in JUMPS:
            return Refusal("1.3", "Jumping needs five points.")
        return Step.refusal(self, state, action)

    def take(self, state: ToyState, action: Action) -> None:
        other = BLUE if self.side == RED else RED
        match action.verb:
            case "step" | "jump":
                state.score(self.side, max(1, int(action.object or 1)))
                state.emit(Kind.ORDER, f"{self.side} goes on.", "1.1")
            case "attack":
                state.push(Roll(self.side, 1))
            case "barrage":
                state.push(Roll(self.side, 2))
            case "dig":
                state.push(Draw(self.side))
            case "scout":
                state.emit(Kind.REVEAL, "A number is shown.", reveals=True)
            case "mutter":
                state.whisper("Only I hear this.", self.side)
            case "whisper":
                state.whisper("Only the other one hears this.", other)
            case "ask":
                state.push(Reply(other))
            case "done" if self.side == RED:
                state.replace(Turn(BLUE))
            case "done":
                state.round += 1
                state.finish()
            case _:
                raise ValueError(f"{action} is not an action of this step")


@dataclass(frozen=True, slots=True)
class Reply(Step[ToyState]):
    side: str
    rule = "1.4"

    def actor(self, state: ToyState) -> str:
        return self.side

    def text(self, state: ToyState) -> str:
        return "Yes or no?"

    def actions(self, state: ToyState) -> list[Action]:
        return REPLIES

    def take(self, state: ToyState, action: Action) -> None:
        state.finish()


@dataclass(frozen=True, slots=True)
class Roll(Step[ToyState]):
    side: str
    number: int
    rule = "2.1"

    def actor(self, state: ToyState) -> str:
        return CHANCE

    def text(self, state: ToyState) -> str:
        return f"Roll {self.number} dice."

    def actions(self, state: ToyState) -> list[Action]:
        return [WORDS.roll("roll", [face] * self.number) for face in range(1, 7)]

    def accepts(self, state: ToyState, action: Action) -> bool:
        return action.verb == "roll" and len(action.faces) == self.number

    def take(self, state: ToyState, action: Action) -> None:
        state.score(self.side, sum(action.faces))
        state.emit(Kind.ROLL, f"{self.side} rolls {action.object}.", "2.1")
        state.finish()

    def dice(self, state: ToyState) -> int:
        return self.number


@dataclass(frozen=True, slots=True)
class Draw(Step[ToyState]):
    side: str
    rule = "2.2"

    def actor(self, state: ToyState) -> str:
        return CHANCE

    def text(self, state: ToyState) -> str:
        return "What is dug up?"

    def actions(self, state: ToyState) -> list[Action]:
        return DRAWS

    def chances(self, state: ToyState) -> list[tuple[Action, Fraction]]:
        return list(zip(DRAWS, [Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)], strict=True))

    def take(self, state: ToyState, action: Action) -> None:
        state.score(self.side, {"gold": 3, "silver": 1, "dirt": 0}[action.object])
        state.finish()


@dataclass(frozen=True, slots=True)
class Deal(Step[ToyState]):
    side: str
    rule = "2.3"

    def actor(self, state: ToyState) -> str:
        return CHANCE

    def text(self, state: ToyState) -> str:
        return "What is dealt?"

    def actions(self, state: ToyState) -> list[Action]:
        return DEALS

    def take(self, state: ToyState, action: Action) -> None:
        state.guarded[SIDES.index(self.side)] = action.object
        state.whisper(f"You guard a {action.object} number.", self.side)
        state.finish()


class ToyGame(Game):
    name = "toy"
    title = "Toy"
    rules_version = 2
    sides = (Side(RED, "Red"), Side(BLUE, "Blue"))
    scenarios = (Scenario("plain", "Plain"), Scenario("dealt", "Numbers are dealt first"))
    options = (Option("pace", "Pace", "How fast the toy goes.", choices=("slow", "fast")),)
    board = Board([Space(0, "table", "box")], [])
    words = WORDS
    rules = Rulebook.read("## 1.3 Jumping\nA side with five points may jump.\n")

    def begin(self, scenario: str, options: Mapping[str, str]) -> ToyState:
        points = 3 if options["pace"] == "fast" else 0
        stack = (Turn(RED), Deal(BLUE), Deal(RED)) if scenario == "dealt" else (Turn(RED),)
        return ToyState(game=self, stack=stack, points=[points, points], guarded=["low", "high"])

    def position(self, data: dict[str, Any] | str) -> ToyState:
        raise BadPosition(["toys have no text form"])


TOY = ToyGame()


def toy_view(view: View) -> dict[str, Any]:
    """A view of the toy game, which is not like those of the real games."""
    return cast(dict[str, Any], view)
