"""Steps lost, units eliminated, Kampfgruppen formed (2.11, 11.29, 11.30)."""

from __future__ import annotations

from ...core import Fate, Kind, TokenFate
from ...core.sets import contains, members
from .battle import Battle
from .facts import (
    BOARD,
    DEAD,
    GERMAN,
    LEAVES_KG,
    OF_TYPE,
    REDUCED,
    RESERVES,
    SIDE,
    SIDES,
    TWO_STEP,
    UNIT_NAMES,
    hex_label,
)
from .fates import emit_fates, fates, publicly_known
from .names import unit_label, units_label
from .state import DriveOnMoscowState

MARKS = ("parent", "finished", "assaulted", "south", "far", "fought", "defended")  # what a Kampfgruppe takes over


def lose_step(state: DriveOnMoscowState, unit: int, rule: str) -> int | None:
    """2.11: a unit loses a step. The answer is the unit that is there afterwards, or None."""
    if contains(TWO_STEP, unit) and not state.is_reduced(unit):
        if state.events is not None:
            text = f"The {unit_label(state, unit)} is reduced in {hex_label(state.where[unit])}."
            emit_fates(state, Kind.LOSS, text, rule, [unit], Fate.REDUCED)
        state.face[unit] = REDUCED
        return unit
    return eliminate(state, unit, rule)


def eliminate(state: DriveOnMoscowState, unit: int, rule: str) -> int | None:
    """A unit with one step left is eliminated; a panzer or panzer grenadier division leaves a Kampfgruppe."""
    if state.events is not None:
        text = f"The {unit_label(state, unit)} is eliminated in {hex_label(state.where[unit])}."
        emit_fates(state, Kind.LOSS, text, rule, [unit], Fate.ELIMINATED, DEAD)
    if contains(LEAVES_KG, unit) and state.kampfgruppen_left():
        return form_kampfgruppe(state, unit)
    state.remove(unit, DEAD)
    return None


def eliminate_fully(state: DriveOnMoscowState, units: int, hex: int, rule: str, kind: Kind = Kind.LOSS) -> None:
    """11.27, 8.6: units of a hex are gone with all their steps, and nothing takes their place."""
    if not units:
        return
    if state.events is not None:
        text = f"Lost in {hex_label(hex)}: {units_label(state, units)}."
        known = publicly_known(state, members(units)) | sum(
            1 << unit for unit in members(units) if not state.is_untried(unit)
        )
        lost = fates(state, members(units), Fate.ELIMINATED, DEAD, known)
        state.emit(kind, text, rule, lost[0].side, [BOARD.names[hex]], lost, reveals=True)
    for unit in members(units):
        state.remove(unit, DEAD)


def form_kampfgruppe(state: DriveOnMoscowState, unit: int) -> int:
    """11.30: a Kampfgruppe of the same type takes the place of a division, and what it did this phase with it."""
    kind = "panzer-kg" if contains(OF_TYPE["panzer"], unit) else "grenadier-kg"
    group = next(number for number in members(OF_TYPE[kind]) if state.where[number] == RESERVES)
    state.exchange(unit, group, DEAD)
    state.spent[group] = state.spent[unit]
    state.began[group] = state.began[unit]
    for name in MARKS:
        if contains(getattr(state, name), unit):
            setattr(state, name, getattr(state, name) | 1 << group)
    if state.events is not None:
        text = f"The {unit_label(state, group)} is formed in {hex_label(state.where[group])}."
        here, waiting = state.place(group), BOARD.names[RESERVES]
        formed = TokenFate(UNIT_NAMES[group], Fate.ARRIVED, SIDES[GERMAN], waiting, here)
        state.emit(Kind.ARRIVAL, text, "11.30", SIDES[GERMAN], [here], [formed])
    return group


def defenders_eliminated(state: DriveOnMoscowState, units: int, rule: str) -> int:
    """11.29: one-step units are eliminated, then two-step units reduced. The answer is how many steps were lost."""
    ready = members(units)
    weak = [unit for unit in ready if state.steps(unit) == 1]
    strong = [unit for unit in ready if state.steps(unit) == 2]
    for unit in (*weak, *strong):
        lose_step(state, unit, rule)
    return len(ready)


def steps_to_lose(state: DriveOnMoscowState, units: int) -> int:
    """11.28: how many steps a force has, those of the Kampfgruppen that it could still leave included."""
    own = sum(state.steps(unit) for unit in members(units))
    divisions = (units & LEAVES_KG).bit_count()
    if not divisions or SIDE[members(units)[0]] != GERMAN:
        return own
    return own + min(divisions, state.kampfgruppen_left())


def eliminated(state: DriveOnMoscowState, battle: Battle) -> int:
    """11.29, and the units that had retreated into the hex (11.27). The answer is how many steps the defenders lost."""
    lost = defenders_eliminated(state, battle.defenders, "11.29")
    lose_bystanders(state, battle)
    return lost


def lose_bystanders(state: DriveOnMoscowState, battle: Battle) -> None:
    """11.27: units that retreated into the hex earlier in the phase are lost with any result but AS and AL1."""
    eliminate_fully(state, battle.bystanders, battle.hex, "11.27")
