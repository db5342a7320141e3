"""What is needed to draw the game: styles, counters, cards, effects of terrain, charts."""

from __future__ import annotations

from ...core.manifest import (
    BoardData,
    CardData,
    ChartData,
    FaceData,
    GameManifest,
    NoteData,
    PieceData,
    SpaceData,
    Styles,
    board_data,
    chart,
    effect,
    face,
)
from ...core.numbers import signed
from .certainty import certainty
from .facts import (
    BOARD,
    CARDS,
    COLUMNS,
    CRT,
    FRESH,
    FUNCTIONS,
    QUOTA,
    SIDES,
    SPENT,
    STRENGTH,
    TERRAIN,
    TRACK,
    TURNS,
    UNITS,
    turn_box,
)
from .space_effects import space_effects

STYLES: Styles = {
    "spaces": {
        "forest": "forest",
        "marsh": "marsh",
        "mountain": "mountain",
        "sea": "sea",
        "city": "city",
        "fortress": "major",
    },
    "borders": {"river": "river", "lake": "lake", "strait": "lake"},
    "notes": {"mud": "mud", "snow": "snow", "thaw": "thaw"},
}


def drawing() -> GameManifest:
    """How the game is drawn."""
    return {
        "about": ABOUT,
        "sources": SOURCES,
        "board": board(),
        "styles": STYLES,
        "pieces": pieces(),
        "backs": {},
        "cards": cards(),
        "charts": charts(),
    }


ABOUT = (
    "Six turns of two months each, June 1941 to April 1942: the Germans need nine points for cities in supply and "
    "fresh tank armies, less what they lose. Each side fights with a secret hand of logistics cards. Designed by "
    "Yasushi Nakaguro. Map, counters and cards are a reconstruction."
)
SOURCES = (
    "The rules are those of the printed game; its map, counters, cards, combat table and turn track were not "
    "available. What you see of these is a reconstruction that fits every rule and every published remark, and not the "
    "printed values. The last chart says what is certain and what is reconstructed."
)


def board() -> BoardData:
    data = board_data(BOARD, space_effects())
    track = next(space for space in data["spaces"] if space["name"] == BOARD.names[TRACK])
    boxes: list[SpaceData] = [
        {
            **track,
            "name": turn_box(number),
            "label": f"turn {number}",
            "title": f"{number}: {turn.label}",
            "notes": turn_notes(number),
        }
        for number, turn in enumerate(TURNS, 1)
    ]
    at = data["spaces"].index(track)
    return {**data, "spaces": [*data["spaces"][:at], *boxes, *data["spaces"][at + 1 :]]}


def turn_notes(turn: int) -> list[NoteData]:
    german, soviet = QUOTA[turn]
    return [
        effect(f"Weather: {TURNS[turn - 1].weather}", "10.3"),
        effect(f"Cards: German {german}, Soviet {soviet}", "6.1"),
        effect("Units here arrive in their side's Logistics Phase of this turn", "6.2"),
    ]


def pieces() -> list[PieceData]:
    return [
        {
            "id": unit.name,
            "side": SIDES[unit.side],
            "title": unit.title,
            "number": unit.number,
            "size": "corps" if unit.kind == "corps" else "army",
            "type": unit.type,
            "kind": unit.kind,
            "zoc": unit.zoc,
            "faces": [
                None if unit.spent is None else side_of(number, SPENT),
                side_of(number, FRESH),
            ],
            "certainty": unit.sure,
        }
        for number, unit in enumerate(UNITS)
    ]


def side_of(unit: int, side_up: int) -> FaceData:
    """The fresh or the spent side of a counter."""
    facts = UNITS[unit]
    strength = STRENGTH[unit][side_up]
    words = f"strength {strength}, movement {facts.movement}"
    passive = ""
    if side_up == FRESH:
        passive = f"({facts.passive})"
        words = f"strength {strength}, passive defence {facts.passive}, movement {facts.movement}"
    title = "fresh" if side_up == FRESH else "spent"
    return face(f"{strength}{passive}-{facts.movement}", str(strength), words, title, side_up == SPENT)


def cards() -> list[CardData]:
    return [
        {
            "id": card.name,
            "side": SIDES[card.side],
            "name": card.title,
            "functions": [
                {
                    "name": function,
                    "title": FUNCTIONS[function][0],
                    "note": FUNCTIONS[function][1],
                    "rule": FUNCTIONS[function][2],
                    "certainty": sure,
                }
                for function, sure in zip(card.functions, card.sure, strict=True)
            ],
            "certainty": "REBUILT" if "REBUILT" in card.sure else "RULE",
        }
        for card in CARDS
    ]


def charts() -> list[ChartData]:
    return [
        chart(
            "Combat results",
            "11.3.6",
            ["Die", *COLUMNS],
            [[str(die), *(CRT[odds][die] for odds in range(1, len(COLUMNS) + 1))] for die in range(1, 7)],
            "– no effect; DR retreat; DL spent and retreat; DE eliminated. 1:2 or less: the attack fails. "
            "It is certain that 7:1 is all DE and that every result from 4:1 up is at least DR; the rest is "
            "reconstructed.",
        ),
        chart(
            "Terrain",
            "10.2",
            ["Terrain", "Who stops", "Columns", "Remark"],
            [[name, terrain.stops, signed(terrain.shift), terrain.remark] for name, terrain in TERRAIN.items()],
            "The effects are from the rulebook; where the terrain is on the map is reconstructed.",
        ),
        chart(
            "Turns",
            "2.1.4",
            ["Turn", "Months", "Weather", "German cards", "Soviet cards", "Reinforcements"],
            [
                [str(number), turn.label, turn.weather, *map(str, turn.cards), arrivals(number)]
                for number, turn in enumerate(TURNS, 1)
            ],
            "The weather is certain; the numbers of cards and the Soviet reinforcements are reconstructed.",
        ),
        certainty(),
    ]


def arrivals(turn: int) -> str:
    return ", ".join(unit.title for unit in UNITS if unit.turn == turn) or "none"
