"""Units as a viewer sees them: on the map, and in the boxes beside it."""

from __future__ import annotations

from ...core.sets import members, set_of, union
from ...core.values import Data
from .deployment import GERMAN_FORCE
from .facts import (
    ALL_OF,
    BOARD,
    DEAD,
    FIRST_HEX,
    GERMAN,
    KGS,
    POOL,
    RESERVES,
    SIDE,
    SIDES,
    SOVIET,
    TYPE,
    UNIT_NAMES,
    WITHDRAWN,
)
from .fog import in_revealed_battle
from .names import factors_label, revealed_counter
from .state import BOXES, SET_UPS, DriveOnMoscowState, Look
from .supply import supplied

PLAIN: Look = (0,)
BESIDE = (RESERVES, DEAD, POOL, WITHDRAWN)


def tokens(state: DriveOnMoscowState, viewer: int | None) -> list[Data]:
    """The units on the map, stack by stack from bottom to top, and those in the boxes."""
    battle = in_revealed_battle(state)
    found: list[Data] = []
    for side in (GERMAN, SOVIET):
        found += side_tokens(state, side, side == viewer, battle)
    return found + box_tokens(state, viewer)


def side_tokens(state: DriveOnMoscowState, side: int, own: bool, battle: int) -> list[Data]:
    """The units of a side on the map. As long as nothing has changed they are the same list."""
    units = ALL_OF[side]
    signs = tuple(each & units for each in (done_units(state) if own else (battle,)))
    cut_off = state.occupied(side) & ~supplied(state, side)
    key = (state.stamps[side], cut_off, signs)
    known = state.listed.get((side, own))
    if known is None or known[0] != key:
        known = state.listed[side, own] = key, fresh_tokens(state, side, own, cut_off, signs)
    return known[1]


def fresh_tokens(state: DriveOnMoscowState, side: int, own: bool, cut_off: int, signs: tuple[int, ...]) -> list[Data]:
    """The same, stack by stack. ``signs`` are sets of units, each of which shows on the tokens."""
    shown, stacks, where = state.shown[own], state.stacks, state.where
    special = {where[unit] for unit in members(union(signs))}.union(members(cut_off))
    hexes = members(state.occupied(side))
    found: list[Data] = []
    for hex, stack, known in zip(hexes, map(stacks.__getitem__, hexes), map(shown.get, hexes), strict=True):
        if known is None or known[0] is not stack:
            known = stack, set_of(stack), (), []
        look = (cut_off >> hex & 1, *[each & known[1] for each in signs]) if hex in special else PLAIN
        if known[2] != look:
            known = shown[hex] = stack, known[1], look, stack_tokens(state, side, hex, own, look)
        found += known[3]
    return found


def done_units(state: DriveOnMoscowState) -> tuple[int, int, int]:
    """The units that have moved, assaulted and attacked in this phase (see `done_marks`)."""
    moved = set_of(unit for unit in members(state.parent) if state.spent[unit])
    return state.finished | moved, state.assaulted, state.fought


def stack_tokens(state: DriveOnMoscowState, side: int, hex: int, own: bool, look: Look) -> list[Data]:
    """The units of a hex as their owner or somebody else sees them; all of those in a battle are seen."""
    place, stack = BOARD.names[hex], state.stacks[hex]
    out, *signs = look
    marks = ["out of supply"] if out else []
    battle = 0 if own else union(signs)
    if own:
        return [own_token(state, unit, place, marks + done_marks(state, unit)) for unit in stack]
    return [
        enemy_token(state, unit, place, level, marks)
        if level == len(stack) or battle >> unit & 1
        else unknown_token(side, f"{place}.{level}", place, "unit", marks)
        for level, unit in enumerate(stack, 1)
    ]


def own_token(state: DriveOnMoscowState, unit: int, place: str, marks: list[str]) -> Data:
    """A unit that can be told from others."""
    name, face = UNIT_NAMES[unit], state.face[unit]
    found: Data = {
        "name": name,
        "piece": name,
        "at": place,
        "owner": SIDES[SIDE[unit]],
        "face": 1 if face else 0,
        "marks": marks,
    }
    counter = revealed_counter(state, unit)
    if counter:
        factors = factors_label(state, unit)
        found["print"], found["big"] = factors, factors.partition("-")[0]
        found["title"], found["number"], found["type"] = counter.title, counter.number, counter.symbol
    return found


def enemy_token(state: DriveOnMoscowState, unit: int, place: str, level: int, marks: list[str]) -> Data:
    """An enemy unit that may be looked at. Untried ones cannot be told from each other (2.13)."""
    if state.is_untried(unit):
        return unknown_token(SIDE[unit], f"{place}.{level}", place, TYPE[unit], marks)
    return own_token(state, unit, place, marks)


def unknown_token(side: int, name: str, place: str, back: str, marks: list[str]) -> Data:
    """A unit under the top one of an enemy stack, or an untried one."""
    return {"name": name, "piece": None, "at": place, "owner": SIDES[side], "face": None, "back": back, "marks": marks}


def done_marks(state: DriveOnMoscowState, unit: int) -> list[str]:
    """What a unit has done in this phase."""
    bit = 1 << unit
    found = []
    if state.finished & bit or state.spent[unit]:
        found.append("moved")
    if state.assaulted & bit:
        found.append("assaulted")
    if state.fought & bit:
        found.append("attacked")
    return found


# Boxes.


def box_tokens(state: DriveOnMoscowState, viewer: int | None) -> list[Data]:
    """The units beside the map. As long as nothing has come or gone they are the same list."""
    owner = -1 if viewer is None else viewer
    key = state.stamps[BOXES], state.mode in SET_UPS and state.active
    known = state.listed.get((BOXES + 1 + owner, True))
    if known is None or known[0] != key:
        known = state.listed[BOXES + 1 + owner, True] = key, fresh_box_tokens(state, viewer)
    return known[1]


def fresh_box_tokens(state: DriveOnMoscowState, viewer: int | None) -> list[Data]:
    where = state.where
    found: list[Data] = []
    inside: dict[int, list[int]] = {box: [] for box in BESIDE}
    for unit in members(ALL_OF[SOVIET] | GERMAN_FORCE | KGS):
        if where[unit] < FIRST_HEX and not (where[unit] == RESERVES and KGS >> unit & 1):
            inside[where[unit]].append(unit)
    for box, units in inside.items():
        place = BOARD.names[box]
        backs: list[tuple[int, str]] = []
        for unit in units:
            back = hidden_back(state, unit, viewer)
            if back:
                backs.append((SIDE[unit], back))
            else:
                found.append(own_token(state, unit, place, []))
        if box == RESERVES:
            backs += [(GERMAN, "KG")] * state.kampfgruppen_left()
        found += [
            unknown_token(side, f"{place}.{number}", place, back, [])
            for number, (side, back) in enumerate(sorted(backs), 1)
        ]
    return found


def hidden_back(state: DriveOnMoscowState, unit: int, viewer: int | None) -> str:
    """What others see of a unit beside the map that they cannot tell from others; "" where they can.

    While a side sets up, what is left of each type would tell what has gone into its stacks. A unit that was converted
    is known by its type alone (9.4).
    """
    if SIDE[unit] == viewer:
        return ""
    if state.mode in SET_UPS and SIDE[unit] == state.active and state.where[unit] == RESERVES:
        return "waiting"
    hidden = state.is_untried(unit) or (state.converted | state.concealed) >> unit & 1
    return TYPE[unit] if hidden else ""
