"""The plan of a board of areas, and the front in words."""

from __future__ import annotations

import re

import pytest

import rasputitsa as ra
from rasputitsa.cli.areamap import AreaMap, front, rows_of
from rasputitsa.cli.hexmap import Marks
from rasputitsa.cli.scene import Scene
from rasputitsa.cli.theme import Style
from rasputitsa.core import Mark, State

from ..moscow_41.helpers import play, position, start
from .tools import bare

TEXT, COLOURS, ASCII = Style(), Style(colour=True), Style(signs=False)


@pytest.fixture(scope="module")
def state() -> State:
    return start()


@pytest.fixture
def scene(state: State) -> Scene:
    return Scene(state.game, state.view("german"))


def cells(lines: list[str], sign: str) -> set[str]:
    return set(re.findall(rf"{re.escape(sign)}(\d+A?)", " ".join(lines)))


@pytest.mark.parametrize("columns", [80, 120, 160])
@pytest.mark.parametrize("style", [TEXT, COLOURS, ASCII])
def test_every_area_is_drawn_within_the_columns(scene: Scene, columns: int, style: Style) -> None:
    lines = [bare(line) for line in AreaMap(scene, style, (columns, 60)).lines()]
    assert max(map(len, lines)) < columns
    german, soviet = cells(lines, "["), cells(lines, "(")
    assert german == {"16A", "9A", "4A", "2A", "66", "67", "89", "90", "100"}
    assert german | soviet == {area.name for row in rows_of(scene) for area in row} and len(soviet) == 166
    assert any("G2" in line for line in lines) and any("S2" in line for line in lines)
    if columns >= 120:
        assert any("Smolens" in line for line in lines)
    if style is ASCII:
        assert all(line.isascii() for line in lines)


def test_rows_run_from_north_to_south_and_from_west_to_east(scene: Scene) -> None:
    rows = rows_of(scene)
    assert [row[-1].name for row in rows] == [
        "12", "26", "39", "52", "65", "76", "87", "98", "111", "124", "137", "150", "162", "171",
    ]  # fmt: skip
    for row in rows:
        assert [area.centre[0] for area in row] == sorted(area.centre[0] for area in row)


def test_what_stands_out(scene: Scene) -> None:
    marks = Marks({"91": Mark("1", "engages", "stop"), "89": Mark("2")}, ["78"], ["90"])
    lines = AreaMap(scene, TEXT, (80, 60)).lines(marks)
    assert cells(lines, ">") == {"91", "89"} and cells(lines, "!") == {"78"} and cells(lines, "@") == {"90"}
    row = next(number for number, line in enumerate(lines) if ">91" in line)
    assert "S1 1" in lines[row + 1], "a Soviet block, and one movement point"


def test_a_low_terminal_shows_the_rows_around_the_focus_or_the_front(scene: Scene) -> None:
    lines = AreaMap(scene, TEXT, (80, 8), "162").lines()
    assert len(lines) == 8 and any("162" in line for line in lines)
    assert any("[90" in line for line in AreaMap(scene, TEXT, (80, 8)).lines())


def test_the_front_names_own_blocks_and_counts_the_enemys() -> None:
    units = "G-HQ2P 89, G-2Pg-24 91, G-W-28 91, S-WH-2R 91, S-WH-20R 80, S-WH-25R 80, S-STALIN 63, G-W-38 66"
    state = position("command", units, lines="80")
    text = "\n".join(front(Scene(state.game, state.view("german"))))
    assert "  91 Yelnia: 24th Panzer Corps ●●●●, 28th Army Corps ●●●● against 1 Soviet block; contested" in text
    assert "German units behind the front: 89 Gorki, 66 Demidov." in text or "66 Demidov, 89 Gorki" in text
    assert "North: no contact." in text and "2R" not in text, "whose block it is, is not known"
    soviet = "\n".join(front(Scene(state.game, state.view("soviet"))))
    assert "80 Dorogobuzh: 20th Rifle Corps" in soviet and ", a line; next to 91 Yelnia (3)" in soviet
    assert "Panzer" not in soviet


@pytest.mark.parametrize("name", ra.games())
def test_the_front_tells_of_every_space_with_units(name: str) -> None:
    state = start() if name == "moscow-41" else ra.game(name).start()
    scene = Scene(state.game, state.view(state.game.sides[0].name))
    text = "\n".join(front(scene))
    for space in scene.at:
        if scene.is_drawn(space):
            assert re.search(rf"\b{re.escape(space)}\b", text), space


def test_the_overlay_is_drawn(state: State) -> None:
    seen = state.copy()
    marks = seen.overlay("german-supply", "german")
    lines = AreaMap(Scene(seen.game, seen.view("german")), TEXT, (120, 60)).lines(Marks(overlay=marks))
    assert any(re.search(r"G2 +S\b", line) for line in lines), "Supply Sources have their badge"
    play(seen, "pass")
