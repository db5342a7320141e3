"""What is needed to draw the game: styles, counters, effects of terrain, charts."""

from __future__ import annotations

from ...core.manifest import (
    ChartData,
    FaceData,
    GameManifest,
    NoteData,
    PieceData,
    Styles,
    board_data,
    chart,
    effect,
    face,
)
from .facts import (
    BOARD,
    CITIES,
    COLUMNS,
    CROSSES,
    CRT,
    EDGES,
    FOREST,
    FORTIFICATIONS,
    FULL,
    GERMAN,
    MAJOR_CITIES,
    RAILWAY,
    REDUCED,
    RESULT_NAMES,
    SIDES,
    SOVIET,
    STARS,
    TERRAIN,
    TURNS,
    UNITS,
    UnitFacts,
)

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
        "board": board_data(BOARD, space_effects()),
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


def space_effects() -> dict[str, list[NoteData]]:
    """The effects of each hex, with their rules."""
    forest, river = TERRAIN["forest"], TERRAIN["river"]
    effects = (
        (
            FOREST,
            effect(f"Forest: {forest[0]} movement points to enter; the odds shift {forest[1]} column left", "9.2"),
        ),
        (MAJOR_CITIES, effect("Major city: the odds shift 1 column left; the defender may stand fast", "9.2")),
        (FORTIFICATIONS, effect("Fortification: the odds shift 1 column left against a Russian defender", "9.2")),
        (CITIES, effect("City: new units may be placed here, and it counts for victory", "10.2")),
        (RAILWAY, effect("Rail line: Russian rail movement", "8.1")),
        (EDGES[GERMAN], effect("German map edge: communication and new German units", "10.3")),
        (EDGES[SOVIET], effect("Russian map edge: communication and new Russian units", "10.2")),
        (CROSSES, effect("German set-up", "6.0")),
        (STARS, effect("Russian set-up", "6.0")),
    )
    found: dict[str, list[NoteData]] = {}
    for hexes, remark in effects:
        for name in BOARD.names_of(hexes):
            found.setdefault(name, []).append(remark)
    for name in BOARD.names_of(river_hexes()):
        text = f"River: the odds shift {river[1]} column left if every attacker is across one; no cost to cross"
        found.setdefault(name, []).append(effect(text, "9.2"))
    return found


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
