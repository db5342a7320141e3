"""The data files: what an owner of the printed game can correct, what is refused, what a check finds.

Every test loads a copy of the game's package in which one thing has been changed.
"""

from __future__ import annotations

import importlib.util
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.resources import as_file, files
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rasputitsa
from rasputitsa.core import DataError, Game

from .helpers import GAME, UNITS

PACKAGE = "rasputitsa.games.corrected_game"
DATA = (".toml", ".md")

Correct = Callable[..., Game]


@pytest.fixture
def corrected(tmp_path: Path) -> Iterator[Correct]:
    """A function that loads the game with pieces of text replaced in a data file."""
    folder = tmp_path / "corrected_game"
    folder.mkdir()
    with as_file(files("rasputitsa.games.blitzkrieg_to_moscow_2")) as original:
        for path in original.iterdir():  # only data are copied: compiled modules stay so
            shutil.copy(path, folder) if path.suffix in DATA else (folder / path.name).symlink_to(path)

    def correct(file: str, *changes: str) -> Game:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            assert old in text, f"{old!r} does not stand in {file}"
            text = text.replace(old, new, 1)
        path.write_text(text, encoding="utf-8")
        return load(folder)

    yield correct
    forget()


def load(folder: Path) -> Game:
    forget()
    spec = importlib.util.spec_from_file_location(
        PACKAGE, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[PACKAGE] = module
    spec.loader.exec_module(module)
    game: Game = module.GAME
    return game


def forget() -> None:
    for name in [name for name in sys.modules if name == PACKAGE or name.startswith(PACKAGE + ".")]:
        del sys.modules[name]


def unit_line(unit: str) -> str:
    """The beginning of the line of a unit in its file."""
    return f'{{ id = "{unit}"'


# As it is.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
def test_nothing_is_inconsistent_as_it_is(corrected: Correct) -> None:
    assert GAME.check() == []
    assert corrected("map.toml").check() == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
def test_every_value_says_how_sure_it_is() -> None:
    kinds = {"RULE", "FOUND", "REBUILT"}
    for piece in GAME.manifest()["pieces"]:
        assert set(piece["certainty"]) == {"exists", "strength", "passive", "spent", "movement", "deploy"}
        assert set(piece["certainty"].values()) <= kinds
    for card in GAME.manifest()["cards"]:
        assert {function["certainty"] for function in card["functions"]} <= kinds


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
@pytest.mark.parametrize(
    "unit, certainty",
    [
        ("G-2PzA", "RULE RULE REBUILT REBUILT REBUILT REBUILT"),
        ("G-6A", "FOUND REBUILT REBUILT REBUILT REBUILT REBUILT"),
        ("G-11A", "RULE REBUILT REBUILT REBUILT REBUILT RULE"),
        ("R-3A", "RULE REBUILT REBUILT REBUILT REBUILT RULE"),
        ("S-8A", "RULE RULE RULE REBUILT REBUILT RULE"),
        ("S-3A", "RULE RULE RULE REBUILT REBUILT REBUILT"),
        ("S-24A", "REBUILT RULE RULE REBUILT REBUILT REBUILT"),
        ("S-12MC", "RULE RULE RULE RULE REBUILT RULE"),
        ("S-Gd1", "REBUILT REBUILT REBUILT REBUILT REBUILT REBUILT"),
    ],
)
def test_how_sure_the_values_of_units_are(unit: str, certainty: str) -> None:
    sure = GAME.pieces[UNITS.index(unit)].sure
    assert [sure[key] for key in ("exists", "strength", "passive", "spent", "movement", "deploy")] == certainty.split()


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
def test_the_game_says_at_the_table_that_it_is_reconstructed() -> None:
    manifest = GAME.manifest()
    assert "reconstruction" in manifest["about"]
    assert "reconstruction" in manifest["sources"] and "not the printed values" in manifest["sources"]
    for word in ("map", "counters", "cards", "combat table", "turn track"):
        assert word in manifest["sources"]
    assert "reconstructed" in GAME.rules.preface and "REBUILT" in GAME.rules.preface


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
def test_a_chart_says_how_much_is_certain() -> None:
    chart = next(chart for chart in GAME.manifest()["charts"] if chart["title"].startswith("What is certain"))
    assert chart["head"] == ["", "in the rulebook", "from other sources", "reconstructed"]
    rows = {row[0]: row[1:] for row in chart["rows"]}
    assert rows["Map: cities"] == ["6", "4", "3"]
    assert rows["Map: numbers of hexes"] == ["4", "1", "the others"]
    assert rows["Map: where the terrain is"] == ["", "", "all"]
    assert rows["Units: combat strength"] == ["31", "", "17"]
    assert rows["Units: movement allowance"] == ["", "", "48"]
    assert rows["Cards: functions"] == ["14", "", "20"]
    assert rows["Combat results: columns"] == ["1", "", "6"]
    assert rows["Turn track: numbers of cards"] == ["", "", "all"]


def notes_of(game: Game, space: str) -> list[str]:
    return next(
        [note["text"] for note in found["notes"]]
        for found in game.manifest()["board"]["spaces"]
        if found["name"] == space
    )


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.1")
def test_the_map_says_of_every_city_how_sure_it_is() -> None:
    assert "Odessa and its place: stated in the rulebook" in notes_of(GAME, "0304")
    assert "Kiev: stated in the rulebook; its place: reconstructed" in notes_of(GAME, "0804")
    assert "Tula: stated in public material; its place: reconstructed" in notes_of(GAME, "1210")
    assert "Minsk and its place: reconstructed" in notes_of(GAME, "1304")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.1")
@pytest.mark.parametrize(
    "hex, text",
    [
        ("1304", "City: one column left for the attacker; every unit there has a zone of control"),
        ("1404", "Forest: tank units stop; no shift for attacking tanks"),
        ("1103", "Marsh: every unit stops; no shift for attacking tanks; no unit there has a zone of control"),
        ("0107", "Mountain: every unit stops; one column left for the attacker; no shift for attacking tanks"),
        ("0805", "River: one column left if all attackers are across one; not on snow turns"),
        ("1410", "Fortress city: Soviet units do not surrender; two points for the Germans"),
        ("1201", "Touches Army Group Center"),
    ],
)
def test_the_map_says_what_its_terrain_does(hex: str, text: str) -> None:
    assert text in notes_of(GAME, hex)


# Corrections take effect, and nothing else must change for it.


def play_on(game: Game, seed: int = 1) -> None:
    rng = Random(seed)
    state = game.start()
    while state.outcome is None:
        state.apply(rng.choice(state.actions()))


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.4")
def test_the_numbers_of_cards_can_be_corrected(corrected: Correct) -> None:
    game = corrected("tables.toml", "german = 5", "german = 3", 'cards = "REBUILT"', 'cards = "PRINTED"')
    state = game.start()
    for card in ("G1", "G2", "G3"):
        state.take(f"take {card}")
    assert state.question is not None and state.question.step != "ChooseCards"
    chart = next(chart for chart in game.manifest()["charts"] if chart["title"].startswith("What is certain"))
    assert chart["head"][-1] == "as printed"
    assert ["Turn track: numbers of cards", "", "", "", "all"] in chart["rows"]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "6.1")
@pytest.mark.parametrize("number, hand", [(0, []), (6, ["G1", "G2", "G3", "G4", "G5", "G6"])])
def test_no_card_or_all_six_leave_nothing_to_choose(corrected: Correct, number: int, hand: list[str]) -> None:
    state = corrected("tables.toml", "german = 5", f"german = {number}").start()
    assert state.question is not None and state.question.step != "ChooseCards"
    assert state.position()["hands"] == hand


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2.4")
def test_a_counter_can_be_corrected(corrected: Correct) -> None:
    game = corrected(
        "pieces.toml",
        "strength = 6, passive = 3, spent = 3, movement = 6",
        "strength = 8, passive = 2, spent = 5, movement = 5",
    )
    piece = next(piece for piece in game.manifest()["pieces"] if piece["id"] == "G-3PzA")
    assert [face["print"] for face in piece["faces"] if face] == ["5-5", "8(2)-5"]
    assert game.check() == []
    play_on(game)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.6")
def test_a_result_can_be_corrected(corrected: Correct) -> None:
    game = corrected(
        "tables.toml", '"1:1" = ["-", "-", "-", "-", "DR", "DL"]', '"1:1" = ["-", "-", "-", "-", "-", "DR"]'
    )
    data = {
        "turn": 2,
        "phase": "german-combat",
        "units": {"R-3A": {"at": "0806"}, "S-8A": {"at": "0807"}, "S-9A": {"at": "2012"}},
    }
    state = game.position(data)
    for action in ("attack 0807", "with R-3A", "fight", "active S-8A"):
        state.take(action)
    forecast = state.forecast()
    assert forecast is not None
    assert {chance.result: str(chance.probability) for chance in forecast.chances} == {"-": "5/6", "DR": "1/6"}
    assert [problem.split(":")[0] for problem in game.check()] == ["rules.md, 11.3.6"] * 4  # two rows, old and new


@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.3.4")
def test_the_effect_of_marsh_on_combat_can_be_corrected(corrected: Correct) -> None:
    """The printed chart is said to have one."""
    game = corrected(
        "tables.toml", 'marsh = { stops = "everybody", shift = 0', 'marsh = { stops = "everybody", shift = -1'
    )
    data = {
        "turn": 2,
        "phase": "german-combat",
        "units": {"G-4A": {"at": "1105"}, "S-8A": {"at": "1104"}, "S-9A": {"at": "2012"}},
    }
    state = game.position(data)
    for action in ("attack 1104", "with G-4A", "fight", "active S-8A"):
        state.take(action)
    forecast = state.forecast()
    assert forecast is not None and forecast.headline == "1:1"
    assert ("The defenders are in a marsh", "one column left", "11.3.4") in forecast.modifiers
    assert any("one column left for the attacker" in text for text in notes_of(game, "1104"))
    assert game.check() == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "10.2.2")
def test_who_stops_can_be_corrected(corrected: Correct) -> None:
    game = corrected("tables.toml", 'forest = { stops = "tanks"', 'forest = { stops = "everybody"')
    data = {
        "turn": 2,
        "phase": "german-movement",
        "units": {"G-4A": {"at": "1207"}, "G-9A": {"at": "center"}, "S-9A": {"at": "2012"}},
    }
    state = game.position(data)
    state.take("unit G-4A")
    state.take("move 1208")
    assert state.question is not None and state.question.step == "Movement"
    assert game.check() == ["tables.toml, terrain.forest.stops: is 'everybody', but the rulebook has 'tanks' (10.2)."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.1")
def test_a_city_can_be_put_elsewhere(corrected: Correct) -> None:
    """Kiev to 0805, the other close call."""
    game = corrected(
        "map.toml",
        '"0804" = "Kiev"',
        '"0805" = "Kiev"',
        '"0804" = "RULE"',
        '"0805" = "RULE"',
        '"0709", "0804"',
        '"0709", "0805"',
    )
    titles = {space["name"]: space["title"] for space in game.manifest()["board"]["spaces"] if space["title"]}
    assert titles["0805"] == "Kiev" and "0804" not in titles
    assert game.check() == []
    play_on(game)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.3")
def test_a_card_can_be_corrected(corrected: Correct) -> None:
    game = corrected(
        "cards.toml",
        'functions = ["partisan", "activation"]\nsure = ["RULE", "REBUILT"]',
        'functions = ["partisan", "rail"]\nsure = ["RULE", "PRINTED"]',
    )
    card = next(card for card in game.manifest()["cards"] if card["id"] == "S5")
    assert [(function["name"], function["certainty"]) for function in card["functions"]] == [
        ("partisan", "RULE"),
        ("rail", "PRINTED"),
    ]
    assert {problem.split(":")[0] for problem in game.check()} == {"rules.md, 2.3"}
    play_on(game)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "3.1")
def test_the_set_up_can_be_corrected(corrected: Correct) -> None:
    game = corrected("setup.toml", '"1805" = ["S-27A"]', '"1804" = ["S-27A"]')
    assert game.start().position()["units"]["S-27A"]["at"] == "1804"
    assert game.check() == [
        "rules.md, 3.1: lacks the row '| 1804 | 27th Army |', which the data files say.",
        "rules.md, 3.1: has the row '| 1805 | 27th Army |', which the data files do not say.",
    ]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.2")
def test_there_may_be_more_units(corrected: Correct) -> None:
    line = next(line for line in data_lines("pieces.toml") if unit_line("S-50A") in line)
    more = (
        line.replace("S-50A", "S-51A").replace('"50"', '"51"').replace("50th", "51st").replace("turn = 3", "turn = 5")
    )
    game = corrected("pieces.toml", line, f"{line}\n{more}")
    assert len(game.manifest()["pieces"]) == 49
    assert game.start().position()["units"]["S-51A"] == {"at": "track", "due": 5}
    play_on(game)


def data_lines(file: str) -> list[str]:
    return (files("rasputitsa.games.blitzkrieg_to_moscow_2") / file).read_text(encoding="utf-8").splitlines()


# What nobody could play with is refused when the game is loaded, with file, key and value.


def cases(text: str) -> list[tuple[str, str, str, str]]:
    """Lines in pairs: ``file: old => new`` or ``file[unit]: old => new``, then what is said about it."""
    lines = text.strip().splitlines()
    found = []
    for change, message in zip(lines[::2], lines[1::2], strict=True):
        file, _, rest = change.partition(": ")
        old, _, new = (part.strip() for part in rest.partition("=>"))
        file, _, unit = file.rstrip("]").partition("[")
        old, new = old.replace("\\n", "\n"), new.replace("\\n", "\n")
        if unit:
            line = next(line for line in data_lines(file) if unit_line(unit) in line)
            old, new = line, line.replace(old, new, 1)
        found.append((file, old, new, message.strip()))
    return found


REFUSED = r"""
map.toml: [grid] => [grid
    corrected_game/map.toml: not valid TOML
map.toml: [spaces] => [terrain]
    spaces: is missing
map.toml: forest = [ => forrest = [
    spaces.forrest: is not known here
map.toml: mountain = [ => volcano = [
    spaces.volcano: is not known here
map.toml: "0107", "0701" => "0107", "9999"
    spaces.mountain: names '9999', which is not a space on the map
map.toml: "0107", "0701" => "0107", "1101"
    spaces.mountain: names '1101', which is already marsh
map.toml: "0107", "0701" => "0107", "0106"
    spaces.mountain: names '0106', which is already city
map.toml: "0106", "1410", "2006", => "0106", "1410", "2007",
    spaces.fortress: names '2007', which is not a city
map.toml: "0106" = "Sevastopol" => "0106" = "Yalta"
    names: has no city 'Sevastopol'
map.toml: "1304" = "Minsk" => "1305" = "Minsk"
    names.1304: is missing: every city needs a name
map.toml: "1304" = "Minsk" => "1304" = "Kiev"
    names: gives two hexes the name 'Kiev'
map.toml: "1304" = "Minsk" => "1304" = 7
    names.1304: is 7; it must be of type str
map.toml: "1302-1401" => "1302-1501"
    borders.river: has 1302-1501, but these hexes do not touch
map.toml: "1302-1401" => "1401-1402"
    borders.river: has 1401-1402, which is already in 'river'
map.toml: "1806-1807" => "1807-1907"
    borders.lake: has 1807-1907, which is already in 'river'
map.toml: name = "north" => name = "nord"
    box: has the rear areas nord, center
map.toml: "1304" = "REBUILT" => "1304" = "GUESSED"
    sure.cities.1304: is 'GUESSED'; it must be one of
map.toml: "1304" = "REBUILT" =>
    sure.cities.1304: is missing
map.toml: grid = "REBUILT" =>
    sure.parts.grid: is missing
pieces.toml: strength = 7 => strength = 0
    units[0].strength: is 0; it must be 1 or more
pieces.toml: strength = 7 => strength = "7"
    units[0].strength: is '7'; it must be of type int
pieces.toml: passive = 4 => passive = -1
    units[0].passive: is -1; it must be 0 or more
pieces.toml: spent = 4 => spent = 0
    units[0].spent: is 0; it must be 1 or more
pieces.toml: movement = 6 => movement = 1
    units[0].movement: is 1; it must be 2 or more
pieces.toml: movement = 6 => speed = 6
    units[0].speed: is not known here
pieces.toml: id = "G-2PzA" => id = "G-1PzA"
    units[1].id: is 'G-1PzA', but another unit already has that id
pieces.toml: side = "german" => side = "finnish"
    units[0].side: is 'finnish'; it must be one of german, soviet
pieces.toml: side = "german", kind = "german" => side = "soviet", kind = "guards"
    units[0].area: must be left out
pieces.toml: area = "south" => area = "west"
    units[0].area: is 'west'; it must be one of north, center, south, romania
pieces.toml: area = "south" => area = "south", turn = 2
    units[0].area: a German unit has either
pieces.toml: zoc = true, turn = 2 => zoc = true, turn = 7
    units[11].turn: is 7; it must be a turn of the game
pieces.toml: type = "tank" => type = "cavalry"
    units[0].type: is 'cavalry'; it must be one of tank, infantry
pieces.toml: passive = 0, movement = 4 => passive = 0, spent = 1, movement = 4
    spent: must be left out: mechanized corps have no spent side (2.2.6)
pieces.toml: exists = "RULE", strength = "REBUILT" => exists = "RULE"
    units[0].sure.strength: is missing
pieces.toml: exists = "RULE" => exists = "SURE"
    units[0].sure.exists: is 'SURE'; it must be one of
cards.toml: side = "german" => side = "soviet"
    cards[0].functions: holds 'tank-action-2', which that side cannot use
cards.toml: "tank-action-2", "shift" => "tank-action-2", "shoot"
    cards[0].functions: holds 'shoot'; functions are
cards.toml: "tank-action-2", "shift" => "shift", "shift"
    cards[0].functions: holds 'shift' twice
cards.toml: functions = ["tank-action-2", "shift"] => functions = []
    cards[0].functions: are 0; a card has one to three
cards.toml: sure = ["RULE", "REBUILT"] => sure = ["RULE"]
    cards[0].sure: has 1 values; it must have one for each of the 2
cards.toml: sure = ["RULE", "REBUILT"] => sure = ["RULE", "maybe"]
    cards[0].sure: holds 'maybe'; it must be one of
pieces.toml[G-1PzA]: side = "german", kind = "german" => side = "soviet", kind = "soviet"
    units[0].area: must be left out: only German units have a deployment code (2.2.3)
pieces.toml[G-2A]: side = "german", kind = "german" => side = "soviet", kind = "guards"
    units: must list the German units before the Soviet ones
map.toml: "1501", "1601", "1701" => "1901", "1902"
    box[0].touches: must name at least one land hex
cards.toml: id = "S6"\nside = "soviet" => id = "S6"\nside = "german"
    cards[11].functions: holds 'negate', which that side cannot use (7.1)
cards.toml: id = "G3"\nside = "german" => id = "G3"\nside = "soviet"
    cards: must be six German cards, then six Soviet ones (2.3)
cards.toml: id = "G2" => id = "G1"
    cards[1].id: is 'G1', but another card already has that id
cards.toml: "Blitz!" = "REBUILT" =>
    copies.Blitz!: is missing
tables.toml: "DR", "DL"] => "DR", "EX"]
    crt.1:1: holds 'EX'; results are
tables.toml: "-", "DR", "DL"] => "DR", "DL"]
    crt.1:1: has 5 results; each column needs one for each of the six faces
tables.toml: "4:1" = ["DR" => "4:1" = ["-"
    crt.4:1: has a '-'; from 4:1 up every result is at least DR (11.3.6)
tables.toml: "7:1" = ["DE" => "7:1" = ["DL"
    crt.7:1: must be DE throughout (11.3.6)
tables.toml: german = 5 => german = 7
    turns[0].german: is 7; a side takes none to six cards (6.1)
tables.toml: soviet = 2 => soviet = -1
    turns[0].soviet: is -1; a side takes none to six cards (6.1)
tables.toml: weather = "mud" => weather = "rain"
    turns[2].weather: is 'rain'; it must be one of clear, mud, snow, thaw
tables.toml: [[turns]]\nlabel = "May/Jun 1941"\nweather = "clear"\ngerman = 5\nsoviet = 2\n =>
    turns: are 5; the game has six (4.0)
tables.toml: stops = "tanks" => stops = "trucks"
    terrain.forest.stops: is 'trucks'; it must be one of
tables.toml: forest = { => wood = {
    terrain.wood: is not known here
setup.toml: "1601" = ["S-8A", "S-12MC"] => "1601" = ["S-8A"]
    soviet: does not say where 'S-12MC' begins
setup.toml: "1601" = ["S-8A", "S-12MC"] => "1601" = ["S-8A", "S-12MC", "S-3A"]
    soviet.1401: places 'S-3A', which is already placed elsewhere
setup.toml: "1601" = ["S-8A", "S-12MC"] => "1601" = ["S-8A", "S-12MC", "S-20A"]
    soviet.1601: places 'S-20A', which arrives on turn 1
setup.toml: "1601" = ["S-8A", "S-12MC"] => "1601" = ["S-8A", "S-12MC", "G-4A"]
    soviet.1601: names 'G-4A', which is not a Soviet unit
setup.toml: "1601" = => "1902" =
    soviet.1902: is not a land hex
setup.toml: "1601" = => "2101" =
    soviet.2101: names '2101', which is not a space on the map
"""


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
@pytest.mark.parametrize("file, old, new, message", cases(REFUSED))
def test_what_cannot_be_played_is_refused(corrected: Correct, file: str, old: str, new: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        corrected(file, old, new)
    said = str(caught.value)
    assert said.startswith(f"corrected_game/{file}") and message in said


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
def test_a_file_that_is_not_there(corrected: Correct, tmp_path: Path) -> None:
    (tmp_path / "corrected_game" / "cards.toml").unlink()
    with pytest.raises(DataError, match=r"corrected_game/cards\.toml: cannot be read"):
        corrected("map.toml")


# What can be played but does not fit is told by the check.


TOLD = r"""
pieces.toml[G-2PzA]: strength = 7 => strength = 8
    G-2PzA.strength: is 8, but the rulebook has 7 (11.3.3).
pieces.toml[S-8A]: strength = 2 => strength = 3
    S-8A.strength: is 3, but the rulebook has 2 (11.3.3).
pieces.toml: strength = 1, passive = 0 => strength = 1, passive = 1
    S-12MC.passive: is 1, but the rulebook has 0 (11.6).
pieces.toml: strength = 3, passive = 2, spent = 2 => strength = 3, passive = 1, spent = 2
    S-Gd2.passive: is 2, but S-Gd1, which is alike (3.1), has 1.
pieces.toml: strength = 6, passive = 3 => strength = 6, passive = 7
    G-3PzA.passive: is 7, more than the strength of the fresh unit.
pieces.toml: strength = 6, passive = 3, spent = 3 => strength = 6, passive = 3, spent = 7
    G-3PzA.spent: is 7, more than the strength of the fresh unit.
pieces.toml: movement = 6 => movement = 3
    G-1PzA.movement: is 3, but snow reduces such units to 3 (10.3).
pieces.toml: zoc = false, area => zoc = true, area
    R-3A.zoc: is True, but the rulebook has False (9.1).
pieces.toml: zoc = true, area => zoc = false, area
    G-1PzA.zoc: is False, but the rulebook has True (9.1).
pieces.toml: zoc = false, area = "romania" => zoc = false, area = "south"
    R-3A.area: is 'south', but the rulebook has 'romania' (10.0).
pieces.toml: zoc = true, turn = 2 => zoc = true, turn = 3
    G-2A.turn: is 3, but the rulebook has 2 (3.2).
pieces.toml: kind = "guards", type = "infantry" => kind = "guards", type = "tank"
    S-Gd1.type: is 'tank', but the rulebook has 'infantry' (2.2.2).
cards.toml: functions = ["negate", "rail"] => functions = ["activation", "rail"]
    S6.functions: lacks 'negate', which Hitler Order! has (7.1).
cards.toml: functions = ["negate", "rail"] => functions = ["activation", "rail"]
    cards: no card has the function 'negate' (7.1).
cards.toml: functions = ["negate", "rail"] => functions = ["negate", "shift"]
    S6.functions: holds 'shift', which Hitler Order! does not have (11.3.4).
cards.toml: functions = ["partisan", "activation"] => functions = ["partisan", "hero"]
    S5.functions: holds 'hero', which Reinforcements! alone has (14.1).
cards.toml: functions = ["partisan", "activation"] => functions = ["partisan", "t34"]
    S5.functions: holds 't34', which T-34! alone has (6.2.3).
cards.toml: "hero"]\nsure = ["RULE", "REBUILT", "REBUILT", "RULE"] => ]\nsure = ["RULE", "REBUILT", "REBUILT"]
    S1.functions: lacks 'hero', which Reinforcements! has (14.1).
tables.toml: "2:1" = ["-", "-", "-", "DR", "DR", "DL"] => "2:1" = ["-", "-", "-", "DR", "-", "DL"]
    crt.2:1: has - for a 5, but DR for a 4.
tables.toml: "2:1" = ["-", "-", "-", "DR", "DR", "DL"] => "2:1" = ["-", "-", "-", "DR", "DR", "DR"]
    crt.2:1: has DR for a 6, but 1:1 has DL.
tables.toml: weather = "mud" => weather = "clear"
    turns[2].weather: is 'clear', but the rulebook has 'mud' (10.3).
tables.toml: shift = 0, tanks = 1 => shift = 0, tanks = 2
    terrain.clear.tanks: is 2, but the rulebook has 1 (11.3.4).
tables.toml: city = { stops = "nobody", shift = -1 => city = { stops = "nobody", shift = -2
    terrain.city.shift: is -2, but the rulebook has -1 (11.3.4).
tables.toml: Mar/Apr 1942 => Apr/May 1942
    rules.md, 2.1.4: lacks the row '| 6 | Apr/May 1942 | thaw | 3 | 3 | – |', which the data files say.
setup.toml: "0602" = ["S-18A"] => "0804" = ["S-18A"]
    soviet.0804: places units in 0804 Kiev, which begins empty (15.1).
setup.toml: "1601" = ["S-8A", "S-12MC"] => "1602" = ["S-8A", "S-12MC"]
    soviet.1601: lacks 'S-8A' (3.1).
setup.toml: "1201" = [ => "1202" = [
    soviet: places no unit in 1201, where the rulebook has Soviet units (11.7).
map.toml: "1101", "1201", "1301" => "1101", "1301"
    box center.touches: lacks '1201', which units of Army Group Center can attack (11.7).
map.toml: "1501", "1601", "1701" => "1501", "1602", "1701"
    box north.touches: names '1602', which is not on the edge of the map (2.1.2).
map.toml: "0106", "1410", "2006", => "0106", "1410",
    spaces.fortress: has Moscow, Sevastopol; the rulebook has Leningrad, Moscow, Sevastopol (13.2.4).
map.toml: "2006" = "Leningrad" => "2006" = "St. Petersburg"
    names: there is no city 'Leningrad' (13.2.4).
map.toml: "0108-0109" => "0108-0109", "0107-0108"
    spaces: 0108 cannot be reached over land from the German rear areas.
"""


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
@pytest.mark.parametrize("file, old, new, problem", cases(TOLD))
def test_what_does_not_fit_is_told(corrected: Correct, file: str, old: str, new: str, problem: str) -> None:
    game = corrected(file, old, new)
    assert (problem if problem.startswith("rules.md") else f"{file}, {problem}") in game.check()
    assert game.start().actions()


@pytest.mark.rule("blitzkrieg-to-moscow-2", "8.2")
def test_a_set_up_with_too_many_in_a_hex(corrected: Correct) -> None:
    game = corrected(
        "setup.toml",
        '"0602" = ["S-18A"]\n',
        "",
        '"1601" = ["S-8A"',
        '"1601" = ["S-8A", "S-18A", "S-27A"',
        '"1805" = ["S-27A"]\n',
        "",
    )
    assert "setup.toml, soviet.1601: places 4 units, too many for a hex (8.2)." in game.check()


@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.1")
def test_a_city_that_nobody_could_supply(corrected: Correct) -> None:
    """Water between the Crimea and the mainland."""
    problems = corrected("map.toml", '"0304-0305"', '"0304-0305", "0206-0306", "0206-0307"').check()
    assert "map.toml, spaces.city: no German supply line could ever lead to 0106 Sevastopol (13.2)." in problems
    assert "map.toml, spaces.city: no Soviet supply line could ever lead to 0106 Sevastopol (13.2)." in problems
    assert "map.toml, spaces: 0107 cannot be reached over land from the German rear areas." in problems


@pytest.mark.rule("blitzkrieg-to-moscow-2", "7.1")
def test_names_of_cards_are_those_of_the_rulebook(corrected: Correct) -> None:
    game = corrected("cards.toml", '"T-34!" = "REBUILT"', '"KV-1!" = "REBUILT"', 'name = "T-34!"', 'name = "KV-1!"')
    problems = game.check()
    assert "cards.toml, S3.name: is 'KV-1!', which the rulebook does not know (7.1)." in problems
    assert "cards.toml, cards: there is no T-34! (6.2.3)." in problems


# The command.


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
def test_the_command_checks_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    from rasputitsa.cli import main

    assert main(["games", "--check"]) == 0
    fit = [f"{name}: the data files are consistent" for name in rasputitsa.games()]
    assert capsys.readouterr().out.splitlines() == fit


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
def test_the_command_tells_what_does_not_fit(
    corrected: Correct, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rasputitsa.cli import main, rulebook

    game: Any = corrected("tables.toml", 'weather = "mud"', 'weather = "clear"')
    monkeypatch.setattr(rulebook, "find_game", lambda name: game)
    monkeypatch.setattr(rulebook, "games", lambda: [game.name])
    assert main(["games", "--check"]) == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert "turns[2].weather: is 'clear', but the rulebook has 'mud' (10.3)." in shown


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.0")
def test_the_command_names_what_cannot_be_played(
    corrected: Correct, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rasputitsa.cli import main, rulebook

    monkeypatch.setattr(rulebook, "find_game", lambda name: corrected("tables.toml", "german = 5", "german = 9"))
    assert main(["games", "--check"]) == 1
    said = capsys.readouterr().err
    assert (
        said == "rasputitsa: corrected_game/tables.toml, turns[0].german: is 9; a side takes none to six cards (6.1).\n"
    )
