"""The first page: pictures of the maps, and what kind of evening each game is."""

from __future__ import annotations

import json
import re

import pytest

import rasputitsa
from rasputitsa.bots import bots
from rasputitsa.table.front_page import WIDTH, front_page


def test_every_game_and_every_level_is_told_about() -> None:
    page = front_page()
    assert set(page["evenings"]) == set(page["maps"]) == set(rasputitsa.games())
    assert set(page["levels"]) == set(bots())
    assert "rasputitsa arena" in page["measured"], "a figure says how it was measured"
    for evening in page["evenings"].values():
        assert re.search(r"\d+% .*\(\d+ matches, 95% interval \d+ to \d+\)", evening["balance"])


@pytest.mark.parametrize("name", rasputitsa.games())
def test_a_picture_is_the_real_map_in_little(name: str) -> None:
    picture, board = front_page()["maps"][name], rasputitsa.game(name).manifest()["board"]
    assert len(json.dumps(picture)) < 30_000
    drawn = {layer["style"]: layer["path"] for layer in picture["layers"]}
    styles = rasputitsa.game(name).manifest()["styles"]["spaces"]
    towns = [space for space in board["spaces"] if any(styles.get(one) == "city" for one in space["features"])]
    assert drawn["city"].count("M") == sum(bool(space["outline"]) for space in towns)
    across = [int(x) for x, _ in re.findall(r"(\d+) (\d+)", "".join(drawn.values()))]
    assert min(across) >= 0 and max(across) <= WIDTH


def test_the_sizes_are_those_of_the_games() -> None:
    for name, evening in front_page()["evenings"].items():
        spaces = rasputitsa.game(name).manifest()["board"]["spaces"]
        count = sum(space["kind"] in ("hex", "area") for space in spaces)
        assert evening["size"].replace(",", "").startswith(f"{count} "), evening["size"]
