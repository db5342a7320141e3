"""4.0 to 4.2: who wins, what the Germans score, who controls a city."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rasputitsa.games.blitzkrieg_to_moscow_2.state import BlitzkriegState

from ..tools import soak
from . import reference
from .helpers import (
    DNEPROPETROVSK,
    GAME,
    GERMANS,
    KHARKOV,
    KIEV,
    LENINGRAD,
    MINSK,
    MOSCOW,
    ODESSA,
    RIGA,
    SEVASTOPOL,
    SMOLENSK,
    at_the_die,
    german_cities,
    legal,
    open_step,
    play,
    position,
    told,
)
from .random_positions import random_data

HOMES = {piece.name: piece.area or "center" for piece in GAME.pieces if piece.name in GERMANS}
SEVEN = " ".join([RIGA, MINSK, SMOLENSK, KIEV, ODESSA, DNEPROPETROVSK, KHARKOV])  # what history's Germans held
FOUR_TANKS = {"G-1PzA": "0803", "G-2PzA": "1303", "G-3PzA": "1302", "G-4PzA": "1702"}


def army(elsewhere: dict[str, str] | None = None, rest: str = "") -> str:
    """Every German unit fresh in its rear area, but for those named, and further units. ``-`` at the place: spent."""
    found = []
    for name, home in HOMES.items():
        place = (elsewhere or {}).get(name, home)
        found.append(f"{name}{'-' if place.endswith('-') else ''} {place.rstrip('-')}")
    return ", ".join([*found, rest])


def at_the_end(units: str, german: str = "", **more: Any) -> BlitzkriegState:
    """The game is over: the last Supply Phase has nothing to ask."""
    return position("soviet-supply", units, turn=6, german=german, **more)


def points(state: BlitzkriegState) -> int:
    """The total of the score sheet, which is the sum of its lines."""
    view = state.view(None)
    assert view["total"] == sum(line["points"] for line in view["score"])
    assert all(line["rule"] in GAME.rules for line in view["score"])
    return int(view["total"])


def winner(state: BlitzkriegState) -> str:
    assert state.outcome is not None and state.outcome.rule == "4.0"
    return state.outcome.winner


# 4.0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.0")
def test_nine_points_win_and_eight_lose() -> None:
    nine = at_the_end(army(FOUR_TANKS), SEVEN)
    assert (points(nine), winner(nine)) == (9, "german")
    assert nine.outcome is not None and nine.outcome.reason == "The Germans score 9 points; 9 are enough."
    eight = at_the_end(army(FOUR_TANKS | {"G-4PzA": "1702-"}), SEVEN)
    assert (points(eight), winner(eight)) == (8, "soviet")
    assert eight.outcome is not None and eight.outcome.reason == "The Germans score 8 points; 9 were needed."
    assert eight.side is None and legal(eight) == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.0")
def test_ten_points_win_too_and_nothing_is_a_draw() -> None:
    ten = at_the_end(army(FOUR_TANKS), SEVEN + " 1210")
    assert (points(ten), winner(ten)) == (10, "german")
    none = at_the_end(army())
    assert (points(none), winner(none)) == (0, "soviet")


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.0")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "5.0")
def test_the_game_ends_after_the_sixth_turn_and_not_before() -> None:
    state = position("soviet-supply", army(FOUR_TANKS), turn=5, german=SEVEN)
    assert state.outcome is None and (state.turn, open_step(state)) == (6, "ChooseCards")
    state = position("soviet-supply", army(FOUR_TANKS, "S-8A- 1412"), turn=6, german=SEVEN, hands="S1")
    assert state.outcome is None and open_step(state) == "Supply"
    events = play(state, "done")
    assert state.outcome is not None and told(events, "end") == ["The Germans score 9 points; 9 are enough."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.0")
def test_the_last_supply_phase_comes_before_the_score() -> None:
    """The Soviet player's own Supply Phase does not spare German units: they were checked in theirs."""
    state = at_the_end(army({"G-2PzA": "1210", "G-3PzA": "1303"}, "S-Gd1 1209, S-Gd2 1310"))
    assert state.position()["units"]["G-2PzA"] == {"at": "1210", "side": "fresh"}
    assert points(state) == 1  # two fresh tanks, and Tula without supply


# 4.1: cities


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_a_city_counts_one_and_a_fortress_two() -> None:
    assert points(at_the_end(army(), RIGA)) == 1
    assert points(at_the_end(army(), f"{RIGA} {MINSK}")) == 2
    assert points(at_the_end(army(), f"{RIGA} {LENINGRAD}")) == 3
    assert points(at_the_end(army(), f"{MINSK} {SMOLENSK} {MOSCOW}")) == 4


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_sevastopol_counts_two() -> None:
    chain = f"{KIEV} {DNEPROPETROVSK} {SEVASTOPOL}"
    assert points(at_the_end(army(), chain)) == 4


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "13.2.2")
def test_a_city_counts_only_with_a_supply_line_to_a_rear_area() -> None:
    alone = at_the_end(army(), SMOLENSK)  # seven hexes from Army Group Center
    assert points(alone) == 0
    assert alone.view(None)["score"] == [{"text": "Smolensk, without supply", "points": 0, "rule": "4.1"}]
    assert points(at_the_end(army(), f"{MINSK} {SMOLENSK}")) == 2
    cut = at_the_end(army({}, "S-8A 1305, S-Gd1 1306"), f"{MINSK} {SMOLENSK}")
    assert points(cut) == 1  # Red Guards between Smolensk and Minsk


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_a_german_unit_in_the_city_does_not_help_without_a_line() -> None:
    assert points(at_the_end(army({"G-9A": SMOLENSK}), "")) == 0


# 4.1: units


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
@pytest.mark.parametrize("fresh, expected", [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)])
def test_a_point_for_every_two_fresh_tanks_on_the_map(fresh: int, expected: int) -> None:
    """The rulebook's example: three fresh tanks are worth one point."""
    places = {name: place if number < fresh else place + "-" for number, (name, place) in enumerate(FOUR_TANKS.items())}
    assert points(at_the_end(army(places))) == expected


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_tanks_in_a_rear_area_or_on_the_track_neither_score_nor_cost() -> None:
    assert points(at_the_end(army({"G-2PzA": "1303", "G-3PzA": "center"}))) == 0
    units = army({"G-2PzA": "1303"}).replace("G-3PzA center", "G-3PzA track7")
    assert points(at_the_end(units)) == 0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_infantry_on_the_map_scores_nothing() -> None:
    assert points(at_the_end(army({"G-4A": "1303", "G-9A": "1302", "R-3A": "0503"}))) == 0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
@pytest.mark.parametrize(
    "lost, expected",
    [
        (["G-4A"], -1),
        (["R-3A"], -1),
        (["G-4A", "R-3A"], -1),
        (["R-3A", "R-4A"], -1),
        (["G-4A", "G-9A", "R-3A"], -2),
        (["G-4A", "G-9A", "G-6A", "G-17A"], -2),
        (["G-2PzA"], -1),
        (["G-2PzA", "G-3PzA"], -2),
        (["G-2PzA", "G-4A"], -2),
    ],
)
@pytest.mark.parametrize("how", ["pool", "surrendered"])
def test_units_out_of_play_cost_points(lost: list[str], expected: int, how: str) -> None:
    assert points(at_the_end(army(dict.fromkeys(lost, how)))) == expected


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_eliminated_and_surrendered_infantry_are_counted_together() -> None:
    assert points(at_the_end(army({"G-4A": "pool", "G-9A": "surrendered"}))) == -1
    assert points(at_the_end(army({"G-4A": "pool", "G-9A": "surrendered", "R-3A": "pool"}))) == -2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_a_rebuilt_unit_costs_nothing() -> None:
    state = position("german-logistics", army({"G-2PzA": "pool"}), turn=6)
    assert points(state) == -1
    play(state, "take G5", "take G1", "take G2", "card G5")
    assert points(state) == 0
    assert state.position()["units"]["G-2PzA"] == {"at": "center", "side": "spent"}


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_soviet_losses_do_not_count() -> None:
    lost = ", ".join(f"{unit} surrendered" for unit in ("S-8A", "S-12MC", "S-Gd1"))
    assert points(at_the_end(army({}, lost))) == 0


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
def test_the_score_sheet_says_what_counts_and_why() -> None:
    state = at_the_end(army(FOUR_TANKS | {"G-4A": "pool"}), f"{MINSK} {MOSCOW} {RIGA} {LENINGRAD}")
    lines = [(line["text"], line["points"]) for line in state.view(None)["score"]]
    assert lines == [
        ("Minsk", 1),
        ("Moscow, without supply", 0),
        ("Riga", 1),
        ("Leningrad, a fortress city", 2),
        ("Fresh German tank units on the map: 4", 2),
        ("German and Romanian infantry out of play: 1", -1),
    ]


# 4.2


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_all_cities_are_soviet_at_the_start() -> None:
    assert german_cities(GAME.start()) == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_who_enters_a_city_controls_it_and_keeps_it_after_leaving() -> None:
    state = position("german-movement", "G-2PzA 1303, S-8A 1412")
    events = play(state, "unit G-2PzA", f"move {MINSK}")
    assert german_cities(state) == [MINSK]
    assert told(events, "control") == ["German forces take Minsk."]
    play(state, "move 1305", "stop")
    assert german_cities(state) == [MINSK]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_passing_through_in_one_click_takes_the_city() -> None:
    state = position("german-movement", "G-9A 1504, S-8A 1412")
    play(state, "unit G-9A", "move 1703", "stop")
    assert german_cities(state) == [RIGA]
    state = position("german-movement", "G-2PzA 1803, S-8A 1412")
    play(state, "unit G-2PzA", "move 1602")  # two hexes by Riga, the only way of two
    assert german_cities(state) == [RIGA]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_the_soviets_take_a_city_back() -> None:
    state = position("soviet-movement", "S-8A 1305, G-2A center", german=MINSK)
    events = play(state, "unit S-8A", f"move {MINSK}")
    assert german_cities(state) == []
    assert told(events, "control") == ["Soviet forces take Minsk."]


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.5")
def test_an_advance_takes_the_city_and_a_victory_without_one_does_not() -> None:
    units = "G-1PzA 1303, G-2PzA 1403, G-3PzA 1404, S-8A- 1304"
    state = at_the_die(units, MINSK)
    play(state, "roll 6", "advance G-2PzA")
    assert german_cities(state) == [MINSK]
    state = at_the_die(units, MINSK)
    play(state, "roll 6", "stay")
    assert german_cities(state) == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "11.4")
def test_a_retreating_unit_takes_the_city_it_enters() -> None:
    """27th Army is driven east from 1303 through Minsk, which the Germans control but have left."""
    state = at_the_die("G-16A 1302, S-27A- 1303", "1303", german=MINSK)  # 4:1
    play(state, "roll 1")
    events = play(state, "retreat 1305")
    assert told(events, "control") == ["Soviet forces take Minsk."]
    assert german_cities(state) == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.2")
def test_zones_of_control_do_not_change_control() -> None:
    state = position("german-movement", "G-2PzA 1303, S-8A 1412")
    play(state, "unit G-2PzA", "stop", "done")
    assert german_cities(state) == []


@pytest.mark.rule("blitzkrieg-to-moscow-2", "4.1")
@pytest.mark.rule("blitzkrieg-to-moscow-2", "14.2.2")
@pytest.mark.parametrize("positions", soak.less(30, 150))
def test_scores_of_random_positions_agree_with_the_reference(positions: int) -> None:
    rng = Random(4)
    totals = set()
    for _ in range(positions):
        data = random_data(rng, "german-movement")
        state = GAME.position(data)
        table = reference.Table(state.position())
        double = reference.FORTRESSES | {data["hero"]}
        expected = sum(2 if city in double else 1 for city in table.sources(german=True))
        lost = [unit for unit in GERMANS if data["units"].get(unit, {"at": "pool"})["at"] in ("pool", "surrendered")]
        tanks = [unit for unit in GERMANS if reference.is_tank(unit)]
        on_map = [unit for unit in tanks if table.where.get(unit) in reference.HEXES]
        expected += len([unit for unit in on_map if data["units"][unit]["side"] == "fresh"]) // 2
        expected -= len([unit for unit in lost if unit in tanks])
        infantry = len([unit for unit in lost if unit not in tanks])
        expected -= infantry // 2 + infantry % 2
        assert points(state) == expected
        totals.add(expected)
    assert len(totals) > 5
