"""Drive on Moscow as arrays. Of the other's stacks the top unit alone is seen, of untried ones the type (11.6)."""

from __future__ import annotations

from ..core.sets import members
from ..games.drive_on_moscow import GAME
from ..games.drive_on_moscow.facts import (
    ATTACK,
    DEFENSE,
    FIRST_HEX,
    GERMAN,
    RESERVES,
    SIDE,
    SIDES,
    SOVIET,
    STACK_LIMIT,
    TYPE,
    TYPES,
    UNIT_NAMES,
    UNTRIED_KIND,
)
from ..games.drive_on_moscow.fog import in_revealed_battle
from ..games.drive_on_moscow.state import KG_UNITS, DriveOnMoscowState
from ..games.drive_on_moscow.tokens import IN_BOXES, hidden_back, setting_up
from ..games.drive_on_moscow.views import battle_hex
from .lens import Lens
from .sight import NOTHING, Channels, Look

KINDS = list(TYPES)
BY_SIDE = ("unknown", "attack", "defence")
SHOWN_IN_BOXES = frozenset(IN_BOXES)


class DriveOnMoscowLens(Lens[DriveOnMoscowState]):
    """Units by type, unknown ones by side, factors by side; control and the battle."""

    set_planes = ("german", "battle")
    unit_planes = (*KINDS, *(f"{side} {what}" for what in BY_SIDE for side in SIDES))
    vectors = ("space", "face", "attack", "defence", "moved", "assaulted", "attacked")
    widths = (2, 1, 1)
    own_figures = ("fights first", "german aircraft", "soviet aircraft", "november turn")
    public_rolls = False

    def __init__(self) -> None:
        super().__init__(GAME, UNIT_NAMES)
        self.bases = [
            [self.base[name] for name in (kind, *(f"{SIDES[side]} {what}" for what in BY_SIDE))]
            for kind, side in zip(TYPE, SIDE, strict=True)
        ]
        self._stacked = 0
        self._hexes: list[int] = []  # its members

    def parts(self, state: DriveOnMoscowState, viewer: int) -> tuple[tuple[int, ...], Channels]:
        hex = battle_hex(state, viewer)
        numbers = state.where.tobytes(), bytes(state.face), bytes(state.spent)
        covered = self.covered(state, 1 - viewer) & ~in_revealed_battle(state)
        doings = state.finished, state.assaulted, state.fought
        hidden = covered, state.converted | state.concealed, setting_up(state, viewer)
        return (state.control, 1 << hex if hex else 0), (numbers, (*hidden, *doings))

    def covered(self, state: DriveOnMoscowState, side: int) -> int:
        """11.6: the units of a side that lie under others."""
        stacked = state.full_for(side, STACK_LIMIT - 1)
        if stacked != self._stacked:
            self._stacked, self._hexes = stacked, members(stacked)
        found, stacks = 0, state.stacks
        for hex in self._hexes:
            for unit in stacks[hex][:-1]:
                found |= 1 << unit
        return found

    def look(self, viewer: int, piece: int, channels: Channels) -> Look:
        (places, faces, spent), (covered, converted, waiting, finished, assaulted, fought) = channels
        space, face, side = places[2 * piece] | places[2 * piece + 1] << 8, faces[piece], SIDE[piece]
        kind, unknown, attacks, defends = self.bases[piece]
        on_map = space >= FIRST_HEX
        if on_map:
            typed = side == viewer or not covered >> piece & 1
            known = side == viewer or (typed and (face or not UNTRIED_KIND >> piece & 1))
        elif piece not in SHOWN_IN_BOXES or (space == RESERVES and piece in KG_UNITS):
            return NOTHING
        else:
            back = hidden_back(piece, space, face, converted, waiting, viewer)
            typed, known = back is None or back[1] == TYPE[piece], back is None
        if not known:
            return (((kind if typed else unknown) + space, 1),), ()
        attack, defence = ATTACK[piece][face], DEFENSE[piece][face]
        cells = (kind + space, 1), *(((attacks + space, attack), (defends + space, defence)) if on_map else ())
        if side != viewer or not on_map:
            return cells, (space + 1, face, attack, defence, 0, 0, 0)
        moved = finished >> piece & 1 or spent[piece] > 0
        doings = moved, assaulted >> piece & 1, fought >> piece & 1
        return cells, (space + 1, face, attack, defence, *doings)

    def own(self, state: DriveOnMoscowState, viewer: int) -> tuple[int, ...]:
        return state.fight_first, state.aircraft(GERMAN), state.aircraft(SOVIET), state.november


LENS = DriveOnMoscowLens()
