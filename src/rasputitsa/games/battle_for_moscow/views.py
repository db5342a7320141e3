"""What players are shown: the view, overlays, figures, and the manifest."""

from __future__ import annotations

from functools import lru_cache

from ...core import Mark, Overlay, RasputitsaError
from ...core.manifest import (
    ChartData,
    FaceData,
    GameManifest,
    NoteData,
    PieceData,
    Styles,
    board_data,
    chart,
    face,
    note,
)
from ...core.sets import members, reach
from ...core.view import BattleShown, Fact, Figure, GameView, Marker, Token
from .battle import Battle, column
from .combat import DeclareBattles, ResolveBattles
from .facts import (
    ADJACENT,
    BOARD,
    CITIES,
    COLUMNS,
    CROSSES,
    CRT,
    EDGES,
    FIRST_HEX,
    FOREST,
    FORTIFICATIONS,
    FULL,
    GERMAN,
    HEXES,
    MAJOR_CITIES,
    OF_SIDE,
    OPEN,
    RAILWAY,
    REDUCED,
    RESULT_NAMES,
    SIDE,
    SIDES,
    SOVIET,
    STARS,
    TERRAIN,
    TITLES,
    TURNS,
    UNIT_IDS,
    UNIT_NAMES,
    UNITS,
    UnitFacts,
)
from .movement import Movement
from .replacements import Replacements
from .setup import SetUp, free_crosses
from .state import BattleForMoscowState
from .step_checks import IN_BATTLE
from .zones import in_communication, zone_of

CITY_NAMES = [(city, BOARD.names[city]) for city in members(CITIES)]

ZONES = (("german", "German zone of control"), ("soviet", "Russian zone of control"), ("both", "both"))
COMMUNICATION = (("german", "in communication for the Germans"), ("soviet", "for the Russians"), ("both", "for both"))
CONTROL = (("german", "controlled by the Germans"), ("soviet", "controlled by the Russians"))
THREATS = (("german", "odds of a German attack"), ("soviet", "odds of a Russian attack"))
REACH = (
    ("", "within reach, with the movement points it takes"),
    ("stop", "the move ends there: an enemy zone of control"),
)
OVERLAYS = (
    Overlay("zones", "Zones of control", "7.0", legend=ZONES),
    Overlay("communication", "In communication", "10.0", legend=COMMUNICATION),
    Overlay("control", "Control of cities", "10.0", legend=CONTROL),
    Overlay("threats", "Odds if all adjacent enemies attack", "9.0", legend=THREATS),
    Overlay("reach", "Reach of a unit", "8.0", needs="token", legend=REACH),
)


# The view.


def view(state: BattleForMoscowState, viewer: str | None) -> GameView:
    """What this game adds to `PhasedGame.common_view`. Everybody sees everything."""
    found: GameView = {
        "tokens": tokens(state),
        "control": {
            name: SIDES[GERMAN] if state.german_cities >> city & 1 else SIDES[SOVIET] for city, name in CITY_NAMES
        },
        "status": status(state),
        "battles": battles(state),
    }
    if state.stack and isinstance(state.stack[0], SetUp):
        found["markers"] = crosses(state)
    return found


def crosses(state: BattleForMoscowState) -> list[Marker]:
    """6.0: the crosses that have no unit yet."""
    return [
        {"space": BOARD.names[hex], "sign": "✚", "title": "German set-up", "side": SIDES[GERMAN]}
        for hex in members(free_crosses(state))
    ]


def tokens(state: BattleForMoscowState) -> list[Token]:
    moved = 0
    for step in state.stack:
        if isinstance(step, Movement):
            moved = step.moved
    cut_off = [state.occupied[side] & ~in_communication(state, side) for side in (GERMAN, SOVIET)]
    return [*token_list(bytes(state.where), bytes(state.steps), moved, *cut_off)]


@lru_cache(maxsize=100)
def token_list(where: bytes, steps: bytes, moved: int, *cut_off: int) -> list[Token]:
    """The tokens by what they follow from. Remembered: many actions change none."""
    names = BOARD.names
    found: list[Token] = []
    for unit, name in enumerate(UNIT_NAMES):
        space, side = where[unit], SIDE[unit]
        marks = ["moved"] if moved >> unit & 1 else []
        if cut_off[side] >> space & 1:
            marks.append("out of communication")
        found.append(
            {
                "name": name,
                "piece": name,
                "at": names[space],
                "owner": SIDES[side],
                "face": steps[unit],
                "marks": marks,
            }
        )
    return found


def status(state: BattleForMoscowState) -> list[Fact]:
    """The small facts beside the map."""
    facts: list[Fact] = [{"label": "Weather", "value": "mud" if state.mud else "clear", "rule": "12.0"}]
    for side in (GERMAN, SOVIET):
        steps = state.rates[state.turn][side]
        step = state.stack[0] if state.stack else None
        if isinstance(step, Replacements) and state.active == side:
            steps = step.left
        facts.append({"label": f"{TITLES[side]} replacements", "value": str(steps), "rule": "10.0"})
    for side in (GERMAN, SOVIET):
        cities = state.cities_of(side).bit_count()
        facts.append({"label": f"{TITLES[side]} cities", "value": str(cities), "rule": "5.0"})
    return facts


def battles(state: BattleForMoscowState) -> list[BattleShown]:
    """The battles declared and not yet fought, with the one being fought."""
    found: list[Battle] = []
    for step in state.stack:
        if isinstance(step, DeclareBattles | ResolveBattles):
            found += step.battles
        elif isinstance(step, IN_BATTLE) and step.battle not in found:
            found.append(step.battle)
    return [
        {"space": BOARD.names[battle.hex], "attackers": [UNIT_NAMES[unit] for unit in battle.attackers]}
        for battle in found
    ]


# Overlays and figures.


def overlay(state: BattleForMoscowState, name: str, viewer: str | None, token: str | None) -> dict[str, Mark]:
    if name == "zones":
        return state.game.marks_by_side(zone_of(state, GERMAN), zone_of(state, SOVIET), "zone of control")
    if name == "communication":
        return state.game.marks_by_side(
            in_communication(state, GERMAN), in_communication(state, SOVIET), "communication"
        )
    if name == "control":
        return state.game.marks_by_side(state.cities_of(GERMAN), state.cities_of(SOVIET), "control")
    if name == "threats":
        return threats(state)
    return reach_of(state, token)


def threats(state: BattleForMoscowState) -> dict[str, Mark]:
    """9.0: the odds each unit would face if every adjacent enemy unit attacked now."""
    found = {}
    for side in (GERMAN, SOVIET):
        for hex in members(state.occupied[side]):
            attackers = [
                unit
                for unit in OF_SIDE[1 - side]
                if state.where[unit] >= FIRST_HEX and ADJACENT[hex] >> state.where[unit] & 1
            ]
            if attackers:
                odds = column(state, Battle(hex, tuple(attackers)))
                badge = COLUMNS[odds - 1] if odds >= 1 else "<1:1"
                found[BOARD.names[hex]] = Mark(badge, "odds if all adjacent enemies attack", SIDES[1 - side])
    return found


def reach_of(state: BattleForMoscowState, token: str | None) -> dict[str, Mark]:
    """8.0: how far a unit could move in a movement phase of its own, with the cost."""
    unit = UNIT_IDS.get(token or "")
    if unit is None:
        raise RasputitsaError(f"There is no unit {str(token)[:40]!r} to show the reach of.")
    if state.where[unit] < FIRST_HEX:
        return {}
    return {
        BOARD.names[hex]: Mark(str(cost), "ends in an enemy zone of control" if stop else "", "stop" if stop else "")
        for cost, hex, stop in reach_costs(state, unit)
    }


def reach_costs(state: BattleForMoscowState, unit: int) -> list[tuple[int, int, int]]:
    side = SIDE[unit]
    zone = zone_of(state, 1 - side)
    points = 1 if state.mud else UNITS[unit].movement
    enemies = state.occupied[1 - side]
    costs = (HEXES & ~enemies,) if state.mud else (OPEN & ~enemies, FOREST & ~enemies)
    found = []
    for cost, hexes in enumerate(reach(BOARD.spread, 1 << state.where[unit], points, costs, zone)):
        if cost:
            found += [(cost, hex, zone >> hex & 1) for hex in members(hexes)]
    return found


def statistics(state: BattleForMoscowState, viewer: str | None) -> list[Figure]:
    """Steps on the map and cities controlled, by side."""
    strength = {
        SIDES[side]: sum(state.steps[unit] for unit in OF_SIDE[side] if state.where[unit] >= FIRST_HEX)
        for side in (GERMAN, SOVIET)
    }
    cities = {SIDES[side]: state.cities_of(side).bit_count() for side in (GERMAN, SOVIET)}
    return [
        {"name": "steps", "title": "Steps on the map", "values": strength},
        {"name": "cities", "title": "Cities controlled", "values": cities},
    ]


# The manifest.

STYLES: Styles = {
    "spaces": {
        "forest": "forest",
        "city": "city",
        "major_city": "major",
        "fortification": "fort",
        "west_edge": "edge german",
        "red_edge": "edge soviet",
    },
    "borders": {"river": "river", "rail": "rail"},
    "notes": {"mud": "mud"},
}


def drawing() -> GameManifest:
    """How the game is drawn."""
    return {
        "about": ABOUT,
        "sources": SOURCES,
        "board": board_data(BOARD, space_notes()),
        "styles": STYLES,
        "pieces": pieces(),
        "backs": {},
        "charts": charts(),
    }


ABOUT = (
    "Seven turns, October to December 1941. The Germans must control Moscow at the end, the Russians Moscow and one "
    "other city. Designed by Frank Chadwick."
)
SOURCES = (
    "Map, units, combat table and terrain are those of the printed second edition; the replacement numbers of the turn "
    "track are reconstructed from the first edition and from reports of play."
)


def pieces() -> list[PieceData]:
    return [
        {
            "id": unit.name,
            "side": SIDES[unit.side],
            "title": unit.title,
            "number": unit.number,
            "size": unit.size,
            "type": unit.type,
            "faces": [None, side_of(unit, REDUCED), side_of(unit, FULL)],
        }
        for unit in UNITS
    ]


def side_of(unit: UnitFacts, steps: int) -> FaceData:
    """The face of a counter with that many steps."""
    strength, movement = unit.strength[steps], unit.movement
    words = f"strength {strength}, movement {movement}"
    reduced = steps == REDUCED
    return face(f"{strength}-{movement}", str(strength), words, "reduced" if reduced else "", reduced)


def space_notes() -> dict[str, list[NoteData]]:
    """The effects of each hex, with their rules."""
    forest, river = TERRAIN["forest"], TERRAIN["river"]
    effects = (
        (
            FOREST,
            note(f"Forest: {forest[0]} movement points to enter; the odds shift {forest[1]} column left", "9.2"),
        ),
        (MAJOR_CITIES, note("Major city: the odds shift 1 column left; the defender may stand fast", "9.2")),
        (FORTIFICATIONS, note("Fortification: the odds shift 1 column left against a Russian defender", "9.2")),
        (CITIES, note("City: new units may be placed here, and it counts for victory", "10.2")),
        (RAILWAY, note("Rail line: Russian rail movement", "8.1")),
        (EDGES[GERMAN], note("German map edge: communication and new German units", "10.3")),
        (EDGES[SOVIET], note("Russian map edge: communication and new Russian units", "10.2")),
        (CROSSES, note("German set-up", "6.0")),
        (STARS, note("Russian set-up", "6.0")),
    )
    notes: dict[str, list[NoteData]] = {}
    for hexes, remark in effects:
        for name in BOARD.names_of(hexes):
            notes.setdefault(name, []).append(remark)
    for name in BOARD.names_of(river_hexes()):
        text = f"River: the odds shift {river[1]} column left if every attacker is across one; no cost to cross"
        notes.setdefault(name, []).append(note(text, "9.2"))
    return notes


def river_hexes() -> int:
    found = 0
    for a, b in BOARD.borders["river"].pairs:
        found |= 1 << a | 1 << b
    return found


def charts() -> list[ChartData]:
    return [
        chart(
            "Combat results",
            "9.3",
            ["Die", *COLUMNS],
            [[str(face), *(CRT[odds][face] for odds in range(1, 7))] for face in range(1, 7)],
            "; ".join(f"{result} {name}" for result, name in RESULT_NAMES.items()) + ".",
        ),
        chart(
            "Terrain",
            "9.2",
            ["Terrain", "Points to enter", "Columns left"],
            [[kind.replace("_", " "), str(move), str(shift)] for kind, (move, shift) in TERRAIN.items()],
            "Fortifications help a Russian defender only; a river counts if all attackers are across one.",
        ),
        chart(
            "Turns",
            "4.0",
            ["Turn", "Date", "Weather", "German replacements", "Russian replacements"],
            [
                [str(number), turn.label, "mud" if turn.mud else "clear", *map(str, turn.replacements)]
                for number, turn in enumerate(TURNS, 1)
            ],
            "The replacement numbers are reconstructed.",
        ),
    ]
