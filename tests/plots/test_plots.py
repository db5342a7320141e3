"""The page of a study: it says what it must, needs no network, and is left out in a sentence without matplotlib."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path
from xml.etree import ElementTree

import pytest

import rasputitsa
from rasputitsa import plots
from rasputitsa.arena import study, study_tables

TEXT = """
title = "Two <tries>"
about = "First words.\\n\\nMore & more."
matches = 2
[[series]]
game = ["battle-for-moscow", "moscow-41"]
german = "random"
soviet = "random"
[[series]]
game = "battle-for-moscow"
german = "recruit"
soviet = "random"
"""


@pytest.fixture(scope="module")
def result(tmp_path_factory: pytest.TempPathFactory) -> study.StudyResult:
    folder = tmp_path_factory.mktemp("plots")
    (folder / "try.toml").write_text(TEXT, encoding="utf-8")
    return study.play(study.read(folder / "try.toml"), folder)


@pytest.fixture(scope="module")
def page(result: study.StudyResult, tmp_path_factory: pytest.TempPathFactory) -> str:
    pytest.importorskip("matplotlib")
    return plots.write_page(result, tmp_path_factory.mktemp("page")).read_text(encoding="utf-8")


def images(page: str) -> list[str]:
    return [b64decode(data).decode() for data in re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', page)]


def words(svg: str) -> str:
    return " ".join(ElementTree.fromstring(svg).itertext())


def test_a_page_is_whole(page: str, result: study.StudyResult) -> None:
    assert "<h1>Two &lt;tries&gt;</h1>" in page and "<p>More &amp; more.</p>" in page
    assert len(re.findall("<h2>", page)) == 1 + len(result.results)
    assert len(images(page)) == 1 + 5 * len(result.results)
    for series, played in result.results:
        assert series.label.replace("'", "&#x27;") in page and played.command in page
    assert len(re.findall("<figcaption>", page)) == len(images(page)) == page.count(' alt="')


def test_nothing_comes_from_elsewhere(page: str) -> None:
    assert "<script" not in page and "<link" not in page and "@import" not in page
    for text in (page, *images(page)):
        assert not re.search(r'(?:src|href)="(?!data:|#)|url\((?!#)', text)
        assert "<script" not in text


def test_what_the_plots_say(page: str) -> None:
    shown = list(map(words, images(page)))
    assert "score in percent" in shown[0] and "recruit against random (recruit)" in shown[0]
    assert "last turn" in shown[1] and "actions of the players" in shown[1]
    assert "Steps on the map" in shown[2] and "Cities controlled" in shown[2] and "end" in shown[2]
    assert "Units lost a match" in shown[3] and "Units reduced a match" in shown[3]
    assert "lost a match" in shown[4] and "soviet: " in shown[4]
    assert "5.0 How to win" in shown[5] and "100%" in shown[5]
    assert "Victory Points" in shown[7]


def test_the_heat_lies_on_the_map(page: str) -> None:
    """Every space with an outline is drawn for either side."""
    drawn = images(page)[4].count("<path d=") + images(page)[4].count("<use ")
    outlined = sum(bool(space.outline) for space in rasputitsa.game("battle-for-moscow").board.spaces)
    assert drawn >= 2 * outlined


@pytest.mark.soak
def test_the_same_study_gives_the_same_page(page: str, result: study.StudyResult, tmp_path: Path) -> None:
    assert plots.write_page(result, tmp_path).read_text(encoding="utf-8") == page


def test_without_matplotlib(result: study.StudyResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(plots.NoPlots, match=r"pip install 'rasputitsa\[study\]'"):
        plots.write_page(result, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_parquet(result: study.StudyResult, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    paths = plots.write_parquet(result, tmp_path)
    assert [path.name for path in paths] == [f"{name}.parquet" for name in study_tables.tables(result)]
    lines = parquet.read_table(tmp_path / "matches.parquet").to_pylist()
    wanted = study_tables.tables(result)["matches"]
    assert [line["actions"] for line in lines] == [line["actions"] for line in wanted]
    assert lines[0]["Victory Points, german"] is None  # a game has its own figures
    assert isinstance(lines[0]["seconds"], float)


def test_without_pyarrow(result: study.StudyResult, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plots.parquet, "find_spec", lambda name: None)
    assert plots.write_parquet(result, tmp_path) == []
