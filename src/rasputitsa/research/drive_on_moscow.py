"""Drive on Moscow as arrays. Of the other's stacks the top unit alone is seen, of untried ones the type (11.6)."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.sets import members, set_of
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
    TYPE,
    TYPES,
    UNIT_NAMES,
    UNTRIED_KIND,
)
from ..games.drive_on_moscow.fog import in_revealed_battle, visible_units
from ..games.drive_on_moscow.state import KG_UNITS, DriveOnMoscowState, Stack
from ..games.drive_on_moscow.tokens import IN_BOXES, hidden_backs
from ..games.drive_on_moscow.views import battles
from .lens import Lens
from .sight import NOTHING, Channels, Look, differing

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
        self._seen: dict[int, tuple[object, dict[int, Stack], tuple[int, int, int]]] = {}
        self._boxes: dict[int, tuple[bytes, bytes, object, int, int]] = {}

    def in_boxes(self, state: DriveOnMoscowState, viewer: int, where: bytes, face: bytes) -> tuple[int, int]:
        """Of the units in the boxes: which are known, and which are seen by their type at least.

        What `hidden_backs` says of a unit follows from where it is, its face, and what holds for all; so only those
        are asked for that have changed.
        """
        for_all = state.converted | state.concealed, state.mode, state.active
        last = self._boxes.get(viewer)
        if last is None or last[2] != for_all:
            changed, known, typed = set_of(SHOWN_IN_BOXES), 0, 0
        else:
            changed = differing(last[0], where, 2) | differing(last[1], face, 1)
            known, typed = last[3] & ~changed, last[4] & ~changed
        for unit in members(changed):
            box = state.where[unit]
            if box < FIRST_HEX:
                back = hidden_backs(state, box, [unit], viewer).get(unit)
                known |= (back is None) << unit
                typed |= (back is None or back[1] == TYPE[unit]) << unit
        self._boxes[viewer] = where, face, for_all, known, typed
        return known, typed

    def parts(self, state: DriveOnMoscowState, viewer: int) -> tuple[tuple[int, ...], Channels]:
        fought = 0
        for battle in battles(state, viewer):
            fought |= 1 << self.places[battle["space"]]
        numbers = state.where.tobytes(), bytes(state.face), bytes(state.spent)
        doings = state.finished, state.assaulted, state.fought
        return (state.control, fought), Channels(numbers, (*self.seen(state, viewer, numbers), *doings))

    def seen(self, state: DriveOnMoscowState, viewer: int, numbers: tuple[bytes, ...]) -> tuple[int, int, int]:
        """`visible_units` and `in_boxes`, remembered as long as nothing has changed that they follow from."""
        key = (*numbers[:2], in_revealed_battle(state), state.converted | state.concealed, state.phase, state.active)
        last = self._seen.get(viewer)
        if last is None or last[0] != key or last[1] != state.stacks:
            found = visible_units(state, viewer), *self.in_boxes(state, viewer, *numbers[:2])
            last = self._seen[viewer] = key, state.stacks.copy(), found
        return last[2]

    def look(self, viewer: int, piece: int, channels: Channels) -> Look:
        (places, faces, spent), (visible, known_in_box, typed_in_box, finished, assaulted, fought) = channels
        space, face, side = places[2 * piece] | places[2 * piece + 1] << 8, faces[piece], SIDE[piece]
        kind, unknown, attacks, defends = self.bases[piece]
        on_map = space >= FIRST_HEX
        if on_map:
            typed = side == viewer or visible >> piece & 1
            known = side == viewer or (typed and (face or not UNTRIED_KIND >> piece & 1))
        elif piece not in SHOWN_IN_BOXES or (space == RESERVES and piece in KG_UNITS):
            return NOTHING
        else:
            typed, known = typed_in_box >> piece & 1, known_in_box >> piece & 1
        if not known:
            return Look((((kind if typed else unknown) + space, 1),), ())
        attack, defence = ATTACK[piece][face], DEFENSE[piece][face]
        cells = (kind + space, 1), *(((attacks + space, attack), (defends + space, defence)) if on_map else ())
        if side != viewer or not on_map:
            return Look(cells, (space + 1, face, attack, defence, 0, 0, 0))
        moved = finished >> piece & 1 or spent[piece] > 0
        doings = moved, assaulted >> piece & 1, fought >> piece & 1
        return Look(cells, (space + 1, face, attack, defence, *doings))

    def own(self, state: DriveOnMoscowState, viewer: int) -> Sequence[int]:
        return state.fight_first, state.aircraft(GERMAN), state.aircraft(SOVIET), state.november


LENS = DriveOnMoscowLens()
