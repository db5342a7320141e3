"""A tiny game with all that a match has to deal with: dice, draws, reveals, secrets, questions to the other side.

Two sides collect points until one has 30 or five rounds are over. Each also guards a number that only it may know.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from rasputitsa.core import (
    CHANCE,
    DRAW,
    Action,
    BadPosition,
    Event,
    Game,
    Option,
    Outcome,
    Refusal,
    Rulebook,
    Scenario,
    Side,
    State,
    Step,
    Vocabulary,
)

RED, BLUE = "red", "blue"
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


class ToyState(State):
    __slots__ = ("guarded", "points", "round")
    guarded: dict[str, str]
    points: dict[str, int]
    round: int

    def copy(self) -> ToyState:
        new = ToyState()
        new.game, new.stack, new.outcome, new.events = self.game, self.stack, self.outcome, None
        new.points, new.guarded, new.round = dict(self.points), dict(self.guarded), self.round
        return new

    def proceed(self) -> None:
        if self.round > ROUNDS or max(self.points.values()) >= 30:
            best = max(self.points.values())
            winners = [side for side, points in self.points.items() if points == best]
            self.outcome = Outcome(winners[0] if len(winners) == 1 else DRAW, "The last round is over.", "1.2")
        else:
            self.push(Turn(RED))

    def position(self) -> dict[str, Any]:
        stack = [str(step) for step in self.stack]
        return {"round": self.round, "points": dict(self.points), "guarded": dict(self.guarded), "stack": stack}

    def view(self, side: str | None) -> dict[str, Any]:
        own = {side: self.guarded[side]} if side else {}
        heading = "The end" if self.outcome else f"Round {self.round}"
        return {"heading": heading, "points": dict(self.points), "guarded": own}

    def guess(self, side: str, rng: Random) -> ToyState:
        return self.copy()

    def whisper(self, text: str, only: str) -> None:
        if self.events is not None:
            self.events.append(Event("whisper", text, "1.1", visible_to=only))


@dataclass(frozen=True, slots=True)
class Turn(Step[ToyState]):
    side: str
    rule = "1.1"

    def actor(self, state: ToyState) -> str:
        return self.side

    def text(self, state: ToyState) -> str:
        return "What will you do?"

    def actions(self, state: ToyState) -> list[Action]:
        jumps = JUMPS if state.points[self.side] >= 5 else []
        return [STEP, *jumps, ATTACK, BARRAGE, DIG, SCOUT, MUTTER, WHISPER, ASK, DONE]

    def refusal(self, state: ToyState, action: Action) -> Refusal:
        if action in JUMPS:
            return Refusal("1.3", "Jumping needs five points.")
        return Step.refusal(self, state, action)

    def take(self, state: ToyState, action: Action) -> None:
        other = BLUE if self.side == RED else RED
        match action.verb:
            case "step" | "jump":
                state.points[self.side] += max(1, int(action.object or 1))
                state.emit("points", f"{self.side} goes on.", "1.1")
            case "attack":
                state.push(Roll(self.side, 1))
            case "barrage":
                state.push(Roll(self.side, 2))
            case "dig":
                state.push(Draw(self.side))
            case "scout":
                state.emit("reveal", "A number is shown.")
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
                state.pop()
            case _:
                raise ValueError(f"{action} is no answer")


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
        state.pop()


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
        state.points[self.side] += sum(action.faces)
        state.emit("roll", f"{self.side} rolls {action.object}.", "2.1")
        state.pop()

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
        state.points[self.side] += {"gold": 3, "silver": 1, "dirt": 0}[action.object]
        state.pop()


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
        state.guarded[self.side] = action.object
        state.whisper(f"You guard a {action.object} number.", self.side)
        state.pop()


class ToyGame(Game):
    name = "toy"
    title = "Toy"
    rules_version = 2
    sides = (Side(RED, "Red"), Side(BLUE, "Blue"))
    scenarios = (Scenario("plain", "Plain"), Scenario("dealt", "Numbers are dealt first"))
    options = (Option("pace", "Pace", ("slow", "fast"), "slow"),)
    words = WORDS
    rules = Rulebook.read("## 1.3 Jumping\nA side with five points may jump.\n")

    def begin(self, scenario: str, options: Mapping[str, str]) -> ToyState:
        state = ToyState()
        state.game, state.stack, state.outcome, state.events = self, (Turn(RED),), None, None
        state.points = dict.fromkeys((RED, BLUE), 3 if options["pace"] == "fast" else 0)
        state.guarded = {RED: "low", BLUE: "high"}
        state.round = 1
        if scenario == "dealt":
            state.stack = (Turn(RED), Deal(BLUE), Deal(RED))
        return state

    def position(self, data: dict[str, Any]) -> ToyState:
        raise BadPosition(["toys have no text form"])


TOY = ToyGame()
