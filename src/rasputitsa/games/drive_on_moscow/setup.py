"""3.0 Set-up: by hand, type by type or unit by unit, or an offered set-up, wholly or for the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from ...core import Action, Kind, Mark, Refusal, Selection, Step
from ...core.conditions import EVERYTHING, Condition, passing, where
from ...core.sets import contains, members, set_of
from ...core.step_codec import Unit
from .deployment import (
    GERMAN_FORCE,
    GERMAN_HEX,
    GERMAN_UNITS,
    OFFER_TITLES,
    OFFERS,
    QUOTAS,
    RULES,
    SOVIET_HEX,
    UNITS_OF,
    ZONES,
    fill,
    front_can_be_held,
    front_without_rifles,
    left_of_type,
    left_to_place,
    next_type,
    placed,
    put,
)
from .facts import (
    GERMAN,
    GUARDS,
    MECH,
    PLACES,
    POOL,
    RESERVES,
    SIDES,
    SOUTH,
    SOVIET,
    TYPES,
    UNITS,
    WEST,
    hex_label,
)
from .refusals import Conditions, out_of_phase, told
from .remarks import of_set_ups
from .state import DriveOnMoscowState
from .words import DONE, KINDS, OFFER, PLACE, REMOVE, TYPE, UNIT

MISSING = Mark("", "a rifle division is still missing here", "bad")


def begin(state: DriveOnMoscowState) -> None:
    """3.4, 3.6, 3.7: who controls what, and the guards that wait in the pool."""
    state.control = WEST
    state.fallen = WEST & PLACES
    for kind in GUARDS:
        for unit in UNITS_OF[kind][QUOTAS["reserve"].get(kind, 0) :]:
            state.where[unit] = POOL


def end_setup(state: DriveOnMoscowState) -> None:
    """5.3: the mechanized units that set up on the south sheet."""
    state.south = sum(1 << unit for unit in members(GERMAN_FORCE & MECH) if contains(SOUTH, state.where[unit]))


def note_offer(state: DriveOnMoscowState, side: int, offer: int, rule: str) -> None:
    """Only the owner reads which set-up it was: it tells what lies in the stacks."""
    who = SIDES[side]
    text = f"The rest of the {who.title()} units are set up: {OFFER_TITLES[offer]}."
    state.emit(Kind.SET_UP, text, rule, who, visible_to=who)


def named(unit: int) -> str:
    return f"The {UNITS[unit].title}"


def by_stage(text: str) -> Callable[[DriveOnMoscowState, Any, int], Refusal]:
    """A refusal by the rule of the Reserve Front or of the Forward Zone."""
    return lambda state, step, number: Refusal(step.rule, text.format(chosen=step.chosen))


def of_kind(text: str) -> Callable[[DriveOnMoscowState, Any, int], Refusal]:
    return lambda state, step, kind: Refusal(step.rule, text.format(KINDS[kind]))


SOVIET_TYPE: Conditions = (
    Condition(
        lambda state, step: set_of(map(KINDS.index, QUOTAS[step.stage])), "3.3", of_kind("{} is not set up here.")
    ),
    Condition(lambda state, step: ~(1 << KINDS.index(step.chosen)), "3.3", of_kind("{} is already chosen.")),
)
SOVIET_PLACE: Conditions = (
    Condition(
        lambda state, step: where(left_of_type(state, step.stage, step.chosen)),
        "3.3",
        by_stage("All units of the type {chosen} are set up."),
    ),
    *SOVIET_HEX,
)
SOVIET_REMOVE: Conditions = (
    Condition(
        lambda state, step: set_of(placed(state, step.stage, step.chosen)),
        "3.3",
        by_stage("Only units of the chosen type, {chosen}, can be taken back."),
    ),
)
SOVIET_OFFER: Conditions = (
    Condition(lambda state, step: where(next_type(state, step.stage)), "3.3", by_stage("All units are set up.")),
    Condition(
        lambda state, step: where(step.stage == "reserve" or front_can_be_held(state)),
        "3.3",
        told("First take units back: every front-line hex needs a rifle division."),
    ),
    Condition(lambda state, step: set_of(OFFERS[SOVIET]), "3.3", by_stage("That set-up is not a Soviet one.")),
)


@dataclass(frozen=True, slots=True)
class SovietSetUp(Step[DriveOnMoscowState]):
    """3.2, 3.3: choose a type, then the hexes for its units, or the units of that type to take back."""

    stage: str
    chosen: str

    labels = MappingProxyType({"done": "The set-up is complete"})
    short_labels = MappingProxyType({"place": "Place", "remove": "Take back"})
    conditions_of = MappingProxyType(
        {"type": SOVIET_TYPE, "place": SOVIET_PLACE, "remove": SOVIET_REMOVE, "offer": SOVIET_OFFER}
    )

    @property
    def rule(self) -> str:  # type: ignore[override]  # of the Reserve Front or of the Forward Zone
        return RULES[self.stage]

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[SOVIET]

    def text(self, state: DriveOnMoscowState) -> str:
        left = {kind: count for kind, count in left_to_place(state, self.stage).items() if count}
        zone = ZONES[self.stage]
        if not left:
            return f"All units of the {zone} are set up."
        waiting = ", ".join(f"{count} {kind}" for kind, count in left.items())
        bare = front_without_rifles(state).bit_count() if self.stage == "forward" else 0
        front = f" Front-line hexes without a rifle division: {bare}." if bare else ""
        return f"Set up the {zone}: {waiting}. Now: {TYPES[self.chosen].title.lower()}s.{front}"

    def public_text(self, state: DriveOnMoscowState) -> str:
        return "The Soviet player is setting up."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        found = [TYPE[KINDS.index(kind)] for kind in QUOTAS[self.stage] if kind != self.chosen]
        there = placed(state, self.stage, self.chosen)
        left = QUOTAS[self.stage][self.chosen] - len(there)
        if left:
            found += [PLACE[hex] for hex in members(passing(SOVIET_HEX, state, self))]
        found += [REMOVE[unit] for unit in there]
        if left or next_type(state, self.stage):
            found += [OFFER[number] for number in members(passing(SOVIET_OFFER[1:], state, self))]
        else:
            found.append(DONE)
        return found

    def remarks(self, state: DriveOnMoscowState) -> dict[Action, str]:
        return of_set_ups(SOVIET)

    def marks(self, state: DriveOnMoscowState) -> dict[Action, Mark]:
        """How many units of each type are left, and the front-line hexes that still need a rifle division (3.3)."""
        left = left_to_place(state, self.stage)
        found = {TYPE[KINDS.index(kind)]: Mark(str(count), "units left to set up") for kind, count in left.items()}
        if self.stage == "forward":
            for hex in members(front_without_rifles(state)):
                found[PLACE[hex]] = MISSING
        return found

    def brushes(self, state: DriveOnMoscowState) -> dict[str, str]:
        return dict.fromkeys(("place", "remove"), TYPES[self.chosen].title)

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        verb = action.verb
        if verb == "type":
            state.replace(replace(self, chosen=KINDS[action.number]))
        elif verb == "place":
            self.place(state, action.number)
        elif verb == "remove":
            state.remove(action.number, RESERVES)
        elif verb == "offer":
            note_offer(state, SOVIET, action.number, self.rule)
            fill(state, self.stage, action.object)
        else:
            state.emit(Kind.SET_UP, f"The Soviet {self.stage} set-up is complete.", self.rule, SIDES[SOVIET])
            state.finish()

    def place(self, state: DriveOnMoscowState, hex: int) -> None:
        put(state, self.chosen, hex)
        if not left_of_type(state, self.stage, self.chosen):
            following = next_type(state, self.stage)
            state.replace(replace(self, chosen=following or self.chosen))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action == DONE:
            return Refusal(self.rule, "Not all units are set up yet.")
        return out_of_phase(state, action)


GERMAN_UNIT: Conditions = (
    Condition(
        lambda state, step: GERMAN_FORCE, "3.6", lambda state, step, unit: f"{named(unit)} is not set up at the start."
    ),
    Condition(
        lambda state, step: EVERYTHING if step.chosen is None else ~(1 << step.chosen),
        "3.6",
        lambda state, step, unit: f"{named(unit)} is already in hand.",
    ),
)
GERMAN_PLACE: Conditions = (
    Condition(
        lambda state, step: where(step.chosen is not None), "3.6", told("First choose the unit to put elsewhere.")
    ),
    Condition(
        lambda state, step: 0 if step.chosen is None else ~(1 << state.where[step.chosen]),
        "3.6",
        lambda state, step, hex: f"{named(step.chosen)} is already in {hex_label(hex)}.",
    ),
    *GERMAN_HEX,
)
GERMAN_REMOVE: Conditions = (
    Condition(
        lambda state, step: set_of(unit for unit in GERMAN_UNITS if state.where[unit] != RESERVES),
        "3.6",
        lambda state, step, unit: f"{named(unit)} is not set up.",
    ),
)
GERMAN_OFFER: Conditions = (
    Condition(lambda state, step: where(step.waiting(state)), "3.6", told("All German units are set up.")),
    Condition(lambda state, step: set_of(OFFERS[GERMAN]), "3.6", told("That set-up is not a German one.")),
)


@dataclass(frozen=True, slots=True)
class GermanSetUp(Step[DriveOnMoscowState]):
    """3.6: choose a unit, then its hex anywhere west of the front line; it may be put elsewhere later, or taken back.

    ``chosen`` is None when all units are set up and none is in hand.
    """

    chosen: Unit | None

    rule = "3.6"
    labels = MappingProxyType({"done": "The set-up is complete"})
    short_labels = MappingProxyType({"unit": "Put elsewhere", "place": "Place", "remove": "Take back"})
    conditions_of = MappingProxyType(
        {"unit": GERMAN_UNIT, "place": GERMAN_PLACE, "remove": GERMAN_REMOVE, "offer": GERMAN_OFFER}
    )

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[GERMAN]

    def waiting(self, state: DriveOnMoscowState) -> list[int]:
        return [unit for unit in GERMAN_UNITS if state.where[unit] == RESERVES]

    def text(self, state: DriveOnMoscowState) -> str:
        left = len(self.waiting(state))
        if self.chosen is None:
            return "All German units are set up."
        title = UNITS[self.chosen].title
        if state.where[self.chosen] != RESERVES:
            return f"Put the {title} elsewhere west of the front line. Units left to set up: {left}."
        return f"Set up the {title} west of the front line. Units left: {left}."

    def public_text(self, state: DriveOnMoscowState) -> str:
        return "The German player is setting up."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        found = [UNIT[unit] for unit in members(passing(GERMAN_UNIT, state, self))]
        found += [PLACE[hex] for hex in members(passing(GERMAN_PLACE, state, self))]
        found += [REMOVE[unit] for unit in GERMAN_UNITS if state.where[unit] != RESERVES]
        found += [OFFER[number] for number in OFFERS[GERMAN]] if self.waiting(state) else [DONE]
        return found

    def remarks(self, state: DriveOnMoscowState) -> dict[Action, str]:
        return of_set_ups(GERMAN)

    def brushes(self, state: DriveOnMoscowState) -> dict[str, str]:
        """The units that wait follow each other type by type."""
        found = {"remove": "any unit"}
        return found if self.chosen is None else {"place": UNITS[self.chosen].type.title, **found}

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        verb = action.verb
        if verb == "unit":
            state.replace(GermanSetUp(action.number))
        elif verb == "place":
            assert self.chosen is not None
            if state.where[self.chosen] != RESERVES:
                state.remove(self.chosen, RESERVES)
            state.put_down(GERMAN, (self.chosen,), action.number)
            state.replace(GermanSetUp(next(iter(self.waiting(state)), None)))
        elif verb == "remove":
            state.remove(action.number, RESERVES)
            state.replace(GermanSetUp(action.number if self.chosen is None else self.chosen))
        elif verb == "offer":
            note_offer(state, GERMAN, action.number, self.rule)
            fill(state, "german", action.object)
            state.replace(GermanSetUp(None))
        else:
            end_setup(state)
            state.emit(Kind.SET_UP, "The German set-up is complete.", "3.6", SIDES[GERMAN])
            state.finish()

    def selection(self, state: DriveOnMoscowState) -> Selection:
        return Selection((UNITS[self.chosen].name,) if self.chosen is not None else ())

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action == DONE:
            return Refusal("3.6", "Not all German units are set up yet.")
        return out_of_phase(state, action)
