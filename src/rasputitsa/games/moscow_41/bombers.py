"""10.10: bombers fly from their tray to a battle and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core import Fate, Kind, TokenFate
from .facts import BOARD, BOMBER_NAMES, GERMAN, READY, SIDES
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
