"""The places that sentences name: labels and numbers of spaces, but no other numbers and words."""

from __future__ import annotations

import pytest

import rasputitsa as ra
from rasputitsa.core.places import places_in

BFM, MOSCOW = "battle-for-moscow", "moscow-41"


@pytest.mark.parametrize(
    ("game", "text", "named"),
    [
        (BFM, "Attack 0509 Bryansk from 0406, or from 0407.", ["0509 Bryansk", "0406", "0407"]),
        (BFM, "10508 men, 2:0406 and 0406:1 are none.", []),
        (MOSCOW, "The block in 89 Gorki: where to? Movement points left: 5.", ["89 Gorki"]),
        (MOSCOW, "It has 89 points, and 89 Gorkis.", []),
        (MOSCOW, "", []),
    ],
)
def test_places_in_a_sentence(game: str, text: str, named: list[str]) -> None:
    found = places_in(ra.game(game), text)
    assert [text[each["start"] : each["end"]] for each in found] == named
    assert [each["space"] for each in found] == [name.split()[0] for name in named]
