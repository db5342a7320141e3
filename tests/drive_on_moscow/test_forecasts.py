"""11.0: what players are told of a battle before it is what happens in it, and the log says how it came about."""

from __future__ import annotations

from random import Random

import pytest

from rasputitsa.core.sets import members
from rasputitsa.games.drive_on_moscow.facts import BARRED_FROM_MARSH, BOARD, CITIES, HEXES, MARSH, UNIT_IDS
from rasputitsa.games.drive_on_moscow.state import DriveOnMoscowState

from ..tools import soak
from .forecasts import check_before_the_fight, check_forecast
from .helpers import hex_id, legal, open_step, play, position

GERMANS = ("inf-5", "pz-1", "inf-102", "pg-3", "cav-1", "inf-6", "pz-2", "pg-L", "inf-7", "pz-3", "inf-106", "kgpz-1")
SOVIETS = [*["RD"] * 14, *["2-3:RD"] * 6, *["TB"] * 5, *["CD"] * 4, *["1-1:RB"] * 4, *["GRD"] * 4, "GRD/reduced", "MRD"]
IN_MARSH = [*["RD"] * 8, *["CD"] * 4]


def random_battle(rng: Random) -> DriveOnMoscowState:
    """Stacks of both sides close together, often at a city or in marsh."""
    near = rng.choice((HEXES, HEXES, MARSH, CITIES))
    around = 1 << rng.choice(members(near))
    for _ in range(2):
        around |= BOARD.spread(around)
    names = [BOARD.names[hex] for hex in members(around)]
    rng.shuffle(names)
    units = list(GERMANS)
    rng.shuffle(units)
    german = dict.fromkeys(names[: rng.randint(2, 4)], "")
    for name in german:
        for _ in range(rng.randint(1, 3)):
            reduced = "/reduced" if rng.random() < 0.3 and not units[-1].startswith("kg") else ""
            if not (MARSH >> hex_id(name) & 1 and BARRED_FROM_MARSH >> UNIT_IDS[units[-1]] & 1):
                german[name] += f" {units.pop()}{reduced}"
    soviet = dict.fromkeys(names[len(german) : len(german) + rng.randint(2, 7)], "")
    others = rng.sample(SOVIETS, len(SOVIETS))
    for name in soviet:
        count = rng.choice((1, 2, 2, 3, 5))
        units = rng.sample(IN_MARSH, count) if MARSH >> hex_id(name) & 1 else [others.pop() for _ in range(count)]
        soviet[name] = " ".join(units)
    mine = {name: there.strip() for name, there in german.items() if there.strip()}
    phase = rng.choice(("german-combat", "german-combat", "soviet-combat", "german-movement"))
    turn = rng.randint(1, 9)
    return position(mine, soviet, turn=turn, phase=phase, german_air=0, soviet_air=0, outcome=None)


def prepare(state: DriveOnMoscowState, rng: Random) -> bool:
    """Choose an attack at random, with all who can take part or some of them; False if there is none."""
    if open_step(state) == "Combat":
        goals = legal(state, "attack")
        play(state, f"attack {rng.choice(goals)}")
    if open_step(state) == "Attack":
        play(state, "all" if rng.random() < 0.6 else f"unit {rng.choice(legal(state, 'unit'))}")
    elif open_step(state) == "Movement":
        units = [name for name in legal(state, "unit") if name.startswith(("pz", "kgpz"))]
        if not units:
            return False
        play(state, f"unit {rng.choice(units)}")
        goals = legal(state, "assault")
        if not goals:
            return False
        play(state, f"assault {rng.choice(goals)}")
    return open_step(state) in ("Attack", "Assault")


def try_battles(seed: str, tries: int) -> int:
    rng = Random(seed)
    done = 0
    for _ in range(tries):
        state = random_battle(rng)
        if state.stack and state.mode in ("movement", "combat") and prepare(state, rng):
            done += check_before_the_fight(state, rng)
            play(state, "fight") if "fight" in map(str, state.actions()) else None
            while state.stack and open_step(state) == "Reveal":
                state.apply(rng.choice(state.actions()))
            if state.stack:
                check_forecast(state)
    return done


@pytest.mark.rule("drive-on-moscow", "11.25")
@pytest.mark.rule("drive-on-moscow", "11.28")
@pytest.mark.parametrize("seed", soak.first(1, range(4)))
@pytest.mark.parametrize("battles", soak.less(25, 60))
def test_what_is_forecast_is_what_happens(battles: int, seed: int) -> None:
    assert try_battles(f"forecast {seed}", battles) > 0.6 * battles


@pytest.mark.rule("drive-on-moscow", "11.26")
@pytest.mark.rule("drive-on-moscow", "11.6")
def test_a_surrounded_stack_is_known_to_be_lost_before_the_fight() -> None:
    """Zones of control and heights of stacks are public, though the units under the top one are not."""
    german = {"1019": "inf-5", "1121": "inf-6", "1219": "inf-7"}
    state = position(german, {"1120": "RD RD"}, phase="german-combat")
    play(state, "attack 1120", "all")
    forecast = state.forecast(None, "german")
    assert forecast is not None
    (retreat,) = [chance.meaning for chance in forecast.chances if chance.result == "DR"]
    assert retreat.startswith("no retreat")
    assert [note.text for note in forecast.notes if note.rule == "11.26"] == ["Retreat: none (eliminated)"]


@pytest.mark.rule("drive-on-moscow", "11.17")
def test_nobody_is_said_to_retreat_from_a_city() -> None:
    state = position({"2733": "inf-5 inf-6 inf-7 inf-8"}, {"2734": "2-3:RD"}, phase="german-combat", turn=4)
    play(state, "attack 2734", "all")
    forecast = state.forecast(None, "german")
    assert forecast is not None and [note.rule for note in forecast.notes] == ["11.17"]
    state.soviet_air = 0
    play(state, "fight")
    texts = [event.text for event in state.take("roll 6") if event.kind == "battle"]
    assert texts[0].endswith("DR (in a city: attack stalled, or a bloodbath).")


@pytest.mark.rule("drive-on-moscow", "11.7")
@pytest.mark.rule("drive-on-moscow", "11.10")
def test_the_log_says_how_the_odds_came_about() -> None:
    state = position({"1019": "inf-5", "1121": "inf-6"}, {"1120": "2-3:RD"}, phase="german-combat", fight_first=True)
    play(state, "attack 1120", "all", "fight")
    (result,) = [event for event in state.take("roll 1") if event.kind == "battle"]
    assert result.text.startswith("Battle at 1120: 8 against 3 is 2:1 (")
    assert "German attacks before movement, one column right: " in result.text
    assert "The die shows 1: AL1 (the attackers lose a step)." in result.text


@pytest.mark.rule("drive-on-moscow", "10.15")
def test_a_mobile_assault_cites_its_own_rule() -> None:
    state = position({"1019": "pz-1"}, {"1120": "1-2:RD"})
    play(state, "unit pz-1", "assault 1120")
    (battle,) = [event for event in state.take("fight") if event.kind == "attack"]
    assert battle.rule == "10.15" and battle.text.startswith("Mobile assault")


if __name__ == "__main__":
    import sys

    print(try_battles("campaign", int(sys.argv[1])), "battles as forecast")
