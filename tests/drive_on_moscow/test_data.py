"""The data files: what they say, what is refused, and what is reported though it can be played."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files

import pytest

from rasputitsa.core import DataError, Space
from rasputitsa.core.data import Source
from rasputitsa.games.drive_on_moscow import GAME, consistency, facts
from rasputitsa.games.drive_on_moscow.loader import (
    read_counters,
    read_german,
    read_map,
    read_results,
    read_turns,
    read_types,
)

FILES = files("rasputitsa.games.drive_on_moscow")
BOXES = (Space(0, "reserves", "box"),)


def source(name: str, before: str, after: str) -> Source:
    """A data file with one thing changed."""
    text = (FILES / name).read_text(encoding="utf-8")
    assert before in text
    return Source.parse(text.replace(before, after, 1), f"drive_on_moscow/{name}")


def german(text: Source) -> object:
    return read_german(text.table("german"), read_types(text.table("types")))


def counters(text: Source) -> object:
    return read_counters(text.table("counters"), read_types(text.table("types")))


@pytest.mark.rule("drive-on-moscow", "2.1")
@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('Moscow = ["3411", "3511"]', 'Moscow = ["3411", "9911"]', "cities.Moscow: names '9911'"),
        ('Aleksin = "3221"', 'Aleksin = "3411"', "towns.Aleksin: is in 3411, where Moscow is already"),
        ("01 ffffffff|f...|", "01 fffffff|f...|", "a row is its number and 40 hexes with two bars"),
        ("02 f.ffffff|", "02 fxffffff|", "has 'x' in row 02; hexes are . f m"),
        ('"2904-3004', '"2904-3404', "has 2904-3404, but these hexes are not adjacent"),
    ],
)
def test_a_map_that_cannot_be_used_is_refused(before: str, after: str, said: str) -> None:
    text = (FILES / "map.toml").read_text(encoding="utf-8")
    if before not in text:
        pytest.skip(f"the map no longer has {before!r}")
    with pytest.raises(DataError, match=said.replace("[", r"\[")):
        read_map(source("map.toml", before, after), BOXES)


@pytest.mark.rule("drive-on-moscow", "2.4")
@pytest.mark.parametrize(
    ("read", "name", "before", "after", "said"),
    [
        (german, "pieces.toml", '"102 weak"', '"102 feeble"', "write number and type"),
        (german, "pieces.toml", '"102 weak"', '"206 weak"', "which is there twice"),
        (german, "pieces.toml", "full = [4, 8]", "full = [4, 0]", "a list of 2 whole numbers of at least 1"),
        (counters, "pieces.toml", '"1-2" = [', '"one-two" = [', "must be the factors of a unit"),
        (lambda text: read_results(text.table("crt")), "tables.toml", '"AL1", "AL1"', '"AL1", "AL9"', "holds 'AL9'"),
        (read_turns, "tables.toml", "movement = [10, 6]", "movement = [10]", "a list of 2 whole numbers"),
        (read_turns, "tables.toml", "RD = 7", "XX = 7", "XX: is not known here"),
    ],
)
def test_units_and_tables_that_cannot_be_used_are_refused(
    read: Callable[[Source], object], name: str, before: str, after: str, said: str
) -> None:
    with pytest.raises(DataError, match=said):
        read(source(name, before, after))


@pytest.mark.rule("drive-on-moscow", "2.0")
def test_the_data_fit() -> None:
    assert GAME.check() == []


@pytest.mark.rule("drive-on-moscow", "11.21")
def test_what_does_not_fit_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consistency, "KAMPFGRUPPEN", 9)
    assert any("there are ten (2.12)" in problem for problem in GAME.check())
    worse = [column[:] for column in facts.CRT]
    worse[2][5] = "DR"
    monkeypatch.setattr(consistency, "CRT", worse)
    assert any("a roll of 5 is DR; the rules say AS (11.21)" in problem for problem in GAME.check())


@pytest.mark.rule("drive-on-moscow", "1.0")
def test_how_sure_the_facts_are_is_shown() -> None:
    chart = next(chart for chart in GAME.manifest()["charts"] if chart["title"].startswith("What is certain"))
    rows = dict(chart["rows"])
    assert rows["Map: towns"] == "reconstructed"
    assert rows["Turns: movement"] == "3 in the rulebook, 6 reconstructed"


@pytest.mark.rule("drive-on-moscow", "1.0")
@pytest.mark.soak
def test_the_game_loads_quickly() -> None:
    """Under half a second even on a busy machine; 150 ms on an idle one."""
    program = (
        "import time, rasputitsa.core.data; start = time.process_time(); "
        "import rasputitsa.games.drive_on_moscow; print(time.process_time() - start)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert float(ran.stdout) < 0.6


@pytest.mark.rule("drive-on-moscow", "11.21")
def test_the_combat_results_are_those_of_the_facts() -> None:
    rows = [[facts.CRT[column][face] for column in range(7)] for face in range(1, 7)]
    assert [" ".join(row) for row in rows] == [
        "AL1 AL1 AL1 AL1 AL1 AS DR",
        "AL1 AL1 AL1 AL1 AS DR DR",
        "AL1 AL1 AL1 AS DR DR DE",
        "AL1 AL1 AS DR DR DR DE",
        "AL1 AS AS DR DR DE DE",
        "AS AS DR DR DE DE DE",
    ]


@pytest.mark.rule("drive-on-moscow", "2.10")
def test_the_movement_factors_are_those_of_the_facts() -> None:
    assert [turn.movement for turn in facts.TURNS] == [
        *((10, 6), (8, 5), (5, 4), (3, 3), (3, 3), (5, 4), (6, 4), (5, 4), (4, 3)),
    ]


@pytest.mark.rule("drive-on-moscow", "2.13")
def test_the_rifle_divisions_are_those_of_the_facts() -> None:
    """135 of them, with 1.72 for attack and 3.10 for defense on average."""
    found = [counter.factors for counter in facts.COUNTERS["RD"]]
    numbers = {factors: found.count(factors) for factors in sorted(set(found))}
    assert numbers == {(1, 2): 24, (1, 3): 30, (2, 2): 8, (2, 3): 33, (2, 4): 24, (3, 4): 11, (3, 5): 5}
    assert round(sum(defense for _, defense in found) / len(found), 2) == 3.10
