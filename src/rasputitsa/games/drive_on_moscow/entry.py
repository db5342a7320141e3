"""9.0 Reinforcements, replacements, withdrawals and conversions, and the end of units without supply (8.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from ...core import CHANCE, Action, Fate, Kind, Mark, Refusal, Step
from ...core.sets import members
from ...core.step_codec import Places, Unit
from .battle import executes_offensive
from .facts import (
    BOARD,
    CAVALRY_LEAVES,
    DEAD,
    EAST_SOURCES,
    FIRST_HEX,
    FULL,
    GERMAN,
    GUARDS,
    INFANTRY_LEAVES,
    LAST_TURN,
    OF_TYPE,
    PLACES,
    POOL,
    REGULARS,
    REPLENISHED,
    RESERVES,
    SIDE,
    SIDES,
    SOVIET,
    TURNS,
    TYPES,
    UNITS,
    WITHDRAWABLE_MECH,
    WITHDRAWN,
    hex_label,
)
from .fates import emit_fates, fates
from .fight import draw_chances, settle_draw, turn_over
from .losses import eliminate_fully
from .names import factors_label, unit_label
from .sequence import out_of_phase
from .state import DriveOnMoscowState
from .supply import edge_supplied, german_net, soviet_supplied
from .victory import check_isolation, end
from .words import CONVERT, DONE, GUARDS_DRAW, KINDS, PLACE, REPLACE, TYPE, WITHDRAW

# Soviet reinforcements: 9.1.


def entry_hexes(state: DriveOnMoscowState) -> int:
    """9.1: sources under control; towns and cities that are supplied, never were German and have no German adjacent."""
    sources = EAST_SOURCES & ~state.control & ~state.occupied(GERMAN)
    towns = PLACES & ~state.control & ~state.fallen & edge_supplied(state)
    return sources | towns & ~BOARD.spread(state.occupied(GERMAN))


def due(turn: int) -> tuple[int, ...]:
    """How many reinforcements of each type a turn brings, in the order of REGULARS."""
    coming = TURNS[turn - 1].reinforcements
    return tuple(coming.get(kind, 0) for kind in REGULARS)


def next_of(state: DriveOnMoscowState, kind: str) -> int:
    """A unit of a type that has not been in play. Untried units of a type are alike."""
    return next(unit for unit in members(OF_TYPE[kind]) if state.where[unit] == RESERVES)


@dataclass(frozen=True, slots=True)
class Reinforcements(Step[DriveOnMoscowState]):
    """9.1: choose a type, then the hexes where its units enter. ``hexes`` are as the player turn found them."""

    hexes: Places
    left: tuple[int, ...]
    chosen: int

    rule = "9.1"
    labels = MappingProxyType({"done": "Enter no more: the others are lost"})
    short_labels = MappingProxyType({"place": "Place"})

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[SOVIET]

    def text(self, state: DriveOnMoscowState) -> str:
        waiting = ", ".join(f"{count} {kind}" for kind, count in zip(REGULARS, self.left, strict=True) if count)
        return f"Reinforcements to enter: {waiting}. Place the {TYPES[REGULARS[self.chosen]].title.lower()}s."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        found = [TYPE[kind] for kind, count in enumerate(self.left) if count and kind != self.chosen]
        found += [PLACE[hex] for hex in members(self.free(state))]
        found.append(DONE)
        return found

    def marks(self, state: DriveOnMoscowState) -> dict[Action, Mark]:
        return {TYPE[kind]: Mark(str(count), "units left to enter") for kind, count in enumerate(self.left) if count}

    def brushes(self, state: DriveOnMoscowState) -> dict[str, str]:
        return {"place": TYPES[REGULARS[self.chosen]].title}

    def free(self, state: DriveOnMoscowState) -> int:
        return self.hexes & ~state.full_for(SOVIET, 1)

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if any(self.left) and self.free(state):
            if self.left[self.chosen]:
                return False
            chosen = next(kind for kind, count in enumerate(self.left) if count)
            state.replace(replace(self, chosen=chosen))
            return False
        self.end(state)
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action.verb == "type":
            state.replace(replace(self, chosen=action.number))
        elif action.verb == "place":
            self.enter(state, action.number)
        else:
            self.end(state)

    def enter(self, state: DriveOnMoscowState, hex: int) -> None:
        kind = REGULARS[self.chosen]
        unit = next_of(state, kind)
        if state.events is not None:
            text = f"An {unit_label(state, unit)} enters at {hex_label(hex)}."
            emit_fates(state, Kind.ARRIVAL, text, "9.1", [unit], Fate.ARRIVED, hex, [BOARD.names[hex]])
        state.put_down(SOVIET, (unit,), hex)
        left = list(self.left)
        left[self.chosen] -= 1
        state.replace(replace(self, left=tuple(left)))

    def end(self, state: DriveOnMoscowState) -> None:
        """What has not entered is lost."""
        for kind, count in zip(REGULARS, self.left, strict=True):
            lost = []
            for _ in range(count):
                unit = next_of(state, kind)
                lost += fates(state, [unit], Fate.ELIMINATED, DEAD, known=0)
                state.where[unit] = DEAD
            if count:
                what = "does not enter and is lost" if count == 1 else "do not enter and are lost"
                state.emit(Kind.LOSS, f"{count} {kind} {what}.", "9.1", SIDES[SOVIET], (), lost)
        state.finish()

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb == "type":
            return Refusal("9.1", f"No {KINDS[action.number]} is left to enter this turn.")
        if action.verb == "place":
            return why_not_entry(state, self.hexes, action.number)
        return out_of_phase(state, action)


def why_not_entry(state: DriveOnMoscowState, hexes: int, hex: int) -> Refusal:
    label, bit = hex_label(hex), 1 << hex
    if hexes & bit:
        return Refusal("6.0", f"{label} already has five units.")
    if not (PLACES | EAST_SOURCES) & bit:
        return Refusal("9.1", f"{label} is neither a Soviet supply source nor a town or city.")
    if state.control & bit:
        return Refusal("9.1", f"{label} is German-controlled.")
    if state.fallen & bit:
        return Refusal("9.1", f"{label} has been under German control.")
    if BOARD.adjacent[hex] & state.occupied(GERMAN):
        return Refusal("9.1", f"There are German units next to {label}.")
    return Refusal("9.1", f"{label} could not trace supply to the map edge as the player turn began.")


# German replacements: 12.2.


@dataclass(frozen=True, slots=True)
class Replacements(Step[DriveOnMoscowState]):
    """12.2: in the turn of execution, three mechanized and three other steps for reduced divisions in supply."""

    mech: int
    other: int

    rule = "12.2"
    labels = MappingProxyType({"done": "No more replacements"})

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: DriveOnMoscowState) -> str:
        return f"Replace lost steps: {self.mech} of panzer and panzer grenadier divisions, {self.other} of infantry."

    def candidates(self, state: DriveOnMoscowState) -> list[int]:
        net = german_net(state)
        kinds = (REPLENISHED[0] if self.mech else 0) | (REPLENISHED[1] if self.other else 0)
        return [
            unit
            for unit in members(kinds)
            if state.is_reduced(unit) and state.where[unit] >= FIRST_HEX and net >> state.where[unit] & 1
        ]

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [*(REPLACE[unit] for unit in self.candidates(state)), DONE]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if executes_offensive(state) and self.candidates(state):
            return False
        state.finish()
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        if action is DONE:
            state.finish()
            return
        unit = action.number
        if state.events is not None:
            text = f"The {unit_label(state, unit)} is back at full strength."
            emit_fates(state, Kind.RECOVERY, text, "12.2", [unit], Fate.RESTORED)
        state.face[unit] = FULL
        mech = REPLENISHED[0] >> unit & 1
        state.replace(Replacements(self.mech - mech, self.other - 1 + mech))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb != "replace":
            return out_of_phase(state, action)
        unit = action.number
        if SIDE[unit] != GERMAN:
            return Refusal("12.2", "Only German divisions receive replacements.")
        name = f"The {unit_label(state, unit)}"
        if not (REPLENISHED[0] | REPLENISHED[1]) >> unit & 1:
            return Refusal(
                "12.2", f"{name} cannot receive replacements: only panzer, panzer grenadier and infantry divisions can."
            )
        if not state.is_reduced(unit) or state.where[unit] < FIRST_HEX:
            return Refusal("12.2", f"{name} is not a reduced division on the map.")
        if not german_net(state) >> state.where[unit] & 1:
            return Refusal("12.2", f"{name} is out of supply.")
        return Refusal("12.2", f"No replacement step of the kind that {name[0].lower()}{name[1:]} needs is left.")


# German withdrawals: 9.3.


def available(state: DriveOnMoscowState, units: int) -> list[int]:
    """9.3: those of the units that are on the map and in supply."""
    net = german_net(state)
    return [unit for unit in members(units) if state.where[unit] >= FIRST_HEX and net >> state.where[unit] & 1]


@dataclass(frozen=True, slots=True)
class Withdrawal(Step[DriveOnMoscowState]):
    """9.3: a 4-8/2-4 infantry division, or the cavalry division, or what may be withdrawn in its place."""

    cavalry: bool

    rule = "9.3"

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[GERMAN]

    def text(self, state: DriveOnMoscowState) -> str:
        what = "the cavalry division or its substitute" if self.cavalry else "an infantry division"
        return f"Withdraw {what}."

    def groups(self) -> Sequence[int]:
        """The units to choose from, each group only if the one before has none available."""
        if self.cavalry:
            return OF_TYPE["cavalry"], WITHDRAWABLE_MECH & ~OF_TYPE["cavalry"]
        return OF_TYPE["strong"], OF_TYPE["weak"]

    def candidates(self, state: DriveOnMoscowState) -> list[int]:
        first, substitutes = self.groups()
        return available(state, first) or available(state, substitutes)

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [WITHDRAW[unit] for unit in self.candidates(state)]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if state.turn not in (CAVALRY_LEAVES if self.cavalry else INFANTRY_LEAVES):
            state.finish()
            return True
        found = self.candidates(state)
        if not found:
            end(state, SOVIET, "The German player cannot make a withdrawal that is due.", "9.3")
            return True
        if len(found) > 1:
            return False
        self.take(state, WITHDRAW[found[0]])
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        unit = action.number
        if state.events is not None:
            text = f"The {unit_label(state, unit)} is withdrawn."
            emit_fates(state, Kind.DEPARTURE, text, "9.3", [unit], Fate.WITHDRAWN, WITHDRAWN)
        state.remove(unit, WITHDRAWN)
        state.finish()
        check_isolation(state)

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb != "withdraw":
            return out_of_phase(state, action)
        unit = action.number
        if SIDE[unit] != GERMAN:
            return Refusal("9.3", "Only German divisions are withdrawn.")
        name = f"The {unit_label(state, unit)}"
        first, substitutes = self.groups()
        if not (first | substitutes) >> unit & 1:
            return Refusal("9.3", f"{name} is not of the kind that is withdrawn.")
        if state.where[unit] < FIRST_HEX:
            return Refusal("9.3", f"{name} is not on the map.")
        if not available(state, 1 << unit):
            return Refusal("9.3", f"{name} is out of supply.")
        return Refusal("9.3", f"{name} may be withdrawn only if none of the units due is available.")


# Guards conversions: 9.4.


@dataclass(frozen=True, slots=True)
class DrawGuards(Step[DriveOnMoscowState]):
    """9.4: a guards unit is drawn from the pool on turns 1 to 8."""

    rule = "9.4"

    def actor(self, state: DriveOnMoscowState) -> str:
        return CHANCE

    def text(self, state: DriveOnMoscowState) -> str:
        return "Draw a guards unit from the pool."

    def pool(self, state: DriveOnMoscowState, kind: str) -> list[int]:
        return [unit for unit in members(OF_TYPE[kind]) if state.where[unit] == POOL]

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [GUARDS_DRAW[number] for number, kind in enumerate(GUARDS) if self.pool(state, kind)]

    def chances(self, state: DriveOnMoscowState) -> list[tuple[Action, Fraction]]:
        counts = [len(self.pool(state, kind)) for kind in GUARDS]
        total = sum(counts)
        return [(GUARDS_DRAW[number], Fraction(count, total)) for number, count in enumerate(counts) if count]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if state.turn < LAST_TURN and self.actions(state):
            return settle_draw(self, state)
        state.finish()
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        unit = self.pool(state, GUARDS[action.number])[0]
        text = f"Drawn from the guards pool: {UNITS[unit].title}."
        state.emit(Kind.REVEAL, text, "9.4", SIDES[SOVIET], (), fates(state, [unit], Fate.REVEALED))
        state.replace(Conversion(unit))


def convertible(state: DriveOnMoscowState, guards: int) -> list[int]:
    """9.4: the units of the matching type that can trace supply to the map edge."""
    net = edge_supplied(state)
    kinds = [kind for kind in REGULARS if TYPES[kind].becomes == UNITS[guards].type.name]
    return [
        unit
        for kind in kinds
        for unit in members(OF_TYPE[kind])
        if state.where[unit] >= FIRST_HEX and net >> state.where[unit] & 1
    ]


def emit_conversion(state: DriveOnMoscowState, unit: int, guards: int) -> None:
    """9.4: only the Soviet player learns where the guards enter. The others see a unit leave the pool and one more that
    is out of the game."""
    soviet = SIDES[SOVIET]
    arrived = f"The {UNITS[guards].title} enters play."
    text = f"{arrived} It takes the place of the {unit_label(state, unit)} in {hex_label(state.where[unit])}."
    own = [*fates(state, [guards], Fate.ARRIVED, state.where[unit]), *fates(state, [unit], Fate.WITHDRAWN, DEAD)]
    state.emit(Kind.ARRIVAL, text, "9.4", soviet, [state.place(unit)], own, visible_to=soviet)
    seen = fates(state, [guards], Fate.ARRIVED, DEAD)
    state.emit(Kind.ARRIVAL, arrived, "9.4", soviet, (), seen, hidden_from=soviet)


@dataclass(frozen=True, slots=True)
class Conversion(Step[DriveOnMoscowState]):
    """9.4: the guards unit takes the place of a unit of the matching type, or is lost."""

    guards: Unit

    rule = "9.4"
    labels = MappingProxyType({"done": "No conversion: the guards unit is lost"})

    def actor(self, state: DriveOnMoscowState) -> str:
        return SIDES[SOVIET]

    def text(self, state: DriveOnMoscowState) -> str:
        return f"Which unit becomes the {UNITS[self.guards].title}?"

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [*(CONVERT[unit] for unit in convertible(state, self.guards)), DONE]

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        if convertible(state, self.guards):
            return False
        self.take(state, DONE)
        return True

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        guards = self.guards
        state.finish()
        if action is DONE:
            text = f"The {UNITS[guards].title} does not enter play."
            gone = fates(state, [guards], Fate.ELIMINATED, DEAD)
            state.emit(Kind.DEPARTURE, text, "9.4", SIDES[SOVIET], (), gone)
            state.where[guards] = DEAD
            return
        unit = action.number
        if state.events is not None:
            emit_conversion(state, unit, guards)
        state.exchange(unit, guards, DEAD)
        state.converted |= 1 << unit
        if state.is_untried(unit):
            state.push(ShowConverted(unit))

    def refusal(self, state: DriveOnMoscowState, action: Action) -> Refusal:
        if action.verb != "convert":
            return out_of_phase(state, action)
        unit = action.number
        if SIDE[unit] == SOVIET and UNITS[unit].type.becomes != UNITS[self.guards].type.name:
            return Refusal("9.4", f"The {unit_label(state, unit)} is not of the matching type.")
        if SIDE[unit] == SOVIET and state.where[unit] >= FIRST_HEX:
            return Refusal("9.4", f"The {unit_label(state, unit)} cannot trace supply to the map edge.")
        return Refusal("9.4", "That unit is not a Soviet unit on the map.")


@dataclass(frozen=True, slots=True)
class ShowConverted(Step[DriveOnMoscowState]):
    """9.4: the Soviet player, and nobody else, sees which unit the converted one was."""

    unit: Unit

    rule = "9.4"
    secret_draw = True

    def actor(self, state: DriveOnMoscowState) -> str:
        return CHANCE

    def text(self, state: DriveOnMoscowState) -> str:
        return "Turn over the converted unit for the Soviet player."

    def actions(self, state: DriveOnMoscowState) -> list[Action]:
        return [action for action, _ in self.chances(state)]

    def chances(self, state: DriveOnMoscowState) -> list[tuple[Action, Fraction]]:
        return draw_chances(state, self.unit)

    def auto_advance(self, state: DriveOnMoscowState) -> bool:
        return settle_draw(self, state)

    def take(self, state: DriveOnMoscowState, action: Action) -> None:
        turn_over(state, self.unit, action.number)
        state.concealed |= 1 << self.unit
        if state.events is not None:
            text = f"The converted unit was the {unit_label(state, self.unit)}, {factors_label(state, self.unit)}."
            shown = fates(state, [self.unit], Fate.REVEALED)
            state.emit(Kind.DETAIL, text, "9.4", SIDES[SOVIET], (), shown, visible_to=SIDES[SOVIET])
        state.finish()


# Terminal supply: 8.6.


def terminal_supply(state: DriveOnMoscowState) -> None:
    """8.6: Soviet units out of supply are eliminated."""
    for hex in members(state.occupied(SOVIET) & ~soviet_supplied(state)):
        eliminate_fully(state, sum(1 << unit for unit in state.stacks[hex]), hex, "8.6")
    check_isolation(state)
