"""The blocks and bombers of a view.

A concealed enemy block is a token without a piece, named by its place: nobody can tell which of two it is, and it
carries nothing from one place to the next (1.5).
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from ...core import RasputitsaError
from ...core.sets import SpaceSet, members
from ...core.view import Token
from .facts import (
    ALL_OF,
    BOARD,
    BOMBER_NAMES,
    COUNT,
    FACES,
    GERMAN,
    REMOVED,
    SIDE,
    SIDES,
    SOVIET,
    UNIT_IDS,
    UNIT_NAMES,
)
from .sight import is_known, known_blocks
from .state import Moscow41State

SPAN = tuple((min(members(own)), max(members(own)) + 1) for own in ALL_OF)  # the numbers of each side's blocks
REMEMBERED = 1_000  # lists of tokens


def tokens(state: Moscow41State, viewer: int | None) -> list[Token]:
    """Concealed blocks by their places, known ones above them; then the bombers."""
    known = known_blocks(state, viewer)
    lying = known_blocks(state, None)
    on_table = ~state.at[REMOVED]
    found = list(hidden_tokens(state, viewer, on_table & ~known))
    for side in (GERMAN, SOVIET):
        found += open_tokens(blocks_of(state, side), ALL_OF[side] & on_table & known, lying & ALL_OF[side])
    found += bomber_tokens(tuple(state.air))
    return found


def hidden_tokens(state: Moscow41State, viewer: int | None, hidden: SpaceSet) -> list[Token]:
    """Concealed blocks: all that is seen is whose they are and which carry a cube."""
    first, end = (0, COUNT) if viewer is None else SPAN[1 - viewer]
    hidden &= (1 << end) - (1 << first)
    return concealed_tokens(
        hidden, first, bytes(state.where[first:end]), state.isolated & hidden, state.crossed & hidden
    )


@lru_cache(maxsize=REMEMBERED)
def concealed_tokens(hidden: SpaceSet, first: int, places: bytes, isolated: SpaceSet, crossed: SpaceSet) -> list[Token]:
    """The same by what it follows from. ``places`` begins with that of the block number ``first``."""
    stacks: dict[tuple[int, int], list[tuple[str, ...]]] = {}
    for unit in members(hidden):
        stacks.setdefault((places[unit - first], SIDE[unit]), []).append(cubes(unit, isolated, crossed))
    found: list[Token] = []
    count: dict[int, int] = {}
    for place, side in sorted(stacks):
        for marks in sorted(stacks[place, side]):
            count[place] = count.get(place, 0) + 1
            found.append(hidden_token(place, side, count[place], marks))
    return found


@cache
def hidden_token(place: int, side: int, number: int, marks: tuple[str, ...]) -> Token:
    return {
        "name": f"{BOARD.names[place]}.{number}",
        "piece": None,
        "at": BOARD.names[place],
        "owner": SIDES[side],
        "face": None,
        "marks": list(marks),
        "back": SIDES[side],
    }


def cubes(unit: int, isolated: SpaceSet, crossed: SpaceSet) -> tuple[str, ...]:
    """The cubes on a block, which everybody sees."""
    if not (isolated | crossed) >> unit & 1:
        return ()
    return (("isolated",) if isolated >> unit & 1 else ()) + (("river",) if crossed >> unit & 1 else ())


class Blocks(NamedTuple):
    """All that tokens of a side's blocks are made of, in one value that can be remembered."""

    side: int
    where: bytes
    strength: bytes
    target: bytes
    isolated: SpaceSet
    crossed: SpaceSet
    activated: SpaceSet
    revealed: SpaceSet
    acted: SpaceSet


def blocks_of(state: Moscow41State, side: int) -> Blocks:
    first, end = SPAN[side]
    own = ALL_OF[side]
    return Blocks(
        side,
        bytes(state.where[first:end]),
        bytes(state.strength[first:end]),
        bytes(state.target[first:end]),
        state.isolated & own,
        state.crossed & own,
        state.activated & own,
        state.revealed & own,
        state.acted & own,
    )


@lru_cache(maxsize=REMEMBERED)
def open_tokens(blocks: Blocks, seen: SpaceSet, lying: SpaceSet) -> list[Token]:
    """Those of a side's blocks whose faces are seen; some lie face up."""
    first, where, strength = SPAN[blocks.side][0], blocks.where, blocks.strength
    marked = blocks.isolated | blocks.crossed | blocks.activated | blocks.revealed | blocks.acted
    return [
        block_token(
            unit,
            where[unit - first],
            strength[unit - first],
            open_marks(blocks, unit) if marked >> unit & 1 else (),
            bool(lying >> unit & 1),
        )
        for unit in members(seen)
    ]


def open_marks(blocks: Blocks, unit: int) -> tuple[str, ...]:
    """What is known of a block whose face is seen."""
    marks = [*cubes(unit, blocks.isolated, blocks.crossed)]
    if blocks.activated >> unit & 1:
        marks.append("activated")
    else:
        marks += ["revealed"] if blocks.revealed >> unit & 1 else []
        marks += ["acted"] if blocks.acted >> unit & 1 else []
    target = blocks.target[unit - SPAN[blocks.side][0]]
    if target:
        marks.append(f"fires into {BOARD.names[target]}")
    return tuple(marks)


@lru_cache(maxsize=20_000)
def block_token(unit: int, place: int, strength: int, marks: tuple[str, ...], lies: bool) -> Token:
    """A block whose face the viewer sees; 1.5.1: one that everybody sees lies face up."""
    found: Token = {
        "name": UNIT_NAMES[unit],
        "piece": UNIT_NAMES[unit],
        "at": BOARD.names[place],
        "owner": SIDES[SIDE[unit]],
        "face": FACES[unit][strength],
        "marks": list(marks),
    }
    if lies:
        found["lies"] = True
    return found


@lru_cache(maxsize=REMEMBERED)
def bomber_tokens(places: tuple[int, ...]) -> list[Token]:
    return [bomber_token(bomber, place) for bomber, place in enumerate(places)]


@cache
def bomber_token(bomber: int, place: int) -> Token:
    name = BOMBER_NAMES[bomber]
    return {"name": name, "piece": name, "at": BOARD.names[place], "owner": SIDES[GERMAN], "face": 0, "marks": []}


def block_named(state: Moscow41State, name: str | None, viewer: str | None) -> int:
    """The block that a token names, if the viewer may know it."""
    unit = UNIT_IDS.get(name or "")
    side = SIDES.index(viewer) if viewer in SIDES else None
    if unit is None or not is_known(state, unit, side):
        raise RasputitsaError(f"You see no block named {str(name)[:40]!r}; choose one whose face you see.")
    return unit
