"""What players are shown: the view, overlays and figures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ...core import Mark, Overlay, RasputitsaError
from ...core.sets import members, set_of, union
from ...core.values import Data
from .assault import Assault
from .battle import Battle, no_offensive, odds_name, ratio, shifts
from .combat import Attack
from .deployment import GERMAN_UNITS
from .entry import Reinforcements, entry_hexes
from .facts import (
    ALL_OF,
    BOARD,
    CITIES,
    DRY_SHOD,
    EAST_SOURCES,
    GERMAN,
    LAND,
    MARSH,
    PLACES,
    RESERVES,
    SIDE,
    SIDES,
    SOVIET,
    TITLES,
    TURNS,
    TYPE,
    UNIT_NAMES,
    UNTRIED_KIND,
    WEST_SOURCES,
    land_spread,
)
from .fog import by_place, in_revealed_battle, seen_counters, side_of, token_name, unit_of, visible_units
from .forecast import hidden_from, span, unit_spread
from .moves import began_together
from .names import factors_label, unit_label
from .reach import movement_factors, reach
from .state import DriveOnMoscowState, Look
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
)
KEY_HEXES = PLACES | EAST_SOURCES
PLAIN: Look = (0,)
KEY_NAMES = [(hex, BOARD.names[hex]) for hex in members(KEY_HEXES)]


# The view.


def public_view(state: DriveOnMoscowState) -> Data:
    """What this game adds to `PhasedGame.common_view`."""
    return {
        "control": control(state.control & KEY_HEXES),
        "territory": territory(state.control),
        "status": status(state),
    }


def private_view(state: DriveOnMoscowState, viewer: str | None) -> Data:
    """The units and battles as far as the viewer may know them."""
    side = side_of(viewer)
    return {"tokens": tokens(state, side), "battles": battles(state, side)}


@lru_cache(maxsize=64)
def control(german: int) -> dict[str, str]:
    """3.7: who controls the towns, cities and sources, by those that are German."""
    return {name: SIDES[GERMAN] if german >> hex & 1 else SIDES[SOVIET] for hex, name in KEY_NAMES}


@lru_cache(maxsize=64)
def territory(german: int) -> dict[str, str]:
    """3.7: the hexes that each side controls, as hexadecimal numbers."""
    return {SIDES[GERMAN]: f"{german:x}", SIDES[SOVIET]: f"{BOARD.hexes & ~german:x}"}


def tokens(state: DriveOnMoscowState, viewer: int | None) -> list[Data]:
    """The units on the map, stack by stack from bottom to top; in the German set-up those that wait as well."""
    battle = in_revealed_battle(state)
    found: list[Data] = []
    for side in (GERMAN, SOVIET):
        found += side_tokens(state, side, side == viewer, battle)
    if state.mode == "german":
        waiting = [unit for unit in GERMAN_UNITS if state.where[unit] == RESERVES]
        found += [own_token(state, unit, BOARD.names[RESERVES], []) for unit in waiting]
    return found


def side_tokens(state: DriveOnMoscowState, side: int, own: bool, battle: int) -> list[Data]:
    """The units of a side on the map. As long as nothing has changed they are the same list."""
    units = ALL_OF[side]
    signs = tuple(each & units for each in (done_units(state) if own else (battle,)))
    cut_off = state.occupied(side) & ~supplied(state, side)
    key = (state.stamps[side], cut_off, signs)
    known = state.listed.get((side, own))
    if known is None or known[0] != key:
        known = state.listed[side, own] = key, fresh_tokens(state, side, own, cut_off, signs)
    return known[1]


def fresh_tokens(state: DriveOnMoscowState, side: int, own: bool, cut_off: int, signs: tuple[int, ...]) -> list[Data]:
    """The same, stack by stack. ``signs`` are sets of units, each of which shows on the tokens."""
    shown, stacks, where = state.shown[own], state.stacks, state.where
    special = {where[unit] for unit in members(union(signs))}.union(members(cut_off))
    hexes = members(state.occupied(side))
    found: list[Data] = []
    for hex, stack, known in zip(hexes, map(stacks.__getitem__, hexes), map(shown.get, hexes), strict=True):
        if known is None or known[0] is not stack:
            known = stack, set_of(stack), (), []
        look = (cut_off >> hex & 1, *[each & known[1] for each in signs]) if hex in special else PLAIN
        if known[2] != look:
            known = shown[hex] = stack, known[1], look, stack_tokens(state, side, hex, own, look)
        found += known[3]
    return found


def done_units(state: DriveOnMoscowState) -> tuple[int, int, int]:
    """The units that have moved, assaulted and attacked in this phase (see `done_marks`)."""
    moved = set_of(unit for unit in members(state.parent) if state.spent[unit])
    return state.finished | moved, state.assaulted, state.fought


def stack_tokens(state: DriveOnMoscowState, side: int, hex: int, own: bool, look: Look) -> list[Data]:
    """The units of a hex as their owner or somebody else sees them; all of those in a battle are seen."""
    place, stack = BOARD.names[hex], state.stacks[hex]
    out, *signs = look
    marks = ["out of supply"] if out else []
    battle = 0 if own else union(signs)
    if own:
        return [own_token(state, unit, place, marks + done_marks(state, unit)) for unit in stack]
    return [
        enemy_token(state, unit, place, level, marks)
        if level == len(stack) or battle >> unit & 1
        else unknown_token(side, f"{place}.{level}", place, "unit", marks)
        for level, unit in enumerate(stack, 1)
    ]


def own_token(state: DriveOnMoscowState, unit: int, place: str, marks: list[str]) -> Data:
    """A unit that can be told from others."""
    name, face = UNIT_NAMES[unit], state.face[unit]
    found: Data = {
        "name": name,
        "piece": name,
        "at": place,
        "owner": SIDES[SIDE[unit]],
        "face": 1 if face else 0,
        "marks": marks,
    }
    if face and UNTRIED_KIND >> unit & 1:
        factors = factors_label(state, unit)
        found["print"], found["big"], found["title"] = factors, factors.partition("-")[0], unit_label(state, unit)
    return found


def enemy_token(state: DriveOnMoscowState, unit: int, place: str, level: int, marks: list[str]) -> Data:
    """An enemy unit that may be looked at. Untried ones cannot be told from each other (2.13)."""
    if state.is_untried(unit):
        return unknown_token(SIDE[unit], f"{place}.{level}", place, TYPE[unit], marks)
    return own_token(state, unit, place, marks)


def unknown_token(side: int, name: str, place: str, back: str, marks: list[str]) -> Data:
    """A unit under the top one of an enemy stack, or an untried one."""
    return {"name": name, "piece": None, "at": place, "owner": SIDES[side], "face": None, "back": back, "marks": marks}


def done_marks(state: DriveOnMoscowState, unit: int) -> list[str]:
    """What a unit has done in this phase."""
    bit = 1 << unit
    found = []
    if state.finished & bit or state.spent[unit]:
        found.append("moved")
    if state.assaulted & bit:
        found.append("assaulted")
    if state.fought & bit:
        found.append("attacked")
    return found


def status(state: DriveOnMoscowState) -> list[Data]:
    """The small facts beside the map."""
    turn = TURNS[state.turn - 1]
    mech, other = movement_factors(state, GERMAN)
    facts = [
        {"label": "Ground", "value": turn.ground, "rule": "2.10"},
        {"label": "German movement", "value": f"{mech} mechanized, {other} other", "rule": "2.10"},
        {
            "label": "Soviet movement",
            "value": f"{turn.movement[0]} mechanized, {turn.movement[1]} other",
            "rule": "2.10",
        },
    ]
    facts += [
        {"label": f"{TITLES[side]} aircraft", "value": str(state.aircraft(side)), "rule": "11.19"}
        for side in (GERMAN, SOVIET)
        if state.aircraft(side)
    ]
    if state.phase > 2 and state.active == GERMAN:
        coming = TURNS[state.turn - 1].reinforcements
        text = ", ".join(f"{count} {kind}" for kind, count in coming.items())
        facts.append({"label": "Soviet reinforcements", "value": text, "rule": "9.1"})
    facts.append({"label": "Kampfgruppen left", "value": str(state.kampfgruppen_left()), "rule": "11.30"})
    facts += november_status(state)
    cities = (CITIES & state.control).bit_count()
    facts.append({"label": "Cities under German control", "value": f"{cities} of {CITIES.bit_count()}", "rule": "4.3"})
    return facts


def november_status(state: DriveOnMoscowState) -> list[Data]:
    """12.0: what has become of the November Offensive."""
    found = []
    if state.november:
        turn = state.november + 1
        value = f"declared for turn {turn}" if state.turn < turn else f"executed on turn {turn}"
        found.append({"label": "November Offensive", "value": value, "rule": "12.0"})
    elif no_offensive(state) and state.mode != "replacement":
        found.append({"label": "November Offensive", "value": "never declared", "rule": "12.3"})
    if state.ordered:
        value = f"{state.launched} of {state.ordered} units"
        found.append({"label": "Spoiling attacks", "value": value, "rule": "12.1"})
    return found


def battles(state: DriveOnMoscowState, viewer: int | None) -> list[Data]:
    """The battle being prepared or fought, as far as the viewer may see it."""
    for step in state.stack:
        if isinstance(step, Attack | Assault):
            if step.actor(state) != (None if viewer is None else SIDES[viewer]):
                return []
            return [battle_data(state, step.battle(state), viewer)]
        battle = getattr(step, "battle", None)
        if isinstance(battle, Battle):
            return [battle_data(state, battle, viewer)]
    return []


def battle_data(state: DriveOnMoscowState, battle: Battle, viewer: int | None) -> Data:
    def names(units: int) -> list[str]:
        return [token_name(state, unit, viewer) for unit in by_place(state, units)]

    return {
        "space": BOARD.names[battle.hex],
        "attackers": names(battle.attackers),
        "defenders": names(battle.defenders),
    }


# Overlays and figures.


def overlay(state: DriveOnMoscowState, name: str, viewer: str | None, token: str | None) -> dict[str, Mark]:
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
    together = name == "stack-reach" and SIDES[SIDE[unit]] == viewer
    return reach_of(state, began_together(state, unit) | 1 << unit if together else 1 << unit, state.where[unit])


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
    """11.0: the odds of a prepared assault on each stack by every enemy next to it, as far as the viewer knows them."""
    found = {}
    for side in (GERMAN, SOVIET):
        enemy = 1 - side
        ready = state.occupied(enemy) & (german_net(state) if enemy == GERMAN else BOARD.hexes)
        attack, defense = Ranges(state, viewer, enemy, 0), Ranges(state, viewer, side, 1)
        for hex in members(state.occupied(side) & land_spread(ready)):
            near = LAND.of[hex] & ready
            barred = DRY_SHOD & attack.visible if MARSH >> hex & 1 else 0  # 11.13
            attackers = [unit for other in members(near) for unit in state.stacks[other] if not barred >> unit & 1]
            if not attackers:
                continue
            battle = Battle(enemy, hex, 0, sum(1 << unit for unit in attackers), 0, 0)
            columns = sum(shift.columns for shift in shifts(state, battle))
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
        if self.which == 0 and MARSH >> hex & 1:
            least = 0  # it may be one that cannot attack there (11.13)
        ends = [self.unit(unit, hex) if self.visible >> unit & 1 else (least, most) for unit in units]
        return max(1, sum(low for low, _ in ends)), sum(high for _, high in ends)


def reach_of(state: DriveOnMoscowState, units: int, here: int) -> dict[str, Mark]:
    """10.0, 10.4: how far units could move together, with the cost."""
    zone = state.german_zone() if units & ALL_OF[SOVIET] else 0
    found = {}
    for cost, hexes in enumerate(reach(state, units, here)):
        for hex in members(hexes) if cost else []:
            stop = zone >> hex & 1
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


def statistics(state: DriveOnMoscowState) -> list[Data]:
    """Units on the map and towns and cities held, by side: all of it is public."""
    units = {
        SIDES[side]: sum(len(state.stacks[hex]) for hex in members(state.occupied(side))) for side in (GERMAN, SOVIET)
    }
    held = (PLACES & state.control).bit_count()
    places = {SIDES[GERMAN]: held, SIDES[SOVIET]: PLACES.bit_count() - held}
    return [
        {"name": "units", "title": "Units on the map", "values": units},
        {"name": "places", "title": "Towns and cities held", "values": places},
    ]
