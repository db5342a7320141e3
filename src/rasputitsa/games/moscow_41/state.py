"""What changes during play: flat arrays of small integers, and sets of areas and blocks as integers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Annotated

from ...core import Fate, Kind, TokenFate, derived, fate_of, state_class, unnamed, written
from ...core.phases import PhasedState
from ...core.sets import members
from ...core.step_codec import Places, Sides, Units
from .facts import (
    ALL_OF,
    AREAS,
    BOARD,
    BOMBERS,
    COUNT,
    ELIMINATED,
    FULL,
    GERMAN,
    HAND,
    LEADERS,
    MINIMUM,
    MONTHS,
    MOSCOW,
    POOL,
    READY,
    REMNANTS,
    REMOVED,
    SIDE,
    SIDES,
    SIZE,
    SOVIET,
    STACKING,
    STALIN,
    TITLES,
    UNIT_NAMES,
    WEAKER,
    space_label,
    unit_subject,
)
from .loader import ScenarioFacts
from .victory import sudden_death

if TYPE_CHECKING:
    from . import Moscow41


Side = Annotated[int, "side"]


def everybody_in_hand() -> list[int]:
    at = [0] * SIZE
    at[HAND] = ALL_OF[GERMAN] | ALL_OF[SOVIET]
    return at


@state_class
class Moscow41State(PhasedState):
    """A position of Moscow '41.

    ``where[block]`` is an area, a box or a tray, ``at[space]`` the set of blocks there, ``strength[block]`` its dots or
    stars (0 is the heart). ``units[side]`` are the areas with a block or a defensive line of a side, ``full[side]``
    those where no further block may stack. ``german`` is the set of areas and boxes that the Germans control;
    everything else is Soviet. ``setting`` are the facts of the scenario, ``optional`` the bits of the options.

    ``revealed`` are the blocks that lie face up, ``isolated`` and ``isolated_lines`` those with a white cube.
    In an impulse, ``activated`` are the HQs in action, ``acted`` the blocks that have had their action, ``crossed``
    those with a blue cube, ``before`` the areas that were contested when it began, ``fought`` the areas where a battle
    has been fought, ``blitzers`` the blocks that may blitz, ``blitzed`` those that did, ``target[hq]`` the area of an
    artillery marker, ``air[bomber]`` the area a bomber is committed to, or its tray. In the Logistics Phase ``acted``
    are the blocks that have recovered a step.

    ``leningrad_reached`` says that Hoepner has come to the Leningrad box, which falls in the next Final Phase (10.9),
    ``zhukov_recalled`` that Zhukov has left it and cannot return (14.2).
    """

    game: Moscow41
    setting: ScenarioFacts
    optional: int = 0
    where: bytearray = derived(factory=lambda: bytearray([HAND]) * COUNT)
    strength: bytearray = derived(factory=lambda: bytearray(FULL))
    at: list[int] = derived(factory=everybody_in_hand)
    units: list[int] = derived(factory=lambda: [0, 0])
    full: list[int] = derived(factory=lambda: [0, 0])
    target: bytearray = derived(factory=lambda: bytearray(COUNT))
    air: bytearray = derived(factory=lambda: bytearray([READY]) * len(BOMBERS))
    german: int = written(Places, default=0)
    german_lines: int = written(Places, default=0)
    soviet_lines: int = written(Places, default=0)
    revealed: int = written(Units, default=0)
    isolated: int = written(Units, default=0)
    isolated_lines: int = written(Places, default=0)
    activated: int = written(Units, default=0)
    acted: int = written(Units, default=0)
    crossed: int = written(Units, default=0)
    before: int = written(Places, default=0)
    fought: int = written(Places, default=0)
    blitzers: int = written(Units, default=0)
    blitzed: int = written(Units, default=0)
    active: int = written(Side, default=SOVIET)
    kind: int = written(int, default=0)
    initiative: int = written(Side, default=GERMAN)
    disc_used: int = written(Sides, default=0)
    passes: int = written(int, default=0)
    impulse: int = written(int, default=0)
    german_impulses: int = written(int, default=0)
    weather: int = written(int, default=0)
    track: int = written(int, default=0)
    leningrad_reached: bool = written(bool, default=False)
    zhukov_recalled: bool = written(bool, default=False)

    @property
    def month(self) -> int:
        """The month by its number on the track: July is 1."""
        return self.setting.first + self.turn - 1

    def lines_of(self, side: int) -> int:
        """The areas with a defensive line of a side."""
        return self.german_lines if side == GERMAN else self.soviet_lines

    @property
    def heading(self) -> str:
        phase = self.scenario.phases[self.phase].title
        if not self.phase:
            return phase
        whose = f", {TITLES[self.active]} impulse" if self.phase in range(2, 8) else ""
        return f"{MONTHS[self.month - 1]}{whose}: {phase}"

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

    def blocks_in(self, areas: int) -> int:
        """All blocks in some areas."""
        found, at = 0, self.at
        for area in members(areas & (self.units[0] | self.units[1])):
            found |= at[area]
        return found

    def put(self, unit: int, place: int) -> None:
        """Move a block from where it is to another place. Control follows (2.5)."""
        old, side = self.where[unit], SIDE[unit]
        self.place(unit, place)
        for area in (old, place):
            if AREAS >> area & 1:
                self.refresh(side, area)
                self.settle_control(area)

    def place(self, unit: int, place: int) -> None:
        bit = 1 << unit
        self.at[self.where[unit]] &= ~bit
        self.at[place] |= bit
        self.where[unit] = place

    def refresh(self, side: int, area: int) -> None:
        """What follows from who is in an area: presence and stacking."""
        bit = 1 << area
        mine = self.at[area] & ALL_OF[side]
        if mine & ~LEADERS or self.lines_of(side) & bit:
            self.units[side] |= bit
        else:
            self.units[side] &= ~bit
        if mine.bit_count() >= STACKING[area]:
            self.full[side] |= bit
        else:
            self.full[side] &= ~bit

    def settle_control(self, area: int) -> None:
        """2.5: an area with units of one side only is that side's."""
        bit = 1 << area
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
                text = "Moscow has fallen, and Stalin with it."
                self.emit_blocks(Kind.LOSS, text, "4.2.4", [STALIN], Fate.ELIMINATED, REMOVED, [BOARD.names[MOSCOW]])
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
        self.emit(Kind.CONTROL, f"{TITLES[side]} control: {names}.", "2.5", SIDES[side], BOARD.names_of(areas))

    def set_line(self, side: int, area: int, stands: bool) -> None:
        """4.1: a defensive line is built or gone."""
        lines = self.lines_of(side)
        lines = lines | 1 << area if stands else lines & ~(1 << area)
        if side == GERMAN:
            self.german_lines = lines
        else:
            self.soviet_lines = lines
        if not stands:
            self.isolated_lines &= ~(1 << area)
        self.refresh(side, area)
        self.settle_control(area)
        if stands and self.phase and self.outcome is None:
            self.check_victory()

    def check_victory(self) -> None:
        """1.7: a Sudden Death ends the game the instant it occurs."""
        self.outcome = sudden_death(self)
        if self.outcome is not None:
            self.emit(Kind.END, self.outcome.reason, self.outcome.rule)

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
            text = f"{unit_subject(unit)} {what} in {space_label(where)}."
            lost = self.fates([unit], Fate.SURRENDERED if surrendered else Fate.ELIMINATED, place)
            shown = not self.revealed >> unit & 1
            kind = Kind.ATTRITION if surrendered else Kind.LOSS
            self.emit(kind, text, rule, lost[0].side, [BOARD.names[where]], lost, reveals=shown)
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

    # What happened.

    def fates(self, units: Iterable[int], fate: Fate, place: int | None = None, known: int = -1) -> list[TokenFate]:
        """What becomes of blocks where they are; ``place`` is where they go. Only the ``known`` ones have names."""
        found, where, names = [], self.where, BOARD.names
        for unit in units:
            here = names[where[unit]]
            there = here if place is None else "" if place == REMOVED else names[place]
            name = UNIT_NAMES[unit] if known >> unit & 1 else ""
            found.append(fate_of((name, fate, SIDES[SIDE[unit]], here, there)))
        return found

    def emit_blocks(
        self,
        kind: Kind,
        text: str,
        rule: str,
        units: Iterable[int],
        fate: Fate,
        place: int | None = None,
        spaces: Sequence[str] = (),
        public: str = "",
        reveals: bool = False,
    ) -> None:
        """An event about blocks of one side, told while they are still where they were.

        Where some of them are concealed, the others are told the ``public`` text, or the same, without their names.
        """
        if self.events is None:
            return
        units = list(units)
        own, known = self.fates(units, fate, place), self.revealed | LEADERS
        seen = [told if known >> unit & 1 else unnamed(told) for unit, told in zip(units, own, strict=True)]
        side = own[0].side
        if own == seen:
            self.emit(kind, text, rule, side, spaces, own, reveals=reveals)
            return
        self.emit(kind, text, rule, side, spaces, own, visible_to=side, reveals=reveals)
        self.emit(kind, public or text, rule, side, spaces, seen, hidden_from=side, reveals=reveals)

    def emit_block(
        self,
        kind: Kind,
        unit: int,
        what: str,
        rule: str,
        fate: Fate,
        place: int | None = None,
        spaces: Sequence[str] = (),
        detail: str = "",
    ) -> None:
        """What a block does. Everybody is told that some block does it; only the owner of a concealed one, which.

        ``detail`` is what only those who know the block may know besides.
        """
        if self.events is None:
            return
        text = public = ""
        if self.tells_all:
            text, public = f"{unit_subject(unit)} {what}{detail}.", f"A {TITLES[SIDE[unit]]} block {what}."
        self.emit_blocks(kind, text, rule, [unit], fate, place, spaces, public)

    def guess(self, side: str, rng: Random) -> Moscow41State:
        from .fog import guess

        return guess(self, SIDES.index(side), rng)
