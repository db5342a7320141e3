"""10.4, 10.10: artillery fire and bombers, which support battles."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...core import Action, Fate, Forecast, Kind, Mark, PlayerWarning, Selection
from ...core.numbers import counted
from ...core.sets import SpaceSet, members
from ...core.step_codec import Unit
from ...core.warnings import costly
from .bombers import emit_bombers
from .facts import (
    BOARD,
    BOMBER_NAMES,
    BOMBERS,
    GERMAN,
    SIDES,
    UNIT_NAMES,
    space_label,
    the_unit,
    unit_subject,
)
from .forecast import attack_forecast, attack_words
from .refusals import Conditions, RuledStep
from .remarks import bomber_mark, gun_mark
from .state import Moscow41State
from .support_rules import (
    AIMED_AT,
    ARTILLERY,
    BLITZ_ARTILLERY,
    COMMITTED,
    FLIES_TO,
    FOLLOWS,
    FOLLOWS_TO,
    possible_battles,
)
from .words import AT, CANCEL, COMMIT, DONE, SUPPORT

LEFT_OUT = (("support", "HQ"), ("commit", "sort of bomber"))  # by verb: what is not assigned


@dataclass(frozen=True, slots=True)
class Support(RuledStep):
    """10.4, 10.10: artillery markers and bombers are assigned before the first battle."""

    blitz: bool

    rule = "10.4"
    lies_on = ("Battles",)
    first = "Assign support first; then the battles begin."
    labels: ClassVar[dict[str, str]] = {"done": "No more support"}

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        what = "artillery fire and bombers" if state.active == GERMAN else "artillery fire"
        return f"Assign {what} to battles, or begin the battles."

    def areas(self, state: Moscow41State) -> SpaceSet:
        """The areas where a battle may follow."""
        return possible_battles(state, self)

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        if verb == "support":
            return BLITZ_ARTILLERY if self.blitz else ARTILLERY
        if verb == "commit":
            return FOLLOWS if self.blitz else COMMITTED
        return ()

    def guns(self, state: Moscow41State) -> SpaceSet:
        """The HQs that may still direct their artillery somewhere."""
        return self.passing(state, "support")

    def bombers(self, state: Moscow41State) -> SpaceSet:
        """The bombers, one of each sort, that may still be committed somewhere."""
        return self.passing(state, "commit")

    def actions(self, state: Moscow41State) -> list[Action]:
        found = [SUPPORT[hq] for hq in members(self.guns(state))]
        found += [COMMIT[bomber] for bomber in members(self.bombers(state))]
        found.append(DONE)
        return found

    def marks(self, state: Moscow41State) -> dict[Action, Mark]:
        """The dice of each HQ and of each bomber."""
        found = {SUPPORT[hq]: gun_mark(state, hq) for hq in members(self.guns(state))}
        return found | {COMMIT[bomber]: bomber_mark(state, bomber) for bomber in members(self.bombers(state))}

    def unused(self, state: Moscow41State, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """10.4, 10.10: support that is not assigned before the first battle is not used at all."""
        left = [(len([one for one in actions if one.verb == verb]), what) for verb, what in LEFT_OUT]
        parts = [counted(count, what) for count, what in left if count]
        if parts:
            yield costly(
                "10.4", f"{' and '.join(parts)} could still support a battle.", BOARD.names_of(self.areas(state))
            )

    def forecast(self, state: Moscow41State, action: Action | None, viewer: str | None) -> Forecast | None:
        """The battle to come as it is supported so far, where there is only one."""
        areas = self.areas(state)
        return None if action or areas & (areas - 1) else attack_forecast(state, areas.bit_length() - 1, viewer)

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "support":
            state.push(Aiming(action.number, self.blitz))
        elif action.verb == "commit":
            state.push(Committing(action.number, self.blitz))
        else:
            state.finish()

    def auto_advance(self, state: Moscow41State) -> bool:
        """Activated HQs, bombers and contested areas are open to all."""
        if self.areas(state) and (self.guns(state) or self.bombers(state)):
            return False
        state.finish()
        return True


class SendingSupport(RuledStep):
    """10.4, 10.10: to which battle does the support go?"""

    __slots__ = ()
    first = "Choose a battle to support, or cancel."
    blitz: bool

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def forecast(self, state: Moscow41State, action: Action | None, viewer: str | None) -> Forecast | None:
        """What the battle would be with this support."""
        if action is None or action.verb != "at" or not self.accepts(state, action):
            return None
        supported = state.copy()
        self.send(supported, action.number)
        return attack_forecast(supported, action.number, viewer)

    def marks(self, state: Moscow41State) -> dict[Action, Mark]:
        """10.11: all the dice of each battle with this support."""
        found = {}
        for area in members(self.passing(state, "at")):
            supported = state.copy()
            self.send(supported, area)
            now, then = attack_words(state, area), attack_words(supported, area)
            found[AT[area]] = Mark(then.split()[0], f"{then} with it, {now} without", "good")
        return found

    @abstractmethod
    def send(self, state: Moscow41State, area: int) -> None:
        """It goes there."""

    def actions(self, state: Moscow41State) -> list[Action]:
        return [*(AT[area] for area in members(self.passing(state, "at"))), CANCEL]

    def take(self, state: Moscow41State, action: Action) -> None:
        state.finish()
        if action.verb != "cancel":
            self.send(state, action.number)


@dataclass(frozen=True, slots=True)
class Aiming(SendingSupport):
    """10.4: into which adjacent battle does an HQ fire?"""

    hq: Unit
    blitz: bool

    rule = "10.4"
    lies_on = ("Support",)

    def text(self, state: Moscow41State) -> str:
        return f"Artillery fire of {the_unit(self.hq)}: into which adjacent area?"

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((UNIT_NAMES[self.hq],))

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return AIMED_AT if verb == "at" else ()

    def send(self, state: Moscow41State, area: int) -> None:
        state.target[self.hq] = area
        text = f"{unit_subject(self.hq)} directs its artillery into {space_label(area)}."
        state.emit_blocks(Kind.SUPPORT, text, self.rule, [self.hq], Fate.TOOK_PART, None, [BOARD.names[area]])


@dataclass(frozen=True, slots=True)
class Committing(SendingSupport):
    """10.10: to which battle is a bomber sent?"""

    bomber: int
    blitz: bool

    rule = "10.10"
    lies_on = ("Support",)

    def text(self, state: Moscow41State) -> str:
        return f"Which battle is the {BOMBERS[self.bomber].title} sent to?"

    def selection(self, state: Moscow41State) -> Selection:
        return Selection((BOMBER_NAMES[self.bomber],))

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        if verb != "at":
            return ()
        return FOLLOWS_TO if self.blitz else FLIES_TO

    def send(self, state: Moscow41State, area: int) -> None:
        text = f"A {BOMBERS[self.bomber].title} is sent to {space_label(area)}."
        emit_bombers(state, text, self.rule, [self.bomber], area)
        state.air[self.bomber] = area
