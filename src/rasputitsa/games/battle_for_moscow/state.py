"""What changes during play: flat arrays of small integers, and sets of hexes as integers."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ...core import Fate, Kind, TokenFate, derived, fate_of, state_class, written
from ...core.phases import PhasedState
from ...core.sets import members, set_of
from ...core.step_codec import Places
from .facts import (
    BOARD,
    CITIES,
    FIRST_HEX,
    GERMAN,
    HIGH,
    LOW,
    MUD,
    POOL,
    SIDE,
    SIDES,
    TITLES,
    UNIT_NAMES,
    UNITS,
    space_label,
    unit_label,
)

if TYPE_CHECKING:
    from . import BattleForMoscow


@state_class
class BattleForMoscowState(PhasedState):
    """A position of Battle for Moscow.

    ``where[unit]`` is a hex or a box, ``steps[unit]`` how many steps the unit has left, ``occupied[side]`` the set of
    hexes with units of that side, ``german_cities`` the cities the German side entered last, ``rates`` the replacement
    steps by turn and side in this match.
    """

    game: BattleForMoscow
    where: bytearray = derived(factory=lambda: bytearray(len(UNITS)))
    steps: bytearray = derived(factory=lambda: bytearray(len(UNITS)))
    occupied: list[int] = derived(factory=lambda: [0, 0])
    german_cities: int = written(Places, default=0)
    rates: tuple[tuple[int, int], ...]

    @property
    def mud(self) -> bool:
        """12.0"""
        return MUD[self.turn]

    # Where units are.

    def unit_at(self, side: int, hex: int) -> int:
        """The unit of that side in a hex, or -1."""
        return self.where.find(hex, LOW[side], HIGH[side])

    def count(self, side: int, hex: int) -> int:
        """How many units of that side are in a hex."""
        return self.where.count(hex, LOW[side], HIGH[side])

    def on_map(self) -> int:
        """The units on the map, of both sides."""
        return set_of(unit for unit, space in enumerate(self.where) if space >= FIRST_HEX)

    def put(self, unit: int, space: int) -> None:
        """Set a unit down somewhere, hex or box."""
        side = SIDE[unit]
        before = self.where[unit]
        self.where[unit] = space
        if before >= FIRST_HEX and self.where.find(before, LOW[side], HIGH[side]) < 0:
            self.occupied[side] &= ~(1 << before)
        if space >= FIRST_HEX:
            self.occupied[side] |= 1 << space

    def enter(self, unit: int, hex: int) -> None:
        """A unit enters a hex and, if there is a city, controls it from now on (10.0)."""
        self.put(unit, hex)
        if CITIES >> hex & 1:
            self.capture(unit, 1 << hex)

    def capture(self, unit: int, cities: int) -> None:
        """10.0: the cities that a unit enters are its side's from now on."""
        side = SIDE[unit]
        if self.events is not None:
            for city in members(cities & self.cities_of(1 - side)):
                text = f"{TITLES[side]} forces take {BOARD.by_id[city].title}."
                taker = self.fate(unit, Fate.TOOK_PART)
                self.emit(Kind.CONTROL, text, "10.0", SIDES[side], [BOARD.names[city]], [taker])
        self.give_cities(side, cities)

    def give_cities(self, side: int, cities: int) -> None:
        if side == GERMAN:
            self.german_cities |= cities
        else:
            self.german_cities &= ~cities

    def cities_of(self, side: int) -> int:
        return self.german_cities if side == GERMAN else CITIES & ~self.german_cities

    # Steps.

    def lose_step(self, unit: int, why: str) -> None:
        """3.3: a full-strength unit is reduced, a reduced one eliminated. The event says why."""
        self.steps[unit] -= 1
        if self.steps[unit]:
            if self.events is not None:
                text = f"The {unit_label(unit)} is reduced: {why}."
                self.emit_loss(text, self.fate(unit, Fate.REDUCED))
        else:
            self.eliminate(unit, f"{why}, and it was already reduced")

    def eliminate(self, unit: int, why: str) -> None:
        if self.events is not None:
            hex = self.where[unit]
            text = f"The {unit_label(unit)} is eliminated in {space_label(hex)}: {why}."
            self.emit_loss(text, self.fate(unit, Fate.ELIMINATED, POOL))
        self.steps[unit] = 0
        self.put(unit, POOL)

    def emit_loss(self, text: str, fate: TokenFate) -> None:
        self.emit(Kind.LOSS, text, "9.3", fate.side, [fate.origin], [fate])

    def fate(self, unit: int, fate: Fate, place: int | None = None) -> TokenFate:
        """What becomes of a unit where it is; ``place`` is where it goes."""
        names = BOARD.names
        here = names[self.where[unit]]
        return fate_of((UNIT_NAMES[unit], fate, SIDES[SIDE[unit]], here, here if place is None else names[place]))

    def guess(self, side: str, rng: Random) -> BattleForMoscowState:
        """Nothing is hidden, so the only state a side could be in is this one."""
        return self.copy()
