"""What becomes of units, as events tell it: their owner which ones they are, the others as much as they see (11.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core import Fate, Kind, TokenFate, fate_of, unnamed
from ...core.sets import set_of
from .battle import Battle
from .facts import BOARD, SIDE, SIDES, UNIT_NAMES
from .fog import in_revealed_battle
from .state import DriveOnMoscowState

NOBODY = (-1,)  # the stack of a hex without units


def fates(
    state: DriveOnMoscowState, units: Iterable[int], fate: Fate, place: int | None = None, known: int = -1
) -> list[TokenFate]:
    """What becomes of units where they are; ``place`` is where they go. Only those that are ``known`` have names."""
    found, where, names = [], state.where, BOARD.names
    for unit in units:
        here = names[where[unit]]
        name = UNIT_NAMES[unit] if known >> unit & 1 else ""
        found.append(fate_of((name, fate, SIDES[SIDE[unit]], here, here if place is None else names[place])))
    return found


def publicly_known(state: DriveOnMoscowState, units: Iterable[int]) -> int:
    """Those of some units that everybody can tell from others: untried ones look alike (2.13)."""
    battle = in_revealed_battle(state)
    stacks, where = state.stacks, state.where
    return set_of(
        unit
        for unit in units
        if (battle >> unit & 1 or stacks.get(where[unit], NOBODY)[-1] == unit) and not state.is_untried(unit)
    )


def emit_fates(
    state: DriveOnMoscowState,
    kind: Kind,
    text: str,
    rule: str,
    units: Sequence[int],
    fate: Fate,
    place: int | None = None,
    spaces: Sequence[str] = (),
    reveals: bool = False,
) -> None:
    """An event about units of one side, told while they are still where they were."""
    own = fates(state, units, fate, place)
    known = publicly_known(state, units)
    side = own[0].side
    around = spaces or [own[0].origin]
    if known.bit_count() == len(units):
        state.emit(kind, text, rule, side, around, own, reveals=reveals)
        return
    public = [told if known >> unit & 1 else unnamed(told) for unit, told in zip(units, own, strict=True)]
    state.emit(kind, text, rule, side, around, own, visible_to=side, reveals=reveals)
    state.emit(kind, text, rule, side, around, public, hidden_from=side, reveals=reveals)


def emit_result(state: DriveOnMoscowState, battle: Battle, text: str, rule: str, result: str = "") -> None:
    state.emit(Kind.BATTLE, text, rule, SIDES[battle.attacker], [BOARD.names[battle.hex]], result=result)
