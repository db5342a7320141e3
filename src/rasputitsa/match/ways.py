"""The ways through a lesson: every action that still leads to where its script ends is as good as the script's own.

A lesson may ask to send three units forward; in which order, one by one or all at once, is the learner's choice. Where
others than the script's own will do (``also``), the goal is reached with as many units in the script's spaces.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from ..core import CHANCE, Action, State
from ..core.offers import ROLES
from .dice import BadScript, ScriptedDice
from .tutorial import LessonStep, LessonWay, Tutorial

MOST_PLACES = 60  # positions of a lesson from which ways are looked for
MORE_ACTIONS = 3  # how many more than the script's own a way may take

Place = tuple[str, int]  # a position, and how many dice have fallen
Likeness = tuple[object, ...]  # of positions that are alike for a lesson


def steps_with_ways(tutorial: Tutorial) -> list[LessonStep]:
    """The steps of a tutorial; those in which the learner acts have their ``ways``, place by place, the goal last."""
    state = tutorial.start()
    dice = ScriptedDice(tutorial.dice)
    rolls = settle(state, dice, 0)
    found = []
    for step in tutorial.steps:
        script = step.get("do", [])
        if script and not step.get("auto"):
            step = {**step, "ways": Ways(state, rolls, dice, script, step.get("also", ())).listed()}
        for text in script:
            state.take(text)
            rolls = settle(state, dice, rolls)
        found.append(step)
    return found


def settle(state: State, dice: ScriptedDice, rolls: int) -> int:
    """Let the dice of the script fall; the answer is how many have fallen in all."""
    while state.side == CHANCE:
        rolls += 1
        state.apply(dice.resolve(state, rolls))
    return rolls


def place_of(state: State, rolls: int) -> Place:
    """Where a lesson is. In which order units lie on each other does not matter to it."""
    data = state.position()
    for facts in data["units"].values():
        facts.pop("level", None)
    return json.dumps(data), rolls


class Ways:
    """The places of one lesson and the actions between them, found from its beginning on."""

    def __init__(
        self, state: State, rolls: int, dice: ScriptedDice, script: Sequence[str], also: Sequence[str] = ()
    ) -> None:
        self.dice = dice
        self.side = state.side
        self.also = also
        self.script = script
        self.start = place_of(state, rolls)
        self.states: dict[Place, tuple[State, int]] = {self.start: (state.copy(), rolls)}
        self.to: dict[Place, dict[str, Place]] = {}
        self.said: dict[Place, str] = {}  # by place: what the script does there
        self.verbs = {text.partition(" ")[0] for text in script}
        self.objects = {"", *also, *(text.partition(" ")[2] for text in script)}
        self.goal = self.follow_script(state.copy(), rolls)
        self.ends = {self.goal}
        self.likeness = self.likeness_of(self.states[self.goal][0])
        self.explore()

    def follow_script(self, state: State, rolls: int) -> Place:
        """Along the script: what is in hand on its way may be taken in hand in another way."""
        place = self.start
        for text in self.script:
            self.said.setdefault(place, text)
            state.take(text)
            rolls = settle(state, self.dice, rolls)
            place = place_of(state, rolls)
            self.states.setdefault(place, (state.copy(), rolls))
            self.objects.update(state.stack[-1].selection(state).tokens if state.stack else ())
        return place

    def explore(self) -> None:
        ring = list(self.said)
        for _ in range(len(self.script) + MORE_ACTIONS):
            following = []
            for place in ring:
                if place in self.ends or place in self.to or len(self.to) >= MOST_PLACES:
                    continue
                self.to[place] = {}
                for action, then, state, rolls in self.onward(place):
                    self.to[place][action] = then
                    self.states.setdefault(then, (state, rolls))
                    following.append(then)
            ring = following

    def onward(self, place: Place) -> Iterator[tuple[str, Place, State, int]]:
        state, rolls = self.states[place]
        side = state.side
        for action in state.actions() if side is not None else ():
            if not self.is_near(state, action):
                continue
            after = state.copy()
            after.apply(action)
            try:
                fallen = settle(after, self.dice, rolls)
            except BadScript:
                continue
            then = place_of(after, fallen)
            if self.is_end(then, after, fallen) or after.side == side:
                yield str(action), then, after, fallen

    def is_end(self, place: Place, state: State, rolls: int) -> bool:
        if self.also and rolls == self.goal[1] and self.likeness_of(state) == self.likeness:
            self.ends.add(place)
        return place in self.ends

    def likeness_of(self, state: State) -> Likeness:
        """What is asked, and how many of the learner's units are in each space that the script names."""
        tokens = state.view(self.side)["tokens"] if self.also else []
        places = Counter(token["at"] for token in tokens if token["owner"] == self.side)
        return type(state.stack[-1]) if state.stack else None, *(places[name] for name in sorted(self.objects))

    def is_near(self, state: State, action: Action) -> bool:
        """Whether an action is like those of the script, or only takes something in hand."""
        step, words = state.stack[-1], state.game.words
        role = step.role(state, action.verb) or words.role(action.verb)
        assert role in ROLES
        return action.object in self.objects and (action.verb in self.verbs or role == "toggle")

    def distances(self) -> dict[Place, int]:
        """How many actions it is to the goal, from where it can be reached."""
        found = dict.fromkeys(self.ends, 0)
        for number in range(1, len(self.to) + 1):
            ring = {
                place
                for place, to in self.to.items()
                if place not in found and any(found.get(then) == number - 1 for then in to.values())
            }
            if not ring:
                break
            found.update(dict.fromkeys(ring, number))
        return found

    def listed(self) -> list[LessonWay]:
        """The places from which the goal can be reached: the start first, the script's own goal last."""
        left = self.distances()
        places = [place for place in (self.start, *self.to, *self.ends) if place in left and place != self.goal]
        number = {place: index for index, place in enumerate(dict.fromkeys(places))}
        number[self.goal] = len(number)
        ways: list[LessonWay] = []
        for place in number:
            to = {action: then for action, then in self.to.get(place, {}).items() if then in number}
            best = self.said.get(place) or min(to, key=lambda action: left[to[action]], default="")
            onward = {action: number[then] for action, then in to.items()}
            ways.append({"best": best, "left": left[place], "to": onward})
        return ways
