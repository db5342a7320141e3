"""The course of a match that is over: chances from turn to turn, turning points, dice and decisions apart."""

from __future__ import annotations

from itertools import pairwise

import pytest

import rasputitsa as ra
from rasputitsa.bots import bot, decide
from rasputitsa.match import CommittedDice, Match
from rasputitsa.table.course import MOST_TURNING_POINTS, TURNING, course

from ..tools import soak

SHORT = [("battle-for-moscow", None), ("moscow-41", "gasp")]
OTHERS = [
    ("blitzkrieg-to-moscow-2", None),
    ("drive-on-moscow", None),
    *(("moscow-41", s) for s in ("dnieper", "typhoon")),
]


def played(name: str, scenario: str | None, seed: int = 1) -> Match:
    """A match between recruits."""
    match = Match(ra.game(name), scenario, dice=CommittedDice.seeded(seed, "course"))
    players = {side: bot("recruit", name, seed) for side in match.players}
    while match.side is not None:
        match.play(match.side, decide(players[match.side], match.state, len(match.log)))
    return match


@pytest.mark.parametrize(("name", "scenario"), [*SHORT, *map(soak.left, OTHERS)])
def test_the_course_adds_up(name: str, scenario: str | None) -> None:
    match = played(name, scenario)
    assert match.outcome is not None
    found = course(match)
    first, second = (side.name for side in match.game.sides)
    moments = found["moments"]
    assert [moment["number"] for moment in moments] == sorted({moment["number"] for moment in moments})
    assert all(moment["chances"][first] + moment["chances"][second] == pytest.approx(1) for moment in moments)
    assert all(one["side"] != other["side"] for one, other in pairwise(moments))
    last = moments[-1]
    assert (last["number"], last["side"]) == (len(match.log), "")
    change = last["chances"][first] - moments[0]["chances"][first]
    by_players = found["decisions"][first] - found["decisions"][second]
    assert found["dice"][first] == -found["dice"][second]
    assert change == pytest.approx(found["dice"][first] + by_players, abs=0.01)
    sizes = [abs(point["change"]) for point in found["turning_points"]]
    assert len(sizes) <= MOST_TURNING_POINTS and sizes == sorted(sizes, reverse=True)
    assert all(size >= TURNING for size in sizes)


def test_the_set_up_and_the_first_turn_are_no_part_of_it() -> None:
    match = played("battle-for-moscow", None)
    first = course(match)["moments"][0]
    assert (first["turn"], first["side"]) == (1, "soviet")  # the first position on which the value was fitted
