"""3.0 Set-up: by hand, type by type or unit by unit, or an offered set-up, wholly or for the rest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType

from ...core import Action, Kind, Mark, Refusal, Selection, Step
from ...core.sets import contains, members
from ...core.step_codec import Unit
from .deployment import (
    GERMAN_FORCE,
    GERMAN_UNITS,
    OFFER_TITLES,
    OFFERS,
    QUOTAS,
    UNITS_OF,
    ZONE_OF,
    fill,
    front_can_be_held,
    front_without_rifles,
    german_hexes,
    left_of_type,
    left_to_place,
    next_type,
    placed,
    put,
    soviet_hexes,
)
from .facts import (
    GERMAN,
    GUARDS,
    MARSH,
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
from .refusals import out_of_phase
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


@dataclass(frozen=True, slots=True)
class SovietSetUp(Step[DriveOnMoscowState]):
    """3.2, 3.3: choose a type, then the hexes for its units, or the units of that type to take back."""

    stage: str
    chosen: str

    labels = MappingProxyType({"done": "The set-up is complete"})
    short_labels = MappingProxyType({"place": "Place", "remove": "Take back"})

    @property
    def rule(self) -> str:  # type: ignore[override]  # of the Reserve Front or of the Forward Zone
        return "3.2" if self.stage == "reserve" else "3.3"

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[SOVIET]

    def text(self, state: DriveOnMoscowState) -> str:
        left = {kind: count for kind, count in left_to_place(state, self.stage).items() if count}
        where = "Reserve Front" if self.stage == "reserve" else "Forward Zone"
        if not left:
            return f"All units of the {where} are set up."
        waiting = ", ".join(f"{count} {kind}" for kind, count in left.items())
        bare = front_without_rifles(state).bit_count() if self.stage == "forward" else 0
        front = f" Front-line hexes without a rifle division: {bare}." if bare else ""
        return f"Set up the {where}: {waiting}. Now: {TYPES[self.chosen].title.lower()}s.{front}"

    def public_text(self, state: DriveOnMoscowState) -> str:
        return "The Soviet player is setting up."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        stage, chosen = self.stage, self.chosen
        there = placed(state, stage, chosen)
        left = QUOTAS[stage][chosen] - len(there)
        found = [TYPE[KINDS.index(kind)] for kind in QUOTAS[stage] if kind != chosen]
        if left:
            found += [PLACE[hex] for hex in members(soviet_hexes(state, stage, chosen))]
        found += [REMOVE[unit] for unit in there]
        if not left and not next_type(state, stage):
            found.append(DONE)
        elif stage == "reserve" or front_can_be_held(state):
            found += [OFFER[number] for number in OFFERS[SOVIET]]
        return found

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
        rule = self.rule
        if action == DONE:
            return Refusal(rule, "Not all units are set up yet.")
        if action.verb == "type":
            return Refusal(rule, f"{KINDS[action.number]} is already chosen, or is not set up here.")
        if action.verb == "remove":
            return Refusal(rule, f"Only units of the chosen type, {self.chosen}, can be taken back.")
        if action.verb == "offer":
            return self.why_not_offer(state, rule)
        if action.verb == "place":
            return self.why_not_hex(state, action.number, rule)
        return out_of_phase(state, action)

    def why_not_offer(self, state: DriveOnMoscowState, rule: str) -> Refusal:
        if not next_type(state, self.stage):
            return Refusal(rule, "All units are set up.")
        if self.stage == "forward" and not front_can_be_held(state):
            return Refusal(rule, "First take units back: every front-line hex needs a rifle division.")
        return Refusal(rule, "That set-up is not a Soviet one.")

    def why_not_hex(self, state: DriveOnMoscowState, hex: int, rule: str) -> Refusal:
        label = hex_label(hex)
        if not left_of_type(state, self.stage, self.chosen):
            return Refusal(rule, f"All units of the type {self.chosen} are set up.")
        if not contains(ZONE_OF[self.stage], hex):
            where = "Reserve Front" if self.stage == "reserve" else "Forward Zone"
            return Refusal(rule, f"{label} is not in the {where}.")
        if contains(MARSH, hex) and not TYPES[self.chosen].marsh:
            return Refusal("10.8", f"{label} is marsh: mechanized units other than cavalry may not be there.")
        if self.stage == "reserve":
            return Refusal("3.2", f"There is a unit in {label}: units of the Reserve Front are set up one to a hex.")
        if contains(state.full_for(SOVIET, 1), hex):
            return Refusal("6.0", f"{label} already has five units.")
        if self.chosen != "RD":
            return Refusal("3.3", f"The last place in {label} is for a rifle division: every front-line hex needs one.")
        return Refusal("3.3", "The rifle divisions that are left are needed in front-line hexes that have none.")


@dataclass(frozen=True, slots=True)
class GermanSetUp(Step[DriveOnMoscowState]):
    """3.6: choose a unit, then its hex anywhere west of the front line; it may be put elsewhere later, or taken back.

    ``chosen`` is None when all units are set up and none is in hand.
    """

    chosen: Unit | None

    rule = "3.6"
    labels = MappingProxyType({"done": "The set-up is complete"})
    short_labels = MappingProxyType({"unit": "Put elsewhere", "place": "Place", "remove": "Take back"})

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

    def hexes(self, state: DriveOnMoscowState) -> int:
        if self.chosen is None:
            return 0
        return german_hexes(state, self.chosen) & ~(1 << state.where[self.chosen])

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        found = [UNIT[unit] for unit in GERMAN_UNITS if unit != self.chosen]
        found += [PLACE[hex] for hex in members(self.hexes(state))]
        found += [REMOVE[unit] for unit in GERMAN_UNITS if state.where[unit] != RESERVES]
        if self.waiting(state):
            found += [OFFER[number] for number in OFFERS[GERMAN]]
        else:
            found.append(DONE)
        return found

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
        if action.verb == "unit":
            return Refusal(
                "3.6", f"The {UNITS[action.number].title} is already in hand, or is not set up at the start."
            )
        if action.verb == "remove":
            return Refusal("3.6", f"The {UNITS[action.number].title} is not set up.")
        if action.verb == "offer":
            whole = "All German units are set up." if not self.waiting(state) else "That set-up is not a German one."
            return Refusal("3.6", whole)
        if action.verb == "place":
            return self.why_not_hex(state, action.number)
        return out_of_phase(state, action)

    def why_not_hex(self, state: DriveOnMoscowState, hex: int) -> Refusal:
        label = hex_label(hex)
        if self.chosen is None:
            return Refusal("3.6", "First choose the unit to put elsewhere.")
        if not contains(WEST, hex):
            return Refusal("3.6", f"{label} is not west of the initial front line.")
        if state.where[self.chosen] == hex:
            return Refusal("3.6", f"The {UNITS[self.chosen].title} is already in {label}.")
        if contains(state.full_for(GERMAN, 1), hex):
            return Refusal("6.0", f"{label} already has five units.")
        return Refusal("10.8", f"{label} is marsh: mechanized units other than cavalry may not be there.")
