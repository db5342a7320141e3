"""Data files: correct ones are read, and every error names file, key and value."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest

from rasputitsa.core import Board, DataError, HexBoard, Space
from rasputitsa.core.data import Source, hex_board, hex_grid, pairs, place, places, polygon_board, results_table
from rasputitsa.core.sets import members, set_of

FILE = "map.toml"


def parse(text: str) -> Source:
    return Source.parse(text, FILE)


def refused(call: Callable[[], object], key: str, *words: str) -> str:
    """The call must raise a DataError that names the file, this key, and all of these words."""
    with pytest.raises(DataError) as caught:
        call()
    error = caught.value
    assert error.file == FILE
    assert error.key == key
    assert str(error) == f"{FILE}, {key}: {error.problem}" if key else f"{FILE}: {error.problem}"
    for word in words:
        assert word in error.problem, error.problem
    return error.problem


# Tables and keys.

SOURCE = """
title = "Moscow"
count = 3
ready = true
size = 1.5
list = ["a", "b"]
mixed = ["a", 1]

[box]
kind = "hex"

[box.inner]
deep = 1

[[unit]]
name = "24pz"

[[unit]]
name = "46pz"
"""


def test_values_of_the_right_type() -> None:
    source = parse(SOURCE)
    assert source.get("title", str) == "Moscow"
    assert source.get("count", int) == 3
    assert source.get("ready", bool) is True
    assert source.get("size", float) == 1.5
    assert source.get("absent", int, 7) == 7
    assert source.get("absent", bool, False) is False
    assert source.get("count", int, 7) == 3
    assert source.texts("list") == ["a", "b"]
    assert source.texts("absent", ["x"]) == ["x"]
    assert source.choice("title", ["Minsk", "Moscow"]) == "Moscow"
    assert source.choice("absent", ["Minsk"], "Minsk") == "Minsk"
    assert source.table("box").get("kind", str) == "hex"
    assert source.table("box").table("inner").get("deep", int) == 1
    assert [unit.get("name", str) for unit in source.tables("unit")] == ["24pz", "46pz"]


@pytest.mark.parametrize(
    ("key", "kind", "shown"),
    [
        ("title", int, "'Moscow'"),
        ("count", str, "3"),
        ("count", bool, "3"),
        ("ready", int, "True"),
        ("ready", str, "True"),
        ("size", int, "1.5"),
        ("list", dict, "['a', 'b']"),
        ("box", list, "'kind': 'hex'"),
    ],
)
def test_a_value_of_the_wrong_type(key: str, kind: type, shown: str) -> None:
    refused(lambda: parse(SOURCE).get(key, kind), key, shown, f"must be of type {kind.__name__}")


def test_missing_key() -> None:
    refused(lambda: parse(SOURCE).get("absent", int), "absent", "is missing", "of type int")
    refused(lambda: parse(SOURCE).texts("absent"), "absent", "is missing", "of type list")
    refused(lambda: parse(SOURCE).choice("absent", ["a"]), "absent", "is missing", "of type str")
    refused(lambda: parse(SOURCE).table("absent"), "absent", "is missing", "of type dict")
    refused(lambda: parse(SOURCE).tables("absent"), "absent", "is missing", "of type list")


def test_errors_name_nested_keys() -> None:
    source = parse(SOURCE)
    refused(lambda: source.table("box").get("absent", int), "box.absent", "is missing")
    refused(lambda: source.table("box").table("inner").get("deep", str), "box.inner.deep", "is 1")
    refused(lambda: source.tables("unit")[1].get("name", int), "unit[1].name", "'46pz'")
    refused(lambda: parse("[[a.b]]\nx = 1").table("a").tables("b")[0].get("x", str), "a.b[0].x", "is 1")
    assert source.table("box").error("", "is odd").key == "box"


def test_values_that_are_not_texts() -> None:
    refused(lambda: parse(SOURCE).texts("mixed"), "mixed", "holds 1", "only texts")
    refused(lambda: parse(SOURCE).texts("title"), "title", "'Moscow'", "of type list")


def test_values_that_are_not_tables() -> None:
    refused(lambda: parse(SOURCE).tables("list"), "list", "holds 'a'", "only tables")
    refused(lambda: parse(SOURCE).tables("box"), "box", "of type list")
    refused(lambda: parse(SOURCE).table("unit"), "unit", "of type dict")


def test_value_not_among_the_choices() -> None:
    refused(lambda: parse(SOURCE).choice("title", ["Minsk", "Kiev"]), "title", "'Moscow'", "one of Minsk, Kiev")


def test_unknown_key() -> None:
    source = parse("[box]\nkind = 1\nknid = 2")
    source.table("box").only("kind", "knid")
    refused(lambda: source.table("box").only("kind", "name"), "box.knid", "not known here", "kind, name")


@pytest.mark.parametrize("text", ["a = ", "a = 1\na = 2", "[a", "a = 'b", "a b = 1", "= 1"])
def test_invalid_toml(text: str) -> None:
    refused(lambda: parse(text), "", "not valid TOML")


def test_reading_a_package_file(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path_factory.mktemp("data")
    package = folder / "toy_package_with_data"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "good.toml").write_text('name = "Вязьма"', encoding="utf-8")
    (package / "bad.toml").write_text("name", encoding="utf-8")
    monkeypatch.syspath_prepend(folder)
    assert Source.read("toy_package_with_data", "good.toml").get("name", str) == "Вязьма"
    with pytest.raises(DataError, match=r"^toy_package_with_data/bad\.toml: not valid TOML"):
        Source.read("toy_package_with_data", "bad.toml")


# Spaces and borders.

IDS = {"0101": 5, "0102": 6, "0103": 7, "0201": 9}


def test_places_and_pairs() -> None:
    source = parse('city = ["0101", "0201"]\nnone = []\nriver = ["0101-0102", "0101-0102-0103-0201"]')
    assert place(source, "city", "0102", IDS) == 6
    assert places(source, "city", IDS) == set_of([5, 9])
    assert places(source, "none", IDS) == 0
    assert pairs(source, "river", IDS) == [(5, 6), (5, 6), (6, 7), (7, 9)]
    assert pairs(source, "none", IDS) == []


def test_unknown_places() -> None:
    source = parse('city = ["0101", "0999"]\ntwice = ["0102", "0101", "0101"]\nnumber = [101]\ntext = "0101"')
    refused(lambda: place(source, "city", "0999", IDS), "city", "'0999'", "not a space on the map")
    refused(lambda: places(source, "city", IDS), "city", "'0999'", "not a space on the map")
    refused(lambda: places(source, "twice", IDS), "twice", "'0101' twice")
    refused(lambda: places(source, "number", IDS), "number", "101", "only texts")
    refused(lambda: places(source, "text", IDS), "text", "of type list")
    refused(lambda: places(source, "absent", IDS), "absent", "is missing")


@pytest.mark.parametrize(
    ("chain", "words"),
    [
        ("0101", ["'0101'", "joined by '-'"]),
        ("", ["''", "joined by '-'"]),
        ("0101-", ["''", "not a space"]),
        ("-0101", ["''", "not a space"]),
        ("0101--0102", ["''", "not a space"]),
        ("0101-0999", ["'0999'", "not a space"]),
        ("0101 - 0102", ["'0101 '", "not a space"]),
        ("0101–0102", ["'0101–0102'", "joined by '-'"]),
        ("0101-0101", ["'0101-0101'", "borders itself"]),
        ("0101-0102-0102", ["'0101-0102-0102'", "borders itself"]),
    ],
)
def test_a_malformed_chain_of_borders(chain: str, words: list[str]) -> None:
    refused(lambda: pairs(parse(f'river = ["0102-0103", "{chain}"]'), "river", IDS), "river", *words)


def test_borders_must_be_texts() -> None:
    refused(lambda: pairs(parse('river = [["0101", "0102"]]'), "river", IDS), "river", "['0101', '0102']")


# Hex maps.

GRID = """
lines = "columns"
shifted = "even"
lengths = [3, 2, 3]
missing = ["0303"]
"""
HEX_MAP = f"""
[grid]
{GRID}
[names]
0102 = "Moscow"

[spaces]
city = ["0102"]
forest = ["0101", "0302"]

[borders]
river = ["0101-0102", "0201-0102-0202"]
rail = ["0101-0201-0302"]
"""


def test_a_hex_map() -> None:
    board = hex_board(parse(HEX_MAP))
    assert isinstance(board, HexBoard)
    assert list(board.ids) == ["0101", "0102", "0103", "0201", "0202", "0301", "0302"]
    assert board.by_id[board.ids["0102"]].title == "Moscow"
    assert board.names_of(board.features["forest"]) == ["0101", "0302"]
    assert board.names_of(board.borders["river"].of[board.ids["0102"]]) == ["0101", "0201", "0202"]
    assert len(board.borders["rail"].pairs) == 2
    assert set(board.borders) == {"river", "rail"}


def test_a_hex_map_with_boxes() -> None:
    board = hex_board(parse(HEX_MAP), [Space(2, "reserve", "box")])
    assert board.ids["reserve"] == 2


def test_every_setting_of_a_grid() -> None:
    grid = hex_grid(
        parse('lines = "rows"\nshifted = "odd"\nlengths = [2]\ndigits = 3\nposition_first = true\nupward = true')
    )
    assert grid.numbering.name(1, 2) == "002001"
    assert (grid.numbering.lines, grid.numbering.shifted, grid.numbering.upward) == ("rows", "odd", True)
    plain = hex_grid(parse(GRID))
    assert list(plain.lengths) == [3, 2, 3]
    assert plain.missing == {"0303"}
    assert (plain.numbering.digits, plain.numbering.position_first, plain.numbering.upward) == (2, False, False)


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ('lines = "columns"', "", "lines", ["is missing"]),
        ('lines = "columns"', 'lines = "diagonals"', "lines", ["'diagonals'", "columns, rows"]),
        ('lines = "columns"', "lines = 1", "lines", ["is 1", "type str"]),
        ('shifted = "even"', 'shifted = "both"', "shifted", ["'both'", "odd, even"]),
        ('shifted = "even"', 'shifted = "even"\nshape = 1', "shape", ["not known here", "lines, shifted, digits"]),
        ('shifted = "even"', 'shifted = "even"\nupward = 1', "upward", ["is 1", "type bool"]),
        ('shifted = "even"', 'shifted = "even"\nposition_first = "no"', "position_first", ["'no'", "type bool"]),
        ('shifted = "even"', 'shifted = "even"\ndigits = "2"', "digits", ["'2'", "type int"]),
        ('shifted = "even"', 'shifted = "even"\ndigits = true', "digits", ["True", "type int"]),
        ('shifted = "even"', 'shifted = "even"\ndigits = 0', "digits", ["is 0", "a name of its own"]),
        ('shifted = "even"', 'shifted = "even"\ndigits = -1', "digits", ["is -1", "a name of its own"]),
        ('shifted = "even"', 'shifted = "even"\ndigits = 1000000', "digits", ["is 1000000"]),
        ("[3, 2, 3]", "[]", "lengths", ["is []", "from 1 to 99"]),
        ("[3, 2, 3]", "[3, 0, 3]", "lengths", ["[3, 0, 3]", "from 1 to 99"]),
        ("[3, 2, 3]", "[3, -1, 3]", "lengths", ["[3, -1, 3]", "from 1 to 99"]),
        ("[3, 2, 3]", "[3, 100, 3]", "lengths", ["[3, 100, 3]", "from 1 to 99"]),
        ("[3, 2, 3]", "[3, 2.0, 3]", "lengths", ["[3, 2.0, 3]", "from 1 to 99"]),
        ("[3, 2, 3]", '[3, "2", 3]', "lengths", ["[3, '2', 3]", "from 1 to 99"]),
        ("[3, 2, 3]", "[3, true, 3]", "lengths", ["[3, True, 3]", "from 1 to 99"]),
        ("[3, 2, 3]", "3", "lengths", ["is 3", "type list"]),
        ('["0303"]', '["0304"]', "missing", ["'0304'", "not be on the map"]),
        ('["0303"]', '["0203"]', "missing", ["'0203'", "not be on the map"]),
        ('["0303"]', '["303"]', "missing", ["'303'", "not be on the map"]),
        ('["0303"]', "[303]", "missing", ["holds 303", "only texts"]),
        ('["0303"]', '"0303"', "missing", ["'0303'", "type list"]),
        (
            '["0303"]',
            '["0101", "0102", "0103", "0201", "0202", "0301", "0302", "0303"]',
            "missing",
            ["every hex of the map"],
        ),
    ],
)
def test_a_grid_with_a_mistake(old: str, new: str, key: str, words: list[str]) -> None:
    assert GRID.count(old) == 1
    refused(lambda: hex_grid(parse(GRID.replace(old, new))), key, *words)
    refused(lambda: hex_board(parse(HEX_MAP.replace(old, new))), f"grid.{key}", *words)


def test_names_of_hexes_need_enough_digits() -> None:
    """With one digit, line 1 position 11 and line 11 position 1 would both be named 111."""
    text = 'lines = "columns"\nshifted = "odd"\ndigits = {}\nlengths = {}'
    refused(lambda: hex_grid(parse(text.format(1, [3] * 10))), "digits", "is 1")
    refused(lambda: hex_grid(parse(text.format(1, [10, 3]))), "digits", "is 1")
    refused(lambda: hex_grid(parse(text.format(2, [1] * 100))), "digits", "is 2")
    assert len(hex_grid(parse(text.format(1, [9] * 9))).places()) == 81
    assert len(hex_grid(parse(text.format(3, [1] * 100))).places()) == 100
    assert len(hex_grid(parse(text.format(1, [9]))).places()) == 9


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ("[grid]", "[gird]", "grid", ["is missing"]),
        ("[names]", "[title]", "names", ["is missing"]),
        ("[spaces]", "[space]", "spaces", ["is missing"]),
        ("[borders]", "[border]", "borders", ["is missing"]),
        ('0102 = "Moscow"', '0999 = "Moscow"', "names.0999", ["'0999'", "not a space"]),
        ('0102 = "Moscow"', '0303 = "Moscow"', "names.0303", ["'0303'", "not a space"]),
        ('0102 = "Moscow"', "0102 = 5", "names.0102", ["is 5", "type str"]),
        ('city = ["0102"]', 'city = ["0999"]', "spaces.city", ["'0999'", "not a space"]),
        ('city = ["0102"]', 'city = ["0303"]', "spaces.city", ["'0303'", "not a space"]),
        ('city = ["0102"]', 'city = ["0102", "0102"]', "spaces.city", ["'0102' twice"]),
        ('city = ["0102"]', 'city = "0102"', "spaces.city", ["'0102'", "type list"]),
        ('city = ["0102"]', "city = [102]", "spaces.city", ["holds 102"]),
        ('"0101-0102"', '"0101-0103"', "borders.river", ["0101-0103", "do not touch"]),
        ('"0101-0102"', '"0101-0202"', "borders.river", ["0101-0202", "do not touch"]),
        ('"0101-0102"', '"0302-0303"', "borders.river", ["'0303'", "not a space"]),
        ('"0101-0102"', '"0101"', "borders.river", ["'0101'", "joined by '-'"]),
        ('"0101-0102"', '"0102-0102"', "borders.river", ["'0102-0102'", "borders itself"]),
        ('"0101-0201-0302"', '"0101-0201-0302-0103"', "borders.rail", ["0302-0103", "do not touch"]),
    ],
)
def test_a_hex_map_with_a_mistake(old: str, new: str, key: str, words: list[str]) -> None:
    assert HEX_MAP.count(old) == 1
    refused(lambda: hex_board(parse(HEX_MAP.replace(old, new))), key, *words)


def test_a_river_may_run_along_every_border_and_only_there() -> None:
    board = hex_board(parse(HEX_MAP))
    names = list(board.ids)
    for a in names:
        for b in names:
            if a == b:
                continue
            text = HEX_MAP.replace("0101-0102", f"{a}-{b}")
            if board.adjacent[board.ids[a]] >> board.ids[b] & 1:
                hex_board(parse(text))
            else:
                refused(partial(hex_board, parse(text)), "borders.river", f"{a}-{b}", "do not touch")


# Maps of areas.

AREA_MAP = """
[[area]]
name = "vyazma"
title = "Vyazma"
outline = [[0, 0], [1, 0], [1, 1.5], [0, 1]]
centre = [0.5, 0.5]

[[area]]
name = "rzhev"
outline = [[1, 0], [2, 0], [2, 1]]
centre = [1.5, 0]

[[area]]
name = "reserve"
kind = "box"
outline = [[5, 5], [6, 5], [6, 6]]
centre = [5, 5]

[spaces]
forest = ["rzhev"]

[borders]
plain = ["rzhev-reserve"]
river = ["vyazma-rzhev"]
"""


def test_a_map_of_areas() -> None:
    board = polygon_board(parse(AREA_MAP))
    assert type(board) is Board
    assert board.ids == {"vyazma": 1, "rzhev": 2, "reserve": 3}
    assert [space.title for space in board.spaces] == ["Vyazma", "rzhev", "reserve"]
    assert [space.kind for space in board.spaces] == ["area", "area", "box"]
    assert board.by_id[1].outline == ((0.0, 0.0), (1.0, 0.0), (1.0, 1.5), (0.0, 1.0))
    assert board.by_id[1].centre == (0.5, 0.5)
    assert board.neighbours(2) == [1, 3]
    assert members(board.features["forest"]) == [2]
    assert list(board.borders) == ["river"], "plain borders carry no feature"
    assert board.borders["river"].pairs == ((1, 2),)


def test_a_map_of_areas_without_plain_borders() -> None:
    board = polygon_board(parse(AREA_MAP.replace('plain = ["rzhev-reserve"]', "")))
    assert board.neighbours(3) == []


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ('name = "vyazma"', "", "area[0].name", ["is missing"]),
        ('name = "vyazma"', "name = 5", "area[0].name", ["is 5", "type str"]),
        ('name = "vyazma"', 'name = "rzhev"', "area[1].name", ["'rzhev'", "must be new"]),
        ('name = "vyazma"', 'name = "velikie luki"', "area[0].name", ["'velikie luki'", "without blanks"]),
        ('name = "vyazma"', 'name = "a-b"', "area[0].name", ["'a-b'", "'-'"]),
        ('name = "vyazma"', 'name = ""', "area[0].name", ["''"]),
        ('title = "Vyazma"', "title = 5", "area[0].title", ["is 5", "type str"]),
        ('title = "Vyazma"', 'tilte = "Vyazma"', "area[0].tilte", ["not known here", "name, title, kind"]),
        ('kind = "box"', "kind = 5", "area[2].kind", ["is 5", "type str"]),
        ("outline = [[1, 0], [2, 0], [2, 1]]", "", "area[1].outline", ["is missing"]),
        ("[[1, 0], [2, 0], [2, 1]]", '"x"', "area[1].outline", ["'x'", "type list"]),
        ("[[1, 0], [2, 0], [2, 1]]", "[]", "area[1].outline", ["0 points", "three or more"]),
        ("[[1, 0], [2, 0], [2, 1]]", "[[1, 0], [2, 0]]", "area[1].outline", ["2 points", "three or more"]),
        ("[[1, 0], [2, 0], [2, 1]]", '["a"]', "area[1].outline", ["'a'", "[x, y]"]),
        ("[[1, 0], [2, 0], [2, 1]]", '["ab", "cd", "ef"]', "area[1].outline", ["'ab'", "[x, y]"]),
        ("[[1, 0], [2, 0], [2, 1]]", '["12", "34", "56"]', "area[1].outline", ["'12'", "[x, y]"]),
        ("[[1, 0], [2, 0], [2, 1]]", "[1, 2, 3]", "area[1].outline", ["holds 1", "[x, y]"]),
        ("[[1, 0], [2, 0], [2, 1]]", "[[1, 0], [2, 0], [2]]", "area[1].outline", ["[2]", "[x, y]"]),
        ("[[1, 0], [2, 0], [2, 1]]", "[[1, 0], [2, 0], [2, 1, 3]]", "area[1].outline", ["[2, 1, 3]", "[x, y]"]),
        ("[[1, 0], [2, 0], [2, 1]]", '[[1, 0], [2, 0], ["2", 1]]', "area[1].outline", ["['2', 1]", "[x, y]"]),
        ("[[1, 0], [2, 0], [2, 1]]", "[[1, 0], [2, 0], [true, 1]]", "area[1].outline", ["[True, 1]", "[x, y]"]),
        ("[[1, 0], [2, 0], [2, 1]]", "[[1, 0], [2, 0], [nan, 1]]", "area[1].outline", ["[nan, 1]", "[x, y]"]),
        ("[[1, 0], [2, 0], [2, 1]]", "[[1, 0], [2, 0], [inf, 1]]", "area[1].outline", ["[inf, 1]", "[x, y]"]),
        ("[[1, 0], [2, 0], [2, 1]]", "[{x = 1, y = 2}]", "area[1].outline", ["'x': 1", "[x, y]"]),
        ("centre = [1.5, 0]", "", "area[1].centre", ["is missing"]),
        ("[1.5, 0]", "1.5", "area[1].centre", ["is 1.5", "type list"]),
        ("[1.5, 0]", "[]", "area[1].centre", ["holds []", "[x, y]"]),
        ("[1.5, 0]", "[1.5]", "area[1].centre", ["[1.5]", "[x, y]"]),
        ("[1.5, 0]", "[1.5, 0, 1]", "area[1].centre", ["[1.5, 0, 1]", "[x, y]"]),
        ("[1.5, 0]", '["a", "b"]', "area[1].centre", ["['a', 'b']", "[x, y]"]),
        ("[1.5, 0]", "[[1], [2]]", "area[1].centre", ["[[1], [2]]", "[x, y]"]),
        ("[1.5, 0]", "[1, -inf]", "area[1].centre", ["-inf", "[x, y]"]),
        ("[spaces]", "[space]", "spaces", ["is missing"]),
        ("[borders]", "[border]", "borders", ["is missing"]),
        ('forest = ["rzhev"]', 'forest = ["orel"]', "spaces.forest", ["'orel'", "not a space"]),
        ('forest = ["rzhev"]', 'forest = ["rzhev", "rzhev"]', "spaces.forest", ["'rzhev' twice"]),
        ('"vyazma-rzhev"', '"vyazma-orel"', "borders.river", ["'orel'", "not a space"]),
        ('"vyazma-rzhev"', '"vyazma"', "borders.river", ["'vyazma'", "joined by '-'"]),
        ('"vyazma-rzhev"', '"rzhev-rzhev"', "borders.river", ["'rzhev-rzhev'", "borders itself"]),
    ],
)
def test_a_map_of_areas_with_a_mistake(old: str, new: str, key: str, words: list[str]) -> None:
    assert AREA_MAP.count(old) == 1
    refused(lambda: polygon_board(parse(AREA_MAP.replace(old, new))), key, *words)


def test_a_map_without_areas() -> None:
    refused(lambda: polygon_board(parse("area = []\n[spaces]\n[borders]")), "area", "is empty")
    refused(lambda: polygon_board(parse("[spaces]\n[borders]")), "area", "is missing")
    refused(lambda: polygon_board(parse("area = [5]\n[spaces]\n[borders]")), "area", "holds 5", "only tables")
    refused(lambda: polygon_board(parse("[area]\n[spaces]\n[borders]")), "area", "type list")


# Tables of results.

COLUMNS = ["1:1", "2:1"]
RESULTS = ["AR", "EX", "DR"]
TABLE = """
"1:1" = ["AR", "AR", "EX", "EX", "DR", "DR"]
"2:1" = ["AR", "EX", "EX", "DR", "DR", "DR"]
"""


def test_a_table_of_results() -> None:
    table = results_table(parse(TABLE), COLUMNS, RESULTS)
    assert list(table) == COLUMNS
    assert table["2:1"] == ["AR", "EX", "EX", "DR", "DR", "DR"]


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ('"2:1" = ["AR", "EX", "EX", "DR", "DR", "DR"]', "", "2:1", ["is missing"]),
        ('["AR", "EX", "EX", "DR", "DR", "DR"]', '["AR", "EX", "EX", "DR", "DR"]', "2:1", ["5 results", "six"]),
        ('["AR", "EX", "EX", "DR", "DR", "DR"]', "[]", "2:1", ["0 results", "six"]),
        ('["AR", "EX", "EX", "DR", "DR", "DR"]', '["AR", "EX", "EX", "", "DR", "DR"]', "2:1", ["''", "AR, DR, EX"]),
        ('["AR", "EX", "EX", "DR", "DR", "DR"]', '["AR", "EX", "EX", "DE", "DR", "DR"]', "2:1", ["'DE'", "AR, DR, EX"]),
        ('["AR", "EX", "EX", "DR", "DR", "DR"]', "[1, 2, 3, 4, 5, 6]", "2:1", ["holds 1", "only texts"]),
        ('["AR", "EX", "EX", "DR", "DR", "DR"]', '["AR", "EX", "EX", "DR", "DR", "DR", "DR"]', "2:1", ["7 results"]),
        ('"2:1" =', '"3:1" =', "3:1", ["not known here", "1:1, 2:1"]),
    ],
)
def test_a_table_of_results_with_a_mistake(old: str, new: str, key: str, words: list[str]) -> None:
    assert TABLE.count(old) == 1
    refused(lambda: results_table(parse(TABLE.replace(old, new)), COLUMNS, RESULTS), key, *words)
    inner = "[crt]" + TABLE.replace(old, new)
    refused(lambda: results_table(parse(inner).table("crt"), COLUMNS, RESULTS), f"crt.{key}", *words)
