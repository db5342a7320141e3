"""0.0 to 3.3: numbers of rules, what the game is, its equipment."""

from __future__ import annotations

import re
from hashlib import sha256
from importlib.resources import files
from random import Random

import pytest

from rasputitsa.core import CHANCE

from ..tools import soak
from . import reference
from .helpers import CITIES, GAME, GERMANS, HEXES, RUSSIANS, UNITS, listing, position, random_walk, refused, sample

NUMBERS = listing(
    """0.0 1.0 2.0 3.0 3.1 3.2 3.3 4.0 5.0 6.0 7.0 7.1 7.2 7.3 8.0 8.1 8.2 8.2.1 8.2.2 8.3 9.0 9.1 9.2 9.3 10.0
    10.1 10.2 10.3 10.4 11.0 12.0 12.1 12.2 13.0 14.0 15.0"""
)


def names_of(feature: str) -> list[str]:
    return GAME.board.names_of(GAME.board.features[feature])


def borders_of(feature: str) -> set[frozenset[str]]:
    names = GAME.board.names
    return {frozenset((names[a], names[b])) for a, b in GAME.board.borders[feature].pairs}


# 0.0


@pytest.mark.rule("battle-for-moscow", "0.0")
def test_the_rules_have_the_rulebooks_numbers() -> None:
    assert list(GAME.rules) == NUMBERS
    assert all(rule.title and rule.summary.endswith(".") for rule in GAME.rules.values())


@pytest.mark.rule("battle-for-moscow", "0.0")
def test_every_rule_number_in_the_source_exists() -> None:
    quoted: set[str] = set()
    for file in files("rasputitsa.games.battle_for_moscow").iterdir():
        if file.name.endswith(".py"):
            quoted.update(re.findall(r"\"(\d+\.\d+(?:\.\d+)?)\"", file.read_text(encoding="utf-8")))
    assert {"8.2.1", "9.3", "12.2"} <= quoted <= set(NUMBERS)


@pytest.mark.rule("battle-for-moscow", "0.0")
def test_numbers_in_the_text_of_the_rules_exist() -> None:
    text = " ".join(rule.text for rule in GAME.rules.values())
    pointers = set(re.findall(r"\((\d+\.\d+(?:\.\d+)?)[,)]", text))
    assert len(pointers) > 10
    assert pointers <= set(NUMBERS)


@pytest.mark.rule("battle-for-moscow", "0.0")
def test_a_refusal_has_a_rule_and_a_reason() -> None:
    state = position("german-movement", "5ak 1208, 3a 1308")
    state.take("unit 5ak")
    refusal = state.why_not("move 1308")
    assert refusal is not None
    assert refusal.rule == "8.2.1"
    assert refusal.reason == "The Russian 3rd Army is in 1308."


@pytest.mark.rule("battle-for-moscow", "0.0")
@pytest.mark.parametrize(("seed", "every"), [(0, 40), *(soak.left((seed, 7)) for seed in range(4))])
def test_every_refusal_has_a_number_and_a_sentence(seed: int, every: int) -> None:
    rng = Random(seed)
    everything = list(GAME.words)
    for number, state in enumerate(random_walk(seed)):
        if number % every:
            continue
        listed = set(state.actions())
        for action in rng.sample(everything, 40):
            if action not in listed:
                rule, sentence = refused(state, str(action))
                assert rule in NUMBERS
                assert len(sentence) > 15 and not re.search(r"  |\{|\bNone\b(?! of)|-1", sentence)


STEPS = listing(
    """SetUp SetUpAt Replacements PlaceUnit Movement Moving DeclareBattles NameAttackers ResolveBattles RollDie
    AttackerLoss Retreat Advance"""
)


@pytest.mark.rule("battle-for-moscow", "0.0")
@pytest.mark.parametrize("step", STEPS)
def test_every_question_has_a_number_and_a_sentence(step: str) -> None:
    states = sample(step, 5)
    assert states
    for state in states:
        assert state.question is not None
        assert state.question.rule in NUMBERS
        assert re.match(r"^[A-Z\d].*[.?]$", state.question.text)


# 1.0, 2.0


@pytest.mark.rule("battle-for-moscow", "1.0")
def test_germans_command_corps_and_russians_armies() -> None:
    assert GAME.title == "Battle for Moscow"
    assert {piece.size for piece in GAME.pieces[:22]} == {"corps"}
    assert {piece.size for piece in GAME.pieces[22:]} == {"army"}


@pytest.mark.rule("battle-for-moscow", "2.0")
def test_two_players_german_first() -> None:
    assert [(side.name, side.title) for side in GAME.sides] == [("german", "German"), ("soviet", "Russian")]
    assert GAME.start().side == "german"


@pytest.mark.rule("battle-for-moscow", "2.0")
@pytest.mark.rule("battle-for-moscow", "3.0")
def test_the_one_die_is_for_battles_only() -> None:
    rolls = 0
    for seed in range(3):
        for state in random_walk(seed):
            if state.side == CHANCE:
                rolls += 1
                assert state.dice() == 1
                assert [str(action) for action in state.actions()] == [f"roll {face}" for face in range(1, 7)]
                assert "combat" in state.position()["phase"]
                forecast = state.forecast()
                assert forecast is not None and forecast.headline in ("1:1", "2:1", "3:1", "4:1", "5:1", "6:1")
    assert rolls > 10


# 3.0, 3.1


@pytest.mark.rule("battle-for-moscow", "3.0")
def test_the_equipment() -> None:
    assert len(GAME.pieces) == 39
    assert len(GERMANS) == 22 and len(RUSSIANS) == 17
    assert len(GAME.scenarios[0].turns) == 7
    assert {chart["title"] for chart in GAME.manifest()["charts"]} == {"Combat results", "Terrain", "Turns"}


@pytest.mark.rule("battle-for-moscow", "3.1")
def test_the_grid() -> None:
    assert len(HEXES) == 147
    assert [sum(hex.startswith(f"{column:02}") for hex in HEXES) for column in range(1, 15)] == [11, 10] * 7
    board = GAME.board
    for hex in HEXES:
        assert set(board.names_of(board.adjacent[board.ids[hex]])) == reference.neighbours(hex)
    assert reference.neighbours("0504") == {"0503", "0505", "0403", "0603", "0404", "0604"}
    assert reference.neighbours("1010") == {"1009", "0910", "1110", "0911", "1111"}
    assert reference.neighbours("0101") == {"0102", "0201"}


CHECKSUMS = {  # by feature: how many hexes or hexsides have it, and the checksum of their names
    "forest": (32, "7b6d71f1a0afcae1"),
    "city": (11, "5350124295488e49"),
    "major_city": (2, "ee8e3a9c87b3658f"),
    "fortification": (22, "7f12c2044378d243"),
    "west_edge": (11, "e6021634edcc3be8"),
    "red_edge": (17, "6fa3eec6144d4209"),
    "river": (58, "6d23c8e735b15e1e"),
    "rail": (70, "b45ba8d6f11f07dd"),
}


@pytest.mark.rule("battle-for-moscow", "3.1")
def test_no_feature_of_the_map_has_moved() -> None:
    """Printed facts: whoever corrects one corrects its checksum too."""
    features = {name: names_of(name) for name in GAME.board.features}
    features |= {name: ["-".join(sorted(pair)) for pair in borders_of(name)] for name in GAME.board.borders}
    found = {
        name: (len(places), sha256(" ".join(sorted(places)).encode()).hexdigest()[:16])
        for name, places in features.items()
    }
    assert found == CHECKSUMS


@pytest.mark.rule("battle-for-moscow", "3.1")
def test_rivers_and_rails() -> None:
    assert len(borders_of("river")) == 58
    assert len(borders_of("rail")) == 70
    for border in borders_of("river") | borders_of("rail"):
        a, b = border
        assert b in reference.neighbours(a)


@pytest.mark.rule("battle-for-moscow", "3.1")
def test_cities_and_their_names() -> None:
    titles = {space.name: space.title for space in GAME.board.spaces if space.title and space.kind == "hex"}
    assert titles == {
        "0204": "Smolensk",
        "0307": "Roslavl",
        "0509": "Bryansk",
        "0601": "Rzhev",
        "0603": "Vyazma",
        "0803": "Mozhaisk",
        "0805": "Kaluga",
        "0809": "Orel",
        "1103": "Moscow",
        "1107": "Tula",
        "1405": "Ryazan",
    }
    assert names_of("city") == CITIES == sorted(titles)
    assert names_of("major_city") == ["1103", "1107"]


@pytest.mark.rule("battle-for-moscow", "3.1")
def test_fortifications() -> None:
    west = listing("0501 0502 0503 0504 0505 0506 0507 0801 0802 0803 0804 0805")
    assert names_of("fortification") == west + listing("1001 1002 1003 1004 1102 1104 1105 1106 1107 1203")
    assert "1103" not in names_of("fortification")


@pytest.mark.rule("battle-for-moscow", "3.1")
def test_the_coloured_edges() -> None:
    assert names_of("west_edge") == [f"01{row:02}" for row in range(1, 12)]
    east = [f"14{row:02}" for row in range(1, 11)]
    assert names_of("red_edge") == sorted(["1101", "1201", "1301", *east, "1311", "1210", "1111", "1010"])


@pytest.mark.rule("battle-for-moscow", "3.1")
def test_the_moskva_covers_three_sides_of_moscow() -> None:
    wet = {hex for hex in reference.neighbours("1103") if frozenset((hex, "1103")) in borders_of("river")}
    assert wet == {"1002", "1003", "1104"}
    assert not any("1107" in border for border in borders_of("river"))
    around = {hex for hex in reference.neighbours("0505") if frozenset((hex, "0505")) in borders_of("river")}
    assert around == {"0404", "0604", "0605", "0506"}


@pytest.mark.rule("battle-for-moscow", "3.1")
def test_forests_of_the_second_edition() -> None:
    assert {"0109", "0203", "0209", "0210", "0309", "0311", "0511"} <= set(names_of("forest"))
    assert not set(names_of("forest")) & {*names_of("fortification"), *names_of("city")}


# 3.2


@pytest.mark.rule("battle-for-moscow", "3.2")
def test_the_charts_show_the_three_tables() -> None:
    charts = {chart["title"]: chart for chart in GAME.manifest()["charts"]}
    assert charts["Combat results"]["rows"] == [
        ["1", "DR", "DR", "DR", "DR", "DR", "DRL"],
        ["2", "EX", "DR", "DR", "DR", "DRL", "DRL"],
        ["3", "EX", "EX", "DR", "EX", "DRL", "DE"],
        ["4", "NE", "EX", "EX", "DRL", "DRL", "DE"],
        ["5", "NE", "NE", "EX", "DRL", "DE", "DE"],
        ["6", "AL", "NE", "DRL", "DE", "DE", "DE"],
    ]
    assert charts["Terrain"]["rows"] == [
        ["clear", "1", "0"],
        ["forest", "2", "1"],
        ["major city", "1", "1"],
        ["fortification", "1", "1"],
        ["river", "0", "1"],
    ]
    assert [row[2:] for row in charts["Turns"]["rows"]] == [
        ["clear", "0", "5"],
        ["clear", "1", "5"],
        ["mud", "1", "4"],
        ["mud", "1", "4"],
        ["clear", "1", "5"],
        ["clear", "1", "5"],
        ["clear", "1", "5"],
    ]


@pytest.mark.rule("battle-for-moscow", "3.2")
def test_the_tables_in_the_rules_are_those_of_the_program() -> None:
    charts = {chart["title"]: chart for chart in GAME.manifest()["charts"]}
    for row in charts["Combat results"]["rows"]:
        assert "| " + " | ".join(row) + " |" in GAME.rules["9.3"].text
    for row, arrives in zip(charts["Turns"]["rows"], [" "] * 3 + [" 1st Shock Army "] + [" "] * 3, strict=True):
        assert "| " + " | ".join(row) + " |" + arrives + "|" in GAME.rules["4.0"].text


# 3.3


@pytest.mark.rule("battle-for-moscow", "3.3")
@pytest.mark.parametrize("unit", UNITS)
def test_strengths_and_movement(unit: str) -> None:
    piece = GAME.pieces[UNITS.index(unit)]
    full = reference.STRENGTHS[unit]
    assert piece.strength == (0, full // 2, full)
    assert piece.movement == (6 if unit in reference.PANZERS else 4)
    assert piece.type == ("panzer" if unit in reference.PANZERS else "shock" if unit == "1sh" else "infantry")


@pytest.mark.rule("battle-for-moscow", "3.3")
def test_every_unit_exists() -> None:
    assert set(UNITS) == set(reference.STRENGTHS)
    strengths = sorted(piece.strength[2] for piece in GAME.pieces if piece.name in GERMANS)
    assert strengths == [4, 4, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7, 8, 8, 8, 8, 9, 9, 10, 12, 12, 12]


@pytest.mark.rule("battle-for-moscow", "3.3")
def test_odd_strengths_are_halved_downwards() -> None:
    reduced = {piece.name: piece.strength[1] for piece in GAME.pieces}
    assert (reduced["7ak"], reduced["6ak"], reduced["47pz"], reduced["56pz"]) == (3, 2, 4, 4)
    assert (reduced["5ak"], reduced["1sh"], reduced["3a"]) == (3, 5, 4)


@pytest.mark.rule("battle-for-moscow", "3.3")
def test_the_table_of_units_in_the_rules() -> None:
    rows = [line.strip("|").split("|") for line in GAME.rules["3.3"].text.splitlines() if line.startswith("|")]
    for piece in GAME.pieces:
        name = re.match(r"\d+", piece.title)
        assert name is not None
        group = "German panzer" if piece.type == "panzer" else "German infantry" if piece.name in GERMANS else "Russian"
        listed = [row for row in rows if row[0].strip().startswith(group)]
        found = [faces for units, *faces in listed if re.search(rf"\b{name.group()}(st|nd|rd|th)?\b", units)]
        assert found == [[f" {piece.strength[step]}-{piece.movement} " for step in (2, 1)]]
