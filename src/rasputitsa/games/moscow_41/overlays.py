"""What can be drawn over the map: control, supply, lines, ranges and reach. Each is made for a viewer."""

from __future__ import annotations

from ...core import Mark, Overlay, RasputitsaError
from ...core.enemy_reach import ENEMY_REACH, enemy_marks, enemy_overlay
from ...core.sets import SpaceSet, contains, members
from .enemy_reach import enemy_reach
from .facts import (
    AIR_HQS,
    ALL_OF,
    AREAS,
    BOARD,
    GERMAN,
    HQS,
    NEAR,
    SIDE,
    SIDES,
    SOVIET,
    STAGING,
    TACTICAL,
    TITLES,
    VICTORY,
)
from .fire import absorb_bonus
from .ranges import air_range, commanded_by, tactical_range
from .reach import allowance, reach_by_cost
from .sight import known_blocks
from .state import Moscow41State
from .supply import network, sources, supplied_areas
from .tokens import block_named, tokens

CONTROL = (("german", "German control"), ("soviet", "Soviet control"))
CUT_OFF = ("bad", "Units that are cut off")
SUPPLY = ("good", "Supply Source")
LINE = (("good", "The shortest line to a Supply Source"), ("bad", "No line: the units here are cut off"))
RANGE = (("good", "In range"), ("stop", "In range, with blocks that it commands"))
REACH = (("", "Reach, with its movement points"), ("stop", "The block engages and must stop"))

OVERLAYS = (
    Overlay("control", "Control of areas", "2.5", legend=CONTROL),
    Overlay("german-supply", "German supply", "9.2", legend=(("german", "Traces a line"), SUPPLY, CUT_OFF)),
    Overlay("soviet-supply", "Soviet supply", "9.2", legend=(("soviet", "Traces a line"), SUPPLY, CUT_OFF)),
    Overlay("line", "Line of Communication of a block", "9.2", needs="token", legend=LINE),
    Overlay("reach", "Reach of a block", "10.8", needs="token", legend=REACH),
    Overlay("range", "Tactical Range of an HQ", "10.3", needs="token", legend=RANGE),
    Overlay(
        "air", "Air Range of a Luftwaffe HQ", "10.10", needs="token", legend=(("good", "In range of its bombers"),)
    ),
    Overlay("absorb", "Hits that a defender absorbs", "10.13", legend=(("", "Absorbed for the side in control"),)),
    enemy_overlay("10.8"),
)


def overlay(state: Moscow41State, name: str, viewer: str | None, token: str | None) -> dict[str, Mark]:
    if name == ENEMY_REACH:
        own = SIDES.index(viewer) if viewer in SIDES else None
        return enemy_marks(state.game, viewer, lambda side: enemy_reach(state, side, own), lambda side: VICTORY)
    if name == "control":
        return state.game.marks_by_side(state.controlled(GERMAN), state.controlled(SOVIET), "control")
    if name == "german-supply":
        return supply_marks(state, GERMAN)
    if name == "soviet-supply":
        return supply_marks(state, SOVIET)
    if name == "absorb":
        return absorb_marks(state)
    if name == "line":
        return line_marks(state, *place_of(state, token, viewer))
    unit = block_named(state, token, viewer)
    if not contains(AREAS, state.where[unit]):
        return {}
    if name == "reach":
        return reach_marks(state, unit)
    known = known_blocks(state, SIDES.index(viewer) if viewer in SIDES else None)
    if name == "air":
        return air_marks(state, in_stack(state, unit, AIR_HQS & known))
    return range_marks(state, in_stack(state, unit, TACTICAL & known), known)


def in_stack(state: Moscow41State, unit: int, hqs: SpaceSet) -> int:
    """The block itself if it is one of these HQs, else the first of them that is stacked with it, if there is one."""
    if contains(hqs, unit):
        return unit
    mates = state.at[state.where[unit]] & ALL_OF[SIDE[unit]] & hqs
    return (mates & -mates).bit_length() - 1 if mates else unit


def place_of(state: Moscow41State, token: str | None, viewer: str | None) -> tuple[int, int]:
    """The side and the area of a token. Everybody sees where a block is, though not which it is (1.5)."""
    side = SIDES.index(viewer) if viewer in SIDES else None
    found = next((one for one in tokens(state, side) if one["name"] == token), None)
    if found is None:
        raise RasputitsaError(f"You see no block named {str(token)[:40]!r}.")
    return SIDES.index(found["owner"]), BOARD.ids[found["at"] or ""]


def line_marks(state: Moscow41State, side: int, area: int) -> dict[str, Mark]:
    """9.2: a shortest Line of Communication, area by area."""
    if not contains(AREAS, area):
        return {}
    net, ends = network(state, side), sources(state, side)
    came_from: dict[int, int] = {area: 0}
    ring = [area]
    while ring:
        found = next((place for place in ring if contains(ends & net, place)), None)
        if found is not None:
            return way_marks(came_from, found, TITLES[side])
        ring = [new for place in ring for new in next_on_line(place, net, came_from)]
    return {BOARD.names[area]: Mark("!", "no Line of Communication", "bad")}


def next_on_line(place: int, net: SpaceSet, came_from: dict[int, int]) -> list[int]:
    fresh = [area for area in members(NEAR[place] & net) if area not in came_from]
    came_from.update(dict.fromkeys(fresh, place))
    return fresh


def way_marks(came_from: dict[int, int], end: int, title: str) -> dict[str, Mark]:
    found = {BOARD.names[end]: Mark("S", f"{title} Supply Source", "good")}
    while came_from[end]:
        toward, end = BOARD.names[end], came_from[end]
        found[BOARD.names[end]] = Mark("", "Line of Communication", "good", toward)
    return found


def supply_marks(state: Moscow41State, side: int) -> dict[str, Mark]:
    """9.2: the areas that trace a line, its sources, and who is cut off."""
    net, ends = network(state, side), sources(state, side)
    found = {name: Mark("", "traces a Line of Communication", SIDES[side]) for name in BOARD.names_of(net)}
    for name in BOARD.names_of(ends & net):
        found[name] = Mark("S", "Supply Source", "good")
    for area in members(state.units[side] & ~supplied_areas(state, side)):
        what = "units here are" if state.blocks(side, area) else "the defensive line here is"
        found[BOARD.names[area]] = Mark("!", f"{what} cut off", "bad")
    return found


def absorb_marks(state: Moscow41State) -> dict[str, Mark]:
    """10.13: what the side that controls an area would absorb there."""
    found = {}
    for area in members(AREAS & ~STAGING):
        bonus = absorb_bonus(state, area, GERMAN if contains(state.german, area) else SOVIET)
        if bonus:
            found[BOARD.names[area]] = Mark(str(bonus), f"absorbs {bonus} for its controller")
    return found


def reach_marks(state: Moscow41State, unit: int) -> dict[str, Mark]:
    """10.8: how far a block could move, with the cost."""
    enemies = state.units[1 - SIDE[unit]]
    found = {}
    for cost, areas in enumerate(reach_by_cost(state, unit, allowance(state, unit), True)):
        for area in members(areas) if cost else []:
            engages = contains(enemies, area)
            note_ = "engages" if engages else "full" if contains(state.full[SIDE[unit]], area) else ""
            found[BOARD.names[area]] = Mark(str(cost), note_, "stop" if engages else "")
    return found


def range_marks(state: Moscow41State, hq: int, known: SpaceSet) -> dict[str, Mark]:
    """10.3: where an HQ commands, and where it has blocks to command, as far as the viewer knows them."""
    if not contains(HQS, hq) or contains(AIR_HQS, hq):
        return {BOARD.names[state.where[hq]]: Mark("", "not a Tactical HQ", "bad")}
    found = {name: Mark("", "in Tactical Range", "good") for name in BOARD.names_of(tactical_range(state, hq))}
    for unit in members(commanded_by(state, hq) & known & ~(1 << hq)):
        found[BOARD.names[state.where[unit]]] = Mark("", "blocks here are in command", "stop")
    return found


def air_marks(state: Moscow41State, hq: int) -> dict[str, Mark]:
    """10.10: where the bombers of a Luftwaffe HQ fly."""
    if not contains(AIR_HQS, hq):
        return {BOARD.names[state.where[hq]]: Mark("", "not a Luftwaffe HQ", "bad")}
    return {name: Mark("", "in Air Range", "good") for name in BOARD.names_of(air_range(state, hq))}
