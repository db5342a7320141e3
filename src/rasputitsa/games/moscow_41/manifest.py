"""How the game is drawn: the map, the blocks, charts."""

from __future__ import annotations

from ...core.manifest import (
    BoardData,
    ChartData,
    FaceData,
    GameManifest,
    NoteData,
    PieceData,
    ShapeData,
    Styles,
    board_data,
    chart,
    effect,
    face,
)
from ...core.sets import contains
from .facts import (
    AREA_SURE,
    BOARD,
    BOMBER_HQ,
    BOMBERS,
    CHERNIGOV,
    CITIES,
    COUNT,
    EDGES,
    FIRE,
    FIRE_DOTS,
    FIRE_TITLES,
    FULL,
    GERMAN,
    GREEN,
    HAND,
    KIEV,
    LENINGRAD,
    MINIMUM,
    MONTHS,
    MOSCOW,
    ROAD,
    ROMNY,
    SHAPES,
    SHLISSELBURG,
    SIDES,
    SOVIET,
    STAGING,
    TITLES,
    TOWNS,
    TRACK_END,
    UNITS,
    VICTORY,
    YELLOW,
    space_label,
)

BORDER_COLOURS = {"north-west": "light blue", "north-east": "blue", "east": "red", "south": "orange"}  # 2.2
STYLES: Styles = {
    "spaces": {
        "green": "meadow",
        "yellow": "wild",
        "staging": "rear",
        "lake": "lake",
        "victory": "major",
        "city": "city",
        "edge": "edge soviet",
        "prize": "prize",
        **{f"{part}_border": f"source {colour}" for part, colour in BORDER_COLOURS.items()},
    },
    "borders": {"river": "river"},
}
ABOUT = (
    "July to December 1941: Army Group Centre drives on Moscow. Wooden blocks face their owner: you see where the "
    "enemy is, not what it is. Impulses, headquarters, air strikes, mud and snow; a campaign and three scenarios. "
    "Designed by Emanuele Santandrea. Map and stickers are a reconstruction."
)
SOURCES = (
    "The rules are those of the printed game; its map and stickers were not available. What you see of these is a "
    "reconstruction that fits every number in the rulebook and the geography; the data files say how sure each value "
    "is."
)
SURE = {  # what the codes of the data files mean
    "RULE": "stated in the rulebook",
    "INFERRED": "follows from the rulebook",
    "FOUND": "stated in public material",
    "REBUILT": "reconstructed",
    "PRINTED": "read from the printed game",
}


def drawing() -> GameManifest:
    """How the game is drawn."""
    return {
        "about": ABOUT,
        "sources": SOURCES,
        "board": board(),
        "styles": STYLES,
        "pieces": [*map(piece, range(COUNT)), *(bomber_piece(bomber) for bomber in range(len(BOMBERS)))],
        "backs": {
            SIDES[side]: {
                "title": f"{TITLES[side]} block",
                "shape": "block",
                "words": "concealed: only its owner knows it",
            }
            for side in (GERMAN, SOVIET)
        },
        "charts": charts(),
    }


def board() -> BoardData:
    data = board_data(BOARD, space_effects())
    for space in data["spaces"]:
        number = BOARD.ids[space["name"]]
        space["label"] = space_label(number)
        if space["name"] in TOWNS:
            space["town"] = list(TOWNS[space["name"]])
        space["features"] += [f"{part}_border" for part, areas in EDGES.items() if contains(areas, number)]
        if number in (KIEV, LENINGRAD):
            space["features"].append("prize")
    shapes: list[ShapeData] = [
        {"title": title, "outline": [list(point) for point in outline]} for title, outline in SHAPES
    ]
    links = [[BOARD.names[box], BOARD.names[box + 1]] for box in ROAD[:-1]]
    return {**data, "shapes": shapes, "links": links}


def space_effects() -> dict[str, list[NoteData]]:
    """The effects of each space, with their rules."""
    kinds = (
        (GREEN, effect("Green Area: 1 movement point, 4 blocks of a side", "2.4.1")),
        (YELLOW, effect("Yellow Area: 2 movement points, 2 blocks of a side, absorbs 1", "2.4.2")),
        (VICTORY, effect("Victory Area: 2 movement points, 2 blocks of a side, 1 Victory Point", "2.4.3")),
        (VICTORY, effect("It absorbs 2 for a defender who controls it; Soviet reinforcements enter here", "10.13")),
        (STAGING, effect("German staging area and Supply Source; Soviets cannot enter", "2.4.4")),
        (CITIES, effect("City: absorbs 1 for a defender who controls it; Soviet reinforcements enter here", "2.4.5")),
        (1 << MOSCOW, effect("If Moscow falls, Stalin dies", "4.2.4")),
        (1 << CHERNIGOV | 1 << ROMNY, effect("With Chernigov and Romny the Germans take Kiev", "13.2")),
        (1 << KIEV, effect("Falls in the Final Phase if the Germans control Chernigov and Romny", "13.2")),
        (1 << SHLISSELBURG, effect("Once Hoepner is here, the western half of the northern edge is lost", "13.3.1")),
        (1 << LENINGRAD, effect("Falls in the Final Phase once Hoepner is here", "13.3")),
        (EDGES["north-west"], effect("Soviet Supply Source until Shlisselburg falls", "9.2")),
        (EDGES["north-east"] & ~EDGES["east"], effect("Soviet Supply Source until Leningrad falls", "9.2")),
        (EDGES["south"], effect("Soviet Supply Source until Kiev falls", "9.2")),
        (EDGES["east"], effect("Soviet Supply Source", "2.1")),
        (1 << HAND, effect("Drawn or not yet set up", "5.0")),
    )
    found: dict[str, list[NoteData]] = {}
    for places, remark in kinds:
        for name in BOARD.names_of(places):
            found.setdefault(name, []).append(remark)
    for name, sure in AREA_SURE.items():
        found[name].append(effect(f"Name and kind: {SURE[sure]}", "2.0"))
    return found


def piece(unit: int) -> PieceData:
    facts = UNITS[unit]
    steps = (4, 3, 2, 0) if not MINIMUM[unit] else tuple(range(FULL[unit], 0, -1))
    return {
        "id": facts.name,
        "side": SIDES[facts.side],
        "title": facts.title,
        "number": facts.number,
        "size": facts.size,
        "type": facts.type,
        "shape": "block",
        "colour": facts.colour,
        "commander": facts.commander,
        "faces": [block_face(unit, strength) for strength in steps],
        "certainty": dict(facts.sure),
    }


def block_face(unit: int, strength: int) -> FaceData:
    """One rotation of a block."""
    star = not MINIMUM[unit]
    shown = ("★" * strength if star else "●" * strength) or "♥"
    fire = FIRE_TITLES.get(FIRE[unit][strength], "no fire")
    speed = f", {UNITS[unit].speed}" if UNITS[unit].speed else ""
    words = f"strength {strength}, {fire}{speed}" if strength else f"exhausted{speed}"
    printed = face(shown, str(strength) if strength else "♥", words, "", strength < FULL[unit])
    sign = "heart" if not strength else "star" if star else "dot"
    tone = "gold" if star else FIRE_DOTS[FIRE[unit][strength]]
    return {**printed, "pips": {"sign": sign, "count": max(1, strength), "tone": tone}}


def bomber_piece(bomber: int) -> PieceData:
    facts = BOMBERS[bomber]
    words = f"{facts.title} of the {UNITS[BOMBER_HQ[bomber]].title}"
    return {
        "id": facts.name,
        "side": SIDES[GERMAN],
        "title": facts.title,
        "number": facts.title,
        "size": "",
        "type": "bomber",
        "shape": "disc",
        "faces": [face(facts.type, facts.type, words)],
    }


def charts() -> list[ChartData]:
    return [
        chart(
            "Terrain",
            "2.4",
            ["Area", "Movement points", "Blocks of a side", "Absorbs"],
            [
                ["Green", "1", "4", "0"],
                ["Yellow", "2", "2", "1"],
                ["Victory", "2", "2", "2"],
                ["Staging", "1", "–", "0"],
            ],
            "A city absorbs one more, a defensive line one more.",
        ),
        chart(
            "Firepower",
            "4.2.2",
            ["Fire", "Hits on", "Replacement Points a step"],
            [["Single", "6", "1"], ["Double", "5, 6", "2"], ["Triple", "4, 5, 6", "3"]],
        ),
        chart(
            "Weather",
            "8.0",
            ["Weather", "Area costs", "Attackers", "Rivers", "Logistics Value"],
            [
                ["Rain", "3", "strength and range 1", "count", "halved"],
                ["Snow", "2", "German strength and range halved", "frozen", "halved without Moscow and Leningrad"],
                ["Blizzard", "2", "German quartered, in defence halved", "frozen", "as in snow"],
            ],
            f"The track has boxes 1 to {TRACK_END}; the blizzard is an optional rule.",
        ),
        chart("Turns", "1.4", ["Turn", "Month"], [[str(n), month] for n, month in enumerate(MONTHS, 1)]),
    ]
