"""Boards as graphs: hex numberings, spreading sets, distances, boxes, areas, features, and what is refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rasputitsa.core import Board, HexBoard, HexGrid, HexNumbering, Links, Space, area_board
from rasputitsa.core.sets import members, set_of

Hex = tuple[int, int]


# The rulebooks' grids, with their neighbours written out as the maps explain them.


@cache
def battle_for_moscow() -> HexBoard:
    """CCRR, columns with flat tops, even columns half a hex down and one hex shorter."""
    return HexBoard(HexGrid([11, 10] * 7))


@cache
def blitzkrieg() -> HexBoard:
    """XXYY, rows with pointed tops counted from the south, even rows half a hex east, a corner missing."""
    missing = frozenset(["0101", "0102", "0201", "0202", "0301", "0302", "0401", "0501", "0502", "0601"])
    return HexBoard(HexGrid([12] * 20, HexNumbering(lines="rows", shifted="even", upward=True), missing))


@cache
def drive_on_moscow() -> HexBoard:
    """CCRR as in Battle for Moscow, 40 columns of 45."""
    return HexBoard(HexGrid([45] * 40))


def around_in_columns(c: int, r: int) -> list[Hex]:
    if c % 2:
        return [(c, r - 1), (c + 1, r - 1), (c + 1, r), (c, r + 1), (c - 1, r), (c - 1, r - 1)]
    return [(c, r - 1), (c + 1, r), (c + 1, r + 1), (c, r + 1), (c - 1, r + 1), (c - 1, r)]


def around_in_rows(x: int, y: int) -> list[Hex]:
    if x % 2:
        return [(x, y + 1), (x, y - 1), (x + 1, y), (x + 1, y - 1), (x - 1, y), (x - 1, y - 1)]
    return [(x, y + 1), (x, y - 1), (x + 1, y + 1), (x + 1, y), (x - 1, y + 1), (x - 1, y)]


MAPS = [
    pytest.param(battle_for_moscow, around_in_columns, 147, id="battle-for-moscow"),
    pytest.param(blitzkrieg, around_in_rows, 230, id="blitzkrieg-to-moscow-2"),
    pytest.param(drive_on_moscow, around_in_columns, 1800, id="drive-on-moscow"),
]
BOARDS = [battle_for_moscow, blitzkrieg, drive_on_moscow]


@pytest.mark.parametrize(("make", "around", "count"), MAPS)
def test_neighbours_are_those_of_the_printed_map(
    make: Callable[[], HexBoard], around: Callable[[int, int], list[Hex]], count: int
) -> None:
    board = make()
    assert len(board.ids) == len(board.spaces) == board.all.bit_count() == count
    assert board.hexes == board.all
    for name, number in board.ids.items():
        first, second = int(name[:2]), int(name[2:])
        beside = {f"{a:02d}{b:02d}" for a, b in around(first, second) if a > 0 and b > 0}
        assert set(board.names_of(board.adjacent[number])) == beside & set(board.ids), name
        assert board.neighbours(number) == members(board.adjacent[number])


def test_battle_for_moscow_has_the_hexes_of_its_map() -> None:
    board = battle_for_moscow()
    names = [f"{c:02d}{r:02d}" for c in range(1, 15) for r in range(1, 12 if c % 2 else 11)]
    assert board.names_of(board.all) == names
    assert board.names_of(board.adjacent[board.ids["0101"]]) == ["0102", "0201"]
    assert board.names_of(board.adjacent[board.ids["0201"]]) == ["0101", "0102", "0202", "0301", "0302"]
    assert board.names_of(board.adjacent[board.ids["0111"]]) == ["0110", "0210"]
    assert board.names_of(board.adjacent[board.ids["1410"]]) == ["1310", "1311", "1409"]
    assert board.names_of(board.adjacent[board.ids["0605"]]) == ["0505", "0506", "0604", "0606", "0705", "0706"]


def test_blitzkrieg_has_the_hexes_of_its_map() -> None:
    board = blitzkrieg()
    assert "0101" not in board.ids
    assert "0601" not in board.ids
    assert board.names_of(board.adjacent[board.ids["0103"]]) == ["0104", "0203"]
    assert board.names_of(board.adjacent[board.ids["0602"]]) == ["0503", "0603", "0702", "0703"]
    assert board.names_of(board.adjacent[board.ids["2012"]]) == ["1912", "2011"]


def test_drive_on_moscow_touches_across_its_two_sheets() -> None:
    board = drive_on_moscow()
    assert board.names_of(board.adjacent[board.ids["2022"]]) == ["1922", "1923", "2021", "2023", "2122", "2123"]
    assert len(board.links.pairs) == 40 * 44 + 39 * (2 * 45 - 1)


# Numberings of every kind: the drawing and the graph must say the same.


numberings = st.builds(
    HexNumbering,
    lines=st.sampled_from(["columns", "rows"]),
    shifted=st.sampled_from(["odd", "even"]),
    position_first=st.booleans(),
    upward=st.booleans(),
)


@st.composite
def grids(draw: st.DrawFn, most: int = 6) -> HexGrid:
    lengths = draw(st.lists(st.integers(1, most), min_size=1, max_size=most))
    numbering = draw(numberings)
    names = [numbering.name(*at) for at in HexGrid(lengths, numbering).places()]
    missing = draw(st.sets(st.sampled_from(names), max_size=len(names) - 1))
    return HexGrid(lengths, numbering, frozenset(missing))


@given(grids())
def test_hexes_touch_in_the_graph_where_they_touch_in_the_drawing(grid: HexGrid) -> None:
    board = HexBoard(grid)
    assert len(board.spaces) == sum(grid.lengths) - len(grid.missing)
    for a in board.spaces:
        touching = {b.name for b in board.spaces if abs(math.dist(a.centre, b.centre) - math.sqrt(3)) < 1e-3}
        assert set(board.names_of(board.adjacent[a.id])) == touching
        for corner in a.outline:
            assert abs(math.dist(a.centre, corner) - 1) < 1e-3
        for b in board.neighbours(a.id):
            shared = [p for p in a.outline for q in board.by_id[b].outline if math.dist(p, q) < 1e-2]
            assert len(shared) == 2


@pytest.mark.parametrize("shifted", ["odd", "even"])
@pytest.mark.parametrize("upward", [False, True])
def test_the_drawing_follows_the_numbering(shifted: str, upward: bool) -> None:
    columns = HexBoard(HexGrid([3] * 3, HexNumbering("columns", shifted)))
    centre = {space.name: space.centre for space in columns.spaces}
    assert centre["0102"][1] > centre["0101"][1], "positions run down"
    assert centre["0201"][0] > centre["0101"][0], "columns run to the right"
    assert (centre["0201"][1] > centre["0101"][1]) == (shifted == "even")
    heights = sorted(round(y, 3) for _, y in columns.spaces[0].outline)
    assert heights[0] == heights[1] and heights[4] == heights[5], "columns have flat tops"

    rows = HexBoard(HexGrid([3] * 3, HexNumbering("rows", shifted, upward=upward)))
    centre = {space.name: space.centre for space in rows.spaces}
    assert centre["0102"][0] > centre["0101"][0], "positions run to the right"
    assert (centre["0201"][1] < centre["0101"][1]) == upward, "upward rows are counted from the bottom"
    assert (centre["0201"][0] > centre["0101"][0]) == (shifted == "even")
    heights = sorted(round(y, 3) for _, y in rows.spaces[0].outline)
    assert heights[0] < heights[1] and heights[4] < heights[5], "rows have pointed tops"


def test_names_of_hexes() -> None:
    assert HexNumbering().name(3, 12) == "0312"
    assert HexNumbering(position_first=True).name(3, 12) == "1203"
    assert HexNumbering(digits=3).name(3, 12) == "003012"
    assert HexNumbering(digits=1).name(3, 4) == "34"


def test_hexes_have_titles_and_a_kind() -> None:
    board = HexBoard(HexGrid([2, 2]), titles={"0102": "Moscow"})
    assert board.by_id[board.ids["0102"]].title == "Moscow"
    assert board.by_id[board.ids["0101"]].title == ""
    assert {space.kind for space in board.spaces} == {"hex"}
    assert board.names[board.ids["0202"]] == "0202"


# Spreading.


def brute_spread(board: Board, spaces: int) -> int:
    """By the printed pairs, one space at a time."""
    return set_of(there for a, b in board.links.pairs for here, there in ((a, b), (b, a)) if spaces >> here & 1)


@pytest.mark.parametrize("make", BOARDS)
def test_the_spread_of_one_hex_is_its_neighbours(make: Callable[[], HexBoard]) -> None:
    board = make()
    assert board.spread(0) == 0
    for number in board.ids.values():
        assert board.spread(1 << number) == board.adjacent[number]


@pytest.mark.parametrize("make", BOARDS)
@given(st.randoms(use_true_random=False), st.integers(0, 3))
def test_spread_against_the_list_of_borders(make: Callable[[], HexBoard], rng: Random, thin: int) -> None:
    board = make()
    spaces = board.all
    for _ in range(thin):
        spaces &= rng.getrandbits(len(board.names))
    expected = brute_spread(board, spaces)
    assert board.spread(spaces) == expected
    assert board.links.spread(spaces) == expected


@given(grids(), st.randoms(use_true_random=False))
def test_spread_on_grids_of_any_kind_and_with_holes(grid: HexGrid, rng: Random) -> None:
    board = HexBoard(grid)
    anything = rng.getrandbits(len(board.names) + 10)
    assert board.spread(anything & board.all) == brute_spread(board, anything & board.all)
    assert board.spread(anything) == board.spread(anything & board.all), "what is not on the map spreads nowhere"
    assert board.spread(board.all) & ~board.all == 0


# Links.


def star(differences: int) -> list[Hex]:
    return [(0, n) for n in range(1, differences + 1)]


@pytest.mark.parametrize("differences", [1, 15, 16, 17, 40])
def test_links_of_few_and_of_many_differences(differences: int) -> None:
    links = Links(50, star(differences))
    rim = set_of(range(1, differences + 1))
    assert links.spread(1) == rim
    assert links.spread(0b11) == rim | 1
    assert links.spread(0b110) == 1
    assert links.spread(1 << 49 | 1 << 48) == 0
    assert links.spread(0) == 0


@given(st.randoms(use_true_random=False), st.integers(2, 30), st.floats(0.02, 0.7))
def test_both_implementations_of_links_agree(rng: Random, size: int, density: float) -> None:
    pairs = [(a, b) for a in range(size) for b in range(size) if a != b and rng.random() < density]

    class Shifting(Links):
        GROUPS_AT_MOST = 10**6

    class Walking(Links):
        GROUPS_AT_MOST = -1

    for spaces in (rng.getrandbits(size), 1 << rng.randrange(size), 2**size - 1, 0):
        expected = set_of(there for a, b in pairs for here, there in ((a, b), (b, a)) if spaces >> here & 1)
        assert Links(size, pairs).spread(spaces) == expected
        assert Shifting(size, pairs).spread(spaces) == expected
        assert Walking(size, pairs).spread(spaces) == expected


def test_links_are_symmetric_and_list_each_pair_once() -> None:
    links = Links(5, [(3, 1), (1, 3), (0, 4)])
    assert links.pairs == ((0, 4), (1, 3))
    assert links.of == [1 << 4, 1 << 3, 0, 1 << 1, 1]


# Distances.


def brute_distances(board: Board, start: int) -> dict[int, int]:
    found = {start: 0}
    queue = [start]
    for here in queue:
        for a, b in ((here, there) for there in range(len(board.names)) if board.adjacent[here] >> there & 1):
            if b not in found:
                found[b] = found[a] + 1
                queue.append(b)
    return found


@given(st.integers(1, 7), st.integers(1, 7), numberings)
def test_distance_on_a_full_grid_is_that_of_a_walk(lines: int, length: int, numbering: HexNumbering) -> None:
    board = HexBoard(HexGrid([length] * lines, numbering))
    for a in board.ids.values():
        walked = brute_distances(board, a)
        assert {b: board.distance(a, b) for b in board.ids.values()} == walked


def test_distance_on_the_map_of_battle_for_moscow_is_that_of_a_walk() -> None:
    board = battle_for_moscow()
    for a in list(board.ids.values())[::9]:
        assert {b: board.distance(a, b) for b in board.ids.values()} == brute_distances(board, a)
    assert board.distance(board.ids["0101"], board.ids["1410"]) == 16


@given(grids())
def test_distance_between_hexes_is_as_the_crow_flies(grid: HexGrid) -> None:
    board = HexBoard(grid)
    whole = HexBoard(HexGrid([max(grid.lengths)] * len(grid.lengths), grid.numbering))
    for a in board.spaces:
        walked = brute_distances(whole, whole.ids[a.name])
        for b in board.spaces:
            assert board.distance(a.id, b.id) == walked[whole.ids[b.name]]


@given(grids())
def test_a_disc_has_the_hexes_within_a_distance(grid: HexGrid) -> None:
    board = HexBoard(grid)
    hexes = [space.id for space in board.spaces]
    for centre in hexes:
        for far in (-1, 0, 1, 2, 4):
            near = [other for other in hexes if (board.distance(centre, other) or 0) <= far]
            assert board.disc(centre, far) == set_of(near)


@given(st.randoms(use_true_random=False), st.integers(1, 20), st.floats(0.03, 0.4))
def test_distance_and_within_on_any_graph(rng: Random, size: int, density: float) -> None:
    pairs = [(a, b) for a in range(size) for b in range(a) if rng.random() < density]
    board = Board([Space(n, f"s{n}") for n in range(size)], pairs)
    start = rng.randrange(size)
    walked = brute_distances(board, start)
    assert {n: board.distance(start, n) for n in range(size)} == {n: walked.get(n) for n in range(size)}
    for far in range(5):
        assert board.within(start, far) == set_of(n for n in walked if walked[n] <= far)


@pytest.mark.parametrize("make", BOARDS)
def test_within_on_hexes(make: Callable[[], HexBoard]) -> None:
    board = make()
    centre = board.ids["1006"]
    walked = brute_distances(board, centre)
    for far in (0, 1, 2, 3, 5):
        assert board.within(centre, far) == set_of(n for n in walked if walked[n] <= far)
    assert board.within(centre, 1).bit_count() == 7
    assert board.within(centre, 2).bit_count() == 19


@given(st.randoms(use_true_random=False))
def test_flood_on_hexes_against_a_walk(rng: Random) -> None:
    board = battle_for_moscow()
    size = len(board.names)
    open_to = board.all & (rng.getrandbits(size) | rng.getrandbits(size))
    seeds = board.all & rng.getrandbits(size) & rng.getrandbits(size) & rng.getrandbits(size)
    found: set[int] = set()
    waiting = members(seeds & open_to)
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += [n for n in board.neighbours(here) if open_to >> n & 1]
    assert board.flood(seeds, open_to) == set_of(found)


# Boxes beside a grid.


@cache
def boxed() -> HexBoard:
    """Blitzkrieg's grid with a rear area that covers its corner, an empty box, and a box behind the rear area."""
    grid = blitzkrieg().grid
    ids = blitzkrieg().ids
    romania, bucharest, lonely = 0, 12, 5
    boxes = [Space(romania, "romania", "rear"), Space(bucharest, "bucharest", "box"), Space(lonely, "lonely", "box")]
    beside = [(romania, ids[name]) for name in ("0103", "0203", "0303", "0402", "0503", "0602", "0701")]
    return HexBoard(grid, boxes=boxes, box_borders=[*beside, (romania, bucharest)])


def test_boxes_border_hexes_and_other_boxes() -> None:
    board = boxed()
    assert len(board.spaces) == 233
    assert board.hexes == board.all & ~board.set(["romania", "bucharest", "lonely"])
    assert board.names_of(board.spread(board.set(["bucharest"]))) == ["romania"]
    assert "romania" in board.names_of(board.spread(board.set(["0402"])))
    assert "romania" not in board.names_of(board.spread(board.set(["0403"])))
    assert set(board.names_of(board.adjacent[board.ids["romania"]])) == {
        "bucharest", "0103", "0203", "0303", "0402", "0503", "0602", "0701",
    }  # fmt: skip
    assert board.spread(board.set(["lonely"])) == 0
    assert board.by_id[12].kind == "box"


@given(st.randoms(use_true_random=False), st.integers(0, 3))
def test_spread_with_boxes_against_the_list_of_borders(rng: Random, thin: int) -> None:
    board = boxed()
    spaces = board.all
    for _ in range(thin):
        spaces &= rng.getrandbits(len(board.names)) | 1
    assert board.spread(spaces) == brute_spread(board, spaces) == board.links.spread(spaces)


def test_a_box_never_spreads_like_a_hex() -> None:
    """Boxes have numbers beside the first line of hexes; nothing may leak between them."""
    grid = HexGrid([4] * 3)
    board = HexBoard(grid, boxes=[Space(n, f"box{n}", "box") for n in range(grid.stride)])
    boxes = set_of(range(grid.stride))
    assert board.spread(boxes) == 0
    assert board.spread(board.hexes) == board.hexes
    for n in range(grid.stride):
        assert board.spread(1 << n) == 0


def test_distance_from_and_to_a_box_is_that_of_a_walk() -> None:
    board = boxed()
    romania, bucharest = board.ids["romania"], board.ids["bucharest"]
    for start in (romania, bucharest):
        walked = brute_distances(board, start)
        assert {n: board.distance(start, n) for n in board.ids.values()} == {
            n: walked.get(n) for n in board.ids.values()
        }
        assert all(board.distance(n, start) == walked.get(n) for n in board.ids.values())
    assert board.distance(bucharest, board.ids["0402"]) == 2
    assert board.distance(board.ids["lonely"], romania) is None
    assert board.distance(board.ids["0103"], board.ids["0701"]) == 6, "between hexes a box is no short cut"


def test_flood_passes_through_boxes() -> None:
    board = boxed()
    open_to = board.set(["0103", "romania", "0701", "2012", "lonely"])
    assert board.names_of(board.flood(board.set(["0103"]), open_to)) == ["romania", "0103", "0701"]


# Boards of areas.


def square(x: float, y: float) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))


AREAS = [
    Space(1, "vyazma", "area", "Vyazma", (0.5, 0.5), square(0, 0)),
    Space(2, "rzhev", "area", "Rzhev", (1.5, 0.5), square(1, 0)),
    Space(3, "kalinin", "area", "Kalinin", (2.5, 0.5), square(2, 0)),
    Space(7, "reserve", "box"),
]
BORDERS = [(1, 2), (2, 3), (7, 3)]


def test_a_board_of_areas() -> None:
    board = area_board(AREAS, BORDERS, {"forest": set_of([1, 3])}, {"river": [(2, 1)], "rail": [(1, 2), (2, 3)]})
    assert board.ids == {"vyazma": 1, "rzhev": 2, "kalinin": 3, "reserve": 7}
    assert board.names == ["", "vyazma", "rzhev", "kalinin", "", "", "", "reserve"]
    assert board.all == set_of([1, 2, 3, 7])
    assert board.neighbours(2) == [1, 3]
    assert board.neighbours(7) == [3]
    assert board.distance(1, 7) == 3
    assert board.within(1, 2) == set_of([1, 2, 3])
    assert board.flood(set_of([1]), set_of([1, 2, 7])) == set_of([1, 2])
    assert board.names_of(board.features["forest"]) == ["vyazma", "kalinin"]
    assert board.borders["river"].pairs == ((1, 2),)
    assert board.borders["river"].of[1] == 1 << 2
    assert board.borders["rail"].spread(1 << 2) == set_of([1, 3])
    assert board.by_id[1].outline == square(0, 0)
    assert board.by_id[2].title == "Rzhev"


def test_numbers_of_spaces_may_come_in_any_order() -> None:
    board = area_board(AREAS[::-1], BORDERS)
    assert [space.id for space in board.spaces] == [1, 2, 3, 7]
    assert board.set(["reserve", "rzhev"]) == set_of([2, 7])
    assert board.names_of(set_of([7, 2])) == ["rzhev", "reserve"]


def test_features_are_copied() -> None:
    features = {"forest": 2}
    board = area_board(AREAS, BORDERS, features)
    features["forest"] = 0
    assert board.features == {"forest": 2}


def test_features_of_a_hex_board() -> None:
    grid = HexGrid([3, 3, 3])
    river = [(grid.id(1, 1), grid.id(1, 2)), (grid.id(2, 1), grid.id(1, 2))]
    board = HexBoard(grid, features={"city": 1 << grid.id(2, 2)}, border_features={"river": river})
    assert board.names_of(board.features["city"]) == ["0202"]
    assert board.names_of(board.borders["river"].of[grid.id(1, 2)]) == ["0101", "0201"]


# What is refused.


def test_two_spaces_of_one_name() -> None:
    with pytest.raises(ValueError, match="two spaces are named 'rzhev'"):
        area_board([*AREAS, Space(8, "rzhev", "box")], BORDERS)
    with pytest.raises(ValueError, match="two spaces are named '0101'"):
        HexBoard(HexGrid([3, 3]), boxes=[Space(0, "0101", "box")])


def test_two_spaces_of_one_number() -> None:
    with pytest.raises(ValueError, match="rzhev and orel have the same number 2"):
        area_board([*AREAS, Space(2, "orel", "box")], BORDERS)


def test_a_river_between_spaces_that_do_not_touch() -> None:
    with pytest.raises(ValueError, match="river between vyazma and kalinin, which do not touch"):
        area_board(AREAS, BORDERS, border_features={"river": [(3, 1)]})
    grid = HexGrid([3, 3])
    with pytest.raises(ValueError, match="river between 0101 and 0103, which do not touch"):
        HexBoard(grid, border_features={"river": [(grid.id(1, 1), grid.id(1, 3))]})


@pytest.mark.parametrize("pair", [(1, 99), (99, 1), (1, 0), (1, 4), (1, -1), (2, 2)])
def test_a_border_of_a_space_that_does_not_exist_or_with_itself(pair: Hex) -> None:
    with pytest.raises(ValueError, match=f"no border between the numbers {pair[0]} and {pair[1]}"):
        area_board(AREAS, [*BORDERS, pair])


@pytest.mark.parametrize("number", [5, 6, 1000, -1])
def test_box_numbers_must_not_collide_with_hexes(number: int) -> None:
    with pytest.raises(ValueError, match="a box beside a hex grid needs a number below 5"):
        HexBoard(HexGrid([4, 4]), boxes=[Space(number, "box", "box")])


def test_the_highest_number_of_a_box() -> None:
    board = HexBoard(HexGrid([4, 4]), boxes=[Space(4, "box", "box")])
    assert board.ids["box"] == 4
    assert board.ids["0101"] == 6


@pytest.mark.parametrize("points", [0, 1, 2])
def test_an_area_without_a_proper_outline(points: int) -> None:
    area = Space(8, "orel", "area", outline=square(5, 5)[:points])
    with pytest.raises(ValueError, match=f"area orel has an outline of {points} points"):
        area_board([*AREAS, area], BORDERS)


def test_a_board_without_spaces() -> None:
    with pytest.raises(ValueError, match="at least one space"):
        Board([], [])


def test_set_of_an_unknown_name() -> None:
    with pytest.raises(KeyError, match="minsk"):
        battle_for_moscow().set(["0101", "minsk"])


def test_numbers_of_neighbouring_lines_never_run_into_each_other() -> None:
    """There is a guard position between two lines."""
    grid = HexGrid([3, 5, 2])
    numbers = [grid.id(*at) for at in grid.places()]
    assert numbers == sorted(set(numbers))
    assert min(numbers) > grid.stride
    assert grid.id(2, 5) + 2 == grid.id(3, 1)
