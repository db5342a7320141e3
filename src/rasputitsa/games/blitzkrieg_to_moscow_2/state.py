"""What changes during play: flat arrays of small integers, and sets of hexes, units and cards as integers."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ...core import Fate, Kind, TokenFate, derived, fate_of, state_class, written
from ...core.phases import PhasedState
from ...core.sets import members, set_of
from ...core.step_codec import Cards, PlaceOrNone, Places, Sides
from .facts import (
    ALL_OF,
    BOARD,
    CARDS_OF,
    CITIES,
    CORPS,
    EVERYBODY,
    FIRST_HEX,
    GERMAN,
    LAST_TURN,
    MOSCOW,
    POOL,
    SIDE,
    SIDES,
    SIZE,
    SOVIET,
    SURRENDERED,
    TITLES,
    TRACK,
    UNIT_NAMES,
    WEATHER_OF,
    legal_stack,
    space_label,
    turn_box,
    unit_label,
)

if TYPE_CHECKING:
    from . import BlitzkriegToMoscow2

Net = tuple[int, int]


def everybody_in_the_pool() -> list[int]:
    at = [0] * SIZE
    at[POOL] = EVERYBODY
    return at


@state_class
class BlitzkriegState(PhasedState):
    """A position of Blitzkrieg to Moscow 2.

    ``where[unit]`` is a hex or a box and ``at[space]`` the set of units there; ``occupied[side]`` is the set of hexes
    its units are in and ``overstacked`` that of the hexes with too many (8.0). ``fresh`` is the set of units that are
    not spent (those off the map count as fresh), ``due[unit]`` the turn in which a unit on the turn track arrives.
    ``hands`` is the set of cards in both hands, ``played`` those played since their owner last chose. ``hero`` is the
    city once designated, or 0; its marker stands while ``hero_stands``. ``quiet`` holds the sides that do not wish to
    be asked for cards again this phase. ``zones`` and ``nets`` remember what `zones` and `supply` found.
    """

    game: BlitzkriegToMoscow2
    where: list[int] = derived(factory=lambda: [POOL] * len(UNIT_NAMES))
    at: list[int] = derived(factory=everybody_in_the_pool)
    occupied: list[int] = derived(factory=lambda: [0, 0])
    overstacked: int = 0
    fresh: int = EVERYBODY
    due: bytearray = derived(factory=lambda: bytearray(len(UNIT_NAMES)))
    german_cities: int = written(Places, default=0)
    hands: int = written(Cards, default=0)
    played: int = written(Cards, default=0)
    hero: int = written(PlaceOrNone, default=0)
    hero_stands: bool = written(bool, default=False)
    moscow_fell: bool = written(bool, default=False)
    quiet: int = written(Sides, default=0)
    zones: list[int] = derived(factory=lambda: [-1, -1])
    nets: list[Net | None] = derived(factory=lambda: [None, None])

    @property
    def weather(self) -> str:
        """10.3"""
        return WEATHER_OF[self.turn]

    # Where units are.

    def in_play(self, side: int) -> int:
        """The units of a side on the map and in its rear areas."""
        at = self.at
        return ALL_OF[side] & ~(at[POOL] | at[SURRENDERED] | at[TRACK])

    def spent(self, side: int) -> int:
        """The spent units of a side that are in play."""
        return self.in_play(side) & ~self.fresh

    def put(self, unit: int, space: int) -> None:
        """Set a unit down somewhere, hex or box."""
        side = SIDE[unit]
        at, occupied = self.at, self.occupied
        before = self.where[unit]
        left = at[before] & ~(1 << unit)
        at[before] = left
        there = at[space] | 1 << unit
        at[space] = there
        self.where[unit] = space
        if before >= FIRST_HEX:
            bit = 1 << before
            if not left:
                occupied[side] &= ~bit
            if self.overstacked & bit and legal_stack(side, left):
                self.overstacked &= ~bit
        if space >= FIRST_HEX:
            occupied[side] |= 1 << space
            if there & (there - 1) and not legal_stack(side, there):
                self.overstacked |= 1 << space
        self.zones[side] = -1
        self.nets[0] = self.nets[1] = None

    def enter(self, unit: int, hex: int) -> None:
        """A unit enters a hex and, if there is a city, controls it from now on (4.2)."""
        self.put(unit, hex)
        if CITIES >> hex & 1:
            self.capture(unit, 1 << hex)

    def go_home(self, unit: int, area: int, rule: str = "10.4") -> None:
        """10.4: a unit that moves or retreats into a rear area is back next turn, fresh."""
        if self.events is not None:
            back = f"returns on turn {self.turn + 1}" if self.turn < LAST_TURN else "does not return"
            text = f"The {unit_label(unit)} enters {space_label(area)} and {back}." if self.tells_all else ""
            here, box = BOARD.names[area], turn_box(self.turn + 1)
            fate = self.fate(unit, Fate.WITHDRAWN)._replace(origin=here, place=box)
            self.emit(Kind.DEPARTURE, text, rule, fate.side, [fate.origin], [fate])
        self.put(unit, TRACK)
        self.fresh |= 1 << unit
        self.due[unit] = self.turn + 1

    # Control of cities: 4.2.

    def capture(self, unit: int, cities: int) -> None:
        """4.2: the cities that a unit enters are its side's from now on."""
        side = SIDE[unit]
        if self.events is not None:
            for city in members(cities & self.cities_of(1 - side)):
                text = f"{TITLES[side]} forces take {BOARD.by_id[city].title}."
                taker = self.fate(unit, Fate.TOOK_PART)
                self.emit(Kind.CONTROL, text, "4.2", taker.side, [BOARD.names[city]], [taker])
        self.give_cities(side, cities)

    def give_cities(self, side: int, cities: int) -> None:
        if side == GERMAN:
            self.german_cities |= cities
        else:
            self.german_cities &= ~cities
        self.nets[0] = self.nets[1] = None

    def cities_of(self, side: int) -> int:
        return self.german_cities if side == GERMAN else CITIES & ~self.german_cities

    def settle_losses(self) -> None:
        """14.1, 15.3: what the Soviets lose for good once a city has fallen."""
        if self.hero_stands and self.german_cities >> self.hero & 1:
            self.hero_stands = False
            text = f"{space_label(self.hero)} is no longer the Hero City."
            self.emit(Kind.CONTROL, text, "14.1", SIDES[SOVIET], [BOARD.names[self.hero]])
        if self.german_cities >> MOSCOW & 1:
            self.moscow_fell = True

    # Fresh and spent: 2.2.6, 11.6.

    def spend(self, unit: int, why: str, rule: str = "11.3.7") -> None:
        """A fresh unit becomes spent; a mechanized corps is eliminated instead (11.6). The event says why."""
        bit = 1 << unit
        if CORPS & bit:
            self.eliminate(unit, f"{why}, and a mechanized corps is never spent", "11.6")
        elif self.fresh & bit:
            self.fresh &= ~bit
            if self.events is not None:
                text = f"The {unit_label(unit)} becomes spent: {why}." if self.tells_all else ""
                self.emit_fate(Kind.LOSS, text, rule, self.fate(unit, Fate.SPENT))

    def refresh(self, unit: int, why: str, rule: str) -> None:
        self.fresh |= 1 << unit
        if self.events is not None:
            text = f"The {unit_label(unit)} is fresh again: {why}." if self.tells_all else ""
            self.emit_fate(Kind.RECOVERY, text, rule, self.fate(unit, Fate.RESTORED))

    def eliminate(self, unit: int, why: str, rule: str) -> None:
        if self.events is not None:
            where = f" in {space_label(self.where[unit])}" if self.where[unit] >= FIRST_HEX else ""
            text = f"The {unit_label(unit)} is eliminated{where}: {why}."
            self.emit_fate(Kind.LOSS, text, rule, self.fate(unit, Fate.ELIMINATED, POOL))
        self.put(unit, POOL)
        self.fresh |= 1 << unit

    def place(self, unit: int) -> str:
        return BOARD.names[self.where[unit]]

    def fate(self, unit: int, fate: Fate, place: int | None = None) -> TokenFate:
        """What becomes of a unit where it is; ``place`` is where it goes."""
        names, where = BOARD.names, self.where[unit]
        here = turn_box(self.due[unit]) if where == TRACK else names[where]
        return fate_of((UNIT_NAMES[unit], fate, SIDES[SIDE[unit]], here, here if place is None else names[place]))

    def fates(self, units: int, fate: Fate, place: int | None = None) -> list[TokenFate]:
        return [self.fate(unit, fate, place) for unit in members(units)]

    def emit_fate(self, kind: Kind, text: str, rule: str, fate: TokenFate) -> None:
        """An event about one unit, where it was."""
        self.emit(kind, text, rule, fate.side, [fate.origin], [fate])

    # Hands: 6.1, 7.0.

    def hand(self, side: int) -> int:
        return self.hands & CARDS_OF[side]

    def is_quiet(self, side: int) -> int:
        return self.quiet >> side & 1

    def guess(self, side: str, rng: Random) -> BlitzkriegState:
        """The other's hand is drawn from the cards that it has not played since it chose (6.1).

        Whether the other side has asked not to be asked is not known either; as far as this side knows it is asked.
        """
        new = self.copy()
        other = 1 - SIDES.index(side)
        unseen = members(CARDS_OF[other] & ~self.played)
        drawn = rng.sample(unseen, self.hand(other).bit_count())
        new.hands = self.hands & ~CARDS_OF[other] | set_of(drawn)
        new.quiet = self.quiet & ~(1 << other)
        return new
