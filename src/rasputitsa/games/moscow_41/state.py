"""What changes during play: flat arrays of small integers, and sets of areas and blocks as integers."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from ...core.phases import PhasedState
from ...core.sets import members
from .facts import (
    ALL_OF,
    AREAS,
    BOARD,
    ELIMINATED,
    FULL,
    GERMAN,
    LEADERS,
    MINIMUM,
    MONTHS,
    MOSCOW,
    POOL,
    REMNANTS,
    REMOVED,
    SIDE,
    SIDES,
    SOVIET,
    STACKING,
    STALIN,
    TITLES,
    UNIT_NAMES,
    WEAKER,
    space_label,
    unit_label,
)
from .reading import ScenarioFacts
from .victory import sudden_death

if TYPE_CHECKING:
    from . import Moscow41


class Moscow41State(PhasedState):
    """A position of Moscow '41.

    ``where[block]`` is an area, a box or a tray, ``at[space]`` the set of blocks there, ``strength[block]`` its dots or
    stars (0 is the heart). ``lines[side]`` are the areas with a defensive line, ``units[side]`` those with a block or a
    line, ``full[side]`` those where no further block may stack. ``german`` is the set of areas and boxes that the
    Germans control; everything else is Soviet.

    ``revealed`` are the blocks that lie face up, ``isolated`` and ``isolated_lines`` those with a white cube.
    In an impulse, ``activated`` are the HQs in action, ``acted`` the blocks that have had their action, ``crossed``
    those with a blue cube, ``before`` the areas that were contested when it began, ``fought`` the areas where a battle
    has been fought, ``blitzers`` the blocks that may blitz, ``blitzed`` those that did, ``target[hq]`` the area of an
    artillery marker, ``air[bomber]`` the area a bomber is committed to, or its box.
    """

    __slots__ = (
        "acted", "activated", "active", "air", "at", "before", "blitzed", "blitzers", "crossed", "disc_used", "fought",
        "full", "german", "german_impulses", "impulse", "initiative", "isolated", "isolated_lines", "kind", "lines",
        "optional", "passes", "revealed", "scenario", "strength", "target", "track", "units", "weather", "where",
    )  # fmt: skip

    game: Moscow41
    scenario: ScenarioFacts
    optional: int
    where: bytearray
    strength: bytearray
    at: list[int]
    lines: list[int]
    units: list[int]
    full: list[int]
    german: int
    revealed: int
    isolated: int
    isolated_lines: int
    activated: int
    acted: int
    crossed: int
    before: int
    fought: int
    blitzers: int
    blitzed: int
    target: bytearray
    air: bytearray
    active: int
    kind: int
    initiative: int
    disc_used: int
    passes: int
    impulse: int
    german_impulses: int
    weather: int
    track: int

    def copy(self) -> Moscow41State:
        new = Moscow41State.__new__(Moscow41State)
        new.game = self.game
        new.stack = self.stack
        new.outcome = self.outcome
        new.events = None
        new.turn = self.turn
        new.phase = self.phase
        new.options = self.options
        new.scenario = self.scenario
        new.optional = self.optional
        new.where = self.where[:]
        new.strength = self.strength[:]
        new.at = self.at[:]
        new.lines = self.lines[:]
        new.units = self.units[:]
        new.full = self.full[:]
        new.german = self.german
        new.revealed = self.revealed
        new.isolated = self.isolated
        new.isolated_lines = self.isolated_lines
        new.activated = self.activated
        new.acted = self.acted
        new.crossed = self.crossed
        new.before = self.before
        new.fought = self.fought
        new.blitzers = self.blitzers
        new.blitzed = self.blitzed
        new.target = self.target[:]
        new.air = self.air[:]
        new.active = self.active
        new.kind = self.kind
        new.initiative = self.initiative
        new.disc_used = self.disc_used
        new.passes = self.passes
        new.impulse = self.impulse
        new.german_impulses = self.german_impulses
        new.weather = self.weather
        new.track = self.track
        return new

    @property
    def heading(self) -> str:
        phase = self.game.phases[self.phase].title
        if not self.phase:
            return phase
        return (
            f"{MONTHS[self.turn - 1]}, {phase}"
            if not self.impulse
            else (f"{MONTHS[self.turn - 1]}, {TITLES[self.active]} impulse {self.impulse}, {phase}")
        )

    # Areas: 2.5.

    @property
    def contested(self) -> int:
        """Areas with units of both players."""
        return self.units[0] & self.units[1]

    def controlled(self, side: int) -> int:
        """Areas that a side controls, contested ones included."""
        return self.german & AREAS if side == GERMAN else AREAS & ~self.german

    def friendly(self, side: int) -> int:
        """Areas that a side controls and that hold no enemy."""
        return self.controlled(side) & ~self.units[1 - side]

    def blocks(self, side: int, area: int) -> int:
        """The blocks of a side in an area that can fight or be hit: leaders are not among them (4.2.4)."""
        return self.at[area] & ALL_OF[side] & ~LEADERS

    def put(self, unit: int, place: int) -> None:
        """Move a block from where it is to another place. Control follows (2.5)."""
        bit = 1 << unit
        old = self.where[unit]
        self.at[old] &= ~bit
        self.at[place] |= bit
        self.where[unit] = place
        side = SIDE[unit]
        self.refresh(side, old)
        self.refresh(side, place)

    def refresh(self, side: int, area: int) -> None:
        """What follows from who is in an area: presence, stacking and control."""
        bit = 1 << area
        if not AREAS & bit:
            return
        mine = self.at[area] & ALL_OF[side]
        if mine & ~LEADERS or self.lines[side] & bit:
            self.units[side] |= bit
        else:
            self.units[side] &= ~bit
        if mine.bit_count() >= STACKING[area]:
            self.full[side] |= bit
        else:
            self.full[side] &= ~bit
        if self.units[0] & bit:
            if not self.units[1] & bit:
                self.give_control(GERMAN, bit)
        elif self.units[1] & bit:
            self.give_control(SOVIET, bit)

    def give_control(self, side: int, areas: int) -> None:
        """2.5: a side comes to control areas. Moscow's fall is Stalin's death (4.2.4)."""
        if side == GERMAN:
            changed = areas & ~self.german
            self.german |= areas
            if changed >> MOSCOW & 1 and self.where[STALIN] == MOSCOW:
                self.emit("leader", "Moscow has fallen, and Stalin with it.", "4.2.4", [BOARD.names[MOSCOW]])
                self.put(STALIN, REMOVED)
        else:
            changed = areas & self.german
            self.german &= ~areas
        if changed and self.phase and self.outcome is None:
            if self.events is not None:
                self.emit_control(side, changed)
            self.check_victory()

    def emit_control(self, side: int, areas: int) -> None:
        names = ", ".join(space_label(area) for area in members(areas))
        self.emit("control", f"{TITLES[side]} control: {names}.", "2.5", BOARD.names_of(areas))

    def set_line(self, side: int, area: int, stands: bool) -> None:
        """4.1: a defensive line is built or gone."""
        if stands:
            self.lines[side] |= 1 << area
        else:
            self.lines[side] &= ~(1 << area)
            self.isolated_lines &= ~(1 << area)
        self.refresh(side, area)
        if stands and self.phase and self.outcome is None:
            self.check_victory()

    def check_victory(self) -> None:
        """1.7: a Sudden Death ends the game the instant it occurs."""
        self.outcome = sudden_death(self)
        if self.outcome is not None:
            self.emit("end", self.outcome.reason, self.outcome.rule)

    def conceal(self, area: int) -> None:
        """10.15: where no enemies are left the blocks stand up again; activated HQs stay face up."""
        if not self.contested >> area & 1:
            self.revealed &= ~self.at[area] | self.activated

    # Blocks: 4.2.

    def enter(self, unit: int, place: int) -> None:
        """5.0: a block comes into play at full strength, a remnant at minimum."""
        self.strength[unit] = MINIMUM[unit] if REMNANTS >> unit & 1 else FULL[unit]
        self.put(unit, place)

    def reduce(self, unit: int) -> bool:
        """4.2.3.1: one step off; True where the block had none left."""
        lower = WEAKER[unit][self.strength[unit]]
        if lower < 0:
            return True
        self.strength[unit] = lower
        return False

    def remove(self, unit: int, surrendered: bool, rule: str) -> None:
        """10.14.3, 9.3: a destroyed Soviet block returns to the pool; German and surrendered ones are lost for good."""
        place = POOL if SIDE[unit] == SOVIET and not surrendered else ELIMINATED
        if self.events is not None:
            where = self.where[unit]
            what = "surrenders" if surrendered else "is destroyed"
            text = f"The {unit_label(unit)} {what} in {space_label(where)}."
            self.emit("eliminated", text, rule, [BOARD.names[where]], [UNIT_NAMES[unit]])
        bit = ~(1 << unit)
        self.revealed &= bit
        self.isolated &= bit
        self.activated &= bit
        self.blitzers &= bit
        self.put(unit, place)
        self.strength[unit] = FULL[unit]

    def on_map(self, side: int) -> int:
        """The blocks of a side in areas and boxes."""
        found = ALL_OF[side]
        for tray in range(POOL, len(self.at)):
            found &= ~self.at[tray]
        return found

    def lost(self, side: int) -> int:
        """9.3: how many of a side's blocks are lost for good: they raise the other's Logistics Value."""
        return (self.at[ELIMINATED] & ALL_OF[side]).bit_count()

    def emit_hidden(self, kind: str, own: str, public: str, rule: str, unit: int, spaces: list[str]) -> None:
        """An event about a block: its owner is told which one it is, everybody else only where."""
        if self.revealed >> unit & 1:
            self.emit(kind, own, rule, spaces, [UNIT_NAMES[unit]])
            return
        self.emit(kind, own, rule, spaces, [UNIT_NAMES[unit]], visible_to=SIDES[SIDE[unit]])
        self.emit(kind, public, rule, spaces, visible_to=SIDES[1 - SIDE[unit]])

    def guess(self, side: str, rng: Random) -> Moscow41State:
        from .fog import guess

        return guess(self, SIDES.index(side), rng)
