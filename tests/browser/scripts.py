"""Matches of Blitzkrieg to Moscow 2 that stand where a test wants to begin, written as records."""

from __future__ import annotations

from functools import cache

import rasputitsa as ra
from rasputitsa.core import CHANCE
from rasputitsa.core.values import Data
from rasputitsa.match.dice import TableDice

GAME = "blitzkrieg-to-moscow-2"
PASSING = ("done", "pass", "stop", "stay", "cancel")


class Script:
    """A match, new or from a record, that is played from a list of answers; where none is given, everybody passes."""

    def __init__(self, record: str = "") -> None:
        self.match = ra.record.replay(ra.record.read(record)) if record else ra.Match(ra.game(GAME), dice=TableDice())

    def play(self, *actions: str) -> Script:
        for action in actions:
            side = self.match.side
            assert side is not None
            self.match.play(side, action)
        return self

    def until(self, step: str, side: str, turn: int = 1) -> Script:
        while True:
            state = self.match.state
            question = state.question
            assert question is not None and state.side is not None
            if (question.step, state.side, state.view(None)["turn"]) == (step, side, turn):
                return self
            actions = [str(action) for action in state.actions()]
            if state.side == CHANCE:
                self.play("roll 6")
            else:
                self.play(next((action for action in actions if action in PASSING), actions[0]))

    def record(self) -> str:
        return ra.record.write(self.match)


GERMAN_HAND = ("take G1", "take G3", "take G4", "take G5", "take G2")


@cache
def soviet_turn() -> str:
    """Turn 1 after a German turn that broke the line at 1201: the Soviet player is to withdraw units or not."""
    script = Script().play(*GERMAN_HAND).until("Combat", "german")
    script.play("attack 1201", "with G-2PzA", "with G-4A", "with G-9A", "fight")
    return script.until("Withdraw", "soviet").record()


@cache
def reactions() -> str:
    """The German Combat Phase of turn 2; the Soviet player holds T-34! and Hitler Order!."""
    script = Script().play(*GERMAN_HAND).until("ChooseCards", "soviet").play("take S3", "take S6")
    script.until("ChooseCards", "german", 2).play("take G1", "take G2", "take G3", "take G4")
    return script.until("Combat", "german", 2).record()


@cache
def re_roll() -> str:
    """The first German combat: the die shows a 1, and the German player may have it rolled again."""
    script = Script().play(*GERMAN_HAND).until("Combat", "german")
    script.play("attack 1201", "with G-4A", "fight", "passive S-4A", "passive S-14MC", "pass", "roll 1")
    return script.until("ReRoll", "german").record()


@cache
def breakthrough() -> str:
    """The German Breakthrough Phase of turn 1, with two Blitz! cards in hand; 2. Panzerarmee is in 1201."""
    script = Script().play(*GERMAN_HAND).until("Combat", "german")
    script.play("attack 1201", "with G-2PzA", "with G-4A", "with G-9A", "fight")
    script.until("Advance", "german").play("advance G-2PzA")
    return script.until("Breakthrough", "german").record()


@cache
def answered() -> str:
    """The German Logistics Phase of turn 2; in the Soviet turn a unit moved, and the Germans chose a defence."""
    script = Script().play(*GERMAN_HAND).until("Combat", "german")
    script.play("attack 1201", "with G-2PzA", "with G-4A", "with G-9A", "fight")
    script.until("Advance", "german").play("advance G-2PzA")
    script.until("Movement", "soviet").play("unit S-3A", "move 1303", "stop")
    script.until("Combat", "soviet").play("attack 1201", "with S-10A", "fight", "active G-2PzA")
    return script.until("ChooseCards", "german", 2).record()


@cache
def without_hands() -> Data:
    """The German Combat Phase of turn 1 as a position in which nobody holds a card."""
    script = Script().play(*GERMAN_HAND).until("Combat", "german")
    return {**script.match.state.position(), "hands": []}
