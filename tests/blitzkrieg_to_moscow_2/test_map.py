"""The map, feature by feature: nothing on it is moved, added or lost without a test that notices."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from hashlib import sha256
from importlib.resources import files
from itertools import pairwise

import pytest

MAP = tomllib.loads((files("rasputitsa.games.blitzkrieg_to_moscow_2") / "map.toml").read_text(encoding="utf-8"))


def checksum(texts: Iterable[str]) -> tuple[int, str]:
    """How many there are, and a digest of them in any order."""
    found = sorted(texts)
    return len(found), sha256(" ".join(found).encode()).hexdigest()[:12]


def hexsides(lines: Iterable[str]) -> set[str]:
    """``"1401-1402-1502"`` stands for the hexsides between 1401 and 1402, and between 1402 and 1502."""
    return {"-".join(sorted(pair)) for line in lines for pair in pairwise(line.split("-"))}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.1")
@pytest.mark.parametrize(
    "feature, number, digest",
    [
        ("city", 13, "1126b271c06a"),
        ("fortress", 3, "c6b9620b9b78"),
        ("forest", 55, "e8a5238b77a7"),
        ("marsh", 7, "2a88965bc6da"),
        ("mountain", 2, "3a79904fabee"),
        ("sea", 14, "a94e880360b7"),
    ],
)
def test_terrain(feature: str, number: int, digest: str) -> None:
    assert checksum(MAP["spaces"][feature]) == (number, digest)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.1")
@pytest.mark.parametrize(
    "feature, number, digest",
    [("river", 114, "ae9f5722fcbd"), ("lake", 3, "cf0d3aa26fcf"), ("strait", 4, "01b652664143")],
)
def test_hexsides(feature: str, number: int, digest: str) -> None:
    assert checksum(hexsides(MAP["borders"][feature])) == (number, digest)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.2")
@pytest.mark.parametrize(
    "area, number, digest",
    [
        ("north", 3, "ae907e13a1d1"),
        ("center", 5, "bff33e17d8a6"),
        ("south", 5, "49c6d52c4f53"),
        ("romania", 5, "a73bd4350a04"),
        ("soviet", 20, "e5f773b84e4a"),
    ],
)
def test_rear_areas(area: str, number: int, digest: str) -> None:
    (touches,) = [box["touches"] for box in MAP["box"] if box["name"] == area]
    assert checksum(touches) == (number, digest)


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1")
def test_names_and_missing_hexes() -> None:
    assert checksum(f"{hex}={name}" for hex, name in MAP["names"].items()) == (13, "490f3f085a52")
    assert checksum(MAP["grid"]["missing"]) == (10, "fb0c1db5b0f3")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "2.1.1")
def test_every_feature_has_a_checksum_here() -> None:
    assert set(MAP["spaces"]) == {"city", "fortress", "forest", "marsh", "mountain", "sea"}
    assert set(MAP["borders"]) == {"river", "lake", "strait"}
    assert [box["name"] for box in MAP["box"]] == ["north", "center", "south", "romania", "soviet"]
