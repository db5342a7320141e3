"""Drive on Moscow as arrays. Of the other's stacks the top unit alone is seen, of untried ones the type (11.6)."""

from __future__ import annotations

from collections.abc import Sequence

from ..core.sets import set_of
from ..games.drive_on_moscow import GAME
from ..games.drive_on_moscow.facts import (
    ATTACK,
    DEAD,
    DEFENSE,
    FIRST_HEX,
    GERMAN,
    POOL,
    RESERVES,
    SIDE,
    SIDES,
    SOVIET,
    TYPE,
    TYPES,
    UNIT_NAMES,
    UNTRIED_KIND,
    WITHDRAWN,
)
from ..games.drive_on_moscow.fog import in_revealed_battle, visible_units
from ..games.drive_on_moscow.state import KG_UNITS, DriveOnMoscowState, Stack
from ..games.drive_on_moscow.tokens import IN_BOXES, hidden_backs
from ..games.drive_on_moscow.views import battles, losses
from .lens import Lens
from .sight import NOTHING, Channels, Look, np

KINDS = list(TYPES)
BY_SIDE = ("unknown", "attack", "defence")
BOXES = (RESERVES, DEAD, POOL, WITHDRAWN)
SHOWN_IN_BOXES = frozenset(IN_BOXES)
BOXES_KEPT = 64


class DriveOnMoscowLens(Lens[DriveOnMoscowState]):
    """Units by type, unknown ones by side, factors by side; control and the battle."""

    set_planes = ("german", "battle")
    unit_planes = (*KINDS, *(f"{side} {what}" for what in BY_SIDE for side in SIDES))
    vectors = ("space", "face", "attack", "defence", "moved", "assaulted", "attacked")
    widths = (2, 1, 1)
    own_figures = (
        *("fights first", "german aircraft", "soviet aircraft", "kampfgruppen left", "november turn"),
        *("german losses", "soviet losses"),
    )
    public_rolls = False

    def __init__(self) -> None:
        super().__init__(GAME, UNIT_NAMES)
        self.bases = [
            [self.base[name] for name in (kind, *(f"{SIDES[side]} {what}" for what in BY_SIDE))]
            for kind, side in zip(TYPE, SIDE, strict=True)
        ]
        self._tops: dict[int, tuple[dict[int, Stack], int, int]] = {}
        self._backs: dict[object, tuple[int, int]] = {}

    def visible(self, state: DriveOnMoscowState, viewer: int) -> int:
        """`visible_units`, remembered while the stacks are the same."""
        battle = in_revealed_battle(state)
        last = self._tops.get(viewer)
        if last is None or last[1] != battle or last[0] != state.stacks:
            last = self._tops[viewer] = state.stacks.copy(), battle, visible_units(state, viewer)
        return last[2]

    def in_boxes(self, state: DriveOnMoscowState, viewer: int) -> tuple[int, int]:
        """Of the units in the boxes: which are known, and which are seen by their type at least. Remembered."""
        boxed = np.minimum(state.where, FIRST_HEX)
        key = viewer, boxed.tobytes(), bytes(state.face), state.converted | state.concealed, state.mode, state.active
        found = self._backs.get(key)
        if found is None:
            known = typed = 0
            for box in BOXES:
                units = [
                    unit for unit in np.flatnonzero(boxed == box).tolist() if box != RESERVES or unit not in KG_UNITS
                ]
                hidden = hidden_backs(state, box, units, viewer)
                known |= set_of(unit for unit in units if unit not in hidden)
                typed |= set_of(unit for unit in units if unit not in hidden or hidden[unit][1] == TYPE[unit])
            if len(self._backs) >= BOXES_KEPT:
                self._backs.clear()
            found = self._backs[key] = known, typed
        return found

    def parts(self, state: DriveOnMoscowState, viewer: int) -> tuple[tuple[int, ...], Channels]:
        fought = set_of([self.places[battle["space"]] for battle in battles(state, viewer)])
        numbers = state.where.tobytes(), bytes(state.face), bytes(state.spent)
        seen = self.visible(state, viewer), *self.in_boxes(state, viewer)
        return (state.control, fought), Channels(numbers, (*seen, state.finished, state.assaulted, state.fought))

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
        left = state.kampfgruppen_left()
        return (
            *(state.fight_first, state.aircraft(GERMAN), state.aircraft(SOVIET), left, state.november),
            *losses(state),
        )


LENS = DriveOnMoscowLens()
