"""Units as a viewer sees them: on the map, and in the boxes beside it."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from ...core.sets import members
from ...core.view import Token
from .deployment import GERMAN_FORCE
from .facts import (
    ALL_OF,
    ATTACK,
    BOARD,
    COUNTERS,
    DEAD,
    DEFENSE,
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
    UNTRIED_KIND,
    WITHDRAWN,
)
from .fog import in_revealed_battle
from .state import KG_UNITS, SET_UPS, DriveOnMoscowState
from .supply import supplied

BESIDE = (RESERVES, DEAD, POOL, WITHDRAWN)
IN_BOXES = members(ALL_OF[SOVIET] | GERMAN_FORCE | KGS)  # the units that a box can show
KEPT = 1 << 13  # tokens, or stacks of them
KEPT_BOXES = 1 << 8  # boxes with all their tokens
Back = tuple[int, str]  # of a unit that cannot be told from others: its side and what is seen of it
BACK: dict[int, Back] = {unit: (SOVIET, TYPE[unit]) for unit in members(UNTRIED_KIND)}
Marks = tuple[str, ...]
NO_MARKS: Marks = ()
CUT_OFF: Marks = ("out of supply",)


def tokens(state: DriveOnMoscowState, viewer: int | None) -> list[Token]:
    """The units on the map, stack by stack from bottom to top, and those in the boxes."""
    found: list[Token] = []
    for side in (GERMAN, SOVIET):
        found += own_tokens(state, side) if side == viewer else enemy_tokens(state, side)
    return found + box_tokens(state, viewer)


# A token follows from what is seen of a unit alone, so tokens that are alike are one object.


@lru_cache(KEPT)
def known_token(unit: int, face: int, place: str, marks: Marks) -> Token:
    """A unit that can be told from others."""
    name = UNIT_NAMES[unit]
    found: Token = {
        "name": name,
        "piece": name,
        "at": place,
        "owner": SIDES[SIDE[unit]],
        "face": 1 if face else 0,
        "marks": [*marks],
    }
    if face and UNTRIED_KIND >> unit & 1:
        counter = COUNTERS[TYPE[unit]][face - 1]
        found["print"], found["big"] = f"{ATTACK[unit][face]}-{DEFENSE[unit][face]}", str(ATTACK[unit][face])
        found["title"], found["number"], found["type"] = counter.title, counter.number, counter.symbol
    return found


def unknown_token(side: int, place: str, number: int, back: str, marks: Marks) -> Token:
    """A unit that cannot be told from others, by its place."""
    return {
        "name": f"{place}.{number}",
        "piece": None,
        "at": place,
        "owner": SIDES[side],
        "face": None,
        "back": back,
        "marks": [*marks],
    }


def seen_token(unit: int, face: int, place: str, level: int, marks: Marks) -> Token:
    """An enemy unit that may be looked at. Untried ones cannot be told from each other (2.13)."""
    if unit in BACK and not face:
        return unknown_token(SIDE[unit], place, level, TYPE[unit], marks)
    return known_token(unit, face, place, marks)


@lru_cache(KEPT)
def stack_seen(place: str, count: int, top: int, face: int, marks: Marks) -> list[Token]:
    """11.6: what others see of a stack: its top unit, and how many are under it."""
    side = SIDE[top]
    beneath = [unknown_token(side, place, level, "unit", marks) for level in range(1, count)]
    return [*beneath, seen_token(top, face, place, count, marks)]


@lru_cache(KEPT_BOXES)
def box_known(place: str, units: tuple[int, ...], faces: bytes) -> list[Token]:
    """Units in a box that can be told from others."""
    return [known_token(unit, face, place, NO_MARKS) for unit, face in zip(units, faces, strict=True)]


@lru_cache(KEPT_BOXES)
def back_tokens(place: str, backs: tuple[tuple[Back, int], ...]) -> list[Token]:
    """Units in a box of which others see only the backs, by how many have each."""
    seen = [back for back, count in backs for _ in range(count)]
    return [unknown_token(side, place, number, back, NO_MARKS) for number, (side, back) in enumerate(seen, 1)]


# On the map.


def own_tokens(state: DriveOnMoscowState, side: int) -> list[Token]:
    """The units of a side as their owner sees them, with what they have done in this phase."""
    face, spent, stacks, names = state.face, state.spent, state.stacks, BOARD.names
    cut_off = state.occupied(side) & ~supplied(state, side)
    done = state.finished | state.assaulted | state.fought
    found: list[Token] = []
    for hex in members(state.occupied(side)):
        place = names[hex]
        common = CUT_OFF if cut_off and cut_off >> hex & 1 else NO_MARKS
        for unit in stacks[hex]:
            marks = common + done_marks(state, unit) if spent[unit] or done >> unit & 1 else common
            found.append(known_token(unit, face[unit], place, marks))
    return found


def enemy_tokens(state: DriveOnMoscowState, side: int) -> list[Token]:
    """11.6: the units of a side as others see them: the top one of each stack, and those in a battle."""
    face, stacks, names = state.face, state.stacks, BOARD.names
    cut_off = state.occupied(side) & ~supplied(state, side)
    battle = in_revealed_battle(state)
    found: list[Token] = []
    for hex in members(state.occupied(side)):
        place, stack = names[hex], stacks[hex]
        marks = CUT_OFF if cut_off and cut_off >> hex & 1 else NO_MARKS
        top = stack[-1]
        found += stack_seen(place, len(stack), top, face[top], marks)
        if battle:
            for level, unit in enumerate(stack, -len(stack)):
                if battle >> unit & 1:
                    found[level] = seen_token(unit, face[unit], place, level + len(stack) + 1, marks)
    return found


def done_marks(state: DriveOnMoscowState, unit: int) -> Marks:
    """What a unit has done in this phase."""
    bit = 1 << unit
    moved = state.finished & bit or state.spent[unit]
    signs = ((moved, "moved"), (state.assaulted & bit, "assaulted"), (state.fought & bit, "attacked"))
    return tuple(sign for is_so, sign in signs if is_so)


# Boxes.


def box_tokens(state: DriveOnMoscowState, viewer: int | None) -> list[Token]:
    """The units beside the map: those that the viewer can tell from others, then the backs of the rest."""
    where, face = state.where, state.face
    inside: dict[int, list[int]] = {box: [] for box in BESIDE}
    for unit in [unit for unit in IN_BOXES if where[unit] < FIRST_HEX]:
        inside[where[unit]].append(unit)
    inside[RESERVES] = [unit for unit in inside[RESERVES] if unit not in KG_UNITS]
    found: list[Token] = []
    for box, units in inside.items():
        place = BOARD.names[box]
        hidden = hidden_backs(state, box, units, viewer)
        backs = Counter(hidden.values())
        if box == RESERVES:
            backs[GERMAN, "KG"] = state.kampfgruppen_left()
        known = [unit for unit in units if unit not in hidden] if hidden else units
        found += box_known(place, tuple(known), bytes([face[unit] for unit in known]))
        found += back_tokens(place, tuple(sorted(backs.items())))
    return found


def hidden_backs(state: DriveOnMoscowState, box: int, units: list[int], viewer: int | None) -> dict[int, Back]:
    """What others see of those units of a box that they cannot tell from others."""
    found: dict[int, Back] = {}
    if viewer != SOVIET:
        face, converted = state.face, state.converted | state.concealed
        secret = [unit for unit in units if not face[unit] or converted >> unit & 1]
        found = {unit: BACK[unit] for unit in secret if unit in BACK}
    waiting = setting_up(state, viewer) if box == RESERVES else 0
    if waiting:
        side = state.active
        found |= {unit: (side, "waiting") for unit in units if SIDE[unit] == side}
    return found


def setting_up(state: DriveOnMoscowState, viewer: int | None) -> int:
    """The units of a side that sets up unseen by the viewer: what is left of each type would tell what has gone into
    its stacks."""
    return ALL_OF[state.active] if state.mode in SET_UPS and viewer != state.active else 0


def hidden_back(unit: int, box: int, face: int, converted: int, waiting: int, viewer: int | None) -> Back | None:
    """`hidden_backs` for one unit; None if the viewer can tell it from others. A converted one is known by its type
    alone (9.4)."""
    if box == RESERVES and waiting >> unit & 1:
        return SIDE[unit], "waiting"
    if viewer != SOVIET and (not face or converted >> unit & 1):
        return BACK.get(unit)
    return None
