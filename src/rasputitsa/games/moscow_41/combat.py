"""10.11: which battles are fought, and in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...core import Action, Forecast, Mark, PlayerWarning
from ...core.conditions import Condition, passing, where
from ...core.sets import SpaceSet, contains, members, set_of
from ...core.warnings import listed_names, notice
from .battle import begin_battle
from .facts import BOARD, SIDES, space_label
from .fire import attackers
from .forecast import attack_forecast, attack_words
from .refusals import Conditions, MoscowCondition, RuledStep, about_area
from .state import Moscow41State
from .words import BATTLE, DONE


def with_blocks(state: Moscow41State, step: object) -> SpaceSet:
    """The contested areas where the active player has more than a defensive line."""
    return set_of(area for area in members(state.contested) if state.blocks(state.active, area))


def with_attackers(state: Moscow41State, step: object) -> SpaceSet:
    """9.1: the contested areas where the active player has a block that is not isolated."""
    return set_of(area for area in members(state.contested & ~state.fought) if attackers(state, area))


ONE_ROUND: MoscowCondition = Condition(
    lambda state, step: ~state.fought, "10.15", about_area("The battle in {area} has had its one round."), implied=True
)
CONTESTED: MoscowCondition = Condition(
    lambda state, step: state.contested, "10.11", about_area("{area} is not contested."), implied=True
)
ENGAGED_BY_BLITZ: MoscowCondition = Condition(
    lambda state, step: ~state.before, "10.16", about_area("{area} was contested before the Blitz Segment.")
)
ATTACKERS: Conditions = (
    Condition(
        with_blocks,
        "10.11",
        about_area("You have only a defensive line in {area}, and lines do not attack."),
        implied=True,
    ),
    Condition(with_attackers, "9.1", about_area("Your blocks in {area} are isolated and cannot attack.")),
)
FOUGHT: Conditions = (ONE_ROUND, CONTESTED, *ATTACKERS)
BLITZ_FOUGHT: Conditions = (ONE_ROUND, CONTESTED, ENGAGED_BY_BLITZ, *ATTACKERS)


def open_battles(state: Moscow41State) -> SpaceSet:
    """10.11: the contested areas in which the active player can attack and has not yet done so."""
    return passing(FOUGHT, state, None)


def mandatory_battles(state: Moscow41State) -> SpaceSet:
    """10.11: the newly contested areas without a battle so far."""
    return passing(BLITZ_FOUGHT, state, None)


def to_be_fought(state: Moscow41State, step: object, number: int) -> str:
    names = ", ".join(space_label(area) for area in members(mandatory_battles(state)))
    return f"New engagements must be fought first: {names}."


FIGHTING_DONE: Conditions = (Condition(lambda state, step: where(not mandatory_battles(state)), "10.11", to_be_fought),)


@dataclass(frozen=True, slots=True)
class Battles(RuledStep):
    """10.11: the attacker chooses the next battle. New engagements must be fought, the others may."""

    blitz: bool

    rule = "10.11"
    first = "Choose the area of the next battle."
    labels: ClassVar[dict[str, str]] = {"done": "No more battles"}

    def actor(self, state: Moscow41State) -> str:
        return SIDES[state.active]

    def text(self, state: Moscow41State) -> str:
        must = mandatory_battles(state)
        if must:
            names = ", ".join(space_label(area) for area in members(must))
            return f"Choose the next battle. New engagements must be fought: {names}."
        return "Choose the next battle, or end the fighting."

    def conditions(self, state: Moscow41State, verb: str) -> Conditions:
        if verb == "battle":
            return BLITZ_FOUGHT if self.blitz else FOUGHT
        return FIGHTING_DONE if verb == "done" else ()

    def areas(self, state: Moscow41State) -> SpaceSet:
        return self.passing(state, "battle")

    def actions(self, state: Moscow41State) -> list[Action]:
        found = [BATTLE[area] for area in members(self.areas(state))]
        if self.passing(state, "done"):
            found.append(DONE)
        return found

    def take(self, state: Moscow41State, action: Action) -> None:
        if action.verb == "battle":
            begin_battle(state, action.number)
        else:
            state.finish()

    def unused(self, state: Moscow41State, actions: Sequence[Action]) -> Iterator[PlayerWarning]:
        """10.11: battles that may still be fought."""
        areas = self.areas(state)
        if areas:
            where = listed_names([space_label(area) for area in members(areas)])
            yield notice("10.11", f"You could still attack in {where}.", BOARD.names_of(areas))

    def forecast(self, state: Moscow41State, action: Action | None, viewer: str | None) -> Forecast | None:
        if action is None or action.verb != "battle":
            return None
        return attack_forecast(state, action.number, viewer)

    def marks(self, state: Moscow41State) -> dict[Action, Mark]:
        """How many dice fall, and whether the battle must be fought."""
        must = mandatory_battles(state)
        found = {}
        for area in members(self.areas(state)):
            note = "must be fought" if contains(must, area) else "may be fought"
            found[BATTLE[area]] = Mark(
                attack_words(state, area).split()[0], note, "stop" if contains(must, area) else ""
            )
        return found

    def auto_advance(self, state: Moscow41State) -> bool:
        areas = self.areas(state)
        if not areas:
            state.finish()
            return True
        if not areas & (areas - 1) and mandatory_battles(state):
            begin_battle(state, areas.bit_length() - 1)
            return True
        return False
