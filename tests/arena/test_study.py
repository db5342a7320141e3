"""Studies: what their files say, what is counted of a match, what is played again, and the tables."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import rasputitsa
from rasputitsa.arena import (
    ArenaError,
    BadRows,
    BadTournament,
    Pairing,
    matches,
    play,
    study,
    study_markdown,
    study_tables,
)
from rasputitsa.core import DataError, RasputitsaError

GAME = "battle-for-moscow"
SMALL = """
title = "A try"
matches = 2
seed = 3

[[series]]
game = "battle-for-moscow"
german = ["recruit", "random"]
soviet = "random"
"""


def file(folder: Path, text: str) -> Path:
    path = folder / "try.toml"
    path.write_text(text, encoding="utf-8")
    return path


# The file.


def test_lists_are_combined(tmp_path: Path) -> None:
    text = """
    matches = 40
    [[series]]
    game = "moscow-41"
    scenario = ["typhoon", "gasp"]
    edition = ["", "level"]
    german = ["recruit", "officer"]
    soviet = "recruit"
    options = { blizzard = "on" }
    matches = 6
    swap = false
    [[series]]
    game = "all"
    scenario = "all"
    german = "recruit"
    soviet = "recruit"
    seed = 0
    """
    found = study.read(file(tmp_path, text))
    assert found.title == "try" and found.about == ""
    first, rest = found.series[:8], found.series[8:]
    assert {(each.scenario, each.edition, each.players["german"]) for each in first} == {
        (scenario, edition, german)
        for scenario in ("typhoon", "gasp")
        for edition in (None, "level")
        for german in ("recruit", "officer")
    }
    assert all((each.matches, each.seed, each.swap) == (6, 1, False) for each in first)
    assert first[0].name == "moscow-41-typhoon-recruit-recruit-blizzard=on"
    assert "level" in first[-1].name and "edition level, blizzard=on: officer against recruit" in first[-1].label
    scenarios = [(name, each.name) for name in rasputitsa.games() for each in rasputitsa.game(name).scenarios]
    assert [(each.game, each.scenario) for each in rest] == scenarios
    assert all((each.matches, each.seed, each.swap) == (40, 0, True) for each in rest)


WHOLE: dict[str, Any] = {"game": GAME, "german": "recruit", "soviet": "random", "matches": 1}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"game": "chess"}, "series[0].game: is 'chess'; it must be all or among battle-for-moscow"),
        ({"game": None}, "series[0].game: is missing"),
        ({"game": 3}, "series[0].game: is 3; it must be"),
        ({"game": []}, "series[0].game: is empty"),
        ({"scenario": "citadel"}, "series[0].scenario: is 'citadel'; it must be all or among typhoon"),
        ({"edition": "gold"}, "series[0].edition: is 'gold': Battle for Moscow has no edition 'gold'"),
        ({"german": "napoleon"}, "series[0].german: is 'napoleon': There is no bot 'napoleon'"),
        ({"soviet": None}, "series[0].soviet: is missing"),
        ({"soviet": "antigravity:Bot"}, "series[0].soviet: is 'antigravity:Bot', a bot of another package; allow it"),
        ({"options": {"mud": "deep"}}, "series[0].options: is {'mud': 'deep'}: Battle for Moscow has no option 'mud'"),
        ({"options": {"mud": 3}}, "series[0].options.mud: is 3; it must be of type str"),
        ({"matches": 0}, "series[0].matches: is 0; it must be at least 1"),
        ({"matches": None}, "matches: is missing"),
        ({"seed": -1}, "series[0].seed: is -1; it must be at least 0"),
        ({"swap": "no"}, "series[0].swap: is 'no'; it must be of type bool"),
        ({"bots": "all"}, "series[0].bots: is not known here; known keys: game, scenario"),
        ({"german": ["recruit", "recruit"]}, "series: describes the same twice: Battle for Moscow: recruit against"),
    ],
)
def test_what_is_wrong_is_told_with_file_key_and_value(wrong: dict[str, Any], said: str, tmp_path: Path) -> None:
    lines = ["[[series]]"]
    for key, value in {**WHOLE, **wrong}.items():
        if isinstance(value, dict):
            lines.append(f"{key} = {{ " + ", ".join(f"{name} = {it!r}" for name, it in value.items()) + " }")
        elif value is not None:
            lines.append(f"{key} = {value!r}")
    with pytest.raises(DataError) as caught:
        study.read(file(tmp_path, "\n".join(lines)))
    assert str(caught.value).startswith(f"try.toml, {said}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("series = [", "try.toml: not valid TOML"),
        ("series = []", "series: is empty; a study needs at least one series"),
        ("series = 3", "series: is 3; it must be of type list"),
        ("games = 3", "games: is not known here; known keys: title, about, series"),
        ("", "series: is missing"),
    ],
)
def test_what_is_wrong_with_the_whole_file(text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        study.read(file(tmp_path, text))
    assert said in str(caught.value)


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadTournament, match=r"There is no file '.*nothing\.toml'"):
        study.read(tmp_path / "nothing.toml")


def test_an_edition_may_be_a_folder_beside_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "studied"
    own.mkdir()
    (own / "tables.toml").write_text("[movement]\nfast = 6\n", encoding="utf-8")
    text = '[[series]]\ngame = "moscow-41"\nedition = "studied"\ngerman = "random"\nsoviet = "random"\nmatches = 1\n'
    monkeypatch.chdir("/")
    (series,) = study.read(file(tmp_path, text)).series
    assert series.known_game.edition == "studied"


# What is counted.


@pytest.mark.parametrize("name", rasputitsa.games())
def test_a_tally_agrees_with_the_match(name: str) -> None:
    """The tally changes nothing of the match; figures are those of the state, and what is lost is lost somewhere."""
    game = rasputitsa.game(name)
    scenario = game.scenarios[-1].name
    players = {side.name: "random" for side in game.sides}
    row = play(Pairing(0, name, players, 2, scenario, tallied=True))
    plain = play(Pairing(0, name, players, 2, scenario))
    assert (row.winner, row.actions, row.rolls) == (plain.winner, plain.actions, plain.rolls)
    assert plain.tally == {}
    tally = row.tally
    assert tally["decided"] and tally["decided"] in tally["rules"]
    turns = list(map(int, tally["figures"]))
    assert turns == sorted(turns) and turns[-1] == row.turns
    for side in players:
        assert sum(tally["lost"][side].values()) == sum(tally["spaces"][side].values())
        assert set(tally["spaces"][side]) <= {*game.board.names, ""}
        assert set(map(int, tally["lost"][side])) | set(map(int, tally["reduced"][side])) <= set(turns)


@pytest.mark.parametrize("side", ["german", "soviet"])
def test_units_lost_are_those_that_the_game_counts(side: str) -> None:
    """Drive on Moscow has a figure of its own for them."""
    row = play(Pairing(0, "drive-on-moscow", {"german": "random", "soviet": "random"}, 5, tallied=True))
    assert sum(row.tally["lost"][side].values()) == row.figures["Units lost"][side]


# Played, interrupted and continued.


def timeless(result: study.StudyResult) -> list[Any]:
    return [
        [(row.number, row.seed, row.players, row.winner, row.actions, row.tally) for row in played.rows]
        for _, played in result.results
    ]


def test_an_interrupted_study_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    described = study.read(file(tmp_path, SMALL))
    whole = study.play(described, tmp_path / "whole")
    real, played = matches.play_between, []

    def cut(pairing: Pairing, players: Any) -> Any:
        played.append(pairing)
        if len(played) == 4:
            raise KeyboardInterrupt
        return real(pairing, players)

    monkeypatch.setattr(matches, "play_between", cut)
    with pytest.raises(KeyboardInterrupt):
        study.play(described, tmp_path / "cut")
    seen: list[tuple[int, int]] = []
    result = study.play(described, tmp_path / "cut", progress=lambda done, total: seen.append((done, total)))
    assert len(played) == 5
    assert timeless(result) == timeless(whole)
    assert seen == [(number, 4) for number in range(1, 5)]


def test_rows_of_another_study_are_not_mixed_in(tmp_path: Path) -> None:
    study.play(study.read(file(tmp_path, SMALL)), tmp_path / "out")
    with pytest.raises(BadRows, match="its seed is 3, not 4"):
        study.play(study.read(file(tmp_path, SMALL.replace("seed = 3", "seed = 4"))), tmp_path / "out")


def test_a_study_may_grow(tmp_path: Path) -> None:
    study.play(study.read(file(tmp_path, SMALL)), tmp_path / "out")
    grown = study.play(study.read(file(tmp_path, SMALL.replace("matches = 2", "matches = 3"))), tmp_path / "out")
    assert [len(played.rows) for _, played in grown.results] == [3, 3]


def test_a_match_that_fails_names_its_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise RuntimeError("no ground to stand on")

    monkeypatch.setattr(matches, "play_between", fail)
    with pytest.raises(ArenaError, match=r"seed 3.*no ground to stand on"):
        study.play(study.read(file(tmp_path, SMALL)), tmp_path / "out")


def test_no_folder_can_be_made(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way", encoding="utf-8")
    with pytest.raises(BadTournament, match="There can be no folder"):
        study.play(study.read(file(tmp_path, SMALL)), tmp_path / "out")


# The tables.


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> study.StudyResult:
    folder = tmp_path_factory.mktemp("study")
    return study.play(study.read(file(folder, SMALL)), folder / "out")


def test_csv_files(result: study.StudyResult, tmp_path: Path) -> None:
    paths = study_tables.write(result, tmp_path)
    assert [path.name for path in paths] == ["series.csv", "matches.csv", "turns.csv", "spaces.csv", "rules.csv"]
    found = {}
    for path in paths:
        with path.open(encoding="utf-8", newline="") as text:
            found[path.stem] = list(csv.DictReader(text))
    rows = [row for _, played in result.results for row in played.rows]
    assert len(found["series"]) == 2 and len(found["matches"]) == len(rows) == 4
    assert [line["german"] for line in found["matches"]] == ["recruit", "random", "random", "random"]
    assert [line["seed"] for line in found["matches"]] == ["3", "3", "3", "4"]
    score = sum(line["winner"] == "german" for line in found["matches"][:2]) / 2
    assert float(found["series"][0]["german score"]) == score
    assert float(found["series"][0]["german score from"]) <= score <= float(found["series"][0]["german score to"])
    assert found["series"][0]["first bot"] == "recruit" and float(found["series"][0]["first bot score"]) == 1.0
    assert found["series"][1]["first bot"] == ""
    lost = Counter({side: sum(int(line[f"{side} lost"]) for line in found["matches"]) for side in ("german", "soviet")})
    for side, number in lost.items():
        assert sum(int(line["lost"]) for line in found["spaces"] if line["side"] == side) == number
        turns = [line for line in found["turns"] if line["figure"] == "Lost in the turn" and line["side"] == side]
        assert sum(int(line["value"]) for line in turns) == number
        assert len(turns) == 4 * 7
    assert sum(int(line["decided"]) for line in found["rules"]) == 4


def test_text(result: study.StudyResult) -> None:
    told = study_tables.text(result)
    assert told.startswith("A try: 4 matches\n")
    line = next(line for line in told.splitlines() if line.startswith("Battle for Moscow: random (german)"))
    assert line.split()[5:] and line.endswith("7.0")
    line = next(line for line in told.splitlines() if "recruit against random (recruit)" in line)
    assert line.split()[-9:-4] == ["2", "2", "0", "0", "100%"]


def test_a_document_is_brought_up_to_date(result: study.StudyResult, tmp_path: Path) -> None:
    document = tmp_path / "study.md"
    begin, end = study_markdown.marks("try.toml")
    document.write_text(f"Before.\n\n{begin}\nold\n{end}\n\nAfter.\n", encoding="utf-8")
    study_markdown.put_into(document, "try.toml", result)
    told = document.read_text(encoding="utf-8")
    assert told.startswith("Before.\n\n<!--") and told.endswith("-->\n\nAfter.\n") and "old" not in told
    lines = [line.strip("| ").split(" | ") for line in told.splitlines() if line.startswith("|")]
    assert [line[:6] for line in lines[2:]] == [
        ["Battle for Moscow", "recruit against random", "german", "2", lines[2][4], lines[2][5]],
        ["Battle for Moscow", "recruit against random", "recruit", "2", "2", "0"],
        ["Battle for Moscow", "random", "german", "2", lines[4][4], lines[4][5]],
    ]
    assert {len(line) for line in lines} == {len(study_markdown.COLUMNS)}
    study_markdown.put_into(document, "try.toml", result)
    assert document.read_text(encoding="utf-8") == told


@pytest.mark.parametrize("text", [None, "No marks.", "\n".join(reversed(study_markdown.marks("try.toml")))])
def test_a_document_without_its_marks_is_refused(text: str | None, tmp_path: Path) -> None:
    document = tmp_path / "study.md"
    if text is not None:
        document.write_text(text, encoding="utf-8")
    with pytest.raises(RasputitsaError, match=re.escape("study.md")):
        study_markdown.parts(document, "try.toml")


@pytest.mark.parametrize("name", ["balance.toml", "balance-officers.toml", "balance-marshals.toml"])
def test_the_balance_in_the_docs_is_that_of_its_file(name: str) -> None:
    docs = Path(__file__).parents[2] / "docs"
    _, shown, _ = study_markdown.parts(docs / "balance.md", name)
    lines = [line.strip("| ").split(" | ") for line in shown.splitlines() if line.startswith("|")][2:]
    played = study.read(docs / name).series
    assert not lines or [(line[0], line[1], int(line[3])) for line in lines] == [
        (series.conditions, series.players["german"], series.matches) for series in played
    ]


def test_what_the_docs_show_works(tmp_path: Path) -> None:
    docs = Path(__file__).parents[2] / "docs"
    text = (docs / "studies.md").read_text(encoding="utf-8")
    example = text.split("```toml\n")[1].split("```")[0]
    assert len(study.read(file(tmp_path, example)).series) == 4
    code = text.split("```python\n")[1].split("```")[0]
    exec(compile(code, "studies.md", "exec"), {})
    assert {series.game for series in study.read(docs / "balance.toml").series} == set(rasputitsa.games())
