"""1.0 to 2.3: what the game is, its map, units and cards."""

from __future__ import annotations

import re
from importlib.resources import files
from random import Random

import pytest

from rasputitsa.core import CHANCE

from . import reference
from .helpers import (
    AREAS,
    ARMIES,
    CITIES,
    CORPS,
    GAME,
    GERMANS,
    GUARDS,
    HEXES,
    PANZERS,
    SOVIETS,
    UNITS,
    at_the_die,
    legal,
    listing,
    position,
    random_walk,
    refused,
    sample,
    start,
    tokens,
)

NUMBERS = listing(
    """
    1.0 2.0 2.1 2.1.1 2.1.2 2.1.3 2.1.4 2.2 2.2.1 2.2.2 2.2.3 2.2.4 2.2.5 2.2.6 2.2.7 2.2.8 2.2.9 2.2.10 2.3
    3.0 3.1 3.2 4.0 4.1 4.2 5.0 6.0 6.1 6.2 6.2.1 6.2.2 6.2.3 6.2.4 6.3 6.3.1 6.3.2 6.3.3 7.0 7.1 7.2
    8.0 8.1 8.2 8.3 9.0 9.1 9.2 9.3 9.4 9.5 9.6 10.0 10.1 10.2 10.2.1 10.2.2 10.2.3 10.2.4 10.2.5 10.2.6 10.3 10.4
    11.0 11.1 11.2 11.3 11.3.1 11.3.2 11.3.3 11.3.4 11.3.5 11.3.6 11.3.7 11.4 11.4.1 11.4.2 11.5 11.6 11.7
    12.0 12.1 12.2 12.3 13.0 13.1 13.2 13.2.1 13.2.2 13.2.3 13.2.4 13.3 14.0 14.1 14.2 14.2.1 14.2.2
    15.0 15.1 15.2 15.2.1 15.2.2 15.3
    """
)

PIECES = {piece.name: piece for piece in GAME.pieces}
TABLE = GAME.manifest()
CHARTS = {chart["title"]: chart for chart in TABLE["charts"]}


def names_of(feature: str) -> list[str]:
    return GAME.board.names_of(GAME.board.features[feature])


def borders_of(feature: str) -> set[frozenset[str]]:
    names = GAME.board.names
    return {frozenset((names[a], names[b])) for a, b in GAME.board.borders[feature].pairs}


def printed(unit: str) -> str:
    """A unit as its counter has it: fresh strength, passive defence, spent strength, movement."""
    piece = PIECES[unit]
    spent = "" if piece.spent is None else f"/{piece.spent}"
    return f"{piece.strength}({piece.passive}){spent}-{piece.movement}"


# Numbers of rules.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
def test_the_rules_have_the_rulebooks_numbers() -> None:
    assert list(GAME.rules) == NUMBERS
    assert all(rule.title and rule.summary.endswith(".") for rule in GAME.rules.values())


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
def test_every_number_quoted_in_the_program_exists() -> None:
    quoted: set[str] = set()
    for file in files("rasputitsa.games.blitzkrieg_to_moscow_2").iterdir():
        if file.name.endswith(".py"):
            quoted.update(re.findall(r"\"(\d+\.\d+(?:\.\d+)?)\"", file.read_text(encoding="utf-8")))
    assert {"6.2.4", "10.2.6", "13.1", "15.2.2"} <= quoted <= set(NUMBERS)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
def test_numbers_in_comments_and_texts_exist() -> None:
    pointers: set[str] = set()
    for file in files("rasputitsa.games.blitzkrieg_to_moscow_2").iterdir():
        if file.name.endswith((".py", ".md", ".toml")):
            for line in file.read_text(encoding="utf-8").splitlines():
                pointers.update(re.findall(r"\((\d+\.\d+(?:\.\d+)?)[,);:]", line))
    assert len(pointers) > 40
    assert pointers <= set(NUMBERS)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
def test_a_refusal_names_its_rule_and_why() -> None:
    state = position("german-movement", "G-4A 1305, S-8A 1308")
    state.take("unit G-4A")
    refusal = state.why_not("move 1308")
    assert refusal is not None
    assert refusal.rule == "8.0" and "1308" in refusal.reason


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
@pytest.mark.parametrize("seed", range(4))
def test_every_refusal_has_a_number_and_a_sentence(seed: int) -> None:
    rng = Random(seed)
    everything = list(GAME.words)
    for number, state in enumerate(random_walk(seed)):
        if number % 7:
            continue
        listed = set(state.actions())
        for action in rng.sample(everything, 40):
            if action not in listed:
                rule, sentence = refused(state, str(action))
                assert rule in NUMBERS
                assert len(sentence) > 15 and not re.search(r"  |\{|\bNone\b(?! of)|-1\b", sentence), sentence


STEPS = listing(
    """
    Withdraw ChooseCards PlaceUnit Logistics RailMove RaiseInfantry NameHeroCity Movement Moving Combat NameAttackers
    ChooseDefence ShiftCard RollDie ReRoll ChooseRetreat Retreat Advance Breakthrough TankAction Supply ChooseFunction
    HitlerOrder Activate FreeSetup FreeSetupAt
    """
)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
@pytest.mark.parametrize("step", STEPS)
def test_every_question_has_a_number_and_a_sentence(step: str) -> None:
    states = sample(step, 10)
    assert states
    for state in states:
        assert state.question is not None
        assert state.question.rule in NUMBERS
        assert re.match(r"^[A-Z\d].*[.?]$", state.question.text), state.question.text


# 1.0, 2.0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
def test_two_players_german_first() -> None:
    assert GAME.title == "Blitzkrieg to Moscow 2"
    assert [(side.name, side.title) for side in GAME.sides] == [("german", "German"), ("soviet", "Soviet")]
    assert GAME.start().side == "german"
    assert [scenario.name for scenario in GAME.scenarios] == ["barbarossa"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "1.0")
def test_the_romanian_armies_are_commanded_by_the_german_player() -> None:
    assert GERMANS[-2:] == ["R-3A", "R-4A"]
    assert all(GAME.sides[PIECES[unit].side].name == "german" for unit in ("R-3A", "R-4A"))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
def test_the_equipment() -> None:
    assert len(UNITS) == 48 and len(UNITS) + 12 == 60  # with the markers: the pieces of the countersheet
    assert len(TABLE["cards"]) == 12
    assert len(GAME.scenarios[0].turns) == 6
    assert {"Combat results", "Terrain", "Turns"} <= set(CHARTS)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
def test_the_one_die_is_for_combats_only() -> None:
    rolls = 0
    for seed in range(4):
        for state in random_walk(seed):
            if state.side == CHANCE:
                rolls += 1
                assert state.dice() == 1
                assert legal(state) == [f"roll {face}" for face in range(1, 7)]
                assert state.position()["phase"].endswith(("-combat", "-breakthrough"))
                forecast = state.forecast()
                assert forecast is not None
                assert forecast.headline in ("1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
    assert rolls > 10


# 2.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1")
def test_the_grid() -> None:
    assert len(HEXES) == 230
    assert sorted(reference.HEXES) == HEXES
    rows = [sum(hex.startswith(f"{row:02}") for hex in HEXES) for row in range(1, 21)]
    assert rows == [10, 10, 10, 11, 10, 11, *[12] * 14]
    board = GAME.board
    for hex in HEXES:
        near = {name for name in board.names_of(board.adjacent[board.ids[hex]]) if name not in AREAS}
        assert near == reference.neighbours(hex)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1")
@pytest.mark.parametrize(
    "hex, around",
    [
        ("1305", "1304 1306 1204 1205 1404 1405"),  # an odd row
        ("1206", "1205 1207 1106 1107 1306 1307"),  # an even row, half a hex farther east
        ("2012", "2011 1912"),
        ("1201", "1202 1101 1102 1301 1302"),
        ("0303", "0304 0402 0403 0203"),  # 0202 and 0302 lie in Romania
    ],
)
def test_neighbours(hex: str, around: str) -> None:
    assert reference.neighbours(hex) == set(around.split())


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1")
def test_the_supply_distances_the_map_was_rebuilt_for() -> None:
    distances = {
        ("1609", "2006"): 5,  # Kalinin, Leningrad
        ("1703", "2006"): 5,  # Riga, Leningrad
        ("0804", "0709"): 5,  # Kiev, Kharkov
        ("0804", "0304"): 5,  # Kiev, Odessa
        ("1307", "1410"): 4,  # Smolensk, Moscow
        ("1304", "1301"): 3,  # Minsk, 4 from the rear area
        ("0804", "0801"): 3,  # Kiev likewise
        ("1410", "1412"): 2,  # Moscow, 3 from the Soviet one
    }
    for (a, b), hexes in distances.items():
        assert reference.distance(a, b) == hexes
        assert GAME.board.distance(GAME.board.ids[a], GAME.board.ids[b]) == hexes


# 2.1.1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.1")
@pytest.mark.parametrize(
    "feature, count", [("city", 13), ("fortress", 3), ("forest", 55), ("marsh", 7), ("mountain", 2), ("sea", 14)]
)
def test_how_many_hexes_have_a_feature(feature: str, count: int) -> None:
    assert len(names_of(feature)) == count


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.1")
def test_cities_and_their_names() -> None:
    titles = {space.name: space.title for space in GAME.board.spaces if space.title and space.kind == "hex"}
    assert titles == {
        "0106": "Sevastopol",
        "0304": "Odessa",
        "0311": "Rostov",
        "0508": "Dnepropetrovsk",
        "0709": "Kharkov",
        "0804": "Kiev",
        "1210": "Tula",
        "1304": "Minsk",
        "1307": "Smolensk",
        "1410": "Moscow",
        "1609": "Kalinin",
        "1703": "Riga",
        "2006": "Leningrad",
    }
    assert names_of("city") == CITIES == sorted(titles)
    assert [titles[hex] for hex in names_of("fortress")] == ["Sevastopol", "Moscow", "Leningrad"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.1")
def test_no_hex_has_two_kinds_of_terrain() -> None:
    kinds = [set(names_of(feature)) for feature in ("city", "forest", "marsh", "mountain", "sea")]
    assert sum(map(len, kinds)) == len(set().union(*kinds)) == 91
    assert len(HEXES) - 91 == 139  # clear terrain


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.1")
def test_rivers_and_waters() -> None:
    assert len(borders_of("river")) == 114
    assert borders_of("lake") == {frozenset(pair.split("-")) for pair in ("1804-1805", "1805-1905", "1806-1807")}
    straits = ("0304-0305", "0108-0109", "0209-0309", "0209-0310")
    assert borders_of("strait") == {frozenset(pair.split("-")) for pair in straits}
    for border in borders_of("river"):
        a, b = border
        assert b in reference.neighbours(a)
        assert border not in borders_of("lake") | borders_of("strait")
    # Riga on the right bank, Rostov on the north bank, Odessa east of the Dniester, Kiev on the west bank
    for pair in ("1602-1703", "0210-0311", "0303-0304", "0804-0805"):
        assert frozenset(pair.split("-")) in borders_of("river")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.1")
def test_the_pripyat_marshes() -> None:
    assert names_of("marsh") == ["1002", "1003", "1101", "1102", "1103", "1104", "1707"]
    assert names_of("mountain") == ["0107", "0701"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.1")
def test_the_terrain_chart() -> None:
    assert {row[0]: row[1:3] for row in CHARTS["Terrain"]["rows"]} == {
        "clear": ["nobody", "0"],
        "city": ["nobody", "−1"],
        "forest": ["tanks", "0"],
        "marsh": ["everybody", "0"],
        "mountain": ["everybody", "−1"],
        "river": ["nobody", "−1"],
        "sea": ["nobody enters", "0"],
    }


# 2.1.2 to 2.1.4


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.2")
@pytest.mark.parametrize(
    "area, hexes",
    [
        ("north", "1501 1601 1701"),
        ("center", "1101 1201 1301 1401 1501"),
        ("south", "0701 0801 0901 1001 1101"),
        ("romania", "0303 0402 0503 0602 0701"),
        ("soviet", " ".join(f"{row:02}12" for row in range(1, 21))),
    ],
)
def test_what_a_rear_area_touches(area: str, hexes: str) -> None:
    board = GAME.board
    assert board.names_of(board.adjacent[board.ids[area]]) == hexes.split()


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.2")
def test_a_rear_area_is_one_space_for_any_number_of_units() -> None:
    state = start()
    assert sum(facts["at"] == "center" for facts in state.position()["units"].values()) == 4
    assert [space["title"] for space in TABLE["board"]["spaces"] if space["kind"] == "rear"] == [
        "Army Group North",
        "Army Group Center",
        "Army Group South",
        "Romania",
        "Soviet rear area",
    ]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.3")
def test_the_map_shows_where_soviet_units_begin() -> None:
    notes = {space["name"]: [note["text"] for note in space["notes"]] for space in TABLE["board"]["spaces"]}
    assert {"Set-up: 8th Army", "Set-up: 12th Mechanized Corps"} <= set(notes["1601"])
    marked = {hex for hex, lines in notes.items() if any(line.startswith("Set-up") for line in lines)}
    assert marked == set(listing("1601 1501 1401 1301 1201 1001 0901 0801 0701 0602 0503 1805 2006"))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.4")
def test_the_turn_record_track() -> None:
    assert CHARTS["Turns"]["rows"] == [
        ["1", "May/Jun 1941", "clear", "5", "2", "20th Army, 21st Army, 22nd Army"],
        ["2", "Jul/Aug 1941", "clear", "4", "2", "2. Armee, 16th Army, 19th Army, 24th Army"],
        ["3", "Sep/Oct 1941", "mud", "3", "3", "50th Army"],
        [
            "4",
            "Nov/Dec 1941",
            "snow",
            "2",
            "4",
            "1st Shock Army (Red Guards), 2nd Shock Army (Red Guards), 3rd Shock Army (Red Guards), "
            "4th Shock Army (Red Guards)",
        ],
        ["5", "Jan/Feb 1942", "snow", "2", "4", "none"],
        ["6", "Mar/Apr 1942", "thaw", "3", "3", "none"],
    ]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.4")
def test_the_track_in_the_rules_is_that_of_the_program() -> None:
    text = GAME.rules["2.1.4"].text
    for row in CHARTS["Turns"]["rows"]:
        assert "| " + " | ".join(row[:5]) + " |" in text


# 2.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2")
def test_how_many_units_of_each_kind() -> None:
    assert (len(GERMANS), len(SOVIETS)) == (14, 34)
    assert (len(PANZERS), len(ARMIES), len(GUARDS), len(CORPS)) == (4, 20, 4, 10)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.1")
def test_the_first_panzerarmee() -> None:
    piece = next(piece for piece in TABLE["pieces"] if piece["id"] == "G-1PzA")
    assert (piece["title"], piece["number"], piece["type"], piece["side"]) == (
        "1. Panzerarmee",
        "1 PzA",
        "tank",
        "german",
    )
    assert piece["faces"] == [
        {"print": "4-6", "big": "4", "words": "strength 4, movement 6", "title": "spent", "striped": True},
        {
            "print": "7(4)-6",
            "big": "7",
            "words": "strength 7, passive defence 4, movement 6",
            "title": "fresh",
            "striped": False,
        },
    ]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.2")
def test_tank_units_are_panzer_armies_and_mechanized_corps() -> None:
    assert [unit for unit in UNITS if PIECES[unit].type == "tank"] == [*PANZERS, *CORPS]
    assert {PIECES[unit].type for unit in UNITS if unit not in (*PANZERS, *CORPS)} == {"infantry"}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.3")
def test_deployment_codes() -> None:
    codes = {area: [unit for unit in UNITS if PIECES[unit].area == area] for area in AREAS}
    assert codes == {
        "north": ["G-4PzA", "G-16A", "G-18A"],
        "center": ["G-2PzA", "G-3PzA", "G-4A", "G-9A"],
        "south": ["G-1PzA", "G-6A", "G-17A"],
        "romania": ["G-11A", "R-3A", "R-4A"],
        "soviet": [],
    }
    turns = {unit: PIECES[unit].turn for unit in UNITS if PIECES[unit].turn}
    soviet = {"S-20A": 1, "S-21A": 1, "S-22A": 1, "S-16A": 2, "S-19A": 2, "S-24A": 2, "S-50A": 3}
    assert turns == {"G-2A": 2, **soviet, **dict.fromkeys(GUARDS, 4)}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.4")
def test_strengths_and_passive_defence() -> None:
    assert [printed(unit) for unit in ("G-1PzA", "G-2PzA")] == ["7(4)/4-6"] * 2
    assert [printed(unit) for unit in ("G-3PzA", "G-4PzA")] == ["6(3)/3-6"] * 2
    assert [printed(unit) for unit in ("G-4A", "G-6A", "G-9A", "G-17A")] == ["5(3)/3-3"] * 4
    assert [printed(unit) for unit in ("G-2A", "G-11A", "G-16A", "G-18A")] == ["4(2)/2-3"] * 4
    assert [printed(unit) for unit in ("R-3A", "R-4A")] == ["2(1)/1-3"] * 2
    assert {printed(unit) for unit in ARMIES} == {"2(1)/1-3"}
    assert {printed(unit) for unit in GUARDS} == {"3(2)/2-3"}
    assert {printed(unit) for unit in CORPS} == {"1(0)-4"}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.4")
def test_strengths_in_all() -> None:
    strength = {unit: PIECES[unit].strength for unit in UNITS}
    assert sum(strength[unit] for unit in GERMANS) == 66
    assert sum(strength[unit] for unit in SOVIETS) == 40 + 12 + 10
    assert sum(strength[unit] for unit in SOVIETS if not PIECES[unit].turn) == 36  # on the map at the start


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.4")
@pytest.mark.parametrize("passive, odds", [("", ["7", "2", "3:1"]), ("S-8A", ["7", "1", "7:1"])])
def test_both_numbers_are_for_combat(passive: str, odds: list[str]) -> None:
    state = at_the_die("G-2PzA 1205, S-8A 1206", "1206", passive=passive)
    forecast = state.forecast()
    assert forecast is not None
    assert [line.effect for line in forecast.modifiers][:3] == odds


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.5")
@pytest.mark.parametrize("unit, hexes", [("G-2PzA", 6), ("G-4A", 3), ("R-3A", 3), ("S-8A", 3), ("S-3MC", 4)])
def test_the_allowance_is_the_number_of_hexes(unit: str, hexes: int) -> None:
    """On the open steppe, where nothing hinders."""
    phase = "german-movement" if unit in GERMANS else "soviet-movement"
    other = "S-9A 2012" if unit in GERMANS else "R-4A romania"
    state = position(phase, f"{unit} 0805, {other}")
    state.take(f"unit {unit}")
    ends = {hex for hex in legal(state, "move") if hex in HEXES}
    assert max(reference.distance("0805", hex) for hex in ends) == hexes


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.6")
def test_mechanized_corps_alone_have_no_spent_side() -> None:
    assert [unit for unit in UNITS if PIECES[unit].spent is None] == CORPS
    without = [piece["id"] for piece in TABLE["pieces"] if piece["faces"][0] is None]
    assert without == CORPS


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.7")
def test_affiliation() -> None:
    kinds = {kind: [unit for unit in UNITS if PIECES[unit].kind == kind] for kind in ("romanian", "guards", "corps")}
    assert kinds == {"romanian": ["R-3A", "R-4A"], "guards": GUARDS, "corps": CORPS}
    assert {PIECES[unit].kind for unit in GERMANS[:-2]} == {"german"}
    assert {PIECES[unit].kind for unit in ARMIES} == {"soviet"}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.8")
def test_names_of_units() -> None:
    titles = {unit: PIECES[unit].title for unit in ("G-2PzA", "G-2A", "R-3A", "S-8A", "S-12MC", "S-Gd1")}
    assert titles == {
        "G-2PzA": "2. Panzerarmee",
        "G-2A": "2. Armee",
        "R-3A": "Romanian 3rd Army",
        "S-8A": "8th Army",
        "S-12MC": "12th Mechanized Corps",
        "S-Gd1": "1st Shock Army (Red Guards)",
    }
    assert len({PIECES[unit].title for unit in UNITS}) == len(UNITS)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.8")
@pytest.mark.parametrize("kind", [ARMIES, GUARDS, CORPS])
def test_soviet_units_of_a_kind_differ_in_name_alone(kind: list[str]) -> None:
    assert len({(printed(unit), PIECES[unit].zoc, PIECES[unit].type) for unit in kind}) == 1


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.9")
def test_everybody_but_the_corps_is_an_army() -> None:
    assert [piece["id"] for piece in TABLE["pieces"] if piece["size"] == "corps"] == CORPS
    assert {piece["size"] for piece in TABLE["pieces"]} == {"army", "corps"}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.10")
def test_markers_are_part_of_the_view_and_no_units() -> None:
    state = position("german-movement", "G-4A 1304, S-8A 1308", turn=4, german="1703", hero="1410", hero_stands=True)
    view = state.view(None)
    assert view["turn"] == 4
    assert [city for city, side in view["control"].items() if side == "german"] == ["1304", "1703"]
    assert view["hero"] == {"city": "1410", "stands": True}
    assert sorted(tokens(view)) == sorted(UNITS)


# 2.3


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.3")
def test_the_twelve_cards() -> None:
    cards = [(card["id"], card["side"], card["name"]) for card in TABLE["cards"]]
    german = ["Blitz!", "Blitz!", "Tactical Edge!", "Tactical Edge!", "Replacement!", "Replacement!"]
    soviet = ["Reinforcements!", "Reinforcements!", "T-34!", "City Fights!", "Partisan!", "Hitler Order!"]
    assert cards == [
        *((f"G{number}", "german", name) for number, name in enumerate(german, 1)),
        *((f"S{number}", "soviet", name) for number, name in enumerate(soviet, 1)),
    ]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.3")
@pytest.mark.parametrize(
    "card, functions",
    [
        ("G1", "tank-action-2 shift"),
        ("G3", "re-roll tank-action activation"),
        ("G5", "rebuilt activation rail"),
        ("S1", "reinforcements rail activation hero"),
        ("S2", "reinforcements rail activation hero"),
        ("S3", "t34 tank-action shift"),
        ("S4", "city-shift rail activation"),
        ("S5", "partisan activation"),
        ("S6", "negate rail"),
    ],
)
def test_functions_of_cards(card: str, functions: str) -> None:
    found = next(entry for entry in TABLE["cards"] if entry["id"] == card)
    assert [function["name"] for function in found["functions"]] == functions.split()


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.3")
def test_nobody_plays_a_card_of_the_other_side() -> None:
    state = position("german-logistics", "G-4A- 1304, S-8A 1308", hands="S1 S4")
    assert refused(state, "take S1") == ("2.3", "Reinforcements! (S1) is one of the other side's cards.")
    state = position("german-movement", "G-4A- 1304, S-8A 1308", hands="G3 S4")
    assert refused(state, "card S4") == ("2.3", "City Fights! (S4) is one of the other side's cards.")
