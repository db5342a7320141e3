"""What is needed to draw the game and never changes."""

from __future__ import annotations

from ...core.manifest import (
    BackData,
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
from ...core.sets import contains
from .battle import SHIFT_NAMES, columns_text
from .certainty import certainty
from .facts import (
    BOARD,
    CITIES,
    COLUMNS,
    COUNTERS,
    CRT,
    EAST_SOURCES,
    FOREST,
    FORTS,
    FRONT,
    MARSH,
    REGULARS,
    RESERVOIR,
    RIVER,
    SHIFT,
    SIDES,
    TOWNS,
    TURNS,
    TYPES,
    UNITS,
    UNTRIED_KIND,
    WEST,
    WEST_SOURCES,
)
from .loader import UnitFacts

STYLES: Styles = {
    "spaces": {
        "forest": "forest",
        "marsh": "marsh",
        "city": "major",
        "town": "city",
        "fortification": "fort",
        "supply": "supply",
    },
    "borders": {"river": "river", "reservoir": "lake", "front": "front", "boundary": "boundary"},
    "notes": {
        "first rain and snow": "thaw",
        "mud": "mud",
        "deep mud": "mud",
        "ground freezing": "thaw",
        "frozen, snow": "snow",
        "deep snow and cold": "snow",
    },
}

ABOUT = (
    "Nine weekly turns, October to December 1941, on 1,800 hexes with 343 units: the Germans win by entering Moscow, "
    "by cutting it off, or by holding all five other cities at the end. Soviet units are untried until they first "
    "fight. Designed by Joseph Miranda, redesigned by Ty Bomba. Map, counters and tables are a reconstruction."
)
SOURCES = (
    "The rules are those of the printed game; its map, counters, combat table and turn track were not available. What "
    "you see of these is a reconstruction that fits every rule and every published remark, not the printed values. The "
    "last chart says what is certain and what is reconstructed."
)


def drawing() -> GameManifest:
    """How the game is drawn."""
    return {
        "about": ABOUT,
        "sources": SOURCES,
        "board": board_data(BOARD, space_effects()),
        "styles": STYLES,
        "pieces": pieces(),
        "backs": backs(),
        "charts": charts(),
    }


def pieces() -> list[PieceData]:
    return [
        {
            "id": unit.name,
            "side": SIDES[unit.type.side],
            "title": unit.title,
            "number": "" if contains(UNTRIED_KIND, number) else unit.number,
            "size": unit.type.size,
            "type": unit.type.symbol,
            "kind": kind_of(unit),
            "faces": faces(unit),
        }
        for number, unit in enumerate(UNITS)
    ]


def kind_of(unit: UnitFacts) -> str:
    """2.5: what the colors of a counter tell."""
    mobility = "mechanized" if unit.type.mech else "foot"
    return f"guards {mobility}" if unit.type.guards else mobility


def faces(unit: UnitFacts) -> list[FaceData | None]:
    """Full and reduced; of a Soviet unit that is not guards the untried side and the veteran side (2.13)."""
    if unit.type.full is None:
        return [
            face("?", "?", "factors not known yet", "untried"),
            face("", "", "", "veteran"),  # the token says what is printed
        ]
    found: list[FaceData | None] = []
    for number, factors in enumerate((unit.type.full, unit.type.reduced)):
        if factors:
            attack, defense = factors
            words = f"attack {attack}, defense {defense}"
            found.append(face(f"{attack}-{defense}", str(attack), words, "reduced" if number else "", bool(number)))
    return found


def backs() -> dict[str, BackData]:
    """What is seen of an untried unit, and of a unit under the top one of a stack."""
    found: dict[str, BackData] = {
        "unit": {"title": "Unit under the top one"},
        "waiting": {"title": "Unit that is still to be set up"},
        "KG": {"title": "Kampfgruppe", "type": TYPES["panzer-kg"].symbol, "size": TYPES["panzer-kg"].size},
    }
    for kind in REGULARS:
        facts = TYPES[kind]
        found[kind] = {"title": f"Untried {facts.title}", "type": facts.symbol, "size": facts.size}
    return found


def space_effects() -> dict[str, list[NoteData]]:
    """The effects of each hex, with their rules."""
    effects = (
        (FOREST, effect("Forest: one column left against a mobile assault", "11.12")),
        (MARSH, effect("Marsh: no mechanized units but cavalry; no mobile assault", "10.8")),
        (TOWNS, effect("Town: Soviet reinforcements may enter here", "9.1")),
        (CITIES, effect("City: two columns left; panzers attack with their defense factor", "11.17")),
        (FORTS, effect("Fortification: one column left for Soviet units", "11.18")),
        (EAST_SOURCES, effect("Soviet supply source", "8.2")),
        (WEST_SOURCES, effect("German supply source", "8.2")),
        (FRONT, effect("Front line: a rifle division must be set up here", "3.3")),
        ((TOWNS | CITIES) & WEST, effect("The Soviets win if they take it", "4.4")),
    )
    found: dict[str, list[NoteData]] = {}
    for hexes, remark in effects:
        for name in BOARD.names_of(hexes):
            found.setdefault(name, []).append(remark)
    for links, remark in (
        (RIVER, effect("River: one point more to cross; one column left if all attackers are across it", "11.14")),
        (RESERVOIR, effect("Reservoir: crossed only by Soviet supply lines", "10.10")),
    ):
        for hex in sorted({hex for pair in links.pairs for hex in pair}):
            found.setdefault(BOARD.names[hex], []).append(remark)
    return found


def charts() -> list[ChartData]:
    return [
        chart(
            "Combat results",
            "11.21",
            ["Die", *COLUMNS],
            [[str(die), *(column[die] for column in CRT)] for die in range(1, 7)],
            "AL1 the attacker loses a step; AS attack stalled; DR retreat; DE eliminated. Above 5:1 always DE, below "
            "1:3 always AL1. Reconstructed.",
        ),
        chart(
            "Shifts",
            "11.10",
            ["What", "Shift"],
            [[SHIFT_NAMES.get(key.replace("_", " "), key), columns_text(columns)] for key, columns in SHIFT.items()],
            "Turn 1, fighting first and the November Offensive give one column together, not more (5.3, 12.2).",
        ),
        chart(
            "Turns",
            "5.4",
            ["Turn", "Date", "Ground", "Movement", "Aircraft", "Soviet reinforcements"],
            [
                [
                    str(number),
                    turn.label,
                    turn.ground,
                    f"{turn.movement[0]}/{turn.movement[1]}",
                    f"{turn.air[0]}/{turn.air[1]}",
                    ", ".join(f"{count} {kind}" for kind, count in turn.reinforcements.items()),
                ]
                for number, turn in enumerate(TURNS, 1)
            ],
            "Movement of mechanized and other units; German and Soviet aircraft.",
        ),
        counter_mix(),
        certainty(),
    ]


def counter_mix() -> ChartData:
    """2.13: what untried units may turn out to be."""
    rows = []
    for kind in REGULARS:
        counted: dict[str, int] = {}
        for counter in COUNTERS[kind]:
            tanks = " (a tank division)" if counter.symbol != TYPES[kind].symbol else ""
            factors = f"{counter.factors[0]}-{counter.factors[1]}{tanks}"
            counted[factors] = counted.get(factors, 0) + 1
        mix = ", ".join(f"{number} x {factors}" for factors, number in counted.items())
        rows.append([TYPES[kind].title, str(len(COUNTERS[kind])), mix])
    return chart("Soviet units", "2.13", ["Type", "Number", "Factors"], rows, "Factors are reconstructed.")
