"""What can be drawn over the map: zones, supply, control, entry places, threats and reach."""

from __future__ import annotations

from collections.abc import Sequence

from ...core import Mark, Overlay, RasputitsaError
from ...core.enemy_reach import ENEMY_REACH, enemy_marks, enemy_overlay
from ...core.sets import contains, members
from .battle import Battle, odds_name, ratio, shifts
from .enemy_reach import enemy_reach
from .facts import (
    ALL_OF,
    BARRED_FROM_MARSH,
    BOARD,
    EAST_SOURCES,
    GERMAN,
    LAND,
    MARSH,
    MOSCOW,
    SIDE,
    SIDES,
    SOVIET,
    TYPE,
    WEST_SOURCES,
    WESTERN_PLACES,
    land_spread,
)
from .fog import hidden_from, seen_counters, side_of, unit_of, visible_units
from .forecast import span, unit_spread
from .moves import began_together
from .outlook import in_combat, in_movement
from .reach import reach
from .reinforcements import Reinforcements, entry_hexes
from .state import DriveOnMoscowState
from .supply import (
    edge_supplied,
    german_net,
    own_cities,
    soviet_net,
    soviet_open,
    supplied,
    way_to_source,
)

SUPPLY = (("good", "S: a supply source"), ("bad", "!: units out of supply"))
DECISIVE = (MOSCOW, WESTERN_PLACES)  # 4.1, 4.4: by the side that wins by taking them
OVERLAYS = (
    Overlay("zones", "German zones of control", "7.0", legend=(("german", "in a German zone of control"),)),
    Overlay("german-supply", "German supply", "8.0", legend=(("german", "in German supply"), *SUPPLY)),
    Overlay(
        "soviet-supply",
        "Soviet supply",
        "8.0",
        legend=(("soviet", "in Soviet supply"), ("stop", "a line may begin here but not pass"), *SUPPLY),
    ),
    Overlay("control", "Control", "3.7", legend=(("german", "German control"), ("soviet", "Soviet control"))),
    Overlay(
        "entry",
        "Where Soviet reinforcements may enter",
        "9.1",
        legend=(("soviet", "an entry place, with how many units it can still take"),),
    ),
    Overlay(
        "threats",
        "Odds if all adjacent enemies attack",
        "11.0",
        legend=(("german", "odds of a German attack"), ("soviet", "odds of a Soviet attack")),
    ),
    Overlay(
        "reach",
        "Reach of a unit",
        "10.0",
        needs="token",
        legend=(
            ("", "within reach, with the movement points it takes"),
            ("stop", "the move ends there: a German zone of control"),
        ),
    ),
    Overlay(
        "stack-reach",
        "Reach of a stack",
        "10.4",
        needs="token",
        legend=(("", "within reach of the slowest unit"), ("stop", "the move ends there: a German zone of control")),
    ),
    Overlay(
        "supply-line",
        "Supply line of a unit",
        "8.3",
        needs="token",
        legend=(("german", "a German line"), ("soviet", "a Soviet line"), *SUPPLY),
    ),
    enemy_overlay("10.0"),
)


def overlay(state: DriveOnMoscowState, name: str, viewer: str | None, token: str | None) -> dict[str, Mark]:
    if name == ENEMY_REACH:
        return enemy_marks(state.game, viewer, lambda side: enemy_reach(state, side), DECISIVE.__getitem__)
    if name == "zones":
        return {hex: Mark("", "German zone of control", SIDES[GERMAN]) for hex in BOARD.names_of(state.german_zone())}
    if name == "german-supply":
        return supply_marks(state, GERMAN)
    if name == "soviet-supply":
        return supply_marks(state, SOVIET)
    if name == "control":
        return state.game.marks_by_side(state.control, BOARD.hexes & ~state.control, "control")
    if name == "entry":
        return entry_marks(state)
    if name == "threats":
        return threats(state, side_of(viewer))
    unit = unit_of(state, token or "", side_of(viewer))
    if unit is None:
        raise RasputitsaError(f"There is no unit {str(token)[:40]!r} on the map that you can look at.")
    if name == "supply-line":
        return line_of(state, unit)
    then = in_movement(state, SIDE[unit])
    if then is None:
        return {}
    together = name == "stack-reach" and SIDES[SIDE[unit]] == viewer
    return reach_of(then, began_together(then, unit) | 1 << unit if together else 1 << unit, state.where[unit])


def supply_marks(state: DriveOnMoscowState, side: int) -> dict[str, Mark]:
    """8.0: where units of a side are supplied, the sources, and who is cut off."""
    tone = SIDES[side]
    found = {name: Mark("", "in supply", tone) for name in BOARD.names_of(supplied(state, side))}
    if side == SOVIET:
        only_start = edge_supplied(state) & ~soviet_net(state) & ~state.occupied(GERMAN)
        for name in BOARD.names_of(only_start & ~soviet_open(state)):
            found[name] = Mark("", "a line may begin here but not pass", "stop")
        for hex in members(own_cities(state)):
            found[BOARD.names[hex]] = Mark("S", "supplies the units in it", "good")
        sources = EAST_SOURCES & ~state.control
    else:
        sources = WEST_SOURCES & state.control
    for name in BOARD.names_of(sources):
        found[name] = Mark("S", "supply source", "good")
    for hex in members(state.occupied(side) & ~supplied(state, side)):
        found[BOARD.names[hex]] = Mark("!", "out of supply", "bad")
    return found


def entry_marks(state: DriveOnMoscowState) -> dict[str, Mark]:
    """9.1: where reinforcements could enter if the Soviet player turn began now, or where they do now."""
    hexes = next((step.hexes for step in state.stack if isinstance(step, Reinforcements)), None)
    found = entry_hexes(state) if hexes is None else hexes
    return {
        BOARD.names[hex]: Mark(str(max(0, state.room(SOVIET, hex))), "units that can enter here", SIDES[SOVIET])
        for hex in members(found)
    }


def threats(state: DriveOnMoscowState, viewer: int | None) -> dict[str, Mark]:
    """11.0: the odds of a prepared assault on each stack by every enemy next to it, as far as the viewer knows them.

    They are those of the Combat Phase in which the enemy can next attack.
    """
    found = {}
    for side in (GERMAN, SOVIET):
        enemy = 1 - side
        then = in_combat(state, enemy)
        if then is None:
            continue
        ready = state.occupied(enemy) & (german_net(state) if enemy == GERMAN else BOARD.hexes)
        attack, defense = Ranges(state, viewer, enemy, 0), Ranges(state, viewer, side, 1)
        for hex in members(state.occupied(side) & land_spread(ready)):
            near = LAND.of[hex] & ready
            barred = BARRED_FROM_MARSH & attack.visible if contains(MARSH, hex) else 0  # 11.13
            attackers = [unit for other in members(near) for unit in state.stacks[other] if not contains(barred, unit)]
            if not attackers:
                continue
            battle = Battle(enemy, hex, 0, sum(1 << unit for unit in attackers), 0, 0)
            columns = sum(shift.columns for shift in shifts(then, battle))
            least, most = attack.of(attackers, hex)
            weak, strong = defense.of(state.stacks[hex], hex)
            odds = span(odds_name(ratio(least, strong) + columns), odds_name(ratio(most, weak) + columns))
            found[BOARD.names[hex]] = Mark(odds, "odds if all adjacent enemies attack", SIDES[enemy])
    return found


class Ranges:
    """The least and the most that the factors of units of a side can add up to, by what a viewer knows."""

    def __init__(self, state: DriveOnMoscowState, viewer: int | None, side: int, which: int) -> None:
        self.state, self.viewer, self.which = state, viewer, which
        self.seen = seen_counters(state, viewer)
        self.visible = visible_units(state, viewer)
        self.untried: dict[str, tuple[int, int]] = {}
        hidden = [unit for unit in hidden_from(state, viewer, side) if side != viewer]
        ends = [self.unit(unit, 0) for unit in hidden]
        self.unknown = (min(low for low, _ in ends), max(high for _, high in ends)) if ends else (1, 1)

    def unit(self, unit: int, hex: int) -> tuple[int, int]:
        if self.state.is_untried(unit):
            kind = TYPE[unit]
            if kind not in self.untried:
                spread = unit_spread(self.state, unit, hex, self.which, self.seen)
                self.untried[kind] = min(spread), max(spread)
            return self.untried[kind]
        (factor,) = unit_spread(self.state, unit, hex, self.which, self.seen)
        return factor, factor

    def of(self, units: Sequence[int], hex: int) -> tuple[int, int]:
        least, most = self.unknown
        if self.which == 0 and contains(MARSH, hex):
            least = 0  # it may be one that cannot attack there (11.13)
        ends = [self.unit(unit, hex) if contains(self.visible, unit) else (least, most) for unit in units]
        return max(1, sum(low for low, _ in ends)), sum(high for _, high in ends)


def reach_of(state: DriveOnMoscowState, units: int, here: int) -> dict[str, Mark]:
    """10.0, 10.4: how far units could move together, with the cost."""
    zone = state.german_zone() if units & ALL_OF[SOVIET] else 0
    found = {}
    for cost, hexes in enumerate(reach(state, units, here)):
        for hex in members(hexes) if cost else []:
            stop = contains(zone, hex)
            note = "stops in a German zone of control" if stop else ""
            found[BOARD.names[hex]] = Mark(str(cost), note, "stop" if stop else "")
    return found


def line_of(state: DriveOnMoscowState, unit: int) -> dict[str, Mark]:
    """8.3: a shortest supply line of a unit."""
    way = way_to_source(state, SIDE[unit], state.where[unit])
    if not way:
        return {BOARD.names[state.where[unit]]: Mark("!", "no line to the map edge", "bad")}
    names = [BOARD.names[hex] for hex in way]
    found = {
        name: Mark("", "supply line", SIDES[SIDE[unit]], toward)
        for name, toward in zip(names, [*names[1:], ""], strict=True)
    }
    found[names[-1]] = Mark("S", "supply source", "good")
    return found
