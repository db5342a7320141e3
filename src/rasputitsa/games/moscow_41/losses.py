"""10.12.3, 10.14: who takes the hits of a battle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from ...core import Action, Fate, Forecast, Kind
from ...core.conditions import Condition, where
from ...core.sets import SpaceSet, members, set_of
from ...core.step_codec import Place
from .bombers import distinct_bombers, emit_bombers
from .facts import ABORTED, BOARD, BOMBERS, DESTROYED, GERMAN, SIDE, SIDES, space_label, unit_subject
from .fire import bombers_over
from .forecast import air_losses_forecast, losses_forecast
from .lines import step_below
from .refusals import Conditions, RuledStep, about_block
from .state import Moscow41State
from .words import ABORT, DESTROY, HIT

if TYPE_CHECKING:
    from .battle import Battle


def battle_below(state: Moscow41State, step: Losses | AirLosses) -> Battle:
    """The battle in which hits are being applied."""
    return cast("Battle", step_below(state, step))


def strongest(state: Moscow41State, side: int, area: int) -> SpaceSet:
    """10.14.1: the blocks with the most dots or stars."""
    best, found = -1, 0
    for unit in members(state.blocks(side, area)):
        strength = state.strength[unit]
        if strength > best:
            best, found = strength, 1 << unit
        elif strength == best:
            found |= 1 << unit
    return found


def steps_in(state: Moscow41State, side: int, area: int) -> int:
    """How many hits it takes to destroy all blocks of a side in an area."""
    return sum(state.strength[unit] or 1 for unit in members(state.blocks(side, area)))


def damage(state: Moscow41State, unit: int) -> None:
    """4.2.3.1: one hit on a block."""
    before, area = state.strength[unit], state.where[unit]
    equals = strongest(state, SIDE[unit], area) & ~(1 << unit) if state.events is not None else 0
    if state.reduce(unit):
        state.remove(unit, False, "10.14.3")
    elif state.events is not None:
        now = state.strength[unit] or "the heart"
        who = "among the strongest" if equals else "the strongest"
        text = f"{unit_subject(unit)}, {who} at {before}, is reduced to {now}."
        state.emit_blocks(Kind.LOSS, text, "10.14", [unit], Fate.REDUCED, None, [BOARD.names[area]])


TAKES_HIT: Conditions = (
    Condition(
        lambda state, step: state.blocks(step.side, step.area),
        "10.14",
        about_block("The hits must be applied first, to your own blocks in the battle."),
        implied=True,
    ),
    Condition(
        lambda state, step: strongest(state, step.side, step.area),
        "10.14.1",
        about_block("{block} is not among the strongest blocks."),
    ),
)


@dataclass(frozen=True, slots=True)
class Losses(RuledStep):
    """10.14: the owner applies hits, strongest block first; among equals the owner chooses."""

    side: int
    area: Place
    hits: int

    rule = "10.14.1"
    lies_on = ("Battle",)
    first = "The hits must be applied first, to your own blocks in the battle."

    def actor(self, state: Moscow41State) -> str:
        return SIDES[self.side]

    def text(self, state: Moscow41State) -> str:
        hits = f"{self.hits} hit{'s' if self.hits != 1 else ''}"
        return f"{hits} to take in {space_label(self.area)}: which of the strongest blocks takes the next?"

    def actions(self, state: Moscow41State) -> list[Action]:
        return [HIT[unit] for unit in members(self.passing(state, "hit"))]

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return TAKES_HIT if verb == "hit" else ()

    def take(self, state: Moscow41State, action: Action) -> None:
        state.replace(Losses(self.side, self.area, self.hits - 1))
        damage(state, action.number)

    def auto_advance(self, state: Moscow41State) -> bool:
        """All blocks lie face up in a battle, so whatever leaves no choice is plain to everybody."""
        blocks = state.blocks(self.side, self.area)
        if not self.hits or not blocks:
            state.finish()
        elif self.hits >= steps_in(state, self.side, self.area):
            state.finish()
            for unit in members(blocks):
                state.remove(unit, False, "10.14.3")
        else:
            first = strongest(state, self.side, self.area)
            if first & (first - 1):
                return False
            state.replace(Losses(self.side, self.area, self.hits - 1))
            damage(state, first.bit_length() - 1)
        return True

    def forecast(self, state: Moscow41State, action: Action | None, viewer: str | None) -> Forecast | None:
        return losses_forecast(state, battle_below(state, self), self.side, self.hits)


HIT_OVER_BATTLE: Conditions = (
    Condition(
        lambda state, step: set_of(bombers_over(state, step.area)),
        "10.12.3",
        lambda state, step, bomber: "The anti-air hits must be applied first, to bombers over this battle.",
        implied=True,
    ),
    Condition(
        lambda state, step: set_of(distinct_bombers(bombers_over(state, step.area))),
        "10.12.3",
        lambda state, step, bomber: (
            f"The {BOMBERS[bomber].title}s of a Fliegerkorps are alike: choose the one offered."
        ),
    ),
)
DESTROYED_FOR_TWO: Conditions = (
    Condition(
        lambda state, step: where(step.hits > 1),
        "10.12.3",
        lambda state, step, bomber: "It takes two hits to destroy a bomber; one is left.",
    ),
    *HIT_OVER_BATTLE,
)


@dataclass(frozen=True, slots=True)
class AirLosses(RuledStep):
    """10.12.3: the German player turns hits into aborted bombers, two at a time into a destroyed one."""

    area: Place
    hits: int

    rule = "10.12.3"
    lies_on = ("Battle",)
    first = "The anti-air hits must be applied first, to bombers over this battle."

    def actor(self, state: Moscow41State) -> str:
        return SIDES[GERMAN]

    def text(self, state: Moscow41State) -> str:
        if self.hits == 1:
            return "One anti-air hit left: which bomber is aborted?"
        return f"{self.hits} anti-air hits left: abort a bomber for one of them, or lose one for two?"

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        return {"abort": HIT_OVER_BATTLE, "destroy": DESTROYED_FOR_TWO}.get(verb, ())

    def actions(self, state: Moscow41State) -> list[Action]:
        aborted, destroyed = self.passing(state, "abort"), self.passing(state, "destroy")
        return [*(ABORT[bomber] for bomber in members(aborted)), *(DESTROY[bomber] for bomber in members(destroyed))]

    def take(self, state: Moscow41State, action: Action) -> None:
        bomber, lost = action.number, action.verb == "destroy"
        state.replace(AirLosses(self.area, self.hits - (2 if lost else 1)))
        text = f"A {BOMBERS[bomber].title} is {'destroyed' if lost else 'aborted'}."
        tray = DESTROYED if lost else ABORTED
        emit_bombers(state, text, "10.12.3", [bomber], tray, Fate.ELIMINATED if lost else Fate.MOVED)
        state.air[bomber] = tray

    def auto_advance(self, state: Moscow41State) -> bool:
        bombers = bombers_over(state, self.area)
        if not self.hits or not bombers:
            state.finish()
        elif self.hits > 1 or len(distinct_bombers(bombers)) > 1:
            return False
        else:
            self.take(state, ABORT[bombers[0]])
        return True

    def forecast(self, state: Moscow41State, action: Action | None, viewer: str | None) -> Forecast | None:
        return air_losses_forecast(state, battle_below(state, self), self.hits)
