"""The board as a table draws it: shapes, features, notes, and the lines between neighbours."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rasputitsa
from rasputitsa.core import Board, HexBoard, HexGrid, HexNumbering, Space, area_board
from rasputitsa.core.manifest import board_data, bounding_box, chart, effect, shared_line
from rasputitsa.core.sets import set_of


def small() -> HexBoard:
    grid = HexGrid([2, 2])
    river = [(grid.id(1, 1), grid.id(1, 2))]
    return HexBoard(
        grid,
        titles={"0101": "Moscow"},
        boxes=[Space(0, "reserve", "box")],
        box_borders=[(0, grid.id(2, 1))],
        features={"city": set_of([grid.id(1, 1)]), "fort": set_of([grid.id(1, 1), grid.id(2, 2)])},
        border_features={"river": river},
    )


def test_spaces_as_data() -> None:
    data = board_data(small(), {"0202": [effect("Costs two.", "7.1")]})
    assert json.loads(json.dumps(data)) == data
    spaces = {space["name"]: space for space in data["spaces"]}
    assert list(spaces) == ["reserve", "0101", "0102", "0201", "0202"]
    assert spaces["0101"]["title"] == "Moscow"
    assert spaces["0101"]["features"] == ["city", "fort"]
    assert spaces["0102"]["features"] == []
    assert spaces["0202"]["notes"] == [{"text": "Costs two.", "rule": "7.1"}]
    assert spaces["0101"]["notes"] == []
    assert spaces["0101"]["neighbours"] == ["0102", "0201"]
    assert spaces["0201"]["neighbours"] == ["reserve", "0101", "0102", "0202"]
    assert spaces["reserve"]["kind"] == "box"
    assert spaces["reserve"]["outline"] == []
    assert len(spaces["0101"]["outline"]) == 6


def test_borders_as_data() -> None:
    board = small()
    [river] = board_data(board, {})["borders"]["river"]
    assert river["between"] == ["0101", "0102"]
    (x1, y1), (x2, y2) = river["line"]
    upper, lower = (board.by_id[board.ids[name]].centre for name in ("0101", "0102"))
    assert y1 == pytest.approx(y2)
    assert upper[1] < y1 < lower[1], "the line lies between the two centres"
    assert abs(x1 - x2) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize(
    "grid",
    [
        HexGrid([11, 10] * 7),
        HexGrid([12] * 20, HexNumbering(lines="rows", upward=True)),
        HexGrid([45] * 40),
    ],
    ids=["battle-for-moscow", "blitzkrieg-to-moscow-2", "drive-on-moscow"],
)
def test_any_two_hexes_that_touch_share_one_side(grid: HexGrid) -> None:
    board = HexBoard(grid)
    for a, b in board.links.pairs:
        one, other = board.by_id[a], board.by_id[b]
        line = shared_line(one, other)
        assert len(line) == 2, (one.name, other.name)
        assert math.dist(*line) == pytest.approx(1, abs=1e-3)
        assert math.dist(line[0], other.centre) == pytest.approx(1, abs=1e-2)


def square(x: float, y: float, *extra: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    return ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), *extra)


@given(st.integers(0, 6), st.integers(0, 6), st.booleans())
def test_shared_lines_are_contiguous_wherever_the_outlines_begin(turn_one: int, turn_other: int, back: bool) -> None:
    """The two areas share the bent line (1,0) (1.2,0.5) (1,1)."""
    left = [(0.0, 0.0), (1.0, 0.0), (1.2, 0.5), (1.0, 1.0), (0.0, 1.0)]
    right = [(1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.2, 0.5)]
    if back:
        right.reverse()
    turn_one %= len(left)
    turn_other %= len(right)
    one = Space(1, "left", "area", outline=tuple(left[turn_one:] + left[:turn_one]))
    other = Space(2, "right", "area", outline=tuple(right[turn_other:] + right[:turn_other]))
    assert shared_line(one, other) == [(1.0, 0.0), (1.2, 0.5), (1.0, 1.0)]


def test_spaces_without_a_common_line() -> None:
    one, far = (Space(n, f"a{n}", "area", outline=square(5 * n, 0)) for n in (1, 2))
    assert shared_line(one, far) == []
    assert shared_line(one, Space(3, "box", "box")) == []
    assert shared_line(one, one) == list(one.outline)


def test_the_box_around_all_outlines() -> None:
    areas = [Space(1, "a", "area", outline=square(2, 3)), Space(2, "b", "area", outline=square(-1, 5))]
    assert bounding_box(area_board([*areas, Space(3, "c", "box", centre=(99, 99))], [])) == [-1, 3, 4, 3]
    assert bounding_box(small())[2:] == pytest.approx([3.5, math.sqrt(3) * 2.5], abs=1e-3)


def test_a_board_without_outlines_has_a_box_around_its_centres() -> None:
    board = Board([Space(1, "a", centre=(1, 2)), Space(2, "b", centre=(4, 1))], [])
    assert bounding_box(board) == [1, 1, 3, 1]
    assert bounding_box(Board([Space(1, "a")], [])) == [0, 0, 0, 0]


def test_a_chart() -> None:
    assert chart("Results", "9.0", ("die", "1:1"), (("1", "AR"), ("2", "EX")), "Round down.") == {
        "title": "Results",
        "rule": "9.0",
        "head": ["die", "1:1"],
        "rows": [["1", "AR"], ["2", "EX"]],
        "note": "Round down.",
    }


def test_shared_lines_do_not_jump_between_two_stretches() -> None:
    """The two areas meet along (1,0)-(1,1) and again along (1,2)-(1,3); between them lies a lake."""
    left = Space(1, "left", outline=((0, 0), (1, 0), (1, 1), (0.5, 1.5), (1, 2), (1, 3), (0, 3)))
    right = Space(2, "right", outline=((1, 0), (2, 0), (2, 3), (1, 3), (1, 2), (1.5, 1.5), (1, 1)))
    assert shared_line(left, right) == [(1, 0), (1, 1)]


@pytest.mark.parametrize("name", rasputitsa.games())
def test_every_feature_on_a_map_has_a_style(name: str) -> None:
    """What has none is not drawn."""
    manifest = rasputitsa.game(name).manifest()
    board, styles = manifest["board"], manifest["styles"]
    assert {feature for space in board["spaces"] for feature in space["features"]} <= styles["spaces"].keys()
    assert board["borders"].keys() <= styles["borders"].keys()


@pytest.mark.parametrize("name", rasputitsa.games())
def test_a_game_is_described_in_a_few_lines_and_says_where_its_facts_come_from(name: str) -> None:
    manifest = rasputitsa.game(name).manifest()
    assert 80 < len(manifest["about"]) < 380
    assert "Designed by" in manifest["about"]
    assert len(manifest["sources"]) > 80
