"""What a match has cost, in its report: losses by kind, the costliest battles, who holds what counts."""

from __future__ import annotations

import pytest

from rasputitsa.core.events import LOST
from rasputitsa.table.toll import MOST_BATTLES, costly_battles, losses_by_kind, places_held

from ..tools import soak
from .test_course import played

GAMES = [("moscow-41", "gasp"), ("battle-for-moscow", None)]
OTHERS = [("blitzkrieg-to-moscow-2", None), ("drive-on-moscow", None)]


@pytest.mark.parametrize(("name", "scenario"), [*GAMES, *map(soak.left, OTHERS)])
def test_losses_and_battles_are_those_of_the_log(name: str, scenario: str | None) -> None:
    match = played(name, scenario)
    sides = [side.name for side in match.game.sides]
    fates = {
        side: sum(
            fate.fate in LOST and fate.side == side
            for entry in match.log
            for event in entry.events
            if event.is_for(side)
            for fate in event.tokens
        )
        for side in sides
    }
    losses = losses_by_kind(match)
    assert {side: sum(line["lost"][side] for line in losses) for side in sides} == fates
    assert sum(fates.values()) > 5
    battles = costly_battles(match, dict.fromkeys(range(len(match.log) + 1), 1))
    assert 0 < len(battles) <= MOST_BATTLES
    assert all(sum(battle["lost"].values()) or battle["taken"] for battle in battles)
    assert all(sum(battle["lost"][side] for battle in battles) <= fates[side] for side in sides)
    assert all(battle["space"] in match.game.board.ids for battle in battles)


def test_what_counts_is_told_with_its_holder() -> None:
    held = places_held(played("moscow-41", "gasp").state)
    assert {"Moscow", "Smolensk"} <= {place["text"] for place in held} and len(held) == 7
    assert all(place["points"] == 1 and place["side"] for place in held)
    cities = places_held(played("battle-for-moscow", None).state)
    assert all(place["points"] is None for place in cities)
