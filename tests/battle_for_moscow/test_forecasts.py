"""9.0: forecasts say exactly what can happen."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.core import CHANCE

from .forecasts import check_aftermath
from .helpers import at_the_die, legal, play, random_position
from .test_09_combat import forecast


def meanings(units: str, hex: str, attackers: str = "", phase: str = "german-combat") -> dict[str, str]:
    state = at_the_die(units, hex, attackers, phase=phase)
    check_aftermath(state)
    return {chance.result: chance.meaning for chance in forecast(state).chances}


@pytest.mark.rule("battle-for-moscow", "9.3")
@pytest.mark.parametrize("seed", range(20))
def test_forecasts_come_true_in_random_positions(seed: int) -> None:
    rng = Random(seed)
    compared = 0
    for _ in range(40):
        state = random_position(rng, rng.choice(("german-combat", "soviet-combat")))
        if not legal(state, "attack"):
            continue
        play(state, f"attack {rng.choice(legal(state, 'attack'))}")
        names = legal(state, "with")
        play(state, *(f"with {unit}" for unit in rng.sample(names, rng.randint(1, len(names)))), "declare", "done")
        if state.side == CHANCE:
            compared += check_aftermath(state)
    assert compared > 20


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_a_free_retreat() -> None:
    assert meanings("35ak 1207, 3a 1208", "1208") == {  # 1:1
        "NE": "no effect",
        "AL": "one attacker is reduced",
        "EX": "the defender is reduced and retreats; the attackers lose 4 points",
        "DR": "the defender retreats",
    }


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_a_reduced_defender_is_eliminated_by_any_loss() -> None:
    found = meanings("35ak 1207, 23ak- 1108, 3a- 1208", "1208")  # 3:1
    assert found["EX"] == "the defender is eliminated; the attackers lose 4 points"
    assert found["DRL"] == "the defender is eliminated"


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_an_exchange_counts_the_zones_of_those_who_are_left() -> None:
    """Two reduced corps of 2 points on opposite sides leave no free way; paying 4 points eliminates both."""
    found = meanings("34ak- 1207, 42ak- 1209, 47pz 1108, 3a 1208", "1208", "34ak 42ak 47pz")
    assert found["EX"] == (
        "the defender is reduced and, depending on the attackers' losses, retreats or is eliminated; "
        "the attackers lose 4 to 7 points"
    )
    found = meanings("34ak- 1207, 42ak- 1209, 35ak- 1108, 3a 1208", "1208", "34ak 42ak 35ak")
    assert "retreats" in found["EX"]


@pytest.mark.rule("battle-for-moscow", "9.3")
def test_stand_fast_is_part_of_the_forecast() -> None:
    assert meanings("24pz 1202, 41pz 1203, 3a 1103", "1103")["DR"] == (
        "the defender retreats, or stands fast and is reduced"
    )
    assert meanings("24pz 1106, 41pz 1108, 3a- 1107", "1107")["DR"] == "the defender is eliminated"
    assert meanings("24pz 1106, 41pz 1108, 3a 1107", "1107")["DR"] == (
        "the defender is reduced and retreats, or stands fast and is reduced"
    )
    assert meanings("24pz 1202, 3a- 1103", "1103")["DR"] == ("the defender retreats, or stands fast and is eliminated")
