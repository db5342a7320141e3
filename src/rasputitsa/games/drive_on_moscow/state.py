"""What changes during play: flat arrays of small integers, and sets of hexes and units as integers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from ...core import Kind, derived, state_class, written
from ...core.phases import PhasedState
from ...core.sets import members
from ...core.step_codec import Places, Sides, Units
from .facts import (
    BOARD,
    CITIES,
    COUNTERS,
    FULL,
    GERMAN,
    KAMPFGRUPPEN,
    KGS,
    PLACES,
    RESERVES,
    SIDE,
    SIDES,
    SOVIET,
    STACK_LIMIT,
    TITLES,
    TWO_STEP,
    TYPE,
    UNIT_COUNT,
    UNIT_IDS,
    UNTRIED_KIND,
    WEST_SOURCES,
    land_spread,
)

if TYPE_CHECKING:
    from . import DriveOnMoscow

KG_UNITS = frozenset(members(KGS))
SET_UPS = ("reserve", "forward", "german")  # the modes of the phases before the first turn
LastNet = tuple[int, int, int]  # sources, hexes that were open, and the net that was found
Stack = tuple[int, ...]  # the units of a hex from the bottom to the top


@state_class
class DriveOnMoscowState(PhasedState):
    """A position of Drive on Moscow.

    ``where[unit]`` is a hex or a box; ``stacks[hex]`` has the units of a hex from bottom to top, and
    ``held[side * 5 + n]`` is the set of hexes with more than ``n`` units of a side. ``face[unit]`` is 1 for a reduced
    unit; for a Soviet unit that is not guards it is 0 while untried, then the number of its counter within its type.
    ``drawn`` is the set of counters that are known to somebody, ``concealed`` the set of converted units whose counter
    the Soviet player alone has seen, ``converted`` that of all whose place a guards unit has taken (9.4). ``control``
    is the set of German-controlled hexes, ``fallen`` that of the towns and cities that were ever German (8.4, 9.1).

    Within a player turn: ``fight_first`` is the declared order (5.2); ``spent[unit]`` counts movement points,
    ``parent`` is the set of units that began together and are being moved now, ``finished`` that of the units that
    may not move any more, ``assaulted`` that of the units that have made their mobile assault; ``south`` the set of
    units that have stayed on the south sheet, and ``far`` of those that have moved farther there than they could
    have elsewhere (5.3). ``fought`` and ``defended`` are those that attacked or were attacked in this Combat Phase.
    ``began[unit]`` is where a unit was as the Movement Phase began, or after the last mobile assault in it: up to
    there the moves of a phase can be taken back. ``german_air`` and ``soviet_air`` aircraft are left; ``quiet`` is
    the set of sides that do not wish to be asked for aircraft again this phase. ``november`` is the turn in which
    the offensive was declared, or 0; ``ordered`` units must be launched into spoiling attacks (12.1), ``launched``
    have been.

    ``zone``, ``nets`` and ``lifeline`` remember what `supply` found; -1 means that it must be found again, which is
    quicker from ``last_nets``.
    """

    game: DriveOnMoscow
    where: array[int] = derived(factory=lambda: array("H", [RESERVES]) * UNIT_COUNT)
    face: bytearray = derived(factory=lambda: bytearray(UNIT_COUNT))
    spent: bytearray = derived(factory=lambda: bytearray(UNIT_COUNT))
    began: array[int] = derived(factory=lambda: array("H", [RESERVES]) * UNIT_COUNT)
    stacks: dict[int, Stack] = derived(factory=dict)
    held: list[int] = derived(factory=lambda: [0] * (2 * STACK_LIMIT))
    drawn: int = 0
    concealed: int = written(Units, default=0)
    converted: int = written(Units, default=0)
    control: int = written(Places, default=0)
    fallen: int = written(Places, default=0)
    fight_first: bool = written(bool, default=False)
    parent: int = written(Units, default=0)
    finished: int = written(Units, default=0)
    assaulted: int = written(Units, default=0)
    south: int = written(Units, default=0)
    far: int = written(Units, default=0)
    fought: int = written(Units, default=0)
    defended: int = written(Units, default=0)
    german_air: int = written(int, default=0)
    soviet_air: int = written(int, default=0)
    quiet: int = written(Sides, default=0)
    november: int = written(int, default=0)
    ordered: int = written(int, default=0)
    launched: int = written(int, default=0)
    zone: int = -1
    nets: list[int] = derived(factory=lambda: [-1, -1])
    last_nets: list[LastNet] = derived(factory=lambda: [(-1, -1, 0), (-1, -1, 0)])
    lifeline: int = -1

    @property
    def heading(self) -> str:
        """The set-up comes before the first turn (3.0)."""
        title = self.scenario.phases[self.phase].title
        return title if self.mode in SET_UPS else f"Turn {self.turn}, {title}"

    # Where units are.

    def occupied(self, side: int) -> int:
        """The hexes with units of a side."""
        return self.held[side * STACK_LIMIT]

    def at(self, hex: int) -> Stack:
        """The units of a hex, from bottom to top."""
        return self.stacks.get(hex, ())

    def units_in(self, side: int) -> int:
        """The units of a side on the map."""
        return self.units_at(self.occupied(side))

    def units_at(self, hexes: int) -> int:
        """The units in hexes all of which have some."""
        found = 0
        for hex in members(hexes):
            for unit in self.stacks[hex]:
                found |= 1 << unit
        return found

    def full_for(self, side: int, count: int) -> int:
        """6.0: the hexes where so many more units of a side would be too many."""
        return self.held[side * STACK_LIMIT + STACK_LIMIT - count]

    def room(self, side: int, hex: int) -> int:
        """6.0: how many more units of a side a hex can take."""
        return STACK_LIMIT - len(self.stacks.get(hex, ()))

    def pick_up(self, side: int, units: Sequence[int], hex: int) -> None:
        """Take units of a side out of their hex."""
        stacks = self.stacks
        before = stacks[hex]
        after = tuple(unit for unit in before if unit not in units)
        if after:
            stacks[hex] = after
        else:
            del stacks[hex]
        base = side * STACK_LIMIT
        bit = ~(1 << hex)
        held = self.held
        for level in range(base + len(after), base + len(before)):
            held[level] &= bit
        self.forget(side)

    def put_down(self, side: int, units: Sequence[int], hex: int) -> None:
        """Lay units of a side on top of a hex."""
        stacks = self.stacks
        before = stacks.get(hex, ())
        after = stacks[hex] = (*before, *units)
        base = side * STACK_LIMIT
        bit = 1 << hex
        held = self.held
        for level in range(base + len(before), base + len(after)):
            held[level] |= bit
        where = self.where
        for unit in units:
            where[unit] = hex
        self.forget(side)

    def forget(self, side: int) -> None:
        """The units of a side have changed their places: what followed from them must be found again."""
        nets = self.nets
        nets[SOVIET] = -1
        if side == GERMAN:
            self.zone = -1
        else:
            nets[GERMAN] = -1

    def transfer(self, side: int, units: Sequence[int], hex: int) -> None:
        """Units that are together enter an adjacent hex, in the order in which they lie, and control it (3.7)."""
        here = self.where[units[0]]
        ordered = [unit for unit in self.stacks[here] if unit in units]
        self.pick_up(side, ordered, here)
        self.put_down(side, ordered, hex)
        self.take_control(side, hex)

    def remove(self, unit: int, box: int) -> None:
        """A unit leaves the map."""
        self.pick_up(SIDE[unit], (unit,), self.where[unit])
        self.where[unit] = box

    def exchange(self, unit: int, successor: int, box: int) -> None:
        """Another unit takes the place of this one in its stack."""
        hex = self.where[unit]
        stacks = self.stacks
        stacks[hex] = tuple(successor if other == unit else other for other in stacks[hex])
        self.where[unit] = box
        self.where[successor] = hex

    def bring_to_top(self, unit: int) -> None:
        """11.6: the owner decides which unit of a stack the enemy sees."""
        stacks = self.stacks
        hex = self.where[unit]
        stacks[hex] = (*(other for other in stacks[hex] if other != unit), unit)

    # Control: 3.7.

    def take_control(self, side: int, hex: int) -> None:
        bit = 1 << hex
        if side == GERMAN:
            if self.control & bit:
                return
            self.control |= bit
            self.fallen |= bit & PLACES
        elif self.control & bit:
            self.control &= ~bit
        else:
            return
        if bit & (CITIES | WEST_SOURCES):
            self.nets[GERMAN] = -1
        if bit & PLACES and self.events is not None:
            text = f"{TITLES[side]} forces take {BOARD.by_id[hex].title}."
            self.emit(Kind.CONTROL, text, "3.7", SIDES[side], [BOARD.names[hex]])

    # Steps: 2.11, 2.12.

    def is_reduced(self, unit: int) -> bool:
        return bool(TWO_STEP >> unit & 1) and self.face[unit] != FULL

    def steps(self, unit: int) -> int:
        return 2 if TWO_STEP >> unit & 1 and self.face[unit] == FULL else 1

    def kampfgruppen_left(self) -> int:
        """11.30: how many Kampfgruppen can still be formed."""
        where = self.where
        return KAMPFGRUPPEN - sum(where[unit] != RESERVES for unit in KG_UNITS)

    def is_untried(self, unit: int) -> bool:
        return bool(UNTRIED_KIND >> unit & 1) and not self.face[unit]

    def place(self, unit: int) -> str:
        return BOARD.names[self.where[unit]]

    # Aircraft: 11.19.

    def aircraft(self, side: int) -> int:
        """How many aircraft a side has left this turn."""
        return self.german_air if side == GERMAN else self.soviet_air

    def use_aircraft(self, side: int, count: int) -> None:
        if side == GERMAN:
            self.german_air -= count
        else:
            self.soviet_air -= count

    # The German zone of control: 7.0.

    def german_zone(self) -> int:
        """7.0, 7.1: the hexes in a German zone of control."""
        zone = self.zone
        if zone < 0:
            zone = self.zone = land_spread(self.held[0])
        return zone

    def piece_title(self, name: str) -> str:
        """2.13: a Soviet unit that has been revealed goes by the name on its counter."""
        unit = UNIT_IDS[name]
        face = self.face[unit]
        return COUNTERS[TYPE[unit]][face - 1].title if face and UNTRIED_KIND >> unit & 1 else ""

    def guess(self, side: str, rng: Random) -> DriveOnMoscowState:
        """11.6: the enemy units that a side may not look at change places with each other."""
        from .fog import guess

        return guess(self, SIDES.index(side), rng)
