"""10.10: bombers fly from their tray to a battle and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core import Fate, Kind, TokenFate
from ...core.sets import SpaceSet, contains, members
from .facts import AREAS, BOARD, BOMBER_NAMES, BOMBERS, BOMBERS_OF, DESTROYED, GERMAN, NEAR, READY, SIDES, STUKAS
from .state import Moscow41State


def bomber_fates(state: Moscow41State, bombers: Iterable[int], place: int, fate: Fate) -> list[TokenFate]:
    """What becomes of bombers that go to an area or a tray; one that was destroyed is in play again."""
    found = []
    for each in bombers:
        comes_back = fate is Fate.MOVED and state.air[each] == DESTROYED
        own = Fate.ARRIVED if comes_back else fate
        found.append(
            TokenFate(BOMBER_NAMES[each], own, SIDES[GERMAN], BOARD.names[state.air[each]], BOARD.names[place])
        )
    return found


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


def bombers_out(state: Moscow41State, hq: int) -> int:
    """10.10: how many bombers a Luftwaffe HQ has committed."""
    return sum(1 for bomber in members(BOMBERS_OF[hq]) if contains(AREAS, state.air[bomber]))


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
