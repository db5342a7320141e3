"""10.10: bombers fly from their tray to a battle and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core import Fate, Kind, TokenFate
from ...core.sets import SpaceSet, contains, members
from .facts import AREAS, BOARD, BOMBER_NAMES, BOMBERS, GERMAN, NEAR, READY, SIDES, STUKAS
from .state import Moscow41State


def bomber_fates(state: Moscow41State, bombers: Iterable[int], place: int, fate: Fate) -> list[TokenFate]:
    """What becomes of bombers that go to an area or a tray."""
    there = BOARD.names[place]
    return [TokenFate(BOMBER_NAMES[each], fate, SIDES[GERMAN], BOARD.names[state.air[each]], there) for each in bombers]


def emit_bombers(
    state: Moscow41State, text: str, rule: str, bombers: Sequence[int], place: int, fate: Fate = Fate.MOVED
) -> None:
    if state.events is not None:
        tokens = bomber_fates(state, bombers, place, fate)
        state.emit(Kind.SUPPORT, text, rule, SIDES[GERMAN], [tokens[0].place], tokens)


def bring_back(state: Moscow41State, bombers: Sequence[int], text: str, rule: str) -> None:
    """Bombers are ready again."""
    if bombers:
        emit_bombers(state, text, rule, bombers, READY)
    for bomber in bombers:
        state.air[bomber] = READY


def distinct_bombers(bombers: list[int]) -> list[int]:
    """One bomber of each type and Fliegerkorps: the others are the same."""
    found: dict[tuple[str, str], int] = {}
    for bomber in bombers:
        found.setdefault((BOMBERS[bomber].type, BOMBERS[bomber].hq), bomber)
    return list(found.values())


def distinct_stukas(state: Moscow41State, areas: SpaceSet) -> list[int]:
    """10.16: Stukas that came through a battle may follow into an adjacent area, once."""
    found: dict[int, int] = {}
    for bomber in members(STUKAS):
        place = state.air[bomber]
        if contains(AREAS & ~areas, place) and NEAR[place] & areas:
            found.setdefault(place, bomber)
    return list(found.values())
